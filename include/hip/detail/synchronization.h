// Barriers of a block, memory fences, and the block-wide votes that come with a barrier.
#ifndef HIP_DETAIL_SYNCHRONIZATION_H
#define HIP_DETAIL_SYNCHRONIZATION_H

inline __device__ __attribute__((always_inline, convergent)) void __syncthreads() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

__WL_DEVICE__ void __threadfence_block() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup"); }
__WL_DEVICE__ void __threadfence() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent"); }
__WL_DEVICE__ void __threadfence_system() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, ""); }

namespace hip_impl {

__WL_DEVICE__ unsigned thread_in_block() {
  const unsigned w = __builtin_amdgcn_workgroup_size_x(), h = __builtin_amdgcn_workgroup_size_y();
  return __builtin_amdgcn_workitem_id_x() +
         w * (__builtin_amdgcn_workitem_id_y() + h * __builtin_amdgcn_workitem_id_z());
}

// Lane number in the wavefront.
__WL_DEVICE__ unsigned lane() { return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u)); }

// Number of threads of the block for which `p` holds. Each wavefront counts itself, its first lane adds.
inline __device__ int block_count_if(bool p) {
  __shared__ int total;
  __syncthreads();
  if (thread_in_block() == 0) total = 0;
  __syncthreads();
  const unsigned long long votes = __builtin_amdgcn_ballot_w64(p);
  const unsigned long long running = __builtin_amdgcn_ballot_w64(true);
  if (lane() == static_cast<unsigned>(__builtin_ctzll(running)))
    __hip_atomic_fetch_add(&total, __builtin_popcountll(votes), __ATOMIC_RELAXED,
                           __HIP_MEMORY_SCOPE_WORKGROUP);
  __syncthreads();
  return total;
}

} // namespace hip_impl

__WL_DEVICE__ int __syncthreads_count(int predicate) { return hip_impl::block_count_if(predicate != 0); }
__WL_DEVICE__ int __syncthreads_and(int predicate) { return hip_impl::block_count_if(predicate == 0) == 0; }
__WL_DEVICE__ int __syncthreads_or(int predicate) { return hip_impl::block_count_if(predicate != 0) != 0; }

#endif
