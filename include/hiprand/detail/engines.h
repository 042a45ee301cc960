// The pseudo-random engines of hipRAND, for host and device: XORWOW, MRG32k3a and Philox 4x32-10. Each is seeded as
// rocRAND seeds it, gives 32-bit numbers by next(), and skips ahead in a time that grows with the logarithm of the distance.
#ifndef WAVELIFT_HIPRAND_ENGINES_H
#define WAVELIFT_HIPRAND_ENGINES_H

#include <hip/hip_vector_types.h>

namespace hiprand_impl {

using u32 = unsigned int;
using u64 = unsigned long long;

// A second normal number of a pair waits in the state for the next call.
struct Spare {
  u32 has_float, has_double;
  float as_float;
  double as_double;
};

// Linear recurrences skip ahead by their transition to the power of 2^k, for k = 0..190: the lower ones for distances, those
// from `subsequence` on for numbers of subsequences.

// XORWOW. Its five words are a recurrence over bits with characteristic polynomial p of degree 160; skipping n steps is
// applying the polynomial x^n mod p to it. power[k] is x^(2^k) mod p, least coefficient first.
struct XorwowPowers {
  enum : int { subsequence = 67, count = subsequence + 64 };
  u32 power[count][5];
  constexpr XorwowPowers() : power() {
    const u32 p[5] = {0x60001, 0x8610030, 0x62121, 0xf3c0035, 0xf0e};
    power[0][0] = 2;
    for (int k = 1; k < count; ++k) {
      // The square of a polynomial over bits has its coefficients at even places.
      u32 square[10] = {};
      for (int i = 0; i < 160; ++i)
        if (power[k - 1][i / 32] >> (i % 32) & 1) square[i / 16] |= 1u << (i % 16 * 2);
      for (int i = 319; i >= 160; --i) {
        if (!(square[i / 32] >> (i % 32) & 1)) continue;
        const int words = (i - 160) / 32, bits = (i - 160) % 32;
        for (int w = 0; w < 5; ++w) {
          square[w + words] ^= p[w] << bits;
          if (bits) square[w + words + 1] ^= p[w] >> (32 - bits);
        }
        square[5 + words] ^= 1u << bits;
      }
      for (int w = 0; w < 5; ++w) power[k][w] = square[w];
    }
  }
};
static constexpr XorwowPowers xorwow_powers{};

struct Xorwow {
  u32 d;
  Spare spare;
  u32 x[5];

  __WL_BOTH__ void seed(u64 seed, u64 subsequence, u64 offset) {
    const u32 low = static_cast<u32>(seed) ^ 0x2c7f967fu, high = static_cast<u32>(seed >> 32) ^ 0xa03697cbu;
    const u32 t0 = 1228688033u * low, t1 = 2073658381u * high;
    x[0] = 123456789u + t0;
    x[1] = 362436069u ^ t0;
    x[2] = 521288629u + t1;
    x[3] = 88675123u ^ t1;
    x[4] = 5783321u + t0;
    d = 6615241u + t1 + t0;
    spare.has_float = spare.has_double = 0;
    skip_subsequences(subsequence);
    skip(offset);
  }
  __WL_BOTH__ u32 next() {
    step(x);
    d += 362437u;
    return d + x[4];
  }
  __WL_BOTH__ void skip(u64 n) {
    jump(n, 0);
    d += static_cast<u32>(n) * 362437u;
  }
  // A subsequence is 2^67 numbers, a multiple of the Weyl sequence's period 2^32.
  __WL_BOTH__ void skip_subsequences(u64 n) { jump(n, XorwowPowers::subsequence); }

private:
  static __WL_BOTH__ void step(u32* x) {
    const u32 t = x[0] ^ (x[0] >> 2);
    x[0] = x[1];
    x[1] = x[2];
    x[2] = x[3];
    x[3] = x[4];
    x[4] = (x[4] ^ (x[4] << 4)) ^ (t ^ (t << 1));
  }
  __WL_BOTH__ void jump(u64 n, int k) {
    for (; n; n >>= 1, ++k) {
      if (!(n & 1)) continue;
      u32 sum[5] = {0, 0, 0, 0, 0};
      for (int w = 0; w < 5; ++w) {
        const u32 bits = xorwow_powers.power[k][w];
        for (int i = 0; i < 32; ++i) {
          const u32 mask = 0u - (bits >> i & 1);
          for (int j = 0; j < 5; ++j) sum[j] ^= x[j] & mask;
          step(x);
        }
      }
      for (int j = 0; j < 5; ++j) x[j] = sum[j];
    }
  }
};

// MRG32k3a: two recurrences of third order modulo m1 and m2. power1[k], power2[k]: their matrices to the power of 2^k.
static constexpr u64 mrg_m1 = 4294967087ull, mrg_m2 = 4294944443ull;
struct MrgPowers {
  enum : int { subsequence = 76, sequence = 127, count = sequence + 64 };
  u32 power1[count][9], power2[count][9];
  constexpr MrgPowers() : power1(), power2() {
    const u64 a1[9] = {0, 1, 0, 0, 0, 1, mrg_m1 - 810728, 1403580, 0};
    const u64 a2[9] = {0, 1, 0, 0, 0, 1, mrg_m2 - 1370589, 0, 527612};
    for (int i = 0; i < 9; ++i) {
      power1[0][i] = static_cast<u32>(a1[i]);
      power2[0][i] = static_cast<u32>(a2[i]);
    }
    for (int k = 1; k < count; ++k)
      for (int i = 0; i < 9; ++i) {
        u64 sum1 = 0, sum2 = 0;
        for (int j = 0; j < 3; ++j) {
          sum1 += static_cast<u64>(power1[k - 1][i / 3 * 3 + j]) * power1[k - 1][j * 3 + i % 3] % mrg_m1;
          sum2 += static_cast<u64>(power2[k - 1][i / 3 * 3 + j]) * power2[k - 1][j * 3 + i % 3] % mrg_m2;
        }
        power1[k][i] = static_cast<u32>(sum1 % mrg_m1);
        power2[k][i] = static_cast<u32>(sum2 % mrg_m2);
      }
  }
};
static constexpr MrgPowers mrg_powers{};

struct Mrg32k3a {
  u32 g1[3], g2[3];
  Spare spare;

  __WL_BOTH__ void seed(u64 seed, u64 subsequence, u64 offset) {
    if (seed == 0) seed = 12345;
    const u64 x = static_cast<u32>(seed) ^ 0x55555555u, y = static_cast<u32>(seed >> 32) ^ 0xaaaaaaaau;
    g1[0] = g1[2] = static_cast<u32>(x * (seed % mrg_m1) % mrg_m1);
    g1[1] = static_cast<u32>(y * (seed % mrg_m1) % mrg_m1);
    g2[0] = g2[2] = static_cast<u32>(y * (seed % mrg_m2) % mrg_m2);
    g2[1] = static_cast<u32>(x * (seed % mrg_m2) % mrg_m2);
    spare.has_float = spare.has_double = 0;
    skip_subsequences(subsequence);
    skip(offset);
  }
  // From 1 to m1.
  __WL_BOTH__ u32 next_raw() {
    const u32 p1 = static_cast<u32>((1403580ull * g1[1] + 810728ull * (mrg_m1 - g1[0])) % mrg_m1);
    g1[0] = g1[1];
    g1[1] = g1[2];
    g1[2] = p1;
    const u32 p2 = static_cast<u32>((527612ull * g2[2] + 1370589ull * (mrg_m2 - g2[0])) % mrg_m2);
    g2[0] = g2[1];
    g2[1] = g2[2];
    g2[2] = p2;
    return p1 - p2 + (p1 <= p2 ? static_cast<u32>(mrg_m1) : 0u);
  }
  // Spread over all 32-bit numbers.
  __WL_BOTH__ u32 next() { return static_cast<u32>((next_raw() - 1) * 1.000000048661607); }
  __WL_BOTH__ void skip(u64 n) { jump(n, 0); }
  __WL_BOTH__ void skip_subsequences(u64 n) { jump(n, MrgPowers::subsequence); }
  __WL_BOTH__ void skip_sequences(u64 n) { jump(n, MrgPowers::sequence); }

private:
  static __WL_BOTH__ void apply(const u32* a, u32* g, u64 m) {
    u32 to[3];
    for (int i = 0; i < 3; ++i) {
      u64 sum = 0;
      for (int j = 0; j < 3; ++j) sum += static_cast<u64>(a[i * 3 + j]) * g[j] % m;
      to[i] = static_cast<u32>(sum % m);
    }
    for (int i = 0; i < 3; ++i) g[i] = to[i];
  }
  __WL_BOTH__ void jump(u64 n, int k) {
    for (; n; n >>= 1, ++k) {
      if (!(n & 1)) continue;
      apply(mrg_powers.power1[k], g1, mrg_m1);
      apply(mrg_powers.power2[k], g2, mrg_m2);
    }
  }
};

// Philox 4x32-10: a keyed bijection of a counter. The counter's upper half is the subsequence, `at` the place in a block of 4.
struct Philox {
  u32 counter[4], block[4], key[2], at;
  Spare spare;

  __WL_BOTH__ void seed(u64 seed, u64 subsequence, u64 offset) {
    key[0] = static_cast<u32>(seed);
    key[1] = static_cast<u32>(seed >> 32);
    for (int i = 0; i < 4; ++i) counter[i] = 0;
    at = 0;
    spare.has_float = spare.has_double = 0;
    add_high(subsequence);
    skip(offset);
  }
  __WL_BOTH__ u32 next() {
    const u32 result = at == 0 ? block[0] : at == 1 ? block[1] : at == 2 ? block[2] : block[3];
    if (++at == 4) {
      at = 0;
      add_low(1);
      fill();
    }
    return result;
  }
  __WL_BOTH__ uint4 next4() {
    uint4 v;
    v.x = next();
    v.y = next();
    v.z = next();
    v.w = next();
    return v;
  }
  __WL_BOTH__ void skip(u64 n) {
    at += static_cast<u32>(n & 3);
    add_low(n / 4 + (at >> 2));
    at &= 3;
    fill();
  }
  __WL_BOTH__ void skip_subsequences(u64 n) {
    add_high(n);
    fill();
  }

private:
  __WL_BOTH__ void add_low(u64 n) {
    u64 low = counter[0] | static_cast<u64>(counter[1]) << 32;
    const bool carry = low + n < low;
    low += n;
    counter[0] = static_cast<u32>(low);
    counter[1] = static_cast<u32>(low >> 32);
    if (carry) add_high(1);
  }
  __WL_BOTH__ void add_high(u64 n) {
    const u64 high = (counter[2] | static_cast<u64>(counter[3]) << 32) + n;
    counter[2] = static_cast<u32>(high);
    counter[3] = static_cast<u32>(high >> 32);
  }
  __WL_BOTH__ void fill() {
    u32 c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3], k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; ++round) {
      const u64 p = static_cast<u64>(0xd2511f53u) * c0, q = static_cast<u64>(0xcd9e8d57u) * c2;
      c0 = static_cast<u32>(q >> 32) ^ c1 ^ k0;
      c1 = static_cast<u32>(q);
      c2 = static_cast<u32>(p >> 32) ^ c3 ^ k1;
      c3 = static_cast<u32>(p);
      k0 += 0x9e3779b9u;
      k1 += 0xbb67ae85u;
    }
    block[0] = c0;
    block[1] = c1;
    block[2] = c2;
    block[3] = c3;
  }
};

// Sobol's sequence in Gray-code order: number n is the exclusive or of the direction vectors at the bits of n ^ (n >> 1).
// Scrambling is an exclusive or with a constant.
template <class T> struct Sobol {
  T d, index, scramble, vectors[sizeof(T) * 8];

  __WL_BOTH__ void seed(const T* direction, T constant, T offset) {
    for (unsigned i = 0; i < sizeof(T) * 8; ++i) vectors[i] = direction[i];
    scramble = constant;
    index = 0;
    d = 0;
    skip(offset);
  }
  __WL_BOTH__ T next() {
    const T result = d ^ scramble;
    const T zeros = ~index;
    ++index;
    if (zeros) d ^= vectors[sizeof(T) == 8 ? __builtin_ctzll(zeros) : __builtin_ctz(static_cast<u32>(zeros))];
    return result;
  }
  __WL_BOTH__ void skip(u64 n) {
    index += static_cast<T>(n);
    const T gray = index ^ (index >> 1);
    d = 0;
    for (unsigned i = 0; i < sizeof(T) * 8; ++i) d ^= gray >> i & 1 ? vectors[i] : 0;
  }
};

}  // namespace hiprand_impl

#endif
