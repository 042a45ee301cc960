// What `wl lint --performance` computes of kernels, and that it says nothing without being asked.
#include "lint/performance.h"
#include "../analysis/unit.h"
#include "lint/lint.h"
#include <fmt/format.h>

using namespace wavelift;

namespace {

using Texts = std::vector<std::string>;

// "code message" of all performance findings.
Texts costs(const std::string& source, bool asked = true) {
  const auto request = test::request_of(source);
  auto facts = analysis::analyze(request);
  auto read = lint::read_performance(request);
  EXPECT_TRUE(facts && read);
  Texts out;
  if (!facts || !read) return out;
  lint::Options how;
  how.performance = asked ? &*read : nullptr;
  for (const Finding& f : lint::lint(*facts, how))
    if (f.code >= 9000) out.push_back(fmt::format("{}:{} {}", f.line, f.code, f.message));
  return out;
}

const std::string transpose = R"(__global__ void __launch_bounds__(256) turn(const float* x, float* y, int rows, int cols) {
  int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
  if (i < rows && j < cols)
    y[j * rows + i] = x[i * cols + j];
}
void run(const float* x, float* y, int rows, int cols) { turn<<<dim3((cols + 15) / 16, (rows + 15) / 16), dim3(16, 16)>>>(x, y, rows, cols); }
)";

TEST(Performance, StridesBetweenNeighbouringThreads) {
  EXPECT_EQ(costs(transpose), (Texts{"1:9004 turn: 0 operations for 8 bytes of global memory an element, 0.00 a byte before caches",
                                     "4:9002 turn: y[i + j*rows] is written with a stride of rows elements between neighbouring threads (j)"}));
  EXPECT_EQ(costs(transpose, false), Texts{});
}

TEST(Performance, ReuseAndIntensityOfAProduct) {
  EXPECT_EQ(costs(R"(__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
  if (i >= m || j >= n) return;
  float sum = 0;
  for (int l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}
void run(const float* a, const float* b, float* c, int m, int n, int k) { product<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, c, m, n, k); }
)"), (Texts{"1:9001 product has no __launch_bounds__: the compiler takes workgroups for 1024 threads and gives each at most 128 vector registers on gfx90a, 64 on gfx906, but 256 is the most it is launched with",
            "1:9004 product: 2 operations for 8 bytes of global memory an iteration of the innermost loop, 0.25 a byte before caches",
            "5:9003 product: a[i*k + l] is read from global memory by n threads; b[j + l*n] is read from global memory by m threads"}));
}

// Where a row begins is loaded: the distance to the neighbour's is not known, and nothing is said of it.
TEST(Performance, SilentAboutWhatDataDecides) {
  for (const std::string& s : costs(R"(__global__ void __launch_bounds__(256) rows(const int* offsets, const float* v, float* y, int n) {
  int r = blockIdx.x * 256 + threadIdx.x;
  if (r >= n) return;
  float sum = 0;
  for (int k = offsets[r]; k < offsets[r + 1]; ++k) sum += v[k];
  y[r] = sum;
}
void run(const int* o, const float* v, float* y, int n) { rows<<<(n + 255) / 256, 256>>>(o, v, y, n); }
)"))
    EXPECT_NE(s.find(":9004 "), std::string::npos) << s;
}

}  // namespace
