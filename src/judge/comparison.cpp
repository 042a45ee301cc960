#include "judge/comparison.h"
#include "judge/random.h"
#include "judge/statistics.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace wavelift::judge {

namespace {

constexpr double floor_margin = 0.95;       // of the floor: below it a time is not believed
constexpr double clocks_differ = 0.05;      // of the device's time, beyond the overhead
constexpr double odd_share = 0.1;           // of a side's samples may be odd, as those are in which the host was interrupted ...
constexpr double odd_chance = 1e-3;         // ... unless more are, and by chance so many would be so seldom
constexpr double odd_doubt = 0.05;          // from here on no win is believed
constexpr double warm_change = 0.01;        // between medians of five: warm
constexpr size_t warm_window = 5, most_warm_samples = 200;
constexpr double rounding = 1e-9;           // of an effect: a gain of delta itself is not above it
constexpr int most_rounds = 8;

// What was measured of one shape.
struct Measured {
  Clock* clock;
  Random coins;
  int launches = 0;                         // 0: not chosen yet
  bool settled = true;
  std::vector<double> effects = {}, spreads = {};   // of the blocks: how far apart the samples of a side are
  std::array<std::vector<double>, 2> times = {};   // of a launch, by side
  std::array<size_t, 2> disagree = {};
  std::string impossible = {};              // a sample that is no time
};

bool is_time(double s) { return s > 0 && std::isfinite(s); }

// Seconds of a sample of the device's clock; what is no time is noted.
Result<double> timed(Measured& m, Side side, bool counts) {
  Result<Sample> s = m.clock->sample(side, m.launches);
  if (!s) return std::unexpected(s.error());
  if (!is_time(s->device)) {
    m.impossible = fmt::format("a sample of the {} took {} s", side == Side::baseline ? "baseline" : "candidate", s->device);
    return s->device;
  }
  if (counts) {
    const size_t i = static_cast<size_t>(side);
    m.times[i].push_back(s->device / m.launches);
    if (s->host != 0)
      m.disagree[i] += s->host < s->device * (1 - clocks_differ) || s->host > s->device * (1 + clocks_differ) + m.clock->overhead();
  }
  return s->device;
}

// Runs both sides in turn until the medians of their last five samples are within a percent of those of the five before, or a cap.
// Gives the last medians.
Result<std::array<double, 2>> warm_up(Measured& m, const Plan& plan, double& seconds) {
  std::array<std::vector<double>, 2> seen;
  std::array<double, 2> last{};
  m.settled = false;
  while (seconds < plan.warm_s && seen[0].size() < most_warm_samples && m.impossible.empty()) {
    bool settled = true;
    for (Side side : {Side::baseline, Side::candidate}) {
      const size_t i = static_cast<size_t>(side);
      auto s = timed(m, side, false);
      if (!s) return std::unexpected(s.error());
      seconds += *s;
      seen[i].push_back(*s);
      const std::span<const double> all = seen[i];
      last[i] = median(all.last(std::min(all.size(), warm_window)));
      settled &= all.size() >= 2 * warm_window &&
                 std::abs(last[i] / median(all.last(2 * warm_window).first(warm_window)) - 1) < warm_change;
    }
    if (settled) {
      m.settled = true;
      break;
    }
  }
  return last;
}

// Warms up, and the first time decides how many launches a sample has: the same for both sides, so that what a batch costs by itself weighs
// the same.
Status prepare(Measured& m, const Plan& plan) {
  double seconds = 0;
  const bool choose = m.launches == 0, settled_before = m.settled;
  if (choose) m.launches = 1;
  for (int round = 0; round < most_rounds; ++round) {
    auto last = warm_up(m, plan, seconds);
    if (!last) return std::unexpected(last.error());
    const auto [fast, slow] = std::ranges::minmax(*last);
    if (!choose || !m.impossible.empty() || fast <= 0 || fast >= plan.sample_s) break;
    // A fifth more than is needed: times vary.
    const double wanted = std::ceil(1.2 * plan.sample_s / fast * m.launches), bearable = std::floor(plan.slow_sample_s / slow * m.launches);
    const int next = static_cast<int>(std::clamp(std::min(wanted, bearable), 1.0, double(m.clock->most_launches())));
    if (next <= m.launches) break;
    m.launches = next;
  }
  m.settled &= settled_before;
  return {};
}

Status block(Measured& m) {
  if (Status s = m.clock->fresh(); !s) return s;
  const Side outer = m.coins.coin() ? Side::baseline : Side::candidate, inner = outer == Side::baseline ? Side::candidate : Side::baseline;
  std::array<double, 4> s{};
  for (int i = 0; i < 4; ++i) {
    auto t = timed(m, i == 0 || i == 3 ? outer : inner, true);
    if (!t) return std::unexpected(t.error());
    if (!m.impossible.empty()) return {};
    s[i] = *t;
  }
  m.spreads.push_back(std::max(std::abs(std::log(s[0] / s[3])), std::abs(std::log(s[1] / s[2]))));
  m.effects.push_back(outer == Side::baseline ? block_effect(s[0], s[3], s[1], s[2]) : block_effect(s[1], s[2], s[0], s[3]));
  return {};
}

Status visit(Measured& m, const Plan& plan, int blocks) {
  if (Status s = m.clock->begin(); !s) return s;
  if (Status s = prepare(m, plan); !s) return s;
  while (static_cast<int>(m.effects.size()) < blocks && m.impossible.empty())
    if (Status s = block(m); !s) return s;
  return m.clock->end();
}

// What makes the times of a shape no measurement, if anything does.
struct Doubt {
  Decision state = Decision::tied;   // anomaly or unsteady
  std::string why;
};

// How likely so many odd samples of the candidate's are by the same chance as the baseline's; 1 where they are few.
double chance_of_odd(const Measured& m) {
  const int odd[2] = {static_cast<int>(m.disagree[0]), static_cast<int>(m.disagree[1])};
  const int all[2] = {static_cast<int>(m.times[0].size()), static_cast<int>(m.times[1].size())};
  return odd[1] > odd_share * all[1] ? fisher_tail(all[1], odd[1], all[0], odd[0]) : 1;
}
std::string odd_words(const Measured& m) {
  return fmt::format("the device's clock and the host's disagree on {:.0f} % of the candidate's samples", 100.0 * static_cast<double>(m.disagree[1]) / static_cast<double>(m.times[1].size()));
}

Doubt doubt(const Measured& m) {
  if (!m.impossible.empty()) return {Decision::anomaly, m.impossible};
  const double low = quantile(m.times[1], 0.1), floor = m.clock->floor();
  if (low < floor_margin * floor)
    return {Decision::anomaly, fmt::format("a launch of the candidate takes {:.4g} s, but cannot take less than {:.4g} s on this device", low, floor)};
  // A machine whose clocks disagree on the baseline, which is trusted, measures nothing.
  const int odd = static_cast<int>(m.disagree[0]), all = static_cast<int>(m.times[0].size());
  if (odd > odd_share * all && binomial_tail(all, odd, odd_share) < odd_chance) return {Decision::unsteady, "the device's clock and the host's disagree on the baseline"};
  if (chance_of_odd(m) < odd_chance) return {Decision::anomaly, odd_words(m)};
  return {};
}

ShapeComparison summary(const Measured& m, const Plan& plan) {
  ShapeComparison o;
  o.launches = m.launches;
  o.settled = m.settled;
  o.effects = m.effects;
  if (m.effects.empty()) return o;
  const Location location(m.effects);
  o.estimate = std::exp(location.estimate());
  o.lower = std::exp(location.lower(plan.hopeless));
  o.upper = std::exp(location.upper(plan.hopeless));
  o.sd = robust_sd(m.effects);
  o.baseline_s = median(m.times[0]);
  o.candidate_s = median(m.times[1]);
  o.candidate_low_s = quantile(m.times[1], 0.1);
  o.candidate_high_s = quantile(m.times[1], 0.9);
  return o;
}

// Slower on a shape: by more than delta, and by more than the blocks so far would hide.
bool became_slower(const ShapeComparison& o, const Plan& plan) {
  const double sd = Location(o.effects).effective_sd(plan.hopeless);
  const double hidden = minimum_detectable_effect(sd, static_cast<int>(o.effects.size()), plan.level);
  return std::log(o.estimate) < -std::max(hidden, std::log1p(plan.delta));
}

// Means over shapes of the effects of a block of each. A mean of many shapes often has one with an outlier, and loses what ranks gain; so the
// quietest block of each shape goes with the quietest of the others, and so on to the most disturbed. The spread knows nothing of the
// labels, so the signs stay fair.
std::vector<double> means_over_shapes(const std::vector<Measured>& measured, int blocks) {
  std::vector<double> means(blocks, 0);
  std::vector<size_t> order(blocks);
  for (const Measured& m : measured) {
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](size_t i) { return std::pair(m.spreads[i], i); });
    for (int i = 0; i < blocks; ++i) means[i] += m.effects[order[i]] / static_cast<double>(measured.size());
  }
  return means;
}

// What is known after `blocks` blocks, with `level` for a win and `last_level` left for the last look. `ends`: nothing more has to be measured.
Comparison look(const std::vector<Measured>& measured, const Plan& plan, int blocks, double level, double last_level, bool& ends) {
  Comparison out;
  for (const Measured& m : measured) out.shapes.push_back(summary(m, plan));
  for (const Measured& m : measured)
    if (Doubt d = doubt(m); d.state != Decision::tied) {
      out.state = d.state;
      out.why = d.why;
      ends = true;
      return out;
    }
  const std::vector<double> means = means_over_shapes(measured, blocks);
  const Location location(means);
  const double threshold = std::log1p(plan.delta), lower = location.lower(level), upper = location.upper(plan.hopeless);
  out.blocks = blocks;
  out.sd = robust_sd(means);
  out.mde = std::expm1(threshold + minimum_detectable_effect(location.effective_sd(plan.hopeless), plan.looks.back(), last_level));
  out.estimate = std::exp(location.estimate());
  out.lower = std::exp(location.lower(plan.hopeless));
  out.upper = std::exp(upper);
  if (lower > threshold + rounding) {
    if (const auto odd = std::ranges::find_if(measured, [](const Measured& m) { return chance_of_odd(m) < odd_doubt; }); odd != measured.end()) {
      out.state = Decision::unsteady;
      out.why = odd_words(*odd) + ", perhaps by chance";
      return out;
    }
    ends = true;
    out.state = Decision::improved;
    out.lower = std::exp(lower);
    out.why = fmt::format("{:.2f} % faster, at least {:.2f} %", 100 * (out.estimate - 1), 100 * (out.lower - 1));
    const auto worst = std::ranges::min_element(out.shapes, {}, &ShapeComparison::estimate);
    if (!plan.trade_offs && became_slower(*worst, plan)) {
      out.state = Decision::mixed;
      out.why += fmt::format(" on the mean, but {:.2f} % slower on shape {}", 100 * (1 / worst->estimate - 1), worst - out.shapes.begin() + 1);
    }
    return out;
  }
  ends = upper < threshold;
  if (location.upper(plan.slower) < 0 && location.estimate() < -threshold) {
    out.state = Decision::slower;
    out.why = fmt::format("{:.2f} % slower, at least {:.2f} %", 100 * (1 / out.estimate - 1), 100 * (1 / out.upper - 1));
  } else if (!ends && out.mde > plan.largest_mde) {
    out.state = Decision::unsteady;
    out.why = fmt::format("too much noise: a gain of less than {:.1f} % would not be found", 100 * out.mde);
  } else {
    out.state = Decision::tied;
    out.why = fmt::format("no gain of more than {:.2f} % was shown; one of {:.2f} % would be found", 100 * plan.delta, 100 * out.mde);
  }
  return out;
}

bool makes_sense(const Plan& p) {
  return p.level > 0 && p.level < 0.5 && p.hopeless > 0 && p.hopeless < 0.5 && p.slower > 0 && p.slower < 0.5 && p.delta >= 0 && p.spending > 0 && !p.looks.empty() && p.looks.front() > 0 &&
         std::ranges::is_sorted(p.looks, std::ranges::less_equal{}) && look_levels(p).back() > 0;
}

}  // namespace

std::string_view name_of(Decision state) {
  constexpr std::string_view names[] = {"tied", "improved", "mixed", "slower", "unsteady", "anomaly"};
  return names[static_cast<size_t>(state)];
}

std::string_view name_of(Claim claim) {
  constexpr std::string_view names[] = {"none", "provisional", "confirmed", "refuted"};
  return names[static_cast<size_t>(claim)];
}

std::vector<double> look_levels(const Plan& plan) {
  std::vector<double> levels;
  double spent = 0;
  for (int blocks : plan.looks) {
    const double by_now = plan.level * std::pow(static_cast<double>(blocks) / plan.looks.back(), plan.spending);
    levels.push_back(bound_rule(blocks, by_now - spent).attained);
    spent += levels.back();
  }
  return levels;
}

Result<Comparison> compare(std::span<Clock* const> shapes, const Plan& plan, uint64_t seed) {
  if (shapes.empty() || !makes_sense(plan)) return fail(Exit::internal, "a comparison without shapes, or whose plan makes no sense");
  std::vector<Measured> measured;
  Random seeds(seed);
  for (Clock* clock : shapes) measured.push_back({clock, Random(seeds.next())});
  const std::vector<double> levels = look_levels(plan);
  Comparison out;
  bool ends = false;
  for (size_t k = 0; k < levels.size() && !ends; ++k) {
    for (Measured& m : measured)
      if (Status s = visit(m, plan, plan.looks[k]); !s) return std::unexpected(s.error());
    out = look(measured, plan, plan.looks[k], levels[k], levels.back(), ends);
  }
  out.level = plan.level;
  out.seed = seed;
  return out;
}

double confirmation_level(double level, int k) { return level / (static_cast<double>(k) * (k + 1)); }

Claim claim(const Comparison& first) { return first.state == Decision::improved ? Claim::provisional : Claim::none; }

Claim claim(const Comparison& first, const Comparison& confirmation, double level) {
  if (first.state != Decision::improved) return Claim::none;
  if (confirmation.seed == first.seed || confirmation.level > level) return Claim::provisional;
  return confirmation.state == Decision::improved ? Claim::confirmed : Claim::refuted;
}

}  // namespace wavelift::judge
