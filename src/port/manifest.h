// What a port wrote, so that the next one into the same folder knows its own files from those that a person edited.
#pragma once
#include "base/error.h"
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace wavelift::port {

uint64_t content_hash(std::string_view bytes);

class Manifest {
public:
  static constexpr const char* file_name = ".wavelift-port";

  // The manifest of a folder; empty when there is none or it is not one of ours.
  static Manifest read(const std::filesystem::path& folder);
  bool exists() const { return present; }
  bool wrote(const std::string& path) const { return hashes.contains(path); }
  // True when the port wrote `path` with just these bytes.
  bool wrote(const std::string& path, std::string_view bytes) const;

  void add(const std::string& path, std::string_view bytes) { hashes[path] = content_hash(bytes); }
  Status write(const std::filesystem::path& folder) const;

private:
  std::map<std::string, uint64_t> hashes;
  bool present = false;
};

}  // namespace wavelift::port
