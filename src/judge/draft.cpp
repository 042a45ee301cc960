#include "judge/draft.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>

namespace wavelift::judge {

using analysis::KernelLaunchSite;
using analysis::KernelParameter;
using analysis::KernelSource;
using analysis::KernelText;
using analysis::SourcePart;

namespace {

bool in_word(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)); }

// Calls `with` for each word, and puts what it gives in the word's place.
template <class F> std::string by_word(const std::string& text, const F& with) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && in_word(text[end])) ++end;
    if (end == i) {
      out += text[i++];
      continue;
    }
    out += with(text.substr(i, end - i));
    i = end;
  }
  return out;
}

std::set<std::string> words_of(const std::string& text) {
  std::set<std::string> out;
  by_word(text, [&](const std::string& w) { return out.insert(w), w; });
  return out;
}

// The parts that the kernels are made of, in the order of the source: those whose names are read, by them or by one of them.
std::string device_code(const KernelSource& source, const std::set<std::string>& kernels) {
  std::set<std::string> wanted = kernels;
  std::vector<bool> taken(source.parts.size());
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < source.parts.size(); ++i) {
      const SourcePart& p = source.parts[i];
      if (taken[i] || p.host) continue;
      const std::set<std::string> names = words_of(p.name);
      if (std::ranges::none_of(names, [&](const std::string& n) { return wanted.contains(n); })) continue;
      taken[i] = more = true;
      wanted.merge(words_of(p.text));
    }
  }
  std::string out;
  for (size_t i = 0; i < source.parts.size(); ++i) {
    const SourcePart& p = source.parts[i];
    if (taken[i]) out += p.open + p.text + (p.close.empty() ? "" : " " + p.close) + "\n";
  }
  return out;
}

// Without the parentheses around all of it.
std::string without_outer(std::string text) {
  while (text.starts_with('(')) {
    int depth = 0;
    size_t end = 0;
    do depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
    while (++end < text.size() && depth > 0);
    if (end < text.size() || depth != 0) break;
    text = text.substr(1, text.size() - 2);
  }
  return text;
}

std::string direction_name(size_t d) { return std::string(1, static_cast<char>('x' + d)); }

// Where host code says nothing: a thread for each element of what is compared with its place.
Status guess_extents(const KernelText& k, DraftLaunch& l) {
  const auto threads = std::ranges::count(k.directions, true, &analysis::KernelDirection::thread);
  for (size_t d = 0; d < 3; ++d) {
    const analysis::KernelDirection& one = k.directions[d];
    if (l.block[d].empty()) l.block[d] = !one.thread ? "1" : one.factor > 0 && one.factor <= 1024 ? std::to_string(one.factor) : threads < 2 ? "256" : threads == 2 ? "16" : d == 2 ? "4" : "8";
    if (!l.grid[d].empty()) continue;
    if (!one.block) l.grid[d] = "1";
    else if (one.limit.empty()) return fail(Exit::unsupported, fmt::format("it does not follow from the source how many blocks {} is launched with in {}", k.name, direction_name(d)), "say it with --grid and --block, such as --kernel K --grid 'ceil_div(n, 256)' --block 256");
    else l.grid[d] = one.thread ? fmt::format("ceil_div({}, {})", without_outer(one.limit), l.block[d]) : one.limit;
  }
  return {};
}

// "a, max(b, c)" to its extents.
std::array<std::string, 3> extents_of(const std::string& text) {
  std::array<std::string, 3> out = {"", "1", "1"};
  size_t k = 0;
  int depth = 0;
  out[0].clear();
  for (char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0 && k < 2) out[++k].clear();
    else if (c != ' ' || depth > 0 || !out[k].empty()) out[k] += c;
  }
  return out;
}

class Contract {
public:
  Contract(const KernelSource& source, const DraftOptions& options) : source_(source), options_(options) {}

  Result<DraftContract> read() {
    auto sites = chosen();
    if (!sites) return std::unexpected(sites.error());
    std::set<std::string> kernels;
    for (const KernelLaunchSite& site : *sites) {
      if (auto s = add(site); !s) return std::unexpected(s.error());
      kernels.insert(out_.launches.back().kernel);
    }
    if (out_.buffers.empty()) return fail(Exit::unsupported, fmt::format("{} takes no buffers", out_.launches[0].kernel));
    out_.device_code = device_code(source_, kernels);
    return std::move(out_);
  }

private:
  // What is to be launched, each launch once. Without host code a site for each kernel, of which only the kernel is known.
  Result<std::vector<KernelLaunchSite>> chosen() const {
    std::vector<KernelLaunchSite> out;
    std::string names, templates;
    for (const KernelText& k : source_.kernels) (k.plain ? names : templates) += (names.empty() && templates.empty() ? "" : " ") + k.name;
    auto wanted = [&](uint32_t i) { return source_.kernels[i].plain && (options_.kernel.empty() || source_.kernels[i].name == options_.kernel); };
    for (const KernelLaunchSite& s : source_.launches) {
      const bool known = std::ranges::any_of(out, [&](const KernelLaunchSite& o) {
        return o.kernel == s.kernel && o.grid == s.grid && o.block == s.block && std::ranges::equal(o.arguments, s.arguments, {}, &analysis::LaunchArgument::what, &analysis::LaunchArgument::what);
      });
      if (wanted(s.kernel) && !known) out.push_back(s);
    }
    for (uint32_t i = 0; i < source_.kernels.size() && (source_.launches.empty() || out.empty()); ++i)
      if (wanted(i)) out.push_back({source_.kernels[i].place, i, {}, {}, "0", {}});
    if (!out.empty() && options_.kernel.empty() && (!options_.grid.empty() || !options_.block.empty()) && out.size() > 1)
      return fail(Exit::usage, "--grid and --block are of one kernel, and there are several launches", "name it with --kernel");
    if (!out.empty()) return out;
    if (!options_.kernel.empty()) return fail(Exit::no_input, fmt::format("there is no kernel {} that can be launched by its name", options_.kernel), names.empty() ? "" : "there is " + names);
    if (!templates.empty()) return fail(Exit::unsupported, fmt::format("the kernels are templates, members or in namespaces ({}), which a task cannot name", templates), "write a plain kernel that calls one of them");
    return fail(Exit::no_input, "there is no __global__ kernel in the source");
  }

  // One name for one thing.
  std::string name_of(const std::string& identity, const std::string& wish) {
    if (auto it = names_.find(identity); it != names_.end()) return it->second;
    std::string name = wish;
    for (int n = 2; !used_.insert(name).second; ++n) name = wish + std::to_string(n);
    return names_[identity] = name;
  }

  Status add(const KernelLaunchSite& site) {
    const KernelText& k = source_.kernels[site.kernel];
    DraftLaunch l;
    l.kernel = k.name;
    std::map<std::string, std::string> renamed;
    for (size_t i = 0; i < k.parameters.size(); ++i) {
      const KernelParameter& p = k.parameters[i];
      if (!p.known || (!p.pointer && (p.type == "half" || p.type == "bf16" || p.type.ends_with("8_t") || p.type.ends_with("16_t"))))
        return fail(Exit::unsupported, fmt::format("{}: line {}: the parameter '{}' of {} is of the type {}, which no task has", site.place.file, k.place.line, p.name, k.name, p.type), "a task has pointers to numbers, and whole and floating-point numbers of 32 and 64 bits");
      if (p.name.empty()) return fail(Exit::unsupported, fmt::format("a parameter of {} has no name", k.name));
      const analysis::LaunchArgument* given = i < site.arguments.size() ? &site.arguments[i] : nullptr;
      std::string name;
      if (p.pointer) {
        name = name_of("* " + (given ? given->what : p.name), p.name);
        auto b = std::ranges::find(out_.buffers, name, &DraftBuffer::name);
        if (b == out_.buffers.end()) b = out_.buffers.insert(b, {name, p.type, true, "", "", ""});
        b->is_const &= p.is_const;
        if (b->type != p.type) return fail(Exit::unsupported, fmt::format("the buffer '{}' is taken as {} and as {}", name, b->type, p.type));
        l.parameters += fmt::format("{}{}{}* {}", l.parameters.empty() ? "" : ", ", p.is_const ? "const " : "", p.type, name);
      } else if (p.real) {
        name = name_of(given && given->real ? fmt::format("real {} {}", p.name, *given->real) : "real " + (given ? given->what : p.name), p.name);
        static constexpr double values[] = {0.75, 1.25, 0.5, 1.5};
        if (std::ranges::find(out_.constants, name, &DraftConstant::name) == out_.constants.end())
          out_.constants.push_back({name, given && given->real ? *given->real : values[out_.constants.size() % std::size(values)]});
        l.parameters += fmt::format("{}{} {}", l.parameters.empty() ? "" : ", ", p.type, name);
      } else {
        const bool fixed = given && given->whole;
        name = name_of(fixed ? fmt::format("whole {} {}", p.name, *given->whole) : "whole " + (given ? given->what : p.name), p.name);
        if (std::ranges::find(out_.parameters, name, &DraftParameter::name) == out_.parameters.end()) out_.parameters.push_back({name, fixed, fixed ? *given->whole : 0});
        renamed[p.name] = name;
        l.parameters += fmt::format("{}{} {}", l.parameters.empty() ? "" : ", ", p.type, name);
      }
      l.arguments.push_back(name);
    }
    l.grid = options_.grid.empty() ? site.grid : extents_of(options_.grid);
    l.block = options_.block.empty() ? site.block : extents_of(options_.block);
    if (!site.group_memory.empty()) l.group_memory = site.group_memory;
    // A launch of which one extent is not known is not known.
    for (auto* extents : {&l.grid, &l.block})
      if (std::ranges::any_of(*extents, &std::string::empty)) *extents = {};
    if (auto s = guess_extents(k, l); !s) return s;
    auto rename = [&](std::string& text) {
      text = by_word(text, [&](const std::string& w) { return renamed.contains(w) ? renamed[w] : w; });
      text = without_outer(text);
    };
    for (size_t d = 0; d < 3; ++d) rename(l.grid[d]), rename(l.block[d]);
    rename(l.group_memory);
    out_.launches.push_back(std::move(l));
    return {};
  }

  const KernelSource& source_;
  const DraftOptions& options_;
  DraftContract out_;
  std::map<std::string, std::string> names_;
  std::set<std::string> used_;
};

// What no serial run on the host can stand for.
struct Obstacle {
  std::string_view word;
  std::string_view what;
  bool begins = false;             // words that begin so
  bool hip_alone = false;
};
constexpr Obstacle kObstacles[] = {
    {"asm", "inline assembly"},
    {"__asm__", "inline assembly"},
    {"clock64", "a clock"},
    {"wmma", "matrix instructions"},
    {"cooperative_groups", "cooperative groups"},
    {"__builtin_amdgcn_", "instructions of AMD's GPUs", true},
    {"tex1D", "textures", true},
    {"tex2D", "textures", true},
    {"tex3D", "textures", true},
    {"printf", "printf"},
    {"volatile", "memory that others change meanwhile"},
    {"__shfl", "the width of the device's waves", true, true},
    {"__ballot", "the width of the device's waves", true, true},
    {"__any", "the width of the device's waves", true, true},
    {"__all", "the width of the device's waves", true, true},
    {"__activemask", "the width of the device's waves", false, true},
    {"warpSize", "the width of the device's waves", false, true},
};

}  // namespace

std::string obstacle(const DraftContract& contract, bool cuda) {
  for (const std::string& w : words_of(contract.device_code))
    for (const Obstacle& o : kObstacles)
      if ((o.begins ? w.starts_with(o.word) : w == o.word) && !(o.hip_alone && cuda)) return fmt::format("the device code uses {} ({})", o.what, w);
  return {};
}

Result<DraftContract> draft_contract(const KernelSource& source, const DraftOptions& options) { return Contract(source, options).read(); }

Result<Draft> draft_task(const KernelSource& source, const DraftOptions& options) {
  if (source.kernels.empty() && !source.problems.empty()) {
    const analysis::Problem& p = source.problems[0];
    return fail(Exit::failed, fmt::format("the source does not compile: {}:{}: {}", p.place.file, p.place.line, p.message));
  }
  auto contract = draft_contract(source, options);
  if (!contract) return std::unexpected(contract.error());
  Draft draft;
  std::string why = obstacle(*contract, options.cuda);
  if (why.empty()) {
    auto missing = measure(*contract);
    if (!missing && missing.error().exit != Exit::failed) return std::unexpected(missing.error());
    if (missing) draft.by_hand = std::move(*missing);
    else why = missing.error().what;
  }
  if (!why.empty()) {
    for (const DraftBuffer& b : contract->buffers) draft.by_hand.push_back(fmt::format("the size and the role of '{}' in task.toml", b.name));
    draft.by_hand.push_back(fmt::format("reference.cpp, as no serial run on the host can stand for the kernel: {}", why));
  }
  draft.task = task_text(*contract, options);
  draft.reference = why.empty() ? reference_text(*contract) : unwritten_reference_text(*contract, why);
  draft.baseline = baseline_text(*contract, source, options.cuda);
  return draft;
}

}  // namespace wavelift::judge
