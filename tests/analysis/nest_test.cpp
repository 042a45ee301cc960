// Kernels as nests: what is raised from the tasks' baselines and from other spellings of the same, and why others are not raised.
#include "analysis/nest.h"
#include "base/paths.h"
#include "unit.h"

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

// A task's baseline, which is the same nest in both languages.
std::vector<std::string> baseline(const std::string& task, const std::vector<NestLaunch>& launches) {
  std::vector<std::string> out;
  for (const bool cuda : {true, false}) {
    const auto text = read_file(home() / "share/tasks" / task / (cuda ? "baseline.cu" : "baseline.hip"));
    EXPECT_TRUE(text);
    const auto nests = raised(*text, launches, cuda);
    if (cuda) out = nests;
    else EXPECT_EQ(nests, out) << task;
  }
  return out;
}
using Texts = std::vector<std::string>;

TEST(RaiseBaselines, AnElementAThread) {
  EXPECT_EQ(baseline("gemm_f32", {{"gemm", {"ceil_div(n, 16)", "ceil_div(m, 16)"}, {"16", "16"}}}), Texts{R"(gemm
each thread i < m
each thread j < n
  float sum = + over l < k: a[i*k + l] * b[j + l*n]
  c[i*n + j] = sum
)"});
  EXPECT_EQ(baseline("gemm_bf16", {{"gemm", {"ceil_div(n, 16)", "ceil_div(m, 16)"}, {"16", "16"}}}), Texts{R"(gemm
each thread i < m
each thread j < n
  float sum = + over l < k: __bfloat162float(a[i*k + l]) * __bfloat162float(b[j + l*n])
  c[i*n + j] = __float2bfloat16(sum)
)"});
  EXPECT_EQ(baseline("transpose", {{"transpose", {"ceil_div(cols, 16)", "ceil_div(rows, 16)"}, {"16", "16"}}}), Texts{R"(transpose
each thread i < rows
each thread j < cols
  y[i + j*rows] = x[cols*i + j]
)"});
  EXPECT_EQ(baseline("masked_add", {{"masked_add", {"ceil_div(n, 256)"}, {"256"}}}), Texts{R"(masked_add
each thread i < n
  y[i] = mask[i] != 0 ? a[i] + b[i] : a[i]
)"});
  EXPECT_EQ(baseline("spmv", {{"spmv", {"ceil_div(rows, 256)"}, {"256"}}}), Texts{R"(spmv
each thread r < rows
  int k_first = offsets[r]
  float sum = + over k < offsets[r + 1] - offsets[r]: values[k + k_first] * x[columns[k + k_first]]
  y[r] = sum
)"});
}

TEST(RaiseBaselines, Neighbourhoods) {
  EXPECT_EQ(baseline("stencil", {{"stencil", {"ceil_div(nx, 32)", "ceil_div(ny, 8)", "nz"}, {"32", "8"}}}), Texts{R"(stencil
each thread z < nz
each thread y < ny
each thread x < nx
  float sum = x > 0 ? 0.0f + u[nx*ny*z + nx*y + x - 1] : 0.0f
  float sum_2 = x < nx - 1 ? sum + u[nx*ny*z + nx*y + x + 1] : sum
  float sum_3 = y > 0 ? sum_2 + u[-nx + nx*ny*z + nx*y + x] : sum_2
  float sum_4 = y < ny - 1 ? sum_3 + u[nx + nx*ny*z + nx*y + x] : sum_3
  float sum_5 = z > 0 ? sum_4 + u[-nx*ny + nx*ny*z + nx*y + x] : sum_4
  float sum_6 = z < nz - 1 ? sum_5 + u[nx*ny + nx*ny*z + nx*y + x] : sum_5
  v[nx*ny*z + nx*y + x] = centre * u[nx*ny*z + nx*y + x] + side * sum_6
)"});
  EXPECT_EQ(baseline("conv2d", {{"conv2d", {"ceil_div((width + 2 * pad - 3) / stride + 1, 16)", "ceil_div((height + 2 * pad - 3) / stride + 1, 16)", "images * filters"}, {"16", "16"}}}), Texts{R"(conv2d
each thread n < images
each thread f < filters
each thread i < (height + 2 * pad - 3) / stride + 1
each thread j < (width + 2 * pad - 3) / stride + 1
  int rows = (height + 2 * pad - 3) / stride + 1
  int cols = (width + 2 * pad - 3) / stride + 1
  float sum = + over k < channels, a < 3, b < 3 where i * stride + a - pad >= 0 && i * stride + a - pad < height && j * stride + b - pad >= 0 && j * stride + b - pad < width: x[a*width + b + channels*height*n*width + height*k*width + i*stride*width + j*stride - pad - pad*width] * w[3*a + b + 9*channels*f + 9*k]
  y[cols*f*rows + cols*filters*n*rows + cols*i + j] = sum
)"});
}

TEST(RaiseBaselines, ARowAWorkgroup) {
  EXPECT_EQ(baseline("rms_norm", {{"rms_norm", {"rows"}, {"256"}}}), Texts{R"(rms_norm
each group block < rows
  float sum = + over k < cols by lanes: x[block*cols + k] * x[block*cols + k]
  float scale = 1.0f / sqrtf(sum / cols + eps)
  for k_2 < cols by lanes: y[block*cols + k_2] = x[block*cols + k_2] * scale * w[k_2]
)"});
  EXPECT_EQ(baseline("layer_norm", {{"layer_norm", {"rows"}, {"256"}}}), Texts{R"(layer_norm
each group block < rows
  float sum = + over k < cols by lanes: x[block*cols + k]
  float mean = sum / cols
  float squares = + over k_2 < cols by lanes: (x[block*cols + k_2] - mean) * (x[block*cols + k_2] - mean)
  float scale = 1.0f / sqrtf(squares / cols + eps)
  for k_3 < cols by lanes: y[block*cols + k_3] = (x[block*cols + k_3] - mean) * scale * w[k_3] + b[k_3]
)"});
  EXPECT_EQ(baseline("softmax", {{"softmax", {"rows"}, {"256"}}}), Texts{R"(softmax
each group block < rows
  float max = max over k < cols by lanes: x[block*cols + k]
  float sum = + over k_2 < cols by lanes: expf(x[block*cols + k_2] - max)
  for k_3 < cols by lanes: y[block*cols + k_3] = expf(x[block*cols + k_3] - max) / sum
)"});
  EXPECT_EQ(baseline("reduction", {{"sum_parts", {"256"}, {"256"}}, {"sum_all", {"1"}, {"256"}}}), (Texts{R"(sum_parts
each group block < 256
  float v = + over i < n by the grid: x[i]
  parts[block] = v
)", R"(sum_all
  float sum_2 = + over lane < 256 by lanes: parts[lane]
  sum[0] = sum_2
)"}));
}

TEST(RaiseBaselines, TheOthersSayWhatIsInTheWay) {
  EXPECT_EQ(baseline("histogram", {{"count", {"1024"}, {"256"}}}), Texts{"! it changes memory that other threads change too (atomicAdd)"});
  EXPECT_EQ(baseline("attention", {{"attention", {"queries", "heads"}, {"128"}}}), Texts{"! shared memory, a shuffle or a barrier stands in a loop that is no tree of a reduction"});
  EXPECT_EQ(baseline("scan", {{"scan_blocks", {"ceil_div(n, 256)"}, {"256"}}}), Texts{"! a thread uses what only some of the threads have joined"});
  EXPECT_EQ(baseline("dsa_topk", {{"topk", {"queries"}, {"256"}}}), Texts{"! a loop within a loop computes a value for each of its iterations"});
}

// Kernels k of one parameter list and one block of 128 threads.
std::string kernel(const std::string& body) {
  return "__global__ void k(const float* x, float* y, int n, int m) {\n" + body + "\n}\n";
}
std::string one(const std::string& body, const std::string& grid = "ceil_div(n, 128)", bool cuda = true, const std::string& before = "") {
  const auto all = raised((cuda ? "" : "#include <hip/hip_runtime.h>\n") + before + kernel(body), {{"k", {grid}, {"128"}}}, cuda);
  return all.empty() ? "" : all[0];
}
const std::string doubled = "k\neach thread i < n\n  y[i] = 2.0f * x[i]\n";

TEST(Raise, SpellingsOfOneElementAThread) {
  EXPECT_EQ(one("int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = 2.0f * x[i];"), doubled);
  EXPECT_EQ(one("const int i = threadIdx.x + blockDim.x * blockIdx.x; if (i >= n) return; y[i] = 2.0f * x[i];"), doubled);
  EXPECT_EQ(one("size_t i = static_cast<size_t>(blockIdx.x) * 128 + threadIdx.x; if (n > i) { y[i] = 2.0f * x[i]; }"), doubled);
  EXPECT_EQ(one("unsigned i = blockIdx.x * 128 + threadIdx.x; if (!(i < n)) return; *(y + i) = 2.0f * *(x + i);"), doubled);
  EXPECT_EQ(one("int i = blockIdx.x * 128 + threadIdx.x; if (i <= n - 1) y[i] = 2.0f * x[i];"), doubled);
  EXPECT_EQ(one("int i = blockIdx.x * 128 + threadIdx.x; if (i < n) y[i] = 2.0f * x[i];", "(n + 127) / 128"), doubled);
  EXPECT_EQ(one("int i = blockIdx.x * 128 + threadIdx.x; if (i < n) put(y + i, x[i]);", "ceil_div(n, 128)", true, "__device__ void put(float* at, float v) { *at = 2.0f * v; }\n"), "k\neach thread i < n\n  float v = x[i]\n  y[i] = 2.0f * v\n");
  EXPECT_EQ(one("for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = 2.0f * x[i];", "64"), doubled);
}

// A launch of fewer threads than the limit computes less: the limit stays a condition.
TEST(Raise, ExtentsAreNoLargerThanTheLaunch) {
  EXPECT_EQ(one("int i = blockIdx.x * 128 + threadIdx.x; if (i < n) y[i] = 2.0f * x[i];", "64"), "k\neach thread i < 8192\n  y[i] = 2.0f * x[i] where i < n\n");
  EXPECT_EQ(one("int i = blockIdx.x * 128 + threadIdx.x; if (i < n) y[i] = x[i]; if (i < m) y[i + n] = 0;", "ceil_div(n, 128)"),
            "k\neach thread i < ceil_div(n, 128) * 128\n  y[i] = x[i] where i < n\n  y[i + n] = 0.0f where i < m\n");
}

TEST(Raise, ReductionsInTheirForms) {
  const auto row = [](const std::string& loop) { return one("int i = blockIdx.x * 128 + threadIdx.x; if (i >= n) return; " + loop + " y[i] = s;"); };
  const std::string start = "k\neach thread i < n\n  float s = ", end = "\n  y[i] = s\n";
  EXPECT_EQ(row("float s = 0; for (int j = 0; j < m; j++) { if (x[j] > 1.0f) s += x[j]; }"), start + "+ over j < m where x[j] > 1.0f: x[j]" + end);
  EXPECT_EQ(row("float s = 0; for (int j = 0; j < m; j++) { if (x[j] <= 1.0f) continue; s += x[j]; }"), start + "+ over j < m where !(x[j] <= 1.0f): x[j]" + end);
  EXPECT_EQ(row("float s = x[i]; for (int j = 1; j <= m; j += 2) s -= x[j];").substr(0, 19), "k\neach thread i < n");
  EXPECT_EQ(row("float s = -INFINITY; for (int j = 0; j < m; ++j) s = fmaxf(x[j], s);"), start + "max over j < m: x[j]" + end);
  EXPECT_EQ(row("float s = 0; for (int j = 0; j < m; ++j) if (x[j] > s) s = x[j];"), start + "0.0f and max over j < m: x[j]" + end);
  EXPECT_EQ(row("float s = 1; for (int j = 0; j < m; ++j) for (int l = j; l < m; ++l) s *= x[l];"), start + "* over j < m, l < m - j: x[j + l]" + end);
}

TEST(Raise, WhatThreadsJoin) {
  const std::string sums = "k\neach group block < n\n  float s = + over j < m by lanes: x[block*m + j]\n  y[block] = s\n";
  const std::string loop = "float s = 0; for (int j = threadIdx.x; j < m; j += blockDim.x) s += x[blockIdx.x * m + j]; ";
  // Halves, distances that double, and shuffles within warps before shared memory.
  EXPECT_EQ(one("__shared__ float p[128]; int t = threadIdx.x; " + loop + "p[t] = s; __syncthreads(); for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) { if (t < d) p[t] += p[t + d]; __syncthreads(); } if (t == 0) y[blockIdx.x] = p[0];", "n"), sums);
  EXPECT_EQ(one("__shared__ float p[128]; int t = threadIdx.x; " + loop + "p[t] = s; __syncthreads(); for (int d = 1; d < 128; d *= 2) { if (t % (2 * d) == 0) p[t] += p[t + d]; __syncthreads(); } if (!t) y[blockIdx.x] = p[0];", "n"), sums);
  const std::string warps = "__device__ float warp_sum(float v) { for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d); return v; }\n";
  EXPECT_EQ(one("__shared__ float p[4]; int lane = threadIdx.x % 32, warp = threadIdx.x / 32; " + loop + "s = warp_sum(s); if (lane == 0) p[warp] = s; __syncthreads(); if (warp == 0) { s = lane < 4 ? p[lane] : 0.0f; s = warp_sum(s); if (lane == 0) y[blockIdx.x] = s; }", "n", true, warps), sums);
  // A tree that leaves out a half, parts that begin with a value each, parts that are joined in another way than they were made.
  EXPECT_EQ(one("__shared__ float p[128]; int t = threadIdx.x; " + loop + "p[t] = s; __syncthreads(); for (int d = 32; d > 0; d /= 2) { if (t < d) p[t] += p[t + d]; __syncthreads(); } if (t == 0) y[blockIdx.x] = p[0];", "n"), "! a thread uses what only some of the threads have joined");
  EXPECT_EQ(one("__shared__ float p[128]; int t = threadIdx.x; float s = 1; for (int j = t; j < m; j += 128) s += x[j]; p[t] = s; __syncthreads(); for (int d = 64; d > 0; d /= 2) { if (t < d) p[t] += p[t + d]; __syncthreads(); } if (t == 0) y[blockIdx.x] = p[0];", "n"), "! each thread's part of s begins with a value of its own");
  EXPECT_EQ(one("__shared__ float p[128]; int t = threadIdx.x; " + loop + "p[t] = s; __syncthreads(); for (int d = 64; d > 0; d /= 2) { if (t < d) p[t] = fmaxf(p[t], p[t + d]); __syncthreads(); } if (t == 0) y[blockIdx.x] = p[0];", "n"), "! the threads' parts of s are joined by another operation than they were made with");
  // Shuffles over 32 lanes are half of a wave of 64.
  EXPECT_EQ(one(loop + "for (int d = 16; d > 0; d /= 2) s += __shfl_xor(s, d); if (threadIdx.x == 0) y[blockIdx.x] = s;", "n", false).substr(0, 1), "!");
}

TEST(Raise, RefusesWhatItDoesNotUnderstand) {
  const auto why = [](const std::string& body) { return one("int i = blockIdx.x * 128 + threadIdx.x; if (i >= n) return; " + body); };
  EXPECT_EQ(why("int j = 0; while (j < m) { y[i] = x[j]; ++j; }"), "! a while loop has no known number of iterations");
  EXPECT_EQ(why("float s = 0; for (int j = 0; j < m; ++j) { if (x[j] > 2.0f) break; s += x[j]; } y[i] = s;"), "! a loop ends early");
  EXPECT_EQ(why("float s = 0; for (int j = 0; j < m; ++j) s = s * x[i] + x[j]; y[i] = s;"), "! the loop computes s in another way than as a reduction");
  EXPECT_EQ(why("float best = 0; int at = 0; for (int j = 0; j < m; ++j) if (x[j] > best) { best = x[j]; at = j; } y[i] = at;"), "! the loop computes at in another way than as a reduction");
  EXPECT_EQ(why("for (int j = 0; j < m; ++j) y[j + 1] = y[j] + x[i];"), "! iterations of a loop read what others write to y");
  EXPECT_EQ(why("for (int j = 0; j < m; ++j) y[i] = y[i] + x[j];"), "! iterations of a loop read what others write to y");
  EXPECT_EQ(why("float s[4]; s[0] = x[i]; y[i] = s[0];"), "! s is an array of the thread's own, which is not followed");
  EXPECT_EQ(why("y[i] = reinterpret_cast<const int*>(x)[i];"), "! a pointer that is no offset from a parameter is not followed");
  EXPECT_EQ(why("y[i] = clock64();"), "! what clock64 does is not known");
  EXPECT_EQ(why("float s; for (int j = 0; j < m; ++j) s += x[j]; y[i] = s;"), "! s has no value before the loop");
  EXPECT_EQ(why("float s; y[i] = s;"), "! a variable is used that has been given no value");
  EXPECT_EQ(why("__shared__ float p[128]; p[threadIdx.x] = y[i]; y[i] = 0; y[i + n] = p[threadIdx.x];"), "! only some threads, which are not known, write to shared memory");
  EXPECT_EQ(one("__shared__ float p[128]; p[threadIdx.x] = y[threadIdx.x]; y[threadIdx.x] = 0; y[threadIdx.x + n] = p[threadIdx.x];", "1"), "! shared memory keeps what was loaded from y before it was written");
  EXPECT_EQ(raised("__global__ void other() {}", {{"k", {"1"}, {"1"}}}), Texts{"! there is no kernel k"});
  EXPECT_EQ(raised(kernel("y[0] = 0;"), {{"k", {"n +"}, {"128"}}}), Texts{"! the grid \"n +\" of the launch is no expression"});
  EXPECT_EQ(raised(kernel("y[0] = 0;"), {{"k", {"1"}, {"n"}}}), Texts{"! the block \"n\" of the launch is no number"});
}

// What is loaded before it is written over keeps its value.
TEST(Raise, KeepsTheOrderOfLoadsAndStores) {
  const auto row = [](const std::string& body) { return one("int i = blockIdx.x * 128 + threadIdx.x; if (i >= n) return; " + body); };
  EXPECT_EQ(row("float t = y[i]; y[i] = x[i]; y[i + n] = t;"), "k\neach thread i < n\n  float t = y[i]\n  y[i] = x[i]\n  y[i + n] = t\n");
  EXPECT_EQ(row("float t = 0; if (y[i] > 0.0f) t = 1; y[i] = x[i]; y[i + n] = t;").find("bool condition = y[i] > 0.0f"), 22u);
  EXPECT_EQ(row("for (int j = 0; j < m; ++j) { float t = y[j]; y[j] = 0; y[j + n] = t; }").substr(0, 1), "!");
}

}  // namespace
