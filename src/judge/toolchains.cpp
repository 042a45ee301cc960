#include "judge/toolchains.h"
#include "base/paths.h"
#include "build/devicelibs.h"
#include "build/precompiled.h"
#include "build/toolchain.h"
#include "hardware/targets.h"
#include "judge/diagnostics.h"
#include "judge/task_flags.h"
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace wavelift::judge {
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

// Files of the translation, which the command takes from and to its pipes.
constexpr const char* source_name = "candidate.hip";
constexpr const char* object_name = "candidate.o";

void add_readable(Jail& jail, const fs::path& path) {
  std::error_code ec;
  if (fs::exists(path, ec)) jail.readable.push_back(path);
}

// Dates are those of 1970 even where the warning about them is switched off; the same source makes the same object.
Jail jail_for(const CompileFor& how) {
  Jail jail;
  jail.env = {"SOURCE_DATE_EPOCH=0", "TMPDIR=/tmp", "LC_ALL=C"};
  jail.limits = {.wall_s = how.wall_s, .cpu_s = how.wall_s, .memory = 4ull << 30, .file = 64ull << 20, .processes = 32};
  for (const char* path : {"/usr/include", "/usr/lib/gcc"}) add_readable(jail, path);
  return jail;
}

// -DNAME or -DNAME=VALUE as a line.
std::string definition(std::string_view d) {
  const size_t at = d.find('=');
  return fmt::format("#define {} {}\n", d.substr(0, at), at == d.npos ? "1" : d.substr(at + 1));
}

// clang, by the command line that wl hipcc or wl nvcc would make.
Result<CompileCommand> clang_command(Language language, const CompileFor& how) {
  if (auto s = check_flags(how.flags, Compiler::clang); !s) return std::unexpected(s.error());
  const hardware::Target* target = hardware::find_target(how.arch);
  if (how.arch.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789:+-") != how.arch.npos || !target)
    return fail(Exit::usage, fmt::format("there is no target '{}'", printable(how.arch)), "one of " + hardware::target_names());
  auto tools = build::find_toolchain();
  if (!tools) return std::unexpected(tools.error());
  Words args = {"-cubin", "--offload-arch=" + how.arch};
  const bool two_sizes = target->wave_size == 32; // those of gfx10 and later, which can be 64 too
  if (how.wave_size != 0 && how.wave_size != 64 && (how.wave_size != 32 || !two_sizes))
    return fail(Exit::usage, fmt::format("{} has no waves of {}", how.arch, how.wave_size));
  if (two_sizes && how.wave_size == 64) args.push_back("-mwavefrontsize64");
  // A precompiled header is refused where the command line defines what it does not, so macros are lines of the source.
  CompileCommand c;
  Words code_generation;               // what is asked for beside macros
  for (const std::string& flag : how.flags) {
    if (flag.starts_with("-D")) c.prologue += definition(flag.substr(2));
    else code_generation.push_back(flag);
  }
  if (!c.prologue.empty()) c.prologue += "#line 1\n";
  args.insert(args.end(), code_generation.begin(), code_generation.end());
  args.insert(args.end(), {"-x", language == Language::cuda ? "cu" : "hip", source_name, "-o", object_name});
  build::Facts facts{.exists = [](const fs::path& p) { return ::access(p.c_str(), R_OK) == 0; },
                     .waits_for_link = [](const fs::path&) { return false; },
                     .is_device_link = [](const fs::path&) { return false; },
                     .temporary = [](const std::string&, const char*) { return std::string(); }};
  auto t = build::translate(language == Language::cuda ? build::Mode::nvcc : build::Mode::hipcc, args, *tools, facts);
  if (!t) return std::unexpected(t.error());
  if (t->commands.size() != 1) return fail(Exit::internal, "a candidate takes more than one command to compile");
  if (auto s = build::ensure_device_libs(t->targets); !s) return std::unexpected(s.error());

  auto finished = [](Words words, const Words& more) {
    for (std::string& w : words)
      if (w == source_name || w == object_name) w = "-";
    words.insert(words.begin() + 1, {"-fuse-cuid=none", "-Werror=date-time", "-fno-caret-diagnostics", "-fno-color-diagnostics",
                                     "-fno-crash-diagnostics", "-fmessage-length=0"});
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const Words& plain = t->commands[0];
  const Words quick = build::with_precompiled_prefix(plain), to_assembly = {"-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes"};
  c.argv = finished(quick, to_assembly);
  if (quick != plain) c.plain = finished(plain, to_assembly);
  c.whole = finished(plain, {});
  // What the driver says to the code generator for HIP, and the LLVM assembly does not.
  c.object = {tools->clang.string(), "--target=amdgcn-amd-amdhsa", "-mcpu=" + t->targets[0], "-O3", "-nogpulib", "-ffp-contract=fast",
              "-mcode-object-version=5", "-mllvm", "-amdgpu-internalize-symbols", "-fno-color-diagnostics", "-fno-crash-diagnostics",
              "-fmessage-length=0", "-Wno-unused-command-line-argument"};
  if (two_sizes && how.wave_size == 64) c.object.push_back("-mwavefrontsize64");
  c.object.insert(c.object.end(), code_generation.begin(), code_generation.end());
  c.object.insert(c.object.end(), {"-x", "ir", "-", "-o", "-"});
  c.file = "<stdin>";
  c.jail = jail_for(how);
  const fs::path llvm = tools->clang.parent_path().parent_path();
  for (const fs::path& path : {llvm, tools->device_libs, tools->home / "include", tools->build_root / "include"})
    add_readable(c.jail, path);
  for (size_t i = 0; i + 1 < quick.size(); ++i)
    if (quick[i] == "-include" && fs::path(quick[i + 1]).is_absolute())
      add_readable(c.jail, fs::path(quick[i + 1]).parent_path());
  // Without /proc nobody finds the libraries beside a program by the program's own place.
  c.jail.env.push_back(fmt::format("LD_LIBRARY_PATH={}", (llvm / "lib").string()));
  c.identity = fmt::format("{}\n{}\n{}{}", fmt::join(c.whole, "\n"), fmt::join(c.object, "\n"), c.prologue, build::state_of_headers(tools->clang.string()));
  return c;
}

// PTX has no directive that reads a file, so there is no assembly to look through; the audit sees what it declared.
Result<CompileCommand> nvcc_command(const CompileFor& how) {
  if (auto s = check_flags(how.flags, Compiler::nvcc); !s) return std::unexpected(s.error());
  if (how.arch.size() > 8 || how.arch.find_first_not_of("0123456789af", 3) != how.arch.npos || how.arch.size() < 5)
    return fail(Exit::usage, "there is no NVIDIA GPU architecture of this name", "sm_80, sm_90 and so on");
  if (how.wave_size != 0 && how.wave_size != 32)
    return fail(Exit::usage, fmt::format("{} has no waves of {}", how.arch, how.wave_size));
  const fs::path nvcc = find_cuda_tool("nvcc");
  if (nvcc.empty())
    return fail(Exit::tool_missing, "there is no nvcc, so CUDA candidates cannot be compiled for NVIDIA GPUs",
                "put CUDA's bin folder on PATH or set CUDA_HOME; or hand in a cubin");
  CompileCommand c;
  c.file = "candidate.cu";
  // nvcc writes to files and speaks on both outputs.
  c.argv = {"/bin/sh",          "-c", "cat > candidate.cu && \"$@\" >&2 && cat candidate.cubin", "sh", nvcc.string(), "-cubin",
            "-arch=" + how.arch};
  c.argv.insert(c.argv.end(), how.flags.begin(), how.flags.end());
  c.argv.insert(c.argv.end(), {"-o", "candidate.cubin", "candidate.cu"});
  c.jail = jail_for(how);
  const fs::path toolkit = nvcc.parent_path().parent_path();
  for (const fs::path& path : {toolkit, fs::path("/usr/bin"), fs::path("/usr/libexec/gcc")}) add_readable(c.jail, path);
  // Packages put parts of the toolkit elsewhere and leave a link.
  std::error_code ec;
  for (const auto& e : fs::directory_iterator(toolkit, ec)) {
    const fs::path part = e.is_symlink(ec) ? fs::canonical(e.path(), ec) : fs::path();
    if (!ec && !part.empty() && !part.string().starts_with(toolkit.string() + "/")) add_readable(c.jail, part);
  }
  struct stat st{};
  ::stat(nvcc.c_str(), &st);
  c.identity = fmt::format("{}\n{}.{} {}", fmt::join(c.argv, "\n"), st.st_mtim.tv_sec, st.st_mtim.tv_nsec, st.st_size);
  return c;
}

}  // namespace

fs::path find_cuda_tool(std::string_view tool) {
  std::vector<fs::path> folders;
  auto variable = [](const char* name) {
    const char* v = std::getenv(name);
    return std::string(v ? v : "");
  };
  const std::string path = variable("PATH");
  for (size_t at = 0; at < path.size();) {
    const size_t end = std::min(path.find(':', at), path.size());
    folders.push_back(path.substr(at, end - at));
    at = end + 1;
  }
  const std::string said = variable("CUDA_HOME").empty() ? variable("CUDA_PATH") : variable("CUDA_HOME");
  folders.push_back(fs::path(said.empty() ? "/usr/local/cuda" : said) / "bin");
  std::error_code ec;
  for (const fs::path& folder : folders) {
    fs::path file = folder / tool;
    if (!folder.is_absolute() || ::access(file.c_str(), X_OK) != 0 || fs::is_directory(file, ec)) continue;
    file = fs::canonical(file, ec);
    // Not the word of the same name that stands for wl nvcc.
    if (!ec && file != fs::weakly_canonical(home() / "bin" / tool, ec)) return file;
  }
  return {};
}

Result<CompileCommand> compile_command(Language language, const CompileFor& how) {
  if (!how.arch.starts_with("sm_")) return clang_command(language, how);
  if (language == Language::hip)
    return fail(Exit::usage, fmt::format("a HIP candidate cannot be compiled for {}", how.arch.substr(0, 8)),
                "hand in CUDA or a cubin");
  return nvcc_command(how);
}

}  // namespace wavelift::judge
