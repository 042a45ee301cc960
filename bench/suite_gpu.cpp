// The suite's baselines on a GPU, at full shapes: right by their references, and how long they take. suite_gpu ADDRESS TASKS OBJECTS [TASK...]:
// TASKS is share/tasks, OBJECTS a folder with TASK.cubin (or a code object under that name) of each baseline. Prints the table of bench/results.
#include "base/files.h"
#include "judge/data.h"
#include "judge/statistics.h"
#include "judge/timing.h"
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>

using namespace wavelift;
using namespace wavelift::judge;
namespace fs = std::filesystem;

namespace {

double seconds_since(std::chrono::steady_clock::time_point from) { return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count(); }

Status row(device::Device& device, const Task& task, const Reference& reference, const Built& built, const Shape& shape) {
  const auto from = std::chrono::steady_clock::now();
  auto c = reference.make(task, shape, 0, 20261130);
  if (!c) return std::unexpected(c.error());
  const double reference_s = seconds_since(from);
  auto runs = run_times(device, task, *c, built, Placement::guarded, 7, 3);
  if (!runs) return std::unexpected(runs.error());
  double worst = 0;
  bool right = true, same = true;
  std::string wrong;
  for (const Outcome& o : *runs) {
    if (!o.right() && right) right = false, wrong = o.sentence();
    same = same && o.bytes == runs->front().bytes;
    for (const auto& [name, j] : o.outputs) worst = std::max(worst, j.worst);
  }
  TimingOptions options;
  options.seed = 11;
  auto t = time_against(device, task, {&*c}, built, built, options);
  if (!t) return std::unexpected(t.error());
  const ShapeComparison& s = t->comparison.shapes.at(0);
  const double floor = t->floors[0];
  fmt::print("| {} | {} | {} | {:.2g} | {:.4f} | {:.4f} to {:.4f} | {:.4f} | {:.1f} | {:.4f} to {:.4f} | {} | {:.1f} |\n", task.name, shape.name,
             !right ? "WRONG" : !t->fault.empty() ? "WRONG WHILE TIMED" : !same && task.repeatable ? "DIFFERS" : "yes", worst, 1e3 * s.baseline_s, 1e3 * s.candidate_low_s, 1e3 * s.candidate_high_s,
             1e3 * floor, 100 * floor / s.baseline_s, s.lower, s.upper, name_of(t->comparison.state), reference_s);
  for (const std::string& what : {wrong, t->fault})
    if (!what.empty()) fmt::print("\n{}\n\n", what);
  std::fflush(stdout);
  return {};
}

Status all_shapes(device::Device& device, const fs::path& folder, const fs::path& objects) {
  auto task = read_task(folder);
  if (!task) return std::unexpected(task.error());
  auto object = read_file(objects / (task->name + ".cubin"));
  if (!object) return std::unexpected(object.error());
  auto reference = Reference::build(*task);
  if (!reference) return std::unexpected(reference.error());
  Built built;
  auto* p = reinterpret_cast<const std::byte*>(object->data());
  built.object.assign(p, p + object->size());
  built.contract = task->contract;
  built.tunables = defaults(task->contract);
  for (const KernelLaunch& l : task->contract.launches) built.symbols.push_back(l.kernel);
  for (const Shape& s : task->shapes)
    if (s.timed)
      if (auto done = row(device, *task, *reference, built, s); !done) return done;
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    fmt::print(stderr, "usage: suite_gpu ADDRESS TASKS OBJECTS [TASK...]\n");
    return 2;
  }
  auto device = device::open(argv[1]);
  if (!device) {
    fmt::print(stderr, "{}\n", device.error().sentence());
    return 1;
  }
  std::vector<std::string> names(argv + 4, argv + argc);
  if (names.empty())
    for (const auto& e : fs::directory_iterator(argv[2])) names.push_back(e.path().filename().string());
  std::ranges::sort(names);
  fmt::print("{}, {:.0f} GB/s\n\n| task | shape | right | worst error, of its bound | ms | 10 % to 90 % | floor, ms | of the floor, % | against itself | | reference, s |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
             (*device)->info().name, (*device)->info().bandwidth / 1e9);
  int failed = 0;
  for (const std::string& name : names)
    if (auto done = all_shapes(**device, fs::path(argv[2]) / name, argv[3]); !done) {
      fmt::print("\n{}: {}\n\n", name, done.error().sentence());
      std::fflush(stdout);
      ++failed;
    }
  return failed;
}
