// hipSPARSE against dense sums, over its formats, index types and bases.
#include "support.h"
#include <cmath>
#include <hipsparse/hipsparse.h>

using namespace test;
using c64 = std::complex<double>;

namespace {

// A 4 x 3 matrix: [1 0 2; 0 0 3; 4 5 0; 0 6 0].
const std::vector<double> dense = {1, 0, 2, 0, 0, 3, 4, 5, 0, 0, 6, 0};  // by rows
constexpr int rows = 4, cols = 3, nnz = 6;

struct Sparse : testing::Test {
  hipsparseHandle_t h = nullptr;
  void SetUp() override { ASSERT_EQ(hipsparseCreate(&h), HIPSPARSE_STATUS_SUCCESS); }
  void TearDown() override { EXPECT_EQ(hipsparseDestroy(h), HIPSPARSE_STATUS_SUCCESS); }
};

template <class I> struct Matrix {
  Device<I> offsets, indices;
  Device<double> values;
  hipsparseSpMatDescr_t descr = nullptr;
  Matrix(hipsparseFormat_t format, I base)
      : offsets(format == HIPSPARSE_FORMAT_COO ? nnz : format == HIPSPARSE_FORMAT_CSR ? rows + 1 : cols + 1), indices(nnz), values(nnz) {
    int k = 0;
    const bool by_column = format == HIPSPARSE_FORMAT_CSC;
    for (int p = 0; p < (by_column ? cols : rows); ++p) {
      if (format != HIPSPARSE_FORMAT_COO) offsets[p] = static_cast<I>(k) + base;
      for (int q = 0; q < (by_column ? rows : cols); ++q) {
        double v = by_column ? dense[q * cols + p] : dense[p * cols + q];
        if (v == 0) continue;
        if (format == HIPSPARSE_FORMAT_COO) offsets[k] = static_cast<I>(p) + base;
        indices[k] = static_cast<I>(q) + base;
        values[k++] = v;
      }
    }
    if (format != HIPSPARSE_FORMAT_COO) offsets[by_column ? cols : rows] = static_cast<I>(k) + base;
    auto type = sizeof(I) == 8 ? HIPSPARSE_INDEX_64I : HIPSPARSE_INDEX_32I;
    auto b = base ? HIPSPARSE_INDEX_BASE_ONE : HIPSPARSE_INDEX_BASE_ZERO;
    if (format == HIPSPARSE_FORMAT_COO)
      hipsparseCreateCoo(&descr, rows, cols, nnz, offsets.get(), indices.get(), values.get(), type, b, HIP_R_64F);
    else if (format == HIPSPARSE_FORMAT_CSR)
      hipsparseCreateCsr(&descr, rows, cols, nnz, offsets.get(), indices.get(), values.get(), type, type, b, HIP_R_64F);
    else
      hipsparseCreateCsc(&descr, rows, cols, nnz, offsets.get(), indices.get(), values.get(), type, type, b, HIP_R_64F);
  }
  ~Matrix() { hipsparseDestroySpMat(descr); }
};

template <class I> void test_products(hipsparseHandle_t h) {
  const double alpha = 2, beta = -1;
  for (auto format : {HIPSPARSE_FORMAT_CSR, HIPSPARSE_FORMAT_CSC, HIPSPARSE_FORMAT_COO})
    for (I base : {I(0), I(1)})
      for (auto op : {HIPSPARSE_OPERATION_NON_TRANSPOSE, HIPSPARSE_OPERATION_TRANSPOSE}) {
        Matrix<I> a(format, base);
        const bool t = op == HIPSPARSE_OPERATION_TRANSPOSE;
        const int m = t ? cols : rows, k = t ? rows : cols, n = 2;
        Device<double> x(numbers<double>(k * n)), y(numbers<double>(m * n));
        auto before = y.copy();
        hipsparseDnVecDescr_t dx, dy;
        hipsparseCreateDnVec(&dx, k, x.get(), HIP_R_64F);
        hipsparseCreateDnVec(&dy, m, y.get(), HIP_R_64F);
        size_t size = 0;
        ASSERT_EQ(hipsparseSpMV_bufferSize(h, op, &alpha, a.descr, dx, &beta, dy, HIP_R_64F, HIPSPARSE_SPMV_ALG_DEFAULT, &size),
                  HIPSPARSE_STATUS_SUCCESS);
        ASSERT_EQ(hipsparseSpMV(h, op, &alpha, a.descr, dx, &beta, dy, HIP_R_64F, HIPSPARSE_SPMV_ALG_DEFAULT, nullptr),
                  HIPSPARSE_STATUS_SUCCESS);
        auto product = [&](int i, auto&& at) {
          double sum = 0;
          for (int j = 0; j < k; ++j) sum += (t ? dense[j * cols + i] : dense[i * cols + j]) * at(j);
          return alpha * sum;
        };
        for (int i = 0; i < m; ++i) EXPECT_NEAR(y[i], product(i, [&](int j) { return x[j]; }) - before[i], 1e-12);
        // B by columns, C by rows.
        Device<double> c(before);
        hipsparseDnMatDescr_t db, dc;
        hipsparseCreateDnMat(&db, k, n, k, x.get(), HIP_R_64F, HIPSPARSE_ORDER_COL);
        hipsparseCreateDnMat(&dc, m, n, n, c.get(), HIP_R_64F, HIPSPARSE_ORDER_ROW);
        ASSERT_EQ(hipsparseSpMM(h, op, HIPSPARSE_OPERATION_NON_TRANSPOSE, &alpha, a.descr, db, &beta, dc, HIP_R_64F,
                                HIPSPARSE_SPMM_ALG_DEFAULT, nullptr),
                  HIPSPARSE_STATUS_SUCCESS);
        for (int i = 0; i < m; ++i)
          for (int l = 0; l < n; ++l)
            EXPECT_NEAR(c[i * n + l], product(i, [&](int j) { return x[j + l * k]; }) - before[i * n + l], 1e-12);
        hipsparseDestroyDnMat(db);
        hipsparseDestroyDnMat(dc);
        hipsparseDestroyDnVec(dx);
        hipsparseDestroyDnVec(dy);
      }
}
TEST_F(Sparse, ProductsOverFormats) {
  test_products<int32_t>(h);
  test_products<int64_t>(h);
}

TEST_F(Sparse, DenseAndBack) {
  for (auto format : {HIPSPARSE_FORMAT_CSR, HIPSPARSE_FORMAT_CSC, HIPSPARSE_FORMAT_COO}) {
    Matrix<int32_t> a(format, 1);
    Device<double> d(rows * cols);
    for (size_t i = 0; i < d.size(); ++i) d[i] = std::nan("");
    hipsparseDnMatDescr_t dd;
    hipsparseCreateDnMat(&dd, rows, cols, cols, d.get(), HIP_R_64F, HIPSPARSE_ORDER_ROW);
    ASSERT_EQ(hipsparseSparseToDense(h, a.descr, dd, HIPSPARSE_SPARSETODENSE_ALG_DEFAULT, nullptr), HIPSPARSE_STATUS_SUCCESS);
    EXPECT_EQ(d.copy(), dense);
    auto offsets = a.offsets.copy(), indices = a.indices.copy();
    auto values = a.values.copy();
    for (size_t i = 0; i < a.offsets.size(); ++i) a.offsets[i] = -1;
    for (int i = 0; i < nnz; ++i) a.indices[i] = -1, a.values[i] = -1;
    ASSERT_EQ(hipsparseDenseToSparse_analysis(h, dd, a.descr, HIPSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr), HIPSPARSE_STATUS_SUCCESS);
    int64_t r, c, n;
    hipsparseSpMatGetSize(a.descr, &r, &c, &n);
    EXPECT_EQ(n, nnz);
    ASSERT_EQ(hipsparseDenseToSparse_convert(h, dd, a.descr, HIPSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr), HIPSPARSE_STATUS_SUCCESS);
    EXPECT_EQ(a.offsets.copy(), offsets);
    EXPECT_EQ(a.indices.copy(), indices);
    EXPECT_EQ(a.values.copy(), values);
    hipsparseDestroyDnMat(dd);
  }
}

TEST_F(Sparse, ProductOfSparseMatrices) {
  Matrix<int32_t> a(HIPSPARSE_FORMAT_CSR, 0);
  // B = A^T, as the CSC arrays read as CSR.
  Matrix<int32_t> b(HIPSPARSE_FORMAT_CSC, 0);
  hipsparseSpMatDescr_t db, dc;
  Device<int32_t> offsets(rows + 1), indices(16);
  Device<double> values(16);
  hipsparseCreateCsr(&db, cols, rows, nnz, b.offsets.get(), b.indices.get(), b.values.get(), HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_32I,
                     HIPSPARSE_INDEX_BASE_ZERO, HIP_R_64F);
  hipsparseCreateCsr(&dc, rows, rows, 0, offsets.get(), nullptr, nullptr, HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_32I,
                     HIPSPARSE_INDEX_BASE_ZERO, HIP_R_64F);
  hipsparseSpGEMMDescr_t work;
  hipsparseSpGEMM_createDescr(&work);
  const double one = 1, zero = 0;
  const auto n = HIPSPARSE_OPERATION_NON_TRANSPOSE;
  size_t size = 0;
  char buffer[16];
  ASSERT_EQ(hipsparseSpGEMM_workEstimation(h, n, n, &one, a.descr, db, &zero, dc, HIP_R_64F, HIPSPARSE_SPGEMM_DEFAULT, work, &size, nullptr),
            HIPSPARSE_STATUS_SUCCESS);
  ASSERT_EQ(hipsparseSpGEMM_compute(h, n, n, &one, a.descr, db, &zero, dc, HIP_R_64F, HIPSPARSE_SPGEMM_DEFAULT, work, &size, nullptr),
            HIPSPARSE_STATUS_SUCCESS);
  ASSERT_EQ(hipsparseSpGEMM_compute(h, n, n, &one, a.descr, db, &zero, dc, HIP_R_64F, HIPSPARSE_SPGEMM_DEFAULT, work, &size, buffer),
            HIPSPARSE_STATUS_SUCCESS);
  int64_t r, c, k;
  hipsparseSpMatGetSize(dc, &r, &c, &k);
  ASSERT_EQ(k, 10);
  hipsparseCsrSetPointers(dc, offsets.get(), indices.get(), values.get());
  ASSERT_EQ(hipsparseSpGEMM_copy(h, n, n, &one, a.descr, db, &zero, dc, HIP_R_64F, HIPSPARSE_SPGEMM_DEFAULT, work), HIPSPARSE_STATUS_SUCCESS);
  // A A^T = [5 6 4 0; 6 9 0 0; 4 0 41 30; 0 0 30 36].
  EXPECT_EQ(offsets.copy(), (std::vector<int32_t>{0, 3, 5, 8, 10}));
  EXPECT_EQ(values.copy(), (std::vector<double>{5, 6, 4, 6, 9, 4, 41, 30, 30, 36, 0, 0, 0, 0, 0, 0}));
  hipsparseSpGEMM_destroyDescr(work);
  hipsparseDestroySpMat(db);
  hipsparseDestroySpMat(dc);
}

TEST_F(Sparse, SampledDenseProduct) {
  Matrix<int32_t> c(HIPSPARSE_FORMAT_CSR, 0);
  const int k = 2;
  Device<double> a(numbers<double>(rows * k)), b(numbers<double>(k * cols));
  hipsparseDnMatDescr_t da, db;
  hipsparseCreateDnMat(&da, rows, k, k, a.get(), HIP_R_64F, HIPSPARSE_ORDER_ROW);
  hipsparseCreateDnMat(&db, cols, k, k, b.get(), HIP_R_64F, HIPSPARSE_ORDER_ROW);
  const double one = 1, half = 0.5;
  ASSERT_EQ(hipsparseSDDMM(h, HIPSPARSE_OPERATION_NON_TRANSPOSE, HIPSPARSE_OPERATION_TRANSPOSE, &one, da, db, &half, c.descr, HIP_R_64F,
                           HIPSPARSE_SDDMM_ALG_DEFAULT, nullptr),
            HIPSPARSE_STATUS_SUCCESS);
  EXPECT_NEAR(c.values[1], a[0] * b[2 * k] + a[1] * b[2 * k + 1] + 0.5 * 2, 1e-12);
  EXPECT_NEAR(c.values[5], a[3 * k] * b[k] + a[3 * k + 1] * b[k + 1] + 0.5 * 6, 1e-12);
  hipsparseDestroyDnMat(da);
  hipsparseDestroyDnMat(db);
}

// The lower triangle of [2 9 9; 1 4 9; 3 5 8], the upper part stored but not to be read.
TEST_F(Sparse, TriangularSolutions) {
  Device<int32_t> offsets(std::vector<int32_t>{0, 3, 6, 9}), indices(std::vector<int32_t>{0, 1, 2, 0, 1, 2, 0, 1, 2});
  Device<double> values(std::vector<double>{2, 9, 9, 1, 4, 9, 3, 5, 8}), b(std::vector<double>{2, 9, 37}), x(3);
  hipsparseSpMatDescr_t a;
  hipsparseCreateCsr(&a, 3, 3, 9, offsets.get(), indices.get(), values.get(), HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_32I,
                     HIPSPARSE_INDEX_BASE_ZERO, HIP_R_64F);
  const auto lower = HIPSPARSE_FILL_MODE_LOWER;
  hipsparseSpMatSetAttribute(a, HIPSPARSE_SPMAT_FILL_MODE, &lower, sizeof lower);
  hipsparseDnVecDescr_t db, dx;
  hipsparseCreateDnVec(&db, 3, b.get(), HIP_R_64F);
  hipsparseCreateDnVec(&dx, 3, x.get(), HIP_R_64F);
  hipsparseSpSVDescr_t work;
  hipsparseSpSV_createDescr(&work);
  const double one = 1;
  const auto n = HIPSPARSE_OPERATION_NON_TRANSPOSE, t = HIPSPARSE_OPERATION_TRANSPOSE;
  EXPECT_EQ(hipsparseSpSV_solve(h, n, &one, a, db, dx, HIP_R_64F, HIPSPARSE_SPSV_ALG_DEFAULT, work), HIPSPARSE_STATUS_INVALID_VALUE);
  ASSERT_EQ(hipsparseSpSV_analysis(h, n, &one, a, db, dx, HIP_R_64F, HIPSPARSE_SPSV_ALG_DEFAULT, work, nullptr), HIPSPARSE_STATUS_SUCCESS);
  ASSERT_EQ(hipsparseSpSV_solve(h, n, &one, a, db, dx, HIP_R_64F, HIPSPARSE_SPSV_ALG_DEFAULT, work), HIPSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(x.copy(), (std::vector<double>{1, 2, 3}));
  b[0] = 13, b[1] = 23, b[2] = 24;
  ASSERT_EQ(hipsparseSpSV_solve(h, t, &one, a, db, dx, HIP_R_64F, HIPSPARSE_SPSV_ALG_DEFAULT, work), HIPSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(x.copy(), (std::vector<double>{1, 2, 3}));
  hipsparseSpSV_destroyDescr(work);
  hipsparseDestroyDnVec(db);
  hipsparseDestroyDnVec(dx);
  hipsparseDestroySpMat(a);
}

TEST_F(Sparse, ArraysConvertAndSort) {
  Matrix<int32_t> a(HIPSPARSE_FORMAT_CSR, 0), csc(HIPSPARSE_FORMAT_CSC, 0), coo(HIPSPARSE_FORMAT_COO, 0);
  Device<int> row(nnz), offsets(rows + 1), co(cols + 1), ci(nnz), p(nnz);
  Device<double> cv(nnz), gathered(nnz);
  ASSERT_EQ(hipsparseXcsr2coo(h, a.offsets.get(), nnz, rows, row.get(), HIPSPARSE_INDEX_BASE_ZERO), HIPSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(row.copy(), coo.offsets.copy());
  ASSERT_EQ(hipsparseXcoo2csr(h, row.get(), nnz, rows, offsets.get(), HIPSPARSE_INDEX_BASE_ZERO), HIPSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(offsets.copy(), a.offsets.copy());
  ASSERT_EQ(hipsparseDcsr2csc(h, rows, cols, nnz, a.values.get(), a.offsets.get(), a.indices.get(), cv.get(), ci.get(), co.get(),
                              HIPSPARSE_ACTION_NUMERIC, HIPSPARSE_INDEX_BASE_ZERO),
            HIPSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(co.copy(), csc.offsets.copy());
  EXPECT_EQ(ci.copy(), csc.indices.copy());
  EXPECT_EQ(cv.copy(), csc.values.copy());
  // Columns of two rows out of order.
  std::swap(a.indices[0], a.indices[1]);
  std::swap(a.indices[3], a.indices[4]);
  hipsparseMatDescr_t d;
  hipsparseCreateMatDescr(&d);
  ASSERT_EQ(hipsparseCreateIdentityPermutation(h, nnz, p.get()), HIPSPARSE_STATUS_SUCCESS);
  ASSERT_EQ(hipsparseXcsrsort(h, rows, cols, nnz, d, a.offsets.get(), a.indices.get(), p.get(), nullptr), HIPSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(a.indices.copy(), coo.indices.copy());
  EXPECT_EQ(p.copy(), (std::vector<int>{1, 0, 2, 4, 3, 5}));
  ASSERT_EQ(hipsparseDgthr(h, nnz, a.values.get(), gathered.get(), p.get(), HIPSPARSE_INDEX_BASE_ZERO), HIPSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(gathered.copy(), (std::vector<double>{2, 1, 3, 5, 4, 6}));
  hipsparseDestroyMatDescr(d);
}

// A tridiagonal matrix [4 -1; -1 4 -1; ...]: its incomplete factors are complete, and its solution by gtsv is theirs.
TEST_F(Sparse, FactorisationsWithoutFillIn) {
  const int m = 5;
  std::vector<int> o{0}, c;
  std::vector<double> v;
  for (int i = 0; i < m; ++i) {
    for (int j = std::max(0, i - 1); j < std::min(m, i + 2); ++j) c.push_back(j), v.push_back(i == j ? 4 : -1);
    o.push_back(static_cast<int>(c.size()));
  }
  Device<int> offsets(o), columns(c);
  Device<double> lu(v), cholesky(v);
  hipsparseMatDescr_t d;
  hipsparseCreateMatDescr(&d);
  csrilu02Info_t ilu;
  csric02Info_t ic;
  hipsparseCreateCsrilu02Info(&ilu);
  hipsparseCreateCsric02Info(&ic);
  const auto policy = HIPSPARSE_SOLVE_POLICY_NO_LEVEL;
  const int n = static_cast<int>(c.size());
  int position = 0;
  ASSERT_EQ(hipsparseDcsrilu02(h, m, n, d, lu.get(), offsets.get(), columns.get(), ilu, policy, nullptr), HIPSPARSE_STATUS_SUCCESS);
  ASSERT_EQ(hipsparseDcsric02(h, m, n, d, cholesky.get(), offsets.get(), columns.get(), ic, policy, nullptr), HIPSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(hipsparseXcsrilu02_zeroPivot(h, ilu, &position), HIPSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(position, -1);
  // Row 1: l10 = -1/4, u11 = 4 - 1/4; the Cholesky factor's l11 is its root.
  EXPECT_DOUBLE_EQ(lu[2], -0.25);
  EXPECT_DOUBLE_EQ(lu[3], 3.75);
  EXPECT_DOUBLE_EQ(cholesky[3], std::sqrt(3.75));
  Device<double> low(std::vector<double>(m, -1)), diagonal(std::vector<double>(m, 4)), up(std::vector<double>(m, -1)), x(m);
  std::vector<double> solution{1, -2, 3, 0, 5};
  for (int i = 0; i < m; ++i) x[i] = 4 * solution[i] - (i ? solution[i - 1] : 0) - (i + 1 < m ? solution[i + 1] : 0);
  ASSERT_EQ(hipsparseDgtsv2(h, m, 1, low.get(), diagonal.get(), up.get(), x.get(), m, nullptr), HIPSPARSE_STATUS_SUCCESS);
  for (int i = 0; i < m; ++i) EXPECT_NEAR(x[i], solution[i], 1e-12);
  lu[0] = 0;
  ASSERT_EQ(hipsparseDcsrilu02(h, m, n, d, lu.get(), offsets.get(), columns.get(), ilu, policy, nullptr), HIPSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(hipsparseXcsrilu02_zeroPivot(h, ilu, &position), HIPSPARSE_STATUS_ZERO_PIVOT);
  EXPECT_EQ(position, 0);
  hipsparseDestroyCsrilu02Info(ilu);
  hipsparseDestroyCsric02Info(ic);
  hipsparseDestroyMatDescr(d);
}

TEST_F(Sparse, Refusals) {
  Matrix<int32_t> a(HIPSPARSE_FORMAT_CSR, 0);
  Device<double> x(cols), y(rows);
  hipsparseDnVecDescr_t dx, dy;
  hipsparseCreateDnVec(&dx, cols, x.get(), HIP_R_64F);
  hipsparseCreateDnVec(&dy, rows, y.get(), HIP_R_64F);
  const double one = 1;
  const auto n = HIPSPARSE_OPERATION_NON_TRANSPOSE;
  EXPECT_EQ(hipsparseSpMV(nullptr, n, &one, a.descr, dx, &one, dy, HIP_R_64F, HIPSPARSE_SPMV_ALG_DEFAULT, nullptr), HIPSPARSE_STATUS_NOT_INITIALIZED);
  EXPECT_EQ(hipsparseSpMV(h, n, &one, a.descr, dy, &one, dx, HIP_R_64F, HIPSPARSE_SPMV_ALG_DEFAULT, nullptr), HIPSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(hipsparseSpMV(h, n, &one, a.descr, dx, &one, dy, HIP_R_32F, HIPSPARSE_SPMV_ALG_DEFAULT, nullptr), HIPSPARSE_STATUS_NOT_SUPPORTED);
  {
    Capture capture;
    hipsparseSetStream(h, capture.stream);
    EXPECT_EQ(hipsparseSpMV(h, n, &one, a.descr, dx, &one, dy, HIP_R_64F, HIPSPARSE_SPMV_ALG_DEFAULT, nullptr), HIPSPARSE_STATUS_NOT_SUPPORTED);
  }
  hipsparseSetStream(h, nullptr);
  hipsparseDestroyDnVec(dx);
  hipsparseDestroyDnVec(dy);
}

}  // namespace
