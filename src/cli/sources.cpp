#include "cli/sources.h"
#include "base/files.h"
#include "build/project.h"
#include "port/buildfile.h"
#include "port/source.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <unistd.h>

namespace wavelift::cli {
namespace fs = std::filesystem;

namespace {

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

// The files that `source` includes by a path relative to itself.
std::vector<fs::path> included_by(const fs::path& source) {
  std::vector<fs::path> out;
  if (auto text = read_file(source))
    for (const auto& include : port::Source(*text, source.string()).includes())
      if (include.quoted) out.push_back((source.parent_path() / include.path).lexically_normal());
  return out;
}

// What the makefile of a folder, or of the next one above it up to `root`, gives its compilers: search paths and macros. It is read, not
// run. Macros of which one is not known are left out.
std::vector<std::string> makefile_options(fs::path folder, const fs::path& root) {
  std::vector<std::string> options;
  for (;; folder = folder.parent_path()) {
    if (auto text = read_file(build::makefile_in(folder))) {
      for (const std::string& d : port::makefile_include_dirs(*text)) options.push_back("-I" + (fs::path(d).is_absolute() ? fs::path(d) : folder / d).lexically_normal().string());
      if (auto macros = port::makefile_macros(*text)) options.insert(options.end(), macros->begin(), macros->end());
      return options;
    }
    if (folder == root || !folder.has_relative_path()) return options;
  }
}

}  // namespace

Status add_commands(const fs::path& database, std::vector<SourceJob>& jobs) {
  auto text = read_file(database);
  if (!text) return std::unexpected(text.error());
  auto json = nlohmann::json::parse(*text, nullptr, false);
  if (!json.is_array()) return fail(Exit::no_input, fmt::format("{} is no compilation database", database.string()));
  for (const auto& entry : json) {
    if (!entry.is_object() || !entry.contains("file") || !entry["file"].is_string()) continue;
    fs::path folder = entry.value("directory", "");
    SourceJob job;
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

Status add_sources(const std::string& path, std::vector<SourceJob>& jobs) {
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
    // So are sources that others include.
    std::set<std::string> parts;
    for (const std::string& f : found)
      for (const fs::path& part : included_by(f))
        if (part.string() != f) parts.insert(part.string());
    fs::path root = fs::path(path).lexically_normal();
    if (root.filename().empty()) root = root.parent_path();
    for (auto& f : found)
      if (auto cuda = is_cuda(f); cuda && !parts.contains(fs::path(f).lexically_normal().string())) jobs.push_back({f, makefile_options(fs::path(f).lexically_normal().parent_path(), root), *cuda});
    return {};
  }
  if (fs::path(path).filename() == "compile_commands.json") return add_commands(path, jobs);
  if (auto text = read_file(path); !text) return std::unexpected(text.error());
  jobs.push_back({path, {}, is_cuda(path).value_or(true)});
  return {};
}

Result<std::vector<std::string>> command_of(const SourceJob& job, const std::vector<std::string>& more, const build::Toolchain& tools) {
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

}  // namespace wavelift::cli
