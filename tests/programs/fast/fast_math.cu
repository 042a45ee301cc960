// Covers: -use_fast_math: powf, tanf, sincosf, expf, exp10f, logf and log10f on the device are the intrinsics, within the
// errors that CUDA states for them; on the host they stay precise.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

#define CHECK(call) succeeded((call), #call, __LINE__)
static void succeeded(cudaError_t status, const char* call, int line) {
  if (status == cudaSuccess) return;
  printf("FAIL: %s, line %d, got %s, expected cudaSuccess\n", call, line, cudaGetErrorName(status));
  exit(1);
}

enum { POW, UNDER_POW, TAN, UNDER_TAN, SIN, COS, UNDER_SIN, UNDER_COS, EXP, UNDER_EXP, EXP10, UNDER_EXP10, LOG, LOG2, LOG10, SQUARE, functions };

__host__ __device__ float square(float x, float two) { return powf(x, two); }

__global__ void kernel(const float* xs, const float* ys, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = xs[i], y = ys[i];
  float* o = out + i * functions;
  o[POW] = powf(x, y);
  o[UNDER_POW] = __powf(x, y);
  o[TAN] = tanf(y);
  o[UNDER_TAN] = __tanf(y);
  sincosf(y, &o[SIN], &o[COS]);
  __sincosf(y, &o[UNDER_SIN], &o[UNDER_COS]);
  o[EXP] = expf(y);
  o[UNDER_EXP] = __expf(y);
  o[EXP10] = exp10f(y);
  o[UNDER_EXP10] = __exp10f(y);
  o[LOG] = logf(x);
  o[LOG2] = __log2f(x);
  o[LOG10] = log10f(x);
  o[SQUARE] = square(-x, 2.0f * (y / y));
}

static void within(const char* what, float x, float y, float got, double want, double error) {
  if (std::fabs(got - want) <= error) return;
  printf("FAIL: %s, at (%.9g, %.9g), got %.9g, expected %.9g within %.3g\n", what, x, y, got, want, error);
  exit(1);
}
// What the fast form gives, to the bit: the precise one differs in some of the values.
static void same(const char* what, float x, float got, float expected) {
  if (got == expected) return;
  printf("FAIL: %s is not the fast one, at %.9g, got %.9g, expected %.9g\n", what, x, got, expected);
  exit(1);
}
static double ulp(double v) { return std::ldexp(1.0, std::ilogb(v) - 23); }

int main() {
  std::vector<float> x, y;
  unsigned s = 7;
  for (int i = 0; i < 3000; i++) {
    s = s * 1664525u + 1013904223u;
    x.push_back(std::exp2f((int(s) >> 8) * (20.0f / 8388608.0f))); // 2^-20 to 2^20
    s = s * 1664525u + 1013904223u;
    y.push_back(((int(s) >> 8) | 1) * (3.14f / 8388608.0f)); // -pi to pi, never 0
  }
  const int n = x.size();
  float *dx, *dy, *d;
  CHECK(cudaMalloc(&dx, n * sizeof(float)));
  CHECK(cudaMalloc(&dy, n * sizeof(float)));
  CHECK(cudaMalloc(&d, n * functions * sizeof(float)));
  CHECK(cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(dy, y.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  kernel<<<(n + 127) / 128, 128>>>(dx, dy, d, n);
  CHECK(cudaGetLastError());
  std::vector<float> out(n * functions);
  CHECK(cudaMemcpy(out.data(), d, out.size() * sizeof(float), cudaMemcpyDeviceToHost));
  const double ln2 = std::log(2.0), trig = std::exp2(-21.41);
  for (int i = 0; i < n; i++) {
    double u = x[i], v = y[i], log2 = std::log2(u);
    const float* o = &out[i * functions];
    // __log2f: 2^-22 between 0.5 and 2, else 2 ulp; then the product's rounding, then __exp2f's 2 ulp.
    double exponent = std::fabs(v) * (u >= 0.5 && u <= 2 ? std::exp2(-22) : 2 * ulp(log2)) + ulp(v * log2);
    double power = std::pow(u, v);
    within("powf", x[i], y[i], o[POW], power, power * exponent * ln2 * 1.01 + 2 * ulp(power));
    same("__powf", x[i], o[UNDER_POW], o[POW]);
    same("tanf", y[i], o[TAN], o[UNDER_TAN]);
    within("sincosf's sine", y[i], 0, o[SIN], std::sin(v), trig);
    within("sincosf's cosine", y[i], 0, o[COS], std::cos(v), trig);
    same("sincosf's sine", y[i], o[SIN], o[UNDER_SIN]);
    same("sincosf's cosine", y[i], o[COS], o[UNDER_COS]);
    within("expf", y[i], 0, o[EXP], std::exp(v), (2 + std::floor(std::fabs(1.173 * v))) * ulp(std::exp(v)));
    same("expf", y[i], o[EXP], o[UNDER_EXP]);
    within("exp10f", y[i], 0, o[EXP10], std::pow(10, v), (2 + std::floor(std::fabs(2.97 * v))) * ulp(std::pow(10, v)));
    same("exp10f", y[i], o[EXP10], o[UNDER_EXP10]);
    within("logf", x[i], 0, o[LOG], std::log(u), u >= 0.5 && u <= 2 ? trig : 3 * ulp(std::log(u)));
    same("logf", x[i], o[LOG], o[LOG2] * 0x1.62e430p-1f);
    same("log10f", x[i], o[LOG10], o[LOG2] * 0x1.344136p-2f);
    // A negative base has no logarithm.
    if (!std::isnan(o[SQUARE])) {
      printf("FAIL: powf is not the fast one, at (%.9g, 2), got %.9g, expected NaN\n", -x[i], o[SQUARE]);
      return 1;
    }
  }
  volatile float two = 2;
  within("powf on the host", -2, 2, square(-two, two), 4, 0);
  printf("PASS\n");
}
