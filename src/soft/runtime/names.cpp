// Names of kernels and API functions, for profilers.
#include "soft/runtime/module.h"

using namespace wavelift::hiprt;

const char* hipKernelNameRef(hipFunction_t f) { return f ? f->kernel->name.c_str() : nullptr; }
const char* hipKernelNameRefByPtr(const void* host, hipStream_t) {
  hipError_t error;
  Function* function = host ? function_of_either(host, &error) : nullptr;
  return function ? function->kernel->name.c_str() : nullptr;
}
// Numbers of API functions belong to the tracer's interface, which is not served.
const char* hipApiName(uint32_t) { return "unknown"; }
