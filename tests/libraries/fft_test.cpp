// hipFFT against the sums that define it, in every kind of layout, and its refusals.
#include "support.h"
#include <cmath>
#include <hipfft/hipfftXt.h>

using namespace test;
using c32 = std::complex<float>;
using c64 = std::complex<double>;

namespace {

hipfftDoubleComplex* api(c64* p) { return reinterpret_cast<hipfftDoubleComplex*>(p); }
hipfftComplex* api(c32* p) { return reinterpret_cast<hipfftComplex*>(p); }

// The transform of a packed n0 x n1 array.
std::vector<c64> reference(const std::vector<c64>& x, int n0, int n1, int sign) {
  std::vector<c64> y(x.size());
  for (int a = 0; a < n0; ++a)
    for (int b = 0; b < n1; ++b)
      for (int i = 0; i < n0; ++i)
        for (int j = 0; j < n1; ++j)
          y[a * n1 + b] += x[i * n1 + j] * std::polar(1.0, sign * 2 * M_PI * (double(a) * i / n0 + double(b) * j / n1));
  return y;
}

TEST(Fft, ComplexBothDirectionsInPlaceAndNot) {
  auto x = numbers<c64>(6 * 5);
  Device<c64> in(x), out(x.size());
  hipfftHandle plan;
  ASSERT_EQ(hipfftPlan2d(&plan, 6, 5, HIPFFT_Z2Z), HIPFFT_SUCCESS);
  for (int sign : {HIPFFT_FORWARD, HIPFFT_BACKWARD}) {
    auto expected = reference(x, 6, 5, sign);
    ASSERT_EQ(hipfftExecZ2Z(plan, api(in.get()), api(out.get()), sign), HIPFFT_SUCCESS);
    for (size_t i = 0; i < x.size(); ++i) EXPECT_LT(std::abs(out[i] - expected[i]), 1e-11);
    EXPECT_EQ(in.copy(), x);
  }
  ASSERT_EQ(hipfftExecZ2Z(plan, api(out.get()), api(out.get()), HIPFFT_FORWARD), HIPFFT_SUCCESS);
  for (size_t i = 0; i < x.size(); ++i) EXPECT_LT(std::abs(out[i] - 30.0 * x[i]), 1e-11);
  hipfftDestroy(plan);
}
TEST(Fft, RealToComplexAndBackKeepsTheInput) {
  const int n0 = 4, n1 = 6, half = n1 / 2 + 1;
  Device<double> x(numbers<double>(n0 * n1)), back(n0 * n1);
  Device<c64> y(n0 * half);
  std::vector<c64> as_complex(n0 * n1);
  for (size_t i = 0; i < as_complex.size(); ++i) as_complex[i] = x[i];
  auto expected = reference(as_complex, n0, n1, -1);
  hipfftHandle there, here;
  ASSERT_EQ(hipfftPlan2d(&there, n0, n1, HIPFFT_D2Z), HIPFFT_SUCCESS);
  ASSERT_EQ(hipfftPlan2d(&here, n0, n1, HIPFFT_Z2D), HIPFFT_SUCCESS);
  ASSERT_EQ(hipfftExecD2Z(there, x.get(), api(y.get())), HIPFFT_SUCCESS);
  for (int i = 0; i < n0; ++i)
    for (int j = 0; j < half; ++j) EXPECT_LT(std::abs(y[i * half + j] - expected[i * n1 + j]), 1e-11);
  auto before = y.copy();
  ASSERT_EQ(hipfftExtPlanScaleFactor(here, 1.0 / (n0 * n1)), HIPFFT_SUCCESS);
  ASSERT_EQ(hipfftExecZ2D(here, api(y.get()), back.get()), HIPFFT_SUCCESS);
  EXPECT_EQ(y.copy(), before);
  for (int i = 0; i < n0 * n1; ++i) EXPECT_NEAR(back[i], x[i], 1e-12);
  // In place the real rows are padded to the complex ones.
  Device<double> padded(n0 * 2 * half);
  for (int i = 0; i < n0; ++i)
    for (int j = 0; j < n1; ++j) padded[i * 2 * half + j] = x[i * n1 + j];
  auto* in_place = reinterpret_cast<c64*>(padded.get());
  ASSERT_EQ(hipfftExecD2Z(there, padded.get(), api(in_place)), HIPFFT_SUCCESS);
  for (int i = 0; i < n0 * half; ++i) EXPECT_LT(std::abs(in_place[i] - before[i]), 1e-11);
  hipfftDestroy(there);
  hipfftDestroy(here);
}
TEST(Fft, ManyWithStrides) {
  // Three transforms of 8, elements interleaved: stride 3, distance 1; the output packed.
  const int n = 8, batch = 3;
  Device<c32> in(numbers<c32>(n * batch)), out(n * batch);
  int size[] = {n}, embed[] = {n};
  hipfftHandle plan;
  ASSERT_EQ(hipfftPlanMany(&plan, 1, size, embed, batch, 1, embed, 1, n, HIPFFT_C2C, batch), HIPFFT_SUCCESS);
  ASSERT_EQ(hipfftExecC2C(plan, api(in.get()), api(out.get()), HIPFFT_FORWARD), HIPFFT_SUCCESS);
  for (int b = 0; b < batch; ++b) {
    std::vector<c64> x(n);
    for (int i = 0; i < n; ++i) x[i] = c64(in[i * batch + b]);
    auto expected = reference(x, 1, n, -1);
    for (int i = 0; i < n; ++i) EXPECT_LT(std::abs(c64(out[b * n + i]) - expected[i]), 1e-5);
  }
  hipfftDestroy(plan);
}
TEST(Fft, Refusals) {
  hipfftHandle plan;
  size_t work = 1;
  EXPECT_EQ(hipfftPlan1d(&plan, 0, HIPFFT_C2C, 1), HIPFFT_INVALID_SIZE);
  ASSERT_EQ(hipfftCreate(&plan), HIPFFT_SUCCESS);
  Device<c32> x(8);
  EXPECT_EQ(hipfftExecC2C(plan, api(x.get()), api(x.get()), HIPFFT_FORWARD), HIPFFT_INVALID_PLAN);
  ASSERT_EQ(hipfftMakePlan1d(plan, 8, HIPFFT_C2C, 1, &work), HIPFFT_SUCCESS);
  EXPECT_EQ(work, 0u);
  EXPECT_EQ(hipfftExecR2C(plan, reinterpret_cast<float*>(x.get()), api(x.get())), HIPFFT_INVALID_TYPE);
  EXPECT_EQ(hipfftXtSetCallback(plan, HIPFFT_CB_LD_COMPLEX, nullptr, nullptr), HIPFFT_NOT_IMPLEMENTED);
  Capture capture;
  hipfftSetStream(plan, capture.stream);
  EXPECT_EQ(hipfftExecC2C(plan, api(x.get()), api(x.get()), HIPFFT_FORWARD), HIPFFT_NOT_SUPPORTED);
  hipfftDestroy(plan);
}

}  // namespace
