// Covers: errors as texts: cudaGetErrorName and cudaGetErrorString in host, device and shared functions; CubDebugExit on calls that succeed.
#include <cstdio>
#include <cstring>
#include <cub/cub.cuh>

__device__ __host__ int length_of_name(cudaError_t error) {
  const char* text = cudaGetErrorName(error);
  int n = 0;
  while (text[n]) ++n;
  return n;
}

__device__ bool has_text(cudaError_t error) { return cudaGetErrorString(error)[0] != 0; }

__global__ void ask(int* out) {
  out[0] = length_of_name(cudaSuccess);
  out[1] = length_of_name(cudaErrorInvalidValue);
  out[2] = has_text(cudaSuccess) && has_text(cudaErrorInvalidValue) && has_text(cudaErrorUnknown);
}

int main() {
  int *out, got[3];
  CubDebugExit(cudaMalloc(&out, sizeof(got)));
  ask<<<1, 1>>>(out);
  CubDebugExit(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
  CubDebugExit(cudaFree(out));
  cudaError_t errors[] = {cudaSuccess, cudaErrorInvalidValue};
  for (int i = 0; i < 2; ++i)
    if (got[i] != length_of_name(errors[i]) || got[i] != int(strlen(cudaGetErrorName(errors[i])))) {
      printf("FAIL: name of error %d: %d letters in the kernel, expected %d\n", i, got[i], length_of_name(errors[i]));
      return 1;
    }
  if (!got[2]) {
    printf("FAIL: an error without a text in the kernel\n");
    return 1;
  }
  printf("PASS\n");
}
