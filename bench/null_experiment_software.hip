// Kernels of the task "scale" that all compute the same and differ in how many instructions they take: a chain of operations that do nothing.
#define __global__ __attribute__((global))

constexpr int kSteps = 175;

template <int Steps> __attribute__((device, always_inline)) void idle() {
#pragma nounroll
  for (int i = 0; i < Steps; ++i) asm volatile("v_nop");
}
__attribute__((device, always_inline)) int index() { return __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x(); }

extern "C" {
__global__ void baseline(const float* x, float* y, float a, int n) {
  idle<kSteps>();
  const int i = index();
  if (i < n) y[i] = a * x[i];
}
// Other names, another order.
__global__ void rewritten(const float* from, float* to, float factor, int count) {
  const int at = index();
  idle<kSteps>();
  if (count <= at) return;
  const float value = from[at];
  to[at] = value * factor;
}
__global__ void faster_by_1(const float* x, float* y, float a, int n) {
  idle<kSteps - 7>();
  const int i = index();
  if (i < n) y[i] = a * x[i];
}
__global__ void faster_by_2(const float* x, float* y, float a, int n) {
  idle<kSteps - 14>();
  const int i = index();
  if (i < n) y[i] = a * x[i];
}
}
