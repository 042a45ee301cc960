// The group types of cooperative groups and how groups are made.
//
// A group inside a wavefront is a mask of its lanes. In CUDA compilation a wavefront counts as two groups of
// 32 lanes that never meet; otherwise a group may be as wide as the wavefront.
#ifndef HIP_DETAIL_COOPERATIVE_GROUPS_H
#define HIP_DETAIL_COOPERATIVE_GROUPS_H

namespace cooperative_groups {

namespace detail {

enum class Kind { grid, block, lanes };

__WL_DEVICE__ unsigned block_size() {
  return __builtin_amdgcn_workgroup_size_x() * __builtin_amdgcn_workgroup_size_y() *
         __builtin_amdgcn_workgroup_size_z();
}
__WL_DEVICE__ unsigned block_number() {
  return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
}
__WL_DEVICE__ unsigned long long block_total() {
  return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
}

// The lanes that run the call, of the own 32 lanes in CUDA compilation.
__WL_DEVICE__ unsigned long long running_lanes() {
  const unsigned long long lanes = __builtin_amdgcn_ballot_w64(true);
#ifdef __WAVELIFT_CUDA__
  return lanes & (0xffffffffull << (hip_impl::lane() & 32u));
#else
  return lanes;
#endif
}

// Position of the n-th (from 0) set bit of `mask`, which has more than n.
__WL_DEVICE__ unsigned nth_lane(unsigned long long mask, unsigned n) {
  for (; n; --n) mask &= mask - 1;
  return static_cast<unsigned>(__builtin_ctzll(mask));
}

// The bits of `votes` at the lanes of `mask`, packed to the right: lane masks as the group numbers its
// threads.
__WL_DEVICE__ unsigned long long packed(unsigned long long votes, unsigned long long mask) {
  unsigned long long result = 0;
  for (unsigned i = 0; mask; mask &= mask - 1, ++i) result |= ((votes >> __builtin_ctzll(mask)) & 1ull) << i;
  return result;
}

__WL_DEVICE__ void sync_lanes() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

// One word for the barrier of the whole grid. Its top bit turns over when every block has arrived: the first
// block adds what the others leave missing to 2^31.
static __device__ unsigned int grid_barrier;

inline __device__ void sync_grid() {
  __syncthreads();
  if (hip_impl::thread_in_block() == 0) {
    const unsigned blocks = static_cast<unsigned>(block_total());
    const unsigned share = block_number() == 0 ? 0x80000000u - (blocks - 1u) : 1u;
    const unsigned before =
        __hip_atomic_fetch_add(&grid_barrier, share, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_AGENT);
    while (((before ^ __hip_atomic_load(&grid_barrier, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT)) &
            0x80000000u) == 0)
      __builtin_amdgcn_s_sleep(2);
  }
  __syncthreads();
}

} // namespace detail

// Any group, told apart at run time.
class thread_group {
public:
  __WL_DEVICE__ unsigned int size() const { return size_; }
  __WL_DEVICE__ unsigned int num_threads() const { return size_; }
  __WL_DEVICE__ unsigned int cg_type() const { return static_cast<unsigned int>(kind_); }
  __WL_DEVICE__ unsigned int thread_rank() const {
    if (kind_ == detail::Kind::grid)
      return detail::block_number() * detail::block_size() + hip_impl::thread_in_block();
    if (kind_ == detail::Kind::block) return hip_impl::thread_in_block();
    return __builtin_popcountll(mask_ & ((1ull << hip_impl::lane()) - 1));
  }
  __WL_DEVICE__ bool is_valid() const { return size_ != 0; }
  __WL_DEVICE__ void sync() const {
    if (kind_ == detail::Kind::grid)
      detail::sync_grid();
    else if (kind_ == detail::Kind::block)
      __syncthreads();
    else
      detail::sync_lanes();
  }

protected:
  __WL_DEVICE__ thread_group(detail::Kind kind, unsigned int size, unsigned long long mask)
      : kind_(kind), size_(size), mask_(mask) {}

  detail::Kind kind_;
  unsigned int size_;
  unsigned long long mask_;

  friend __device__ thread_group tiled_partition(const thread_group& parent, unsigned int tile);
};

class grid_group : public thread_group {
public:
  __WL_DEVICE__ unsigned long long size() const { return detail::block_total() * detail::block_size(); }
  __WL_DEVICE__ unsigned long long num_threads() const { return size(); }
  __WL_DEVICE__ unsigned long long thread_rank() const {
    return static_cast<unsigned long long>(detail::block_number()) * detail::block_size() +
           hip_impl::thread_in_block();
  }
  __WL_DEVICE__ unsigned long long block_rank() const { return detail::block_number(); }
  __WL_DEVICE__ unsigned long long num_blocks() const { return detail::block_total(); }
  __WL_DEVICE__ dim3 group_dim() const { return gridDim; }
  __WL_DEVICE__ dim3 dim_blocks() const { return gridDim; }
  __WL_DEVICE__ dim3 block_index() const { return blockIdx; }
  __WL_DEVICE__ dim3 thread_index() const { return threadIdx; }
  __WL_DEVICE__ bool is_valid() const { return true; }
  __WL_DEVICE__ void sync() const { detail::sync_grid(); }

private:
  __WL_DEVICE__ grid_group() : thread_group(detail::Kind::grid, 1, 0) {
    size_ = static_cast<unsigned int>(size());
  }
  friend __device__ grid_group this_grid();
};
inline __device__ __attribute__((always_inline)) grid_group this_grid() { return grid_group(); }

class thread_block : public thread_group {
public:
  static __WL_DEVICE__ unsigned int thread_rank() { return hip_impl::thread_in_block(); }
  static __WL_DEVICE__ unsigned int size() { return detail::block_size(); }
  static __WL_DEVICE__ unsigned int num_threads() { return detail::block_size(); }
  static __WL_DEVICE__ dim3 group_index() { return blockIdx; }
  static __WL_DEVICE__ dim3 thread_index() { return threadIdx; }
  static __WL_DEVICE__ dim3 group_dim() { return blockDim; }
  static __WL_DEVICE__ dim3 dim_threads() { return blockDim; }
  static __WL_DEVICE__ bool is_valid() { return true; }
  static __WL_DEVICE__ void sync() { __syncthreads(); }
  __WL_DEVICE__ unsigned int barrier_arrive() const { return 0; }
  __WL_DEVICE__ void barrier_wait(unsigned int = 0) const { __syncthreads(); }

private:
  __WL_DEVICE__ thread_block() : thread_group(detail::Kind::block, detail::block_size(), 0) {}
  friend __device__ thread_block this_thread_block();
};
inline __device__ __attribute__((always_inline)) thread_block this_thread_block() { return thread_block(); }

// What tiles and coalesced groups share: a set of lanes of one wavefront. rank_to_lane is the derived type's.
template <class Group> class lane_group : public thread_group {
public:
  __WL_DEVICE__ void sync() const { detail::sync_lanes(); }
  template <class T> __WL_DEVICE__ T shfl(T value, int rank) const {
    return hip_impl::read_lane(value, static_cast<int>(self().rank_to_lane(static_cast<unsigned>(rank))));
  }
  template <class T> __WL_DEVICE__ T shfl_up(T value, unsigned int delta) const {
    const unsigned rank = self().thread_rank();
    return shfl(value, static_cast<int>(rank < delta ? rank : rank - delta));
  }
  template <class T> __WL_DEVICE__ T shfl_down(T value, unsigned int delta) const {
    const unsigned rank = self().thread_rank();
    return shfl(value, static_cast<int>(rank + delta >= self().size() ? rank : rank + delta));
  }
  template <class T> __WL_DEVICE__ T shfl_xor(T value, unsigned int flip) const {
    const unsigned rank = self().thread_rank(), other = rank ^ flip;
    return shfl(value, static_cast<int>(other < self().size() ? other : rank));
  }
  __WL_DEVICE__ unsigned long long ballot(int predicate) const {
    return self().packed_votes(__builtin_amdgcn_ballot_w64(predicate != 0));
  }
  __WL_DEVICE__ int any(int predicate) const {
    return (__builtin_amdgcn_ballot_w64(predicate != 0) & mask_) != 0;
  }
  __WL_DEVICE__ int all(int predicate) const {
    return (__builtin_amdgcn_ballot_w64(predicate == 0) & mask_) == 0;
  }
  template <class T> __WL_DEVICE__ unsigned long long match_any(T value) const {
    unsigned long long result = 0;
    for (unsigned long long left = mask_; left; left &= left - 1) {
      const unsigned lane = static_cast<unsigned>(__builtin_ctzll(left));
      if (hip_impl::read_lane(value, static_cast<int>(lane)) == value) result |= 1ull << lane;
    }
    return self().packed_votes(result);
  }
  template <class T> __WL_DEVICE__ unsigned long long match_all(T value, int& predicate) const {
    const T first = shfl(value, 0);
    predicate = all(first == value);
    return predicate ? self().packed_votes(mask_) : 0;
  }

  // The lanes of the wavefront that belong to the group, and those of them that run this call.
  __WL_DEVICE__ unsigned long long lanes() const { return mask_; }
  __WL_DEVICE__ unsigned long long running() const { return __builtin_amdgcn_ballot_w64(true) & mask_; }

protected:
  __WL_DEVICE__ lane_group(unsigned int size, unsigned long long mask)
      : thread_group(detail::Kind::lanes, size, mask) {}

private:
  __WL_DEVICE__ const Group& self() const { return static_cast<const Group&>(*this); }
};

// Threads in rank order that run together. Ranks are positions among the set lanes.
class coalesced_group : public lane_group<coalesced_group> {
public:
  __WL_DEVICE__ unsigned int thread_rank() const {
    return static_cast<unsigned>(__builtin_popcountll(mask_ & ((1ull << hip_impl::lane()) - 1)));
  }
  __WL_DEVICE__ unsigned int rank_to_lane(unsigned int rank) const {
    return detail::nth_lane(mask_, rank % size_);
  }
  __WL_DEVICE__ unsigned long long packed_votes(unsigned long long votes) const {
    return detail::packed(votes, mask_);
  }
  __WL_DEVICE__ unsigned int meta_group_rank() const { return meta_rank_; }
  __WL_DEVICE__ unsigned int meta_group_size() const { return meta_size_; }

  // For the functions that make groups.
  static __WL_DEVICE__ coalesced_group of_lanes(unsigned long long mask, unsigned int meta_rank = 0,
                                                unsigned int meta_size = 1) {
    return coalesced_group(mask, meta_rank, meta_size);
  }

private:
  __WL_DEVICE__ coalesced_group(unsigned long long mask, unsigned int meta_rank, unsigned int meta_size)
      : lane_group(static_cast<unsigned>(__builtin_popcountll(mask)), mask), meta_rank_(meta_rank),
        meta_size_(meta_size) {}
  unsigned int meta_rank_, meta_size_;
};
__WL_DEVICE__ coalesced_group coalesced_threads() {
  return coalesced_group::of_lanes(detail::running_lanes());
}

// N neighbouring threads of a block or of a larger tile; N is a power of two up to the wavefront's width.
template <unsigned int N, class Parent = void>
class thread_block_tile : public lane_group<thread_block_tile<N, Parent>> {
  static_assert(N != 0 && (N & (N - 1)) == 0, "a tile's size is a power of two");
  static_assert(N <= 64, "a tile cannot be wider than a wavefront");
  typedef lane_group<thread_block_tile<N, Parent>> base;

public:
  static constexpr unsigned int numThreads = N;
  static __WL_DEVICE__ unsigned int thread_rank() { return hip_impl::lane() & (N - 1); }
  static __WL_DEVICE__ constexpr unsigned int size() { return N; }
  static __WL_DEVICE__ constexpr unsigned int num_threads() { return N; }
  __WL_DEVICE__ unsigned int meta_group_rank() const { return meta_rank_; }
  __WL_DEVICE__ unsigned int meta_group_size() const { return meta_size_; }
  static __WL_DEVICE__ unsigned int rank_to_lane(unsigned int rank) {
    return (hip_impl::lane() & ~(N - 1)) | (rank & (N - 1));
  }
  static __WL_DEVICE__ unsigned long long packed_votes(unsigned long long votes) {
    return (votes >> (hip_impl::lane() & ~(N - 1))) & own_mask();
  }

  __WL_DEVICE__ thread_block_tile(unsigned int meta_rank, unsigned int meta_size)
      : base(N, own_mask() << (hip_impl::lane() & ~(N - 1))), meta_rank_(meta_rank), meta_size_(meta_size) {}
  // A tile of a known parent is a tile of any.
  template <class Other>
  __WL_DEVICE__ thread_block_tile(const thread_block_tile<N, Other>& other)
      : thread_block_tile(other.meta_group_rank(), other.meta_group_size()) {}
  __WL_DEVICE__ operator coalesced_group() const {
    return coalesced_group::of_lanes(this->mask_, meta_rank_, meta_size_);
  }

private:
  static __WL_DEVICE__ constexpr unsigned long long own_mask() { return ~0ull >> (64 - N); }
  unsigned int meta_rank_, meta_size_;
};

// Tiles of a block or of a tile.
template <unsigned int N, class Parent>
__WL_DEVICE__ thread_block_tile<N, Parent> tiled_partition(const Parent& parent) {
  return thread_block_tile<N, Parent>(parent.thread_rank() / N, (parent.size() + N - 1) / N);
}

// Runtime sizes. Of a block: `tile` divides the wavefront's width. Of lanes: the next `tile` by rank.
inline __device__ coalesced_group tiled_partition(const coalesced_group& parent, unsigned int tile) {
  const unsigned rank = parent.thread_rank(), first = rank / tile * tile;
  unsigned long long mask = 0, left = parent.lanes();
  for (unsigned i = 0; left; left &= left - 1, ++i)
    if (i >= first && i < first + tile) mask |= left & (0 - left);
  return coalesced_group::of_lanes(mask, rank / tile, (parent.size() + tile - 1) / tile);
}
inline __device__ thread_group tiled_partition(const thread_group& parent, unsigned int tile) {
  if (parent.kind_ == detail::Kind::lanes)
    return tiled_partition(coalesced_group::of_lanes(parent.mask_), tile);
  const unsigned rank = parent.thread_rank(), lane = hip_impl::lane();
  const unsigned long long mask = (tile >= 64 ? ~0ull : (1ull << tile) - 1) << (lane & ~(tile - 1));
  return coalesced_group::of_lanes(mask & __builtin_amdgcn_ballot_w64(true), rank / tile,
                                   (parent.size() + tile - 1) / tile);
}
__WL_DEVICE__ thread_group tiled_partition(const thread_block& parent, unsigned int tile) {
  return tiled_partition(static_cast<const thread_group&>(parent), tile);
}

// Splits by a condition, and by a label.
template <class Group> __WL_DEVICE__ coalesced_group binary_partition(const Group& group, bool predicate) {
  const unsigned long long yes = __builtin_amdgcn_ballot_w64(predicate), all = group.running();
  return coalesced_group::of_lanes(all & (predicate ? yes : ~yes), predicate ? 0 : 1, 2);
}
#ifndef WAVELIFT_STRICT_HIP
template <class Group, class Label>
__WL_DEVICE__ coalesced_group labeled_partition(const Group& group, Label label) {
  unsigned long long mask = 0;
  for (unsigned long long left = group.running(); left; left &= left - 1) {
    const int lane = __builtin_ctzll(left);
    if (hip_impl::read_lane(label, lane) == label) mask |= 1ull << lane;
  }
  return coalesced_group::of_lanes(mask);
}
#endif

template <class Group> __WL_DEVICE__ void sync(const Group& group) { group.sync(); }
template <class Group> __WL_DEVICE__ auto thread_rank(const Group& group) { return group.thread_rank(); }
template <class Group> __WL_DEVICE__ auto group_size(const Group& group) { return group.size(); }
template <class Group> __WL_DEVICE__ bool is_valid(const Group& group) { return group.is_valid(); }

} // namespace cooperative_groups

#endif
