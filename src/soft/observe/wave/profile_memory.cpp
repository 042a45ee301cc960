// Where a memory instruction's lanes go: sectors and lines of a request, caches, LDS banks, lanes on one address.
//
// A request whose active lanes are neighbours and touch one range of memory is a run and costs little to look at; others are
// looked at lane by lane. Workgroups that are not analysed only feed the L2 model.
#include "soft/isa/lane_addresses.h"
#include "soft/isa/lanes.h"
#include "soft/isa/memory.h"
#include "soft/machine/workgroup.h"
#include "soft/observe/wave/profile.h"
#include <array>
#include <cstring>

namespace wavelift::soft::WAVE {

namespace {

// A request as its micro-op sees it.
struct Request {
  ProfileThread& t;
  GroupProfile& group;
  MemoryCount& count;
  const MemorySite& site;
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

// The bytes [begin, end) of global memory, all of one request.
void touch_run(Request& r, uint64_t begin, uint64_t end) {
  const uint64_t last = end - 1;
  if (!r.group.analysed) {
    for (uint64_t l = begin >> r.t.l2_shift; l <= last >> r.t.l2_shift; ++l) to_l2(r, l);
    return;
  }
  ++r.count.global_requests;
  ++r.count.contiguous;
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

// Pieces of a request: `bytes` at each of a number of addresses.
class Lines {
public:
  void add(uint64_t address, unsigned bytes) {
    for (uint64_t s = address >> 5; s <= (address + bytes - 1) >> 5; ++s) lines_[s >> 2] |= 1u << (s & 3);
  }
  void count(Request& r) {
    ++r.count.global_requests;
    for (const auto& e : lines_) {
      const unsigned mask = e.value;
      r.count.sectors += static_cast<unsigned>(std::popcount(mask));
      r.count.lines64 += (mask & 3 ? 1u : 0u) + (mask & 12 ? 1u : 0u);
      r.count.lines128 += 1;
      if (r.t.l1_shift == 6) {
        if (mask & 3) touch_l1_line(r, e.key * 2);
        if (mask & 12) touch_l1_line(r, e.key * 2 + 1);
      } else {
        touch_l1_line(r, e.key);
      }
    }
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
  const auto& site = *static_cast<const MemorySite*>(op->site);
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

// Lanes anywhere.
[[gnu::noinline]] void look_at_lanes(Wave& w, const Op* op, Request& r) {
  LaneAddresses a;
  const Access& access = r.site.access;
  lane_addresses(w, *op, access, 0, a);
  const uint64_t global = a.active & ~(a.lds | a.scratch);
  if (!r.group.analysed) {
    uint64_t last = ~0ull;
    for (uint64_t e = global; e; e &= e - 1) {
      const uint64_t line = a.at[std::countr_zero(e)] >> r.t.l2_shift;
      if (line != last) to_l2(r, line);
      last = line;
    }
    return;
  }
  r.count.global_lanes += static_cast<unsigned>(std::popcount(global));
  r.count.lds_lanes += static_cast<unsigned>(std::popcount(a.lds));
  r.count.scratch_lanes += static_cast<unsigned>(std::popcount(a.scratch));
  if (global | a.scratch) {
    Lines lines;
    for (uint64_t e = global; e; e &= e - 1) lines.add(a.at[std::countr_zero(e)], access.bytes);
    // Private memory is interleaved: the dwords of one lane are a row of lanes apart.
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

void count_run(Wave& w, Request& r, uint64_t begin, uint64_t end) {
  if (r.group.analysed) r.count.global_lanes += static_cast<unsigned>(std::popcount(w.exec()));
  touch_run(r, begin, end);
}

const Op* global(Wave& w, const Op* op) {
  const uint64_t exec = w.exec();
  Request r = request(w, op);
  if (!has_lanes(r, exec)) return op + 1;
  const Access& access = r.site.access;
  const bool atomic = access.kind == Access::Kind::atomic;
  const Src& saddr = access.kind == Access::Kind::load ? op->b : op->c;
  const int first = first_active(w);
  const unsigned lanes = static_cast<unsigned>(std::popcount(exec));
  const uint64_t imm = static_cast<uint64_t>(static_cast<int64_t>(op->imm));
  const uint32_t* row = op->a.kind == Src::Kind::vector ? w.v[op->a.index].lane : nullptr;
  uint64_t base = imm;
  bool flat_row = row != nullptr;
  if (saddr.kind != Src::Kind::none) {
    base += scalar64(w, saddr);
  } else if (row) {
    flat_row = is_sequence<0>(w, row + kLanes, first);
    base += static_cast<uint64_t>(row[kLanes + first]) << 32;
  }
  if (!atomic) {
    if (!row) {
      count_run(w, r, base, base + access.bytes);
      return op + 1;
    }
    if (flat_row) {
      if (is_run_of_lanes(exec) && is_sequence_of(w, row, access.bytes, first)) {
        count_run(w, r, base + row[first], base + row[first] + lanes * access.bytes);
        return op + 1;
      }
      if (is_sequence<0>(w, row, first)) {
        count_run(w, r, base + row[first], base + row[first] + access.bytes);
        return op + 1;
      }
    }
  }
  look_at_lanes(w, op, r);
  return op + 1;
}

// flat, buffer and scratch instructions.
const Op* other_vector(Wave& w, const Op* op) {
  Request r = request(w, op);
  if (has_lanes(r, w.exec())) look_at_lanes(w, op, r);
  return op + 1;
}

const Op* lds(Wave& w, const Op* op) {
  const uint64_t exec = w.exec();
  Request r = request(w, op);
  if (!r.group.analysed || !has_lanes(r, exec)) return op + 1;
  const Access& access = r.site.access;
  const bool atomic = access.kind == Access::Kind::atomic;
  r.count.lds_lanes += static_cast<unsigned>(std::popcount(exec));
  const uint32_t* row = op->a.kind == Src::Kind::vector ? w.v[op->a.index].lane : nullptr;
  if (!atomic && row && !access.masked_lane) {
    const int first = first_active(w);
    // Neighbours, or one address: no bank is asked for two dwords.
    if (is_sequence_of(w, row, access.bytes, first) || is_sequence<0>(w, row, first)) {
      r.count.lds_requests += access.elements;
      r.count.lds_cycles += static_cast<unsigned>(access.elements * passes(exec, lanes_of_pass(access.bytes)));
      return op + 1;
    }
  }
  LaneAddresses a;
  for (int element = 0; element < access.elements; ++element) {
    lane_addresses(w, *op, access, element, a);
    ++r.count.lds_requests;
    // One operation for the whole wave (append, consume) is lane 0's.
    const uint64_t lanes = access.masked_lane && atomic ? 1 : a.active;
    count_banks(r, lanes, a.at, access.bytes);
    if (atomic) count_contention(r, lanes, a.at);
  }
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
  case Space::lds: return lds;
  default: return other_vector;
  }
}

}  // namespace wavelift::soft::WAVE
