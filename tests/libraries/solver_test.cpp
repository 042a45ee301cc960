// hipSOLVER: what was factored multiplies back to what it was.
#include "support.h"
#include <cmath>
#include <hipsolver/hipsolver.h>

using namespace test;
using c32 = std::complex<float>;
using c64 = std::complex<double>;

namespace {

struct Solver : testing::Test {
  hipsolverHandle_t h = nullptr;
  void SetUp() override { ASSERT_EQ(hipsolverDnCreate(&h), HIPSOLVER_STATUS_SUCCESS); }
  void TearDown() override { EXPECT_EQ(hipsolverDnDestroy(h), HIPSOLVER_STATUS_SUCCESS); }
};
hipDoubleComplex* api(c64* p) { return reinterpret_cast<hipDoubleComplex*>(p); }
hipFloatComplex* api(c32* p) { return reinterpret_cast<hipFloatComplex*>(p); }

// B^H B + n I, which is positive definite.
template <class T> std::vector<T> positive(int n) {
  auto b = numbers<T>(n * n);
  std::vector<T> a(n * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) {
        if constexpr (std::is_same_v<T, double>)
          a[i + j * n] += b[k + i * n] * b[k + j * n];
        else
          a[i + j * n] += std::conj(b[k + i * n]) * b[k + j * n];
      }
      if (i == j) a[i + j * n] += T(n);
    }
  return a;
}

TEST_F(Solver, LuSolvesAndReportsAZeroPivot) {
  const int n = 4;
  auto a = numbers<double>(n * n), x = numbers<double>(n);
  std::vector<double> right(n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) right[i] += a[i + j * n] * x[j];
  for (bool pivoting : {true, false}) {
    Device<double> lu(a), b(right), work(16);
    Device<int> pivots(n), info(1);
    int size = 0;
    ASSERT_EQ(hipsolverDnDgetrf_bufferSize(h, n, n, lu.get(), n, &size), HIPSOLVER_STATUS_SUCCESS);
    EXPECT_GE(size, 1);
    ASSERT_EQ(hipsolverDnDgetrf(h, n, n, lu.get(), n, work.get(), pivoting ? pivots.get() : nullptr, info.get()), HIPSOLVER_STATUS_SUCCESS);
    ASSERT_EQ(info[0], 0);
    ASSERT_EQ(hipsolverDnDgetrs(h, HIPBLAS_OP_N, n, 1, lu.get(), n, pivoting ? pivots.get() : nullptr, b.get(), n, info.get()),
              HIPSOLVER_STATUS_SUCCESS);
    for (int i = 0; i < n; ++i) EXPECT_NEAR(b[i], x[i], 1e-8);
  }
  Device<double> zero(n * n), work(1);
  Device<int> pivots(n), info(1);
  ASSERT_EQ(hipsolverDgetrf(h, n, n, zero.get(), n, work.get(), 1, pivots.get(), info.get()), HIPSOLVER_STATUS_SUCCESS);
  EXPECT_EQ(info[0], 1);
}
TEST_F(Solver, CholeskySolvesInBatches) {
  const int n = 3;
  auto a = positive<c64>(n), x = numbers<c64>(n);
  std::vector<c64> right(n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) right[i] += a[i + j * n] * x[j];
  Device<c64> l(a), b(right);
  Device<hipDoubleComplex*> pl(1), pb(1);
  pl[0] = api(l.get());
  pb[0] = api(b.get());
  Device<int> info(1);
  ASSERT_EQ(hipsolverDnZpotrfBatched(h, HIPBLAS_FILL_MODE_LOWER, n, pl.get(), n, info.get(), 1), HIPSOLVER_STATUS_SUCCESS);
  ASSERT_EQ(hipsolverDnZpotrsBatched(h, HIPBLAS_FILL_MODE_LOWER, n, 1, pl.get(), n, pb.get(), n, info.get(), 1), HIPSOLVER_STATUS_SUCCESS);
  for (int i = 0; i < n; ++i) EXPECT_LT(std::abs(b[i] - x[i]), 1e-10);
}
TEST_F(Solver, QrMultipliesBack) {
  const int m = 5, n = 3;
  auto a = numbers<double>(m * n);
  Device<double> qr(a), tau(n), work(64), c(m * n);
  Device<int> info(1);
  ASSERT_EQ(hipsolverDnDgeqrf(h, m, n, qr.get(), m, tau.get(), work.get(), 64, info.get()), HIPSOLVER_STATUS_SUCCESS);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i <= j; ++i) c[i + j * m] = qr[i + j * m];
  ASSERT_EQ(hipsolverDnDormqr(h, HIPBLAS_SIDE_LEFT, HIPBLAS_OP_N, m, n, n, qr.get(), m, tau.get(), c.get(), m, work.get(), 64, info.get()),
            HIPSOLVER_STATUS_SUCCESS);
  for (int i = 0; i < m * n; ++i) EXPECT_NEAR(c[i], a[i], 1e-12);
  ASSERT_EQ(hipsolverDnDorgqr(h, m, n, n, qr.get(), m, tau.get(), work.get(), 64, info.get()), HIPSOLVER_STATUS_SUCCESS);
  double dot = 0, norm = 0;
  for (int i = 0; i < m; ++i) dot += qr[i] * qr[i + m], norm += qr[i] * qr[i];
  EXPECT_NEAR(dot, 0, 1e-12);
  EXPECT_NEAR(norm, 1, 1e-12);
}
TEST_F(Solver, SingularValuesMultiplyBack) {
  const int m = 5, n = 3;
  auto a = numbers<c32>(m * n);
  for (bool jacobi : {false, true}) {
    Device<c32> copy(a), u(m * n), v(n * n), work(1);
    Device<float> s(n), rwork(n);
    Device<int> info(1);
    hipsolverGesvdjInfo_t settings = nullptr;
    ASSERT_EQ(hipsolverDnCreateGesvdjInfo(&settings), HIPSOLVER_STATUS_SUCCESS);
    if (jacobi)
      ASSERT_EQ(hipsolverDnCgesvdj(h, HIPSOLVER_EIG_MODE_VECTOR, 1, m, n, api(copy.get()), m, s.get(), api(u.get()), m, api(v.get()), n,
                                   api(work.get()), 1, info.get(), settings),
                HIPSOLVER_STATUS_SUCCESS);
    else
      ASSERT_EQ(hipsolverDnCgesvd(h, 'S', 'S', m, n, api(copy.get()), m, s.get(), api(u.get()), m, api(v.get()), n, api(work.get()), 1,
                                  rwork.get(), info.get()),
                HIPSOLVER_STATUS_SUCCESS);
    ASSERT_EQ(info[0], 0);
    EXPECT_TRUE(s[0] >= s[1] && s[1] >= s[2]);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        c32 sum = 0;
        for (int k = 0; k < n; ++k) sum += u[i + k * m] * s[k] * (jacobi ? std::conj(v[j + k * n]) : v[k + j * n]);
        EXPECT_LT(std::abs(sum - a[i + j * m]), 1e-5);
      }
    hipsolverDnDestroyGesvdjInfo(settings);
  }
}
TEST_F(Solver, EigenvaluesPlainAndGeneralised) {
  const int n = 4;
  auto a = positive<c64>(n), b = positive<c64>(n);
  for (auto fill : {HIPBLAS_FILL_MODE_LOWER, HIPBLAS_FILL_MODE_UPPER})
    for (bool general : {false, true}) {
      Device<c64> v(a), factor(b), work(1);
      Device<double> w(n);
      Device<int> info(1);
      if (general)
        ASSERT_EQ(hipsolverDnZhegvd(h, HIPSOLVER_EIG_TYPE_1, HIPSOLVER_EIG_MODE_VECTOR, fill, n, api(v.get()), n, api(factor.get()), n,
                                    w.get(), api(work.get()), 1, info.get()),
                  HIPSOLVER_STATUS_SUCCESS);
      else
        ASSERT_EQ(hipsolverDnZheevd(h, HIPSOLVER_EIG_MODE_VECTOR, fill, n, api(v.get()), n, w.get(), api(work.get()), 1, info.get()),
                  HIPSOLVER_STATUS_SUCCESS);
      ASSERT_EQ(info[0], 0);
      for (int k = 0; k < n; ++k)
        for (int i = 0; i < n; ++i) {
          c64 left = 0, right = 0;
          for (int j = 0; j < n; ++j) {
            left += a[i + j * n] * v[j + k * n];
            right += (general ? b[i + j * n] : c64(i == j)) * v[j + k * n];
          }
          EXPECT_LT(std::abs(left - w[k] * right), 1e-9);
        }
    }
}
TEST_F(Solver, Refusals) {
  Device<double> a(1), work(1);
  Device<int> info(1);
  EXPECT_EQ(hipsolverDnDpotrf(nullptr, HIPBLAS_FILL_MODE_LOWER, 1, a.get(), 1, work.get(), 1, info.get()), HIPSOLVER_STATUS_NOT_INITIALIZED);
  EXPECT_EQ(hipsolverDnDpotrf(h, static_cast<hipblasFillMode_t>(9), 1, a.get(), 1, work.get(), 1, info.get()), HIPSOLVER_STATUS_INVALID_ENUM);
  EXPECT_EQ(hipsolverDnDpotrf(h, HIPBLAS_FILL_MODE_LOWER, 2, a.get(), 1, work.get(), 1, info.get()), HIPSOLVER_STATUS_INVALID_VALUE);
  {
    Capture capture;
    hipsolverDnSetStream(h, capture.stream);
    EXPECT_EQ(hipsolverDnDpotrf(h, HIPBLAS_FILL_MODE_LOWER, 1, a.get(), 1, work.get(), 1, info.get()), HIPSOLVER_STATUS_NOT_SUPPORTED);
  }
  hipsolverDnSetStream(h, nullptr);
}

}  // namespace
