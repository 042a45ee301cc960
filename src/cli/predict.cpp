// wl predict: how long kernels take on a named card, and why, before they run there.
#include "base/files.h"
#include "base/process.h"
#include "base/temporary_folder.h"
#include "cli/judged.h"
#include "cli/parse.h"
#include "cli/start.h"
#include "hardware/targets.h"
#include "judge/counting.h"
#include "model/model.h"
#include "model/profile_work.h"
#include "model/static_work.h"
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace wavelift::cli {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using hardware::Spec;

struct Options {
  std::string what, candidate, card = "gfx90a", shape;
  std::vector<std::string> arguments;
  std::string sass;
  std::vector<double> grid = {1};
  double block = 256;
  uint64_t groups = 12;
  bool json = false;
};

Result<Json> parse_profile(const std::string& text, const std::string& what) {
  auto j = Json::parse(text, nullptr, false);
  if (j.is_discarded()) return fail(Exit::no_input, fmt::format("{} is neither a program nor a profile", what), "wl profile --json FILE PROGRAM writes one");
  return j;
}

// Runs the program there; each launch's sample of workgroups.
Result<Json> profile_program(const Options& o, const Spec& card) {
  auto file = make_ready(o.what, std::string(card.executes.empty() ? "" : card.name));
  if (!file) return std::unexpected(file.error());
  auto folder = TemporaryFolder::make("predict");
  if (!folder) return std::unexpected(folder.error());
  const fs::path out = folder->path() / "profile";
  std::vector<std::string> argv = {*file};
  argv.insert(argv.end(), o.arguments.begin(), o.arguments.end());
  RunOptions options;
  options.env = {"WAVELIFT_PROFILE=" + out.string()};
  auto ran = run_process(argv, options);
  if (!ran) return std::unexpected(ran.error());
  if (!fs::exists(out))
    return fail(Exit::failed, fmt::format("{} left no profile: it launched no kernel, or did not end by exit or return from main", o.what));
  auto text = read_file(out);
  if (!text) return std::unexpected(text.error());
  return parse_profile(*text, o.what);
}

bool is_code_object(const std::string& text) {
  constexpr size_t kMachine = 18;        // e_machine; 224 is EM_AMDGPU
  return text.starts_with("\x7f" "ELF") && text.size() > kMachine && static_cast<unsigned char>(text[kMachine]) == 224;
}

// Of a task's candidate.
Result<std::vector<model::Work>> work_of_candidate(const Options& o, const Spec& card) {
  auto task = find_task(o.what);
  if (!task) return std::unexpected(task.error());
  auto candidate = read_candidate(o.candidate);
  if (!candidate) return std::unexpected(candidate.error());
  // The first timed shape is what its speed is judged by.
  const auto timed = std::ranges::find_if(task->shapes, &judge::Shape::timed);
  auto shape = o.shape.empty() ? Result<judge::Shape>(timed == task->shapes.end() ? task->shapes.front() : *timed) : judge::shape_of(*task, o.shape);
  if (!shape) return std::unexpected(shape.error());
  std::string sass;
  if (!o.sass.empty()) {
    auto text = read_file(o.sass);
    if (!text) return std::unexpected(text.error());
    sass = std::move(*text);
  }
  judge::Counting how;
  how.groups = o.groups;
  return judge::work_of(*task, *candidate, *shape, card, how, sass);
}

// A code object is looked at, everything else runs or has run.
Result<std::vector<model::Work>> work_of(const Options& o, const Spec& card) {
  if (!o.sass.empty() && (card.vendor != hardware::Vendor::nvidia || o.candidate.empty()))
    return fail(Exit::usage, "--sass is for a task's candidate on one of NVIDIA's cards");
  if (!o.candidate.empty()) return work_of_candidate(o, card);
  if (!o.shape.empty()) return fail(Exit::usage, "--shape is of a task, which needs a candidate", "wl predict TASK CANDIDATE --shape NAME");
  auto text = read_file(o.what);
  if (!text) return std::unexpected(text.error());
  if (is_code_object(*text)) {
    model::StaticLaunch launch;
    std::ranges::copy(o.grid, launch.grid.begin());
    launch.threads = o.block;
    return model::static_work(std::as_bytes(std::span(*text)), launch);
  }
  auto profile = text->starts_with("\x7f" "ELF") ? profile_program(o, card) : parse_profile(*text, o.what);
  if (!profile) return std::unexpected(profile.error());
  auto all = model::work_of_profile(*profile);
  if (all)
    for (model::Work& w : *all) model::carry_over(w, card);
  return all;
}

Json json_of(const model::Prediction& p) {
  Json bounds = Json::object();
  for (const auto& b : p.bounds) bounds[std::string(b.name)] = b.seconds;
  return {{"kernel", p.kernel}, {"seconds", p.seconds}, {"low", p.low}, {"high", p.high}, {"limiter", p.limiter}, {"bounds", bounds},
          {"groups_per_unit", p.groups_per_unit}, {"waves_per_simd", p.waves_per_simd}, {"occupancy_limited_by", p.occupancy_limiter}, {"rounds", p.rounds}, {"instructions", p.instructions},
          {"confidence", p.confidence}, {"doubts", p.doubts}};
}

void print(const model::Prediction& p) {
  auto us = [](double s) { return s >= 1e-3 ? fmt::format("{:.3f} ms", 1e3 * s) : fmt::format("{:.2f} us", 1e6 * s); };
  fmt::print("{}\n  {} ({} to {}), limited by {}\n  bounds     ", p.kernel, us(p.seconds), us(p.low), us(p.high), p.limiter);
  for (const auto& b : p.bounds) fmt::print("{}{} {}", &b == &p.bounds.front() ? "" : ", ", b.name, us(b.seconds));
  fmt::print("\n  occupancy  {} workgroups a unit, {} waves a SIMD, limited by {}; {:.2f} rounds\n  confidence {:.2f}", p.groups_per_unit, p.waves_per_simd, p.occupancy_limiter, p.rounds, p.confidence);
  for (const auto& d : p.doubts) fmt::print("{} {}", &d == &p.doubts.front() ? ":" : ";", d);
  fmt::print("\n");
}

int run(Args args) {
  CLI::App app("How long kernels take on a named card, and what limits them, before they run there. A program or a candidate runs on the software GPU, which counts what it does; "
               "of a candidate's large launches a sample of the workgroups.", "wl predict");
  Options o;
  app.add_option("WHAT", o.what, "a linked program, a profile (wl profile --json), a code object, or a task")->required();
  app.add_option("CANDIDATE", o.candidate, "of a task: a .hip or .cu file; or the program's first argument");
  app.add_option("ARGUMENTS", o.arguments, "of the program");
  app.add_option("--card", o.card, "one of wl devices --spec")->capture_default_str();
  app.add_option("--shape", o.shape, "of the task: a name, or m=512,n=512,k=64; the first timed one otherwise");
  app.add_option("--groups", o.groups, "workgroups of each launch that run")->capture_default_str()->check(CLI::Range(1, 1 << 20));
  app.add_option("--grid", o.grid, "of a code object that does not run: workgroups, one to three extents")->delimiter(',')->expected(1, 3)->check(CLI::Range(1.0, 4294967295.0));
  app.add_option("--block", o.block, "of such: threads of each")->check(CLI::Range(1.0, 1024.0));
  app.add_option("--sass", o.sass, "for an NVIDIA card: the kernels' own code, as cuobjdump -res-usage -sass prints it");
  app.add_flag("--json", o.json, "everything as JSON");
  if (auto end = parse(app, args)) return *end;
  const Spec* card = hardware::find_spec(o.card);
  if (!card) return report({Exit::usage, fmt::format("wavelift knows no card '{}'", o.card), "one of " + hardware::spec_names()});
  std::error_code ec;
  if (!o.candidate.empty() && fs::is_regular_file(o.what, ec)) {   // a program with arguments
    o.arguments.insert(o.arguments.begin(), o.candidate);
    o.candidate.clear();
  }
  auto all = work_of(o, *card);
  if (!all) return report(all.error());
  std::vector<model::Prediction> predictions;
  for (const model::Work& w : *all) predictions.push_back(model::predict(w, *card));
  if (predictions.empty()) return report({Exit::failed, fmt::format("{} launched no kernel", o.what), ""});
  if (o.json) {
    Json kernels = Json::array();
    for (const auto& p : predictions) kernels.push_back(json_of(p));
    const Json j = {{"format", "wavelift-prediction"}, {"version", 1}, {"card", card->name}, {"verified", card->verified}, {"kernels", kernels}, {"total", json_of(model::total(predictions))}};
    fmt::print("{}\n", j.dump(1, ' ', false, Json::error_handler_t::replace));
  } else {
    fmt::print("{} ({})\n", card->product, card->name);
    for (const auto& p : predictions) print(p);
    if (predictions.size() > 1) fmt::print("together {:.2f} us, one launch of each\n", 1e6 * model::total(predictions).seconds);
  }
  if (std::fflush(stdout) != 0) return report({Exit::output, "cannot write to the standard output", ""});
  return 0;
}

}  // namespace

extern const Verb predict_verb{"predict", "PROGRAM | TASK CANDIDATE [--card NAME]", "time and limiter of kernels on a card, before they run there", run};

}  // namespace wavelift::cli
