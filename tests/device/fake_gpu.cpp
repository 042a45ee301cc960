// Libraries of devices that are none: HIP's run time, CUDA's driver, NVML, AMD SMI and ROCm SMI in one file. Device memory is the
// host's; what is called is written down. A test finds the functions at the end by loading the same file.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

std::string log_text;
int fault = 0;            // stays: in HIP until the device is reset, in CUDA until the process ends
int devices = 2;
int hip_version = 60342134;
int allowed_group_memory = 0;
bool newer_frequencies = true;

void note(const std::string& line) { log_text += line + "\n"; }

constexpr int kInvalidValue = 1, kOutOfMemory = 2, kNotInitialised = 3, kNoDevice = 100, kInvalidDevice = 101, kInvalidImage = 200, kNotFound = 500, kIllegalAddress = 700;

std::string hex(const void* bytes, size_t n) {
  std::string text;
  char two[3];
  for (size_t i = 0; i < n; ++i) {
    std::snprintf(two, sizeof two, "%02x", static_cast<const unsigned char*>(bytes)[i]);
    text += two;
  }
  return text;
}

int launch(void* end, void* function, const unsigned* sizes, unsigned group, void* stream, void** parameters, void** extra) {
  if (fault) return fault;
  if (!stream || parameters) return kInvalidValue;
  std::string line = "launch " + std::string(static_cast<const char*>(function));
  for (int i = 0; i < 6; ++i) line += " " + std::to_string(sizes[i]);
  line += " group " + std::to_string(group);
  if (extra) {
    if (extra[0] != reinterpret_cast<void*>(1) || extra[2] != reinterpret_cast<void*>(2) || extra[4] != end) return kInvalidValue;
    line += " arguments " + hex(extra[1], *static_cast<size_t*>(extra[3]));
  }
  note(line);
  // As on a card: the launch is fine, what comes after it is not.
  if (std::strcmp(static_cast<const char*>(function), "faults") == 0) fault = kIllegalAddress;
  return 0;
}

const char* says(int code) {
  switch (code) {
    case 0: return "no error";
    case kInvalidValue: return "invalid argument";
    case kOutOfMemory: return "out of memory";
    case kNoDevice: return "no device is detected";
    case kInvalidImage: return "device kernel image is invalid";
    case kNotFound: return "named symbol not found";
    case kIllegalAddress: return "an illegal memory access was encountered";
    default: return nullptr;
  }
}

struct Kernel {
  const char* name;
  int threads, group, own, registers;
};
constexpr Kernel kKernels[] = {{"scale", 1024, 512, 16, 40}, {"faults", 1024, 0, 0, 8}, {"old", 256, 0, 0, 300}};

}  // namespace

extern "C" {

// Both run times.
int both_count(int* n) { return *n = devices, devices ? 0 : kNotInitialised; }
int both_get(int* device, int index) { return *device = index, 0; }
int both_memory(size_t* bytes, int) { return *bytes = size_t(80) << 30, 0; }
int both_stream_create(void** stream, unsigned flags) {
  note("stream " + std::to_string(flags));
  *stream = &log_text;
  return 0;
}
int both_stream_destroy(void*) { return 0; }
int both_wait(void*) { return fault; }
int both_event_create(void** event, unsigned) { return *event = std::malloc(8), 0; }
int both_event_destroy(void* event) { return std::free(event), 0; }
int both_event_record(void*, void* stream) { return stream ? fault : kInvalidValue; }
int both_elapsed(float* ms, void*, void*) { return *ms = 12.5f, 0; }
int both_allocate(uint64_t* address, size_t bytes) {
  if (fault) return fault;
  if (bytes > size_t(80) << 30) return kOutOfMemory;
  *address = reinterpret_cast<uint64_t>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
  return 0;
}
int both_release(uint64_t address) { return std::free(reinterpret_cast<void*>(address)), 0; }
int both_write(uint64_t to, const void* from, size_t n, void* stream) {
  if (!stream) return kInvalidValue;
  return std::memcpy(reinterpret_cast<void*>(to), from, n), fault;
}
int both_read(void* to, uint64_t from, size_t n, void* stream) {
  if (!stream) return kInvalidValue;
  return std::memcpy(to, reinterpret_cast<void*>(from), n), fault;
}
int both_copy(uint64_t to, uint64_t from, size_t n, void*) {
  return std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), n), fault;
}
int both_fill(uint64_t to, unsigned char value, size_t n, void*) { return std::memset(reinterpret_cast<void*>(to), value, n), fault; }
int both_load(void** module, const void* image) {
  const char* text = static_cast<const char*>(image);
  // PTX is a text that ends in a zero.
  if (std::strncmp(text, ".version", 8) != 0 || std::strlen(text) != 20) return kInvalidImage;
  note("load");
  *module = &log_text;
  return 0;
}
int both_unload(void*) { return note("unload"), 0; }
int both_function(void** function, void*, const char* name) {
  for (const Kernel& k : kKernels)
    if (std::strcmp(k.name, name) == 0) return *function = const_cast<char*>(k.name), 0;
  return kNotFound;
}
int both_function_attribute(int* value, int which, void* function) {
  for (const Kernel& k : kKernels)
    if (k.name == function) {
      if (which == 0) *value = k.threads;
      if (which == 1) *value = k.group;
      if (which == 3) *value = k.own;
      if (which == 4) *value = k.registers;
      return 0;
    }
  return kInvalidValue;
}
#define BOTH(impl, hip, cuda)                                                                                                  \
  decltype(impl) hip __attribute__((alias(#impl), visibility("default")));                                                     \
  decltype(impl) cuda __attribute__((alias(#impl), visibility("default")));
BOTH(both_count, hipGetDeviceCount, cuDeviceGetCount)
BOTH(both_get, hipDeviceGet, cuDeviceGet)
BOTH(both_memory, hipDeviceTotalMem, cuDeviceTotalMem_v2)
BOTH(both_stream_create, hipStreamCreateWithFlags, cuStreamCreate)
BOTH(both_stream_destroy, hipStreamDestroy, cuStreamDestroy_v2)
BOTH(both_wait, hipStreamSynchronize, cuStreamSynchronize)
BOTH(both_event_create, hipEventCreateWithFlags, cuEventCreate)
BOTH(both_event_destroy, hipEventDestroy, cuEventDestroy_v2)
BOTH(both_event_record, hipEventRecord, cuEventRecord)
decltype(both_wait) hipEventSynchronize __attribute__((alias("both_wait"), visibility("default")));
decltype(both_wait) cuEventSynchronize __attribute__((alias("both_wait"), visibility("default")));
BOTH(both_elapsed, hipEventElapsedTime, cuEventElapsedTime)
BOTH(both_allocate, hipMalloc, cuMemAlloc_v2)
BOTH(both_release, hipFree, cuMemFree_v2)
BOTH(both_write, hipMemcpyHtoDAsync, cuMemcpyHtoDAsync_v2)
BOTH(both_read, hipMemcpyDtoHAsync, cuMemcpyDtoHAsync_v2)
BOTH(both_copy, hipMemcpyDtoDAsync, cuMemcpyDtoDAsync_v2)
BOTH(both_fill, hipMemsetD8Async, cuMemsetD8Async)
BOTH(both_load, hipModuleLoadData, cuModuleLoadData)
BOTH(both_unload, hipModuleUnload, cuModuleUnload)
BOTH(both_function, hipModuleGetFunction, cuModuleGetFunction)
BOTH(both_function_attribute, hipFuncGetAttribute, cuFuncGetAttribute)

#define API __attribute__((visibility("default")))

// CUDA's.
API int cuInit(unsigned) { return devices ? 0 : kNoDevice; }
API int cuDriverGetVersion(int* version) { return *version = 13000, 0; }
API int cuDeviceGetName(char* name, int size, int device) { return std::snprintf(name, size_t(size), "Fake H%d", 100 + device), 0; }
API int cuDeviceGetPCIBusId(char* id, int size, int device) { return std::snprintf(id, size_t(size), "0000:%02X:00.0", 0xa1 + device), 0; }
API int cuDeviceGetAttribute(int* value, int which, int) {
  switch (which) {
    case 1: return *value = 1024, 0;
    case 10: return *value = 32, 0;
    case 16: return *value = 132, 0;
    case 36: return *value = 3201000, 0;
    case 37: return *value = 6144, 0;
    case 38: return *value = 60 << 20, 0;
    case 75: return *value = 9, 0;
    case 76: return *value = 0, 0;
    case 97: return *value = 227 << 10, 0;
    default: return kInvalidValue;
  }
}
API int cuDevicePrimaryCtxRetain(void** context, int device) {
  note("retain " + std::to_string(device));
  if (fault) return fault;
  *context = reinterpret_cast<void*>(uintptr_t(0x1000 + device));
  return 0;
}
API int cuDevicePrimaryCtxRelease_v2(int device) {
  return note("release " + std::to_string(device)), 0;
}
API int cuCtxSetCurrent(void* context) {
  static void* current = nullptr;
  if (context != current) note("current " + std::to_string(reinterpret_cast<uintptr_t>(context)));
  current = context;
  return 0;
}
API int cuGetErrorString(int code, const char** text) { return *text = says(code), *text ? 0 : kInvalidValue; }
API int cuFuncSetAttribute(void*, int which, int value) {
  if (which != 8 || value > 227 << 10) return kInvalidValue;
  return allowed_group_memory = value, 0;
}
#ifndef WITHOUT_LAUNCH
API int cuLaunchKernel(void* f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned group, void* stream,
                       void** parameters, void** extra) {
  unsigned sizes[] = {gx, gy, gz, bx, by, bz};
  if (int(group) > 48 << 10 && allowed_group_memory < int(group)) return kInvalidValue;
  return launch(nullptr, f, sizes, group, stream, parameters, extra);
}
#endif

// HIP's.
API int hipInit(unsigned) { return devices ? 0 : kInvalidDevice; }
API int hipRuntimeGetVersion(int* version) { return devices == 0 ? kInvalidDevice : *version = hip_version, 0; }
API int hipDeviceGetName(char* name, int size, int) { return std::snprintf(name, size_t(size), "Fake MI gfx000"), 0; }
API int hipDeviceGetPCIBusId(char* id, int size, int device) { return std::snprintf(id, size_t(size), "0001:%02x:00.0", 0xc1 + device), 0; }
API int hipDeviceGetAttribute(int* value, int which, int) {
  switch (which) {
    case 19: return *value = 8 << 20, 0;
    case 56: return *value = 1024, 0;
    case 59: return *value = 4096, 0;
    case 60: return *value = 1600000, 0;
    case 63: return *value = 104, 0;
    case 74: return *value = 64 << 10, 0;
    case 87: return *value = 64, 0;
    default: return kInvalidValue;
  }
}
// The layout of releases before 6: the architecture's name is elsewhere.
API int hipGetDeviceProperties(void* properties, int) {
  char* p = static_cast<char*>(properties);
  std::memset(p, 0, 792);
  std::strcpy(p, "Fake MI gfx000");
  std::strcpy(p + 396, "gfx90a:sramecc+:xnack-");
  return 0;
}
API int hipSetDevice(int device) { return device < devices ? 0 : kInvalidValue; }
API int hipDeviceReset() { return note("reset"), fault = 0; }
API const char* hipGetErrorString(int code) { return says(code); }
API int hipModuleLaunchKernel(void* f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned group,
                              void* stream, void** parameters, void** extra) {
  unsigned sizes[] = {gx, gy, gz, bx, by, bz};
  return launch(reinterpret_cast<void*>(3), f, sizes, group, stream, parameters, extra);
}

// NVML: the cards in the other order, and one more.
API int nvmlInit_v2() { return 0; }
API int nvmlShutdown() { return 0; }
API const char* nvmlErrorString(int) { return "an NVML error"; }
API int nvmlDeviceGetCount_v2(unsigned* n) { return *n = 3, 0; }
API int nvmlDeviceGetHandleByIndex_v2(unsigned i, void** card) { return *card = reinterpret_cast<void*>(uintptr_t(i + 1)), 0; }
API int nvmlDeviceGetPciInfo_v3(void* card, char* info) {
  std::memset(info, 0, 68);
  std::snprintf(info + 36, 32, "00000000:A%d:00.0", int(4 - reinterpret_cast<uintptr_t>(card)));
  return 0;
}
API int nvmlDeviceGetName(void* card, char* name, unsigned n) { return std::snprintf(name, n, "NVML %d", int(reinterpret_cast<uintptr_t>(card))), 0; }
API int nvmlDeviceGetUUID(void* card, char* name, unsigned n) { return std::snprintf(name, n, "GPU-%d", int(reinterpret_cast<uintptr_t>(card))), 0; }
API int nvmlDeviceGetMemoryInfo(void* card, unsigned long long* m) {
  m[0] = 80ull << 30, m[2] = reinterpret_cast<uintptr_t>(card) << 30, m[1] = m[0] - m[2];
  return 0;
}
API int nvmlDeviceGetUtilizationRates(void* card, unsigned* u) {
  if (reinterpret_cast<uintptr_t>(card) == 1) return 3;   // not supported
  return u[0] = 37, u[1] = 99, 0;
}
API int nvmlDeviceGetClockInfo(void*, int which, unsigned* mhz) { return which == 1 ? (*mhz = 1980, 0) : which == 2 ? (*mhz = 3201, 0) : 3; }
API int nvmlDeviceGetPowerUsage(void*, unsigned* mw) { return *mw = 123456, 0; }
API int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* bits) { return *bits = 0x1 | 0x4 | 0x20, 0; }
API int nvmlDeviceGetTemperature(void*, int sensor, unsigned* c) { return sensor ? 3 : (*c = 41, 0); }
struct NvmlProcess {
  unsigned pid;
  unsigned long long memory;
  unsigned a, b;
};
API int nvmlDeviceGetComputeRunningProcesses_v3(void* card, unsigned* n, NvmlProcess* list) {
  unsigned all = reinterpret_cast<uintptr_t>(card) == 2 ? 100 : 1;
  if (*n < all) return *n = all, 7;
  for (unsigned i = 0; i < all; ++i) list[i] = {i + 1, i ? 5ull << 20 : ~0ull, 0, 0};
  return *n = all, 0;
}

// AMD SMI: one card in each of two sockets.
API int amdsmi_init(uint64_t flags) { return flags == 2 ? 0 : 1; }
API int amdsmi_shut_down() { return 0; }
API int amdsmi_get_socket_handles(uint32_t* n, void** sockets) {
  if (sockets) sockets[0] = reinterpret_cast<void*>(16), sockets[1] = reinterpret_cast<void*>(32);
  return *n = 2, 0;
}
API int amdsmi_get_processor_handles(void* socket, uint32_t* n, void** cards) {
  if (cards) cards[0] = reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(socket) / 16);
  return *n = 1, 0;
}
API int amdsmi_get_gpu_device_bdf(void* card, uint64_t* id) {
  return *id = 1ull << 16 | (0xc0 + reinterpret_cast<uintptr_t>(card)) << 8, 0;
}
API int amdsmi_get_gpu_device_uuid(void* card, unsigned* n, char* uuid) {
  if (*n < 38) return 1;
  return std::snprintf(uuid, *n, "amd-%d", int(reinterpret_cast<uintptr_t>(card))), 0;
}
API int amdsmi_get_gpu_memory_usage(void*, int type, uint64_t* bytes) { return type ? 1 : (*bytes = 3ull << 30, 0); }
API int amdsmi_get_gpu_activity(void*, uint32_t* answer) { return answer[0] = 12, answer[1] = 80, 0; }
API int amdsmi_get_temp_metric(void*, int sensor, int metric, int64_t* c) { return sensor == 1 && metric == 0 ? (*c = 55, 0) : 2; }
API int amdsmi_get_power_info(void* card, uint32_t* answer) {
  answer[0] = reinterpret_cast<uintptr_t>(card) == 1 ? 300 : 0xffffffff;
  return answer[1] = 900, 0;
}

// ROCm SMI: the second card first.
API int rsmi_init(uint64_t) { return 0; }
API int rsmi_shut_down() { return 0; }
API int rsmi_num_monitor_devices(uint32_t* n) { return *n = 2, 0; }
API int rsmi_dev_pci_id_get(uint32_t card, uint64_t* id) { return *id = 1ull << 32 | (0xc2ull - card) << 8, 0; }
API int rsmi_dev_name_get(uint32_t, char* name, size_t n) { return std::snprintf(name, n, "SMI MI"), 0; }
API int rsmi_dev_unique_id_get(uint32_t card, uint64_t* id) { return *id = 0xabc0 + card, 0; }
API int rsmi_dev_memory_total_get(uint32_t, int, uint64_t* bytes) { return *bytes = 64ull << 30, 0; }
API int rsmi_dev_memory_usage_get(uint32_t, int, uint64_t* bytes) { return *bytes = 9ull << 30, 0; }
API int rsmi_dev_busy_percent_get(uint32_t, uint32_t* percent) { return *percent = 77, 0; }
API int rsmi_dev_temp_metric_get(uint32_t, uint32_t sensor, int, int64_t* mc) { return sensor ? 2 : (*mc = 48500, 0); }
API int rsmi_dev_power_ave_get(uint32_t, uint32_t, uint64_t* uw) { return *uw = 210500000, 0; }
API int rsmi_dev_gpu_clk_freq_get(uint32_t, int which, uint32_t* answer) {
  if (which != 0 && which != 4) return 2;
  const uint64_t list[] = {500000000, 1700000000, 5000000000};
  const uint32_t current = which == 0 ? 1 : 2;
  if (newer_frequencies) answer[0] = 1, answer[1] = 3, answer[2] = current, std::memcpy(answer + 4, list, sizeof list);
  else answer[0] = 3, answer[1] = current, std::memcpy(answer + 2, list, sizeof list);
  return 0;
}

// For the tests.
API const char* fake_log() { return log_text.c_str(); }
API void fake_reset(int n, int version, int newer) {
  log_text.clear();
  devices = n;
  hip_version = version;
  fault = allowed_group_memory = 0;
  newer_frequencies = newer != 0;
}

}  // extern "C"
