#include <hip/hip_runtime.h>

// One workgroup a query. The place of a key is how many are before it; those within the first `chosen` are written there.
extern "C" __global__ void topk(const float* score, const int* lengths, int* indices, int keys, int chosen) {
  score += static_cast<size_t>(blockIdx.x) * keys;
  indices += static_cast<size_t>(blockIdx.x) * chosen;
  const int length = lengths[blockIdx.x];
  for (int i = threadIdx.x; i < length; i += 256) {
    int before = 0;
    for (int j = 0; j < length; ++j) before += score[j] > score[i] || (score[j] == score[i] && j < i);
    if (before < chosen) indices[before] = i;
  }
  for (int i = length + threadIdx.x; i < chosen; i += 256) indices[i] = -1;
}
