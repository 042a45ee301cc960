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

struct TorchRow {
  std::string cuda, hip, kind, note;  // hip as it is in the file, with the name in place of =, empty for -
  int since = 0, until = 0;           // releases of PyTorch
};

// The rows of torch.tsv, ordered by CUDA name, then by release.
Result<std::vector<TorchRow>> read_torch(const std::filesystem::path& folder);

}  // namespace wavelift::apimap::gen
