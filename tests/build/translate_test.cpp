// The command lines of hipcc and nvcc users, and what clang is to be given for them.
#include "build/translate.h"
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>

using namespace wavelift;
using namespace wavelift::build;

namespace {

Toolchain toolchain() {
  return {.clang = "/L/clang++",
          .archiver = "/L/llvm-ar",
          .device_libs = "/D",
          .home = "/H",
          .build_root = "/B",
          .default_target = "gfx90a"};
}

// Objects whose names start with rdc wait for a device link, dlink.o is one; only libhipblas is there.
Facts facts() {
  return {.exists = [](const std::filesystem::path& p) {
            return p == "/B/lib/libhipblas.so" || p == "/B/lib/libamdhip64.so";
          },
          .waits_for_link = [](const std::filesystem::path& p) { return p.filename().string().starts_with("rdc"); },
          .is_device_link = [](const std::filesystem::path& p) { return p == "dlink.o"; },
          .temporary = [](const std::string& s, const char* end) { return "/T/" + s + end; }};
}

Result<Translation> run(Mode mode, const std::string& line) {
  auto words = split_words(line);
  return translate(mode, words, toolchain(), facts());
}

// The commands, one a line, with the words that every compilation gets left out.
std::string commands(Mode mode, const std::string& line) {
  auto t = run(mode, line);
  if (!t) return t.error().sentence();
  static const std::vector<std::string> usual = {
      "-nogpuinc -include __clang_hip_runtime_wrapper.h ",
      "-include wavelift_implicit.h ",
      "-mcode-object-version=5 --rocm-device-lib-path=/D ",
      "-isystem /H/include/cuda -isystem /B/include/cuda ",
      "-isystem /H/include -Wno-unused-command-line-argument -Wno-unknown-warning-option ",
      "-Wno-unknown-pragmas -Wno-unused-result -Wno-unused-value -Wno-register -Wno-c++11-narrowing ",
      "-Wno-unused-command-line-argument ",
      " /B/lib/libamdhip64.so -Wl,-rpath,/B/lib -fuse-ld=lld -no-hip-rt"};
  std::string all;
  for (const auto& c : t->commands) {
    std::string one = fmt::format("{}", fmt::join(c, " "));
    for (const auto& u : usual)
      if (size_t at = one.find(u); at != one.npos) one.erase(at, u.size());
    all += (all.empty() ? "" : "\n") + one;
  }
  return all;
}

std::string nvcc(const std::string& line) { return commands(Mode::nvcc, line); }
std::string hipcc(const std::string& line) { return commands(Mode::hipcc, line); }

TEST(Translate, WholeHipCommand) {
  auto t = run(Mode::hipcc, "-c v.hip -o v.o");
  ASSERT_TRUE(t);
  EXPECT_EQ(fmt::format("{}", fmt::join(t->commands.at(0), " ")),
            "/L/clang++ -c -O3 -nogpuinc -include __clang_hip_runtime_wrapper.h -mcode-object-version=5 "
            "--rocm-device-lib-path=/D --offload-arch=gfx90a -isystem /H/include -Wno-unused-command-line-argument "
            "-Wno-unknown-warning-option -x hip v.hip -o v.o");
}

TEST(Translate, WholeCudaLink) {
  auto t = run(Mode::nvcc, "v.cu -o v");
  ASSERT_TRUE(t);
  EXPECT_EQ(fmt::format("{}", fmt::join(t->commands.at(0), " ")),
            "/L/clang++ -O3 -nogpuinc -include __clang_hip_runtime_wrapper.h -include wavelift_implicit.h "
            "-mcode-object-version=5 --rocm-device-lib-path=/D --offload-arch=gfx90a -isystem /H/include/cuda -isystem "
            "/B/include/cuda -isystem /H/include -Wno-unused-command-line-argument -Wno-unknown-warning-option "
            "-Wno-unknown-pragmas -Wno-unused-result -Wno-unused-value -Wno-register -Wno-c++11-narrowing -x hip v.cu "
            "-x none /B/lib/libamdhip64.so -Wl,-rpath,/B/lib -fuse-ld=lld -no-hip-rt -o v");
}

TEST(Translate, TargetsOfNvidiaStandForTheDefault) {
  std::string expected = "/L/clang++ -c -O3 --offload-arch=gfx90a -x hip a.cu";
  EXPECT_EQ(nvcc("-arch=sm_60 -c a.cu"), expected);
  EXPECT_EQ(nvcc("-arch sm_90a -c a.cu"), expected);
  EXPECT_EQ(nvcc("--gpu-architecture=compute_70 --gpu-code=sm_70 -c a.cu"), expected);
  EXPECT_EQ(nvcc("-gencode arch=compute_60,code=sm_60 -gencode=arch=compute_80,code=[sm_80,compute_80] -c a.cu"), expected);
  EXPECT_EQ(nvcc("-arch=native -c a.cu"), expected);
  EXPECT_EQ(hipcc("-arch=sm_60 -c a.cu"), expected);
}

TEST(Translate, TargetsOfAmd) {
  EXPECT_EQ(hipcc("--offload-arch=gfx1030 -c a.hip"), "/L/clang++ -c -O3 --offload-arch=gfx1030 -x hip a.hip");
  EXPECT_EQ(hipcc("--offload-arch=gfx90a:xnack-,gfx942 -c a.hip"),
            "/L/clang++ -c -O3 --offload-arch=gfx90a:xnack- --offload-arch=gfx942 -x hip a.hip");
  EXPECT_EQ(nvcc("-arch=gfx942 -c a.cu"), "/L/clang++ -c -O3 --offload-arch=gfx942 -x hip a.cu");
  EXPECT_EQ(run(Mode::hipcc, "--offload-arch=rdna9 a.hip").error().exit, Exit::usage);
}

TEST(Translate, HygonTargetsCompileAsTheNearestWithTheirMacro) {
  EXPECT_EQ(hipcc("--offload-arch=gfx928 -c a.hip"),
            "/L/clang++ -c -O3 --offload-arch=gfx906 -Xarch_device -D__gfx928__=1 -x hip a.hip");
}

TEST(Translate, Gfx11NamesNo16BitHalvesOfRegisters) {
  std::string off = "-Xarch_gfx1100 -Wp,-target-feature,-real-true16 ";
  EXPECT_EQ(hipcc("--offload-arch=gfx1100 -c a.hip"), "/L/clang++ -c -O3 --offload-arch=gfx1100 " + off + "-x hip a.hip");
  EXPECT_EQ(nvcc("-arch=gfx1100 -dc a.cu"),
            "/L/clang++ -c -O3 --offload-arch=gfx1100 " + off + "-fgpu-rdc --offload-new-driver -x hip a.cu");
  EXPECT_EQ(nvcc("-arch=gfx1100 a.cu b.cpp"),
            "/L/clang++ -O3 --offload-arch=gfx1100 " + off + "-x hip a.cu -x c++ b.cpp -x none -o a.out");
  EXPECT_EQ(hipcc("--offload-arch=gfx1100 -S --offload-device-only a.hip"),
            "/L/clang++ -S -O3 --offload-arch=gfx1100 " + off + "--cuda-device-only -x hip a.hip");
  EXPECT_EQ(hipcc("--offload-arch=gfx90a,gfx1100,gfx1151 -c a.hip"),
            "/L/clang++ -c -O3 --offload-arch=gfx90a --offload-arch=gfx1100 --offload-arch=gfx1151 " + off +
                "-Xarch_gfx1151 -Wp,-target-feature,-real-true16 -x hip a.hip");
  // A cc1 that reads a preprocessed file gets no words of -Wp.
  EXPECT_EQ(hipcc("--offload-arch=gfx1100 -save-temps -c a.hip"),
            "/L/clang++ -c -O3 --offload-arch=gfx1100 -Xclang -target-feature -Xclang -real-true16 -save-temps -x hip a.hip");
  // Unless the user wants them: the later word wins.
  EXPECT_EQ(hipcc("--offload-arch=gfx1100 -mreal-true16 -c a.hip"), "/L/clang++ -c -O3 --offload-arch=gfx1100 -x hip a.hip");
  EXPECT_EQ(hipcc("--offload-arch=gfx1100 -Xclang -target-feature -Xclang +real-true16 -c a.hip"),
            "/L/clang++ -c -O3 --offload-arch=gfx1100 " + off + "-Xclang -target-feature -Xclang +real-true16 -x hip a.hip");
}

TEST(Translate, LanguagesOfInputs) {
  EXPECT_EQ(nvcc("-c a.cpp"), "/L/clang++ -c -O3 -x c++ a.cpp");
  EXPECT_EQ(hipcc("-c a.cpp"), "/L/clang++ -c -O3 --offload-arch=gfx90a -x hip a.cpp");
  EXPECT_EQ(nvcc("-x cu -c a.cpp"), "/L/clang++ -c -O3 --offload-arch=gfx90a -x hip a.cpp");
  EXPECT_EQ(hipcc("-xc++ -c a.cpp"), "/L/clang++ -c -O3 -x c++ a.cpp");
  EXPECT_EQ(nvcc("-std=c++17 -c a.c"), "/L/clang++ -c -O3 -x c a.c");
  EXPECT_EQ(run(Mode::nvcc, "-x fortran a.f").error().exit, Exit::usage);
}

TEST(Translate, MixedInputsLinkInOrder) {
  EXPECT_EQ(nvcc("-std=c++14 main.cu util.cpp old.c x.o libz.a -lm -o main"),
            "/L/clang++ -c -O3 -x c old.c -o /T/old.c.o\n"
            "/L/clang++ -std=c++14 -O3 --offload-arch=gfx90a -x hip main.cu -x c++ util.cpp -x none /T/old.c.o x.o libz.a -lm "
            "-o main");
}

TEST(Translate, OptionsOfNvcc) {
  EXPECT_EQ(nvcc("--expt-relaxed-constexpr --expt-extended-lambda -extended-lambda -maxrregcount=32 -maxrregcount 32 "
                 "-Xptxas -v --ptxas-options=-v -lineinfo -G -Wno-deprecated-gpu-targets -ccbin g++ -m64 -c a.cu"),
            "/L/clang++ -c -O3 --offload-arch=gfx90a -gline-tables-only -g -x hip a.cu");
  EXPECT_EQ(nvcc("-use_fast_math -c a.cu"),
            "/L/clang++ -c -O3 --offload-arch=gfx90a -fgpu-approx-transcendentals -fgpu-flush-denormals-to-zero "
            "-fno-hip-fp32-correctly-rounded-divide-sqrt -x hip a.cu");
  EXPECT_EQ(nvcc("-ftz=true -fmad=false -prec-div=true -prec-sqrt=false -c a.cu"),
            "/L/clang++ -c -O3 --offload-arch=gfx90a -fgpu-flush-denormals-to-zero -Xarch_device -ffp-contract=off "
            "-fno-hip-fp32-correctly-rounded-divide-sqrt -x hip a.cu");
  EXPECT_EQ(nvcc("-ftz=maybe -c a.cu"), "-ftz=maybe takes true or false, not 'maybe'");
  EXPECT_EQ(nvcc("-Werror all-warnings -c a.cu"), "/L/clang++ -c -O3 --offload-arch=gfx90a -x hip a.cu");
}

TEST(Translate, HostCompilerOptions) {
  EXPECT_EQ(nvcc("-Xcompiler -Wall,-fopenmp -Xcompiler=-O2 --compiler-options '-fPIC -mavx2' -c a.cu"),
            "/L/clang++ -c -O3 --offload-arch=gfx90a -Wall -fopenmp -O2 -fPIC -Xarch_host -mavx2 -x hip a.cu");
  EXPECT_EQ(nvcc("-Xcompiler -Werror -Xcompiler -ffast-math -c a.cu"),
            "/L/clang++ -c -O3 --offload-arch=gfx90a -Xarch_host -ffast-math -x hip a.cu");
  EXPECT_EQ(nvcc("-Xlinker -z,now a.o -o a"), "/L/clang++ -O3 -Xlinker -z -Xlinker now a.o -o a");
}

TEST(Translate, OptimisationOfDeviceCodeIsNvccsOwn) {
  EXPECT_EQ(nvcc("-O0 -c a.cu"), "/L/clang++ -c -O0 -Xarch_device -O3 --offload-arch=gfx90a -x hip a.cu");
  EXPECT_EQ(hipcc("-O0 -c a.hip"), "/L/clang++ -c -O0 --offload-arch=gfx90a -x hip a.hip");
  EXPECT_EQ(nvcc("-O 2 -c a.cpp"), "/L/clang++ -c -O2 -x c++ a.cpp");
}

TEST(Translate, StreamsOfEachThread) {
  EXPECT_EQ(nvcc("--default-stream per-thread -c a.cu"), "/L/clang++ -c -O3 --offload-arch=gfx90a -fgpu-default-stream=per-thread -x hip a.cu");
  EXPECT_EQ(nvcc("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1 -c a.cu"),
            "/L/clang++ -c -O3 --offload-arch=gfx90a -D CUDA_API_PER_THREAD_DEFAULT_STREAM=1 -fgpu-default-stream=per-thread -x hip a.cu");
  EXPECT_EQ(hipcc("-DCUDA_API_PER_THREAD_DEFAULT_STREAM -c a.hip"), "/L/clang++ -c -O3 --offload-arch=gfx90a -D CUDA_API_PER_THREAD_DEFAULT_STREAM -x hip a.hip");
}

TEST(Translate, DefinesAndPathsKeepTheirOrderAndSpelling) {
  EXPECT_EQ(hipcc("-DX=1 -D Y -I inc -Iinc2 --include-path=i3 -isystem s -UZ -include pre.h -c a.hip"),
            "/L/clang++ -c -O3 --offload-arch=gfx90a -D X=1 -D Y -I inc -I inc2 -I i3 -isystem s -U Z -include pre.h -x hip "
            "a.hip");
  EXPECT_EQ(hipcc("-MD -MF a.d -MT a.o -c a.hip -o a.o"),
            "/L/clang++ -c -O3 --offload-arch=gfx90a -MD -MF a.d -MT a.o -x hip a.hip -o a.o");
}

TEST(Translate, StepsShortOfALink) {
  EXPECT_EQ(nvcc("-E a.cu"), "/L/clang++ -E -O3 --offload-arch=gfx90a --cuda-host-only -x hip a.cu");
  EXPECT_EQ(nvcc("-M a.cu"), "/L/clang++ -M -O3 --offload-arch=gfx90a --cuda-host-only -x hip a.cu");
  EXPECT_EQ(nvcc("-cubin a.cu -o a.cubin"),
            "/L/clang++ -c -O3 --offload-arch=gfx90a --cuda-device-only --no-gpu-bundle-output -x hip a.cu -o a.cubin");
  EXPECT_EQ(hipcc("--genco a.hip -o a.co"), "/L/clang++ -c -O3 --offload-arch=gfx90a --cuda-device-only -x hip a.hip -o a.co");
  EXPECT_EQ(hipcc("-S --cuda-device-only a.hip -o -"),
            "/L/clang++ -S -O3 --offload-arch=gfx90a --cuda-device-only -x hip a.hip -o -");
  EXPECT_EQ(nvcc("-c a.cu b.cpp"),
            "/L/clang++ -c -O3 --offload-arch=gfx90a -x hip a.cu\n/L/clang++ -c -O3 -x c++ b.cpp");
  EXPECT_EQ(nvcc("-c a.cu b.cu -odir obj"), "/L/clang++ -c -O3 --offload-arch=gfx90a -x hip a.cu -o obj/a.o\n"
                                            "/L/clang++ -c -O3 --offload-arch=gfx90a -x hip b.cu -o obj/b.o");
  EXPECT_EQ(run(Mode::nvcc, "-c a.cu b.cu -o x.o").error().exit, Exit::usage);
  EXPECT_EQ(run(Mode::nvcc, "-c -o x.o").error().exit, Exit::usage);
  EXPECT_EQ(run(Mode::nvcc, "a.cu -o").error().sentence(), "-o needs a value");
}

TEST(Translate, DeviceCodeAcrossFiles) {
  std::string object = "/L/clang++ -c -O3 --offload-arch=gfx90a -fgpu-rdc --offload-new-driver -x hip a.cu -o a.o";
  EXPECT_EQ(nvcc("-rdc=true -c a.cu -o a.o"), object);
  EXPECT_EQ(nvcc("-rdc true -c a.cu -o a.o"), object);
  EXPECT_EQ(nvcc("--relocatable-device-code=true -c a.cu -o a.o"), object);
  EXPECT_EQ(nvcc("-dc a.cu -o a.o"), object);
  EXPECT_EQ(hipcc("-fgpu-rdc -c a.cu -o a.o"), object);
  EXPECT_EQ(nvcc("-rdc=false -c a.cu -o a.o"), "/L/clang++ -c -O3 --offload-arch=gfx90a -x hip a.cu -o a.o");
  // The link notices by itself, as nvcc's does.
  EXPECT_EQ(nvcc("rdc1.o x.o -o main"), "/L/clang++ -O3 rdc1.o x.o --offload-link --offload-new-driver -o main");
  EXPECT_EQ(nvcc("x.o -Ldir -lown -o main"), "/L/clang++ -L dir -O3 x.o -lown -o main");
  EXPECT_EQ(nvcc("rdc1.o dlink.o -o main"), "/L/clang++ -O3 rdc1.o dlink.o -o main");
  EXPECT_EQ(nvcc("-dlink rdc1.o rdc2.o -o dlink.o"),
            "/L/clang-linker-wrapper --host-triple=x86_64-pc-linux-gnu --linker-path=/bin/true --emit-fatbin-only rdc1.o "
            "rdc2.o -o /T/device.hipfb\n"
            "/L/llvm-offload-wrapper --kind=hip --triple=x86_64-pc-linux-gnu /T/device.hipfb -o /T/device.bc\n"
            "/L/clang++ --target=x86_64-pc-linux-gnu -c -fPIC -x ir /T/device.bc -o dlink.o");
  EXPECT_EQ(run(Mode::nvcc, "-dlink a.cu -o d.o").error().exit, Exit::usage);
}

TEST(Translate, Libraries) {
  EXPECT_EQ(nvcc("a.o -lcudart -lcuda -lcublas -lm -o a"), "/L/clang++ -O3 a.o /B/lib/libhipblas.so -lm -o a");
  EXPECT_EQ(nvcc("a.o -l cudart -Xcompiler -lgomp -o a"), "/L/clang++ -O3 a.o -lgomp -o a");
  auto t = run(Mode::hipcc, "a.o -lhipfft -o a");
  ASSERT_FALSE(t);
  EXPECT_EQ(t.error().exit, Exit::unsupported);
  EXPECT_NE(t.error().what.find("-lhipfft"), std::string::npos);
}

TEST(Translate, StaticLibrary) {
  EXPECT_EQ(nvcc("-lib a.cu b.o -o libx.a"),
            "/L/clang++ -c -O3 --offload-arch=gfx90a -x hip a.cu -o a.o\n/L/llvm-ar rcs libx.a a.o b.o");
  EXPECT_EQ(nvcc("-shared -Xcompiler -fPIC a.o -o liba.so"), "/L/clang++ -shared -fPIC -O3 a.o -o liba.so");
}

TEST(Translate, OptionFiles) {
  std::string file = testing::TempDir() + "wl-options";
  std::ofstream(file) << "-DA=\"1 2\" -I 'my dir'\n-c\n";
  std::string expected = "/L/clang++ -c -O3 --offload-arch=gfx90a -D A=1 2 -I my dir -x hip a.cu";
  EXPECT_EQ(nvcc("@" + file + " a.cu"), expected);
  EXPECT_EQ(nvcc("--options-file " + file + " a.cu"), expected);
  EXPECT_EQ(run(Mode::nvcc, "@/nowhere a.cu").error().exit, Exit::no_input);
  std::ofstream(file) << "@" << file;
  EXPECT_EQ(run(Mode::nvcc, "@" + file).error().exit, Exit::usage);
  std::remove(file.c_str());
}

TEST(Translate, UnknownOptionsGoToClang) {
  EXPECT_EQ(hipcc("-fno-exceptions -Wextra -munsafe-fp-atomics -mllvm -x=1 -Xclang -y -c a.hip"),
            "/L/clang++ -c -O3 --offload-arch=gfx90a -fno-exceptions -Wextra -munsafe-fp-atomics -mllvm -x=1 -Xclang -y -x "
            "hip a.hip");
}

TEST(Flags, NamesAreUniqueForEachMode) {
  for (Mode mode : {Mode::hipcc, Mode::nvcc})
    for (const Flag& f : flags()) {
      if (f.who != For::both && (f.who == For::hipcc) != (mode == Mode::hipcc)) continue;
      std::string_view value;
      bool has = false;
      EXPECT_EQ(find_flag(mode, fmt::format("-{}", f.name), value, has), &f) << f.name;
    }
}

TEST(SplitWords, QuotesAndBackslashes) {
  EXPECT_EQ(split_words("a  'b c' \"d\\\"e\" f\\ g ''"), (std::vector<std::string>{"a", "b c", "d\"e", "f g", ""}));
}

}  // namespace
