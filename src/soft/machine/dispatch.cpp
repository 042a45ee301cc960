#include "soft/machine/dispatch.h"
#include "soft/machine/fault.h"
#include "soft/machine/fault_report.h"
#include "soft/machine/threads.h"
#include <chrono>
#include <list>
#include <mutex>
#include <thread>

namespace wavelift::soft::WAVE {

namespace {

// A workgroup that is not done after this many wave instructions may be waiting for another one: it is set aside.
// Short, since a workgroup that spins burns it all; turning to another one costs about 10 us of cache misses.
constexpr uint64_t kSlice = 32'000;
// Workgroups that a thread keeps resident at first. When none of them ends in some rounds, they may wait for one that
// is not resident: the number doubles, up to what the real device would hold, and so do the rounds until the next time,
// so that kernels that only take long do not fill the memory.
constexpr size_t kFirstResident = 8;
constexpr size_t kDeviceWaves = 104 * 32;   // compute units of gfx90a, waves on each

// One launch as its threads see it.
class Run {
public:
  explicit Run(const LaunchState& s) : state_(s) {
    const Dim3& b = s.launch.blocks;
    total_ = static_cast<uint64_t>(b.x) * b.y * b.z;
  }

  // A thread's part: takes workgroups until there are none left.
  void work() {
    std::list<std::unique_ptr<Workgroup>> waiting;   // resident, not finished
    std::unique_ptr<Workgroup> idle;                 // its memory is used again
    size_t resident = state_.launch.cooperative ? total_ : kFirstResident, limit = resident_limit(), turns = 0, patience = 2;
    while (!stop_) {
      std::unique_ptr<Workgroup> g;
      if (uint64_t n; waiting.size() < resident && (n = next_.load()) < total_ && (n = next_.fetch_add(1)) < total_) {
        g = idle ? std::move(idle) : std::make_unique<Workgroup>(state_);
        g->start(id_of(n));
      } else if (!waiting.empty()) {
        g = std::move(waiting.front());
        waiting.pop_front();
      } else {
        return;
      }
      switch (g->run(kSlice)) {
      case Workgroup::Progress::finished:
        instructions_ += g->instructions;
        g->instructions = 0;
        idle = std::move(g);
        turns = 0;
        break;
      case Workgroup::Progress::waiting:
        waiting.push_back(std::move(g));
        if (++turns > patience * waiting.size() && waiting.size() >= resident && resident < limit) {
          resident *= 2;
          patience *= 2;
          turns = 0;
        }
        // Nothing to do here but to wait for another thread's workgroups.
        if (waiting.size() == 1 && next_.load() >= total_) std::this_thread::yield();
        break;
      case Workgroup::Progress::faulted:
        std::lock_guard lock(mutex_);
        if (!stop_.exchange(true)) fault_ = describe_fault(*g);
        break;
      }
    }
  }

  // Workgroups of this launch that a real device would have resident at once, for each thread here.
  size_t resident_limit() const {
    const Dim3& t = state_.launch.threads;
    size_t waves = (static_cast<size_t>(t.x) * t.y * t.z + kLanes - 1) / kLanes;
    return std::max<size_t>(kFirstResident, kDeviceWaves / waves);
  }

  Dim3 id_of(uint64_t n) const {
    const Dim3& b = state_.launch.blocks;
    return {static_cast<uint32_t>(n % b.x), static_cast<uint32_t>(n / b.x % b.y),
            static_cast<uint32_t>(n / b.x / b.y)};
  }
  uint64_t total() const { return total_; }
  uint64_t instructions() const { return instructions_; }
  const std::string& fault() const { return fault_; }

private:
  const LaunchState& state_;
  uint64_t total_ = 0;
  std::atomic<uint64_t> next_ = 0, instructions_ = 0;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  std::string fault_;
};

}  // namespace

Result<LaunchStats> dispatch(const LaunchState& s) {
  install_fault_handlers();
  auto start = std::chrono::steady_clock::now();
  Run run(s);
  std::function<void()> job = [&run] { run.work(); };
  // A launch that one thread finishes in microseconds is not worth waking others for.
  if (run.total() <= 1 || worker_count() == 1) job();
  else run_on_threads(static_cast<unsigned>(std::min<uint64_t>(worker_count(), run.total())), job);
  if (!run.fault().empty()) return fail(Exit::failed, run.fault());
  LaunchStats stats;
  stats.wave_instructions = run.instructions();
  const Dim3& t = s.launch.threads;
  stats.waves = run.total() * ((t.x * t.y * t.z + kLanes - 1) / kLanes);
  stats.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return stats;
}

} // namespace wavelift::soft::WAVE
