// Where a memory instruction's lanes go: sectors and lines of a request, caches, LDS banks, lanes on one address.
//
// A request whose active lanes are neighbours and touch one range of memory is a run and costs little to look at; others are
// looked at lane by lane. Workgroups that are not analysed only feed the L2 model.
#include "soft/isa/lane_addresses.h"
#include "soft/isa/lanes.h"
#include "soft/isa/memory.h"
#include "soft/isa/vmem_address.h"
#include "soft/machine/workgroup.h"
#include "soft/observe/wave/profile.h"
#include <cstring>

namespace wavelift::soft::WAVE {

namespace {

// A request as its micro-op sees it.
struct Request {
  ProfileThread& t;
  GroupProfile& group;
  MemoryCount& count;
  const CountedMemory& site;
};

void to_l2(Request& r, uint64_t line) {
  if (L2Model::mix(line) & r.t.l2_mask) return;
  const Access& a = r.site.access;
  r.t.l2.push_back({line, &r.count, r.group.die, a.kind != Access::Kind::store, a.kind != Access::Kind::load});
  if (r.t.l2.size() >= 4096) r.t.flush();
}

// A line of the size of the vector L1's: looked up there by loads, passed on to the L2.
void touch_l1_line(Request& r, uint64_t line) {
  if (!r.site.bypasses_l1) {
    ++r.count.l1_lookups;
    if (r.group.vector_l1.touch(line)) {
      ++r.count.l1_hits;
      return;
    }
  }
  ++r.count.l2_requests;
  to_l2(r, line << r.t.l1_shift >> r.t.l2_shift);
}

// Whether the workgroup's footprint is wanted; private memory is not part of it.
bool has_footprint(const Request& r) {
  return r.group.whole && r.site.access.space != Space::scratch && r.site.access.space != Space::buffer;
}

// The sectors from the one of `begin` to that of `last`, of one line or more.
void note_range(Request& r, uint64_t begin, uint64_t last) {
  const auto kind = r.site.access.kind;
  for (uint64_t line = begin >> 7; line <= last >> 7; ++line) {
    const unsigned from = line == begin >> 7 ? begin >> 5 & 3 : 0, to = line == last >> 7 ? last >> 5 & 3 : 3;
    r.group.footprint.touch(line, (2u << to) - (1u << from), kind != Access::Kind::store, kind != Access::Kind::load);
  }
}

// Every byte of [begin, end).
void touch_range(Request& r, uint64_t begin, uint64_t end) {
  const uint64_t last = end - 1;
  if (has_footprint(r)) note_range(r, begin, last);
  if (!r.group.analysed) {
    for (uint64_t l = begin >> r.t.l2_shift; l <= last >> r.t.l2_shift; ++l) to_l2(r, l);
    return;
  }
  r.count.sectors += (last >> 5) - (begin >> 5) + 1;
  r.count.lines64 += (last >> 6) - (begin >> 6) + 1;
  r.count.lines128 += (last >> 7) - (begin >> 7) + 1;
  for (uint64_t l = begin >> r.t.l1_shift; l <= last >> r.t.l1_shift; ++l) touch_l1_line(r, l);
}

// The different keys among up to 2^(bits-1) of them, each with a number.
template <class Value, unsigned Bits> class SmallMap {
public:
  struct Entry {
    uint64_t key;
    Value value;
  };
  SmallMap() { std::memset(slots_, 0, sizeof slots_); }
  Value& operator[](uint64_t key) {
    if (size_ && entries_[size_ - 1].key == key) return entries_[size_ - 1].value;
    for (size_t h = (key * 0x9e3779b97f4a7c15ull) >> (64 - Bits);; h = (h + 1) & ((1u << Bits) - 1)) {
      uint16_t& slot = slots_[h];
      if (slot == 0) {
        entries_[size_] = {key, Value{}};
        slot = static_cast<uint16_t>(++size_);
        return entries_[size_ - 1].value;
      }
      if (entries_[slot - 1].key == key) return entries_[slot - 1].value;
    }
  }
  const Entry* begin() const { return entries_; }
  const Entry* end() const { return entries_ + size_; }
  size_t size() const { return size_; }

private:
  uint16_t slots_[1u << Bits];
  Entry entries_[1u << (Bits - 1)];
  size_t size_ = 0;
};

// A line of 128 bytes, bit k of `mask` for its sector k of 32 bytes.
void touch_line(Request& r, uint64_t line, unsigned mask) {
  if (!r.group.analysed) {
    if (r.t.l2_shift == 7) return to_l2(r, line);
    if (mask & 3) to_l2(r, line * 2);
    if (mask & 12) to_l2(r, line * 2 + 1);
    return;
  }
  if (has_footprint(r)) {
    const auto kind = r.site.access.kind;
    r.group.footprint.touch(line, mask, kind != Access::Kind::store, kind != Access::Kind::load);
  }
  r.count.sectors += static_cast<unsigned>(std::popcount(mask));
  r.count.lines64 += (mask & 3 ? 1u : 0u) + (mask & 12 ? 1u : 0u);
  r.count.lines128 += 1;
  if (r.t.l1_shift == 7) {
    touch_l1_line(r, line);
    return;
  }
  if (mask & 3) touch_l1_line(r, line * 2);
  if (mask & 12) touch_l1_line(r, line * 2 + 1);
}

// Pieces of a request: `bytes` at each of a number of addresses.
class Lines {
public:
  void add(uint64_t address, unsigned bytes) {
    for (uint64_t s = address >> 5; s <= (address + bytes - 1) >> 5; ++s) lines_[s >> 2] |= 1u << (s & 3);
  }
  void count(Request& r) {
    for (const auto& e : lines_) touch_line(r, e.key, e.value);
  }

private:
  // A lane's element touches at most two lines, a scratch element four.
  SmallMap<uint32_t, 10> lines_;
};

void note_hot(MemoryCount& c, uint64_t address, uint64_t n) {
  HotAddress* least = &c.hot[0];
  for (auto& h : c.hot) {
    if (h.address == address && h.count) {
      h.count += n;
      return;
    }
    if (h.count < least->count) least = &h;
  }
  *least = {address, least->count + n};
}

// Lanes of an atomic that want the same address take turns.
void count_contention(Request& r, uint64_t lanes, const uint64_t* at) {
  SmallMap<uint32_t, 7> by_address;
  uint32_t most = 0;
  for (uint64_t e = lanes; e; e &= e - 1) most = std::max(most, ++by_address[at[std::countr_zero(e)]]);
  r.count.same_address += most;
  r.count.distinct += by_address.size();
  for (const auto& e : by_address) note_hot(r.count, e.key, e.value);
}

// Lanes that go through the LDS in one pass: what fills 32 banks of four bytes.
constexpr int lanes_of_pass(unsigned bytes) { return bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8; }

int passes(uint64_t lanes, int width) {
  int n = 0;
  for (int i = 0; i < kLanes; i += width) n += ((lanes >> i) & (~0ull >> (64 - width))) != 0;
  return n;
}

// One access of `bytes` by each lane. A pass takes as many cycles as its busiest bank has different dwords; atomics do
// not share a dword.
void count_banks(Request& r, uint64_t lanes, const uint64_t* at, unsigned bytes) {
  const int width = lanes_of_pass(bytes);
  const bool atomic = r.site.access.kind == Access::Kind::atomic;
  for (int first = 0; first < kLanes; first += width) {
    uint64_t e = lanes >> first & (~0ull >> (64 - width));
    if (!e) continue;
    uint8_t used[32] = {};
    uint32_t dwords[32][32];
    unsigned most = 1;
    for (; e; e &= e - 1) {
      const uint64_t a = at[first + std::countr_zero(e)];
      for (uint32_t d = static_cast<uint32_t>(a >> 2); d <= static_cast<uint32_t>((a + bytes - 1) >> 2); ++d) {
        const uint32_t bank = d & 31;
        const unsigned n = used[bank];
        bool seen = false;
        if (!atomic)
          for (unsigned k = 0; k < n && !seen; ++k) seen = dwords[bank][k] == d;
        if (seen || n == 32) continue;
        dwords[bank][n] = d;
        used[bank] = static_cast<uint8_t>(n + 1);
        most = std::max(most, n + 1);
      }
    }
    r.count.lds_cycles += most;
    r.count.lds_conflict_cycles += most - 1;
  }
}

// Whether the lanes are neighbours, so that addresses in sequence cover one range.
bool is_run_of_lanes(uint64_t exec) {
  const uint64_t x = exec >> std::countr_zero(exec);
  return (x & (x + 1)) == 0;
}

bool is_sequence_of(const Wave& w, const uint32_t* row, unsigned bytes, int first) {
  switch (bytes) {
  case 1: return is_sequence<1>(w, row, first);
  case 2: return is_sequence<2>(w, row, first);
  case 4: return is_sequence<4>(w, row, first);
  case 8: return is_sequence<8>(w, row, first);
  case 12: return is_sequence<12>(w, row, first);
  case 16: return is_sequence<16>(w, row, first);
  default: return false;
  }
}

Request request(Wave& w, const Op* op) {
  ProfileThread& t = *profile_thread;
  if (t.group != w.group) {
    t.group = w.group;
    t.state = static_cast<GroupProfile*>(w.group->watches[t.slot].get());
  }
  const auto& site = *static_cast<const CountedMemory*>(op->site);
  if (--t.state->left == 0) t.state->next_stretch();
  return {t, *t.state, t.counts->memory[site.index], site};
}

// Counts the execution; false when no lane is on.
bool has_lanes(Request& r, uint64_t exec) {
  if (r.group.analysed) {
    ++r.count.executions;
    r.count.requests += exec != 0;
  }
  return exec != 0;
}

// Where lanes go: 64-bit `base` and a row of offsets to it, or two rows of addresses.
struct LaneRows {
  uint64_t base;
  const uint32_t* lo;
  const uint32_t* hi;   // null: lo is zero-extended
  uint64_t operator[](int i) const { return base + lo[i] + (hi ? static_cast<uint64_t>(hi[i]) << 32 : 0); }
};

// The lines of the lanes that the L2 model's sample takes.
void sample_lanes(Request& r, uint64_t exec, const LaneRows& at) {
  const uint32_t mask = r.t.l2_mask;
  uint64_t taken = exec;
  if (mask) {
    taken = 0;
    const __m256i base = _mm256_set1_epi64x(static_cast<int64_t>(at.base)), factor = _mm256_set1_epi64x(0x7f4a7c15),
                  bits = _mm256_set1_epi64x(mask);
    const __m128i shift = _mm_cvtsi32_si128(static_cast<int>(r.t.l2_shift));
    for (int i = 0; i < kLanes; i += 4) {
      __m256i a = _mm256_cvtepu32_epi64(_mm_load_si128(reinterpret_cast<const __m128i*>(at.lo + i)));
      if (at.hi) {
        const __m256i hi = _mm256_cvtepu32_epi64(_mm_load_si128(reinterpret_cast<const __m128i*>(at.hi + i)));
        a = _mm256_add_epi64(a, _mm256_slli_epi64(hi, 32));
      }
      const __m256i line = _mm256_srl_epi64(_mm256_add_epi64(a, base), shift);
      // The low bits of L2Model::mix.
      const __m256i hash = _mm256_and_si256(_mm256_srli_epi64(_mm256_mul_epu32(line, factor), 24), bits);
      const int none = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(hash, _mm256_setzero_si256())));
      taken |= static_cast<uint64_t>(static_cast<unsigned>(none)) << i;
    }
    taken &= exec;
  }
  uint64_t last = ~0ull;
  for (; taken; taken &= taken - 1) {
    const uint64_t line = at[std::countr_zero(taken)] >> r.t.l2_shift;
    if (line != last) to_l2(r, line);
    last = line;
  }
}

// A request of one range: for all active lanes in sequence, or the same for each.
void count_run(Wave& w, Request& r, uint64_t begin, uint64_t end) {
  if (r.group.analysed) {
    r.count.global_lanes += static_cast<unsigned>(std::popcount(w.exec()));
    ++r.count.global_requests;
    ++r.count.contiguous;
  }
  touch_range(r, begin, end);
}

// Global memory at the addresses of the active lanes.
void global_lanes(Wave& w, Request& r, const LaneRows& at, bool same_high) {
  const Access& access = r.site.access;
  const uint64_t exec = w.exec();
  const int first = first_active(w);
  const bool atomic = access.kind == Access::Kind::atomic;
  if (same_high && (!atomic || !r.group.analysed)) {
    const uint64_t start = at[first];
    if (is_run_of_lanes(exec) && is_sequence_of(w, at.lo, access.bytes, first))
      return count_run(w, r, start, start + static_cast<unsigned>(std::popcount(exec)) * access.bytes);
    if (is_sequence<0>(w, at.lo, first)) return count_run(w, r, start, start + access.bytes);
  }
  if (!r.group.analysed) return sample_lanes(r, exec, at);
  r.count.global_lanes += static_cast<unsigned>(std::popcount(exec));
  ++r.count.global_requests;
  uint64_t addresses[kLanes];
  Lines lines;
  for (uint64_t e = exec; e; e &= e - 1) {
    const int i = std::countr_zero(e);
    addresses[i] = at[i];
    lines.add(addresses[i], access.bytes);
  }
  lines.count(r);
  if (atomic) count_contention(r, exec, addresses);
}

// Private memory at `offset` plus a row of each lane's segment; row may be null. It is interleaved by dword over the lanes.
void private_lanes(Wave& w, Request& r, uint32_t offset, const uint32_t* row) {
  const Access& access = r.site.access;
  const uint64_t exec = w.exec();
  const int first = first_active(w);
  if (r.group.analysed) {
    r.count.scratch_lanes += static_cast<unsigned>(std::popcount(exec));
    ++r.count.global_requests;
  }
  if (!row || is_sequence<0>(w, row, first)) {
    const uint32_t at = offset + (row ? row[first] : 0);
    if (w.exec_full) {   // rows that follow each other
      const uint64_t start = reinterpret_cast<uint64_t>(w.scratch_at(at & ~3u, 0));
      touch_range(r, start, start + (access.bytes + 3u) / 4 * kLanes * 4);
      return;
    }
    for (uint32_t b = 0; b < access.bytes; b += 4) {
      const uint64_t start = reinterpret_cast<uint64_t>(w.scratch_at((at + b) & ~3u, 0));
      for (int half = 0; half < kLanes; half += 32) {
        const auto lanes = static_cast<uint32_t>(exec >> half);
        if (!lanes) continue;
        const unsigned mask = (lanes & 0xff ? 1u : 0u) | (lanes & 0xff00 ? 2u : 0u) | (lanes & 0xff0000 ? 4u : 0u) | (lanes >> 24 ? 8u : 0u);
        touch_line(r, (start >> 7) + static_cast<unsigned>(half) / 32, mask);
      }
    }
    return;
  }
  if (!r.group.analysed) return;
  Lines lines;
  for (uint64_t e = exec; e; e &= e - 1) {
    const int lane = std::countr_zero(e);
    for (uint32_t b = 0; b < access.bytes; b += 4)
      lines.add(reinterpret_cast<uint64_t>(w.scratch_at(offset + row[lane] + b, lane)), std::min<unsigned>(access.bytes, 4));
  }
  lines.count(r);
}

// Whether each active lane i has the address of lane i ^ step.
bool come_in_pairs(uint64_t exec, const uint32_t* row, int step) {
  for (uint64_t e = exec; e; e &= e - 1) {
    const int i = std::countr_zero(e);
    if (exec >> (i ^ step) & 1 && row[i] != row[i ^ step]) return false;
  }
  return true;
}

// LDS at `offset` plus a row. Elements that are neighbours, or one for all, ask no bank for two dwords.
void lds_lanes(Wave& w, Request& r, uint32_t offset, const uint32_t* row) {
  if (!r.group.analysed) return;
  const Access& access = r.site.access;
  const uint64_t exec = w.exec();
  const bool atomic = access.kind == Access::Kind::atomic;
  ++r.count.lds_requests;
  r.count.lds_lanes += static_cast<unsigned>(std::popcount(exec));
  const int first = first_active(w);
  if (access.kind == Access::Kind::load && access.bytes >= 8) {
    const auto n = static_cast<unsigned>(passes(exec, lanes_of_pass(access.bytes)));
    r.count.lds_wide_passes += n;
    if (come_in_pairs(exec, row, 1) || come_in_pairs(exec, row, 2)) r.count.lds_paired_passes += n;
  }
  if (!atomic && (is_sequence_of(w, row, access.bytes, first) || is_sequence<0>(w, row, first))) {
    r.count.lds_cycles += static_cast<unsigned>(passes(exec, lanes_of_pass(access.bytes)));
    return;
  }
  uint64_t at[kLanes];
  for (int i = 0; i < kLanes; ++i) at[i] = static_cast<uint32_t>(row[i] + offset);
  count_banks(r, exec, at, access.bytes);
  if (atomic) count_contention(r, exec, at);
}

// What the fast paths leave: flat instructions whose lanes go to different places, buffers in general.
[[gnu::noinline]] void look_at_lanes(Wave& w, const Op* op, Request& r) {
  if (!r.group.analysed && r.t.l2_mask) return;   // too few to be worth it
  LaneAddresses a;
  const Access& access = r.site.access;
  lane_addresses(w, *op, access, 0, a);
  const uint64_t global = a.active & ~(a.lds | a.scratch);
  r.count.global_lanes += static_cast<unsigned>(std::popcount(global));
  r.count.lds_lanes += static_cast<unsigned>(std::popcount(a.lds));
  r.count.scratch_lanes += static_cast<unsigned>(std::popcount(a.scratch));
  if (global | a.scratch) {
    ++r.count.global_requests;
    Lines lines;
    for (uint64_t e = global; e; e &= e - 1) lines.add(a.at[std::countr_zero(e)], access.bytes);
    for (uint64_t e = a.scratch; e; e &= e - 1) {
      const int lane = std::countr_zero(e);
      for (uint32_t b = 0; b < access.bytes; b += 4)
        lines.add(reinterpret_cast<uint64_t>(w.scratch_at(static_cast<uint32_t>(a.at[lane]) + b, lane)),
                  std::min<unsigned>(access.bytes, 4));
    }
    lines.count(r);
  }
  if (a.lds) {
    ++r.count.lds_requests;
    count_banks(r, a.lds, a.at, access.bytes);
  }
  if (access.kind == Access::Kind::atomic) count_contention(r, a.active, a.at);
}

const uint32_t* row_of(const Wave& w, const Src& s) { return s.kind == Src::Kind::vector ? w.v[s.index].lane : nullptr; }
uint64_t offset_of(const Op* op) { return static_cast<uint64_t>(static_cast<int64_t>(op->imm)); }

const Op* global(Wave& w, const Op* op) {
  Request r = request(w, op);
  if (!has_lanes(r, w.exec())) return op + 1;
  const Src& saddr = r.site.access.kind == Access::Kind::load ? op->b : op->c;
  const uint32_t* row = row_of(w, op->a);
  if (saddr.kind == Src::Kind::none) {
    if (row) global_lanes(w, r, {offset_of(op), row, row + kLanes}, is_sequence<0>(w, row + kLanes, first_active(w)));
  } else if (row) {
    global_lanes(w, r, {scalar64(w, saddr) + offset_of(op), row, nullptr}, true);
  } else {
    const uint64_t begin = scalar64(w, saddr) + offset_of(op);
    count_run(w, r, begin, begin + r.site.access.bytes);
  }
  return op + 1;
}

// The apertures tell where the lanes go; mostly all to one place.
const Op* flat(Wave& w, const Op* op) {
  Request r = request(w, op);
  if (!has_lanes(r, w.exec())) return op + 1;
  const uint32_t* row = row_of(w, op->a);
  if (!row || !is_sequence<0>(w, row + kLanes, first_active(w))) {
    look_at_lanes(w, op, r);
    return op + 1;
  }
  const uint32_t hi = row[kLanes + first_active(w)];
  if (hi == kSharedApertureHi) lds_lanes(w, r, static_cast<uint32_t>(op->imm), row);
  else if (hi == kPrivateApertureHi) private_lanes(w, r, static_cast<uint32_t>(op->imm), row);
  else global_lanes(w, r, {offset_of(op), row, row + kLanes}, true);
  return op + 1;
}

const Op* scratch(Wave& w, const Op* op) {
  Request r = request(w, op);
  if (!has_lanes(r, w.exec())) return op + 1;
  const Src& saddr = r.site.access.kind == Access::Kind::load ? op->b : op->c;
  uint32_t offset = static_cast<uint32_t>(op->imm);
  if (saddr.kind != Src::Kind::none) offset += scalar32(w, saddr);
  private_lanes(w, r, offset, row_of(w, op->a));
  return op + 1;
}

// Private memory where the descriptor says so.
const Op* buffer(Wave& w, const Op* op) {
  Request r = request(w, op);
  if (!has_lanes(r, w.exec())) return op + 1;
  const bool load = r.site.access.kind == Access::Kind::load;
  const BufferDescriptor d(w, (load ? op->b : op->c).index);
  if (!d.is_scratch() || op->flags & kIdxen) {
    look_at_lanes(w, op, r);
    return op + 1;
  }
  // soffset counts bytes of the whole wave.
  const uint32_t soffset = load ? load_soffset(w, op) : store_soffset(w, op);
  private_lanes(w, r, soffset / kLanes + static_cast<uint32_t>(op->imm), op->flags & kOffen ? row_of(w, load ? op->a : op->b) : nullptr);
  return op + 1;
}

const Op* lds(Wave& w, const Op* op) {
  Request r = request(w, op);
  if (!r.group.analysed || !has_lanes(r, w.exec())) return op + 1;
  const Access& access = r.site.access;
  const uint32_t* row = row_of(w, op->a);
  if (row && !access.masked_lane) {
    for (int element = 0; element < access.elements; ++element)
      lds_lanes(w, r, static_cast<uint32_t>(element ? op->imm1 : op->imm) * access.scale, row);
    return op + 1;
  }
  LaneAddresses a;
  lane_addresses(w, *op, access, 0, a);
  // One operation for the whole wave (append, consume) is lane 0's.
  const bool atomic = access.kind == Access::Kind::atomic;
  const uint64_t lanes = atomic ? 1 : a.active;
  ++r.count.lds_requests;
  count_banks(r, lanes, a.at, access.bytes);
  if (atomic) count_contention(r, lanes, a.at);
  return op + 1;
}

// A scalar load of up to 64 bytes, through the scalar cache.
const Op* scalar(Wave& w, const Op* op) {
  Request r = request(w, op);
  LaneAddresses a;
  const Access& access = r.site.access;
  lane_addresses(w, *op, access, 0, a);
  const uint64_t begin = a.at[0], last = begin + access.bytes - 1;
  if (!r.group.analysed) {
    for (uint64_t l = begin >> r.t.l2_shift; l <= last >> r.t.l2_shift; ++l) to_l2(r, l);
    return op + 1;
  }
  has_lanes(r, 1);
  ++r.count.global_requests;
  r.count.sectors += (last >> 5) - (begin >> 5) + 1;
  r.count.lines64 += (last >> 6) - (begin >> 6) + 1;
  r.count.lines128 += (last >> 7) - (begin >> 7) + 1;
  constexpr unsigned kShift = 6;   // lines of the scalar cache have 64 bytes
  for (uint64_t l = begin >> kShift; l <= last >> kShift; ++l) {
    ++r.count.l1_lookups;
    if (access.kind == Access::Kind::load && r.group.scalar_l1.touch(l)) {
      ++r.count.l1_hits;
      continue;
    }
    ++r.count.l2_requests;
    to_l2(r, l << kShift >> r.t.l2_shift);
  }
  return op + 1;
}

}  // namespace

Handler memory_observer(const Access& access) {
  switch (access.space) {
  case Space::scalar: return scalar;
  case Space::global: return global;
  case Space::flat: return flat;
  case Space::scratch: return scratch;
  case Space::lds: return lds;
  default: return buffer;
  }
}

}  // namespace wavelift::soft::WAVE
