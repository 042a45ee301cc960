// Tasks that are written from sources, and the judge without a jail, as a user calls them.
#include "base/files.h"
#include "base/process.h"
#include "base/temporary_folder.h"
#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace wavelift;
namespace fs = std::filesystem;

namespace {

class NewTask : public testing::Test {
 protected:
  TemporaryFolder dir;
  std::vector<std::string> env;
  std::string out;

  void SetUp() override {
    auto made = TemporaryFolder::make("new-task");
    ASSERT_TRUE(made);
    dir = std::move(*made);
  }
  int wl(std::vector<std::string> args) {
    args.insert(args.begin(), WAVELIFT);
    RunOptions o;
    o.cwd = dir.path();
    o.env = env;
    o.timeout_s = 240;
    auto r = run_process(args, o);
    out = r ? r->out : "it does not start";
    return r ? r->exit_code : -1;
  }
  void put(const std::string& name, const std::string& text) { ASSERT_TRUE(write_file(dir.path() / name, text)); }
  std::string text(const std::string& name) { return read_file(dir.path() / name).value_or("there is no " + name); }
  void expect(const std::string& name, std::initializer_list<const char*> parts) {
    const std::string all = text(name);
    for (const char* part : parts) EXPECT_TRUE(all.contains(part)) << part << "\nis not in\n" << all;
  }
};

// A program with host code: launches, sizes and roles are found, and the judge takes the task.
TEST_F(NewTask, OfVaddIsAccepted) {
  ASSERT_EQ(wl({"judge", "--new", SOURCE_ROOT "/examples/vadd/vadd.cu", "-o", "vadd"}), 0) << out;
  expect("vadd/task.toml", {"parameters = [\"n\"]", "name = \"c\"\ntype = \"f32\"\nsize = \"n\"\nrole = \"output\"",
                            "name = \"partial\"\ntype = \"f32\"\nsize = \"8 * ceil_div(n, 256)\"\nrole = \"output\"",
                            "kernel = \"sum\"\nparameters = \"const float* c, float* partial, int n\"\ngrid = [\"ceil_div(n, 256)\"]\nblock = [256]"});
  const std::string baseline = text("vadd/baseline.cu");
  EXPECT_FALSE(baseline.contains("main") || baseline.contains("CHECK")) << baseline;
  EXPECT_EQ(wl({"judge", "--check", "vadd"}), 0) << out;
  EXPECT_TRUE(out.contains("the task vadd is accepted")) << out;
  EXPECT_EQ(wl({"judge", "--new", SOURCE_ROOT "/examples/vadd/vadd.cu", "-o", "vadd"}), 4) << out;
}

// What the launch says goes before what would be guessed: names of host code, functions, dim3, constants.
TEST_F(NewTask, ReadsLaunches) {
  put("k.hip", R"(#include <hip/hip_runtime.h>
#include "part.h"
static int up(int a, int b) { return (a + b - 1) / b; }
template <class T> __device__ T twice(T v) { return v * SCALE; }
__global__ void rows_of(const double* in, double* out, int height, int pitch, double by, int mode) {
  int y = blockIdx.y * blockDim.y + threadIdx.y, x = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < height && x < pitch) out[y * pitch + x] = mode == 3 ? twice(in[y * pitch + x]) * by : 0;
}
void run(const double* a, double* b, int h, int w) {
  dim3 block(32, TILE), grid(up(w, block.x), up(h, TILE));
  rows_of<<<dim3(up(w, 32), up(h, TILE)), block>>>(a, b, h, w, 0.125, 3);
}
)");
  put("part.h", "#define TILE 8\n#define SCALE 2\n");
  ASSERT_EQ(wl({"judge", "--new", "k.hip", "-o", "t"}), 0) << out;
  expect("t/task.toml", {"parameters = [\"height\", \"pitch\", \"mode\"]", "by = 0.125", "size = \"height * pitch\"\nrole = \"output\"",
                         "grid = [\"ceil_div(pitch, 32)\", \"ceil_div(height, 8)\"]\nblock = [32, 8]", "mode = 3", "height = [1, 150]"});
  EXPECT_FALSE(text("t/task.toml").contains("mode = [")) << "a constant of the source has no hidden range";
  expect("t/baseline.hip", {"#define SCALE 2", "template <class T> __device__ T twice"});
  EXPECT_FALSE(text("t/baseline.hip").contains("part.h"));
}

// Without host code: a thread an element, blocks as the kernel counts them; a barrier, a mask, what is read before it is written.
TEST_F(NewTask, MeasuresBuffers) {
  put("k.hip", R"(#include <hip/hip_runtime.h>
extern "C" __global__ void smooth(const float* x, const unsigned char* mask, float* y, float* z, int n) {
  __shared__ float part[64 + 2];
  const int i = blockIdx.x * 64 + threadIdx.x;
  part[threadIdx.x] = i < n + 2 ? x[i] : 0.0f;
  if (threadIdx.x < 2) part[64 + threadIdx.x] = i + 64 < n + 2 ? x[i + 64] : 0.0f;
  __syncthreads();
  if (i < n) z[i] *= 2.0f;
  if (i < n && mask[i]) y[i] = (part[threadIdx.x] + part[threadIdx.x + 1] + part[threadIdx.x + 2]) / 3.0f;
}
)");
  ASSERT_EQ(wl({"judge", "--new", "k.hip", "-o", "t"}), 0) << out;
  expect("t/task.toml", {"name = \"x\"\ntype = \"f32\"\nsize = \"n + 2\"\nrole = \"input\"", "name = \"mask\"\ntype = \"u8\"\nsize = \"n\"\nrole = \"input\"",
                         "name = \"y\"\ntype = \"f32\"\nsize = \"n\"\nrole = \"inout\"",
                         "name = \"z\"\ntype = \"f32\"\nsize = \"n\"\nrole = \"inout\"", "grid = [\"ceil_div(n + 2, 64)\"]\nblock = [64]"});
  expect("t/reference.cpp", {"launch_together(", "not independent"});
}

TEST_F(NewTask, SaysWhatItCannotTell) {
  put("blocks.hip", "#include <hip/hip_runtime.h>\n__global__ void k(const float* x, float* y, int rows) { y[blockIdx.x] = x[blockIdx.x] + rows; }\n");
  EXPECT_EQ(wl({"judge", "--new", "blocks.hip", "-o", "t1"}), 6);
  EXPECT_EQ(out, "wl: it does not follow from the source how many blocks k is launched with in x; say it with --grid and --block, such as --kernel K --grid 'ceil_div(n, 256)' --block 256\n");
  EXPECT_EQ(wl({"judge", "--new", "blocks.hip", "-o", "t1", "--grid", "rows", "--block", "1"}), 0) << out;
  expect("t1/task.toml", {"size = \"rows\"\nrole = \"output\"", "grid = [\"rows\"]"});

  put("gather.hip", "#include <hip/hip_runtime.h>\n__global__ void k(const float* x, const int* at, float* y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = x[at[i]]; }\n");
  EXPECT_EQ(wl({"judge", "--new", "gather.hip", "-o", "t2"}), 6);
  EXPECT_TRUE(out.contains("the size of 'x' in task.toml, as it is indexed by the contents of 'at', and their data")) << out;
  expect("t2/task.toml", {"size = \"SIZE_OF_x\"", "integers(0, SIZE_OF_x - 1)"});
  EXPECT_EQ(wl({"judge", "--check", "t2"}), 2) << out;
  EXPECT_TRUE(out.contains("reads 'SIZE_OF_x', which is no parameter")) << out;

  put("wave.hip", "#include <hip/hip_runtime.h>\n__global__ void k(const float* x, float* y, int n) { int i = blockIdx.x * 64 + threadIdx.x; float v = i < n ? x[i] : 0; v += __shfl_xor(v, 1); if (i < n) y[i] = v; }\n");
  EXPECT_EQ(wl({"judge", "--new", "wave.hip", "-o", "t3"}), 6);
  EXPECT_TRUE(out.contains("reference.cpp, as no serial run on the host can stand for the kernel: the device code uses the width of the device's waves (__shfl_xor)")) << out;
  // What is left is refused with its own sentence.
  std::string task = text("t3/task.toml");
  for (const char* name : {"SIZE_OF_x", "SIZE_OF_y"})
    for (size_t at; (at = task.find(name)) != task.npos;) task.replace(at, 9, "n");
  put("t3/task.toml", task);
  EXPECT_EQ(wl({"judge", "--check", "t3"}), 1);
  EXPECT_TRUE(out.contains("reference.cpp is not written yet: set each element of y from the definition")) << out;

  put("t.cu", "template <class T> __global__ void k(T* y) { y[0] = 1; }\n");
  EXPECT_EQ(wl({"judge", "--new", "t.cu", "-o", "t4"}), 6);
  EXPECT_TRUE(out.contains("the kernels are templates, members or in namespaces (k)")) << out;
  put("none.cu", "int main() {}\n");
  EXPECT_EQ(wl({"judge", "--new", "none.cu", "-o", "t4"}), 3);
  EXPECT_EQ(wl({"judge", "--new", "nothing.cu", "-o", "t4"}), 3);
  EXPECT_EQ(wl({"judge", "--new", "none.cu"}), 2);
  EXPECT_FALSE(fs::exists(dir.path() / "t4"));
}

TEST_F(NewTask, ImportWantsPython) {
  put("problem.py", "class Model: pass\n");
  env = {"PATH=" + dir.path().string()};
  EXPECT_EQ(wl({"judge", "--import-kernelbench", "problem.py", "-o", "t"}), 5);
  EXPECT_EQ(out, "wl: there is no python3, which runs the problem; put one with PyTorch on PATH\n");
  put("python3", "#!/bin/sh\nexit 1\n");
  fs::permissions(dir.path() / "python3", fs::perms::owner_all);
  EXPECT_EQ(wl({"judge", "--import-kernelbench", "problem.py", "-o", "t"}), 5);
  EXPECT_EQ(out, "wl: python3 has no PyTorch (import torch fails), which runs the problem; put a python3 that has it on PATH, such as that of a virtual environment\n");
  put("kernel.hip", "__global__ void k() {}\n");
  EXPECT_EQ(wl({"judge", "--import-kernelbench", "problem.py", "-o", "t", "--baseline", "kernel.hip"}), 3);
  EXPECT_EQ(wl({"judge", "--import-kernelbench", "nothing.py", "-o", "t"}), 3);
  EXPECT_FALSE(fs::exists(dir.path() / "t"));
}

// A system without bubblewrap: refused, unless told so, and then said.
TEST_F(NewTask, WithoutAJailOnlyWhenToldSo) {
  env = {"PATH=" + dir.path().string(), "WAVELIFT_CACHE=" + (dir.path() / "cache").string()};
  const std::vector<std::string> judge = {"judge", SOURCE_ROOT "/tests/judge/tasks/scale", SOURCE_ROOT "/tests/judge/honest/scale_restrict.hip", "--hidden", "0", "--json"};
  EXPECT_EQ(wl(judge), 5);
  EXPECT_EQ(out, "wl: there is no bubblewrap (bwrap), so nothing can be jailed; install the package bubblewrap\n");
  auto told = judge;
  told.push_back("--unsafe-without-jail");
  EXPECT_EQ(wl(told), 0) << out;
  EXPECT_TRUE(out.starts_with("wl: warning: without a jail")) << out;
  const auto json = nlohmann::json::parse(out.substr(std::min(out.find('{'), out.size())), nullptr, false);
  ASSERT_TRUE(json.is_object()) << out;
  EXPECT_EQ(json["state"], "correct") << out;
  EXPECT_EQ(json["jailed"], false);
  EXPECT_TRUE(json["evidence"][0]["what"].get<std::string>().starts_with("without a jail")) << out;
}

}  // namespace
