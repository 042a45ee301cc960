// wl port: CUDA sources and build files to HIP.
#include "base/paths.h"
#include "analysis/analyze.h"
#include "cli/hip_version.h"
#include "cli/parse.h"
#include "cli/sources.h"
#include "hardware/targets.h"
#include "port/project.h"
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace wavelift::cli {

namespace {

using namespace wavelift::port;

std::string code_name(int code) { return fmt::format("WL{}", code); }

nlohmann::json as_json(const PortReport& report) {
  nlohmann::json files = nlohmann::json::array();
  for (const auto& f : report.files) {
    nlohmann::json findings = nlohmann::json::array();
    for (const auto& x : f.findings)
      findings.push_back({{"code", code_name(x.code)}, {"severity", severity_name(x.severity)}, {"line", x.line},
                          {"column", x.column}, {"more", x.more}, {"subject", x.subject}, {"message", x.message}});
    nlohmann::json j = {{"path", f.path}, {"action", action_name(f.action)}, {"names", f.names}, {"headers", f.headers}, {"findings", findings}};
    if (!f.diff.empty()) j["diff"] = f.diff;
    files.push_back(std::move(j));
  }
  nlohmann::json kernels = nlohmann::json::array();
  for (const auto& k : report.kernels) {
    nlohmann::json codes = nlohmann::json::array();
    for (int code : k.codes) codes.push_back(code_name(code));
    kernels.push_back({{"name", k.name}, {"file", k.file}, {"line", k.line}, {"done", k.codes.empty()}, {"codes", codes}});
  }
  nlohmann::json all = {{"kernels", kernels}, {"files", files}, {"backups", report.backups}, {"cuda", report.any_cuda}};
  nlohmann::json widths = nlohmann::json::array();
  for (const auto& k : report.widths)
    widths.push_back({{"kernel", k.kernel}, {"file", k.file}, {"line", k.line}, {"column", k.column}, {"width", k.native ? "native" : "logical"}, {"why", k.why}});
  if (!widths.empty()) all["widths"] = widths;
  return all;
}

// The findings of every file, then one line that sums up.
void print_report(std::FILE* to, const PortReport& report, const std::string& input, const std::string& output, bool all) {
  size_t ported = 0, others = 0, names = 0, headers = 0, errors = 0, warnings = 0, infos = 0;
  for (const auto& f : report.files) {
    if (f.action == Action::ported) ++ported;
    else if (f.action != Action::skipped) ++others;
    names += f.names;
    headers += f.headers;
    for (const auto& x : f.findings) {
      (x.severity == Severity::error ? errors : x.severity == Severity::warning ? warnings : infos)++;
      if (x.severity == Severity::info && !all) continue;
      std::string place = x.line ? fmt::format("{}:{}:{}", x.file, x.line, x.column) : x.file;
      std::string more = x.more ? fmt::format(" (and {} more)", x.more) : "";
      fmt::print(to, "{}: {}: {} [{}]{}\n", place, severity_name(x.severity), x.message, code_name(x.code), more);
    }
  }
  for (const auto& k : report.widths) fmt::print(to, "{}:{}: {} is {}: {}\n", k.file, k.line, k.kernel, k.native ? "native" : "logical", k.why);
  for (const auto& b : report.backups) fmt::print(to, "original kept as {}\n", b);
  if (!report.any_cuda) {
    fmt::print(to, "{}: there is nothing of CUDA in it{}\n", input, output.empty() ? "" : fmt::format("; it is copied to {}", output));
    return;
  }
  fmt::print(to, "{}: {} of {} files ported ({} names, {} headers){}", input, ported, ported + others, names, headers,
             output.empty() ? "" : fmt::format(" to {}", output));
  if (errors + warnings)
    fmt::print(to, "; {} for a person: {} to do, {} to check", errors + warnings == 1 ? "1 finding" : fmt::format("{} findings", errors + warnings), errors, warnings);
  if (infos && !all) fmt::print(to, "; --verbose shows {} more", infos);
  fmt::print(to, "\n");
  if (report.kernels.empty()) return;
  const auto done = static_cast<size_t>(std::ranges::count_if(report.kernels, [](const auto& k) { return k.codes.empty(); }));
  fmt::print(to, "kernels: {} done, {} {} a person\n", done, report.kernels.size() - done, report.kernels.size() - done == 1 ? "needs" : "need");
  for (const auto& k : report.kernels) {
    if (k.codes.empty() || !all) continue;
    std::string codes;
    for (int code : k.codes) codes += fmt::format("{}{}", codes.empty() ? "" : ", ", code_name(code));
    fmt::print(to, "  {} ({}:{}): {}\n", k.name, k.file, k.line, codes);
  }
}

// How `wl lint` would read the unit: by the folder's compilation database where there is one, else with the flags of the build files.
Result<analysis::Facts> analyse(const PortOptions& o, const std::filesystem::path& unit, const std::vector<std::string>& flags) {
  auto tools = build::find_toolchain();
  if (!tools) return std::unexpected(tools.error());
  SourceJob job{unit.string(), flags, true};
  std::error_code error;
  std::vector<SourceJob> known;
  const std::filesystem::path database = o.input / "compile_commands.json";
  if (std::filesystem::exists(database, error))
    if (auto s = add_commands(database, known); !s) return std::unexpected(s.error());
  for (const SourceJob& k : known)
    if (std::filesystem::equivalent(k.source, unit, error)) job = k;
  auto command = command_of(job, {}, *tools);
  if (!command) return std::unexpected(command.error());
  return analysis::analyze({*command, true, true});
}

int run(Args args) {
  CLI::App app("CUDA sources, headers and build files become HIP. Comments, strings and all that needs no change stay byte for byte.", "wl port");
  PortOptions o;
  std::string input, output, version, torch_version;
  bool json = false, verbose = false, lexical = true;
  app.add_option("PATH", input, "file or folder")->required();
  app.add_option("-o,--output", output, "where the port goes; a file without it goes to the standard output");
  app.add_flag("--in-place", o.in_place, "replace the files; each original stays beside as NAME.cuda");
  app.add_flag("--diff", o.diff, "show what would change as a unified diff and write nothing");
  app.add_flag("--force", o.force, "write over an output that exists");
  app.add_flag("--lexical", lexical, "rename without parsing (the only way there is so far)");
  std::map<std::string, Width> widths = {{"logical", Width::logical}, {"native", Width::native}, {"auto", Width::automatic}};
  app.add_option("--width", o.width, "what a warp becomes: logical (groups of 32 lanes), native (as wide as the wave, where that computes the same) or auto (native where it is likely to gain)")
      ->transform(CLI::CheckedTransformer(widths))
      ->default_str("logical");
  app.add_option("--target,--arch", o.arch, "GPU that build files get as their default")->capture_default_str();
  app.add_option("--hip-version", version, "the HIP that the port is for, as 6.3; 7.0 unless said, 6.3 (that of DTK 26.04) for a GPU of Hygon's");
  app.add_option("--torch-version", torch_version, "the PyTorch that extensions of it are for, as 2.10; 2.15 unless said");
  std::map<std::string, TorchBuild> torch_builds = {{"extension", TorchBuild::extension}, {"own", TorchBuild::own}};
  app.add_option("--torch-build", o.torch.build, "what builds sources that use PyTorch: its own build step (extension) or CMake or make without it (own); the build files say unless given")
      ->transform(CLI::CheckedTransformer(torch_builds));
  app.add_flag("--json", json, "the report as JSON on the standard output");
  app.add_flag("-v,--verbose", verbose, "show what was done, too, not only what a person should see");
  if (auto end = parse(app, args)) return *end;
  if (!output.empty() && (o.in_place || o.diff))
    return report({Exit::usage, "-o and --in-place or --diff exclude each other", ""});
  if (o.in_place && o.diff) return report({Exit::usage, "--in-place and --diff exclude each other", ""});
  if (!o.arch.starts_with("gfx")) return report({Exit::usage, fmt::format("--target {} names no GPU", o.arch), "give it as gfx942"});
  if (!version.empty()) {
    auto number = hip_version_of(version);
    if (!number) return report({Exit::usage, fmt::format("--hip-version {} is no version", version), "give it as 6.3"});
    o.hip_version = *number;
  } else if (const auto* target = hardware::find_target(o.arch); target && target->vendor == hardware::Vendor::hygon) {
    o.hip_version = 603;
  }
  if (!torch_version.empty()) {
    auto number = hip_version_of(torch_version);
    if (!number || *number < 200) return report({Exit::usage, fmt::format("--torch-version {} is no release of PyTorch from 2.0 on", torch_version), "give it as 2.10"});
    o.torch.release = *number;
  }
  o.input = input;
  o.output = output;
  if (::isatty(2) && !json)
    o.progress = [](size_t done, size_t all) {
      if (all > 200 && (done % 50 == 0 || done == all)) fmt::print(stderr, "\r{} of {} files{}", done, all, done == all ? "\n" : "");
    };
  o.analyse = [&o](const std::filesystem::path& unit, const std::vector<std::string>& flags) { return analyse(o, unit, flags); };
  auto result = port_path(o);
  if (!result) return report(result.error());
  bool to_stdout = output.empty() && !o.in_place && !o.diff && result->files.size() == 1;
  if (json) {
    nlohmann::json j = as_json(*result);
    j["input"] = input;
    if (!output.empty()) j["output"] = output;
    if (to_stdout) j["text"] = result->files[0].text;
    fmt::print("{}\n", j.dump(1, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    if (o.diff)
      for (const auto& f : result->files) std::fwrite(f.diff.data(), 1, f.diff.size(), stdout);
    if (to_stdout) std::fwrite(result->files[0].text.data(), 1, result->files[0].text.size(), stdout);
    print_report(o.diff || to_stdout ? stderr : stdout, *result, input, output, verbose);
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout)) return report({Exit::output, "cannot write to the standard output", ""});
  bool failed = std::any_of(result->files.begin(), result->files.end(), [](const auto& f) { return f.action == Action::failed; });
  return static_cast<int>(failed ? Exit::failed : Exit::ok);
}

}  // namespace

extern const Verb port_verb;
const Verb port_verb = {"port", "PATH [-o OUT]", "CUDA sources and build files to HIP", run};

}  // namespace wavelift::cli
