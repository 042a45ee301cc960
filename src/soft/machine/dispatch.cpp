#include "soft/machine/dispatch.h"
#include "soft/machine/fault.h"
#include "soft/machine/fault_report.h"
#include "soft/machine/threads.h"
#include <algorithm>
#include <chrono>
#include <list>
#include <mutex>
#include <thread>

namespace wavelift::soft::WAVE {

namespace {

using Clock = std::chrono::steady_clock;

// A workgroup that is not done after this many wave instructions may be waiting for another one: it is set aside.
// Short, since a workgroup that spins burns it all; turning to another one costs about 10 us of cache misses.
constexpr uint64_t kSlice = 32'000;
// Workgroups that are resident for each thread at first. When none of them ends in some rounds, they may wait for one that
// is not resident: the number doubles, up to what the real device would hold, and so do the rounds until the next time,
// so that kernels that only take long do not fill the memory.
constexpr size_t kFirstResident = 8;
constexpr size_t kDeviceWaves = 104 * 32;   // compute units of gfx90a, waves on each
// Other threads are called to a launch that takes longer than this, which is what calling them costs. Until then turns are
// short, so that the clock is looked at.
constexpr auto kAlone = std::chrono::microseconds(30);
constexpr uint64_t kShortQuantum = 256;

// One launch as its threads see it. Workgroups that are resident and not running are in one list, so that a thread without
// work takes another's.
class Run {
public:
  explicit Run(const LaunchState& s) : state_(s) {
    const Dim3 &b = s.launch.blocks, &t = s.launch.threads;
    total_ = static_cast<uint64_t>(b.x) * b.y * b.z;
    const size_t waves = (static_cast<size_t>(t.x) * t.y * t.z + kLanes - 1) / kLanes;
    limit_ = std::max<size_t>(kFirstResident, kDeviceWaves / waves);
    resident_ = s.launch.cooperative ? total_ : std::min(limit_, kFirstResident * worker_count());
  }

  // Runs everything, with the help of other threads when that pays.
  void lead() {
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
    while (!stop_) {
      std::unique_ptr<Workgroup> g = take(spare);
      if (!g) return;
      auto progress = Workgroup::Progress::waiting;
      while (early && progress == Workgroup::Progress::waiting) {
        progress = g->run(1, kShortQuantum);
        early = Clock::now() - start < kAlone;
      }
      if (helpers && !early && next_.load(std::memory_order_relaxed) < total_) {
        auto rest = static_cast<unsigned>(std::min<uint64_t>(worker_count() - 1, total_ - next_));
        if (helpers->wake(rest)) helpers = nullptr;
      }
      if (progress == Workgroup::Progress::waiting) progress = g->run(kSlice);
      switch (progress) {
      case Workgroup::Progress::finished:
        instructions_.fetch_add(g->instructions, std::memory_order_relaxed);
        g->instructions = 0;
        spare = std::move(g);
        if (turns_.load(std::memory_order_relaxed)) turns_ = 0;
        break;
      case Workgroup::Progress::waiting:
        set_aside(std::move(g));
        break;
      case Workgroup::Progress::faulted:
        std::lock_guard lock(mutex_);
        if (!stop_.exchange(true)) fault_ = describe_fault(*g);
        break;
      }
    }
  }

  // A workgroup to run: a new one while few are set aside, else the one that has waited longest. Null when there is none,
  // which means that each of those that are left has a thread.
  std::unique_ptr<Workgroup> take(std::unique_ptr<Workgroup>& spare) {
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

  void set_aside(std::unique_ptr<Workgroup> g) {
    bool alone;
    {
      std::lock_guard lock(mutex_);
      alone = waiting_.empty() && next_.load() >= total_;
      waiting_.push_back(std::move(g));
      waiting_count_ = waiting_.size();
      if (++turns_ > patience_ * waiting_.size() && waiting_.size() >= resident_ && resident_ < limit_) {
        resident_ = resident_ * 2;
        patience_ *= 2;
        turns_ = 0;
      }
    }
    // Nothing to do here but to wait for another thread's workgroups.
    if (alone) std::this_thread::yield();
  }

  Dim3 id_of(uint64_t n) const {
    const Dim3& b = state_.launch.blocks;
    return {static_cast<uint32_t>(n % b.x), static_cast<uint32_t>(n / b.x % b.y),
            static_cast<uint32_t>(n / b.x / b.y)};
  }

  const LaunchState& state_;
  uint64_t total_ = 0;
  std::atomic<uint64_t> next_ = 0, instructions_ = 0;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  std::string fault_;
  std::list<std::unique_ptr<Workgroup>> waiting_;           // resident, not finished, not running
  std::atomic<size_t> waiting_count_ = 0;                   // its size
  std::atomic<size_t> resident_ = 0, turns_ = 0;            // how many may wait; turns since one ended
  size_t limit_ = 0, patience_ = 2;
};

}  // namespace

Result<LaunchStats> dispatch(const LaunchState& s) {
  install_fault_handlers();
  const auto start = Clock::now();
  Run run(s);
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
