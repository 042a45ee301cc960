// Where a vector memory instruction goes: the address spaces global, flat, scratch and buffer. Each function
// takes the address operands and a mover (memory.h) and runs the mover over the active lanes. Atomics and
// loads to LDS are movers too.
#pragma once
#include "soft/isa/lanes.h"
#include "soft/isa/memory.h"
#include <algorithm>
#include <cstring>

namespace wavelift::soft::WAVE {

using VmemResult = const Op*;

// --- Swizzled private memory ---

// Byte `offset` of a lane's private segment lies at (offset / 4 * kLanes + lane) * 4 + offset % 4, as gfx9's
// scratch descriptor (index stride 64, element 4 bytes) and Wave::scratch_at lay it out.

inline constexpr uint32_t kScratchRow = 4 * kLanes;
inline constexpr int kScratchRowLog2 = std::countr_zero(kScratchRow);

inline uint64_t swizzled(uint32_t offset, int lane) {
  return static_cast<uint64_t>(offset >> 2) * kScratchRow + static_cast<uint64_t>(lane) * 4 + (offset & 3);
}

// One lane's element of private memory. It is contiguous only within a dword, so others pass through a
// buffer.
template <class M>
inline void move_private_lane(Wave& w, const M& m, uint8_t* base, uint32_t offset, int lane) {
  constexpr uint32_t kBytes = M::Element::bytes;
  if ((offset & 3) + kBytes <= 4) {
    m.lane(w, lane, base + swizzled(offset, lane));
    return;
  }
  alignas(16) uint8_t copy[16];
  for (uint32_t b = 0; b < kBytes; ++b) copy[b] = base[swizzled(offset + b, lane)];
  m.lane(w, lane, copy);
  if constexpr (M::writes)
    for (uint32_t b = 0; b < kBytes; ++b) base[swizzled(offset + b, lane)] = copy[b];
}

// A load's or store's rows at the same aligned private offset in every lane: rows of memory are rows of
// registers.
template <class M> inline void move_private_rows(Wave& w, const M& m, uint8_t* at) {
  for (int k = 0; k < M::Element::rows; ++k) {
    auto* p = reinterpret_cast<__m256i*>(at + k * kScratchRow);
    for (int i = 0; i < kLanes; i += 8, ++p) {
      const __m256i on = load8(w.exec_rows.lane + i);
      if constexpr (M::writes) {
        const __m256i x = load8(m.src[k].lane + i);
        _mm256_storeu_si256(p, w.exec_full ? x : _mm256_blendv_epi8(_mm256_loadu_si256(p), x, on));
      } else {
        uint32_t* r = m.dst[k].lane + i;
        const __m256i x = _mm256_loadu_si256(p);
        store8(r, w.exec_full ? x : _mm256_blendv_epi8(load8(r), x, on));
      }
    }
  }
}

// A load's or store's bytes or shorts at the same private offset in every lane, which do not cross a dword: byte `byte` of
// each dword of a row of memory. A lane's dwords are its own, so a store may write the whole dword.
template <class M> inline void move_private_part(Wave& w, const M& m, uint8_t* at, int byte) {
  using E = typename M::Element;
  auto* p = reinterpret_cast<__m256i*>(at);
  const __m256i field = E::field(byte);
  for (int i = 0; i < kLanes; i += 8, ++p) {
    const __m256i on = load8(w.exec_rows.lane + i), old = _mm256_loadu_si256(p);
    if constexpr (M::writes) {
      _mm256_storeu_si256(p, E::insert(old, load8(m.src->lane + i), byte, _mm256_and_si256(field, on)));
    } else {
      uint32_t* r = m.dst->lane + i;
      store8(r, _mm256_blendv_epi8(load8(r), E::merge(load8(r), E::take(old, byte)), on));
    }
  }
}

// Private accesses of which none crosses a dword, or all are of whole aligned dwords, and all are inside
// `room` bytes of `at`. False when they are not so.
template <class M>
inline bool move_private_gather(Wave& w, const M& m, uint8_t* at, uint32_t offset, const uint32_t* row,
                                uint64_t room) {
  using E = typename M::Element;
  alignas(32) uint32_t place[kLanes];
  const __m256i add = _mm256_set1_epi32(static_cast<int>(offset)), three = _mm256_set1_epi32(3);
  __m256i lane4 = _mm256_slli_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), 2),
          greatest = _mm256_setzero_si256(), misplaced = greatest;
  for (int i = 0; i < kLanes; i += 8) {
    const __m256i o = _mm256_add_epi32(load8(row + i), add), in = _mm256_and_si256(o, three),
                  on = load8(w.exec_rows.lane + i);
    greatest = _mm256_max_epu32(greatest, _mm256_and_si256(o, on));
    misplaced = _mm256_or_si256(
        misplaced,
        _mm256_and_si256(on, _mm256_cmpgt_epi32(in, _mm256_set1_epi32(E::bytes < 4 ? 4 - E::bytes : 0))));
    store8(place + i,
           _mm256_or_si256(_mm256_or_si256(_mm256_slli_epi32(_mm256_srli_epi32(o, 2), kScratchRowLog2), in), lane4));
    lane4 = _mm256_add_epi32(lane4, _mm256_set1_epi32(32));
  }
  alignas(32) uint32_t top[8];
  store8(top, greatest);
  const uint64_t last = *std::max_element(top, top + 8);
  if (!_mm256_testz_si256(misplaced, misplaced) || last / 4 * kScratchRow + E::rows * kScratchRow > room)
    return false;
  if constexpr (E::rows == 1) {
    m.lanes(w, BasedAddress{at, place});
  } else if constexpr (M::kRowMover) {
    for (int k = 0; k < E::rows; ++k) m.part(k).lanes(w, BasedAddress{at + k * kScratchRow, place});
  } else {
    return false;
  }
  return true;
}

// A mover's lane where the memory it names does not exist: loads give 0, stores are dropped.
template <class M> inline void move_nowhere(Wave& w, const M& m, int lane) {
  alignas(16) uint8_t zero[16] = {};
  m.lane(w, lane, zero);
}

// Private accesses at base + unswizzled + swizzled(offset + row[lane]); row may be null. Lanes that reach
// `limit` bytes from base do not access memory.
template <class M>
inline void move_private(Wave& w, const M& m, uint8_t* base, uint64_t unswizzled, uint32_t offset,
                         const uint32_t* row, uint64_t limit) {
  using E = typename M::Element;
  constexpr uint64_t kSpan = static_cast<uint64_t>(E::bytes + 3) / 4 * kScratchRow;
  const int first = first_active(w);
  uint8_t* at = base + unswizzled;
  if constexpr (M::kRowMover && E::bytes % 4 == 0) {
    const uint32_t same = offset + (row ? row[first] : 0);
    if (same % 4 == 0 && unswizzled + swizzled(same, 0) + kSpan <= limit &&
        (!row || is_sequence<0>(w, row, first))) {
      move_private_rows(w, m, at + swizzled(same, 0));
      return;
    }
  }
  if constexpr (M::kRowMover && E::bytes < 4) {
    const uint32_t same = offset + (row ? row[first] : 0);
    if (same % 4 + E::bytes <= 4 && unswizzled + swizzled(same & ~3u, 0) + kSpan <= limit &&
        (!row || is_sequence<0>(w, row, first))) {
      move_private_part(w, m, at + swizzled(same & ~3u, 0), static_cast<int>(same % 4));
      return;
    }
  }
  if (row && unswizzled <= limit && limit < 1ull << 32 &&
      move_private_gather(w, m, at, offset, row, limit - unswizzled))
    return;
  for_active(w, [&](int i) {
    const uint32_t o = offset + (row ? row[i] : 0);
    if (unswizzled + swizzled(o + E::bytes - 1, i) < limit && o + E::bytes > o)
      move_private_lane(w, m, at, o, i);
    else
      move_nowhere(w, m, i);
  });
}

// --- global ---

// The address of every lane from two rows.
template <class M> inline void move_wide(Wave& w, M m, WideAddress at) {
  constexpr int kBytes = M::Element::bytes;
  if (few_active(w)) {
    m.lanes(w, at);
    return;
  }
  if (w.exec_full && all_in_a_row<kBytes>(at)) {
    m.run(w, at(0));
    return;
  }
  const int first = first_active(w);
  if (is_sequence<0>(w, at.hi(), first)) {
    if (is_sequence<kBytes>(w, at.lo, first)) {
      m.run(w, at(first) - first * kBytes);
      return;
    }
    if (is_sequence<0>(w, at.lo, first)) {
      m.same(w, at(first));
      return;
    }
  }
  m.lanes(w, at);
}

inline uint8_t* scalar_base(const Wave& w, const Op* op, const Src& saddr) {
  return reinterpret_cast<uint8_t*>(scalar64(w, saddr) + static_cast<uint64_t>(static_cast<int64_t>(op->imm)));
}

// Where lane 0's element lies when all lanes are on and their elements of Bytes bytes follow each other; null otherwise.
template <int Bytes>
[[gnu::always_inline]] inline uint8_t* run_of_all(const Wave& w, const Op* op, const Src& vaddr, const Src& saddr) {
  if (!w.exec_full || vaddr.kind == Src::Kind::none) return nullptr;
  const uint32_t* row = w.v[vaddr.index].lane;
  if (saddr.kind == Src::Kind::none) {
    const WideAddress at{row, op->imm};
    return all_in_a_row<Bytes>(at) ? at(0) : nullptr;
  }
  return is_sequence<Bytes>(w, row, 0) ? scalar_base(w, op, saddr) + row[0] : nullptr;
}

// vaddr is a 64-bit address, or a 32-bit offset to the 64-bit saddr.
template <class M>
inline VmemResult global_access(Wave& w, const Op* op, const Src& vaddr, const Src& saddr, const M& m) {
  begin_access(w, op);
  if (w.exec() == 0) return op + 1;
  if (saddr.kind == Src::Kind::none) {
    move_wide(w, m, {w.v[vaddr.index].lane, op->imm});
  } else {
    auto* base = scalar_base(w, op, saddr);
    if (vaddr.kind == Src::Kind::none)
      m.same(w, base);
    else
      move_based(w, m, base, w.v[vaddr.index].lane);
  }
  return op + 1;
}

// --- flat ---

// One lane's flat address; false when it leaves LDS or the lane's private segment.
template <class M> inline bool move_flat_lane(Wave& w, const M& m, uint64_t address, int lane) {
  constexpr uint32_t kBytes = M::Element::bytes;
  const uint32_t hi = static_cast<uint32_t>(address >> 32);
  const uint64_t end = (address & 0xffffffff) + kBytes;
  if (hi == kSharedApertureHi) {
    if (end > w.lds_size) return false;
    m.lane(w, lane, w.lds + (end - kBytes));
  } else if (hi == kPrivateApertureHi) {
    if (end > w.scratch_size) return false;
    move_private_lane(w, m, w.scratch, static_cast<uint32_t>(address), lane);
  } else {
    m.lane(w, lane, reinterpret_cast<uint8_t*>(address));
  }
  return true;
}

template <class M> inline VmemResult flat_access(Wave& w, const Op* op, const Src& vaddr, const M& m) {
  begin_access(w, op);
  if (w.exec() == 0) return op + 1;
  const WideAddress at{w.v[vaddr.index].lane, op->imm};
  const int first = first_active(w);
  const uint32_t hi = at.hi()[first];
  constexpr uint32_t kBytes = M::Element::bytes;
  if (is_sequence<0>(w, at.hi(), first)) {
    if (hi != kSharedApertureHi && hi != kPrivateApertureHi) {
      move_wide(w, m, at);
      return op + 1;
    }
    const uint64_t top =
        static_cast<uint64_t>(max_active(w, at.lo)) + static_cast<uint64_t>(static_cast<int64_t>(op->imm));
    if (hi == kSharedApertureHi && top + kBytes <= w.lds_size) {
      move_based(w, m, w.lds + op->imm, at.lo);
      return op + 1;
    }
    if (hi == kPrivateApertureHi && top + kBytes <= w.scratch_size) {
      move_private(w, m, w.scratch, 0, static_cast<uint32_t>(op->imm), at.lo,
                   static_cast<uint64_t>(w.scratch_size) * kLanes);
      return op + 1;
    }
  } else if (!any_active_equals(w, at.hi(), kSharedApertureHi) &&
             !any_active_equals(w, at.hi(), kPrivateApertureHi)) {
    m.lanes(w, at);
    return op + 1;
  }
  for (uint64_t e = w.exec(); e; e &= e - 1) {
    const int i = std::countr_zero(e);
    const auto address = reinterpret_cast<uint64_t>(at(i));
    if (!move_flat_lane(w, m, address, i))
      return stop_with_fault(w, op, "flat access outside of the workgroup's LDS or the lane's private memory",
                             address);
  }
  return op + 1;
}

// --- scratch ---

// Offsets in the lane's private segment: vaddr + saddr + imm, each optional.
template <class M>
inline VmemResult scratch_access(Wave& w, const Op* op, const Src& vaddr, const Src& saddr, const M& m) {
  begin_access(w, op);
  if (w.exec() == 0) return op + 1;
  uint32_t offset = static_cast<uint32_t>(op->imm);
  if (saddr.kind != Src::Kind::none) offset += scalar32(w, saddr);
  const uint32_t* row = vaddr.kind == Src::Kind::none ? nullptr : w.v[vaddr.index].lane;
  move_private(w, m, w.scratch, 0, offset, row, static_cast<uint64_t>(w.scratch_size) * kLanes);
  return op + 1;
}

// --- buffer ---

// A buffer descriptor (V#) of gfx9.
struct BufferDescriptor {
  uint64_t base;
  uint32_t stride, records, index_stride;
  bool swizzle, add_lane;

  BufferDescriptor(const Wave& w, int slot) {
    const uint32_t* d = w.s + slot;
    base = d[0] | static_cast<uint64_t>(d[1] & 0xffff) << 32;
    stride = d[1] >> 16 & 0x3fff;
    swizzle = d[1] >> 31;
    records = d[2];
    add_lane = d[3] >> 23 & 1;
    index_stride = 8u << (d[3] >> 21 & 3);
    if (add_lane) stride |= (d[3] >> 15 & 0xf) << 14; // the data format field extends the stride
  }
  bool is_scratch() const { return swizzle && add_lane; }
};

// Byte offset of (index, offset) from base without soffset: the linear or the swizzled layout, elements of 4
// bytes.
inline uint64_t buffer_offset(const BufferDescriptor& d, uint64_t index, uint64_t offset) {
  if (!d.swizzle) return index * d.stride + offset;
  return (index / d.index_stride * d.stride + offset / 4 * 4) * d.index_stride + index % d.index_stride * 4 +
         offset % 4;
}

// One lane of a general buffer. Each dword is in range or not by itself; what is not reads 0 and is not
// written. Records are bytes, or elements of `stride` bytes when an index is given.
template <class M>
inline void move_buffer_lane(Wave& w, const M& m, const BufferDescriptor& d, uint32_t soffset, uint64_t index,
                             uint64_t offset, bool indexed, int lane) {
  constexpr uint32_t kBytes = M::Element::bytes;
  constexpr uint32_t kPart = kBytes < 4 ? kBytes : 4;
  auto* base = reinterpret_cast<uint8_t*>(d.base + soffset);
  const bool structured = indexed && d.stride != 0;
  auto inside = [&](uint64_t part) {
    return structured ? index < d.records : offset + part + kPart + soffset <= d.records;
  };
  if (inside(0) && inside(kBytes - kPart) && (!d.swizzle || kBytes <= 4)) {
    m.lane(w, lane, base + buffer_offset(d, index, offset));
    return;
  }
  alignas(16) uint8_t copy[16] = {};
  for (uint32_t part = 0; part < kBytes; part += kPart)
    if (inside(part)) std::memcpy(copy + part, base + buffer_offset(d, index, offset + part), kPart);
  m.lane(w, lane, copy);
  if constexpr (M::writes && M::kRowMover) // an atomic that is partly outside does nothing
    for (uint32_t part = 0; part < kBytes; part += kPart)
      if (inside(part)) std::memcpy(base + buffer_offset(d, index, offset + part), copy + part, kPart);
}

template <class M>
[[gnu::noinline]] void move_general_buffer(Wave& w, const Op* op, const Src& vaddr, const BufferDescriptor& d,
                                           uint32_t soffset, const M& m) {
  const bool idxen = op->flags & kIdxen, offen = op->flags & kOffen;
  for_active(w, [&](int i) {
    uint64_t index = d.add_lane ? static_cast<uint64_t>(i) : 0, offset = static_cast<uint32_t>(op->imm);
    if (idxen) index += w.v[vaddr.index].lane[i];
    if (offen) offset += w.v[vaddr.index + (idxen ? 1 : 0)].lane[i];
    move_buffer_lane(w, m, d, soffset, index, offset, idxen || d.add_lane, i);
  });
}

template <class M>
inline VmemResult buffer_access(Wave& w, const Op* op, const Src& vaddr, const Src& descriptor,
                                uint32_t soffset, const M& m) {
  begin_access(w, op);
  if (w.exec() == 0) return op + 1;
  const BufferDescriptor d(w, descriptor.index);
  const uint32_t* row = op->flags & kOffen ? w.v[vaddr.index].lane : nullptr;
  auto* base = reinterpret_cast<uint8_t*>(d.base);
  const bool idxen = op->flags & kIdxen;
  if (d.is_scratch() && !idxen) {
    move_private(w, m, base, soffset, static_cast<uint32_t>(op->imm), row, d.records);
    return op + 1;
  }
  if (!d.swizzle && !d.add_lane && !idxen) {
    const uint64_t fixed = static_cast<uint64_t>(soffset) + static_cast<uint32_t>(op->imm);
    if ((row ? max_active(w, row) : 0) + fixed + M::Element::bytes <= d.records) {
      if (row)
        move_based(w, m, base + fixed, row);
      else
        m.same(w, base + fixed);
      return op + 1;
    }
  }
  move_general_buffer(w, op, vaddr, d, soffset, m);
  return op + 1;
}

// soffset of a buffer load, and of a buffer store or atomic.
inline uint32_t load_soffset(const Wave& w, const Op* op) {
  return op->c.kind == Src::Kind::none ? 0 : scalar32(w, op->c);
}
inline uint32_t store_soffset(const Wave& w, const Op* op) { return op->sdst == kNoSlot ? 0 : w.s[op->sdst]; }

} // namespace wavelift::soft::WAVE
