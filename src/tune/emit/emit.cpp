// What the kernels of all launches have in common: the first comment, includes, helpers, and the baseline's own kernels where they stay.
#include "tune/emit/emit.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace wavelift::tune {

namespace {

using Emitter = Result<EmittedKernel> (*)(const Subject&, size_t, const Plans&);
constexpr std::pair<std::string_view, Emitter> kForms[] = {
    {"elements", emit_elements},
    {"rows", emit_rows},
    {"tiled", emit_tiled},
};

std::string extents(const std::array<std::string, 3>& all) {
  size_t count = 3;
  while (count > 1 && (all[count - 1].empty() || all[count - 1] == "1")) --count;
  std::vector<std::string> quoted;
  for (size_t i = 0; i < count; ++i) quoted.push_back(fmt::format("\"{}\"", all[i].empty() ? "1" : all[i]));
  return fmt::format("[{}]", fmt::join(quoted, ", "));
}

std::string launch_text(const EmittedLaunch& l) {
  return fmt::format("[[launch]]\nkernel = \"{}\"\nparameters = \"{}\"\ngrid = {}\nblock = {}\n{}\n", l.kernel, l.parameters, extents(l.grid), extents(l.block),
                     l.group_memory.empty() || l.group_memory == "0" ? "" : fmt::format("group_memory = \"{}\"\n", l.group_memory));
}

std::string c_type(judge::Element e) {
  static const std::map<judge::Element, std::string_view> types = {
      {judge::Element::f64, "double"}, {judge::Element::f32, "float"}, {judge::Element::f16, "half"}, {judge::Element::bf16, "bf16"}, {judge::Element::i64, "int64_t"}, {judge::Element::u64, "uint64_t"},
      {judge::Element::i32, "int"}, {judge::Element::u32, "unsigned int"}, {judge::Element::i16, "int16_t"}, {judge::Element::u16, "uint16_t"}, {judge::Element::i8, "int8_t"}, {judge::Element::u8, "uint8_t"}};
  return std::string(types.at(e));
}

// A launch that stays as it is.
EmittedLaunch kept(const judge::KernelLaunch& l) {
  EmittedLaunch out{.kernel = l.kernel, .parameters = {}, .grid = {}, .block = {}, .group_memory = l.group_memory.text()};
  for (const judge::Argument& a : l.arguments) out.parameters += fmt::format("{}{}{} {}", out.parameters.empty() ? "" : ", ", c_type(a.type), a.pointer ? "*" : "", a.name);
  for (size_t i = 0; i < 3; ++i) out.grid[i] = l.grid[i].text(), out.block[i] = l.block[i].text();
  return out;
}

// Where the comment that declares launches ends; 0: there is none.
size_t end_of_contract(const std::string& text) {
  const size_t from = text.find_first_not_of(" \t\r\n");
  if (from == text.npos || text.compare(from, 11, "/* wavelift") != 0) return 0;
  const size_t end = text.find("*/", from);
  return end == text.npos ? 0 : end + 2;
}

std::string includes(judge::Language language, const std::string& text) {
  const bool cuda = language == judge::Language::cuda;
  std::string out;
  if (text.contains("bfloat16")) out += cuda ? "#include <cuda_bf16.h>\n" : "#include <hip/hip_bf16.h>\n";
  if (text.contains("__half")) out += cuda ? "#include <cuda_fp16.h>\n" : "#include <hip/hip_fp16.h>\n";
  out += cuda ? "#include <cuda_runtime.h>\n" : "#include <hip/hip_runtime.h>\n";
  if (text.contains("int64_t") || text.contains("uint") || text.contains("int8_t") || text.contains("int16_t")) out += "#include <cstdint>\n";
  if (text.contains("INFINITY")) out += "#include <cmath>\n";
  return out;
}

}  // namespace

Result<judge::Source> emit(const Subject& subject, const Plans& plans) {
  if (plans.size() != subject.nests.size()) return fail(Exit::internal, "a plan for each launch is needed");
  const auto contract = judge::read_contract(subject.baseline.text, *subject.task);
  if (!contract) return std::unexpected(contract.error());
  std::string launches, scratch, knobs, kernels, text;
  std::vector<std::string> constraints;
  std::map<std::string, std::string> helpers;
  bool stays = false, rewritten = false;
  for (size_t i = 0; i < plans.size(); ++i) {
    if (plans[i].form.empty()) {
      launches += launch_text(kept(contract->launches.at(i)));
      stays = true;
      continue;
    }
    const auto* form = std::ranges::find(kForms, plans[i].form, &std::pair<std::string_view, Emitter>::first);
    if (form == std::end(kForms)) return fail(Exit::internal, "there is no form " + plans[i].form);
    auto one = form->second(subject, i, plans);
    if (!one) return std::unexpected(one.error());
    rewritten = true;
    for (const EmittedLaunch& l : one->launches) launches += launch_text(l);
    for (const EmittedScratch& s : one->scratch) scratch += fmt::format("[[scratch]]\nname = \"{}\"\ntype = \"{}\"\nsize = \"{}\"\n\n", s.name, s.type, s.size);
    for (const Knob& k : plans[i].knobs) knobs += fmt::format("{} = [{}]\n", k.name, fmt::join(k.values, ", "));
    constraints.insert(constraints.end(), plans[i].constraints.begin(), plans[i].constraints.end());
    helpers.merge(one->helpers);
    kernels += "\n" + one->text;
  }
  if (!rewritten) return subject.baseline;
  // The baseline's scratch stays: launches that were rewritten still read it. So do its tunables, which kept text may have as macros.
  for (const judge::Buffer& b : contract->scratch)
    scratch += fmt::format("[[scratch]]\nname = \"{}\"\ntype = \"{}\"\nsize = \"{}\"\n\n", b.name, judge::info(b.type).name, b.size.text());
  for (const judge::Tunable& t : contract->tunables) knobs += fmt::format("{} = [{}]\n", t.name, fmt::join(t.values, ", "));
  for (const judge::Expression& e : contract->constraints) constraints.push_back(e.text());
  text = "/* wavelift\n" + launches + scratch;
  if (!knobs.empty()) text += "[tunables]\n" + knobs;
  if (!constraints.empty()) text += fmt::format("constraints = [\n  \"{}\",\n]\n", fmt::join(constraints, "\",\n  \""));
  text += "*/\n";
  std::string body;
  for (const auto& [name, helper] : helpers) body += "\n" + helper;
  if (stays) body += subject.baseline.text.substr(end_of_contract(subject.baseline.text));
  body += kernels;
  return judge::Source{text + includes(subject.target.language, body) + body, subject.target.language};
}

Result<judge::Source> with_values(const judge::Source& source, const std::map<std::string, int64_t>& values) {
  const size_t end = end_of_contract(source.text), table = source.text.find("\n[tunables]\n");
  judge::Source out = source;
  for (const auto& [name, value] : values) {
    const std::string row = "\n" + name + " = [";
    const size_t at = table < end ? out.text.find(row, table) : out.text.npos;
    if (at == out.text.npos || at > end_of_contract(out.text)) return fail(Exit::usage, fmt::format("the source declares no tunable {}", name), "see its first comment");
    const size_t open = at + row.size(), close = out.text.find(']', open);
    std::vector<std::string> all;
    for (size_t from = open; from < close;) {
      const size_t comma = std::min(out.text.find(',', from), close);
      const size_t word = out.text.find_first_not_of(" \t\n", from);
      if (word < comma) all.push_back(out.text.substr(word, comma - word));
      from = comma + 1;
    }
    const auto chosen = std::ranges::find(all, std::to_string(value));
    if (chosen == all.end()) return fail(Exit::usage, fmt::format("{} is none of the values that {} may have: {}", value, name, fmt::join(all, ", ")), "see the source's first comment");
    std::rotate(all.begin(), chosen, chosen + 1);
    out.text.replace(open, close - open, fmt::format("{}", fmt::join(all, ", ")));
  }
  return out;
}

}  // namespace wavelift::tune
