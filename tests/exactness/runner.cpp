#include "runner.h"
#include "base/files.h"
#include "base/process.h"
#include "fibers.h"
#include "generator.h"
#include <dlfcn.h>
#include <fmt/format.h>

namespace wavelift::exactness {

namespace {

// Fused operations only where they are written; signed zeros, NaNs and denormals as IEEE has them.
const std::vector<std::string> kBoth = {"-std=c++20", "-w", "-ffp-contract=off", "-fno-strict-aliasing", "-fno-math-errno"};
// Halves are rounded after each operation, as the device does.
const std::vector<std::string> kHost = {"-march=x86-64-v3", "-Xclang", "-ffloat16-excess-precision=none", "-shared", "-fPIC",
                                        "-fvisibility=hidden"};
// Without 16-bit halves of registers on gfx11, as `wl hipcc` compiles: clang 22 forgets some of them.
const std::vector<std::string> kDevice = {"-x", "hip", "--offload-device-only", "--no-gpu-bundle-output", "-nogpuinc", "-nogpulib",
                                          "-mcode-object-version=5", "-Xarch_gfx1100", "-Wp,-target-feature,-real-true16"};
constexpr double kTimeout = 300;   // seconds a compile may take

Status compile(const Toolchain& tools, std::vector<std::string> argv, const std::filesystem::path& source, const std::filesystem::path& out) {
  argv.insert(argv.begin(), tools.clang);
  argv.insert(argv.end(), kBoth.begin(), kBoth.end());
  argv.insert(argv.end(), {source, "-o", out});
  RunOptions options;
  options.timeout_s = kTimeout;
  auto r = run_process(argv, options);
  if (!r) return std::unexpected(r.error());
  if (r->exit_code != 0) return fail(Exit::failed, fmt::format("{} does not compile:\n{}", source.string(), r->out));
  return {};
}

Result<std::filesystem::path> write_source(const Toolchain& tools, std::span<const Kernel> kernels, const std::string& stem) {
  std::filesystem::path path = tools.folder / (stem + ".cpp");
  if (auto s = write_file(path, render(kernels, tools.prelude)); !s) return std::unexpected(s.error());
  return path;
}

}  // namespace

HostFile::~HostFile() {
  if (library_) ::dlclose(library_);
}

Result<std::unique_ptr<HostFile>> HostFile::compile(const Toolchain& tools, std::span<const Kernel> kernels, const std::string& stem,
                                                    const std::string& level) {
  auto source = write_source(tools, kernels, stem);
  if (!source) return std::unexpected(source.error());
  std::filesystem::path object = tools.folder / fmt::format("{}.{}.so", stem, level);
  auto argv = kHost;
  argv.push_back("-" + level);
  if (auto s = exactness::compile(tools, argv, *source, object); !s) return std::unexpected(s.error());
  std::unique_ptr<HostFile> file(new HostFile);
  file->library_ = ::dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!file->library_) return fail(Exit::failed, fmt::format("cannot load {}: {}", object.string(), ::dlerror()));
  return file;
}

Result<std::vector<uint64_t>> HostFile::run(const Kernel& k, std::span<const uint64_t> input) {
  auto symbol = [&](const char* name) { return ::dlsym(library_, name); };
  auto* entry = reinterpret_cast<void (*)(const uint64_t*, uint64_t*)>(symbol(k.name.c_str()));
  auto* thread = static_cast<uint32_t*>(symbol("exactness_thread"));
  auto* block = static_cast<uint32_t*>(symbol("exactness_block"));
  auto* yield = static_cast<void (**)()>(symbol("exactness_yield"));
  if (!entry || !thread || !block || !yield) return fail(Exit::internal, "no kernel " + k.name);
  *yield = wait_for_others;
  std::vector<uint64_t> out(output_words(k));
  for (*block = 0; *block < k.blocks; ++*block)
    if (auto wrong = run_fibers(k.threads, [&](uint32_t i) { *thread = i; }, [&] { entry(input.data(), out.data()); }); !wrong.empty())
      return fail(Exit::internal, fmt::format("{}: {}", k.name, wrong));
  return out;
}

Result<std::unique_ptr<DeviceFile>> DeviceFile::compile(const Toolchain& tools, std::span<const Kernel> kernels, const std::string& stem,
                                                        const Arch& arch, const std::string& level) {
  auto source = write_source(tools, kernels, stem);
  if (!source) return std::unexpected(source.error());
  std::filesystem::path object = tools.folder / fmt::format("{}.{}.{}.co", stem, arch.name, level);
  auto argv = kDevice;
  argv.insert(argv.end(), {std::string("--offload-arch=") + arch.target, "-" + level, fmt::format("-DLANES={}", arch.lanes)});
  if (arch.lanes == 64 && std::string_view(arch.target).starts_with("gfx1")) argv.push_back("-mwavefrontsize64");
  if (auto s = exactness::compile(tools, argv, *source, object); !s) return std::unexpected(s.error());
  auto bytes = read_file(object);
  if (!bytes) return std::unexpected(bytes.error());
  auto module = soft::Module::load(std::as_bytes(std::span(*bytes)), arch.target);
  if (!module) return std::unexpected(module.error());
  std::unique_ptr<DeviceFile> file(new DeviceFile);
  file->module_ = std::move(*module);
  return file;
}

Result<std::vector<uint64_t>> DeviceFile::run(const Kernel& k, std::span<const uint64_t> input) {
  soft::Launch l;
  l.kernel = module_->kernel(k.name);
  if (!l.kernel) return fail(Exit::internal, "no kernel " + k.name);
  std::vector<uint64_t> out(output_words(k));
  const void* args[] = {input.data(), out.data()};
  l.blocks = {k.blocks, 1, 1};
  l.threads = {k.threads, 1, 1};
  l.kernarg = args;
  l.kernarg_size = sizeof args;
  if (auto r = module_->launch(l); !r) return std::unexpected(r.error());
  return out;
}

const Arch* find_arch(const std::string& name) {
  for (const Arch& a : kArchs)
    if (name == a.name) return &a;
  return nullptr;
}

std::vector<const Arch*> archs_that_run(const Toolchain& tools) {
  Kernel k;
  k.name = "probe";
  k.threads = 64;
  k.blocks = 1;
  k.results = 1;
  k.stores = {"result[0] = thread + mine[0]"};
  const std::vector<uint64_t> input(input_words(k), 5);
  std::vector<const Arch*> run;
  for (const Arch& arch : kArchs) {
    auto file = DeviceFile::compile(tools, {&k, 1}, std::string("probe-") + arch.name, arch, "O1");
    if (!file) continue;
    auto out = (*file)->run(k, input);
    if (out && (*out)[63] == 68) run.push_back(&arch);
  }
  return run;
}

std::optional<std::string> difference(const Kernel& k, std::span<const uint64_t> expected, std::span<const uint64_t> got) {
  for (size_t i = 0; i < expected.size(); ++i) {
    if (expected[i] == got[i]) continue;
    const size_t results = size_t(k.threads) * k.blocks * k.results, shared = results + k.blocks * kBlockWords;
    std::string where;
    if (i < results) {
      const size_t thread = i / k.results, result = i % k.results;
      where = fmt::format("thread {} of block {}, result {}", thread % k.threads, thread / k.threads, result);
      if (result < k.stores.size()) where += fmt::format(" ({})", k.stores[result]);
    } else if (i < shared) {
      where = fmt::format("shared cell {} of block {}", (i - results) % kBlockWords, (i - results) / kBlockWords);
    } else {
      where = fmt::format("private memory of thread {}, word {}", (i - shared) / (kPrivateBytes / 8), (i - shared) % (kPrivateBytes / 8));
    }
    return fmt::format("{}: {}: 0x{:x}, expected 0x{:x}", k.name, where, got[i], expected[i]);
  }
  return std::nullopt;
}

}  // namespace wavelift::exactness
