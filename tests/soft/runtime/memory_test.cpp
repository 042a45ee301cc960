#include "fixture.h"
#include <numeric>

TEST_F(Runtime, allocation_is_aligned_and_freed_once) {
  for (size_t size : {size_t(1), size_t(300), size_t(1) << 20}) {
    void* p = nullptr;
    OK(hipMalloc(&p, size));
    EXPECT_EQ(0u, reinterpret_cast<uintptr_t>(p) % 256);
    OK(hipMemset(p, 3, size));
    OK(hipFree(p));
    FAILS(hipErrorInvalidValue, hipFree(p));
  }
  OK(hipFree(nullptr));
  FAILS(hipErrorInvalidValue, hipMalloc(static_cast<void**>(nullptr), 4));
  int on_stack = 0;
  FAILS(hipErrorInvalidValue, hipFree(&on_stack));
}

TEST_F(Runtime, memory_runs_out) {
  size_t free = 0, total = 0;
  OK(hipMemGetInfo(&free, &total));
  EXPECT_GT(total, size_t(1) << 30);
  void* p = nullptr;
  FAILS(hipErrorOutOfMemory, hipMalloc(&p, total + 1));
  EXPECT_EQ(hipErrorOutOfMemory, hipGetLastError());
  OK(hipMalloc(&p, 1 << 20));
  size_t less = 0;
  OK(hipMemGetInfo(&less, &total));
  EXPECT_EQ(free - (1 << 20), less);
  OK(hipFree(p));
}

TEST_F(Runtime, copies_check_what_they_are_given) {
  char* d = device<char>(100);
  char h[200] = {};
  OK(hipMemcpy(d, h, 100, hipMemcpyHostToDevice));
  FAILS(hipErrorInvalidValue, hipMemcpy(d, h, 101, hipMemcpyHostToDevice));
  FAILS(hipErrorInvalidValue, hipMemcpy(h, d + 50, 51, hipMemcpyDefault));
  FAILS(hipErrorInvalidValue, hipMemcpy(nullptr, d, 1, hipMemcpyDeviceToHost));
  FAILS(hipErrorInvalidMemcpyDirection, hipMemcpy(h, d, 1, hipMemcpyKind(7)));
  OK(hipMemcpy(nullptr, nullptr, 0, hipMemcpyDefault));
  FAILS(hipErrorInvalidValue, hipMemset(d, 0, 101));
  FAILS(hipErrorInvalidValue, hipMemset(h, 0, 1)); // not the device's
  OK(hipFree(d));
}

TEST_F(Runtime, rows_keep_their_pitch) {
  constexpr size_t kWidth = 10, kHeight = 5;
  int in[kHeight][kWidth], out[kHeight][kWidth] = {};
  std::iota(&in[0][0], &in[0][0] + kHeight * kWidth, 0);
  void* d = nullptr;
  size_t pitch = 0;
  OK(hipMallocPitch(&d, &pitch, kWidth * sizeof(int), kHeight));
  EXPECT_EQ(256u, pitch);
  OK(hipMemcpy2D(d, pitch, in, sizeof in[0], sizeof in[0], kHeight, hipMemcpyHostToDevice));
  EXPECT_EQ(in[3][4], fetch(reinterpret_cast<int*>(static_cast<char*>(d) + 3 * pitch) + 4));
  OK(hipMemcpy2D(out, sizeof out[0], d, pitch, sizeof out[0], kHeight, hipMemcpyDeviceToHost));
  EXPECT_EQ(0, memcmp(in, out, sizeof in));
  FAILS(hipErrorInvalidPitchValue, hipMemcpy2D(d, 8, in, 40, 40, 2, hipMemcpyHostToDevice));
  OK(hipMemset2D(d, pitch, 0xff, kWidth * sizeof(int), 2));
  EXPECT_EQ(-1, fetch(static_cast<int*>(d)));
  EXPECT_EQ(in[2][0], fetch(reinterpret_cast<int*>(static_cast<char*>(d) + 2 * pitch)));
  OK(hipFree(d));
}

TEST_F(Runtime, fills_by_element_size) {
  uint16_t* d = device<uint16_t>(8);
  OK(hipMemsetD16(d, 0x1234, 8));
  EXPECT_EQ(0x1234, fetch(d + 7));
  OK(hipMemsetD32(d, 0x01020304, 2));
  EXPECT_EQ(0x0304, fetch(d));
  EXPECT_EQ(0x0102, fetch(d + 3));
  EXPECT_EQ(0x1234, fetch(d + 4));
  FAILS(hipErrorInvalidValue, hipMemsetD32(reinterpret_cast<char*>(d) + 2, 0, 1)); // misaligned
  OK(hipFree(d));
}

TEST_F(Runtime, volumes_and_arrays) {
  constexpr size_t kW = 7, kH = 4, kD = 3;
  float in[kD][kH][kW], out[kD][kH][kW] = {};
  std::iota(&in[0][0][0], &in[0][0][0] + kW * kH * kD, 1.0f);
  hipChannelFormatDesc desc = hipCreateChannelDesc<float>();
  EXPECT_EQ(32, desc.x);
  EXPECT_EQ(hipChannelFormatKindFloat, desc.f);
  hipArray_t array = nullptr;
  OK(hipMalloc3DArray(&array, &desc, make_hipExtent(kW, kH, kD), hipArrayDefault));
  hipMemcpy3DParms p = {};
  p.srcPtr = make_hipPitchedPtr(in, kW * sizeof(float), kW, kH);
  p.dstArray = array;
  p.extent = make_hipExtent(kW, kH, kD);
  p.kind = hipMemcpyHostToDevice;
  OK(hipMemcpy3D(&p));
  // Out again but for the first column and row: a position in texels.
  hipMemcpy3DParms q = {};
  q.srcArray = array;
  q.srcPos = make_hipPos(1, 1, 0);
  q.dstPtr = make_hipPitchedPtr(out, kW * sizeof(float), kW, kH);
  q.extent = make_hipExtent(kW - 1, kH - 1, kD);
  q.kind = hipMemcpyDeviceToHost;
  OK(hipMemcpy3D(&q));
  for (size_t z = 0; z < kD; ++z) EXPECT_EQ(in[z][1][1], out[z][0][0]);
  EXPECT_EQ(in[2][3][6], out[2][2][5]);
  q.extent.width = kW;
  FAILS(hipErrorInvalidValue, hipMemcpy3D(&q)); // over the edge
  OK(hipFreeArray(array));
  FAILS(hipErrorInvalidHandle, hipFreeArray(array));

  hipPitchedPtr volume;
  OK(hipMalloc3D(&volume, make_hipExtent(kW * 4, kH, kD)));
  OK(hipMemset3D(volume, 1, make_hipExtent(kW * 4, kH, kD)));
  EXPECT_EQ(0x01010101, fetch(static_cast<int*>(volume.ptr)));
  OK(hipFree(volume.ptr));
}

TEST_F(Runtime, array_rows) {
  hipChannelFormatDesc desc = hipCreateChannelDesc<uchar4>();
  hipArray_t array = nullptr;
  OK(hipMallocArray(&array, &desc, 5, 3));
  unsigned in[3][5], out[3][5] = {};
  std::iota(&in[0][0], &in[0][0] + 15, 100u);
  OK(hipMemcpy2DToArray(array, 0, 0, in, sizeof in[0], sizeof in[0], 3, hipMemcpyHostToDevice));
  OK(hipMemcpy2DFromArray(out, sizeof out[0], array, 0, 0, sizeof out[0], 3, hipMemcpyDeviceToHost));
  EXPECT_EQ(0, memcmp(in, out, sizeof in));
  unsigned line[7] = {};
  OK(hipMemcpyFromArray(line, array, 4, 1, sizeof line, hipMemcpyDeviceToHost)); // runs on into the next row
  EXPECT_EQ(in[1][1], line[0]);
  EXPECT_EQ(in[2][2], line[6]);
  hipExtent extent;
  OK(hipArrayGetInfo(&desc, &extent, nullptr, array));
  EXPECT_EQ(5u, extent.width);
  EXPECT_EQ(3u, extent.height);
  EXPECT_EQ(0u, extent.depth);
  OK(hipFreeArray(array));
  hipChannelFormatDesc three = hipCreateChannelDesc(32, 32, 32, 0, hipChannelFormatKindFloat);
  FAILS(hipErrorInvalidValue, hipMallocArray(&array, &three, 5, 3));
}

TEST_F(Runtime, pointers_are_known) {
  int *d = device<int>(4), *h = nullptr, own[4];
  int* m = nullptr;
  OK(hipHostMalloc(&h, 64));
  OK(hipMallocManaged(&m, 64));
  hipPointerAttribute_t a;
  OK(hipPointerGetAttributes(&a, d + 1));
  EXPECT_EQ(hipMemoryTypeDevice, a.type);
  EXPECT_EQ(d + 1, a.devicePointer);
  EXPECT_EQ(nullptr, a.hostPointer);
  OK(hipPointerGetAttributes(&a, h));
  EXPECT_EQ(hipMemoryTypeHost, a.type);
  OK(hipPointerGetAttributes(&a, m));
  EXPECT_EQ(hipMemoryTypeManaged, a.type);
  EXPECT_EQ(1, a.isManaged);
  OK(hipPointerGetAttributes(&a, own));
  EXPECT_EQ(hipMemoryTypeUnregistered, a.type);
  OK(hipPointerGetAttributes(&a, nullptr));

  OK(hipHostRegister(own, sizeof own, hipHostRegisterDefault));
  FAILS(hipErrorHostMemoryAlreadyRegistered, hipHostRegister(own, sizeof own, hipHostRegisterDefault));
  void* mapped = nullptr;
  OK(hipHostGetDevicePointer(&mapped, own, 0));
  EXPECT_EQ(own, mapped);
  OK(hipHostUnregister(own));
  FAILS(hipErrorHostMemoryNotRegistered, hipHostUnregister(own));
  FAILS(hipErrorInvalidValue, hipHostFree(d));
  OK(hipHostFree(h));
  OK(hipFree(m));
  OK(hipFree(d));
}

TEST_F(Runtime, managed_advice_is_remembered) {
  int* m = nullptr;
  OK(hipMallocManaged(&m, 4096));
  OK(hipMemAdvise(m, 4096, hipMemAdviseSetReadMostly, 0));
  OK(hipMemPrefetchAsync(m, 4096, hipCpuDeviceId));
  int value = 0;
  OK(hipMemRangeGetAttribute(&value, sizeof value, hipMemRangeAttributeReadMostly, m, 4096));
  EXPECT_EQ(1, value);
  OK(hipMemRangeGetAttribute(&value, sizeof value, hipMemRangeAttributeLastPrefetchLocation, m, 4096));
  EXPECT_EQ(hipCpuDeviceId, value);
  FAILS(hipErrorInvalidDevice, hipMemPrefetchAsync(m, 4096, 5));
  OK(hipFree(m));
}

TEST_F(Runtime, pools_count_what_they_give) {
  hipMemPool_t pool = nullptr;
  OK(hipDeviceGetDefaultMemPool(&pool, 0));
  int* p = nullptr;
  OK(hipMallocAsync(&p, 1000, nullptr));
  uint64_t used = 0;
  OK(hipMemPoolGetAttribute(pool, hipMemPoolAttrUsedMemCurrent, &used));
  EXPECT_EQ(1000u, used);
  OK(hipFreeAsync(p, nullptr));
  OK(hipMemPoolGetAttribute(pool, hipMemPoolAttrUsedMemCurrent, &used));
  EXPECT_EQ(0u, used);
  OK(hipMemPoolGetAttribute(pool, hipMemPoolAttrUsedMemHigh, &used));
  EXPECT_EQ(1000u, used);
  OK(hipFreeAsync(nullptr, nullptr));
  OK(hipMallocAsync(&p, 500, nullptr));
  OK(hipFree(p));
  OK(hipMemPoolGetAttribute(pool, hipMemPoolAttrUsedMemCurrent, &used));
  EXPECT_EQ(0u, used);
  FAILS(hipErrorInvalidValue, hipFreeAsync(p, nullptr));
  uint64_t threshold = ~0ull;
  OK(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &threshold));
  hipMemPoolProps props = {};
  props.allocType = hipMemAllocationTypePinned;
  props.location = {hipMemLocationTypeDevice, 0};
  props.maxSize = 1000;
  hipMemPool_t small = nullptr;
  OK(hipMemPoolCreate(&small, &props));
  FAILS(hipErrorOutOfMemory, hipMallocFromPoolAsync(&p, 1001, small, nullptr));
  OK(hipMemPoolDestroy(small));
}

TEST_F(Runtime, virtual_memory_maps_physical_memory_twice) {
  hipMemAllocationProp prop = {};
  prop.type = hipMemAllocationTypePinned;
  prop.location = {hipMemLocationTypeDevice, 0};
  size_t grain = 0;
  OK(hipMemGetAllocationGranularity(&grain, &prop, hipMemAllocationGranularityMinimum));
  hipMemGenericAllocationHandle_t handle;
  OK(hipMemCreate(&handle, grain, &prop, 0));
  void* range = nullptr;
  OK(hipMemAddressReserve(&range, 2 * grain, 0, nullptr, 0));
  int *a = static_cast<int*>(range), *b = reinterpret_cast<int*>(static_cast<char*>(range) + grain);
  OK(hipMemMap(a, grain, 0, handle, 0));
  OK(hipMemMap(b, grain, 0, handle, 0));
  hipMemAccessDesc access = {{hipMemLocationTypeDevice, 0}, hipMemAccessFlagsProtReadWrite};
  OK(hipMemSetAccess(range, 2 * grain, &access, 1));
  OK(hipMemsetD32(a, 5, 1));
  OK(launch("add", 1, nullptr, a, 3));
  EXPECT_EQ(8, fetch(b));
  FAILS(hipErrorInvalidValue, hipMemAddressFree(range, 2 * grain)); // still mapped
  OK(hipMemUnmap(a, grain));
  OK(hipMemUnmap(b, grain));
  OK(hipMemRelease(handle));
  OK(hipMemAddressFree(range, 2 * grain));
}
