// Random bits as numbers of a distribution, for host and device: the same formulas as rocRAND's.
//
// Uniform numbers lie in (0, 1]. Normal numbers come in pairs by Box and Muller's method; quasi-random ones, of which each
// must stay by itself, by the inverse of the normal distribution.
#ifndef WAVELIFT_HIPRAND_DISTRIBUTIONS_H
#define WAVELIFT_HIPRAND_DISTRIBUTIONS_H

#include "engines.h"
#include <math.h>

namespace hiprand_impl {

__WL_BOTH__ float uniform(u32 v) { return 2.3283064365386963e-10f + static_cast<float>(v) * 2.3283064365386963e-10f; }
__WL_BOTH__ double uniform_double(u32 v) { return 2.3283064365386963e-10 + v * 2.3283064365386963e-10; }
__WL_BOTH__ double uniform_double(u32 low, u32 high) {
  const u64 v = low | static_cast<u64>(high >> 11) << 32;
  return 1.1102230246251565e-16 + static_cast<double>(v) * 1.1102230246251565e-16;
}
__WL_BOTH__ double mrg_uniform(u32 raw) { return raw * 2.3283065498378288e-10; }

// The engine's next uniform number.
template <class E> __WL_BOTH__ float next_uniform(E& e) { return uniform(e.next()); }
__WL_BOTH__ float next_uniform(Mrg32k3a& e) { return static_cast<float>(mrg_uniform(e.next_raw())); }
__WL_BOTH__ float next_uniform(Sobol<u64>& e) { return uniform(static_cast<u32>(e.next() >> 32)); }
template <class E> __WL_BOTH__ double next_uniform_double(E& e) {
  const u32 low = e.next(), high = e.next();
  return uniform_double(low, high);
}
__WL_BOTH__ double next_uniform_double(Mrg32k3a& e) { return mrg_uniform(e.next_raw()); }
__WL_BOTH__ double next_uniform_double(Sobol<u32>& e) { return uniform_double(e.next()); }
__WL_BOTH__ double next_uniform_double(Sobol<u64>& e) {
  return 1.1102230246251565e-16 + static_cast<double>(e.next() >> 11) * 1.1102230246251565e-16;
}

__WL_BOTH__ float2 normal_pair(float u, float angle) {
  const float radius = sqrtf(-2.0f * logf(u));
  float2 r;
  r.x = sinf(angle) * radius;
  r.y = cosf(angle) * radius;
  return r;
}
__WL_BOTH__ double2 normal_pair(double u, double angle) {
  const double radius = sqrt(-2.0 * log(u));
  double2 r;
  r.x = sin(angle) * radius;
  r.y = cos(angle) * radius;
  return r;
}
template <class E> __WL_BOTH__ float2 next_normal2(E& e) {
  const u32 x = e.next(), y = e.next();
  return normal_pair(uniform(x), 1.46291807926715968e-09f + static_cast<float>(y) * 1.46291807926715968e-09f);
}
__WL_BOTH__ float2 next_normal2(Mrg32k3a& e) {
  const float u = next_uniform(e), v = next_uniform(e);
  return normal_pair(u, v * 6.2831853071795865f);
}
template <class E> __WL_BOTH__ double2 next_normal2_double(E& e) {
  const u32 x = e.next(), y = e.next(), z = e.next(), w = e.next();
  const u64 p = x ^ static_cast<u64>(y) << 21, q = z ^ static_cast<u64>(w) << 21;
  const double unit = 1.1102230246251565e-16;
  return normal_pair(unit + static_cast<double>(p) * unit,
                     (2 * unit + static_cast<double>(q) * (2 * unit)) * 3.1415926535897932);
}
__WL_BOTH__ double2 next_normal2_double(Mrg32k3a& e) {
  const double u = next_uniform_double(e), v = next_uniform_double(e);
  return normal_pair(u, v * 6.283185307179586);
}

// The inverse of the normal distribution (P. J. Acklam's rational approximation, then one step of Halley's method).
__WL_BOTH__ double inverse_normal(double p) {
  const double a[6] = {-3.969683028665376e+01, 2.209460984245205e+02,  -2.759285104469687e+02,
                       1.383577518672690e+02,  -3.066479806614716e+01, 2.506628277459239e+00};
  const double b[5] = {-5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02, 6.680131188771972e+01,
                       -1.328068155288572e+01};
  const double c[6] = {-7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
                       -2.549732539343734e+00, 4.374664141464968e+00,  2.938163982698783e+00};
  const double d[4] = {7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00, 3.754408661907416e+00};
  if (p >= 1) p = 1 - 1.1102230246251565e-16;
  double x;
  if (p < 0.02425 || p > 1 - 0.02425) {
    const double q = sqrt(-2 * log(p < 0.5 ? p : 1 - p));
    x = (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5]) /
        ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1);
    if (p > 0.5) x = -x;
  } else {
    const double q = p - 0.5, r = q * q;
    x = (((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q /
        (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1);
  }
  const double error = 0.5 * erfc(-x * 0.7071067811865476) - p;
  const double u = error * 2.5066282746310002 * exp(x * x / 2);
  return x - u / (1 + x * u / 2);
}

// One normal number. Pseudo-random engines keep the pair's other number for the next call.
template <class E> __WL_BOTH__ float next_normal(E& e) {
  if (e.spare.has_float) {
    e.spare.has_float = 0;
    return e.spare.as_float;
  }
  const float2 r = next_normal2(e);
  e.spare.has_float = 1;
  e.spare.as_float = r.y;
  return r.x;
}
template <class E> __WL_BOTH__ double next_normal_double(E& e) {
  if (e.spare.has_double) {
    e.spare.has_double = 0;
    return e.spare.as_double;
  }
  const double2 r = next_normal2_double(e);
  e.spare.has_double = 1;
  e.spare.as_double = r.y;
  return r.x;
}
template <class T> __WL_BOTH__ float next_normal(Sobol<T>& e) { return static_cast<float>(inverse_normal(next_uniform_double(e))); }
template <class T> __WL_BOTH__ double next_normal_double(Sobol<T>& e) { return inverse_normal(next_uniform_double(e)); }

// Poisson. Below a mean of 30 by adding up probabilities until they exceed a uniform number; from there on by W. Hoermann's
// transformed rejection (PTRS), whose time does not grow with the mean. Quasi-random numbers are inverted at every mean up to
// 4000 and rounded from the normal distribution beyond.
__WL_BOTH__ u32 poisson_by_inversion(double u, double mean) {
  double log_term = -mean, sum = exp(log_term);
  u32 k = 0;
  // The bound ends the search where rounding keeps the sum below u.
  while (u > sum && k < mean * 2 + 200) {
    ++k;
    log_term += log(mean / k);
    sum += exp(log_term);
  }
  return k;
}
template <class E> __WL_BOTH__ u32 poisson_by_rejection(E& e, double mean) {
  const double root = sqrt(mean), log_mean = log(mean), b = 0.931 + 2.53 * root, a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), v_r = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    const double u = next_uniform_double(e) - 0.5, v = next_uniform_double(e), us = 0.5 - fabs(u);
    const double k = floor((2 * a / us + b) * u + mean + 0.43);
    if (us >= 0.07 && v <= v_r) return static_cast<u32>(k);
    if (k < 0 || (us < 0.013 && v > us)) continue;
    if (log(v) + log(inverse_alpha) - log(a / (us * us) + b) <= -mean + k * log_mean - lgamma(k + 1)) return static_cast<u32>(k);
  }
}
template <class E> __WL_BOTH__ u32 next_poisson(E& e, double mean) {
  return mean < 30 ? poisson_by_inversion(next_uniform_double(e), mean) : poisson_by_rejection(e, mean);
}
template <class T> __WL_BOTH__ u32 next_poisson(Sobol<T>& e, double mean) {
  const double u = next_uniform_double(e);
  if (mean <= 4000) return poisson_by_inversion(u, mean);
  const double k = floor(mean + sqrt(mean) * inverse_normal(u) + 0.5);
  return k < 0 ? 0 : static_cast<u32>(k);
}

}  // namespace hiprand_impl

#endif
