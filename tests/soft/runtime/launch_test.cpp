#include "fixture.h"
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <numeric>
#include <thread>
#include <unistd.h>

namespace {
const std::string log_file = "/tmp/wavelift-launch-log-" + std::to_string(getpid());
// The library looks at the variable at its first launch.
const bool log_set = setenv("WAVELIFT_KERNEL_LOG", log_file.c_str(), 1) == 0;
} // namespace

TEST_F(Runtime, a_kernel_computes) {
  constexpr int kN = 1000;
  std::vector<float> in(kN), out(kN);
  std::iota(in.begin(), in.end(), 0.0f);
  float *a = device<float>(kN), *b = device<float>(kN);
  OK(hipMemcpy(a, in.data(), kN * 4, hipMemcpyHostToDevice));
  OK(hipMemset(b, 0, kN * 4));
  OK(launch("scale", (kN + 63) / 64, nullptr, b, a, 2.5f, kN));
  OK(hipDeviceSynchronize());
  OK(hipMemcpy(out.data(), b, kN * 4, hipMemcpyDeviceToHost));
  for (int i = 0; i < kN; ++i) ASSERT_EQ(in[i] * 2.5f, out[i]) << i;
  OK(hipFree(a));
  OK(hipFree(b));
}

TEST_F(Runtime, arguments_of_all_sizes_arrive) {
  double* d = device<double>(1);
  OK(launch("mix", 1, nullptr, d, char(1), short(-20), long(1) << 40, 0.5f));
  EXPECT_EQ(1 - 20 + double(long(1) << 40) + 0.5, fetch(d));
  // The same as one buffer, laid out as a structure.
  struct {
    double* out;
    char a;
    short b;
    long c;
    float d;
  } packed = {d, 2, 3, 4, 5};
  size_t size = sizeof packed;
  void* extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &packed, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   HIP_LAUNCH_PARAM_END};
  OK(hipModuleLaunchKernel(function("mix"), 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, extra));
  EXPECT_EQ(14, fetch(d));
  void* params[] = {&packed.out, &packed.a, &packed.b, &packed.c, &packed.d};
  FAILS(hipErrorInvalidValue,
        hipModuleLaunchKernel(function("mix"), 1, 1, 1, 64, 1, 1, 0, nullptr, params, extra));
  FAILS(hipErrorInvalidValue,
        hipModuleLaunchKernel(function("mix"), 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, nullptr));
  OK(hipFree(d));
}

TEST_F(Runtime, launches_that_cannot_be) {
  hipFunction_t f = function("count");
  auto go = [&](hipFunction_t f, dim3 grid, dim3 block, unsigned lds) {
    return hipModuleLaunchKernel(f, grid.x, grid.y, grid.z, block.x, block.y, block.z, lds, nullptr, nullptr,
                                 nullptr);
  };
  FAILS(hipErrorInvalidValue, go(f, {0, 1, 1}, {64, 1, 1}, 0));
  FAILS(hipErrorInvalidValue, go(f, {1, 1, 1}, {64, 0, 1}, 0));
  FAILS(hipErrorInvalidValue, go(f, {1, 1, 1}, {1024, 2, 1}, 0));
  FAILS(hipErrorInvalidValue, go(f, {1u << 31, 1, 1}, {64, 1, 1}, 0));
  FAILS(hipErrorInvalidValue, go(f, {1, 1, 1}, {64, 1, 1}, 65537));
  OK(go(f, {1, 1, 1}, {64, 1, 1}, 65536));
  FAILS(hipErrorInvalidHandle, go(nullptr, {1, 1, 1}, {64, 1, 1}, 0));
  // By host stub: HIP's runtime codes.
  void* args[] = {nullptr};
  FAILS(hipErrorInvalidDeviceFunction, hipLaunchKernel(nullptr, dim3(1), dim3(64), args, 0, nullptr));
  FAILS(hipErrorInvalidDeviceFunction, hipLaunchKernel(args, dim3(1), dim3(64), args, 0, nullptr));
  FAILS(hipErrorInvalidConfiguration, hipLaunchKernel(f, dim3(0), dim3(64), nullptr, 0, nullptr));
  int* d = device<int>(1);
  void* params[] = {&d};
  OK(hipModuleLaunchKernel(function("bounded"), 1, 1, 1, 128, 1, 1, 0, nullptr, params, nullptr));
  FAILS(hipErrorLaunchFailure,
        hipModuleLaunchKernel(function("bounded"), 1, 1, 1, 129, 1, 1, 0, nullptr, params, nullptr));
  OK(hipDeviceSynchronize()); // that was no fault
  FAILS(hipErrorCooperativeLaunchTooLarge,
        hipModuleLaunchCooperativeKernel(f, 1 << 20, 1, 1, 64, 1, 1, 0, nullptr, nullptr));
  OK(hipFree(d));
}

TEST_F(Runtime, a_fault_sticks_until_reset) {
  EXPECT_EQ(hipErrorIllegalAddress, launch("store_at", 1, nullptr, reinterpret_cast<int*>(0x10)));
  EXPECT_EQ(hipErrorIllegalAddress, hipGetLastError());
  FAILS(hipErrorIllegalAddress, hipDeviceSynchronize());
  void* p = nullptr;
  FAILS(hipErrorIllegalAddress, hipMalloc(&p, 4));
  FAILS(hipErrorIllegalAddress, launch("count", 1, nullptr));
  OK(hipDeviceReset());
  OK(launch("count", 1, nullptr));
  OK(hipDeviceSynchronize());
}

TEST_F(Runtime, variables_of_a_module) {
  hipDeviceptr_t address = nullptr;
  size_t size = 0;
  OK(hipModuleGetGlobal(&address, &size, module, "counter"));
  EXPECT_EQ(sizeof(int), size);
  EXPECT_EQ(7, fetch(static_cast<int*>(address)));
  OK(launch("count", 1, nullptr));
  EXPECT_EQ(8, fetch(static_cast<int*>(address)));
  FAILS(hipErrorInvalidValue, hipMemcpy(address, address, 5, hipMemcpyDefault)); // over its end
  FAILS(hipErrorNotFound, hipModuleGetGlobal(&address, &size, module, "nothing"));
  hipFunction_t f;
  FAILS(hipErrorNotFound, hipModuleGetFunction(&f, module, "nothing"));
  hipModule_t bad;
  FAILS(hipErrorInvalidImage, hipModuleLoadData(&bad, "this is no code object"));
  FAILS(hipErrorFileNotFound, hipModuleLoad(&bad, "/nonexistent"));
  OK(hipModuleLoad(&bad, KERNELS));
  OK(hipModuleUnload(bad));
  FAILS(hipErrorInvalidHandle, hipModuleUnload(bad));
}

TEST_F(Runtime, attributes_and_occupancy) {
  hipFuncAttributes a;
  OK(hipFuncGetAttributes(&a, reinterpret_cast<const void*>(function("bounded"))));
  EXPECT_EQ(128, a.maxThreadsPerBlock);
  EXPECT_GT(a.numRegs, 0);
  int blocks = 0;
  OK(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function("count"), 256, 0));
  EXPECT_EQ(8, blocks); // 8 waves on each of 4 SIMDs, 4 waves a block
  OK(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function("count"), 256, 20000));
  EXPECT_EQ(3, blocks); // LDS
  OK(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function("count"), 65, 0));
  EXPECT_EQ(16, blocks); // two waves
  int grid = 0, block = 0;
  OK(hipModuleOccupancyMaxPotentialBlockSize(&grid, &block, function("count"), 0, 0));
  EXPECT_EQ(1024, block);
  EXPECT_EQ(2 * 110, grid);
  OK(hipModuleOccupancyMaxPotentialBlockSize(&grid, &block, function("count"), 0, 200));
  EXPECT_LE(block, 200);
  FAILS(hipErrorInvalidValue,
        hipFuncSetAttribute(function("count"), hipFuncAttributeMaxDynamicSharedMemorySize, 65537));
  OK(hipFuncSetAttribute(function("count"), hipFuncAttributeMaxDynamicSharedMemorySize, 65536));
}

TEST_F(Runtime, threads_launch_side_by_side) {
  int* d = device<int>(4);
  OK(hipMemset(d, 0, 16));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      hipStream_t stream;
      EXPECT_EQ(hipSuccess, hipStreamCreate(&stream));
      for (int i = 0; i < 25; ++i) EXPECT_EQ(hipSuccess, launch("add", 1, stream, d + t, 1));
      EXPECT_EQ(hipSuccess, hipStreamSynchronize(stream));
      EXPECT_EQ(hipSuccess, hipStreamDestroy(stream));
    });
  for (std::thread& t : threads) t.join();
  for (int t = 0; t < 4; ++t) EXPECT_EQ(25, fetch(d + t));
  OK(hipFree(d));
}

TEST_F(Runtime, launches_are_logged) {
  ASSERT_TRUE(log_set);
  OK(launch("count", 3, nullptr));
  std::ifstream in(log_file);
  std::string line, last;
  while (std::getline(in, line)) last = line;
  nlohmann::json j = nlohmann::json::parse(last);
  EXPECT_EQ("count", j["kernel"]);
  EXPECT_EQ((std::vector<int>{3, 1, 1}), j["grid"].get<std::vector<int>>());
  EXPECT_EQ((std::vector<int>{64, 1, 1}), j["block"].get<std::vector<int>>());
  EXPECT_GT(j["wave_instructions"].get<long>(), 3);
  EXPECT_GE(j["seconds"].get<double>(), 0);
  unlink(log_file.c_str());
}
