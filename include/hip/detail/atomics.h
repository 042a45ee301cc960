// Atomic functions. The plain forms are atomic in the device, _block in the block, _system over devices and
// host; all are relaxed. Each returns the old value.
#ifndef HIP_DETAIL_ATOMICS_H
#define HIP_DETAIL_ATOMICS_H

// Calls X(type, suffix, memory scope) for the three scopes.
#define __WL_SCOPES(X, T)                                                                                    \
  X(T, , __HIP_MEMORY_SCOPE_AGENT)                                                                           \
  X(T, _system, __HIP_MEMORY_SCOPE_SYSTEM)                                                                   \
  X(T, _block, __HIP_MEMORY_SCOPE_WORKGROUP)

#define __WL_ATOMIC_ADD(T, suffix, scope)                                                                    \
  __WL_DEVICE__ T atomicAdd##suffix(T* address, T value) {                                                   \
    return __hip_atomic_fetch_add(address, value, __ATOMIC_RELAXED, scope);                                  \
  }
#define __WL_ATOMIC_SUB(T, suffix, scope)                                                                    \
  __WL_DEVICE__ T atomicSub##suffix(T* address, T value) {                                                   \
    return __hip_atomic_fetch_add(address, static_cast<T>(-value), __ATOMIC_RELAXED, scope);                 \
  }
#define __WL_ATOMIC_EXCH(T, suffix, scope)                                                                   \
  __WL_DEVICE__ T atomicExch##suffix(T* address, T value) {                                                  \
    return __hip_atomic_exchange(address, value, __ATOMIC_RELAXED, scope);                                   \
  }
#define __WL_ATOMIC_MIN(T, suffix, scope)                                                                    \
  __WL_DEVICE__ T atomicMin##suffix(T* address, T value) {                                                   \
    return __hip_atomic_fetch_min(address, value, __ATOMIC_RELAXED, scope);                                  \
  }
#define __WL_ATOMIC_MAX(T, suffix, scope)                                                                    \
  __WL_DEVICE__ T atomicMax##suffix(T* address, T value) {                                                   \
    return __hip_atomic_fetch_max(address, value, __ATOMIC_RELAXED, scope);                                  \
  }
#define __WL_ATOMIC_BITS(T, suffix, scope)                                                                   \
  __WL_DEVICE__ T atomicAnd##suffix(T* address, T value) {                                                   \
    return __hip_atomic_fetch_and(address, value, __ATOMIC_RELAXED, scope);                                  \
  }                                                                                                          \
  __WL_DEVICE__ T atomicOr##suffix(T* address, T value) {                                                    \
    return __hip_atomic_fetch_or(address, value, __ATOMIC_RELAXED, scope);                                   \
  }                                                                                                          \
  __WL_DEVICE__ T atomicXor##suffix(T* address, T value) {                                                   \
    return __hip_atomic_fetch_xor(address, value, __ATOMIC_RELAXED, scope);                                  \
  }
#define __WL_ATOMIC_CAS(T, suffix, scope)                                                                    \
  __WL_DEVICE__ T atomicCAS##suffix(T* address, T compare, T value) {                                        \
    __hip_atomic_compare_exchange_strong(address, &compare, value, __ATOMIC_RELAXED, __ATOMIC_RELAXED,       \
                                         scope);                                                             \
    return compare;                                                                                          \
  }
#define __WL_ATOMICS_INTEGER(T)                                                                              \
  __WL_SCOPES(__WL_ATOMIC_ADD, T)                                                                            \
  __WL_SCOPES(__WL_ATOMIC_SUB, T)                                                                            \
  __WL_SCOPES(__WL_ATOMIC_EXCH, T)                                                                           \
  __WL_SCOPES(__WL_ATOMIC_MIN, T)                                                                            \
  __WL_SCOPES(__WL_ATOMIC_MAX, T)                                                                            \
  __WL_SCOPES(__WL_ATOMIC_BITS, T)                                                                           \
  __WL_SCOPES(__WL_ATOMIC_CAS, T)
#define __WL_ATOMICS_FLOATING(T)                                                                             \
  __WL_SCOPES(__WL_ATOMIC_ADD, T)                                                                            \
  __WL_SCOPES(__WL_ATOMIC_SUB, T)                                                                            \
  __WL_SCOPES(__WL_ATOMIC_EXCH, T)                                                                           \
  __WL_SCOPES(__WL_ATOMIC_CAS, T)

__WL_ATOMICS_INTEGER(int)
__WL_ATOMICS_INTEGER(unsigned int)
__WL_ATOMICS_INTEGER(unsigned long)
__WL_ATOMICS_INTEGER(unsigned long long)
__WL_ATOMICS_FLOATING(float)
__WL_ATOMICS_FLOATING(double)

// CUDA programs must (and do) define atomicMin and atomicMax for floating point themselves.
#ifndef __WAVELIFT_CUDA__
__WL_SCOPES(__WL_ATOMIC_MIN, float)
__WL_SCOPES(__WL_ATOMIC_MAX, float)
__WL_SCOPES(__WL_ATOMIC_MIN, double)
__WL_SCOPES(__WL_ATOMIC_MAX, double)
#endif
__WL_SCOPES(__WL_ATOMIC_MIN, long long)
__WL_SCOPES(__WL_ATOMIC_MAX, long long)
__WL_SCOPES(__WL_ATOMIC_CAS, unsigned short)

// Count up to `limit`, then from 0 again; count down, from `limit` again after 0.
#define __WL_ATOMIC_WRAP(suffix, scope)                                                                      \
  __WL_DEVICE__ unsigned int atomicInc##suffix(unsigned int* address, unsigned int limit) {                  \
    return __builtin_amdgcn_atomic_inc32(address, limit, __ATOMIC_RELAXED, scope);                           \
  }                                                                                                          \
  __WL_DEVICE__ unsigned int atomicDec##suffix(unsigned int* address, unsigned int limit) {                  \
    return __builtin_amdgcn_atomic_dec32(address, limit, __ATOMIC_RELAXED, scope);                           \
  }
__WL_ATOMIC_WRAP(, "agent")
__WL_ATOMIC_WRAP(_system, "")
__WL_ATOMIC_WRAP(_block, "workgroup")
#undef __WL_ATOMIC_WRAP

// Forms that let the compiler use the hardware's floating-point atomics (unsafe: only for coarse-grained
// device memory) or forbid it (safe).
#define __WL_ATOMIC_MODES(T, name, builtin)                                                                  \
  __WL_DEVICE__ T unsafeAtomic##name(T* address, T value) {                                                  \
    T old;                                                                                                   \
    [[clang::atomic(no_remote_memory, no_fine_grained_memory, ignore_denormal_mode)]] {                      \
      old = builtin(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);                             \
    }                                                                                                        \
    return old;                                                                                              \
  }                                                                                                          \
  __WL_DEVICE__ T safeAtomic##name(T* address, T value) {                                                    \
    T old;                                                                                                   \
    [[clang::atomic(remote_memory, fine_grained_memory, no_ignore_denormal_mode)]] {                         \
      old = builtin(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);                             \
    }                                                                                                        \
    return old;                                                                                              \
  }
__WL_ATOMIC_MODES(float, Add, __hip_atomic_fetch_add)
__WL_ATOMIC_MODES(float, Min, __hip_atomic_fetch_min)
__WL_ATOMIC_MODES(float, Max, __hip_atomic_fetch_max)
__WL_ATOMIC_MODES(double, Add, __hip_atomic_fetch_add)
__WL_ATOMIC_MODES(double, Min, __hip_atomic_fetch_min)
__WL_ATOMIC_MODES(double, Max, __hip_atomic_fetch_max)

#undef __WL_ATOMIC_MODES
#undef __WL_ATOMICS_INTEGER
#undef __WL_ATOMICS_FLOATING
#undef __WL_ATOMIC_ADD
#undef __WL_ATOMIC_SUB
#undef __WL_ATOMIC_EXCH
#undef __WL_ATOMIC_MIN
#undef __WL_ATOMIC_MAX
#undef __WL_ATOMIC_BITS
#undef __WL_ATOMIC_CAS
#undef __WL_SCOPES

#endif
