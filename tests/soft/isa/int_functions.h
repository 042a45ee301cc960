// Integer functions of four words, compiled twice: for the GPU into kernels and for the host as their own
// reference. Together they make clang emit most of the integer instructions. FN is the function attribute,
// PROGRAM(name) declares.
#pragma once
typedef unsigned char u8;
typedef signed char i8;
typedef unsigned short u16;
typedef short i16;
typedef unsigned u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;
typedef u16 u16x2 __attribute__((ext_vector_type(2)));
typedef i16 i16x2 __attribute__((ext_vector_type(2)));
typedef u8 u8x4 __attribute__((ext_vector_type(4)));

#define EACH_PROGRAM(X)                                                                                      \
  X(sums64)                                                                                                  \
  X(products64) X(shifts) X(shifts64) X(counts) X(fields) X(minima) X(bytes) X(halves) X(packed) X(division) \
      X(division64) X(rotations) X(logic) X(selects) X(signed_math) X(saturation) X(hash) X(compares)        \
          X(compares64) X(table) X(loops)
#define PROGRAM(name) FN inline u64 name(u32 a, u32 b, u32 c, u32 d)

PROGRAM(sums64) {
  u64 x = (u64)a << 32 | b, y = (u64)c << 32 | d;
  return x + y - (x >> 7) + (u64)(i64)(i32)c - (y << 3) + (x - y) / 2;
}
PROGRAM(products64) {
  u64 x = (u64)a * b + c;
  i64 y = (i64)(i32)b * (i32)d - (i64)x;
  u64 z = ((u64)c << 32 | a) * ((u64)d << 32 | b);
  return x ^ (u64)y ^ z ^ (u64)((a & 0xffffff) * (b & 0xffffff)) ^ (u64)(u32)((u64)c * d >> 32);
}
PROGRAM(shifts) {
  u32 x = (a << (b & 31)) ^ (c >> (d & 31)) ^ (u32)((i32)b >> (a & 31));
  return x + ((a << 3) + b) + ((c + d) << 5) + ((a << 7) | c) + ((a ^ b) + d);
}
PROGRAM(shifts64) {
  u64 x = (u64)a << 32 | b, y = (u64)c << 32 | d;
  return (x << (c & 63)) ^ (y >> (a & 63)) ^ (u64)((i64)x >> (d & 63)) ^ (1ull << (b & 63));
}
PROGRAM(counts) {
  u64 x = (u64)a << 32 | b;
  u32 n = (u32)__builtin_popcount(a) + (u32)__builtin_popcountll(x) * 3;
  n += (u32)(a ? __builtin_clz(a) : 32) + (u32)(b ? __builtin_ctz(b) : 32) +
       (u32)(x ? __builtin_clzll(x) : 64);
  return n + __builtin_bitreverse32(c) + __builtin_bitreverse64((u64)d << 32 | c) + __builtin_bswap32(d) +
         __builtin_bswap64(x);
}
PROGRAM(fields) {
  u32 x = (a >> 5 & 0x7ff) + (u32)((i32)(b << 9) >> 20) + (c >> (d & 31) & ((1u << (a & 15)) - 1));
  return x ^ ((a & c) | (~a & b)) ^ (u32)(i32)(i8)(d >> 8) ^ (u32)(i32)(i16)(c >> 16);
}
PROGRAM(minima) {
  i32 s = (i32)a<(i32)b ? (i32)a : (i32)b, t = (i32)c>(i32) d ? (i32)c : (i32)d;
  u32 u = a < c ? a : c, v = b > d ? b : d;
  i32 low = s < t ? s : t, high = s > t ? s : t, m = (i32)d > high ? high : (i32)d < low ? low : (i32)d;
  u32 three = u < v ? (u < d ? u : d) : (v < d ? v : d);
  return (u64)(u32)m << 32 | (u32)(three + (u32)s + (u32)t);
}
PROGRAM(bytes) {
  u8x4 x, y;
  for (int k = 0; k < 4; ++k) x[k] = (u8)(a >> (8 * k)), y[k] = (u8)(b >> (8 * k));
  u8x4 z = x * y + (u8x4){1, 2, 3, 4};
  u32 sad = 0;
  for (int k = 0; k < 4; ++k) sad += x[k] > y[k] ? (u32)(x[k] - y[k]) : (u32)(y[k] - x[k]);
  i32 dot = 0;
  for (int k = 0; k < 4; ++k) dot += (i32)(i8)(c >> (8 * k)) * (i32)(i8)(d >> (8 * k));
  return (u64)(u32)(dot + (i32)sad) << 32 | (u32)z[0] | (u32)z[1] << 8 | (u32)z[2] << 16 | (u32)z[3] << 24;
}
PROGRAM(halves) {
  u16 x = (u16)(a * 3 + b), y = (u16)(c >> 16);
  i16 s = (i16)(x + y), t = (i16)(d >> 3);
  u16 z = (u16)((u16)(x << (y & 15)) ^ (u16)(y >> (x & 15)) ^ (u16)(t >> (x & 15)));
  i16 m = s < t ? s : t;
  u16 n = x > y ? x : y;
  return (u64)(u16)m | (u64)n << 16 | (u64)(u16)(x * y + z) << 32 | (u64)(s == t ? 1 : x < y ? 2 : 3) << 48;
}
PROGRAM(packed) {
  u16x2 x = {(u16)a, (u16)(a >> 16)}, y = {(u16)b, (u16)(b >> 16)}, z = {(u16)c, (u16)(c >> 16)};
  u16x2 r = x * y + z - (y << (u16x2)(z & (u16)15)) + (x >> (u16x2)(y & (u16)15));
  i16x2 s = {(i16)d, (i16)(d >> 16)}, t = {(i16)a, (i16)(b >> 16)};
  i16x2 low = __builtin_elementwise_min(s, t), high = __builtin_elementwise_max(s, t);
  u16x2 p = __builtin_elementwise_max(x, z);
  return (u64)r[0] | (u64)r[1] << 16 | (u64)(u16)(low[0] + high[1] * 3 + p[1]) << 32 |
         (u64)(u16)(low[1] - high[0] + p[0]) << 48;
}
PROGRAM(division) {
  u32 q = a / (b | 1), r = a % (c | 1);
  i32 s = (i32)(a >> 1) / (i32)((d >> 2) | 1), t = (i32)b % (i32)((c >> 1) | 1);
  return (u64)(q ^ r) << 32 | ((u32)s + (u32)t + a / 10 + c % 1000);
}
PROGRAM(division64) {
  u64 x = (u64)a << 32 | b, y = (u64)(c & 0xffff) << 32 | d | 1;
  i64 s = (i64)x / (i64)y;
  return x / y + x % y + (u64)s + x / 1000000007;
}
PROGRAM(rotations) {
  u32 n = d & 31;
  u32 x = (a << 13 | a >> 19) ^ __builtin_rotateleft32(b, n) ^ __builtin_rotateright32(c, a);
  return x + ((u64)a << 32 | b) % 65537 + (u32)(((u64)a << 32 | c) >> 11) +
         __builtin_rotateleft64((u64)a << 32 | d, c & 63);
}
PROGRAM(logic) {
  u64 x = (u64)a << 32 | b, y = (u64)c << 32 | d;
  return (x & ~y) ^ ~(x | (y >> 1)) ^ ~(x ^ (y << 1)) ^ (x | ~y) ^ ((u64)((a & b) | c) << 8) ^
         (a | b | c | d);
}
PROGRAM(selects) {
  u64 r = 0;
  if (a > b)
    r = c;
  else
    r = (u64)d << 7;
  if ((i32)c < 0)
    r ^= a;
  else if (d & 1)
    r += b;
  else
    r -= 3;
  return (a & 4) ? r * 5 : (b & 2) ? ~r : r;
}
PROGRAM(signed_math) {
  i32 x = (i32)a >> 3, y = (i32)b >> 5;
  i32 m = x < 0 ? -x : x;
  i64 p = (i64)(i32)c * (i32)d;
  i32 n24 = ((i32)(a << 8) >> 8) * ((i32)(b << 8) >> 8) / 1;
  return (u64)p + (u64)(i64)m + (u64)(u32)n24 + (u64)(u32)(p >> 32) + (u64)(i64)(y * (i16)x);
}
PROGRAM(saturation) {
  u32 x = __builtin_elementwise_add_sat(a, b), y = __builtin_elementwise_sub_sat(c, d);
  i32 s = __builtin_elementwise_add_sat((i32)a, (i32)c), t = __builtin_elementwise_sub_sat((i32)b, (i32)d);
  u16 h = __builtin_elementwise_add_sat((u16)a, (u16)d);
  i16 g = __builtin_elementwise_sub_sat((i16)b, (i16)c);
  u32 carry = (u32)__builtin_add_overflow(a, d, &x);
  return (u64)(x ^ y) << 32 | ((u32)s + (u32)t * 3 + h + (u32)(u16)g + carry);
}
PROGRAM(hash) {
  u32 h = a;
  for (u32 k = 0; k < 8; ++k) {
    h ^= b >> k;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h = (h << 5 | h >> 27) + c * k + d;
  }
  return h;
}
PROGRAM(compares) {
  u32 n = 0;
  n += a == b;
  n = n * 2 + (a < c);
  n = n * 2 + ((i32)b > (i32)d);
  n = n * 2 + ((u16)a <= (u16)b);
  n = n * 2 + ((i16)c >= (i16)d);
  n = n * 2 + ((u8)a != (u8)d);
  n = n * 2 + ((a & 64) == 0);
  n = n * 2 + ((i32)a <= -5);
  return n;
}
PROGRAM(compares64) {
  u64 x = (u64)(a & 3) << 32 | b, y = (u64)(c & 3) << 32 | d;
  u32 n = x < y;
  n = n * 2 + ((i64)(x << 30) >= (i64)(y << 30));
  n = n * 2 + (x == y);
  n = n * 2 + ((i64)x > (i64)~y);
  n = n * 2 + (x != d);
  return n;
}
PROGRAM(table) {
  u32 v[16];
  for (u32 k = 0; k < 16; ++k) v[k] = a * k + (b ^ k);
  v[c & 15] += d;
  v[(d >> 4) & 15] ^= c;
  return (u64)v[b & 15] << 32 | v[(a >> 3) & 15];
}
PROGRAM(loops) {
  u64 x = ((u64)a << 32 | b) | 1, y = ((u64)c << 16 | d) | 1;
  for (u32 k = 0; k < 90 && y; ++k) {
    u64 r = x > y ? x - y : y - x;
    if (r & 1)
      r += k;
    else
      r >>= 1;
    x = y;
    y = r;
  }
  return x + (a & 7);
}
