// Statistics of paired timings. An effect is ln(baseline / candidate), so that a gain and the loss that undoes it weigh the same:
// positive, the candidate is faster; 0.01 is about 1 %.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace wavelift::judge {

// Effect of a block of four samples, two of each side, at positions that are the same on the average (ABBA): what drifts linearly
// cancels. When both sides are the same program, exchanging their labels only turns its sign.
double block_effect(double b1, double b2, double c1, double c2);

// P(X >= k) of n independent trials that succeed with probability p each.
double binomial_tail(int n, int k, double p);

// Fisher's exact test, one-sided: how likely it is, of n and m trials that succeed alike and with k + l successes in all, that k or more of them
// are among the n (The Design of Experiments, 1935).
double fisher_tail(int n, int k, int m, int l);

// Inverse of the standard normal distribution, 0 < p < 1.
double normal_quantile(double p);

// Linear between order statistics, the least at p = 0, the greatest at 1: definition 7 of Hyndman and Fan, "Sample quantiles in statistical
// packages" (The American Statistician 50, 1996). NaN of nothing.
double quantile(std::span<const double> values, double p);
double median(std::span<const double> values);

// Standard deviation that outliers do not move: 1.4826 times the median distance to the median (Hampel 1974; the factor makes it that of a
// normal sample). Where more than half of the values are equal, as those of a coarse clock, that distance is 0 and says nothing: then the
// ordinary one. 0 of less than two values.
double robust_sd(std::span<const double> values);

// Median of the averages (x_i + x_j) / 2 of all pairs i <= j, Walsh's averages: Hodges and Lehmann, "Estimates of location based on rank
// tests" (Annals of Mathematical Statistics 34, 1963). NaN of nothing.
double hodges_lehmann(std::span<const double> values);

// P(T <= t) for t = 0 .. n(n+1)/2: Wilcoxon's signed-rank statistic of n values whose signs are fair coins, by counting the subsets of
// 1 .. n with each sum. Exact to rounding.
std::vector<double> signed_rank_distribution(int n);

// Which order statistic bounds the centre from below, so that it is above the centre with probability `attained` <= the level at most.
struct BoundRule {
  int rank = 0;             // the rank-th smallest (from 1); 0: with so few values no statistic is as sure as that
  bool walsh = false;       // of Walsh's averages (signed-rank test), or of the values themselves (sign test)
  double attained = 0;
};

// n < 8: sign test, which a skewed sample cannot mislead. n <= 200: exact signed-rank test. More: its normal approximation with continuity
// correction; `attained` is then that of the approximation.
// The bound is the least centre that the one-sided test does not reject (Hollander, Wolfe and Chicken, Nonparametric Statistical
// Methods, 3.3 and 3.6). No zero or tie is dropped or ranked: averages that equal the centre count as not above it, which
// only makes the bound lower, so it holds for clocks that tick as well (Noether 1967).
BoundRule bound_rule(int n, double level);

// The centre of a sample: estimate, and one-sided bounds by bound_rule(). Without a bound: -infinity, infinity.
class Location {
public:
  explicit Location(std::span<const double> values);
  double estimate() const;
  double lower(double level) const;
  double upper(double level) const;
  // The standard deviation that goes with bounds this far apart: (upper - lower) / (2 z) * sqrt(n), z of the level that was
  // attained (Lehmann, "Nonparametric confidence intervals for a shift parameter", Annals of Mathematical Statistics 34, 1963). It is what
  // the estimate's accuracy goes by: robust_sd() says too little when there are two modes or many outliers. robust_sd() without bounds.
  double effective_sd(double level) const;

private:
  std::vector<double> values_, walsh_;   // ascending
};

// Least true effect (beyond the threshold) that a one-sided test at `level` of `blocks` blocks finds with probability `power`:
// (z_{1-level} + z_power) * sd / sqrt(blocks).
double minimum_detectable_effect(double sd, int blocks, double level, double power = 0.8);

}  // namespace wavelift::judge
