// Random numbers made by a kernel are those that the host API makes from the same seed.
// links: curand
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
#include <curand.h>
#include <curand_kernel.h>
#include <vector>

constexpr int threads = 256, each = 8;

template <class State> __global__ void draw(unsigned long long seed, unsigned int* bits, float* normal) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  State s;
  curand_init(seed, t, 0, &s);
  for (int i = 0; i < each; ++i) bits[t * each + i] = curand(&s);
  normal[t] = curand_normal(&s);
}
// One sequence, cut into pieces by skipping ahead.
template <class State> __global__ void pieces(unsigned long long seed, float* out) {
  int t = threadIdx.x;
  State s;
  curand_init(seed, 0, t * 3, &s);
  for (int i = 0; i < 3; ++i) out[t * 3 + i] = curand_uniform(&s);
}
__global__ void four(float* out) {
  curandStatePhilox4_32_10_t s;
  curand_init(7, threadIdx.x, 0, &s);
  float4 v = curand_uniform4(&s);
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
  out[threadIdx.x + blockDim.x] = static_cast<float>(curand_poisson(&s, 5.0)) + 0 * static_cast<float>(curand_normal_double(&s));
}

template <class State> bool check(curandRngType_t type, const char* name) {
  unsigned* bits;
  float *normal, *uniform, *host;
  cudaMallocManaged(&bits, threads * each * sizeof(unsigned));
  cudaMallocManaged(&normal, threads * sizeof(float));
  cudaMallocManaged(&uniform, threads * 3 * sizeof(float));
  cudaMallocManaged(&host, threads * 3 * sizeof(float));
  draw<State><<<threads / 64, 64>>>(42, bits, normal);
  pieces<State><<<1, threads>>>(42, uniform);
  cudaDeviceSynchronize();
  curandGenerator_t g;
  bool good = curandCreateGenerator(&g, type) == CURAND_STATUS_SUCCESS;
  good = good && curandSetPseudoRandomGeneratorSeed(g, 42) == CURAND_STATUS_SUCCESS;
  good = good && curandGenerateUniform(g, host, threads * 3) == CURAND_STATUS_SUCCESS;
  for (int i = 0; good && i < threads * 3; ++i)
    if (host[i] != uniform[i]) {
      printf("%s: number %d is %g on the device, %g on the host\n", name, i, uniform[i], host[i]);
      good = false;
    }
  double sum = 0, square = 0, ones = 0;
  for (int i = 0; i < threads; ++i) sum += normal[i], square += normal[i] * normal[i];
  for (int i = 0; i < threads * each; ++i) ones += __builtin_popcount(bits[i]);
  if (std::fabs(sum / threads) > 0.25 || std::fabs(square / threads - 1) > 0.35 ||
      std::fabs(ones / (threads * each) - 16) > 0.4) {
    printf("%s: mean %g, square %g, ones %g\n", name, sum / threads, square / threads, ones / (threads * each));
    good = false;
  }
  curandDestroyGenerator(g);
  return good;
}

int main() {
  bool good = check<curandStateXORWOW_t>(CURAND_RNG_PSEUDO_XORWOW, "xorwow");
  good &= check<curandStateMRG32k3a_t>(CURAND_RNG_PSEUDO_MRG32K3A, "mrg32k3a");
  good &= check<curandStatePhilox4_32_10_t>(CURAND_RNG_PSEUDO_PHILOX4_32_10, "philox");
  float* out;
  cudaMallocManaged(&out, 128 * sizeof(float));
  four<<<1, 64>>>(out);
  good &= cudaDeviceSynchronize() == cudaSuccess;
  double poisson = 0;
  for (int i = 0; i < 64; ++i) poisson += out[64 + i];
  if (std::fabs(poisson / 64 - 5) > 1.2) printf("poisson mean %g\n", poisson / 64), good = false;
  printf("%s\n", good ? "PASS" : "FAIL");
  return good ? 0 : 1;
}
