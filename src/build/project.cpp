#include "build/project.h"
#include "base/files.h"
#include "base/process.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace wavelift::build {
namespace fs = std::filesystem;

namespace {

// Findings and counters name source lines; the code stays the same.
constexpr const char* kLineTables = "HIPCC_COMPILE_FLAGS_APPEND=-gline-tables-only";

// Executable ELF files that are no shared objects by name, with their times.
std::map<fs::path, fs::file_time_type> programs_in(const fs::path& folder) {
  std::map<fs::path, fs::file_time_type> found;
  std::error_code ec;
  for (auto it = fs::recursive_directory_iterator(folder, ec); it != fs::recursive_directory_iterator(); it.increment(ec)) {
    if (ec) break;
    const fs::path& p = it->path();
    if (!it->is_regular_file(ec) || ::access(p.c_str(), X_OK) != 0) continue;
    if (p.filename().string().find(".so") != std::string::npos) continue;
    FILE* f = std::fopen(p.c_str(), "rb");
    char magic[4] = {};
    if (f && std::fread(magic, 1, 4, f) == 4 && std::string_view(magic, 4) == "\x7f" "ELF") found[p] = it->last_write_time(ec);
    if (f) std::fclose(f);
  }
  return found;
}

// The end of a compiler's output: enough to see the first errors.
std::string excerpt(const std::string& out) {
  size_t at = out.find("error");
  size_t from = at == out.npos ? (out.size() > 3000 ? out.size() - 3000 : 0) : out.rfind('\n', at) + 1;
  return out.substr(from, 3000);
}

Result<Built> with_make(const BuildRequest& r) {
  Built b;
  b.how = "make";
  auto before = programs_in(r.folder);
  std::string cc = fmt::format("\"{}\" {}", r.wl.string(), r.compiler);
  std::vector<std::string> command = {"make", "-j2"};
  for (const char* name : {"CC", "NVCC", "HIPCC", "CUDACC"}) command.push_back(fmt::format("{}={}", name, cc));
  command.push_back("ARCH=" + r.target);
  RunOptions o;
  o.cwd = r.folder;
  o.env = {"WAVELIFT_ARCH=" + r.target, kLineTables};
  o.timeout_s = r.timeout_s;
  auto run = run_process(command, o);
  if (!run) return std::unexpected(run.error());
  b.out = run->out;
  b.seconds = run->seconds;
  if (run->timed_out) return fail(Exit::failed, fmt::format("make in {} took longer than {:.0f} s", r.folder.string(), r.timeout_s));
  if (run->exit_code != 0)
    return fail(Exit::failed, fmt::format("make in {} failed:\n{}", r.folder.string(), excerpt(run->out)));
  auto after = programs_in(r.folder);
  for (const auto& [path, time] : after)
    if ((!before.contains(path) || before[path] != time) && (b.program.empty() || time >= after[b.program])) b.program = path;
  if (b.program.empty())
    return fail(Exit::failed, fmt::format("make in {} built no program", r.folder.string()),
                "see which target of the Makefile makes it");
  // What the author starts with `make run`, if that is one line with this program.
  command.insert(command.begin() + 1, {"-n", "run"});
  if (auto dry = run_process(command, o); dry && dry->exit_code == 0) {
    std::string wanted = "./" + fs::relative(b.program, r.folder).string();
    for (size_t at = 0; at < dry->out.size();) {
      size_t end = std::min(dry->out.find('\n', at), dry->out.size());
      std::string line = dry->out.substr(at, end - at);
      if (line.find(wanted) != line.npos && line.find(" -o ") == line.npos) b.run_line = line;
      at = end + 1;
    }
  }
  return b;
}

Result<Built> without_make(const BuildRequest& r) {
  static const std::set<std::string> endings = {".cu", ".hip", ".cpp", ".cc", ".cxx", ".c"};
  std::vector<std::string> sources;
  std::error_code ec;
  for (const auto& entry : fs::directory_iterator(r.folder, ec))
    if (entry.is_regular_file(ec) && endings.contains(entry.path().extension().string()))
      sources.push_back(entry.path().filename().string());
  if (sources.empty())
    return fail(Exit::no_input, fmt::format("{} has neither a Makefile nor a source file", r.folder.string()));
  std::ranges::sort(sources);
  Built b;
  b.how = "wl " + r.compiler;
  b.program = r.folder / (sources.size() == 1 ? fs::path(sources[0]).stem().string() : "main");
  std::vector<std::string> command = {r.wl.string(), r.compiler, (r.compiler == "nvcc" ? "-arch=" : "--offload-arch=") + r.target, "-I", "."};
  command.insert(command.end(), r.options.begin(), r.options.end());
  command.insert(command.end(), sources.begin(), sources.end());
  command.insert(command.end(), {"-o", b.program.filename().string()});
  RunOptions o;
  o.cwd = r.folder;
  o.env = {kLineTables};
  o.timeout_s = r.timeout_s;
  auto run = run_process(command, o);
  if (!run) return std::unexpected(run.error());
  b.out = run->out;
  b.seconds = run->seconds;
  if (run->timed_out)
    return fail(Exit::failed, fmt::format("compiling {} took longer than {:.0f} s", r.folder.string(), r.timeout_s));
  if (run->exit_code != 0)
    return fail(Exit::failed, fmt::format("compiling {} failed:\n{}", r.folder.string(), excerpt(run->out)));
  return b;
}

}  // namespace

fs::path makefile_in(const fs::path& folder) {
  for (const char* name : {"GNUmakefile", "makefile", "Makefile"})
    if (fs::exists(folder / name)) return folder / name;
  return {};
}

Result<Built> build_project(const BuildRequest& request) {
  return makefile_in(request.folder).empty() ? without_make(request) : with_make(request);
}

}  // namespace wavelift::build
