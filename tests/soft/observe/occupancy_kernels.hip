// Kernels that one resource limits each; nothing is executed.
#define global __attribute__((global))
#define shared __attribute__((shared))
#define threads(n) __attribute__((amdgpu_flat_work_group_size(n, n)))

extern "C" {
global threads(64) void few(float* x) { x[0] = 1; }
global threads(256) void vgprs100(float* x) { asm volatile("" ::: "v99"); x[0] = 1; }
global threads(256) void vgprs129(float* x) { asm volatile("" ::: "v128"); x[0] = 1; }
global threads(64) void vgprs200(float* x) { asm volatile("" ::: "v199"); x[0] = 1; }
global threads(256) void sgprs(float* x) { asm volatile("" ::: "s95"); x[0] = 1; }
global threads(256) void lds20(float* x, int i) {
  shared float s[5 * 1024];
  s[i] = 1;
  __builtin_amdgcn_s_barrier();
  x[0] = s[i + 1];
}
global threads(64) void lds9(float* x, int i) {
  shared float s[2304];
  s[i] = 1;
  __builtin_amdgcn_s_barrier();
  x[0] = s[i + 1];
}
}
