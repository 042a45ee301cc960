// PyTorch's CUDA interface: by release where the sources are built without PyTorch's build step, untouched where with.
#include "apimap/torch.h"
#include "base/files.h"
#include "port/project.h"
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>
#include <unistd.h>

using namespace wavelift;
using namespace wavelift::port;
namespace fs = std::filesystem;

namespace {

LexicalOptions built(TorchBuild build, int release = 215) {
  LexicalOptions o;
  o.torch = {release, build};
  return o;
}
std::string own(std::string_view text, int release) { return port_text(text, built(TorchBuild::own, release)); }

using Found = std::vector<std::pair<int, uint32_t>>;
Found found(std::string_view text, LexicalOptions o) {
  std::vector<Finding> findings;
  port_text(text, o, &findings);
  Found out;
  for (const auto& f : findings) out.emplace_back(f.code, f.line);
  return out;
}

constexpr std::string_view extension =
    "#include <torch/extension.h>\n"
    "#include <ATen/cuda/CUDAContext.h>\n"
    "#include <ATen/cuda/detail/UnpackRaw.cuh>\n"
    "#include <c10/cuda/CUDAGuard.h>\n"
    "#include \"c10/cuda/CUDAException.h\"\n"
    "#include <torch/csrc/cuda/Stream.h>\n"
    "void f(at::Tensor x) {\n"
    "  const at::cuda::OptionalCUDAGuard guard(x.device());\n"
    "  c10::cuda::CUDAStream s = c10::cuda::getStreamFromPool();\n"
    "  cudaStream_t stream = at::cuda::getCurrentCUDAStream();\n"
    "  int sms = at::cuda::getCurrentDeviceProperties()->multiProcessorCount, now = c10::cuda::current_device();\n"
    "  c10::cuda::CUDACachingAllocator::recordStream(x.storage().data_ptr(), s);\n"
    "  c10::cuda::CUDACachingAllocator::emptyCache();\n"
    "  TORCH_CHECK(x.is_cuda(), x.device() == torch::kCUDA);\n"
    "  C10_CUDA_CHECK(cudaGetLastError());\n"
    "  C10_CUDA_KERNEL_LAUNCH_CHECK();\n"
    "}\n";

}  // namespace

TEST(Torch, UntilRelease210NamesAreHips) {
  const std::string expected =
      "#include <torch/extension.h>\n"
      "#include <ATen/hip/HIPContext.h>\n"
      "#include <ATen/hip/detail/UnpackRaw.cuh>\n"
      "#include <ATen/hip/impl/HIPGuardImplMasqueradingAsCUDA.h>\n"
      "#include \"c10/hip/HIPException.h\"\n"
      "#include <torch/csrc/cuda/Stream.h>\n"
      "void f(at::Tensor x) {\n"
      "  const at::hip::OptionalHIPGuardMasqueradingAsCUDA guard(x.device());\n"
      "  c10::hip::HIPStreamMasqueradingAsCUDA s = c10::hip::getStreamFromPoolMasqueradingAsCUDA();\n"
      "  hipStream_t stream = at::hip::getCurrentHIPStreamMasqueradingAsCUDA();\n"
      "  int sms = at::cuda::getCurrentDeviceProperties()->multiProcessorCount, now = c10::hip::current_device();\n"
      "  c10::hip::HIPCachingAllocatorMasqueradingAsCUDA::recordStreamMasqueradingAsCUDA(x.storage().data_ptr(), s);\n"
      "  c10::hip::HIPCachingAllocator::emptyCache();\n"
      "  TORCH_CHECK(x.is_cuda(), x.device() == torch::kCUDA);\n"
      "  C10_HIP_CHECK(hipGetLastError());\n"
      "  C10_HIP_KERNEL_LAUNCH_CHECK();\n"
      "}\n";
  EXPECT_EQ(own(extension, 210), expected);
  EXPECT_EQ(own(expected, 210), expected);
  EXPECT_EQ(found(extension, built(TorchBuild::own, 210)), (Found{{1011, 2}}));
}

TEST(Torch, SinceRelease211OnlyHeadersAre) {
  std::string expected(extension);
  for (auto [from, to] : {std::pair<std::string_view, std::string_view>{"ATen/cuda/CUDAContext.h", "ATen/hip/HIPContext.h"},
                          {"ATen/cuda/detail", "ATen/hip/detail"},
                          {"c10/cuda/CUDAGuard.h", "c10/hip/HIPGuard.h"},
                          {"c10/cuda/CUDAException.h", "c10/hip/HIPException.h"},
                          {"cudaStream_t", "hipStream_t"},
                          {"cudaGetLastError", "hipGetLastError"}})
    expected.replace(expected.find(from), from.size(), to);
  EXPECT_EQ(own(extension, 211), expected);
  EXPECT_EQ(own(expected, 211), expected);
}

TEST(Torch, ItsOwnBuildStepFindsCudasNames) {
  std::string expected(extension);
  expected.replace(expected.find("cudaStream_t"), 12, "hipStream_t");
  expected.replace(expected.find("cudaGetLastError"), 16, "hipGetLastError");
  for (int release : {210, 215})
    for (TorchBuild build : {TorchBuild::extension, TorchBuild::unknown}) EXPECT_EQ(port_text(extension, built(build, release)), expected);
  EXPECT_EQ(found(extension, built(TorchBuild::extension)), (Found{{1011, 2}}));
  EXPECT_EQ(found(extension, built(TorchBuild::unknown)), (Found{{1008, 2}}));
}

TEST(Torch, NamespacesThatAreUsedWhole) {
  constexpr std::string_view text = "#include <torch/torch.h>\nusing namespace at;\nvoid f() { cuda::CUDAGuard g(0); auto s = cuda::getCurrentCUDAStream(); cuda::getCurrentDeviceProperties(); CUDAStream t = s; }\n";
  EXPECT_EQ(own(text, 210),
            "#include <torch/torch.h>\nusing namespace at;\nvoid f() { hip::HIPGuardMasqueradingAsCUDA g(0); auto s = hip::getCurrentHIPStreamMasqueradingAsCUDA(); cuda::getCurrentDeviceProperties(); "
            "HIPStreamMasqueradingAsCUDA t = s; }\n");
  EXPECT_EQ(own(text, 211), text);
  EXPECT_EQ(own("#include <torch/torch.h>\nusing c10::cuda::CUDAGuard;\nusing namespace c10::cuda;\n", 210), "#include <torch/torch.h>\nusing c10::hip::HIPGuardMasqueradingAsCUDA;\nusing namespace c10::hip;\n");
  // Of libcu++, where that is included.
  EXPECT_EQ(found("#include <torch/torch.h>\n#include <cuda/std/atomic>\ncuda::std::atomic<int> a;\n", built(TorchBuild::own)), (Found{{1007, 2}, {1007, 3}}));
}

TEST(Torch, TheProgramsOwnNamesStay) {
  for (std::string_view text : {"#include <torch/torch.h>\nstruct CUDAGuard { int d; };\nCUDAGuard g{0};\n", "CUDAGuard g{0}; C10_CUDA_CHECK(e); AT_CHECK(x);\n",
                                "#include <torch/torch.h>\nmine::getStreamFromPool(); pool->getStreamFromPool(); mine::AT_CHECK(x);\n", "#include <torch/torch.h>\n#define AT_CHECK TORCH_CHECK\nvoid f() { AT_CHECK(x); }\n",
                                "#include <torch/torch.h>\nHIPStream mine; void HIPGuard(int);\n"}) {
    EXPECT_EQ(own(text, 210), text);
    EXPECT_EQ(found(text, built(TorchBuild::own)), Found{}) << text;
  }
}

TEST(Torch, NamesThatTheReleaseLacks) {
  const LexicalOptions now = built(TorchBuild::extension), before = built(TorchBuild::extension, 205);
  EXPECT_EQ(found("#include <torch/torch.h>\nvoid f() {\n  AT_CHECK(x);\n  THCudaCheck(e);\n  THCCeilDiv(a, b); }\nextern THCState* state;\n", now), (Found{{1010, 3}, {1010, 4}, {1010, 5}, {1010, 6}}));
  EXPECT_EQ(found("#include <THC/THC.h>\n#include <THC/THCAtomics.cuh>\n#include <ATen/cuda/CUDAMultiStreamGuard.h>\n", now), (Found{{1010, 1}, {1010, 2}, {1010, 3}}));
  EXPECT_EQ(found("#include <c10/cuda/driver_api.h>\n", now), (Found{{1010, 1}}));
  constexpr std::string_view dispatch =
      "#include <torch/torch.h>\nvoid f() { AT_DISPATCH_FLOATING_TYPES(x.type(), \"f\", [] {});\n  AT_DISPATCH_ALL_TYPES_AND_HALF(x.scalar_type(), \"f\", [] {});\n"
      "  AT_DISPATCH_ALL_TYPES(x.scalar_type(), \"f\", [] { y.type(); }); AT_DISPATCH_ALL_TYPES(type(), \"f\", [] {}); }\n";
  EXPECT_EQ(found(dispatch, now), (Found{{1010, 2}, {1010, 3}}));
  EXPECT_EQ(found(dispatch, before), Found{});
  // What ports for older releases say.
  constexpr std::string_view ported = "#include <torch/torch.h>\nvoid f() { c10::hip::HIPCachingAllocator::emptyCache(); }\n";
  EXPECT_EQ(found(ported, built(TorchBuild::own, 211)), (Found{{1010, 2}}));
  EXPECT_EQ(found(ported, built(TorchBuild::own, 210)), Found{});
}

TEST(Torch, RowsHoldForTheirReleases) {
  using apimap::find_torch;
  for (const auto& e : apimap::all_torch()) {
    EXPECT_TRUE(e.until == 0 || e.since < e.until) << e.cuda;
    EXPECT_EQ(e.kind == apimap::TorchKind::gone, e.hip.empty() && e.kind != apimap::TorchKind::folder && e.kind != apimap::TorchKind::header) << e.cuda;
    if (e.kind == apimap::TorchKind::header && !e.hip.empty()) EXPECT_TRUE(e.hip.find("hip/") != e.hip.npos) << e.cuda;
  }
  EXPECT_EQ(find_torch("c10/cuda/CUDAStream.h", 210)->hip, "ATen/hip/impl/HIPStreamMasqueradingAsCUDA.h");
  EXPECT_EQ(find_torch("c10/cuda/CUDAStream.h", 211)->hip, "c10/hip/HIPStream.h");
  EXPECT_EQ(find_torch("CUDAStream", 211), nullptr);
  EXPECT_EQ(find_torch("CUDAStrea", 210), nullptr);
}

// Pieces at random, ported twice for a release before the change and one after it.
TEST(Torch, APortAgainChangesNothing) {
  constexpr std::string_view pieces[] = {"at::", "c10::", "cuda::", "cuda", "::", "hip::", "CUDAStream", "CUDAGuard g;", "CUDACachingAllocator", "CUDACachingAllocator::get()", "recordStream(p, s)", "getStreamFromPool", "current_device()", ".", "->",
                                         "C10_CUDA_CHECK(e);", "AT_CHECK(x);", "AT_DISPATCH_ALL_TYPES(x.type(), ", "struct CUDAStream;", "#include <c10/cuda/CUDAStream.h>\n", "#include \"ATen/cuda/CUDACUDAcuda.h\"\n", "#include <THC/THC.h>\n", "#include <cuda/std/atomic>\n",
                                         "namespace", "using", "{", "}", "(", ")", ";", "cudaMalloc", "// cuda::CUDAStream\n", "#define CUDAGuard mine\n", "#if USE_ROCM\n", "#endif\n"};
  std::mt19937 random(1);
  size_t changed = 0;
  for (size_t k = 0; k < 4000; ++k) {
    std::string text = k % 8 ? "#include <torch/torch.h>\n" : "";
    for (size_t n = random() % 20; n > 0; --n) {
      const std::string_view piece = pieces[random() % std::size(pieces)];
      if (piece[0] == '#') text += '\n';
      text.append(piece).append(random() % 2 ? " " : "");
    }
    const int release = k % 2 ? 210 : 215;
    const std::string once = own(text, release);
    ASSERT_EQ(own(once, release), once) << text;
    changed += once != text;
  }
  EXPECT_GT(changed, 2000u);
}

// Which build files there are decides.
TEST(Torch, TheBuildFilesSayHowItIsBuilt) {
  const fs::path dir = fs::temp_directory_path() / fmt::format("wavelift-torch-{}", ::getpid());
  constexpr std::string_view setup = "from torch.utils.cpp_extension import CUDAExtension\nCUDAExtension('k', ['k.cu'])\n", cmake = "project(k CUDA)\nfind_package(Torch REQUIRED)\nadd_library(k k.cu)\ntarget_link_libraries(k c10_cuda)\n";
  auto codes = [&](std::vector<std::pair<std::string, std::string_view>> files, TorchBuild said = TorchBuild::unknown) {
    fs::remove_all(dir);
    EXPECT_TRUE(write_file(dir / "outside/o.h", "#include <c10/cuda/CUDAStream.h>\ncudaError_t e;\n"));
    files.emplace_back("k.cu", "#include \"k.h\"\n#include \"../outside/o.h\"\nauto s = at::cuda::getCurrentCUDAStream();\n");
    files.emplace_back("k.h", "#include <c10/cuda/CUDAStream.h>\n");
    for (const auto& [name, text] : files) EXPECT_TRUE(write_file(dir / "in" / name, text));
    PortOptions o;
    o.input = dir / "in";
    o.output = dir / "out";
    o.force = true;
    o.torch = {210, said};
    auto r = port_path(o);
    EXPECT_TRUE(r);
    std::string out;
    for (const auto& f : r->files)
      for (const auto& x : f.findings)
        if ((x.code == 1008 || x.code == 1011) && !f.path.starts_with("wavelift-external")) out += fmt::format("{} {} ", f.path, x.code);
    auto text = read_file(dir / "out/k.cu");
    auto external = read_file(dir / "out/wavelift-external/outside/o.h");
    EXPECT_EQ(external && external->find("HIPStreamMasq") != external->npos, text && text->find("hip::getCurrent") != text->npos);
    return out + (text && text->find("at::hip::getCurrentHIPStreamMasqueradingAsCUDA") != text->npos ? "renamed" : "kept");
  };
  EXPECT_EQ(codes({{"setup.py", setup}}), "k.h 1011 kept");
  EXPECT_EQ(codes({{"CMakeLists.txt", cmake}}), "k.h 1011 renamed");
  EXPECT_EQ(codes({{"Makefile", "k: k.cu\n\tnvcc k.cu -ltorch -lc10_cuda\n"}}), "k.h 1011 renamed");
  EXPECT_EQ(codes({{"setup.py", setup}, {"CMakeLists.txt", cmake}}), "k.h 1011 renamed");
  EXPECT_EQ(codes({{"CMakeLists.txt", "find_package(Torch)\ninclude(Hipify)\n"}}), "k.h 1008 kept");
  EXPECT_EQ(codes({{"CMakeLists.txt", "project(k CUDA)\nfind_package(TorchVision)\n"}}), "k.h 1008 kept");
  EXPECT_EQ(codes({}), "k.h 1008 kept");
  EXPECT_EQ(codes({{"setup.py", setup}}, TorchBuild::own), "k.h 1011 renamed");
  EXPECT_EQ(codes({{"CMakeLists.txt", cmake}}, TorchBuild::extension), "k.h 1011 kept");
  EXPECT_EQ(codes({{"CMakeLists.txt", cmake}}), "k.h 1011 renamed");
  auto text = read_file(dir / "out/CMakeLists.txt");
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("c10_hip"), text->npos) << *text;
  fs::remove_all(dir);
}
