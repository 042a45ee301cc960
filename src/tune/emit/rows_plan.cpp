// The numbers of the forms "rows" and "elements": which knobs a plan has follows from what was applied, their first values from the card and
// the task's timed shapes.
#include "tune/emit/rows.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::tune {

namespace {

int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct Numbers {
  int64_t threads = 256, items = 4, rows = 1;
};

// Few packs a thread keep many workgroups resident, many threads a row make its joins dear: the fewest threads that keep a row in eight packs each.
Numbers choose(const Subject& subject, size_t launch, const Plan& plan, const RowShape& shape) {
  Numbers out;
  const std::vector<RowSize> sizes = row_sizes(subject, launch);
  const int64_t width = has(plan, "vectorise-rows") ? row_width(shape) : 1, length = sizes.empty() ? 0 : sizes[0].length;
  const int64_t packs = std::max<int64_t>(1, length / width);
  if (has(plan, "group-size") && shape.reduces) {
    out.threads = 64;
    while (out.threads < 1024 && ceil_div(packs, out.threads) > 8) out.threads *= 2;
  }
  if (has(plan, "several-rows")) {
    out.threads = shape.reduces ? 32 : 64;
    while (!shape.reduces && out.threads > 16 && out.threads / 2 >= packs) out.threads /= 2;
    while (out.threads < 256 && ceil_div(packs, out.threads) > 8) out.threads *= 2;
    out.rows = std::max<int64_t>(1, 256 / out.threads);
  }
  out.items = std::clamp<int64_t>(ceil_div(packs, out.threads), 1, 8);
  return out;
}

}  // namespace

std::string unrowed(const RowShape& shape, const Plan& plan, bool or_elements) {
  if (!shape.objection.empty()) return shape.objection;
  if (plan.form == "rows" || (or_elements && plan.form == "elements")) return {};
  return or_elements ? "The launch has neither the form rows nor elements." : "The launch does not have the form rows.";
}

std::vector<RowSize> row_sizes(const Subject& subject, size_t launch) {
  const RowShape shape = row_shape(subject, launch);
  std::vector<RowSize> out;
  if (!shape.objection.empty() || !shape.along->size) return out;
  analysis::Polynomial rows = 1;
  for (const analysis::Dimension* d : shape.rows) rows = rows * *d->size;
  for (const judge::Shape& s : subject.task->shapes)
    if (s.timed) out.push_back({size_in(subject, launch, rows, s), size_in(subject, launch, *shape.along->size, s)});
  if (!out.empty()) std::ranges::rotate(out.begin(), std::ranges::max_element(out, {}, [](const RowSize& s) { return s.rows * s.length; }), out.end());
  return out;
}

std::string unsplittable(const Subject& subject, size_t launch) {
  const RowShape shape = row_shape(subject, launch);
  if (!shape.objection.empty()) return shape.objection;
  if (!shape.by_grid) return "No loop is shared out by the grid.";
  const auto& steps = shape.nest->steps;
  if (steps.size() != 2 || steps[0].kind != analysis::Step::Kind::reduce || steps[1].kind != analysis::Step::Kind::store || steps[1].value.kind != analysis::Value::Kind::name || steps[1].value.text != steps[0].name ||
      !steps[1].place || !(*steps[1].place == analysis::Polynomial::name(shape.rows[0]->name)))
    return "The launch does more than leave a part of one reduction a workgroup.";
  if (launch + 1 >= subject.nests.size()) return "No launch joins the parts.";
  const RowShape next = row_shape(subject, launch + 1);
  if (!next.objection.empty()) return "The launch that should join the parts is no reduction: " + next.objection;
  const PartsBuffer parts = parts_of(subject, launch);
  if (parts.type.empty()) return "The parts are a buffer of the task, whose size is fixed.";
  const auto& reduce = next.nest->steps[next.before];
  if (!next.rows.empty() || next.arrays.size() != 1 || next.arrays[0].buffer != parts.instead || next.arrays[0].passes.size() != 1 || reduce.kind != analysis::Step::Kind::reduce || reduce.op != steps[0].op ||
      reduce.value.kind != analysis::Value::Kind::load || reduce.guard || reduce.type != steps[0].type)
    return "The next launch does not just join the parts.";
  if (!next.along->size || contract_text(subject, launch + 1, *next.along->size) != contract_text(subject, launch, *shape.rows[0]->size)) return "The next launch does not join all parts.";
  for (size_t i = 0; i < subject.nests.size(); ++i)
    for (const judge::Argument& a : subject.task->contract.launches.at(i).arguments)
      if (i != launch && i != launch + 1 && a.name == parts.instead) return "Another launch reads the parts too.";
  return {};
}

PartsBuffer parts_of(const Subject& subject, size_t launch) {
  const RowShape shape = row_shape(subject, launch);
  PartsBuffer out;
  const auto& nest = *shape.nest;
  for (size_t i = 0; i < nest.parameters.size(); ++i)
    if (nest.parameters[i].name == nest.steps.back().array) out.instead = subject.task->contract.launches.at(launch).arguments.at(i).name;
  for (const judge::Buffer& b : subject.task->contract.scratch)
    if (b.name == out.instead) out.type = judge::info(b.type).name;
  out.name = out.instead + "_of_groups";
  return out;
}

void constrain_rows(const Subject& subject, size_t launch, Plan& plan) {
  const RowShape shape = row_shape(subject, launch);
  const Numbers first = choose(subject, launch, plan, shape);
  auto name = [&](std::string_view n) { return knob(subject, launch, n); };
  plan.knobs.clear();
  plan.constraints.clear();
  std::vector<int64_t> threads = {first.threads};
  if (has(plan, "group-size")) threads = {64, 128, 256, 512, 1024};
  if (has(plan, "several-rows")) threads.insert(threads.end(), {16, 32, 64, 128});
  std::ranges::sort(threads);
  threads.erase(std::ranges::unique(threads).begin(), threads.end());
  add_knob(plan, name("THREADS"), first.threads, threads);
  std::string group = name("THREADS");
  if (has(plan, "several-rows")) {
    add_knob(plan, name("ROWS"), first.rows, {2, 4, 8, 16});
    group += " * " + name("ROWS");
    plan.constraints.push_back(fmt::format("{} <= 1024 && {} % 64 == 0", group, group));
  }
  if (has(plan, "vectorise-rows") && has(plan, "several-rows")) plan.constraints.push_back(fmt::format("{} >= {}", name("THREADS"), 2 * row_width(shape)));
  if (has(plan, "keep-in-registers")) {
    add_knob(plan, name("ITEMS"), first.items, {1, 2, 4, 8});
    int64_t bytes = 0;
    const int width = has(plan, "vectorise-rows") ? row_width(shape) : 1;
    for (const RowArray& a : shape.arrays) bytes += kept(a) ? static_cast<int64_t>(width) * type_bytes(a.type) : 0;
    if (has(plan, "keep-results")) bytes += 4 * width;
    // All of a workgroup's registers at once; 40 of a thread are for the rest.
    const int64_t all = subject.target.spec->whole(hardware::Key::vgprs_per_simd_lane) * static_cast<int64_t>(subject.target.spec->whole(hardware::Key::wave_size)) * subject.target.spec->whole(hardware::Key::simds_per_cu);
    plan.constraints.push_back(fmt::format("({} * {} + 40) * {} <= {}", name("ITEMS"), std::max<int64_t>(1, bytes / 4), group, all));
  }
  if (plan.flags.contains("split")) {
    const int64_t units = subject.target.spec->whole(hardware::Key::compute_units);
    add_knob(plan, name("PARTS"), units * 8, {units, units * 2, units * 4, units * 16});
  }
  if (has(plan, "unroll-rows")) add_knob(plan, name("UNROLL"), 4, {1, 2, 4, 8});
}

}  // namespace wavelift::tune
