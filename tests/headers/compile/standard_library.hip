// The standard library's headers after HIP's: they say __attribute__((__noinline__)), which a macro of that name would spoil.
#include <hip/hip_runtime.h>
#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <thread>
#include <vector>

__device__ __noinline__ int twice(int x) { return 2 * x; }
__host__ __noinline__ std::shared_ptr<int> one() { return std::make_shared<int>(1); }
__global__ void kernel(int* p) { *p = twice(*p); }
