// hipBLAS and hipBLASLt against plain loops, and their rules: beta = 0 does not read, sizes and enumerations are checked, a
// captured stream is refused.
#include "support.h"
#include <cmath>
#include <hipblas/hipblas.h>
#include <hipblaslt/hipblaslt.h>
#include <limits>

using namespace test;
using c32 = std::complex<float>;
using c64 = std::complex<double>;

namespace {

struct Blas : testing::Test {
  hipblasHandle_t h = nullptr;
  void SetUp() override { ASSERT_EQ(hipblasCreate(&h), HIPBLAS_STATUS_SUCCESS); }
  void TearDown() override { EXPECT_EQ(hipblasDestroy(h), HIPBLAS_STATUS_SUCCESS); }
};

template <class T> auto api(T* p) {
  if constexpr (std::is_same_v<std::remove_const_t<T>, c32>)
    return reinterpret_cast<std::conditional_t<std::is_const_v<T>, const hipComplex*, hipComplex*>>(p);
  else if constexpr (std::is_same_v<std::remove_const_t<T>, c64>)
    return reinterpret_cast<std::conditional_t<std::is_const_v<T>, const hipDoubleComplex*, hipDoubleComplex*>>(p);
  else
    return p;
}
template <class T> T conj_of(T x) { return x; }
template <class R> std::complex<R> conj_of(std::complex<R> x) { return std::conj(x); }
template <class T> T element(hipblasOperation_t op, const T* a, int ld, int i, int j) {
  return op == HIPBLAS_OP_N ? a[i + j * ld] : op == HIPBLAS_OP_T ? a[j + i * ld] : conj_of(a[j + i * ld]);
}
template <class T> double tolerance() { return sizeof(T) == sizeof(float) || std::is_same_v<T, c32> ? 1e-4 : 1e-12; }

// alpha op(A) op(B) + beta C by three loops.
template <class T>
std::vector<T> reference(hipblasOperation_t ta, hipblasOperation_t tb, int m, int n, int k, T alpha, const T* a, int lda,
                         const T* b, int ldb, T beta, const T* c, int ldc) {
  std::vector<T> r(c, c + ldc * n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      T sum(0);
      for (int l = 0; l < k; ++l) sum += element(ta, a, lda, i, l) * element(tb, b, ldb, l, j);
      r[i + j * ldc] = beta == T(0) ? alpha * sum : alpha * sum + beta * c[i + j * ldc];
    }
  return r;
}
template <class T> void expect_near(const std::vector<T>& a, const std::vector<T>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) EXPECT_LT(std::abs(a[i] - b[i]), tolerance<T>()) << i;
}

template <class T, class F> void test_gemm(hipblasHandle_t h, F gemm) {
  const hipblasOperation_t ops[] = {HIPBLAS_OP_N, HIPBLAS_OP_T, HIPBLAS_OP_C};
  for (auto ta : ops)
    for (auto tb : ops) {
      const int m = 7, n = 5, k = 6, ld = 9;
      Device<T> a(numbers<T>(ld * 9)), b(numbers<T>(ld * 9)), c(numbers<T>(ld * n));
      const T alpha = number<T>(), beta = number<T>();
      auto expected = reference(ta, tb, m, n, k, alpha, a.get(), ld, b.get(), ld, beta, c.get(), ld);
      ASSERT_EQ(gemm(h, ta, tb, m, n, k, api(&alpha), api(a.get()), ld, api(b.get()), ld, api(&beta), api(c.get()), ld),
                HIPBLAS_STATUS_SUCCESS);
      expect_near(c.copy(), expected);
    }
}
TEST_F(Blas, GemmInFourTypes) {
  test_gemm<float>(h, hipblasSgemm);
  test_gemm<double>(h, hipblasDgemm);
  test_gemm<c32>(h, hipblasCgemm);
  test_gemm<c64>(h, hipblasZgemm);
}

TEST_F(Blas, BetaZeroDoesNotReadAndAlphaZeroReadsNoMatrix) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), one = 1, zero = 0, two = 2;
  Device<float> a(std::vector<float>{1, 2, 3, 4}), c(std::vector<float>(4, nan)), y(std::vector<float>(2, nan));
  ASSERT_EQ(hipblasSgemm(h, HIPBLAS_OP_N, HIPBLAS_OP_N, 2, 2, 2, &one, a.get(), 2, a.get(), 2, &zero, c.get(), 2),
            HIPBLAS_STATUS_SUCCESS);
  EXPECT_EQ(c.copy(), (std::vector<float>{7, 10, 15, 22}));
  ASSERT_EQ(hipblasSgemv(h, HIPBLAS_OP_N, 2, 2, &one, a.get(), 2, a.get(), 1, &zero, y.get(), 1), HIPBLAS_STATUS_SUCCESS);
  EXPECT_EQ(y.copy(), (std::vector<float>{7, 10}));
  ASSERT_EQ(hipblasSgemm(h, HIPBLAS_OP_N, HIPBLAS_OP_N, 2, 2, 2, &zero, nullptr, 2, nullptr, 2, &two, c.get(), 2),
            HIPBLAS_STATUS_SUCCESS);
  EXPECT_EQ(c.copy(), (std::vector<float>{14, 20, 30, 44}));
  // NaN in what is read stays.
  a[0] = nan;
  ASSERT_EQ(hipblasSgemv(h, HIPBLAS_OP_N, 2, 2, &one, a.get(), 2, c.get(), 1, &zero, y.get(), 1), HIPBLAS_STATUS_SUCCESS);
  EXPECT_TRUE(std::isnan(y[0]));
  EXPECT_FALSE(std::isnan(y[1]));
}

TEST_F(Blas, BatchesAndStrides) {
  const int m = 4, n = 3, k = 5, count = 3;
  Device<double> a(numbers<double>(m * k * count)), b(numbers<double>(k * n * count)), c(m * n * count), d(m * n * count);
  Device<double*> pa(count), pb(count), pd(count);
  const double one = 1, zero = 0;
  for (int i = 0; i < count; ++i) {
    pa[i] = a.get() + i * m * k;
    pb[i] = b.get() + i * k * n;
    pd[i] = d.get() + i * m * n;
  }
  ASSERT_EQ(hipblasDgemmStridedBatched(h, HIPBLAS_OP_N, HIPBLAS_OP_N, m, n, k, &one, a.get(), m, m * k, b.get(), k, k * n, &zero,
                                       c.get(), m, m * n, count),
            HIPBLAS_STATUS_SUCCESS);
  ASSERT_EQ(hipblasDgemmBatched_64(h, HIPBLAS_OP_N, HIPBLAS_OP_N, m, n, k, &one, pa.get(), m, pb.get(), k, &zero, pd.get(), m, count),
            HIPBLAS_STATUS_SUCCESS);
  for (int i = 0; i < count; ++i) {
    std::vector<double> none(m * n);
    auto expected = reference(HIPBLAS_OP_N, HIPBLAS_OP_N, m, n, k, 1.0, pa[i], m, pb[i], k, 0.0, none.data(), m);
    expect_near(std::vector<double>(c.get() + i * m * n, c.get() + (i + 1) * m * n), expected);
    expect_near(std::vector<double>(pd[i], pd[i] + m * n), expected);
  }
}

// One running sum in float would be off by more than a hundredth of this.
TEST_F(Blas, LongDotsAreSummedInBlocks) {
  const int n = 100000;
  const float x = 0.81f;
  Device<float> a(std::vector<float>(n, x)), b(std::vector<float>(2 * n, x));
  float forth = 0, back = 0;
  ASSERT_EQ(hipblasSdot(h, n, a.get(), 1, b.get(), 2, &forth), HIPBLAS_STATUS_SUCCESS);
  EXPECT_NEAR(forth, n * double(x) * double(x), 0.02);
  // Against the grain: element i of one meets element n - 1 - i of the other.
  for (int i = 0; i < n; ++i) a[i] = float(i % 11), b[i] = float(i % 7);
  double expected = 0;
  for (int i = 0; i < n; ++i) expected += double(i % 11) * double((n - 1 - i) % 7);
  ASSERT_EQ(hipblasSdot(h, n, a.get(), 1, b.get(), -1, &back), HIPBLAS_STATUS_SUCCESS);
  EXPECT_EQ(back, float(expected));
}

TEST_F(Blas, LevelOne) {
  Device<c64> x(std::vector<c64>{{3, 4}, {0, 1}, {-8, 0}}), y(std::vector<c64>{{1, 0}, {2, 0}, {0, 1}});
  c64 dot;
  double real = 0;
  int index = 0;
  int64_t wide = 0;
  ASSERT_EQ(hipblasZdotc(h, 3, api(x.get()), 1, api(y.get()), 1, api(&dot)), HIPBLAS_STATUS_SUCCESS);
  EXPECT_EQ(dot, (c64{3, -4} + c64{0, -2} + c64{0, -8}));
  ASSERT_EQ(hipblasZdotu(h, 3, api(x.get()), 1, api(y.get()), 1, api(&dot)), HIPBLAS_STATUS_SUCCESS);
  EXPECT_EQ(dot, (c64{3, 4} + c64{0, 2} + c64{0, -8}));
  ASSERT_EQ(hipblasDzasum(h, 3, api(x.get()), 1, &real), HIPBLAS_STATUS_SUCCESS);
  EXPECT_EQ(real, 16);
  ASSERT_EQ(hipblasDznrm2(h, 3, api(x.get()), 1, &real), HIPBLAS_STATUS_SUCCESS);
  EXPECT_NEAR(real, std::sqrt(90.0), 1e-12);
  ASSERT_EQ(hipblasIzamax(h, 3, api(x.get()), 1, &index), HIPBLAS_STATUS_SUCCESS);
  EXPECT_EQ(index, 3);
  ASSERT_EQ(hipblasIzamin_64(h, 3, api(x.get()), 1, &wide), HIPBLAS_STATUS_SUCCESS);
  EXPECT_EQ(wide, 2);
  ASSERT_EQ(hipblasIzamax(h, 0, nullptr, 1, &index), HIPBLAS_STATUS_SUCCESS);
  EXPECT_EQ(index, 0);
  const double half = 0.5;
  ASSERT_EQ(hipblasZdscal(h, 2, &half, api(x.get()), 2), HIPBLAS_STATUS_SUCCESS);
  EXPECT_EQ(x.copy(), (std::vector<c64>{{1.5, 2}, {0, 1}, {-4, 0}}));
  // A negative increment walks from the far end.
  Device<float> f(std::vector<float>{1, 2, 3}), g(std::vector<float>{0, 0, 0});
  ASSERT_EQ(hipblasScopy(h, 3, f.get(), -1, g.get(), 1), HIPBLAS_STATUS_SUCCESS);
  EXPECT_EQ(g.copy(), (std::vector<float>{3, 2, 1}));
}

// Symmetric, Hermitian and triangular routines against gemm on the full matrix.
template <class T> std::vector<T> full_from(hipblasFillMode_t uplo, bool hermitian, const T* a, int n) {
  std::vector<T> f(n * n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      bool stored = uplo == HIPBLAS_FILL_MODE_UPPER ? i <= j : i >= j;
      T v = stored ? a[i + j * n] : hermitian ? conj_of(a[j + i * n]) : a[j + i * n];
      f[i + j * n] = i == j && hermitian ? T(std::real(v)) : v;
    }
  return f;
}
TEST_F(Blas, SymmetricAndHermitian) {
  const int n = 6;
  for (auto uplo : {HIPBLAS_FILL_MODE_UPPER, HIPBLAS_FILL_MODE_LOWER}) {
    Device<c32> a(numbers<c32>(n * n)), b(numbers<c32>(n * n)), c(numbers<c32>(n * n)), x(numbers<c32>(n)), y(numbers<c32>(n));
    const c32 alpha = number<c32>(), beta = number<c32>();
    for (bool hermitian : {false, true}) {
      auto f = full_from(uplo, hermitian, a.get(), n);
      auto expected = reference(HIPBLAS_OP_N, HIPBLAS_OP_N, n, n, n, alpha, f.data(), n, b.get(), n, beta, c.get(), n);
      auto* symm = hermitian ? hipblasChemm : hipblasCsymm;
      ASSERT_EQ(symm(h, HIPBLAS_SIDE_LEFT, uplo, n, n, api(&alpha), api(a.get()), n, api(b.get()), n, api(&beta), api(c.get()), n),
                HIPBLAS_STATUS_SUCCESS);
      expect_near(c.copy(), expected);
      auto vector = reference(HIPBLAS_OP_N, HIPBLAS_OP_N, n, 1, n, alpha, f.data(), n, x.get(), n, beta, y.get(), n);
      auto* symv = hermitian ? hipblasChemv : hipblasCsymv;
      ASSERT_EQ(symv(h, uplo, n, api(&alpha), api(a.get()), n, api(x.get()), 1, api(&beta), api(y.get()), 1), HIPBLAS_STATUS_SUCCESS);
      expect_near(y.copy(), vector);
    }
    // syrkx with B = A is syrk; only the triangle changes.
    Device<c32> p(c.copy()), q(c.copy());
    ASSERT_EQ(hipblasCsyrk(h, uplo, HIPBLAS_OP_T, n, n, api(&alpha), api(a.get()), n, api(&beta), api(p.get()), n), HIPBLAS_STATUS_SUCCESS);
    ASSERT_EQ(hipblasCsyrkx(h, uplo, HIPBLAS_OP_T, n, n, api(&alpha), api(a.get()), n, api(a.get()), n, api(&beta), api(q.get()), n),
              HIPBLAS_STATUS_SUCCESS);
    expect_near(p.copy(), q.copy());
    const size_t other = uplo == HIPBLAS_FILL_MODE_UPPER ? 1 : n;
    EXPECT_EQ(p[other], c[other]);
    // syr2 against its definition.
    Device<c32> r(c.copy());
    ASSERT_EQ(hipblasCsyr2(h, uplo, n, api(&alpha), api(x.get()), 1, api(y.get()), 1, api(r.get()), n), HIPBLAS_STATUS_SUCCESS);
    const size_t at = uplo == HIPBLAS_FILL_MODE_UPPER ? 2 + 4 * n : 4 + 2 * n;
    EXPECT_LT(std::abs(r[at] - (c[at] + alpha * (x[2] * y[4] + x[4] * y[2]))), 1e-5);
  }
}
TEST_F(Blas, TriangularProductThenSolutionGivesTheStart) {
  const int m = 6, n = 4;
  for (auto side : {HIPBLAS_SIDE_LEFT, HIPBLAS_SIDE_RIGHT})
    for (auto op : {HIPBLAS_OP_N, HIPBLAS_OP_T, HIPBLAS_OP_C}) {
      const int k = side == HIPBLAS_SIDE_LEFT ? m : n;
      Device<c64> a(numbers<c64>(k * k)), b(numbers<c64>(m * n)), c(m * n);
      for (int i = 0; i < k; ++i) a[i * (k + 1)] += 3.0;
      const c64 alpha{2, 1}, inverse = 1.0 / alpha;
      ASSERT_EQ(hipblasZtrmm(h, side, HIPBLAS_FILL_MODE_LOWER, op, HIPBLAS_DIAG_NON_UNIT, m, n, api(&alpha), api(a.get()), k, api(b.get()), m,
                             api(c.get()), m),
                HIPBLAS_STATUS_SUCCESS);
      ASSERT_EQ(hipblasZtrsm(h, side, HIPBLAS_FILL_MODE_LOWER, op, HIPBLAS_DIAG_NON_UNIT, m, n, api(&inverse), api(a.get()), k, api(c.get()), m),
                HIPBLAS_STATUS_SUCCESS);
      expect_near(c.copy(), b.copy());
    }
}
TEST_F(Blas, GeamAndDgmm) {
  Device<float> a(std::vector<float>{1, 2, 3, 4, 5, 6}), c(6), x(std::vector<float>{10, 100});
  const float one = 1, zero = 0;
  // The transpose of 2 x 3; the other matrix is not there.
  ASSERT_EQ(hipblasSgeam(h, HIPBLAS_OP_T, HIPBLAS_OP_N, 3, 2, &one, a.get(), 2, &zero, nullptr, 3, c.get(), 3), HIPBLAS_STATUS_SUCCESS);
  EXPECT_EQ(c.copy(), (std::vector<float>{1, 3, 5, 2, 4, 6}));
  ASSERT_EQ(hipblasSdgmm(h, HIPBLAS_SIDE_LEFT, 2, 3, a.get(), 2, x.get(), 1, c.get(), 2), HIPBLAS_STATUS_SUCCESS);
  EXPECT_EQ(c.copy(), (std::vector<float>{10, 200, 30, 400, 50, 600}));
}
TEST_F(Blas, FactorSolveInvert) {
  const int n = 5;
  Device<double> a(numbers<double>(n * n)), lu(a.copy()), x(numbers<double>(n)), inverse(n * n);
  std::vector<double> right(n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) right[i] += a[i + j * n] * x[j];
  Device<double> b(right);
  Device<int> pivots(n), info(1);
  Device<double*> pa(1), pc(1);
  pa[0] = lu.get();
  pc[0] = inverse.get();
  ASSERT_EQ(hipblasDgetrfBatched(h, n, pa.get(), n, pivots.get(), info.get(), 1), HIPBLAS_STATUS_SUCCESS);
  int host_info = 1;
  ASSERT_EQ(hipblasDgetrs(h, HIPBLAS_OP_N, n, 1, lu.get(), n, pivots.get(), b.get(), n, &host_info), HIPBLAS_STATUS_SUCCESS);
  EXPECT_EQ(host_info, 0);
  for (int i = 0; i < n; ++i) EXPECT_NEAR(b[i], x[i], 1e-9);
  ASSERT_EQ(hipblasDgetriBatched(h, n, pa.get(), n, pivots.get(), pc.get(), n, info.get(), 1), HIPBLAS_STATUS_SUCCESS);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int l = 0; l < n; ++l) sum += a[i + l * n] * inverse[l + j * n];
      EXPECT_NEAR(sum, i == j, 1e-9);
    }
}

TEST_F(Blas, GemmExRoundsOnceAndIntegersWrap) {
  // 4096 halves of 1/8: sums in half would stop growing.
  const int k = 4096;
  std::vector<uint16_t> eighths(k, 0x3000), out(1);
  Device<uint16_t> a(eighths), b(eighths), c(1);
  const float one = 1, zero = 0;
  ASSERT_EQ(hipblasGemmEx(h, HIPBLAS_OP_N, HIPBLAS_OP_N, 1, 1, k, &one, a.get(), HIP_R_16F, 1, b.get(), HIP_R_16F, k, &zero, c.get(),
                          HIP_R_16F, 1, HIPBLAS_COMPUTE_32F, HIPBLAS_GEMM_DEFAULT),
            HIPBLAS_STATUS_SUCCESS);
  EXPECT_EQ(c[0], 0x5400);  // 64
  Device<int8_t> p(std::vector<int8_t>(k, -128)), q(std::vector<int8_t>(k, 127));
  Device<int32_t> r(std::vector<int32_t>{1});
  const int32_t many = 64, keep = 1;
  ASSERT_EQ(hipblasGemmEx(h, HIPBLAS_OP_N, HIPBLAS_OP_N, 1, 1, k, &many, p.get(), HIP_R_8I, 1, q.get(), HIP_R_8I, k, &keep, r.get(),
                          HIP_R_32I, 1, HIPBLAS_COMPUTE_32I, HIPBLAS_GEMM_DEFAULT),
            HIPBLAS_STATUS_SUCCESS);
  EXPECT_EQ(r[0], static_cast<int32_t>(static_cast<uint32_t>(int64_t{-128} * 127 * k * 64 + 1)));
  EXPECT_EQ(hipblasGemmEx(h, HIPBLAS_OP_N, HIPBLAS_OP_N, 1, 1, k, &one, p.get(), HIP_R_8I, 1, q.get(), HIP_R_8I, k, &zero, c.get(),
                          HIP_R_16F, 1, HIPBLAS_COMPUTE_32F, HIPBLAS_GEMM_DEFAULT),
            HIPBLAS_STATUS_NOT_SUPPORTED);
}

TEST_F(Blas, Refusals) {
  float x = 1;
  int index;
  EXPECT_EQ(hipblasSgemm(nullptr, HIPBLAS_OP_N, HIPBLAS_OP_N, 1, 1, 1, &x, &x, 1, &x, 1, &x, &x, 1), HIPBLAS_STATUS_NOT_INITIALIZED);
  EXPECT_EQ(hipblasSgemm(h, static_cast<hipblasOperation_t>(0), HIPBLAS_OP_N, 1, 1, 1, &x, &x, 1, &x, 1, &x, &x, 1),
            HIPBLAS_STATUS_INVALID_ENUM);
  EXPECT_EQ(hipblasSgemm(h, HIPBLAS_OP_N, HIPBLAS_OP_N, 2, 1, 1, &x, &x, 1, &x, 1, &x, &x, 2), HIPBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(hipblasSgemm(h, HIPBLAS_OP_N, HIPBLAS_OP_N, -1, 1, 1, &x, &x, 1, &x, 1, &x, &x, 1), HIPBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(hipblasIsamax(h, 1, nullptr, 1, &index), HIPBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(hipblasSscal_64(h, int64_t{1} << 40, &x, &x, 1), HIPBLAS_STATUS_NOT_SUPPORTED);
  EXPECT_EQ(hipblasCreate(nullptr), HIPBLAS_STATUS_HANDLE_IS_NULLPTR);
  EXPECT_STREQ(hipblasStatusToString(HIPBLAS_STATUS_INVALID_ENUM), "HIPBLAS_STATUS_INVALID_ENUM");
}
TEST_F(Blas, ACapturedStreamIsRefused) {
  Device<float> x(std::vector<float>{1});
  const float two = 2;
  {
    Capture capture;
    ASSERT_EQ(hipblasSetStream(h, capture.stream), HIPBLAS_STATUS_SUCCESS);
    EXPECT_EQ(hipblasSscal(h, 1, &two, x.get(), 1), HIPBLAS_STATUS_NOT_SUPPORTED);
  }
  EXPECT_EQ(x[0], 1);
  ASSERT_EQ(hipblasSetStream(h, nullptr), HIPBLAS_STATUS_SUCCESS);
}

TEST(BlasLt, BiasReluScalesAndRowOrder) {
  hipblasLtHandle_t lt;
  hipblasLtMatmulDesc_t desc;
  hipblasLtMatrixLayout_t la, lb, ld;
  ASSERT_EQ(hipblasLtCreate(&lt), HIPBLAS_STATUS_SUCCESS);
  ASSERT_EQ(hipblasLtMatmulDescCreate(&desc, HIPBLAS_COMPUTE_32F, HIP_R_32F), HIPBLAS_STATUS_SUCCESS);
  ASSERT_EQ(hipblasLtMatrixLayoutCreate(&la, HIP_R_32F, 2, 3, 3), HIPBLAS_STATUS_SUCCESS);
  ASSERT_EQ(hipblasLtMatrixLayoutCreate(&lb, HIP_R_32F, 3, 2, 3), HIPBLAS_STATUS_SUCCESS);
  ASSERT_EQ(hipblasLtMatrixLayoutCreate(&ld, HIP_R_32F, 2, 2, 2), HIPBLAS_STATUS_SUCCESS);
  const int32_t row = HIPBLASLT_ORDER_ROW;
  ASSERT_EQ(hipblasLtMatrixLayoutSetAttribute(la, HIPBLASLT_MATRIX_LAYOUT_ORDER, &row, sizeof row), HIPBLAS_STATUS_SUCCESS);
  Device<float> a(std::vector<float>{1, 2, 3, 4, 5, 6}), b(std::vector<float>{1, 0, 1, 0, 1, 0}), d(4), bias(std::vector<float>{-5, 1});
  Device<float> scale(std::vector<float>{2}), amax(1);
  float *bias_at = bias.get(), *scale_at = scale.get(), *amax_at = amax.get();
  const hipblasLtEpilogue_t epilogue = HIPBLASLT_EPILOGUE_RELU_BIAS;
  hipblasLtMatmulDescSetAttribute(desc, HIPBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue);
  hipblasLtMatmulDescSetAttribute(desc, HIPBLASLT_MATMUL_DESC_BIAS_POINTER, &bias_at, sizeof bias_at);
  hipblasLtMatmulDescSetAttribute(desc, HIPBLASLT_MATMUL_DESC_D_SCALE_POINTER, &scale_at, sizeof scale_at);
  hipblasLtMatmulDescSetAttribute(desc, HIPBLASLT_MATMUL_DESC_AMAX_D_POINTER, &amax_at, sizeof amax_at);
  const float one = 1, zero = 0;
  ASSERT_EQ(hipblasLtMatmul(lt, desc, &one, a.get(), la, b.get(), lb, &zero, d.get(), ld, d.get(), ld, nullptr, nullptr, 0, nullptr),
            HIPBLAS_STATUS_SUCCESS);
  // A B = [4 2; 10 5]; with the bias [-1 -3; 11 6].
  EXPECT_EQ(d.copy(), (std::vector<float>{0, 22, 0, 12}));
  EXPECT_EQ(amax[0], 11);
  const hipblasLtEpilogue_t gradient = HIPBLASLT_EPILOGUE_DGELU;
  hipblasLtMatmulDescSetAttribute(desc, HIPBLASLT_MATMUL_DESC_EPILOGUE, &gradient, sizeof gradient);
  EXPECT_EQ(hipblasLtMatmul(lt, desc, &one, a.get(), la, b.get(), lb, &zero, d.get(), ld, d.get(), ld, nullptr, nullptr, 0, nullptr),
            HIPBLAS_STATUS_NOT_SUPPORTED);
  hipblasLtMatrixLayoutDestroy(la);
  hipblasLtMatrixLayoutDestroy(lb);
  hipblasLtMatrixLayoutDestroy(ld);
  hipblasLtMatmulDescDestroy(desc);
  hipblasLtDestroy(lt);
}

}  // namespace
