// Whether a kernel's output is right: each element against the reference's, within what rounding explains.
#pragma once
#include "judge/task.h"
#include <span>
#include <string>
#include <vector>

namespace wavelift::judge {

// What the reference says of one output buffer: include/judge/wavelift_reference.h.
struct Expected {
  std::vector<double> value, scale, terms;
};

struct Judgement {
  size_t elements = 0, wrong = 0;
  double worst = 0;                    // the largest error in units of its bound; infinite where the bound is 0
  size_t at = 0;                       // where that is
  double got = 0, want = 0, bound = 0; // there
  size_t set = 1;                      // Tolerance::set: `at` counts the elements of a set by size
  bool right() const { return wrong == 0; }
  // One more element, the error in units of its bound.
  void add(size_t place, double got_value, double want_value, double limit, double units);
  std::string sentence(std::string_view buffer) const;
};

struct Tolerance {
  Element type = Element::f32;         // of the buffer
  Precision precision = Precision::strict;
  double factor = 1;                   // Task::bound
  size_t set = 1;                      // so many elements at a time are compared in the order of their size
  double ulp = 0;                      // Buffer::ulp
};
// Of one of the task's outputs.
Tolerance tolerance_of(const Task& task, const Buffer& output, const Shape& shape);
Tolerance tolerance_of(const Task& task, const Residual& residual);

// The most that element i may be off: factor * (4 sqrt(terms) u + 2 v) * scale + the last rounding, which is half an ulp of the type at the
// value + half its least denormal or, where the tolerance says `ulp`, so many units in the last place at the value; u is the accumulator's unit roundoff (2^-24; 2^-53 for f64) and v that of the precision that the inputs may be
// cut to (0; 2^-11 for tf32 and f16; 2^-8 for bf16), which both factors of a product may be. Rounding errors of either sign add up like
// a random walk (Higham and Mary, "A new approach to probabilistic rounding error analysis", 2019): an error that is anything up to u has the
// deviation u / sqrt(3), so that 4 sqrt(terms) u is seven deviations where every partial sum is as large as the scale, and more elsewhere.
double bound(const Tolerance& t, double value, double scale, double terms);

// `got`: the buffer's bytes. A NaN is right only where the reference has one, an infinity only where it has the same, or where a value
// within the bound becomes it by rounding. Zeros are equal whatever their signs, NaNs whatever their bits.
Judgement judge(const Tolerance& t, const Expected& want, std::span<const std::byte> got);
// Of residuals, whose values must be 0 within their bounds; a bound that is not finite is kept by none.
Judgement judge_residual(const Tolerance& t, const Expected& residual);

}  // namespace wavelift::judge
