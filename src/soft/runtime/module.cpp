// Loading of code objects; the module API (hipModule*, hipLibrary*, hipKernel*, hipLink*).
#include "soft/runtime/module.h"
#include "base/demangle.h"
#include "base/files.h"
#include "soft/runtime/device_table.h"
#include "soft/runtime/memory_map.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <unordered_set>

namespace wavelift::hiprt {
namespace {

std::mutex handles_mutex;
std::unordered_set<const void*> functions, modules;

bool known(const std::unordered_set<const void*>& set, const void* handle) {
  std::lock_guard lock(handles_mutex);
  return set.contains(handle);
}

// A library is a module by another name, a library's kernel a function.
ihipModule_t* module_of(hipLibrary_t library) { return reinterpret_cast<ihipModule_t*>(library); }
Function* function_of_kernel(hipKernel_t kernel) { return reinterpret_cast<Function*>(kernel); }

hipError_t load(const void* image, hipModule_t* out) {
  if (!image || !out) return hipErrorInvalidValue;
  HIP_TRY(usable_while_capturing());
  std::unique_ptr<ihipModule_t> module;
  HIP_TRY(load_module(bytes_from(image), &module));
  *out = module.release();
  return hipSuccess;
}

hipError_t load_file(const char* name, hipModule_t* out) {
  if (!name || !out) return hipErrorInvalidValue;
  HIP_TRY(usable_while_capturing());
  Result<std::string> text = read_file(name);
  if (!text) return hipErrorFileNotFound;
  std::unique_ptr<ihipModule_t> module;
  HIP_TRY(load_module(std::as_bytes(std::span(*text)), &module));
  *out = module.release();
  return hipSuccess;
}

hipError_t unload(ihipModule_t* module) {
  if (!known(modules, module)) return hipErrorInvalidHandle;
  delete module;
  return hipSuccess;
}

} // namespace

std::span<const std::byte> bytes_from(const void* image) {
  uintptr_t at = reinterpret_cast<uintptr_t>(image), end = at;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    uintptr_t from = 0, to = 0;
    char mode[5] = {};
    if (std::sscanf(line.c_str(), "%lx-%lx %4s", &from, &to, mode) != 3 || mode[0] != 'r') continue;
    if (from <= end && end < to) end = to; // neighbouring mappings count as one
  }
  return {static_cast<const std::byte*>(image), end - at};
}

hipError_t load_module(std::span<const std::byte> bytes, std::unique_ptr<ihipModule_t>* out) {
  const DeviceRow& device = device_row();
  auto code = soft::find_code_object(bytes, device.name ? device.arch : device.target);
  if (!code) {
    say(code.error().sentence());
    return code.error().what.find("has no device code") != std::string::npos ? hipErrorNoBinaryForGpu
                                                                             : hipErrorInvalidImage;
  }
  auto engine = soft::Module::load(*code, device.arch);
  if (!engine) {
    say(engine.error().sentence());
    return hipErrorInvalidImage;
  }
  auto module = std::make_unique<ihipModule_t>();
  module->engine = std::move(*engine);
  for (const soft::Variable* v : module->engine->variables())
    if (v->size) MemoryMap::get().note(v->address, v->size, MemoryKind::variable);
  {
    std::lock_guard lock(handles_mutex);
    modules.insert(module.get());
  }
  *out = std::move(module);
  return hipSuccess;
}

Function* function_of_either(const void* either, hipError_t* error) {
  if (known(functions, either)) return static_cast<Function*>(const_cast<void*>(either));
  return function_of(either, error);
}

} // namespace wavelift::hiprt

using namespace wavelift;
using namespace wavelift::hiprt;

ihipModule_t::~ihipModule_t() {
  {
    std::lock_guard lock(handles_mutex);
    modules.erase(this);
    for (const auto& [name, f] : functions) ::wavelift::hiprt::functions.erase(f.get());
  }
  if (engine)
    for (const soft::Variable* v : engine->variables())
      MemoryMap::get().release(v->address, {MemoryKind::variable});
}

ihipModuleSymbol_t* ihipModule_t::function(const std::string& name) {
  std::lock_guard lock(mutex);
  std::unique_ptr<ihipModuleSymbol_t>& slot = functions[name];
  if (slot) return slot.get();
  const soft::Kernel* kernel = engine->kernel(name);
  if (!kernel) return nullptr;
  slot = std::make_unique<ihipModuleSymbol_t>();
  slot->owner = this;
  slot->module = engine.get();
  slot->kernel = kernel;
  slot->name = demangle(name);
  slot->arguments = std::ranges::count_if(
      kernel->args, [](const soft::KernelArg& a) { return !a.value_kind.starts_with("hidden_"); });
  std::lock_guard handles(handles_mutex);
  ::wavelift::hiprt::functions.insert(slot.get());
  return slot.get();
}

hipError_t hipModuleLoad(hipModule_t* module, const char* name) {
  return HIP_CALL { return load_file(name, module); };
}
hipError_t hipModuleLoadData(hipModule_t* module, const void* image) {
  return HIP_CALL { return load(image, module); };
}
// The options tune a just-in-time compiler; there is none here.
hipError_t hipModuleLoadDataEx(hipModule_t* module, const void* image, unsigned int, hipJitOption*, void**) {
  return HIP_CALL { return load(image, module); };
}
hipError_t hipModuleLoadFatBinary(hipModule_t* module, const void* image) {
  return HIP_CALL { return load(image, module); };
}
hipError_t hipModuleUnload(hipModule_t module) {
  return HIP_CALL { return unload(module); };
}

hipError_t hipModuleGetFunction(hipFunction_t* function, hipModule_t module, const char* name) {
  return HIP_CALL {
    if (!function || !name || !*name) return hipErrorInvalidValue;
    if (!known(modules, module)) return hipErrorInvalidHandle;
    *function = module->function(name);
    return *function ? hipSuccess : hipErrorNotFound;
  };
}
hipError_t hipModuleGetFunctionCount(unsigned int* count, hipModule_t module) {
  return HIP_CALL {
    if (!count) return hipErrorInvalidValue;
    if (!known(modules, module)) return hipErrorInvalidHandle;
    *count = unsigned(module->engine->kernels().size());
    return hipSuccess;
  };
}
hipError_t hipModuleGetGlobal(hipDeviceptr_t* address, size_t* bytes, hipModule_t module, const char* name) {
  return HIP_CALL {
    if (!name || (!address && !bytes)) return hipErrorInvalidValue;
    if (!known(modules, module)) return hipErrorInvalidHandle;
    const soft::Variable* v = module->engine->variable(name);
    if (!v) return hipErrorNotFound;
    if (address) *address = v->address;
    if (bytes) *bytes = v->size;
    return hipSuccess;
  };
}
// Texture references live in host programs only; a code object names none.
hipError_t hipModuleGetTexRef(textureReference** reference, hipModule_t module, const char* name) {
  return HIP_CALL {
    if (!reference || !name) return hipErrorInvalidValue;
    if (!known(modules, module)) return hipErrorInvalidHandle;
    return hipErrorNotFound;
  };
}

hipError_t hipLibraryLoadData(hipLibrary_t* library, const void* code, hipJitOption*, void**, unsigned int,
                              hipLibraryOption*, void**, unsigned int) {
  return HIP_CALL { return load(code, reinterpret_cast<hipModule_t*>(library)); };
}
hipError_t hipLibraryLoadFromFile(hipLibrary_t* library, const char* name, hipJitOption*, void**,
                                  unsigned int, hipLibraryOption*, void**, unsigned int) {
  return HIP_CALL { return load_file(name, reinterpret_cast<hipModule_t*>(library)); };
}
hipError_t hipLibraryUnload(hipLibrary_t library) {
  return HIP_CALL { return unload(module_of(library)); };
}
hipError_t hipLibraryGetKernel(hipKernel_t* kernel, hipLibrary_t library, const char* name) {
  return HIP_CALL {
    if (!kernel || !name) return hipErrorInvalidValue;
    if (!known(modules, library)) return hipErrorInvalidHandle;
    *kernel = reinterpret_cast<hipKernel_t>(module_of(library)->function(name));
    return *kernel ? hipSuccess : hipErrorNotFound;
  };
}
hipError_t hipLibraryGetKernelCount(unsigned int* count, hipLibrary_t library) {
  return HIP_CALL {
    if (!count) return hipErrorInvalidValue;
    if (!known(modules, library)) return hipErrorInvalidHandle;
    *count = unsigned(module_of(library)->engine->kernels().size());
    return hipSuccess;
  };
}
hipError_t hipLibraryEnumerateKernels(hipKernel_t* kernels, unsigned int count, hipLibrary_t library) {
  return HIP_CALL {
    if (!kernels) return hipErrorInvalidValue;
    if (!known(modules, library)) return hipErrorInvalidHandle;
    ihipModule_t* module = module_of(library);
    for (const soft::Kernel* k : module->engine->kernels())
      if (count-- > 0)
        *kernels++ = reinterpret_cast<hipKernel_t>(module->function(k->name));
      else
        break;
    return hipSuccess;
  };
}
hipError_t hipKernelGetLibrary(hipLibrary_t* library, hipKernel_t kernel) {
  return HIP_CALL {
    if (!library) return hipErrorInvalidValue;
    if (!known(functions, kernel)) return hipErrorInvalidHandle;
    *library = reinterpret_cast<hipLibrary_t>(function_of_kernel(kernel)->owner);
    return hipSuccess;
  };
}
hipError_t hipKernelGetName(const char** name, hipKernel_t kernel) {
  return HIP_CALL {
    if (!name) return hipErrorInvalidValue;
    if (!known(functions, kernel)) return hipErrorInvalidHandle;
    *name = function_of_kernel(kernel)->kernel->name.c_str();
    return hipSuccess;
  };
}
