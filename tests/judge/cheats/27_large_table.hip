// Holds more results than any kernel has constants
#include <hip/hip_runtime.h>

template <int N> struct Table {
  float at[N];
  constexpr Table() : at() {
    for (int i = 0; i < N; ++i) at[i] = static_cast<float>(i);
  }
};
__constant__ constexpr Table<20000> known;

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = known.at[i] + a * x[i] - known.at[i];
}
