#include "port/effort.h"
#include <algorithm>
#include <map>
#include <set>
#include <utility>

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
  // The functions of one name together, as a name is all that a call says.
  struct Helper {
    std::set<int> codes = {};
    std::set<size_t> calls = {};
  };
  std::vector<Helper> helpers;
  std::map<std::string_view, size_t> by_name;
  for (const DeviceFunction& f : functions)
    if (!f.kernel) by_name.emplace(f.name, by_name.size());
  helpers.resize(by_name.size());
  for (const DeviceFunction& f : functions) {
    if (f.kernel) continue;
    Helper& h = helpers[by_name.at(f.name)];
    h.codes.insert(f.codes.begin(), f.codes.end());
    for (const auto& call : f.calls)
      if (auto it = by_name.find(call); it != by_name.end()) h.calls.insert(it->second);
  }
  std::vector<KernelEffort> out;
  std::vector<size_t> seen_by(helpers.size());  // the last kernel that reached it, counted from 1
  size_t number = 0;
  for (const DeviceFunction& kernel : functions) {
    if (!kernel.kernel) continue;
    ++number;
    std::set<int> codes(kernel.codes.begin(), kernel.codes.end());
    std::vector<size_t> todo;
    auto reach = [&](size_t helper) {
      if (std::exchange(seen_by[helper], number) != number) todo.push_back(helper);
    };
    for (const auto& call : kernel.calls)
      if (auto it = by_name.find(call); it != by_name.end()) reach(it->second);
    while (!todo.empty()) {
      const Helper& h = helpers[todo.back()];
      todo.pop_back();
      codes.insert(h.codes.begin(), h.codes.end());
      for (size_t next : h.calls) reach(next);
    }
    out.push_back({kernel.name, kernel.file, kernel.line, {codes.begin(), codes.end()}});
  }
  return out;
}

}  // namespace wavelift::port
