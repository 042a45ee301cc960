#include "port/effort.h"
#include <algorithm>
#include <map>
#include <set>

namespace wavelift::port {

namespace {

// Tokens between a function's first word and its name, and between its parameters and its body.
constexpr size_t longest = 256;

// The name of the function whose __global__ or __device__ is at i: the first that parentheses follow, attributes aside. count() when none does.
size_t name_after(const Source& s, size_t i) {
  for (size_t k = i + 1; k < s.count() && k < i + longest; ++k) {
    const std::string_view w = s.str(k);
    if (w == ";" || w == "{" || w == "}" || w == "=" || s.token(k).directive) return s.count();
    if (!s.is(k, Tok::identifier) || !s.is(k + 1, "(")) continue;
    if (w != "__launch_bounds__" && w != "__attribute__" && w != "__cluster_dims__" && w != "__maxnreg__" && w != "__align__") return k;
    k = s.close(k + 1);
  }
  return s.count();
}

}  // namespace

std::vector<DeviceFunction> device_functions(const Source& s) {
  std::vector<DeviceFunction> out;
  auto marks = s.marks;
  std::ranges::sort(marks);
  for (size_t i = 0; i < s.count(); ++i) {
    if (!s.is(i, Tok::identifier) || s.token(i).directive || (!s.is(i, "__global__") && !s.is(i, "__device__"))) continue;
    const size_t name = name_after(s, i);
    if (name >= s.count()) continue;
    size_t body = s.close(name + 1);
    for (const size_t limit = body + longest; body < limit && !s.is(body, "{") && !s.is(body, ";");) ++body;
    const size_t end = s.close(body);
    if (end >= s.count() || !s.is(body, "{")) continue;
    DeviceFunction f{std::string(s.str(name)), s.name, s.line_of(s.token(name).at)};
    for (size_t k = i; k < name; ++k) f.kernel |= s.is(k, "__global__");
    for (size_t k = body; k < end; ++k)
      if (s.is(k, Tok::identifier) && (s.is(k + 1, "(") || s.is(k + 1, "<"))) f.calls.emplace_back(s.str(k));
    for (auto m = std::ranges::lower_bound(marks, s.token(i).at, {}, &std::pair<uint32_t, int>::first); m != marks.end() && m->first <= s.token(end).at; ++m) f.codes.push_back(m->second);
    out.push_back(std::move(f));
    i = end;
  }
  return out;
}

std::vector<KernelEffort> effort_of(const std::vector<DeviceFunction>& functions) {
  std::multimap<std::string_view, size_t> by_name;
  for (size_t k = 0; k < functions.size(); ++k) by_name.emplace(functions[k].name, k);
  std::vector<KernelEffort> out;
  for (size_t kernel = 0; kernel < functions.size(); ++kernel) {
    if (!functions[kernel].kernel) continue;
    std::set<int> codes;
    std::vector<size_t> todo = {kernel};
    std::set<size_t> seen = {kernel};
    while (!todo.empty()) {
      const DeviceFunction& f = functions[todo.back()];
      todo.pop_back();
      codes.insert(f.codes.begin(), f.codes.end());
      for (const auto& call : f.calls) {
        auto [first, last] = by_name.equal_range(call);
        for (auto it = first; it != last; ++it)
          if (!functions[it->second].kernel && seen.insert(it->second).second) todo.push_back(it->second);
      }
    }
    const DeviceFunction& f = functions[kernel];
    out.push_back({f.name, f.file, f.line, {codes.begin(), codes.end()}});
  }
  return out;
}

}  // namespace wavelift::port
