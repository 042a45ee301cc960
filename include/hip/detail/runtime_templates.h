// C++ forms of runtime functions: typed pointers, symbols by reference, kernels by name. Included at the end of
// hip_runtime_api.h, where the C functions are known.
#ifndef HIP_DETAIL_RUNTIME_TEMPLATES_H
#define HIP_DETAIL_RUNTIME_TEMPLATES_H

// Allocation through a pointer to a typed pointer.
template <class T> static inline hipError_t hipMalloc(T** devPtr, size_t size) {
  return hipMalloc((void**)devPtr, size);
}
template <class T>
static inline hipError_t hipMallocPitch(T** devPtr, size_t* pitch, size_t width, size_t height) {
  return hipMallocPitch((void**)devPtr, pitch, width, height);
}
template <class T>
static inline hipError_t hipHostMalloc(T** ptr, size_t size, unsigned int flags = hipHostMallocDefault) {
  return hipHostMalloc((void**)ptr, size, flags);
}
template <class T>
static inline hipError_t hipHostAlloc(T** ptr, size_t size, unsigned int flags = hipHostAllocDefault) {
  return hipHostAlloc((void**)ptr, size, flags);
}
template <class T>
static inline hipError_t hipMallocManaged(T** devPtr, size_t size, unsigned int flags = hipMemAttachGlobal) {
  return hipMallocManaged((void**)devPtr, size, flags);
}
template <class T> static inline hipError_t hipMallocAsync(T** devPtr, size_t size, hipStream_t stream) {
  return hipMallocAsync((void**)devPtr, size, stream);
}
template <class T>
static inline hipError_t hipMallocAsync(T** devPtr, size_t size, hipMemPool_t pool, hipStream_t stream) {
  return hipMallocFromPoolAsync((void**)devPtr, size, pool, stream);
}
static inline hipError_t hipMallocAsync(void** devPtr, size_t size, hipMemPool_t pool, hipStream_t stream) {
  return hipMallocFromPoolAsync(devPtr, size, pool, stream);
}
template <class T>
static inline hipError_t hipMallocFromPoolAsync(T** devPtr, size_t size, hipMemPool_t pool,
                                                hipStream_t stream) {
  return hipMallocFromPoolAsync((void**)devPtr, size, pool, stream);
}

// Device variables by reference.
template <class T> static inline hipError_t hipGetSymbolAddress(void** devPtr, const T& symbol) {
  return hipGetSymbolAddress(devPtr, (const void*)&symbol);
}
template <class T> static inline hipError_t hipGetSymbolSize(size_t* size, const T& symbol) {
  return hipGetSymbolSize(size, (const void*)&symbol);
}
template <class T>
static inline hipError_t hipMemcpyToSymbol(const T& symbol, const void* src, size_t sizeBytes,
                                           size_t offset = 0, hipMemcpyKind kind = hipMemcpyHostToDevice) {
  return hipMemcpyToSymbol((const void*)&symbol, src, sizeBytes, offset, kind);
}
template <class T>
static inline hipError_t hipMemcpyToSymbolAsync(const T& symbol, const void* src, size_t sizeBytes,
                                                size_t offset, hipMemcpyKind kind, hipStream_t stream = 0) {
  return hipMemcpyToSymbolAsync((const void*)&symbol, src, sizeBytes, offset, kind, stream);
}
template <class T>
static inline hipError_t hipMemcpyFromSymbol(void* dst, const T& symbol, size_t sizeBytes, size_t offset = 0,
                                             hipMemcpyKind kind = hipMemcpyDeviceToHost) {
  return hipMemcpyFromSymbol(dst, (const void*)&symbol, sizeBytes, offset, kind);
}
template <class T>
static inline hipError_t hipMemcpyFromSymbolAsync(void* dst, const T& symbol, size_t sizeBytes, size_t offset,
                                                  hipMemcpyKind kind, hipStream_t stream = 0) {
  return hipMemcpyFromSymbolAsync(dst, (const void*)&symbol, sizeBytes, offset, kind, stream);
}

// Occupancy and launches by kernel.
template <class F>
static inline hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, F kernel, int blockSize,
                                                                      size_t dynSharedMemPerBlk) {
  return hipOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, (const void*)kernel, blockSize,
                                                      dynSharedMemPerBlk);
}
template <class F>
static inline hipError_t
hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, F kernel, int blockSize,
                                                      size_t dynSharedMemPerBlk, unsigned int flags = 0) {
  return hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, (const void*)kernel, blockSize,
                                                               dynSharedMemPerBlk, flags);
}
template <class F>
static inline hipError_t hipOccupancyMaxPotentialBlockSize(int* gridSize, int* blockSize, F kernel,
                                                           size_t dynSharedMemPerBlk = 0,
                                                           int blockSizeLimit = 0) {
  return hipOccupancyMaxPotentialBlockSize(gridSize, blockSize, (const void*)kernel, dynSharedMemPerBlk,
                                           blockSizeLimit);
}
template <class F>
static inline hipError_t
hipOccupancyMaxPotentialBlockSizeWithFlags(int* gridSize, int* blockSize, F kernel,
                                           size_t dynSharedMemPerBlk = 0, int blockSizeLimit = 0,
                                           unsigned int flags = 0) {
  (void)flags;
  return hipOccupancyMaxPotentialBlockSize(gridSize, blockSize, (const void*)kernel, dynSharedMemPerBlk,
                                           blockSizeLimit);
}
// `bytesOf(blockSize)` says how much dynamic shared memory a block of that size needs.
template <class BytesOf, class F>
static inline hipError_t
hipOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int* gridSize, int* blockSize, F kernel,
                                                       BytesOf bytesOf, int blockSizeLimit = 0,
                                                       unsigned int flags = 0) {
  int device = 0;
  hipError_t error = hipGetDevice(&device);
  hipDeviceProp_t prop;
  if (error == hipSuccess) error = hipGetDeviceProperties(&prop, device);
  hipFuncAttributes attr;
  if (error == hipSuccess) error = hipFuncGetAttributes(&attr, (const void*)kernel);
  if (error != hipSuccess) return error;
  int limit = attr.maxThreadsPerBlock;
  if (blockSizeLimit > 0 && blockSizeLimit < limit) limit = blockSizeLimit;
  int bestThreads = 0;
  *gridSize = *blockSize = 0;
  for (int size = limit - limit % prop.warpSize; size > 0; size -= prop.warpSize) {
    int blocks = 0;
    error = hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, (const void*)kernel, size,
                                                                  bytesOf(size), flags);
    if (error != hipSuccess) return error;
    if (blocks * size > bestThreads) {
      bestThreads = blocks * size;
      *blockSize = size;
      *gridSize = blocks * prop.multiProcessorCount;
    }
  }
  return hipSuccess;
}
template <class BytesOf, class F>
static inline hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMem(int* gridSize, int* blockSize, F kernel,
                                                                       BytesOf bytesOf,
                                                                       int blockSizeLimit = 0) {
  return hipOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(gridSize, blockSize, kernel, bytesOf,
                                                                blockSizeLimit);
}
template <class F>
static inline hipError_t hipLaunchCooperativeKernel(F kernel, dim3 gridDim, dim3 blockDim,
                                                    void** kernelParams, unsigned int sharedMemBytes,
                                                    hipStream_t stream) {
  return hipLaunchCooperativeKernel((const void*)kernel, gridDim, blockDim, kernelParams, sharedMemBytes,
                                    stream);
}
template <class F>
static inline hipError_t hipLaunchCooperativeKernelMultiDevice(hipLaunchParams* launchParamsList,
                                                               unsigned int numDevices,
                                                               unsigned int flags = 0) {
  return hipLaunchCooperativeKernelMultiDevice(launchParamsList, (int)numDevices, flags);
}
template <class F>
static inline hipError_t hipExtLaunchMultiKernelMultiDevice(hipLaunchParams* launchParamsList,
                                                            unsigned int numDevices, unsigned int flags = 0) {
  return hipExtLaunchMultiKernelMultiDevice(launchParamsList, (int)numDevices, flags);
}
#if __cplusplus >= 201103L
// Arguments are converted to the kernel's parameter types, then passed by address.
template <class... KernelArgs, class... Params>
static inline hipError_t hipLaunchKernelEx(const hipLaunchConfig_t* config, void (*kernel)(KernelArgs...),
                                           Params&&... params) {
  return [&](KernelArgs... args) {
    void* pointers[sizeof...(KernelArgs) + 1] = {(void*)&args...};
    return hipLaunchKernelExC(config, (const void*)kernel, pointers);
  }(static_cast<Params&&>(params)...);
}
#endif

// Texture references (deprecated).
template <class T, int dim, enum hipTextureReadMode readMode>
static inline hipError_t hipBindTexture(size_t* offset, const struct texture<T, dim, readMode>& tex,
                                        const void* devPtr, size_t size = UINT_MAX) {
  return hipBindTexture(offset, (const textureReference*)&tex, devPtr, &tex.channelDesc, size);
}
template <class T, int dim, enum hipTextureReadMode readMode>
static inline hipError_t hipBindTexture(size_t* offset, const struct texture<T, dim, readMode>& tex,
                                        const void* devPtr, const struct hipChannelFormatDesc& desc,
                                        size_t size = UINT_MAX) {
  return hipBindTexture(offset, (const textureReference*)&tex, devPtr, &desc, size);
}
template <class T, int dim, enum hipTextureReadMode readMode>
static inline hipError_t hipBindTexture2D(size_t* offset, const struct texture<T, dim, readMode>& tex,
                                          const void* devPtr, size_t width, size_t height, size_t pitch) {
  return hipBindTexture2D(offset, (const textureReference*)&tex, devPtr, &tex.channelDesc, width, height,
                          pitch);
}
template <class T, int dim, enum hipTextureReadMode readMode>
static inline hipError_t hipBindTexture2D(size_t* offset, const struct texture<T, dim, readMode>& tex,
                                          const void* devPtr, const struct hipChannelFormatDesc& desc,
                                          size_t width, size_t height, size_t pitch) {
  return hipBindTexture2D(offset, (const textureReference*)&tex, devPtr, &desc, width, height, pitch);
}
template <class T, int dim, enum hipTextureReadMode readMode>
static inline hipError_t hipBindTextureToArray(const struct texture<T, dim, readMode>& tex,
                                               hipArray_const_t array) {
  struct hipChannelFormatDesc desc;
  hipError_t error = hipGetChannelDesc(&desc, array);
  return error == hipSuccess ? hipBindTextureToArray((const textureReference*)&tex, array, &desc) : error;
}
template <class T, int dim, enum hipTextureReadMode readMode>
static inline hipError_t hipBindTextureToArray(const struct texture<T, dim, readMode>& tex,
                                               hipArray_const_t array,
                                               const struct hipChannelFormatDesc& desc) {
  return hipBindTextureToArray((const textureReference*)&tex, array, &desc);
}
template <class T, int dim, enum hipTextureReadMode readMode>
static inline hipError_t hipBindTextureToMipmappedArray(const struct texture<T, dim, readMode>& tex,
                                                        hipMipmappedArray_const_t mipmappedArray,
                                                        const struct hipChannelFormatDesc& desc) {
  return hipBindTextureToMipmappedArray((const textureReference*)&tex, mipmappedArray, &desc);
}
template <class T, int dim, enum hipTextureReadMode readMode>
static inline hipError_t hipUnbindTexture(const struct texture<T, dim, readMode>& tex) {
  return hipUnbindTexture((const textureReference*)&tex);
}

#endif
