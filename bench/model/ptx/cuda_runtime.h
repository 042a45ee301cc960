// As much of CUDA as the kernels of variants.py use, for clang alone: NVPTX without an SDK.
#pragma once
#include <stddef.h>
#include <__clang_cuda_builtin_vars.h>
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(n) __attribute__((launch_bounds(n)))
#define FN static __device__ __forceinline__
FN float __uint_as_float(unsigned u) { return __builtin_bit_cast(float, u); }
FN unsigned __float_as_uint(float f) { return __builtin_bit_cast(unsigned, f); }
FN float __shfl_xor_sync(unsigned mask, float v, int lanes, int) { return __nvvm_shfl_sync_bfly_f32(mask, v, lanes, 0x1f); }
FN float fmaxf(float a, float b) { return __nvvm_fmax_f(a, b); }
FN float rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
FN float __expf(float x) { return __nvvm_ex2_approx_f(x * 1.4426950408889634f); }
FN unsigned atomicAdd(unsigned* p, unsigned v) { return __nvvm_atom_add_gen_i((int*)p, (int)v); }
#undef FN
