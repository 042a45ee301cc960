#include "build/drive.h"
#include "base/process.h"
#include "build/devicelibs.h"
#include "build/precompiled.h"
#include "build/toolchain.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace wavelift::build {
namespace fs = std::filesystem;

namespace {

// Whether the file holds these bytes. The sections of interest have telling names, so that ELF and archives can
// be treated alike.
bool holds(const fs::path& path, std::string_view bytes) {
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  struct stat st {};
  bool found = false;
  if (::fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0) {
    auto size = static_cast<size_t>(st.st_size);
    void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (data != MAP_FAILED) {
      found = ::memmem(data, size, bytes.data(), bytes.size()) != nullptr;
      ::munmap(data, size);
    }
  }
  ::close(fd);
  return found;
}

const char* verb(Mode mode) { return mode == Mode::hipcc ? "hipcc" : "nvcc"; }

// Words that other tools look for when they ask a compiler who it is: CMake and PyTorch read "release X.Y",
// HIP's scripts read "HIP version:".
void print_version(Mode mode) {
  if (mode == Mode::hipcc)
    fmt::print("HIP version: 7.0.0-wavelift\nwavelift hipcc: HIP compiled by clang for AMD and Hygon targets\n");
  else
    fmt::print("wavelift nvcc: CUDA source compiled by clang for AMD and Hygon targets\n"
               "Cuda compilation tools, release 12.4, V12.4.0\n");
}

void print_help(Mode mode) {
  fmt::print("usage: wl {0} [options] file...\n\nTakes {0}'s command line and runs clang for an AMD target ({1} names the "
             "default).\nOptions that are not {0}'s go to clang as they are. The program that it links runs on the "
             "software GPU.\n",
             verb(mode), "WAVELIFT_ARCH");
}

std::vector<std::string> with_environment(Mode mode, std::span<const std::string> args) {
  auto words_of = [](const char* name) {
    const char* text = std::getenv(name);
    return text ? split_words(text) : std::vector<std::string>();
  };
  auto all = words_of(mode == Mode::nvcc ? "NVCC_PREPEND_FLAGS" : "HIPCC_COMPILE_FLAGS_PREPEND");
  all.insert(all.end(), args.begin(), args.end());
  auto after = words_of(mode == Mode::nvcc ? "NVCC_APPEND_FLAGS" : "HIPCC_COMPILE_FLAGS_APPEND");
  all.insert(all.end(), after.begin(), after.end());
  return all;
}

[[noreturn]] void become(const std::vector<std::string>& command) {
  std::vector<char*> argv;
  for (const auto& w : command) argv.push_back(const_cast<char*>(w.c_str()));
  argv.push_back(nullptr);
  ::execv(argv[0], argv.data());
  fmt::print(stderr, "wl: cannot start {}: {}\n", command[0], std::strerror(errno));
  std::exit(static_cast<int>(Exit::tool_missing));
}

}  // namespace

int drive(Mode mode, std::span<const std::string> args) {
  auto refuse = [&](const Error& e) {
    fmt::print(stderr, "wl {}: {}\n", verb(mode), e.sentence());
    return static_cast<int>(e.exit);
  };
  auto tools = find_toolchain();
  if (!tools) return refuse(tools.error());
  std::vector<std::string> temporaries;
  Facts facts{
      .exists = [](const fs::path& p) { return ::access(p.c_str(), R_OK) == 0; },
      .waits_for_link = [](const fs::path& p) { return holds(p, ".llvm.offloading"); },
      .is_device_link = [](const fs::path& p) { return holds(p, "hip.globals_reg"); },
      .temporary =
          [&](const std::string& source, const char* ending) {
            temporaries.push_back(fmt::format("{}/wl-{}-{}-{}{}", fs::temp_directory_path().string(), ::getpid(),
                                              temporaries.size(), fs::path(source).stem().string(), ending));
            return temporaries.back();
          },
  };
  auto t = translate(mode, with_environment(mode, args), *tools, facts);
  if (!t) return refuse(t.error());
  if (t->help) return print_help(mode), 0;
  if (t->version) {
    print_version(mode);
    std::fflush(stdout);
    become({tools->clang.string(), "--version"});
  }
  if (t->show) {
    for (const auto& command : t->commands) fmt::print("{}\n", fmt::join(command, " "));
    return 0;
  }
  if (auto s = ensure_device_libs(t->targets); !s) return refuse(s.error());
  for (auto& command : t->commands)
    if (command[0] == tools->clang) command = with_precompiled_prefix(std::move(command));
  if (t->commands.size() == 1) become(t->commands[0]);
  int code = 0;
  for (const auto& command : t->commands) {
    RunOptions options;
    options.capture = false;
    auto r = run_process(command, options);
    if (!r) return refuse(r.error());
    if ((code = r->exit_code) != 0) break;
  }
  for (const auto& file : temporaries) ::unlink(file.c_str());
  return code;
}

}  // namespace wavelift::build
