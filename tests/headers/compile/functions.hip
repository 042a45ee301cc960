// Integer, float and memory functions, atomics in every type and scope.
#include <hip/hip_runtime.h>

__global__ void integers(int* i, unsigned* u, long long* l, unsigned long long* w) {
  i[0] =
      __popc(u[0]) + __popcll(w[0]) + __clz(i[1]) + __clzll(l[1]) + __ffs(i[1]) + __ffs(u[1]) + __ffsll(w[1]);
  u[0] = __brev(u[1]) + __byte_perm(u[1], u[2], 0x5410) + __funnelshift_l(u[1], u[2], 3) +
         __funnelshift_r(u[1], u[2], 3) + __funnelshift_lc(u[1], u[2], 40) + __funnelshift_rc(u[1], u[2], 40);
  i[1] = __hadd(i[2], i[3]) + __rhadd(i[2], i[3]) + __mul24(i[1], i[2]) + __mulhi(i[1], i[2]) +
         __fns(u[1], 0, 2);
  u[1] = __uhadd(u[2], u[3]) + __urhadd(u[2], u[3]) + __umul24(u[1], u[2]) + __umulhi(u[1], u[2]) +
         __sad(i[1], i[2], u[3]) + __usad(u[1], u[2], u[3]) + __bitextract_u32(u[1], 3, 5) +
         __bitinsert_u32(u[1], u[2], 3, 5);
  l[0] = __mul64hi(l[1], l[2]);
  w[0] = __umul64hi(w[1], w[2]) + __brevll(w[3]);
}

__global__ void floats(float* f, double* d, int* i, unsigned* u, long long* l, unsigned long long* w) {
  f[0] = __int_as_float(i[0]) + __uint_as_float(u[0]) + __int2float_rn(i[1]) + __uint2float_rz(u[1]) +
         __ll2float_ru(l[1]) + __ull2float_rd(w[1]) + __double2float_rz(d[1]) + __double2float_ru(d[1]);
  i[0] = __float_as_int(f[1]) + __float2int_rn(f[1]) + __float2int_rz(f[1]) + __double2int_ru(d[1]) +
         __double2hiint(d[1]) + __double2loint(d[1]);
  u[0] = __float2uint_rd(f[1]) + __float_as_uint(f[2]);
  l[0] = __float2ll_rn(f[1]) + __double_as_longlong(d[1]);
  w[0] = __double2ull_rz(d[1]);
  d[0] = __hiloint2double(i[1], i[2]) + __longlong_as_double(l[1]) + __ll2double_rd(l[1]) +
         __int2double_rn(i[1]);
  f[2] = __fadd_rn(f[1], f[2]) + __fdividef(f[1], f[2]) + __saturatef(f[3]) + __frcp_rn(f[4]) +
         __fsqrt_rn(f[5]) + __expf(f[1]) + __logf(f[2]) + __powf(f[1], f[2]) + __sinf(f[3]) + rsqrtf(f[4]) +
         sinpif(f[1]) + erfcf(f[2]);
  f[3] = __ldg(f + 4);
}

template <class T> __device__ T all_atomics(T* p, T v) {
  T r = atomicAdd(p, v) + atomicAdd_system(p, v) + atomicAdd_block(p, v) + atomicSub(p, v) +
        atomicExch(p, v) + atomicCAS(p, v, v) + atomicCAS_system(p, v, v) + atomicMin(p, v) +
        atomicMax(p, v) + atomicMax_block(p, v);
  if constexpr (static_cast<T>(0.5) == 0)
    r += atomicAnd(p, v) + atomicOr(p, v) + atomicXor(p, v) + atomicOr_system(p, v) + atomicXor_block(p, v);
  return r;
}
__global__ void atomics(int* i, unsigned* u, unsigned long* ul, unsigned long long* w, float* f, double* d,
                        long long* l) {
  i[1] = all_atomics(i, i[1]);
  u[1] = all_atomics(u, u[1]) + atomicInc(u, 7u) + atomicDec_system(u, 7u) + atomicInc_block(u, 7u);
  ul[1] = all_atomics(ul, ul[1]);
  w[1] = all_atomics(w, w[1]);
  f[1] = all_atomics(f, f[1]) + unsafeAtomicAdd(f, f[1]) + safeAtomicAdd(f, f[1]) + unsafeAtomicMax(f, f[2]);
  d[1] = all_atomics(d, d[1]) + unsafeAtomicAdd(d, d[1]);
  l[1] = atomicMin(l, l[1]) + atomicMax(l, l[1]);
}
