#include "judge/mutants.h"
#include "base/files.h"
#include "base/paths.h"
#include "judge/data.h"
#include "port/lexer.h"
#include "store/hash.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <set>

namespace wavelift::judge {

namespace fs = std::filesystem;

namespace {

constexpr size_t kMostSourceMutants = 12;      // each is compiled and run

// The bytes of all outputs of a case.
using Answer = std::vector<std::vector<std::byte>>;

// What a correct kernel would leave, rounded to each buffer's type.
Answer answer_of(const Task& task, const Case& c) {
  Answer out(task.buffers.size());
  for (size_t k = 0; k < out.size(); ++k) {
    const Element type = task.buffers[k].type;
    if (!is_output(task.buffers[k].role)) continue;
    out[k].resize(c.elements[k] * info(type).size);
    for (size_t i = 0; i < c.elements[k]; ++i) store(type, &out[k][i * info(type).size], c.expected[k].value[i]);
  }
  return out;
}

// The sentence of the first output or residual that is not right; empty: all are.
Result<std::string> fault(const Task& task, const Case& c, const Answer& a) {
  auto judged = judge_outputs(task, c, a);
  if (!judged) return std::unexpected(judged.error());
  for (const auto& [name, j] : *judged)
    if (!j.right()) return j.sentence(name);
  return std::string();
}

// Each output element by its place, from the right one.
using Change = std::function<double(const Expected&, size_t i)>;
Answer changed(const Task& task, const Case& c, const Change& change) {
  Answer a = answer_of(task, c);
  for (size_t k = 0; k < a.size(); ++k)
    for (size_t i = 0; is_output(task.buffers[k].role) && i < c.elements[k]; ++i) store(task.buffers[k].type, &a[k][i * info(task.buffers[k].type).size], change(c.expected[k], i));
  return a;
}

// The answer to other inputs: what a kernel gives that reads them wrongly.
Result<Answer> answer_to(const Task& task, const Reference& reference, const Case& c, const std::function<void(const Buffer&, std::vector<std::byte>&)>& spoil) {
  Case other{c.shape, c.variant, c.seed, c.data, c.elements, {}};
  for (size_t k = 0; k < other.data.size(); ++k)
    if (is_input(task.buffers[k].role)) spoil(task.buffers[k], other.data[k]);
  if (auto s = reference.compute(task, other); !s) return std::unexpected(s.error());
  return answer_of(task, other);
}

// Numbers that are neither positions nor counts.
bool is_data(const Buffer& b) { return is_float(b.type); }

double with_bits(double v, int digits) {
  if (v == 0 || !std::isfinite(v)) return v;
  const int e = std::ilogb(v) - (digits - 1);
  return std::ldexp(std::nearbyint(std::ldexp(v, -e)), e);
}

// One wrong answer, tried on every case until one of them tells it.
struct WrongAnswer {
  std::string name;
  std::function<Result<Answer>(const Case&)> make;
};

std::vector<WrongAnswer> wrong_answers(const Task& task, const Reference& reference) {
  std::vector<WrongAnswer> all;
  auto by_element = [&](const char* name, Change change) {
    all.push_back({name, [&task, change](const Case& c) -> Result<Answer> { return changed(task, c, change); }});
  };
  by_element("zeros", [](const Expected&, size_t) { return 0.0; });
  by_element("ones", [](const Expected&, size_t) { return 1.0; });
  by_element("the first element everywhere", [](const Expected& e, size_t) { return e.value[0]; });
  by_element("the last element left out", [](const Expected& e, size_t i) { return i + 1 == e.value.size() ? 0.0 : e.value[i]; });
  by_element("not a number", [](const Expected&, size_t) { return NAN; });
  // Arrays have no answer to other data but to those of the files.
  if (!task.has_arrays() || variants(task) > 1) all.push_back({"the answer to other data", [&](const Case& c) -> Result<Answer> {
                   auto other = reference.make(task, c.shape, task.has_arrays() ? c.variant + 1 : c.variant, mix(c.seed, 99));
                   if (!other) return std::unexpected(other.error());
                   return answer_of(task, *other);
                 }});
  for (size_t in = 0; in < task.buffers.size(); ++in)
    if (is_input(task.buffers[in].role))
      all.push_back({fmt::format("a copy of {}", task.buffers[in].name), [&task, in](const Case& c) -> Result<Answer> {
                       const Element from = task.buffers[in].type;
                       return changed(task, c, [&](const Expected&, size_t i) {
                         return c.elements[in] ? load(from, &c.data[in][i % c.elements[in] * info(from).size]) : 0;
                       });
                     }});
  if (task.has_arrays()) return all;
  // Lower precision than the policy allows, of the inputs and so of what is computed from them.
  struct Cut {
    const char* name;
    int digits;
  };
  const auto cuts = [&]() -> std::vector<Cut> {
    switch (task.precision) {
    case Precision::strict: return {{"inputs cut to tf32", 11}, {"inputs cut to bf16", 8}};
    case Precision::tf32:
    case Precision::f16: return {{"inputs cut to bf16", 8}, {"inputs cut to fp8", 4}};
    case Precision::bf16: return {{"inputs cut to fp8", 4}};
    }
    return {};
  }();
  for (const Cut& cut : cuts) {
    // Only where a buffer has more digits than that.
    if (std::ranges::none_of(task.buffers, [&](const Buffer& b) { return is_input(b.role) && is_data(b) && std::log2(info(b.type).half_ulp) < -cut.digits; })) continue;
    all.push_back({cut.name, [&task, &reference, cut](const Case& c) {
                     return answer_to(task, reference, c, [&](const Buffer& b, std::vector<std::byte>& data) {
                       const size_t size = info(b.type).size;
                       for (size_t at = 0; is_data(b) && at < data.size(); at += size) store(b.type, &data[at], with_bits(load(b.type, &data[at]), cut.digits));
                     });
                   }});
  }
  for (size_t in = 0; in < task.buffers.size(); ++in) {
    const Buffer& b = task.buffers[in];
    if (!is_input(b.role) || !is_data(b)) continue;
    all.push_back({fmt::format("the last element of {} not read", b.name), [&task, &reference, &b](const Case& c) {
                     return answer_to(task, reference, c, [&](const Buffer& one, std::vector<std::byte>& data) {
                       if (&one == &b && !data.empty()) store(b.type, &data[data.size() - info(b.type).size], 0);
                     });
                   }});
  }
  return all;
}

uint32_t line_of(const std::string& s, size_t at) { return static_cast<uint32_t>(std::count(s.begin(), s.begin() + static_cast<long>(at), '\n')) + 1; }

// A source's tokens, which end with an empty one.
class Tokens {
public:
  explicit Tokens(const std::string& source) : source_(source), lexed_(port::lex(source)) {}
  size_t size() const { return lexed_.tokens.size(); }
  std::string_view text(size_t i) const { return i < size() ? std::string_view(source_).substr(lexed_.tokens[i].at, lexed_.tokens[i].size) : std::string_view(); }
  size_t begin(size_t i) const { return i < size() ? lexed_.tokens[i].at : source_.size(); }
  size_t end(size_t i) const { return begin(i) + text(i).size(); }
  // The first token from i on with this text; size() if there is none.
  size_t find(size_t i, std::string_view text_of) const {
    while (i < size() && text(i) != text_of) ++i;
    return i;
  }

private:
  const std::string& source_;
  port::Lexed lexed_;
};

}  // namespace

std::vector<SourceMutant> mutants_of(const std::string& source) {
  std::vector<SourceMutant> out;
  const Tokens t(source);
  auto add = [&](size_t from, size_t to, const std::string& with, const char* kind, const std::string& name) {
    std::string text = source;
    text.replace(from, to - from, with);
    out.push_back({fmt::format("{} at line {}", name, line_of(source, from)), kind, std::move(text)});
  };
  for (size_t i = 0; i < t.size(); ++i)
    if (t.text(i) == "__syncthreads" && t.text(i + 1) == "(" && t.text(i + 2) == ")") add(t.begin(i), t.end(i + 2), "(void)0", "barrier", "barrier left out");
  // for (...; x < END; ...): END - 1.
  for (size_t i = t.find(0, "for"); i < t.size(); i = t.find(i + 1, "for")) {
    const size_t first = t.find(i, ";"), second = t.find(first + 1, ";"), less = t.find(first, "<");
    bool plain = second < t.size() && less + 1 < second;
    for (size_t k = first + 1; plain && k < second; ++k) plain = k == less || !std::set<std::string_view>{"<", ">", "=", "&", "|", "{", "}"}.contains(t.text(k));
    if (!plain) continue;
    const size_t from = t.begin(less + 1), to = t.end(second - 1);
    add(from, to, fmt::format("({}) - 1", source.substr(from, to - from)), "loop", "a loop that ends one step early");
  }
  for (const auto& [word, other] : {std::pair("warpSize", "(warpSize / 2)"), std::pair("64", "32")})
    for (size_t i = t.find(0, word); i < t.size(); i = t.find(i + 1, word)) add(t.begin(i), t.end(i), other, "width", fmt::format("{} for {}", other, word));
  return out;
}

std::string TaskCheck::objection() const {
  if (baseline.state == State::rejected) return fmt::format("its own baseline is rejected({}): {}", name_of(baseline.stage), baseline.reason);
  for (const Mutant& m : mutants) {
    if (m.killed || m.kind == "width") continue;
    if (m.kind == "answer" || std::ranges::none_of(mutants, [&](const Mutant& o) { return o.kind == m.kind && o.killed; }))
      return fmt::format("it takes \"{}\" for right", m.name);
  }
  return {};
}

Result<TaskCheck> check_task(const Task& task, const Reference& reference, const JudgeOptions& options, bool briefly) {
  TaskCheck check;
  fs::path file = task.folder / "baseline.hip";
  Source baseline{{}, Language::hip};
  if (!fs::exists(file)) file = task.folder / "baseline.cu", baseline.language = Language::cuda;
  auto text = read_file(file);
  if (!text) return std::unexpected(text.error());
  baseline.text = std::move(*text);
  JudgeOptions how = options;
  how.device = "software";
  how.hidden = 1;
  auto verdict = judge(task, reference, baseline, how);
  if (!verdict) return std::unexpected(verdict.error());
  check.baseline = std::move(*verdict);
  if (check.baseline.state == State::rejected) return check;

  std::vector<Case> cases;
  for (const Shape& s : task.shapes)
    for (size_t v = 0; s.simulated && v < variants(task); ++v) {
      auto c = reference.make(task, s, v, mix(options.seed.value_or(1), cases.size(), 41));
      if (!c) return std::unexpected(c.error());
      const auto wrong = fault(task, *c, answer_of(task, *c));
      if (!wrong) return std::unexpected(wrong.error());
      if (!wrong->empty()) return fail(Exit::failed, fmt::format("the reference of {} does not agree with itself: {}", task.name, *wrong));
      cases.push_back(std::move(*c));
    }
  for (const WrongAnswer& w : wrong_answers(task, reference)) {
    Mutant m{w.name, "answer", false, "nothing told it from the right answer"};
    bool differs = false;                // from the right answer, in any bit
    for (const Case& c : cases) {
      auto a = w.make(c);
      if (!a) return std::unexpected(a.error());
      differs = differs || *a != answer_of(task, c);
      const auto wrong = fault(task, c, *a);
      if (!wrong) return std::unexpected(wrong.error());
      if (wrong->empty()) continue;
      m.killed = true;
      m.how = fmt::format("shape {}, data {}: {}", c.shape.name, c.variant + 1, *wrong);
      break;
    }
    if (differs) check.mutants.push_back(std::move(m));
  }
  size_t tried = 0;
  auto told = [&](const std::string& kind) { return std::ranges::any_of(check.mutants, [&](const Mutant& m) { return m.kind == kind && m.killed; }); };
  for (const SourceMutant& s : mutants_of(baseline.text)) {
    if (briefly && (s.kind == "width" || told(s.kind))) continue;
    if (++tried > kMostSourceMutants) break;
    auto v = judge(task, reference, {s.text, baseline.language}, how);
    if (!v) return std::unexpected(v.error());
    check.mutants.push_back({s.name, s.kind, v->state == State::rejected, v->state == State::rejected ? v->reason : "it computes the same"});
  }
  return check;
}

Result<std::string> objection_to(const Task& task, const Reference& reference, const JudgeOptions& options) {
  // Asked again when the task changes, and when we do.
  std::error_code ec;
  std::string all = fmt::format("{}", fs::last_write_time(build_root() / "bin/wavelift", ec).time_since_epoch().count());
  std::set<fs::path> files;
  for (const auto& e : fs::recursive_directory_iterator(task.folder))
    if (e.is_regular_file()) files.insert(e.path());
  for (const fs::path& f : files) {
    auto text = read_file(f);
    if (!text) return std::unexpected(text.error());
    all += fmt::format("\n{} {}", f.lexically_relative(task.folder).string(), store::content_hash(*text));
  }
  const fs::path kept = cache_root() / "judge/tasks" / store::content_hash(all);
  if (fs::exists(kept)) return std::string();
  auto check = check_task(task, reference, options, true);
  if (!check) return std::unexpected(check.error());
  const std::string objection = check->objection();
  if (objection.empty()) (void)write_file(kept, "accepted\n");   // a cache that cannot be written costs time, no more
  return objection;
}

}  // namespace wavelift::judge
