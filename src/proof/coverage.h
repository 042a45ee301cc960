// Which lines of its kernels a run reached, from its profile (docs/profile.md).
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace wavelift::proof {

// Lines of one file that follow each other among those with code, none of which a lane reached.
struct Unreached {
  std::string file;
  uint32_t first = 0, last = 0;
};

// Of the files in `folder` alone; their names are relative to it. `profile` is the JSON document; what is none has no lines.
std::vector<Unreached> unreached_lines(std::string_view profile, const std::filesystem::path& folder);

}  // namespace wavelift::proof
