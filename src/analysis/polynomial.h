// Whole-number polynomials over names: the indexes and extents of loops. Kept normal, so equal polynomials compare equal.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wavelift::analysis {

// A sum of products of names with whole factors: 4 * rows * cols + j.
class Polynomial {
 public:
  using Product = std::vector<std::string>;   // sorted; a name that stands twice is squared; empty is 1

  Polynomial() = default;                     // 0
  Polynomial(int64_t constant);               // NOLINT(google-explicit-constructor): a number is one
  static Polynomial name(std::string name);

  friend Polynomial operator+(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
  friend bool operator==(const Polynomial&, const Polynomial&) = default;

  std::optional<int64_t> constant() const;    // its value, where it has no names
  bool reads(std::string_view name) const;
  // What the name is multiplied by: p = factor * name + rest, with neither reading it. None where it is squared.
  std::optional<Polynomial> factor_of(std::string_view name) const;
  // The same with another polynomial for a name.
  Polynomial with(std::string_view name, const Polynomial& value) const;
  std::vector<std::string> names() const;     // sorted, each once

  // As C writes it, products in their order: "cols*i + j", "-1", "0".
  std::string text() const;
  const std::map<Product, int64_t>& terms() const { return terms_; }

 private:
  void add(const Product& product, int64_t factor);
  std::map<Product, int64_t> terms_;          // no factor is 0
};

}  // namespace wavelift::analysis
