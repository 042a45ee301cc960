#include "soft/machine/deadlock.h"
#include "soft/isa/gpr_index.h"
#include "soft/isa/lane_addresses.h"
#include "soft/isa/lower.h"
#include "soft/isa/pairs.h"
#include "soft/machine/fault.h"
#include "soft/machine/fault_report.h"
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <unordered_map>

namespace wavelift::soft::WAVE {

namespace {

// Operations that one wave executes at most until it must have come back to an earlier state.
constexpr uint64_t kSteps = 200'000;
// Rounds over all waves, for those that find memory changed by another.
constexpr int kRounds = 8;

// What one wave last looked at in its loop.
struct Look {
  const Op* op = nullptr;
  bool lds = false;
  uint64_t address = 0, value = 0;
  uint8_t bytes = 0;
  uint64_t exec = 0;
};

enum class Verdict : uint8_t { moves, circles, waits, ended };

// Dwords of one wave's private memory that differ from the snapshot: place -> value at the snapshot.
using PrivateChanges = std::map<uint32_t*, uint32_t>;

class Stepper {
public:
  explicit Stepper(Program& program) : program_(program) {}

  uint64_t version() const { return version_; }   // of the memory that is shared

  // Executes the wave until it circles, waits, ends, or has taken kSteps.
  Verdict follow(Wave& w, Look& look) {
    rows_.resize(kRows);
    const Op* mark = nullptr;          // place of the snapshot
    uint64_t marked_version = 0, since = 0, reach = 1;
    changes_.clear();
    for (uint64_t n = 0; n < kSteps; ++n) {
      if (w.state == WaveState::barrier) return Verdict::waits;
      if (w.state == WaveState::ended) return Verdict::ended;
      const Op* op = w.pc;
      if (!step(w, look)) return Verdict::moves;
      if (w.state != WaveState::running && w.state != WaveState::yielded) continue;
      w.state = WaveState::running;
      // Every loop goes back somewhere.
      if (w.pc->address > op->address || (w.pc->address == op->address && w.pc > op)) continue;
      if (mark == w.pc && marked_version == version_ && same(w)) return Verdict::circles;
      // The snapshot is taken anew after 1, 2, 4, ... returns, so that a loop of any length is found once it has begun.
      if (!mark || marked_version != version_ || ++since == reach) {
        reach = mark && marked_version == version_ ? reach * 2 : 1;
        since = 0;
        mark = w.pc;
        marked_version = version_;
        take(w);
      }
    }
    return Verdict::moves;
  }

private:
  // One operation, with its memory watched. False when it faulted: it will do so again, and be reported.
  bool step(Wave& w, Look& look) {
    const Op* op = w.pc;
    FaultGuard& guard = fault_guard;
    const unsigned host_csr = _mm_getcsr();
    apply_float_mode(w);
    bool fine = true;
    if (sigsetjmp(guard.jump, 0) == 0) {
      guard.armed = true;
      const Access access = access_at(op);
      if (access) before(w, *op, access, look);
      execute_one(w, op);
      if (access) after(w, look);
      guard.armed = false;
      fine = w.state != WaveState::faulted;
    } else {
      fine = false;
    }
    _mm_setcsr(host_csr);
    if (!fine) {
      w.state = WaveState::running;
      w.pc = op;
    }
    return fine;
  }

  // A copy of the operation, with operations that come back where it would go on and where it would branch to.
  void execute_one(Wave& w, const Op* op) {
    const Op* next = nullptr;
    if (op->fn == gpr_index_on) {
      next = op->fn(w, op);
    } else if (does_two(op->fn)) {
      Op two[3] = {op[0], op[1], {}};
      next = op->fn(w, two);
      if (next == two + 2) next = op + 2;
    } else {
      Op one[3] = {*op, {}, {}};
      if (op->target) one[2].ordinal = op->target->ordinal, one[0].target = &one[2];
      next = op->fn(w, one);
      if (!next && w.pc >= one && w.pc < one + 2) w.pc = op + (w.pc - one);
      else if (!next && w.pc == one + 2) w.pc = op->target;
      if (next == one + 1) next = op + 1;
      else if (next == one + 2) next = op->target;
    }
    if (next) w.pc = next;
  }

  // What the operation accesses; only one of an instruction's does, the others prepare or finish.
  Access access_at(const Op* op) {
    auto [it, is_new] = accesses_.try_emplace(op->address);
    if (is_new) {
      const Inst inst = program_.inst_at(op->address);
      it->second = {row_of(inst), access_of(inst)};
    }
    const auto& [row, access] = it->second;
    return row && op->fn == row->fn.for_sources_of(*op) ? access : Access{};
  }

  struct Piece {
    uint8_t* at;
    uint8_t size;
    bool is_private;
    uint8_t bytes[64];
  };

  void before(Wave& w, const Op& op, const Access& a, Look& look) {
    pieces_.clear();
    if (a.space == Space::scalar && a.kind == Access::Kind::load) {
      LaneAddresses to;
      lane_addresses(w, op, a, 0, to);
      look = {&op, false, to.at[0], 0, std::min<uint8_t>(a.bytes, 8), w.exec()};
      return;
    }
    for (int element = 0; element < a.elements; ++element) {
      LaneAddresses to;
      lane_addresses(w, op, a, element, to);
      if (a.kind != Access::Kind::store)
        if (uint64_t shared = to.active & ~to.scratch) {
          const int lane = std::countr_zero(shared);
          look = {&op, (to.lds >> lane & 1) != 0, to.at[lane], 0, std::min<uint8_t>(a.bytes, 8), w.exec()};
        }
      if (a.to_lds) ++version_;
      if (a.kind == Access::Kind::load) continue;
      for (uint64_t e = to.active; e; e &= e - 1) {
        const int lane = std::countr_zero(e);
        const uint64_t at = to.at[lane];
        if (to.scratch >> lane & 1) {
          if (at + a.bytes > w.scratch_size) continue;
          for (uint64_t dword = at & ~3ull; dword < at + a.bytes; dword += 4)
            note(w.scratch_at(static_cast<uint32_t>(dword), lane), 4, true);
        } else if (to.lds >> lane & 1) {
          if (at + a.bytes <= w.lds_size) note(w.lds + at, a.bytes, false);
        } else {
          note(reinterpret_cast<uint8_t*>(at), a.bytes, false);
        }
      }
    }
  }
  void note(uint8_t* at, uint8_t size, bool is_private) {
    Piece& p = pieces_.emplace_back(Piece{at, size, is_private, {}});
    std::memcpy(p.bytes, at, size);
  }
  void after(Wave& w, Look& look) {
    for (const Piece& p : pieces_) {
      if (std::memcmp(p.bytes, p.at, p.size) == 0) continue;
      if (!p.is_private) {
        ++version_;
        continue;
      }
      auto* dword = reinterpret_cast<uint32_t*>(p.at);
      uint32_t old;
      std::memcpy(&old, p.bytes, 4);
      auto [it, is_new] = changes_.try_emplace(dword, old);
      if (!is_new && it->second == *dword) changes_.erase(it);
    }
    if (look.op) {
      const uint8_t* p = look.lds ? w.lds + look.address : reinterpret_cast<const uint8_t*>(look.address);
      look.value = 0;
      if (!look.lds || look.address + look.bytes <= w.lds_size) std::memcpy(&look.value, p, look.bytes);
    }
  }

  void take(const Wave& w) {
    std::memcpy(rows_.data(), w.v, rows_.size() * sizeof(Row));
    std::memcpy(scalars_, w.s, sizeof scalars_);
    scc_ = w.scc;
    mode_ = w.mode;
    changes_.clear();
  }
  bool same(const Wave& w) const {
    return changes_.empty() && scc_ == w.scc && mode_ == w.mode && std::memcmp(scalars_, w.s, sizeof scalars_) == 0 &&
           std::memcmp(rows_.data(), w.v, rows_.size() * sizeof(Row)) == 0;
  }

  Program& program_;
  uint64_t version_ = 0;
  std::unordered_map<uint64_t, std::pair<const Semantics*, Access>> accesses_;   // by address of the instruction
  std::vector<Piece> pieces_;
  std::vector<Row> rows_;
  uint32_t scalars_[256];
  uint32_t scc_ = 0, mode_ = 0;
  PrivateChanges changes_;
};

struct Found {
  Workgroup* group;
  Wave* wave;
  Verdict verdict = Verdict::moves;
  uint64_t version = 0;
  Look look;
};

std::string describe(const Found& f) {
  const Workgroup& g = *f.group;
  const Wave& w = *f.wave;
  std::string who = fmt::format("workgroup ({},{},{}) wave {}", g.id.x, g.id.y, g.id.z, w.id_in_group);
  if (f.verdict == Verdict::waits) return fmt::format("{} waits at the barrier {}", who, place_of(g, (w.pc - 1)->address));
  std::string loops = fmt::format("{} goes in circles at {}", who, place_of(g, (f.look.op ? f.look.op : w.pc)->address));
  const uint64_t lanes = f.look.op ? f.look.exec : w.exec();
  loops += fmt::format(", lanes 0x{:x}", lanes);
  if (f.look.op)
    loops += fmt::format(", reading 0x{:x} over and over from {} 0x{:x}", f.look.value, f.look.lds ? "LDS at" : "address", f.look.address);
  const uint64_t others = g.lanes_of(w.id_in_group) & ~lanes;
  if (others)
    loops += fmt::format("; its other lanes, 0x{:x}, wait for these to leave the loop if they have not ended, since the lanes of "
                         "a wave run in step", others);
  return loops;
}

}  // namespace

double deadlock_seconds() {
  static const double seconds = [] {
    const char* text = std::getenv("WAVELIFT_DEADLOCK_SECONDS");
    return text && *text ? std::strtod(text, nullptr) : 10.0;
  }();
  return seconds;
}

std::string find_deadlock(std::span<Workgroup* const> groups) {
  std::vector<Found> all;
  for (Workgroup* g : groups) {
    if (g->shared.hostcall) g->shared.hostcall->serve();
    size_t waits = 0, live = 0;
    for (Wave& w : g->waves) {
      if (w.state == WaveState::ended) continue;
      ++live;
      waits += w.state == WaveState::barrier;
      all.push_back({g, &w, Verdict::moves, 0, {}});
    }
    if (waits == live) return {};   // the barrier opens at the group's next turn
  }
  if (all.empty()) return {};
  Stepper stepper(*groups.front()->shared.program);
  for (int round = 0; round < kRounds; ++round) {
    for (Found& f : all) {
      if (f.verdict == Verdict::circles && f.version == stepper.version()) continue;
      f.verdict = stepper.follow(*f.wave, f.look);
      f.version = stepper.version();
      if (f.verdict == Verdict::moves || f.verdict == Verdict::ended) return {};
    }
    bool stuck = true;
    for (const Found& f : all) stuck &= f.verdict == Verdict::waits || f.version == stepper.version();
    if (!stuck) continue;
    // A group all of whose waves have arrived at a barrier goes on.
    for (Workgroup* g : groups) {
      bool circles = false;
      for (const Found& f : all) circles |= f.group == g && f.verdict == Verdict::circles;
      if (!circles) return {};
    }
    const Workgroup& g = *groups.front();
    std::string text = fmt::format("deadlock in kernel {}: no wave can go on", kernel_name(g));
    constexpr size_t kShown = 4;
    for (size_t i = 0; i < all.size() && i < kShown; ++i) text += (i ? "; " : ": ") + describe(all[i]);
    if (all.size() > kShown) text += fmt::format("; and {} more waves", all.size() - kShown);
    return text;
  }
  return {};
}

}  // namespace wavelift::soft::WAVE
