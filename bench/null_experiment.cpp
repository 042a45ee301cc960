// How often does the judge's timing err? Equal programs, and programs whose gain is known, under each model of noise, many times over. Prints the
// tables of bench/results. `null_experiment [EXPERIMENTS]`: of 500 comparisons each, 40 unless said; the other tables have 25 candidates a row
// for each experiment, and more where a level is measured. The same number gives the same tables.
#include "judge/noise.h"
#include "judge/statistics.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>

using namespace wavelift::judge;

namespace {

constexpr int comparisons = 500;       // of an experiment

Comparison once(const Noise& noise, double gain, const Plan& plan, uint64_t seed) {
  FixedClock programs(1e-3, 1e-3 / (1 + gain));
  NoisyClock clock(programs, noise, seed * 2);
  return *compare(clock, plan, seed * 2 + 1);
}

struct Tally {
  int n = 0, improved = 0, confirmed = 0, mixed = 0, slower = 0, unsteady = 0;
  double blocks = 0;
  std::vector<double> estimates = {}, mde = {};   // of first comparisons that improved; of all
};

// `n` candidates; each that improves is compared again, at the level of a search's first confirmation.
Tally compare_many(const Noise& noise, double gain, const Plan& plan, int n, uint64_t& seed) {
  Tally t;
  Plan again = plan;
  again.level = confirmation_level(plan.level, 1);
  for (t.n = 0; t.n < n; ++t.n) {
    const Comparison first = once(noise, gain, plan, ++seed);
    t.blocks += static_cast<double>(first.blocks) / n;
    t.mde.push_back(first.mde);
    t.slower += first.state == Decision::slower;
    t.unsteady += first.state == Decision::unsteady;
    if (claim(first) != Claim::provisional) continue;
    ++t.improved;
    t.estimates.push_back(first.estimate);
    t.confirmed += claim(first, once(noise, gain, again, ++seed), again.level) == Claim::confirmed;
  }
  return t;
}

double percent(int k, int n) { return 100.0 * k / n; }

// Upper end of Wilson's one-sided 95 % interval of k in n, in percent.
double at_most(int k, int n) {
  const double z = normal_quantile(0.95), p = double(k) / n, m = n;
  return 100 * (p + z * z / (2 * m) + z * std::sqrt(p * (1 - p) / m + z * z / (4 * m * m))) / (1 + z * z / m);
}

void equal_programs(int experiments, uint64_t& seed) {
  fmt::print("\n## Equal programs, {} experiments of {} comparisons\n\n"
             "| noise | provisional, all | at most, % | worst experiment | experiments with more than 5 | confirmed | \"slower\", % | unsteady, % | blocks |\n"
             "|---|---|---|---|---|---|---|---|---|\n", experiments, comparisons);
  for (const NoiseModel& m : noise_models()) {
    Tally all;
    int worst = 0, over = 0;
    for (int i = 0; i < experiments; ++i) {
      const Tally t = compare_many(m.noise, 0, {}, comparisons, seed);
      all.n += t.n, all.improved += t.improved, all.confirmed += t.confirmed, all.slower += t.slower, all.unsteady += t.unsteady;
      all.blocks += t.blocks / experiments;
      worst = std::max(worst, t.improved);
      over += t.improved > 5;
    }
    fmt::print("| {} | {} | {:.3f} | {} | {} | {} | {:.1f} | {:.1f} | {:.1f} |\n", m.name, all.improved, at_most(all.improved, all.n), worst, over, all.confirmed,
               percent(all.slower, all.n), percent(all.unsteady, all.n), all.blocks);
  }
}

void level_itself(int n, uint64_t& seed) {
  fmt::print("\n## The level itself: equal programs, delta = 0, no early end, {} comparisons each\n\n"
             "| noise | improved, % (level: 1) | standard error |\n|---|---|---|\n", n);
  for (const NoiseModel& m : noise_models()) {
    if (m.name == "none") continue;
    int improved = 0;
    for (int i = 0; i < n; ++i) improved += once(m.noise, 0, {.delta = 0, .hopeless = 1e-6}, ++seed).state == Decision::improved;
    fmt::print("| {} | {:.2f} | {:.2f} |\n", m.name, percent(improved, n), 100 * std::sqrt(0.01 * 0.99 / n));
  }
}

void power(int n, uint64_t& seed) {
  fmt::print("\n## Gains that are there, {} candidates each\n\n"
             "| noise | gain, % | provisional, % | confirmed, % | median estimate of the provisional, % | minimum detectable effect, % | blocks |\n"
             "|---|---|---|---|---|---|---|\n", n);
  for (const NoiseModel& m : noise_models())
    for (double gain : {0.005, 0.01, 0.02}) {
      const Tally t = compare_many(m.noise, gain, {}, n, seed);
      fmt::print("| {} | {} | {:.1f} | {:.1f} | {} | {:.2f} | {:.1f} |\n", m.name, 100 * gain, percent(t.improved, n), percent(t.confirmed, n),
                 t.estimates.empty() ? "" : fmt::format("{:.2f}", 100 * (median(t.estimates) - 1)), 100 * median(t.mde), t.blocks);
    }
}

void spending(int n, uint64_t& seed) {
  fmt::print("\n## Spending functions: level * (share of blocks) ^ exponent, {} candidates each\n\n"
             "| exponent | levels of the looks, % | noise | provisional at 1 %, % | blocks | at 2 %, % | blocks | at 10 %, % | blocks |\n"
             "|---|---|---|---|---|---|---|---|---|\n", n);
  for (double exponent : {1.0, 1.5, 2.0, 3.0}) {
    const Plan plan{.spending = exponent};
    std::string levels;
    for (double l : look_levels(plan)) levels += fmt::format("{}{:.3f}", levels.empty() ? "" : " ", 100 * l);
    for (const NoiseModel& m : noise_models()) {
      if (m.name != "reference" && m.name != "two clocks" && m.name != "autocorrelated") continue;
      fmt::print("| {} | {} | {}", exponent, levels, m.name);
      for (double gain : {0.01, 0.02, 0.1}) {
        const Tally t = compare_many(m.noise, gain, plan, n, seed);
        fmt::print(" | {:.1f} | {:.1f}", percent(t.improved, n), t.blocks);
      }
      fmt::print(" |\n");
    }
  }
}

void several_shapes(int n, uint64_t& seed) {
  fmt::print("\n## The mean over four shapes with the same noise, {} candidates each, eight times that for the level\n\n"
             "| noise | level itself, % (delta = 0) | equal: provisional, % | blocks | 1 % on all: provisional, % | blocks | 4 % on one: provisional, % | mixed, % | blocks |\n"
             "|---|---|---|---|---|---|---|---|---|\n", n);
  for (const NoiseModel& m : noise_models()) {
    if (m.name == "none") continue;
    auto four = [&](double first_gain, double gain, const Plan& plan, int times) {
      Tally t;
      for (t.n = 0; t.n < times; ++t.n) {
        std::vector<FixedClock> programs(4, FixedClock(1e-3, 1e-3 / (1 + gain)));
        programs[0] = FixedClock(1e-3, 1e-3 / (1 + first_gain));
        std::vector<NoisyClock> clocks;
        std::vector<Clock*> shapes;
        for (FixedClock& p : programs) clocks.emplace_back(p, m.noise, ++seed * 2);
        for (NoisyClock& c : clocks) shapes.push_back(&c);
        const Comparison o = *compare(shapes, plan, ++seed * 2 + 1);
        t.improved += o.state == Decision::improved;
        t.mixed += o.state == Decision::mixed;
        t.blocks += static_cast<double>(o.blocks) / times;
      }
      return t;
    };
    const Tally level = four(0, 0, {.delta = 0, .hopeless = 1e-6}, 8 * n), equal = four(0, 0, {}, n), all = four(0.01, 0.01, {}, n), one = four(0.04, 0, {}, n);
    fmt::print("| {} | {:.2f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} |\n", m.name, percent(level.improved, level.n), percent(equal.improved, n),
               equal.blocks, percent(all.improved, n), all.blocks, percent(one.improved, n), percent(one.mixed, n), one.blocks);
  }
}

void placed_once(int n, uint64_t& seed) {
  fmt::print("\n## Modules loaded once a comparison instead of before each block, {} equal pairs each\n\n"
             "| standard deviation of a place, % | provisional, % | confirmed, % |\n|---|---|---|\n", n);
  for (double sd : {0.002, 0.005, 0.01}) {
    const Tally t = compare_many({.jitter = 0.004, .placement = sd, .placed_once = true}, 0, {}, n, seed);
    fmt::print("| {} | {:.1f} | {:.1f} |\n", 100 * sd, percent(t.improved, n), percent(t.confirmed, n));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int experiments = argc > 1 ? std::atoi(argv[1]) : 40;
  if (experiments < 1) return fmt::print(stderr, "usage: null_experiment [EXPERIMENTS]\n"), 2;
  const int rows = 25 * experiments;
  uint64_t seed = 0;
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);   // rows are seen as they come
  equal_programs(experiments, seed);
  level_itself(rows * 20, seed);
  power(rows, seed);
  spending(rows, seed);
  several_shapes(rows, seed);
  placed_once(rows, seed);
}
