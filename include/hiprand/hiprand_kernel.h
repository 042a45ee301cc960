// hipRAND's device API (ROCm 7): generators that live in a kernel. C++14 and later.
//
// The Mersenne twister MTGP32 is not here: its states cannot be declared, so that a program that uses it does not compile.
#ifndef WAVELIFT_HIPRAND_KERNEL_H
#define WAVELIFT_HIPRAND_KERNEL_H

#include <hip/hip_runtime.h>

#include "detail/distributions.h"
#include "hiprand.h"

typedef hiprand_impl::Xorwow hiprandStateXORWOW_t;
typedef hiprandStateXORWOW_t hiprandStateXORWOW;
typedef hiprandStateXORWOW_t hiprandState_t;
typedef hiprandStateXORWOW_t hiprandState;
typedef hiprand_impl::Mrg32k3a hiprandStateMRG32k3a_t;
typedef hiprandStateMRG32k3a_t hiprandStateMRG32k3a;
typedef hiprand_impl::Philox hiprandStatePhilox4_32_10_t;
typedef hiprandStatePhilox4_32_10_t hiprandStatePhilox4_32_10;
typedef hiprand_impl::Sobol<unsigned int> hiprandStateSobol32_t;
typedef hiprandStateSobol32_t hiprandStateSobol32;
typedef hiprand_impl::Sobol<unsigned long long> hiprandStateSobol64_t;
typedef hiprandStateSobol64_t hiprandStateSobol64;
// A scrambled sequence differs in its first value only, but is a type of its own.
struct hiprandStateScrambledSobol32_t : hiprandStateSobol32_t {};
typedef hiprandStateScrambledSobol32_t hiprandStateScrambledSobol32;
struct hiprandStateScrambledSobol64_t : hiprandStateSobol64_t {};
typedef hiprandStateScrambledSobol64_t hiprandStateScrambledSobol64;

namespace hiprand_impl {

template <class S> struct IsPseudo { enum { value = 0 }; };
template <> struct IsPseudo<Xorwow> { enum { value = 1 }; };
template <> struct IsPseudo<Mrg32k3a> { enum { value = 1 }; };
template <> struct IsPseudo<Philox> { enum { value = 1 }; };

// The base of a scrambled state, so that the distributions' overloads see the sequence itself.
template <class S> __WL_DEVICE__ S& engine(S* state) { return *state; }
__WL_DEVICE__ Sobol<u32>& engine(hiprandStateScrambledSobol32_t* state) { return *state; }
__WL_DEVICE__ Sobol<u64>& engine(hiprandStateScrambledSobol64_t* state) { return *state; }

}  // namespace hiprand_impl

template <class State>
__WL_DEVICE__ void hiprand_init(const unsigned long long seed, const unsigned long long subsequence,
                                const unsigned long long offset, State* state) {
  static_assert(hiprand_impl::IsPseudo<State>::value, "hiprand_init with a seed needs a pseudo-random state");
  state->seed(seed, subsequence, offset);
}
__WL_DEVICE__ void hiprand_init(const unsigned int* vectors, const unsigned int offset, hiprandStateSobol32_t* state) {
  state->seed(vectors, 0, offset);
}
__WL_DEVICE__ void hiprand_init(const unsigned int* vectors, const unsigned int scramble, const unsigned int offset,
                                hiprandStateScrambledSobol32_t* state) {
  state->seed(vectors, scramble, offset);
}
__WL_DEVICE__ void hiprand_init(const unsigned long long* vectors, const unsigned long long offset,
                                hiprandStateSobol64_t* state) {
  state->seed(vectors, 0, offset);
}
__WL_DEVICE__ void hiprand_init(const unsigned long long* vectors, const unsigned long long scramble,
                                const unsigned long long offset, hiprandStateScrambledSobol64_t* state) {
  state->seed(vectors, scramble, offset);
}

template <class State> __WL_DEVICE__ void skipahead(unsigned long long n, State* state) { state->skip(n); }
template <class State> __WL_DEVICE__ void skipahead_subsequence(unsigned long long n, State* state) {
  state->skip_subsequences(n);
}
// A sequence is what cuRAND calls the distance between the generators of a seed; for MRG32k3a 2^127 numbers.
template <class State> __WL_DEVICE__ void skipahead_sequence(unsigned long long n, State* state) {
  state->skip_subsequences(n);
}
__WL_DEVICE__ void skipahead_sequence(unsigned long long n, hiprandStateMRG32k3a_t* state) { state->skip_sequences(n); }

template <class State> __WL_DEVICE__ unsigned int hiprand(State* state) { return static_cast<unsigned int>(state->next()); }
__WL_DEVICE__ unsigned long long hiprand(hiprandStateSobol64_t* state) { return state->next(); }
__WL_DEVICE__ unsigned long long hiprand(hiprandStateScrambledSobol64_t* state) { return state->next(); }
__WL_DEVICE__ uint4 hiprand4(hiprandStatePhilox4_32_10_t* state) { return state->next4(); }
template <class State> __WL_DEVICE__ unsigned long long hiprand_long_long(State* state) {
  const unsigned long long low = static_cast<unsigned int>(state->next());
  return low | static_cast<unsigned long long>(state->next()) << 32;
}

template <class State> __WL_DEVICE__ float hiprand_uniform(State* state) {
  return hiprand_impl::next_uniform(hiprand_impl::engine(state));
}
template <class State> __WL_DEVICE__ double hiprand_uniform_double(State* state) {
  return hiprand_impl::next_uniform_double(hiprand_impl::engine(state));
}
template <class State> __WL_DEVICE__ float hiprand_normal(State* state) {
  return hiprand_impl::next_normal(hiprand_impl::engine(state));
}
template <class State> __WL_DEVICE__ double hiprand_normal_double(State* state) {
  return hiprand_impl::next_normal_double(hiprand_impl::engine(state));
}
template <class State> __WL_DEVICE__ float2 hiprand_normal2(State* state) { return hiprand_impl::next_normal2(*state); }
template <class State> __WL_DEVICE__ double2 hiprand_normal2_double(State* state) {
  return hiprand_impl::next_normal2_double(*state);
}

__WL_DEVICE__ float2 hiprand_uniform2(hiprandStatePhilox4_32_10_t* state) {
  const float x = hiprand_uniform(state), y = hiprand_uniform(state);
  return make_float2(x, y);
}
__WL_DEVICE__ float4 hiprand_uniform4(hiprandStatePhilox4_32_10_t* state) {
  const float2 a = hiprand_uniform2(state), b = hiprand_uniform2(state);
  return make_float4(a.x, a.y, b.x, b.y);
}
__WL_DEVICE__ double2 hiprand_uniform2_double(hiprandStatePhilox4_32_10_t* state) {
  const double x = hiprand_uniform_double(state), y = hiprand_uniform_double(state);
  return make_double2(x, y);
}
__WL_DEVICE__ double4 hiprand_uniform4_double(hiprandStatePhilox4_32_10_t* state) {
  const double2 a = hiprand_uniform2_double(state), b = hiprand_uniform2_double(state);
  return make_double4(a.x, a.y, b.x, b.y);
}
__WL_DEVICE__ float4 hiprand_normal4(hiprandStatePhilox4_32_10_t* state) {
  const float2 a = hiprand_normal2(state), b = hiprand_normal2(state);
  return make_float4(a.x, a.y, b.x, b.y);
}
__WL_DEVICE__ double4 hiprand_normal4_double(hiprandStatePhilox4_32_10_t* state) {
  const double2 a = hiprand_normal2_double(state), b = hiprand_normal2_double(state);
  return make_double4(a.x, a.y, b.x, b.y);
}

template <class State> __WL_DEVICE__ float hiprand_log_normal(State* state, float mean, float stddev) {
  return expf(mean + stddev * hiprand_normal(state));
}
template <class State> __WL_DEVICE__ double hiprand_log_normal_double(State* state, double mean, double stddev) {
  return exp(mean + stddev * hiprand_normal_double(state));
}
template <class State> __WL_DEVICE__ float2 hiprand_log_normal2(State* state, float mean, float stddev) {
  const float2 r = hiprand_normal2(state);
  return make_float2(expf(mean + stddev * r.x), expf(mean + stddev * r.y));
}
template <class State> __WL_DEVICE__ double2 hiprand_log_normal2_double(State* state, double mean, double stddev) {
  const double2 r = hiprand_normal2_double(state);
  return make_double2(exp(mean + stddev * r.x), exp(mean + stddev * r.y));
}
__WL_DEVICE__ float4 hiprand_log_normal4(hiprandStatePhilox4_32_10_t* state, float mean, float stddev) {
  const float2 a = hiprand_log_normal2(state, mean, stddev), b = hiprand_log_normal2(state, mean, stddev);
  return make_float4(a.x, a.y, b.x, b.y);
}
__WL_DEVICE__ double4 hiprand_log_normal4_double(hiprandStatePhilox4_32_10_t* state, double mean, double stddev) {
  const double2 a = hiprand_log_normal2_double(state, mean, stddev), b = hiprand_log_normal2_double(state, mean, stddev);
  return make_double4(a.x, a.y, b.x, b.y);
}

template <class State> __WL_DEVICE__ unsigned int hiprand_poisson(State* state, double lambda) {
  return hiprand_impl::next_poisson(hiprand_impl::engine(state), lambda);
}
__WL_DEVICE__ uint4 hiprand_poisson4(hiprandStatePhilox4_32_10_t* state, double lambda) {
  uint4 r;
  r.x = hiprand_poisson(state, lambda);
  r.y = hiprand_poisson(state, lambda);
  r.z = hiprand_poisson(state, lambda);
  r.w = hiprand_poisson(state, lambda);
  return r;
}

// By bisection of the distribution's cumulative probabilities.
template <class State>
__WL_DEVICE__ unsigned int hiprand_discrete(State* state, const hiprandDiscreteDistribution_t distribution) {
  const double u = hiprand_uniform_double(state);
  unsigned int low = 0, high = distribution->size - 1;
  while (low < high) {
    const unsigned int middle = (low + high) / 2;
    if (u <= distribution->cdf[middle])
      high = middle;
    else
      low = middle + 1;
  }
  return distribution->offset + low;
}
__WL_DEVICE__ uint4 hiprand_discrete4(hiprandStatePhilox4_32_10_t* state, const hiprandDiscreteDistribution_t distribution) {
  uint4 r;
  r.x = hiprand_discrete(state, distribution);
  r.y = hiprand_discrete(state, distribution);
  r.z = hiprand_discrete(state, distribution);
  r.w = hiprand_discrete(state, distribution);
  return r;
}

#endif
