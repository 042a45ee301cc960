// hipBLAS's factorisations, over LAPACK: trtri, getrf, getrs, getri, geqrf, gels.
#include "libraries/blas/check.h"
#include "libraries/blas/define.h"
#include "libraries/blas/level3.h"
#include "libraries/common/lapack.h"

using namespace wavelift::libraries;

namespace wavelift::libraries::operation {
namespace {

char letter(hipblasOperation_t op) { return op == HIPBLAS_OP_N ? 'N' : op == HIPBLAS_OP_T ? 'T' : 'C'; }

// hipBLAS answers a wrong argument in `info`, the argument's number negated.
hipblasStatus_t refuse(int* info, int argument) {
  if (!info) return HIPBLAS_STATUS_INVALID_VALUE;
  *info = -argument;
  return HIPBLAS_STATUS_INVALID_VALUE;
}

// LU without exchange of rows, which hipBLAS does when there is no room for pivots. Returns LAPACK's info.
template <class T> int factor_in_place(int n, T* a, int64_t lda) {
  int info = 0;
  for (int64_t k = 0; k < n; ++k) {
    T pivot = a[k + k * lda];
    if (pivot == T(0)) {
      if (!info) info = static_cast<int>(k + 1);
      continue;
    }
    for (int64_t i = k + 1; i < n; ++i) a[i + k * lda] /= pivot;
    for (int64_t j = k + 1; j < n; ++j)
      for (int64_t i = k + 1; i < n; ++i) a[i + j * lda] -= a[i + k * lda] * a[k + j * lda];
  }
  return info;
}

// LAPACK's workspace: asked for with size -1, answered in the first element.
template <class T, class F> int with_workspace(F&& routine) {
  T best;
  int query = -1, info = 0;
  routine(&best, &query, &info);
  int size = std::max(1, static_cast<int>(as<double>(best)));
  auto work = room<T>(static_cast<size_t>(size));
  routine(work.get(), &size, &info);
  return info;
}

template <class T>
hipblasStatus_t trtri(Tag<T>, hipblasFillMode_t uplo, hipblasDiagType_t diag, int n, const T* a, int lda, T* inverse, int ldi) {
  WL_ENUM(uplo, diag);
  WL_NEED(n >= 0 && lda >= std::max(1, n) && ldi >= std::max(1, n));
  if (n == 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(a && inverse);
  each_of_triangle(uplo, n, [&](int64_t i, int64_t j) { inverse[i + j * ldi] = a[i + j * lda]; });
  int info = 0;
  Lapack<T>::trtri(uplo == HIPBLAS_FILL_MODE_UPPER ? "U" : "L", diag == HIPBLAS_DIAG_UNIT ? "U" : "N", &n, inverse, &ldi,
                   &info, 1, 1);
  return HIPBLAS_STATUS_SUCCESS;
}

template <class T> hipblasStatus_t getrf(Tag<T>, int n, T* a, int lda, int* pivots, int* info) {
  WL_NEED(n >= 0 && lda >= std::max(1, n) && info);
  *info = 0;
  if (n == 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(a);
  if (pivots)
    Lapack<T>::getrf(&n, &n, a, &lda, pivots, info);
  else
    *info = factor_in_place(n, a, lda);
  return HIPBLAS_STATUS_SUCCESS;
}

// Pivots are absent where getrf was called without.
template <class T> void solve_factored(hipblasOperation_t op, int n, int nrhs, const T* a, int lda, const int* pivots, T* b, int ldb) {
  std::vector<int> none;
  if (!pivots) {
    for (int i = 1; i <= n; ++i) none.push_back(i);
    pivots = none.data();
  }
  int info = 0;
  char trans = letter(op);
  Lapack<T>::getrs(&trans, &n, &nrhs, a, &lda, pivots, b, &ldb, &info, 1);
}

template <class T>
hipblasStatus_t getrs(Tag<T>, hipblasOperation_t op, int n, int nrhs, T* a, int lda, const int* pivots, T* b, int ldb, int* info) {
  WL_NEED(info);
  if (!is_known(op)) return refuse(info, 1);
  if (n < 0) return refuse(info, 2);
  if (nrhs < 0) return refuse(info, 3);
  if (!a && n) return refuse(info, 4);
  if (lda < std::max(1, n)) return refuse(info, 5);
  if (!b && n && nrhs) return refuse(info, 7);
  if (ldb < std::max(1, n)) return refuse(info, 8);
  *info = 0;
  if (n && nrhs) solve_factored(op, n, nrhs, a, lda, pivots, b, ldb);
  return HIPBLAS_STATUS_SUCCESS;
}

template <class T>
hipblasStatus_t getri(Tag<T>, int n, const T* a, int lda, const int* pivots, T* c, int ldc, int* info) {
  WL_NEED(n >= 0 && lda >= std::max(1, n) && ldc >= std::max(1, n) && info);
  *info = 0;
  if (n == 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(a && c);
  for (int64_t i = 0; i < n && !*info; ++i)
    if (a[i * (lda + 1)] == T(0)) *info = static_cast<int>(i + 1);
  if (*info) return HIPBLAS_STATUS_SUCCESS;
  clear(n, n, c, ldc);
  for (int64_t i = 0; i < n; ++i) c[i * (ldc + 1)] = T(1);
  solve_factored(HIPBLAS_OP_N, n, n, a, lda, pivots, c, ldc);
  return HIPBLAS_STATUS_SUCCESS;
}

template <class T> hipblasStatus_t geqrf(Tag<T>, int m, int n, T* a, int lda, T* tau, int* info) {
  WL_NEED(info);
  if (m < 0) return refuse(info, 1);
  if (n < 0) return refuse(info, 2);
  if (!a && m && n) return refuse(info, 3);
  if (lda < std::max(1, m)) return refuse(info, 4);
  if (!tau && m && n) return refuse(info, 5);
  *info = 0;
  if (m && n)
    with_workspace<T>([&](T* work, int* size, int* status) { Lapack<T>::geqrf(&m, &n, a, &lda, tau, work, size, status); });
  return HIPBLAS_STATUS_SUCCESS;
}

template <class T>
hipblasStatus_t gels(Tag<T>, hipblasOperation_t op, int m, int n, int nrhs, T* a, int lda, T* b, int ldb, int* info,
                     int* device_info) {
  WL_NEED(info);
  if (!is_known(op) || op == (is_complex<T> ? HIPBLAS_OP_T : HIPBLAS_OP_C)) return refuse(info, 1);
  if (m < 0) return refuse(info, 2);
  if (n < 0) return refuse(info, 3);
  if (nrhs < 0) return refuse(info, 4);
  if (!a && m && n) return refuse(info, 5);
  if (lda < std::max(1, m)) return refuse(info, 6);
  if (!b && (m || n) && nrhs) return refuse(info, 7);
  if (ldb < std::max({1, m, n})) return refuse(info, 8);
  if (!device_info) return refuse(info, 10);
  *info = 0;
  char trans = letter(op);
  *device_info = with_workspace<T>([&](T* work, int* size, int* status) {
    Lapack<T>::gels(&trans, &m, &n, &nrhs, a, &lda, b, &ldb, work, size, status, 1);
  });
  return HIPBLAS_STATUS_SUCCESS;
}

}  // namespace
}  // namespace wavelift::libraries::operation

extern "C" {
HIPBLAS_LAPACK(HIPBLAS_DEFINE_32)
HIPBLAS_LAPACK_BATCHED(HIPBLAS_DEFINE_BATCHED)
}
