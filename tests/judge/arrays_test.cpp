// Tasks whose data are NumPy's arrays; and the numbers that references made from kernels compute with.
#include "base/files.h"
#include "base/temporary_folder.h"
#include "judge/data.h"
#include "judge/npy.h"
#include "judge/reference.h"
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <wavelift_tracked.h>

using namespace wavelift;
using namespace wavelift::judge;
namespace fs = std::filesystem;

namespace {

std::string npy(const std::string& header, const std::string& elements, char version = 1) {
  std::string out = std::string("\x93NUMPY") + version + '\0';
  const auto n = static_cast<uint32_t>(header.size());
  out.append(reinterpret_cast<const char*>(&n), version == 1 ? 2 : 4);
  return out + header + elements;
}
template <class T> std::string bytes_of(std::initializer_list<T> values) { return std::string(reinterpret_cast<const char*>(std::data(values)), values.size() * sizeof(T)); }
std::string header(const char* type, const char* shape, const char* fortran = "False") { return fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}   \n", type, fortran, shape); }

class Arrays : public testing::Test {
protected:
  TemporaryFolder dir;
  void SetUp() override { dir = std::move(*TemporaryFolder::make("arrays")); }
  void put(const std::string& name, const std::string& text) { ASSERT_TRUE(write_file(dir.path() / name, text)); }
  // The elements as doubles, or what is wrong.
  std::string read(const std::string& file, Element as, size_t elements) {
    EXPECT_TRUE(write_file(dir.path() / "a.npy", file));
    auto r = read_npy(dir.path() / "a.npy", as, elements);
    if (!r) return r.error().what.substr(r.error().what.find(".npy: ") + 6);
    std::string out;
    for (size_t i = 0; i < elements; ++i) out += fmt::format("{}{}", i ? " " : "", is_float(as) ? fmt::format("{:g}", load(as, &(*r)[i * info(as).size])) : fmt::format("{}", load_whole(as, &(*r)[i * info(as).size])));
    return out;
  }
};

TEST_F(Arrays, AreRead) {
  EXPECT_EQ(read(npy(header("<f4", "(2, 2)"), bytes_of<float>({1, -2.5f, 3, 0})), Element::f32, 4), "1 -2.5 3 0");
  EXPECT_EQ(read(npy(header("<f8", "(3,)"), bytes_of<double>({1, 2, INFINITY}), 2), Element::bf16, 3), "1 2 inf");
  EXPECT_EQ(read(npy(header("<i8", "()"), bytes_of<int64_t>({-7})), Element::i32, 1), "-7");
  EXPECT_EQ(read(npy(header("|b1", "(1, 2)"), bytes_of<uint8_t>({1, 0}), 3), Element::u8, 2), "1 0");
  EXPECT_EQ(read(npy(header("<i4", "(2)"), bytes_of<int32_t>({5, 6})), Element::f64, 2), "5 6");
  EXPECT_EQ(read(npy("{\"shape\":(1,),\"fortran_order\":True,\"descr\":\"<f2\"}", bytes_of<uint16_t>({0x3c00})), Element::f32, 1), "1");
}

TEST_F(Arrays, HostileFilesAreRefused) {
  const std::string two = bytes_of<float>({1, 2});
  EXPECT_EQ(read("", Element::f32, 2), "it is no .npy file");
  EXPECT_EQ(read(npy(header("<f4", "(2,)"), two, 4), Element::f32, 2), "it is a .npy file of an unknown version");
  EXPECT_EQ(read(npy(header("<f4", "(2,)"), two).substr(0, 30), Element::f32, 2), "it is cut short");
  EXPECT_EQ(read(npy(header("<f4", "(2,)"), two.substr(1)), Element::f32, 2), "it has 7 bytes of elements where 8 belong");
  EXPECT_EQ(read(npy(header("<f4", "(2,)"), two + "x"), Element::f32, 2), "it has 9 bytes of elements where 8 belong");
  EXPECT_EQ(read(npy(header("<f4", "(3,)"), two), Element::f32, 2), "it has 3 elements where 2 are needed");
  EXPECT_EQ(read(npy(header("<f4", "(4294967296, 4294967296)"), two), Element::f32, 0), "it has too many elements");
  EXPECT_EQ(read(npy(header("<f4", "(99999999999999999999,)"), two), Element::f32, 2), "it has too many elements");
  EXPECT_EQ(read(npy(header("<f4", "(-2,)"), two), Element::f32, 2), "its shape is no tuple of whole numbers");
  EXPECT_EQ(read(npy(header("|O", "(2,)"), two), Element::f32, 2), "its type '|O' is none of those that are read");
  EXPECT_EQ(read(npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}", two), Element::f32, 2), "it has a structured type, which is not read");
  EXPECT_EQ(read(npy(header("<f4", "(2, 1)", "True") + "x", two), Element::f32, 2), "its header goes on after its end");
  EXPECT_EQ(read(npy(header("<f4", "(1, 2)", "True"), two), Element::f32, 2), "1 2") << "one row has no order";
  EXPECT_EQ(read(npy(header("<f4", "(2, 2)", "True"), two + two), Element::f32, 4), "it is in Fortran's order; numpy.ascontiguousarray changes that");
  EXPECT_EQ(read(npy("{'descr': '<f4', 'shape': (2,)}", two), Element::f32, 2), "its header lacks descr, fortran_order or shape");
  EXPECT_EQ(read(npy("{'descr': '<f4', 'descr': '<f4', 'shape': (2,)}", two), Element::f32, 2), "its header has keys that are not NumPy's");
  EXPECT_EQ(read(npy(header("<f4", "(2,)"), two), Element::i32, 2), "it has floating-point elements where whole numbers are needed");
  EXPECT_EQ(read(npy(header("<f8", "(1,)"), bytes_of<double>({0.1})), Element::f32, 1), "element 0 is no f32 as it is");
  EXPECT_EQ(read(npy(header("<i4", "(2,)"), bytes_of<int32_t>({1, -1})), Element::u64, 2), "element 1 is no u64 as it is");
  EXPECT_EQ(read(npy(header("|b1", "(1,)"), bytes_of<uint8_t>({2})), Element::u8, 1), "it is of bool and has other values than 0 and 1");
}

const char* const kTask = R"toml(format = 1
title = "twice"
precision = "strict"
parameters = ["n"]
[[buffer]]
name = "x"
type = "f32"
size = "n"
role = "input"
[[buffer]]
name = "y"
type = "f32"
size = "n"
role = "output"
[[launch]]
kernel = "twice"
parameters = "const float* x, float* y, int n"
grid = 1
block = 64
[[shape]]
name = "two"
simulated = true
n = 2
arrays = ["one", "other"]
[floor]
bytes = "8 * n"
)toml";

TEST_F(Arrays, AreATasksData) {
  put("task.toml", kTask);
  put("baseline.hip", "x");
  for (const auto& [folder, x] : {std::pair("one", 1.5f), std::pair("other", 4.0f)}) {
    put(fmt::format("{}/x.npy", folder), npy(header("<f4", "(2,)"), bytes_of<float>({x, 2})));
    put(fmt::format("{}/y.expected.npy", folder), npy(header("<f8", "(2,)"), bytes_of<double>({2.0 * x, 4})));
  }
  put("other/y.scale.npy", npy(header("<f8", "(2,)"), bytes_of<double>({8, 4})));
  auto task = read_task(dir.path());
  ASSERT_TRUE(task) << task.error().sentence();
  EXPECT_TRUE(task->has_arrays());
  EXPECT_EQ(variants(*task), 2u);
  auto reference = Reference::build(*task);       // there is none to compile
  ASSERT_TRUE(reference) << reference.error().sentence();
  auto c = reference->make(*task, task->shapes[0], 1, 7);
  ASSERT_TRUE(c) << c.error().sentence();
  EXPECT_EQ(load(Element::f32, c->data[0].data()), 4);
  EXPECT_TRUE(c->data[1].empty());
  EXPECT_EQ(c->expected[1].value, (std::vector<double>{8, 4}));
  EXPECT_EQ(c->expected[1].scale, (std::vector<double>{8, 4}));
  EXPECT_EQ(reference->make(*task, task->shapes[0], 0, 7)->expected[1].scale, (std::vector<double>{0, 0}));
  fs::remove(dir.path() / "one/x.npy");
  EXPECT_FALSE(reference->make(*task, task->shapes[0], 0, 7));
}

TEST_F(Arrays, WrongTasksHaveTheirSentence) {
  put("baseline.hip", "x");
  auto wrong = [&](const std::string& from, const std::string& to) {
    std::string all = kTask;
    all.replace(all.find(from), from.size(), to);
    put("task.toml", all);
    auto t = read_task(dir.path());
    return t ? std::string() : t.error().what.substr(t.error().what.find("task.toml") + 9);
  };
  EXPECT_EQ(wrong("\"one\"", "\"../one\""), ":24: '../one' is no folder in the task's");
  EXPECT_EQ(wrong("\"one\"", "\"/one\""), ":24: '/one' is no folder in the task's");
  EXPECT_EQ(wrong("[\"one\", \"other\"]", "[]"), ":24: 'arrays' is a list of folders");
  EXPECT_EQ(wrong("role = \"input\"", "role = \"input\"\ndata = \"normal\""), ":5: the data of 'x' are arrays");
  EXPECT_EQ(wrong("[floor]", "[[shape]]\nname = \"b\"\nn = 3\n[floor]"), ": the shape 'b' has 0 folders of arrays, and 'two' has 2");
  EXPECT_EQ(wrong("[floor]", "[hidden]\nn = [1, 3]\n[floor]"), ": there are hidden ranges, and arrays have no other shapes");
}

// --- numbers that carry their errors ---

using serial::Tracked;
using F32 = Tracked<24>;
constexpr double u = 0x1p-24;

TEST(TrackedNumbers, WhatIsOnlyCopiedIsExact) {
  const F32 a = 0.75f;
  EXPECT_EQ(a.err(), 0);
  EXPECT_EQ((-a).err(), 0);
  EXPECT_EQ((a + 0.0f).err(), 0);
  EXPECT_EQ(fmaxf(a, 0.0f).err(), 0);
  EXPECT_EQ(Tracked<53>(a).err(), 0);
  EXPECT_EQ(F32(0.1).value, double(0.1f)) << "a constant is one of the kernel's type";
}

// docs/tasks.md: sqrt(terms) roundings of the sum of magnitudes, whatever the value is.
TEST(TrackedNumbers, SumsCountTheirTerms) {
  F32 sum = 0.0f;
  for (int i = 0; i < 100; ++i) sum += F32(i % 2 ? 3.0f : -3.0f);
  EXPECT_EQ(sum.value, 0);
  EXPECT_DOUBLE_EQ(sum.err(), 10 * u * 300);
  F32 products = 0.0f;
  for (int i = 0; i < 16; ++i) products += F32(2.0f) * F32(0.5f);
  EXPECT_DOUBLE_EQ(products.err(), 16 * u + 4 * u * 16);
  F32 many = 0.0f;
  for (int i = 0; i < 1 << 18; ++i) many += F32(1.0f);
  EXPECT_DOUBLE_EQ(many.err(), std::sqrt(serial::most_terms) * u * (1 << 18));
}

TEST(TrackedNumbers, CancellationKeepsItsError) {
  const F32 a = 1000.0f, b = 999.0f;
  const F32 d = a - b;
  EXPECT_EQ(d.value, 1);
  EXPECT_DOUBLE_EQ(d.err(), std::sqrt(2) * u * 1999);
  const F32 square = d * d;                        // twice the relative error, and a rounding
  EXPECT_DOUBLE_EQ(square.err(), 2 * d.err() + u);
  const F32 e = expf(d);
  EXPECT_DOUBLE_EQ(e.err(), std::exp(1) * d.err() + 4 * u * std::exp(1));
  const F32 q = F32(1.0f) / square;
  EXPECT_DOUBLE_EQ(q.err(), square.err() + 2 * u);
}

TEST(TrackedNumbers, AShorterTypeRoundsOnceMore) {
  const F32 a = F32(3.0f) * F32(0.3333333f);
  const Tracked<11> half = a;
  EXPECT_DOUBLE_EQ(half.err(), a.err() + 0x1p-11 * a.value);
  const F32 back = half;
  EXPECT_DOUBLE_EQ(back.err(), half.err());
  static_assert(std::is_same_v<decltype(half * a), F32>);
  static_assert(std::is_same_v<decltype(a * 2.0), Tracked<53>>, "as C++ has it");
  static_assert(std::is_same_v<decltype(a * 2), F32>);
}

// Against kernels: the error of single precision in each order of a sum is within a few times of what is carried.
TEST(TrackedNumbers, SinglePrecisionKeepsTheBound) {
  uint64_t state = 1;
  auto next = [&] { return static_cast<float>(static_cast<int64_t>((state = state * 6364136223846793005ull + 1442695040888963407ull) >> 40) - (1 << 23)) * 0x1p-20f; };
  double worst = 0;
  for (int round = 0; round < 200; ++round) {
    float up = 0, down = 0;
    F32 carried = 0.0f;
    float x[500];
    for (float& v : x) v = next();
    for (int i = 0; i < 500; ++i) up += x[i] * x[i / 2], down += x[499 - i] * x[(499 - i) / 2], carried += F32(x[i]) * F32(x[i / 2]);
    const F32 root = sqrtf(fabsf(carried));
    worst = std::max({worst, std::abs(up - carried.value) / carried.err(), std::abs(down - carried.value) / carried.err(), std::abs(std::sqrt(std::abs(up)) - root.value) / root.err()});
  }
  EXPECT_LT(worst, 1);
  EXPECT_GT(worst, 0.01) << "a bound that is this wide tells nothing";
}

}  // namespace
