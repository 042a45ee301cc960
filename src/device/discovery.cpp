#include "device/discovery.h"
#include "device/driver.h"
#include "device/kfd.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <random>

namespace wavelift::device {

std::string Card::identity() const {
  return !reading.uuid.empty() ? reading.uuid : !info.pci.empty() ? pci_address(info.pci) : address;
}

Found discover() {
  Found found;
  for (Kind kind : {Kind::hip, Kind::cuda}) {
    const Known run_time = kind == Kind::hip ? Known::hip : Known::cuda;
    std::vector<Card> cards;
    auto driver = kind == Kind::hip ? load_hip(kind, "") : load_cuda();
    if (driver) {
      const int n = (*driver)->count().value_or(0);
      for (int i = 0; i < n; ++i)
        if (auto info = (*driver)->info(i)) cards.push_back({fmt::format("{}:{}", name_of(kind), i), std::move(*info), {}});
      found.libraries.push_back({run_time, true, (*driver)->library.file().string()});
    } else {
      found.libraries.push_back({run_time, false, driver.error().sentence()});
    }
    for (Known which : monitors_of(kind)) {
      auto monitor = open_monitor(which);
      found.libraries.push_back({which, monitor.has_value(), monitor ? (*monitor)->file() : monitor.error().sentence()});
      if (!monitor) continue;
      const auto seen = (*monitor)->cards();
      for (size_t i = 0; i < seen.size(); ++i) {
        Reading reading = (*monitor)->read(i);
        auto card = std::ranges::find_if(cards, [&](const Card& c) { return !seen[i].empty() && pci_address(c.info.pci) == seen[i]; });
        if (card == cards.end()) {
          card = cards.emplace(cards.end());
          card->info.kind = kind;
          card->info.index = -1;
          card->info.name = reading.name;
          card->info.memory = reading.memory.value_or(0);
          card->info.pci = seen[i];
        }
        card->reading.complete(reading);
      }
    }
    if (kind == Kind::hip)
      for (KfdCard& k : kfd_cards())
        for (Card& c : cards)
          if (pci_address(c.info.pci) == k.pci) c.reading.processes = std::move(k.processes);
    found.cards.insert(found.cards.end(), std::make_move_iterator(cards.begin()), std::make_move_iterator(cards.end()));
  }
  return found;
}

std::string nothing_found(const Found& found) {
  std::vector<std::string_view> names;
  for (const Looked& l : found.libraries) names.push_back(known_library(l.which).soname);
  return fmt::format("no GPU found: looked for {}; the software GPU is there", fmt::join(names, ", "));
}

Result<Strategy> strategy_of(std::string_view name) {
  if (name == "default") return Strategy::first;
  if (name == "random") return Strategy::random;
  if (name == "min_mem") return Strategy::min_mem;
  if (name == "min_util") return Strategy::min_util;
  return fail(Exit::usage, fmt::format("'{}' is no way of choosing a device", name), "there are default, random, min_mem, min_util");
}

namespace {

std::optional<double> memory_part(const Card& c) {
  const uint64_t all = c.reading.memory.value_or(c.info.memory);
  if (!c.reading.memory_used || all == 0) return {};
  return static_cast<double>(*c.reading.memory_used) / static_cast<double>(all);
}

}  // namespace

Result<std::vector<size_t>> choose(const std::vector<Card>& cards, Strategy strategy, const Limits& limits, uint64_t seed) {
  std::vector<size_t> free;
  std::vector<std::string> busy;
  for (size_t i = 0; i < cards.size(); ++i) {
    const Card& c = cards[i];
    if (c.address.empty()) continue;
    const auto memory = memory_part(c);
    const auto utilisation = c.reading.utilisation;
    if (memory && *memory > limits.memory)
      busy.push_back(fmt::format("{} has {:.0f} % of its memory in use", c.address, *memory * 100));
    else if (utilisation && *utilisation > limits.utilisation)
      busy.push_back(fmt::format("{} is {:.0f} % busy", c.address, *utilisation * 100));
    else
      free.push_back(i);
  }
  if (free.empty() && busy.empty()) return fail(Exit::no_input, "there is no GPU that can be opened");
  if (free.empty()) return fail(Exit::failed, fmt::format("no GPU is free: {}", fmt::join(busy, ", ")));

  constexpr double kLast = std::numeric_limits<double>::infinity();
  if (strategy == Strategy::random) {
    std::mt19937_64 draw(seed);
    for (size_t i = free.size(); i > 1; --i) std::swap(free[i - 1], free[draw() % i]);
  } else if (strategy == Strategy::min_mem) {
    // With the index, so that equal ones keep their order.
    std::ranges::sort(free, {}, [&](size_t i) {
      const auto& used = cards[i].reading.memory_used;
      return std::pair(used ? static_cast<double>(*used) : kLast, i);
    });
  } else if (strategy == Strategy::min_util) {
    std::ranges::sort(free, {}, [&](size_t i) { return std::pair(cards[i].reading.utilisation.value_or(kLast), i); });
  }
  return free;
}

Result<Taken> take_free(const std::vector<Card>& cards, Strategy strategy, const Limits& limits, uint64_t seed,
                        const std::filesystem::path& folder) {
  auto order = choose(cards, strategy, limits, seed);
  if (!order) return std::unexpected(order.error());
  std::string why;
  for (size_t i : *order) {
    auto claim = Claim::of(cards[i].identity(), folder);
    if (claim) return Taken{cards[i], std::move(*claim)};
    why += fmt::format("{}{}: {}", why.empty() ? "" : ", ", cards[i].address, claim.error().what);
  }
  return fail(Exit::failed, "no GPU is free: " + why);
}

}  // namespace wavelift::device
