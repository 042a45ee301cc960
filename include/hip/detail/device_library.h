// What a kernel calls of the C library: memory on the device's heap, memory blocks, printf, assert, abort.
#ifndef HIP_DETAIL_DEVICE_LIBRARY_H
#define HIP_DETAIL_DEVICE_LIBRARY_H

// The compiler's wrapper turns malloc and free in kernels into these two. Here every call is a request to the
// host (the service that the device library uses for its own slabs): address 0 and a size ask for memory, an
// address and size 0 give it back.
extern "C" __device__ unsigned long long __ockl_devmem_request(unsigned long long address,
                                                               unsigned long long size);
extern "C" inline __device__ __attribute__((noinline)) unsigned long long
__ockl_dm_alloc(unsigned long long size) {
  return size == 0 ? 0 : __ockl_devmem_request(0, size);
}
extern "C" inline __device__ __attribute__((noinline)) void __ockl_dm_dealloc(unsigned long long address) {
  if (address != 0) __ockl_devmem_request(address, 0);
}

// The builtins become loops in the code itself.
extern "C" inline __device__ void* memcpy(void* to, const void* from, size_t bytes) {
  return __builtin_memcpy(to, from, bytes);
}
extern "C" inline __device__ void* memmove(void* to, const void* from, size_t bytes) {
  return __builtin_memmove(to, from, bytes);
}
extern "C" inline __device__ void* memset(void* to, int byte, size_t bytes) {
  return __builtin_memset(to, byte, bytes);
}

// The compiler itself lowers printf in kernels to a message to the host.
extern "C" __device__ int printf(const char* format, ...);

extern "C" inline __device__ __attribute__((noinline, noreturn)) void
__assert_fail(const char* condition, const char* file, unsigned int line, const char* function) {
  printf("%s:%u: %s: Device-side assertion `%s' failed.\n", file, line, function, condition);
  __builtin_trap();
}
extern "C" inline __device__ __attribute__((noinline, noreturn)) void __assertfail() { __builtin_trap(); }
inline __device__ __attribute__((noinline, noreturn)) void abort() { __builtin_trap(); }

#endif
