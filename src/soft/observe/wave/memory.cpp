// The check `memory`: every access of the device lies wholly in one piece of memory that it may use. Lanes that go
// elsewhere are reported and taken out of the access: their loads give 0, their stores are dropped.
#include "soft/isa/lane_addresses.h"
#include "soft/isa/memory.h"
#include "soft/isa/vmem_address.h"
#include "soft/observe/ranges.h"
#include "soft/observe/wave/extremes.h"
#include "soft/observe/wave/observers.h"
#include "soft/observe/wave/segments.h"
#include "soft/observe/wave/site.h"
#include <deque>
#include <fmt/format.h>

namespace wavelift::soft::WAVE {

namespace {

// What the check knows of one memory instruction.
struct MemorySite {
  Access access;
  bool writes = false;
  Handler operation = nullptr;             // of the instruction itself, which its micro-op is found by
  uint8_t rows = 0;                        // registers that a load or a returning atomic writes
  bool misaligned = false;                 // every access is looked at for alignment
  std::atomic<const Range*> last{nullptr}; // what was accessed last
};

const MemorySite& site_of(const Op* op) { return *static_cast<const MemorySite*>(op->site); }

std::string who(const Access& a) {
  const char* kind = a.kind == Access::Kind::load ? "load" : a.kind == Access::Kind::store ? "store" : "atomic";
  return fmt::format("a {} of {} byte{}", kind, a.bytes, a.bytes == 1 ? "" : "s");
}

void add_lanes_note(Report& r, uint64_t bad, uint64_t active) {
  if (std::popcount(active) > 1)
    r.notes.push_back(fmt::format("{} of the wave's {} active lanes do so", std::popcount(bad), std::popcount(active)));
}

// --- Bounds of a wave's addresses ---

struct Bounds {
  uint64_t begin, end;
};

// Whether all lanes of a flat access go to LDS, or all to scratch, and stay inside.
bool stays_in_segment(const Wave& w, const Op& op, const Access& a) {
  const uint32_t* row = w.v[op.a.index].lane;
  const int first = first_active(w);
  const uint32_t hi = row[kLanes + first];
  if ((hi != kSharedApertureHi && hi != kPrivateApertureHi) || op.imm < 0 || !is_sequence<0>(w, row + kLanes, first)) return false;
  return uint64_t{max_active(w, row)} + static_cast<uint64_t>(op.imm) + a.bytes <= (hi == kSharedApertureHi ? w.lds_size : w.scratch_size);
}

// The bytes from the lowest to the highest that a global or flat access with active lanes touches; false when the
// addresses lie too far apart to be one piece, or a flat one may go elsewhere.
bool global_bounds(const Wave& w, const Op& op, const Access& a, Bounds& out) {
  const bool flat = a.space == Space::flat;
  const Src& saddr = a.kind == Access::Kind::load ? op.b : op.c;
  uint64_t base = static_cast<uint64_t>(static_cast<int64_t>(op.imm));
  if (flat || saddr.kind == Src::Kind::none) {
    const uint32_t* row = w.v[op.a.index].lane;
    const int first = first_active(w);
    const uint32_t hi = row[kLanes + first];
    if (flat && (hi == kSharedApertureHi || hi == kPrivateApertureHi)) return false;
    if (!is_sequence<0>(w, row + kLanes, first)) return false;
    base += static_cast<uint64_t>(hi) << 32;
  } else {
    base += scalar64(w, saddr);
    if (op.a.kind == Src::Kind::none) {
      out = {base, base + a.bytes};
      return true;
    }
  }
  auto [low, high] = extremes(w, w.v[op.a.index].lane);
  out = {base + low, base + high + a.bytes};
  return true;
}

// --- Going round an access ---

// Runs what other observers put before the operation, and the operation unless it is left out; answers what follows it.
const Op* run_operation(Wave& w, const Op* op, bool leave_out) {
  const Handler operation = site_of(op).operation;
  for (const Op* p = op + 1;;) {
    const bool is_operation = p->fn == operation;
    if (is_operation && leave_out) return p + 1;
    // By itself: a handler would go on with what follows it.
    static thread_local Op one[2];   // a fault may leave w.pc here
    one[0] = *p;
    if (!p->fn(w, one)) return nullptr;
    ++p;
    if (is_operation) return p;
  }
}

// The access without the lanes `bad`; what they would have loaded is 0.
const Op* without_lanes(Wave& w, const Op* op, uint64_t bad) {
  const MemorySite& site = site_of(op);
  const uint64_t exec = w.exec();
  w.set_mask(kExec, exec & ~bad);
  WAVE::refresh_exec(w);
  const Op* next = run_operation(w, op, false);
  if (w.state == WaveState::faulted) return next;
  w.set_mask(kExec, exec);
  WAVE::refresh_exec(w);
  for (int k = 0; k < site.rows; ++k)
    for (uint64_t b = bad; b; b &= b - 1) w.v[op->dst + k].lane[std::countr_zero(b)] = 0;
  return next;
}

// --- Reports ---

void report_global(const Wave& w, const Op* op, const Access& a, uint64_t address, uint64_t bad, uint64_t active) {
  Report r = Ranges::get().explain(address, a.bytes, who(a));
  if (!Reports::get().first(*r.check, op->address)) return;
  r.site = WAVE::site_of(w, op->address, std::countr_zero(bad));
  add_lanes_note(r, bad, active);
  Reports::get().add(std::move(r), op->address);
}

void report_read_only(const Wave& w, const Op* op, const Access& a, uint64_t address, uint64_t bad, uint64_t active) {
  const Range* range = Ranges::get().find(address);
  if (!range || !Reports::get().first(check("memory-read-only"), op->address)) return;
  Report r = Ranges::get().explain_write(*range, address, a.bytes, who(a));
  r.site = WAVE::site_of(w, op->address, std::countr_zero(bad));
  add_lanes_note(r, bad, active);
  Reports::get().add(std::move(r), op->address);
}

void report_segment(const Wave& w, const Op* op, const Access& a, const char* id, const char* space, uint64_t offset,
                    uint64_t limit, uint64_t bad, uint64_t active) {
  const Check& c = check(id);
  if (!Reports::get().first(c, op->address)) return;
  Report r;
  r.check = &c;
  r.memory = {space, offset, a.bytes};
  const bool negative = offset >= 1ull << 31 && offset < 1ull << 32;
  r.sentence = negative ? fmt::format("{} at {} bytes before the start of {}, which has {} bytes", who(a), (1ull << 32) - offset,
                                      space, limit)
                        : fmt::format("{} at byte {} of {}, which has {} bytes", who(a), offset, space, limit);
  r.site = WAVE::site_of(w, op->address, std::countr_zero(bad));
  add_lanes_note(r, bad, active);
  Reports::get().add(std::move(r), op->address);
}

void report_misaligned(const Wave& w, const Op* op, const Access& a, uint64_t address, unsigned to, uint64_t bad,
                       uint64_t active) {
  const Check& c = check(a.kind == Access::Kind::atomic ? "memory-misaligned-atomic" : "memory-misaligned");
  if (!Reports::get().first(c, op->address)) return;
  Report r;
  r.check = &c;
  r.memory = {a.space == Space::lds ? "LDS" : "global", address, a.bytes};
  r.sentence = fmt::format("{} at 0x{:x}, which is no multiple of {}", who(a), address, to);
  r.site = WAVE::site_of(w, op->address, std::countr_zero(bad));
  add_lanes_note(r, bad, active);
  Reports::get().add(std::move(r), op->address);
}

// --- Micro-ops ---

// Lane by lane, for all that is not quickly seen to be inside.
[[gnu::noinline]] const Op* check_lanes(Wave& w, const Op* op) {
  const MemorySite& site = site_of(op);
  const Access& a = site.access;
  LaneAddresses to;
  uint64_t stopped = 0;   // lanes that must not reach the operation
  for (int element = 0; element < a.elements; ++element) {
    lane_addresses(w, *op, a, element, to);
    uint64_t wild = 0, read_only = 0, lds = 0, scratch = 0, crooked = 0;
    const unsigned align = std::min<unsigned>(a.bytes, a.kind == Access::Kind::atomic ? 8 : 4);
    const Range* range = site.last.load(std::memory_order_relaxed);
    for (uint64_t e = to.active; e; e &= e - 1) {
      const int i = std::countr_zero(e);
      const uint64_t bit = 1ull << i, at = to.at[i];
      if (to.lds & bit) {
        if (at + a.bytes > w.lds_size) lds |= bit;
      } else if (to.scratch & bit) {
        if (at + a.bytes > w.scratch_size) scratch |= bit;
      } else {
        if (!range || !range->covers(at, at + a.bytes)) {
          if (Range* found = Ranges::get().find(at)) range = found;
          if (!range || !range->covers(at, at + a.bytes)) wild |= bit;
        }
        if (site.writes && !(wild & bit) && range->read_only) read_only |= bit;
      }
      if (site.misaligned && at % align) crooked |= bit;
    }
    if (range) const_cast<MemorySite&>(site).last.store(range, std::memory_order_relaxed);
    if (wild) report_global(w, op, a, to.at[std::countr_zero(wild)], wild, to.active);
    if (read_only) report_read_only(w, op, a, to.at[std::countr_zero(read_only)], read_only, to.active);
    if (lds)
      report_segment(w, op, a, "memory-lds-out-of-bounds", "LDS", to.at[std::countr_zero(lds)], w.lds_size, lds, to.active);
    if (scratch)
      report_segment(w, op, a, "memory-scratch-out-of-bounds", "scratch", to.at[std::countr_zero(scratch)], w.scratch_size,
                     scratch, to.active);
    crooked &= ~(wild | read_only | lds | scratch);
    if (crooked) report_misaligned(w, op, a, to.at[std::countr_zero(crooked)], align, crooked, to.active);
    stopped |= wild | read_only;
    if (a.space == Space::flat) stopped |= lds | scratch;   // elsewhere the operation itself keeps inside
  }
  return stopped ? without_lanes(w, op, stopped) : op + 1;
}

const Op* check_global(Wave& w, const Op* op) {
  const MemorySite& site = site_of(op);
  if (w.exec() == 0) return op + 1;
  Bounds b;
  if (site.misaligned) return check_lanes(w, op);
  if (site.access.space == Space::flat && stays_in_segment(w, *op, site.access)) return op + 1;
  if (!global_bounds(w, *op, site.access, b)) return check_lanes(w, op);
  const Range* range = site.last.load(std::memory_order_relaxed);
  auto may = [&] { return range && range->covers(b.begin, b.end) && !(range->read_only && site.writes); };
  if (may()) return op + 1;
  range = Ranges::get().find(b.begin);
  if (!may()) return check_lanes(w, op);
  const_cast<MemorySite&>(site).last.store(range, std::memory_order_relaxed);
  return op + 1;
}

const Op* check_lds(Wave& w, const Op* op) {
  const MemorySite& site = site_of(op);
  const Access& a = site.access;
  if (w.exec() == 0) return op + 1;
  if (site.misaligned || a.masked_lane || op->a.kind != Src::Kind::vector) return check_lanes(w, op);
  const auto offset = static_cast<uint64_t>(static_cast<uint32_t>(std::max(op->imm, a.elements == 2 ? op->imm1 : 0))) * a.scale;
  if (max_active(w, w.v[op->a.index].lane) + offset + a.bytes <= w.lds_size) return op + 1;
  return check_lanes(w, op);
}

const Op* check_scratch(Wave& w, const Op* op) {
  const MemorySite& site = site_of(op);
  const Access& a = site.access;
  if (w.exec() == 0) return op + 1;
  if (a.space == Space::buffer) {
    const Src& descriptor = a.kind == Access::Kind::load ? op->b : op->c;
    const Src& vaddr = a.kind == Access::Kind::load ? op->a : op->b;
    // What other buffers do outside of their records is defined.
    if (!BufferDescriptor(w, descriptor.index).is_scratch() || op->flags & kIdxen) return op + 1;
    const uint64_t soffset = a.kind == Access::Kind::load ? load_soffset(w, op) : store_soffset(w, op);
    const uint64_t fixed = soffset / kLanes + static_cast<uint32_t>(op->imm);
    const uint64_t most = op->flags & kOffen ? max_active(w, w.v[vaddr.index].lane) : 0;
    if (fixed + most + a.bytes <= w.scratch_size) return op + 1;
  }
  return check_lanes(w, op);
}

// One access a wave. The hardware drops the low bits of the address, so only whole dwords count.
const Op* check_scalar(Wave& w, const Op* op) {
  const MemorySite& site = site_of(op);
  const Access& a = site.access;
  const Src& base = a.kind == Access::Kind::store ? op->b : op->a;
  if (base.dwords == 4) return op + 1;   // a buffer: what is outside of it reads 0
  LaneAddresses to;
  lane_addresses(w, *op, a, 0, to);
  const uint64_t at = to.at[0];
  const Range* range = site.last.load(std::memory_order_relaxed);
  auto inside = [&](const Range* r) {
    return r && r->live && at >= r->begin && at + a.bytes <= (r->end + 3 & ~3ull);
  };
  auto may = [&] { return inside(range) && !(range->read_only && site.writes); };
  if (may()) return op + 1;
  range = Ranges::get().find(at);
  if (may()) {
    const_cast<MemorySite&>(site).last.store(range, std::memory_order_relaxed);
    return op + 1;
  }
  if (w.exec() == 0) return op + 1;
  if (inside(range)) report_read_only(w, op, a, at, w.exec() & -w.exec(), 1);
  else report_global(w, op, a, at, w.exec() & -w.exec(), 1);
  for (int k = 0; a.kind == Access::Kind::load && k < a.bytes / 4; ++k) w.s[op->sdst + k] = 0;
  return run_operation(w, op, true);
}

class MemoryCheck final : public Observer {
public:
  void before(const Inst& inst, const Op& main, std::vector<Op>& ops) override {
    const Access a = access_of(inst);
    if (!a) return;
    MemorySite& site = sites_.emplace_back();
    site.access = a;
    site.writes = a.kind != Access::Kind::load;
    site.operation = main.fn;
    site.misaligned = a.kind == Access::Kind::atomic || process_checks()->misaligned;
    if (!a.to_lds && (a.kind == Access::Kind::load || a.returns)) site.rows = static_cast<uint8_t>((a.bytes + 3) / 4);
    ops.push_back(observing(main, handler(a.space), &site));
  }

  void launch_started(const LaunchState& launch) override { segments_.launch_started(launch); }
  void launch_finished(const LaunchState& launch, const LaunchStats*) override {
    segments_.launch_finished(launch);
  }

private:
  static Handler handler(Space space) {
    switch (space) {
    case Space::scalar: return check_scalar;
    case Space::lds: return check_lds;
    case Space::scratch:
    case Space::buffer: return check_scratch;
    default: return check_global;
    }
  }

  std::deque<MemorySite> sites_;
  Segments segments_;
};

}  // namespace

std::unique_ptr<Observer> create_memory_check() { return std::make_unique<MemoryCheck>(); }

}  // namespace wavelift::soft::WAVE
