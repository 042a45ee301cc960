// half, bfloat16, 8-bit floats and complex numbers in kernels.
#include <hip/hip_bf16.h>
#include <hip/hip_bfloat16.h>
#include <hip/hip_complex.h>
#include <hip/hip_fp16.h>
#include <hip/hip_fp8.h>
#include <hip/hip_runtime.h>

template <class N, class N2> __device__ void narrow(N* h, N2* h2, float* f, unsigned* u) {
  const N a = h[0], b = h[1];
  N2 p = h2[0];
  p = __hfma2(p, p, p) + p * p;
  p += p;
  h2[0] = __hmax2(p, __hneg2(p));
  f[0] = static_cast<float>(a * b + a);
  u[0] = __heq2_mask(p, p) + __hbeq2(p, p) + __hltu2_mask(p, p) + __hisnan(a) + __hgt(a, b);
  h[2] = hexp(a) + hsqrt(b) + __hmax(a, b) + __hfma(a, b, a) + __hadd_sat(a, b) - __habs(b) + hrcp(a);
  atomicAdd(h + 3, a);
  atomicAdd(h2 + 3, p);
  unsafeAtomicAdd(h2 + 4, p);
  h[4] = __shfl_down(a, 1) + __shfl_xor_sync(~0ull, a, 1);
  h2[5] = __shfl(p, 2);
  h2[6] = h2exp2(p);
  f[1] = __low2float(p) + __high2float(p) + static_cast<float>(__ldg(h + 3));
}
__global__ void halves(__half* h, __half2* h2, float* f, unsigned* u) { narrow(h, h2, f, u); }
__global__ void bfloats(__hip_bfloat16* h, __hip_bfloat162* h2, float* f, unsigned* u) {
  narrow(h, h2, f, u);
}

__global__ void conversions(__half* h, __hip_bfloat16* b, float* f, int* i, hip_bfloat16* o) {
  h[0] = __float2half(f[0]) + __float2half_ru(f[1]) + __int2half_rn(i[0]) + __ull2half_rd(i[1]) +
         __ushort_as_half(3);
  b[0] =
      __float2bfloat16(f[0]) + __float2bfloat16_rz(f[1]) + __int2bfloat16_ru(i[0]) + __double2bfloat16(f[2]);
  i[0] = __half2int_rn(h[1]) + __half2uint_rz(h[2]) + __bfloat162int_rd(b[1]) + __half_as_ushort(h[3]);
  f[0] = __half2float(h[1]) + __bfloat162float(b[1]) + static_cast<float>(o[0] * o[1]);
}
__global__ void eights(float* f, __hip_fp8_e4m3* a, __hip_fp8x4_e5m2* b, __hip_fp8_e4m3_fnuz* c,
                       __hip_fp8x2_e4m3* p) {
  a[0] = __hip_fp8_e4m3(f[0]);
  f[0] += static_cast<float>(a[1]);
  b[0] = __hip_fp8x4_e5m2(make_float4(1, 2, 3, f[1]));
  f[1] = static_cast<float4>(b[1]).w;
  c[0] = __hip_fp8_e4m3_fnuz(f[2]);
  f[2] = c[1];
  f[3] = static_cast<float2>(p[0]).y;
}
__global__ void complex(hipFloatComplex* a, hipDoubleComplex* b, float* f) {
  a[0] = hipCaddf(hipCmulf(a[1], a[2]), hipCdivf(a[1], hipConjf(a[2])));
  b[0] = hipCfma(b[1], b[2], hipComplexFloatToDouble(a[0]));
  f[0] = hipCabsf(a[0]) + static_cast<float>(hipCabs(b[0])) + hipCrealf(a[1]);
}
