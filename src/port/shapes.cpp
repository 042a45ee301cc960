// Names whose arguments or surroundings change along with them.
#include "port/passes.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::port {

namespace {

// Calls in which one argument is a device symbol (HIP takes its address through HIP_SYMBOL), a kernel (HIP takes it as
// const void*, CUDA has a template) or the address of a pointer of any type (HIP takes void**, CUDA has a template).
enum class Wrap : uint8_t { symbol, kernel, pointer };
struct Shape {
  std::string_view cuda;
  uint8_t argument;
  Wrap wrap;
};
constexpr Shape shapes[] = {
    {"cudaMemcpyToSymbol", 0, Wrap::symbol},
    {"cudaMemcpyToSymbolAsync", 0, Wrap::symbol},
    {"cudaMemcpyFromSymbol", 1, Wrap::symbol},
    {"cudaMemcpyFromSymbolAsync", 1, Wrap::symbol},
    {"cudaGetSymbolAddress", 1, Wrap::symbol},
    {"cudaGetSymbolSize", 1, Wrap::symbol},
    {"cudaGraphAddMemcpyNodeToSymbol", 4, Wrap::symbol},
    {"cudaGraphAddMemcpyNodeFromSymbol", 5, Wrap::symbol},
    {"cudaGraphMemcpyNodeSetParamsToSymbol", 1, Wrap::symbol},
    {"cudaGraphMemcpyNodeSetParamsFromSymbol", 2, Wrap::symbol},
    {"cudaGraphExecMemcpyNodeSetParamsToSymbol", 2, Wrap::symbol},
    {"cudaGraphExecMemcpyNodeSetParamsFromSymbol", 3, Wrap::symbol},
    {"cudaFuncSetAttribute", 0, Wrap::kernel},
    {"cudaFuncSetCacheConfig", 0, Wrap::kernel},
    {"cudaFuncSetSharedMemConfig", 0, Wrap::kernel},
    {"cudaFuncGetAttributes", 1, Wrap::kernel},
    {"cudaLaunchKernel", 0, Wrap::kernel},
    {"cudaHostGetDevicePointer", 0, Wrap::pointer},
};

bool wrap_argument(Pass& p, size_t i, const Shape& shape) {
  Source& s = p.source;
  size_t open = s.after_template(i + 1);
  if (!s.is(open, "(")) return false;
  auto args = s.arguments(open);
  if (args.size() <= shape.argument) return false;
  auto [first, last] = args[shape.argument];
  if (first > last) return false;
  std::string_view head = s.str(first);
  if (shape.wrap == Wrap::symbol) {
    if (head == "HIP_SYMBOL") return false;
    if (s.token(first).kind == Tok::string) {
      s.find(1006, s.token(first).at, head, fmt::format("{} is given its symbol as a string, which CUDA dropped in version 5 and HIP never had", s.str(i)));
      return false;
    }
    s.edits.insert(s.token(first).at, "HIP_SYMBOL(");
  } else {
    // A cast, or a parameter that is a pointer already, stays.
    if (head == "(" || head == "reinterpret_cast" || head == "static_cast") return false;
    s.edits.insert(s.token(first).at, shape.wrap == Wrap::kernel ? "reinterpret_cast<const void*>(" : "reinterpret_cast<void**>(");
  }
  s.edits.insert(s.token(last).at + s.token(last).size, ")");
  return false;
}

// CUDA 12's cudaGraphInstantiate(exec, graph[, flags]) is hipGraphInstantiateWithFlags; the older form with five
// arguments is hipGraphInstantiate.
bool graph_instantiate(Pass& p, size_t i) {
  Source& s = p.source;
  if (!s.is(i + 1, "(")) return false;
  auto args = s.arguments(i + 1);
  if (args.size() != 2 && args.size() != 3) return false;
  s.replace(i, "hipGraphInstantiateWithFlags");
  if (args.size() == 2) s.edits.insert(s.token(s.close(i + 1)).at, ", 0");
  ++p.summary.names;
  return true;
}

// hipsparseSpSM_solve wants the buffer again that the analysis was given: that of the analysis with the same descriptor before
// it, or none.
void note_analysis(Pass& p, size_t i) {
  const Source& s = p.source;
  if (!s.is(i + 1, "(")) return;
  auto args = s.arguments(i + 1);
  if (args.size() == 11) p.solve_buffers[s.str(args[9].first, args[9].last)] = s.str(args[10].first, args[10].last);
}

void solve_with_buffer(Pass& p, size_t i) {
  Source& s = p.source;
  if (!s.is(i + 1, "(")) return;
  auto args = s.arguments(i + 1);
  if (args.size() != 10) return;
  auto buffer = p.solve_buffers.find(s.str(args[9].first, args[9].last));
  s.edits.insert(s.token(s.close(i + 1)).at, fmt::format(", {}", buffer == p.solve_buffers.end() ? "nullptr" : buffer->second));
}

// Attributes of cuBLASLt's that say how fast or on how many multiprocessors a product may run, not what it is. hipBLASLt has none of
// them, and the product is right without.
constexpr std::string_view blaslt_hints[] = {
    "CUBLASLT_MATMUL_DESC_FAST_ACCUM",          "CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET",
    "CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT",     "CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES",
    "CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES", "CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES",
    "CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES"};

// A call that sets such an attribute goes; what looks at its status gets that of success.
bool drop_hint(Pass& p, size_t i) {
  Source& s = p.source;
  if (!s.is(i + 1, "(")) return false;
  auto args = s.arguments(i + 1);
  if (args.size() != 4 || args[1].first != args[1].last) return false;
  size_t attribute = args[1].first, close = s.close(i + 1);
  if (std::find(std::begin(blaslt_hints), std::end(blaslt_hints), s.str(attribute)) == std::end(blaslt_hints)) return false;
  s.find(1006, s.token(attribute).at, s.str(attribute),
         fmt::format("{} is a hint that hipBLASLt does not have: {} goes", s.str(attribute), s.str(i)));
  std::string_view before = s.before(i);
  bool statement = (before == ";" || before == "{" || before == "}") && s.is(close + 1, ";");
  s.replace(i, close, statement ? "" : "HIPBLAS_STATUS_SUCCESS");
  p.skip_to = close + 1;
  ++p.summary.names;
  return true;
}

constexpr std::string_view number_classes[] = {"isfinite", "isinf", "isnan", "isnormal", "signbit", "fpclassify"};

// Mathematical functions that CUDA has on the host, too, and HIP has not.
constexpr std::string_view host_math[] = {"rsqrtf", "rsqrt",  "rcbrtf", "rcbrt",  "rhypotf", "rhypot",   "sinpif",  "sinpi",
                                          "cospif", "cospi",  "norm3df", "norm3d", "norm4df", "norm4d", "normcdff", "normcdf"};

// CUDA's device code may ask for an error's text, HIP's may not.
bool error_text(Pass& p, size_t i, std::string_view shim) {
  Source& s = p.source;
  if (!s.is(i + 1, "(") || s.token(i).directive || side_of(p, i) == Side::host) return false;
  s.replace(i, std::string(shim));
  p.used.set(cuda_support);
  ++p.summary.names;
  return true;
}

// The second argument is blocks per multiprocessor in CUDA, waves per SIMD in HIP. Dropping it leaves the compiler
// free and is always right.
void launch_bounds(Pass& p, size_t i) {
  Source& s = p.source;
  if (!s.is(i + 1, "(")) return;
  auto args = s.arguments(i + 1);
  if (args.size() < 2 || args[0].first > args[0].last || args.back().first > args.back().last) return;
  std::string kept(s.str(args[0].first, args[0].last).substr(0, 80));
  std::string dropped(s.str(args[1].first, args.back().last).substr(0, 80));
  s.find(1304, s.token(i).at, "__launch_bounds__",
         fmt::format("the {} in __launch_bounds__({}, {}) means blocks per multiprocessor in CUDA, waves per SIMD in HIP; it is "
                     "dropped. What it asked for is {} * ceil({} / 64) / 4 waves per SIMD on a GPU of 4 SIMDs a compute unit",
                     dropped, kept, dropped, dropped, kept));
  uint32_t from = s.token(args[0].last).at + s.token(args[0].last).size;
  const Token& last = s.token(args.back().last);
  s.edits.replace(from, last.at + last.size - from, "");
}

// Whether the name at i is cooperative groups': by that namespace, an alias of it, or without a qualifier where all of it is used.
// `first` becomes the token that the name begins with.
bool is_cooperative_groups(Pass& p, size_t i, size_t& first) {
  const Source& s = p.source;
  first = i;
  std::string_view prev = s.before(i);
  if (prev == "." || prev == "->" || declares(s, i)) return false;
  const bool qualified = prev == "::" && i >= 2;
  if (qualified) {
    first = i - 2;
    if (s.is(first, "cooperative_groups") || s.is(first, "cg")) return true;
  }
  if (!p.groups) {
    p.groups.emplace();
    for (size_t k = 0; k + 1 < s.count(); ++k) {
      if (!s.is(k, "namespace")) continue;
      if (s.is(k + 2, "=") && s.is(k + 3, "cooperative_groups")) p.groups->aliases.insert(s.str(k + 1));
      p.groups->all_used |= s.is(k + 1, "cooperative_groups") && s.before(k) == "using";
    }
  }
  return qualified ? p.groups->aliases.contains(s.str(first)) : p.groups->all_used;
}

// Cooperative groups' functions that HIP has from a version on (hundreds), 0: never.
struct GroupName {
  std::string_view name;
  int since;
};
constexpr GroupName group_names[] = {{"reduce", 713}, {"inclusive_scan", 1000}, {"exclusive_scan", 1000}, {"this_cluster", 0}, {"cluster_group", 0}};

void group_name(Pass& p, size_t i) {
  Source& s = p.source;
  const auto* found = std::ranges::find(group_names, s.str(i), &GroupName::name);
  size_t first;
  if (found == std::end(group_names) || !is_cooperative_groups(p, i, first)) return;
  if (found->since && found->since <= p.options.hip_version) return;
  if (found->since)
    s.find(1002, s.token(i).at, found->name, fmt::format("cooperative groups have {} in HIP from version {}.{} on; the port is for {}.{}", found->name, found->since / 100, found->since % 100,
                                                                    p.options.hip_version / 100, p.options.hip_version % 100));
  else
    s.find(1001, s.token(i).at, found->name, fmt::format("{} has no counterpart in HIP: AMD GPUs have no thread block clusters", found->name));
}

// A kernel of a module was compiled elsewhere, perhaps for warps as wide as the wave, as Triton's are.
void module_launch(Pass& p, size_t i) {
  Source& s = p.source;
  if (!s.is(i + 1, "(")) return;
  auto args = s.arguments(i + 1);
  if (args.size() < 5) return;
  auto [first, last] = args[4];
  bool of_warps = false, by_32 = false;
  for (size_t k = first; k <= last && k < s.count(); ++k) {
    std::string_view word = s.str(k);
    of_warps |= word.find("warp") != word.npos || word.find("WARP") != word.npos;
    by_32 |= word == "32" && (s.is(k + 1, "*") || s.before(k) == "*");
  }
  if (of_warps && by_32)
    s.find(1206, s.token(first).at, s.str(first, last),
           fmt::format("the block is {} threads, but a kernel that was compiled for waves of 64 has 64 threads a warp: multiply with the device's warpSize", s.str(first, last)));
}

// cub::WarpReduce<T> and its like take the GPU's wave as their width when none is given.
bool is_warp_primitive(std::string_view n) { return n == "WarpReduce" || n == "WarpScan" || n == "WarpMergeSort"; }

void warp_primitive(Pass& p, size_t i) {
  Source& s = p.source;
  size_t after = s.after_template(i + 1);
  if (after == i + 1) return;
  size_t close = after - 1;
  size_t commas = 0;
  int depth = 0;
  for (size_t k = i + 1; k < close; ++k) {
    std::string_view t = s.str(k);
    if (t == "(" || t == "[") {
      k = s.close(k);
      if (k >= close) return;
    }
    depth += (t == "<") - (t == ">");
    commas += t == "," && depth == 1;
  }
  if (commas != (s.is(i, "WarpMergeSort") ? 1u : 0u)) return;
  s.edits.insert(s.token(close).at, ", 32");
  s.find(1205, s.token(i).at, s.str(i), fmt::format("cub::{} is as wide as the wave when no width is given; it is given 32 lanes", s.str(i)));
}

}  // namespace

Side side_of(Pass& p, size_t i) {
  const Source& s = p.source;
  if (!p.sides) {
    p.sides.emplace();
    std::vector<Side> around;
    auto now = [&] { return around.empty() ? Side::host : around.back(); };
    for (size_t k = 0; k < s.count(); ++k) {
      if (s.is(k, "{")) {
        // What stands before it up to the last statement or block heads it.
        bool device = false, host = false;
        for (size_t h = k; h-- > 0;) {
          std::string_view w = s.str(h);
          if (w == ";" || w == "}" || w == "{" || s.is(h, Tok::end_directive)) break;
          device |= w == "__device__" || w == "__global__";
          host |= w == "__host__";
        }
        around.push_back(device ? (host ? Side::both : Side::device) : host ? Side::host : now());
      } else if (s.is(k, "}") && !around.empty()) {
        around.pop_back();
      } else {
        continue;
      }
      p.sides->emplace_back(k, now());
    }
  }
  auto after = std::ranges::lower_bound(*p.sides, i, {}, &std::pair<size_t, Side>::first);
  return after == p.sides->begin() ? Side::host : std::prev(after)->second;
}

bool port_shape(Pass& p, size_t i, const apimap::Entry& entry) {
  if (p.directive == "ifdef" || p.directive == "ifndef") return false;
  if (entry.cuda == "__launch_bounds__") {
    launch_bounds(p, i);
    return false;
  }
  if (entry.cuda == "cudaGraphInstantiate") return graph_instantiate(p, i);
  if (entry.cuda == "cudaGetErrorString") return error_text(p, i, "wlcuda::get_error_string");
  if (entry.cuda == "cudaGetErrorName") return error_text(p, i, "wlcuda::get_error_name");
  if (entry.cuda == "cusparseSpSM_analysis") note_analysis(p, i);
  if (entry.cuda == "cusparseSpSM_solve") solve_with_buffer(p, i);
  if (entry.cuda == "cublasLtMatmulDescSetAttribute" || entry.cuda == "cublasLtMatmulPreferenceSetAttribute") return drop_hint(p, i);
  if (entry.cuda == "cuLaunchKernel") module_launch(p, i);
  if (entry.cuda == "cudaCreateTextureObject") refused_texture(p, i);
  if (port_by_version(p, i, entry)) return true;
  if (entry.cuda == "cudaDevAttrWarpSize" || entry.cuda == "CU_DEVICE_ATTRIBUTE_WARP_SIZE")
    p.source.find(1203, p.source.token(i).at, "warpSize",
                  "this asks for the wave's width (64), while the ported kernels work in groups of 32 lanes");
  for (const auto& shape : shapes)
    if (shape.cuda == entry.cuda) return wrap_argument(p, i, shape);
  return false;
}

bool port_host_math(Pass& p, size_t i, std::string_view name) {
  Source& s = p.source;
  if (std::find(std::begin(host_math), std::end(host_math), name) == std::end(host_math)) return false;
  if (!s.is(i + 1, "(") || s.before(i) == "::" || declares(s, i) || s.token(i).directive || side_of(p, i) == Side::device) return false;
  s.replace(i, fmt::format("wlcuda::{}", name));
  p.used.set(cuda_support);
  ++p.summary.names;
  return true;
}

void note_math(Pass& p, size_t i, std::string_view name) {
  const Source& s = p.source;
  if (std::find(std::begin(number_classes), std::end(number_classes), name) == std::end(number_classes)) return;
  if (!s.is(i + 1, "(") || s.before(i) == "::" || declares(s, i) || side_of(p, i) == Side::device) return;
  p.math_used = true;
}

bool port_context(Pass& p, size_t i, std::string_view name) {
  Source& s = p.source;
  std::string_view prev = s.before(i);
  if (name == "cub") {
    bool space = s.is(i + 1, "::") || prev == "namespace" || (s.is(i + 1, "=") && prev == "namespace");
    if (!space || (prev == "::" && i >= 2 && s.is(i - 2, Tok::identifier) && !s.is(i - 2, "thrust"))) return false;
    s.replace(i, "hipcub");
    ++p.summary.names;
    return true;
  }
  if (is_warp_primitive(name)) {
    if (prev == "::" && i >= 2 && (s.is(i - 2, "cub") || s.is(i - 2, "hipcub"))) warp_primitive(p, i);
    return false;
  }
  if (name == "thrust" && s.is(i + 1, "::") && prev != "::") {
    note_thrust(p, i + 2);
    return false;
  }
  if (name == "nvcuda") {
    // `using namespace nvcuda;` makes wmma:: known; rocWMMA's namespace takes that name.
    if (prev == "namespace" && i >= 2 && s.is(i - 2, "using") && s.is(i + 1, ";")) {
      s.replace(i - 2, i, "namespace wmma = rocwmma");
    } else if (s.is(i + 1, "::") && s.is(i + 2, "wmma")) {
      s.replace(i, i + 2, "rocwmma");
    } else {
      return false;
    }
    ++p.summary.names;
    return true;
  }
  if (name == "cuda" && s.is(i + 1, "::")) {
    if (prev == "::" && i >= 2 && s.is(i - 2, Tok::identifier)) {
      // thrust::cuda::par
      if (!s.is(i - 2, "thrust") && !s.is(i - 2, "system")) return false;
      s.replace(i, "hip");
      ++p.summary.names;
      return true;
    }
    s.find(1007, s.token(i).at, "cuda::", "libcu++ (cuda::) is libhipcxx on AMD GPUs; read its list of limits");
    return true;
  }
  if (name == "cuda_cub" && prev == "::" && i >= 2 && s.is(i - 2, "thrust")) {
    s.replace(i, "hip_rocprim");
    ++p.summary.names;
    return true;
  }
  if (prev == "::") group_name(p, i);
  if (name == "labeled_partition" && s.is(i + 1, "(")) {
    size_t first;
    if (!is_cooperative_groups(p, i, first)) return false;
    s.replace(first, i, "wlgroups::labeled_partition");
    p.used.set(groups_support);
    ++p.summary.names;
    return true;
  }
  if (name == "coalesced_threads" && s.is(i + 1, "("))
    s.find(1204, s.token(i).at, name, "a coalesced group has up to 64 members here; check arrays and masks of 32");
  return false;
}

}  // namespace wavelift::port
