// wl lint: what in CUDA or HIP source will not mean the same on a GPU whose waves have 64 lanes.
#include "analysis/analyze.h"
#include "base/files.h"
#include "build/toolchain.h"
#include "cli/hip_version.h"
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
#include <unistd.h>

namespace wavelift::cli {

namespace {
namespace fs = std::filesystem;

// One source with the words that its compiler was, or would be, given.
struct Job {
  std::string source;
  std::vector<std::string> options;
  bool cuda = true;
  std::vector<std::string> targets = {};
  bool waves_of_64 = false;
};

bool is_source(const fs::path& p) {
  static const std::set<std::string> ends = {".cu", ".hip", ".cpp", ".cc", ".cxx", ".cuh"};
  return ends.contains(p.extension().string());
}

// HIP's own headers make it HIP, whatever the file's name says.
std::optional<bool> is_cuda(const fs::path& p) {
  auto text = read_file(p);
  if (!text) return {};
  for (const char* header : {"hip/hip_runtime", "hip/hip_fp16.h", "hip/hip_cooperative_groups.h", "hip/hip_bf16.h"})
    if (text->find(header) != text->npos) return false;
  if (p.extension() == ".cu" || p.extension() == ".cuh") return true;
  if (p.extension() == ".hip") return false;
  if (text->find("cuda") != text->npos || text->find("__global__") != text->npos) return true;
  return {};
}

Status add_commands(const fs::path& database, std::vector<Job>& jobs) {
  auto text = read_file(database);
  if (!text) return std::unexpected(text.error());
  auto json = nlohmann::json::parse(*text, nullptr, false);
  if (!json.is_array()) return fail(Exit::no_input, fmt::format("{} is no compilation database", database.string()));
  for (const auto& entry : json) {
    if (!entry.is_object() || !entry.contains("file") || !entry["file"].is_string()) continue;
    fs::path folder = entry.value("directory", "");
    Job job;
    job.source = (folder / entry["file"].get<std::string>()).lexically_normal().string();
    if (!is_source(job.source)) continue;
    auto cuda = is_cuda(job.source);
    if (!cuda) continue;
    job.cuda = *cuda;
    std::vector<std::string> words;
    if (entry.contains("arguments"))
      for (const auto& w : entry["arguments"]) words.push_back(w.is_string() ? w.get<std::string>() : "");
    else words = build::split_words(entry.value("command", ""));
    // What decides meaning: search paths, macros, the language's standard. Relative paths are the folder's.
    for (size_t i = 1; i < words.size(); ++i) {
      for (const char* flag : {"-ffast-math", "-ffinite-math-only", "-fgpu-rdc", "-rdc=true", "--relocatable-device-code=true", "-dc"})
        if (words[i] == flag) job.options.push_back(std::string_view(flag) == "-dc" ? "-rdc=true" : flag);
      job.waves_of_64 |= words[i] == "-mwavefrontsize64";
      if (words[i].starts_with("--offload-arch=")) job.targets.push_back(words[i].substr(15, words[i].find(':', 15) - 15));
      for (const char* name : {"-I", "-isystem", "-D", "-U", "-include", "-std", "--std"}) {
        if (!words[i].starts_with(name)) continue;
        bool path = name[1] == 'I' || name[1] == 'i', alone = words[i] == name;
        if (alone && i + 1 == words.size()) break;
        std::string value = alone ? words[++i] : words[i].substr(std::string_view(name).size());
        if (path && value.starts_with('/') == false) value = (folder / value).lexically_normal().string();
        if (alone && name[1] != 'I') job.options.insert(job.options.end(), {name, value});
        else job.options.push_back(name + value);
        break;
      }
    }
    jobs.push_back(std::move(job));
  }
  return {};
}

Status add_path(const std::string& path, std::vector<Job>& jobs) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    std::vector<std::string> found;
    for (auto it = fs::recursive_directory_iterator(path, fs::directory_options::skip_permission_denied, error); !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
      std::string name = it->path().filename().string();
      if (it->is_directory() && (name.starts_with('.') || name == "build")) it.disable_recursion_pending();
      // Headers are read with the sources that include them.
      else if (it->is_regular_file() && is_source(name) && it->path().extension() != ".cuh") found.push_back(it->path().string());
    }
    std::ranges::sort(found);
    for (auto& f : found)
      if (auto cuda = is_cuda(f)) jobs.push_back({f, {}, *cuda});
    return {};
  }
  if (fs::path(path).filename() == "compile_commands.json") return add_commands(path, jobs);
  if (auto text = read_file(path); !text) return std::unexpected(text.error());
  jobs.push_back({path, {}, is_cuda(path).value_or(true)});
  return {};
}

Result<std::vector<std::string>> command_of(const Job& job, const std::vector<std::string>& more, const build::Toolchain& tools) {
  std::vector<std::string> args = {"-c", "-x", job.cuda ? "cu" : "hip", job.source};
  args.insert(args.end(), job.options.begin(), job.options.end());
  args.insert(args.end(), more.begin(), more.end());
  build::Facts facts{.exists = [](const fs::path& p) { return ::access(p.c_str(), R_OK) == 0; },
                     .waits_for_link = [](const fs::path&) { return false; },
                     .is_device_link = [](const fs::path&) { return false; },
                     .temporary = [](const std::string& source, const char*) { return source; }};
  auto t = build::translate(job.cuda ? build::Mode::nvcc : build::Mode::hipcc, args, tools, facts);
  if (!t) return std::unexpected(t.error());
  if (t->commands.empty()) return fail(Exit::usage, fmt::format("{} is no source file", job.source));
  return t->commands[0];
}

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
  std::vector<Job> jobs;
  for (const auto& p : paths)
    if (auto s = add_path(p, jobs); !s) return report(s.error());
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
  for (const Job& job : jobs) {
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
