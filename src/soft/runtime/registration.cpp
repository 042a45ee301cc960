// What the compiler's start-up code tells the library: fat binaries, kernels, variables. A fat binary is
// loaded when something of it is used first.
#include "base/demangle.h"
#include "soft/runtime/memory_map.h"
#include "soft/runtime/module.h"
#include "soft/runtime/run_log.h"
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <memory>

#pragma GCC visibility push(default)
extern "C" {
void** __hipRegisterFatBinary(const void* wrapper);
void __hipUnregisterFatBinary(void** handle);
void __hipRegisterFunction(void** handle, const void* host, char* stub_name, const char* name,
                           unsigned threads, void* tid, void* bid, dim3* block, dim3* grid, int* waves);
void __hipRegisterVar(void** handle, void* shadow, char* host_name, char* name, int external, size_t size,
                      int constant, int global);
void __hipRegisterManagedVar(void* handle, void** pointer, void* init, const char* name, size_t size,
                             unsigned align);
void __hipRegisterTexture(void** handle, void* shadow, char* host_name, char* name, int type, int normalized,
                          int external);
void __hipRegisterSurface(void** handle, void* shadow, char* host_name, char* name, int type, int external);
}
#pragma GCC visibility pop

namespace wavelift::hiprt {
namespace {

constexpr uint32_t kWrapperMagic = 0x48495046; // "HIPF"

struct Wrapper {
  uint32_t magic, version;
  const void* image;
  void* unused;
};

struct ManagedVariable {
  std::string name;
  void* memory;
};

// One image in the program. With -fgpu-rdc several wrappers share one.
struct FatBinary {
  const void* image = nullptr;
  int references = 0;
  std::once_flag once;
  hipError_t load_result = hipSuccess;
  std::unique_ptr<ihipModule_t> module;
  std::vector<ManagedVariable> managed;

  // Loads at first use. A managed variable's device side is a pointer to its memory.
  hipError_t load() {
    std::call_once(once, [&] {
      load_result = load_module(bytes_from(image), &module);
      if (load_result != hipSuccess) return;
      for (const ManagedVariable& m : managed)
        if (const soft::Variable* v = module->engine->variable(m.name); v && v->size >= sizeof(void*))
          std::memcpy(v->address, &m.memory, sizeof m.memory);
    });
    return load_result;
  }
};

struct HostKernel {
  FatBinary* binary;
  std::string name;
  Function* function = nullptr;
};
struct HostVariable {
  FatBinary* binary;
  std::string name;
  size_t size;
  void* managed = nullptr;
};

struct Registry {
  std::mutex mutex;
  std::map<const void*, std::unique_ptr<FatBinary>> binaries; // by image
  std::unordered_map<const void*, HostKernel> kernels;        // by host stub
  std::unordered_map<const void*, HostVariable> variables;    // by host shadow
};
Registry& registry() {
  static Registry* the = new Registry; // constructors and destructors of the program use it
  return *the;
}

} // namespace

Function* function_of(const void* host, hipError_t* error) {
  Registry& r = registry();
  HostKernel* kernel = nullptr;
  {
    std::lock_guard lock(r.mutex);
    auto it = r.kernels.find(host);
    if (it == r.kernels.end()) {
      *error = hipErrorInvalidDeviceFunction;
      return nullptr;
    }
    kernel = &it->second;
    if (kernel->function) return kernel->function;
  }
  if (*error = kernel->binary->load(); *error != hipSuccess) return nullptr;
  Function* function = kernel->binary->module->function(kernel->name);
  if (!function) {
    say(fmt::format("the code object has no kernel {}", demangle(kernel->name)));
    *error = hipErrorInvalidDeviceFunction;
    return nullptr;
  }
  std::lock_guard lock(r.mutex);
  kernel->function = function;
  return function;
}

hipError_t symbol_of(const void* symbol, void** address, size_t* size) {
  Registry& r = registry();
  const HostVariable* variable = nullptr;
  {
    std::lock_guard lock(r.mutex);
    auto it = r.variables.find(symbol);
    if (it == r.variables.end()) return hipErrorInvalidSymbol;
    variable = &it->second;
  }
  if (variable->managed) {
    *address = variable->managed;
    *size = variable->size;
    return hipSuccess;
  }
  HIP_TRY(variable->binary->load());
  const soft::Variable* v = variable->binary->module->engine->variable(variable->name);
  if (!v) return hipErrorInvalidSymbol;
  *address = v->address;
  *size = v->size;
  return hipSuccess;
}

} // namespace wavelift::hiprt

using namespace wavelift;
using namespace wavelift::hiprt;

void** __hipRegisterFatBinary(const void* data) {
  const Wrapper* wrapper = static_cast<const Wrapper*>(data);
  if (!wrapper || wrapper->magic != kWrapperMagic || !wrapper->image) {
    say("the program registers device code in a form that is not HIP's; compile it with wl hipcc or hipcc");
    return nullptr;
  }
  Registry& r = registry();
  std::lock_guard lock(r.mutex);
  std::unique_ptr<FatBinary>& slot = r.binaries[wrapper->image];
  if (!slot) {
    slot = std::make_unique<FatBinary>();
    slot->image = wrapper->image;
  }
  ++slot->references;
  return reinterpret_cast<void**>(slot.get());
}

void __hipUnregisterFatBinary(void** handle) {
  if (!handle) return;
  auto* binary = reinterpret_cast<FatBinary*>(handle);
  Registry& r = registry();
  std::lock_guard lock(r.mutex);
  if (--binary->references > 0) return;
  std::erase_if(r.kernels, [&](const auto& k) { return k.second.binary == binary; });
  std::erase_if(r.variables, [&](const auto& v) { return v.second.binary == binary; });
  r.binaries.erase(binary->image);
}

void __hipRegisterFunction(void** handle, const void* host, char*, const char* name, unsigned, void*, void*,
                           dim3*, dim3*, int*) {
  if (!handle) return;
  Registry& r = registry();
  std::lock_guard lock(r.mutex);
  if (r.kernels.try_emplace(host, HostKernel{reinterpret_cast<FatBinary*>(handle), name, nullptr}).second)
    note_kernel(demangle(name));
}

void __hipRegisterVar(void** handle, void* shadow, char*, char* name, int, size_t size, int, int) {
  if (!handle) return;
  Registry& r = registry();
  std::lock_guard lock(r.mutex);
  r.variables.try_emplace(shadow, HostVariable{reinterpret_cast<FatBinary*>(handle), name, size});
}

// `pointer` is the host's view of the variable: it must point to memory before anything of the program runs.
void __hipRegisterManagedVar(void* handle, void** pointer, void* init, const char* name, size_t size,
                             unsigned) {
  if (!handle) return;
  auto* binary = static_cast<FatBinary*>(handle);
  void* memory = MemoryMap::get().allocate(size, MemoryKind::managed, hipMemAttachGlobal);
  if (!memory) {
    say(fmt::format("no memory for the managed variable {} of {} bytes", name, size));
    return;
  }
  if (init) std::memcpy(memory, init, size);
  *pointer = memory;
  Registry& r = registry();
  std::lock_guard lock(r.mutex);
  binary->managed.push_back({name, memory});
  HostVariable variable{binary, name, size, memory};
  r.variables.try_emplace(pointer, variable);
  r.variables.try_emplace(memory, variable); // &x of a managed x is its memory
}

void __hipRegisterTexture(void** handle, void* shadow, char*, char* name, int, int, int) {
  if (!handle) return;
  Registry& r = registry();
  std::lock_guard lock(r.mutex);
  r.variables.try_emplace(shadow, HostVariable{reinterpret_cast<FatBinary*>(handle), name, 0});
}
void __hipRegisterSurface(void** handle, void* shadow, char*, char* name, int, int) {
  __hipRegisterTexture(handle, shadow, nullptr, name, 0, 0, 0);
}
