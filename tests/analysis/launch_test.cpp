// Functions, launches, and sources that do not compile.
#include "unit.h"

using namespace wavelift;
using namespace wavelift::analysis;
using test::facts_of;

namespace {

const Function* function(const Facts& f, const std::string& name) {
  auto it = std::ranges::find(f.functions, name, &Function::name);
  return it == f.functions.end() ? nullptr : &*it;
}

TEST(Launches, SizesAndKernels) {
  Facts f = facts_of(R"(#define WARP 32
__device__ int helper(int x) { return x + 1; }
template <class T> __device__ T twice(T x) { return helper(x) + x; }
__global__ void __launch_bounds__(256) k(int* p) { p[0] = twice(p[1]); }
template <int N> __global__ void t(int* p) { p[0] = N; }
void run(int* p, int n) {
  dim3 block(32, 8);
  int threads = 4 * WARP;
  int grid = (n + threads - 1) / threads;
  k<<<n, block>>>(p);
  k<<<grid, threads>>>(p);
  t<7><<<dim3(2, 3), dim3{16, 2, 2}>>>(p);
  threads = n;
}
void other(int* p) { const int threads = 4 * WARP; k<<<1, threads, 0, 0>>>(p); }
)");
  EXPECT_TRUE(f.problems.empty());
  ASSERT_EQ(f.launches.size(), 4u);
  const Function* k = function(f, "k");
  ASSERT_NE(k, nullptr);
  EXPECT_TRUE(k->kernel);
  EXPECT_EQ(k->max_threads, 256);
  ASSERT_EQ(k->calls.size(), 1u);
  const Function& twice = f.functions[k->calls[0]];
  EXPECT_EQ(twice.name, "twice");
  ASSERT_EQ(twice.calls.size(), 1u);
  EXPECT_EQ(f.functions[twice.calls[0]].name, "helper");

  const Launch& first = f.launches[0];
  EXPECT_EQ(&f.functions[first.function], k);
  EXPECT_EQ(first.launcher, "run");
  EXPECT_FALSE(first.grid[0].value.has_value());
  EXPECT_EQ(first.grid[1].value, 1);
  EXPECT_EQ(first.block[0].value, 32);
  EXPECT_EQ(first.block[1].value, 8);
  EXPECT_EQ(first.block[2].value, 1);
  EXPECT_FALSE(f.launches[1].block[0].value.has_value()) << "the variable is assigned later";
  EXPECT_EQ(f.launches[2].kernel, "t");
  EXPECT_EQ(f.launches[2].grid[1].value, 3);
  EXPECT_EQ(f.launches[2].block[2].value, 2);
  EXPECT_EQ(f.launches[3].block[0].value, 128);
  ASSERT_EQ(f.launches[3].block[0].width.size(), 1u);
  EXPECT_EQ(f.launches[3].block[0].width[0].name, "WARP");
}

TEST(Problems, AMissingHeaderCostsWhatDependsOnIt) {
  Facts f = facts_of(R"(#include "not_there.h"
#include "nor_this.h"
__global__ void bad(Unknown* p) { p->x = threadIdx.x % 32; other_unknown(p); }
__global__ void good(int* p) { p[threadIdx.x % 32] = __shfl_sync(~0u, p[0], 0); }
void run(int* p) { good<<<1, 64>>>(p); }
)");
  EXPECT_GE(f.problems.size(), 3u);
  EXPECT_EQ(f.problems[0].place.line, 1u);
  ASSERT_NE(function(f, "good"), nullptr);
  EXPECT_FALSE(function(f, "good")->has_errors);
  ASSERT_NE(function(f, "bad"), nullptr);
  EXPECT_TRUE(function(f, "bad")->has_errors);
  ASSERT_EQ(f.warp_calls.size(), 1u);
  ASSERT_EQ(f.launches.size(), 1u);
  EXPECT_EQ(f.launches[0].block[0].value, 64);
}

TEST(Problems, WhatCannotBeCompiledIsAnError) {
  auto facts = analysis::analyze({{"/usr/lib/llvm-22/bin/clang++", "-x", "hip"}, true});
  EXPECT_FALSE(facts.has_value());
}

TEST(Hip, WarpSizeIsNoConstantAndHostAndDeviceMayDiffer) {
  Facts f = facts_of(R"(#include <hip/hip_runtime.h>
#if defined(__GFX9__)
#define WIDTH 64
#else
#define WIDTH 32
#endif
template <int W> __device__ int part() { return threadIdx.x % W; }
__global__ void k(int* p) {
  constexpr int width = warpSize;
  p[threadIdx.x / WIDTH] = part<warpSize>() + width + threadIdx.x % warpSize;
}
void run(int* p) { k<<<1, 4 * WIDTH>>>(p); }
)", false);
  std::vector<uint32_t> lines;
  for (const auto& w : f.constant_widths) lines.push_back(w.place.line);
  std::ranges::sort(lines);
  EXPECT_EQ(lines, (std::vector<uint32_t>{9, 10}));
  ASSERT_EQ(f.split_names.size(), 1u);
  EXPECT_EQ(f.split_names[0].host.value, 32);
  EXPECT_EQ(f.split_names[0].device.value, 64);
}

TEST(Files, OnlyTheUsersAreCounted) {
  Facts f = facts_of("#include <vector>\n__global__ void k() {}\n");
  ASSERT_EQ(f.files.size(), 1u);
  EXPECT_TRUE(f.files[0].path.ends_with("unit.cu"));
  EXPECT_EQ(f.files[0].lines, 2u);
}

}  // namespace
