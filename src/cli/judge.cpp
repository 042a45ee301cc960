// wl judge: the sealed verdict on a candidate kernel.
#include "base/files.h"
#include "base/paths.h"
#include "cli/judged.h"
#include "cli/judge_new.h"
#include "cli/parse.h"
#include "judge/jail.h"
#include "judge/judge.h"
#include "judge/mutants.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace wavelift::cli {

namespace {

namespace fs = std::filesystem;

void print_times(const judge::Times& t) {
  if (t.shapes.empty()) return;
  fmt::print("{:24} {:>12} {:>12} {:>12} {:>8} {:>17}\n", "shape", "baseline", "candidate", "floor", "ratio", "from to");
  auto us = [](double s) { return s > 0 ? fmt::format("{:.2f} us", 1e6 * s) : std::string("-"); };
  for (const judge::ShapeTime& s : t.shapes)
    fmt::print("{:24} {:>12} {:>12} {:>12} {:>8.4f} {:>8.4f} {:>8.4f}\n", s.shape, us(s.baseline_s), us(s.candidate_s), us(s.floor_s), s.ratio, s.lower, s.upper);
  fmt::print("geometric mean {:.4f}, at least {:.4f}; {} blocks of each shape would show a gain of {:.2f} %\n", t.ratio, t.lower, t.blocks, 100 * t.mde);
}

// What a task can tell, as text or JSON; exit code 1 when it is to be refused.
int check(const judge::Task& task, const judge::Reference& reference, const judge::JudgeOptions& options, bool json) {
  auto c = judge::check_task(task, reference, options);
  if (options.progress) fmt::print(stderr, "\r\x1b[K");
  if (!c) return report(c.error());
  const std::string objection = c->objection();
  if (json) {
    nlohmann::json mutants = nlohmann::json::array();
    for (const auto& m : c->mutants) mutants.push_back({{"name", m.name}, {"kind", m.kind}, {"killed", m.killed}, {"how", m.how}});
    const nlohmann::json all = {{"format", 1}, {"task", task.name}, {"accepted", objection.empty()}, {"jailed", c->baseline.jailed}, {"objection", objection}, {"mutants", mutants}};
    fmt::print("{}\n", all.dump(1, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    for (const auto& m : c->mutants) fmt::print("{:6} {:40} {}\n", m.killed ? "killed" : "LIVES", m.name, m.how);
    if (objection.empty()) fmt::print("the task {} is accepted: its baseline is right and {} mutants were told from it\n", task.name, std::ranges::count(c->mutants, true, &judge::Mutant::killed));
    else fmt::print("the task {} is refused: {}\n", task.name, objection);
  }
  return objection.empty() ? 0 : static_cast<int>(Exit::failed);
}

int run(Args args) {
  CLI::App app("Whether a kernel computes what its task asks for. Its source is compiled for the device alone, in a jail, and nothing of it runs on the host.", "wl judge");
  std::string task_name, candidate_path, against;
  judge::JudgeOptions options;
  std::string clock;
  NewTask fresh;
  judge::KernelBenchImport imported;
  std::vector<std::string> includes, macros;
  bool json = false, checks_task = false, unjailed = false;
  uint64_t seed = 0;
  app.add_option("TASK", task_name, "a folder with a task.toml, or the name of a task that comes with wavelift");
  app.add_option("CANDIDATE", candidate_path, "a .hip or .cu file, or a code object");
  app.add_flag("--check", checks_task, "look at the task instead: whether it tells wrong answers and wrong kernels from right ones");
  app.add_option("--new", fresh.source, "write a task from this kernel's source instead, HIP or CUDA, to the folder that -o names");
  app.add_option("--import-kernelbench", imported.problem, "write a task from this problem of KernelBench's form instead (class Model, get_inputs, get_init_inputs); python3 with PyTorch runs it");
  app.add_option("--seeds", imported.seeds, "kinds of data of an imported task")->capture_default_str()->check(CLI::Range(1, 16));
  app.add_option("--baseline", imported.baseline, "kernel of an imported task, which declares its launches");
  app.add_option("-o,--output", fresh.folder, "folder for the new task");
  app.add_option("--kernel", fresh.draft.kernel, "of the source, this kernel alone");
  app.add_option("--grid", fresh.draft.grid, "its workgroups where the source does not say them, as 'ceil_div(n, 16), rows'");
  app.add_option("--block", fresh.draft.block, "threads of each, as '16, 16'");
  app.add_option("-I", includes, "folder of headers of the source")->allow_extra_args(false);
  app.add_option("-D", macros, "macro of the source")->allow_extra_args(false);
  app.add_option("--device", options.device, "software, software:gfx1100, hip, hip:1, cuda, cuda:1")->capture_default_str();
  app.add_option("--clock", clock, "issue: time on the software GPU, by the instructions that its model issues")->check(CLI::IsMember({"issue"}));
  app.add_option("--against", against, "what it is timed against, instead of the task's baseline");
  app.add_option("--software", options.software, "targets of the software GPU that it must be right on first")->allow_extra_args(false);
  app.add_option("--hidden", options.hidden, "shapes to draw from the task's hidden ranges")->capture_default_str();
  auto* seeded = app.add_option("--seed", seed, "of the data, to repeat a verdict; without it nobody knows the data before");
  app.add_flag("--json", json, "the verdict as JSON");
  app.add_flag("--unsafe-without-jail", unjailed, "where no jail can be made: run the compiler, the task's reference and the worker as you, with limits alone; for tasks and candidates that you trust");
  if (auto end = parse(app, args)) return *end;
  if (seeded->count()) options.seed = seed;
  options.issue_clock = !clock.empty();
  if (options.issue_clock && !options.device.starts_with("software"))
    return report({Exit::usage, fmt::format("wl judge: {} has a clock of its own", options.device), "--clock issue goes with --device software:ARCH"});
  if (unjailed) {
    judge::confine(judge::Confinement::limits);
    fmt::print(stderr, "wl: warning: without a jail, what the task and the candidate hold can reach all that you can; the verdict is worth as much as your trust in them\n");
  }
  if (!fresh.source.empty() || !imported.problem.empty()) {
    if (fresh.folder.empty() || !task_name.empty() || (!fresh.source.empty() && !imported.problem.empty())) return report({Exit::usage, "wl judge: a new task needs a folder, -o, and nothing is judged meanwhile", "wl judge --new kernel.hip -o my_task"});
    imported.folder = fresh.folder;
    if (!imported.problem.empty()) return import_task(imported);
    for (const auto& i : includes) fresh.options.push_back("-I" + i);
    for (const auto& m : macros) fresh.options.push_back("-D" + m);
    return new_task(std::move(fresh));
  }
  if (task_name.empty()) return report({Exit::usage, "wl judge: TASK is missing", "wl judge --help says how"});
  if (::isatty(2)) options.progress = [](const std::string& what) { fmt::print(stderr, "\r\x1b[K{}", what), std::fflush(stderr); };
  auto task = find_task(task_name);
  if (!task) return report(task.error());
  if (candidate_path.empty() && !checks_task) return report({Exit::usage, "wl judge: CANDIDATE is missing", "wl judge --help says how"});
  auto reference = judge::Reference::build(*task);
  if (!reference) return report(reference.error());
  if (checks_task) return check(*task, *reference, options, json);
  auto candidate = read_candidate(candidate_path);
  if (!candidate) return report(candidate.error());
  if (!against.empty()) {
    auto other = read_candidate(against);
    if (!other) return report(other.error());
    options.against = std::move(*other);
  }
  if (auto s = accepted(*task, *reference, options, task_name); !s) return report(s.error());
  auto verdict = judge::judge(*task, *reference, *candidate, options);
  if (options.progress) fmt::print(stderr, "\r\x1b[K");
  if (!verdict) return report(verdict.error());
  if (json) {
    fmt::print("{}", judge::json_of(*task, *verdict));
  } else {
    for (const auto& e : verdict->evidence) fmt::print("{:4} {:9} {}\n", e.passed ? "ok" : "NO", judge::name_of(e.stage), e.what);
    print_times(verdict->times);
    if (verdict->state == judge::State::rejected) fmt::print("rejected({}): {}\n", judge::name_of(verdict->stage), verdict->reason);
    else fmt::print("{}: {}\n", judge::name_of(verdict->state), verdict->reason);
  }
  if (std::fflush(stdout) != 0) return report({Exit::output, "cannot write to the standard output", ""});
  const bool no = verdict->state == judge::State::rejected || verdict->state == judge::State::anomaly;
  return no ? static_cast<int>(Exit::failed) : 0;
}

}  // namespace

extern const Verb judge_verb;
const Verb judge_verb = {"judge", "TASK CANDIDATE [--device D]", "the sealed verdict on a kernel", run};

}  // namespace wavelift::cli
