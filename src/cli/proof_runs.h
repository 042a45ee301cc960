// Runs of a program with the logs that a proof reads, each under a name.
#pragma once
#include "base/process.h"
#include "base/temporary_folder.h"
#include "proof/copies.h"
#include "proof/coverage.h"
#include "proof/kernel_log.h"
#include <filesystem>
#include <string>
#include <vector>

namespace wavelift::cli {

class ProofRuns {
 public:
  explicit ProofRuns(double timeout_s) : timeout(timeout_s) {}

  // The logs of an earlier run of that name are replaced.
  Result<RunResult> run(const std::string& name, const std::vector<std::string>& command, const std::filesystem::path& folder, std::vector<std::string> environment);
  proof::KernelLog kernels(const std::string& name) const;
  // Lines of kernels in `folder` that the run did not reach; it was given the profile's environment.
  std::vector<proof::Unreached> unreached(const std::string& name, const std::filesystem::path& folder) const;
  std::string profile_environment(const std::string& name) const { return "WAVELIFT_PROFILE=" + (logs.path() / (name + ".profile")).string(); }
  Result<proof::CopyComparison> compare(const std::string& expected, const std::string& got) const;

 private:
  double timeout;
  TemporaryFolder logs;  // made at the first run
};

// A line: how many copies are the same, and the first that is not.
std::string told(const proof::CopyComparison& copies);

}  // namespace wavelift::cli
