// A row's kernel: THREADS neighbours read it in packs, join what they have by shuffles and one step through LDS, and store it.
#include "tune/emit/rows_text.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::tune {

namespace {

using analysis::Step;

// What of the plan stands in the text.
constexpr std::string_view kEach = R"(
  // Gives each pack of the row that is this thread's to body: its size, the number of its first element${each_comment}.
  const auto ${each} = [&](auto ${body}) {${each_kept}${unroll}
    for (${I} ${pack} = ${from}; ${pack} < ${packs}; ${pack} += ${by}) {
${each_load}      ${body}(Width<kWidth>()${no}, ${head_plus}${pack} * kWidth${at_arguments});
    }
${each_edge}  };
)";

constexpr std::string_view kEachKept = R"(
#pragma unroll
    for (int ${item} = 0; ${item} < kItems; ++${item}) {
      const ${I} ${pack} = ${thread} + ${item} * kThreads;
      if (${pack} < ${packs}) ${body}(Width<kWidth>()${yes}, ${head_plus}${pack} * kWidth${kept_arguments});
    })";

constexpr std::string_view kFetchKept = R"(
  // The row's first packs stay in registers.
${declare_kept}
#pragma unroll
  for (int ${item} = 0; ${item} < kItems; ++${item}) {
    const ${I} ${pack} = ${thread} + ${item} * kThreads;
    if (${pack} < ${packs}) ${fetch_kept}
  }
${fetch_edge})";

// The ends of a row that begins or ends within a pack: an element a thread.
constexpr std::string_view kPlaces = R"(  const ${I} ${head} = min(${before}, ${L_in_I}), ${packs} = (${L} - ${head}) / kWidth, ${tail} = ${L} - ${head} - ${packs} * kWidth;
  // What is before and after the packs is an element a thread; ${L}: this one has none.
  const ${I} ${edge} = ${edge_if}${thread} < ${head} ? ${thread} : ${thread} < ${head} + ${tail} ? ${L} - ${tail} + ${thread} - ${head} : ${L};
)";

// A maximum, and a sum of exponentials of the differences to it.
constexpr std::string_view kOnlineExponentials = R"(
  // In one pass: where a pack raises the maximum, the sum so far is scaled down to it.
  ${T} ${a} = -INFINITY, ${b} = 0;
${open}    ${T} ${most} = ${a};
#pragma unroll
    for (int ${e} = 0; ${e} < ${N}; ++${e}) ${most} = ${max};
    if (${most} > ${a}) {
      ${b} *= ${exp}(${a} - ${most});
      ${a} = ${most};
    }
    const ${T} ${less} = ${a} > -INFINITY ? ${a} : 0;   // as long as all are -INFINITY, their exponentials are 0
#pragma unroll
    for (int ${e} = 0; ${e} < ${N}; ++${e}) ${b} += ${exp}(${value} - ${less});
  });
  const ${T} ${of_thread} = ${a};
${join_a}  ${b} *= ${exp}(${of_thread} - ${a});
${join_b})";

// A mean, and a sum of squares of the differences to it.
constexpr std::string_view kOnlineSquares = R"(
  // In one pass, without what cancels in a sum of squares: each pack has its own mean, and means are merged (Chan, Golub and LeVeque 1979).
  ${T} ${of_thread} = 0, ${b} = 0, ${count} = 0;
${open}    ${T} ${sum_of_pack} = 0, ${squares_of_pack} = 0;
#pragma unroll
    for (int ${e} = 0; ${e} < ${N}; ++${e}) ${sum_of_pack} += ${value};
    const ${T} ${mean_of_pack} = ${sum_of_pack} / ${N};
#pragma unroll
    for (int ${e} = 0; ${e} < ${N}; ++${e}) ${squares_of_pack} += (${value} - ${mean_of_pack}) * (${value} - ${mean_of_pack});
    const ${T} ${by} = ${mean_of_pack} - ${of_thread}, ${share} = ${N} / (${count} + ${N});
    ${of_thread} += ${by} * ${share};
    ${b} += ${squares_of_pack} + ${by} * ${by} * ${count} * ${share};
    ${count} += ${N};
  });
  ${T} ${a} = ${of_thread} * ${count};
${join_a}${let}  ${b} += (${of_thread} - ${mean}) * (${of_thread} - ${mean}) * ${count};
${join_b})";

class RowEmitter {
 public:
  RowEmitter(const Subject& subject, size_t launch, const Plans& plans, const RowShape& shape)
      : RowEmitter(subject, launch, plans[launch], shape) {
    if (plan_.flags.contains("split")) groups_ = number("PARTS", "");
    if (plan_.flags.contains("joins")) groups_ = tune::number(plans[launch - 1], subject, launch - 1, "PARTS", "");
  }

  RowEmitter(const Subject& subject, size_t launch, const Plan& plan, const RowShape& shape)
      : subject_(subject), launch_(launch), plan_(plan), shape_(shape), text_(subject, launch, plan, shape), t_(text_.texts()),
        wide_(has(plan, "vectorise-rows")), keep_(has(plan, "keep-in-registers")), several_(has(plan, "several-rows")) {
    if (has(plan, "keep-results")) result_ = kept_result(shape);
    if (has(plan, "one-pass")) pair_ = online_pair(shape);
    result_name_ = text_.fresh("result");
  }

  EmittedKernel emit() {
    kernel_ = shape_.nest->kernel + "_rows";
    t_["kernel"] = kernel_;
    const std::string length = plan_.flags.contains("joins") ? "kGroups" : text_.length();
    t_["L"] = is_name(length) && !several_ ? length : t_["length"];
    t_["head_plus"] = wide_ ? t_["head"] + " + " : "";
    t_["first_row"] = text_.row_of(shape_.arrays[0]);
    std::string body = before();
    if (t_["L"] != length) body += fmt::format("  const {} {} = {};\n", t_["I"], t_["L"], several_ ? fmt::format("{} ? {} : 0", t_["live"], length) : length);
    body += places() + (keep_ ? fetch() : "") + each();
    for (size_t i = shape_.before; i < shape_.nest->steps.size(); ++i) body += step(i);
    return whole(body);
  }

 private:
  std::string number(std::string_view name, std::string_view otherwise) const { return tune::number(plan_, subject_, launch_, name, otherwise); }

  std::string before() const { return fmt::format("  const int {} = threadIdx.x;\n", t_.at("thread")); }

  std::string places() {
    std::map<std::string, std::string> t = t_;
    t["edge_if"] = shape_.by_grid ? fmt::format("{} > 0 ? {} : ", shape_.rows[0]->name, t_["L"]) : "";
    const std::string before = fmt::format("before_packs<kWidth>({})", t["first_row"]);
    t["before"] = t["I"] == "int" ? before : fmt::format("static_cast<{}>({})", t["I"], before);
    t["L_in_I"] = t["I"] == "int" ? t["L"] : fmt::format("static_cast<{}>({})", t["I"], t["L"]);
    return wide_ ? fill(kPlaces, t) : fmt::format("  constexpr int kWidth = 1;\n  const {} {} = {};\n", t_["I"], t_["packs"], t_["L"]);
  }

  std::vector<const RowArray*> kept_arrays() const {
    std::vector<const RowArray*> out;
    for (const RowArray& a : shape_.arrays)
      if (keep_ && kept(a)) out.push_back(&a);
    return out;
  }

  std::string load_as(const RowArray& a, const std::string& n, const std::string& first) const {
    std::string text = text_.load(a, first);
    const std::string own = "<" + t_.at("N");
    return text.replace(text.find(own), own.size(), "<" + n);
  }

  std::string fetch() {
    std::map<std::string, std::string> t = t_;
    for (const RowArray* a : kept_arrays()) {
      t["declare_kept"] += fmt::format("  Pack<{}, kWidth> {}_kept[kItems];\n", text_.type(a->type), a->name);
      t["fetch_kept"] += (t["fetch_kept"].empty() ? "" : ", ") + fmt::format("{}_kept[{}] = {}", a->name, t_["item"], load_as(*a, "kWidth", t_["head_plus"] + t_["pack"] + " * kWidth"));
      if (wide_) t["fetch_edge"] += fmt::format("  Pack<{0}, 1> {1}_edge{{}};\n  if ({2} < {3}) {1}_edge = {4};\n", text_.type(a->type), a->name, t_["edge"], t_["L"], load_as(*a, "1", t_["edge"]));
    }
    if (result_.value) {
      t["declare_kept"] += fmt::format("  Pack<{}, kWidth> {}_kept[kItems];   // {}\n", text_.type(result_.value->type), result_name_, shape_.key(*result_.value));
      if (wide_) t["fetch_edge"] += fmt::format("  Pack<{}, 1> {}_edge{{}};\n", text_.type(result_.value->type), result_name_);
    }
    if (!wide_) t["fetch_edge"] = "";
    t["fetch_kept"] += ";";
    t["declare_kept"].pop_back();
    return fill(kFetchKept, t);
  }

  std::string each() {
    std::map<std::string, std::string> t = t_;
    for (const char* name : {"each_kept", "kept_arguments", "at_arguments", "each_load", "each_edge", "each_comment"}) t[name] = "";
    std::string edge_arguments;
    for (const RowArray* a : kept_arrays()) {
      t["kept_arguments"] += fmt::format(", {}_kept[{}]", a->name, t_["item"]);
      t["at_arguments"] += ", " + text_.pack(*a);
      t["each_load"] += fmt::format("      const auto {} = {};\n", text_.pack(*a), load_as(*a, "kWidth", t_["head_plus"] + t_["pack"] + " * kWidth"));
      edge_arguments += fmt::format(", {}_edge", a->name);
      t["each_comment"] = ", and what is kept of it";
    }
    std::string yes, no;                 // whether results are in registers
    if (result_.value) {
      yes = ", Kept<true>()", no = ", Kept<false>()";
      t["kept_arguments"] += fmt::format(", {}_kept[{}]", result_name_, t_["item"]);
      t["at_arguments"] += fmt::format(", {}_at", result_name_);
      t["each_load"] += fmt::format("      Pack<{}, kWidth> {}_at;\n", text_.type(result_.value->type), result_name_);
      edge_arguments += fmt::format(", {}_edge", result_name_);
    }
    t["yes"] = yes, t["no"] = no;
    if (keep_) t["each_kept"] = fill(kEachKept, t);
    if (wide_) t["each_edge"] = fmt::format("    if ({0} < {1}) {2}(Width<1>(){4}, {0}{3});\n", t_["edge"], t_["L"], t_["body"], edge_arguments, yes);
    t["unroll"] = has(plan_, "unroll-rows") ? "\n#pragma unroll kUnroll" : "";
    t["from"] = t_["thread"] + (keep_ ? " + kItems * kThreads" : "");
    t["by"] = "kThreads";
    if (shape_.by_grid) {
      t["from"] = fmt::format("static_cast<{}>({}) * kThreads + {}", t_["I"], shape_.rows[0]->name, t_["thread"]);
      t["by"] = fmt::format("static_cast<{}>({}) * kThreads", t_["I"], groups());
    }
    return fill(kEach, t);
  }

  // Workgroups that share the row.
  std::string groups() const { return plan_.flags.contains("split") ? "kGroups" : index_text(*shape_.rows[0]->size); }

  // A lambda's head, with the packs that it loads itself.
  std::string open(size_t i) const {
    std::string parameters, loads;
    for (const RowArray* a : kept_arrays()) parameters += ", const auto& " + text_.pack(*a);
    if (result_.value) parameters += fmt::format(", auto& {}_at", result_name_);
    for (const RowArray& a : shape_.arrays)
      if (a.passes.contains(i) && !(keep_ && kept(a))) loads += "    " + text_.declare(a, t_.at("first"));
    return fmt::format("  {0}([&](auto {1}{7}, {2} {3}{4}) {{\n    constexpr int {5} = decltype({1})::value;\n{6}", t_.at("each"), t_.at("width"), t_.at("I"), t_.at("first"), parameters, t_.at("N"), loads,
                       result_.value ? ", auto " + t_.at("kept") : "");
  }

  // The loop over a pack's elements, with `what` for each.
  std::string elements(const Step& s, const std::string& what) const {
    const std::string e = t_.at("e"), n = t_.at("N");
    const std::string guard = s.guard ? fmt::format("if ({}) ", text_.value(*s.guard, true)) : "";
    const std::string head = fmt::format("#pragma unroll\n    for (int {0} = 0; {0} < {1}; ++{0}) ", e, n);
    const std::string k = text_.reads_k(s) ? fmt::format("      const {} {} = {} + {};\n", shape_.along->type, shape_.k(), t_.at("first"), e) : "";
    if (k.empty() && !what.contains('\n')) return head + guard + what + "\n";
    return fmt::format("{}{{\n{}      {}{}\n    }}\n", head, k, guard, what);
  }

  std::string step(size_t i) {
    const Step& s = shape_.nest->steps[i];
    if (pair_ && i == pair_->first) return pair_->kind == OnlinePair::Kind::exponentials ? online_exponentials() : online_squares();
    if (pair_ && i > pair_->first && i <= pair_->second) return {};
    const std::string inverses = shape_.goes_along(i) ? text_.inverses(s) : "";
    switch (s.kind) {
      case Step::Kind::let: return "  " + indented(text_.let(s, false));
      case Step::Kind::reduce: return inverses + reduce(i);
      case Step::Kind::store: break;
    }
    if (s.over.empty()) return scalar_store(s);
    const RowArray* to = nullptr;
    for (const RowArray& a : shape_.arrays)
      if (a.array == s.array && a.stored) to = &a;
    std::string out = inverses + "\n" + open(i);
    if (result_.value && i == result_.store) out += fmt::format("    if constexpr (!decltype({0})::value) {{\n#pragma unroll\n      for (int {1} = 0; {1} < {2}; ++{1}) {3};\n    }}\n", t_["kept"], t_["e"], t_["N"], compute_result());
    const std::string value = text_.value(s.value, true);
    if (s.guard) return out + elements(s, fmt::format("{}[{} + {}] = {};", text_.row_of(*to), t_["first"], t_["e"], value)) + "  });\n";
    const std::string at = text_.pack(*to) + (to->passes.empty() ? "" : "_new");
    std::string store = text_.store(*to, t_["first"]);
    if (!to->passes.empty()) store.insert(store.size() - 1, "_new");
    return out + fmt::format("    Pack<{}, {}> {};\n", text_.type(to->type), t_["N"], at) + elements(s, fmt::format("{}.of[{}] = {};", at, t_["e"], value)) + "    " + store + ";\n  });\n";
  }

  // The result that is kept, of an element; from then on its name stands for it.
  std::string compute_result() {
    const std::string name = fmt::format("{}_at.of[{}]", result_name_, t_["e"]);
    text_.replace_no_more();
    std::string out = fmt::format("{} = {}", name, text_.value(*result_.value, true));
    text_.replace(*result_.value, name);
    return out;
  }

  std::string reduce(size_t i) {
    const Step& s = shape_.nest->steps[i];
    std::string compute;
    if (result_.value && i == result_.reduction) compute = compute_result() + ";\n      ";
    const std::string type = text_.type(s.type), value = text_.value(s.value, true);
    std::string out;
    if (has(plan_, "several-sums")) {
      // An element of all packs each.
      const std::string of = text_.fresh(s.name + "_of"), e = t_["e"];
      out = fmt::format("\n  {0} {1}[kWidth];\n#pragma unroll\n  for (int {2} = 0; {2} < kWidth; ++{2}) {1}[{2}] = {3};\n", type, of, e, neutral_of(s)) + open(i) + elements(s, compute + folded(s, of + "[" + e + "]", value)) + "  });\n";
      out += fmt::format("  {0} {1} = {2}[0];\n#pragma unroll\n  for (int {3} = 1; {3} < kWidth; ++{3}) {4}\n", type, s.name, of, e, folded(s, s.name, of + "[" + e + "]"));
    } else out = fmt::format("\n  {} {} = {};\n", type, s.name, neutral_of(s)) + open(i) + elements(s, compute + folded(s, s.name, value)) + "  });\n";
    return out + join(s);
  }

  // What threads have of a reduction becomes the row's.
  std::string join(const Step& s) {
    const std::string type = text_.type(s.type), a = text_.fresh("a"), b = text_.fresh("b");
    parts_ += fmt::format("  {} {}{}[kParts];\n", type, s.name, several_ ? "[kRows]" : "");
    std::string out = fmt::format("  {0} = joined<kThreads>({0}, []({1} {2}, {1} {3}) {{ return {4}; }}, {5}.{0}{6});\n", s.name, type, a, b, joined_of(s, a, b), t_["parts"], several_ ? "[threadIdx.y]" : "");
    if (s.initial) out += fmt::format("  {}\n", folded(s, s.name, text_.value(*s.initial, false)));
    return out;
  }

  // The texts of a pair of reductions that one pass does.
  std::map<std::string, std::string> online_texts() {
    const Step &a = shape_.nest->steps[pair_->first], &b = shape_.nest->steps[pair_->second];
    std::map<std::string, std::string> t = t_;
    t["T"] = text_.type(a.type);
    t["a"] = a.name, t["b"] = b.name;
    t["value"] = text_.value(*pair_->value, true);
    t["open"] = open(pair_->first);
    t["join_a"] = join(a), t["join_b"] = join(b);
    t["most"] = text_.fresh(a.name + "_of_pack"), t["of_thread"] = text_.fresh((pair_->mean ? pair_->mean->name : a.name) + "_of_thread");
    if (has_word(t["value"], shape_.k())) t["value"] = with_word(t["value"], shape_.k(), fmt::format("({} + {})", t["first"], t["e"]));
    return t;
  }

  std::string online_exponentials() {
    const Step& b = shape_.nest->steps[pair_->second];
    std::map<std::string, std::string> t = online_texts();
    t["exp"] = text_.function(b.value.text);
    t["max"] = joined_of(shape_.nest->steps[pair_->first], t["most"], t["value"]);
    return fill(kOnlineExponentials, t);
  }

  std::string online_squares() {
    std::map<std::string, std::string> t = online_texts();
    t["let"] = "  " + indented(text_.let(*pair_->mean, false));
    t["mean"] = pair_->mean->name;
    t["sum_of_pack"] = text_.fresh(t["a"] + "_of_pack"), t["mean_of_pack"] = text_.fresh(t["mean"] + "_of_pack"), t["squares_of_pack"] = text_.fresh(t["b"] + "_of_pack");
    return fill(kOnlineSquares, t);
  }

  std::string scalar_store(const Step& s) const {
    std::string condition = fmt::format("{} == 0", t_.at("thread"));
    if (several_) condition += " && " + t_.at("live");
    if (s.guard) condition += fmt::format(" && ({})", text_.value(*s.guard, false));
    const std::string index = s.place ? index_text(shape_.in_k(*s.place)) : text_.value(s.index, false);
    return fmt::format("  if ({}) {}[{}] = {};\n", condition, s.array, index, text_.value(s.value, false));
  }

  static std::string indented(const std::string& text) {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
      out += text[i];
      if (text[i] == '\n' && i + 1 < text.size()) out += "  ";
    }
    return out;
  }

  EmittedKernel whole(const std::string& body) {
    EmittedKernel out;
    const std::string threads = number("THREADS", "256"), rows = number("ROWS", "1");
    out.helpers = text_.helpers(true);
    std::string sizes = fmt::format("namespace {}_sizes {{\nconstexpr int kThreads = {}", kernel_, threads);
    if (several_) sizes += fmt::format(", kRows = {}", rows);
    if (keep_) sizes += fmt::format(", kItems = {}", number("ITEMS", "4"));
    if (!groups_.empty()) sizes += fmt::format(", kGroups = {}", groups_);
    if (has(plan_, "unroll-rows")) sizes += fmt::format(", kUnroll = {}", number("UNROLL", "4"));
    sizes += fmt::format(";   // {}\nconstexpr int kParts = kThreads > 32 ? kThreads / 32 : 1;\n// In LDS: what the waves of a row hand to each other.\nstruct Parts {{\n{}}};\n}}  // namespace {}_sizes\n\n", comment(), parts_, kernel_);

    std::string kernel = fmt::format("extern \"C\" __global__ void {}{}({}) {{\n", bounds(threads, rows), kernel_, kernel_parameters(subject_, launch_, has(plan_, "restrict")));
    const std::string parts_type = wide_ ? kernel_ + "_sizes::Parts" : "Parts";
    std::string head = (wide_ ? "" : fmt::format("  using namespace {}_sizes;\n", kernel_)) + fmt::format("  __shared__ {} {};\n", parts_type, t_["parts"]) + decode();
    for (size_t i = 0; i < shape_.before; ++i) head += "  " + indented(text_.let(shape_.nest->steps[i], false));
    head += text_.row_pointers();
    if (wide_) {
      const RowText::Passed passed = text_.passed(body);
      const std::string beside = text_.any_beside() ? ", bool kBeside" : "";
      out.text = sizes + fmt::format("// The work of a row in packs of kWidth elements.{}\ntemplate <int kWidth{}>\n__device__ __forceinline__ void {}_row({}, {}_sizes::Parts& {}) {{\n  using namespace {}_sizes;\n{}}}\n\n",
                                     beside.empty() ? "" : " kBeside: so are those of what is not read row by row.", beside, shape_.nest->kernel, passed.parameters, kernel_, t_["parts"], kernel_, body);
      kernel += head + text_.dispatch(shape_.nest->kernel + "_row", passed.arguments + ", " + t_["parts"]);
    } else {
      out.text = sizes;
      kernel += head + body;
    }
    out.text += kernel + "}\n";
    std::string grid = plan_.flags.contains("split") ? groups_ : text_.points(), parameters = contract_parameters(subject_, launch_);
    if (!groups_.empty()) {
      const PartsBuffer buffer = parts_of(subject_, plan_.flags.contains("split") ? launch_ : launch_ - 1);
      parameters = with_word(parameters, buffer.instead, buffer.name);
      if (plan_.flags.contains("split")) out.scratch.push_back({buffer.name, buffer.type, groups_});
    }
    if (several_) grid = fmt::format("ceil_div({}, {})", grid, rows);
    out.launches.push_back({.kernel = kernel_, .parameters = parameters, .grid = {grid, "", ""}, .block = {threads, several_ ? rows : "", ""}, .group_memory = {}});
    return out;
  }

  std::string comment() const {
    std::string out = "threads of a row";
    if (several_) out += ", rows of a workgroup";
    if (keep_) out += ", packs that each keeps in registers";
    if (!groups_.empty()) out += ", workgroups that each leave a part";
    if (has(plan_, "unroll-rows")) out += ", packs that are on their way at once";
    return out;
  }

  std::string bounds(const std::string& threads, const std::string& rows) const {
    return has(plan_, "launch-bounds") ? fmt::format("__launch_bounds__({}{}) ", threads, several_ ? " * " + rows : "") : "";
  }

  std::string decode() const {
    if (!several_) return text_.decode("blockIdx.x");
    const std::string row = t_.at("row"), live = t_.at("live");
    std::string all;
    for (const analysis::Dimension* d : shape_.rows) all += (all.empty() ? "" : " * ") + fmt::format("static_cast<int64_t>({})", index_text(*d->size));
    return fmt::format("  // Threads behind the last row join the others without a row.\n  int64_t {0} = static_cast<int64_t>(blockIdx.x) * {1} + threadIdx.y;\n  const bool {2} = {0} < {3};\n  if (!{2}) {0} = {3} - 1;\n", row, number("ROWS", "1"), live, all) + text_.decode(row);
  }

  const Subject& subject_;
  size_t launch_;
  const Plan& plan_;
  const RowShape& shape_;
  RowText text_;
  std::map<std::string, std::string> t_;
  bool wide_, keep_, several_;
  std::string kernel_, parts_;
  KeptResult result_;
  std::string result_name_;
  std::optional<OnlinePair> pair_;
  std::string groups_;                   // of a split reduction: the knob
};

}  // namespace

Result<EmittedKernel> emit_rows(const Subject& subject, size_t launch, const Plans& plans) {
  const RowShape shape = row_shape(subject, launch);
  if (!shape.objection.empty() || !shape.reduces) return fail(Exit::internal, "a nest without reductions along rows has a plan of that form");
  return RowEmitter(subject, launch, plans, shape).emit();
}

}  // namespace wavelift::tune
