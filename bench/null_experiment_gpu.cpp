// The null experiment on a real GPU: how often does the judge's timing say that a kernel is faster than itself, and does it find gains
// that are there? null_experiment_gpu ADDRESS OBJECT [COMPARISONS]: OBJECT is null_experiment_gpu.cu as a cubin or a code object; of equal
// kernels COMPARISONS (500), of each gain a fifth as many. Prints the table of bench/results.
#include "base/files.h"
#include "judge/device_clock.h"
#include "judge/statistics.h"
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <sys/random.h>

using namespace wavelift;
using namespace wavelift::judge;

namespace {

constexpr uint32_t kThreads = 256;

template <class T> T must(Result<T> r, const char* doing) {
  if (r) return std::move(*r);
  fmt::print(stderr, "{}: {}\n", doing, r.error().sentence());
  std::exit(1);
}
void must(Status s, const char* doing) {
  if (s) return;
  fmt::print(stderr, "{}: {}\n", doing, s.error().sentence());
  std::exit(1);
}

uint64_t coins() {
  uint64_t c = 0;
  while (::getrandom(&c, sizeof c, 0) != sizeof c) {}
  return c;
}

struct Kernel {
  const char* name;
  uint32_t blocks;
  size_t elements;                       // of each of the two buffers
  int work;                              // of the baseline
};

// Both sides on the same kernel; the candidate has less to do by `gain`.
class Pair {
public:
  Pair(device::Device& device, const std::string& object, const Kernel& kernel, double gain)
      : device_(device), object_(object), kernel_(kernel), work_{kernel.work, static_cast<int>(kernel.work / (1 + gain) + 0.5)} {
    // Each side goes through buffers of twice the last cache.
    const size_t bytes = kernel.elements * sizeof(float);
    sets_ = 2 * device.info().last_level_cache / (2 * bytes) + 2;
    for (size_t k = 0; k < 4 * sets_; ++k) {
      buffers_.push_back(must(device.allocate(bytes), "memory"));
      must(device.fill(buffers_.back(), std::byte(0), bytes), "fill");
    }
  }
  ~Pair() {
    for (uint64_t b : buffers_) (void)device_.release(b);
  }
  DeviceClock clock() {
    return DeviceClock(device_, {.launch = [this](Side s, int i) { return launch(s, i); }, .begin = [this] { return fresh(); }, .fresh = [this] { return fresh(); }});
  }
  double gain() const { return static_cast<double>(work_[0]) / work_[1] - 1; }

private:
  Status launch(Side s, int) {
    const size_t side = s == Side::candidate, set = turn_[side]++ % sets_, half = side ^ exchanged_;
    const uint64_t y = buffers_[(half * sets_ + set) * 2], x = buffers_[(half * sets_ + set) * 2 + 1];
    std::vector<std::byte> arguments(20);
    std::memcpy(&arguments[0], &y, 8);
    std::memcpy(&arguments[8], &x, 8);
    std::memcpy(&arguments[16], &work_[side], 4);
    return device_.launch(*modules_[side], {kernel_.name, {kernel_.blocks, 1, 1}, {kThreads, 1, 1}, 0, std::move(arguments)});
  }
  Status fresh() {
    // Where buffers lie is worth up to one percent on a card, for as long as they lie there.
    exchanged_ = coins() % 2;
    for (auto& m : modules_) {
      m.reset();
      auto loaded = device_.load(std::as_bytes(std::span(object_)));
      if (!loaded) return std::unexpected(loaded.error());
      m = std::move(*loaded);
    }
    for (Side s : {Side::baseline, Side::candidate})
      if (auto done = launch(s, 0); !done) return done;
    return device_.wait();
  }

  device::Device& device_;
  const std::string& object_;
  const Kernel kernel_;
  const int work_[2];
  size_t sets_ = 1, turn_[2] = {}, exchanged_ = 0;
  std::vector<uint64_t> buffers_;
  std::unique_ptr<device::Module> modules_[2];
};

struct Tally {
  int n = 0, provisional = 0, confirmed = 0, anomalies = 0, unsteady = 0;
  double blocks = 0, seconds = 0;
  std::vector<double> mde = {}, sd = {}, estimates = {};
};

Tally many(device::Device& device, const std::string& object, const Kernel& kernel, double gain, int n) {
  Tally t;
  const auto from = std::chrono::steady_clock::now();
  for (t.n = 0; t.n < n; ++t.n) {
    auto once = [&](const Plan& plan) {
      Pair pair(device, object, kernel, gain);
      auto clock = pair.clock();
      return must(compare(clock, plan, coins()), "comparison");
    };
    const Plan plan;
    const Comparison first = once(plan);
    t.blocks += static_cast<double>(first.blocks) / n;
    t.mde.push_back(first.mde);
    t.sd.push_back(first.sd);
    t.anomalies += first.state == Decision::anomaly;
    t.unsteady += first.state == Decision::unsteady;
    const bool odd = first.state == Decision::anomaly || first.state == Decision::unsteady;
    if (odd && t.anomalies + t.unsteady == 1) fmt::print(stderr, "{}: {}\n", kernel.name, first.why);
    if (claim(first) != Claim::provisional) continue;
    ++t.provisional;
    t.estimates.push_back(first.estimate);
    Plan again = plan;
    again.level = confirmation_level(plan.level, 1);
    t.confirmed += claim(first, once(again), again.level) == Claim::confirmed;
  }
  t.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
  return t;
}

void row(device::Device& device, const std::string& object, const Kernel& kernel, double gain, int n) {
  const double true_gain = Pair(device, object, kernel, gain).gain();
  const Tally t = many(device, object, kernel, gain, n);
  fmt::print("| {} | {:.2f} | {} | {} | {} | {} | {} | {} | {:.3f} | {:.2f} | {:.1f} | {:.0f} |\n", kernel.name, 100 * true_gain, t.n, t.provisional, t.confirmed, t.anomalies, t.unsteady,
             t.estimates.empty() ? "" : fmt::format("{:.2f}", 100 * (median(t.estimates) - 1)), 100 * median(t.sd), 100 * median(t.mde), t.blocks, t.seconds);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: null_experiment_gpu ADDRESS OBJECT [COMPARISONS]\n");
    return 2;
  }
  const std::string object = must(read_file(argv[2]), "object");
  const int n = argc > 3 ? std::atoi(argv[3]) : 500;
  auto device = must(device::open(argv[1]), "open");
  const device::Telemetry t = device->telemetry();
  fmt::print("{}, driver {}, {:.0f} MHz, {:.0f} W, {:.0f} C\n\n", device->info().name, device->info().driver, t.core_mhz.value_or(0), t.watts.value_or(0), t.celsius.value_or(0));
  const bool software = device->info().kind == device::Kind::software;
  const size_t units = static_cast<size_t>(std::max(1, device->info().compute_units));
  const Kernel kernels[] = {{"arithmetic", static_cast<uint32_t>(8 * units), 8 * units * kThreads, software ? 50 : 20000},
                            {"stream", static_cast<uint32_t>(8 * units), software ? size_t(1) << 12 : size_t(1) << 24, software ? 1 << 12 : 1 << 24}};
  fmt::print("| kernel | gain, % | comparisons | provisional | confirmed | anomalies | unsteady | median estimate of the provisional, % | sd of a block, % | "
             "minimum detectable effect, % | blocks | seconds |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (const Kernel& k : kernels)
    for (double gain : {0.0, 0.01, 0.02}) row(*device, object, k, gain, gain == 0 ? n : std::max(1, n / 5));
}
