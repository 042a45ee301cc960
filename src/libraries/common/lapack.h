// LAPACK's Fortran routines by element type: Lapack<T>::getrf is sgetrf_, dgetrf_, ... Every argument goes by address; the
// lengths of strings that Fortran adds at the end are all 1.
#pragma once
#include "libraries/common/numbers.h"

#define WL_LAPACK_ROUTINES(x, T, R)                                                                          \
  void x##getrf_(const int*, const int*, T*, const int*, int*, int*);                                        \
  void x##getrs_(const char*, const int*, const int*, const T*, const int*, const int*, T*, const int*, int*, size_t); \
  void x##getri_(const int*, T*, const int*, const int*, T*, const int*, int*);                              \
  void x##geqrf_(const int*, const int*, T*, const int*, T*, T*, const int*, int*);                          \
  void x##gels_(const char*, const int*, const int*, const int*, T*, const int*, T*, const int*, T*, const int*, int*, \
                size_t);                                                                                     \
  void x##potrf_(const char*, const int*, T*, const int*, int*, size_t);                                     \
  void x##potrs_(const char*, const int*, const int*, const T*, const int*, T*, const int*, int*, size_t);   \
  void x##potri_(const char*, const int*, T*, const int*, int*, size_t);                                     \
  void x##trtri_(const char*, const char*, const int*, T*, const int*, int*, size_t, size_t);                \
  void x##sytrf_(const char*, const int*, T*, const int*, int*, T*, const int*, int*, size_t);               \
  void x##lacpy_(const char*, const int*, const int*, const T*, const int*, T*, const int*, size_t);

extern "C" {
WL_LAPACK_ROUTINES(s, float, float)
WL_LAPACK_ROUTINES(d, double, double)
WL_LAPACK_ROUTINES(c, wavelift::libraries::c32, float)
WL_LAPACK_ROUTINES(z, wavelift::libraries::c64, double)

#define WL_LAPACK_ORTHOGONAL(gbr, gqr, gtr, mqr, mtr, trd, T, R)                                   \
  void gbr##_(const char*, const int*, const int*, const int*, T*, const int*, const T*, T*, const int*, int*, size_t); \
  void gqr##_(const int*, const int*, const int*, T*, const int*, const T*, T*, const int*, int*);           \
  void gtr##_(const char*, const int*, T*, const int*, const T*, T*, const int*, int*, size_t);              \
  void mqr##_(const char*, const char*, const int*, const int*, const int*, const T*, const int*, const T*, T*, \
              const int*, T*, const int*, int*, size_t, size_t);                                             \
  void mtr##_(const char*, const char*, const char*, const int*, const int*, const T*, const int*, const T*, T*, \
              const int*, T*, const int*, int*, size_t, size_t, size_t);                                     \
  void trd##_(const char*, const int*, T*, const int*, R*, R*, T*, T*, const int*, int*, size_t);
WL_LAPACK_ORTHOGONAL(sorgbr, sorgqr, sorgtr, sormqr, sormtr, ssytrd, float, float)
WL_LAPACK_ORTHOGONAL(dorgbr, dorgqr, dorgtr, dormqr, dormtr, dsytrd, double, double)
WL_LAPACK_ORTHOGONAL(cungbr, cungqr, cungtr, cunmqr, cunmtr, chetrd, wavelift::libraries::c32, float)
WL_LAPACK_ORTHOGONAL(zungbr, zungqr, zungtr, zunmqr, zunmtr, zhetrd, wavelift::libraries::c64, double)
#undef WL_LAPACK_ORTHOGONAL

#define WL_LAPACK_REAL(x, T)                                                                                 \
  void x##gebrd_(const int*, const int*, T*, const int*, T*, T*, T*, T*, T*, const int*, int*);              \
  void x##gesvd_(const char*, const char*, const int*, const int*, T*, const int*, T*, T*, const int*, T*, const int*, \
                 T*, const int*, int*, size_t, size_t);                                                      \
  void x##syevd_(const char*, const char*, const int*, T*, const int*, T*, T*, const int*, int*, const int*, int*, \
                 size_t, size_t);                                                                            \
  void x##syevx_(const char*, const char*, const char*, const int*, T*, const int*, const T*, const T*, const int*, \
                 const int*, const T*, int*, T*, T*, const int*, T*, const int*, int*, int*, int*, size_t, size_t, size_t); \
  void x##sygst_(const int*, const char*, const int*, T*, const int*, const T*, const int*, int*, size_t);
WL_LAPACK_REAL(s, float)
WL_LAPACK_REAL(d, double)
#undef WL_LAPACK_REAL

#define WL_LAPACK_COMPLEX(x, T, R)                                                                           \
  void x##gebrd_(const int*, const int*, T*, const int*, R*, R*, T*, T*, T*, const int*, int*);              \
  void x##gesvd_(const char*, const char*, const int*, const int*, T*, const int*, R*, T*, const int*, T*, const int*, \
                 T*, const int*, R*, int*, size_t, size_t);                                                  \
  void x##heevd_(const char*, const char*, const int*, T*, const int*, R*, T*, const int*, R*, const int*, int*, \
                 const int*, int*, size_t, size_t);                                                          \
  void x##heevx_(const char*, const char*, const char*, const int*, T*, const int*, const R*, const R*, const int*, \
                 const int*, const R*, int*, R*, T*, const int*, T*, const int*, R*, int*, int*, int*, size_t, size_t, \
                 size_t);                                                                                    \
  void x##hegst_(const int*, const char*, const int*, T*, const int*, const T*, const int*, int*, size_t);   \
  void x##symv_(const char*, const int*, const T*, const T*, const int*, const T*, const int*, const T*, T*, const int*, \
                size_t);
WL_LAPACK_COMPLEX(c, wavelift::libraries::c32, float)
WL_LAPACK_COMPLEX(z, wavelift::libraries::c64, double)
#undef WL_LAPACK_COMPLEX
}
#undef WL_LAPACK_ROUTINES

namespace wavelift::libraries {

template <class T> struct Lapack;

#define WL_LAPACK(T, x, o, h)                                                                                \
  template <> struct Lapack<T> {                                                                             \
    static constexpr auto getrf = x##getrf_;                                                                 \
    static constexpr auto getrs = x##getrs_;                                                                 \
    static constexpr auto getri = x##getri_;                                                                 \
    static constexpr auto geqrf = x##geqrf_;                                                                 \
    static constexpr auto gels = x##gels_;                                                                   \
    static constexpr auto potrf = x##potrf_;                                                                 \
    static constexpr auto potrs = x##potrs_;                                                                 \
    static constexpr auto potri = x##potri_;                                                                 \
    static constexpr auto trtri = x##trtri_;                                                                 \
    static constexpr auto sytrf = x##sytrf_;                                                                 \
    static constexpr auto gebrd = x##gebrd_;                                                                 \
    static constexpr auto gesvd = x##gesvd_;                                                                 \
    static constexpr auto orgbr = o##gbr_;                                                                \
    static constexpr auto orgqr = o##gqr_;                                                                \
    static constexpr auto orgtr = o##gtr_;                                                                \
    static constexpr auto ormqr = o##mqr_;                                                                \
    static constexpr auto ormtr = o##mtr_;                                                                \
    static constexpr auto sytrd = x##h##trd_;                                                                \
    static constexpr auto syevd = x##h##evd_;                                                                \
    static constexpr auto syevx = x##h##evx_;                                                                \
    static constexpr auto sygst = x##h##gst_;                                                                \
  };
WL_LAPACK(float, s, sor, sy)
WL_LAPACK(double, d, dor, sy)
WL_LAPACK(c32, c, cun, he)
WL_LAPACK(c64, z, zun, he)
#undef WL_LAPACK

}  // namespace wavelift::libraries
