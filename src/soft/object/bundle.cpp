// Offload bundles: what clang puts into a program (or a file) for several targets, plain
// ("__CLANG_OFFLOAD_BUNDLE__") or compressed ("CCOB", versions 1 to 3, zlib or zstd). An ELF is taken as it
// is.
//
// Plain: magic, count, then offset, size, length of id, id for each entry; all numbers 64-bit little endian.
// Compressed: "CCOB", version, method (16 bits each), then
//   1: size uncompressed (32), hash (64)
//   2: size of all (32), size uncompressed (32), hash (64)
//   3: size of all (64), size uncompressed (64), hash (64)
#include "soft/device.h"
#include <algorithm>
#include <cstring>
#include <elf.h>
#include <fmt/format.h>
#include <llvm/Support/Compression.h>
#include <llvm/Support/Error.h>
#include <map>
#include <mutex>
#include <string_view>
#include <tuple>

namespace wavelift::soft {
namespace {

using Bytes = std::span<const std::byte>;

constexpr std::string_view kMagic = "__CLANG_OFFLOAD_BUNDLE__";
constexpr uint64_t kMaxEntries = 4096, kMaxId = 4096;
constexpr uint64_t kMaxRatio = 1024;   // of sizes unpacked and packed; code comes to about 10

template <class T> T number(Bytes bytes, size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

bool begins(Bytes bytes, std::string_view with) {
  return bytes.size() >= with.size() && std::memcmp(bytes.data(), with.data(), with.size()) == 0;
}

std::unexpected<Error> bad(std::string what) { return fail(Exit::no_input, std::move(what)); }

// "gfx90a:sramecc+:xnack-" -> processor, features
struct Target {
  std::string_view processor;
  std::vector<std::string_view> features;

  explicit Target(std::string_view text) {
    for (size_t at = 0; at <= text.size();) {
      size_t end = std::min(text.find(':', at), text.size());
      std::string_view part = text.substr(at, end - at);
      if (at == 0)
        processor = part;
      else if (!part.empty())
        features.push_back(part);
      at = end + 1;
    }
  }
  // 1 with `feature` the same, -1 with its opposite, 0 when it is not said.
  int says(std::string_view feature) const {
    for (std::string_view f : features)
      if (f.substr(0, f.size() - 1) == feature.substr(0, feature.size() - 1)) return f == feature ? 1 : -1;
    return 0;
  }
};

// How well code for `code` runs on `device`: -1 not at all; else more is better. Code that leaves a feature
// open runs with either setting. A device that leaves it open takes any code, xnack off first.
int suits(const Target& code, const Target& device) {
  if (code.processor != device.processor) return -1;
  int score = 100;
  for (std::string_view feature : code.features) {
    int same = device.says(feature);
    if (same < 0) return -1;
    if (same > 0) score += 1;
    if (same == 0) score -= feature == "xnack+" ? 20 : 10;
  }
  return score;
}

// The ELF's own size: the end of its last part.
Result<Bytes> elf(Bytes bytes) {
  if (bytes.size() < sizeof(Elf64_Ehdr)) return bad("the code object is truncated: not even an ELF header");
  auto header = number<Elf64_Ehdr>(bytes, 0);
  uint64_t end = sizeof header;
  // False when the part lies beyond the end, also by a sum that does not fit.
  auto reach = [&](uint64_t at, uint64_t size) {
    if (at > bytes.size() || size > bytes.size() - at) return false;
    end = std::max(end, at + size);
    return true;
  };
  if (!reach(header.e_phoff, uint64_t(header.e_phnum) * sizeof(Elf64_Phdr)) ||
      !reach(header.e_shoff, uint64_t(header.e_shnum) * sizeof(Elf64_Shdr)))
    return bad("the code object is truncated: its headers lie beyond its end");
  bool whole = true;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    auto p = number<Elf64_Phdr>(bytes, header.e_phoff + i * sizeof(Elf64_Phdr));
    whole &= reach(p.p_offset, p.p_filesz);
  }
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    auto s = number<Elf64_Shdr>(bytes, header.e_shoff + i * sizeof(Elf64_Shdr));
    if (s.sh_type != SHT_NOBITS) whole &= reach(s.sh_offset, s.sh_size);
  }
  if (!whole) return bad("the code object is truncated: a section lies beyond its end");
  return bytes.first(end);
}

// Bytes of the zstd frame at the start: header, blocks, checksum. 0 when it is not one.
size_t zstd_frame(Bytes bytes) {
  if (bytes.size() < 6 || number<uint32_t>(bytes, 0) != 0xFD2FB528) return 0;
  auto descriptor = number<uint8_t>(bytes, 4);
  bool single = descriptor & 0x20;
  static constexpr uint8_t kSizeBytes[] = {0, 2, 4, 8}, kDictBytes[] = {0, 1, 2, 4};
  size_t at = 5 + !single + kDictBytes[descriptor & 3] +
              (single && descriptor < 0x40 ? 1 : kSizeBytes[descriptor >> 6]);
  for (bool last = false; !last;) {
    if (at + 3 > bytes.size()) return 0;
    uint32_t block = number<uint8_t>(bytes, at) | number<uint8_t>(bytes, at + 1) << 8 |
                     number<uint8_t>(bytes, at + 2) << 16;
    last = block & 1;
    at += 3 + ((block >> 1 & 3) == 1 ? 1 : block >> 3); // a run-length block is one byte
  }
  at += descriptor & 4 ? 4 : 0;
  return at <= bytes.size() ? at : 0;
}

// Unpacked bundles are kept: spans into them are handed out, and a program loads the same one again and
// again.
Result<Bytes> decompress(Bytes bytes) {
  constexpr size_t kHeader[] = {0, 20, 24, 32};
  if (bytes.size() < 8) return bad("the compressed offload bundle is truncated");
  auto version = number<uint16_t>(bytes, 4), method = number<uint16_t>(bytes, 6);
  if (version < 1 || version > 3)
    return bad(fmt::format("a compressed offload bundle of version {} is not known (1 to 3 are)", version));
  if (method > 1)
    return bad(fmt::format("the compressed offload bundle uses method {} (0, zlib, and 1, zstd, are known)",
                           method));
  size_t head = kHeader[version];
  if (bytes.size() < head) return bad("the compressed offload bundle is truncated");
  uint64_t whole = version == 1   ? bytes.size()
                   : version == 2 ? number<uint32_t>(bytes, 8)
                                  : number<uint64_t>(bytes, 8);
  uint64_t plain = version == 1   ? number<uint32_t>(bytes, 8)
                   : version == 2 ? number<uint32_t>(bytes, 12)
                                  : number<uint64_t>(bytes, 16);
  uint64_t hash = number<uint64_t>(bytes, head - 8);
  if (whole < head || whole > bytes.size()) return bad("the compressed offload bundle is truncated");
  Bytes body = bytes.subspan(head, whole - head);
  // The memory is taken before anything is unpacked, so a damaged size must not be believed.
  if (plain > (uint64_t(1) << 33) || plain / kMaxRatio > body.size() + 64)
    return bad(fmt::format("the compressed offload bundle is damaged: its {} bytes claim to unpack to {}", whole, plain));
  if (version == 1 && method == 1) {
    size_t frame = zstd_frame(body);
    if (!frame) return bad("the compressed offload bundle is truncated");
    body = body.first(frame);
  }

  static std::mutex mutex;
  static auto* unpacked =
      new std::map<std::tuple<uint64_t, uint64_t, uint64_t>, llvm::SmallVector<uint8_t, 0>>;
  std::lock_guard lock(mutex);
  auto [it, fresh] = unpacked->try_emplace({hash, plain, version == 1 ? 0 : whole});
  if (fresh) {
    auto format = method == 0 ? llvm::compression::Format::Zlib : llvm::compression::Format::Zstd;
    llvm::ArrayRef<uint8_t> in(reinterpret_cast<const uint8_t*>(body.data()), body.size());
    std::string why;
    if (const char* reason = llvm::compression::getReasonIfUnsupported(format))
      why = reason;
    else if (llvm::Error e = llvm::compression::decompress(format, in, it->second, plain))
      why = llvm::toString(std::move(e));
    if (!why.empty()) {
      unpacked->erase(it);
      return bad("the compressed offload bundle cannot be unpacked: " + why);
    }
  }
  return std::as_bytes(std::span(it->second.data(), it->second.size()));
}

struct Entry {
  std::string_view id;
  uint64_t offset = 0, size = 0;
};

Result<std::vector<Entry>> entries(Bytes bytes) {
  auto truncated = [] { return bad("the offload bundle is truncated"); };
  size_t at = kMagic.size();
  if (bytes.size() < at + 8) return truncated();
  auto count = number<uint64_t>(bytes, at);
  at += 8;
  if (count > kMaxEntries) return bad("the offload bundle is damaged: its number of entries makes no sense");
  std::vector<Entry> out;
  for (uint64_t i = 0; i < count; ++i) {
    if (bytes.size() < at + 24) return truncated();
    Entry e;
    e.offset = number<uint64_t>(bytes, at);
    e.size = number<uint64_t>(bytes, at + 8);
    auto length = number<uint64_t>(bytes, at + 16);
    at += 24;
    if (length > kMaxId || bytes.size() - at < length) return truncated();
    e.id = {reinterpret_cast<const char*>(bytes.data() + at), length};
    at += length;
    out.push_back(e);
  }
  return out;
}

// "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-" -> "gfx90a:xnack-"; empty for an entry that is not for an AMD GPU.
std::string_view gpu_of(std::string_view id) {
  if (!id.starts_with("hip") && !id.starts_with("openmp")) return {};
  size_t at = id.find("amdhsa-");
  if (at == id.npos) return {};
  std::string_view rest = id.substr(at + 7);
  while (rest.starts_with('-')) rest.remove_prefix(1);
  return rest;
}

} // namespace

Result<std::span<const std::byte>> find_code_object(std::span<const std::byte> bytes,
                                                    const std::string& arch) {
  if (begins(bytes, std::string_view("\x7f"
                                     "ELF",
                                     4)))
    return elf(bytes);
  if (begins(bytes, "CCOB")) {
    Result<Bytes> plain = decompress(bytes);
    if (!plain) return plain;
    bytes = *plain;
  }
  if (!begins(bytes, kMagic))
    return bad("the device code is neither an offload bundle nor an ELF code object");
  Result<std::vector<Entry>> all = entries(bytes);
  if (!all) return std::unexpected(all.error());

  Target device(arch);
  const Entry* best = nullptr;
  int best_score = -1;
  std::string there;
  for (const Entry& e : *all) {
    std::string_view gpu = gpu_of(e.id);
    if (gpu.empty() || e.size == 0) continue;
    there += fmt::format("{}{}", there.empty() ? "" : ", ", gpu);
    int score = suits(Target(gpu), device);
    if (score > best_score) best = &e, best_score = score;
  }
  if (!best)
    return fail(Exit::no_input,
                there.empty()
                    ? "the program has no device code at all"
                    : fmt::format("the program has no device code for {}; it has code for {}", arch, there),
                fmt::format("compile it with --offload-arch={}{}", device.processor,
                            there.empty() ? "" : ", or set WAVELIFT_ARCH to one that it has"));
  if (best->offset > bytes.size() || bytes.size() - best->offset < best->size)
    return bad(fmt::format("the offload bundle is truncated: its code for {} lies beyond its end",
                           gpu_of(best->id)));
  return bytes.subspan(best->offset, best->size);
}

} // namespace wavelift::soft
