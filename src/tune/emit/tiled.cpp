// What the emitters of the form "tiled" share: texts of types, indexes and parameters, and what knobs must keep to.
#include "tune/emit/tiled.h"
#include "judge/expression.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace wavelift::tune {

using analysis::KernelParameter;
using analysis::Polynomial;

bool has(const Plan& plan, std::string_view transform) { return std::ranges::find(plan.done, transform) != plan.done.end(); }

std::string untiled(const TiledShape& shape, const Plan& plan) {
  if (!shape.objection.empty()) return shape.objection;
  if (plan.form != "tiled") return "The launch is not tiled yet.";
  return {};
}

std::string knob(const Subject& subject, size_t launch, std::string_view name) {
  return subject.nests.size() == 1 ? std::string(name) : fmt::format("{}_{}", name, launch + 1);
}

std::string number(const Plan& plan, const Subject& subject, size_t launch, std::string_view name, std::string_view otherwise) {
  const std::string full = knob(subject, launch, name);
  return std::ranges::any_of(plan.knobs, [&](const Knob& k) { return k.name == full; }) ? full : std::string(otherwise);
}

void add_knob(Plan& plan, std::string name, int64_t first, std::vector<int64_t> values) {
  std::erase(values, first);
  values.insert(values.begin(), first);
  std::erase_if(plan.knobs, [&](const Knob& k) { return k.name == name; });
  plan.knobs.push_back({std::move(name), std::move(values)});
}

void constrain_tiled(const Subject& subject, size_t launch, Plan& plan) {
  const TiledShape shape = tiled_shape(subject, launch);
  auto of = [&](std::string_view name, std::string_view otherwise) { return number(plan, subject, launch, name, otherwise); };
  const std::string tile_m = of("TILE_M", "32"), tile_n = of("TILE_N", "32"), tile_k = of("TILE_K", "1"), pad = of("PAD", "0");
  const std::string thread_m = of("THREAD_M", "1"), thread_n = of("THREAD_N", "1");
  plan.constraints.clear();
  auto add = [&](std::string text) { plan.constraints.push_back(std::move(text)); };
  const int lds = std::min(subject.target.language == judge::Language::cuda ? 49152 : 65536, subject.target.spec->whole(hardware::Key::lds_per_group));
  const std::string threads = shape.reduce ? fmt::format("({} / {}) * ({} / {})", tile_m, thread_m, tile_n, thread_n) : of("THREADS", "256");
  if (shape.reduce) {
    if (thread_m != "1") add(fmt::format("{} % {} == 0 && {} % {} == 0", tile_m, thread_m, tile_n, thread_n));
    add(fmt::format("{} <= 1024 && {} % {} == 0", threads, threads, subject.target.spec->whole(hardware::Key::wave_size)));
  }
  if (!has(plan, "stage")) return;
  std::vector<std::string> bytes;
  for (const TiledOperand& o : shape.operands) {
    const int size = type_bytes(o.load.type), width = has(plan, "vectorise") ? 16 / size : 1;
    const std::string rows = shape.reduce ? tile_k : tile_n, row = shape.reduce && o.along_n ? tile_n : tile_m;
    bytes.push_back(fmt::format("{} * ({} + {}) * {}", rows, row, pad, size));
    add(fmt::format("{} * {} % ({} * {}) == 0", rows, row, threads, width));
    if (width > 1) add(fmt::format("{} % {} == 0", shape.reduce && o.deep ? tile_k : row, width));
    if (width > 1 && !shape.reduce) add(fmt::format("{} % {} == 0", tile_n, width));
  }
  add(fmt::format("{} * ({}) <= {}", plan.flags.contains("buffers") ? plan.flags.at("buffers") : 1, fmt::join(bytes, " + "), lds));
}

std::string type_text(std::string_view type, judge::Language language) {
  if (type == "bf16") return language == judge::Language::cuda ? "__nv_bfloat16" : "__hip_bfloat16";
  if (type == "half") return "__half";
  return std::string(type);
}

namespace {

// Terms in their order, each product by `one`.
template <class One>
std::string sum_text(const Polynomial& p, One one) {
  std::string text;
  for (const auto& [product, factor] : p.terms()) {
    const int64_t size = factor < 0 ? -factor : factor;
    if (text.empty()) text += factor < 0 ? "-" : "";
    else text += factor < 0 ? " - " : " + ";
    std::vector<std::string> parts = product;
    if (size != 1 || parts.empty()) parts.insert(parts.begin(), std::to_string(size));
    text += one(parts);
  }
  return text.empty() ? "0" : text;
}

}  // namespace

std::string index_text(const Polynomial& p) {
  return sum_text(p, [](std::vector<std::string> parts) {
    if (parts.size() > 1) parts[0] = fmt::format("static_cast<int64_t>({})", parts[0]);
    return fmt::format("{}", fmt::join(parts, " * "));
  });
}

std::string contract_text(const Subject& subject, size_t launch, const Polynomial& p) {
  const auto& arguments = subject.task->contract.launches.at(launch).arguments;
  const auto& parameters = subject.nests.at(launch).nest->parameters;
  std::map<std::string, std::string> names;
  for (size_t i = 0; i < parameters.size() && i < arguments.size(); ++i) names[parameters[i].name] = arguments[i].name;
  return sum_text(p, [&](std::vector<std::string> parts) {
    for (std::string& part : parts)
      if (const auto at = names.find(part); at != names.end()) part = at->second;
    return fmt::format("{}", fmt::join(parts, " * "));
  });
}

int64_t size_in(const Subject& subject, size_t launch, const Polynomial& p, const judge::Shape& shape) {
  const auto e = judge::Expression::parse(contract_text(subject, launch, p));
  return e ? e->value(judge::names_of(shape, judge::defaults(subject.task->contract))).value_or(0) : 0;
}

const KernelParameter* parameter_of(const analysis::Nest& nest, std::string_view name) {
  const auto at = std::ranges::find(nest.parameters, name, &KernelParameter::name);
  return at == nest.parameters.end() ? nullptr : &*at;
}

std::string contract_parameters(const Subject& subject, size_t launch) {
  const auto& arguments = subject.task->contract.launches.at(launch).arguments;
  const auto& parameters = subject.nests.at(launch).nest->parameters;
  std::string text;
  for (size_t i = 0; i < parameters.size(); ++i)
    text += fmt::format("{}{}{}{} {}", i ? ", " : "", parameters[i].is_const && parameters[i].pointer ? "const " : "", parameters[i].type, parameters[i].pointer ? "*" : "", arguments.at(i).name);
  return text;
}

std::string kernel_parameters(const Subject& subject, size_t launch, bool restricted) {
  std::string text;
  for (const KernelParameter& p : subject.nests.at(launch).nest->parameters)
    text += fmt::format("{}{}{}{} {}", text.empty() ? "" : ", ", p.is_const && p.pointer ? "const " : "", type_text(p.type, subject.target.language),
                        p.pointer ? restricted ? "* __restrict__" : "*" : "", p.name);
  return text;
}

std::string parameter_names(const analysis::Nest& nest) {
  std::vector<std::string> names;
  for (const KernelParameter& p : nest.parameters) names.push_back(p.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string fill(std::string_view text, const std::map<std::string, std::string>& values) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t open = text.find("${", at), close = open == text.npos ? text.npos : text.find('}', open);
    if (close == text.npos) return out += text.substr(at);
    out += text.substr(at, open - at);
    out += values.at(std::string(text.substr(open + 2, close - open - 2)));
    at = close + 1;
  }
  return out;
}

std::string wide_condition(const TiledShape& shape) {
  std::set<std::string> parts;
  std::vector<const analysis::Dimension*> all = shape.batch;
  all.insert(all.end(), {shape.m, shape.n});
  if (shape.depth) all.push_back(shape.depth);
  // Each row begins at a multiple of the width and is one long.
  auto array = [&](const std::string& name, std::string_view type, const Polynomial& index, const analysis::Dimension* unit) {
    const int64_t width = 16 / type_bytes(type);
    auto divides = [&](const Polynomial& p) {
      if (const auto c = p.constant(); c && *c % width == 0) return;
      parts.insert(fmt::format("({}) % {} == 0", index_text(p), width));
    };
    Polynomial rest = index;
    for (const auto* d : all) {
      if (d != unit) divides(*rest.factor_of(d->name));
      rest = rest.with(d->name, 0);
    }
    divides(rest);
    divides(*unit->size);
    parts.insert(fmt::format("reinterpret_cast<uintptr_t>({}) % 16 == 0", name));
  };
  for (const TiledOperand& o : shape.operands)
    if (o.unit) array(o.load.text, o.load.type, o.index, o.deep ? shape.depth : shape.reduce && o.along_n ? shape.n : shape.m);
  if (const KernelParameter* p = parameter_of(*shape.nest, shape.store->array); p && shape.unit_store) array(p->name, p->type, *shape.store->place, shape.n);
  return fmt::format("{}", fmt::join(parts, " && "));
}

Result<std::map<std::string, std::string>> tiled_texts(const Subject& subject, size_t launch, const Plan& plan, const TiledShape& shape, const std::string& block) {
  const KernelParameter* stored = parameter_of(*shape.nest, shape.store->array);
  if (!stored) return fail(Exit::internal, "a nest stores to what is no parameter");
  if (shape.store->guard) return fail(Exit::internal, "a store with a guard has a plan of the form tiled");
  const bool staged = has(plan, "stage"), wide = has(plan, "vectorise");
  const std::string kernel = shape.nest->kernel + "_tiled";
  std::map<std::string, std::string> t = {{"kernel", kernel}, {"m", shape.m->name}, {"n", shape.n->name}, {"store", shape.store->array}};
  t["parameters"] = kernel_parameters(subject, launch, has(plan, "restrict"));
  t["m_size"] = fmt::format("({})", index_text(*shape.m->size));
  t["n_size"] = fmt::format("({})", index_text(*shape.n->size));
  t["store_type"] = type_text(stored->type, subject.target.language);
  t["store_index"] = index_text(*shape.store->place);
  t["template"] = wide ? "template <bool kWide>\n" : "";
  t["wide_comment"] = wide ? " kWide: 16 bytes are moved at once, which needs rows of whole 16 bytes." : "";
  t["tiles_parameter"] = staged ? fmt::format(", {}_sizes::Tiles& tiles", kernel) : "";
  t["bounds"] = has(plan, "launch-bounds") ? fmt::format("__launch_bounds__({}) ", block) : "";
  const std::string arguments = parameter_names(*shape.nest) + (staged ? ", tiles" : "");
  t["call"] = staged ? fmt::format("  __shared__ {}_sizes::Tiles tiles;\n", kernel) : "";
  t["call"] += wide ? fmt::format("  const bool wide = {};\n  if (wide) {}_tile<true>({});\n  else {}_tile<false>({});\n", wide_condition(shape), kernel, arguments, kernel, arguments)
                    : fmt::format("  {}_tile({});\n", kernel, arguments);
  return t;
}

std::string batch_text(const Subject& subject, size_t launch, const TiledShape& shape, std::string& grid) {
  std::string text;
  for (size_t i = shape.batch.size(); i-- > 0;) {
    const analysis::Dimension& d = *shape.batch[i];
    text += i ? fmt::format("  const int {} = static_cast<int>(batch % ({}));\n  batch /= {};\n", d.name, index_text(*d.size), index_text(*d.size))
              : fmt::format("  const int {} = static_cast<int>(batch);\n", d.name);
    grid += fmt::format(" * ({})", contract_text(subject, launch, *d.size));
  }
  return text;
}

EmittedKernel tiled_kernel(const Subject& subject, size_t launch, std::string_view text, const std::map<std::string, std::string>& texts, std::string grid, std::string block) {
  EmittedKernel out;
  out.helpers["Pack"] = std::string(kPack);
  out.text = fill(text, texts);
  out.launches.push_back({.kernel = texts.at("kernel"), .parameters = contract_parameters(subject, launch), .grid = {std::move(grid), "", ""}, .block = {std::move(block), "", ""}, .group_memory = {}});
  return out;
}

Result<EmittedKernel> emit_tiled(const Subject& subject, size_t launch, const Plans& plans) {
  const TiledShape shape = tiled_shape(subject, launch);
  if (!shape.objection.empty()) return fail(Exit::internal, "a nest that cannot be tiled has a plan of that form");
  return shape.reduce ? emit_tiled_contraction(subject, launch, plans[launch], shape) : emit_tiled_map(subject, launch, plans[launch], shape);
}

}  // namespace wavelift::tune
