#include "soft/observe/footprint.h"
#include <algorithm>
#include <bit>

namespace wavelift::soft {

namespace {

uint64_t hash_of(uint64_t line) { return (line * 0x9e3779b97f4a7c15ull) >> 20; }
int sectors_of(const Footprint::Line& l) { return std::popcount(static_cast<unsigned>(l.read | l.written)); }

}  // namespace

void Footprint::touch(uint64_t line, unsigned sectors, bool reads, bool writes) {
  if (size_ * 2 >= slots_.size()) {
    std::vector<Line> old(std::max<size_t>(1024, slots_.size() * 4));
    old.swap(slots_);
    for (const Line& l : old) {
      if (l.line == kNone) continue;
      size_t at = hash_of(l.line) & (slots_.size() - 1);
      while (slots_[at].line != kNone) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = l;
    }
  }
  size_t at = hash_of(line) & (slots_.size() - 1);
  while (slots_[at].line != line && slots_[at].line != kNone) at = (at + 1) & (slots_.size() - 1);
  Line& l = slots_[at];
  if (l.line == kNone) l.line = line, ++size_;
  if (reads) l.read |= static_cast<uint8_t>(sectors);
  if (writes) l.written |= static_cast<uint8_t>(sectors);
}

void Footprint::clear() {
  slots_.clear();
  size_ = 0;
}

std::vector<Footprint::Line> Footprint::take() {
  std::vector<Line> all;
  all.reserve(size_);
  for (const Line& l : slots_)
    if (l.line != kNone) all.push_back(l);
  std::ranges::sort(all, {}, &Line::line);
  clear();
  return all;
}

std::vector<BufferFootprint> buffer_footprints(const KernelProfile& k) {
  if (k.footprints.empty()) return {};
  std::vector<BufferArgument> buffers = k.arguments;
  std::ranges::sort(buffers, {}, &BufferArgument::address);
  if (buffers.empty()) buffers.push_back({"", 0});
  // Lines of a buffer, in a list that is sorted by address.
  auto part = [&](const GroupFootprint& g, size_t b) {
    const uint64_t from = b == 0 ? 0 : buffers[b].address >> 7, to = b + 1 < buffers.size() ? buffers[b + 1].address >> 7 : Footprint::kNone;
    auto begin = std::ranges::lower_bound(g.lines, from, {}, &Footprint::Line::line), end = std::ranges::lower_bound(g.lines, to, {}, &Footprint::Line::line);
    return std::pair(begin, end);
  };
  auto find = [&](uint64_t group) {
    auto it = std::ranges::find(k.footprints, group, &GroupFootprint::group);
    return it == k.footprints.end() ? nullptr : &*it;
  };
  const uint64_t strides[3] = {1, k.blocks.x, static_cast<uint64_t>(k.blocks.x) * k.blocks.y};
  const uint64_t middle = (k.blocks.x - 1) / 2 * strides[0] + (k.blocks.y - 1) / 2 * strides[1] + (k.blocks.z - 1) / 2 * strides[2];
  const uint32_t extents[3] = {k.blocks.x, k.blocks.y, k.blocks.z};
  const GroupFootprint* centre = find(middle);
  std::vector<BufferFootprint> all;
  for (size_t b = 0; b < buffers.size(); ++b) {
    BufferFootprint f;
    f.name = buffers[b].name;
    uint64_t first = Footprint::kNone, last = 0;
    for (const GroupFootprint& g : k.footprints) {
      auto [begin, end] = part(g, b);
      if (begin == end) continue;
      first = std::min(first, begin->line);
      last = std::max(last, std::prev(end)->line + 1);
      for (auto it = begin; it != end; ++it) {
        f.read_bytes += 32.0 * std::popcount(it->read);
        f.written_bytes += 32.0 * std::popcount(it->written);
        ++f.lines;
      }
    }
    if (first == Footprint::kNone) continue;
    const auto groups = static_cast<double>(k.footprints.size());
    f.read_bytes /= groups;
    f.written_bytes /= groups;
    f.lines /= groups;
    f.span = static_cast<double>(last - first) * 128;
    for (int d = 0; d < 3 && centre; ++d) {
      const GroupFootprint* next = extents[d] > 1 ? find(middle + strides[d]) : nullptr;
      if (!next) continue;
      auto [a, a_end] = part(*centre, b);
      auto [n, n_end] = part(*next, b);
      double touched = 0, fresh = 0;
      for (; n != n_end; ++n) {
        while (a != a_end && a->line < n->line) ++a;
        const int sectors = sectors_of(*n);
        int shared = 0;
        if (a != a_end && a->line == n->line) shared = std::popcount(static_cast<unsigned>((a->read | a->written) & (n->read | n->written)));
        touched += sectors;
        fresh += sectors - shared;
      }
      if (touched > 0) f.fresh[d] = fresh / touched;
    }
    all.push_back(std::move(f));
  }
  return all;
}

}  // namespace wavelift::soft
