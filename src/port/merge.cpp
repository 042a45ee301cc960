#include "port/merge.h"
#include "base/files.h"
#include "base/process.h"
#include "base/temporary_folder.h"
#include <fmt/format.h>

namespace wavelift::port {
namespace {

// Lines that diff3 opens a conflict with.
size_t count_conflicts(std::string_view text) {
  constexpr std::string_view opening = "<<<<<<< edited by hand";
  size_t n = 0;
  for (size_t at = 0; (at = text.find(opening, at)) != text.npos; at += opening.size())
    n += at == 0 || text[at - 1] == '\n';
  return n;
}

}  // namespace

Result<Merge> merge(std::string_view edited, std::string_view last, std::string_view fresh) {
  auto scratch = TemporaryFolder::make("merge");
  if (!scratch) return std::unexpected(scratch.error());
  struct {
    const char* name;
    std::string_view text;
  } const files[] = {{"edited", edited}, {"last", last}, {"fresh", fresh}};
  for (const auto& f : files)
    if (auto s = write_file(scratch->path() / f.name, f.text); !s) return std::unexpected(s.error());
  RunOptions o;
  o.cwd = scratch->path();
  auto r = run_process({"diff3", "-m", "-L", "edited by hand", "-L", "last port", "-L", "new port", "edited", "last", "fresh"}, o);
  if (!r) return std::unexpected(r.error());
  if (r->exit_code > 1) return fail(Exit::output, fmt::format("diff3 could not merge: {}", r->out.substr(0, r->out.find('\n'))));
  Merge m{std::move(r->out)};
  if (r->exit_code == 1) m.conflicts = std::max<size_t>(1, count_conflicts(m.text));
  return m;
}

}  // namespace wavelift::port
