#include "fixture.h"
#include <chrono>
#include <cmath>
#include <thread>

TEST_F(Runtime, errors_are_taken_once) {
  FAILS(hipErrorInvalidDevice, hipSetDevice(1));
  OK(hipSetDevice(0)); // a success does not clear it
  EXPECT_EQ(hipErrorInvalidDevice, hipPeekAtLastError());
  EXPECT_EQ(hipErrorInvalidDevice, hipGetLastError());
  EXPECT_EQ(hipSuccess, hipGetLastError());
  FAILS(hipErrorInvalidDevice, hipSetDevice(-1));
  std::thread([] { EXPECT_EQ(hipSuccess, hipGetLastError()); }).join(); // errors are a thread's own
  (void)hipGetLastError();
  EXPECT_STREQ("hipErrorOutOfMemory", hipGetErrorName(hipErrorOutOfMemory));
  EXPECT_STREQ("out of memory", hipGetErrorString(hipErrorOutOfMemory));
  EXPECT_STREQ("unknown error", hipGetErrorString(hipError_t(12345)));
}

TEST_F(Runtime, the_device_describes_itself) {
  int count = 0;
  OK(hipGetDeviceCount(&count));
  EXPECT_EQ(1, count);
  hipDeviceProp_t p;
  OK(hipGetDeviceProperties(&p, 0));
  EXPECT_STREQ("gfx90a:sramecc+:xnack-", p.gcnArchName);
  EXPECT_STREQ("wavelift gfx90a (software)", p.name);
  EXPECT_EQ(64, p.warpSize);
  EXPECT_EQ(1024, p.maxThreadsPerBlock);
  EXPECT_EQ(65536u, p.sharedMemPerBlock);
  EXPECT_EQ(110, p.multiProcessorCount);
  FAILS(hipErrorInvalidDevice, hipGetDeviceProperties(&p, 1));
  int value = 0;
  OK(hipDeviceGetAttribute(&value, hipDeviceAttributeWarpSize, 0));
  EXPECT_EQ(64, value);
  FAILS(hipErrorInvalidValue, hipDeviceGetAttribute(&value, hipDeviceAttribute_t(500), 0));
  OK(hipRuntimeGetVersion(&value));
  EXPECT_EQ(7, value / 10000000);
  OK(hipDeviceCanAccessPeer(&value, 0, 0));
  EXPECT_EQ(0, value);
  void* f = nullptr;
  hipDriverProcAddressQueryResult found;
  OK(hipGetProcAddress("hipGetDeviceProperties", &f, 700, 0, &found));
  EXPECT_EQ(reinterpret_cast<void*>(&hipGetDeviceProperties), f);
  FAILS(hipErrorNotFound, hipGetProcAddress("hipNoSuchThing", &f, 700, 0, &found));
  size_t limit = 0;
  OK(hipDeviceSetLimit(hipLimitMallocHeapSize, 1 << 26));
  OK(hipDeviceGetLimit(&limit, hipLimitMallocHeapSize));
  EXPECT_EQ(size_t(1) << 26, limit);
}

TEST_F(Runtime, events_measure_time) {
  hipEvent_t start, stop;
  OK(hipEventCreate(&start));
  OK(hipEventCreate(&stop));
  float ms = -1;
  FAILS(hipErrorInvalidHandle, hipEventElapsedTime(&ms, start, stop)); // never recorded
  OK(hipEventRecord(start));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  OK(hipEventRecord(stop));
  OK(hipEventSynchronize(stop));
  OK(hipEventQuery(stop));
  OK(hipEventElapsedTime(&ms, start, stop));
  EXPECT_GE(ms, 19.0f);
  EXPECT_LT(ms, 10000.0f);
  OK(hipEventRecord(start));
  OK(hipEventRecord(stop));
  OK(hipEventElapsedTime(&ms, start, stop));
  EXPECT_GT(ms, 0.0f);
  OK(hipEventDestroy(start));
  FAILS(hipErrorInvalidHandle, hipEventRecord(start));
  OK(hipEventCreateWithFlags(&start, hipEventDisableTiming));
  OK(hipEventRecord(start));
  FAILS(hipErrorInvalidHandle, hipEventElapsedTime(&ms, start, stop));
  OK(hipEventDestroy(start));
  OK(hipEventDestroy(stop));
}

TEST_F(Runtime, streams_keep_order_and_call_back) {
  hipStream_t stream;
  int least, greatest, priority;
  unsigned flags;
  OK(hipDeviceGetStreamPriorityRange(&least, &greatest));
  EXPECT_LT(greatest, least);
  OK(hipStreamCreateWithPriority(&stream, hipStreamNonBlocking, -100));
  OK(hipStreamGetPriority(stream, &priority));
  EXPECT_EQ(greatest, priority);
  OK(hipStreamGetFlags(stream, &flags));
  EXPECT_EQ(unsigned(hipStreamNonBlocking), flags);
  int* d = device<int>(1);
  OK(hipMemsetAsync(d, 0, 4, stream));
  OK(launch("add", 1, stream, d, 5));
  int seen = 0;
  struct Look {
    int *from, *to;
  } look = {d, &seen};
  OK(hipLaunchHostFunc(
      stream, [](void* p) { *static_cast<Look*>(p)->to = *static_cast<Look*>(p)->from; }, &look));
  OK(launch("add", 1, stream, d, 5));
  static hipStream_t called = nullptr;
  OK(hipStreamAddCallback(
      stream, [](hipStream_t s, hipError_t e, void*) { called = e == hipSuccess ? s : nullptr; }, nullptr,
      0));
  OK(hipStreamSynchronize(stream));
  OK(hipStreamQuery(stream));
  EXPECT_EQ(5, seen);
  EXPECT_EQ(10, fetch(d));
  EXPECT_EQ(stream, called);
  OK(launch("add", 1, hipStreamPerThread, d, 1));
  OK(launch("add", 1, hipStreamLegacy, d, 1));
  EXPECT_EQ(12, fetch(d));
  OK(hipStreamDestroy(stream));
  FAILS(hipErrorInvalidHandle, hipStreamSynchronize(stream));
  FAILS(hipErrorInvalidHandle, hipStreamDestroy(nullptr));
  OK(hipFree(d));
}

TEST_F(Runtime, values_in_memory_order_streams) {
  uint32_t* d = device<uint32_t>(2);
  OK(hipMemset(d, 0, 8));
  OK(hipStreamWriteValue32(nullptr, d, 7, 0));
  OK(hipStreamWaitValue32(nullptr, d, 7, hipStreamWaitValueEq, 0xffffffff));
  EXPECT_EQ(7u, fetch(d));
  // Another thread writes what this stream waits for.
  std::thread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    hipStream_t s;
    EXPECT_EQ(hipSuccess, hipStreamCreate(&s));
    EXPECT_EQ(hipSuccess, hipStreamWriteValue32(s, d + 1, 3, 0));
    EXPECT_EQ(hipSuccess, hipStreamDestroy(s));
  });
  OK(hipStreamWaitValue32(nullptr, d + 1, 3, hipStreamWaitValueGte, 0xffffffff));
  writer.join();
  OK(hipFree(d));
}
