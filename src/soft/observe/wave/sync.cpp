// The check `sync`: barriers that not all threads of a workgroup reach, values used before they were waited for,
// shuffles that read from lanes which are off.
//
// A lane that is off at a barrier has either ended, which is allowed, or skipped it. Which of the two shows when it is on
// again later in its wave.
#include "soft/observe/wave/sync.h"
#include "soft/isa/lower.h"
#include "soft/machine/workgroup.h"
#include "soft/object/source_lines.h"
#include "soft/observe/wave/observers.h"
#include "soft/observe/wave/site.h"
#include <deque>
#include <fmt/format.h>
#include <mutex>
#include <set>

namespace wavelift::soft::WAVE {

namespace {

using std::string_view;
bool has(string_view s, string_view part) { return s.find(part) != string_view::npos; }

constexpr uint16_t kExecEncoding = 126;

struct SyncSite {
  size_t observer = 0;
  MissingWait missing;
};
const SyncSite& sync_site(const Op* op) { return *static_cast<const SyncSite*>(op->site); }
SyncWatch::PerWave& state_of(const Wave& w, const Op* op) {
  return static_cast<SyncWatch&>(*w.group->watches[sync_site(op).observer]).wave[w.id_in_group];
}

// --- Barriers ---

[[gnu::noinline]] void report_divergent(const Wave& w, const SyncWatch::PerWave& p, uint64_t back) {
  const Check& c = check("sync-barrier-divergent");
  if (!Reports::get().first(c, p.skipped_at)) return;
  Report r;
  r.check = &c;
  const int lane = std::countr_zero(back);
  r.sentence = fmt::format("a barrier in divergent code: {} threads of the wave skipped it and went on, lane {} among them",
                           std::popcount(p.skipped), lane);
  r.site = site_of(w, p.skipped_at, lane);
  r.notes.push_back("the thread named is one that skipped the barrier; the others of its wave passed it without it");
  Reports::get().add(std::move(r), p.skipped_at);
}

// EXEC has changed: lanes that a barrier passed without may be on again.
const Op* exec_written(Wave& w, const Op* op) {
  auto& p = state_of(w, op);
  if (const uint64_t back = p.skipped & w.exec()) {
    report_divergent(w, p, back);
    p.skipped = 0;
  }
  return op + 1;
}

const Op* barrier(Wave& w, const Op* op) {
  auto& p = state_of(w, op);
  const uint64_t on = w.exec(), off = w.group->lanes_of(w.id_in_group) & ~on;
  p.barrier = op->address;
  p.barrier_exec = on;
  if (off) p.skipped = off, p.skipped_at = op->address;
  return op + 1;
}

// --- Missing waits ---

const Op* missing_wait(Wave& w, const Op* op) {
  const MissingWait& m = sync_site(op).missing;
  const Check& c = check("sync-missing-wait");
  if (w.exec() == 0 || !Reports::get().first(c, op->address, m.load)) return op + 1;
  Report r;
  r.check = &c;
  r.sentence = fmt::format("{} is used before the load that fills it has been waited for ({})", m.reg, m.counter);
  const int lane = std::countr_zero(w.exec());
  r.site = site_of(w, op->address, lane);
  r.other_text = "the load:";
  r.other = site_of(w, m.load, lane);
  Reports::get().add(std::move(r), op->address, m.load);
  return op + 1;
}

class SyncCheck final : public Observer {
public:
  void lowering(const CodeObject&, const std::map<uint64_t, Inst>& insts) override {
    for (MissingWait& m : missing_waits(insts)) missing_.emplace(m.use, std::move(m));
    for (const auto& [address, inst] : insts)
      if (brings_lanes_back(inst) && !ends_after(insts, address)) rejoins_.insert(address);
  }

  void before(const Inst& inst, const Op& main, std::vector<Op>& ops) override {
    if (!shuffles_) shuffles_ = std::make_unique<ShuffleCheck>(index);
    if (auto it = missing_.find(inst.address); it != missing_.end()) {
      SyncSite& s = site();
      s.missing = std::move(it->second);
      missing_.erase(it);
      ops.push_back(observing(main, missing_wait, &s));
    }
    if (inst.mnemonic == "s_barrier") ops.push_back(observing(main, barrier, &site()));
    shuffles_->before(inst, main, ops);
  }

  void after(const Inst& inst, const Op& main, std::vector<Op>& ops) override {
    if (rejoins_.contains(inst.address)) ops.push_back(observing(main, exec_written, &site()));
  }

  void group_started(Workgroup& group, std::unique_ptr<Watch>& slot) override {
    if (!slot) slot = std::make_unique<SyncWatch>(group.waves.size());
    auto& watch = static_cast<SyncWatch&>(*slot);
    std::fill(watch.wave.begin(), watch.wave.end(), SyncWatch::PerWave());
    for (auto& w : watch.written) w.clear();
  }

  void barrier_passed(Workgroup& group, Watch* slot) override {
    auto& watch = static_cast<SyncWatch&>(*slot);
    const size_t waves = watch.wave.size();
    size_t first = waves;
    for (size_t i = 0; i < waves; ++i) {
      if (!watch.wave[i].barrier) continue;
      if (first == waves) first = i;
      else if (watch.wave[i].barrier != watch.wave[first].barrier) different(group, watch, first, i);
    }
    for (size_t i = 0; i < waves; ++i)
      if (!watch.wave[i].barrier && first < waves) ended(group, watch, first, i);
    for (auto& p : watch.wave) p.barrier = 0;
  }

private:
  SyncSite& site() {
    SyncSite& s = sites_.emplace_back();
    s.observer = index;
    return s;
  }

  // Whether lanes that were off for an `if` are on after it. Code that turns all lanes on for its own purposes, such as
  // spilling, writes -1.
  static bool brings_lanes_back(const Inst& inst) {
    const string_view m = inst.mnemonic;
    for (size_t k = 1; k < inst.ops.size(); ++k)
      if (inst.ops[k].kind == Operand::Kind::imm && (inst.ops[k].imm & 0xffffffff) == 0xffffffff) return false;
    if (has(m, "saveexec") || has(m, "wrexec")) return true;
    return m.starts_with("s_") && !m.starts_with("s_cmp") && !m.starts_with("s_bitcmp") && !inst.ops.empty() &&
           inst.ops[0].kind == Operand::Kind::sgpr && inst.ops[0].index == kExecEncoding;
  }

  // Whether the program ends here without doing anything more: lanes that are on again only to end have not gone on.
  static bool ends_after(const std::map<uint64_t, Inst>& insts, uint64_t address) {
    auto it = insts.find(address);
    for (int n = 0; n < 64 && it != insts.end(); ++n) {
      const Inst& inst = it->second;
      const uint64_t to = inst.mnemonic == "s_branch" ? branch_target(inst) : inst.address + inst.size;
      it = insts.find(to);
      if (it == insts.end()) return false;
      const string_view m = it->second.mnemonic;
      if (m == "s_endpgm") return true;
      const bool scalar = m.starts_with("s_") && !m.starts_with("s_cbranch") && m != "s_barrier" && m != "s_swappc_b64";
      // What brings back a spilled EXEC.
      const bool restores = m == "v_readlane_b32" || m.starts_with("buffer_load") || m.starts_with("scratch_load");
      if (!scalar && !restores) return false;
    }
    return false;
  }

  static int lane_of(const SyncWatch::PerWave& p) { return p.barrier_exec ? std::countr_zero(p.barrier_exec) : 0; }

  // The compiler may have made several barriers out of one.
  bool is_one_line(const CodeObject& object, uint64_t a, uint64_t b) {
    std::lock_guard lock(mutex_);
    auto [it, is_new] = same_line_.try_emplace({std::min(a, b), std::max(a, b)}, false);
    if (is_new) {
      const auto lines = source_lines(object, a);   // with those that it was inlined to
      it->second = !lines.empty() && lines == source_lines(object, b);
    }
    return it->second;
  }

  void different(Workgroup& group, const SyncWatch& watch, size_t one, size_t other) {
    const auto &a = watch.wave[one], &b = watch.wave[other];
    if (is_one_line(group.shared.program->object(), a.barrier, b.barrier)) return;
    const Check& c = check("sync-barrier-mismatch");
    const uint64_t pc = std::max(a.barrier, b.barrier), other_pc = std::min(a.barrier, b.barrier);
    if (!Reports::get().first(c, pc, other_pc)) return;
    Report r;
    r.check = &c;
    r.sentence = fmt::format("wave {} waits at one barrier and wave {} at another, and both went on", one, other);
    r.site = site_of(group.waves[one], a.barrier, lane_of(a));
    r.other_text = "the other barrier:";
    r.other = site_of(group.waves[other], b.barrier, lane_of(b));
    Reports::get().add(std::move(r), pc, other_pc);
  }

  void ended(Workgroup& group, const SyncWatch& watch, size_t waits, size_t gone) {
    const auto& p = watch.wave[waits];
    const Check& c = check("sync-barrier-exited");
    if (!Reports::get().first(c, p.barrier)) return;
    Report r;
    r.check = &c;
    r.sentence = fmt::format("wave {} had ended when wave {} waited at a barrier for all threads of the block", gone, waits);
    r.site = site_of(group.waves[waits], p.barrier, lane_of(p));
    Reports::get().add(std::move(r), p.barrier);
  }

  std::deque<SyncSite> sites_;
  std::map<uint64_t, MissingWait> missing_;
  std::set<uint64_t> rejoins_;             // instructions after which lanes may be on again that were off at a barrier
  std::unique_ptr<ShuffleCheck> shuffles_;
  std::mutex mutex_;
  std::map<std::pair<uint64_t, uint64_t>, bool> same_line_;
};

}  // namespace

std::unique_ptr<Observer> create_sync_check() { return std::make_unique<SyncCheck>(); }

}  // namespace wavelift::soft::WAVE
