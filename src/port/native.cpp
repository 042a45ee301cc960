#include "port/native.h"
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace wavelift::port {
using namespace analysis;

namespace {

// A function of the program: its name and where it is defined.
using Name = std::pair<Place, std::string>;

struct Candidate {
  WaveForm form;                                   // of the unit that had it first
  std::map<Name, std::vector<WidthEdit>> edits;    // by function; the position that is in the edits is left out
  std::string logical;                             // why it stays logical; empty: native
  Place at;                                        // what is in the way, or the kernel
};

std::map<Name, std::vector<WidthEdit>> by_function(const WaveForm& form, const Facts& facts) {
  std::map<Name, std::vector<WidthEdit>> out;
  for (WidthEdit e : form.edits) {
    const Function& f = facts.functions[e.function];
    e.function = 0;
    out[{f.place, f.name}].push_back(std::move(e));
  }
  return out;
}

class Plan {
 public:
  Plan(const std::vector<AnalysedUnit>& units, Width width, const std::function<std::string(const std::string&)>& file_of,
       const std::function<std::string_view(const std::string&)>& text_of)
      : units_(units), width_(width), file_of_(file_of), text_of_(text_of) {}

  WidthPlan run() {
    for (const AnalysedUnit& u : units_) add_unit(u);
    for (auto& [name, c] : kernels_) check_launches(name, c);
    for (auto& [name, c] : kernels_)
      if (c.logical.empty() && width_ == Width::automatic && !c.form.block_totals)
        keep(c, name.first, "exact, but no gain is likely, as two warps of 32 lanes share their instructions on a wave: --width native takes it");
    share();
    for (auto& [name, c] : kernels_) describe(name, c);
    for (auto& [file, edits] : out_.edits) {
      std::ranges::sort(edits, {}, [](const Edit& e) { return std::tuple(e.at, e.size, e.text); });
      auto rest = std::ranges::unique(edits, {}, [](const Edit& e) { return std::tuple(e.at, e.size, e.text); });
      edits.erase(rest.begin(), rest.end());
    }
    return std::move(out_);
  }

 private:
  static void keep(Candidate& c, const Place& at, std::string why) {
    if (!c.logical.empty()) return;
    c.logical = std::move(why);
    c.at = at;
  }

  void add_unit(const AnalysedUnit& u) {
    if (!u.facts) {
      out_.findings[file_of_(u.path)].push_back(make_finding(1243, file_of_(u.path), 0, 0, {}, fmt::format("{}; its kernels keep warps of 32 lanes", u.error)));
      return;
    }
    const Facts& facts = *u.facts;
    for (const WaveForm& form : facts.wave_forms) {
      const Function& f = facts.functions[form.function];
      auto [it, is_new] = kernels_.try_emplace({f.place, f.name});
      Candidate& c = it->second;
      auto edits = by_function(form, facts);
      if (form.blocked) keep(c, *form.blocked, form.reason);
      else if (!is_new && c.logical.empty() && (edits != c.edits || c.form.more_blocks != form.more_blocks || c.form.block_threads != form.block_threads)) keep(c, f.place, "its units differ in what is the width");
      if (is_new) {
        c.form = form;
        c.edits = std::move(edits);
      }
      c.form.below_1024 |= form.below_1024;
      c.form.float_order |= form.float_order;
    }
    // Which kernels reach which functions.
    for (uint32_t k = 0; k < facts.functions.size(); ++k) {
      if (!facts.functions[k].kernel) continue;
      std::vector<uint32_t> found = {k};
      for (size_t i = 0; i < found.size(); ++i)
        for (uint32_t next : facts.functions[found[i]].calls)
          if (std::ranges::find(found, next) == found.end()) found.push_back(next);
      for (uint32_t f : found)
        reached_by_[{facts.functions[f].place, facts.functions[f].name}].insert({facts.functions[k].place, facts.functions[k].name});
    }
  }

  void check_launches(const Name& name, Candidate& c) {
    for (const AnalysedUnit& u : units_) {
      if (!u.facts) {
        keep(c, name.first, fmt::format("{} is not analysed, so that not all launches are known", file_of_(u.path)));
        continue;
      }
      // What has an error is left out, launches among it.
      if (!u.facts->problems.empty()) keep(c, u.facts->problems[0].place, fmt::format("an error, so that not all launches are known: {}", u.facts->problems[0].message));
      for (const KernelName& k : u.facts->kernel_names)
        if (k.kernel == name.second) keep(c, k.place, "its address is taken, so that not all launches of it are known");
    }
    size_t launches = 0;
    for (const AnalysedUnit& u : units_) {
      if (!u.facts) continue;
      for (const Launch& l : u.facts->launches) {
        if (l.kernel != name.second) continue;
        ++launches;
        const auto x = l.block[0].value;
        if (!x || !l.block[1].value || !l.block[2].value) keep(c, l.place, "a launch whose block size is not known");
        else if (l.block[1].value != 1 || l.block[2].value != 1) keep(c, l.place, "a launch of blocks in two or three dimensions");
        else if (*x % 64) keep(c, l.place, fmt::format("a launch of blocks of {} threads, which are no whole waves of 64", *x));
        else if (c.form.below_1024 && *x >= 1024) keep(c, l.place, "a launch of blocks of 1024 threads, which have no lane beyond the number of warps");
        else if (c.form.block_threads && *x != *c.form.block_threads)
          keep(c, l.place, fmt::format("a launch of blocks of {} threads, while the kernel counts the warps of {}", *x, *c.form.block_threads));
        else if (c.form.more_blocks && (l.grid_text.file.empty() || file_of_(l.grid_text.file).empty())) keep(c, l.place, "a launch whose grid is written in a macro");
      }
    }
    if (!launches) keep(c, name.first, "no launch of it is known");
    for (const auto& [function, edits] : c.edits)
      for (const WidthEdit& e : edits)
        if (file_of_(e.span.file).empty()) keep(c, function.first, fmt::format("{} is written outside the ported folder", function.second));
  }

  // A function has one text for all kernels that call it.
  void share() {
    for (bool changed = true; changed;) {
      changed = false;
      for (auto& [name, c] : kernels_) {
        if (!c.logical.empty()) continue;
        for (const auto& [function, edits] : c.edits)
          for (const Name& other : reached_by_[function]) {
            auto it = kernels_.find(other);
            if (it != kernels_.end() && it->second.logical.empty() && it->second.edits.contains(function) && it->second.edits.at(function) == edits) continue;
            keep(c, function.first, fmt::format("it shares {} with {}, which keeps warps of 32 lanes", function.second, other.second));
            changed = true;
          }
      }
    }
  }

  std::string text_of(const WidthEdit& e) const {
    switch (e.to) {
    case WidthEdit::To::width: return "wlwave::width";
    case WidthEdit::To::half: return "wlwave::width / 2";
    case WidthEdit::To::last: return "(wlwave::width - 1)";
    case WidthEdit::To::shift: return "wlwave::log2_width";
    case WidthEdit::To::full_mask: return "wlwave::full_mask";
    case WidthEdit::To::name: break;
    }
    std::string_view name = text_of_(file_of_(e.span.file)).substr(e.span.at, e.span.size);
    name.remove_prefix(std::min(name.find_first_not_of('_'), name.size()));
    return fmt::format("wlwave::{}", name);
  }

  void describe(const Name& name, const Candidate& c) {
    const bool native = c.logical.empty();
    const std::string file = file_of_(name.first.file);
    KernelWidth k{name.second, file.empty() ? name.first.file : file, name.first.line, name.first.column, native, {}};
    if (native) {
      k.why = c.form.more_blocks || c.form.items ? "each warp works on items of its own, and its lanes share out the elements"
                                                 : "the block computes the same from its warps, whatever their number";
      if (c.form.block_totals) k.why += "; warps' results are joined one after the other, half as many on waves of 64";
      if (c.form.more_blocks) k.why += "; launches have as many blocks more as the waves are wider";
      if (c.form.float_order) k.why += "; floating-point numbers are joined in another order, so that results may differ in the last bits";
      for (const auto& [function, edits] : c.edits)
        for (const WidthEdit& e : edits) out_.edits[file_of_(e.span.file)].push_back({e.span.at, e.span.size, text_of(e)});
      if (c.form.more_blocks)
        for (const AnalysedUnit& u : units_)
          if (u.facts)
            for (const Launch& l : u.facts->launches)
              if (l.kernel == name.second) {
                auto& edits = out_.edits[file_of_(l.grid_text.file)];
                edits.push_back({l.grid_text.at, 0, "wlwave::grid("});
                edits.push_back({l.grid_text.at + l.grid_text.size, 0, ")"});
              }
      out_.findings[k.file].push_back(make_finding(1241, k.file, k.line, k.column, k.kernel, fmt::format("{} gets warps as wide as the wave: {}", k.kernel, k.why)));
    } else {
      const std::string at = file_of_(c.at.file);
      k.why = c.logical;
      if (c.at.line && !(c.at == name.first)) k.why += fmt::format(" ({}:{}:{})", at.empty() ? c.at.file : at, c.at.line, c.at.column);
      const std::string& where = at.empty() ? k.file : at;
      out_.findings[where].push_back(make_finding(1242, where, at.empty() ? k.line : c.at.line, at.empty() ? k.column : c.at.column, k.kernel, fmt::format("{} keeps warps of 32 lanes: {}", k.kernel, c.logical)));
    }
    out_.kernels.push_back(std::move(k));
  }

  const std::vector<AnalysedUnit>& units_;
  const Width width_;
  const std::function<std::string(const std::string&)>& file_of_;
  const std::function<std::string_view(const std::string&)>& text_of_;
  std::map<Name, Candidate> kernels_;
  std::map<Name, std::set<Name>> reached_by_;
  WidthPlan out_;
};

}  // namespace

WidthPlan plan_widths(const std::vector<AnalysedUnit>& units, Width width, const std::function<std::string(const std::string&)>& file_of,
                      const std::function<std::string_view(const std::string&)>& text_of) {
  return Plan(units, width, file_of, text_of).run();
}

}  // namespace wavelift::port
