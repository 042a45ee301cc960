#include "port/last_port.h"
#include "base/files.h"
#include "port/tree.h"
#include <charconv>
#include <fmt/format.h>

namespace wavelift::port {

namespace {
constexpr std::string_view header = "wavelift port texts 1: what the last `wl port` wrote, so that the next one can merge\n";
constexpr size_t largest = 4u << 20;
}

// After the header, for each file: its size in bytes, a blank, its path, a newline, the bytes, a newline.
LastPort LastPort::read(const std::filesystem::path& folder) {
  LastPort out;
  auto file = read_file(folder / file_name);
  if (!file || !file->starts_with(header)) return out;
  std::string_view rest = std::string_view(*file).substr(header.size());
  while (!rest.empty()) {
    size_t size = 0;
    const size_t eol = rest.find('\n');
    auto [end, ec] = std::from_chars(rest.data(), rest.data() + std::min(eol, rest.size()), size);
    if (eol == rest.npos || ec != std::errc{} || *end != ' ' || size > largest || rest.size() - eol - 1 < size + 1) return {};
    const std::string_view path(end + 1, rest.data() + eol);
    out.texts.insert_or_assign(std::string(path), std::string(rest.substr(eol + 1, size)));
    rest.remove_prefix(eol + 1 + size + 1);
  }
  return out;
}

std::optional<std::string_view> LastPort::text(const std::string& path) const {
  auto it = texts.find(path);
  if (it == texts.end()) return {};
  return it->second;
}

void LastPort::add(const std::string& path, std::string_view bytes) {
  if (bytes.size() <= largest && !is_binary(bytes) && path.find('\n') == path.npos) texts.insert_or_assign(path, bytes);
  else texts.erase(path);
}

Status LastPort::write(const std::filesystem::path& folder) const {
  std::string out(header);
  for (const auto& [path, text] : texts) out += fmt::format("{} {}\n{}\n", text.size(), path, text);
  return write_file(folder / file_name, out);
}

}  // namespace wavelift::port
