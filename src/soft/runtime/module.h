// Loaded code objects and their functions, whether they come from the program itself (registration) or from
// the module API.
#pragma once
#include "soft/device.h"
#include "soft/runtime/api.h"
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>

// hipFunction_t: a kernel of a loaded module.
struct ihipModuleSymbol_t {
  ihipModule_t* owner = nullptr;
  wavelift::soft::Module* module = nullptr;
  const wavelift::soft::Kernel* kernel = nullptr;
  std::string name;         // demangled
  size_t arguments = 0;     // that are not hidden
  int max_dynamic_lds = -1; // hipFuncSetAttribute; -1: what the device leaves
  int carveout = -1;
};

// hipModule_t
struct ihipModule_t {
  std::unique_ptr<wavelift::soft::Module> engine;
  std::mutex mutex;
  std::unordered_map<std::string, std::unique_ptr<ihipModuleSymbol_t>> functions;

  // nullptr when the module has no such kernel.
  ihipModuleSymbol_t* function(const std::string& name);
  ~ihipModule_t();
};

namespace wavelift::hiprt {

using Function = ihipModuleSymbol_t;

// Loads the code object for the device out of a fat binary or an ELF; makes its variables known. On an error
// the sentence has been printed. `bytes` may run on past the image's end.
hipError_t load_module(std::span<const std::byte> bytes, std::unique_ptr<ihipModule_t>* out);

// From `image` to the end of the mapping that it lies in, for images whose size the API does not give.
std::span<const std::byte> bytes_from(const void* image);

// The kernel that stands behind a host stub, or nullptr with the reason in *error.
Function* function_of(const void* host_function, hipError_t* error);
// A kernel by handle or host stub: what launch and query functions accept. nullptr when it is neither.
Function* function_of_either(const void* either, hipError_t* error);

// Address and size of the device variable behind a host shadow.
hipError_t symbol_of(const void* symbol, void** address, size_t* size);

} // namespace wavelift::hiprt
