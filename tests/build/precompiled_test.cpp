#include "build/precompiled.h"
#include "build/translate.h"
#include <gtest/gtest.h>

using namespace wavelift::build;

namespace {

std::string key(const std::string& line) { return prefix_key(split_words("clang++ " + line)); }

const std::string usual = "-c -O3 -include __clang_hip_runtime_wrapper.h --offload-arch=gfx90a -x hip a.hip";

TEST(PrefixKey, LeavesOutWhatThePrefixCannotSee) {
  EXPECT_EQ(key(usual), "clang++\n-O3\n-include\n__clang_hip_runtime_wrapper.h\n--offload-arch=gfx90a\n");
  EXPECT_EQ(key(usual + " -o b.o"), key(usual));
  EXPECT_EQ(key("-I inc -D BLOCK=32 -Wall -MD -MF a.d -include own.h -lm " + usual), key(usual));
  EXPECT_EQ(key("--cuda-device-only --no-gpu-bundle-output " + usual), key(usual));
}

TEST(PrefixKey, HoldsWhatChangesItsMeaning) {
  for (const char* more : {"-std=c++14", "-fopenmp", "-D NDEBUG", "-D _GLIBCXX_DEBUG", "-D HIP_ENABLE_WARP_SYNC_BUILTINS", "-isystem x",
                           "-fgpu-rdc", "-O0", "-Xarch_host -march=native", "-include wavelift_implicit.h",
                           "--offload-arch=gfx1100", "-g"})
    EXPECT_NE(key(more + (" " + usual)), key(usual)) << more;
  EXPECT_NE(key("-Xarch_gfx90a -Wp,-DX " + usual), key("-Xarch_gfx90a -Wp,-DY " + usual));
}

TEST(PrefixKey, NoneWhereAPrecompiledHeaderDoesNotFit) {
  EXPECT_EQ(key("-c -x c++ a.cpp"), "");
  EXPECT_EQ(key("-x hip a.cu -x c++ b.cpp -o a"), "");
  EXPECT_EQ(key("-E " + usual), "");
  EXPECT_EQ(key("-M " + usual), "");
  EXPECT_EQ(key("--cuda-host-only " + usual), "");
  EXPECT_EQ(key("a.o b.o -o a"), "");
  EXPECT_NE(key("-x hip a.cu -x none b.o -o a"), "");
}

}  // namespace
