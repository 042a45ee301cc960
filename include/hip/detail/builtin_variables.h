// threadIdx, blockIdx, blockDim, gridDim and warpSize: objects whose members read the hardware's state.
#ifndef HIP_DETAIL_BUILTIN_VARIABLES_H
#define HIP_DETAIL_BUILTIN_VARIABLES_H

namespace hip_impl {

// The first twelve bytes behind the kernel's own arguments: the number of blocks a dimension.
__WL_DEVICE__ unsigned block_count(unsigned dimension) {
  typedef const __attribute__((address_space(4))) unsigned* hidden_words;
  return ((hidden_words)__builtin_amdgcn_implicitarg_ptr())[dimension];
}

} // namespace hip_impl

#define __WL_COORDINATE(name, readx, ready, readz)                                                           \
  struct __hip_builtin_##name##_t {                                                                          \
    __declspec(property(get = __get_x)) unsigned int x;                                                      \
    __declspec(property(get = __get_y)) unsigned int y;                                                      \
    __declspec(property(get = __get_z)) unsigned int z;                                                      \
    __WL_DEVICE__ unsigned int __get_x() const { return readx; }                                             \
    __WL_DEVICE__ unsigned int __get_y() const { return ready; }                                             \
    __WL_DEVICE__ unsigned int __get_z() const { return readz; }                                             \
    __WL_DEVICE__ operator dim3() const { return dim3(__get_x(), __get_y(), __get_z()); }                    \
    __WL_DEVICE__ operator uint3() const { return make_uint3(__get_x(), __get_y(), __get_z()); }             \
  };                                                                                                         \
  extern const __device__ __attribute__((weak)) __hip_builtin_##name##_t name;

__WL_COORDINATE(threadIdx, __builtin_amdgcn_workitem_id_x(), __builtin_amdgcn_workitem_id_y(),
                __builtin_amdgcn_workitem_id_z())
__WL_COORDINATE(blockIdx, __builtin_amdgcn_workgroup_id_x(), __builtin_amdgcn_workgroup_id_y(),
                __builtin_amdgcn_workgroup_id_z())
__WL_COORDINATE(blockDim, __builtin_amdgcn_workgroup_size_x(), __builtin_amdgcn_workgroup_size_y(),
                __builtin_amdgcn_workgroup_size_z())
__WL_COORDINATE(gridDim, hip_impl::block_count(0), hip_impl::block_count(1), hip_impl::block_count(2))
#undef __WL_COORDINATE

#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z

// The wavefront's width: 64 or 32, known when the target is, and no constant expression.
#ifndef __WAVELIFT_CUDA__
struct __hip_builtin_warpSize_t {
  __WL_DEVICE__ operator int() const noexcept { return static_cast<int>(__builtin_amdgcn_wavefrontsize()); }
};
extern const __device__ __attribute__((weak)) __hip_builtin_warpSize_t warpSize;
#endif

#endif
