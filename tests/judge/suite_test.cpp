// The suite in share/tasks: each task is read, its baselines are right on the software GPU under all checks, and it tells wrong answers
// and wrong kernels. Each task is a test of its own, so that they may run side by side.
#include "base/files.h"
#include "judge/data.h"
#include "judge/mutants.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <ranges>

using namespace wavelift;
using namespace wavelift::judge;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const auto& e : fs::directory_iterator(TASKS)) all.push_back(e.path().filename().string());
  std::ranges::sort(all);
  return all;
}

JudgeOptions on(const std::string& target, size_t hidden) {
  JudgeOptions o;
  o.software = {target};
  o.seed = 20;
  o.hidden = hidden;
  return o;
}

class Suite : public testing::TestWithParam<std::string> {};

TEST_P(Suite, IsRightAndTellsWhatIsWrong) {
  auto task = read_task(fs::path(TASKS) / GetParam());
  ASSERT_TRUE(task) << task.error().sentence();
  auto reference = Reference::build(*task);
  ASSERT_TRUE(reference) << reference.error().sentence();

  auto check = check_task(*task, *reference, on("gfx90a", 1), true);
  ASSERT_TRUE(check) << check.error().sentence();
  EXPECT_EQ(check->objection(), "");
  for (const Mutant& m : check->mutants) std::printf("%s %s: %s\n", m.killed ? "told" : "the same", m.name.c_str(), m.how.c_str());
  EXPECT_GE(check->mutants.size(), 6u);

  for (const auto& [file, language, target] : {std::tuple("baseline.hip", Language::hip, "gfx1100"), std::tuple("baseline.cu", Language::cuda, "gfx90a")}) {
    auto text = read_file(task->folder / file);
    ASSERT_TRUE(text) << text.error().sentence();
    auto v = judge::judge(*task, *reference, {*text, language}, on(target, 0));
    ASSERT_TRUE(v) << v.error().sentence();
    EXPECT_EQ(v->state, State::correct) << file << ": " << v->reason;
  }
}

INSTANTIATE_TEST_SUITE_P(Tasks, Suite, testing::ValuesIn(names()), [](const auto& info) { return info.param; });

// Of each task: what is timed, and what a hidden shape may be, so that neither is forgotten.
TEST(SuiteOfTasks, HasShapesThatAreTimedAndHidden) {
  for (const std::string& name : names()) {
    auto t = read_task(fs::path(TASKS) / name);
    ASSERT_TRUE(t) << t.error().sentence();
    EXPECT_TRUE(std::ranges::any_of(t->shapes, &Shape::timed)) << name;
    for (const std::string& p : t->parameters) EXPECT_TRUE(t->hidden.contains(p)) << name << " draws no " << p;
    for (const Shape& s : t->shapes) EXPECT_GT(t->bytes.value(s.values).value_or(0), 0) << name << ", " << s.name;
  }
}

// The bounds are not so wide that a worse algorithm passes: the variance as E[x^2] - E[x]^2 is too inexact where the mean is large.
TEST(SuiteOfTasks, AVarianceByCancellationIsRejected) {
  const std::string kernel = R"(#include <hip/hip_runtime.h>
extern "C" __global__ void layer_norm(const float* x, const float* w, const float* b, float* y, int rows, int cols, float eps) {
  __shared__ float sums[256], squares[256];
  const float* row = x + static_cast<size_t>(blockIdx.x) * cols;
  float sum = 0, square = 0;
  for (int k = threadIdx.x; k < cols; k += 256) sum += row[k], square += row[k] * row[k];
  sums[threadIdx.x] = sum, squares[threadIdx.x] = square;
  __syncthreads();
  for (int step = 128; step > 0; step /= 2) {
    if (static_cast<int>(threadIdx.x) < step) sums[threadIdx.x] += sums[threadIdx.x + step], squares[threadIdx.x] += squares[threadIdx.x + step];
    __syncthreads();
  }
  const float mean = sums[0] / cols, scale = 1.0f / sqrtf(fmaxf(squares[0] / cols - mean * mean, 0.0f) + eps);
  for (int k = threadIdx.x; k < cols; k += 256) y[static_cast<size_t>(blockIdx.x) * cols + k] = (row[k] - mean) * scale * w[k] + b[k];
}
)";
  auto task = read_task(fs::path(TASKS) / "layer_norm");
  ASSERT_TRUE(task) << task.error().sentence();
  auto reference = Reference::build(*task);
  ASSERT_TRUE(reference) << reference.error().sentence();
  auto v = judge::judge(*task, *reference, {kernel, Language::hip}, on("gfx90a", 0));
  ASSERT_TRUE(v) << v.error().sentence();
  EXPECT_EQ(v->state, State::rejected);
  EXPECT_NE(v->reason.find("data 2: y: "), std::string::npos) << v->reason;
}

// A selection that claims its slots as its threads come is as right as one in order.
TEST(SuiteOfTasks, ASelectionInAnotherOrderIsRight) {
  auto task = read_task(fs::path(TASKS) / "dsa_topk");
  ASSERT_TRUE(task) << task.error().sentence();
  auto reference = Reference::build(*task);
  ASSERT_TRUE(reference) << reference.error().sentence();
  auto text = read_file(task->folder / "baseline.hip");
  ASSERT_TRUE(text) << text.error().sentence();
  const std::string in_order = "indices[before] = i;";
  const size_t at = text->find(in_order);
  ASSERT_NE(at, text->npos);
  text->replace(at, in_order.size(), "indices[min(chosen, length) - 1 - before] = i;");
  auto v = judge::judge(*task, *reference, {*text, Language::hip}, on("gfx90a", 0));
  ASSERT_TRUE(v) << v.error().sentence();
  EXPECT_EQ(v->state, State::correct) << v->reason;
}

TEST(SuiteOfTasks, TheDocumentNamesAllDistributions) {
  const auto text = read_file(DOCUMENT);
  ASSERT_TRUE(text) << text.error().sentence();
  for (const auto& name : std::views::split(distribution_names(), std::string_view(", "))) {
    const std::string word(name.begin(), name.end());
    EXPECT_TRUE(text->contains("`" + word + "`") || text->contains("`" + word + "(")) << word;
  }
}

// The table of the suite in docs/tasks.md is what the folders say.
TEST(SuiteOfTasks, IsTheTableOfTheDocument) {
  std::string rows;
  auto list = [](const Task& t, bool Shape::*which) {
    std::string out;
    for (const Shape& s : t.shapes)
      if (s.*which) out += (out.empty() ? "" : ", ") + s.name;
    return out;
  };
  for (const std::string& name : names()) {
    auto t = read_task(fs::path(TASKS) / name);
    ASSERT_TRUE(t) << t.error().sentence();
    std::string types;
    for (const Buffer& b : t->buffers)
      if (const std::string type(info(b.type).name); types.find(type) == types.npos) types += (types.empty() ? "" : ", ") + type;
    rows += fmt::format("| `{}` | {} | {} | {} | {} | {} | {} |\n", name, t->title, types, name_of(t->precision), t->contract.launches.size(), list(*t, &Shape::simulated), list(*t, &Shape::timed));
  }
  const auto text = read_file(DOCUMENT);
  ASSERT_TRUE(text) << text.error().sentence();
  std::string there;
  bool inside = false;
  for (size_t from = 0, to; from < text->size(); from = to) {
    to = std::min(text->find('\n', from), text->size() - 1) + 1;
    const std::string line = text->substr(from, to - from);
    if (line.starts_with("| task |")) inside = true;
    else if (!line.starts_with("|")) inside = false;
    else if (inside && !line.starts_with("|-")) there += line;
  }
  EXPECT_EQ(there, rows);
}

}  // namespace
