// A folder of its own in the system's folder for temporary files; it goes with its owner.
#pragma once
#include "base/error.h"
#include <filesystem>
#include <string_view>
#include <utility>

namespace wavelift {

class TemporaryFolder {
public:
  // wavelift-WHAT-XXXXXX, which nobody else may enter. Errors: output.
  static Result<TemporaryFolder> make(std::string_view what);
  TemporaryFolder() = default;                     // none
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryFolder& operator=(TemporaryFolder&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
  }
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }   // empty: none

private:
  std::filesystem::path path_;
};

}  // namespace wavelift
