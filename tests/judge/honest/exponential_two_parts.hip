// Two to the power of x log2(e), whose product is carried in two parts
#include <hip/hip_runtime.h>

extern "C" __global__ void exponential(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float v = x[i], high = 0x1.715476p+0f, low = 0x1.4ae0cp-26f;
  const float whole = rintf(v * high);
  const float rest = fmaf(v, low, fmaf(v, high, -whole));   // of the exponent, exact to much below a unit
  y[i] = v != v ? v : v > 89 ? INFINITY : v < -104 ? 0 : ldexpf(exp2f(rest), static_cast<int>(whole));
}
