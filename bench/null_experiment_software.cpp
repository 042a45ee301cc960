// The null experiment on the software GPU's own clock: real kernels, through the judge's timing stage as it is (places, fresh modules, results that
// are looked at), on the clock that counts issued instructions (WAVELIFT_CLOCK=issue), with each model of noise put upon its times.
// null_experiment_software [COMPARISONS]: of equal kernels COMPARISONS under each noise (500), of each gain a fifth as many. The same number gives
// the same table on every machine.
#include "base/files.h"
#include "judge/data.h"
#include "judge/noise.h"
#include "judge/statistics.h"
#include "judge/timing.h"
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>

using namespace wavelift;
using namespace wavelift::judge;

namespace {

template <class T> T must(Result<T> r) {
  if (r) return std::move(*r);
  fmt::print(stderr, "{}\n", r.error().sentence());
  std::exit(1);
}

class Experiment {
public:
  Experiment() : device_(must(device::open("software:gfx90a"))), task_(must(read_task(TASK))), object_(must(read_file(KERNELS))) {
    // What is right is known without the task's reference: one product, rounded once.
    const size_t n = 100;
    case_.shape.name = "100";
    case_.shape.values = {{"n", n}};
    case_.elements = {n, n};
    case_.data = {must(draw(task_.buffers[0].data[0], Element::f32, n, case_.shape.values, 1)), {}};
    case_.expected.resize(2);
    case_.expected[1] = {std::vector<double>(n), std::vector<double>(n), std::vector<double>(n, 1)};
    for (size_t i = 0; i < n; ++i) case_.expected[1].value[i] = task_.constants.at("a") * load(Element::f32, &case_.data[0][4 * i]);
  }

  Comparison compare(const std::string& kernel, const Noise& noise, double level, uint64_t seed) {
    TimingOptions o;
    o.plan.level = level;
    o.plan.sample_s = 1e-6;              // this clock ticks as finely for one launch as for a batch
    o.seed = seed;
    o.cold = false;                      // it knows of no cache
    o.instead = [&](Clock& of) { return std::make_unique<NoisyClock>(of, noise, seed); };
    Timing t = must(time_against(*device_, task_, {&case_}, built("baseline"), built(kernel), o));
    if (!t.fault.empty() || t.looked == 0) fmt::print(stderr, "{}: {}\n", kernel, t.looked ? t.fault : "nothing was looked at"), std::exit(1);
    return t.comparison;
  }

private:
  Built built(const std::string& kernel) {
    const auto bytes = std::as_bytes(std::span(object_));
    return {{bytes.begin(), bytes.end()}, {kernel}, task_.contract, {}};
  }

  std::unique_ptr<device::Device> device_;
  Task task_;
  std::string object_;
  Case case_{};
};

void row(Experiment& experiment, const NoiseModel& noise, const std::string& kernel, double gain, int n, uint64_t& seed) {
  const auto from = std::chrono::steady_clock::now();
  const Plan plan;
  int provisional = 0, confirmed = 0, anomalies = 0, unsteady = 0;
  double blocks = 0;
  std::vector<double> estimates, mde;
  for (int i = 0; i < n; ++i) {
    const Comparison first = experiment.compare(kernel, noise.noise, plan.level, ++seed);
    blocks += static_cast<double>(first.blocks) / n;
    mde.push_back(first.mde);
    anomalies += first.state == Decision::anomaly;
    unsteady += first.state == Decision::unsteady;
    if (claim(first) != Claim::provisional) continue;
    ++provisional;
    estimates.push_back(100 * (first.estimate - 1));
    const double level = confirmation_level(plan.level, 1);
    confirmed += claim(first, experiment.compare(kernel, noise.noise, level, ++seed), level) == Claim::confirmed;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - from;
  fmt::print("| {} | {} | {:.2f} | {} | {} | {} | {} | {} | {} | {:.2f} | {:.1f} | {:.0f} |\n", noise.name, kernel, 100 * gain, n, provisional, confirmed, anomalies, unsteady,
             estimates.empty() ? "" : fmt::format("{:.2f}", median(estimates)), 100 * median(mde), blocks, took.count());
}

}  // namespace

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 500;
  if (n < 2) return fmt::print(stderr, "usage: null_experiment_software [COMPARISONS]\n"), 2;
  ::setenv("WAVELIFT_CLOCK", "issue", 1);
  Experiment experiment;
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);   // rows are seen as they come
  fmt::print("| noise | candidate | gain, % | comparisons | provisional | confirmed | anomalies | unsteady | median estimate of the provisional, % | "
             "minimum detectable effect, % | blocks | seconds |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  uint64_t seed = 0;
  for (const NoiseModel& m : noise_models())
    for (const char* kernel : {"baseline", "rewritten", "faster_by_1", "faster_by_2"}) {
      const double gain = experiment.compare(kernel, {}, 0.01, 1).estimate - 1;
      const bool equal = gain == 0;
      row(experiment, m, kernel, gain, equal ? n / 2 : std::max(1, n / 5), seed);
    }
}
