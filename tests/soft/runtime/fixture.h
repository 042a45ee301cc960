// What the runtime's tests share: the test module, checks of error codes.
#pragma once
#include <fstream>
#include <gtest/gtest.h>
#include <hip/hip_runtime_api.h>
#include <iterator>
#include <string>
#include <vector>

#define OK(call) ASSERT_EQ(hipSuccess, (call)) << hipGetErrorName(hipPeekAtLastError())
#define FAILS(code, call) EXPECT_EQ(code, (call))

inline std::string code_object() {
  std::ifstream in(KERNELS, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A module of kernels.hip, and launches of one-dimensional grids of 64 threads.
class Runtime : public testing::Test {
protected:
  hipModule_t module = nullptr;

  void SetUp() override {
    std::string code = code_object();
    OK(hipModuleLoadData(&module, code.data()));
    (void)hipGetLastError();
  }
  void TearDown() override {
    if (module) OK(hipModuleUnload(module));
  }
  hipFunction_t function(const char* name) {
    hipFunction_t f = nullptr;
    EXPECT_EQ(hipSuccess, hipModuleGetFunction(&f, module, name));
    return f;
  }
  template <class... A> hipError_t launch(const char* name, unsigned blocks, hipStream_t stream, A... args) {
    void* params[] = {&args..., nullptr};
    return hipModuleLaunchKernel(function(name), blocks, 1, 1, 64, 1, 1, 0, stream, params, nullptr);
  }
  template <class T> T* device(size_t count) {
    void* p = nullptr;
    EXPECT_EQ(hipSuccess, hipMalloc(&p, count * sizeof(T)));
    return static_cast<T*>(p);
  }
  template <class T> T fetch(const T* from) {
    T value{};
    EXPECT_EQ(hipSuccess, hipMemcpy(&value, from, sizeof value, hipMemcpyDeviceToHost));
    return value;
  }
};
