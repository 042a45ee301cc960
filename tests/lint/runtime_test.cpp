// Checks of calls of the run time, modules and the compute capability: each with its clean twin.
#include "found.h"

using namespace wavelift;
using test::Lines;

namespace {

const test::Lint cuda, hip{.cuda = false};

TEST(RuntimeCalls, MemoryTypesAreNoNumbers) {
  const std::string types = R"(bool on_device(const void* p) {
  hipPointerAttribute_t a;
  hipPointerGetAttributes(&a, p);
  switch (a.type) { case 3: return true; default: break; }
  return a.type == 1;
}
)";
  EXPECT_EQ(hip(types), (Lines{"4:1811", "5:1811"}));
  EXPECT_EQ(hip("bool f(const hipPointerAttribute_t& a) { return a.type == hipMemoryTypeDevice; }\n"), Lines{});
  const std::string driver = "bool f(CUmemorytype t) { return t == 4; }\nbool g(cudaPointerAttributes a) { return a.type == 2; }\n";
  EXPECT_EQ(cuda("#include <cuda.h>\n" + driver), (Lines{"2:1811"}));
  EXPECT_EQ((test::Lint{.hip_version = 507}("bool g(cudaPointerAttributes a) { return a.type == 2; }\nint h(cudaPointerAttributes a) { int t = a.type; return t; }\n")), (Lines{"1:1811", "2:1811"}));
}

TEST(RuntimeCalls, PoolMemoryIsFreedWithoutWaiting) {
  const std::string begin = "__global__ void k(int* p) { *p = 1; }\nvoid f(cudaStream_t s) {\n  int* p;\n  cudaMallocAsync(&p, 4, s);\n  k<<<1, 64, 0, s>>>(p);\n";
  EXPECT_EQ(cuda(begin + "  cudaFree(p);\n}\n"), (Lines{"6:1812"}));
  EXPECT_EQ(cuda(begin + "  cudaFreeAsync(p, s);\n}\n"), Lines{});
  EXPECT_EQ(cuda(begin + "  cudaStreamSynchronize(s);\n  cudaFree(p);\n}\n"), Lines{});
  EXPECT_EQ(cuda("__global__ void k(int* p) { *p = 1; }\nvoid f() {\n  int* p;\n  cudaMalloc(&p, 4);\n  k<<<1, 64>>>(p);\n  cudaFree(p);\n}\n"), Lines{});
}

TEST(RuntimeCalls, CaptureForbids) {
  const std::string helper = "void step(cudaStream_t s, int* d, int* h) { cudaMemcpyAsync(d, h, 4, cudaMemcpyHostToDevice, s); cudaDeviceSynchronize(); }\n";
  auto capture = [&](const std::string& mode, const std::string& body) {
    return cuda(helper + "void f(cudaStream_t s, cudaStream_t other, int* d, int* h, cudaGraph_t* g) {\n  cudaStreamBeginCapture(s, " + mode + ");\n  " + body + "\n  cudaStreamEndCapture(s, g);\n  cudaStreamSynchronize(s);\n}\n");
  };
  EXPECT_EQ(capture("cudaStreamCaptureModeGlobal", "cudaStreamSynchronize(s);"), (Lines{"4:1813"}));
  EXPECT_EQ(capture("cudaStreamCaptureModeGlobal", "step(s, d, h);"), (Lines{"1:1813"})) << "what the user's function does counts";
  EXPECT_EQ(capture("cudaStreamCaptureModeGlobal", "cudaMalloc(&d, 4);"), (Lines{"4:1813"}));
  EXPECT_EQ(capture("cudaStreamCaptureModeRelaxed", "cudaMalloc(&d, 4);"), Lines{});
  EXPECT_EQ(capture("cudaStreamCaptureModeGlobal", "cudaStreamSynchronize(other);"), Lines{});
  EXPECT_EQ(capture("cudaStreamCaptureModeGlobal", "cudaMemcpyAsync(d, h, 4, cudaMemcpyHostToDevice, s);"), Lines{});
}

TEST(RuntimeCalls, ManagedMemory) {
  EXPECT_EQ(cuda("void f(int** p) {\n  cudaMallocManaged(p, 4);\n}\n"), (Lines{"2:1814"}));
  EXPECT_EQ(cuda("void f(int** p) {\n  cudaMallocManaged(p, 4);\n  cudaMemPrefetchAsync(*p, 4, 0, 0);\n}\n"), Lines{});
  EXPECT_EQ(cuda("void f(int** p) {\n  int can = 0;\n  cudaDeviceGetAttribute(&can, cudaDevAttrConcurrentManagedAccess, 0);\n  if (can) cudaMallocManaged(p, 4);\n}\n"), Lines{});
}

TEST(RuntimeCalls, PageableCopies) {
  auto copy = [&](const std::string& make) {
    return cuda("#include <cstdlib>\n#include <vector>\n#define CHECK(x) do { if ((x) != cudaSuccess) std::abort(); } while (0)\nvoid f(float* d, cudaStream_t s, float* given) {\n  " + make + "\n  CHECK(cudaMemcpyAsync(d, h, 400, cudaMemcpyHostToDevice, s));\n}\n");
  };
  EXPECT_EQ(copy("float* h = (float*)malloc(400);"), (Lines{"6:1815"}));
  EXPECT_EQ(copy("std::vector<float> v(100); float* h; h = new float[100];"), (Lines{"6:1815"}));
  EXPECT_EQ(copy("float h[100];"), (Lines{"6:1815"}));
  EXPECT_EQ(copy("float* h; cudaMallocHost(&h, 400);"), Lines{});
  EXPECT_EQ(copy("float* h = (float*)malloc(400); cudaHostRegister(h, 400, 0);"), Lines{});
  EXPECT_EQ(copy("float* h = given;"), Lines{}) << "who gives it knows";
  EXPECT_EQ(cuda("#include <vector>\nvoid f(float* d, const std::vector<float>& v) {\n  cudaMemcpyAsync(d, v.data(), 400, cudaMemcpyHostToDevice, 0);\n  cudaMemcpy(d, v.data(), 400, cudaMemcpyHostToDevice);\n}\n"), (Lines{"3:1815"}));
}

TEST(RuntimeCalls, PinnedForEachCopy) {
  EXPECT_EQ(cuda("void f(float* d, float* h, int n) {\n  for (int i = 0; i < n; ++i) {\n    cudaHostRegister(h, 4, 0);\n    cudaMemcpyAsync(d, h, 4, cudaMemcpyHostToDevice, 0);\n    cudaHostUnregister(h);\n  }\n}\n"), (Lines{"3:1816"}));
  EXPECT_EQ(cuda("void f(float* d, float* h, int n) {\n  cudaHostRegister(h, 4, 0);\n  for (int i = 0; i < n; ++i) cudaMemcpyAsync(d, h, 4, cudaMemcpyHostToDevice, 0);\n}\n"), Lines{});
}

TEST(RuntimeCalls, OnceAFile) {
  EXPECT_EQ(cuda("void f() {\n  cudaDeviceEnablePeerAccess(1, 0);\n  cudaDeviceEnablePeerAccess(2, 0);\n}\n"), (Lines{"2:1817"}));
  EXPECT_EQ(cuda("void f(int* can) { cudaDeviceCanAccessPeer(can, 0, 1); }\n"), Lines{});
  EXPECT_EQ(hip("void f(void** p) {\n  hipMemAddressReserve(p, 4096, 0, nullptr, 0);\n}\n"), (Lines{"2:1818"}));
}

TEST(RuntimeCalls, Contexts) {
  EXPECT_EQ(cuda("#include <cuda.h>\nvoid f(CUcontext* c, CUdevice d) {\n  cuCtxCreate(c, 0, d);\n  cuCtxCreate(c + 1, 0, d);\n}\n"), (Lines{"4:1819"}));
  EXPECT_EQ(cuda("#include <cuda.h>\nvoid f(CUcontext* c, CUdevice d) {\n  cuCtxCreate(c, 0, d);\n}\n"), Lines{});
}

TEST(RuntimeCalls, KernelsCalledAsFunctions) {
  const std::string kernels = "#include <utility>\n__global__ void k(int* p) { *p = 1; }\n__global__ void l(int* p, int n) { *p = n; }\n";
  const std::string timed = kernels + "template <class K, class... A> void timed(K kernel, A&&... a) {\n  kernel(std::forward<A>(a)...);\n}\n";
  EXPECT_EQ(cuda(timed + "void f(int* p) { timed(k, p); timed(&l, p, 2); timed(k, p); }\n"), (Lines{"5:1820"}));
  EXPECT_EQ(hip(timed + "void f(int* p) { k<<<1, 1>>>(p); timed(k, p); }\n"), (Lines{"5:1820"}));
  EXPECT_EQ(cuda(timed + "template <class K> void outer(K kernel, int* p) { timed(kernel, p); }\nvoid f(int* p) { outer(k, p); }\n"), (Lines{"5:1820"}));
  EXPECT_EQ(cuda(kernels + "void f(int* p) {\n  auto run = &k;\n  run(p);\n  (*run)(p);\n}\n"), (Lines{"6:1820", "7:1820"}));
  // Launched, asked about, another function, configured by hand, chosen at run time.
  EXPECT_EQ(cuda(kernels + "template <class K> void timed(K kernel, int* p) { kernel<<<1, 1>>>(p); }\nvoid f(int* p) { timed(k, p); auto run = &k; run<<<1, 1>>>(p); }\n"), Lines{});
  EXPECT_EQ(cuda(kernels + "void f(int* p, void** a) { cudaFuncAttributes t; cudaFuncGetAttributes(&t, k); cudaLaunchKernel(reinterpret_cast<void*>(k), 1, 1, a, 0, 0); }\n"), Lines{});
  EXPECT_EQ(cuda(timed + "void plain(int* p) { *p = 2; }\nvoid f(int* p) { timed(plain, p); auto run = plain; run(p); }\n"), Lines{});
  EXPECT_EQ(hip(kernels + "void f(int* p) { auto run = &k; __hipPushCallConfiguration(1, 1); run(p); }\n"), Lines{});
}

TEST(Modules, ProgramsForNvidia) {
  EXPECT_EQ(cuda("#include <cuda.h>\nconst char* text = \".version 7.0\\n.target sm_70\\n.entry k\";\nvoid f(CUmodule* m) { cuModuleLoadData(m, text); }\n"), (Lines{"2:1831"}));
  EXPECT_EQ(cuda("#include <cuda.h>\nvoid f(CUmodule* m) { cuModuleLoad(m, \"kernel.cubin\"); }\n"), (Lines{"2:1831"}));
  EXPECT_EQ(cuda("#include <cuda.h>\nvoid f(CUmodule* m) { cuModuleLoad(m, \"kernel.hsaco\"); }\nconst char* text = \"the .target of the .tsv\";\n"), Lines{});
  EXPECT_EQ(cuda("#include <cuda.h>\nvoid f(CUmodule* m, const void* p, CUjit_option* o, void** v) {\n  cuModuleLoadDataEx(m, p, 2, o, v);\n  cuModuleLoadDataEx(m, p, 0, nullptr, nullptr);\n}\n"), (Lines{"3:1832"}));
}

TEST(Modules, OptionsOfHiprtc) {
  auto with = [](const std::string& option) {
    return hip("#include <hip/hiprtc.h>\nvoid f(hiprtcProgram p) {\n  const char* options[] = {\"" + option + "\"};\n  hiprtcCompileProgram(p, 1, options);\n}\n");
  };
  EXPECT_EQ(with("--gpu-architecture=compute_80"), (Lines{"3:1833"}));
  EXPECT_EQ(with("--offload-arch=gfx90a"), Lines{});
}

TEST(Capability, Tests) {
  EXPECT_EQ(cuda(R"(int version(int device) {
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, device);
  return p.major * 10 + p.minor;
}
void f(int device) {
  int sm = version(device);
  if (sm >= 80) return;
  int major = 0;
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
  if (7 <= major) return;
  switch (major) { case 9: return; case 3: return; }
}
)"), (Lines{"8:1821", "11:1821", "12:1821"}));
  EXPECT_EQ(cuda(R"(void f(int device) {
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, device);
  if (p.major < 3 || p.major * 10 + p.minor < 35) return;
  if (p.major == 9999 && p.minor == 9999) return;
  if (p.minor >= 8 || p.multiProcessorCount > 80) return;
  if (p.major == 7) return;
}
)"), Lines{}) << "what every GPU of HIP's passes, or none";
}

TEST(Capability, Multiprocessors) {
  const std::string begin = "int f(const cudaDeviceProp& p) {\n  int sms = p.multiProcessorCount;\n  return ";
  EXPECT_EQ(cuda(begin + "sms * 2048;\n}\n"), (Lines{"3:1822"}));
  EXPECT_EQ(cuda(begin + "p.multiProcessorCount * 128;\n}\n"), (Lines{"3:1822"}));
  EXPECT_EQ(cuda(begin + "sms * 4;\n}\n"), Lines{}) << "a number of blocks is anybody's choice";
}

}  // namespace
