// Local variables without a value, compiled without optimisation: with it, the compiler may make anything of them.
#include "cases.h"

constexpr int kThreads = 64;

__global__ void sign(const int* in, int* out, int all) {
  int s;
  if (in[threadIdx.x] > 0) s = 1;
  else if (all) s = -1;
  if (s > 0) out[threadIdx.x] = 1;  // BUG init-branch local_not_set
}
CASE(local_not_set) {
  sign<<<1, kThreads>>>(device<int>(kThreads), device<int>(kThreads), !bug);
  (void)hipDeviceSynchronize();
}

__global__ void best(const int* in, int* out, int start) {
  int at;
  if (start) at = 0;
  for (int i = 0; i < 4; ++i)
    if (in[i] > 100) at = i;
  out[at] = 1;  // BUG init-address local_index
}
CASE(local_index) {
  best<<<1, kThreads>>>(device<int>(kThreads), device<int>(kThreads), !bug);
  (void)hipDeviceSynchronize();
}

__device__ bool lookup(const int* in, int key, int* value) {
  if (in[key] == 0) return false;
  *value = in[key];
  return true;
}
__global__ void ask(const int* in, int* out, int careful) {
  int value;
  bool found = lookup(in, threadIdx.x, &value);
  if (careful && !found) value = 0;
  if (value == 7) out[threadIdx.x] = 1;  // BUG init-branch result_parameter
}
CASE(result_parameter) {
  ask<<<1, kThreads>>>(device<int>(kThreads), device<int>(kThreads), !bug);
  (void)hipDeviceSynchronize();
}

__global__ void steps(const int* in, int* out, int set) {
  unsigned state;
  if (set) state = 2;
  switch (state) {  // BUG init-branch local_switch
  case 0: out[threadIdx.x] = 1; break;
  case 1: out[threadIdx.x] = 5; break;
  case 2: out[threadIdx.x] = in[threadIdx.x]; break;
  case 3: out[threadIdx.x] = 9; break;
  }
}
CASE(local_switch) {
  steps<<<1, kThreads>>>(device<int>(kThreads), device<int>(kThreads), !bug);
  (void)hipDeviceSynchronize();
}

struct Range {
  int from, to;
};
__global__ void iterate(int* out, int set) {
  Range r;
  r.from = 0;
  if (set) r.to = 3;
  for (int i = r.from; i < r.to; ++i) out[threadIdx.x] += i;  // BUG init-branch struct_member_not_set
}
CASE(struct_member_not_set) {
  iterate<<<1, kThreads>>>(device<int>(kThreads), !bug);
  (void)hipDeviceSynchronize();
}
