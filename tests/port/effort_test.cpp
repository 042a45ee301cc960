// Which kernels of a project a person must look at.
#include "base/files.h"
#include "port/effort.h"
#include "port/project.h"
#include <gtest/gtest.h>
#include <unistd.h>

using namespace wavelift;
using namespace wavelift::port;
namespace fs = std::filesystem;

TEST(Effort, KernelsAndWhatTheyCall) {
  const fs::path dir = fs::temp_directory_path() / ("wavelift-effort-" + std::to_string(::getpid()));
  ASSERT_TRUE(write_file(dir / "in/help.cuh", "__device__ inline int left(int v) {\n  asm(\"frob.u32 %0;\" : \"=r\"(v));\n  return v;\n}\n__device__ int fine(int v) { return v; }\n"));
  ASSERT_TRUE(write_file(dir / "in/main.cu",
                         "#include \"help.cuh\"\n"
                         "template <typename T> __global__ void __launch_bounds__(256) good(T* p) { p[0] = fine(1); }\n"
                         "__global__ void calls(int* p) { p[0] = left(1); }\n"
                         "__global__ void declared(int* p);\n"
                         "__device__ int between(int v) { return left(v); }\n"
                         "__global__ void\nby_two(int* p)\n{\n  p[0] = between(1);\n}\n"
                         "__global__ void own(int* p) { asm(\"frob.u32 %0;\" : \"=r\"(p[0])); asm(\"frob.u32 %0;\" : \"=r\"(p[1])); }\n"
                         "__global__ void second(int* p) { asm(\"frob.u32 %0;\" : \"=r\"(p[2])); }\n"
                         "int main() { cudaFrobnicate(); good<<<1, 1>>>(p); }\n"));
  PortOptions o;
  o.input = dir / "in";
  o.diff = true;
  auto r = port_path(o);
  ASSERT_TRUE(r) << r.error().sentence();
  std::string seen;
  for (const auto& k : r->kernels) {
    seen += k.name + ":" + std::to_string(k.line);
    for (int code : k.codes) seen += " " + std::to_string(code);
    seen += "\n";
  }
  EXPECT_EQ(seen, "good:2\ncalls:3 1301\nby_two:7 1301\nown:11 1301\nsecond:12 1301\n");
  fs::remove_all(dir);
}

// Each of the functions of one name stands for all of them: what they call is looked at once, not once for each.
TEST(Effort, NamesThatComeOften) {
  std::vector<DeviceFunction> functions;
  for (uint32_t k = 0; k < 4000; ++k) {
    functions.push_back({"help", "a.cu", k, false, {"help", "deep"}, {}});
    functions.push_back({"kernel", "a.cu", k, true, {"help"}, {}});
  }
  functions.push_back({"deep", "a.cu", 4000, false, {"help"}, {1301}});
  const auto kernels = effort_of(functions);
  ASSERT_EQ(kernels.size(), 4000u);
  for (const auto& k : kernels) EXPECT_EQ(k.codes, std::vector<int>{1301});
}
