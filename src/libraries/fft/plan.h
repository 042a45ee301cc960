// A transform as hipFFT describes it, and its way to FFTW.
#pragma once
#include <complex>
#include <fftw3.h>
#include <hip/hip_runtime_api.h>
#include <hipfft/hipfft.h>
#include <vector>

namespace wavelift::libraries {

// Strides and sizes of one side, in elements of that side's type; dimension 0 varies slowest. A `basic` layout is the packed
// one: real data of a transform in place then has its last dimension padded to the size of the complex side.
struct Layout {
  bool basic = true;
  std::vector<int64_t> embed;
  int64_t stride = 1, distance = 0;
};

struct Transform {
  hipfftType type = HIPFFT_C2C;
  std::vector<int64_t> size;
  Layout in, out;
  int64_t batch = 1;
};

inline bool is_double(hipfftType t) { return t == HIPFFT_D2Z || t == HIPFFT_Z2D || t == HIPFFT_Z2Z; }
inline bool from_real(hipfftType t) { return t == HIPFFT_R2C || t == HIPFFT_D2Z; }
inline bool to_real(hipfftType t) { return t == HIPFFT_C2R || t == HIPFFT_Z2D; }

// Runs the transform; direction -1 or 1 counts for complex to complex only. Input that is not the output is left as it was.
hipfftResult execute(const Transform& t, void* in, void* out, int direction, double scale);

}  // namespace wavelift::libraries
