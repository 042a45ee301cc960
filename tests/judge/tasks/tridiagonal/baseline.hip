#include <hip/hip_runtime.h>

// One thread a system: elimination from the first row to the last, and back.
extern "C" __global__ void solve(const float* l, const float* d, const float* u, const float* b, float* x, float* work, int n, int systems) {
  const int s = blockIdx.x * 64 + threadIdx.x;
  if (s >= systems) return;
  const int first = s * n, last = first + n - 1;
  float left = 0, above = 0;
  for (int i = first; i <= last; ++i) {
    const float li = i > first ? l[i] : 0, pivot = 2 + d[i] - li * left;
    left = u[i] / pivot;
    above = (b[i] + li * above) / pivot;
    work[i] = left;
    x[i] = above;
  }
  for (int i = last - 1; i >= first; --i) {
    above = x[i] + work[i] * above;
    x[i] = above;
  }
}
