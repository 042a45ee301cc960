// PyTorch's CUDA interface: what PyTorch for ROCm calls it, release by release, and what its releases no longer have.
// The data is share/apimap/torch.tsv, compiled into the program.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

namespace wavelift::apimap {

enum class TorchKind : uint8_t {
  header,
  folder,  // how the path of a header starts; in the rest of the path CUDA becomes HIP
  space,   // a namespace
  name,    // of at::cuda or c10::cuda; the cuda before it becomes hip, too
  macro,
  gone,
};

struct TorchEntry {
  std::string_view cuda;
  std::string_view hip;  // empty: there is none
  TorchKind kind;
  uint16_t since;  // first release of PyTorch that the row holds for, major * 100 + minor; 0: the first of all
  uint16_t until;  // first release that it no longer holds for; 0: none
  std::string_view note;
};

// The row of a name, macro, namespace or header for a release; nullptr when it has none.
const TorchEntry* find_torch(std::string_view cuda, int release);
// The row of the folder that a header's path lies in.
const TorchEntry* find_torch_folder(std::string_view path, int release);
// Whether a row has that name, whatever the release.
bool is_torch_name(std::string_view cuda);

// All rows, ordered by CUDA name, then by release.
std::span<const TorchEntry> all_torch();

}  // namespace wavelift::apimap
