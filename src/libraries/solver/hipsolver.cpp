// hipSOLVER over LAPACK. A wrong argument that hipSOLVER itself refuses is a status; what LAPACK finds out (a zero pivot, no
// convergence) is devInfo. Workspaces of the caller are not needed: every buffer size is 1 element.
//
// gesvdj and syevj name Jacobi's method; here they are LAPACK's gesvd and syevd, whose results are as exact, sorted, and need
// no sweeps: tolerance and sweeps are kept and not used, the residual is 0.
#include "libraries/common/lapack.h"
#include "libraries/common/mixed_gemm.h"
#include "libraries/common/stream.h"
#include <hipsolver/hipsolver.h>
#include <new>
#include <vector>

using namespace wavelift::libraries;

namespace {

using Status = hipsolverStatus_t;
constexpr Status success = HIPSOLVER_STATUS_SUCCESS, invalid = HIPSOLVER_STATUS_INVALID_VALUE;

struct SolverHandle {
  hipStream_t stream = nullptr;
};
struct Jacobi {
  int sweeps = 100, sorted = 1;
  double tolerance = 0;
};

Status ready(hipsolverHandle_t handle) {
  if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;
  Ready r = wait_for(static_cast<SolverHandle*>(handle)->stream);
  return r == Ready::yes ? success : refusal(r, HIPSOLVER_STATUS_NOT_SUPPORTED, HIPSOLVER_STATUS_EXECUTION_FAILED);
}
template <class I> Status answer(hipsolverHandle_t handle, I* size) {
  if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;
  if (!size) return invalid;
  *size = 1;
  return success;
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

bool known(hipblasOperation_t x) { return x >= HIPBLAS_OP_N && x <= HIPBLAS_OP_C; }
bool known(hipblasFillMode_t x) { return x == HIPBLAS_FILL_MODE_UPPER || x == HIPBLAS_FILL_MODE_LOWER; }
bool known(hipblasSideMode_t x) { return x == HIPBLAS_SIDE_LEFT || x == HIPBLAS_SIDE_RIGHT; }
bool known(hipsolverEigMode_t x) { return x == HIPSOLVER_EIG_MODE_NOVECTOR || x == HIPSOLVER_EIG_MODE_VECTOR; }
char letter(hipblasOperation_t x) { return x == HIPBLAS_OP_N ? 'N' : x == HIPBLAS_OP_T ? 'T' : 'C'; }
char letter(hipblasFillMode_t x) { return x == HIPBLAS_FILL_MODE_UPPER ? 'U' : 'L'; }
char letter(hipblasSideMode_t x) { return x == HIPBLAS_SIDE_LEFT ? 'L' : 'R'; }
char letter(hipsolverEigMode_t x) { return x == HIPSOLVER_EIG_MODE_VECTOR ? 'V' : 'N'; }

// Leaves the routine with the status unless the condition holds.
#define WL_NEED(condition)                                                                                   \
  if (!(condition)) return invalid
#define WL_ENUM(condition)                                                                                   \
  if (!(condition)) return HIPSOLVER_STATUS_INVALID_ENUM

template <class T> Status getrf(int m, int n, T* a, int lda, int* pivots, int* info) {
  WL_NEED(m >= 0 && n >= 0 && lda >= std::max(1, m) && a && info);
  std::vector<int> own(pivots ? 0 : static_cast<size_t>(std::min(m, n)));
  // Without room for pivots rows stay where they are, as long as none is 0.
  if (pivots) {
    Lapack<T>::getrf(&m, &n, a, &lda, pivots, info);
    return success;
  }
  *info = 0;
  for (int64_t k = 0; k < std::min(m, n); ++k) {
    const T pivot = a[k + k * lda];
    if (pivot == T(0)) {
      if (!*info) *info = static_cast<int>(k + 1);
      continue;
    }
    for (int64_t i = k + 1; i < m; ++i) a[i + k * lda] /= pivot;
    for (int64_t j = k + 1; j < n; ++j)
      for (int64_t i = k + 1; i < m; ++i) a[i + j * lda] -= a[i + k * lda] * a[k + j * lda];
  }
  return success;
}
template <class T>
Status getrs(hipblasOperation_t op, int n, int nrhs, const T* a, int lda, const int* pivots, T* b, int ldb, int* info) {
  WL_ENUM(known(op));
  WL_NEED(n >= 0 && nrhs >= 0 && lda >= std::max(1, n) && ldb >= std::max(1, n) && a && b && info);
  std::vector<int> own;
  if (!pivots) {
    for (int i = 1; i <= n; ++i) own.push_back(i);
    pivots = own.data();
  }
  char trans = letter(op);
  Lapack<T>::getrs(&trans, &n, &nrhs, a, &lda, pivots, b, &ldb, info, 1);
  return success;
}
template <class T> Status potrf(hipblasFillMode_t fill, int n, T* a, int lda, int* info) {
  WL_ENUM(known(fill));
  WL_NEED(n >= 0 && lda >= std::max(1, n) && a && info);
  char uplo = letter(fill);
  Lapack<T>::potrf(&uplo, &n, a, &lda, info, 1);
  return success;
}
template <class T> Status potri(hipblasFillMode_t fill, int n, T* a, int lda, int* info) {
  WL_ENUM(known(fill));
  WL_NEED(n >= 0 && lda >= std::max(1, n) && a && info);
  char uplo = letter(fill);
  Lapack<T>::potri(&uplo, &n, a, &lda, info, 1);
  return success;
}
template <class T> Status potrs(hipblasFillMode_t fill, int n, int nrhs, const T* a, int lda, T* b, int ldb, int* info) {
  WL_ENUM(known(fill));
  WL_NEED(n >= 0 && nrhs >= 0 && lda >= std::max(1, n) && ldb >= std::max(1, n) && a && b && info);
  char uplo = letter(fill);
  Lapack<T>::potrs(&uplo, &n, &nrhs, a, &lda, b, &ldb, info, 1);
  return success;
}
template <class T, class F> Status each_of_batch(int count, T** a, F&& f) {
  WL_NEED(count >= 0 && (count == 0 || a));
  for (int b = 0; b < count; ++b)
    if (Status s = f(b); s != success) return s;
  return success;
}
template <class T> Status geqrf(int m, int n, T* a, int lda, T* tau, int* info) {
  WL_NEED(m >= 0 && n >= 0 && lda >= std::max(1, m) && a && tau && info);
  *info = with_workspace<T>([&](T* w, int* size, int* status) { Lapack<T>::geqrf(&m, &n, a, &lda, tau, w, size, status); });
  return success;
}
template <class T> Status sytrf(hipblasFillMode_t fill, int n, T* a, int lda, int* pivots, int* info) {
  WL_ENUM(known(fill));
  WL_NEED(n >= 0 && lda >= std::max(1, n) && a && pivots && info);
  char uplo = letter(fill);
  *info = with_workspace<T>([&](T* w, int* size, int* status) { Lapack<T>::sytrf(&uplo, &n, a, &lda, pivots, w, size, status, 1); });
  return success;
}
// The solution goes to X; B stays unless it is X.
template <class T> void copy_columns(int m, int n, const T* from, int64_t ld_from, T* to, int64_t ld_to) {
  if (from == to && ld_from == ld_to) return;
  for (int64_t j = 0; j < n; ++j) std::copy_n(from + j * ld_from, m, to + j * ld_to);
}
template <class T>
Status gels(int m, int n, int nrhs, T* a, int lda, T* b, int ldb, T* x, int ldx, int* iterations, int* info) {
  WL_NEED(m >= 0 && n >= 0 && nrhs >= 0 && lda >= std::max(1, m) && ldb >= std::max(1, m) && ldx >= std::max(1, n) && a && b && x &&
          info);
  const int tall = std::max({m, n, 1});
  std::vector<T> right(static_cast<size_t>(tall) * static_cast<size_t>(nrhs));
  copy_columns(m, nrhs, b, ldb, right.data(), tall);
  char trans = 'N';
  *info = with_workspace<T>([&](T* w, int* size, int* status) {
    Lapack<T>::gels(&trans, &m, &n, &nrhs, a, &lda, right.data(), &tall, w, size, status, 1);
  });
  copy_columns(n, nrhs, right.data(), tall, x, ldx);
  if (iterations) *iterations = 0;
  return success;
}
template <class T>
Status gesv(int n, int nrhs, T* a, int lda, int* pivots, T* b, int ldb, T* x, int ldx, int* iterations, int* info) {
  WL_NEED(n >= 0 && nrhs >= 0 && ldb >= std::max(1, n) && ldx >= std::max(1, n) && b && x);
  if (Status s = getrf(n, n, a, lda, pivots, info); s != success) return s;
  copy_columns(n, nrhs, b, ldb, x, ldx);
  int unused = 0;
  if (iterations) *iterations = 0;
  return *info ? success : getrs(HIPBLAS_OP_N, n, nrhs, a, lda, pivots, x, ldx, &unused);
}

template <class T> Status orgbr(hipblasSideMode_t side, int m, int n, int k, T* a, int lda, const T* tau, int* info) {
  WL_ENUM(known(side));
  WL_NEED(m >= 0 && n >= 0 && k >= 0 && lda >= std::max(1, m) && a && tau && info);
  char vect = side == HIPBLAS_SIDE_LEFT ? 'Q' : 'P';
  *info = with_workspace<T>([&](T* w, int* size, int* status) { Lapack<T>::orgbr(&vect, &m, &n, &k, a, &lda, tau, w, size, status, 1); });
  return success;
}
template <class T> Status orgqr(int m, int n, int k, T* a, int lda, const T* tau, int* info) {
  WL_NEED(m >= 0 && n >= 0 && n <= m && k >= 0 && k <= n && lda >= std::max(1, m) && a && tau && info);
  *info = with_workspace<T>([&](T* w, int* size, int* status) { Lapack<T>::orgqr(&m, &n, &k, a, &lda, tau, w, size, status); });
  return success;
}
template <class T> Status orgtr(hipblasFillMode_t fill, int n, T* a, int lda, const T* tau, int* info) {
  WL_ENUM(known(fill));
  WL_NEED(n >= 0 && lda >= std::max(1, n) && a && tau && info);
  char uplo = letter(fill);
  *info = with_workspace<T>([&](T* w, int* size, int* status) { Lapack<T>::orgtr(&uplo, &n, a, &lda, tau, w, size, status, 1); });
  return success;
}
template <class T>
Status ormqr(hipblasSideMode_t s, hipblasOperation_t op, int m, int n, int k, const T* a, int lda, const T* tau, T* c, int ldc, int* info) {
  WL_ENUM(known(s) && known(op));
  const int order = s == HIPBLAS_SIDE_LEFT ? m : n;
  WL_NEED(m >= 0 && n >= 0 && k >= 0 && k <= order && lda >= std::max(1, order) && ldc >= std::max(1, m) && a && tau && c && info);
  WL_NEED(op == HIPBLAS_OP_N || (op == HIPBLAS_OP_C) == is_complex<T>);
  char side = letter(s), trans = letter(op);
  *info = with_workspace<T>([&](T* w, int* size, int* status) {
    Lapack<T>::ormqr(&side, &trans, &m, &n, &k, a, &lda, tau, c, &ldc, w, size, status, 1, 1);
  });
  return success;
}
template <class T>
Status ormtr(hipblasSideMode_t s, hipblasFillMode_t fill, hipblasOperation_t op, int m, int n, const T* a, int lda, const T* tau, T* c,
             int ldc, int* info) {
  WL_ENUM(known(s) && known(fill) && known(op));
  WL_NEED(m >= 0 && n >= 0 && lda >= std::max(1, s == HIPBLAS_SIDE_LEFT ? m : n) && ldc >= std::max(1, m) && a && tau && c && info);
  WL_NEED(op == HIPBLAS_OP_N || (op == HIPBLAS_OP_C) == is_complex<T>);
  char side = letter(s), uplo = letter(fill), trans = letter(op);
  *info = with_workspace<T>([&](T* w, int* size, int* status) {
    Lapack<T>::ormtr(&side, &uplo, &trans, &m, &n, a, &lda, tau, c, &ldc, w, size, status, 1, 1, 1);
  });
  return success;
}
template <class T, class R> Status gebrd(int m, int n, T* a, int lda, R* d, R* e, T* tauq, T* taup, int* info) {
  WL_NEED(m >= 0 && n >= 0 && lda >= std::max(1, m) && a && d && e && tauq && taup && info);
  *info = with_workspace<T>([&](T* w, int* size, int* status) { Lapack<T>::gebrd(&m, &n, a, &lda, d, e, tauq, taup, w, size, status); });
  return success;
}
template <class T, class R> Status sytrd(hipblasFillMode_t fill, int n, T* a, int lda, R* d, R* e, T* tau, int* info) {
  WL_ENUM(known(fill));
  WL_NEED(n >= 0 && lda >= std::max(1, n) && a && d && e && tau && info);
  char uplo = letter(fill);
  *info = with_workspace<T>([&](T* w, int* size, int* status) { Lapack<T>::sytrd(&uplo, &n, a, &lda, d, e, tau, w, size, status, 1); });
  return success;
}

// A = U diag(s) V^H; `vt` receives V^H.
template <class T, class R>
Status gesvd(char jobu, char jobv, int m, int n, T* a, int lda, R* s, T* u, int ldu, T* vt, int ldvt, R* rwork, int* info) {
  auto is_job = [](char c) { return c == 'A' || c == 'S' || c == 'O' || c == 'N'; };
  WL_NEED(is_job(jobu) && is_job(jobv) && !(jobu == 'O' && jobv == 'O'));
  WL_NEED(m >= 0 && n >= 0 && lda >= std::max(1, m) && a && s && info);
  WL_NEED((jobu != 'A' && jobu != 'S') || (u && ldu >= std::max(1, m)));
  WL_NEED((jobv != 'A' && jobv != 'S') || (vt && ldvt >= std::max(1, jobv == 'A' ? n : std::min(m, n))));
  const int low = std::min(m, n);
  ldu = std::max(1, ldu);
  ldvt = std::max(1, ldvt);
  std::vector<R> real_work(is_complex<T> ? static_cast<size_t>(std::max(1, 5 * low)) : 0);
  R* unconverged = real_work.data();
  *info = with_workspace<T>([&](T* w, int* size, int* status) {
    if constexpr (is_complex<T>)
      Lapack<T>::gesvd(&jobu, &jobv, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, w, size, unconverged, status, 1, 1);
    else
      Lapack<T>::gesvd(&jobu, &jobv, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, w, size, status, 1, 1);
  });
  if (rwork && *info > 0 && is_complex<T>) std::copy_n(unconverged, std::max(0, low - 1), rwork);
  return success;
}
// `v` receives V itself.
template <class T, class R>
Status gesvdj(hipsolverEigMode_t mode, bool economic, int m, int n, T* a, int lda, R* s, T* u, int ldu, T* v, int ldv, int* info) {
  WL_ENUM(known(mode));
  const int low = std::min(m, n);
  const bool vectors = mode == HIPSOLVER_EIG_MODE_VECTOR;
  char job = !vectors ? 'N' : economic ? 'S' : 'A';
  const int rows = !vectors ? 0 : economic ? low : n;
  WL_NEED(!vectors || (v && ldv >= std::max(1, n)));
  std::vector<T> vt(static_cast<size_t>(std::max(1, rows)) * static_cast<size_t>(std::max(1, n)));
  Status status = gesvd<T, R>(job, job, m, n, a, lda, s, u, ldu, vt.data(), std::max(1, rows), nullptr, info);
  for (int64_t i = 0; status == success && i < rows; ++i)
    for (int64_t j = 0; j < n; ++j) v[j + i * ldv] = conj_of(vt[static_cast<size_t>(i + j * rows)]);
  return status;
}

template <class T, class R> Status syevd(hipsolverEigMode_t mode, hipblasFillMode_t fill, int n, T* a, int lda, R* w, int* info) {
  WL_ENUM(known(mode) && known(fill));
  WL_NEED(n >= 0 && lda >= std::max(1, n) && a && w && info);
  char job = letter(mode), uplo = letter(fill);
  T best;
  R best_real = 0;
  int best_int = 0, query = -1;
  auto call = [&](T* work, const int* size, R* rwork, const int* rsize, int* iwork, const int* isize) {
    if constexpr (is_complex<T>)
      Lapack<T>::syevd(&job, &uplo, &n, a, &lda, w, work, size, rwork, rsize, iwork, isize, info, 1, 1);
    else
      Lapack<T>::syevd(&job, &uplo, &n, a, &lda, w, work, size, iwork, isize, info, 1, 1);
  };
  call(&best, &query, &best_real, &query, &best_int, &query);
  const int size = std::max(1, static_cast<int>(as<double>(best))), rsize = std::max(1, static_cast<int>(best_real)),
            isize = std::max(1, best_int);
  auto work = room<T>(static_cast<size_t>(size));
  std::vector<R> rwork(static_cast<size_t>(rsize));
  std::vector<int> iwork(static_cast<size_t>(isize));
  call(work.get(), &size, rwork.data(), &rsize, iwork.data(), &isize);
  return success;
}
// A x = w B x and its two relatives: B's Cholesky factor makes it an ordinary problem, whose vectors are then turned back.
template <class T, class R>
Status sygvd(hipsolverEigType_t type, hipsolverEigMode_t mode, hipblasFillMode_t fill, int n, T* a, int lda, T* b, int ldb, R* w, int* info) {
  WL_ENUM(type >= HIPSOLVER_EIG_TYPE_1 && type <= HIPSOLVER_EIG_TYPE_3);
  if (Status s = potrf(fill, n, b, ldb, info); s != success) return s;
  if (*info) return *info += n, success;
  WL_NEED(lda >= std::max(1, n) && a && w);
  const int kind = type - HIPSOLVER_EIG_TYPE_1 + 1;
  char uplo = letter(fill);
  Lapack<T>::sygst(&kind, &uplo, &n, a, &lda, b, &ldb, info, 1);
  if (Status s = syevd(mode, fill, n, a, lda, w, info); s != success || *info || mode == HIPSOLVER_EIG_MODE_NOVECTOR) return s;
  const T one(1);
  const bool upper = fill == HIPBLAS_FILL_MODE_UPPER;
  const auto adjoint = is_complex<T> ? CblasConjTrans : CblasTrans;
  const auto cblas_uplo = upper ? CblasUpper : CblasLower;
  if (kind == 3)
    Blas<T>::trmm(CblasColMajor, CblasLeft, cblas_uplo, upper ? adjoint : CblasNoTrans, CblasNonUnit, n, n, scalar(one), b, ldb, a, lda);
  else
    Blas<T>::trsm(CblasColMajor, CblasLeft, cblas_uplo, upper ? CblasNoTrans : adjoint, CblasNonUnit, n, n, scalar(one), b, ldb, a, lda);
  return success;
}

}  // namespace

extern "C" {

#define WL_HANDLE(hs)                                                                                        \
  Status hs##Create(hipsolverHandle_t* handle) {                                                             \
    if (!handle) return HIPSOLVER_STATUS_HANDLE_IS_NULLPTR;                                                  \
    *handle = new (std::nothrow) SolverHandle;                                                               \
    return *handle ? success : HIPSOLVER_STATUS_ALLOC_FAILED;                                                \
  }                                                                                                          \
  Status hs##Destroy(hipsolverHandle_t handle) {                                                             \
    if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;                                                    \
    delete static_cast<SolverHandle*>(handle);                                                               \
    return success;                                                                                          \
  }                                                                                                          \
  Status hs##SetStream(hipsolverHandle_t handle, hipStream_t stream) {                                       \
    if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;                                                    \
    static_cast<SolverHandle*>(handle)->stream = stream;                                                     \
    return success;                                                                                          \
  }                                                                                                          \
  Status hs##GetStream(hipsolverHandle_t handle, hipStream_t* stream) {                                      \
    if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;                                                    \
    WL_NEED(stream);                                                                                         \
    *stream = static_cast<SolverHandle*>(handle)->stream;                                                    \
    return success;                                                                                          \
  }                                                                                                          \
  WL_JACOBI(hs, Gesvdj, gesvdj)                                                                              \
  WL_JACOBI(hs, Syevj, syevj)
#define WL_JACOBI(hs, Name, name)                                                                            \
  Status hs##Create##Name##Info(hipsolver##Name##Info_t* info) {                                             \
    WL_NEED(info);                                                                                           \
    *info = new (std::nothrow) Jacobi;                                                                       \
    return *info ? success : HIPSOLVER_STATUS_ALLOC_FAILED;                                                  \
  }                                                                                                          \
  Status hs##Destroy##Name##Info(hipsolver##Name##Info_t info) {                                             \
    delete static_cast<Jacobi*>(info);                                                                       \
    return success;                                                                                          \
  }                                                                                                          \
  Status hs##X##name##SetMaxSweeps(hipsolver##Name##Info_t info, int sweeps) {                               \
    WL_NEED(info && sweeps > 0);                                                                             \
    static_cast<Jacobi*>(info)->sweeps = sweeps;                                                             \
    return success;                                                                                          \
  }                                                                                                          \
  Status hs##X##name##SetSortEig(hipsolver##Name##Info_t info, int sorted) {                                 \
    WL_NEED(info);                                                                                           \
    static_cast<Jacobi*>(info)->sorted = sorted;                                                             \
    return success;                                                                                          \
  }                                                                                                          \
  Status hs##X##name##SetTolerance(hipsolver##Name##Info_t info, double tolerance) {                         \
    WL_NEED(info);                                                                                           \
    static_cast<Jacobi*>(info)->tolerance = tolerance;                                                       \
    return success;                                                                                          \
  }                                                                                                          \
  Status hs##X##name##GetResidual(hipsolverHandle_t handle, hipsolver##Name##Info_t info, double* residual) { \
    if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;                                                    \
    WL_NEED(info && residual);                                                                               \
    *residual = 0;                                                                                           \
    return success;                                                                                          \
  }                                                                                                          \
  Status hs##X##name##GetSweeps(hipsolverHandle_t handle, hipsolver##Name##Info_t info, int* sweeps) {       \
    if (!handle) return HIPSOLVER_STATUS_NOT_INITIALIZED;                                                    \
    WL_NEED(info && sweeps);                                                                                 \
    *sweeps = 1;                                                                                             \
    return success;                                                                                          \
  }
WL_HANDLE(hipsolver)
WL_HANDLE(hipsolverDn)

#define WL_H hipsolverHandle_t handle
#define WL_FILL hipblasFillMode_t
#define WL_CALL(call)                                                                                        \
  {                                                                                                          \
    if (Status s = ready(handle); s != success) return s;                                                    \
    return call;                                                                                             \
  }
#define WL_SIZE(...)                                                                                         \
  { return answer(handle, lwork); }

#define WL_FACTORISATIONS(S, T, R, org, orm, sy)                                                             \
  Status hipsolverDn##S##getrf_bufferSize(WL_H, int, int, T*, int, int* lwork) WL_SIZE()                     \
  Status hipsolverDn##S##getrf(WL_H, int m, int n, T* a, int lda, T*, int* p, int* info)                     \
      WL_CALL(getrf(m, n, host(a), lda, p, info))                                                            \
  Status hipsolverDn##S##getrs(WL_H, hipblasOperation_t op, int n, int nrhs, const T* a, int lda, const int* p, T* b, int ldb, \
                               int* info) WL_CALL(getrs(op, n, nrhs, host(a), lda, p, host(b), ldb, info))   \
  Status hipsolverDn##S##potrf_bufferSize(WL_H, WL_FILL, int, T*, int, int* lwork) WL_SIZE()                 \
  Status hipsolverDn##S##potrf(WL_H, WL_FILL uplo, int n, T* a, int lda, T*, int, int* info)                 \
      WL_CALL(potrf(uplo, n, host(a), lda, info))                                                            \
  Status hipsolverDn##S##potrfBatched(WL_H, WL_FILL uplo, int n, T* a[], int lda, int* info, int count)      \
      WL_CALL(each_of_batch(count, a, [&](int b) { return potrf(uplo, n, host(a[b]), lda, info ? info + b : info); })) \
  Status hipsolverDn##S##potri_bufferSize(WL_H, WL_FILL, int, T*, int, int* lwork) WL_SIZE()                 \
  Status hipsolverDn##S##potri(WL_H, WL_FILL uplo, int n, T* a, int lda, T*, int, int* info)                 \
      WL_CALL(potri(uplo, n, host(a), lda, info))                                                            \
  Status hipsolverDn##S##potrs(WL_H, WL_FILL uplo, int n, int nrhs, const T* a, int lda, T* b, int ldb, int* info) \
      WL_CALL(potrs(uplo, n, nrhs, host(a), lda, host(b), ldb, info))                                        \
  Status hipsolverDn##S##potrsBatched(WL_H, WL_FILL uplo, int n, int nrhs, T* a[], int lda, T* x[], int ldb, int* info, \
                                      int count)                                                             \
      WL_CALL(each_of_batch(count, a, [&](int b) {                                                           \
        return potrs<host_type<T>>(uplo, n, nrhs, host(a[b]), lda, host(x[b]), ldb, info);                   \
      }))                                                                                                    \
  Status hipsolverDn##S##geqrf_bufferSize(WL_H, int, int, T*, int, int* lwork) WL_SIZE()                     \
  Status hipsolverDn##S##geqrf(WL_H, int m, int n, T* a, int lda, T* tau, T*, int, int* info)                \
      WL_CALL(geqrf(m, n, host(a), lda, host(tau), info))                                                    \
  Status hipsolverDn##S##sytrf_bufferSize(WL_H, int, T*, int, int* lwork) WL_SIZE()                          \
  Status hipsolverDn##S##sytrf(WL_H, WL_FILL uplo, int n, T* a, int lda, int* p, T*, int, int* info)         \
      WL_CALL(sytrf(uplo, n, host(a), lda, p, info))                                                         \
  Status hipsolverDn##S##S##gels_bufferSize(WL_H, int, int, int, T*, int, T*, int, T*, int, void*, size_t* lwork) WL_SIZE() \
  Status hipsolverDn##S##S##gels(WL_H, int m, int n, int nrhs, T* a, int lda, T* b, int ldb, T* x, int ldx, void*, size_t, \
                                 int* niters, int* info)                                                     \
      WL_CALL(gels(m, n, nrhs, host(a), lda, host(b), ldb, host(x), ldx, niters, info))                      \
  Status hipsolverDn##S##S##gesv_bufferSize(WL_H, int, int, T*, int, int*, T*, int, T*, int, void*, size_t* lwork) WL_SIZE() \
  Status hipsolverDn##S##S##gesv(WL_H, int n, int nrhs, T* a, int lda, int* p, T* b, int ldb, T* x, int ldx, void*, size_t, \
                                 int* niters, int* info)                                                     \
      WL_CALL(gesv(n, nrhs, host(a), lda, p, host(b), ldb, host(x), ldx, niters, info))
HIPSOLVER_FOUR_TYPES(WL_FACTORISATIONS)

#define WL_ORTHOGONAL(S, T, R, org, orm, sy)                                                                 \
  Status hipsolverDn##S##org##br_bufferSize(WL_H, hipblasSideMode_t, int, int, int, const T*, int, const T*, int* lwork) WL_SIZE() \
  Status hipsolverDn##S##org##br(WL_H, hipblasSideMode_t side, int m, int n, int k, T* a, int lda, const T* tau, T*, int, \
                                 int* info) WL_CALL(orgbr(side, m, n, k, host(a), lda, host(tau), info))     \
  Status hipsolverDn##S##org##qr_bufferSize(WL_H, int, int, int, const T*, int, const T*, int* lwork) WL_SIZE() \
  Status hipsolverDn##S##org##qr(WL_H, int m, int n, int k, T* a, int lda, const T* tau, T*, int, int* info) \
      WL_CALL(orgqr(m, n, k, host(a), lda, host(tau), info))                                                 \
  Status hipsolverDn##S##org##tr_bufferSize(WL_H, WL_FILL, int, const T*, int, const T*, int* lwork) WL_SIZE() \
  Status hipsolverDn##S##org##tr(WL_H, WL_FILL uplo, int n, T* a, int lda, const T* tau, T*, int, int* info) \
      WL_CALL(orgtr(uplo, n, host(a), lda, host(tau), info))                                                 \
  Status hipsolverDn##S##orm##qr_bufferSize(WL_H, hipblasSideMode_t, hipblasOperation_t, int, int, int, const T*, int, const T*, \
                                            const T*, int, int* lwork) WL_SIZE()                             \
  Status hipsolverDn##S##orm##qr(WL_H, hipblasSideMode_t side, hipblasOperation_t op, int m, int n, int k, const T* a, int lda, \
                                 const T* tau, T* c, int ldc, T*, int, int* info)                            \
      WL_CALL(ormqr(side, op, m, n, k, host(a), lda, host(tau), host(c), ldc, info))                         \
  Status hipsolverDn##S##orm##tr_bufferSize(WL_H, hipblasSideMode_t, WL_FILL, hipblasOperation_t, int, int, const T*, int, \
                                            const T*, const T*, int, int* lwork) WL_SIZE()                   \
  Status hipsolverDn##S##orm##tr(WL_H, hipblasSideMode_t side, WL_FILL uplo, hipblasOperation_t op, int m, int n, T* a, int lda, \
                                 T* tau, T* c, int ldc, T*, int, int* info)                                  \
      WL_CALL(ormtr<host_type<T>>(side, uplo, op, m, n, host(a), lda, host(tau), host(c), ldc, info))        \
  Status hipsolverDn##S##gebrd_bufferSize(WL_H, int, int, int* lwork) WL_SIZE()                              \
  Status hipsolverDn##S##gebrd(WL_H, int m, int n, T* a, int lda, R* d, R* e, T* tauq, T* taup, T*, int, int* info) \
      WL_CALL(gebrd(m, n, host(a), lda, d, e, host(tauq), host(taup), info))                                 \
  Status hipsolverDn##S##sy##trd_bufferSize(WL_H, WL_FILL, int, const T*, int, const R*, const R*, const T*, int* lwork) WL_SIZE() \
  Status hipsolverDn##S##sy##trd(WL_H, WL_FILL uplo, int n, T* a, int lda, R* d, R* e, T* tau, T*, int, int* info) \
      WL_CALL(sytrd(uplo, n, host(a), lda, d, e, host(tau), info))
HIPSOLVER_FOUR_TYPES(WL_ORTHOGONAL)

#define WL_SPECTRAL(S, T, R, org, orm, sy)                                                                   \
  Status hipsolverDn##S##gesvd_bufferSize(WL_H, int, int, int* lwork) WL_SIZE()                              \
  Status hipsolverDn##S##gesvd(WL_H, signed char ju, signed char jv, int m, int n, T* a, int lda, R* s, T* u, int ldu, T* v, \
                               int ldv, T*, int, R* rwork, int* info)                                        \
      WL_CALL(gesvd(static_cast<char>(ju), static_cast<char>(jv), m, n, host(a), lda, s, host(u), ldu, host(v), ldv, rwork, info)) \
  Status hipsolverDn##S##gesvdj_bufferSize(WL_H, hipsolverEigMode_t, int, int, int, const T*, int, const R*, const T*, int, \
                                           const T*, int, int* lwork, hipsolverGesvdjInfo_t) WL_SIZE()       \
  Status hipsolverDn##S##gesvdj(WL_H, hipsolverEigMode_t mode, int econ, int m, int n, T* a, int lda, R* s, T* u, int ldu, T* v, \
                                int ldv, T*, int, int* info, hipsolverGesvdjInfo_t)                          \
      WL_CALL(gesvdj(mode, econ != 0, m, n, host(a), lda, s, host(u), ldu, host(v), ldv, info))              \
  Status hipsolverDn##S##gesvdjBatched_bufferSize(WL_H, hipsolverEigMode_t, int, int, const T*, int, const R*, const T*, int, \
                                                  const T*, int, int* lwork, hipsolverGesvdjInfo_t, int) WL_SIZE() \
  Status hipsolverDn##S##gesvdjBatched(WL_H, hipsolverEigMode_t mode, int m, int n, T* a, int lda, R* s, T* u, int ldu, T* v, \
                                       int ldv, T*, int, int* info, hipsolverGesvdjInfo_t, int count) {      \
    if (Status state = ready(handle); state != success) return state;                                        \
    WL_NEED(count >= 0 && a && s && info);                                                                   \
    for (int64_t b = 0; b < count; ++b) {                                                                    \
      Status state = gesvdj(mode, false, m, n, host(a) + b * lda * n, lda, s + b * std::min(m, n), u ? host(u) + b * ldu * m : host(u), \
                            ldu, v ? host(v) + b * ldv * n : host(v), ldv, info + b);                        \
      if (state != success) return state;                                                                    \
    }                                                                                                        \
    return success;                                                                                          \
  }                                                                                                          \
  Status hipsolverDn##S##sy##evd_bufferSize(WL_H, hipsolverEigMode_t, WL_FILL, int, const T*, int, const R*, int* lwork) WL_SIZE() \
  Status hipsolverDn##S##sy##evd(WL_H, hipsolverEigMode_t mode, WL_FILL uplo, int n, T* a, int lda, R* w, T*, int, int* info) \
      WL_CALL(syevd(mode, uplo, n, host(a), lda, w, info))                                                   \
  Status hipsolverDn##S##sy##evj_bufferSize(WL_H, hipsolverEigMode_t, WL_FILL, int, const T*, int, const R*, int* lwork, \
                                            hipsolverSyevjInfo_t) WL_SIZE()                                  \
  Status hipsolverDn##S##sy##evj(WL_H, hipsolverEigMode_t mode, WL_FILL uplo, int n, T* a, int lda, R* w, T*, int, int* info, \
                                 hipsolverSyevjInfo_t) WL_CALL(syevd(mode, uplo, n, host(a), lda, w, info))  \
  Status hipsolverDn##S##sy##evjBatched_bufferSize(WL_H, hipsolverEigMode_t, WL_FILL, int, const T*, int, const R*, int* lwork, \
                                                   hipsolverSyevjInfo_t, int) WL_SIZE()                      \
  Status hipsolverDn##S##sy##evjBatched(WL_H, hipsolverEigMode_t mode, WL_FILL uplo, int n, T* a, int lda, R* w, T*, int, \
                                        int* info, hipsolverSyevjInfo_t, int count) {                        \
    if (Status state = ready(handle); state != success) return state;                                        \
    WL_NEED(count >= 0 && a && w && info);                                                                   \
    for (int64_t b = 0; b < count; ++b)                                                                      \
      if (Status state = syevd(mode, uplo, n, host(a) + b * lda * n, lda, w + b * n, info + b); state != success) return state; \
    return success;                                                                                          \
  }                                                                                                          \
  Status hipsolverDn##S##sy##gvd_bufferSize(WL_H, hipsolverEigType_t, hipsolverEigMode_t, WL_FILL, int, const T*, int, const T*, \
                                            int, const R*, int* lwork) WL_SIZE()                             \
  Status hipsolverDn##S##sy##gvd(WL_H, hipsolverEigType_t type, hipsolverEigMode_t mode, WL_FILL uplo, int n, T* a, int lda, \
                                 T* b, int ldb, R* w, T*, int, int* info)                                    \
      WL_CALL(sygvd(type, mode, uplo, n, host(a), lda, host(b), ldb, w, info))
HIPSOLVER_FOUR_TYPES(WL_SPECTRAL)

#define WL_PLAIN(S, T, R, org, orm, sy)                                                                      \
  Status hipsolver##S##getrf_bufferSize(WL_H, int, int, T*, int, int* lwork) WL_SIZE()                       \
  Status hipsolver##S##getrf(WL_H, int m, int n, T* a, int lda, T*, int, int* p, int* info)                  \
      WL_CALL(getrf(m, n, host(a), lda, p, info))                                                            \
  Status hipsolver##S##getrs_bufferSize(WL_H, hipsolverOperation_t, int, int, T*, int, int*, T*, int, int* lwork) WL_SIZE() \
  Status hipsolver##S##getrs(WL_H, hipsolverOperation_t op, int n, int nrhs, T* a, int lda, int* p, T* b, int ldb, T*, int, \
                             int* info) WL_CALL(getrs<host_type<T>>(op, n, nrhs, host(a), lda, p, host(b), ldb, info)) \
  Status hipsolver##S##potrf_bufferSize(WL_H, hipsolverFillMode_t, int, T*, int, int* lwork) WL_SIZE()       \
  Status hipsolver##S##potrf(WL_H, hipsolverFillMode_t uplo, int n, T* a, int lda, T*, int, int* info)       \
      WL_CALL(potrf(uplo, n, host(a), lda, info))                                                            \
  Status hipsolver##S##potrs_bufferSize(WL_H, hipsolverFillMode_t, int, int, T*, int, T*, int, int* lwork) WL_SIZE() \
  Status hipsolver##S##potrs(WL_H, hipsolverFillMode_t uplo, int n, int nrhs, T* a, int lda, T* b, int ldb, T*, int, int* info) \
      WL_CALL(potrs<host_type<T>>(uplo, n, nrhs, host(a), lda, host(b), ldb, info))                          \
  Status hipsolver##S##geqrf_bufferSize(WL_H, int, int, T*, int, int* lwork) WL_SIZE()                       \
  Status hipsolver##S##geqrf(WL_H, int m, int n, T* a, int lda, T* tau, T*, int, int* info)                  \
      WL_CALL(geqrf(m, n, host(a), lda, host(tau), info))                                                    \
  Status hipsolver##S##org##qr_bufferSize(WL_H, int, int, int, T*, int, T*, int* lwork) WL_SIZE()            \
  Status hipsolver##S##org##qr(WL_H, int m, int n, int k, T* a, int lda, T* tau, T*, int, int* info)         \
      WL_CALL(orgqr<host_type<T>>(m, n, k, host(a), lda, host(tau), info))                                   \
  Status hipsolver##S##orm##qr_bufferSize(WL_H, hipsolverSideMode_t, hipsolverOperation_t, int, int, int, T*, int, T*, T*, int, \
                                          int* lwork) WL_SIZE()                                              \
  Status hipsolver##S##orm##qr(WL_H, hipsolverSideMode_t side, hipsolverOperation_t op, int m, int n, int k, T* a, int lda, \
                               T* tau, T* c, int ldc, T*, int, int* info)                                    \
      WL_CALL(ormqr<host_type<T>>(side, op, m, n, k, host(a), lda, host(tau), host(c), ldc, info))           \
  Status hipsolver##S##gesvd_bufferSize(WL_H, signed char, signed char, int, int, int* lwork) WL_SIZE()      \
  Status hipsolver##S##gesvd(WL_H, signed char ju, signed char jv, int m, int n, T* a, int lda, R* s, T* u, int ldu, T* v, \
                             int ldv, T*, int, R* rwork, int* info)                                          \
      WL_CALL(gesvd(static_cast<char>(ju), static_cast<char>(jv), m, n, host(a), lda, s, host(u), ldu, host(v), ldv, rwork, info)) \
  Status hipsolver##S##sy##evd_bufferSize(WL_H, hipsolverEigMode_t, hipsolverFillMode_t, int, T*, int, R*, int* lwork) WL_SIZE() \
  Status hipsolver##S##sy##evd(WL_H, hipsolverEigMode_t mode, hipsolverFillMode_t uplo, int n, T* a, int lda, R* w, T*, int, \
                               int* info) WL_CALL(syevd(mode, uplo, n, host(a), lda, w, info))
HIPSOLVER_FOUR_TYPES(WL_PLAIN)

}  // extern "C"
