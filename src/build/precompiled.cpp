#include "build/precompiled.h"
#include "base/files.h"
#include "base/paths.h"
#include "base/process.h"
#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <set>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace wavelift::build {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view wrapper = "__clang_hip_runtime_wrapper.h";
constexpr std::string_view implicit = "wavelift_implicit.h";
constexpr const char* ready = "ready";
constexpr size_t most_folders = 12;  // about 15 MB each

// Options that take the next word, beside -Xarch_NAME.
const std::set<std::string_view> with_value = {"-I",      "-D",     "-U",      "-L",       "-isystem", "-iquote", "-idirafter",
                                               "-include", "-MF",   "-MT",     "-MQ",      "-o",       "-x",      "-Xclang",
                                               "-mllvm",  "-Xlinker", "-imacros", "--param", "-u",      "-T",       "-z",
                                               "-Xassembler"};
// Those of them, and prefixes of other words, that the prefix does not depend on.
const std::set<std::string_view> ignored_pairs = {"-I", "-L", "-MF", "-MT", "-MQ", "-o", "-iquote", "-idirafter", "-Xlinker",
                                                  "-u", "-T", "-z", "-Xassembler"};
constexpr std::string_view ignored[] = {"-W", "-MD", "-MMD", "-MP", "-c", "-S", "-shared", "-l", "-fuse-ld", "-no-hip-rt",
                                        "--offload-link", "--cuda-device-only", "--no-gpu-bundle-output", "-Rpass", "-v", "-###", "-w", "-static", "-rdynamic", "-pthread"};
constexpr std::string_view unfit[] = {"-E", "-M", "-MM", "-save-temps", "-fsyntax-only", "--cuda-host-only", "-imacros"};

// Whether a header of the system or of ours may look at a macro of this name. Programs' own macros may not be
// spelled like these.
bool is_headers_macro(std::string_view name) {
  return name.starts_with('_') || name.starts_with("HIP") || name.starts_with("CUDA") || name.starts_with("CUB") ||
         name.starts_with("NDEBUG") || name.starts_with("WAVELIFT");
}

std::string stamp_of(const fs::path& path) {
  struct stat st {};
  if (::stat(path.c_str(), &st) != 0) return "-";
  return fmt::format("{}.{}", st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
}

uint64_t hash(std::string_view text) {
  uint64_t h = 0xcbf29ce484222325;  // FNV-1a
  for (char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return h;
}

std::vector<std::string> words_of(std::string_view key) {
  std::vector<std::string> words;
  for (size_t at = 0; at < key.size();) {
    size_t end = std::min(key.find('\n', at), key.size());
    words.emplace_back(key.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

// Fills the folder: the prefix, one precompiled header for the host and one for each target, and last a mark that all
// are there. Not made elsewhere and renamed, because a precompiled header remembers its source's path.
bool make(const std::string& key, const fs::path& folder) {
  std::error_code ec;
  fs::create_directories(folder / "prefix.h.pch", ec);
  std::string text;
  std::vector<std::string> base, targets;
  bool skip = false;
  for (auto& w : words_of(key)) {
    if (skip) {
      text += fmt::format("#include <{}>\n", w);
      skip = false;
    } else if (w == "-include") {
      skip = true;
    } else if (w.starts_with("--offload-arch=")) {
      targets.push_back(w);
    } else {
      base.push_back(w);
    }
  }
  bool good = !ec && write_file(folder / "prefix.h", text).has_value();
  auto compile = [&](const char* side, const std::string& target, const std::string& name) {
    auto command = base;
    command.insert(command.end(), {side, target, "-w", "-fsyntax-only", "-Xclang", "-emit-pch", "-Xclang", "-o", "-Xclang",
                                   (folder / "prefix.h.pch" / name).string(), "-x", "hip", (folder / "prefix.h").string()});
    auto r = run_process(command);
    return r && r->exit_code == 0;
  };
  good = good && !targets.empty() && compile("--cuda-host-only", targets[0], "host");
  for (size_t i = 0; good && i < targets.size(); ++i)
    good = compile("--cuda-device-only", targets[i], fmt::format("device{}", i));
  return good && write_file(folder / ready, "").has_value();
}

// Keeps the newest folders.
void prune(const fs::path& root) {
  std::vector<std::pair<fs::file_time_type, fs::path>> folders;
  std::error_code ec;
  for (const auto& e : fs::directory_iterator(root, ec))
    if (e.is_directory(ec)) folders.emplace_back(e.last_write_time(ec), e.path());
  if (folders.size() <= most_folders) return;
  std::ranges::sort(folders);
  for (size_t i = 0; i + most_folders < folders.size(); ++i) fs::remove_all(folders[i].second, ec);
}

}  // namespace

std::string state_of_headers(const std::string& compiler) {
  timespec newest{};
  size_t files = 0;
  for (const fs::path& root : {home() / "include", build_root() / "include"}) {
    std::error_code ec;
    for (auto it = fs::recursive_directory_iterator(root, ec); it != fs::recursive_directory_iterator(); it.increment(ec)) {
      struct stat st {};
      if (ec || ::stat(it->path().c_str(), &st) != 0) continue;
      ++files;
      if (std::pair(st.st_mtim.tv_sec, st.st_mtim.tv_nsec) > std::pair(newest.tv_sec, newest.tv_nsec)) newest = st.st_mtim;
    }
  }
  return fmt::format("{} {} {}.{} {} {}", home().string(), files, newest.tv_sec, newest.tv_nsec, stamp_of(compiler),
                     stamp_of("/var/lib/dpkg/status"));
}

std::string prefix_key(std::span<const std::string> command) {
  std::string key;
  auto add = [&](std::string_view w) { key.append(w).push_back('\n'); };
  bool hip = false;
  std::string_view language;
  for (size_t i = 0; i < command.size(); ++i) {
    std::string_view w = command[i];
    if (std::ranges::find(unfit, w) != std::end(unfit)) return {};
    if (w == "-o" && i + 1 < command.size() && command[i + 1] == "-") return {};   // its output is kept back until it is done
    if (i == 0) {
      add(w);
    } else if ((with_value.contains(w) || w.starts_with("-Xarch_")) && i + 1 < command.size()) {
      std::string_view value = command[++i];
      if (w == "-x") {
        language = value;
      } else if (w == "-include") {
        if (value != wrapper && value != implicit) continue;
        add(w);
        add(value);
      } else if (w == "-D" || w == "-U") {
        if (is_headers_macro(value)) add(w), add(value);
      } else if (!ignored_pairs.contains(w)) {
        add(w);
        add(value);
      }
    } else if (!w.starts_with('-')) {
      // An input: with a language it is a source.
      if (language == "hip")
        hip = true;
      else if (!language.empty() && language != "none")
        return {};
    } else if (std::ranges::none_of(ignored, [&](std::string_view p) { return w.starts_with(p); })) {
      add(w);
    }
  }
  return hip ? key : std::string();
}

std::vector<std::string> with_precompiled_prefix(std::vector<std::string> command) {
  const char* wish = std::getenv("WAVELIFT_PCH");
  if (wish && std::string_view(wish) == "0") return command;
  std::string key = prefix_key(command);
  if (key.empty()) return command;
  fs::path root = cache_root() / "prefix";
  fs::path folder = root / fmt::format("{:016x}", hash(key + state_of_headers(command[0])));
  std::error_code ec;
  if (!fs::exists(folder / ready, ec)) {
    // A first compilation only leaves a note; the second makes the header, unless another process is at it.
    fs::path note = folder.string() + ".seen";
    bool seen = fs::exists(note, ec) || (wish && std::string_view(wish) == "1");
    fs::create_directories(root, ec);
    int fd = ::open(note.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0 || !seen || ::flock(fd, LOCK_EX | LOCK_NB) != 0) {
      if (fd >= 0) ::close(fd);
      return command;
    }
    bool made = fs::exists(folder / ready, ec) || make(key, folder);
    if (made) prune(root);
    ::close(fd);
    if (!made) return command;
  }
  std::vector<std::string> out;
  for (size_t i = 0; i < command.size(); ++i) {
    if (command[i] == "-include" && (command[i + 1] == wrapper || command[i + 1] == implicit)) {
      if (command[++i] == wrapper) out.insert(out.end(), {"-include", (folder / "prefix.h").string()});
    } else {
      out.push_back(std::move(command[i]));
    }
  }
  return out;
}

}  // namespace wavelift::build
