// PyTorch's CUDA interface. Where PyTorch's own build step (torch.utils.cpp_extension) builds the sources it renames them as its release
// has it, and CUDA's names stay; where CMake or make does, they become those of PyTorch for ROCm, of the release that the port is for.
#include "apimap/torch.h"
#include "port/passes.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::port {

using apimap::TorchEntry;
using apimap::TorchKind;

namespace {

std::string release_of(const Pass& p) { return fmt::format("{}.{}", p.options.torch.release / 100, p.options.torch.release % 100); }

void gone(Pass& p, uint32_t at, std::string_view what, std::string_view instead) {
  p.source.find(1010, at, what, fmt::format("{} is not in PyTorch {}: use {}", what, release_of(p), instead));
}

// Says once a text what becomes of PyTorch's names.
void say(Pass& p, uint32_t at, std::string_view path) {
  switch (p.options.torch.build) {
  case TorchBuild::extension: p.source.find(1011, at, "", "PyTorch's names stay CUDA's: its build step renames them as its own release has them"); return;
  case TorchBuild::own: p.source.find(1011, at, "", fmt::format("PyTorch's names are those of PyTorch {} for ROCm (--torch-version)", release_of(p))); return;
  case TorchBuild::unknown:
    p.source.find(1008, at, "", fmt::format("{} and what it declares keep their names, which PyTorch's own build step (torch.utils.cpp_extension) renames; built without it, port with --torch-build own", path));
    return;
  }
}

// What the rest of a path becomes below a folder that is renamed.
std::string renamed_path(std::string_view rest) {
  std::string out(rest);
  for (auto [from, to] : {std::pair<std::string_view, std::string_view>{"CUDA", "HIP"}, {"cuda", "hip"}})
    for (size_t at = out.find(from); at != out.npos; at = out.find(from, at + to.size())) out.replace(at, from.size(), to);
  return out;
}

// The qualifier before the name at i: empty without one.
std::string_view qualifier(const Source& s, size_t i) { return i >= 2 && s.before(i) == "::" ? s.str(i - 2) : std::string_view{}; }

// cuda of at::cuda::x, c10::cuda::x and, where a namespace is used whole, cuda::x.
void port_space(Pass& p, size_t i) {
  Source& s = p.source;
  const std::string_view outer = qualifier(s, i);
  const TorchEntry* row = nullptr;
  if (outer == "c10") row = apimap::find_torch("c10::cuda", p.options.torch.release);
  else if (outer == "at" || outer == "torch" || s.before(i) != "::") row = apimap::find_torch(s.str(i + 2), p.options.torch.release);
  if (!row || (row->kind != TorchKind::space && row->kind != TorchKind::name)) return;
  if (row->kind == TorchKind::name && !s.is(i + 1, "::")) return;
  s.replace(i, "hip");
  ++p.summary.names;
}

// AT_DISPATCH_...(x.type(), ...): the first argument was a tensor's type once.
void dispatch(Pass& p, size_t i) {
  const Source& s = p.source;
  const TorchEntry* row = apimap::find_torch("AT_DISPATCH(type())", p.options.torch.release);
  if (!row || !s.is(i + 1, "(")) return;
  const auto args = s.arguments(i + 1);
  if (args.empty() || args[0].last < args[0].first + 4) return;
  const size_t last = args[0].last;
  if (s.is(last, ")") && s.is(last - 1, "(") && s.is(last - 2, "type") && (s.is(last - 3, ".") || s.is(last - 3, "->"))) gone(p, s.token(i).at, fmt::format("{} of a type()", s.str(i)), row->note);
}

}  // namespace

bool is_torch_header(std::string_view path) {
  for (std::string_view folder : {"torch/", "ATen/", "c10/", "THC/", "TH/"})
    if (path.starts_with(folder)) return true;
  return false;
}

std::string torch_header(Pass& p, size_t i, std::string_view path) {
  const uint32_t at = p.source.token(i).at;
  const TorchEntry* row = apimap::find_torch(path, p.options.torch.release);
  const TorchEntry* folder = apimap::find_torch_folder(path, p.options.torch.release);
  const bool cuda = row || folder || path.starts_with("c10/cuda/") || path.starts_with("torch/csrc/cuda/");
  p.summary.any_cuda |= cuda;
  if (row ? row->hip.empty() : folder && folder->hip.empty()) {
    gone(p, at, path, row ? row->note : folder->note);
    return std::string(path);
  }
  if (cuda) say(p, at, path);
  if (p.options.torch.build != TorchBuild::own || !(row || folder)) return std::string(path);
  return row ? std::string(row->hip) : std::string(folder->hip) + renamed_path(path.substr(folder->cuda.size()));
}

bool port_torch(Pass& p, size_t i) {
  Source& s = p.source;
  const std::string_view name = s.str(i), prev = s.before(i);
  if (prev == "." || prev == "->") return false;
  const bool own = p.options.torch.build == TorchBuild::own;
  if (name == "cuda") {
    if (own) port_space(p, i);
    // libcu++ has the namespace, too.
    return s.is(i + 1, "::") && !p.libcu;
  }
  if (name.starts_with("AT_DISPATCH_")) dispatch(p, i);
  if (p.options.facts->own_torch.contains(name)) return false;
  const std::string_view outer = qualifier(s, i);
  if (prev == "::" && outer != "cuda" && outer != "hip" && outer != "at" && outer != "c10") return false;
  const TorchEntry* row = nullptr;
  size_t last = i;
  if (s.is(i + 1, "::") && s.is(i + 2, Tok::identifier)) {
    row = apimap::find_torch(fmt::format("{}::{}", name, s.str(i + 2)), p.options.torch.release);
    if (row) last = i + 2;
  }
  if (!row) row = apimap::find_torch(name, p.options.torch.release);
  if (!row) return false;
  p.summary.any_cuda = true;
  if (row->kind == TorchKind::gone) {
    // HIP's names are anybody's where no namespace says whose.
    if (!name.starts_with("HIP") && !name.starts_with("OptionalHIP")) gone(p, s.token(i).at, name, row->note);
    else if (outer == "hip") gone(p, s.token(i).at, fmt::format("hip::{}", name), row->note);
    return true;
  }
  if (!own || row->hip == name) return true;
  if (row->kind == TorchKind::name && (outer == "at" || outer == "c10")) return true;
  s.replace(i, last, std::string(row->hip));
  p.skip_to = last + 1;
  ++p.summary.names;
  return true;
}

}  // namespace wavelift::port
