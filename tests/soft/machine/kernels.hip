// Kernels for the machine's own tests, in plain clang without any headers.
#define global __attribute__((global))
#define device __attribute__((device))
#define shared __attribute__((shared))

device static unsigned tid() { return __builtin_amdgcn_workitem_id_x(); }
device static unsigned bid() { return __builtin_amdgcn_workgroup_id_x(); }

extern "C" {

global void vadd(const float* a, const float* b, float* c, int n) {
  int i = bid() * 256 + tid();
  if (i < n) c[i] = a[i] + b[i];
}

// Work-item and workgroup ids in all three dimensions.
global void ids(unsigned* out, unsigned nx, unsigned ny) {
  unsigned x = bid() * 5 + tid();
  unsigned y = __builtin_amdgcn_workgroup_id_y() * 3 + __builtin_amdgcn_workitem_id_y();
  unsigned z = __builtin_amdgcn_workgroup_id_z() * 7 + __builtin_amdgcn_workitem_id_z();
  out[(z * ny + y) * nx + x] = x | y << 8 | z << 16;
}

// A block sum through LDS: every wave must see what the others wrote before each barrier.
global void block_sum(const unsigned* in, unsigned* out) {
  shared unsigned s[1024];
  unsigned t = tid();
  s[t] = in[bid() * 1024 + t];
  for (unsigned d = 512; d; d >>= 1) {
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
    if (t < d) s[t] += s[t + d];
  }
  if (t == 0) out[bid()] = s[0];
}

// Divergent loops and private arrays with dynamic indices.
global void collatz(unsigned* out, unsigned n) {
  unsigned i = bid() * 64 + tid();
  if (i >= n) return;
  unsigned long long x = i + 1;
  unsigned steps = 0;
  while (x != 1) {
    x = x & 1 ? 3 * x + 1 : x >> 1;
    ++steps;
  }
  out[i] = steps;
}

global void private_array(unsigned* out, const unsigned* index) {
  unsigned a[32];
  for (unsigned k = 0; k < 32; ++k) a[(k * 7 + tid()) & 31] = k * 3 + tid();
  unsigned s = 0;
  for (unsigned k = 0; k < 32; ++k) s = s * 31 + a[index[k] & 31];
  out[tid()] = s;
}

// Workgroup n waits for workgroup n - 1: progress without the order of the queue being promised.
global void chain(int* flag, int* out, int n) {
  int me = n - 1 - static_cast<int>(bid());   // later workgroups come first in the chain
  if (tid() == 0) {
    while (__hip_atomic_load(flag, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) != me) {}
    out[me] = me * me;
    __hip_atomic_store(flag, me + 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
  }
}

global void wild(int* p) { p[tid()] = 1; }

device __attribute__((noinline)) unsigned fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
global void recursion(unsigned* out) { out[tid()] = fib(tid() & 7); }

// Products that are f32 denormals.
global void tiny(const float* a, float* out) { out[tid()] = a[tid()] * 0x1p-100f; }

// A 64-bit sum in two halves between s_set_gpr_idx_on and _off, which move what it writes by two registers.
#if defined(__GFX9__)
global void indexed_sum(unsigned long long* out, unsigned long long a, unsigned long long b) {
  unsigned low, high;
  asm volatile("v_mov_b32 v40, %2\n v_mov_b32 v41, %3\n v_mov_b32 v42, %4\n v_mov_b32 v43, %5\n"
               "s_set_gpr_idx_on 2, gpr_idx(DST)\n"
               "v_add_co_u32 v44, vcc, v40, v42\n v_addc_co_u32 v45, vcc, v41, v43, vcc\n"
               "s_set_gpr_idx_off\n"
               "v_mov_b32 %0, v46\n v_mov_b32 %1, v47"
               : "=v"(low), "=v"(high)
               : "v"(unsigned(a)), "v"(unsigned(a >> 32)), "v"(unsigned(b)), "v"(unsigned(b >> 32))
               : "v40", "v41", "v42", "v43", "v44", "v45", "v46", "v47", "vcc");
  out[tid()] = high * (1ull << 32) + low;
}
#endif

global void unknown() { asm volatile("s_rfe_b64 s[0:1]"); }

// What lanes see of each other: a ballot, its rank, a value from the lane that is mirrored in its group of 32.
global void lanes(const unsigned* in, unsigned long long* ballots, unsigned* rank, unsigned* mirrored) {
  unsigned i = bid() * 256 + tid(), x = in[i];
#if defined(__GFX9__) || defined(WAVE64)
  unsigned long long odd = __builtin_amdgcn_ballot_w64(x & 1);
  rank[i] = __builtin_amdgcn_mbcnt_hi(static_cast<unsigned>(odd >> 32), __builtin_amdgcn_mbcnt_lo(static_cast<unsigned>(odd), 0));
#else
  unsigned odd = __builtin_amdgcn_ballot_w32(x & 1);
  rank[i] = __builtin_amdgcn_mbcnt_lo(odd, 0);
#endif
  ballots[i] = odd;
  unsigned lane = tid() % 32;
  mirrored[i] = static_cast<unsigned>(__builtin_amdgcn_ds_bpermute(static_cast<int>((31 - lane) * 4 + tid() / 32 % 2 * 128), static_cast<int>(x)));
}

// Atomics of several types in global memory and LDS, with the values before.
global void atomics(unsigned* u, unsigned long long* w, float* f, int* before) {
  shared unsigned cell[2];
  if (tid() < 2) cell[tid()] = 0;
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
  __builtin_amdgcn_s_barrier();
  unsigned t = tid();
  __hip_atomic_fetch_add(u, t, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_fetch_max(u + 1, t * 7, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_fetch_xor(w, 1ull << (t & 63), __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_fetch_min(reinterpret_cast<int*>(u + 2), -static_cast<int>(t), __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_fetch_add(f, 0.5f, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  before[t] = static_cast<int>(__hip_atomic_fetch_add(cell, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP));
  unsigned seen = 0;   // a counter by compare and swap
  while (!__hip_atomic_compare_exchange_strong(cell + 1, &seen, seen + 3, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                               __HIP_MEMORY_SCOPE_WORKGROUP)) {}
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
  __builtin_amdgcn_s_barrier();
  if (t == 0) u[3] = cell[1];
}

// Halves and shorts, which newer GPUs keep two to a register.
global void halves(const _Float16* a, const short* b, _Float16* out, short* shorts) {
  unsigned i = tid();
  _Float16 x = a[2 * i], y = a[2 * i + 1];
  _Float16 product = x * y;
  _Float16 sum = product + x;
  out[4 * i] = sum;
  out[4 * i + 1] = x < y ? y : x;
  out[4 * i + 2] = static_cast<_Float16>(static_cast<float>(b[i]) * 0.5f);
  out[4 * i + 3] = -sum;
  short s = b[i], r = b[i ^ 1];
  shorts[4 * i] = static_cast<short>(s * r + 3);
  shorts[4 * i + 1] = static_cast<short>(s >> 3 ^ r << 2);
  shorts[4 * i + 2] = s < r ? s : r;
  shorts[4 * i + 3] = static_cast<short>(x);
}

#ifdef __gfx1100__
typedef _Float16 half16 __attribute__((ext_vector_type(16)));
typedef float float8 __attribute__((ext_vector_type(8)));
typedef float float4 __attribute__((ext_vector_type(4)));
// D = A * B + C of 16 x 16, row-major.
global void matrix(const _Float16* a, const _Float16* b, const float* c, float* d) {
  unsigned lane = tid();
  half16 row, column;
  for (unsigned k = 0; k < 16; ++k) row[k] = a[lane % 16 * 16 + k], column[k] = b[k * 16 + lane % 16];
#ifdef WAVE64
  float4 sum;
  for (unsigned v = 0; v < 4; ++v) sum[v] = c[(4 * v + lane / 16) * 16 + lane % 16];
  sum = __builtin_amdgcn_wmma_f32_16x16x16_f16_w64(row, column, sum);
  for (unsigned v = 0; v < 4; ++v) d[(4 * v + lane / 16) * 16 + lane % 16] = sum[v];
#else
  float8 sum;
  for (unsigned v = 0; v < 8; ++v) sum[v] = c[(2 * v + lane / 16) * 16 + lane % 16];
  sum = __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(row, column, sum);
  for (unsigned v = 0; v < 8; ++v) d[(2 * v + lane / 16) * 16 + lane % 16] = sum[v];
#endif
}
#endif

// Sizes come from hidden arguments.
global void sizes(unsigned* out) {
  out[bid() * __builtin_amdgcn_workgroup_size_x() + tid()] =
      __builtin_amdgcn_workgroup_size_x() | __builtin_amdgcn_workgroup_size_y() << 10 | __builtin_amdgcn_grid_size_x() << 16;
}

device unsigned counter;
global void count_up() { __hip_atomic_fetch_add(&counter, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); }
}
