#include "judge/task.h"
#include "base/files.h"
#include "base/paths.h"
#include "judge/data.h"
#include "judge/mutants.h"
#include "judge/oracle.h"
#include "judge/prepare.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <set>
#include <unistd.h>

using namespace wavelift;
using namespace wavelift::judge;
namespace fs = std::filesystem;

namespace {

const char* const kGood = R"toml(format = 1
title = "a times x"
precision = "strict"
parameters = ["n"]

[constants]
a = 2.5

[[buffer]]
name = "x"
type = "f32"
size = "n"
role = "input"
data = ["normal", "integers(-n, 3)"]

[[buffer]]
name = "y"
type = "f32"
size = "n"
role = "output"

[[launch]]
kernel = "scale"
parameters = "const float* __restrict__ x, float *y, float a, int n"
grid = ["ceil_div(n, BLOCK)"]
block = ["BLOCK"]

[tunables]
BLOCK = [64, 256]
constraints = ["BLOCK <= 256"]

[[shape]]
name = "small"
simulated = true
n = 100

[hidden]
n = [1, 1000]

[floor]
bytes = "8 * n"
)toml";

class TaskTest : public testing::Test {
protected:
  fs::path folder;
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "task-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder = name;
    ASSERT_TRUE(write_file(folder / "reference.cpp", "x"));
    ASSERT_TRUE(write_file(folder / "baseline.hip", "x"));
  }
  void TearDown() override { fs::remove_all(folder); }
  Result<Task> read(const std::string& text) {
    EXPECT_TRUE(write_file(folder / "task.toml", text));
    return read_task(folder);
  }
  // The sentence for kGood with `from` replaced, without the folder's name.
  std::string wrong(const std::string& from, const std::string& to) {
    std::string text = kGood;
    const size_t at = text.find(from);
    if (at == text.npos) return "the test's text has no " + from;
    auto t = read(text.replace(at, from.size(), to));
    if (t) return "";
    std::string s = t.error().what;
    if (const size_t slash = s.find(folder.string()); slash != s.npos) s.erase(slash, folder.string().size() + 1);
    return s;
  }
};

TEST_F(TaskTest, ReadsAll) {
  auto t = read(kGood);
  ASSERT_TRUE(t) << t.error().what;
  EXPECT_EQ(t->parameters, std::vector<std::string>{"n"});
  ASSERT_EQ(t->buffers.size(), 2u);
  EXPECT_EQ(t->buffers[1].role, Role::output);
  ASSERT_EQ(t->contract.launches.size(), 1u);
  const KernelLaunch& l = t->contract.launches[0];
  ASSERT_EQ(l.arguments.size(), 4u);
  EXPECT_TRUE(l.arguments[0].pointer && l.arguments[1].pointer && !l.arguments[2].pointer);
  EXPECT_EQ(l.arguments[0].name, "x");
  EXPECT_EQ(l.arguments[2].type, Element::f32);
  EXPECT_EQ(l.arguments[3].type, Element::i32);
  EXPECT_EQ(l.grid[0].value(names_of(t->shapes[0], defaults(t->contract))), 2);
  EXPECT_EQ(l.grid[1].value({}), 1);
  EXPECT_EQ(variants(*t), 2u);
  EXPECT_TRUE(t->repeatable);
  EXPECT_EQ(tolerance_of(*t, t->buffers[1], t->shapes[0]).set, 1u);
}

TEST_F(TaskTest, AnOutputsOrderMayBeFree) {
  std::string text = kGood;
  for (const auto& [from, to] : {std::pair("type = \"f32\"\nsize = \"n\"\nrole = \"output\"", "type = \"i32\"\nsize = \"n\"\nrole = \"output\"\nany_order = \"n / 4\""), std::pair("float *y", "int *y")}) text.replace(text.find(from), std::string(from).size(), to);
  auto t = read(text);
  ASSERT_TRUE(t) << t.error().what;
  EXPECT_EQ(tolerance_of(*t, t->buffers[1], t->shapes[0]).set, 25u);
}

TEST_F(TaskTest, CachesAreColdOrWarm) {
  EXPECT_TRUE(read(kGood)->cold);
  EXPECT_TRUE(read(kGood + std::string("\n[timing]\ncache = \"cold\"\n"))->cold);
  EXPECT_FALSE(read(kGood + std::string("\n[timing]\ncache = \"warm\"\n"))->cold);
  EXPECT_NE(wrong("[floor]", "[timing]\ncache = \"hot\"\n[floor]").find("'cache' is cold or warm, not 'hot'"), std::string::npos);
}

TEST_F(TaskTest, OutputsOfFunctionsAndOfEquations) {
  std::string text = kGood;
  const std::string output = "role = \"output\"\n";
  text.insert(text.find(output) + output.size(), "ulp = 2.5\n");
  auto t = read(text);
  ASSERT_TRUE(t) << t.error().what;
  EXPECT_EQ(tolerance_of(*t, t->buffers[1], t->shapes[0]).ulp, 2.5);
  text = kGood;
  text.insert(text.find(output) + output.size(), "residual = true\n[[residual]]\nname = \"rows\"\ntype = \"f16\"\nsize = \"n / 2\"\n");
  t = read(text);
  ASSERT_TRUE(t) << t.error().what;
  EXPECT_TRUE(t->buffers[1].residual);
  ASSERT_EQ(t->residuals.size(), 1u);
  EXPECT_EQ(t->residuals[0].size.value({{"n", 8}}), 4);
  EXPECT_EQ(tolerance_of(*t, t->residuals[0]).type, Element::f16);
  EXPECT_EQ(wrong(output, output + "ulp = 65\n"), "task.toml:21: 'ulp' is a number from 0.5 to 64");
  EXPECT_EQ(wrong("role = \"input\"\n", "role = \"input\"\nulp = 1\n"), "task.toml:14: 'x' is no output of floating-point numbers: it has no ulp");
  EXPECT_EQ(wrong(output, output + "residual = true\n"), "task.toml: an output is judged by residuals, but there is no [[residual]]");
  EXPECT_EQ(wrong(output, output + "[[residual]]\nname = \"rows\"\ntype = \"f32\"\nsize = \"n\"\n"), "task.toml: there are residuals, but no output says 'residual = true'");
  EXPECT_EQ(wrong(output, output + "residual = true\n[[residual]]\nname = \"rows\"\ntype = \"i32\"\nsize = \"n\"\n"), "task.toml:22: 'i32' is no type of floating-point numbers");
}

TEST_F(TaskTest, WaveSizesThatACandidateClaims) {
  auto t = read(kGood);
  ASSERT_TRUE(t) << t.error().what;
  auto claims = [&](const std::string& line) { return read_contract("/* wavelift\n" + line + "\n*/\n", *t); };
  EXPECT_EQ(claims("")->wave_sizes, std::vector<int>());
  EXPECT_EQ(claims("wave_sizes = [64, 32]")->wave_sizes, (std::vector<int>{64, 32}));
  for (const char* wrong_line : {"wave_sizes = 64", "wave_sizes = []", "wave_sizes = [16]", "wave_sizes = [\"32\"]"}) {
    const auto c = claims(wrong_line);
    ASSERT_FALSE(c) << wrong_line;
    EXPECT_NE(c.error().what.find("candidate:2: 'wave_sizes' is a list of 32, 64 or both"), std::string::npos) << c.error().what;
  }
  auto sizes = [&](const std::string& line, const char* arch) {
    const auto s = wave_sizes(*t, {"/* wavelift\n" + line + "\n*/\n", Language::hip}, arch);
    return s ? *s : std::vector<int>();
  };
  EXPECT_EQ(sizes("", "gfx1100"), std::vector<int>{0});
  EXPECT_EQ(sizes("wave_sizes = [64, 32, 64]", "gfx1100"), (std::vector<int>{64, 32}));
  EXPECT_EQ(sizes("wave_sizes = [32, 64]", "gfx90a"), std::vector<int>{64});
  EXPECT_EQ(sizes("wave_sizes = [64, 32]", "sm_90"), std::vector<int>{32});
  EXPECT_EQ(sizes("wave_sizes = [32]", "gfx936"), std::vector<int>());
}

TEST_F(TaskTest, EachFaultHasItsSentence) {
  EXPECT_EQ(wrong("title =", "titel ="), "task.toml:2: there is no key 'titel' here");
  EXPECT_EQ(wrong("format = 1", "format = 2"), "task.toml:1: 'format' is 1");
  EXPECT_EQ(wrong("\"strict\"", "\"exact\""), "task.toml:1: the precision 'exact' is none of strict, tf32, bf16, f16");
  EXPECT_EQ(wrong("type = \"f32\"", "type = \"float\""), "task.toml:9: 'float' is no element type");
  EXPECT_EQ(wrong("\"normal\"", "\"gauss\"").substr(0, 52), "task.toml:14: there is no distribution 'gauss': norm");
  EXPECT_EQ(wrong("integers(-n, 3)", "integers(3)"), "task.toml:14: 'integers' takes 2 arguments");
  EXPECT_EQ(wrong("integers(-n, 3)", "integers(-q, 3)"), "task.toml: \"-q\" reads 'q', which is no parameter");
  EXPECT_EQ(wrong("size = \"n\"", "size = \"BLOCK\""), "task.toml: \"BLOCK\" reads 'BLOCK', which is no parameter");
  EXPECT_EQ(wrong("size = \"n\"", "size = \"n -\""), "task.toml:12: the expression \"n -\" wants a number or a name at character 4");
  EXPECT_EQ(wrong("float *y", "float *z"), "task.toml: scale takes a pointer 'z', but there is no such buffer");
  EXPECT_EQ(wrong("float *y", "double *y"), "task.toml: scale takes 'y' as f64, but the buffer is of f32");
  EXPECT_EQ(wrong("float a, int n", "float b, int n"), "task.toml: scale takes 'b', which is no constant");
  EXPECT_EQ(wrong("float a, int n", "float a, int m"), "task.toml: scale takes 'm', which is no parameter");
  EXPECT_EQ(wrong("int n\"", "int n[]\""), "task.toml:24: '[' does not belong into parameters");
  EXPECT_EQ(wrong("name = \"y\"", "name = \"x\""), "task.toml: there are two buffers 'x'");
  EXPECT_EQ(wrong("role = \"output\"", "role = \"input\""), "task.toml:16: the input 'y' says no data");
  EXPECT_EQ(wrong("simulated = true", ""), "task.toml: no [[shape]] is small enough for the software GPU (simulated = true)");
  EXPECT_EQ(wrong("n = 100", "n = -100"), "task.toml: in the shape 'small' the buffer 'x' has -100 elements");
  EXPECT_EQ(wrong("n = 100", ""), "task.toml: the shape 'small' gives no n");
  EXPECT_EQ(wrong("[floor]\nbytes = \"8 * n\"", ""), "task.toml:1: [floor] is missing: what any kernel must move and compute");
  EXPECT_EQ(wrong("n = [1, 1000]", "n = [9, 1]"), "task.toml: the hidden range of 'n' is empty");
  EXPECT_EQ(wrong("role = \"output\"", "role = \"output\"\nany_order = 4"), "task.toml:16: 'y' is no output of whole numbers: its order is not free");
  EXPECT_NE(wrong("[[launch]]", "[[launch"), "");
}

TEST_F(TaskTest, ACandidateDeclaresItsOwnLaunches) {
  auto t = read(kGood);
  ASSERT_TRUE(t);
  auto same = read_contract("// a kernel\n__global__ void scale();", *t);
  ASSERT_TRUE(same);
  EXPECT_EQ(same->launches[0].kernel, "scale");
  auto own = read_contract("/* wavelift\n[[launch]]\nkernel = \"k\"\nparameters = \"float* y, float* s, int VECTOR\"\ngrid = 1\nblock = [\"VECTOR * 64\"]\n"
                           "[[scratch]]\nname = \"s\"\ntype = \"f32\"\nsize = \"n * VECTOR\"\n[tunables]\nVECTOR = [4, 2]\n*/", *t);
  ASSERT_TRUE(own) << own.error().what;
  EXPECT_EQ(own->launches[0].kernel, "k");
  EXPECT_EQ(own->launches[0].block[0].value(defaults(*own)), 256);
  auto bad = [&](const char* text) {
    auto c = read_contract(text, *t);
    return c ? std::string() : c.error().what;
  };
  EXPECT_EQ(bad("/* wavelift\n[[buffer]]\nname = \"z\"\n*/"), "candidate:2: there is no key 'buffer' here");
  EXPECT_EQ(bad("/* wavelift\n\n[[launch]]\nkernel = \"k\"\nparameters = \"float* q\"\ngrid = 1\nblock = 1\n*/"), "candidate: k takes a pointer 'q', but there is no such buffer");
  EXPECT_EQ(bad("/* wavelift\n"), "the candidate's comment with its launches has no end");
}

TEST(Data, SameSeedSameData) {
  const Distribution d{"normal", {}};
  const auto a = draw(d, Element::f32, 1000, {}, 5), b = draw(d, Element::f32, 1000, {}, 5), c = draw(d, Element::f32, 1000, {}, 6);
  EXPECT_EQ(*a, *b);
  EXPECT_NE(*a, *c);
  double sum = 0, squares = 0;
  for (size_t i = 0; i < 1000; ++i) {
    const double v = load(Element::f32, &(*a)[4 * i]);
    sum += v;
    squares += v * v;
  }
  EXPECT_NEAR(sum / 1000, 0, 0.15);
  EXPECT_NEAR(squares / 1000, 1, 0.2);
}

TEST(Data, WholeNumbers) {
  auto whole = [](const char* name, std::vector<int64_t> arguments, size_t n) {
    Distribution d{name, {}};
    for (int64_t a : arguments) d.arguments.push_back(*Expression::parse(std::to_string(a)));
    auto bytes = draw(d, Element::i32, n, {}, 9);
    std::vector<int64_t> v;
    for (size_t i = 0; bytes && i < n; ++i) v.push_back(load_whole(Element::i32, &(*bytes)[4 * i]));
    return v;
  };
  auto p = whole("permutation", {}, 100);
  EXPECT_FALSE(std::ranges::is_sorted(p));
  std::ranges::sort(p);
  for (int64_t i = 0; i < 100; ++i) EXPECT_EQ(p[size_t(i)], i);
  auto o = whole("offsets", {1000}, 20);
  EXPECT_TRUE(std::ranges::is_sorted(o));
  EXPECT_EQ(o.front(), 0);
  EXPECT_EQ(o.back(), 1000);
  auto r = whole("integers", {-2, 2}, 1000);
  EXPECT_EQ(std::ranges::min(r), -2);
  EXPECT_EQ(std::ranges::max(r), 2);
  EXPECT_TRUE(whole("integers", {3, 2}, 4).empty());
}

TEST(Data, SpecialNumbersAreAllThere) {
  const auto bytes = draw({"special", {}}, Element::f32, 1000, {}, 5);
  ASSERT_TRUE(bytes);
  int nan = 0, infinite = 0, negative_infinite = 0, denormal = 0, negative_zero = 0, large = 0;
  for (size_t i = 0; i < 1000; ++i) {
    const double v = load(Element::f32, &(*bytes)[4 * i]);
    nan += std::isnan(v);
    infinite += v == INFINITY;
    negative_infinite += v == -INFINITY;
    denormal += v != 0 && std::abs(v) < 0x1p-126;
    negative_zero += v == 0 && std::signbit(v);
    large += std::isfinite(v) && std::abs(v) > 1e37;
  }
  for (int count : {nan, infinite, negative_infinite, denormal, negative_zero, large}) EXPECT_GT(count, 10);
}

TEST(Data, MostlyOnesAreNotAllOnes) {
  const auto bytes = draw({"mostly_ones", {}}, Element::f32, 1600, {}, 5);
  ASSERT_TRUE(bytes);
  int ones = 0;
  for (size_t i = 0; i < 1600; ++i) ones += load(Element::f32, &(*bytes)[4 * i]) == 1;
  EXPECT_GT(ones, 1450);
  EXPECT_LT(ones, 1550);
}

TEST(Data, HiddenShapesKeepTheConstraints) {
  Task t;
  t.parameters = {"n"};
  t.shapes = {{"s", true, false, {{"n", 8}}}};
  t.hidden["n"] = {1, 1000};
  t.shape_constraints = {*Expression::parse("n % 3 == 1")};
  const auto shapes = hidden_shapes(t, 5, 77);
  ASSERT_EQ(shapes.size(), 5u);
  for (const Shape& s : shapes) EXPECT_EQ(s.values.at("n") % 3, 1) << s.values.at("n");
  EXPECT_EQ(shapes[0].values.at("n"), 1);
  EXPECT_EQ(shapes[1].values.at("n"), 1000);
  EXPECT_NE(hidden_shapes(t, 5, 78)[4].values, shapes[4].values);
}

TEST(Data, HiddenShapesLieAtTheEdgesOfTiles) {
  Task t;
  t.parameters = {"few", "n"};
  t.shapes = {{"s", true, false, {{"few", 1}, {"n", 8}}}};
  t.hidden = {{"few", {1, 4}}, {"n", {1, 5000}}};
  std::set<int64_t> rests;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const int64_t n = hidden_shapes(t, 4, seed)[3].values.at("n");
    rests.insert(n % 64);
    EXPECT_GE(n, 1);
  }
  EXPECT_EQ(rests, (std::set<int64_t>{0, 1, 63}));
}

TEST(Data, ShapesNearOnesThatAreTimed) {
  Task t;
  t.parameters = {"n", "k"};
  t.shapes = {{"large", false, true, {{"n", 1 << 20}, {"k", 3}}}};
  t.hidden = {{"n", {1, 1000}}};
  t.shape_constraints = {*Expression::parse("n % 2 == 0")};
  const auto s = shape_near(t, t.shapes[0], 5);
  ASSERT_TRUE(s);
  EXPECT_GE(s->values.at("n"), 1 << 19);
  EXPECT_LT(s->values.at("n"), 1 << 20);
  EXPECT_EQ(s->values.at("n") % 2, 0);
  EXPECT_EQ(s->values.at("k"), 3);
  EXPECT_TRUE(s->name.starts_with("hidden"));
  t.shape_constraints = {*Expression::parse("n == 1048576")};
  EXPECT_FALSE(shape_near(t, t.shapes[0], 5));
}

TEST(Mutants, OneFaultEach) {
  const std::string source = "// for (int i = 0; i < 64; ++i) __syncthreads();\n"
                             "for (int i = 0; i < n + 1; ++i) s[i] = 64.0f;\n__syncthreads ( );\nfor (; i <= n;) x = \"64\";\nfor (int i = warpSize; a < b && i;) y[64];\n";
  std::string all;
  for (const SourceMutant& m : mutants_of(source)) {
    EXPECT_EQ(std::ranges::count(m.text, '\n'), 5);
    size_t first = 0;
    while (m.text[first] == source[first]) ++first;
    all += m.kind + " " + m.name + ": " + m.text.substr(first, 14) + "\n";
  }
  EXPECT_EQ(all, "barrier barrier left out at line 3: (void)0;\nfor (\n"
                 "loop a loop that ends one step early at line 2: (n + 1) - 1; +\n"
                 "width (warpSize / 2) for warpSize at line 5: (warpSize / 2)\n"
                 "width 32 for 64 at line 5: 32];\n\n");
}

// Every task that comes with wavelift reads.
TEST(Task, OursRead) {
  size_t n = 0;
  for (const auto& e : fs::directory_iterator(home() / "share/tasks")) {
    auto t = read_task(e.path());
    EXPECT_TRUE(t) << t.error().sentence();
    ++n;
  }
  EXPECT_GE(n, 3u);
}

}  // namespace
