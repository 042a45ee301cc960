#include "tune/search.h"
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace wavelift::tune {

namespace {

class Search {
 public:
  Search(const Subject& subject, Evaluator& evaluator, const SearchOptions& options) : subject_(subject), evaluator_(evaluator), options_(options) {}

  Result<Found> run() {
    found_.source = subject_.baseline;
    if (auto s = structures(); !s) return std::unexpected(s.error());
    if (auto s = numbers(); !s) return std::unexpected(s.error());
    found_.exhausted = !over();
    return std::move(found_);
  }

 private:
  bool over() const { return found_.charged >= options_.budget || (options_.stop && options_.stop()); }

  // The table's transformations but those of `without`. A transformation may allow one that stands before it, so the table is gone through
  // until nothing is added.
  Plans applied(const std::set<std::string_view>& without, bool notes) {
    Plans plans(subject_.nests.size());
    for (bool more = true; more;) {
      more = false;
      for (const Transform* t : transforms())
        for (size_t i = 0; i < plans.size(); ++i) {
          if (without.contains(t->name()) || std::ranges::find(plans[i].done, t->name()) != plans[i].done.end()) continue;
          if (!t->objection(subject_, i, plans).empty()) continue;
          t->apply(subject_, i, plans);
          more = true;
        }
    }
    if (notes)
      for (size_t i = 0; i < plans.size(); ++i)
        for (const Transform* t : transforms())
          if (std::ranges::find(plans[i].done, t->name()) == plans[i].done.end())
            found_.objections.push_back(fmt::format("{}: {}: {}", subject_.task->contract.launches[i].kernel, t->name(), t->objection(subject_, i, plans)));
    return plans;
  }

  // True: it became the best.
  Result<bool> attempt(const judge::Source& source, std::vector<std::string> done, std::map<std::string, int64_t> values, std::string change) {
    auto e = evaluator_.evaluate(source);
    if (!e) return std::unexpected(e.error());
    Trial t{std::move(done), std::move(values), std::move(change), std::move(*e), false};
    if (!t.evaluation.repeated) ++found_.charged;
    t.best = t.evaluation.right && !t.evaluation.repeated && t.evaluation.gain > best_gain_ * (1 + options_.least_gain);
    if (t.best) {
      best_gain_ = t.evaluation.gain;
      found_.best = found_.trials.size();
      found_.source = source;
    }
    found_.trials.push_back(std::move(t));
    if (options_.told) options_.told(found_.trials.back(), found_.charged);
    return found_.trials.back().best;
  }

  Result<bool> attempt(const Plans& plans, std::string change) {
    auto source = emit(subject_, plans);
    if (!source) return std::unexpected(source.error());
    std::vector<std::string> done;
    for (const Plan& p : plans) done.insert(done.end(), p.done.begin(), p.done.end());
    return attempt(*source, std::move(done), {}, std::move(change));
  }

  static bool touched(const Plans& plans) {
    return std::ranges::any_of(plans, [](const Plan& p) { return !p.form.empty(); });
  }

  Status structures() {
    const Plans all = applied({}, true);
    if (!touched(all) || over()) return {};
    if (auto a = attempt(all, "all transformations without an objection"); !a) return std::unexpected(a.error());
    // What an earlier one being left out has made better stays left out.
    std::set<std::string_view> without;
    for (const Transform* t : transforms()) {
      if (over()) break;
      if (std::ranges::none_of(all, [&](const Plan& p) { return std::ranges::find(p.done, t->name()) != p.done.end(); })) continue;
      auto fewer = without;
      fewer.insert(t->name());
      const Plans plans = applied(fewer, false);
      if (!touched(plans)) continue;
      auto better = attempt(plans, fmt::format("without {}", t->name()));
      if (!better) return std::unexpected(better.error());
      if (*better) without = std::move(fewer);
    }
    return {};
  }

  // The tunables of the best, one after the other; from the start again for as long as one of them made it better.
  Status numbers() {
    auto contract = judge::read_contract(found_.source.text, *subject_.task);
    if (!contract) return std::unexpected(contract.error());
    std::map<std::string, int64_t> best;
    for (const judge::Tunable& t : contract->tunables) best[t.name] = t.values.front();
    const std::vector<std::string> done = found_.best ? found_.trials[*found_.best].done : std::vector<std::string>{};
    for (bool again = true; again && !over();) {
      again = false;
      for (const judge::Tunable& t : contract->tunables)
        for (const int64_t value : sorted(t.values)) {
          if (over()) return {};
          auto values = best;
          values[t.name] = value;
          if (value == best[t.name] || !allowed(*contract, values) || !tried_.insert(values).second) continue;
          auto source = with_values(found_.source, {{t.name, value}});
          if (!source) return std::unexpected(source.error());
          auto better = attempt(*source, done, values, fmt::format("{} {} instead of {}", t.name, value, best[t.name]));
          if (!better) return std::unexpected(better.error());
          if (*better) best = std::move(values), again = true;
        }
    }
    return {};
  }

  static std::vector<int64_t> sorted(std::vector<int64_t> values) {
    std::ranges::sort(values);
    return values;
  }

  static bool allowed(const judge::Contract& contract, const std::map<std::string, int64_t>& values) {
    const judge::Names names(values.begin(), values.end());
    return std::ranges::all_of(contract.constraints, [&](const judge::Expression& e) {
      auto v = e.value(names);
      return !v || *v != 0;
    });
  }

  const Subject& subject_;
  Evaluator& evaluator_;
  const SearchOptions& options_;
  Found found_;
  double best_gain_ = 1;
  std::set<std::map<std::string, int64_t>> tried_;   // values of tunables
};

}  // namespace

Result<Found> search(const Subject& subject, Evaluator& evaluator, const SearchOptions& options) { return Search(subject, evaluator, options).run(); }

}  // namespace wavelift::tune
