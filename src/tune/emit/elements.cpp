// Points that do not wait for each other, numbered along memory: a thread computes packs of neighbouring elements.
#include "tune/emit/rows_text.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::tune {

namespace {

using analysis::Step;

constexpr std::string_view kSizes = R"(namespace ${kernel}_sizes {
constexpr int kThreads = ${THREADS}${more};   // threads of a workgroup${more_comment}
}  // namespace ${kernel}_sizes

)";

constexpr std::string_view kPlaces = R"(  const int64_t ${head} = min(static_cast<int64_t>(before_packs<kWidth>(${first_row})), ${L}), ${packs} = (${L} - ${head}) / kWidth, ${tail} = ${L} - ${head} - ${packs} * kWidth;
)";

// Of the first workgroup: an element a thread.
constexpr std::string_view kEdge = R"(  // What is before and after the packs is an element a thread of the first workgroup${of_row}.
  if (${chunk} == 0 && ${thread} < ${head} + ${tail}) ${point}(Width<1>(), ${thread} < ${head} ? ${thread} : ${L} - ${tail} + ${thread} - ${head});
)";

constexpr std::string_view kSeveral = R"(
  const int64_t ${pack} = ${chunk} * (kThreads * kUnroll) + ${thread};
  if ((${chunk} + 1) * (kThreads * kUnroll) <= ${packs}) {   // all are there: their loads may go before the first store
#pragma unroll
    for (int ${item} = 0; ${item} < kUnroll; ++${item}) ${point}(Width<kWidth>(), ${head_plus}(${pack} + ${item} * kThreads) * kWidth);
  } else {
    for (int ${item} = 0; ${item} < kUnroll; ++${item})
      if (${pack} + ${item} * kThreads < ${packs}) ${point}(Width<kWidth>(), ${head_plus}(${pack} + ${item} * kThreads) * kWidth);
  }
)";

constexpr std::string_view kOne = R"(
  const int64_t ${pack} = ${chunk} * kThreads + ${thread};
  if (${pack} < ${packs}) ${point}(Width<kWidth>(), ${head_plus}${pack} * kWidth);
)";

class ElementEmitter {
 public:
  ElementEmitter(const Subject& subject, size_t launch, const Plan& plan, const RowShape& shape)
      : subject_(subject), launch_(launch), plan_(plan), shape_(shape), text_(subject, launch, plan, shape), t_(text_.texts()), wide_(has(plan, "vectorise-rows")),
        unroll_(has(plan, "unroll-rows")), several_(has(plan, "several-rows")) {}

  EmittedKernel emit() {
    const std::string base = shape_.nest->kernel;
    t_["kernel"] = base + "_elements";
    t_["THREADS"] = number("THREADS", "256");
    t_["L"] = text_.fresh("length");
    t_["head_plus"] = wide_ ? t_["head"] + " + " : "";
    t_["first_row"] = text_.row_of(shape_.arrays[0]);
    t_["chunk"] = text_.fresh("chunk");
    t_["point"] = text_.fresh("points");
    t_["of_row"] = shape_.rows.empty() ? "" : " of the row";
    t_["more"] = std::string(several_ ? fmt::format(", kRows = {}", number("ROWS", "4")) : "") + (unroll_ ? fmt::format(", kUnroll = {}", number("UNROLL", "4")) : "");
    t_["more_comment"] = std::string(several_ ? " in a row, rows of it" : "") + (unroll_ ? ", packs of each" : "");
    std::string body = fmt::format("  const int {} = threadIdx.x;\n  const int64_t {} = {};\n", t_["thread"], t_["L"], length());
    body += wide_ ? fill(kPlaces, t_) : fmt::format("  constexpr int kWidth = 1;\n  const int64_t {} = {};\n", t_["packs"], t_["L"]);
    body += points() + fill(unroll_ ? kSeveral : kOne, t_) + (wide_ ? fill(kEdge, t_) : "");

    EmittedKernel out;
    out.helpers = text_.helpers(false);
    out.text = fill(kSizes, t_);
    std::string head = wide_ ? "" : fmt::format("  using namespace {}_sizes;\n", t_["kernel"]);
    head += decode();
    for (size_t i = 0; i < shape_.before; ++i) head += "  " + text_.let(shape_.nest->steps[i], false);
    head += text_.row_pointers();
    const std::string threads = several_ ? t_["THREADS"] + " * " + number("ROWS", "4") : t_["THREADS"];
    std::string kernel = fmt::format("extern \"C\" __global__ void {}{}({}) {{\n", has(plan_, "launch-bounds") ? fmt::format("__launch_bounds__({}) ", threads) : "", t_["kernel"],
                                     kernel_parameters(subject_, launch_, has(plan_, "restrict")));
    if (wide_) {
      const RowText::Passed passed = text_.passed(body);
      out.text += fmt::format("// The work of a thread in packs of kWidth elements.{}\ntemplate <int kWidth{}>\n__device__ __forceinline__ void {}_packs({}, int64_t {}) {{\n  using namespace {}_sizes;\n{}}}\n\n",
                              text_.any_beside() ? " kBeside: so are those of rows that begin elsewhere." : "", text_.any_beside() ? ", bool kBeside" : "", base, passed.parameters, t_["chunk"], t_["kernel"], body);
      kernel += head + text_.dispatch(base + "_packs", passed.arguments + ", " + t_["chunk"]);
    } else kernel += head + body;
    out.text += kernel + "}\n";
    std::string grid = chunks(true);
    if (!flat() && !shape_.rows.empty()) grid += several_ ? fmt::format(" * ceil_div({}, {})", text_.points(), number("ROWS", "4")) : fmt::format(" * ({})", text_.points());
    out.launches.push_back({.kernel = t_["kernel"], .parameters = contract_parameters(subject_, launch_), .grid = {grid, "", ""}, .block = {t_["THREADS"], several_ ? number("ROWS", "4") : "", ""}, .group_memory = {}});
    return out;
  }

 private:
  bool flat() const { return shape_.flat.constant() != std::optional<int64_t>(0); }
  std::string number(std::string_view name, std::string_view otherwise) const { return tune::number(plan_, subject_, launch_, name, otherwise); }
  std::string length() const { return flat() ? index_text(shape_.flat) : text_.length(); }

  // Workgroups of a row: in the contract's words, or the kernel's.
  std::string chunks(bool contract) const {
    const int width = wide_ ? row_width(shape_) : 1;
    if (contract) {
      const std::string size = contract_text(subject_, launch_, flat() ? shape_.flat : *shape_.along->size);
      return fmt::format("ceil_div({}, {}{}{})", size, width > 1 ? fmt::format("{} * ", width) : "", t_.at("THREADS"), unroll_ ? " * " + number("UNROLL", "4") : "");
    }
    return fmt::format("{}{}{}", width > 1 ? fmt::format("{} * ", width) : "", t_.at("kernel") + "_sizes::kThreads", unroll_ ? " * " + t_.at("kernel") + "_sizes::kUnroll" : "");
  }

  std::string decode() const {
    if (flat() || shape_.rows.empty()) return fmt::format("  const int64_t {} = blockIdx.x;\n", t_.at("chunk"));
    const std::string count = text_.fresh("chunks"), row = t_.at("row");
    std::string out = fmt::format("  const int64_t {0} = ({1} + {2} - 1) / ({2}), {3} = blockIdx.x % {0};\n", count, length(), chunks(false), t_.at("chunk"));
    out += several_ ? fmt::format("  const int64_t {} = blockIdx.x / {} * {}_sizes::kRows + threadIdx.y;\n", row, count, t_.at("kernel")) : fmt::format("  const int64_t {} = blockIdx.x / {};\n", row, count);
    if (several_) {
      std::string all;
      for (const analysis::Dimension* d : shape_.rows) all += (all.empty() ? "" : " * ") + fmt::format("static_cast<int64_t>({})", index_text(*d->size));
      out += fmt::format("  if ({} >= {}) return;\n", row, all);
    }
    return out + text_.decode(row);
  }

  // What is computed of a pack's elements.
  std::string points() const {
    const std::string e = t_.at("e"), n = t_.at("N"), first = t_.at("first");
    std::string out = fmt::format("\n  const auto {} = [&](auto {}, int64_t {}) {{\n    constexpr int {} = decltype({})::value;\n", t_.at("point"), t_.at("width"), first, n, t_.at("width"));
    std::string inside, after;
    bool reads_k = false;
    for (const RowArray& a : shape_.arrays)
      if (!a.passes.empty()) out += "    " + text_.declare(a, first);
    for (size_t i = shape_.before; i < shape_.nest->steps.size(); ++i) {
      const Step& s = shape_.nest->steps[i];
      if (s.kind == Step::Kind::let) {
        std::string let = text_.let(s, true);
        for (size_t at = let.find('\n'); at + 1 < let.size(); at = let.find('\n', at + 1)) let.insert(at + 1, "      ");
        inside += "      " + let;
        reads_k = reads_k || text_.reads_k(s);
        continue;
      }
      const auto to = std::ranges::find_if(shape_.arrays, [&](const RowArray& a) { return a.stored && a.array == s.array; });
      reads_k = reads_k || text_.reads_k(s);
      const std::string value = text_.value(s.value, true);
      if (s.guard) {
        inside += fmt::format("      if ({}) {}[{} + {}] = {};\n", text_.value(*s.guard, true), text_.row_of(*to), first, e, value);
        continue;
      }
      const std::string stored = text_.pack(*to) + (to->passes.empty() ? "" : "_new");
      std::string store = text_.store(*to, first);
      if (!to->passes.empty()) store.insert(store.size() - 1, "_new");
      out += fmt::format("    Pack<{}, {}> {};\n", text_.type(kernel_type(s.array)), n, stored);
      inside += fmt::format("      {}.of[{}] = {};\n", stored, e, value);
      after += "    " + store + ";\n";
    }
    if (reads_k) inside = fmt::format("      const {0} {1} = static_cast<{0}>({2} + {3});\n", shape_.along->type, shape_.k(), first, e) + inside;
    return out + fmt::format("#pragma unroll\n    for (int {0} = 0; {0} < {1}; ++{0}) {{\n{2}    }}\n{3}  }};\n", e, n, inside, after);
  }

  std::string kernel_type(const std::string& array) const {
    const auto* p = parameter_of(*shape_.nest, array);
    return p ? p->type : std::string();
  }

  const Subject& subject_;
  size_t launch_;
  const Plan& plan_;
  const RowShape& shape_;
  RowText text_;
  std::map<std::string, std::string> t_;
  bool wide_, unroll_, several_;
};

}  // namespace

Result<EmittedKernel> emit_elements(const Subject& subject, size_t launch, const Plans& plans) {
  const RowShape shape = row_shape(subject, launch);
  if (!shape.objection.empty() || shape.reduces) return fail(Exit::internal, "a nest with reductions has a plan of the form elements");
  return ElementEmitter(subject, launch, plans[launch], shape).emit();
}

}  // namespace wavelift::tune
