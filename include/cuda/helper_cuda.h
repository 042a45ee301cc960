// Error checks as NVIDIA's samples use them.
#ifndef WAVELIFT_CUDA_HELPER_CUDA_H
#define WAVELIFT_CUDA_HELPER_CUDA_H

#include <stdio.h>
#include <stdlib.h>

#include "cuda_runtime.h"

template <class Code> inline void check(Code code, const char* what, const char* file, int line) {
  if (code == Code()) return;
  fprintf(stderr, "CUDA error at %s:%d code=%u \"%s\"\n", file, line, static_cast<unsigned>(code), what);
  exit(EXIT_FAILURE);
}
#define checkCudaErrors(call) check((call), #call, __FILE__, __LINE__)

inline void getLastCudaErrorAt(const char* message, const char* file, int line) {
  const hipError_t error = hipGetLastError();
  if (error == hipSuccess) return;
  fprintf(stderr, "%s(%d): %s: (%d) %s\n", file, line, message, static_cast<int>(error),
          hipGetErrorString(error));
  exit(EXIT_FAILURE);
}
#define getLastCudaError(message) getLastCudaErrorAt(message, __FILE__, __LINE__)

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

// The device that the command line names with device=N, or device 0.
inline int findCudaDevice(int argc, const char** argv) {
  int device = 0;
  for (int i = 1; i < argc; ++i) {
    const char* at = argv[i];
    while (*at == '-') ++at;
    sscanf(at, "device=%d", &device);
  }
  checkCudaErrors(hipSetDevice(device));
  return device;
}
inline int gpuGetMaxGflopsDeviceId() { return 0; }

#endif
