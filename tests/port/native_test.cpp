// Which kernels become native, why the others do not, and what the text says then.
#include "../analysis/unit.h"
#include "port/lexical.h"
#include "port/native.h"

using namespace wavelift;
using namespace wavelift::port;

namespace {

struct Ported {
  std::string text;
  std::vector<KernelWidth> kernels;
  std::vector<Finding> findings;

  const KernelWidth& kernel(const std::string& name) const {
    static const KernelWidth none;
    auto it = std::ranges::find(kernels, name, &KernelWidth::kernel);
    return it == kernels.end() ? none : *it;
  }
};

Ported ported(const std::string& source, Width width = Width::native) {
  std::vector<AnalysedUnit> units = {{"unit.cu", test::facts_of(source), {}}};
  WidthPlan plan = plan_widths(units, width, [](const std::string& file) { return file.ends_with("unit.cu") ? std::string("unit.cu") : std::string(); },
                               [&](const std::string&) { return std::string_view(source); });
  Source s(source, "unit.cu");
  ProjectFacts facts;
  gather_facts(s, facts);
  LexicalOptions o;
  o.unit = true;
  o.facts = &facts;
  o.native = &plan.edits["unit.cu"];
  port_lexical(s, o);
  return {s.edits.apply(source), plan.kernels, plan.findings["unit.cu"]};
}

// A kernel with that body, launched once, with what stands before it.
std::string kernel(const std::string& body, const std::string& launch = "k<<<4, 256>>>(in, out, n);", const std::string& before = "") {
  return before + "__global__ void k(const float* in, float* out, int n) {\n" + body + "\n}\nvoid run(const float* in, float* out, int n) {\n  " + launch + "\n}\n";
}
const std::string sum_body = R"(  __shared__ float part[32];
  int lane = threadIdx.x & 31;
  float v = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d);
  if (lane == 0) part[threadIdx.x >> 5] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / 32 ? part[lane] : 0;
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d);
  if (threadIdx.x == 0) out[blockIdx.x] = v;)";

TEST(Native, BlockSumText) {
  Ported p = ported(kernel(sum_body));
  EXPECT_TRUE(p.kernel("k").native) << p.kernel("k").why;
  EXPECT_NE(p.kernel("k").why.find("in another order"), std::string::npos);
  for (const char* text : {"int lane = threadIdx.x & (wlwave::width - 1);", "for (int d = wlwave::width / 2; d > 0; d >>= 1) v += wlwave::shfl_down_sync(wlwave::full_mask, v, d);",
                           "part[threadIdx.x >> wlwave::log2_width] = v;", "v = threadIdx.x < blockDim.x / wlwave::width ? part[lane] : 0;", "__shared__ float part[32];",
                           "#include \"wavelift_wave.h\"\n"})
    EXPECT_NE(p.text.find(text), std::string::npos) << text << "\n" << p.text;
  EXPECT_EQ(p.text.find("wl32::"), std::string::npos);
  ASSERT_EQ(p.findings.size(), 1u);
  EXPECT_EQ(p.findings[0].code, 1241);
  EXPECT_EQ(p.findings[0].line, 1u);
}

TEST(Native, AutoTakesWhatIsLikelyToGain) {
  EXPECT_FALSE(ported(kernel(sum_body), Width::automatic).kernel("k").native);
  EXPECT_TRUE(ported(kernel("  float v = in[threadIdx.x];\n  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffff, v, d);\n  if (threadIdx.x % 32 == 0) atomicAdd(out, v);"), Width::automatic).kernel("k").native);
  std::string rows = kernel(R"(  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= n) return;
  float sum = 0;
  for (int i = lane; i < 100; i += 32) sum += in[row * 100 + i];
  for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(0xffffffff, sum, d);
  if (lane == 0) out[row] = sum;)");
  Ported p = ported(rows, Width::automatic);
  EXPECT_FALSE(p.kernel("k").native);
  EXPECT_NE(p.text.find("wl32::shfl_xor_sync(0xffffffff, sum, d)"), std::string::npos) << p.text;
  p = ported(rows);
  EXPECT_TRUE(p.kernel("k").native) << p.kernel("k").why;
  EXPECT_NE(p.text.find("k<<<wlwave::grid(4), 256>>>(in, out, n);"), std::string::npos) << p.text;
  EXPECT_NE(p.text.find("for (int i = lane; i < 100; i += wlwave::width) sum"), std::string::npos) << p.text;
}

// What must stay logical: body, launch, line of the finding, part of the reason.
struct Refusal {
  const char* name;
  std::string source;
  uint32_t line;
  const char* reason;
};

std::string shuffled(const std::string& rest, const std::string& launch = "k<<<4, 256>>>(in, out, n);") {
  return kernel("  float v = in[threadIdx.x];\n  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffff, v, d);\n" + rest, launch);
}

TEST(Native, RefusesWithReasonAndPlace) {
  const std::string add = "  if (threadIdx.x % 32 == 0) atomicAdd(out, v);";
  EXPECT_TRUE(ported(shuffled(add)).kernel("k").native) << ported(shuffled(add)).kernel("k").why;
  std::string replaced = sum_body;
  replaced.replace(replaced.find("part[lane] : 0"), 14, "part[lane] : 1");
  std::string no_barrier = sum_body;
  no_barrier.replace(no_barrier.find("__syncthreads();"), 16, "");
  std::string beyond = sum_body;
  beyond.replace(beyond.find("threadIdx.x < blockDim.x / 32 ? part[lane] : 0"), 46, "part[lane]");
  std::string other_sum = sum_body;
  other_sum.replace(other_sum.rfind("v += __shfl"), 5, "v *= ");
  const Refusal refusals[] = {
      {"own result", shuffled("  out[threadIdx.x] = v;"), 4, "a warp's own result"},
      {"warp's number", shuffled("  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = 1;" + add), 4, "a warp's number is used as data"},
      {"lane's number", shuffled("  out[threadIdx.x] = threadIdx.x % 32;" + add), 4, "a lane's number is used as data"},
      {"number of warps", shuffled("  out[1] = blockDim.x / 32;" + add), 4, "the number of warps is used as data"},
      {"vote", shuffled("  out[1] = __any_sync(0xffffffff, n);" + add), 4, "a vote"},
      {"part of a warp", kernel("  float v = in[threadIdx.x];\n  for (int d = 8; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffff, v, d);\n" + add), 3, "other lanes"},
      {"some lanes", kernel("  float v = in[threadIdx.x];\n  if (threadIdx.x < n)\n  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffff, v, d);\n" + add), 4, "not all threads reach"},
      {"mask", kernel("  float v = in[threadIdx.x];\n  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffff, v, d);\n" + add), 3, "mask"},
      {"not neutral", kernel(replaced), 8, "not neutral"},
      {"no barrier", kernel(no_barrier), 8, "no barrier"},
      {"lanes beyond", kernel(beyond), 8, "no known way"},
      {"other operation", kernel(other_sum), 9, "another operation"},
      {"PTX", shuffled("  asm volatile(\"\");" + add), 4, "PTX"},
      {"block of 32", shuffled(add, "k<<<4, 32>>>(in, out, n);"), 7, "no whole waves"},
      {"block of n", shuffled(add, "k<<<4, n>>>(in, out, n);"), 7, "not known"},
      {"block of rows", shuffled(add, "k<<<4, dim3(32, 8)>>>(in, out, n);"), 7, "two or three dimensions"},
      {"address", shuffled(add, "k<<<4, 64>>>(in, out, n); auto f = k; (void)f;"), 7, "address"},
      {"no launch", shuffled(add, ""), 1, "no launch"},
      {"template's width", "template <int W> __device__ float sum(float v) {\n  for (int d = W / 2; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffff, v, d);\n  return v;\n}\n" +
                               kernel("  float v = sum<32>(in[threadIdx.x]);\n" + add),
       2, "template's parameter"},
      {"macro", "#define LANE (threadIdx.x % 32)\n" + kernel("  float v = in[threadIdx.x];\n  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffff, v, d);\n  if (LANE == 0) atomicAdd(out, v);"), 1, "in a macro"},
  };
  // All in one unit, each with names of its own.
  std::string all;
  std::vector<uint32_t> above;
  for (const Refusal& r : refusals) {
    const std::string number = std::to_string(above.size());
    above.push_back(static_cast<uint32_t>(std::ranges::count(all, '\n')));
    std::string source = r.source;
    for (std::string_view name : {"__global__ void k", "  k<<<", "f = k;", "void run"})
      if (size_t at = source.find(name); at != source.npos) source.insert(at + name.find_last_of("kn") + 1, number);
    all += source;
  }
  Ported p = ported(all);
  ASSERT_EQ(p.findings.size(), std::size(refusals));
  for (size_t i = 0; i < std::size(refusals); ++i) {
    const Refusal& r = refusals[i];
    const std::string name = "k" + std::to_string(i);
    EXPECT_FALSE(p.kernel(name).native) << r.name;
    EXPECT_NE(p.kernel(name).why.find(r.reason), std::string::npos) << r.name << ": " << p.kernel(name).why;
    auto finding = std::ranges::find(p.findings, name, &Finding::subject);
    ASSERT_NE(finding, p.findings.end()) << r.name;
    EXPECT_EQ(finding->code, 1242) << r.name;
    EXPECT_EQ(finding->line, above[i] + r.line) << r.name << ": " << p.kernel(name).why;
  }
  EXPECT_EQ(p.text.find("wlwave"), std::string::npos);
}

// A helper has one text: what a logical kernel calls stays as it is for the others, too.
TEST(Native, SharedHelpers) {
  const std::string helper = "__device__ float sum(float v) {\n  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffff, v, d);\n  return v;\n}\n";
  const std::string first = kernel("  float v = sum(in[threadIdx.x]);\n  if (threadIdx.x % 32 == 0) atomicAdd(out, v);", "k<<<4, 256>>>(in, out, n);", helper);
  EXPECT_TRUE(ported(first).kernel("k").native) << ported(first).kernel("k").why;
  Ported p = ported(first + "__global__ void other(float* out) { out[threadIdx.x] = sum(out[threadIdx.x]); }\nvoid more(float* out) { other<<<1, 64>>>(out); }\n");
  EXPECT_FALSE(p.kernel("other").native);
  EXPECT_FALSE(p.kernel("k").native);
  EXPECT_NE(p.kernel("k").why.find("it shares sum with other"), std::string::npos) << p.kernel("k").why;
  EXPECT_EQ(p.text.find("wlwave"), std::string::npos);
}

// Two units that see one header's kernel: each launch counts.
TEST(Native, LaunchesOfAllUnits) {
  const std::string source = kernel(sum_body);
  auto facts = test::facts_of(source);
  auto more = facts;
  ASSERT_EQ(more.launches.size(), 1u);
  more.launches[0].block[0].value = 96;
  auto file_of = [](const std::string&) { return std::string("unit.cu"); };
  auto text_of = [&](const std::string&) { return std::string_view(source); };
  EXPECT_TRUE(plan_widths({{"unit.cu", facts, {}}}, Width::native, file_of, text_of).kernels.at(0).native);
  WidthPlan both = plan_widths({{"unit.cu", facts, {}}, {"other.cu", more, {}}}, Width::native, file_of, text_of);
  ASSERT_EQ(both.kernels.size(), 1u);
  EXPECT_FALSE(both.kernels[0].native);
  EXPECT_NE(both.kernels[0].why.find("96 threads"), std::string::npos);
  WidthPlan none = plan_widths({{"unit.cu", facts, {}}, {"other.cu", {}, "it cannot be read"}}, Width::native, file_of, text_of);
  EXPECT_FALSE(none.kernels.at(0).native);
  EXPECT_EQ(none.findings["unit.cu"].at(0).code, 1243);
  more.launches[0].block[0].value = 128;
  EXPECT_TRUE(plan_widths({{"unit.cu", facts, {}}, {"other.cu", more, {}}}, Width::native, file_of, text_of).kernels.at(0).native);
  more.problems.push_back({});
  EXPECT_FALSE(plan_widths({{"unit.cu", facts, {}}, {"other.cu", more, {}}}, Width::native, file_of, text_of).kernels.at(0).native);
}

}  // namespace
