// The name map: its rules and exceptions, its table, the page and the header made from it.
#include "apimap/apimap.h"
#include "base/files.h"
#include <gtest/gtest.h>
#include <set>

using namespace wavelift;
using namespace wavelift::apimap;

namespace {

std::string_view hip(std::string_view cuda) {
  const Entry* e = find(cuda);
  return e ? e->hip : "(not in the map)";
}

}  // namespace

TEST(ApiMap, RulesNameTheRegularCases) {
  EXPECT_EQ(hip("cudaMalloc"), "hipMalloc");
  EXPECT_EQ(hip("cudaMemcpyHostToDevice"), "hipMemcpyHostToDevice");
  EXPECT_EQ(hip("cudaErrorInvalidValue"), "hipErrorInvalidValue");
  EXPECT_EQ(hip("cudaDevAttrMaxBlockDimX"), "hipDeviceAttributeMaxBlockDimX");
  EXPECT_EQ(hip("CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X"), "hipDeviceAttributeMaxGridDimX");
  EXPECT_EQ(hip("CUDA_ERROR_INVALID_CONTEXT"), "hipErrorInvalidContext");
  EXPECT_EQ(hip("cublasSgemm"), "hipblasSgemm");
  EXPECT_EQ(hip("CUSPARSE_STATUS_SUCCESS"), "HIPSPARSE_STATUS_SUCCESS");
  EXPECT_EQ(hip("make_cudaExtent"), "make_hipExtent");
}

TEST(ApiMap, ExceptionsNameTheOthers) {
  EXPECT_EQ(hip("cudaDeviceProp"), "hipDeviceProp_t");
  EXPECT_EQ(hip("cudaMallocHost"), "hipHostMalloc");
  EXPECT_EQ(hip("cudaErrorMemoryAllocation"), "hipErrorOutOfMemory");
  EXPECT_EQ(hip("cuLaunchKernel"), "hipModuleLaunchKernel");
  EXPECT_EQ(hip("cuMemAlloc_v2"), "hipMalloc");
  EXPECT_EQ(hip("__nv_bfloat16"), "__hip_bfloat16");
  EXPECT_EQ(hip("CUFFT_INVERSE"), "HIPFFT_BACKWARD");
  EXPECT_EQ(hip("cuda_bf16.h"), "hip/hip_bf16.h");
  EXPECT_EQ(hip("cublas_v2.h"), "hipblas/hipblas.h");
  EXPECT_EQ(hip("ncclAllReduce"), "ncclAllReduce");
  EXPECT_EQ(hip("cusolverDnDpotrf"), "hipsolverDnDpotrf");
  EXPECT_EQ(hip("CubDebug"), "HipcubDebug");
}

TEST(ApiMap, WarpFunctionsKeepTheirWidth) {
  EXPECT_EQ(find("__shfl_down_sync")->fate, Fate::warp);
  EXPECT_EQ(hip("__shfl_down_sync"), "wl32::shfl_down_sync");
  EXPECT_EQ(hip("warpSize"), "wl32::warp_size");
}

TEST(ApiMap, WhatHasNoCounterpartIsKnownToHaveNone) {
  for (std::string_view name : {"cudaGraphConditionalHandleCreate", "cuTensorMapEncodeTiled", "cudnnConvolutionForward", "nvmlInit",
                                "__cluster_dims__", "cublasXtSgemm", "cudnn.h"}) {
    const Entry* e = find(name);
    ASSERT_NE(e, nullptr) << name;
    EXPECT_EQ(e->fate, Fate::none) << name;
    EXPECT_TRUE(e->hip.empty()) << name;
  }
}

TEST(ApiMap, NamesOfTheProgramAreNotCuda) {
  for (std::string_view name : {"cudaCheck", "checkCudaErrors", "cublasGetErrorEnum", "cuBool", "curr", "cudaX", "", "c"})
    EXPECT_EQ(find(name), nullptr) << name;
  EXPECT_TRUE(looks_like_cuda("cudaNewThing"));
  EXPECT_TRUE(looks_like_cuda("cuNewThing"));
  EXPECT_FALSE(looks_like_cuda("current"));
  EXPECT_FALSE(looks_like_cuda("cuda_status"));
}

TEST(ApiMap, EveryRowIsFoundAndEndsInHip) {
  ASSERT_GT(all().size(), 5000u);
  for (const Entry& e : all()) {
    EXPECT_EQ(find(e.cuda), &e) << e.cuda;
    // A HIP name that is a CUDA name of another meaning would be renamed again by a second port.
    if (e.fate == Fate::renamed) {
      EXPECT_TRUE(find(e.hip) == nullptr || find(e.hip)->fate == Fate::same) << e.cuda << " -> " << e.hip;
    }
    if (e.since && e.until) {
      EXPECT_LT(e.since, e.until) << e.cuda;
    }
  }
}

TEST(ApiMap, VersionsAreKept) {
  EXPECT_EQ(find("cudaLibraryLoadData")->since, 702);
  EXPECT_EQ(find("cudaLaunchKernelExC")->since, 700);
  EXPECT_EQ(find("cudaMalloc")->since, 0);
}

TEST(ApiMap, TheCoveragePageIsCurrent) {
  auto kept = read_file(WAVELIFT_SOURCE "/docs/api-coverage.md");
  auto made = read_file(WAVELIFT_BINARY "/src/apimap/api-coverage.md");
  ASSERT_TRUE(kept) << kept.error().sentence();
  ASSERT_TRUE(made) << made.error().sentence();
  EXPECT_TRUE(*kept == *made) << "copy " WAVELIFT_BINARY "/src/apimap/api-coverage.md to docs/";
}

TEST(ApiMap, TheNamesHeaderDefinesTheRuntime) {
  auto text = read_file(WAVELIFT_BINARY "/include/cuda/wavelift_cuda_names.h");
  ASSERT_TRUE(text) << text.error().sentence();
  EXPECT_NE(text->find("#define cudaMalloc hipMalloc\n"), std::string::npos);
  EXPECT_NE(text->find("#define __nv_bfloat16 __hip_bfloat16\n"), std::string::npos);
  EXPECT_EQ(text->find("__CUDA_ARCH__"), std::string::npos);
  EXPECT_EQ(text->find("wl32"), std::string::npos);
}
