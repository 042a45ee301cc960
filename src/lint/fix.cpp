#include "lint/fix.h"
#include "base/files.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::lint {
namespace fs = std::filesystem;

namespace {

// What is put in beside a piece, or beside something else, leaves it whole.
bool overlaps(const Replacement& a, const Replacement& b) {
  if (a.size == 0 && b.size == 0) return false;
  if (a.size == 0) return b.at < a.at && a.at < b.at + b.size;
  if (b.size == 0) return overlaps(b, a);
  return a.at < b.at + b.size && b.at < a.at + a.size;
}

bool is_below(const fs::path& target, const fs::path& root) {
  auto [end, rest] = std::ranges::mismatch(root, target);
  return end == root.end();
}

struct Made {
  FixedFile file;
  std::vector<std::pair<Replacement, uint32_t>> edits;  // with the line of the finding that they repair
};

}  // namespace

fs::path Texts::target_of(const std::string& file) {
  std::error_code error;
  fs::path target = fs::weakly_canonical(fs::absolute(file, error), error);
  return error ? fs::absolute(file).lexically_normal() : target;
}

void Texts::add(const std::string& file, const std::string& text) {
  auto [it, is_new] = texts_.try_emplace(target_of(file), Text{text, false});
  it->second.changed |= !is_new && it->second.text != text;
}

const std::string* Texts::of(const fs::path& target) const {
  auto it = texts_.find(target);
  return it == texts_.end() || it->second.changed ? nullptr : &it->second.text;
}

Position FixedFile::moved(uint32_t line, uint32_t column) const {
  size_t at = 0;
  for (uint32_t n = 1; n < line; ++n) {
    at = text.find('\n', at);
    if (at == text.npos) return {line, column};
    ++at;
  }
  at = std::min(at + column - 1, text.size());
  size_t now = at;
  for (const Edit& e : edits.settled()) {
    if (e.at > at) break;
    if (e.at + e.size <= at) now += e.text.size() - e.size;
    else now -= at - e.at;  // in the piece that is replaced
  }
  const std::string then = fixed();
  now = std::min(now, then.size());
  const size_t end = then.rfind('\n', now == 0 ? 0 : now - 1), start = now == 0 || end == then.npos ? 0 : end + 1;
  return {static_cast<uint32_t>(1 + std::count(then.begin(), then.begin() + static_cast<ptrdiff_t>(start), '\n')), static_cast<uint32_t>(now - start + 1)};
}

Fixes plan_fixes(std::span<const Finding> findings, const Texts& texts, std::span<const fs::path> roots) {
  Fixes out;
  std::map<fs::path, Made> files;
  for (size_t i = 0; i < findings.size(); ++i) {
    const Finding& f = findings[i];
    if (f.fix.edits.empty()) continue;
    const fs::path target = Texts::target_of(f.file);
    if (std::ranges::none_of(roots, [&](const fs::path& r) { return is_below(target, r); })) {
      out.left[i] = "its file is not among the paths that are given";
      continue;
    }
    const std::string* text = texts.of(target);
    if (!text) {
      out.left[i] = "its file changed while it was read";
      continue;
    }
    Made& made = files.try_emplace(target, Made{{f.file, target, *text, {}, {}}, {}}).first->second;
    const std::pair<Replacement, uint32_t>* other = nullptr;
    for (const Replacement& e : f.fix.edits)
      for (const auto& m : made.edits)
        if (e != m.first && overlaps(e, m.first)) other = &m;
    if (other) {
      out.left[i] = fmt::format("its fix and that of line {} change the same text", other->second);
      continue;
    }
    for (const Replacement& e : f.fix.edits)
      if (std::ranges::none_of(made.edits, [&](const auto& m) { return e == m.first; })) made.edits.push_back({e, f.line});
    made.file.findings.push_back(i);
  }
  for (auto& [target, made] : files) {
    if (made.edits.empty()) continue;
    for (const auto& [e, line] : made.edits) made.file.edits.replace(e.at, e.size, e.text);
    made.file.edits.settle();
    out.files.push_back(std::move(made.file));
  }
  return out;
}

Status write_fixed(const FixedFile& file) {
  auto there = read_file(file.target);
  if (!there) return std::unexpected(Error{Exit::output, there.error().what, there.error().advice});
  if (*there != file.text) return fail(Exit::output, fmt::format("{} changed while it was read, and is left as it is", file.name), "run wl lint --fix again");
  return write_file(file.target, file.fixed());
}

}  // namespace wavelift::lint
