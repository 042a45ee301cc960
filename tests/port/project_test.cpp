// Files and folders: what is written, what is refused, what is never lost.
#include "base/files.h"
#include "port/project.h"
#include "port/manifest.h"
#include <filesystem>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <csignal>
#include <unistd.h>

using namespace wavelift;
using namespace wavelift::port;
namespace fs = std::filesystem;

namespace {

class Project : public ::testing::Test {
protected:
  fs::path dir;
  void SetUp() override {
    dir = fs::temp_directory_path() / ("wavelift-port-test-" + std::to_string(::getpid()));
    fs::remove_all(dir);
    fs::create_directories(dir / "support");
    put("support/wavelift_warp.h", "warp\n");
    put("support/wavelift_cuda.h", "cuda\n");
    put("support/wavelift_fast_math.h", "fast\n");
  }
  void TearDown() override { fs::remove_all(dir); }

  void put(const std::string& path, const std::string& text) { ASSERT_TRUE(write_file(dir / path, text)); }
  std::string get(const std::string& path) {
    auto t = read_file(dir / path);
    return t ? *t : "(missing)";
  }
  PortOptions options(const std::string& in, const std::string& out = "") {
    PortOptions o;
    o.input = dir / in;
    if (!out.empty()) o.output = dir / out;
    o.support = dir / "support";
    return o;
  }
  Action action(const PortReport& r, const std::string& path) {
    for (const auto& f : r.files)
      if (f.path == path) return f.action;
    ADD_FAILURE() << path << " is not in the report";
    return Action::failed;
  }
};

}  // namespace

TEST_F(Project, AFolderIsPortedAndTheRestCopied) {
  put("in/main.cu", "int x = warpSize;\n");
  put("in/sub/k.cuh", "__shfl_sync(1, 2, 3);\n");
  put("in/data.bin", std::string("a\0b", 3));
  put("in/Makefile", "CC = nvcc\n");
  put("in/old.o", "object");
  fs::create_directories(dir / "in/empty");
  auto r = port_path(options("in", "out"));
  ASSERT_TRUE(r) << r.error().sentence();
  EXPECT_EQ(get("out/main.cu"), "#include <hip/hip_runtime.h>\n#include \"wavelift_warp.h\"\nint x = wl32::warp_size;\n");
  EXPECT_EQ(get("out/sub/k.cuh"), "#include \"../wavelift_warp.h\"\nwl32::shfl_sync(1, 2, 3);\n");
  EXPECT_EQ(get("out/data.bin"), std::string("a\0b", 3));
  EXPECT_EQ(get("out/Makefile"), "CC = hipcc\n");
  EXPECT_EQ(get("out/wavelift_warp.h"), "warp\n");
  EXPECT_EQ(get("out/old.o"), "(missing)");
  EXPECT_TRUE(fs::is_directory(dir / "out/empty"));
  EXPECT_EQ(action(*r, "old.o"), Action::skipped);
}

TEST_F(Project, WhatAMakefileIncludesIsAMakefile) {
  put("in/sub/Makefile", "CONF = ../config\ninclude $(CONF)/make.def\n  -include ../sys/rules $(UNKNOWN)\nall: ; echo include ../config/not.def\n");
  put("in/config/make.def", "include deeper.def beside.def\nNVCC = nvcc\n");
  put("in/config/beside.def", "BESIDE = nvcc\n");
  put("in/sub/deeper.def", "DEEP = nvcc\n");
  put("in/config/not.def", "NVCC = nvcc\n");
  put("in/sys/rules", "CC = nvcc\n");
  auto r = port_path(options("in", "out"));
  ASSERT_TRUE(r) << r.error().sentence();
  EXPECT_EQ(get("out/config/make.def"), "include deeper.def beside.def\nNVCC = hipcc\n");
  EXPECT_EQ(get("out/config/beside.def"), "BESIDE = hipcc\n");
  EXPECT_EQ(get("out/sub/deeper.def"), "DEEP = hipcc\n");
  EXPECT_EQ(get("out/sys/rules"), "CC = hipcc\n");
  EXPECT_EQ(get("out/config/not.def"), "NVCC = nvcc\n");
}

TEST_F(Project, ScriptsThatCallNvidiasToolsAreNamed) {
  put("in/a.sh", "#!/bin/sh\n# nvidia-smi\necho $nvcc; nvcc=1\nif ! command -v nvidia-smi; then nvidia-smi; fi\n/usr/local/cuda/bin/nvcc -c k.cu\n");
  put("in/b.sh", "make run # ncu\necho nvcc-flags\n");
  auto r = port_path(options("in", "out"));
  ASSERT_TRUE(r) << r.error().sentence();
  std::vector<Finding> found;
  for (const auto& f : r->files) found.insert(found.end(), f.findings.begin(), f.findings.end());
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].code, 1507);
  EXPECT_EQ(found[0].file, "a.sh");
  EXPECT_EQ(found[0].line, 4u);
  EXPECT_EQ(found[0].column, 17u);
  EXPECT_EQ(found[0].subject, "nvidia-smi");
  EXPECT_EQ(found[1].line, 5u);
  EXPECT_EQ(found[1].subject, "nvcc");
  EXPECT_EQ(get("out/a.sh"), get("in/a.sh"));
}

TEST_F(Project, FastMathIsThatOfTheBuildFiles) {
  const std::string source = "#include <hip/hip_runtime.h>\n__device__ float f(float x) { return powf(x, 3); }\n";
  const std::string fast = "#include <hip/hip_runtime.h>\n#include \"../wavelift_fast_math.h\"\n__device__ float f(float x) { return wlfast::powf(x, 3); }\n";
  struct {
    const char *name, *text;
    bool fast;
  } const builds[] = {
      {"Makefile", "F = -O3 -use_fast_math\n", true},
      {"Makefile", "F = \"-O3 --use_fast_math\"\n", true},
      {"Makefile", "F = -O3 # -use_fast_math\n", false},
      {"CMakeLists.txt", "target_compile_options(l PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-use_fast_math>)\n", true},
      {"CMakeLists.txt", "# target_compile_options(l PRIVATE -use_fast_math)\n", false},
      {"notes.txt", "-use_fast_math\n", false},
  };
  for (const auto& b : builds) {
    fs::remove_all(dir / "in");
    fs::remove_all(dir / "out");
    put("in/sub/k.cu", source);
    put(std::string("in/") + b.name, b.text);
    auto r = port_path(options("in", "out"));
    ASSERT_TRUE(r) << r.error().sentence();
    EXPECT_EQ(get("out/sub/k.cu"), b.fast ? fast : source) << b.text;
    EXPECT_EQ(get("out/wavelift_fast_math.h"), b.fast ? "fast\n" : "(missing)") << b.text;
  }
}

TEST_F(Project, WhatIsNotCudaIsCopiedAndSaidSo) {
  put("in/a.cpp", "int main() {}\n");
  auto r = port_path(options("in", "out"));
  ASSERT_TRUE(r);
  EXPECT_FALSE(r->any_cuda);
  EXPECT_EQ(get("out/a.cpp"), "int main() {}\n");
}

TEST_F(Project, BadInputIsRefusedWithASentence) {
  put("bin.cu", std::string("a\0b", 3));
  put("utf16.cu", "\xFF\xFEx");
  for (auto [in, code] : {std::pair{"nothing", Exit::no_input}, std::pair{"bin.cu", Exit::no_input}, std::pair{"utf16.cu", Exit::no_input}, std::pair{"support", Exit::usage}}) {
    auto r = port_path(options(in));
    ASSERT_FALSE(r) << in;
    EXPECT_EQ(r.error().exit, code) << in;
    EXPECT_FALSE(r.error().what.empty());
  }
}

TEST_F(Project, ABinarySourceInAFolderIsCopied) {
  std::string bytes("cudaFree\0", 9);
  put("in/x.cu", bytes);
  auto r = port_path(options("in", "out"));
  ASSERT_TRUE(r);
  EXPECT_EQ(get("out/x.cu"), bytes);
}

TEST_F(Project, AFullFolderIsRefusedAndAnEarlierPortsIsNot) {
  put("in/a.cu", "cudaFree(p);\n");
  put("out/mine.txt", "mine");
  auto refused = port_path(options("in", "out"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().exit, Exit::output);
  EXPECT_EQ(get("out/mine.txt"), "mine");
  EXPECT_EQ(get("out/a.cu"), "(missing)");
  auto o = options("in", "out");
  o.force = true;
  ASSERT_TRUE(port_path(o));
  EXPECT_EQ(get("out/mine.txt"), "mine");

  ASSERT_TRUE(port_path(options("in", "two")));
  put("in/a.cu", "cudaFree(q);\n");
  auto again = port_path(options("in", "two"));
  ASSERT_TRUE(again) << again.error().sentence();
  EXPECT_EQ(get("two/a.cu"), "#include <hip/hip_runtime.h>\nhipFree(q);\n");
}

namespace {
const std::string before = "#include <hip/hip_runtime.h>\n";
std::vector<int> codes(const PortReport& r) {
  std::vector<int> out;
  for (const auto& f : r.files)
    for (const auto& x : f.findings) out.push_back(x.code);
  return out;
}
}  // namespace

TEST_F(Project, EditsAndChangesOfTheSourceAreMerged) {
  put("in/a.cu", "cudaFree(p);\nint a;\nint b;\nint c;\n");
  put("in/same.cu", "cudaFree(s);\n");
  ASSERT_TRUE(port_path(options("in", "out")));
  put("out/a.cu", before + "hipFree(p);\nint a;\nint b;\nint c;  // mine\n");
  put("out/same.cu", before + "hipFree(s);  // mine\n");
  put("in/a.cu", "cudaFree(p); cudaFree(q);\nint a;\nint b;\nint c;\n");
  auto r = port_path(options("in", "out"));
  ASSERT_TRUE(r) << r.error().sentence();
  const std::string merged = before + "hipFree(p); hipFree(q);\nint a;\nint b;\nint c;  // mine\n";
  EXPECT_EQ(get("out/a.cu"), merged);
  EXPECT_EQ(action(*r, "a.cu"), Action::merged);
  EXPECT_EQ(get("out/same.cu"), before + "hipFree(s);  // mine\n");
  EXPECT_EQ(action(*r, "same.cu"), Action::kept);
  EXPECT_EQ(get("out/same.cu.ported"), "(missing)");
  EXPECT_EQ(codes(*r), std::vector{1604});

  // Once more with nothing new: the edits are edits still, and nothing happens.
  auto again = port_path(options("in", "out"));
  ASSERT_TRUE(again);
  EXPECT_EQ(get("out/a.cu"), merged);
  EXPECT_EQ(codes(*again), std::vector<int>{});

  // And once more with a change: it is merged against the text of the port before.
  put("in/a.cu", "cudaFree(p); cudaFree(q);\nint a, more;\nint b;\nint c;\n");
  ASSERT_TRUE(port_path(options("in", "out")));
  EXPECT_EQ(get("out/a.cu"), before + "hipFree(p); hipFree(q);\nint a, more;\nint b;\nint c;  // mine\n");
}

TEST_F(Project, EditsThatConflictAreMarkedAndLoseNothing) {
  put("in/a.cu", "cudaFree(p);\n\n\nint b;\n");
  ASSERT_TRUE(port_path(options("in", "out")));
  put("out/a.cu", before + "by_hand(p);\n\n\nint by_hand;\n");
  put("in/a.cu", "cudaFree(new_one);\n\n\nint fresh;\n");
  auto r = port_path(options("in", "out"));
  ASSERT_TRUE(r) << r.error().sentence();
  const std::string text = get("out/a.cu");
  for (const char* part : {"<<<<<<< edited by hand\nby_hand(p);\n", "hipFree(new_one);\n>>>>>>> new port\n", "int by_hand;\n", "int fresh;\n", "||||||| last port\nhipFree(p);\n"})
    EXPECT_NE(text.find(part), text.npos) << part << "in\n" << text;
  ASSERT_EQ(codes(*r), std::vector{1605});
  for (const auto& f : r->files)
    if (f.path == "a.cu") EXPECT_EQ(f.findings[0].message.substr(0, 8), "2 places");
}

TEST_F(Project, EditsStayWhereTheLastTextIsNotKnown) {
  put("in/a.cu", "cudaFree(p);\n");
  ASSERT_TRUE(port_path(options("in", "out")));
  put("out/a.cu", "by hand\n");
  put("in/a.cu", "cudaFree(new_one);\n");
  for (const char* texts : {"", "wavelift port texts 1: what the last `wl port` wrote, so that the next one can merge\n999 a.cu\nshort\n"}) {
    put("out/.wavelift-port.texts", texts);
    auto r = port_path(options("in", "out"));
    ASSERT_TRUE(r);
    EXPECT_EQ(get("out/a.cu"), "by hand\n");
    EXPECT_EQ(get("out/a.cu.ported"), before + "hipFree(new_one);\n");
    EXPECT_EQ(action(*r, "a.cu"), Action::kept);
    EXPECT_EQ(codes(*r), std::vector{1603});
  }
}

TEST_F(Project, TheRecordsOfAnEarlierPortAreNoPartOfTheProgram) {
  put("in/a.cu", "cudaFree(p);\n");
  ASSERT_TRUE(port_path(options("in", "one")));
  ASSERT_NE(get("one/.wavelift-port.texts"), "(missing)");
  auto r = port_path(options("one", "two"));
  ASSERT_TRUE(r);
  ASSERT_EQ(r->files.size(), 1u);
  EXPECT_EQ(r->files[0].path, "a.cu");
}

TEST_F(Project, InPlaceKeepsTheOriginalForGood) {
  put("in/a.cu", "cudaFree(p);\n");
  auto o = options("in");
  o.in_place = true;
  ASSERT_TRUE(port_path(o));
  EXPECT_EQ(get("in/a.cu.cuda"), "cudaFree(p);\n");
  ASSERT_TRUE(port_path(o));
  EXPECT_EQ(get("in/a.cu"), "#include <hip/hip_runtime.h>\nhipFree(p);\n");
  EXPECT_EQ(get("in/a.cu.cuda"), "cudaFree(p);\n");
  EXPECT_EQ(get("in/a.cu.cuda.1"), "(missing)");
  put("in/a.cu", "cudaFree(other);\n");
  ASSERT_TRUE(port_path(o));
  EXPECT_EQ(get("in/a.cu.cuda"), "cudaFree(p);\n");
  EXPECT_EQ(get("in/a.cu.cuda.1"), "cudaFree(other);\n");
}

TEST_F(Project, OneFileGoesWhereItIsSentAndReplacesNothing) {
  put("a.cu", "cudaFree(p);\n");
  auto r = port_path(options("a.cu"));
  ASSERT_TRUE(r);
  EXPECT_EQ(r->files[0].text, "#include <hip/hip_runtime.h>\nhipFree(p);\n");
  ASSERT_TRUE(port_path(options("a.cu", "b.cu")));
  EXPECT_EQ(get("b.cu"), r->files[0].text);
  ASSERT_TRUE(port_path(options("a.cu", "b.cu"))) << "the same bytes are there already";
  put("b.cu", "mine");
  auto refused = port_path(options("a.cu", "b.cu"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().exit, Exit::output);
  EXPECT_EQ(get("b.cu"), "mine");
  EXPECT_FALSE(port_path(options("a.cu", "a.cu")));
  EXPECT_EQ(get("a.cu"), "cudaFree(p);\n");
}

TEST_F(Project, DiffWritesNothing) {
  put("in/a.cu", "cudaFree(p);\n");
  auto o = options("in");
  o.diff = true;
  auto r = port_path(o);
  ASSERT_TRUE(r);
  EXPECT_NE(r->files[0].diff.find("+hipFree(p);"), std::string::npos);
  EXPECT_EQ(get("in/a.cu"), "cudaFree(p);\n");
}

TEST_F(Project, LinksAreMadeAgainAndLoopsDoNotMatter) {
  put("in/a.cu", "cudaFree(p);\n");
  put("elsewhere.h", "cudaFree(z);\n");
  fs::create_symlink("a.cu", dir / "in/same.cu");
  fs::create_symlink("..", dir / "in/loop");
  fs::create_symlink("gone", dir / "in/broken");
  fs::create_symlink("../elsewhere.h", dir / "in/out.h");
  auto r = port_path(options("in", "out"));
  ASSERT_TRUE(r) << r.error().sentence();
  EXPECT_EQ(fs::read_symlink(dir / "out/same.cu"), "a.cu");
  EXPECT_EQ(fs::read_symlink(dir / "out/broken"), "gone");
  EXPECT_EQ(get("out/out.h"), "hipFree(z);\n");
  EXPECT_FALSE(fs::is_symlink(dir / "out/out.h"));
}

TEST_F(Project, TheOutputInsideTheInputIsNotPartOfIt) {
  put("in/a.cu", "cudaFree(p);\n");
  ASSERT_TRUE(port_path(options("in", "in/out")));
  ASSERT_TRUE(port_path(options("in", "in/out")));
  EXPECT_FALSE(fs::exists(dir / "in/out/out"));
}

TEST_F(Project, ADeepTreePasses) {
  std::string path = "in";
  for (int i = 0; i < 60; ++i) path += "/a-folder-with-a-name";
  put(path + "/x.cu", "__syncwarp();\n");
  auto r = port_path(options("in", "out"));
  ASSERT_TRUE(r) << r.error().sentence();
  EXPECT_EQ(action(*r, (path + "/x.cu").substr(3)), Action::ported);
}

TEST_F(Project, HeadersFromASiblingFolderComeAlong) {
  put("other/k.h", "#include \"u.h\"\n__shfl_sync(1, 2, 3);\n");
  put("other/u.h", "int u;\n");
  put("other/unused.h", "cudaFree(1);\n");
  put("in/main.cu", "#include \"k.h\"\n#include \"../other/k.h\"\n");
  put("in/Makefile", "CC = nvcc\nF = -I../other\n");
  auto r = port_path(options("in", "out"));
  ASSERT_TRUE(r) << r.error().sentence();
  EXPECT_EQ(get("out/Makefile"), "CC = hipcc\nF = -Iwavelift-external/other -I../other\n");
  EXPECT_EQ(get("out/wavelift-external/other/k.h"), "#include \"../../wavelift_warp.h\"\n#include \"u.h\"\nwl32::shfl_sync(1, 2, 3);\n");
  EXPECT_EQ(get("out/wavelift-external/other/u.h"), "int u;\n");
  EXPECT_EQ(get("out/wavelift-external/other/unused.h"), "(missing)");
  EXPECT_EQ(get("out/main.cu"), "#include <hip/hip_runtime.h>\n#include \"k.h\"\n#include \"wavelift-external/other/k.h\"\n");
  EXPECT_EQ(get("out/wavelift_warp.h"), "warp\n");
  EXPECT_EQ(get("other/k.h"), "#include \"u.h\"\n__shfl_sync(1, 2, 3);\n");
}

TEST_F(Project, AnOutputElsewhereLosesItsNeighbours) {
  put("other/k.h", "int k;\n");
  put("in/Makefile", "CC = nvcc\nF = -I../other\n");
  auto r = port_path(options("in", "far/away/out"));
  ASSERT_TRUE(r);
  ASSERT_EQ(r->files[0].findings.size(), 1u);
  EXPECT_EQ(r->files[0].findings[0].code, 1504);
}

// A limit on file sizes stands for a full disk: writing fails in the middle of a file.
TEST_F(Project, AFullDiskLeavesNoHalfFile) {
  put("in/a.cu", std::string(200000, ' ') + "cudaFree(p);\n");
  put("out/.keep", "");
  fs::remove(dir / "out/.keep");
  rlimit old{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small{100000, old.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  auto r = port_path(options("in", "out"));
  ::setrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, handler);
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().exit, Exit::output);
  for (const auto& e : fs::recursive_directory_iterator(dir / "out")) EXPECT_EQ(e.path().filename(), Manifest::file_name);
  // Once there is room the same command goes through.
  EXPECT_TRUE(port_path(options("in", "out")));
}

TEST(Findings, EveryCodeHasAPageThatNamesIt) {
  for (const auto& kind : finding_kinds()) {
    auto page = read_file(fs::path(WAVELIFT_SOURCE) / "share/findings" / ("WL" + std::to_string(kind.code) + ".md"));
    ASSERT_TRUE(page) << kind.code;
    EXPECT_TRUE(page->starts_with("# WL" + std::to_string(kind.code) + ": " + std::string(kind.title) + "\n")) << kind.code << ": " << kind.title;
    EXPECT_NE(page->find(std::string("Severity: ") + severity_name(kind.severity)), std::string::npos) << kind.code;
  }
}
