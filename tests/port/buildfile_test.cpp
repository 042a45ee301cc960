#include "port/buildfile.h"
#include <gtest/gtest.h>

using namespace wavelift::port;

namespace {

std::string make(std::string_view text) {
  BuildFileOptions o;
  return port_makefile(text, "Makefile", o).edits.apply(text);
}
std::string cmake(std::string_view text) {
  BuildFileOptions o;
  return port_cmake(text, "CMakeLists.txt", o).edits.apply(text);
}

}  // namespace

TEST(Makefile, CompilerTargetFlagsAndLibraries) {
  EXPECT_EQ(make("CC        = nvcc\nARCH      = sm_60\n"
                 "CFLAGS := $(EXTRA_CFLAGS) -std=c++17 -Xcompiler -Wall -arch=$(ARCH)\n"
                 "LDFLAGS = -lcublas -lm\n%.o: %.cu Makefile\n\t$(CC) $(CFLAGS) -c $< -o $@\n"),
            "CC        = hipcc\nARCH      = gfx90a\n"
            "CFLAGS := $(EXTRA_CFLAGS) -std=c++17 -Wall --offload-arch=$(ARCH)\n"
            "LDFLAGS = -lhipblas -lm\n%.o: %.cu Makefile\n\t$(CC) $(CFLAGS) -c $< -o $@\n");
}

TEST(Makefile, PathsToNvccGo) {
  EXPECT_EQ(make("ARCH=gfx942\nNVCC := $(CUDA_HOME)/bin/nvcc\nI = -I$(CUDA_HOME)/include -I./cuda\n"), "ARCH=gfx942\nNVCC := hipcc\nI = -I./cuda\n");
}

TEST(Makefile, ManyArchitecturesAreOne) {
  EXPECT_EQ(make("F = -O3 -gencode arch=compute_70,code=sm_70 \\\n  -gencode arch=compute_80,code=sm_80 -g\n"),
            "ARCH ?= gfx90a\nF = -O3 --offload-arch=$(ARCH) \\\n  -g\n");
}

TEST(Makefile, FlagsWithValues) {
  EXPECT_EQ(make("ARCH=sm_80\nF = -Xcompiler -Wall,-fopenmp -Xcompiler=\"-O2\" -Xptxas -v --default-stream per-thread -rdc=true -x cu\n"),
            "ARCH=gfx90a\nF = -Wall -fopenmp -O2 -fgpu-default-stream=per-thread -fgpu-rdc -x hip\n");
  EXPECT_EQ(make("F = -use_fast_math --expt-relaxed-constexpr -lineinfo -dc\n"),
            "F = -fgpu-flush-denormals-to-zero -fgpu-approx-transcendentals -fno-hip-fp32-correctly-rounded-divide-sqrt -gline-tables-only -fgpu-rdc -c\n");
}

TEST(Makefile, PerThreadStreamsAreAFlag) {
  EXPECT_EQ(make("F = -DCUDA_API_PER_THREAD_DEFAULT_STREAM -DOTHER\n"), "F = -fgpu-default-stream=per-thread -DOTHER\n");
}

TEST(Makefile, PtxForLaterGpusIsSaid) {
  BuildFileOptions o;
  std::string_view text = "F = -gencode arch=compute_70,code=sm_70 -gencode arch=compute_80,code=compute_80\n";
  auto r = port_makefile(text, "Makefile", o);
  EXPECT_EQ(r.edits.apply(text), "ARCH ?= gfx90a\nF = --offload-arch=$(ARCH)\n");
  ASSERT_EQ(r.findings.size(), 1u);
  EXPECT_EQ(r.findings[0].code, 1523);
  EXPECT_TRUE(port_makefile("F = -arch=sm_80 -gencode arch=compute_80,code=sm_80\n", "Makefile", o).findings.empty());
}

TEST(Makefile, LibrariesOfRelocatableCode) {
  EXPECT_EQ(make("NVCC = nvcc\nl.a: a.o\n\t$(NVCC) -lib -o $@ a.o\n"), "NVCC = hipcc\nl.a: a.o\n\t$(NVCC) --emit-static-lib -o $@ a.o\n");
  BuildFileOptions o;
  auto r = port_makefile("F = -dc\nl.a: a.o\n\tar rcs $@ a.o\n", "Makefile", o);
  ASSERT_EQ(r.findings.size(), 1u);
  EXPECT_EQ(r.findings[0].code, 1522);
  EXPECT_EQ(r.findings[0].line, 3u);
  EXPECT_TRUE(port_makefile("F = -c\nl.a: a.o\n\tar rcs $@ a.o\n", "Makefile", o).findings.empty());
}

TEST(Makefile, TheOptionsOfNvcxx) {
  EXPECT_EQ(make("CC = nvc++\nARCH = sm_70\nF = -stdpar=gpu -O2 -cudalib=cublas,curand -gpu=$(ARCH) -cuda\n"),
            "CC = hipcc\nARCH = gfx90a\nF = -O2 -lhipblas -lhiprand --offload-arch=$(ARCH)\n");
  EXPECT_EQ(make("F = -stdpar -O2 -Minfo=stdpar\n"), "F = -O2\n");
  BuildFileOptions o;
  auto r = port_makefile("F = -stdpar\n", "Makefile", o);
  ASSERT_EQ(r.findings.size(), 1u);
  EXPECT_EQ(r.findings[0].code, 1501);
}

TEST(Makefile, FoldersOfNvidiasSdkAreReported) {
  BuildFileOptions o;
  std::string_view text = "SDK = /opt/nvidia/hpc_sdk/Linux_x86_64/24.5\nMPI = $(SDK)/comm_libs/mpi\nX = /opt/nvidia/hpc_sdk/y\n";
  auto r = port_makefile(text, "Makefile", o);
  EXPECT_EQ(r.edits.apply(text), text);
  ASSERT_EQ(r.findings.size(), 1u);
  EXPECT_EQ(r.findings[0].code, 1504);
  EXPECT_EQ(r.findings[0].line, 1u);
}

TEST(Makefile, CommentsStayAndFindingsNameTheirLine) {
  EXPECT_EQ(make("# CC = nvcc\nA = b # -lcublas\n"), "# CC = nvcc\nA = b # -lcublas\n");
  BuildFileOptions o;
  auto r = port_makefile("\nF = -maxrregcount=32\nL = -lcudnn\n", "Makefile", o);
  ASSERT_EQ(r.findings.size(), 2u);
  EXPECT_EQ(r.findings[0].code, 1501);
  EXPECT_EQ(r.findings[0].line, 2u);
  EXPECT_EQ(r.findings[1].code, 1505);
}

TEST(Makefile, NvidiasToolsAreLookedForAndSaid) {
  const std::string_view text =
      "NVCC := $(shell which nvcc 2>/dev/null)\nN=$(shell command -v nvcc)\nV := $(shell nvcc --version | grep release)\nCC := $(shell __nvcc_device_query)\n"
      "ncu: main\n\tncu --set full ./main\n\t/opt/bin/nsys profile ./main # nvprof\n\tnvcc -c k.cu\n.PHONY: ncu\n";
  auto r = port_makefile(text, "Makefile", {});
  EXPECT_EQ(r.edits.apply(text),
      "NVCC := $(shell which hipcc 2>/dev/null)\nN=$(shell command -v hipcc)\nV := $(shell nvcc --version | grep release)\nCC := $(shell __nvcc_device_query)\n"
      "ncu: main\n\tncu --set full ./main\n\t/opt/bin/nsys profile ./main # nvprof\n\thipcc -c k.cu\n.PHONY: ncu\n");
  std::vector<std::pair<std::string, uint32_t>> found;
  for (const auto& f : r.findings) {
    EXPECT_EQ(f.code, 1507);
    found.emplace_back(f.subject, f.line);
  }
  EXPECT_EQ(found, (std::vector<std::pair<std::string, uint32_t>>{{"nvcc", 3}, {"__nvcc_device_query", 4}, {"ncu", 6}, {"nsys", 7}}));
}

TEST(Makefile, PortedTwiceIsPortedOnce) {
  std::string once = make("CC = nvcc\nF = -arch=sm_70 -Xcompiler -fopenmp -use_fast_math -G -lcufft\n");
  EXPECT_EQ(make(once), once);
}

TEST(Makefile, HeadersFromOutsideAreFoundFirst) {
  BuildFileOptions o;
  o.include_dirs["../other"] = "wavelift-external/other";
  std::string_view text = "S = ../other\nF = -I$(S) -O2\n";
  std::string once = port_makefile(text, "Makefile", o).edits.apply(text);
  EXPECT_EQ(once, "S = ../other\nF = -Iwavelift-external/other -I$(S) -O2\n");
  EXPECT_EQ(port_makefile(once, "Makefile", o).edits.apply(once), once);
  EXPECT_EQ(makefile_include_dirs(text), std::vector<std::string>{"../other"});
}

TEST(Makefile, MacrosAreThoseOfThePlainBuild) {
  using Macros = std::vector<std::string>;
  auto macros = [](std::string_view text) { return makefile_macros(text).value_or(Macros{"unknown"}); };
  const std::string debug = "F += -g -DDEBUG\nelse\nF += -DNDEBUG\nendif\nF += -DN=4\n";
  EXPECT_EQ(macros("DEBUG = no\nifeq ($(DEBUG),yes)\n" + debug), (Macros{"-DNDEBUG", "-DN=4"}));
  EXPECT_EQ(macros("DEBUG := yes # or no\nifeq ($(DEBUG), yes)\n" + debug), (Macros{"-DDEBUG", "-DN=4"}));
  EXPECT_EQ(macros("ifneq \"$(DEBUG)\" \"\"\n" + debug), (Macros{"-DNDEBUG", "-DN=4"})) << "nobody sets it";
  EXPECT_EQ(macros("ifdef DEBUG\n" + debug), (Macros{"-DNDEBUG", "-DN=4"}));
  EXPECT_EQ(macros("DEBUG ?= 1\nifdef DEBUG\n" + debug), (Macros{"-DDEBUG", "-DN=4"}));
  EXPECT_EQ(macros("include config.mk\nifdef DEBUG\n" + debug), (Macros{"-DDEBUG", "-DNDEBUG", "-DN=4"})) << "who knows";
  EXPECT_EQ(macros("ifeq ($(shell uname),Linux)\n" + debug), (Macros{"-DDEBUG", "-DNDEBUG", "-DN=4"}));
  EXPECT_EQ(macros("K = b\nifeq ($(K),a)\nF = -DA\nelse ifeq ($(K),b)\nF = -DB\nifdef K\nF += \\\n -DK\nelse\nF += -DL \\\n -DM\nendif\nelse\nF = -DC\nendif\n"), (Macros{"-DB", "-DK"}));
  EXPECT_EQ(macros("ifeq (unfinished\nF = -DA\nelse\nF = -DB\n"), (Macros{"-DA", "-DB"}));
  const std::string text = "all:\n\tcc x.c\nifdef A\n\tcc y.c\nendif\n";
  EXPECT_EQ(makefile_as_taken(text), "all:\n\tcc x.c\n       \n       \nendif\n");
}

TEST(CMake, LanguagesPackagesAndTargets) {
  EXPECT_EQ(cmake("project(x LANGUAGES CXX CUDA) # CUDA\nfind_package(CUDAToolkit 11 REQUIRED)\nset(CMAKE_CUDA_ARCHITECTURES 70 80)\n"
                  "add_executable(x main.cu a.cpp)\ntarget_link_libraries(x CUDA::cublas)\n"),
            "project(x LANGUAGES CXX HIP) # CUDA\nfind_package(hip  REQUIRED)\nset(CMAKE_HIP_ARCHITECTURES gfx90a )\n"
            "add_executable(x main.cu a.cpp)\nset_source_files_properties(main.cu PROPERTIES LANGUAGE HIP)\ntarget_link_libraries(x roc::hipblas)\n");
}

TEST(CMake, PortedTwiceIsPortedOnce) {
  std::string once = cmake("project(x CUDA)\nadd_library(l k.cu)\ntarget_compile_options(l PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-use_fast_math>)\n");
  EXPECT_EQ(cmake(once), once);
  EXPECT_NE(once.find("COMPILE_LANGUAGE:HIP"), std::string::npos);
}
