#include "device/kfd.h"
#include <algorithm>
#include <fstream>
#include <map>

namespace wavelift::device {

namespace fs = std::filesystem;

namespace {

// Lines of a name and a number.
std::map<std::string, uint64_t> properties(const fs::path& path) {
  std::map<std::string, uint64_t> all;
  std::ifstream file(path);
  std::string name;
  for (uint64_t value; file >> name >> value;) all[name] = value;
  return all;
}

uint64_t number(const fs::path& path) {
  uint64_t value = 0;
  std::ifstream(path) >> value;
  return value;
}

std::vector<fs::path> entries(const fs::path& folder) {
  std::vector<fs::path> all;
  std::error_code ec;
  for (fs::directory_iterator it(folder, ec), end; !ec && it != end; it.increment(ec)) all.push_back(it->path());
  std::ranges::sort(all);
  return all;
}

uint64_t last_level_cache(const fs::path& node) {
  uint64_t level = 0, kib = 0;
  for (const fs::path& cache : entries(node / "caches")) {
    auto p = properties(cache / "properties");
    if (p["level"] < level) continue;
    kib = p["level"] > level ? p["size"] : std::max(kib, p["size"]);
    level = p["level"];
  }
  return kib << 10;
}

}  // namespace

std::vector<KfdCard> kfd_cards(const fs::path& folder) {
  std::vector<KfdCard> cards;
  for (const fs::path& node : entries(folder / "topology/nodes")) {
    const uint64_t id = number(node / "gpu_id");
    if (id == 0) continue;   // a processor's node
    auto p = properties(node / "properties");
    const uint64_t at = p["location_id"];
    KfdCard card;
    card.pci = pci_address(p["domain"], at >> 8 & 0xff, at >> 3 & 0x1f, at & 7);
    card.last_level_cache = last_level_cache(node);
    for (const fs::path& process : entries(folder / "proc")) {
      const uint64_t bytes = number(process / ("vram_" + std::to_string(id)));
      const int pid = std::atoi(process.filename().c_str());
      if (bytes > 0 && pid > 0) card.processes.push_back({pid, process_name(pid), bytes});
    }
    cards.push_back(std::move(card));
  }
  return cards;
}

}  // namespace wavelift::device
