// wl tune: a faster kernel for a task, by the built-in transformations and their numbers.
#include "base/files.h"
#include "cli/judged.h"
#include "cli/parse.h"
#include "hardware/targets.h"
#include "judge/counting.h"
#include "judge/data.h"
#include "judge/judge.h"
#include "tune/search.h"
#include "tune/subject.h"
#include <atomic>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace wavelift::cli {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct Options {
  std::string task, device = "software", output;
  std::vector<std::string> shapes;
  size_t budget = 40;
  uint64_t seed = 1;
  bool json = false;
};

std::atomic<bool> interrupted = false;
void interrupt(int) { interrupted = true; }

// The task with other timed shapes.
Result<judge::Task> with_shapes(judge::Task task, const std::vector<std::string>& texts) {
  if (texts.empty()) return task;
  std::vector<judge::Shape> chosen;
  for (const std::string& text : texts) {
    auto s = judge::shape_of(task, text);
    if (!s) return std::unexpected(s.error());
    s->timed = true;
    chosen.push_back(std::move(*s));
  }
  for (judge::Shape& s : task.shapes) s.timed = false;
  for (judge::Shape& s : chosen) {
    std::erase_if(task.shapes, [&](const judge::Shape& old) { return old.name == s.name; });
    task.shapes.push_back(std::move(s));
  }
  return task;
}

// What is compiled for, and the card that it is.
Result<tune::Target> target_of(const Options& o) {
  tune::Target t;
  if (o.device.starts_with("software")) {
    const size_t colon = o.device.find(':');
    auto target = colon == std::string::npos ? hardware::default_target() : Result<const hardware::Target*>(hardware::find_target(o.device.substr(colon + 1)));
    if (!target) return std::unexpected(target.error());
    if (!*target) return fail(Exit::usage, fmt::format("the software GPU is no {}", o.device.substr(colon + 1)), "one of " + hardware::target_names());
    t.arch = (*target)->name;
    t.spec = hardware::find_spec(t.arch);
  } else {
    judge::RemoteOptions remote;
    remote.address = o.device;
    auto device = judge::open_remote(remote);
    if (!device) return std::unexpected(device.error());
    t.arch = (*device)->info().arch;
    t.spec = hardware::find_spec((*device)->info().name);
    if (!t.spec) t.spec = hardware::find_spec(t.arch);
    t.language = o.device.starts_with("cuda") ? judge::Language::cuda : judge::Language::hip;
  }
  if (!t.spec) return fail(Exit::unsupported, fmt::format("wavelift has no figures of {}", t.arch), "a file in share/hardware gives them");
  return t;
}

std::string sentence(const tune::Trial& t) {
  const tune::Evaluation& e = t.evaluation;
  const std::string what = !e.right ? "wrong: " + e.why : fmt::format("{:.3f} times the baseline's speed ({})", e.gain, e.why);
  return fmt::format("{}: {}{}{}", t.change, what, e.repeated ? ", the same code as before" : "", t.best ? ", the best so far" : "");
}

Json json_of(const tune::Trial& t) {
  return {{"change", t.change}, {"transformations", t.done}, {"values", t.values}, {"right", t.evaluation.right}, {"why", t.evaluation.why}, {"gain", t.evaluation.gain},
          {"identity", t.evaluation.identity}, {"repeated", t.evaluation.repeated}, {"best", t.best}};
}

int run(Args args) {
  CLI::App app("Looks for a faster kernel than the task's baseline, without a language model: the baseline's loops are transformed, then the numbers of what came of it are chosen. "
               "The winner gets the judge's verdict.", "wl tune");
  Options o;
  app.add_option("TASK", o.task, "a folder with a task.toml, or the name of a task that comes with wavelift")->required();
  app.add_option("--device", o.device, "software:ARCH, where the model's time decides; hip, hip:1, cuda, cuda:1")->capture_default_str();
  app.add_option("--budget", o.budget, "evaluations: compiled, right on a small shape, and timed")->capture_default_str()->check(CLI::Range(1, 100000));
  app.add_option("--shape", o.shapes, "tuned for, instead of the task's timed ones: a name, or m=1024,n=1024,k=1024; may be repeated")->allow_extra_args(false);
  app.add_option("-o,--output", o.output, "file for the winner's source; TASK.tuned.hip or .cu in this folder otherwise");
  app.add_option("--seed", o.seed, "of the search's data; the verdict draws its own")->capture_default_str();
  app.add_flag("--json", o.json, "everything as JSON");
  if (auto end = parse(app, args)) return *end;
  auto found_task = find_task(o.task);
  if (!found_task) return report(found_task.error());
  auto task = with_shapes(std::move(*found_task), o.shapes);
  if (!task) return report(task.error());
  auto target = target_of(o);
  if (!target) return report(target.error());
  auto subject = tune::subject_of(*task, *target);
  if (!subject) return report(subject.error());
  const std::string output = !o.output.empty() ? o.output : task->name + (target->language == judge::Language::cuda ? ".tuned.cu" : ".tuned.hip");
  if (fs::exists(output)) return report({Exit::output, fmt::format("{} exists", output), "give another file with -o, or move it away"});
  auto reference = judge::Reference::build(*task);
  if (!reference) return report(reference.error());
  judge::JudgeOptions judging;
  judging.device = o.device;
  const bool live = ::isatty(2);
  if (live) judging.progress = [](const std::string& what) { fmt::print(stderr, "\r\x1b[K{}", what), std::fflush(stderr); };
  if (auto s = accepted(*task, *reference, judging, o.task); !s) return report(s.error());

  std::optional<tune::Found> found;
  {
    auto evaluator = tune::make_evaluator(*task, *reference, subject->baseline, {o.device, target->arch, target->spec, o.seed});
    if (!evaluator) return report(evaluator.error());
    tune::SearchOptions how;
    how.budget = o.budget;
    how.stop = [] { return interrupted.load(); };
    std::signal(SIGINT, interrupt);
    if (!o.json)
      how.told = [&](const tune::Trial& t, size_t charged) {
        if (live) fmt::print(stderr, "\r\x1b[K");
        fmt::print("{:3} of {}  {}\n", charged, o.budget, sentence(t));
        std::fflush(stdout);
      };
    auto done = tune::search(*subject, **evaluator, how);
    if (!done) return report(done.error());
    found = std::move(*done);
  }
  std::signal(SIGINT, SIG_DFL);
  std::string reasons;
  for (size_t i = 0; i < subject->nests.size(); ++i)
    if (!subject->nests[i].nest) reasons += fmt::format("{}{}: {}", reasons.empty() ? "" : "; ", task->contract.launches[i].kernel, subject->nests[i].reason);
  if (!found->best) {
    const std::string why = found->trials.empty() ? "no transformation can be applied" + (reasons.empty() ? "" : ": " + reasons) : "none of what was tried is faster than the baseline";
    if (o.json) fmt::print("{}\n", Json{{"format", "wavelift-tune"}, {"version", 1}, {"task", task->name}, {"device", o.device}, {"state", "nothing"}, {"why", why}}.dump(1));
    else {
      fmt::print("{}\n", why);
      if (found->trials.empty())
        for (const auto& s : found->objections) fmt::print("  {}\n", s);
    }
    return static_cast<int>(Exit::failed);
  }
  // The verdict is on fresh data and by a worker of its own.
  auto verdict = judge::judge(*task, *reference, found->source, judging);
  if (live) fmt::print(stderr, "\r\x1b[K");
  if (!verdict) return report(verdict.error());
  if (auto written = write_file(output, found->source.text); !written) return report(written.error());
  const tune::Trial& best = found->trials[*found->best];
  if (o.json) {
    Json trials = Json::array();
    for (const auto& t : found->trials) trials.push_back(json_of(t));
    const Json all = {{"format", "wavelift-tune"}, {"version", 1}, {"task", task->name}, {"device", o.device}, {"state", judge::name_of(verdict->state)}, {"evaluations", found->charged}, {"exhausted", found->exhausted},
                      {"best", json_of(best)}, {"file", output}, {"trials", trials}, {"objections", found->objections}, {"verdict", Json::parse(judge::json_of(*task, *verdict))}};
    fmt::print("{}\n", all.dump(1, ' ', false, Json::error_handler_t::replace));
  } else {
    fmt::print("\n{} of {} evaluations{}; applied: {}\n", found->charged, o.budget, found->exhausted ? ", nothing was left to try" : interrupted ? ", ended by Ctrl-C" : "", fmt::join(best.done, ", "));
    for (const judge::ShapeTime& s : verdict->times.shapes) fmt::print("  {:24} {:.2f} us to {:.2f} us, {:.3f} times as fast ({:.3f} to {:.3f})\n", s.shape, 1e6 * s.baseline_s, 1e6 * s.candidate_s, s.ratio, s.lower, s.upper);
    if (verdict->times.shapes.empty()) fmt::print("  by the model, on {}: {:.2f} times as fast ({})\n", target->spec->product, best.evaluation.gain, best.evaluation.why);
    fmt::print("{}: {}\n{}\n", judge::name_of(verdict->state), verdict->reason, output);
  }
  if (std::fflush(stdout) != 0) return report({Exit::output, "cannot write to the standard output", ""});
  const bool no = verdict->state == judge::State::rejected || verdict->state == judge::State::anomaly;
  return no ? static_cast<int>(Exit::failed) : 0;
}

}  // namespace

extern const Verb tune_verb;
const Verb tune_verb = {"tune", "TASK [--device D] [--budget N]", "a faster kernel for a task, by transformations and their numbers", run};

}  // namespace wavelift::cli
