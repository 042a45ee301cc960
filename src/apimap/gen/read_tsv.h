// Reads share/apimap/*.tsv and applies the rules: the generator's half of the map.
#pragma once
#include "base/error.h"
#include <filesystem>
#include <string>
#include <vector>

namespace wavelift::apimap::gen {

struct Row {
  std::string cuda, hip, library, kind, fate, note;
  int since = 0, until = 0;
};

// All rows of the folder, rules applied, ordered by CUDA name. Errors name file and line.
Result<std::vector<Row>> read_folder(const std::filesystem::path& folder);

}  // namespace wavelift::apimap::gen
