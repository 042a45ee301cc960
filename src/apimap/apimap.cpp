#include "apimap/apimap.h"
#include "apimap/hash.h"

namespace wavelift::apimap {

namespace {
#include "apimap_table.inc"  // written by apimap_gen: entries[], slots[], slot_mask, min_size, max_size
}  // namespace

std::span<const Entry> all() { return entries; }

const Entry* find(std::string_view name) {
  if (name.size() < min_size || name.size() > max_size) return nullptr;
  for (uint32_t at = hash_name(name) & slot_mask;; at = (at + 1) & slot_mask) {
    uint16_t slot = slots[at];
    if (slot == 0) return nullptr;
    const Entry& e = entries[slot - 1];
    if (e.cuda == name) return &e;
  }
}

bool looks_like_cuda(std::string_view n) {
  static constexpr std::string_view families[] = {"cuda",  "cublasLt", "cublas", "cufft", "curand", "cusparse", "cusolver",
                                                  "cudnn", "nccl",     "nvrtc",  "nvml",  "nvtx",   "cu",       "nvjpeg"};
  static constexpr std::string_view upper[] = {"CUDA_",     "CUDART_", "CUBLAS_", "CUBLASLT_", "CUFFT_", "CURAND_",
                                               "CUSPARSE_", "CUSOLVER_", "CUDNN_", "NVRTC_",   "NVML_",  "CU_",
                                               "__nv_",     "__NV_",     "__CUDA"};
  if (n.size() < 4) return false;
  if (n[0] == 'c' || n[0] == 'n') {
    for (auto f : families)
      if (n.size() > f.size() && n.starts_with(f) && n[f.size()] >= 'A' && n[f.size()] <= 'Z') return true;
    return false;
  }
  if (n[0] == 'C' || n[0] == 'N' || n[0] == '_')
    for (auto f : upper)
      if (n.size() > f.size() && n.starts_with(f)) return true;
  return false;
}

const char* kind_name(Kind kind) {
  static constexpr const char* names[] = {"function", "type", "enum", "macro", "device", "guard", "header", "name"};
  return names[static_cast<int>(kind)];
}

const char* fate_name(Fate fate) {
  static constexpr const char* names[] = {"same", "renamed", "warp", "shim", "none", "special"};
  return names[static_cast<int>(fate)];
}

}  // namespace wavelift::apimap
