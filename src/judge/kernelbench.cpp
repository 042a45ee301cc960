#include "judge/kernelbench.h"
#include "base/files.h"
#include "base/paths.h"
#include "base/process.h"
#include "base/temporary_folder.h"
#include "judge/jail.h"
#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <sstream>

namespace wavelift::judge {

namespace fs = std::filesystem;

namespace {

constexpr uintmax_t most_description = 1 << 20;

// The interpreter and the folders that it reads. Isolated, so that no file beside the problem is taken for PyTorch.
struct Python {
  std::string program;
  std::vector<fs::path> folders;
};
Result<Python> find_python() {
  const std::string ask = "import sys, torch\nfor p in [sys.executable, sys.prefix, sys.base_prefix] + sys.path: print('path ' + p)";
  RunOptions options;
  options.timeout_s = 120;
  auto r = run_process({"python3", "-I", "-c", ask}, options);
  if (!r) return fail(Exit::tool_missing, "there is no python3, which runs the problem", "put one with PyTorch on PATH");
  if (r->exit_code != 0) return fail(Exit::tool_missing, "python3 has no PyTorch (import torch fails), which runs the problem", "put a python3 that has it on PATH, such as that of a virtual environment");
  Python p;
  std::istringstream lines(r->out);
  std::set<fs::path> folders;
  std::error_code ec;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("path /")) continue;
    const fs::path path = line.substr(5);
    if (p.program.empty()) p.program = path.string();
    else if (fs::is_directory(path, ec)) folders.insert(path);
  }
  if (p.program.empty()) return fail(Exit::tool_missing, "python3 does not say where it is");
  p.folders.assign(folders.begin(), folders.end());
  return p;
}

// Of what a jail left behind: a file, no link to one.
bool is_file(const fs::path& p) {
  std::error_code ec;
  return fs::symlink_status(p, ec).type() == fs::file_type::regular;
}
bool is_folder(const fs::path& p) {
  std::error_code ec;
  return fs::symlink_status(p, ec).type() == fs::file_type::directory;
}

Status copy_arrays(const fs::path& from, const fs::path& to) {
  std::error_code ec;
  for (const auto& folder : fs::directory_iterator(from, ec)) {
    if (!is_folder(folder.path())) continue;
    const fs::path target = to / folder.path().filename();
    fs::create_directories(target, ec);
    for (const auto& e : fs::directory_iterator(folder.path(), ec))
      if (e.path().extension() == ".npy" && is_file(e.path()) && !fs::copy_file(e.path(), target / e.path().filename(), ec)) return fail(Exit::output, fmt::format("cannot write {}: {}", (target / e.path().filename()).string(), ec.message()));
  }
  return {};
}

std::string last_line(const std::string& text) {
  const size_t end = text.find_last_not_of('\n');
  if (end == text.npos) return "it says nothing";
  const size_t begin = text.rfind('\n', end);
  return text.substr(begin == text.npos ? 0 : begin + 1, end - (begin == text.npos ? 0 : begin + 1) + 1).substr(0, 300);
}

std::string escaped(const std::string& s) {
  std::string out;
  for (char c : s)
    if (c != '"' && c != '\\' && static_cast<unsigned char>(c) >= ' ') out += c;
  return out;
}

}  // namespace

Result<std::vector<std::string>> import_kernelbench(const KernelBenchImport& how) {
  auto problem = read_file(how.problem);
  if (!problem) return std::unexpected(problem.error());
  std::string baseline, launches;
  if (!how.baseline.empty()) {
    auto text = read_file(how.baseline);
    if (!text) return std::unexpected(text.error());
    baseline = std::move(*text);
    const size_t from = baseline.find("/* wavelift"), end = from == baseline.npos ? from : baseline.find("*/", from);
    if (end == baseline.npos || baseline.find("[[launch]]", from) > end) return fail(Exit::no_input, fmt::format("{} declares no launches", how.baseline.string()), "docs/tasks.md, \"Candidates\", says how");
    launches = baseline.substr(from + 12, end - from - 12);
  }
  auto python = find_python();
  if (!python) return std::unexpected(python.error());

  auto folder = TemporaryFolder::make("kernelbench");
  if (!folder) return std::unexpected(folder.error());
  fs::permissions(folder->path(), fs::perms::all);
  if (auto s = write_file(folder->path() / "problem.py", *problem); !s) return std::unexpected(s.error());
  const fs::path script = home() / "share/kernelbench/import_problem.py";
  Jail jail;
  jail.folder = folder->path();
  jail.readable = python->folders;
  jail.readable.push_back(script);
  jail.proc = true;
  jail.env = {fmt::format("HOME={}", jail_folder), "OMP_NUM_THREADS=4", "PYTHONDONTWRITEBYTECODE=1"};
  jail.limits = {.wall_s = 600, .cpu_s = 2400, .memory = 64ull << 30, .file = 8ull << 30, .processes = 64};
  auto run = run_jailed({python->program, "-I", script.string(), "problem.py", std::to_string(how.seeds)}, jail);
  if (!run) return std::unexpected(run.error());
  const std::string name = how.problem.string();
  if (run->end.timed_out) return fail(Exit::failed, fmt::format("{} runs for more than ten minutes on the CPU", name));
  if (run->end.exit_code == 3) return fail(Exit::no_input, fmt::format("{}: {}", name, last_line(run->errors)));
  if (run->end.exit_code != 0) return fail(Exit::failed, fmt::format("{} does not run: {}", name, last_line(run->errors)));
  const fs::path description = folder->path() / "buffers.toml";
  std::error_code ec;
  if (!is_file(description) || fs::file_size(description, ec) > most_description || !is_folder(folder->path() / "arrays")) return fail(Exit::failed, fmt::format("{} left no arrays", name));
  auto buffers = read_file(description);
  if (!buffers) return std::unexpected(buffers.error());

  std::string task = fmt::format("format = 1\ntitle = \"What {} computes\"\nprecision = \"strict\"\n{}", escaped(how.problem.filename().string()), *buffers);
  if (!launches.empty()) task += "\n" + launches;
  if (auto s = copy_arrays(folder->path() / "arrays", how.folder / "arrays"); !s) return std::unexpected(s.error());
  if (auto s = write_file(how.folder / "task.toml", task); !s) return std::unexpected(s.error());
  std::vector<std::string> by_hand;
  if (baseline.empty()) by_hand = {"a baseline.hip or baseline.cu, a kernel that is right, and its [[launch]] in task.toml"};
  else if (auto s = write_file(how.folder / (how.baseline.extension() == ".cu" ? "baseline.cu" : "baseline.hip"), baseline); !s) return std::unexpected(s.error());
  if (task.find("simulated = true") == task.npos) by_hand.push_back("a shape that is small enough for the software GPU");
  return by_hand;
}

}  // namespace wavelift::judge
