// wl lint: what in CUDA or HIP source will not mean the same on a GPU whose waves have 64 lanes.
#include "analysis/analyze.h"
#include "base/files.h"
#include "cli/hip_version.h"
#include "cli/sources.h"
#include "cli/verb.h"
#include "lint/baseline.h"
#include "lint/lint.h"
#include "lint/sarif.h"
#include "lint/suppress.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace wavelift::cli {

namespace {

struct Outcome {
  std::vector<Finding> findings;
  std::optional<size_t> known;             // findings of the baseline, which are not among them
  std::map<std::string, uint32_t> lines;   // of each file that was read
  size_t sources = 0;
};

void print_text(const Outcome& o) {
  size_t counts[3] = {};
  for (const Finding& f : o.findings) {
    ++counts[static_cast<int>(f.severity)];
    std::string place = f.line ? fmt::format("{}:{}:{}", f.file, f.line, f.column) : f.file;
    fmt::print("{}: {}: {} [WL{}]{}\n", place, severity_name(f.severity), f.message, f.code, f.more ? fmt::format(" (and {} more)", f.more) : "");
  }
  size_t lines = 0;
  for (const auto& [file, n] : o.lines) lines += n;
  fmt::print("{} errors, {} warnings, {} notes in {} files of {} lines{}\n", counts[2], counts[1], counts[0], o.lines.size(), lines, o.known ? fmt::format("; {} more are in the baseline", *o.known) : "");
}

void print_json(const Outcome& o) {
  nlohmann::json findings = nlohmann::json::array(), files = nlohmann::json::array();
  for (const Finding& f : o.findings)
    findings.push_back({{"code", fmt::format("WL{}", f.code)}, {"severity", severity_name(f.severity)}, {"file", f.file}, {"line", f.line},
                        {"column", f.column}, {"more", f.more}, {"subject", f.subject}, {"message", f.message}});
  for (const auto& [file, n] : o.lines) files.push_back({{"path", file}, {"lines", n}});
  nlohmann::json all = {{"findings", findings}, {"files", files}};
  if (o.known) all["in_baseline"] = *o.known;
  fmt::print("{}\n", all.dump(1, ' ', false, nlohmann::json::error_handler_t::replace));
}

int run(Args args) {
  CLI::App app("What in CUDA or HIP source will not mean the same on a GPU whose waves have 64 lanes.", "wl lint");
  std::vector<std::string> paths, options;
  std::string width = "logical", version = "7.0";
  std::vector<std::string> includes, macros, targets;
  std::string baseline, new_baseline;
  bool json = false, as_sarif = false;
  app.add_option("PATH", paths, "files, folders or compile_commands.json")->required();
  app.add_flag("--json", json, "findings as JSON");
  app.add_flag("--sarif", as_sarif, "findings as SARIF 2.1.0");
  app.add_option("--width", width, "what a warp becomes: logical (groups of 32 lanes, as wl port makes them) or native (the wave)")
      ->check(CLI::IsMember({"logical", "native"}))
      ->capture_default_str();
  app.add_option("--hip-version", version, "the HIP that the program is for, as 6.3; DTK 26.04 is 6.3")->capture_default_str();
  app.add_option("--target", targets, "GPU that HIP source is built for, beside those of compile_commands.json")->allow_extra_args(false);
  app.add_option("--baseline", baseline, "file of findings that are known and not reported");
  app.add_option("--write-baseline", new_baseline, "record all that is found in such a file");
  app.add_option("-I", includes, "folder of headers")->allow_extra_args(false);
  app.add_option("-D", macros, "macro")->allow_extra_args(false);
  std::vector<std::string> reversed(args.rbegin(), args.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", app.help());
    return 0;
  } catch (const CLI::ParseError& e) {
    return report({Exit::usage, fmt::format("wl lint: {}", e.what()), "wl lint --help says how"});
  }
  if (json && as_sarif) return report({Exit::usage, "--json and --sarif exclude each other", ""});
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
  for (const auto& p : paths)
    if (auto s = add_sources(p, jobs); !s) return report(s.error());
  if (jobs.empty()) return report({Exit::no_input, fmt::format("there is no CUDA or HIP source in {}", paths[0]), ""});
  auto tools = build::find_toolchain();
  if (!tools) return report(tools.error());

  lint::Suppressions suppressions;
  lint::Options how;
  how.width = width == "native" ? lint::Width::native : lint::Width::logical;
  how.hip_version = *hip_version;
  how.suppressed = [&](const std::string& file, uint32_t line, int code) { return suppressions.covers(file, line, code); };
  Outcome outcome;
  std::set<std::tuple<std::string, uint32_t, uint32_t, int>> seen;
  for (const SourceJob& job : jobs) {
    auto command = command_of(job, options, *tools);
    if (!command) return report(command.error());
    auto facts = analysis::analyze({*command, job.cuda});
    if (!facts) return report(facts.error());
    for (const auto& f : facts->files) {
      outcome.lines[f.path] = f.lines;
      suppressions.read(f.path);
    }
    how.targets = targets;
    how.targets.insert(how.targets.end(), job.targets.begin(), job.targets.end());
    how.waves_of_64 = job.waves_of_64;
    for (Finding& f : lint::lint(*facts, how))
      if (seen.insert({f.file, f.line, f.column, f.code}).second) outcome.findings.push_back(std::move(f));
  }
  for (Finding& f : suppressions.findings()) outcome.findings.push_back(std::move(f));
  std::ranges::sort(outcome.findings, {}, [](const Finding& f) { return std::tie(f.file, f.line, f.column, f.code, f.message); });

  if (!new_baseline.empty()) {
    if (auto s = write_file(new_baseline, lint::Baseline::text(outcome.findings, new_baseline)); !s) return report(s.error());
    fmt::print("{} findings are recorded in {}\n", outcome.findings.size(), new_baseline);
    return static_cast<int>(Exit::ok);
  }
  if (known) outcome.known = std::erase_if(outcome.findings, [&](const Finding& f) { return known->take(f); });
  if (as_sarif) fmt::print("{}\n", lint::sarif(outcome.findings, lint::finding_kinds(), WAVELIFT_VERSION));
  else if (json) print_json(outcome);
  else print_text(outcome);
  if (std::fflush(stdout) != 0) return report({Exit::output, "cannot write to the standard output", ""});
  bool found = std::ranges::any_of(outcome.findings, [](const Finding& f) { return f.severity != Severity::info; });
  return static_cast<int>(found ? Exit::found : Exit::ok);
}

}  // namespace

extern const Verb lint_verb;
const Verb lint_verb = {"lint", "PATH... [--json | --sarif]", "what a 64-lane wave makes of the source's warps", run};

}  // namespace wavelift::cli
