// The texts that a port wrote, kept beside it: what a person changed since, and what the next port changes, are told
// from them.
#pragma once
#include "base/error.h"
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace wavelift::port {

class LastPort {
public:
  static constexpr const char* file_name = ".wavelift-port.texts";

  // The texts kept in a folder; none when there is no such file, or it is damaged.
  static LastPort read(const std::filesystem::path& folder);
  std::optional<std::string_view> text(const std::string& path) const;

  // Remembers what is written now. Binary files and those of more than 4 MiB are left out: they are not merged.
  void add(const std::string& path, std::string_view bytes);
  Status write(const std::filesystem::path& folder) const;

private:
  std::map<std::string, std::string, std::less<>> texts;
};

}  // namespace wavelift::port
