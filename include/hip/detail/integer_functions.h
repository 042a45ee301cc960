// Integer intrinsics: bit counting and moving, multiplication, averages, byte and dot-product operations.
#ifndef HIP_DETAIL_INTEGER_FUNCTIONS_H
#define HIP_DETAIL_INTEGER_FUNCTIONS_H

// Counting bits. __ffs numbers from 1 and gives 0 for "none"; leading zeros of 0 are the full width.
__WL_DEVICE__ int __popc(unsigned int x) { return __builtin_popcount(x); }
__WL_DEVICE__ int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__WL_DEVICE__ int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
__WL_DEVICE__ int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
__WL_DEVICE__ int __ffs(unsigned int x) { return x == 0 ? 0 : __builtin_ctz(x) + 1; }
__WL_DEVICE__ int __ffs(int x) { return __ffs(static_cast<unsigned int>(x)); }
__WL_DEVICE__ int __ffsll(unsigned long long x) { return x == 0 ? 0 : __builtin_ctzll(x) + 1; }
__WL_DEVICE__ int __ffsll(unsigned long x) { return __ffsll(static_cast<unsigned long long>(x)); }
__WL_DEVICE__ int __ffsll(long long x) { return __ffsll(static_cast<unsigned long long>(x)); }
__WL_DEVICE__ int __ffsll(long x) { return __ffsll(static_cast<unsigned long long>(x)); }
__WL_DEVICE__ unsigned int __brev(unsigned int x) { return __builtin_bitreverse32(x); }
__WL_DEVICE__ unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
__WL_DEVICE__ unsigned int __lastbit_u32_u64(unsigned long long x) {
  return x == 0 ? -1 : __builtin_ctzll(x);
}

// Position of the offset-th set bit of `mask`, from bit `base` upwards (offset > 0) or downwards; -1 if none.
__WL_DEVICE__ int __fns64(unsigned long long mask, unsigned int base, int offset) {
  if (offset == 0) return (mask >> base) & 1 ? static_cast<int>(base) : -1;
  const int step = offset > 0 ? 1 : -1;
  for (int bit = static_cast<int>(base); bit >= 0 && bit < 64; bit += step)
    if ((mask >> bit) & 1 && (offset -= step) == 0) return bit;
  return -1;
}
__WL_DEVICE__ int __fns32(unsigned long long mask, unsigned int base, int offset) {
  return __fns64(mask & 0xffffffffull, base, offset);
}
__WL_DEVICE__ int __fns(unsigned int mask, unsigned int base, int offset) {
  return __fns64(mask, base, offset);
}

// Bit fields of `width` bits from bit `offset`.
__WL_DEVICE__ unsigned int __bitextract_u32(unsigned int x, unsigned int offset, unsigned int width) {
  offset &= 31u, width &= 31u;
  return (x >> offset) & ((1u << width) - 1u);
}
__WL_DEVICE__ unsigned long long __bitextract_u64(unsigned long long x, unsigned int offset,
                                                  unsigned int width) {
  offset &= 63u, width &= 63u;
  return width == 0 ? 0 : (x >> offset) & (~0ull >> (64u - width));
}
__WL_DEVICE__ unsigned int __bitinsert_u32(unsigned int x, unsigned int field, unsigned int offset,
                                           unsigned int width) {
  offset &= 31u, width &= 31u;
  const unsigned int mask = ((1u << width) - 1u) << offset;
  return (x & ~mask) | ((field << offset) & mask);
}
__WL_DEVICE__ unsigned long long __bitinsert_u64(unsigned long long x, unsigned long long field,
                                                 unsigned int offset, unsigned int width) {
  offset &= 63u, width &= 63u;
  const unsigned long long mask = ((1ull << width) - 1ull) << offset;
  return (x & ~mask) | ((field << offset) & mask);
}

// Picks four bytes out of the eight of y:x; each nibble of `selector` names one (bit 3: its sign, repeated).
__WL_DEVICE__ unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
  const unsigned long long bytes = (static_cast<unsigned long long>(y) << 32) | x;
  unsigned int result = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const unsigned int choice = selector >> (4 * i);
    unsigned int byte = static_cast<unsigned int>(bytes >> (8 * (choice & 7u))) & 0xffu;
    if (choice & 8u) byte = byte & 0x80u ? 0xffu : 0u;
    result |= byte << (8 * i);
  }
  return result;
}

// Shifts of the pair hi:lo; the shift count wraps at 32, or clamps to it in the *c forms.
__WL_DEVICE__ unsigned int __funnelshift_l(unsigned int lo, unsigned int hi, unsigned int shift) {
  return static_cast<unsigned int>((((static_cast<unsigned long long>(hi) << 32) | lo) << (shift & 31u)) >>
                                   32);
}
__WL_DEVICE__ unsigned int __funnelshift_lc(unsigned int lo, unsigned int hi, unsigned int shift) {
  return shift >= 32u ? lo : __funnelshift_l(lo, hi, shift);
}
__WL_DEVICE__ unsigned int __funnelshift_r(unsigned int lo, unsigned int hi, unsigned int shift) {
  return static_cast<unsigned int>(((static_cast<unsigned long long>(hi) << 32) | lo) >> (shift & 31u));
}
__WL_DEVICE__ unsigned int __funnelshift_rc(unsigned int lo, unsigned int hi, unsigned int shift) {
  return shift >= 32u ? hi : __funnelshift_r(lo, hi, shift);
}

// Averages without overflow, rounded down and up.
__WL_DEVICE__ int __hadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y) >> 1); }
__WL_DEVICE__ int __rhadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1); }
__WL_DEVICE__ unsigned int __uhadd(unsigned int x, unsigned int y) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(x) + y) >> 1);
}
__WL_DEVICE__ unsigned int __urhadd(unsigned int x, unsigned int y) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}

// Products: of the low 24 bits, and the high halves of full products.
__WL_DEVICE__ int __mul24(int x, int y) {
  return static_cast<int>(static_cast<unsigned>(x << 8 >> 8) * static_cast<unsigned>(y << 8 >> 8));
}
__WL_DEVICE__ unsigned int __umul24(unsigned int x, unsigned int y) {
  return (x & 0xffffffu) * (y & 0xffffffu);
}
__WL_DEVICE__ int __mulhi(int x, int y) { return static_cast<int>((static_cast<long long>(x) * y) >> 32); }
__WL_DEVICE__ unsigned int __umulhi(unsigned int x, unsigned int y) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(x) * y) >> 32);
}
__WL_DEVICE__ long long __mul64hi(long long x, long long y) {
  return static_cast<long long>((static_cast<__int128>(x) * y) >> 64);
}
__WL_DEVICE__ unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>((static_cast<unsigned __int128>(x) * y) >> 64);
}
__WL_DEVICE__ int mul24(int x, int y) { return __mul24(x, y); }
__WL_DEVICE__ unsigned int umul24(unsigned int x, unsigned int y) { return __umul24(x, y); }
__WL_DEVICE__ int mulhi(int x, int y) { return __mulhi(x, y); }
__WL_DEVICE__ unsigned int umulhi(unsigned int x, unsigned int y) { return __umulhi(x, y); }
__WL_DEVICE__ long long mul64hi(long long x, long long y) { return __mul64hi(x, y); }
__WL_DEVICE__ unsigned long long umul64hi(unsigned long long x, unsigned long long y) {
  return __umul64hi(x, y);
}

// |x - y| + z.
__WL_DEVICE__ unsigned int __sad(int x, int y, unsigned int z) {
  return (x > y ? static_cast<unsigned>(x) - static_cast<unsigned>(y)
                : static_cast<unsigned>(y) - static_cast<unsigned>(x)) +
         z;
}
__WL_DEVICE__ unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) {
  return (x > y ? x - y : y - x) + z;
}

#endif
