// Sizes and roles of a kernel's buffers: it runs with several values of its parameters, and the simplest expression that fits all runs is taken.
#include "judge/draft.h"
#include "judge/expression.h"
#include "judge/jail.h"
#include "judge/reference.h"
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <sstream>

namespace wavelift::judge {

namespace {

constexpr size_t kRuns = 6;
// What contents of whole numbers are below: positions in other buffers. 1 stands for contents that are 1 everywhere, which a mask lets through.
constexpr int64_t kModulus = 5, kOtherModulus = 9, kAllOnes = 1;

struct Access {
  int64_t least = 0, most = 0;
  bool written = false, read_first = false, all_written = false;
};
struct Run {
  Names values;
  std::vector<int64_t> moduli;           // of each buffer's contents
  std::vector<Access> buffers;
  double accesses = 0;
};

// Values that differ from each other and from run to run, the more the fewer there are, so that a product of three is not too much.
Names values_of(const DraftContract& c, size_t run) {
  static constexpr int64_t one[] = {301, 517, 1031, 64, 2050, 130}, two[] = {33, 70, 101, 20, 57, 129, 45, 83, 64, 19, 7, 150},
                           more[] = {11, 17, 29, 23, 13, 19, 31, 37, 7, 41, 16, 24, 5, 22, 9, 14, 27, 35, 21, 12, 18, 34, 10, 26, 15};
  const auto count = static_cast<size_t>(std::ranges::count(c.parameters, false, &DraftParameter::fixed));
  const std::span<const int64_t> all = count <= 1 ? std::span<const int64_t>(one) : count == 2 ? std::span<const int64_t>(two) : std::span<const int64_t>(more);
  Names out;
  size_t k = 0;
  for (const DraftParameter& p : c.parameters) out[p.name] = p.fixed ? p.value : all[(k++ + run * count) % all.size()];
  return out;
}

std::string program(const DraftContract& c, const std::vector<Run>& runs) {
  std::string text = "#include <wavelift_measure.h>\n" + serial_device_code(c) + "\nstatic void run(";
  for (const DraftParameter& p : c.parameters) text += fmt::format("int64_t {}, ", p.name);
  text += "const int64_t* moduli) {\n  using namespace wavelift::serial;\n";
  for (const DraftConstant& k : c.constants) text += fmt::format("  const double {} = {:.17g};\n", k.name, k.value);
  for (size_t i = 0; i < c.buffers.size(); ++i) text += fmt::format("  const Pointer buffer_{}{{wavelift::measure::place<{}>({}, moduli[{}])}};\n", c.buffers[i].name, element_in_serial(c.buffers[i].type), i, i);
  text += serial_launches(c, "  ") + "  wavelift::measure::print();\n  std::fflush(stdout);\n}\n\nint main() {\n";
  for (const Run& r : runs) {
    text += "  {\n    const int64_t moduli[] = {";
    for (int64_t m : r.moduli) text += fmt::format("{}, ", m);
    text += "};\n    run(";
    for (const DraftParameter& p : c.parameters) text += fmt::format("{}, ", r.values.at(p.name));
    text += "moduli);\n  }\n";
  }
  return text + "}\n";
}

// What the program said of the runs, as far as it came.
size_t read(const std::string& text, std::vector<Run>& runs) {
  std::istringstream lines(text);
  std::string line;
  size_t run = 0;
  while (run < runs.size() && std::getline(lines, line)) {
    size_t k = 0;
    long long least = 0, most = 0;
    int written = 0, first = 0, all = 0;
    double accesses = 0;
    if (std::sscanf(line.c_str(), "accesses %lf", &accesses) == 1) runs[run++].accesses = accesses;
    else if (std::sscanf(line.c_str(), "%zu %lld %lld %d %d %d", &k, &least, &most, &written, &first, &all) == 6 && k < runs[run].buffers.size())
      runs[run].buffers[k] = {least, most, written != 0, first != 0, all != 0};
  }
  return run;
}

// Products of parameters, of one more of them, of the grid's extents: what sizes are made of, the simplest first.
std::vector<std::string> bases(const DraftContract& c) {
  std::vector<std::string> names, out = {"1"};
  for (const DraftParameter& p : c.parameters) names.push_back(p.name);
  out.insert(out.end(), names.begin(), names.end());
  for (size_t i = 0; i < names.size(); ++i)
    for (size_t j = i + 1; j < names.size(); ++j) out.push_back(names[i] + " * " + names[j]);
  for (size_t i = 0; i < names.size(); ++i)
    for (size_t j = i + 1; j < names.size(); ++j)
      for (size_t k = j + 1; k < names.size(); ++k) out.push_back(names[i] + " * " + names[j] + " * " + names[k]);
  for (const std::string& a : names)
    for (const std::string& b : names) out.push_back(fmt::format("({} + 1) * {}", a, b));
  for (const DraftLaunch& l : c.launches) {
    std::string blocks, threads;
    for (size_t d = 0; d < 3; ++d) {
      if (l.grid[d] == "1" && l.block[d] == "1") continue;
      auto factor = [](const std::string& e) { return e.find_first_of("+-*/% ") == e.npos || e.ends_with(")") ? e : "(" + e + ")"; };
      if (l.grid[d] != "1") blocks += (blocks.empty() ? "" : " * ") + factor(l.grid[d]), out.push_back(l.grid[d]);
      threads += (threads.empty() ? "" : " * ") + factor(l.grid[d]) + (l.block[d] == "1" ? "" : " * " + factor(l.block[d]));
    }
    for (const std::string& e : {blocks, threads})
      if (e.find_first_not_of("0123456789 *") != e.npos) out.push_back(e);
  }
  return out;
}

// The first expression that is the size in each of the runs; empty: none.
std::string fitted(const std::vector<std::string>& bases, const std::vector<Run>& runs, size_t buffer) {
  auto value = [](const std::string& text, const Names& names) -> std::optional<int64_t> {
    auto e = Expression::parse(text);
    if (!e) return {};
    auto v = e->value(names);
    return v ? std::optional(*v) : std::nullopt;
  };
  auto fits = [&](const std::string& text) {
    return std::ranges::all_of(runs, [&](const Run& r) { return value(text, r.values) == r.buffers[buffer].most; });
  };
  const int64_t size = runs[0].buffers[buffer].most;
  // A base, a multiple of it, it and a few more.
  for (const std::string& b : bases)
    if (fits(b)) return b;
  for (const std::string& b : bases) {
    const auto first = value(b, runs[0].values);
    if (!first || *first <= 0) continue;
    const bool sum = b.find_first_of("+-/%") != b.npos;
    if (size % *first == 0)
      if (const std::string e = b == "1" ? fmt::format("{}", size) : sum ? fmt::format("{} * ({})", size / *first, b) : fmt::format("{} * {}", size / *first, b); fits(e)) return e;
  }
  for (const std::string& b : bases) {
    const auto first = value(b, runs[0].values);
    if (!first || std::abs(size - *first) > 64 || b == "1") continue;
    if (const std::string e = fmt::format("{} {} {}", b, size < *first ? "-" : "+", std::abs(size - *first)); fits(e)) return e;
  }
  return {};
}

bool is_whole(const DraftBuffer& b) { return b.type.find("int") != b.type.npos; }

// The product of the parameters that are not fixed.
double volume(const DraftContract& c, const Names& values) {
  double v = 1;
  for (const DraftParameter& p : c.parameters)
    if (!p.fixed) v *= static_cast<double>(values.at(p.name));
  return v;
}

}  // namespace

Result<std::vector<std::string>> measure(DraftContract& c) {
  std::vector<Run> runs;
  for (size_t r = 0; r < kRuns; ++r) runs.push_back({values_of(c, r), std::vector<int64_t>(c.buffers.size(), kModulus), std::vector<Access>(c.buffers.size()), 0});
  // Once more with other contents of each buffer of whole numbers: whose size changes is indexed by them.
  const size_t with_ones = runs.size();
  for (size_t r = 0; r < kRuns; ++r) {
    runs.push_back(runs[r]);
    runs.back().moduli.assign(c.buffers.size(), kAllOnes);
  }
  std::vector<size_t> changed;
  for (size_t k = 0; k < c.buffers.size(); ++k)
    if (is_whole(c.buffers[k])) {
      runs.push_back(runs[0]);
      runs.back().moduli[k] = kOtherModulus;
      changed.push_back(k);
    }
  auto built = build_program(program(c, runs), {"-O0", "-fsanitize-coverage=bb,trace-loads,trace-stores", "-w"});
  if (!built && built.error().exit == Exit::failed) return fail(Exit::failed, "as C++ of this machine it " + built.error().what);
  if (!built) return std::unexpected(built.error());
  Jail jail;
  jail.readable = {built->path() / "program"};
  jail.limits.wall_s = 60;
  auto done = run_jailed({(built->path() / "program").string()}, jail);
  if (!done) return std::unexpected(done.error());
  const size_t complete = read(done->out, runs);
  if (complete < runs.size())
    return fail(Exit::failed, done->end.timed_out ? "a run of it with small parameters takes over a minute" : fmt::format("it reads or writes far beyond its buffers when their whole numbers are below {}, or never ends well", kModulus));

  // How far a buffer is read whatever the contents are.
  auto add = [&](Run& to, const Run& from) {
    for (size_t k = 0; k < c.buffers.size(); ++k) {
      Access &a = to.buffers[k], b = from.buffers[k];
      a = {std::min(a.least, b.least), std::max(a.most, b.most), a.written || b.written, a.read_first || b.read_first, a.all_written && b.all_written};
    }
  };
  for (size_t n = 0; n < changed.size(); ++n) add(runs[2 * kRuns + n], runs[with_ones]);
  for (size_t r = 0; r < kRuns; ++r) add(runs[r], runs[with_ones + r]);
  const std::vector<Run> plain(runs.begin(), runs.begin() + kRuns);
  const std::vector<std::string> all = bases(c);
  std::vector<std::string> missing;
  for (size_t k = 0; k < c.buffers.size(); ++k) {
    DraftBuffer& b = c.buffers[k];
    std::string by;                      // whose contents decide how far it is read
    for (size_t n = 0; n < changed.size(); ++n)
      if (changed[n] != k && runs[2 * kRuns + n].buffers[k].most != runs[0].buffers[k].most) by = c.buffers[changed[n]].name;
    auto any = [&](bool Access::*what) { return std::ranges::any_of(plain, [&](const Run& r) { return r.buffers[k].*what; }); };
    const bool complete_writes = std::ranges::all_of(plain, [&](const Run& r) { return r.buffers[k].all_written; });
    b.role = !any(&Access::written) ? "input" : !any(&Access::read_first) && complete_writes ? "output" : "inout";
    if (!by.empty()) {
      for (DraftBuffer& o : c.buffers)
        if (o.name == by) o.index_of = b.name;
      missing.push_back(fmt::format("the size of '{}' in task.toml, as it is indexed by the contents of '{}', and their data", b.name, by));
      continue;
    }
    if (std::ranges::any_of(plain, [&](const Run& r) { return r.buffers[k].least < 0; })) {
      missing.push_back(fmt::format("the size of '{}' in task.toml, as the kernel reads or writes before its beginning", b.name));
      continue;
    }
    b.size = fitted(all, plain, k);
    if (std::ranges::all_of(plain, [&](const Run& r) { return r.buffers[k].most == 0; })) b.size = "1";
    if (b.size.empty()) {
      std::string seen;
      for (const Run& r : plain) seen += fmt::format("{}{}", seen.empty() ? "" : ", ", r.buffers[k].most);
      missing.push_back(fmt::format("the size of '{}' in task.toml, as no simple expression of the parameters is {}", b.name, seen));
    }
  }
  for (const Run& r : plain) c.work = std::max(c.work, r.accesses / volume(c, r.values));
  return missing;
}

}  // namespace wavelift::judge
