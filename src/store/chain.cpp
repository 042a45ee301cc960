#include "store/chain.h"
#include "store/hash.h"
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <ranges>

namespace wavelift::store {

std::string chain_hash(std::string_view previous, const Event& event) {
  std::string text = fmt::format("{} {} {}:{} {}", previous, event.seq, event.kind.size(), event.kind, content_hash(event.payload));
  for (const std::string& blob : event.blobs) text += " " + blob;
  return content_hash(text);
}

std::string join(const std::vector<std::string>& hashes) { return fmt::format("{}", fmt::join(hashes, " ")); }

std::vector<std::string> split(std::string_view hashes) {
  std::vector<std::string> all;
  if (hashes.empty()) return all;
  for (auto part : std::views::split(hashes, ' ')) all.emplace_back(part.begin(), part.end());
  return all;
}

}  // namespace wavelift::store
