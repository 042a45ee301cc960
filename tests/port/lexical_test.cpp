// The lexical layer on small texts: each test holds the input and what must come out.
#include "port/lexical.h"
#include <gtest/gtest.h>

using namespace wavelift::port;

namespace {

// A header's text (nothing is added at its top but support headers).
std::string port(std::string_view text) { return port_text(text, false); }
// A .cu file's.
std::string unit(std::string_view text) { return port_text(text, true); }

std::vector<int> codes(std::string_view text) {
  std::vector<Finding> findings;
  port_text(text, false, &findings);
  std::vector<int> out;
  for (const auto& f : findings) out.push_back(f.code);
  return out;
}
bool reports(std::string_view text, int code) {
  auto c = codes(text);
  return std::find(c.begin(), c.end(), code) != c.end();
}

}  // namespace

TEST(Lexical, NamesOfTheApiAreRenamed) {
  EXPECT_EQ(port("cudaError_t e = cudaMalloc(&p, n);"), "hipError_t e = hipMalloc(&p, n);");
  EXPECT_EQ(port("cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);"), "hipMemcpy(d, h, n, hipMemcpyHostToDevice);");
  EXPECT_EQ(port("struct cudaDeviceProp prop;"), "struct hipDeviceProp_t prop;");
}

TEST(Lexical, LaunchesStayAsTheyAre) {
  EXPECT_EQ(port("kernel<<<grid, block, 0, stream>>>(a, b);"), "kernel<<<grid, block, 0, stream>>>(a, b);");
}

TEST(Lexical, NamesOfTheProgramStay) {
  EXPECT_EQ(port("cudaCheck(x); checkCudaErrors(y); curr = cutoff; my.cudaMalloc(1); p->cudaFree();"),
            "cudaCheck(x); checkCudaErrors(y); curr = cutoff; my.cudaMalloc(1); p->cudaFree();");
}

TEST(Lexical, CommentsAndStringsStay) {
  EXPECT_EQ(port("// cudaMalloc\n/* cudaFree */ f(\"cudaMemcpy\", 'c', R\"(cudaFree)\");\n"),
            "// cudaMalloc\n/* cudaFree */ f(\"cudaMemcpy\", 'c', R\"(cudaFree)\");\n");
  EXPECT_TRUE(reports("dlsym(h, \"cudaMalloc\");", 1005));
}

TEST(Lexical, HeadersAreRenamedWhereverTheyStand) {
  EXPECT_EQ(port("#include <cuda.h>\n#  include \"cuda_fp16.h\" // half\n"), "#include <hip/hip_runtime.h>\n#  include \"hip/hip_fp16.h\" // half\n");
  EXPECT_EQ(port("#include <cub/block/block_scan.cuh>\n"), "#include <hipcub/hipcub.hpp>\n");
  EXPECT_EQ(port("#include <thrust/sort.h>\n"), "#include <thrust/sort.h>\n");
  EXPECT_EQ(port("#if __has_include(<cuda_bf16.h>)\n#endif\n"), "#if __has_include(<hip/hip_bf16.h>)\n#endif\n");
  EXPECT_TRUE(reports("#include <cudnn.h>\n", 1003));
}

TEST(Lexical, HeadersThatNeedNoLibraryAreOnesBesideThePort) {
  EXPECT_EQ(port_text("#include <nvtx3/nvToolsExt.h>\nint l = nvtxRangePushA(\"x\");\n", false), "#include \"wavelift_roctx.h\"\nint l = roctxRangePushA(\"x\");\n");
  EXPECT_EQ(port_text("#include <cuda_pipeline.h>\n", false), "#include \"wavelift_cuda.h\"\n");
}

TEST(Lexical, BothSidesOfAConditionArePorted) {
  EXPECT_EQ(port("#if 0\ncudaFree(p);\n#else\ncudaFree(q);\n#endif\n"), "#if 0\nhipFree(p);\n#else\nhipFree(q);\n#endif\n");
}

TEST(Lexical, MacrosArePorted) {
  EXPECT_EQ(port("#define CHECK(x) \\\n  if ((x) != cudaSuccess) die(#x)\n"), "#define CHECK(x) \\\n  if ((x) != hipSuccess) die(#x)\n");
}

TEST(Lexical, ByteOrderMarkCrLfTabsAndTheMissingLastNewlineAreKept) {
  EXPECT_EQ(port("\xEF\xBB\xBF\tcudaFree(p);\r\n\tx\xFF\xFE;\r\ncudaFree(q)"), "\xEF\xBB\xBF\thipFree(p);\r\n\tx\xFF\xFE;\r\nhipFree(q)");
  EXPECT_EQ(unit("\xEF\xBB\xBF" "cudaFree(p);\r\n"), "\xEF\xBB\xBF#include <hip/hip_runtime.h>\r\nhipFree(p);\r\n");
}

TEST(Lexical, AUnitIncludesTheRuntimeThatNvccIncludesByItself) {
  EXPECT_EQ(unit("// mine\n\nint main() { cudaFree(0); }\n"), "// mine\n\n#include <hip/hip_runtime.h>\nint main() { hipFree(0); }\n");
  EXPECT_EQ(unit("#include <cuda.h>\nint main() { cudaFree(0); }\n"), "#include <hip/hip_runtime.h>\nint main() { hipFree(0); }\n");
  // A header of the program that comes first already needs it.
  EXPECT_EQ(unit("#include \"a.h\"\n#include <cuda.h>\n"), "#include <hip/hip_runtime.h>\n#include \"a.h\"\n#include <hip/hip_runtime.h>\n");
  // One that is included on a condition does not count.
  EXPECT_EQ(unit("#ifdef A\n#include <cuda.h>\n#endif\nvoid f() { cudaFree(0); }\n"),
            "#include <hip/hip_runtime.h>\n#ifdef A\n#include <hip/hip_runtime.h>\n#endif\nvoid f() { hipFree(0); }\n");
  EXPECT_EQ(unit("int main() { return 0; }\n"), "int main() { return 0; }\n");
}

TEST(Lexical, WarpFunctionsKeepThirtyTwoLanes) {
  EXPECT_EQ(port("v += __shfl_down_sync(0xffffffff, v, 16);\n"), "#include \"wavelift_warp.h\"\nv += wl32::shfl_down_sync(0xffffffff, v, 16);\n");
  EXPECT_EQ(port("lane = t % warpSize; __syncwarp();\n"), "#include \"wavelift_warp.h\"\nlane = t % wl32::warp_size; wl32::syncwarp();\n");
  EXPECT_EQ(unit("#include <cuda.h>\nint x = warpSize;\n"), "#include <hip/hip_runtime.h>\n#include \"wavelift_warp.h\"\nint x = wl32::warp_size;\n");
}

TEST(Lexical, TheProgramsOwnWarpNamesStay) {
  EXPECT_EQ(port("int warpSize = 32; f(n / warpSize);"), "int warpSize = 32; f(n / warpSize);");
  EXPECT_EQ(port("template <int warpSize> int f() { return warpSize; }"), "template <int warpSize> int f() { return warpSize; }");
  EXPECT_EQ(port("#define __shfl_up(v, d) __shfl_up_sync(~0u, v, d)\nx = __shfl_up(x, 1);\n"),
            "#include \"wavelift_warp.h\"\n#define __shfl_up(v, d) wl32::shfl_up_sync(~0u, v, d)\nx = __shfl_up(x, 1);\n");
}

TEST(Lexical, TheDevicesWarpSizeIsThirtyTwoToThePort) {
  EXPECT_EQ(port("n = prop.warpSize;"), "#include \"wavelift_warp.h\"\nn = wl32::warp_size;");
  EXPECT_TRUE(reports("n = props[0].warpSize;", 1203));
  EXPECT_TRUE(reports("cudaDeviceGetAttribute(&w, cudaDevAttrWarpSize, 0);", 1203));
}

TEST(Lexical, WhatTheGpuDecidesIsReported) {
  EXPECT_EQ(codes("auto g = cg::coalesced_threads();"), std::vector<int>{1204});
  EXPECT_TRUE(codes("auto g = my.coalesced_threads;").empty());
  EXPECT_EQ(codes("__nv_fp8_e4m3 x(y);"), std::vector<int>{1401});
}

TEST(Lexical, SymbolsAndKernelsAreWrapped) {
  EXPECT_EQ(port("cudaMemcpyToSymbol(table, &h, sizeof(h));"), "hipMemcpyToSymbol(HIP_SYMBOL(table), &h, sizeof(h));");
  EXPECT_EQ(port("cudaMemcpyFromSymbol(&h, table<int, 2>, n);"), "hipMemcpyFromSymbol(&h, HIP_SYMBOL(table<int, 2>), n);");
  EXPECT_EQ(port("cudaGetSymbolAddress((void**)&p, f(a, b)[1]);"), "hipGetSymbolAddress((void**)&p, HIP_SYMBOL(f(a, b)[1]));");
  EXPECT_EQ(port("cudaFuncSetAttribute(k<T, 4>, cudaFuncAttributeMaxDynamicSharedMemorySize, n);"),
            "hipFuncSetAttribute(reinterpret_cast<const void*>(k<T, 4>), hipFuncAttributeMaxDynamicSharedMemorySize, n);");
  EXPECT_EQ(port("cudaFuncSetCacheConfig((const void*)k, cudaFuncCachePreferL1);"), "hipFuncSetCacheConfig((const void*)k, hipFuncCachePreferL1);");
  EXPECT_EQ(port("cudaHostGetDevicePointer(&d, h, 0);"), "hipHostGetDevicePointer(reinterpret_cast<void**>(&d), h, 0);");
  EXPECT_EQ(port("cudaHostGetDevicePointer((void**)&d, h, 0);"), "hipHostGetDevicePointer((void**)&d, h, 0);");
}

TEST(Lexical, GraphInstantiateTakesItsForm) {
  EXPECT_EQ(port("cudaGraphInstantiate(&e, g);"), "hipGraphInstantiateWithFlags(&e, g, 0);");
  EXPECT_EQ(port("cudaGraphInstantiate(&e, g, 0);"), "hipGraphInstantiateWithFlags(&e, g, 0);");
  EXPECT_EQ(port("cudaGraphInstantiate(&e, g, NULL, NULL, 0);"), "hipGraphInstantiate(&e, g, NULL, NULL, 0);");
}

TEST(Lexical, SparseSolveTakesItsBufferAgain) {
  EXPECT_EQ(port("cusparseSpSM_analysis(h, a, b, &c, A, B, C, t, g, d, buffer); cusparseSpSM_solve(h, a, b, &c, A, B, C, t, g, d);"),
            "hipsparseSpSM_analysis(h, a, b, &c, A, B, C, t, g, d, buffer); hipsparseSpSM_solve(h, a, b, &c, A, B, C, t, g, d, buffer);");
  EXPECT_EQ(port("cusparseSpSM_solve(h, a, b, &c, A, B, C, t, g, d);"),
            "hipsparseSpSM_solve(h, a, b, &c, A, B, C, t, g, d, nullptr);");
}

TEST(Lexical, HintsOfCublasLtGo) {
  EXPECT_EQ(port("check(cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_FAST_ACCUM, &on, sizeof(on)));"), "check(HIPBLAS_STATUS_SUCCESS);");
  EXPECT_EQ(port("{ cublasLtMatmulPreferenceSetAttribute(p, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, &a, 4); }"), "{ ; }");
  EXPECT_EQ(port("cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_TRANSA, &t, 4);"),
            "hipblasLtMatmulDescSetAttribute(d, HIPBLASLT_MATMUL_DESC_TRANSA, &t, 4);");
  EXPECT_EQ(codes("check(cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_FAST_ACCUM, &on, 1));"), std::vector<int>{1006});
  EXPECT_TRUE(reports("cublasLtMatmulPreferenceSetAttribute(p, CUBLASLT_MATMUL_PREF_IMPL_MASK, &m, 4);", 1001));
}

TEST(Lexical, CublasLtDescriptorsOfTheProgramsOwn) {
  EXPECT_EQ(port("cublasLtMatrixLayoutOpaque_t a = {};\ncublasLtMatrixLayoutInit(&a, CUDA_R_32F, m, n, m);\n"),
            "#include \"wavelift_blaslt.h\"\nwlblaslt::matrix_layout a = {};\nwlblaslt::matrix_layout_init(&a, HIP_R_32F, m, n, m);\n");
}

TEST(Lexical, MacrosOfCub) {
  EXPECT_EQ(port("#define CUB_STDERR\nCubDebug(f()); CubDebugExit(g<1>(a, b));\n"),
            "#include \"wavelift_cuda.h\"\n#define HIPCUB_STDERR\nHipcubDebug(f()); wlcuda::cub_debug_exit(g<1>(a, b));\n");
}

TEST(Lexical, ErrorTextsInDeviceCode) {
  EXPECT_EQ(port("void f() { g(cudaGetErrorString(e)); }"), "void f() { g(hipGetErrorString(e)); }");
  EXPECT_EQ(port("__device__ void f() { g(cudaGetErrorString(e)); }"),
            "#include \"wavelift_cuda.h\"\n__device__ void f() { g(wlcuda::get_error_string(e)); }");
  EXPECT_EQ(port("__host__ __device__ void f() { if (e) { g(cudaGetErrorName(e)); } }"),
            "#include \"wavelift_cuda.h\"\n__host__ __device__ void f() { if (e) { g(wlcuda::get_error_name(e)); } }");
}

// nvcc includes <math.h> in front of a unit, which HIP does not.
TEST(Lexical, ClassesOfNumbersOnTheHostNeedTheirHeader) {
  EXPECT_EQ(unit("#include <cuda.h>\nbool f(float x) { return isfinite(x); }\n"),
            "#include <hip/hip_runtime.h>\n#include <math.h>\nbool f(float x) { return isfinite(x); }\n");
  for (std::string_view stays : {"#include <math.h>\nbool f(float x) { return isnan(x); }\n", "bool f(float x) { return std::isnan(x); }\n",
                                 "template <class T> bool isnan(T x);\n"})
    EXPECT_EQ(unit(stays), stays);
  EXPECT_EQ(unit("__global__ void k(float* x) { x[0] = isinf(x[1]); }\n"),
            "#include <hip/hip_runtime.h>\n__global__ void k(float* x) { x[0] = isinf(x[1]); }\n");
  // A host source that has nothing of CUDA is left alone.
  EXPECT_EQ(port("bool f(float x) { return isnan(x); }\n"), "bool f(float x) { return isnan(x); }\n");
}

TEST(Lexical, ThrustsHeadersAreNamed) {
  EXPECT_EQ(port("#include <thrust/scan.h>\nvoid f(int* p) { thrust::sequence(p, p + 9); thrust::inclusive_scan(p, p + 9, p); }\n"),
            "#include <thrust/sequence.h>\n#include <thrust/scan.h>\nvoid f(int* p) { thrust::sequence(p, p + 9); thrust::inclusive_scan(p, p + 9, p); }\n");
  // What gets Thrust from a header of the program's stays.
  EXPECT_EQ(port("#include \"mine.h\"\nvoid f(int* p) { thrust::sort(p, p + 9); }\n"),
            "#include \"mine.h\"\nvoid f(int* p) { thrust::sort(p, p + 9); }\n");
  // Of what it uses, the program's headers include one.
  const std::string text = "#include \"mine.h\"\nvoid f(int* p) { thrust::sort(p, p + 9); thrust::reduce(p, p + 9); }\n";
  Source s(text, "input");
  ProjectFacts facts;
  gather_facts(Source("#include <thrust/reduce.h>\n", "mine.h"), facts);
  LexicalOptions options;
  options.facts = &facts;
  port_lexical(s, options);
  EXPECT_EQ(s.edits.apply(text), "#include <thrust/sort.h>\n" + text);
}

TEST(Lexical, CublasHalfIsHalf) {
  EXPECT_EQ(port("#include <cublas_v2.h>\n"), "#ifndef HIPBLAS_USE_HIP_HALF\n#define HIPBLAS_USE_HIP_HALF\n#endif\n#include <hipblas/hipblas.h>\n");
}

TEST(Lexical, MemoryLocationsTakeTheirForm) {
  EXPECT_EQ(port("cudaMemLocation l; cudaMemPrefetchAsync(p, n, l, 0);"), "hipMemLocation l; hipMemPrefetchAsync_v2(p, n, l, 0);");
  EXPECT_EQ(port("cudaMemPrefetchAsync(p, n, device, 0);"), "hipMemPrefetchAsync(p, n, device, 0);");
  EXPECT_TRUE(reports("cudaMemLocation l; cudaMemPrefetchAsync(p, n, l, 0);", 1002));
  EXPECT_FALSE(reports("cudaMemPrefetchAsync(p, n, device, 0);", 1002));
  EXPECT_EQ(port("cudaMemAdvise(p, n, cudaMemAdviseSetReadMostly, {t, 0});"), "hipMemAdvise_v2(p, n, hipMemAdviseSetReadMostly, {t, 0});");
}

TEST(Lexical, HostCodeKeepsTheMathematicsOfCuda) {
  EXPECT_EQ(port("__device__ float f(float x) { if (x) { return rsqrtf(x); } return 0; }"), "__device__ float f(float x) { if (x) { return rsqrtf(x); } return 0; }");
  EXPECT_EQ(port("float f(float x) { return rsqrtf(x); }"), "#include \"wavelift_cuda.h\"\nfloat f(float x) { return wlcuda::rsqrtf(x); }");
  EXPECT_EQ(port("__host__ __device__ float f(float x) { return rsqrtf(x); }"),
            "#include \"wavelift_cuda.h\"\n__host__ __device__ float f(float x) { return wlcuda::rsqrtf(x); }");
}

TEST(Lexical, DeviceCodeKeepsTheMeaningOfFastMath) {
  auto fast = [](std::string_view text, bool asked = true) {
    Source s(text, "input");
    ProjectFacts facts;
    facts.fast_math = asked;
    gather_facts(s, facts);
    LexicalOptions options;
    options.facts = &facts;
    port_lexical(s, options);
    size_t notes = 0;
    for (const auto& f : s.findings) notes += f.code == 1307;
    bool edited = s.edits.apply(text) != text;
    EXPECT_EQ(notes, edited ? 1u : 0u) << text;
    return s.edits.apply(text);
  };
  const std::string include = "#include \"wavelift_fast_math.h\"\n";
  const std::string device = "__device__ float f(float x) { return powf(tanf(x), 2) + __powf(x, expf(x)); }";
  EXPECT_EQ(fast(device), include + "__device__ float f(float x) { return wlfast::powf(wlfast::tanf(x), 2) + wlfast::__powf(x, wlfast::expf(x)); }");
  EXPECT_EQ(fast("__host__ __device__ float f(float x) { return logf(x); }"), include + "__host__ __device__ float f(float x) { return wlfast::logf(x); }");
  EXPECT_EQ(fast("void g() { h([=] __device__(float x) { return powf(x, 3); }); }"),
            include + "void g() { h([=] __device__(float x) { return wlfast::powf(x, 3); }); }");
  for (std::string same : {
           "float f(float x) { return powf(x, 2); }",                                   // the host's
           "__global__ void k(float* p) { *p = std::powf(*p, 2) + ::expf(*p); }",       // qualified
           "__global__ void k(A a) { a.powf(1, 2); a.p->expf(1); }",                    // members
           "__global__ void k(float* p) { *p = sinf(*p) + log2f(*p) + powif(*p, 2); }", // fast already, or never
           "__device__ float (*f)(float) = expf;",
           "namespace own { __device__ float expf(float x); __device__ float g(float x) { return expf(x); } }",
           "__device__ float f(float x) { return wlfast::powf(x, 2); } // ported",
       })
    EXPECT_EQ(fast(same), same);
  EXPECT_EQ(fast(device, false), device);
}

TEST(Lexical, LaunchBoundsLoseTheirSecondArgument) {
  EXPECT_EQ(port("__global__ __launch_bounds__(N, 2048 / N) void k();"), "__global__ __launch_bounds__(N) void k();");
  EXPECT_EQ(port("__global__ __launch_bounds__(256) void k();"), "__global__ __launch_bounds__(256) void k();");
  EXPECT_TRUE(reports("__launch_bounds__(256, 4)", 1304));
}

TEST(Lexical, GuardsKeepTheirMeaning) {
  EXPECT_EQ(port("#ifdef __CUDACC__\n#endif\n"), "#ifdef __HIPCC__\n#endif\n");
  EXPECT_EQ(port("#if defined(__CUDA_ARCH__)\n#endif\n"), "#if __HIP_DEVICE_COMPILE__\n#endif\n");
  EXPECT_EQ(port("#ifdef __CUDA_ARCH__\n#elif !defined __CUDA_ARCH__ || A\n#endif\n"), "#if __HIP_DEVICE_COMPILE__\n#elif !__HIP_DEVICE_COMPILE__ || A\n#endif\n");
  EXPECT_EQ(port("#ifndef __CUDA_ARCH__\n#endif\n"), "#if !__HIP_DEVICE_COMPILE__\n#endif\n");
  EXPECT_EQ(port("#if __CUDA_ARCH__ >= 350\n#endif\n"), "#if (__HIP_DEVICE_COMPILE__ * 700) >= 350\n#endif\n");
  EXPECT_TRUE(reports("float f = __fadd_ru(a, b);", 1001)) << "HIP has no directed rounding";
  EXPECT_TRUE(reports("#if __CUDA_ARCH__ >= 350\n#endif\n", 1101));
  EXPECT_EQ(port("#define CUDA_API_PER_THREAD_DEFAULT_STREAM 1\n"), "#define HIP_API_PER_THREAD_DEFAULT_STREAM 1\n");
  EXPECT_EQ(port("#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM\n#endif\n"), "#ifdef HIP_API_PER_THREAD_DEFAULT_STREAM\n#endif\n");
  EXPECT_EQ(port("#if CUDART_VERSION < 9000\n#endif\n"), "#if 12000 /* CUDART_VERSION */ < 9000\n#endif\n");
  EXPECT_EQ(port("#if defined(__CUDACC_VER_MAJOR__) && __CUDACC_VER_MAJOR__ >= 13\n#endif\n"),
            "#if defined(__HIPCC__) && 12 /* __CUDACC_VER_MAJOR__ */ >= 13\n#endif\n");
}

TEST(Lexical, NamespacesFollow) {
  EXPECT_EQ(port("cub::DeviceReduce::Sum(a); using namespace cub; cub_kvp x;"), "hipcub::DeviceReduce::Sum(a); using namespace hipcub; cub_kvp x;");
  EXPECT_EQ(port("typedef cub::WarpReduce<float> W;"), "typedef hipcub::WarpReduce<float, 32> W;");
  EXPECT_EQ(port("typedef cub::WarpReduce<float, 16> W;"), "typedef hipcub::WarpReduce<float, 16> W;");
  EXPECT_EQ(port("thrust::sort(thrust::cuda::par.on(s), a, b);"), "thrust::sort(thrust::hip::par.on(s), a, b);");
  EXPECT_EQ(port("using namespace nvcuda;\nwmma::fill_fragment(c, 0);"), "namespace wmma = rocwmma;\nwmma::fill_fragment(c, 0);");
  EXPECT_TRUE(reports("cuda::atomic<int> a;", 1007));
}

TEST(Lexical, OwnOperatorsThatHipHasAreSetAside) {
  EXPECT_EQ(port("inline __device__ void operator+=(float2& a, float2 b) {\n  a.x += b.x;\n  a.y += b.y;\n}\nint x;\n"),
            "#ifndef __HIP_PLATFORM_AMD__\ninline __device__ void operator+=(float2& a, float2 b) {\n  a.x += b.x;\n  a.y += b.y;\n}\n#endif\nint x;\n");
  // Another meaning: the person decides.
  std::string_view other = "inline void operator+=(float4& a, float4 b) { a.x += b.x; }\n";
  EXPECT_EQ(port(other), other);
  EXPECT_TRUE(reports(other, 1305));
  // Operators that do not clash, and those of classes of the program.
  std::string_view fine = "inline float2 operator+(float2 a, float2 b) { return f(a, b); }\nvoid operator+=(V& a, V b) { a.x += b.x; }\n";
  EXPECT_EQ(port(fine), fine);
  EXPECT_TRUE(codes(fine).empty());
}

TEST(Lexical, IncludesComeBeforeWhatIsSetAside) {
  EXPECT_EQ(unit("void operator-=(int1& a, int1 b) {\n  a.x -= b.x;\n}\n__global__ void k();\n"),
            "#include <hip/hip_runtime.h>\n#ifndef __HIP_PLATFORM_AMD__\nvoid operator-=(int1& a, int1 b) {\n  a.x -= b.x;\n}\n#endif\n__global__ void k();\n");
}

TEST(Lexical, OwnAtomicsThatHipHasAreSetAside) {
  EXPECT_EQ(port("__device__ double atomicMax(double* p, double v) {\n  return v;\n}\n"),
            "#ifndef __HIP_PLATFORM_AMD__\n__device__ double atomicMax(double* p, double v) {\n  return v;\n}\n#endif\n");
  std::string_view own = "__device__ Thing atomicMax(Thing* p, Thing v) {\n  return v;\n}\n";
  EXPECT_EQ(port(own), own);
}

TEST(Lexical, WhatHasNoCounterpartIsReportedOnceWithItsCount) {
  std::vector<Finding> findings;
  port_text("int a;\ncudaGraphSetConditional(h, 1); cudaGraphSetConditional(h, 0);", false, &findings);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, 1001);
  EXPECT_EQ(findings[0].severity, Severity::error);
  EXPECT_EQ(findings[0].line, 2u);
  EXPECT_EQ(findings[0].column, 1u);
  EXPECT_EQ(findings[0].more, 1u);
  EXPECT_TRUE(reports("cudaBrandNewCall(1);", 1004));
  EXPECT_FALSE(reports("void cudaMyOwn(int);\ncudaMyOwn(1);", 1004));
}

TEST(Lexical, PointersToArraysOfVariableLength) {
  EXPECT_EQ(port("void f(void* p, int n) { double (*u)[n][n + 1] = (double (*)[n][n + 1])p; }"),
            "void f(void* p, int n) { double (*u)[n][n + 1] = (decltype(u))p; }");
  EXPECT_EQ(port("void f(void* p, int n) { const unsigned char (*u)[n] = (const unsigned char(*)[n])p; cuComplex (*c)[n] = (cuComplex (*)[n])p; }"),
            "void f(void* p, int n) { const unsigned char (*u)[n] = (decltype(u))p; hipComplex (*c)[n] = (decltype(c))p; }");
  for (std::string same : {
           "void f(void* p) { double (*u)[N][8] = (double (*)[N][8])p; }",              // constants
           "void f(void* p, int n) { double (*u)[n] = (float (*)[n])p; }",              // wrong in CUDA, too
           "void f(void* p, int n, int m) { double (*u)[n][m] = (double (*)[m][n])p; }",
           "void f(double (*p)[3], int n) { double (*u)[n] = g(p); (*u)[n] = (n)*2; }",
           "void f(void* p, int n) { double (*u)[n] = (double (*)[n",
       })
    EXPECT_EQ(port(same), same);
}

TEST(Lexical, MinAndMaxAreCudas) {
  const std::string include = "#include \"wavelift_min_max.h\"\n", runtime = "#include <hip/hip_runtime.h>\n";
  for (std::string text : {
           "float f(float a) { return max(a, 1.f); }",
           "__device__ int f(int n) { return ::min(n, 4u); }",
           "#define TOP(a) max(a, 1.f)\n",
       }) {
    EXPECT_EQ(unit(text), runtime + include + text);
    EXPECT_TRUE(reports("#include <cuda_runtime.h>\n" + text, 1309)) << text;
  }
  // A header that has nothing of CUDA's stays as it is; where it has, it does not wait for its unit.
  EXPECT_EQ(port("inline float f(float a) { return max(a, 1.f); }"), "inline float f(float a) { return max(a, 1.f); }");
  EXPECT_EQ(port("#include <cuda_runtime.h>\nfloat f(float a) { return max(a, 1.f); }"), "#include <hip/hip_runtime.h>\n" + include + "float f(float a) { return max(a, 1.f); }");
  for (std::string same : {
           "#include <hip/hip_runtime.h>\n#include \"wavelift_min_max.h\"\nfloat f(float a) { return max(a, 1.f); }",
           "#include <hip/hip_runtime.h>\n#define max(a, b) ((a) > (b) ? (a) : (b))\nfloat f(float a) { return max(a, 1.f); }",
           "#include <hip/hip_runtime.h>\nint f(int n) { return std::min(n, 4) + a.max(n, 4) + b->min(n, 4); }",
           "#include <hip/hip_runtime.h>\nint min(int n, unsigned k = 4u);",
           "#include <hip/hip_runtime.h>\nint f(int n) { return min(n) + max(n, 4, 5); }",
       })
    EXPECT_EQ(unit(same), same);
}

TEST(Lexical, UnitsGetTheMinAndMaxThatAHeaderCalls) {
  const std::string text = "#include \"mine.h\"\nint main() { cudaFree(0); }\n";
  auto ported = [&](std::string_view header, std::string name) {
    Source s(text, "unit.cu");
    ProjectFacts facts;
    gather_facts(Source(header, std::move(name)), facts);
    LexicalOptions options;
    options.unit = true;
    options.facts = &facts;
    port_lexical(s, options);
    return s.edits.apply(text);
  };
  const std::string calls = "template <class T> T top(T a) { return max(a, T(1)); }\n", plain = "#include <hip/hip_runtime.h>\n", rest = "#include \"mine.h\"\nint main() { hipFree(0); }\n";
  EXPECT_EQ(ported(calls, "mine.h"), plain + "#include \"wavelift_min_max.h\"\n" + rest);
  EXPECT_EQ(ported(calls, "other.cpp"), plain + rest);
  EXPECT_EQ(ported("int f(int a) { return std::max(a, 1); }\n", "mine.h"), plain + rest);
}

TEST(Lexical, WhatHipsCompilerRefuses) {
  const std::string runtime = "#include <hip/hip_runtime.h>\n";
  EXPECT_EQ(unit("__global__ void k() { register float a = 1; for (register int i = 0; i < 3; ++i) a += i; }"), runtime + "__global__ void k() { float a = 1; for (int i = 0; i < 3; ++i) a += i; }");
  EXPECT_EQ(port("__global__ void k();\nstatic register int i;"), "__global__ void k();\nstatic int i;") << "in a header of CUDA's";
  for (std::string same : {"void f() { register int i; }", "__global__ void k() { register int i asm(\"v1\"); }", "int register_count;"}) EXPECT_EQ(port(same), same);
  EXPECT_EQ(unit("void f() { dim3 g(1), b(2); g = make_uint3(1, 2, 3); b = make_uint3(4, 5, 6); uint3 u = make_uint3(7, 8, 9); }"),
            runtime + "void f() { dim3 g(1), b(2); g = dim3(1, 2, 3); b = dim3(4, 5, 6); uint3 u = make_uint3(7, 8, 9); }");
}

TEST(Lexical, ARegionCanBeKeptOut) {
  EXPECT_EQ(port("cudaFree(a);\n// wavelift: off\ncudaFree(b);\n// wavelift: on\ncudaFree(c);\n"),
            "hipFree(a);\n// wavelift: off\ncudaFree(b);\n// wavelift: on\nhipFree(c);\n");
}

TEST(Lexical, PortingTheResultAgainChangesNothing) {
  for (std::string_view text : {
           "#include <cuda.h>\n#include \"x.h\"\n__launch_bounds__(256, 2) cudaMemcpyToSymbol(a, b, c);\nint w = warpSize + prop.warpSize;\n",
           "inline __device__ void operator-=(int2& a, int2 b) {\n  a.x -= b.x;\n  a.y -= b.y;\n}\n",
           "#if __CUDA_ARCH__ >= 700 && CUDA_VERSION < 13000\nasm(\"trap;\");\n#endif\n__ldcs(p);\n",
           "cub::WarpScan<int>(t); cudaGraphInstantiate(&e, g); cudaLaunchKernel(k<1>, a, b, c, 0, s);",
       }) {
    std::string once = unit(text), twice = unit(once);
    EXPECT_NE(once, text);
    EXPECT_EQ(once, twice);
  }
}

TEST(Lexical, ALongLineAndDeepNestingPass) {
  std::string deep(200000, '('), line;
  EXPECT_EQ(port(deep + "cudaFree(p);").substr(deep.size()), "hipFree(p);");
  for (int i = 0; i < 100000; ++i) line += "cudaFree(p);";
  EXPECT_EQ(port(line).size(), line.size() - 100000);
}

TEST(Diff, HunksStandWhereTheEditsAre) {
  Source s("a\nb\ncudaFree(x);\nd\ne\nf\ng\nh\n", "t");
  LexicalOptions o;
  port_lexical(s, o);
  EXPECT_EQ(unified_diff(s.text, s.edits, "a/t", "b/t"),
            "--- a/t\n+++ b/t\n@@ -1,6 +1,6 @@\n a\n b\n-cudaFree(x);\n+hipFree(x);\n d\n e\n f\n");
}
