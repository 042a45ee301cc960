// Kernels as nests: what is raised from the tasks' baselines and from other spellings of the same, and why others are not raised.
#include "analysis/nest.h"
#include "base/paths.h"
#include "unit.h"
#include <map>

using namespace wavelift;
using namespace wavelift::analysis;

namespace {

// One answer a launch: the nest's text, or "! reason".
std::vector<std::string> raised(const std::string& source, const std::vector<NestLaunch>& launches, bool cuda = true) {
  std::vector<std::string> out;
  auto all = raise_nests(test::request_of(source, cuda), launches);
  EXPECT_TRUE(all) << all.error().sentence();
  if (!all) return out;
  for (const Raised& r : *all) out.push_back(r.nest ? text_of(*r.nest) : "! " + r.reason);
  return out;
}

TEST(Dump, All) {
  const std::vector<std::pair<std::string, std::vector<NestLaunch>>> tasks = {
      {"gemm_f32", {{"gemm", {"ceil_div(n, 16)", "ceil_div(m, 16)"}, {"16", "16"}}}},
      {"gemm_bf16", {{"gemm", {"ceil_div(n, 16)", "ceil_div(m, 16)"}, {"16", "16"}}}},
      {"transpose", {{"transpose", {"ceil_div(cols, 16)", "ceil_div(rows, 16)"}, {"16", "16"}}}},
      {"masked_add", {{"masked_add", {"ceil_div(n, 256)"}, {"256"}}}},
      {"stencil", {{"stencil", {"ceil_div(nx, 32)", "ceil_div(ny, 8)", "nz"}, {"32", "8"}}}},
      {"rms_norm", {{"rms_norm", {"rows"}, {"256"}}}},
      {"rms_norm_bf16", {{"rms_norm", {"rows"}, {"256"}}}},
      {"layer_norm", {{"layer_norm", {"rows"}, {"256"}}}},
      {"softmax", {{"softmax", {"rows"}, {"256"}}}},
      {"softmax_bf16", {{"softmax", {"rows"}, {"256"}}}},
      {"reduction", {{"sum_parts", {"256"}, {"256"}}, {"sum_all", {"1"}, {"256"}}}},
      {"conv2d", {{"conv2d", {"ceil_div((width + 2 * pad - 3) / stride + 1, 16)", "ceil_div((height + 2 * pad - 3) / stride + 1, 16)", "images * filters"}, {"16", "16"}}}},
      {"spmv", {{"spmv", {"ceil_div(rows, 256)"}, {"256"}}}},
      {"attention", {{"attention", {"queries", "heads"}, {"128"}}}},
      {"paged_attention", {{"paged_attention", {"queries", "heads"}, {"128"}}}},
      {"dsa_attention", {{"attention", {"queries", "heads"}, {"128"}}}},
      {"dsa_indexer", {{"indexer", {"queries", "heads"}, {"128"}}}},
      {"dsa_topk", {{"topk", {"queries"}, {"256"}}}},
      {"fft", {{"fft", {"batch"}, {"256"}}}},
      {"histogram", {{"clear", {"ceil_div(bins, 256)"}, {"256"}}, {"count", {"1024"}, {"256"}}}},
      {"scan", {{"scan_blocks", {"ceil_div(n, 256)"}, {"256"}}, {"scan_sums", {"1"}, {"256"}}, {"add_sums", {"ceil_div(n, 256)"}, {"256"}}}},
  };
  for (const auto& [task, launches] : tasks)
    for (const char* end : {".cu", ".hip"}) {
      const auto text = read_file(build_root().parent_path().parent_path() / "share/tasks" / task / (std::string("baseline") + end));
      for (const std::string& s : raised(*text, launches, std::string(end) == ".cu")) printf("%s%s\n%s\n", task.c_str(), end, s.c_str());
    }
}

}  // namespace
