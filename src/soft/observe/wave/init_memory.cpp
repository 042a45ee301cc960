// Undefined values and memory: addresses must be defined, what is loaded is as defined as the memory, what is stored
// makes the memory as defined as it is. Copying undefined values is no error.
#include "soft/isa/vmem_address.h"
#include "soft/observe/wave/extremes.h"
#include "soft/observe/wave/init_shadow.h"
#include "soft/observe/wave/lane_runs.h"
#include "soft/observe/wave/site.h"

namespace wavelift::soft::WAVE {

namespace {

using u32 = uint32_t;
using u64 = uint64_t;

const InitSite& site_of(const Op* op) { return *static_cast<const InitSite*>(op->site); }

// The operand that is stored, or that an atomic works with: which source, and its registers. (memory.h lists them.)
struct Data {
  Src first, second;   // second: of two-address and compare forms of DS
};
Data data_of(const InitSite& site) {
  const Op& op = site.main;
  const Access& a = site.access;
  if (a.kind == Access::Kind::load) return {};
  if (a.space == Space::buffer || (a.space == Space::lds && a.masked_lane && a.kind == Access::Kind::store)) return {op.a, {}};
  if (a.space == Space::lds) return {op.b, op.c};
  return {op.b, {}};
}

int rows_of_element(const Access& a) { return (a.bytes + 3) / 4; }

// --- Addresses ---

void check_address(Wave& w, const InitSite& site, const Src& x) {
  if (x.kind == Src::Kind::none || x.kind == Src::Kind::constant) return;
  WaveShadow& s = *w.shadow;
  bool dirty = false;
  for (int d = 0; d < x.dwords; ++d)
    dirty |= x.kind == Src::Kind::vector ? (s.undefined(static_cast<uint16_t>(x.index + d)) & w.exec()) != 0 : s.s[x.index + d] != 0;
  if (!dirty) return;
  ValueOrigin origin;
  if (u64 lanes = undefined_in(w, x, &origin)) {
    report_use(w, site, "init-address", "the address of a memory access", lanes, origin);
    forgive(w, x, lanes);
  }
}

void check_addresses(Wave& w, const InitSite& site) {
  const Op& op = site.main;
  const Access& a = site.access;
  const bool load = a.kind == Access::Kind::load;
  switch (a.space) {
  case Space::global: check_address(w, site, op.a), check_address(w, site, load ? op.b : op.c); break;
  case Space::flat: check_address(w, site, op.a); break;
  case Space::scratch: check_address(w, site, op.a), check_address(w, site, load ? op.b : op.c); break;
  case Space::buffer: check_address(w, site, load ? op.a : op.b); break;
  case Space::lds:
    if (!a.masked_lane) check_address(w, site, op.a);
    break;
  default: break;
  }
}

// --- Shadow memory ---

// Bytes that are as defined as `defined` says: the undefined bits of up to four of them.
u32 undefined_of(const uint8_t* defined, int bytes) {
  if (bytes == 4) return ~host_load<u32>(defined);
  u32 x = 0;
  for (int b = 0; b < bytes; ++b) x |= static_cast<u32>(static_cast<uint8_t>(~defined[b])) << (8 * b);
  return x;
}

bool all_defined(const uint8_t* p, size_t size) {
  for (; size >= 32; p += 32, size -= 32)
    if (!all_ones(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)))) return false;
  for (; size >= 8; p += 8, size -= 8)
    if (host_load<u64>(p) != ~0ull) return false;
  for (; size; ++p, --size)
    if (*p != 0xff) return false;
  return true;
}

// The shadow of where each lane goes: null where the memory is not followed and counts as defined.
struct Places {
  uint8_t* defined[kLanes] = {};
  uint8_t* computed[kLanes] = {};
  Range* range[kLanes] = {};
};

// One lane's element in the private segment, whose bytes are not contiguous.
uint8_t* private_byte(const Wave& w, u64 offset, int lane) {
  return w.shadow->scratch + swizzled(static_cast<u32>(offset), lane);
}

// Undefined bits of what is loaded, by dword.
struct Loaded {
  Row row[4] = {};
};

void mark_destination(Wave& w, const InitSite& site, int dst, int rows, const Loaded& x, u64 computed, u64 address) {
  WaveShadow& s = *w.shadow;
  const std::string_view m = site.name;
  const bool d16 = m.find("d16") != std::string_view::npos, high = m.find("d16_hi") != std::string_view::npos;
  for (int k = 0; k < rows; ++k) {
    const auto r = static_cast<uint16_t>(dst + k);
    Row bits = x.row[k];
    const Access& a = site.access;
    if (a.bytes < 4) {
      // Sign or zero extension: all above is as defined as the top bit, or defined.
      const bool is_signed = m.find("sbyte") != std::string_view::npos || m.find("sshort") != std::string_view::npos ||
                             m.find("_i8") != std::string_view::npos || m.find("_i16") != std::string_view::npos;
      const int width = a.bytes * 8;
      const Row old = s.row(r);
      for (int i = 0; i < kLanes; ++i) {
        u32 u = bits.lane[i];
        if (is_signed && u >> (width - 1) & 1) u |= ~0u << width;
        if (high) u = (u << 16) | (old.lane[i] & 0xffff);
        else if (d16) u = (u & 0xffff) | (old.lane[i] & 0xffff0000u);
        bits.lane[i] = u;
      }
    }
    s.assign(w, r, bits);
    if (s.state[r] == kClean) continue;
    s.origin[r] = {site.main.address, &site.access, address};
    s.computed[r] = (s.computed[r] & ~w.exec()) | (computed & w.exec());
  }
}

void define_destination(Wave& w, const InitSite& site, int dst, int rows) {
  WaveShadow& s = *w.shadow;
  if (site.access.bytes < 4 && site.name.find("d16") != std::string_view::npos) {
    if (s.state[dst]) mark_destination(w, site, dst, 1, Loaded{}, 0, 0);
    return;
  }
  for (int k = 0; k < rows; ++k) s.define(w, static_cast<uint16_t>(dst + k));
}

// Reads the shadow of one element for each lane and passes it to the destination. `bits(i, k, n)`: the undefined bits of the
// n bytes of lane i from its byte 4k on. `computed_at(i)`: its byte that says whether it was computed, or null.
template <class F, class C>
void load_element(Wave& w, const InitSite& site, u64 lanes, int dst, F bits, C computed_at, const LaneAddresses& to) {
  Loaded x;
  const int bytes = site.access.bytes, rows = rows_of_element(site.access);
  u64 computed = 0, undefined = 0;
  for (u64 e = lanes; e; e &= e - 1) {
    const int i = std::countr_zero(e);
    for (int k = 0; k < rows; ++k) {
      const u32 u = bits(i, k, std::min(4, bytes - 4 * k));
      x.row[k].lane[i] = u;
      if (u) undefined |= 1ull << i;
    }
    if (undefined >> i & 1)
      if (const uint8_t* c = computed_at(i); c && *c) computed |= 1ull << i;
  }
  if (!undefined) return define_destination(w, site, dst, rows);
  mark_destination(w, site, dst, rows, x, computed, to.at[std::countr_zero(undefined)]);
}

// Undefined bits of the data that lane i stores, dword by dword.
struct Stored {
  Row row[4] = {};
  u64 lanes = 0;       // with an undefined bit
  u64 computed = 0;
};
Stored stored_data(Wave& w, const InitSite& site, const Src& x) {
  Stored r;
  if (x.kind != Src::Kind::vector) return r;
  WaveShadow& s = *w.shadow;
  const bool high = site.name.find("d16_hi") != std::string_view::npos;
  for (int k = 0; k < rows_of_element(site.access); ++k) {
    const auto row = static_cast<uint16_t>(x.index + k);
    if (s.state[row] == kClean) continue;
    r.row[k] = s.row(row);
    if (high)
      for (u32& l : r.row[k].lane) l >>= 16;
    if (site.access.bytes < 4)
      for (u32& l : r.row[k].lane) l &= (1u << 8 * site.access.bytes) - 1;
    r.lanes |= undefined_lanes(r.row[k]) & w.exec();
    r.computed |= s.computed[row];
  }
  r.computed &= r.lanes;
  return r;
}

bool data_is_clean(const Wave& w, const Src& x) {
  if (x.kind != Src::Kind::vector) return true;
  u64 lanes = 0;
  for (int k = 0; k < x.dwords; ++k) lanes |= w.shadow->undefined(static_cast<uint16_t>(x.index + k));
  return (lanes & w.exec()) == 0;
}

void define_bytes(uint8_t* defined, int bytes) {
  if (bytes == 4) std::memset(defined, 0xff, 4);
  else std::memset(defined, 0xff, static_cast<size_t>(bytes));
}

template <class F> void store_element(const InitSite& site, u64 lanes, const Stored& x, F at) {
  const int bytes = site.access.bytes;
  for (u64 e = lanes; e; e &= e - 1) {
    const int i = std::countr_zero(e);
    for (int b = 0; b < bytes; ++b)
      if (uint8_t* p = at(i, b)) *p = static_cast<uint8_t>(~(x.row[b / 4].lane[i] >> (8 * (b % 4))));
  }
}

// --- Global memory ---

Places places_of(const InitSite& site, const LaneAddresses& to, u64 lanes) {
  Places p;
  Range* range = site.last.load(std::memory_order_relaxed);
  const uint64_t bytes = site.access.bytes;
  for (u64 e = lanes; e; e &= e - 1) {
    const int i = std::countr_zero(e);
    const u64 at = to.at[i];
    if (!range || !range->covers(at, at + bytes)) {
      Range* found = Ranges::get().find(at);
      if (!found || !found->covers(at, at + bytes)) continue;
      range = found;
    }
    if (!is_followed(*range)) continue;
    p.range[i] = range;
    if (uint8_t* d = defined_bytes(*range)) p.defined[i] = range->all_defined ? nullptr : d + (at - range->begin);
    if (uint8_t* c = range->computed.load(std::memory_order_relaxed)) p.computed[i] = c + (at - range->begin);
  }
  if (range) site.last.store(range, std::memory_order_relaxed);
  return p;
}

void global_load(Wave& w, const InitSite& site, const LaneAddresses& to, u64 lanes) {
  const Places p = places_of(site, to, lanes);
  load_element(w, site, lanes, site.main.dst, [&](int i, int k, int n) { return p.defined[i] ? undefined_of(p.defined[i] + 4 * k, n) : 0; },
               [&](int i) { return p.computed[i]; }, to);
}

void global_store(Wave& w, const InitSite& site, const LaneAddresses& to, u64 lanes, const Stored& data) {
  Places p = places_of(site, to, lanes);
  for (u64 e = lanes; e; e &= e - 1)
    if (Range* r = p.range[std::countr_zero(e)]; r && !r->touched.load(std::memory_order_relaxed)) r->touched = true;
  for (u64 e = data.lanes & lanes; e; e &= e - 1) {
    const int i = std::countr_zero(e);
    Range* r = p.range[i];
    if (!r) continue;
    const u64 offset = to.at[i] - r->begin;
    note_undefined(*r, offset);
    uint8_t* c = computed_bytes(*r);
    if (!c) continue;
    const bool computed = data.computed >> i & 1;
    for (int b = 0; b < site.access.bytes; ++b) c[offset + static_cast<u64>(b)] = computed;
    if (computed && !r->computed_by) {
      Site by = WAVE::site_of(w, site.main.address, i);
      std::lock_guard lock(r->mutex);
      if (!r->computed_by) r->computed_by = std::move(by);
    }
  }
  if (!(data.lanes & lanes)) {
    for (u64 e = lanes; e; e &= e - 1)
      if (uint8_t* d = p.defined[std::countr_zero(e)]) define_bytes(d, site.access.bytes);
    return;
  }
  p = places_of(site, to, lanes);   // some are no longer all defined
  store_element(site, lanes, data, [&](int i, int b) { return p.defined[i] ? p.defined[i] + b : nullptr; });
}

// --- LDS ---

void lds_load(Wave& w, const InitSite& site, const LaneAddresses& to, u64 lanes, int dst) {
  InitWatch& watch = *w.shadow->watch;
  const u64 bytes = site.access.bytes;
  load_element(w, site, lanes, dst,
               [&](int i, int k, int n) {
                 return to.at[i] + bytes <= watch.lds_size ? undefined_of(watch.lds + to.at[i] + 4 * static_cast<u64>(k), n) : 0;
               },
               [&](int i) { return watch.lds_computed + to.at[i]; }, to);
}

void lds_store(Wave& w, const InitSite& site, const LaneAddresses& to, u64 lanes, const Stored& data) {
  InitWatch& watch = *w.shadow->watch;
  const u64 bytes = site.access.bytes;
  watch.keeps_computed |= data.computed != 0;
  if (!(data.lanes & lanes)) {
    for (u64 e = lanes; e; e &= e - 1)
      if (const int i = std::countr_zero(e); to.at[i] + bytes <= watch.lds_size) define_bytes(watch.lds + to.at[i], site.access.bytes);
    return;
  }
  watch.lds_defined = false, watch.lds_first_undefined = 0;
  for (u64 e = data.lanes & lanes; e; e &= e - 1)
    if (const int i = std::countr_zero(e); to.at[i] + bytes <= watch.lds_size)
      watch.lds_computed[to.at[i]] = data.computed >> i & 1;
  store_element(site, lanes, data, [&](int i, int b) {
    return to.at[i] + bytes <= watch.lds_size ? watch.lds + to.at[i] + static_cast<u64>(b) : nullptr;
  });
}

// --- Private memory ---

void scratch_load(Wave& w, const InitSite& site, const LaneAddresses& to, u64 lanes) {
  const u64 bytes = site.access.bytes;
  load_element(w, site, lanes, site.main.dst,
               [&](int i, int k, int n) {
                 u32 x = 0;
                 for (int b = 0; b < n && to.at[i] + bytes <= w.scratch_size; ++b)
                   x |= undefined_of(private_byte(w, to.at[i] + static_cast<u64>(4 * k + b), i), 1) << (8 * b);
                 return x;
               },
               [&](int i) { return w.shadow->scratch_computed + swizzled(static_cast<u32>(to.at[i]), i); }, to);
}

void scratch_store(Wave& w, const InitSite& site, const LaneAddresses& to, u64 lanes, const Stored& data) {
  const u64 bytes = site.access.bytes;
  u64 most = 0;
  w.shadow->watch->keeps_computed |= data.computed != 0;
  store_element(site, lanes, data, [&](int i, int b) -> uint8_t* {
    if (to.at[i] + bytes > w.scratch_size) return nullptr;
    most = std::max(most, to.at[i] + bytes);
    if (b == 0 && data.lanes >> i & 1) w.shadow->scratch_computed[swizzled(static_cast<u32>(to.at[i]), i)] = data.computed >> i & 1;
    return private_byte(w, to.at[i] + static_cast<u64>(b), i);
  });
  w.shadow->scratch_used = std::max<size_t>(w.shadow->scratch_used, (most + 3) / 4 * kScratchRow);
}

// All lanes at the same aligned dwords: rows of memory. False when it is not so.
bool scratch_rows(Wave& w, const InitSite& site) {
  const Op& op = site.main;
  const Access& a = site.access;
  const bool load = a.kind == Access::Kind::load;
  if (a.bytes % 4 || a.kind == Access::Kind::atomic) return false;
  u64 offset = static_cast<u32>(op.imm);
  if (a.space == Space::buffer) {
    const Src &vaddr = load ? op.a : op.b, &descriptor = load ? op.b : op.c;
    if (op.flags & (kOffen | kIdxen) || vaddr.kind == Src::Kind::vector) return false;
    if (!BufferDescriptor(w, descriptor.index).is_scratch()) return false;
    offset += (load ? load_soffset(w, &op) : store_soffset(w, &op)) / kLanes;
  } else {
    if (op.a.kind == Src::Kind::vector) return false;
    const Src& saddr = load ? op.b : op.c;
    if (saddr.kind != Src::Kind::none) offset += scalar32(w, saddr);
    offset = static_cast<u32>(offset);
  }
  if (offset % 4 || offset + a.bytes > w.scratch_size) return false;
  WaveShadow& s = *w.shadow;
  const int rows = a.bytes / 4;
  const Src data = data_of(site).first;
  for (int k = 0; k < rows; ++k) {
    auto* memory = reinterpret_cast<u32*>(s.scratch + (offset / 4 + static_cast<u64>(k)) * kScratchRow);
    const auto r = static_cast<uint16_t>((load ? op.dst : data.index) + k);
    const __m256i ones = _mm256_set1_epi32(-1);
    if (load) {
      Row bits;
      __m256i any = _mm256_setzero_si256();
      for (int i = 0; i < kLanes; i += 8) {
        const __m256i u = _mm256_xor_si256(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(memory + i)), ones);
        store8(bits.lane + i, u);
        any = _mm256_or_si256(any, _mm256_and_si256(u, load8(w.exec_rows.lane + i)));
      }
      if (_mm256_testz_si256(any, any)) {
        s.define(w, r);
      } else {
        s.assign(w, r, bits);
        s.origin[r] = {op.address, &a, offset + 4 * static_cast<u64>(k)};
        const uint8_t* computed = s.scratch_computed + swizzled(static_cast<u32>(offset) + 4 * static_cast<u32>(k), 0);
        for (u64 e = w.exec(); e; e &= e - 1) {
          const int i = std::countr_zero(e);
          s.computed[r] = (s.computed[r] & ~(1ull << i)) | (computed[4 * i] && bits.lane[i] ? 1ull << i : 0);
        }
      }
    } else {
      const bool clean = (s.undefined(r) & w.exec()) == 0;
      const Row* bits = clean ? nullptr : &s.row(r);
      for (int i = 0; i < kLanes; i += 8) {
        auto* p = reinterpret_cast<__m256i*>(memory + i);
        const __m256i d = clean ? ones : _mm256_xor_si256(load8(bits->lane + i), ones);
        _mm256_storeu_si256(p, _mm256_blendv_epi8(_mm256_loadu_si256(p), d, load8(w.exec_rows.lane + i)));
      }
      uint8_t* computed = s.scratch_computed + swizzled(static_cast<u32>(offset) + 4 * static_cast<u32>(k), 0);
      s.watch->keeps_computed |= !clean && s.computed[r];
      for (u64 e = clean ? 0 : w.exec(); e; e &= e - 1) computed[4 * std::countr_zero(e)] = s.computed[r] >> std::countr_zero(e) & 1;
    }
  }
  if (!load) s.scratch_used = std::max<size_t>(s.scratch_used, (offset / 4 + static_cast<u64>(rows)) * kScratchRow);
  return true;
}

// --- Fast paths ---

// The piece of global memory that all lanes go to, when it is one and the addresses are near each other.
struct Span {
  Range* range = nullptr;
  u64 begin = 0, end = 0;
  u64 base = 0;         // what the lanes' offsets count from
  bool dense = false;   // consecutive elements of all lanes: the span has no gaps
};
bool global_span(Wave& w, const InitSite& site, Span& out) {
  const Op& op = site.main;
  const Access& a = site.access;
  const bool flat = a.space == Space::flat;
  const Src& saddr = a.kind == Access::Kind::load ? op.b : op.c;
  const int first = first_active(w), last = last_active(w);
  u64 base = static_cast<u64>(static_cast<int64_t>(op.imm));
  if (flat || saddr.kind == Src::Kind::none) {
    const u32* row = w.v[op.a.index].lane;
    const u32 hi = row[kLanes + first];
    if (hi == kSharedApertureHi || hi == kPrivateApertureHi || !is_sequence<0>(w, row + kLanes, first)) return false;
    base += static_cast<u64>(hi) << 32;
  } else {
    base += scalar64(w, saddr);
  }
  if (op.a.kind == Src::Kind::none) {
    out.begin = base, out.end = base + a.bytes, out.dense = true;
  } else {
    const u32* row = w.v[op.a.index].lane;
    const int step = a.bytes;
    bool sequence = false;
    if (step == 4) sequence = is_sequence<4>(w, row, first);
    else if (step == 8) sequence = is_sequence<8>(w, row, first);
    else if (step == 16) sequence = is_sequence<16>(w, row, first);
    else if (step == 1) sequence = is_sequence<1>(w, row, first);
    else if (step == 2) sequence = is_sequence<2>(w, row, first);
    if (sequence) {
      out.begin = base + row[first], out.end = base + row[last] + a.bytes;
      out.dense = last - first + 1 == std::popcount(w.exec());
    } else {
      const auto [low, high] = extremes(w, row);
      out.begin = base + low, out.end = base + high + a.bytes;
    }
  }
  out.base = base;
  Range* range = site.last.load(std::memory_order_relaxed);
  if (!range || !range->covers(out.begin, out.end)) {
    range = Ranges::get().find(out.begin);
    if (!range || !range->covers(out.begin, out.end)) return false;
    site.last.store(range, std::memory_order_relaxed);
  }
  out.range = range;
  return true;
}

constexpr u64 kNear = 4096;   // bytes of shadow that are looked at rather than lane by lane

// The elements of the active lanes in a shadow, `bytes` each from byte origin + row[lane] on: whether they are all defined,
// and what makes them so.
bool lanes_are_defined(const Wave& w, const uint8_t* shadow, u64 origin, const u32* row, int bytes) {
  const LaneRuns runs(row, w.exec(), static_cast<u32>(bytes), true);
  for (int i = 0; i < runs.count; ++i)
    if (!all_defined(shadow + (origin + runs.run[i].at), size_t{runs.run[i].count} * static_cast<size_t>(bytes))) return false;
  for (u64 e = runs.count ? 0 : w.exec(); e; e &= e - 1) {
    const uint8_t* p = shadow + (origin + row[std::countr_zero(e)]);
    if (bytes == 4 ? host_load<u32>(p) != ~0u : !all_defined(p, static_cast<size_t>(bytes))) return false;
  }
  return true;
}
void define_lanes(const Wave& w, uint8_t* shadow, u64 origin, const u32* row, int bytes) {
  const LaneRuns runs(row, w.exec(), static_cast<u32>(bytes), true);
  for (int i = 0; i < runs.count; ++i)
    std::memset(shadow + (origin + runs.run[i].at), 0xff, size_t{runs.run[i].count} * static_cast<size_t>(bytes));
  for (u64 e = runs.count ? 0 : w.exec(); e; e &= e - 1) define_bytes(shadow + (origin + row[std::countr_zero(e)]), bytes);
}

bool global_fast(Wave& w, const InitSite& site) {
  Span span;
  const Access& a = site.access;
  if (!global_span(w, site, span)) return false;
  const Src data = data_of(site).first;
  const int rows = rows_of_element(a);
  const bool followed = is_followed(*span.range), defined = !followed || span.range->all_defined.load(std::memory_order_relaxed);
  if (a.kind == Access::Kind::load) {
    if (!defined) {
      const uint8_t* d = defined_bytes(*span.range);
      if (!d) return false;
      const u64 size = span.end - span.begin;
      const bool together = size <= kNear && all_defined(d + (span.begin - span.range->begin), size);
      if (!together && (span.dense || !lanes_are_defined(w, d, span.base - span.range->begin, w.v[site.main.a.index].lane, a.bytes)))
        return false;
    }
    define_destination(w, site, site.main.dst, rows);
    return true;
  }
  if (!data_is_clean(w, data)) return !followed && a.kind == Access::Kind::store;
  if (a.kind == Access::Kind::store) {
    if (defined) return true;
    uint8_t* d = defined_bytes(*span.range);
    if (!d) return true;
    if (!span.range->touched.load(std::memory_order_relaxed)) span.range->touched = true;
    if (span.dense) std::memset(d + (span.begin - span.range->begin), 0xff, span.end - span.begin);
    else define_lanes(w, d, span.base - span.range->begin, w.v[site.main.a.index].lane, a.bytes);
    return true;
  }
  if (!defined) return false;
  if (a.returns) define_destination(w, site, site.main.dst, rows);
  return true;
}

// All lanes go to LDS, by the row of their addresses.
bool lds_fast(Wave& w, const InitSite& site) {
  const Op& op = site.main;
  const Access& a = site.access;
  WaveShadow& s = *w.shadow;
  InitWatch& watch = *s.watch;
  if (a.masked_lane || op.a.kind != Src::Kind::vector) return false;
  const Data data = data_of(site);
  const bool clean = data_is_clean(w, data.first) && data_is_clean(w, data.second);
  const int rows = rows_of_element(a) * a.elements;
  if (watch.lds_defined) {
    if (a.kind == Access::Kind::load || (clean && a.returns)) define_destination(w, site, op.dst, rows);
    return a.kind == Access::Kind::load || clean;
  }
  if (a.kind == Access::Kind::atomic || !clean) return false;
  const u32* row = w.v[op.a.index].lane;
  const auto [low, high] = extremes(w, row);
  for (int element = 0; element < a.elements; ++element) {
    const u64 offset = static_cast<u64>(static_cast<u32>(element ? op.imm1 : op.imm)) * (a.space == Space::lds ? a.scale : 1);
    const u64 begin = low + offset, end = high + offset + a.bytes;
    if (end > watch.lds_size) return false;
    if (a.kind == Access::Kind::store) {
      define_lanes(w, watch.lds, offset, row, a.bytes);
      continue;
    }
    const bool together = end - begin <= kNear && all_defined(watch.lds + begin, end - begin);
    if (!together && !lanes_are_defined(w, watch.lds, offset, row, a.bytes)) return false;
    if (element + 1 == a.elements) define_destination(w, site, op.dst, rows);
  }
  return true;
}

// Whether all lanes of a flat access go to LDS.
bool all_in_lds(const Wave& w, const Op& op) {
  const u32* high = w.v[op.a.index + 1].lane;
  const int first = first_active(w);
  return high[first] == kSharedApertureHi && is_sequence<0>(w, high, first);
}

// --- Atomics, lane by lane ---

// The new value is undefined when the old one or the data are, except for an exchange, which stores the data.
template <class F> void atomic_element(const InitSite& site, u64 lanes, F at, Stored& data, Loaded& old, u64& undefined) {
  const bool swaps = site.name.find("swap") != std::string_view::npos && site.name.find("cmp") == std::string_view::npos;
  const bool exchanges = swaps || site.name.find("xchg") != std::string_view::npos;
  const int bytes = site.access.bytes;
  for (u64 e = lanes; e; e &= e - 1) {
    const int i = std::countr_zero(e);
    u32 all = 0;
    for (int b = 0; b < bytes; ++b)
      if (const uint8_t* p = at(i, b)) old.row[b / 4].lane[i] |= static_cast<u32>(static_cast<uint8_t>(~*p)) << (8 * (b % 4));
    for (int k = 0; k < rows_of_element(site.access); ++k) all |= old.row[k].lane[i] | (data.row[k].lane[i]);
    u32 was = 0;
    for (int k = 0; k < rows_of_element(site.access); ++k) was |= old.row[k].lane[i];
    if (was) undefined |= 1ull << i;
    if (exchanges || !all) continue;
    for (int k = 0; k < rows_of_element(site.access); ++k) data.row[k].lane[i] = ~0u;
    data.lanes |= 1ull << i;
    data.computed |= 1ull << i;
  }
}

void atomic_lanes(Wave& w, const InitSite& site, const LaneAddresses& to, u64 lanes, bool in_lds) {
  const Data operands = data_of(site);
  Stored data = stored_data(w, site, operands.first);
  Loaded old;
  u64 undefined = 0;
  InitWatch& watch = *w.shadow->watch;
  const u64 bytes = site.access.bytes;
  if (in_lds) {
    auto at = [&](int i, int b) {
      return to.at[i] + bytes <= watch.lds_size ? watch.lds + to.at[i] + static_cast<u64>(b) : nullptr;
    };
    atomic_element(site, lanes, at, data, old, undefined);
    lds_store(w, site, to, lanes, data);
  } else {
    const Places p = places_of(site, to, lanes);
    atomic_element(site, lanes, [&](int i, int b) { return p.defined[i] ? p.defined[i] + b : nullptr; }, data, old, undefined);
    global_store(w, site, to, lanes, data);
  }
  if (!site.access.returns) return;
  if (!undefined) return define_destination(w, site, site.main.dst, rows_of_element(site.access));
  mark_destination(w, site, site.main.dst, rows_of_element(site.access), old, undefined, to.at[std::countr_zero(undefined)]);
}

// --- Scalar loads ---

void scalar_load(Wave& w, const InitSite& site) {
  WaveShadow& s = *w.shadow;
  const Op& op = site.main;
  const Access& a = site.access;
  if (a.kind != Access::Kind::load) return;
  const int dwords = a.bytes / 4;
  auto define = [&] {
    for (int k = 0; k < dwords; ++k) s.set_scalar(op.sdst + k, 0);
  };
  ValueOrigin origin;
  for (const Src* x : {&op.a, &op.b})
    if (u64 lanes = x->kind == Src::Kind::scalar ? undefined_in(w, *x, &origin) : 0) {
      report_use(w, site, "init-address", "the address of a scalar load", lanes, origin);
      forgive(w, *x, lanes);
    }
  LaneAddresses to;
  lane_addresses(w, op, a, 0, to);
  Range* range = site.last.load(std::memory_order_relaxed);
  if (!range || !range->covers(to.at[0], to.at[0] + a.bytes)) {
    range = Ranges::get().find(to.at[0]);
    if (!range || !range->covers(to.at[0], to.at[0] + a.bytes)) return define();
    site.last.store(range, std::memory_order_relaxed);
  }
  if (!is_followed(*range) || range->all_defined) return define();
  const uint8_t* d = defined_bytes(*range);
  if (!d) return define();
  d += to.at[0] - range->begin;
  for (int k = 0; k < dwords; ++k) {
    s.set_scalar(op.sdst + k, undefined_of(d + 4 * k, 4));
    s.origin_scalar[op.sdst + k] = {op.address, &a, to.at[0] + 4 * static_cast<u64>(k)};
    s.computed_scalar[op.sdst + k] = false;
  }
}

}  // namespace

const Op* follow_memory(Wave& w, const Op* op) {
  const InitSite& site = site_of(op);
  const Access& a = site.access;
  if (a.space == Space::scalar) {
    scalar_load(w, site);
    return op + 1;
  }
  if (w.exec() == 0) return op + 1;
  check_addresses(w, site);
  if (a.to_lds) {
    // What goes to LDS this way counts as defined.
    w.shadow->watch->define_lds();
    return op + 1;
  }
  if ((a.space == Space::global || a.space == Space::flat) && global_fast(w, site)) return op + 1;
  if ((a.space == Space::lds || (a.space == Space::flat && all_in_lds(w, site.main))) && lds_fast(w, site)) return op + 1;
  if ((a.space == Space::scratch || a.space == Space::buffer) && scratch_rows(w, site)) return op + 1;

  LaneAddresses to;
  const Data data = data_of(site);
  for (int element = 0; element < a.elements; ++element) {
    lane_addresses(w, site.main, a, element, to);
    const u64 lds = to.lds & to.active, scratch = to.scratch & to.active, global = to.active & ~lds & ~scratch;
    const int dst = site.main.dst + element * rows_of_element(a);
    if (a.kind == Access::Kind::atomic) {
      if (lds) atomic_lanes(w, site, to, lds, true);
      if (global) atomic_lanes(w, site, to, global, false);
      continue;
    }
    // Lanes of a flat access that go to different places write their part of the destination one after the other.
    const uint64_t exec = w.exec();
    auto part = [&](u64 lanes, auto f) {
      if (!lanes) return;
      const bool partial = lanes != exec;
      if (partial) w.set_mask(kExec, lanes), refresh_exec(w);
      f(lanes);
      if (partial) w.set_mask(kExec, exec), refresh_exec(w);
    };
    if (a.kind == Access::Kind::load) {
      part(lds, [&](u64 l) { lds_load(w, site, to, l, dst); });
      part(scratch, [&](u64 l) { scratch_load(w, site, to, l); });
      part(global, [&](u64 l) { global_load(w, site, to, l); });
    } else {
      const Stored x = stored_data(w, site, element ? data.second : data.first);
      if (lds) lds_store(w, site, to, lds, x);
      if (scratch) scratch_store(w, site, to, scratch, x);
      if (global) global_store(w, site, to, global, x);
    }
  }
  return op + 1;
}

}  // namespace wavelift::soft::WAVE
