#include "judge/stock.h"
#include "judge/data.h"

namespace wavelift::judge {

namespace {

constexpr uint64_t kDraws = 3;         // of what cannot be turned

}  // namespace

Stock::~Stock() {
  for (const Held& h : held_)
    for (uint64_t at : h.at) (void)device_.release(at);
}

Status Stock::hold(Held& h, const std::vector<std::byte>& data) {
  h.bytes = data.size();
  if (data.empty()) return {};
  auto at = device_.allocate(data.size());
  if (!at) return std::unexpected(at.error());
  h.at.push_back(*at);
  return device_.write(*at, data);
}

Result<std::unique_ptr<Stock>> Stock::of(device::Device& device, const Task& task, const Case& c) {
  std::unique_ptr<Stock> s(new Stock(device));
  s->held_.resize(task.buffers.size());
  for (size_t k = 0; k < task.buffers.size(); ++k)
    if (auto done = s->hold(s->held_[k], c.data[k]); !done) return std::unexpected(done.error());
  return s;
}

Result<std::unique_ptr<Stock>> Stock::drawn(device::Device& device, const Task& task, const Case& like, uint64_t seed) {
  std::unique_ptr<Stock> s(new Stock(device));
  s->held_.resize(task.buffers.size());
  for (size_t k = 0; k < task.buffers.size(); ++k) {
    const Buffer& b = task.buffers[k];
    if (b.role == Role::output) continue;
    const Distribution& d = b.data[like.variant % b.data.size()];
    Held& h = s->held_[k];
    h.element = info(b.type).size;
    h.turns = turns(d);
    for (uint64_t i = 0; i < (h.turns ? 1 : kDraws); ++i) {
      auto data = draw(d, b.type, like.elements[k], like.shape.values, mix(seed, k, i));
      if (!data) return std::unexpected(data.error());
      if (auto done = s->hold(h, *data); !done) return std::unexpected(done.error());
    }
  }
  return s;
}

Status Stock::put(size_t index, uint64_t to, uint64_t seed) const {
  const Held& h = held_[index];
  if (h.at.empty()) return {};
  const uint64_t from = h.at[mix(seed, index, 1) % h.at.size()];
  const size_t first = h.turns ? mix(seed, index, 2) % (h.bytes / h.element) * h.element : 0;
  if (auto done = device_.copy(to, from + first, h.bytes - first); !done) return done;
  return first ? device_.copy(to + h.bytes - first, from, first) : Status{};
}

}  // namespace wavelift::judge
