// Inline assembly that uses what a load has not brought yet.
#include "../race/harness.h"

// A load of global memory and no wait at all.
template <bool kBug> __global__ void no_wait(const int* in, int* out) {
  int v;
  const int* p = in + threadIdx.x;
  if (kBug) asm volatile("global_load_dword %0, %1, off" : "=v"(v) : "v"(p));   // BUG 1 sync-missing-wait
  else asm volatile("global_load_dword %0, %1, off\n s_waitcnt vmcnt(0)" : "=v"(v) : "v"(p));
  out[threadIdx.x] = v * 3;              // BUG 1 sync-missing-wait
}

// The wait is for another counter.
template <bool kBug> __global__ void wrong_counter(const int* in, int* out) {
  int v;
  const int* p = in + threadIdx.x;
  asm volatile("global_load_dword %0, %1, off" : "=v"(v) : "v"(p));   // BUG 2 sync-missing-wait
  if (kBug) asm volatile("s_waitcnt lgkmcnt(0)\n v_add_u32 %0, %0, %0" : "+v"(v));   // BUG 2 sync-missing-wait
  else asm volatile("s_waitcnt vmcnt(0)\n v_add_u32 %0, %0, %0" : "+v"(v));
  out[threadIdx.x] = v;
}

// The wait lets the newest load stay out.
template <bool kBug> __global__ void one_less(const int* in, int* out) {
  int v, u;
  const int* p = in + threadIdx.x;
  asm volatile("global_load_dword %0, %2, off\n global_load_dword %1, %2, off offset:64" : "=&v"(v), "=&v"(u) : "v"(p));   // BUG 3 sync-missing-wait
  if (kBug) asm volatile("s_waitcnt vmcnt(1)\n v_add_u32 %0, %0, %1" : "+v"(v) : "v"(u));   // BUG 3 sync-missing-wait
  else asm volatile("s_waitcnt vmcnt(1)\n v_add_u32 %0, %0, 1\n s_waitcnt vmcnt(0)\n v_add_u32 %0, %0, %1" : "+v"(v) : "v"(u));
  out[threadIdx.x] = v;
}

// Shared memory.
template <bool kBug> __global__ void shared_memory(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  int v;
  const auto at = static_cast<unsigned>(reinterpret_cast<size_t>(
      (__attribute__((address_space(3))) int*)&s[63 - threadIdx.x]));
  asm volatile("ds_read_b32 %0, %1" : "=v"(v) : "v"(at) : "memory");   // BUG 4 sync-missing-wait
  if (kBug) asm volatile("v_add_u32 %0, %0, 1" : "+v"(v));   // BUG 4 sync-missing-wait
  else asm volatile("s_waitcnt lgkmcnt(0)\n v_add_u32 %0, %0, 1" : "+v"(v));
  out[threadIdx.x] = v;
}

// A scalar load.
template <bool kBug> __global__ void scalar(const int* in, int* out) {
  int v, twice;
  asm volatile("s_load_dword %0, %1, 0x8" : "=s"(v) : "s"(in));   // BUG 5 sync-missing-wait
  if (kBug) asm volatile("s_add_i32 %0, %1, %1" : "=s"(twice) : "s"(v));   // BUG 5 sync-missing-wait
  else asm volatile("s_waitcnt lgkmcnt(0)\n s_add_i32 %0, %1, %1" : "=s"(twice) : "s"(v));
  out[threadIdx.x] = twice;
}

// Scalar loads come in any order: a count does not tell which is there.
template <bool kBug> __global__ void any_order(const int* in, int* out) {
  int v, u, twice;
  asm volatile("s_load_dword %0, %2, 0x8\n s_load_dword %1, %2, 0x40" : "=&s"(v), "=&s"(u) : "s"(in));   // BUG 6 sync-missing-wait
  if (kBug) asm volatile("s_waitcnt lgkmcnt(1)\n s_add_i32 %0, %1, %1" : "=s"(twice) : "s"(v));   // BUG 6 sync-missing-wait
  else asm volatile("s_waitcnt lgkmcnt(0)\n s_add_i32 %0, %1, %1" : "=s"(twice) : "s"(v));
  out[threadIdx.x] = twice + u;          // BUG 6 sync-missing-wait
}

// What a load is still to fill is overwritten first.
template <bool kBug> __global__ void overwritten(const int* in, int* out) {
  int v;
  const int* p = in + threadIdx.x;
  asm volatile("global_load_dword %0, %1, off" : "=v"(v) : "v"(p));   // BUG 7 sync-missing-wait
  if (kBug) asm volatile("v_mov_b32 %0, 7" : "+v"(v));   // BUG 7 sync-missing-wait
  else asm volatile("s_waitcnt vmcnt(0)\n v_mov_b32 %0, 7" : "+v"(v));
  out[threadIdx.x] = v;
}

// Only one of two paths waits.
template <bool kBug> __global__ void one_path(const int* in, int* out, int n) {
  int v;
  const int* p = in + threadIdx.x;
  asm volatile("global_load_dword %0, %1, off" : "=v"(v) : "v"(p));   // BUG 8 sync-missing-wait
  if (n > 2 || !kBug) asm volatile("s_waitcnt vmcnt(0)" : "+v"(v));
  asm volatile("v_add_u32 %0, %0, 1" : "+v"(v));   // BUG 8 sync-missing-wait
  out[threadIdx.x] = v;
}

CASES({
  int* in = zeros<int>(1024);
  int* out = zeros<int>(1024);
  CASE(1, no_wait, 1, 64, in, out)
  CASE(2, wrong_counter, 1, 64, in, out)
  CASE(3, one_less, 1, 64, in, out)
  CASE(4, shared_memory, 1, 64, out)
  CASE(5, scalar, 1, 64, in, out)
  CASE(6, any_order, 1, 64, in, out)
  CASE(7, overwritten, 1, 64, in, out)
  CASE(8, one_path, 1, 64, in, out, 1)
})
