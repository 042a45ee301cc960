#include "soft/isa/float_math.h"

namespace wavelift::soft::WAVE {

F32 round_again(F32 y, F64 x, I64 open, Extended f) {
  for (int j = 0; j < kBlock; ++j)
    if (open[j]) y[j] = static_cast<float>(f(static_cast<long double>(x[j])));
  return y;
}

} // namespace wavelift::soft::WAVE
