#include "judge/stock.h"
#include "judge/data.h"

namespace wavelift::judge {

namespace {

constexpr uint64_t kDraws = 3;           // of what cannot be turned

}  // namespace

Result<OtherDraws> OtherDraws::like(const Task& task, const Case& c, uint64_t seed) {
  OtherDraws out;
  for (size_t k = 0; k < task.buffers.size(); ++k) {
    const Buffer& b = task.buffers[k];
    Drawn& d = out.drawn_.emplace_back();
    if (!is_input(b.role) || c.elements[k] == 0) continue;
    if (b.data.empty()) {                       // arrays of a file, which have no others
      d.data.push_back(c.data[k]);
      continue;
    }
    const Distribution& distribution = b.data[c.variant % b.data.size()];
    if (turns(distribution)) d.turned_by = info(b.type).size;
    for (uint64_t i = 0; i < (d.turned_by ? 1 : kDraws); ++i) {
      auto data = draw(distribution, b.type, c.elements[k], c.shape.values, mix(seed, k, i));
      if (!data) return std::unexpected(data.error());
      d.data.push_back(std::move(*data));
    }
  }
  return out;
}

std::vector<Lot> OtherDraws::lots() const {
  std::vector<Lot> out;
  for (const Drawn& d : drawn_) out.push_back({{d.data.begin(), d.data.end()}, d.turned_by});
  return out;
}

Result<std::unique_ptr<Stock>> Stock::place(device::Device& device, const std::vector<Lot>& lots) {
  std::unique_ptr<Stock> s(new Stock(device));
  for (const Lot& lot : lots) {
    Held& h = s->held_.emplace_back();
    h.turned_by = lot.turned_by;
    for (const auto data : lot.draws) {
      auto at = device.allocate(data.size());
      if (!at) return std::unexpected(at.error());
      h.at.push_back(*at);
      h.bytes = data.size();
      if (auto done = device.write(*at, data); !done) return std::unexpected(done.error());
    }
  }
  return s;
}

Result<std::unique_ptr<Stock>> Stock::place(device::Device& device, const Case& c) {
  std::vector<Lot> lots(c.data.size());
  for (size_t k = 0; k < lots.size(); ++k)
    if (!c.data[k].empty()) lots[k].draws = {c.data[k]};
  return place(device, lots);
}

Stock::~Stock() {
  for (const Held& h : held_)
    for (uint64_t at : h.at) (void)device_.release(at);
}

Status Stock::put(size_t index, uint64_t to, uint64_t seed) const {
  const Held& h = held_[index];
  if (h.at.empty()) return {};
  const uint64_t from = h.at[mix(seed, index, 1) % h.at.size()];
  const size_t first = h.turned_by ? mix(seed, index, 2) % (h.bytes / h.turned_by) * h.turned_by : 0;
  if (auto done = device_.copy(to, from + first, h.bytes - first); !done) return done;
  return first ? device_.copy(to + h.bytes - first, from, first) : Status{};
}

}  // namespace wavelift::judge
