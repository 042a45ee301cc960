// hipRAND's host API. A pseudo-random generator gives the numbers of its engine (seed, subsequence 0, offset) one after
// another, whatever the ordering; so what a kernel's state gives can be repeated here. Quasi-random numbers come dimension by
// dimension. Engines and distributions are those of the device header.
//
// MT19937 is the standard's generator. MTGP32 needs parameter tables that are not here: it is served by MT19937 from another
// seed, so its numbers are good but not those of other MTGP32s.
#include "libraries/common/stream.h"
#include "libraries/rand/directions.h"
#include <cmath>
#include <hiprand/detail/distributions.h>
#include <hiprand/hiprand.h>
#include <new>
#include <random>
#include <variant>
#include <vector>

using namespace wavelift::libraries;
using namespace hiprand_impl;

namespace {

struct Twister {
  std::mt19937 engine;
  Spare spare{};
  void seed(u64 seed, u64, u64 offset) {
    engine.seed(static_cast<u32>(seed ^ seed >> 32));
    engine.discard(offset);
    spare = {};
  }
  u32 next() { return static_cast<u32>(engine()); }
};

// One dimension after another: the sequence is made afresh for each.
template <class T> struct Quasi {
  bool scrambled = false;
  u64 position = 0;

  Sobol<T> dimension(unsigned d) const {
    using Bits = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
    auto* vectors = reinterpret_cast<const T*>(direction_vectors<Bits>());
    auto* constants = reinterpret_cast<const T*>(scramble_constants<Bits>());
    Sobol<T> s;
    s.seed(vectors + size_t{d} * sizeof(T) * 8, scrambled ? constants[d] : 0, static_cast<T>(position));
    return s;
  }
};

using Engine = std::variant<Xorwow, Mrg32k3a, Philox, Twister, Quasi<u32>, Quasi<u64>>;
template <class E> constexpr bool is_quasi = std::is_same_v<E, Quasi<u32>> || std::is_same_v<E, Quasi<u64>>;

struct Kind {
  hiprandRngType type;
  Engine engine;
  u64 seed;
};
const Kind* find_kind(hiprandRngType type) {
  static const Kind kinds[] = {
      {HIPRAND_RNG_PSEUDO_DEFAULT, Xorwow{}, 0},
      {HIPRAND_RNG_PSEUDO_XORWOW, Xorwow{}, 0},
      {HIPRAND_RNG_PSEUDO_MRG32K3A, Mrg32k3a{}, 12345},
      {HIPRAND_RNG_PSEUDO_MTGP32, Twister{}, 0x4d54475033320000},
      {HIPRAND_RNG_PSEUDO_MT19937, Twister{}, 0},
      {HIPRAND_RNG_PSEUDO_PHILOX4_32_10, Philox{}, 0xdeadbeefdeadbeef},
      {HIPRAND_RNG_QUASI_DEFAULT, Quasi<u32>{}, 0},
      {HIPRAND_RNG_QUASI_SOBOL32, Quasi<u32>{}, 0},
      {HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL32, Quasi<u32>{.scrambled = true}, 0},
      {HIPRAND_RNG_QUASI_SOBOL64, Quasi<u64>{}, 0},
      {HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL64, Quasi<u64>{.scrambled = true}, 0},
  };
  for (const Kind& k : kinds)
    if (k.type == type) return &k;
  return nullptr;
}

}  // namespace

struct hiprandGenerator_st {
  hiprandRngType type;
  Engine engine;
  u64 seed, offset = 0;
  unsigned dimensions = 1;
  bool is_seeded = false, on_host = false;
  hipStream_t stream = nullptr;

  bool quasi() const { return type >= HIPRAND_RNG_QUASI_DEFAULT; }

  void start() {
    if (is_seeded) return;
    is_seeded = true;
    std::visit([&](auto& e) {
      if constexpr (is_quasi<std::decay_t<decltype(e)>>)
        e.position = offset;
      else
        e.seed(type == HIPRAND_RNG_PSEUDO_MTGP32 ? seed ^ 0x4d54475033320000 : seed, 0, offset);
    }, engine);
  }

  hiprandStatus_t ready() {
    if (!on_host) {
      Ready r = wait_for(stream);
      if (r != Ready::yes) return refusal(r, HIPRAND_STATUS_NOT_IMPLEMENTED, HIPRAND_STATUS_PREEXISTING_FAILURE);
    }
    start();
    return HIPRAND_STATUS_SUCCESS;
  }

  // out[i] = draw(sequence) for n numbers.
  template <class Out, class Draw> hiprandStatus_t fill(Out* out, size_t n, Draw&& draw) {
    if (quasi() && n % dimensions) return HIPRAND_STATUS_LENGTH_NOT_MULTIPLE;
    if (n && !out) return HIPRAND_STATUS_OUT_OF_RANGE;
    if (hiprandStatus_t status = ready(); status != HIPRAND_STATUS_SUCCESS) return status;
    std::visit([&](auto& e) {
      if constexpr (is_quasi<std::decay_t<decltype(e)>>) {
        size_t each = n / dimensions;
        for (unsigned d = 0; d < dimensions; ++d) {
          auto sequence = e.dimension(d);
          for (size_t i = 0; i < each; ++i) out[d * each + i] = draw(sequence);
        }
        e.position += each;
      } else {
        e.spare.has_float = e.spare.has_double = 0;
        for (size_t i = 0; i < n; ++i) out[i] = draw(e);
      }
    }, engine);
    return HIPRAND_STATUS_SUCCESS;
  }

  bool wide() const { return std::holds_alternative<Quasi<u64>>(engine); }
};

namespace {

// Narrow integers: several from each 32-bit number, the low bits first.
template <class T> hiprandStatus_t narrow(hiprandGenerator_t g, T* out, size_t n) {
  if (!g) return HIPRAND_STATUS_NOT_INITIALIZED;
  if (g->wide()) return HIPRAND_STATUS_TYPE_ERROR;
  constexpr size_t each = 4 / sizeof(T);
  std::vector<u32> words(g->quasi() ? n : (n + each - 1) / each);
  hiprandStatus_t status = g->fill(words.data(), words.size(), [](auto& e) { return static_cast<u32>(e.next()); });
  if (status != HIPRAND_STATUS_SUCCESS) return status;
  for (size_t i = 0; i < n; ++i)
    out[i] = g->quasi() ? static_cast<T>(words[i] >> (32 - 8 * sizeof(T)))
                        : static_cast<T>(words[i / each] >> (i % each * 8 * sizeof(T)));
  return HIPRAND_STATUS_SUCCESS;
}

hiprandStatus_t create(hiprandGenerator_t* generator, hiprandRngType_t type, bool on_host) {
  if (!generator) return HIPRAND_STATUS_OUT_OF_RANGE;
  const Kind* kind = find_kind(type);
  if (!kind) return HIPRAND_STATUS_TYPE_ERROR;
  *generator = new (std::nothrow) hiprandGenerator_st{.type = type, .engine = kind->engine, .seed = kind->seed, .on_host = on_host};
  return *generator ? HIPRAND_STATUS_SUCCESS : HIPRAND_STATUS_ALLOCATION_FAILED;
}

}  // namespace

extern "C" {

hiprandStatus_t hiprandCreateGenerator(hiprandGenerator_t* generator, hiprandRngType_t type) {
  return create(generator, type, false);
}
hiprandStatus_t hiprandCreateGeneratorHost(hiprandGenerator_t* generator, hiprandRngType_t type) {
  return create(generator, type, true);
}
hiprandStatus_t hiprandDestroyGenerator(hiprandGenerator_t g) {
  if (!g) return HIPRAND_STATUS_NOT_INITIALIZED;
  delete g;
  return HIPRAND_STATUS_SUCCESS;
}

#define WL_GENERATE(Name, T, parameters, requirement, expression)                                            \
  hiprandStatus_t Name(hiprandGenerator_t g, T* out, size_t n parameters) {                                  \
    if (!g) return HIPRAND_STATUS_NOT_INITIALIZED;                                                           \
    if (!(requirement)) return HIPRAND_STATUS_TYPE_ERROR;                                                    \
    return g->fill(out, n, [&](auto& e) { return static_cast<T>(expression); });                             \
  }
#define WL_MOMENTS(T) , T mean, T deviation
WL_GENERATE(hiprandGenerate, unsigned int, , !g->wide(), e.next())
WL_GENERATE(hiprandGenerateLongLong, unsigned long long, , g->wide(), e.next())
WL_GENERATE(hiprandGenerateUniform, float, , true, next_uniform(e))
WL_GENERATE(hiprandGenerateUniformDouble, double, , true, next_uniform_double(e))
WL_GENERATE(hiprandGenerateUniformHalf, half, , true, next_uniform(e))
WL_GENERATE(hiprandGenerateNormal, float, WL_MOMENTS(float), true, mean + deviation * next_normal(e))
WL_GENERATE(hiprandGenerateNormalDouble, double, WL_MOMENTS(double), true, mean + deviation * next_normal_double(e))
WL_GENERATE(hiprandGenerateNormalHalf, half, WL_MOMENTS(half), true,
            static_cast<float>(mean) + static_cast<float>(deviation) * next_normal(e))
WL_GENERATE(hiprandGenerateLogNormal, float, WL_MOMENTS(float), true, std::exp(mean + deviation * next_normal(e)))
WL_GENERATE(hiprandGenerateLogNormalDouble, double, WL_MOMENTS(double), true,
            std::exp(mean + deviation * next_normal_double(e)))
WL_GENERATE(hiprandGenerateLogNormalHalf, half, WL_MOMENTS(half), true,
            std::exp(static_cast<float>(mean) + static_cast<float>(deviation) * next_normal(e)))
#undef WL_GENERATE
#undef WL_MOMENTS

hiprandStatus_t hiprandGeneratePoisson(hiprandGenerator_t g, unsigned int* out, size_t n, double lambda) {
  if (!g) return HIPRAND_STATUS_NOT_INITIALIZED;
  if (!(lambda > 0)) return HIPRAND_STATUS_OUT_OF_RANGE;
  return g->fill(out, n, [&](auto& e) { return next_poisson(e, lambda); });
}
hiprandStatus_t hiprandGenerateChar(hiprandGenerator_t g, unsigned char* out, size_t n) { return narrow(g, out, n); }
hiprandStatus_t hiprandGenerateShort(hiprandGenerator_t g, unsigned short* out, size_t n) { return narrow(g, out, n); }

hiprandStatus_t hiprandGenerateSeeds(hiprandGenerator_t g) {
  if (!g) return HIPRAND_STATUS_NOT_INITIALIZED;
  g->start();
  return HIPRAND_STATUS_SUCCESS;
}
hiprandStatus_t hiprandSetStream(hiprandGenerator_t g, hipStream_t stream) {
  if (!g) return HIPRAND_STATUS_NOT_INITIALIZED;
  g->stream = stream;
  return HIPRAND_STATUS_SUCCESS;
}
hiprandStatus_t hiprandSetPseudoRandomGeneratorSeed(hiprandGenerator_t g, unsigned long long seed) {
  if (!g) return HIPRAND_STATUS_NOT_INITIALIZED;
  if (g->quasi()) return HIPRAND_STATUS_TYPE_ERROR;
  g->seed = seed;
  g->is_seeded = false;
  return HIPRAND_STATUS_SUCCESS;
}
hiprandStatus_t hiprandSetGeneratorOffset(hiprandGenerator_t g, unsigned long long offset) {
  if (!g) return HIPRAND_STATUS_NOT_INITIALIZED;
  g->offset = offset;
  g->is_seeded = false;
  return HIPRAND_STATUS_SUCCESS;
}
hiprandStatus_t hiprandSetGeneratorOrdering(hiprandGenerator_t g, hiprandOrdering_t order) {
  if (!g) return HIPRAND_STATUS_NOT_INITIALIZED;
  bool fits = g->quasi() ? order == HIPRAND_ORDERING_QUASI_DEFAULT
                         : order >= HIPRAND_ORDERING_PSEUDO_BEST && order <= HIPRAND_ORDERING_PSEUDO_DYNAMIC;
  return fits ? HIPRAND_STATUS_SUCCESS : HIPRAND_STATUS_OUT_OF_RANGE;
}
hiprandStatus_t hiprandSetQuasiRandomGeneratorDimensions(hiprandGenerator_t g, unsigned int dimensions) {
  if (!g) return HIPRAND_STATUS_NOT_INITIALIZED;
  if (!g->quasi()) return HIPRAND_STATUS_TYPE_ERROR;
  if (dimensions < 1 || dimensions > sobol_dimensions) return HIPRAND_STATUS_OUT_OF_RANGE;
  g->dimensions = dimensions;
  g->is_seeded = false;
  return HIPRAND_STATUS_SUCCESS;
}
hiprandStatus_t hiprandGetVersion(int* version) {
  if (!version) return HIPRAND_STATUS_OUT_OF_RANGE;
  *version = HIPRAND_VERSION;
  return HIPRAND_STATUS_SUCCESS;
}

// The probabilities lie in device memory, where a kernel bisects them. Those too small to be drawn are left out.
hiprandStatus_t hiprandCreatePoissonDistribution(double lambda, hiprandDiscreteDistribution_t* distribution) {
  if (!distribution || !(lambda > 0)) return HIPRAND_STATUS_OUT_OF_RANGE;
  double reach = 10 * std::sqrt(lambda) + 40;
  auto first = static_cast<u32>(std::max(0.0, std::floor(lambda - reach)));
  auto size = static_cast<u32>(lambda + reach) - first + 1;
  void *head = nullptr, *cdf = nullptr;
  if (hipMalloc(&head, sizeof(hiprandDiscreteDistribution_st)) != hipSuccess ||
      hipMalloc(&cdf, size * sizeof(double)) != hipSuccess) {
    if (head) (void)hipFree(head);
    return HIPRAND_STATUS_ALLOCATION_FAILED;
  }
  auto* sums = static_cast<double*>(cdf);
  double sum = 0;
  for (u32 i = 0; i < size; ++i) {
    double k = first + i;
    sum += std::exp(k * std::log(lambda) - lambda - std::lgamma(k + 1));
    sums[i] = sum;
  }
  for (u32 i = 0; i < size; ++i) sums[i] /= sum;
  auto* d = static_cast<hiprandDiscreteDistribution_st*>(head);
  *d = {size, first, sums};
  *distribution = d;
  return HIPRAND_STATUS_SUCCESS;
}
hiprandStatus_t hiprandDestroyDistribution(hiprandDiscreteDistribution_t distribution) {
  if (!distribution) return HIPRAND_STATUS_OUT_OF_RANGE;
  (void)hipFree(distribution->cdf);
  (void)hipFree(distribution);
  return HIPRAND_STATUS_SUCCESS;
}

hiprandStatus_t hiprandGetDirectionVectors32(hiprandDirectionVectors32_t** vectors, hiprandDirectionVectorSet_t set) {
  if (!vectors || set < HIPRAND_DIRECTION_VECTORS_32_JOEKUO6 || set > HIPRAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6)
    return HIPRAND_STATUS_OUT_OF_RANGE;
  *vectors = reinterpret_cast<hiprandDirectionVectors32_t*>(const_cast<uint32_t*>(direction_vectors<uint32_t>()));
  return HIPRAND_STATUS_SUCCESS;
}
hiprandStatus_t hiprandGetDirectionVectors64(hiprandDirectionVectors64_t** vectors, hiprandDirectionVectorSet_t set) {
  if (!vectors || set < HIPRAND_DIRECTION_VECTORS_64_JOEKUO6 || set > HIPRAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6)
    return HIPRAND_STATUS_OUT_OF_RANGE;
  *vectors = reinterpret_cast<hiprandDirectionVectors64_t*>(const_cast<uint64_t*>(direction_vectors<uint64_t>()));
  return HIPRAND_STATUS_SUCCESS;
}
hiprandStatus_t hiprandGetScrambleConstants32(const unsigned int** constants) {
  if (!constants) return HIPRAND_STATUS_OUT_OF_RANGE;
  *constants = scramble_constants<uint32_t>();
  return HIPRAND_STATUS_SUCCESS;
}
hiprandStatus_t hiprandGetScrambleConstants64(const unsigned long long** constants) {
  if (!constants) return HIPRAND_STATUS_OUT_OF_RANGE;
  *constants = reinterpret_cast<const unsigned long long*>(scramble_constants<uint64_t>());
  return HIPRAND_STATUS_SUCCESS;
}

}  // extern "C"
