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
    if (is_input(b.role)) {
      auto data = read_npy(folder / (b.name + ".npy"), b.type, c.elements[k]);
      if (!data) return std::unexpected(data.error());
      c.data[k] = std::move(*data);
    }
    if (!is_output(b.role)) continue;
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

namespace {

// How a program is asked (include/judge/wavelift_reference.h): for what is expected, or for the residuals of outputs that are there.
enum class Question : uint64_t { expected, residuals };

// The values, scales and terms that a reference answers with, one array after the other for each of `sizes`.
Result<std::vector<Expected>> ask(const Task& task, const Case& c, const fs::path& program, const Writer& question, const std::vector<size_t>& sizes) {
  size_t answers = 0;
  for (size_t n : sizes) answers += n;
  Jail jail;
  jail.readable = {program};
  jail.limits.file = 3 * sizeof(double) * answers + (1 << 20);
  jail.limits.memory += 4 * question.bytes.size() + 2 * jail.limits.file;   // inputs become doubles, answers are kept and sent
  auto run = run_jailed({program.string()}, jail, question.bytes);
  if (!run) return std::unexpected(run.error());
  if (run->end.timed_out) return fail(Exit::failed, fmt::format("the reference of {} takes over a minute for the shape '{}'", task.name, c.shape.name));
  if (run->end.exit_code != 0 || run->out.size() != 3 * sizeof(double) * answers)
    return fail(Exit::failed, fmt::format("the reference of {} ended with {} for the shape '{}': {}", task.name, run->end.exit_code, c.shape.name, run->errors.substr(0, 300)));
  const char* at = run->out.data();
  std::vector<Expected> all;
  for (size_t n : sizes) {
    Expected& e = all.emplace_back();
    for (auto* v : {&e.value, &e.scale, &e.terms}) {
      v->resize(n);
      if (n > 0) std::memcpy(v->data(), at, n * sizeof(double));
      at += n * sizeof(double);
    }
  }
  return all;
}

// Shape, constants and buffers; of outputs what `outputs` holds, if it is given.
Writer described(const Task& task, const Case& c, Question question, const std::vector<std::vector<std::byte>>* outputs) {
  Writer w;
  w.put(question);
  w.put<uint64_t>(c.shape.values.size());
  for (const auto& [name, value] : c.shape.values) w.put(name), w.put<int64_t>(value);
  w.put<uint64_t>(task.constants.size());
  for (const auto& [name, value] : task.constants) w.put(name), w.put<double>(value);
  w.put<uint64_t>(task.buffers.size());
  for (size_t k = 0; k < task.buffers.size(); ++k) {
    const Buffer& b = task.buffers[k];
    w.put(b.name);
    for (uint64_t x : {uint64_t(is_float(b.type)), uint64_t(is_input(b.role)), uint64_t(is_output(b.role)), uint64_t(c.elements[k])}) w.put(x);
    auto put = [&](const std::vector<std::byte>& bytes) {
      for (size_t at = 0; at < bytes.size(); at += info(b.type).size) {
        if (is_float(b.type)) w.put<double>(load(b.type, &bytes[at]));
        else w.put<int64_t>(load_whole(b.type, &bytes[at]));
      }
    };
    if (is_input(b.role)) put(c.data[k]);
    if (is_output(b.role) && outputs) put((*outputs)[k]);
  }
  return w;
}

Result<std::vector<Expected>> residuals(const Task& task, const Case& c, const std::vector<std::vector<std::byte>>& outputs) {
  Writer w = described(task, c, Question::residuals, &outputs);
  std::vector<size_t> sizes;
  w.put<uint64_t>(task.residuals.size());
  for (const Residual& r : task.residuals) {
    auto n = r.size.value(c.shape.values);
    if (!n) return std::unexpected(n.error());
    if (*n < 0) return fail(Exit::usage, fmt::format("in the shape '{}' the residual '{}' has {} elements", c.shape.name, r.name, *n));
    sizes.push_back(static_cast<size_t>(*n));
    w.put(r.name), w.put<uint64_t>(sizes.back());
  }
  return ask(task, c, c.program, w, sizes);
}

}  // namespace

Status Reference::compute(const Task& task, Case& c) const {
  c.program = folder_.path() / "program";
  std::vector<size_t> sizes;
  for (size_t k = 0; k < task.buffers.size(); ++k)
    if (is_output(task.buffers[k].role)) sizes.push_back(c.elements[k]);
  auto answers = ask(task, c, c.program, described(task, c, Question::expected, nullptr), sizes);
  if (!answers) return std::unexpected(answers.error());
  c.expected.assign(task.buffers.size(), {});
  auto next = answers->begin();
  for (size_t k = 0; k < task.buffers.size(); ++k)
    if (is_output(task.buffers[k].role)) c.expected[k] = std::move(*next++);
  return {};
}

Result<Judgements> judge_outputs(const Task& task, const Case& c, const std::vector<std::vector<std::byte>>& outputs) {
  Judgements all;
  for (size_t k = 0; k < task.buffers.size(); ++k) {
    const Buffer& b = task.buffers[k];
    if (is_output(b.role) && !b.residual) all.emplace_back(b.name, judge(tolerance_of(task, b, c.shape), c.expected[k], outputs[k]));
  }
  if (task.residuals.empty()) return all;
  auto found = residuals(task, c, outputs);
  if (!found) return std::unexpected(found.error());
  for (size_t k = 0; k < task.residuals.size(); ++k) all.emplace_back(task.residuals[k].name, judge_residual(tolerance_of(task, task.residuals[k]), (*found)[k]));
  return all;
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
    if (!is_input(b.role)) {
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
