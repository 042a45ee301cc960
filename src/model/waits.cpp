#include "model/waits.h"
#include <algorithm>
#include <charconv>
#include <deque>
#include <map>
#include <optional>

namespace wavelift::model {

namespace {

using Kind = Wait::Kind;

// The number behind `name`: "vmcnt(3)" has 3 of vmcnt.
std::optional<size_t> count_in(const std::string& text, std::string_view name) {
  const size_t at = text.find(name);
  if (at == text.npos) return {};
  const char* from = text.data() + at + name.size();
  if (from < text.data() + text.size() && *from == '(') ++from;
  size_t n = 0;
  if (std::from_chars(from, text.data() + text.size(), n).ec != std::errc()) return {};
  return n;
}

// Loads that are under way, the oldest first.
struct Started {
  double at;                     // instructions of the wave before it
  double l1_hits;
};

class Follow {
public:
  explicit Follow(const std::vector<Step>& steps) : steps_(steps) {}

  std::map<size_t, Wait> run() {
    for (size_t i = 0; i < steps_.size(); ++i) step(i, 0);
    return std::move(found_);
  }

private:
  static constexpr int kDeepest = 3;   // loops in one another that are gone through again

  void step(size_t i, int depth) {
    const Step& s = steps_[i];
    ++clock_;
    if (s.unit == "vmem" || s.unit == "flat") {
      if (s.text.find("_store") == s.text.npos) memory_.push_back({clock_, s.l1_hits});
      else if (s.text.find("scratch") == s.text.npos) memory_.push_back({clock_, 1});
    } else if (s.unit == "lds") {
      lds_.push_back({clock_, 0});
    } else if (s.unit == "smem") {
      scalar_.push_back({clock_, 0});
    } else if (s.unit == "wait" && s.text.starts_with("s_waitcnt ")) {
      if (auto n = count_in(s.text, "vmcnt")) wait(i, Kind::memory, memory_, *n);
      if (auto n = count_in(s.text, "lgkmcnt")) {
        wait(i, Kind::scalar, scalar_, *n);
        wait(i, Kind::lds, lds_, *n);
      }
    } else if (s.unit == "branch" && depth < kDeepest) {
      if (auto to = target(s); to && *to <= i)
        for (size_t k = *to; k < i; ++k) step(k, depth + 1);
    }
  }

  // Of a branch to an instruction before it: "s_cbranch_scc0 65451" counts dwords in 16 bits.
  std::optional<size_t> target(const Step& s) const {
    const size_t space = s.text.rfind(' ');
    unsigned n = 0;
    if (space == s.text.npos || std::from_chars(s.text.data() + space + 1, s.text.data() + s.text.size(), n).ec != std::errc()) return {};
    if (n < 0x8000 || n > 0xffff) return {};
    const uint64_t to = s.address + 4 - 4 * (0x10000 - n);
    auto it = std::ranges::lower_bound(steps_, to, {}, &Step::address);
    if (it == steps_.end()) return {};
    return static_cast<size_t>(it - steps_.begin());
  }

  // All but the `left` youngest are there afterwards.
  void wait(size_t i, Kind kind, std::deque<Started>& under_way, size_t left) {
    double& last = last_[static_cast<size_t>(kind)];
    if (under_way.size() <= left) return;
    double oldest = 0, hits = 0, n = 0;
    while (under_way.size() > left) {
      const Started s = under_way.front();
      under_way.pop_front();
      if (s.at <= last) continue;        // the wait before waited for its companions
      if (n == 0) oldest = s.at;
      hits += s.l1_hits;
      ++n;
    }
    if (n == 0) return;
    found_[i * 3 + static_cast<size_t>(kind)] = {kind, steps_[i].times, clock_ - oldest, hits / n};
    last = clock_;
  }

  const std::vector<Step>& steps_;
  double clock_ = 0;
  std::deque<Started> memory_, lds_, scalar_;
  double last_[3] = {};          // when the last wait of a kind was
  std::map<size_t, Wait> found_;
};

}  // namespace

std::vector<Wait> waits_of(const std::vector<Step>& steps) {
  std::vector<Wait> all;
  for (auto& [place, w] : Follow(steps).run())
    if (w.times > 0) all.push_back(w);
  return all;
}

}  // namespace wavelift::model
