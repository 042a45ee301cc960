#include "base/edits.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift {

void Edits::settle() {
  std::sort(list.begin(), list.end(), [](const Edit& a, const Edit& b) {
    if (a.at != b.at) return a.at < b.at;
    if ((a.size == 0) != (b.size == 0)) return a.size == 0;
    if (a.size != b.size) return a.size > b.size;
    return a.order < b.order;
  });
  size_t kept = 0;
  uint32_t end = 0;
  for (auto& e : list) {
    if (e.at < end) continue;
    end = e.at + e.size;
    if (&list[kept] != &e) list[kept] = std::move(e);
    ++kept;
  }
  list.resize(kept);
}

std::string Edits::apply(std::string_view original, uint32_t from, uint32_t to) const {
  std::string out;
  size_t extra = 0;
  for (const auto& e : list) extra += e.text.size();
  out.reserve(to - from + extra);
  size_t done = from;
  for (const auto& e : list) {
    out.append(original.substr(done, e.at - done));
    out.append(e.text);
    done = e.at + e.size;
  }
  out.append(original.substr(done, to - done));
  return out;
}

namespace {

std::vector<size_t> line_starts(std::string_view s) {
  std::vector<size_t> starts{0};
  for (size_t i = s.find('\n'); i != std::string_view::npos && i + 1 < s.size(); i = s.find('\n', i + 1))
    starts.push_back(i + 1);
  return starts;
}

void put_lines(std::string& out, char mark, std::string_view block) {
  while (!block.empty()) {
    size_t eol = block.find('\n');
    std::string_view line = block.substr(0, eol == std::string_view::npos ? block.size() : eol + 1);
    block.remove_prefix(line.size());
    out += mark;
    out += line;
    if (!line.ends_with('\n')) out += "\n\\ No newline at end of file\n";
  }
}

size_t count_lines(std::string_view block) {
  auto n = static_cast<size_t>(std::count(block.begin(), block.end(), '\n'));
  return n + (!block.empty() && !block.ends_with('\n'));
}

}  // namespace

std::string unified_diff(std::string_view original, const Edits& edits, std::string_view old_name,
                         std::string_view new_name) {
  const auto& list = edits.settled();
  if (list.empty()) return {};
  constexpr size_t context = 3;
  std::vector<size_t> starts = line_starts(original);
  auto line_of = [&](size_t at) {
    return static_cast<size_t>(std::upper_bound(starts.begin(), starts.end(), at) - starts.begin()) - 1;
  };
  auto begin_of = [&](size_t line) { return line < starts.size() ? starts[line] : original.size(); };

  // A change is a run of whole lines; edits on the same or the next line belong to one.
  struct Change {
    size_t first, last;  // lines [first, last)
    std::string text;
  };
  std::vector<Change> changes;
  for (size_t k = 0; k < list.size();) {
    size_t first = line_of(list[k].at), last = first + 1, j = k;
    for (; j < list.size() && (list[j].at < begin_of(last) || last >= starts.size()); ++j)
      last = std::max(last, line_of(list[j].at + std::max<uint32_t>(list[j].size, 1) - 1) + 1);
    std::string text;
    size_t done = begin_of(first);
    for (; k < j; ++k) {
      text += original.substr(done, list[k].at - done);
      text += list[k].text;
      done = list[k].at + list[k].size;
    }
    text += original.substr(done, begin_of(last) - done);
    changes.push_back({first, last, std::move(text)});
  }

  std::string out = fmt::format("--- {}\n+++ {}\n", old_name, new_name);
  size_t total = original.empty() ? 0 : starts.size();
  long shift = 0;
  for (size_t k = 0; k < changes.size();) {
    size_t j = k + 1;
    while (j < changes.size() && changes[j].first <= changes[j - 1].last + 2 * context) ++j;
    size_t from = changes[k].first > context ? changes[k].first - context : 0;
    size_t to = std::min(total, changes[j - 1].last + context);
    std::string body;
    size_t line = from, added = 0;
    for (; k < j; ++k) {
      const Change& c = changes[k];
      put_lines(body, ' ', original.substr(begin_of(line), begin_of(c.first) - begin_of(line)));
      added += c.first - line;
      put_lines(body, '-', original.substr(begin_of(c.first), begin_of(c.last) - begin_of(c.first)));
      put_lines(body, '+', c.text);
      added += count_lines(c.text);
      line = c.last;
    }
    put_lines(body, ' ', original.substr(begin_of(line), begin_of(to) - begin_of(line)));
    added += to - std::min(line, to);
    out += fmt::format("@@ -{},{} +{},{} @@\n", from + 1, to - from, static_cast<long>(from) + 1 + shift, added);
    out += body;
    shift += static_cast<long>(added) - static_cast<long>(to - from);
  }
  return out;
}

}  // namespace wavelift
