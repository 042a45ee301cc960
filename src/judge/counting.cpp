#include "judge/counting.h"
#include "base/files.h"
#include "base/temporary_folder.h"
#include "judge/data.h"
#include "judge/jail.h"
#include "judge/remote.h"
#include "judge/toolchains.h"
#include "model/profile_work.h"
#include "model/sass.h"
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

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

// A cubin's code as text; empty where the tool is not there or fails: the prediction says that it goes without.
std::string disassemble(std::span<const std::byte> cubin) {
  const auto tool = find_cuda_tool("cuobjdump");
  if (tool.empty()) return {};
  auto folder = TemporaryFolder::make("sass");
  const std::filesystem::path file = folder ? folder->path() / "k.cubin" : "";
  if (!folder || !write_file(file, std::string(reinterpret_cast<const char*>(cubin.data()), cubin.size()))) return {};
  // Nobody is who reads it there.
  std::error_code ignored;
  std::filesystem::permissions(folder->path(), std::filesystem::perms::all, ignored);
  std::filesystem::permissions(file, std::filesystem::perms::others_read, std::filesystem::perm_options::add, ignored);
  Jail jail;
  jail.readable = {tool.parent_path()};
  jail.folder = folder->path();
  jail.proc = true;                      // it looks there for its own place, and ends by a signal where it cannot
  jail.env = {"PATH=" + tool.parent_path().string() + ":/usr/bin:/bin"};
  auto ran = run_jailed({tool.string(), "-res-usage", "-sass", fmt::format("{}/k.cubin", jail_folder)}, jail);
  return ran && ran->end.exit_code == 0 ? ran->out : std::string();
}

}  // namespace

std::string stand_in(const hardware::Spec& card) {
  if (!card.executes.empty()) return std::string(card.name);
  return card.number(hardware::Key::wave_size) == 64 ? "gfx942" : "gfx1100";
}

Result<std::vector<model::Work>> work_of(const Task& task, const Source& candidate, const Shape& shape, const hardware::Spec& card, const Counting& how, const std::string& sass) {
  Counting here = how;
  here.arch = stand_in(card);
  // Half of it for one of the workgroups that share it, since few are resident when it matters.
  if (card.vendor == hardware::Vendor::nvidia) here.l1_kib = static_cast<uint64_t>(card.number(hardware::Key::l1_kib)) / 2;
  auto text = count(task, candidate, shape, here);
  if (!text) return std::unexpected(text.error());
  const auto profile = nlohmann::ordered_json::parse(*text, nullptr, false);
  auto all = model::work_of_profile(profile);
  if (!all) return all;
  for (model::Work& w : *all) model::carry_over(w, card);
  if (card.vendor != hardware::Vendor::nvidia) return all;
  std::string code = sass;
  if (code.empty())
    if (auto own = prepare(task, candidate, std::string(card.arch)); own && own->ready) code = disassemble(own->built.object);
  if (code.empty()) return all;
  auto kernels = model::parse_sass(code);
  if (!kernels) return std::unexpected(kernels.error());
  for (model::Work& w : *all)
    if (auto k = std::ranges::find(*kernels, w.symbol, &model::SassKernel::name); k != kernels->end()) model::apply(*k, w);
  return all;
}

Result<model::Prediction> foresee(const Task& task, const Source& candidate, const Shape& shape, const hardware::Spec& card, const model::Width& width, const Counting& how) {
  auto all = work_of(task, candidate, shape, card, how);
  if (!all) return std::unexpected(all.error());
  std::vector<model::Prediction> launches;
  for (const model::Work& w : *all) launches.push_back(model::predict(w, card, width));
  return model::total(launches);
}

Result<std::string> count(const Task& task, const Source& candidate, const Shape& shape, const Counting& how) {
  auto p = prepare(task, candidate, how.arch);
  if (!p) return std::unexpected(p.error());
  if (!p->ready) return fail(Exit::failed, fmt::format("rejected({}): {}", name_of(p->evidence.back().stage), p->evidence.back().what));
  auto c = data_of(task, shape, how.seed);
  if (!c) return std::unexpected(c.error());
  RemoteOptions o;
  o.address = "software:" + how.arch;
  o.profile_groups = how.groups;
  o.profile_l1_kib = how.l1_kib;
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
