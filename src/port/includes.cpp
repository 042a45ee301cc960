// #include lines: CUDA's headers become HIP's, and what nvcc includes by itself is included by name.
#include "port/passes.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::port {

namespace {

// Header families that are known by how their path starts.
struct Family {
  std::string_view prefix;
  std::string_view header;   // empty: the path stays
  int finding;               // 0: none
  std::string_view advice;
};
constexpr Family families[] = {
    {"cub/", "hipcub/hipcub.hpp", 0, ""},
    {"cuda/std/", "", 1007, "libcu++ is libhipcxx on AMD GPUs; read its list of limits"},
    {"cuda/", "", 1007, "libcu++ is libhipcxx on AMD GPUs; read its list of limits"},
    {"nv/", "", 1007, "libcu++ is libhipcxx on AMD GPUs; read its list of limits"},
    {"cutlass/", "", 1007, "CUTLASS has no port; use Composable Kernel, hipBLASLt or rocWMMA"},
    {"cute/", "", 1007, "CuTe has no port; use Composable Kernel, hipBLASLt or rocWMMA"},
};

// CUDA's Thrust headers bring each other along, ROCm's do so less: the header that each algorithm is in.
struct ThrustName {
  std::string_view name, header;
};
constexpr ThrustName thrust_names[] = {
    {"adjacent_difference", "adjacent_difference"},
    {"copy", "copy"},
    {"copy_if", "copy"},
    {"copy_n", "copy"},
    {"count", "count"},
    {"count_if", "count"},
    {"exclusive_scan", "scan"},
    {"exclusive_scan_by_key", "scan"},
    {"fill", "fill"},
    {"fill_n", "fill"},
    {"for_each", "for_each"},
    {"for_each_n", "for_each"},
    {"gather", "gather"},
    {"generate", "generate"},
    {"inclusive_scan", "scan"},
    {"inclusive_scan_by_key", "scan"},
    {"inner_product", "inner_product"},
    {"lower_bound", "binary_search"},
    {"max_element", "extrema"},
    {"merge", "merge"},
    {"min_element", "extrema"},
    {"minmax_element", "extrema"},
    {"partition", "partition"},
    {"reduce", "reduce"},
    {"reduce_by_key", "reduce"},
    {"remove", "remove"},
    {"remove_if", "remove"},
    {"replace", "replace"},
    {"replace_if", "replace"},
    {"reverse", "reverse"},
    {"scatter", "scatter"},
    {"sequence", "sequence"},
    {"sort", "sort"},
    {"sort_by_key", "sort"},
    {"stable_partition", "partition"},
    {"stable_sort", "sort"},
    {"stable_sort_by_key", "sort"},
    {"tabulate", "tabulate"},
    {"transform", "transform"},
    {"transform_reduce", "transform_reduce"},
    {"unique", "unique"},
    {"unique_by_key", "unique"},
    {"upper_bound", "binary_search"},
};

bool brings_runtime(std::string_view hip) {
  return hip == "hip/hip_runtime.h" || hip == "hip/hip_cooperative_groups.h";
}

// Where the directive of the token at i ends, after its newline.
uint32_t line_end(const Source& s, size_t i) {
  while (i + 1 < s.count() && !s.is(i, Tok::end_directive)) ++i;
  return std::min(s.token(i).at + s.token(i).size + 1, static_cast<uint32_t>(s.text.size()));
}

}  // namespace

void port_include(Pass& p, size_t i) {
  Source& s = p.source;
  const Token& t = s.token(i);
  if (t.size < 3) return;
  std::string_view path = s.text.substr(t.at + 1, t.size - 2);
  bool quoted = t.kind == Tok::string;
  bool real = p.directive == "include" || p.directive == "include_next";
  std::string base(path.substr(path.rfind('/') == path.npos ? 0 : path.rfind('/') + 1));
  for (size_t k = 0; k < support_count; ++k)
    if (base == support_headers[k].name) p.included.set(k);
  if (path == "math.h") p.math_included = true;
  if (path.starts_with("thrust/") && path.ends_with(".h")) p.thrust_included.insert(path.substr(7, path.size() - 9));

  if (p.options.local_header) {
    std::string local = p.options.local_header(path, quoted);
    if (!local.empty()) {
      if (real && p.first_local == ~0u && !base.starts_with("wavelift_")) p.first_local = t.at;
      if (local != path) {
        s.edits.replace(t.at + 1, t.size - 2, local);
        ++p.summary.headers;
      }
      return;
    }
  }
  std::string torch;
  std::string_view now = path;
  if (is_torch_header(path)) {
    torch = torch_header(p, i, path);
    now = torch;
  } else if (const auto* e = apimap::find(path); e && e->kind == apimap::Kind::header) {
    p.summary.any_cuda = true;
    if (e->fate == apimap::Fate::none) {
      s.find(1003, t.at, path, fmt::format("{} has no counterpart in HIP{}{}", path, e->note.empty() ? "" : ": ", e->note));
      return;
    }
    wants_version(p, i, *e);
    now = e->hip;
    if (const auto* support = std::ranges::find(support_headers, now, &SupportHeader::name); support != std::end(support_headers)) {
      p.included.set(static_cast<size_t>(support - support_headers));
      s.replace(i, fmt::format("\"{}{}\"", p.options.support_prefix, now));
      ++p.summary.headers;
      return;
    }
    if (path == "mma.h")
      s.find(1303, t.at, path, "nvcuda::wmma becomes rocWMMA: fragments lie otherwise in the lanes, check code that indexes them");
    if (path == "cuda_fp8.h")
      s.find(1401, t.at, path, "FP8 bytes are OCP on gfx950 and gfx12, FNUZ in hardware on gfx940 to gfx942: check data that comes from outside");
  } else {
    for (const auto& f : families) {
      if (!path.starts_with(f.prefix) || (quoted && f.header.empty())) continue;
      p.summary.any_cuda = true;
      p.libcu |= f.prefix == "cuda/" || f.prefix == "cuda/std/";
      if (f.finding) s.find(f.finding, t.at, f.prefix, fmt::format("{}: {}", path, f.advice));
      if (!f.header.empty()) now = f.header;
      break;
    }
  }
  if (real && brings_runtime(now) && p.if_depth <= 0 && p.first_runtime == ~0u) {
    p.first_runtime = t.at;
    p.after_runtime = line_end(s, i);
  }
  if (real && quoted && now == path && !p.options.local_header && p.first_local == ~0u && !path.starts_with("hip") && !path.starts_with("roc") && !base.starts_with("wavelift_"))
    p.first_local = t.at;
  if (now == path) return;
  // cuBLAS's half is __half; hipBLAS's is 16 plain bits unless it is asked.
  if (real && now == "hipblas/hipblas.h") {
    size_t line = s.text.rfind('\n', t.at);
    std::string defines;
    for (std::string_view macro : hipblas_macros(p.options.hip_version)) defines += fmt::format("#ifndef {1}{0}#define {1}{0}#endif{0}", s.newline(), macro);
    s.edits.insert(static_cast<uint32_t>(line == std::string_view::npos ? 0 : line + 1), std::move(defines));
  }
  s.edits.replace(t.at + 1, t.size - 2, std::string(now));
  ++p.summary.headers;
}

void note_thrust(Pass& p, size_t i) {
  auto it = std::ranges::lower_bound(thrust_names, p.source.str(i), {}, &ThrustName::name);
  if (it != std::end(thrust_names) && it->name == p.source.str(i)) p.thrust_used.insert(it->header);
}

void add_includes(Pass& p) {
  Source& s = p.source;
  p.summary.support = p.included | p.used;
  uint32_t needed = std::min(p.first_use, p.first_local);
  bool runtime = p.options.unit && needed != ~0u && (p.first_runtime == ~0u || p.first_runtime > needed);
  std::string lines;
  if (runtime) lines += fmt::format("#include <hip/hip_runtime.h>{}", s.newline());
  if (p.math_used && !p.math_included && (p.options.unit || p.summary.any_cuda)) lines += fmt::format("#include <math.h>{}", s.newline());
  // A text without any gets what it uses from headers of the program's; a program without any, from elsewhere.
  for (auto header : p.thrust_used) {
    const auto* facts = p.options.facts;
    const bool there = p.thrust_included.empty() ? !facts || facts->thrust.empty() || facts->thrust.contains(header) : p.thrust_included.contains(header);
    if (!there) lines += fmt::format("#include <thrust/{}.h>{}", header, s.newline());
  }
  for (size_t k = 0; k < support_count; ++k)
    if (p.used[k] && !p.included[k])
      lines += fmt::format("#include \"{}{}\"{}", p.options.support_prefix, support_headers[k].name, s.newline());
  if (lines.empty()) return;
  // After the runtime's own include where it stands first, else where the opening comments end.
  uint32_t at = !runtime && p.first_runtime != ~0u && p.first_runtime <= needed ? p.after_runtime : s.lexed.prologue_end;
  // What is switched off is not looked into by the next port either: they go before it.
  for (const Range& r : s.lexed.off)
    if (at > r.begin && at <= r.end) at = static_cast<uint32_t>(s.text.rfind('\n', r.begin) + 1);
  if (at > 0 && s.text[at - 1] != '\n' && at == s.text.size()) lines.insert(0, s.newline());
  s.edits.insert_first(at, std::move(lines));
}

}  // namespace wavelift::port
