// What HIP's run time and CUDA's driver have in common: nearly all calls take the same arguments in the same order, under two
// names. The few things in which they differ are Driver's virtual functions.
#pragma once
#include "device/device.h"
#include "device/library.h"

namespace wavelift::device {

using Handle = void*;   // a stream, an event, a module, a function

// X(field, HIP's name, CUDA's name, arguments...). Every call returns a code, 0 for success. Device addresses are pointers in
// HIP and 64-bit integers in CUDA: the same in a register.
#define WL_DEVICE_CALLS(X)                                                                                                     \
  X(init, "hipInit", "cuInit", unsigned)                                                                                       \
  X(version, "hipRuntimeGetVersion", "cuDriverGetVersion", int*)                                                               \
  X(count, "hipGetDeviceCount", "cuDeviceGetCount", int*)                                                                      \
  X(get, "hipDeviceGet", "cuDeviceGet", int*, int)                                                                             \
  X(name, "hipDeviceGetName", "cuDeviceGetName", char*, int, int)                                                              \
  X(memory, "hipDeviceTotalMem", "cuDeviceTotalMem_v2", size_t*, int)                                                          \
  X(attribute, "hipDeviceGetAttribute", "cuDeviceGetAttribute", int*, int, int)                                                \
  X(pci, "hipDeviceGetPCIBusId", "cuDeviceGetPCIBusId", char*, int, int)                                                       \
  X(stream_create, "hipStreamCreateWithFlags", "cuStreamCreate", Handle*, unsigned)                                            \
  X(stream_destroy, "hipStreamDestroy", "cuStreamDestroy_v2", Handle)                                                          \
  X(stream_wait, "hipStreamSynchronize", "cuStreamSynchronize", Handle)                                                        \
  X(event_create, "hipEventCreateWithFlags", "cuEventCreate", Handle*, unsigned)                                               \
  X(event_destroy, "hipEventDestroy", "cuEventDestroy_v2", Handle)                                                             \
  X(event_record, "hipEventRecord", "cuEventRecord", Handle, Handle)                                                           \
  X(event_wait, "hipEventSynchronize", "cuEventSynchronize", Handle)                                                           \
  X(event_elapsed, "hipEventElapsedTime", "cuEventElapsedTime", float*, Handle, Handle)                                        \
  X(allocate, "hipMalloc", "cuMemAlloc_v2", uint64_t*, size_t)                                                                 \
  X(release, "hipFree", "cuMemFree_v2", uint64_t)                                                                              \
  X(write, "hipMemcpyHtoDAsync", "cuMemcpyHtoDAsync_v2", uint64_t, const void*, size_t, Handle)                                \
  X(read, "hipMemcpyDtoHAsync", "cuMemcpyDtoHAsync_v2", void*, uint64_t, size_t, Handle)                                       \
  X(copy, "hipMemcpyDtoDAsync", "cuMemcpyDtoDAsync_v2", uint64_t, uint64_t, size_t, Handle)                                    \
  X(fill, "hipMemsetD8Async", "cuMemsetD8Async", uint64_t, unsigned char, size_t, Handle)                                      \
  X(module_load, "hipModuleLoadData", "cuModuleLoadData", Handle*, const void*)                                                \
  X(module_unload, "hipModuleUnload", "cuModuleUnload", Handle)                                                                \
  X(function_get, "hipModuleGetFunction", "cuModuleGetFunction", Handle*, Handle, const char*)                                 \
  X(function_attribute, "hipFuncGetAttribute", "cuFuncGetAttribute", int*, int, Handle)                                        \
  X(launch, "hipModuleLaunchKernel", "cuLaunchKernel", Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,     \
    unsigned, Handle, void**, void**)

template <class... A> struct Call {
  int (*function)(A...) = nullptr;
  const char* name = nullptr;
};
struct Calls {
#define WL_DEVICE_FIELD(field, on_hip, on_cuda, ...) Call<__VA_ARGS__> field;
  WL_DEVICE_CALLS(WL_DEVICE_FIELD)
#undef WL_DEVICE_FIELD
};

// Numbers of device attributes that the two give differently.
struct AttributeNumbers {
  int wave_size, compute_units, last_level_cache, group_memory, max_threads, memory_khz, memory_bits, core_khz;
};

// A kernel's attributes have the same numbers in both.
enum FunctionAttribute { kMaxThreads = 0, kGroupMemory = 1, kPrivateMemory = 3, kRegisters = 4, kMaxDynamicGroupMemory = 8 };

// What both answer where there is no device; HIP's hipInit has the second.
constexpr int kNoDevice = 100, kInvalidDevice = 101;

class Driver {
public:
  virtual ~Driver() = default;
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  // What a code means, in the library's words.
  virtual std::string says(int code) const = 0;
  // What code objects are compiled for.
  virtual Result<std::string> arch(int device) const = 0;
  virtual std::string version_text(int version) const = 0;
  // Before a device is used for the first time, and after it. `faulted`: a kernel left it in error.
  virtual int acquire(int device) = 0;
  virtual void give_back(int device, bool faulted) = 0;
  // Makes it the calling thread's device.
  virtual int make_current(int device) = 0;
  // Lets a kernel have more dynamic group memory than every device has.
  virtual int allow_group_memory(Handle function, int bytes) = 0;

  // Calls, and makes an error of a code: "hipMalloc: out of memory".
  template <class... P, class... A> Status run(const Call<P...>& call, A... arguments) const {
    return check(call.name, call.function(arguments...));
  }
  Status check(std::string_view call, int code) const {
    if (code == 0) return {};
    return fail(Exit::failed, std::string(call) + ": " + says(code));
  }

  // What is known without opening the device. Errors: no_input when there is no such device.
  Result<Info> info(int index) const;
  Result<int> count() const;

  const Kind kind;
  const AttributeNumbers numbers;
  void* const end_of_extra;        // ends the list in which a launch's packed arguments come
  const Library library;
  Calls calls;

protected:
  Driver(Kind k, const AttributeNumbers& n, void* end, Library l)
      : kind(k), numbers(n), end_of_extra(end), library(std::move(l)) {}
  // Errors: tool_missing when the library lacks a call.
  Status bind_calls();
  // A machine without a device is no error yet: there are none, and the library is not used.
  Status initialise();
  bool no_devices_ = false;
};

// Loaded and initialised. Errors: tool_missing. `arch` is the software GPU's (empty: $WAVELIFT_ARCH or the default).
Result<std::unique_ptr<Driver>> load_hip(Kind kind, const std::string& arch);
Result<std::unique_ptr<Driver>> load_cuda();

// Errors: no_input when the driver has no such device.
Result<std::unique_ptr<Device>> open_device(std::unique_ptr<Driver> driver, int index);

}  // namespace wavelift::device
