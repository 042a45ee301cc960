// The check `race`: no two accesses to the same bytes of LDS or global memory, of which one writes, that nothing orders.
//
// What orders: the program order of a wave; a barrier of the workgroup; a store or atomic after a fence and an access
// that reads it past the cache or atomically (see RaceSync); the end of a launch. So what is found does not depend on
// which wave happened to run first.
#include "soft/observe/wave/race.h"
#include "soft/observe/wave/observers.h"
#include <deque>
#include <map>
#include <mutex>

namespace wavelift::soft::WAVE {

namespace {

using std::string_view;
bool has(string_view s, string_view part) { return s.find(part) != string_view::npos; }

// The sites of all code objects by their number, for as long as the process lives.
class Numbers {
public:
  static Numbers& get() {
    static auto* numbers = new Numbers;
    return *numbers;
  }
  uint32_t add(uint64_t address) {
    std::lock_guard lock(mutex_);
    if (addresses_.size() >= RaceRecord::kMostSites) return 0;
    addresses_.push_back(address);
    return static_cast<uint32_t>(addresses_.size() - 1);
  }
  uint64_t address(uint32_t number) {
    std::lock_guard lock(mutex_);
    return addresses_[number];
  }

private:
  std::mutex mutex_;
  std::vector<uint64_t> addresses_{0};
};

// Compare-and-swap and exchange are what locks are made of.
bool is_exchange(string_view m) { return has(m, "swap") || has(m, "xchg") || has(m, "cmpst"); }

// A volatile or atomic load of global memory asks for the value that others see.
bool is_past_cache(const Inst& inst) {
  return has(inst.text, " glc") || has(inst.text, " sc0") || has(inst.text, " sc1") || has(inst.text, "scope:SCOPE_DEV") ||
         has(inst.text, "scope:SCOPE_SYS");
}

// All stores so far have reached the device's memory. Before gfx10 vmcnt counts stores too.
const Op* fence(Wave& w, const Op* op) {
  race_watch(w, race_site(op)).wave[w.id_in_group].fenced = true;
  return op + 1;
}

bool is_fence(const Inst& inst) {
  if (inst.generation >= Generation::gfx10)
    return (inst.mnemonic == "s_waitcnt_vscnt" || inst.mnemonic == "s_wait_storecnt") && !inst.ops.empty() && inst.ops.back().imm == 0;
  return inst.mnemonic == "s_waitcnt" && has(inst.text, "vmcnt(0)");
}

class RaceCheck final : public Observer {
public:
  void before(const Inst& inst, const Op& main, std::vector<Op>& ops) override {
    if (is_fence(inst)) {
      RaceSite& site = sites_.emplace_back();
      site.observer = index;
      ops.push_back(observing(main, fence, &site));
      return;
    }
    const Access a = access_of(inst);
    if (!a || a.space == Space::scratch) return;
    RaceSite& site = sites_.emplace_back();
    site.access = a;
    site.observer = index;
    site.number = Numbers::get().add(inst.address);
    const bool global = a.space != Space::lds && a.space != Space::scalar;
    switch (a.kind) {
    case Access::Kind::load:
      site.learns = global && is_past_cache(inst);
      site.kind = site.learns ? RaceKind::lock : RaceKind::read;
      break;
    case Access::Kind::store: site.kind = RaceKind::write; break;
    case Access::Kind::atomic:
      site.kind = is_exchange(inst.mnemonic) ? RaceKind::lock : RaceKind::atomic;
      site.publishes = true;
      site.learns = a.returns;
      break;
    }
    ops.push_back(observing(main, handler(a.space), &site));
  }

  void after(const Inst& inst, const Op& main, std::vector<Op>& ops) override {
    const Access a = access_of(inst);
    if (a.space != Space::global && a.space != Space::flat && a.space != Space::buffer) return;
    const RaceSite& site = sites_.back();       // that before() has just made
    if (site.learns) ops.push_back(observing(main, race_learn, &site));
  }

  void launch_started(const LaunchState& state) override {
    static std::atomic<uint32_t> launches = 0;
    uint32_t number = ++launches;
    if (number == 0) number = ++launches;
    const Dim3& t = state.launch.threads;
    const uint32_t waves = (t.x * t.y * t.z + kLanes - 1) / kLanes;
    RaceShadow::get().launch_started();
    std::lock_guard lock(mutex_);
    launches_.emplace(&state, std::make_unique<RaceLaunch>(state, number, waves));
  }
  void launch_finished(const LaunchState& state, const LaunchStats*) override {
    RaceShadow::get().launch_finished();
    std::lock_guard lock(mutex_);
    launches_.erase(&state);
  }

  void group_started(Workgroup& group, std::unique_ptr<Watch>& slot) override {
    if (!slot) {
      std::lock_guard lock(mutex_);
      slot = std::make_unique<RaceWatch>(*launches_.at(&group.shared));
    }
    auto& watch = static_cast<RaceWatch&>(*slot);
    const Dim3& b = group.shared.launch.blocks;
    const uint32_t waves = watch.launch.waves;
    watch.first_task = ((group.id.z * b.y + group.id.y) * b.x + group.id.x) * waves;
    watch.interval = 0;
    watch.silent = false;
    for (uint32_t i = 0; i < waves; ++i) watch.wave[i] = {};
    watch.lds.begin(group.shared.lds_size, waves);
  }

  // A fence of one wave is good for all that the barrier has ordered before it.
  void barrier_passed(Workgroup&, Watch* slot) override {
    auto& watch = static_cast<RaceWatch&>(*slot);
    watch.lds.barrier();
    if (watch.interval < RaceTime::kMostIntervals) ++watch.interval;
    else watch.silent = true;
    uint32_t most = 0;
    for (uint32_t i = 0; i < watch.launch.waves; ++i)
      most = std::max(most, watch.wave[i].releases + (watch.wave[i].fenced ? 1 : 0));
    for (uint32_t i = 0; i < watch.launch.waves; ++i) watch.wave[i] = {most, false};
  }

private:
  static Handler handler(Space space) {
    switch (space) {
    case Space::scalar: return race_scalar;
    case Space::lds: return race_lds;
    case Space::flat: return race_flat;
    default: return race_global;
    }
  }

  std::deque<RaceSite> sites_;
  std::mutex mutex_;
  std::map<const LaunchState*, std::unique_ptr<RaceLaunch>> launches_;
};

}  // namespace

uint64_t address_of_race_site(uint32_t number) { return Numbers::get().address(number); }

std::unique_ptr<Observer> create_race_check() { return std::make_unique<RaceCheck>(); }

}  // namespace wavelift::soft::WAVE
