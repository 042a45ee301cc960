/* wavelift
[[launch]]
kernel = "add"
parameters = "const int* x, int* count, int n"
grid = [1]
block = [64]
*/
// A thread a number, by votes of the wave
#include <hip/hip_runtime.h>

extern "C" __global__ void add(const int* x, int* count, int n) {
  int mine = 0;
  for (int from = 0; from < n; from += 64) {
    const int i = from + threadIdx.x;
    const int v = i < n ? x[i] : -1;
    for (int k = 0; k < 64; ++k) {
      const int others = __popcll(__ballot(v == k));
      if (k == static_cast<int>(threadIdx.x)) mine += others;
    }
  }
  count[threadIdx.x] = mine;
}
