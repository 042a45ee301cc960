#include "judge/statistics.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace wavelift::judge {

namespace {

constexpr int sign_test_below = 8, exact_up_to = 200;
constexpr double nothing = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();

std::vector<double> sorted(std::span<const double> values) {
  std::vector<double> v(values.begin(), values.end());
  std::ranges::sort(v);
  return v;
}

double quantile_of_sorted(std::span<const double> v, double p) {
  if (v.empty()) return nothing;
  const double at = p * static_cast<double>(v.size() - 1);
  const size_t below = std::min(static_cast<size_t>(at), v.size() - 1), above = std::min(below + 1, v.size() - 1);
  return v[below] + (at - static_cast<double>(below)) * (v[above] - v[below]);
}

std::vector<double> walsh_averages(std::span<const double> x) {
  std::vector<double> w;
  w.reserve(x.size() * (x.size() + 1) / 2);
  for (size_t i = 0; i < x.size(); ++i)
    for (size_t j = i; j < x.size(); ++j) w.push_back((x[i] + x[j]) / 2);
  return w;
}

// The greatest rank whose test is as sure as the level: the bound is the rank-th smallest when P(statistic <= rank - 1) <= level.
BoundRule greatest_rank(std::span<const double> at_most, double level) {
  BoundRule r;
  while (static_cast<size_t>(r.rank) < at_most.size() && at_most[r.rank] <= level) r.attained = at_most[r.rank++];
  return r;
}

// P(X <= k), k = 0 .. n, of n fair coins.
std::vector<double> coins_distribution(int n) {
  std::vector<double> p(n + 1, 0);
  p[0] = 1;
  for (int i = 1; i <= n; ++i)
    for (int k = i; k >= 0; --k) p[k] = (p[k] + (k > 0 ? p[k - 1] : 0)) / 2;
  for (int k = 1; k <= n; ++k) p[k] += p[k - 1];
  return p;
}

}  // namespace

double block_effect(double b1, double b2, double c1, double c2) { return 0.5 * (std::log(b1) + std::log(b2) - std::log(c1) - std::log(c2)); }

namespace {

double log_choose(int n, int k) { return std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0); }

}  // namespace

double binomial_tail(int n, int k, double p) {
  double sum = 0;
  for (int i = std::max(k, 0); i <= n; ++i) sum += std::exp(log_choose(n, i) + i * std::log(p) + (n - i) * std::log1p(-p));
  return std::min(1.0, sum);
}

double fisher_tail(int n, int k, int m, int l) {
  double sum = 0;
  for (int i = k; i <= std::min(n, k + l); ++i)
    if (k + l - i <= m) sum += std::exp(log_choose(n, i) + log_choose(m, k + l - i) - log_choose(n + m, k + l));
  return std::min(1.0, sum);
}

double normal_quantile(double p) {
  double low = -40, high = 40;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (0.5 * std::erfc(-middle / std::numbers::sqrt2) < p ? low : high) = middle;
  }
  return (low + high) / 2;
}

double quantile(std::span<const double> values, double p) { return quantile_of_sorted(sorted(values), p); }
double median(std::span<const double> values) { return quantile(values, 0.5); }

double robust_sd(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const double centre = median(values);
  std::vector<double> distance;
  double mean = 0, square = 0;
  for (double v : values) distance.push_back(std::abs(v - centre)), mean += (v - centre) / static_cast<double>(values.size());
  if (double m = median(distance); m > 0) return m / normal_quantile(0.75);
  for (double v : values) square += (v - centre - mean) * (v - centre - mean);
  return std::sqrt(square / static_cast<double>(values.size() - 1));
}

double hodges_lehmann(std::span<const double> values) {
  std::vector<double> w = walsh_averages(values);
  if (w.empty()) return nothing;
  const auto middle = w.begin() + static_cast<ptrdiff_t>(w.size() / 2);
  std::nth_element(w.begin(), middle, w.end());
  return w.size() % 2 ? *middle : (*middle + *std::max_element(w.begin(), middle)) / 2;
}

std::vector<double> signed_rank_distribution(int n) {
  std::vector<double> p(n * (n + 1) / 2 + 1, 0);
  p[0] = 1;
  for (int i = 1; i <= n; ++i)
    for (int t = i * (i + 1) / 2; t >= 0; --t) p[t] = (p[t] + (t >= i ? p[t - i] : 0)) / 2;
  for (size_t t = 1; t < p.size(); ++t) p[t] += p[t - 1];
  return p;
}

BoundRule bound_rule(int n, double level) {
  if (n < 1 || level <= 0) return {};
  if (n < sign_test_below) return greatest_rank(coins_distribution(n), level);
  if (n <= exact_up_to) {
    // Each look asks for a few levels of the same few n.
    thread_local std::array<std::vector<double>, exact_up_to + 1> known;
    if (known[n].empty()) known[n] = signed_rank_distribution(n);
    BoundRule r = greatest_rank(known[n], level);
    r.walsh = true;
    return r;
  }
  const double m = n, mean = m * (m + 1) / 4, sd = std::sqrt(m * (m + 1) * (2 * m + 1) / 24);
  // P(T <= t) is about Phi((t + 1/2 - mean) / sd).
  const double t = std::floor(mean + normal_quantile(level) * sd - 0.5);
  if (t < 0) return {.walsh = true};
  return {.rank = static_cast<int>(t) + 1, .walsh = true, .attained = 0.5 * std::erfc((mean - t - 0.5) / sd / std::numbers::sqrt2)};
}

Location::Location(std::span<const double> values) : values_(sorted(values)), walsh_(sorted(walsh_averages(values))) {}

double Location::estimate() const { return quantile_of_sorted(walsh_, 0.5); }

double Location::lower(double level) const {
  const BoundRule r = bound_rule(static_cast<int>(values_.size()), level);
  return r.rank == 0 ? -infinite : (r.walsh ? walsh_ : values_)[r.rank - 1];
}

double Location::upper(double level) const {
  const BoundRule r = bound_rule(static_cast<int>(values_.size()), level);
  const std::vector<double>& v = r.walsh ? walsh_ : values_;
  return r.rank == 0 ? infinite : v[v.size() - r.rank];
}

double Location::effective_sd(double level) const {
  const double n = static_cast<double>(values_.size()), attained = bound_rule(static_cast<int>(n), level).attained;
  if (attained == 0) return robust_sd(values_);
  return (upper(level) - lower(level)) / (2 * normal_quantile(1 - attained)) * std::sqrt(n);
}

double minimum_detectable_effect(double sd, int blocks, double level, double power) {
  return (normal_quantile(1 - level) + normal_quantile(power)) * sd / std::sqrt(static_cast<double>(blocks));
}

}  // namespace wavelift::judge
