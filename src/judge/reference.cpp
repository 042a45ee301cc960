#include "judge/reference.h"
#include "base/files.h"
#include "base/paths.h"
#include "build/toolchain.h"
#include "judge/data.h"
#include "judge/jail.h"
#include "judge/npy.h"
#include <cstring>
#include <fmt/format.h>

namespace wavelift::judge {

namespace fs = std::filesystem;

namespace {

// The case as include/judge/wavelift_reference.h reads it.
class Writer {
public:
  std::vector<std::byte> bytes;
  template <class T> void put(T v) { append(&v, sizeof v); }
  void put(const std::string& s) {
    put<uint64_t>(s.size());
    append(s.data(), s.size());
  }
  void append(const void* data, size_t size) {
    auto* p = static_cast<const std::byte*>(data);
    bytes.insert(bytes.end(), p, p + size);
  }
};

std::string first_error(const std::string& text) {
  size_t at = text.find("undefined reference");          // the linker's first line is more than clang's last
  if (at == text.npos) at = text.find("error:");
  const size_t from = at == text.npos ? 0 : text.rfind('\n', at) + 1;
  return text.substr(from, text.find('\n', from) - from);
}

}  // namespace

Result<TemporaryFolder> build_program(const std::string& source, const std::vector<std::string>& flags) {
  auto llvm = build::llvm_bin();
  if (!llvm) return std::unexpected(llvm.error());
  auto folder = TemporaryFolder::make("reference");
  if (!folder) return std::unexpected(folder.error());
  fs::permissions(folder->path(), fs::perms::all);       // who compiles is somebody else in the jail
  if (auto s = write_file(folder->path() / "reference.cpp", source); !s) return std::unexpected(s.error());
  Jail jail;
  jail.folder = folder->path();
  jail.readable = {"/usr", home() / "include/judge"};
  std::vector<std::string> argv = {(*llvm / "clang++").string(), "-std=c++20", "-march=x86-64-v3", "-ffp-contract=off", "-I", (home() / "include/judge").string(), "reference.cpp", "-o", "program"};
  argv.insert(argv.end(), flags.begin(), flags.end());
  auto done = run_jailed(argv, jail);
  if (!done) return std::unexpected(done.error());
  if (done->end.exit_code != 0) return fail(Exit::failed, fmt::format("does not compile: {}", done->end.timed_out ? "it takes over a minute" : first_error(done->errors)));
  return folder;
}

Result<Reference> Reference::build(const Task& task) {
  if (task.has_arrays()) return Reference();
  auto source = read_file(task.folder / "reference.cpp");
  if (!source) return std::unexpected(source.error());
  auto folder = build_program(*source, {"-O2"});
  if (!folder && folder.error().exit == Exit::failed) return fail(Exit::failed, fmt::format("the reference of {} {}", task.name, folder.error().what));
  if (!folder) return std::unexpected(folder.error());
  Reference r;
  r.folder_ = std::move(*folder);
  return r;
}

Status Reference::read_arrays(const Task& task, Case& c) {
  const fs::path folder = task.folder / c.shape.arrays.at(c.variant % c.shape.arrays.size());
  c.data.assign(task.buffers.size(), {});
  c.expected.assign(task.buffers.size(), {});
  for (size_t k = 0; k < task.buffers.size(); ++k) {
    const Buffer& b = task.buffers[k];
    if (b.role != Role::output) {
      auto data = read_npy(folder / (b.name + ".npy"), b.type, c.elements[k]);
      if (!data) return std::unexpected(data.error());
      c.data[k] = std::move(*data);
    }
    if (b.role == Role::input) continue;
    Expected& e = c.expected[k];
    auto reals = [&](const char* what, std::vector<double>& to) -> Status {
      auto all = read_npy(folder / (b.name + what), Element::f64, c.elements[k]);
      if (!all) return std::unexpected(all.error());
      to.resize(c.elements[k]);
      std::memcpy(to.data(), all->data(), all->size());
      return {};
    };
    if (auto s = reals(".expected.npy", e.value); !s) return s;
    e.scale.assign(c.elements[k], 0);
    if (fs::exists(folder / (b.name + ".scale.npy")))
      if (auto s = reals(".scale.npy", e.scale); !s) return s;
    e.terms.assign(c.elements[k], 1);
  }
  return {};
}

Status Reference::compute(const Task& task, Case& c) const {
  Writer w;
  w.put<uint64_t>(c.shape.values.size());
  for (const auto& [name, value] : c.shape.values) w.put(name), w.put<int64_t>(value);
  w.put<uint64_t>(task.constants.size());
  for (const auto& [name, value] : task.constants) w.put(name), w.put<double>(value);
  w.put<uint64_t>(task.buffers.size());
  uint64_t answers = 0;
  for (size_t k = 0; k < task.buffers.size(); ++k) {
    const Buffer& b = task.buffers[k];
    const bool in = b.role != Role::output, out = b.role != Role::input;
    w.put(b.name);
    for (uint64_t x : {uint64_t(is_float(b.type)), uint64_t(in), uint64_t(out), uint64_t(c.elements[k])}) w.put(x);
    const size_t size = info(b.type).size;
    if (in)
      for (size_t i = 0; i < c.elements[k]; ++i) {
        if (is_float(b.type)) w.put<double>(load(b.type, &c.data[k][i * size]));
        else w.put<int64_t>(load_whole(b.type, &c.data[k][i * size]));
      }
    if (out) answers += c.elements[k];
  }
  Jail jail;
  jail.readable = {folder_.path() / "program"};
  jail.limits.file = 3 * sizeof(double) * answers + (1 << 20);
  auto run = run_jailed({(folder_.path() / "program").string()}, jail, w.bytes);
  if (!run) return std::unexpected(run.error());
  if (run->end.timed_out) return fail(Exit::failed, fmt::format("the reference of {} takes over a minute for the shape '{}'", task.name, c.shape.name));
  if (run->end.exit_code != 0 || run->out.size() != 3 * sizeof(double) * answers)
    return fail(Exit::failed, fmt::format("the reference of {} ended with {} for the shape '{}': {}", task.name, run->end.exit_code, c.shape.name, run->errors.substr(0, 300)));
  const char* at = run->out.data();
  c.expected.assign(task.buffers.size(), {});
  for (size_t k = 0; k < task.buffers.size(); ++k) {
    if (task.buffers[k].role == Role::input) continue;
    Expected& e = c.expected[k];
    for (auto* v : {&e.value, &e.scale, &e.terms}) {
      v->resize(c.elements[k]);
      std::memcpy(v->data(), at, v->size() * sizeof(double));
      at += v->size() * sizeof(double);
    }
  }
  return {};
}

Result<Case> Reference::make(const Task& task, const Shape& shape, size_t variant, uint64_t seed) const {
  Case c{shape, variant, seed, {}, {}, {}};
  for (size_t k = 0; k < task.buffers.size(); ++k) {
    const Buffer& b = task.buffers[k];
    auto n = b.size.value(shape.values);
    if (!n) return std::unexpected(n.error());
    if (*n < 0) return fail(Exit::usage, fmt::format("in the shape '{}' the buffer '{}' has {} elements", shape.name, b.name, *n));
    c.elements.push_back(static_cast<size_t>(*n));
    if (task.has_arrays()) continue;
    if (b.role == Role::output) {
      c.data.emplace_back();
      continue;
    }
    auto data = draw(b.data[variant % b.data.size()], b.type, c.elements.back(), shape.values, mix(seed, k, variant));
    if (!data) return std::unexpected(data.error());
    c.data.push_back(std::move(*data));
  }
  if (auto s = task.has_arrays() ? read_arrays(task, c) : compute(task, c); !s) return std::unexpected(s.error());
  return c;
}

}  // namespace wavelift::judge
