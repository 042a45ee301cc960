#include "bench_of_kernels.h"
#include "base/files.h"
#include <filesystem>
#include <fmt/format.h>
#include <sstream>
#include <stdexcept>

namespace wavelift::judge {

namespace {

// Sizes that the interpreter runs in a fraction of a second, and that are multiples of nothing. Sums of few numbers tell
// little of a lower precision, so they are not the least.
struct Small {
  const char* task;
  Names shape;
  std::map<std::string, std::pair<int64_t, int64_t>> hidden;
};
const Small kSmall[] = {
    {"gemm_f32", {{"m", 21}, {"n", 34}, {"k", 70}}, {{"m", {1, 20}}, {"n", {1, 20}}, {"k", {1, 40}}}},
    {"rms_norm", {{"rows", 3}, {"cols", 300}}, {{"rows", {1, 4}}, {"cols", {1, 200}}}},
    {"reduction", {{"n", 3001}}, {{"n", {1, 3000}}}},
    {"softmax", {{"rows", 3}, {"cols", 300}}, {{"rows", {1, 4}}, {"cols", {1, 200}}}},
    {"layer_norm", {{"rows", 3}, {"cols", 300}}, {{"rows", {1, 4}}, {"cols", {1, 200}}}},
    {"scan", {{"n", 3001}}, {{"n", {1, 3000}}}},
    {"fft", {{"log2_n", 7}, {"batch", 3}}, {{"log2_n", {1, 6}}, {"batch", {1, 3}}}},
    {"spmv", {{"rows", 100}, {"cols", 70}, {"nonzeros", 900}}, {{"rows", {1, 100}}, {"cols", {1, 100}}, {"nonzeros", {1, 500}}}},
    {"gemm_bf16", {{"m", 33}, {"n", 50}, {"k", 70}}, {{"m", {1, 20}}, {"n", {1, 20}}, {"k", {1, 40}}}},
    {"masked_add", {{"n", 1001}}, {{"n", {1, 1000}}}},
    {"attention",
     {{"batch", 1}, {"heads", 2}, {"queries", 3}, {"keys", 100}, {"dim", 36}, {"causal", 1}},
     {{"batch", {1, 2}}, {"heads", {1, 2}}, {"queries", {1, 2}}, {"keys", {2, 40}}, {"dim", {1, 70}}, {"causal", {0, 1}}}},
    {"transpose", {{"rows", 67}, {"cols", 40}}, {{"rows", {1, 50}}, {"cols", {1, 50}}}},
};

Task small(Task task, size_t kinds) {
  for (const Small& s : kSmall)
    if (task.name == s.task) {
      task.shapes = {Shape{"small", true, false, s.shape}};
      task.hidden = s.hidden;
    }
  // The second kind is the one that tells more: numbers of one sign, whose sums are large.
  for (Buffer& b : task.buffers) {
    if (b.data.size() > 1) std::swap(b.data[0], b.data[1]);
    b.data.resize(std::min(b.data.size(), kinds));
  }
  return task;
}

}  // namespace

std::vector<std::vector<std::string>> read_table(const std::string& file, size_t columns) {
  auto text = read_file(file);
  if (!text) throw std::runtime_error(text.error().sentence());
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) continue;
    std::vector<std::string> row;
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, '\t');) row.push_back(cell);
    if (row.size() != columns) throw std::runtime_error(fmt::format("{}: {} columns in \"{}\"", file, row.size(), line));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> out;
  std::istringstream parts(list);
  for (std::string one; std::getline(parts, one, ',');) out.push_back(one);
  return out;
}

std::string without_cheat(const std::string& source) {
  std::string out;
  std::istringstream lines(source);
  bool honest = true;
  int depth = -1;                      // of conditions inside of one on HONEST; -1: outside
  for (std::string line; std::getline(lines, line);) {
    if (depth < 0 && (line == "#ifdef HONEST" || line == "#ifndef HONEST")) {
      depth = 0;
      honest = line == "#ifdef HONEST";
    } else if (depth == 0 && line == "#else") {
      honest = !honest;
    } else if (depth == 0 && line == "#endif") {
      depth = -1;
      honest = true;
    } else {
      if (depth >= 0) depth += line.starts_with("#if") - line.starts_with("#endif");
      if (honest && !line.empty() && !line.starts_with("//")) out += line + "\n";
    }
  }
  return out;
}

Bench::Entry& Bench::entry(const std::string& name) {
  auto it = tasks_.find(name);
  if (it != tasks_.end()) return it->second;
  const std::string own = std::string(TASKS "/") + name;
  auto task = read_task(std::filesystem::exists(own) ? own : std::string(SHARED_TASKS "/") + name);
  if (!task) throw std::runtime_error(task.error().sentence());
  auto reference = Reference::build(*task);
  if (!reference) throw std::runtime_error(reference.error().sentence());
  return tasks_.emplace(name, Entry{small(std::move(*task), kinds_), std::move(*reference)}).first->second;
}

Result<Verdict> Bench::judged(const std::string& name, const std::string& text, Language language, const std::vector<std::string>& targets) {
  std::string key = fmt::format("{} {} {} {}", name, static_cast<int>(language), fmt::join(targets, ","), text);
  if (auto it = verdicts_.find(key); it != verdicts_.end()) return it->second;
  Entry& e = entry(name);
  JudgeOptions o;
  o.software = targets;
  o.seed = 20;
  o.hidden = 1;
  o.software_s = 6;
  auto v = judge(e.task, e.reference, {text, language}, o);
  if (v) verdicts_[key] = *v;
  return v;
}

}  // namespace wavelift::judge
