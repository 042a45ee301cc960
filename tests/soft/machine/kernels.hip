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

global void unknown() { asm volatile("s_setvskip s0, s1"); }

// Sizes come from hidden arguments.
global void sizes(unsigned* out) {
  out[bid() * __builtin_amdgcn_workgroup_size_x() + tid()] =
      __builtin_amdgcn_workgroup_size_x() | __builtin_amdgcn_workgroup_size_y() << 10 | __builtin_amdgcn_grid_size_x() << 16;
}

device unsigned counter;
global void count_up() { __hip_atomic_fetch_add(&counter, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); }
}
