#include "lint/lint.h"
#include "base/columns.h"
#include "lint/check.h"
#include "lint/suppress.h"
#include <algorithm>
#include <tuple>

namespace wavelift::lint {
using namespace analysis;

namespace {

std::vector<Check> all_checks() {
  std::vector<Check> all;
  for (auto family : {width_checks(), mask_checks(), shuffle_checks(), block_checks(), group_checks(), machine_checks(), synchronisation_checks(), gpu_test_checks(), target_checks(), format_checks(),
                      device_checks(), number_checks(), building_checks(), runtime_checks(), capability_checks(), module_checks(), version_checks(), coverage_checks(), performance_checks()})
    all.insert(all.end(), family.begin(), family.end());
  std::ranges::sort(all, {}, [](const Check& c) { return c.kind.code; });
  return all;
}

// All functions that `from` reaches by calls, itself among them.
std::vector<uint32_t> reach(const Facts& facts, uint32_t from) {
  std::vector<uint32_t> found = {from};
  std::vector<bool> seen(facts.functions.size());
  seen[from] = true;
  for (size_t i = 0; i < found.size(); ++i)
    for (uint32_t c : facts.functions[found[i]].calls)
      if (!seen[c]) seen[c] = true, found.push_back(c);
  return found;
}

// Whether lanes of both groups of 32 of a wave can meet in the call.
bool joins_wave(const WarpCall& c) {
  if (c.meaning != Meaning::hip || (c.has_width && c.width && *c.width <= 32)) return false;
  switch (c.kind) {
  case WarpCall::Kind::shuffle_xor: return c.distance.largest.value_or(0) >= 32;
  case WarpCall::Kind::shuffle_down:
  case WarpCall::Kind::shuffle_up: return !c.guarded;
  case WarpCall::Kind::shuffle: return !(c.distance.flow & (from_lane | from_thread));
  case WarpCall::Kind::sync: return false;
  default: return true;
  }
}

}  // namespace

Context::Context(const Facts& f, const Options& o, std::vector<Finding>& out) : facts(f), options(o), out_(out) {
  size_t n = facts.functions.size();
  std::vector<WarpUse> own(n);
  std::vector<std::vector<const WarpCall*>> calls(n);
  for (const WarpCall& c : facts.warp_calls) {
    WarpUse& u = own[c.function];
    u.calls = true;
    (c.meaning == Meaning::hip ? u.hip : c.meaning == Meaning::cuda ? u.cuda : u.port) = true;
    u.mixes_lanes |= joins_wave(c);
    u.votes |= c.kind > WarpCall::Kind::shuffle_xor && c.kind != WarpCall::Kind::sync;
    u.narrow |= c.has_width && !c.width_from_wave && c.width != 64;
    u.waves |= c.width_from_wave || c.distance.from_width || c.width == 64;
    calls[c.function].push_back(&c);
  }
  for (const LaneArithmetic& a : facts.lane_arithmetic) {
    bool counts = a.kind == LaneArithmetic::Kind::lane_index || a.kind == LaneArithmetic::Kind::warp_index;
    own[a.function].groups_of_32 |= counts && a.lanes == 32;
    own[a.function].waves |= counts && a.lanes != 32;
  }
  for (const Tile& t : facts.tiles) own[t.function].narrow |= t.size < 64;
  for (const Launch& l : facts.launches)
    if (l.function != UINT32_MAX) own[l.function].narrow |= l.block[0].value.value_or(64) <= 32;
  uses_ = own;
  reached_.resize(n);
  for (uint32_t i = 0; i < n; ++i) {
    std::vector<uint32_t> members = reach(facts, i);
    WarpUse all;
    for (uint32_t m : members) {
      all |= own[m];
      reached_[i].insert(reached_[i].end(), calls[m].begin(), calls[m].end());
    }
    // A helper works on the lanes of the kernels that call it.
    for (uint32_t m : facts.functions[i].kernel || all.calls ? members : std::vector<uint32_t>{i}) uses_[m] |= all;
  }
}

std::set<uint32_t> Context::reached_functions(uint32_t function) const {
  std::vector<uint32_t> all = reach(facts, function);
  return {all.begin(), all.end()};
}

const std::string& Context::name(uint32_t function) const {
  static const std::string none = "the file";
  return function < facts.functions.size() ? facts.functions[function].name : none;
}

const Rewrite* Context::rewrite(Rewrite::Kind kind, const Place& place) const {
  auto it = std::lower_bound(facts.rewrites.begin(), facts.rewrites.end(), place, [&](const Rewrite& r, const Place& p) { return std::tie(r.kind, r.place) < std::tie(kind, p); });
  return it != facts.rewrites.end() && it->kind == kind && it->place == place ? &*it : nullptr;
}

bool Context::whole_waves(const Place& place, uint32_t function) const {
  const WarpUse& u = use(function);
  return closed(place) && u.hip && !u.port && !u.groups_of_32 && !u.narrow;
}

bool Context::groups_of_32(const Place& place, uint32_t function) const {
  const WarpUse& u = use(function);
  return closed(place) && u.hip && !u.port && u.groups_of_32 && !u.waves && !u.votes;
}

// A line where a finding is left out is not changed on another one's behalf.
Fix Context::fix_of(const Rewrite* how, const Place& place, std::string_view inserted) const {
  if (!how || kind_->fix.empty()) return {};
  auto source = std::ranges::find(facts.files, place.file, &SourceFile::path);
  auto left_alone = [&](uint32_t line) {
    return line != place.line && options.suppressed && std::ranges::any_of(finding_kinds(), [&](const FindingKind& k) { return !k.fix.empty() && options.suppressed(place.file, line, k.code); });
  };
  if (source == facts.files.end()) return {};
  Fix fix{std::string(kind_->fix), {}};
  for (const Rewrite::Edit& e : how->edits) {
    if (e.span.file != place.file || e.span.at + e.span.size > source->text.size()) return {};
    const Position first = position_of(source->text, e.span.at);
    if (left_alone(first.line)) return {};
    fix.edits.push_back({e.span.at, e.span.size, std::string(inserted) + e.text, first, position_of(source->text, e.span.at + e.span.size)});
  }
  return fix;
}

// Each place once a code, and not where the source says no. What is written in a macro can be left out at the macro and
// where it is used.
bool Context::is_new(const Place& place) {
  auto left_out = [&](const std::string& file, uint32_t line) { return options.suppressed && options.suppressed(file, line, kind_->code); };
  if (left_out(place.file, place.line) || (!place.macro.empty() && left_out(place.expanded_file, place.expanded_line))) return false;
  return seen_.insert({kind_->code, place}).second;
}

void Context::find(const Place& place, uint32_t function, std::string message, std::string subject, const Rewrite* fix) {
  if (!is_new(place)) return;
  bool later = facts.cuda && options.width == Width::logical;
  if (later) {
    // Nothing to do now: one line a function says enough.
    auto [it, is_first] = first_.try_emplace({kind_->code, function}, out_.size());
    if (!is_first) {
      ++out_[it->second].more;
      return;
    }
    message += "; right in groups of 32 lanes, to be changed for native width";
  } else if (facts.cuda) {
    message += "; wrong at native width";
  }
  out_.push_back({kind_->code, later ? Severity::info : kind_->severity, place.file, place.line, place.column, 0, std::move(message), std::move(subject), facts.cuda ? Fix() : fix_of(fix, place, {})});
}

void Context::find_always(const Place& place, std::string message, std::string subject, const Rewrite* fix, std::string_view inserted) {
  if (!is_new(place)) return;
  out_.push_back({kind_->code, kind_->severity, place.file, place.line, place.column, 0, std::move(message), std::move(subject), fix_of(fix, place, inserted)});
}

std::vector<Finding> lint(const Facts& facts, const Options& options) {
  std::vector<Finding> out;
  Context context(facts, options, out);
  for (const Check& check : all_checks()) {
    context.kind_ = &check.kind;
    check.run(context);
  }
  std::ranges::sort(out, {}, [](const Finding& f) { return std::tie(f.file, f.line, f.column, f.code, f.message); });
  return out;
}

Position position_of(std::string_view text, size_t at) {
  Position p{1, 1};
  size_t line = 0;
  for (size_t end = text.find('\n'); end < at; end = text.find('\n', line)) line = end + 1, ++p.line;
  p.column = column_after(text.substr(line, at - line), line == 0);
  return p;
}

std::vector<FindingKind> finding_kinds() {
  std::vector<FindingKind> kinds;
  for (const Check& c : all_checks()) kinds.push_back(c.kind);
  kinds.push_back(suppression_kind);
  std::ranges::sort(kinds, {}, &FindingKind::code);
  return kinds;
}

}  // namespace wavelift::lint
