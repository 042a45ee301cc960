#include "soft/isa/transcendental.h"
#include <cmath>

namespace wavelift::soft::WAVE {

F32 round_again(F32 y, F64 x, I64 open, Extended f) {
  for (int j = 0; j < kBlock; ++j)
    if (open[j]) y[j] = static_cast<float>(f(static_cast<long double>(x[j])));
  return y;
}

namespace quick {

F32 rsq_again(F32 x) {
  const F64 d = convert<F64>(flush(x));
  return round_once(F64(1) / square_root(d), d, [](long double v) { return 1 / sqrtl(v); });
}
F32 exp2_again(F32 x) {
  const F64 d = convert<F64>(x);
  return flush(round_once(exp2_of(d), d, exp2l));
}
F32 log2_again(F32 x) {
  const F64 d = convert<F64>(flush(x));
  return round_once(log2_of(d), d, log2l);
}
F32 sin_again(F32 x) {
  const F64 d = convert<F64>(x);
  return round_once(sin_revolutions(d), d, [](long double v) { return sinl(series::kTwoPi * (v - rintl(v))); });
}
F32 cos_again(F32 x) {
  const F64 d = convert<F64>(x);
  return round_once(cos_revolutions(d), d, [](long double v) { return cosl(series::kTwoPi * (v - rintl(v))); });
}

} // namespace quick

} // namespace wavelift::soft::WAVE
