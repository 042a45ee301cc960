// Kernels of null_experiment_gpu. Work is set by an argument, so that a gain of known size can be given.
extern "C" {

// Bound by memory: n elements of each, read and written.
__global__ void stream(float* y, const float* x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = 2.0f * x[i] + y[i];
}
// Bound by arithmetic: `steps` fused multiply-adds a thread, one after the other.
__global__ void arithmetic(float* y, const float* x, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = x[i];
  for (int k = 0; k < steps; ++k) v = v * 0.999f + 0.001f;
  y[i] = v;
}
}
