#include "judge/counting.h"
#include "judge/data.h"
#include "judge/remote.h"
#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace wavelift::judge {

namespace {

constexpr size_t kDrawn = 4 << 20;       // elements

// The inputs alone.
Result<Case> data_of(const Task& task, const Shape& shape, uint64_t seed) {
  Case c;
  c.shape = shape;
  c.seed = seed;
  for (size_t k = 0; k < task.buffers.size(); ++k) {
    const Buffer& b = task.buffers[k];
    auto n = b.size.value(shape.values);
    if (!n) return std::unexpected(n.error());
    if (*n < 0 || *n > int64_t(1) << 34) return fail(Exit::usage, fmt::format("the buffer '{}' has {} elements for the shape '{}'", b.name, *n, shape.name));
    const auto elements = static_cast<size_t>(*n);
    c.elements.push_back(elements);
    c.data.emplace_back();
    if (!is_input(b.role)) continue;
    if (b.data.empty()) return fail(Exit::unsupported, fmt::format("the task {} has its data in files", task.name), "wl predict needs distributions");
    auto drawn = draw(b.data.front(), b.type, is_float(b.type) ? std::min(elements, kDrawn) : elements, shape.values, mix(seed, k));
    if (!drawn) return std::unexpected(drawn.error());
    c.data.back() = std::move(*drawn);
  }
  return c;
}

}  // namespace

Result<std::string> count(const Task& task, const Source& candidate, const Shape& shape, const Counting& how) {
  auto p = prepare(task, candidate, how.arch);
  if (!p) return std::unexpected(p.error());
  if (!p->ready) return fail(Exit::failed, fmt::format("rejected({}): {}", name_of(p->evidence.back().stage), p->evidence.back().what));
  auto c = data_of(task, shape, how.seed);
  if (!c) return std::unexpected(c.error());
  RemoteOptions o;
  o.address = "software:" + how.arch;
  o.profile_groups = how.groups;
  o.wall_s = how.wall_s;
  auto device = open_remote(o);
  if (!device) return std::unexpected(device.error());
  {
    auto module = (*device)->load(p->built.object);
    if (!module) return std::unexpected(module.error());
    auto setup = Setup::place(**device, task, *c, p->built, Placement::exact, how.seed);
    if (!setup) return std::unexpected(setup.error());
    auto s = (*setup)->fresh(how.seed);
    if (s) s = (*setup)->start(**module);
    if (s) s = (*device)->wait();
    if (!s) return std::unexpected(s.error());
  }
  return (*device)->end_profile();
}

Result<Shape> shape_of(const Task& task, const std::string& text) {
  auto it = std::ranges::find(task.shapes, text, &Shape::name);
  if (it != task.shapes.end()) return *it;
  std::string names;
  for (const Shape& s : task.shapes) names += (names.empty() ? "" : ", ") + s.name;
  const auto unknown = [&](const std::string& why) {
    return fail(Exit::usage, fmt::format("the task {} has no shape '{}': {}", task.name, text, why), fmt::format("one of {}; or {}=N{}", names, task.parameters.front(), task.parameters.size() > 1 ? ",..." : ""));
  };
  if (text.find('=') == text.npos) return unknown("that is no name of one");
  Shape s;
  s.name = text;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(',', at), text.size()), equal = text.find('=', at);
    if (equal == text.npos || equal > end) return unknown("NAME=NUMBER, with commas between");
    const std::string name = text.substr(at, equal - at);
    int64_t value = 0;
    const auto [p, error] = std::from_chars(text.data() + equal + 1, text.data() + end, value);
    if (error != std::errc() || p != text.data() + end) return unknown(fmt::format("{} is no whole number", text.substr(equal + 1, end - equal - 1)));
    if (std::ranges::find(task.parameters, name) == task.parameters.end()) return unknown(fmt::format("it has no parameter '{}'", name));
    s.values[name] = value;
    at = end + 1;
  }
  for (const std::string& p : task.parameters)
    if (!s.values.contains(p)) return unknown(fmt::format("the parameter '{}' is missing", p));
  for (const Expression& e : task.shape_constraints)
    if (auto v = e.value(s.values); v && *v == 0) return unknown(fmt::format("it breaks \"{}\"", e.text()));
  return s;
}

}  // namespace wavelift::judge
