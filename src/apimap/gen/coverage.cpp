#include "apimap/gen/coverage.h"
#include <fmt/format.h>
#include <map>

namespace wavelift::apimap::gen {

namespace {

std::string version(int v) { return v ? fmt::format("{}.{}", v / 100, v % 100) : ""; }

struct Count {
  int all = 0, same = 0, renamed = 0, warp = 0, shim = 0, special = 0, none = 0;
  void add(const std::string& fate) {
    ++all;
    (fate == "same" ? same : fate == "renamed" ? renamed : fate == "warp" ? warp : fate == "shim" ? shim : fate == "none" ? none : special)++;
  }
};

}  // namespace

std::string coverage_page(const std::vector<Row>& rows, const std::vector<TorchRow>& torch) {
  std::map<std::string, Count> counts;
  Count total;
  for (const auto& r : rows) {
    counts[r.library].add(r.fate);
    total.add(r.fate);
  }
  std::string out =
      "# API coverage\n\n"
      "Generated from `share/apimap/*.tsv` when the project is built; a test checks that this page is current.\n\n"
      "*Same*: HIP has the name. *Renamed*: a rule or an exception gives HIP's name. *Warp*: `wavelift_warp.h` keeps its\n"
      "meaning over 32 lanes. *Shim*: a header beside the port gives what HIP lacks. *By rule*: the porter decides where it is\n"
      "used. *None*: HIP has no counterpart, the porter reports each use (WL1001, headers WL1003).\n\n"
      "| Library | Names | Same | Renamed | Warp | Shim | By rule | None |\n|---|---|---|---|---|---|---|---|\n";
  auto line = [&](const std::string& name, const Count& c) {
    out += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", name, c.all, c.same, c.renamed, c.warp, c.shim,
                       c.special, c.none);
  };
  for (const auto& [name, c] : counts) line(name, c);
  line("**all**", total);

  out += "\n## Headers\n\n| CUDA | HIP |\n|---|---|\n";
  for (const auto& r : rows)
    if (r.kind == "header") out += fmt::format("| `{}` | {} |\n", r.cuda, r.hip.empty() ? "none" : "`" + r.hip + "`");

  out += "\n## Names that need a certain HIP version\n\n| CUDA | HIP | from | until |\n|---|---|---|---|\n";
  for (const auto& r : rows)
    if (r.since || r.until)
      out += fmt::format("| `{}` | `{}` | {} | {} |\n", r.cuda, r.hip, version(r.since), version(r.until));

  out += "\n## Names without a counterpart\n";
  for (const auto& [library, c] : counts) {
    if (c.none == 0) continue;
    out += fmt::format("\n### {}\n\n| CUDA | what to do |\n|---|---|\n", library);
    for (const auto& r : rows)
      if (r.library == library && r.fate == "none") out += fmt::format("| `{}` | {} |\n", r.cuda, r.note);
  }

  for (const auto& [library, c] : counts) {
    if (c.renamed + c.warp + c.shim == 0) continue;
    out += fmt::format("\n## {}\n\n| CUDA | HIP |\n|---|---|\n", library);
    for (const auto& r : rows)
      if (r.library == library && r.kind != "header" && (r.fate == "renamed" || r.fate == "warp" || r.fate == "shim"))
        out += fmt::format("| `{}` | `{}` |\n", r.cuda, r.hip);
  }

  out +=
      "\n## PyTorch\n\n"
      "For sources that PyTorch's own build step (`torch.utils.cpp_extension`) does not rename; those that it does keep CUDA's names. Versions are PyTorch's\n"
      "(`--torch-version`).\n\n| CUDA | ROCm | from | until | |\n|---|---|---|---|---|\n";
  for (const auto& r : torch) out += fmt::format("| `{}` | {} | {} | {} | {} |\n", r.cuda, r.hip.empty() ? "none" : "`" + r.hip + "`", version(r.since), version(r.until), r.note);
  return out;
}

}  // namespace wavelift::apimap::gen
