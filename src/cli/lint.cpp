// wl lint: what in CUDA or HIP source will not mean the same on a GPU whose waves have 64 lanes.
#include "analysis/analyze.h"
#include "base/files.h"
#include "cli/hip_version.h"
#include "cli/lint_report.h"
#include "cli/parse.h"
#include "cli/sources.h"
#include "lint/baseline.h"
#include "lint/fix.h"
#include "lint/lint.h"
#include "lint/performance.h"
#include "lint/sarif.h"
#include "lint/suppress.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>

namespace wavelift::cli {

namespace {

int run(Args args) {
  CLI::App app("What in CUDA or HIP source will not mean the same on a GPU whose waves have 64 lanes.", "wl lint");
  std::vector<std::string> paths, options;
  std::string width = "logical", version = "7.0";
  std::vector<std::string> includes, macros, targets;
  std::string baseline, new_baseline;
  bool json = false, as_sarif = false, performance = false, fix = false, diff = false;
  app.add_option("PATH", paths, "files, folders or compile_commands.json")->required();
  app.add_flag("--json", json, "findings as JSON");
  app.add_flag("--sarif", as_sarif, "findings as SARIF 2.1.0");
  app.add_flag("--fix", fix, "make the repairs that are exact, in the files below PATH");
  app.add_flag("--diff", diff, "show what --fix would change as a unified diff and write nothing");
  app.add_option("--width", width, "what a warp becomes: logical (groups of 32 lanes, as wl port makes them) or native (the wave)")
      ->check(CLI::IsMember({"logical", "native"}))
      ->capture_default_str();
  app.add_flag("--performance", performance, "also what makes kernels slow, as far as it can be computed from their text and their launches");
  app.add_option("--hip-version", version, "the HIP that the program is for, as 6.3; DTK 26.04 is 6.3")->capture_default_str();
  app.add_option("--target", targets, "GPU that HIP source is built for, beside those of compile_commands.json")->allow_extra_args(false);
  app.add_option("--baseline", baseline, "file of findings that are known and not reported");
  app.add_option("--write-baseline", new_baseline, "record all that is found in such a file");
  app.add_option("-I", includes, "folder of headers")->allow_extra_args(false);
  app.add_option("-D", macros, "macro")->allow_extra_args(false);
  if (auto end = parse(app, args)) return *end;
  if (json && as_sarif) return report({Exit::usage, "--json and --sarif exclude each other", ""});
  if (fix && diff) return report({Exit::usage, "--fix and --diff exclude each other", ""});
  if ((fix || diff) && (as_sarif || !new_baseline.empty())) return report({Exit::usage, "--fix and --diff exclude --sarif and --write-baseline", "run wl lint again afterwards"});
  if (diff && json) return report({Exit::usage, "--diff and --json exclude each other", "the JSON has each finding's edits"});
  auto hip_version = hip_version_of(version);
  if (!hip_version) return report({Exit::usage, fmt::format("--hip-version {} is no version", version), "give it as 6.3"});
  for (const auto& i : includes) options.push_back("-I" + i);
  for (const auto& m : macros) options.push_back("-D" + m);

  std::optional<lint::Baseline> known;
  if (!baseline.empty()) {
    if (!new_baseline.empty()) return report({Exit::usage, "--baseline and --write-baseline exclude each other", ""});
    auto read = lint::Baseline::read(baseline);
    if (!read) return report(read.error());
    known = std::move(*read);
  }
  std::vector<SourceJob> jobs;
  std::vector<std::filesystem::path> roots;  // what --fix may change: what is given, and the sources that a database lists
  for (const auto& p : paths) {
    const size_t before = jobs.size();
    if (auto s = add_sources(p, jobs); !s) return report(s.error());
    roots.push_back(lint::Texts::target_of(p));
    if (std::filesystem::path(p).filename() == "compile_commands.json")
      for (size_t i = before; i < jobs.size(); ++i) roots.push_back(lint::Texts::target_of(jobs[i].source));
  }
  if (jobs.empty()) return report({Exit::no_input, fmt::format("there is no CUDA or HIP source in {}", paths[0]), ""});
  auto tools = build::find_toolchain();
  if (!tools) return report(tools.error());

  lint::Suppressions suppressions;
  lint::Options how;
  how.width = width == "native" ? lint::Width::native : lint::Width::logical;
  how.hip_version = *hip_version;
  how.suppressed = [&](const std::string& file, uint32_t line, int code) { return suppressions.covers(file, line, code); };
  LintOutcome outcome;
  outcome.fixing = fix;
  lint::Texts texts;
  std::map<std::tuple<std::string, uint32_t, uint32_t, int>, size_t> seen;
  for (const SourceJob& job : jobs) {
    auto command = command_of(job, options, *tools);
    if (!command) return report(command.error());
    auto facts = analysis::analyze({*command, job.cuda});
    if (!facts) return report(facts.error());
    std::optional<lint::Performance> costs;
    if (performance) {
      auto read = lint::read_performance({*command, job.cuda});
      if (!read) return report(read.error());
      costs = std::move(*read);
    }
    how.performance = costs ? &*costs : nullptr;
    for (const auto& f : facts->files) {
      outcome.lines[f.path] = f.lines;
      suppressions.read(f.path);
      if (!f.text.empty()) texts.add(f.path, f.text);
    }
    how.source = job.source;
    how.targets = targets;
    how.targets.insert(how.targets.end(), job.targets.begin(), job.targets.end());
    how.waves_of_64 = job.waves_of_64;
    for (Finding& f : lint::lint(*facts, how)) {
      auto [it, is_new] = seen.try_emplace({f.file, f.line, f.column, f.code}, outcome.findings.size());
      // What is certain in one unit is to be so in all that have the finding.
      if (is_new) outcome.findings.push_back(std::move(f));
      else if (Fix& fix_there = outcome.findings[it->second].fix; fix_there.edits != f.fix.edits) fix_there = {};
    }
  }
  for (Finding& f : suppressions.findings()) outcome.findings.push_back(std::move(f));
  std::ranges::sort(outcome.findings, {}, [](const Finding& f) { return std::tie(f.file, f.line, f.column, f.code, f.message); });

  if (!new_baseline.empty()) {
    if (auto s = write_file(new_baseline, lint::Baseline::text(outcome.findings, new_baseline)); !s) return report(s.error());
    fmt::print("{} findings are recorded in {}\n", outcome.findings.size(), new_baseline);
    return static_cast<int>(Exit::ok);
  }
  if (known) outcome.known = std::erase_if(outcome.findings, [&](const Finding& f) { return known->take(f); });

  // A file that cannot be written keeps its findings, and the others are written all the same.
  std::optional<Exit> failure;
  if (fix || diff) outcome.fixes = lint::plan_fixes(outcome.findings, texts, roots);
  for (const lint::FixedFile& file : outcome.fixes.files) {
    if (!fix) break;
    if (auto s = lint::write_fixed(file); s) outcome.fixed.insert(file.findings.begin(), file.findings.end());
    else failure = static_cast<Exit>(report(s.error()));
  }
  if (diff) print_diff(outcome);
  if (as_sarif) fmt::print("{}\n", lint::sarif(outcome.findings, lint::finding_kinds(), WAVELIFT_VERSION));
  else if (json) print_json(outcome);
  else print_text(outcome, diff ? stderr : stdout);
  if (std::fflush(stdout) != 0) return report({Exit::output, "cannot write to the standard output", ""});
  if (failure) return static_cast<int>(*failure);
  bool found = false;
  for (size_t i = 0; i < outcome.findings.size(); ++i) found |= outcome.findings[i].severity != Severity::info && !outcome.is_fixed(i);
  return static_cast<int>(found ? Exit::found : Exit::ok);
}

}  // namespace

extern const Verb lint_verb;
const Verb lint_verb = {"lint", "PATH... [--json | --sarif | --fix | --diff]", "what a 64-lane wave makes of the source's warps", run};

}  // namespace wavelift::cli
