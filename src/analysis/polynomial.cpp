#include "analysis/polynomial.h"
#include <algorithm>

namespace wavelift::analysis {

Polynomial::Polynomial(int64_t constant) { add({}, constant); }

Polynomial Polynomial::name(std::string name) {
  Polynomial p;
  p.add({std::move(name)}, 1);
  return p;
}

void Polynomial::add(const Product& product, int64_t factor) {
  if (factor == 0) return;
  const auto [at, fresh] = terms_.try_emplace(product, factor);
  if (!fresh && (at->second += factor) == 0) terms_.erase(at);
}

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
  Polynomial sum = a;
  for (const auto& [product, factor] : b.terms_) sum.add(product, factor);
  return sum;
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) { return a + Polynomial(-1) * b; }

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Polynomial all;
  for (const auto& [p, f] : a.terms_)
    for (const auto& [q, g] : b.terms_) {
      Polynomial::Product both;
      std::ranges::merge(p, q, std::back_inserter(both));
      all.add(both, f * g);
    }
  return all;
}

std::optional<int64_t> Polynomial::constant() const {
  if (terms_.empty()) return 0;
  if (terms_.size() == 1 && terms_.begin()->first.empty()) return terms_.begin()->second;
  return {};
}

bool Polynomial::reads(std::string_view name) const {
  return std::ranges::any_of(terms_, [&](const auto& t) { return std::ranges::find(t.first, name) != t.first.end(); });
}

std::optional<Polynomial> Polynomial::factor_of(std::string_view name) const {
  Polynomial factor;
  for (const auto& [product, number] : terms_) {
    const auto times = std::ranges::count(product, name);
    if (times > 1) return {};
    if (times == 0) continue;
    Product rest = product;
    rest.erase(std::ranges::find(rest, name));
    factor.add(rest, number);
  }
  return factor;
}

Polynomial Polynomial::with(std::string_view name, const Polynomial& value) const {
  Polynomial all;
  for (const auto& [product, number] : terms_) {
    Polynomial term(number);
    for (const auto& n : product) term = term * (n == name ? value : Polynomial::name(n));
    all = all + term;
  }
  return all;
}

std::vector<std::string> Polynomial::names() const {
  std::vector<std::string> all;
  for (const auto& [product, number] : terms_) all.insert(all.end(), product.begin(), product.end());
  std::ranges::sort(all);
  const auto repeats = std::ranges::unique(all);
  all.erase(repeats.begin(), repeats.end());
  return all;
}

std::string Polynomial::text() const {
  std::string all;
  // The constant last, as one writes it.
  auto put = [&](const Product& product, int64_t number) {
    if (all.empty()) all += number < 0 ? "-" : "";
    else all += number < 0 ? " - " : " + ";
    const int64_t size = number < 0 ? -number : number;
    std::string term = size != 1 || product.empty() ? std::to_string(size) : "";
    for (const auto& n : product) term += (term.empty() ? "" : "*") + n;
    all += term;
  };
  for (const auto& [product, number] : terms_)
    if (!product.empty()) put(product, number);
  if (const auto last = terms_.find({}); last != terms_.end()) put({}, last->second);
  return all.empty() ? "0" : all;
}

}  // namespace wavelift::analysis
