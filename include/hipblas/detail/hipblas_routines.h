// hipBLAS's routines as tables. hipblas.h turns each row into declarations, the library into definitions.
//
// A row is ROW(Name, T, R, op, P): the part of the name after "hipblas", element type, its real type, the operation that
// serves it, and the parameters. P names a list HIPBLAS_P_P(M, E) of parameters M(KIND, E, names...); E is the
// environment (T, R, I, FORM) with the index type I and FORM one of PLAIN, BATCHED, STRIDED. The kinds:
//   OP, UPLO, DIAG, SIDE, TYPE, COMPUTE, ALGO, FLAGS   enumerations
//   INT                   a size
//   SCALAR, RSCALAR, VSCALAR   a number of type T, of type R, of a type named beside it
//   IN, INOUT             vector or matrix of T with its increment or leading dimension, and in STRIDED form a stride
//   PIN, PINOUT, PREAL    the same without an increment (packed matrices, parameters), PREAL of type R
//   VIN, VINOUT           the same as IN and INOUT with the type named beside it
//   SIN, SINOUT           like those, but an array of pointers is a plain void* in BATCHED form, too
//   XINOUT, XSTRIDE       a matrix whose type is computeType; a stride alone
//   COUNT                 the number of problems in BATCHED and STRIDED form
//   RES, RRES, IRES, VRES results, one a problem: of type T, R, I, of a type named beside it
#ifndef WAVELIFT_HIPBLAS_ROUTINES_H
#define WAVELIFT_HIPBLAS_ROUTINES_H

#define HIPBLAS_EXPAND(...) __VA_ARGS__
#define HIPBLAS_GLUE_(a, b) a##b
#define HIPBLAS_GLUE(a, b) HIPBLAS_GLUE_(a, b)
#define HIPBLAS_APPLY(F, ...) F(__VA_ARGS__)

// Level 1.
#define HIPBLAS_P_scal(M, E) M(INT, E, n) M(SCALAR, E, alpha) M(INOUT, E, x, incx, stridex) M(COUNT, E, batchCount)
#define HIPBLAS_P_rscal(M, E) M(INT, E, n) M(RSCALAR, E, alpha) M(INOUT, E, x, incx, stridex) M(COUNT, E, batchCount)
#define HIPBLAS_P_axpy(M, E)                                                                                 \
  M(INT, E, n) M(SCALAR, E, alpha) M(IN, E, x, incx, stridex) M(INOUT, E, y, incy, stridey) M(COUNT, E, batchCount)
#define HIPBLAS_P_copy(M, E)                                                                                 \
  M(INT, E, n) M(IN, E, x, incx, stridex) M(INOUT, E, y, incy, stridey) M(COUNT, E, batchCount)
#define HIPBLAS_P_swap(M, E)                                                                                 \
  M(INT, E, n) M(INOUT, E, x, incx, stridex) M(INOUT, E, y, incy, stridey) M(COUNT, E, batchCount)
#define HIPBLAS_P_dot(M, E)                                                                                  \
  M(INT, E, n) M(IN, E, x, incx, stridex) M(IN, E, y, incy, stridey) M(COUNT, E, batchCount) M(RES, E, result)
#define HIPBLAS_P_norm(M, E) M(INT, E, n) M(IN, E, x, incx, stridex) M(COUNT, E, batchCount) M(RRES, E, result)
#define HIPBLAS_P_index(M, E) M(INT, E, n) M(IN, E, x, incx, stridex) M(COUNT, E, batchCount) M(IRES, E, result)
#define HIPBLAS_P_rot(M, E)                                                                                  \
  M(INT, E, n) M(INOUT, E, x, incx, stridex) M(INOUT, E, y, incy, stridey) M(RSCALAR, E, c) M(SCALAR, E, s)  \
      M(COUNT, E, batchCount)
#define HIPBLAS_P_rrot(M, E)                                                                                 \
  M(INT, E, n) M(INOUT, E, x, incx, stridex) M(INOUT, E, y, incy, stridey) M(RSCALAR, E, c) M(RSCALAR, E, s) \
      M(COUNT, E, batchCount)
#define HIPBLAS_P_rotg(M, E)                                                                                 \
  M(PINOUT, E, a, stridea) M(PINOUT, E, b, strideb) M(PREAL, E, c, stridec) M(PINOUT, E, s, strides)         \
      M(COUNT, E, batchCount)
#define HIPBLAS_P_rotm(M, E)                                                                                 \
  M(INT, E, n) M(INOUT, E, x, incx, stridex) M(INOUT, E, y, incy, stridey) M(PIN, E, param, strideParam)     \
      M(COUNT, E, batchCount)
#define HIPBLAS_P_rotmg(M, E)                                                                                \
  M(PINOUT, E, d1, strided1) M(PINOUT, E, d2, strided2) M(PINOUT, E, x1, stridex1) M(PIN, E, y1, stridey1)   \
      M(PINOUT, E, param, strideParam) M(COUNT, E, batchCount)

// ROW for the four types, and for those with a real result from complex elements.
#define HIPBLAS_REAL(ROW, name, op, P) ROW(S##name, float, float, op, P) ROW(D##name, double, double, op, P)
#define HIPBLAS_COMPLEX(ROW, name, op, P)                                                                    \
  ROW(C##name, hipComplex, float, op, P) ROW(Z##name, hipDoubleComplex, double, op, P)
#define HIPBLAS_FOUR(ROW, name, op, P) HIPBLAS_REAL(ROW, name, op, P) HIPBLAS_COMPLEX(ROW, name, op, P)

#define HIPBLAS_LEVEL1(ROW)                                                                                  \
  HIPBLAS_FOUR(ROW, scal, scal, scal)                                                                        \
  ROW(Csscal, hipComplex, float, rscal, rscal)                                                               \
  ROW(Zdscal, hipDoubleComplex, double, rscal, rscal)                                                        \
  ROW(Haxpy, hipblasHalf, hipblasHalf, axpy, axpy)                                                           \
  HIPBLAS_FOUR(ROW, axpy, axpy, axpy)                                                                        \
  HIPBLAS_FOUR(ROW, copy, copy, copy)                                                                        \
  HIPBLAS_FOUR(ROW, swap, swap, swap)                                                                        \
  ROW(Hdot, hipblasHalf, hipblasHalf, dot, dot)                                                              \
  ROW(Bfdot, hipblasBfloat16, hipblasBfloat16, dot, dot)                                                     \
  HIPBLAS_REAL(ROW, dot, dot, dot)                                                                           \
  HIPBLAS_COMPLEX(ROW, dotu, dot, dot)                                                                       \
  HIPBLAS_COMPLEX(ROW, dotc, dotc, dot)                                                                      \
  HIPBLAS_REAL(ROW, asum, asum, norm)                                                                        \
  ROW(Scasum, hipComplex, float, asum, norm)                                                                 \
  ROW(Dzasum, hipDoubleComplex, double, asum, norm)                                                          \
  HIPBLAS_REAL(ROW, nrm2, nrm2, norm)                                                                        \
  ROW(Scnrm2, hipComplex, float, nrm2, norm)                                                                 \
  ROW(Dznrm2, hipDoubleComplex, double, nrm2, norm)                                                          \
  ROW(Isamax, float, float, amax, index)                                                                     \
  ROW(Idamax, double, double, amax, index)                                                                   \
  ROW(Icamax, hipComplex, float, amax, index)                                                                \
  ROW(Izamax, hipDoubleComplex, double, amax, index)                                                         \
  ROW(Isamin, float, float, amin, index)                                                                     \
  ROW(Idamin, double, double, amin, index)                                                                   \
  ROW(Icamin, hipComplex, float, amin, index)                                                                \
  ROW(Izamin, hipDoubleComplex, double, amin, index)                                                         \
  HIPBLAS_FOUR(ROW, rot, rot, rot)                                                                           \
  ROW(Csrot, hipComplex, float, rot, rrot)                                                                   \
  ROW(Zdrot, hipDoubleComplex, double, rot, rrot)                                                            \
  HIPBLAS_FOUR(ROW, rotg, rotg, rotg)                                                                        \
  HIPBLAS_REAL(ROW, rotm, rotm, rotm)                                                                        \
  HIPBLAS_REAL(ROW, rotmg, rotmg, rotmg)

// Level 2.
#define HIPBLAS_P_gemv(M, E)                                                                                 \
  M(OP, E, trans) M(INT, E, m) M(INT, E, n) M(SCALAR, E, alpha) M(IN, E, AP, lda, strideA)                   \
      M(IN, E, x, incx, stridex) M(SCALAR, E, beta) M(INOUT, E, y, incy, stridey) M(COUNT, E, batchCount)
#define HIPBLAS_P_gbmv(M, E)                                                                                 \
  M(OP, E, trans) M(INT, E, m) M(INT, E, n) M(INT, E, kl) M(INT, E, ku) M(SCALAR, E, alpha)                  \
      M(IN, E, AP, lda, strideA) M(IN, E, x, incx, stridex) M(SCALAR, E, beta)                               \
          M(INOUT, E, y, incy, stridey) M(COUNT, E, batchCount)
#define HIPBLAS_P_ger(M, E)                                                                                  \
  M(INT, E, m) M(INT, E, n) M(SCALAR, E, alpha) M(IN, E, x, incx, stridex) M(IN, E, y, incy, stridey)        \
      M(INOUT, E, AP, lda, strideA) M(COUNT, E, batchCount)
#define HIPBLAS_P_hbmv(M, E)                                                                                 \
  M(UPLO, E, uplo) M(INT, E, n) M(INT, E, k) M(SCALAR, E, alpha) M(IN, E, AP, lda, strideA)                  \
      M(IN, E, x, incx, stridex) M(SCALAR, E, beta) M(INOUT, E, y, incy, stridey) M(COUNT, E, batchCount)
#define HIPBLAS_P_hemv(M, E)                                                                                 \
  M(UPLO, E, uplo) M(INT, E, n) M(SCALAR, E, alpha) M(IN, E, AP, lda, strideA) M(IN, E, x, incx, stridex)    \
      M(SCALAR, E, beta) M(INOUT, E, y, incy, stridey) M(COUNT, E, batchCount)
#define HIPBLAS_P_hpmv(M, E)                                                                                 \
  M(UPLO, E, uplo) M(INT, E, n) M(SCALAR, E, alpha) M(PIN, E, AP, strideA) M(IN, E, x, incx, stridex)        \
      M(SCALAR, E, beta) M(INOUT, E, y, incy, stridey) M(COUNT, E, batchCount)
#define HIPBLAS_P_her(M, E)                                                                                  \
  M(UPLO, E, uplo) M(INT, E, n) M(RSCALAR, E, alpha) M(IN, E, x, incx, stridex)                              \
      M(INOUT, E, AP, lda, strideA) M(COUNT, E, batchCount)
#define HIPBLAS_P_syr(M, E)                                                                                  \
  M(UPLO, E, uplo) M(INT, E, n) M(SCALAR, E, alpha) M(IN, E, x, incx, stridex)                               \
      M(INOUT, E, AP, lda, strideA) M(COUNT, E, batchCount)
#define HIPBLAS_P_her2(M, E)                                                                                 \
  M(UPLO, E, uplo) M(INT, E, n) M(SCALAR, E, alpha) M(IN, E, x, incx, stridex) M(IN, E, y, incy, stridey)    \
      M(INOUT, E, AP, lda, strideA) M(COUNT, E, batchCount)
#define HIPBLAS_P_hpr(M, E)                                                                                  \
  M(UPLO, E, uplo) M(INT, E, n) M(RSCALAR, E, alpha) M(IN, E, x, incx, stridex) M(PINOUT, E, AP, strideA)    \
      M(COUNT, E, batchCount)
#define HIPBLAS_P_spr(M, E)                                                                                  \
  M(UPLO, E, uplo) M(INT, E, n) M(SCALAR, E, alpha) M(IN, E, x, incx, stridex) M(PINOUT, E, AP, strideA)     \
      M(COUNT, E, batchCount)
#define HIPBLAS_P_hpr2(M, E)                                                                                 \
  M(UPLO, E, uplo) M(INT, E, n) M(SCALAR, E, alpha) M(IN, E, x, incx, stridex) M(IN, E, y, incy, stridey)    \
      M(PINOUT, E, AP, strideA) M(COUNT, E, batchCount)
#define HIPBLAS_P_trmv(M, E)                                                                                 \
  M(UPLO, E, uplo) M(OP, E, transA) M(DIAG, E, diag) M(INT, E, n) M(IN, E, AP, lda, strideA)                 \
      M(INOUT, E, x, incx, stridex) M(COUNT, E, batchCount)
#define HIPBLAS_P_tbmv(M, E)                                                                                 \
  M(UPLO, E, uplo) M(OP, E, transA) M(DIAG, E, diag) M(INT, E, n) M(INT, E, k) M(IN, E, AP, lda, strideA)    \
      M(INOUT, E, x, incx, stridex) M(COUNT, E, batchCount)
#define HIPBLAS_P_tpmv(M, E)                                                                                 \
  M(UPLO, E, uplo) M(OP, E, transA) M(DIAG, E, diag) M(INT, E, n) M(PIN, E, AP, strideA)                     \
      M(INOUT, E, x, incx, stridex) M(COUNT, E, batchCount)

#define HIPBLAS_LEVEL2(ROW)                                                                                  \
  HIPBLAS_FOUR(ROW, gbmv, gbmv, gbmv)                                                                        \
  HIPBLAS_FOUR(ROW, gemv, gemv, gemv)                                                                        \
  HIPBLAS_REAL(ROW, ger, geru, ger)                                                                          \
  HIPBLAS_COMPLEX(ROW, geru, geru, ger)                                                                      \
  HIPBLAS_COMPLEX(ROW, gerc, gerc, ger)                                                                      \
  HIPBLAS_COMPLEX(ROW, hbmv, hbmv, hbmv)                                                                     \
  HIPBLAS_COMPLEX(ROW, hemv, hemv, hemv)                                                                     \
  HIPBLAS_COMPLEX(ROW, her, her, her)                                                                        \
  HIPBLAS_COMPLEX(ROW, her2, her2, her2)                                                                     \
  HIPBLAS_COMPLEX(ROW, hpmv, hpmv, hpmv)                                                                     \
  HIPBLAS_COMPLEX(ROW, hpr, hpr, hpr)                                                                        \
  HIPBLAS_COMPLEX(ROW, hpr2, hpr2, hpr2)                                                                     \
  HIPBLAS_REAL(ROW, sbmv, hbmv, hbmv)                                                                        \
  HIPBLAS_REAL(ROW, spmv, hpmv, hpmv)                                                                        \
  HIPBLAS_FOUR(ROW, spr, spr, spr)                                                                           \
  HIPBLAS_REAL(ROW, spr2, hpr2, hpr2)                                                                        \
  HIPBLAS_FOUR(ROW, symv, symv, hemv)                                                                        \
  HIPBLAS_FOUR(ROW, syr, syr, syr)                                                                           \
  HIPBLAS_FOUR(ROW, syr2, syr2, her2)                                                                        \
  HIPBLAS_FOUR(ROW, tbmv, tbmv, tbmv)                                                                        \
  HIPBLAS_FOUR(ROW, tbsv, tbsv, tbmv)                                                                        \
  HIPBLAS_FOUR(ROW, tpmv, tpmv, tpmv)                                                                        \
  HIPBLAS_FOUR(ROW, tpsv, tpsv, tpmv)                                                                        \
  HIPBLAS_FOUR(ROW, trmv, trmv, trmv)                                                                        \
  HIPBLAS_FOUR(ROW, trsv, trsv, trmv)

// Level 3.
#define HIPBLAS_P_gemm(M, E)                                                                                 \
  M(OP, E, transA) M(OP, E, transB) M(INT, E, m) M(INT, E, n) M(INT, E, k) M(SCALAR, E, alpha)               \
      M(IN, E, AP, lda, strideA) M(IN, E, BP, ldb, strideB) M(SCALAR, E, beta)                               \
          M(INOUT, E, CP, ldc, strideC) M(COUNT, E, batchCount)
#define HIPBLAS_P_syrk(M, E)                                                                                 \
  M(UPLO, E, uplo) M(OP, E, transA) M(INT, E, n) M(INT, E, k) M(SCALAR, E, alpha) M(IN, E, AP, lda, strideA) \
      M(SCALAR, E, beta) M(INOUT, E, CP, ldc, strideC) M(COUNT, E, batchCount)
#define HIPBLAS_P_herk(M, E)                                                                                 \
  M(UPLO, E, uplo) M(OP, E, transA) M(INT, E, n) M(INT, E, k) M(RSCALAR, E, alpha)                           \
      M(IN, E, AP, lda, strideA) M(RSCALAR, E, beta) M(INOUT, E, CP, ldc, strideC) M(COUNT, E, batchCount)
#define HIPBLAS_P_syr2k(M, E)                                                                                \
  M(UPLO, E, uplo) M(OP, E, transA) M(INT, E, n) M(INT, E, k) M(SCALAR, E, alpha) M(IN, E, AP, lda, strideA) \
      M(IN, E, BP, ldb, strideB) M(SCALAR, E, beta) M(INOUT, E, CP, ldc, strideC) M(COUNT, E, batchCount)
#define HIPBLAS_P_her2k(M, E)                                                                                \
  M(UPLO, E, uplo) M(OP, E, transA) M(INT, E, n) M(INT, E, k) M(SCALAR, E, alpha) M(IN, E, AP, lda, strideA) \
      M(IN, E, BP, ldb, strideB) M(RSCALAR, E, beta) M(INOUT, E, CP, ldc, strideC) M(COUNT, E, batchCount)
#define HIPBLAS_P_symm(M, E)                                                                                 \
  M(SIDE, E, side) M(UPLO, E, uplo) M(INT, E, m) M(INT, E, n) M(SCALAR, E, alpha) M(IN, E, AP, lda, strideA) \
      M(IN, E, BP, ldb, strideB) M(SCALAR, E, beta) M(INOUT, E, CP, ldc, strideC) M(COUNT, E, batchCount)
#define HIPBLAS_P_geam(M, E)                                                                                 \
  M(OP, E, transA) M(OP, E, transB) M(INT, E, m) M(INT, E, n) M(SCALAR, E, alpha)                            \
      M(IN, E, AP, lda, strideA) M(SCALAR, E, beta) M(IN, E, BP, ldb, strideB)                               \
          M(INOUT, E, CP, ldc, strideC) M(COUNT, E, batchCount)
#define HIPBLAS_P_trmm(M, E)                                                                                 \
  M(SIDE, E, side) M(UPLO, E, uplo) M(OP, E, transA) M(DIAG, E, diag) M(INT, E, m) M(INT, E, n)              \
      M(SCALAR, E, alpha) M(IN, E, AP, lda, strideA) M(IN, E, BP, ldb, strideB)                              \
          M(INOUT, E, CP, ldc, strideC) M(COUNT, E, batchCount)
#define HIPBLAS_P_trsm(M, E)                                                                                 \
  M(SIDE, E, side) M(UPLO, E, uplo) M(OP, E, transA) M(DIAG, E, diag) M(INT, E, m) M(INT, E, n)              \
      M(SCALAR, E, alpha) M(IN, E, AP, lda, strideA) M(INOUT, E, BP, ldb, strideB) M(COUNT, E, batchCount)
#define HIPBLAS_P_trtri(M, E)                                                                                \
  M(UPLO, E, uplo) M(DIAG, E, diag) M(INT, E, n) M(IN, E, AP, lda, strideA)                                  \
      M(INOUT, E, invA, ldinvA, stride_invA) M(COUNT, E, batchCount)
#define HIPBLAS_P_dgmm(M, E)                                                                                 \
  M(SIDE, E, side) M(INT, E, m) M(INT, E, n) M(IN, E, AP, lda, strideA) M(IN, E, x, incx, stridex)           \
      M(INOUT, E, CP, ldc, strideC) M(COUNT, E, batchCount)

#define HIPBLAS_LEVEL3(ROW)                                                                                  \
  ROW(Hgemm, hipblasHalf, hipblasHalf, gemm, gemm)                                                           \
  HIPBLAS_FOUR(ROW, gemm, gemm, gemm)                                                                        \
  HIPBLAS_COMPLEX(ROW, herk, herk, herk)                                                                     \
  HIPBLAS_COMPLEX(ROW, herkx, herkx, her2k)                                                                  \
  HIPBLAS_COMPLEX(ROW, her2k, her2k, her2k)                                                                  \
  HIPBLAS_FOUR(ROW, symm, symm, symm)                                                                        \
  HIPBLAS_FOUR(ROW, syrk, syrk, syrk)                                                                        \
  HIPBLAS_FOUR(ROW, syr2k, syr2k, syr2k)                                                                     \
  HIPBLAS_FOUR(ROW, syrkx, syrkx, syr2k)                                                                     \
  HIPBLAS_FOUR(ROW, geam, geam, geam)                                                                        \
  HIPBLAS_COMPLEX(ROW, hemm, hemm, symm)                                                                     \
  HIPBLAS_FOUR(ROW, trmm, trmm, trmm)                                                                        \
  HIPBLAS_FOUR(ROW, trsm, trsm, trsm)                                                                        \
  HIPBLAS_FOUR(ROW, dgmm, dgmm, dgmm)

// Types named at run time. Ex stands at the end of the name, behind the form.
#define HIPBLAS_P_gemm_ex(M, E)                                                                              \
  M(OP, E, transA) M(OP, E, transB) M(INT, E, m) M(INT, E, n) M(INT, E, k) M(VSCALAR, E, alpha)              \
      M(VIN, E, A, aType, lda, strideA) M(VIN, E, B, bType, ldb, strideB) M(VSCALAR, E, beta)                \
          M(VINOUT, E, C, cType, ldc, strideC) M(COUNT, E, batchCount) M(COMPUTE, E, computeType)            \
              M(ALGO, E, algo)
#define HIPBLAS_P_gemm_ex_flags(M, E) HIPBLAS_P_gemm_ex(M, E) M(FLAGS, E, flags)
#define HIPBLAS_P_axpy_ex(M, E)                                                                              \
  M(INT, E, n) M(VSCALAR, E, alpha) M(TYPE, E, alphaType) M(SIN, E, x, xType, incx, stridex)                 \
      M(SINOUT, E, y, yType, incy, stridey) M(COUNT, E, batchCount) M(TYPE, E, executionType)
#define HIPBLAS_P_dot_ex(M, E)                                                                               \
  M(INT, E, n) M(SIN, E, x, xType, incx, stridex) M(SIN, E, y, yType, incy, stridey)                         \
      M(COUNT, E, batchCount) M(VRES, E, result, resultType) M(TYPE, E, executionType)
#define HIPBLAS_P_nrm2_ex(M, E)                                                                              \
  M(INT, E, n) M(SIN, E, x, xType, incx, stridex) M(COUNT, E, batchCount) M(VRES, E, result, resultType)     \
      M(TYPE, E, executionType)
#define HIPBLAS_P_rot_ex(M, E)                                                                               \
  M(INT, E, n) M(SINOUT, E, x, xType, incx, stridex) M(SINOUT, E, y, yType, incy, stridey)                   \
      M(VSCALAR, E, c) M(VSCALAR, E, s) M(TYPE, E, csType) M(COUNT, E, batchCount) M(TYPE, E, executionType)
#define HIPBLAS_P_scal_ex(M, E)                                                                              \
  M(INT, E, n) M(VSCALAR, E, alpha) M(TYPE, E, alphaType) M(SINOUT, E, x, xType, incx, stridex)              \
      M(COUNT, E, batchCount) M(TYPE, E, executionType)

#define HIPBLAS_P_trsm_ex(M, E)                                                                              \
  M(SIDE, E, side) M(UPLO, E, uplo) M(OP, E, transA) M(DIAG, E, diag) M(INT, E, m) M(INT, E, n)              \
      M(VSCALAR, E, alpha) M(XINOUT, E, A, lda, strideA) M(XINOUT, E, B, ldb, strideB)                       \
          M(COUNT, E, batchCount) M(VSCALAR, E, invA) M(INT, E, invAsize) M(XSTRIDE, E, strideInvA)          \
              M(TYPE, E, computeType)

#define HIPBLAS_EX(ROW)                                                                                      \
  ROW(Gemm, void, void, gemm_ex, gemm_ex)                                                                    \
  ROW(Axpy, void, void, axpy_ex, axpy_ex)                                                                    \
  ROW(Dot, void, void, dot_ex, dot_ex)                                                                       \
  ROW(Dotc, void, void, dotc_ex, dot_ex)                                                                     \
  ROW(Nrm2, void, void, nrm2_ex, nrm2_ex)                                                                    \
  ROW(Rot, void, void, rot_ex, rot_ex)                                                                       \
  ROW(Scal, void, void, scal_ex, scal_ex)
#define HIPBLAS_TRSM_EX(ROW) ROW(Trsm, void, void, trsm_ex, trsm_ex)
#define HIPBLAS_GEMM_FLAGS(ROW) ROW(Gemm, void, flags, gemm_ex_flags, gemm_ex_flags)

// Factorisations of LAPACK; hipBLAS has them with 32-bit sizes only. INFO is one number a problem, HOSTINFO one for the call.
#define HIPBLAS_P_getrf(M, E)                                                                                \
  M(INT, E, n) M(INOUT, E, A, lda, strideA) M(PIVOT, E, ipiv, n, strideP) M(INFO, E, info) M(COUNT, E, batchCount)
#define HIPBLAS_P_getrs(M, E)                                                                                \
  M(OP, E, trans) M(INT, E, n) M(INT, E, nrhs) M(INOUT, E, A, lda, strideA) M(CPIVOT, E, ipiv, n, strideP)   \
      M(INOUT, E, B, ldb, strideB) M(HOSTINFO, E, info) M(COUNT, E, batchCount)
#define HIPBLAS_P_gels(M, E)                                                                                 \
  M(OP, E, trans) M(INT, E, m) M(INT, E, n) M(INT, E, nrhs) M(INOUT, E, A, lda, strideA)                     \
      M(INOUT, E, B, ldb, strideB) M(HOSTINFO, E, info) M(INFO, E, deviceInfo) M(COUNT, E, batchCount)
#define HIPBLAS_P_geqrf(M, E)                                                                                \
  M(INT, E, m) M(INT, E, n) M(INOUT, E, A, lda, strideA) M(PINOUT, E, ipiv, strideP) M(HOSTINFO, E, info)    \
      M(COUNT, E, batchCount)
#define HIPBLAS_P_getri(M, E)                                                                                \
  M(INT, E, n) M(INOUT, E, A, lda, strideA) M(PIVOT, E, ipiv, n, strideP) M(INOUT, E, C, ldc, strideC)       \
      M(INFO, E, info) M(COUNT, E, batchCount)

#define HIPBLAS_LAPACK(ROW)                                                                                  \
  HIPBLAS_FOUR(ROW, trtri, trtri, trtri)                                                                     \
  HIPBLAS_FOUR(ROW, getrf, getrf, getrf)                                                                     \
  HIPBLAS_FOUR(ROW, getrs, getrs, getrs)                                                                     \
  HIPBLAS_FOUR(ROW, gels, gels, gels)                                                                        \
  HIPBLAS_FOUR(ROW, geqrf, geqrf, geqrf)
#define HIPBLAS_LAPACK_BATCHED(ROW) HIPBLAS_FOUR(ROW, getri, getri, getri)

// The forms of a row: F(symbol, T, R, I, FORM, op, P). HIPBLAS_NAME_* puts Ex and WithFlags behind the form: the rows of
// types named at run time have T void, and R says whether there are flags.
#define HIPBLAS_32_BIT_FORMS(F, Name, T, R, op, P)                                                           \
  F(HIPBLAS_SYMBOL(Name, , T, R, ), T, R, int, PLAIN, op, P)                                                 \
  F(HIPBLAS_SYMBOL(Name, Batched, T, R, ), T, R, int, BATCHED, op, P)                                        \
  F(HIPBLAS_SYMBOL(Name, StridedBatched, T, R, ), T, R, int, STRIDED, op, P)
#define HIPBLAS_64_BIT_FORMS(F, Name, T, R, op, P)                                                           \
  F(HIPBLAS_SYMBOL(Name, , T, R, _64), T, R, int64_t, PLAIN, op, P)                                          \
  F(HIPBLAS_SYMBOL(Name, Batched, T, R, _64), T, R, int64_t, BATCHED, op, P)                                 \
  F(HIPBLAS_SYMBOL(Name, StridedBatched, T, R, _64), T, R, int64_t, STRIDED, op, P)
#define HIPBLAS_ALL_FORMS(F, Name, T, R, op, P)                                                              \
  HIPBLAS_32_BIT_FORMS(F, Name, T, R, op, P) HIPBLAS_64_BIT_FORMS(F, Name, T, R, op, P)

#define HIPBLAS_SYMBOL(Name, form, T, R, end) HIPBLAS_JOIN(hipblas##Name##form, HIPBLAS_EX_##T##_##R, end)
#define HIPBLAS_JOIN(a, b, c) HIPBLAS_JOIN_(a, b, c)
#define HIPBLAS_JOIN_(a, b, c) a##b##c
#define HIPBLAS_EX_void_void Ex
#define HIPBLAS_EX_void_flags ExWithFlags
#define HIPBLAS_EX_float_float
#define HIPBLAS_EX_double_double
#define HIPBLAS_EX_hipComplex_float
#define HIPBLAS_EX_hipDoubleComplex_double
#define HIPBLAS_EX_hipblasHalf_hipblasHalf
#define HIPBLAS_EX_hipblasBfloat16_hipblasBfloat16

// Parameters as a declaration has them; each begins with the comma that separates it from the one before.
#define HIPBLAS_PARAMETER(KIND, E, ...) HIPBLAS_APPLY(HIPBLAS_PARAMETER_##KIND, HIPBLAS_EXPAND E, __VA_ARGS__)
#define HIPBLAS_PARAMETER_OP(T, R, I, F, x) , hipblasOperation_t x
#define HIPBLAS_PARAMETER_UPLO(T, R, I, F, x) , hipblasFillMode_t x
#define HIPBLAS_PARAMETER_DIAG(T, R, I, F, x) , hipblasDiagType_t x
#define HIPBLAS_PARAMETER_SIDE(T, R, I, F, x) , hipblasSideMode_t x
#define HIPBLAS_PARAMETER_TYPE(T, R, I, F, x) , hipDataType x
#define HIPBLAS_PARAMETER_COMPUTE(T, R, I, F, x) , hipblasComputeType_t x
#define HIPBLAS_PARAMETER_ALGO(T, R, I, F, x) , hipblasGemmAlgo_t x
#define HIPBLAS_PARAMETER_FLAGS(T, R, I, F, x) , hipblasGemmFlags_t x
#define HIPBLAS_PARAMETER_INT(T, R, I, F, x) , I x
#define HIPBLAS_PARAMETER_SCALAR(T, R, I, F, x) , const T* x
#define HIPBLAS_PARAMETER_RSCALAR(T, R, I, F, x) , const R* x
#define HIPBLAS_PARAMETER_VSCALAR(T, R, I, F, x) , const void* x
#define HIPBLAS_PARAMETER_IN(T, R, I, F, x, ld, stride)                                                      \
  HIPBLAS_ARRAY_##F(const T, x), I ld HIPBLAS_STRIDE_##F(stride)
#define HIPBLAS_PARAMETER_INOUT(T, R, I, F, x, ld, stride)                                                   \
  HIPBLAS_ARRAY_##F(T, x), I ld HIPBLAS_STRIDE_##F(stride)
#define HIPBLAS_PARAMETER_PIN(T, R, I, F, x, stride) HIPBLAS_ARRAY_##F(const T, x) HIPBLAS_STRIDE_##F(stride)
#define HIPBLAS_PARAMETER_PINOUT(T, R, I, F, x, stride) HIPBLAS_ARRAY_##F(T, x) HIPBLAS_STRIDE_##F(stride)
#define HIPBLAS_PARAMETER_PREAL(T, R, I, F, x, stride) HIPBLAS_ARRAY_##F(R, x) HIPBLAS_STRIDE_##F(stride)
#define HIPBLAS_PARAMETER_VIN(T, R, I, F, x, type, ld, stride)                                               \
  HIPBLAS_VARRAY_##F(const void, x), hipDataType type, I ld HIPBLAS_STRIDE_##F(stride)
#define HIPBLAS_PARAMETER_VINOUT(T, R, I, F, x, type, ld, stride)                                            \
  HIPBLAS_VARRAY_##F(void, x), hipDataType type, I ld HIPBLAS_STRIDE_##F(stride)
#define HIPBLAS_PARAMETER_SIN(T, R, I, F, x, type, ld, stride)                                               \
  , const void *x, hipDataType type, I ld HIPBLAS_STRIDE_##F(stride)
#define HIPBLAS_PARAMETER_SINOUT(T, R, I, F, x, type, ld, stride)                                            \
  , void *x, hipDataType type, I ld HIPBLAS_STRIDE_##F(stride)
#define HIPBLAS_PARAMETER_XINOUT(T, R, I, F, x, ld, stride) , void *x, I ld HIPBLAS_STRIDE_##F(stride)
#define HIPBLAS_PARAMETER_XSTRIDE(T, R, I, F, stride) HIPBLAS_STRIDE_##F(stride)
#define HIPBLAS_PARAMETER_COUNT(T, R, I, F, x) HIPBLAS_COUNT_##F(I, x)
#define HIPBLAS_PARAMETER_RES(T, R, I, F, x) , T* x
#define HIPBLAS_PARAMETER_RRES(T, R, I, F, x) , R* x
#define HIPBLAS_PARAMETER_IRES(T, R, I, F, x) , I* x
#define HIPBLAS_PARAMETER_VRES(T, R, I, F, x, type) , void *x, hipDataType type
#define HIPBLAS_PARAMETER_PIVOT(T, R, I, F, x, n, stride) , int* x HIPBLAS_STRIDE_##F(stride)
#define HIPBLAS_PARAMETER_CPIVOT(T, R, I, F, x, n, stride) , const int* x HIPBLAS_STRIDE_##F(stride)
#define HIPBLAS_PARAMETER_INFO(T, R, I, F, x) , int* x
#define HIPBLAS_PARAMETER_HOSTINFO(T, R, I, F, x) , int* x

#define HIPBLAS_ARRAY_PLAIN(T, x) , T* x
#define HIPBLAS_ARRAY_BATCHED(T, x) , T* const x[]
#define HIPBLAS_ARRAY_STRIDED(T, x) , T* x
#define HIPBLAS_VARRAY_PLAIN(T, x) , T* x
#define HIPBLAS_VARRAY_BATCHED(T, x) , T* x[]
#define HIPBLAS_VARRAY_STRIDED(T, x) , T* x
#define HIPBLAS_STRIDE_PLAIN(x)
#define HIPBLAS_STRIDE_BATCHED(x)
#define HIPBLAS_STRIDE_STRIDED(x) , hipblasStride x
#define HIPBLAS_COUNT_PLAIN(I, x)
#define HIPBLAS_COUNT_BATCHED(I, x) , I x
#define HIPBLAS_COUNT_STRIDED(I, x) , I x

#define HIPBLAS_DECLARE_ONE(symbol, T, R, I, FORM, op, P) HIPBLAS_DECLARE_ONE_(symbol, T, R, I, FORM, P)
#define HIPBLAS_DECLARE_ONE_(symbol, T, R, I, FORM, P)                                                       \
  hipblasStatus_t symbol(hipblasHandle_t handle HIPBLAS_P_##P(HIPBLAS_PARAMETER, (T, R, I, FORM)));
#define HIPBLAS_DECLARE_BATCHED_ONLY(Name, T, R, op, P)                                                      \
  HIPBLAS_DECLARE_ONE(HIPBLAS_SYMBOL(Name, Batched, T, R, ), T, R, int, BATCHED, op, P)

#endif
