// What is reported only when it is asked for: leaks, and accesses that are not aligned to their elements.
#include "cases.h"

CASE(never_freed) {
  int *x = nullptr, *y = nullptr;
  (void)hipMalloc(&x, 1024);
  (void)hipMalloc(&y, 2048);  // BUG memory-leak never_freed
  (void)hipFree(x);
  if (!bug) (void)hipFree(y);
}
CASE(pinned_never_freed) {
  float* x = nullptr;
  (void)hipHostMalloc(&x, 4096, hipHostMallocDefault);  // BUG memory-leak pinned_never_freed
  if (!bug) (void)hipHostFree(x);
}
CASE(pool_never_freed) {
  float* x = nullptr;
  (void)hipMallocAsync(&x, 4096, nullptr);  // BUG memory-leak pool_never_freed
  if (!bug) (void)hipFreeAsync(x, nullptr);
}

__global__ void read_word(const char* bytes, int at, int* out) {
  *out = *reinterpret_cast<const int*>(bytes + at + threadIdx.x);  // BUG memory-misaligned odd_word
}
CASE(odd_word) {
  char* bytes = device<char>(64);
  int* out = device<int>(1);
  read_word<<<1, 1>>>(bytes, bug ? 5 : 4, out);
  (void)hipDeviceSynchronize();
  (void)hipFree(bytes);
  (void)hipFree(out);
}
__global__ void write_short(char* bytes, int at) {
  reinterpret_cast<short*>(bytes + at)[threadIdx.x] = 1;  // BUG memory-misaligned odd_short
}
CASE(odd_short) {
  char* bytes = device<char>(256);
  write_short<<<1, 64>>>(bytes, bug ? 3 : 2);
  (void)hipDeviceSynchronize();
  (void)hipFree(bytes);
}
