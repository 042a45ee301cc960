#include "port/lexical.h"
#include "apimap/torch.h"
#include "port/passes.h"
#include "port/tree.h"
#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace wavelift::port {

using apimap::Entry;
using apimap::Fate;
using apimap::Kind;

bool declares(const Source& s, size_t i) {
  if (i == 0) return false;
  const Token& prev = s.token(i - 1);
  if (prev.kind == Tok::hash || prev.kind == Tok::end_directive) return false;
  if (prev.kind != Tok::identifier) return false;
  static const std::set<std::string_view> not_types = {
      "return", "else", "case", "goto",   "throw",  "and",  "or",      "not",   "sizeof", "do", "in", "co_return",
      "new",    "delete", "define", "undef", "ifdef", "ifndef", "if", "elif", "defined", "typename", "using", "pragma",
      // Numbers, whatever the compiler makes of them.
      "__CUDA_ARCH__", "__CUDACC_VER_MAJOR__", "__CUDACC_VER_MINOR__", "__grid_constant__", "CUDART_VERSION", "CUDA_VERSION"};
  return !not_types.contains(s.str(i - 1));
}

void gather_facts(const Source& s, ProjectFacts& facts) {
  const bool header = is_header(s.name);
  size_t budget = most_min_max_tokens;
  for (size_t i = 0; i < s.count(); ++i) {
    std::string_view name = s.str(i);
    if (s.token(i).kind == Tok::header && name.starts_with("<thrust/") && name.ends_with(".h>")) facts.thrust.emplace(name.substr(8, name.size() - 11));
    if (s.token(i).directive && s.token(i).size > 6 && (s.token(i).kind == Tok::header || s.token(i).kind == Tok::string) && is_torch_header(name.substr(1))) facts.torch = true;
    if (s.token(i).kind != Tok::identifier) continue;
    if (header && !facts.header_min_max && calls_min_max(s, i, budget)) facts.header_min_max = true;
    bool defined = s.token(i).directive && s.before(i) == "define";
    if ((defined || s.before(i) == "class" || s.before(i) == "struct") && apimap::is_torch_name(name)) facts.own_torch.emplace(name);
    if (is_fast_math(name)) {
      if (defined || declares(s, i)) facts.own_math.emplace(name);
      continue;
    }
    char c = name[0];
    if (c != 'c' && c != 'C' && c != '_' && c != 'w' && c != 'n' && c != 'N') continue;
    if (name == "warpSize") {
      if (defined || declares(s, i)) facts.declares_warp_size = true;
      continue;
    }
    const Entry* e = apimap::find(name);
    if (defined) {
      // Own guards such as `#define __CUDACC__` follow the renaming; a function's name does not.
      if (e && e->kind != Kind::guard) facts.macros.emplace(name);
      if (!e && apimap::looks_like_cuda(name)) facts.declared.emplace(name);
    } else if (!e && apimap::looks_like_cuda(name)) {
      std::string_view prev = s.before(i);
      bool by_type = declares(s, i) || ((prev == "*" || prev == "&" || prev == ">") && s.is(i + 1, "("));
      if (by_type || prev == "class" || prev == "struct" || prev == "enum") facts.declared.emplace(name);
    }
  }
}

namespace {

void no_counterpart(Pass& p, size_t i, const Entry& e) {
  std::string message = fmt::format("{} has no counterpart in HIP", e.cuda);
  if (!e.note.empty()) message += fmt::format(": {}", e.note);
  p.source.find(1001, p.source.token(i).at, e.cuda, message);
}

void use(Pass& p, size_t i) {
  p.summary.any_cuda = true;
  // Built-in keywords come with the compiler, but the program's units are CUDA through and through: any of them
  // counts as a use of the runtime.
  if (p.first_use == ~0u && p.source.token(i).at < p.first_use) p.first_use = p.source.token(i).at;
}

void rename(Pass& p, size_t i, const Entry& e) {
  p.source.replace(i, std::string(e.hip));
  ++p.summary.names;
}

void port_warp(Pass& p, size_t i, const Entry& e) {
  Source& s = p.source;
  if (p.is_macro(e.cuda)) {
    s.find(1202, s.token(i).at, e.cuda,
           fmt::format("the program defines {} as a macro of its own; the uses stay, its body is ported", e.cuda));
    return;
  }
  if (e.cuda == "warpSize" && p.options.facts && p.options.facts->declares_warp_size) {
    s.find(1202, s.token(i).at, e.cuda, "the program declares a warpSize of its own, which stays");
    return;
  }
  if (p.directive == "undef" || p.directive == "ifdef" || p.directive == "ifndef") return;
  p.used.set(warp_support);
  s.find(1201, s.token(i).at, "", "warp functions keep their 32 lanes: wavelift_warp.h gives them on a wave of 64");
  rename(p, i, e);
}

// prop.warpSize is 64 on AMD's wave64 GPUs while the ported kernels go on in groups of 32.
void port_warp_member(Pass& p, size_t i) {
  Source& s = p.source;
  if (p.options.facts && p.options.facts->declares_warp_size) return;
  bool simple = i >= 2 && s.is(i - 2, Tok::identifier) && (i == 2 || (s.before(i - 2) != "." && s.before(i - 2) != "->" && s.before(i - 2) != "::"));
  bool assigned = s.is(i + 1, "=") && !s.is(i + 2, "=");
  if (!simple || assigned) {
    s.find(1203, s.token(i).at, "warpSize", "this reads the wave's width (64), while the ported kernels work in groups of 32 lanes");
    return;
  }
  s.find(1203, s.token(i).at, "warpSize",
         "the device's warpSize is 64 here; the ported kernels work in groups of 32 lanes, so 32 is put in its place");
  s.replace(i - 2, i, "wl32::warp_size");
  p.used.set(warp_support);
  ++p.summary.names;
}

void port_identifier(Pass& p, size_t i) {
  Source& s = p.source;
  std::string_view name = s.str(i);
  const Entry* e = apimap::find(name);
  std::string_view prev = s.before(i);
  if (prev == "." || prev == "->") {
    if (name == "warpSize") port_warp_member(p, i);
    note_texture_field(p, i);
    return;
  }
  if (port_register(p, i)) return;
  note_dim3(p, i);
  if (port_fast_math(p, i, name) || port_dim3(p, i) || port_context(p, i, name)) {
    use(p, i);
    return;
  }
  if (!e) {
    note_math(p, i, name);
    note_min_max(p, i);
    if (apimap::looks_like_cuda(name) && !(p.options.facts && p.options.facts->declared.contains(name)) && prev != "::" &&
        !s.token(i).directive)
      s.find(1004, s.token(i).at, name,
             fmt::format("{} looks like a CUDA name that the map does not know; it is left as it is", name));
    return;
  }
  if (e->kind == Kind::header) return;
  if (prev == "::" && i >= 2 && s.is(i - 2, Tok::identifier) && e->library != "device") return;
  if (e->fate == Fate::same && (e->library == "types" || e->library == "device")) {
    if (e->kind == Kind::device && e->cuda.starts_with("__")) use(p, i);
    if (e->cuda == "threadIdx" || e->cuda == "blockIdx") use(p, i);
    if (name.starts_with("__launch_bounds__")) port_shape(p, i, *e);
    else if (name[0] != '_' && !p.is_macro(name)) port_host_math(p, i, name);
    return;
  }
  if (p.is_macro(name) && e->fate != Fate::warp) return;
  use(p, i);
  switch (e->fate) {
  case Fate::special: port_guard(p, i, *e); return;
  case Fate::none: no_counterpart(p, i, *e); return;
  case Fate::warp: port_warp(p, i, *e); return;
  case Fate::shim:
    if (p.directive == "undef" || p.directive == "ifdef" || p.directive == "ifndef") return;
    for (size_t k = 0; k < support_count; ++k)
      if (!support_headers[k].space.empty() && e->hip.starts_with(support_headers[k].space)) p.used.set(k);
    rename(p, i, *e);
    return;
  case Fate::same:
  case Fate::renamed:
    wants_version(p, i, *e);
    if (!e->note.empty()) {
      bool fp8 = e->library == "types" && e->kind == Kind::type;
      s.find(fp8 ? 1401 : 1006, s.token(i).at, e->note, fmt::format("{}: {}", e->cuda, e->note));
    }
    if (port_shape(p, i, *e)) return;
    if (e->fate == Fate::renamed) rename(p, i, *e);
    return;
  }
}

// A kernel in a string is compiled at run time. Renaming in strings would change what the program prints, so it stays.
void note_source_text(Pass& p, size_t i) {
  Source& s = p.source;
  std::string_view text = s.str(i);
  for (std::string_view mark : {"_sync(0xffffffff", "_sync(0xFFFFFFFF", "__global__ "})
    if (size_t at = text.find(mark); at != text.npos) {
      s.find(1009, s.token(i).at + static_cast<uint32_t>(at), "",
             "this string holds CUDA source, which is not ported: HIP takes masks of 64 bits (~0ull for all lanes), and its warps are as wide as the wave");
      return;
    }
}

void track_directive(Pass& p, size_t i) {
  const Source& s = p.source;
  p.directive = s.is(i + 1, Tok::identifier) ? s.str(i + 1) : std::string_view{};
  if (p.directive == "if" || p.directive == "ifdef" || p.directive == "ifndef") ++p.if_depth;
  if (p.directive == "endif" && p.if_depth > 0) --p.if_depth;
}

// A #ifndef X / #define X that opens a file and its #endif are an include guard: what is inside is unconditional.
int guard_depth(const Source& s) {
  return s.is(0, Tok::hash) && s.is(1, "ifndef") && s.is(3, Tok::end_directive) && s.is(4, Tok::hash) && s.is(5, "define") &&
                 s.str(2) == s.str(6)
             ? 1
             : 0;
}

// The edits for native width between two offsets.
void put_native(Pass& p, uint32_t from, uint32_t to) {
  if (!p.options.native) return;
  for (const Edit& e : *p.options.native)
    if (e.at >= from && e.at + e.size <= to) p.source.edits.replace(e.at, e.size, e.text);
}

// Whether an edit for native width replaces what is there.
bool is_native(const Pass& p, uint32_t at) {
  if (!p.options.native) return false;
  auto after = std::ranges::upper_bound(*p.options.native, at, {}, &Edit::at);
  while (after != p.options.native->begin()) {
    --after;
    if (after->size) return at < after->at + after->size;
  }
  return false;
}

void port_token(Pass& p, size_t i) {
  Source& source = p.source;
  const Token& t = source.token(i);
  const bool off = !source.lexed.off.empty() && source.is_off(t.at);
  switch (t.kind) {
  case Tok::hash: track_directive(p, i); return;
  case Tok::end_directive: p.directive = {}; return;
  case Tok::identifier: break;
  case Tok::punct:
    if (source.text[t.at] == '(' && !off) port_array_pointer(p, i);
    return;
  case Tok::header:
  case Tok::string:
    if (off) return;
    if (t.directive && (p.directive == "include" || p.directive == "include_next" || p.directive == "import" || t.kind == Tok::header)) {
      port_include(p, i);
    } else if (t.kind == Tok::string && t.size > 6 && t.size < 80) {
      std::string_view inside = source.text.substr(t.at + 1, t.size - 2);
      const Entry* e = apimap::find(inside);
      if (e && e->kind == Kind::function)
        source.find(1005, t.at, inside, fmt::format("the string \"{}\" is a CUDA function's name; strings are not ported", inside));
    }
    if (t.kind == Tok::string && !t.directive) note_source_text(p, i);
    return;
  default: return;
  }
  if (i < p.skip_to || off || is_native(p, t.at)) return;
  if (p.options.facts && p.options.facts->torch && port_torch(p, i)) return;
  char c = source.text[t.at];
  // Names of CUDA's start with few letters; the rest of the text passes here without a look-up.
  static constexpr auto first = [] {
    std::array<bool, 256> f{};
    for (char k : std::string_view("cC_nmhNasutdlrebfivpgwoW")) f[static_cast<unsigned char>(k)] = true;
    return f;
  }();
  if (!first[static_cast<unsigned char>(c)] || t.size < 3) return;
  if ((c == 'a' || c == '_') && (source.is(i, "asm") || source.is(i, "__asm__") || source.is(i, "__asm"))) {
    port_asm(p, i);
    return;
  }
  if (c == 'o' || c == 'a' || c == '_')
    if (port_definition(p, i)) return;
  port_identifier(p, i);
}

}  // namespace

std::string ported_text(Pass& p, size_t first, size_t last) {
  Edits outer;
  std::swap(outer, p.source.edits);
  put_native(p, p.source.token(first).at, p.source.token(last).at + p.source.token(last).size);
  for (size_t i = first; i <= last; ++i) port_token(p, i);
  std::swap(outer, p.source.edits);
  outer.settle();
  return outer.apply(p.source.text, p.source.token(first).at, p.source.token(last).at + p.source.token(last).size);
}

LexicalSummary port_lexical(Source& source, const LexicalOptions& options) {
  Pass p{source, options, {}, {}};
  p.if_depth = -guard_depth(source);
  put_native(p, 0, ~0u);
  if (options.native && !options.native->empty()) p.used.set(wave_support);
  for (size_t i = 0; i < source.count(); ++i) port_token(p, i);
  want_min_max(p);
  add_includes(p);
  source.edits.settle();
  return p.summary;
}

std::string port_text(std::string_view text, LexicalOptions options, std::vector<Finding>* findings) {
  Source s(text, "input");
  ProjectFacts facts;
  gather_facts(s, facts);
  options.facts = &facts;
  port_lexical(s, options);
  if (findings) *findings = s.findings;
  return s.edits.apply(text);
}

std::string port_text(std::string_view text, bool unit, std::vector<Finding>* findings, int hip_version) {
  LexicalOptions options;
  options.unit = unit;
  options.hip_version = hip_version;
  return port_text(text, options, findings);
}

}  // namespace wavelift::port
