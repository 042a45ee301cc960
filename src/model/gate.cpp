#include "model/gate.h"
#include "base/splitmix.h"
#include "model/constants.h"
#include <algorithm>
#include <cmath>

namespace wavelift::model {

namespace {

// The value that the asked part of new ones will not exceed, when they come from where these do (Vovk's split conformal rank).
double conformal(std::vector<double> values, double coverage) {
  std::ranges::sort(values);
  const auto rank = static_cast<size_t>(std::ceil(coverage * static_cast<double>(values.size() + 1)));
  return values[std::min(std::max<size_t>(1, rank), values.size()) - 1];
}

std::vector<double> differences(const std::vector<double>& residuals) {
  std::vector<double> all;
  for (size_t i = 0; i < residuals.size(); ++i)
    for (size_t j = 0; j < residuals.size(); ++j)
      if (i != j) all.push_back(residuals[i] - residuals[j]);
  return all;
}

// P(candidate / best < 1) when log of the ratio is predicted and off by one of `errors`.
double below_one(double log_ratio, const std::vector<double>& errors) {
  if (errors.empty()) {
    // A logistic curve whose 80 % interval is the assumed one.
    const double scale = std::log(kRatioAssumed) / std::log(9.0);
    return 1 / (1 + std::exp(log_ratio / scale));
  }
  double n = 0;
  for (double e : errors) n += log_ratio + e < 0 ? 1 : log_ratio + e == 0 ? 0.5 : 0;
  return n / static_cast<double>(errors.size());
}

}  // namespace

std::string_view name_of(Decision d) {
  constexpr std::string_view names[] = {"skip", "try", "must-measure"};
  return names[static_cast<size_t>(d)];
}

void Calibration::add(Trial trial) {
  if (trial.predicted > 0 && trial.measured > 0) trials_.push_back(std::move(trial));
}

std::vector<double> Calibration::residuals(const std::string& family, size_t before) const {
  std::vector<double> own, all;
  for (size_t i = 0; i < std::min(before, trials_.size()); ++i) {
    const double e = std::log(trials_[i].measured / trials_[i].predicted);
    all.push_back(e);
    if (trials_[i].family == family) own.push_back(e);
  }
  return own.size() >= kFewest ? own : all.size() >= kFewest ? all : std::vector<double>();
}

Width Calibration::width(const std::string& family, double coverage) const {
  std::vector<double> r = residuals(family, trials_.size());
  if (r.empty()) return {};
  for (double& e : r) e = std::abs(e);
  return {std::exp(conformal(std::move(r), coverage))};
}

Width Calibration::ratio_width(const std::string& family, double coverage) const {
  std::vector<double> d = differences(residuals(family, trials_.size()));
  if (d.empty()) return {};
  for (double& e : d) e = std::abs(e);
  return {std::exp(conformal(std::move(d), coverage))};
}

double Calibration::faster(const std::string& family, double predicted_ratio) const {
  return below_one(std::log(predicted_ratio), differences(residuals(family, trials_.size())));
}

Calibration::Coverage Calibration::coverage(double asked) const {
  Coverage c;
  for (size_t i = 0; i < trials_.size(); ++i) {
    std::vector<double> r = residuals(trials_[i].family, i);
    if (r.empty()) continue;
    for (double& e : r) e = std::abs(e);
    ++c.judged;
    c.inside += std::abs(std::log(trials_[i].measured / trials_[i].predicted)) <= conformal(std::move(r), asked);
  }
  if (c.judged) c.inside /= static_cast<double>(c.judged);
  return c;
}

std::optional<double> Calibration::brier() const {
  double sum = 0;
  size_t n = 0;
  for (size_t i = 0; i < trials_.size(); ++i) {
    const auto errors = differences(residuals(trials_[i].family, i));
    for (size_t j = 0; j < i; ++j) {
      if (trials_[j].family != trials_[i].family) continue;
      const double p = below_one(std::log(trials_[i].predicted / trials_[j].predicted), errors);
      const double is = trials_[i].measured < trials_[j].measured ? 1 : trials_[i].measured == trials_[j].measured ? 0.5 : 0;
      sum += (p - is) * (p - is);
      ++n;
    }
  }
  if (n == 0) return {};
  return sum / static_cast<double>(n);
}

Decision decide(const Prediction& candidate, const Prediction& best, const std::string& family, const Calibration& past, bool known, const GateRules& rules) {
  if (candidate.seconds <= 0 || best.seconds <= 0 || candidate.confidence <= 0 || best.confidence <= 0) return Decision::must_measure;
  const Width learnt = past.ratio_width(family, rules.coverage);
  const double factor = learnt.factor > 1 ? learnt.factor : kRatioAssumed, ratio = candidate.seconds / best.seconds;
  if (ratio / factor > rules.worse) return known ? Decision::skip : Decision::must_measure;
  if (ratio * factor < 1) return Decision::attempt;
  return Decision::must_measure;
}

bool audited(uint64_t id, const GateRules& rules) {
  return static_cast<double>(splitmix(id) >> 11) * 0x1p-53 < rules.audited;
}

double regret(const std::vector<AuditedSkip>& skips) {
  double most = 0;
  for (const AuditedSkip& s : skips)
    if (s.best > 0) most = std::max(most, 1 - s.measured / s.best);
  return most;
}

}  // namespace wavelift::model
