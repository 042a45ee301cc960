#include "port/manifest.h"
#include "base/files.h"
#include <charconv>
#include <fmt/format.h>

namespace wavelift::port {

namespace {
constexpr std::string_view header = "wavelift port 1: written by `wl port`, it tells its own files from edited ones\n";
}

uint64_t content_hash(std::string_view bytes) {
  uint64_t h = 0xCBF29CE484222325ull;
  for (unsigned char c : bytes) h = (h ^ c) * 0x100000001B3ull;
  return h;
}

Manifest Manifest::read(const std::filesystem::path& folder) {
  Manifest m;
  auto text = read_file(folder / file_name);
  if (!text || !text->starts_with(header)) return m;
  m.present = true;
  std::string_view rest = std::string_view(*text).substr(header.size());
  while (!rest.empty()) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    uint64_t hash = 0;
    if (line.size() < 18 || std::from_chars(line.data(), line.data() + 16, hash, 16).ec != std::errc{}) continue;
    m.hashes[std::string(line.substr(17))] = hash;
  }
  return m;
}

bool Manifest::wrote(const std::string& path, std::string_view bytes) const {
  auto it = hashes.find(path);
  return it != hashes.end() && it->second == content_hash(bytes);
}

Status Manifest::write(const std::filesystem::path& folder) const {
  std::string out(header);
  for (const auto& [path, hash] : hashes)
    if (path.find('\n') == path.npos) out += fmt::format("{:016x} {}\n", hash, path);
  return write_file(folder / file_name, out);
}

}  // namespace wavelift::port
