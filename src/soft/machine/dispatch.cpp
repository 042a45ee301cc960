#include "soft/machine/dispatch.h"
#include "soft/machine/deadlock.h"
#include "soft/machine/fault.h"
#include "soft/machine/fault_report.h"
#include "soft/machine/threads.h"
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

namespace wavelift::soft::WAVE {

namespace {

using Clock = std::chrono::steady_clock;

// A workgroup that is not done after this many wave instructions may be waiting for another one: it is set aside.
// Short, since a workgroup that spins burns it all; turning to another one costs about 10 us of cache misses.
constexpr uint64_t kSlice = 32'000;
// Slices in a row of one that cannot be waiting, since it looked at nothing that others change.
constexpr int kBusySlices = 1024;
// Workgroups that are resident for each thread at first, if their scratch is not too large. When none of them ends in some
// rounds, they may wait for one that is not resident: the number doubles, up to what the real device would hold, and so do
// the rounds until the next time. A turn in which nothing changed in the waves counts as many others.
constexpr size_t kFirstResident = 8, kFirstScratch = 64 << 20;
constexpr size_t kIdleTurn = 64;
constexpr size_t kDeviceWaves = 104 * 32;   // compute units of gfx90a, waves on each
// Other threads are called to a launch that takes longer than this, which is what calling them costs. Until then turns are
// short, so that the clock is looked at.
constexpr auto kAlone = std::chrono::microseconds(30);
constexpr uint64_t kShortQuantum = 256;

// One launch as its threads see it. Workgroups that are resident and not running are in one list, so that a thread without
// work takes another's.
class Run {
public:
  Run(const LaunchState& s, std::span<const uint64_t> only) : state_(s), only_(only) {
    const Dim3 &b = s.launch.blocks, &t = s.launch.threads;
    total_ = only.empty() ? static_cast<uint64_t>(b.x) * b.y * b.z : only.size();
    const size_t waves = (static_cast<size_t>(t.x) * t.y * t.z + kLanes - 1) / kLanes;
    limit_ = std::max<size_t>(kFirstResident, kDeviceWaves / waves);
    const size_t scratch = waves * kLanes * s.scratch_size + 1;
    const size_t first = std::clamp<size_t>(kFirstScratch / scratch, 1, kFirstResident);
    resident_ = s.launch.cooperative ? total_ : std::min(limit_, first * worker_count());
    patience_time_ = deadlock_seconds();
  }

  // Runs everything, with the help of other threads when that pays.
  void lead() {
    if (auto draws = draws_of_next_launch()) return lead_drawn(*draws);
    const std::function<void()> job = [this] { work(nullptr); };
    Helpers helpers(job);
    work(&helpers);
  }

  uint64_t total() const { return total_; }
  uint64_t instructions() const { return instructions_; }
  const std::string& fault() const { return fault_; }

private:
  // A thread's part: takes workgroups until there are none left for it. `helpers`: the launching thread's, to be called.
  void work(Helpers* helpers) {
    if (worker_count() == 1) helpers = nullptr;
    std::unique_ptr<Workgroup> spare;   // its memory is used again
    const auto start = Clock::now();
    bool early = helpers;
    enter();
    while (!stop_) {
      std::unique_ptr<Workgroup> g = take(spare);
      if (!g) break;
      auto progress = Workgroup::Progress::busy;
      while (early && (progress == Workgroup::Progress::waiting || progress == Workgroup::Progress::busy)) {
        progress = g->run(1, kShortQuantum);
        early = Clock::now() - start < kAlone;
      }
      if (helpers && !early && next_.load(std::memory_order_relaxed) < total_) {
        auto rest = static_cast<unsigned>(std::min<uint64_t>(worker_count() - 1, total_ - next_));
        if (helpers->wake(rest)) helpers = nullptr;
      }
      if (progress == Workgroup::Progress::waiting) progress = g->run(kSlice);
      for (int n = 0; progress == Workgroup::Progress::busy && n < kBusySlices && !stop_ && !looking_; ++n) progress = g->run(kSlice);
      switch (progress) {
      case Workgroup::Progress::finished:
        finish(*g);
        spare = std::move(g);
        break;
      case Workgroup::Progress::waiting:
      case Workgroup::Progress::busy:
        set_aside(std::move(g), progress == Workgroup::Progress::waiting);
        break;
      case Workgroup::Progress::faulted:
        fail_with(describe_fault(*g));
        break;
      }
    }
    leave();
  }

  // One thread, everything drawn: how many workgroups are resident, which of them has a turn and how long, which is started
  // next. That one is among the first few that are not, as on a real device: a launch may count on it that the workgroups
  // before a resident one have at least been started.
  void lead_drawn(Draws draws) {
    constexpr uint32_t kWindow = 4;
    if (!state_.launch.cooperative) resident_ = 1 + draws.below(kFirstResident);
    size_t turns = 0;
    uint64_t base = 0;
    enter();
    while (!stop_) {
      if (window_.empty() && next_ < total_) {
        base = next_;
        const auto n = static_cast<uint32_t>(std::min<uint64_t>(kWindow, total_ - base));
        next_ += n;
        for (uint32_t i = 0; i < n; ++i) window_.push_back(i);
        draws.shuffle(window_);
      }
      if (!window_.empty() && waiting_.size() < resident_ && (waiting_.empty() || draws.below(2))) {
        waiting_.push_back(std::make_unique<Workgroup>(state_));
        waiting_.back()->start(id_of(base + window_.back()));
        window_.pop_back();
        continue;
      }
      if (waiting_.empty()) break;
      auto it = std::next(waiting_.begin(), static_cast<std::ptrdiff_t>(draws.below(waiting_.size())));
      switch ((*it)->run(draws)) {
      case Workgroup::Progress::finished:
        finish(**it);
        waiting_.erase(it);
        turns = 0;
        break;
      case Workgroup::Progress::faulted:
        fail_with(describe_fault(**it));
        break;
      case Workgroup::Progress::waiting:
      case Workgroup::Progress::busy:
        if (++turns % 256 == 0 && overdue()) look_for_deadlock();
        if (turns > 64 * resident_ && waiting_.size() >= resident_ && resident_ < limit_) resident_ = resident_ * 2, turns = 0;
        break;
      }
    }
    leave();
  }

  void finish(Workgroup& g) {
    instructions_.fetch_add(g.instructions, std::memory_order_relaxed);
    g.instructions = 0;
    if (turns_.load(std::memory_order_relaxed)) turns_ = 0;
    if (!ended_.load(std::memory_order_relaxed)) ended_ = true;
  }
  void fail_with(std::string why) {
    std::lock_guard lock(mutex_);
    if (!stop_.exchange(true)) fault_ = std::move(why);
  }

  // A workgroup to run: a new one while few are set aside, else the one that has waited longest. Null when there is none,
  // which means that each of those that are left has a thread.
  std::unique_ptr<Workgroup> take(std::unique_ptr<Workgroup>& spare) {
    if (looking_) stand_still();
    if (waiting_count_.load(std::memory_order_relaxed) < resident_.load(std::memory_order_relaxed) && next_.load() < total_)
      if (uint64_t n = next_.fetch_add(1); n < total_) {
        auto g = spare ? std::move(spare) : std::make_unique<Workgroup>(state_);
        g->start(id_of(n));
        return g;
      }
    if (waiting_count_.load() == 0) return nullptr;
    std::lock_guard lock(mutex_);
    if (waiting_.empty()) return nullptr;
    auto g = std::move(waiting_.front());
    waiting_.pop_front();
    waiting_count_ = waiting_.size();
    return g;
  }

  void set_aside(std::unique_ptr<Workgroup> g, bool may_wait) {
    bool idle = false;
    if (may_wait) {
      const uint64_t now = g->fingerprint();
      idle = now == g->last_fingerprint;
      g->last_fingerprint = now;
    }
    bool alone;
    {
      std::lock_guard lock(mutex_);
      alone = waiting_.empty() && next_.load() >= total_;
      waiting_.push_back(std::move(g));
      waiting_count_ = waiting_.size();
      turns_ += idle ? kIdleTurn : 1;
      if (turns_ > kIdleTurn * patience_ * waiting_.size() && waiting_.size() >= resident_ && resident_ < limit_) {
        resident_ = resident_ * 2;
        patience_ *= 2;
        turns_ = 0;
      }
    }
    if (overdue()) look_for_deadlock();
    // Nothing to do here but to wait for another thread's workgroups.
    if (alone) std::this_thread::yield();
  }

  // --- Deadlocks ---

  // Whether no workgroup has ended for long.
  bool overdue() {
    if (patience_time_ == 0) return false;
    std::lock_guard lock(mutex_);
    const auto now = Clock::now();
    if (ended_.exchange(false)) since_ = now;
    return !looking_ && std::chrono::duration<double>(now - since_).count() > patience_time_;
  }

  // Stops the other threads and looks whether the resident workgroups can go on.
  void look_for_deadlock() {
    std::unique_lock lock(mutex_);
    if (looking_ || stop_) return;
    looking_ = true;
    others_.wait(lock, [this] { return still_ + 1 >= threads_; });
    since_ = Clock::now();
    std::vector<Workgroup*> groups;
    for (auto& g : waiting_) groups.push_back(g.get());
    std::string why = find_deadlock(groups);
    if (why.empty()) {
      patience_time_ *= 2;
    } else if (waiting_.size() < limit_ && (next_.load() < total_ || !window_.empty())) {
      resident_ = limit_;   // they may wait for one that has not started
    } else {
      fault_ = std::move(why);
      stop_ = true;
    }
    looking_ = false;
    others_.notify_all();
  }
  void stand_still() {
    std::unique_lock lock(mutex_);
    ++still_;
    others_.notify_all();
    others_.wait(lock, [this] { return !looking_; });
    --still_;
  }
  void enter() {
    std::lock_guard lock(mutex_);
    ++threads_;
  }
  void leave() {
    std::lock_guard lock(mutex_);
    --threads_;
    others_.notify_all();
  }

  Dim3 id_of(uint64_t n) const {
    const Dim3& b = state_.launch.blocks;
    if (!only_.empty()) n = only_[n];
    return {static_cast<uint32_t>(n % b.x), static_cast<uint32_t>(n / b.x % b.y),
            static_cast<uint32_t>(n / b.x / b.y)};
  }

  const LaunchState& state_;
  const std::span<const uint64_t> only_;   // numbers of the workgroups to be run; empty: all
  uint64_t total_ = 0;
  std::atomic<uint64_t> next_ = 0, instructions_ = 0;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  std::string fault_;
  std::list<std::unique_ptr<Workgroup>> waiting_;           // resident, not finished, not running
  std::atomic<size_t> waiting_count_ = 0;                   // its size
  std::atomic<size_t> resident_ = 0, turns_ = 0;            // how many may wait; turns since one ended
  size_t limit_ = 0, patience_ = 2;

  std::vector<uint32_t> window_;                            // of a drawn order: ids to be started, as offsets, the last first

  std::condition_variable others_;
  std::atomic<bool> looking_ = false, ended_ = true;        // for a deadlock; whether a workgroup ended since `since_` was set
  size_t threads_ = 0, still_ = 0;                          // in work; of them standing still while another looks
  Clock::time_point since_;
  double patience_time_ = 0;                                // seconds
};

}  // namespace

Result<LaunchStats> dispatch(const LaunchState& s, std::span<const uint64_t> only) {
  install_fault_handlers();
  const auto start = Clock::now();
  Run run(s, only);
  run.lead();
  if (!run.fault().empty()) return fail(Exit::failed, run.fault());
  LaunchStats stats;
  stats.wave_instructions = run.instructions();
  const Dim3& t = s.launch.threads;
  stats.waves = run.total() * ((t.x * t.y * t.z + kLanes - 1) / kLanes);
  stats.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return stats;
}

} // namespace wavelift::soft::WAVE
