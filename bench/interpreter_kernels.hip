// What the interpreter's speed is measured on: loops of 64 instructions of one kind, in inline assembly so that the
// compiler does not thin them out. One wave each; the loop's own three instructions are in the count. Vector instructions go
// around four registers, as compilers schedule them; in `_chain` each needs the one before, which adds the time that the host
// takes to load what it has just stored.
#define global __attribute__((global))
#define shared __attribute__((shared))
#define R4(x) x x x x
#define R16(x) R4(R4(x))
#define R64(x) R4(R16(x))
// Sixteen times what f makes of each of four registers, %0 to %3.
#define AROUND(f) R16(f("%0") f("%1") f("%2") f("%3"))

extern "C" {

#define ADD(r) "v_add_f32 " r ", " r ", %4\n"
global void valu_add_f32(float* out, int n) {
  float a = out[0], b = out[1], c = out[2], d = out[3], e = out[4];
  for (int i = 0; i < n; ++i) asm volatile(AROUND(ADD) : "+v"(a), "+v"(b), "+v"(c), "+v"(d) : "v"(e));
  out[__builtin_amdgcn_workitem_id_x()] = a + b + c + d;
}
global void valu_add_f32_chain(float* out, int n) {
  float a = out[0], b = out[1];
  for (int i = 0; i < n; ++i) asm volatile(R64("v_add_f32 %0, %0, %1\n") : "+v"(a) : "v"(b));
  out[__builtin_amdgcn_workitem_id_x()] = a;
}
#define FMA(r) "v_fma_f32 " r ", " r ", %4, %4\n"
global void valu_fma_f32(float* out, int n) {
  float a = out[0], b = out[1], c = out[2], d = out[3], e = out[4];
  for (int i = 0; i < n; ++i) asm volatile(AROUND(FMA) : "+v"(a), "+v"(b), "+v"(c), "+v"(d) : "v"(e));
  out[__builtin_amdgcn_workitem_id_x()] = a + b + c + d;
}
#define INTEGERS "v_add_u32 %0, %0, %4\nv_xor_b32 %1, %1, %4\nv_lshlrev_b32 %2, 1, %2\nv_and_b32 %3, %3, %4\n"
global void valu_int(unsigned* out, int n) {
  unsigned a = out[0], b = out[1], c = out[2], d = out[3], e = out[4];
  for (int i = 0; i < n; ++i) asm volatile(R16(INTEGERS) : "+v"(a), "+v"(b), "+v"(c), "+v"(d) : "v"(e));
  out[__builtin_amdgcn_workitem_id_x()] = a + b + c + d;
}
#define SCALE(r) "v_mul_f32 " r ", %4, " r "\n"
global void valu_scalar_operand(float* out, int n) {
  float a = out[0], b = out[1], c = out[2], d = out[3];
  unsigned about_one = 0x3f800000u | static_cast<unsigned>(n);   // no denormal: the host takes hundreds of cycles for one
  for (int i = 0; i < n; ++i) asm volatile(AROUND(SCALE) : "+v"(a), "+v"(b), "+v"(c), "+v"(d) : "s"(about_one));
  out[__builtin_amdgcn_workitem_id_x()] = a + b + c + d;
}
global void valu_half_exec(float* out, int n) {
  float a = out[0], b = out[1], c = out[2], d = out[3], e = out[4];
  if (__builtin_amdgcn_workitem_id_x() & 1)
    for (int i = 0; i < n; ++i) asm volatile(AROUND(ADD) : "+v"(a), "+v"(b), "+v"(c), "+v"(d) : "v"(e));
  out[__builtin_amdgcn_workitem_id_x()] = a + b + c + d;
}
global void valu_cmp(float* out, int n) {
  float a = out[0], b = out[1];
  for (int i = 0; i < n; ++i) asm volatile(R64("v_cmp_lt_f32 vcc, %0, %1\n") : : "v"(a), "v"(b) : "vcc");
  out[__builtin_amdgcn_workitem_id_x()] = a;
}
global void valu_fma_f64(double* out, int n) {
  double a = out[0], b = out[1];
  for (int i = 0; i < n; ++i) asm volatile(R64("v_fma_f64 %0, %0, %1, %1\n") : "+v"(a) : "v"(b));
  out[__builtin_amdgcn_workitem_id_x()] = a;
}
global void valu_pk_fma_f32(double* out, int n) {
  double a = out[0], b = out[1];
  for (int i = 0; i < n; ++i) asm volatile(R64("v_pk_fma_f32 %0, %0, %1, %1\n") : "+v"(a) : "v"(b));
  out[__builtin_amdgcn_workitem_id_x()] = a;
}
global void valu_rcp_f32(float* out, int n) {
  float a = out[0];
  for (int i = 0; i < n; ++i) asm volatile(R64("v_rcp_f32 %0, %0\n") : "+v"(a));
  out[__builtin_amdgcn_workitem_id_x()] = a;
}
global void salu_int(unsigned* out, int n) {
  unsigned a = static_cast<unsigned>(n), b = 3;
  for (int i = 0; i < n; ++i) asm volatile(R64("s_add_u32 %0, %0, %1\n") : "+s"(a) : "s"(b) : "scc");
  out[__builtin_amdgcn_workitem_id_x()] = a;
}
global void load_coalesced(float* out, int n) {
  float* p = out + __builtin_amdgcn_workitem_id_x();
  float a = 0;
  for (int i = 0; i < n; ++i) asm volatile(R64("global_load_dword %0, %1, off\n") "s_waitcnt vmcnt(0)" : "=v"(a) : "v"(p) : "memory");
  out[__builtin_amdgcn_workitem_id_x()] = a;
}
global void load_gather(float* out, int n) {
  float* p = out + (__builtin_amdgcn_workitem_id_x() * 37 & 255);
  float a = 0;
  for (int i = 0; i < n; ++i) asm volatile(R64("global_load_dword %0, %1, off\n") "s_waitcnt vmcnt(0)" : "=v"(a) : "v"(p) : "memory");
  out[__builtin_amdgcn_workitem_id_x()] = a;
}
global void store_coalesced(float* out, int n) {
  float* p = out + __builtin_amdgcn_workitem_id_x();
  float a = 0;
  for (int i = 0; i < n; ++i) asm volatile(R64("global_store_dword %1, %0, off\n") : : "v"(a), "v"(p) : "memory");
}
global void lds_read(float* out, int n) {
  shared float s[64];
  s[__builtin_amdgcn_workitem_id_x()] = 1;
  unsigned p = __builtin_amdgcn_workitem_id_x() * 4;
  float a = 0;
  for (int i = 0; i < n; ++i) asm volatile(R64("ds_read_b32 %0, %1\n") "s_waitcnt lgkmcnt(0)" : "=v"(a) : "v"(p) : "memory");
  out[__builtin_amdgcn_workitem_id_x()] = a + s[0];
}
}
