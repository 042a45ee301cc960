#include "cli/proof_runs.h"
#include "base/files.h"
#include <fmt/format.h>

namespace wavelift::cli {
namespace fs = std::filesystem;

Result<RunResult> ProofRuns::run(const std::string& name, const std::vector<std::string>& command, const fs::path& folder, std::vector<std::string> environment) {
  if (logs.path().empty()) {
    auto made = TemporaryFolder::make("proof");
    if (!made) return std::unexpected(made.error());
    logs = std::move(*made);
  }
  std::error_code ec;
  for (const char* kind : {".kernels", ".copies", ".copies.bytes", ".profile"}) fs::remove(logs.path() / (name + kind), ec);
  environment.push_back("WAVELIFT_KERNEL_LOG=" + (logs.path() / (name + ".kernels")).string());
  environment.push_back("WAVELIFT_COPY_LOG=" + (logs.path() / (name + ".copies")).string());
  RunOptions options;
  options.cwd = folder;
  options.timeout_s = timeout;
  options.env = std::move(environment);
  return run_process(command, options);
}

proof::KernelLog ProofRuns::kernels(const std::string& name) const {
  auto text = read_file(logs.path() / (name + ".kernels"));
  return text ? proof::read_kernel_log(*text) : proof::KernelLog{};
}

std::vector<proof::Unreached> ProofRuns::unreached(const std::string& name, const fs::path& folder) const {
  auto text = read_file(logs.path() / (name + ".profile"));
  return text ? proof::unreached_lines(*text, folder) : std::vector<proof::Unreached>();
}

Result<proof::CopyComparison> ProofRuns::compare(const std::string& expected, const std::string& got) const {
  return proof::compare_copies(logs.path() / (expected + ".copies"), logs.path() / (got + ".copies"));
}

std::string told(const proof::CopyComparison& c) {
  std::string line = fmt::format("{} of {} copies to the host have the CUDA source's bytes", c.same, c.got);
  if (c.close) line += fmt::format(", {} its values within rounding", c.close);
  return c.agree() ? line : line + "; " + c.first;
}

}  // namespace wavelift::cli
