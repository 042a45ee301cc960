#include "apimap/torch.h"
#include <algorithm>

namespace wavelift::apimap {

namespace {

#include "torch_table.inc"  // written by apimap_gen: torch_entries[]

bool holds(const TorchEntry& e, int release) { return e.since <= release && (e.until == 0 || release < e.until); }

}  // namespace

std::span<const TorchEntry> all_torch() { return torch_entries; }

const TorchEntry* find_torch(std::string_view cuda, int release) {
  for (const TorchEntry& e : std::ranges::equal_range(torch_entries, cuda, {}, &TorchEntry::cuda))
    if (e.kind != TorchKind::folder && holds(e, release)) return &e;
  return nullptr;
}

const TorchEntry* find_torch_folder(std::string_view path, int release) {
  for (const TorchEntry& e : torch_entries)
    if (e.kind == TorchKind::folder && path.starts_with(e.cuda) && holds(e, release)) return &e;
  return nullptr;
}

bool is_torch_name(std::string_view cuda) { return std::ranges::binary_search(torch_entries, cuda, {}, &TorchEntry::cuda); }

}  // namespace wavelift::apimap
