// Kernel metadata: the msgpack document in the NT_AMDGPU_METADATA note (LLVM's AMDGPU usage guide, "Code Object V5
// Metadata").
#include "soft/object/code_object.h"
#include <cstring>
#include <elf.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace wavelift::soft {

namespace {

using nlohmann::json;
constexpr unsigned kNoteAmdGpuMetadata = 32;

uint32_t number(const json& map, const char* key, uint32_t otherwise = 0) {
  auto it = map.find(key);
  return it != map.end() && it->is_number_integer() ? static_cast<uint32_t>(it->get<int64_t>()) : otherwise;
}

bool boolean(const json& map, const char* key) {
  auto it = map.find(key);
  return it != map.end() && (it->is_boolean() ? it->get<bool>() : number(map, key) != 0);
}

std::string text(const json& map, const char* key) {
  auto it = map.find(key);
  return it != map.end() && it->is_string() ? it->get<std::string>() : std::string();
}

// Whether a msgpack document nests deeper than `limit`: the parser recurses, so that a damaged one could use up the stack.
// Documents that end too early are left to the parser.
bool nests_deeper(std::span<const uint8_t> doc, size_t limit) {
  std::vector<uint64_t> open;   // items still to come in each container
  for (size_t at = 0; at < doc.size();) {
    const uint8_t tag = doc[at++];
    auto length = [&](size_t bytes) {   // a big-endian number
      uint64_t n = 0;
      for (; bytes && at < doc.size(); --bytes) n = n << 8 | doc[at++];
      return n;
    };
    uint64_t skip = 0, items = 0;
    if (tag <= 0x7f || tag >= 0xe0) skip = 0;
    else if (tag <= 0x8f) items = 2 * (tag & 0xfu);
    else if (tag <= 0x9f) items = tag & 0xfu;
    else if (tag <= 0xbf) skip = tag & 0x1fu;
    else if (tag >= 0xc4 && tag <= 0xc6) skip = length(size_t(1) << (tag - 0xc4));
    else if (tag >= 0xc7 && tag <= 0xc9) skip = length(size_t(1) << (tag - 0xc7)) + 1;
    else if (tag == 0xca || tag == 0xcb) skip = tag == 0xca ? 4 : 8;
    else if (tag >= 0xcc && tag <= 0xd3) skip = uint64_t(1) << (tag & 3);
    else if (tag >= 0xd4 && tag <= 0xd8) skip = 1 + (uint64_t(1) << (tag - 0xd4));
    else if (tag >= 0xd9 && tag <= 0xdb) skip = length(size_t(1) << (tag - 0xd9));
    else if (tag == 0xdc || tag == 0xdd) items = length(tag == 0xdc ? 2 : 4);
    else if (tag == 0xde || tag == 0xdf) items = 2 * length(tag == 0xde ? 2 : 4);
    if (skip > doc.size() - at) return false;
    at += skip;
    if (items) {
      if (open.size() == limit) return true;
      open.push_back(items);
      continue;
    }
    while (!open.empty() && --open.back() == 0) open.pop_back();
    if (open.empty()) return false;
  }
  return false;
}

Kernel kernel_of(const json& m) {
  Kernel k;
  k.name = text(m, ".name");
  k.kernarg_size = number(m, ".kernarg_segment_size");
  k.kernarg_align = number(m, ".kernarg_segment_align", 8);
  k.dynamic_stack = boolean(m, ".uses_dynamic_stack");
  k.uniform_work_group_size = boolean(m, ".uniform_work_group_size");
  k.max_threads = number(m, ".max_flat_workgroup_size", 1024);
  k.wave_size = number(m, ".wavefront_size", 64);
  k.sgprs = number(m, ".sgpr_count");
  k.vgprs = number(m, ".vgpr_count");
  k.agprs = number(m, ".agpr_count");
  k.sgpr_spills = number(m, ".sgpr_spill_count");
  k.vgpr_spills = number(m, ".vgpr_spill_count");
  auto it = m.find(".args");
  if (it == m.end() || !it->is_array()) return k;
  for (const auto& a : *it) {
    if (!a.is_object()) continue;
    KernelArg arg{number(a, ".offset"), number(a, ".size"), text(a, ".value_kind"), text(a, ".name"), text(a, ".type_name")};
    if (!arg.value_kind.starts_with("hidden_")) k.explicit_size = std::max(k.explicit_size, arg.offset + arg.size);
    k.args.push_back(std::move(arg));
  }
  return k;
}

}  // namespace

Status CodeObject::read_metadata(std::span<const std::byte> note) {
  auto bad = [](const char* what) { return fail(Exit::no_input, fmt::format("code object: {}", what), "rebuild it with wl hipcc"); };
  auto up4 = [](uint64_t n) { return (n + 3) & ~3ull; };
  for (size_t at = 0; at + sizeof(Elf64_Nhdr) <= note.size();) {
    Elf64_Nhdr h;
    std::memcpy(&h, note.data() + at, sizeof h);
    uint64_t name = at + sizeof h, desc = name + up4(h.n_namesz), next = desc + up4(h.n_descsz);
    if (desc > note.size() || h.n_descsz > note.size() - desc) return bad("truncated note");
    if (h.n_type == kNoteAmdGpuMetadata) {
      auto* blob = reinterpret_cast<const uint8_t*>(note.data() + desc);
      if (nests_deeper({blob, h.n_descsz}, 32)) return bad("metadata that nests too deeply");
      json root = json::from_msgpack(blob, blob + h.n_descsz, true, false);
      if (!root.is_object()) return bad("metadata that does not parse");
      auto kernels = root.find("amdhsa.kernels");
      if (kernels != root.end() && kernels->is_array())
        for (const auto& node : *kernels) {
          if (!node.is_object()) continue;
          Kernel k = kernel_of(node);
          if (k.name.empty() || k.kernarg_size > (1u << 20)) return bad("a kernel of no name or absurd argument size");
          for (const auto& a : k.args)
            if (a.offset > k.kernarg_size || a.size > k.kernarg_size - a.offset) return bad("an argument outside the kernarg segment");
          kernels_[k.name] = std::move(k);
        }
    }
    at = next;
  }
  return {};
}

}  // namespace wavelift::soft
