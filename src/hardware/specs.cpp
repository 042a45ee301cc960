#include "hardware/specs.h"
#include <algorithm>
#include <cctype>

namespace wavelift::hardware {

namespace {

#include "hardware_table.inc"   // kSources, one array of figures a card, kSpecs

bool same(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

}  // namespace

std::string_view name_of(Vendor v) {
  constexpr std::string_view names[] = {"amd", "hygon", "nvidia"};
  return names[static_cast<size_t>(v)];
}

const Figure* Spec::find(Key key) const {
  const auto at = std::ranges::lower_bound(figures, key, {}, &Figure::key);
  return at != figures.end() && at->key == key ? &*at : nullptr;
}

std::optional<double> Spec::get(Key key) const {
  const Figure* f = find(key);
  return f ? std::optional(f->value) : std::nullopt;
}

std::span<const Spec> specs() { return kSpecs; }

const Spec* find_spec(std::string_view name) {
  for (const Spec& s : kSpecs)
    if (same(s.name, name) || same(s.product, name)) return &s;
  return nullptr;
}

std::string spec_names() {
  std::string all;
  for (const Spec& s : kSpecs) all += (all.empty() ? "" : ", ") + std::string(s.name);
  return all;
}

}  // namespace wavelift::hardware
