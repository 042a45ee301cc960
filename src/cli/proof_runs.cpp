#include "cli/proof_runs.h"
#include "base/files.h"
#include <cstdlib>
#include <fmt/format.h>

namespace wavelift::cli {
namespace fs = std::filesystem;

ProofRuns::~ProofRuns() {
  std::error_code ec;
  if (!logs.empty()) fs::remove_all(logs, ec);
}

Result<RunResult> ProofRuns::run(const std::string& name, const std::vector<std::string>& command, const fs::path& folder, std::vector<std::string> environment) {
  std::error_code ec;
  if (logs.empty()) {
    std::string pattern = (fs::temp_directory_path(ec) / "wl-proof-XXXXXX").string();
    if (ec || !::mkdtemp(pattern.data())) return fail(Exit::output, "cannot make a temporary folder for a run's logs");
    logs = pattern;
  }
  for (const char* kind : {".kernels", ".copies", ".copies.bytes", ".profile"}) fs::remove(logs / (name + kind), ec);
  environment.push_back("WAVELIFT_KERNEL_LOG=" + (logs / (name + ".kernels")).string());
  environment.push_back("WAVELIFT_COPY_LOG=" + (logs / (name + ".copies")).string());
  RunOptions options;
  options.cwd = folder;
  options.timeout_s = timeout;
  options.env = std::move(environment);
  return run_process(command, options);
}

proof::KernelLog ProofRuns::kernels(const std::string& name) const {
  auto text = read_file(logs / (name + ".kernels"));
  return text ? proof::read_kernel_log(*text) : proof::KernelLog{};
}

std::vector<proof::Unreached> ProofRuns::unreached(const std::string& name, const fs::path& folder) const {
  auto text = read_file(logs / (name + ".profile"));
  return text ? proof::unreached_lines(*text, folder) : std::vector<proof::Unreached>();
}

Result<proof::CopyComparison> ProofRuns::compare(const std::string& expected, const std::string& got) const {
  return proof::compare_copies(logs / (expected + ".copies"), logs / (got + ".copies"));
}

std::string told(const proof::CopyComparison& c) {
  std::string line = fmt::format("{} of {} copies to the host have the CUDA source's bytes", c.same, c.got);
  if (c.close) line += fmt::format(", {} its values within rounding", c.close);
  return c.agree() ? line : line + "; " + c.first;
}

}  // namespace wavelift::cli
