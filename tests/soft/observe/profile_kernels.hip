// Kernels whose counts are known, in plain clang without any headers.
#define global __attribute__((global))
#define device __attribute__((device))
#define shared __attribute__((shared))

device static unsigned tid() { return __builtin_amdgcn_workitem_id_x(); }
device static unsigned bid() { return __builtin_amdgcn_workgroup_id_x(); }
device static void barrier() {
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
}

extern "C" {

// A wave: two loads and a store of 4 bytes a lane, one fused multiply-add.
global void saxpy(float a, const float* x, float* y) {
  unsigned i = bid() * 256 + tid();
  y[i] = a * x[i] + y[i];
}

// Lanes `stride` floats apart.
global void strided(const float* in, float* out, unsigned stride) {
  unsigned i = bid() * 64 + tid();
  out[i] = in[i * stride];
}

// Lanes in reverse order: one range of memory, but not in sequence.
global void reversed(const float* in, float* out) {
  unsigned i = bid() * 64 + tid();
  out[i] = in[i ^ 63];
}

// 16 bytes a lane, and an address all lanes share.
typedef float float4v __attribute__((ext_vector_type(4)));
global void wide(const float4v* in, float4v* out, const unsigned* index) {
  unsigned i = bid() * 64 + tid();
  out[i] = in[i] + in[index[i]];
}

// One LDS read a lane, `stride` dwords apart.
global void banks(float* out, unsigned stride) {
  shared float s[1024];
  unsigned t = tid();
  for (unsigned i = t; i < 1024; i += 64) s[i] = out[i & 63];
  barrier();
  out[t] = s[(t * stride) & 1023];
}

// All lanes add to the places that `index` names.
global void contended(unsigned* out, const unsigned* index) { __atomic_fetch_add(&out[index[tid()]], 1u, __ATOMIC_RELAXED); }

// Odd lanes run a loop of eight fused multiply-adds, even lanes do not.
global void divergent(float* out, int n) {
  unsigned t = tid();
  float x = out[t];
  if (t & 1)
#pragma clang loop unroll(disable)
    for (int i = 0; i < n; ++i) x = x * 1.5f + 2.0f;
  out[t] = x;
}

// A private array that registers cannot hold.
global void spills(const unsigned* index, unsigned* out) {
  volatile unsigned a[32];
  unsigned t = tid();
  for (unsigned i = 0; i < 32; ++i) a[i] = t + i;
  out[t] = a[index[t] & 31];
}

// Reads the same 4 KiB again and again.
global void reread(const float* in, float* out, int n) {
  unsigned t = tid();
  float x = 0;
#pragma clang loop unroll(disable)
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 16; ++j) x += in[j * 64 + t] * (float)i;
    asm volatile("" ::: "memory");   // what was read may have changed
  }
  out[t] = x;
}

#if __has_builtin(__builtin_amdgcn_mfma_f32_32x32x8f16) && (defined(__gfx90a__) || defined(__gfx942__))
// v_mfma_f32_32x32x8f16 once, one f16 and one f64 operation.
typedef _Float16 half4 __attribute__((ext_vector_type(4)));
typedef float float16v __attribute__((ext_vector_type(16)));
global void mixed(half4* a, float16v* c, double* d, _Float16* h) {
  unsigned t = tid();
  c[t] = __builtin_amdgcn_mfma_f32_32x32x8f16(a[t], a[t], c[t], 0, 0, 0);
  d[t] = d[t] * d[t];
  h[t] = h[t] + h[t + 64];
}
#endif

}
