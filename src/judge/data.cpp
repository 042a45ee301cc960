#include "judge/data.h"
#include "judge/random.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>

namespace wavelift::judge {

namespace {

// Numbers by index: no element depends on another one.
struct Numbers {
  uint64_t seed;
  uint64_t bits(uint64_t i) const { return splitmix(seed ^ splitmix(i)); }
  double unit(uint64_t i) const { return static_cast<double>(bits(i) >> 11) * 0x1p-53; }        // [0, 1)
  double normal(uint64_t i) const {                                                              // Box and Muller
    return std::sqrt(-2 * std::log1p(-unit(2 * i))) * std::cos(2 * std::numbers::pi * unit(2 * i + 1));
  }
  int64_t whole(uint64_t i, int64_t low, int64_t high) const {                                   // both included
    const uint64_t span = static_cast<uint64_t>(high - low) + 1;
    return low + static_cast<int64_t>(static_cast<unsigned __int128>(bits(i)) * span >> 64);
  }
};

using Real = double (*)(const Numbers&, uint64_t i);

double repeated(const Numbers& r, uint64_t i) { return r.normal(r.bits(i) % 7); }   // seven values
double wide(const Numbers& r, uint64_t i) { return (r.bits(~i) & 1 ? -1 : 1) * std::exp2(6 * r.normal(i)); }
double sparse(const Numbers& r, uint64_t i) { return r.bits(~i) % 10 == 0 ? r.normal(i) : 0; }
// Zeros of both signs, small and large ones among usual numbers.
double uneven(const Numbers& r, uint64_t i) {
  switch (r.bits(~i) % 16) {
  case 0: return 0.0;
  case 1: return -0.0;
  case 2: return 0x1p-14 * r.normal(i);
  case 3: return 100 * r.normal(i);
  default: return r.normal(i);
  }
}

// What is not finite, denormal numbers of f32 and of f16, the largest ones and zeros of both signs among usual numbers.
double special(const Numbers& r, uint64_t i) {
  switch (r.bits(~i) % 24) {
  case 0: return std::numeric_limits<double>::quiet_NaN();
  case 1: return std::numeric_limits<double>::infinity();
  case 2: return -std::numeric_limits<double>::infinity();
  case 3: return 0x1p-130 * r.normal(i);
  case 4: return 0x1p-16 * r.normal(i);
  case 5: return 0x1.8p127 * (2 * r.unit(i) - 1);
  case 6: return 0.0;
  case 7: return -0.0;
  default: return r.normal(i);
  }
}
double mostly_ones(const Numbers& r, uint64_t i) { return r.bits(~i) % 16 == 0 ? r.normal(i) : 1; }

struct Row {
  std::string_view name;
  int arguments;
  Real real;                           // null: whole numbers, by `draw`
  bool turns = true;                   // turned round it is another draw: no element is bound to its place
};
constexpr std::array kRows{
    Row{"normal", 0, [](const Numbers& r, uint64_t i) { return r.normal(i); }},
    Row{"uniform", 0, [](const Numbers& r, uint64_t i) { return r.unit(i); }},
    Row{"signed", 0, [](const Numbers& r, uint64_t i) { return 2 * r.unit(i) - 1; }},
    Row{"wide", 0, wide},
    Row{"sparse", 0, sparse},
    Row{"shifted", 0, [](const Numbers& r, uint64_t i) { return 100 + r.normal(i); }},
    Row{"repeated", 0, repeated},
    Row{"uneven", 0, uneven},
    Row{"special", 0, special},
    Row{"mostly_ones", 0, mostly_ones},
    Row{"zeros", 0, [](const Numbers&, uint64_t) { return 0.0; }},
    Row{"ones", 0, [](const Numbers&, uint64_t) { return 1.0; }},
    Row{"integers", 2, nullptr},       // integers(low, high), both included
    Row{"permutation", 0, nullptr},    // of 0 to elements - 1
    Row{"offsets", 1, nullptr, false}, // offsets(total): ascending, the first 0, the last total
    Row{"sorted", 2, nullptr, false},  // sorted(low, high): ascending
};
const Row* row(std::string_view name) {
  auto it = std::ranges::find(kRows, name, &Row::name);
  return it == kRows.end() ? nullptr : &*it;
}

}  // namespace

int arguments_of_distribution(std::string_view name) {
  const Row* r = row(name);
  return r ? r->arguments : -1;
}

std::string distribution_names() {
  std::string out;
  for (const Row& r : kRows) out += fmt::format("{}{}", out.empty() ? "" : ", ", r.name);
  return out;
}

bool turns(const Distribution& d) { return row(d.name)->turns; }

uint64_t mix(uint64_t master, uint64_t a, uint64_t b) { return splitmix(splitmix(master ^ splitmix(a)) ^ splitmix(b + 0x5851f42d4c957f2d)); }

Result<std::vector<std::byte>> draw(const Distribution& d, Element type, size_t elements, const Names& names, uint64_t seed) {
  const size_t size = info(type).size;
  std::vector<std::byte> out(elements * size);
  const Numbers r{seed};
  const Row& kind = *row(d.name);
  if (kind.real) {
    for (size_t i = 0; i < elements; ++i) store(type, &out[i * size], kind.real(r, i));
    return out;
  }
  std::vector<int64_t> arguments;
  for (const Expression& e : d.arguments) {
    auto v = e.value(names);
    if (!v) return std::unexpected(v.error());
    arguments.push_back(*v);
  }
  std::vector<int64_t> values(elements);
  if (d.name == "permutation") {
    std::iota(values.begin(), values.end(), 0);
    for (size_t i = elements; i > 1; --i) std::swap(values[i - 1], values[static_cast<size_t>(r.whole(i, 0, static_cast<int64_t>(i) - 1))]);
  } else {
    const int64_t low = d.name == "offsets" ? 0 : arguments[0], high = arguments.back();
    if (low > high && elements > 0) return fail(Exit::usage, fmt::format("{}({}, {}) is empty", d.name, low, high));
    for (size_t i = 0; i < elements; ++i) values[i] = r.whole(i, low, high);
    if (d.name != "integers") std::ranges::sort(values);
    if (d.name == "offsets" && elements > 0) values.front() = 0, values.back() = high;
  }
  for (size_t i = 0; i < elements; ++i) store_whole(type, &out[i * size], values[i]);
  return out;
}

size_t variants(const Task& task) {
  if (task.has_arrays()) return task.shapes.front().arrays.size();
  size_t n = 1;
  for (const Buffer& b : task.buffers) n = std::max(n, b.data.size());
  return n;
}

namespace {

constexpr int64_t kTile = 64;          // that kernels' tiles are, or are made of, or make up

bool is_allowed(const Task& task, const Shape& s) {
  return std::ranges::all_of(task.shape_constraints, [&](const Expression& e) { return e.value(s.values).value_or(0) != 0; });
}

}  // namespace

std::vector<Shape> hidden_shapes(const Task& task, size_t count, uint64_t seed) {
  std::vector<Shape> out;
  if (task.hidden.empty()) return out;
  const Numbers r{seed};
  uint64_t at = 0;
  // Constraints may refuse many of them; a task whose constraints refuse nearly all gets fewer shapes.
  for (int tries = 0; out.size() < count && tries < 1000; ++tries) {
    Shape s;
    s.name = fmt::format("hidden {}", out.size() + 1);
    s.values = task.shapes.front().values;
    const bool at_edge = tries > 1 && out.size() % 2 == 1;
    for (const auto& [name, range] : task.hidden) {
      const auto [low, high] = range;
      // Evenly over the orders of magnitude: small sizes have faults of their own.
      const double x = std::exp(std::log1p(static_cast<double>(high - low)) * r.unit(at++)) - 1;
      s.values[name] = tries == 0 ? low : tries == 1 ? high : std::min(high, low + static_cast<int64_t>(x + 0.5));
      if (at_edge && high - low >= kTile) s.values[name] = std::clamp((s.values[name] + kTile - 1) / kTile * kTile + r.whole(at++, -1, 1), low, high);
    }
    if (is_allowed(task, s)) out.push_back(std::move(s));
  }
  return out;
}

std::optional<Shape> shape_near(const Task& task, const Shape& shape, uint64_t seed) {
  const Numbers r{seed};
  uint64_t at = 0;
  for (int tries = 0; tries < 1000; ++tries) {
    Shape s = shape;
    s.name = "hidden, near " + shape.name;
    for (const auto& [name, range] : task.hidden) {
      int64_t& v = s.values[name];
      v = r.whole(at++, std::min(v, std::max(range.first, v / 2)), v);
    }
    if (s.values != shape.values && is_allowed(task, s)) return s;
  }
  return std::nullopt;
}

}  // namespace wavelift::judge
