// Kernels of device_bench, for nvcc and for clang as HIP.
#ifdef __HIP__
#define __global__ __attribute__((global))
static __attribute__((device)) unsigned long thread() { return __builtin_amdgcn_workgroup_id_x() * 256ul + __builtin_amdgcn_workitem_id_x(); }
#else
static __device__ unsigned long thread() { return blockIdx.x * 256ul + threadIdx.x; }
#endif

extern "C" {

// Arguments of four sizes.
__global__ void axpy(float* y, const float* x, char flip, short times, float a, long n) {
  unsigned long i = thread();
  if (i < static_cast<unsigned long>(n)) y[i] = (flip ? -a : a) * static_cast<float>(times) * x[i] + 1.0f;
}
__global__ void nothing() {}
__global__ void stores_at(int* where) { *where = 1; }
}
