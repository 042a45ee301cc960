// What the compiler's start-up code does, by hand: fat binaries, stubs, variables.
#include "fixture.h"
#include <cstring>

extern "C" {
void** __hipRegisterFatBinary(const void*);
void __hipUnregisterFatBinary(void**);
void __hipRegisterFunction(void**, const void*, char*, const char*, unsigned, void*, void*, dim3*, dim3*,
                           int*);
void __hipRegisterVar(void**, void*, char*, char*, int, size_t, int, int);
void __hipRegisterManagedVar(void*, void**, void*, const char*, size_t, unsigned);
}

namespace {

struct Wrapper {
  uint32_t magic = 0x48495046, version = 1;
  const void* image = nullptr;
  void* unused = nullptr;
};

void put(std::string& to, uint64_t value) { to.append(reinterpret_cast<const char*>(&value), 8); }

// A bundle of the host's empty entry and one for `target`.
std::string bundle(const std::string& target) {
  const std::string host = "host-x86_64-unknown-linux-gnu-", gpu = "hipv4-amdgcn-amd-amdhsa--" + target;
  std::string code = code_object(), out = "__CLANG_OFFLOAD_BUNDLE__";
  put(out, 2);
  put(out, 4096), put(out, 0), put(out, host.size()), out += host;
  put(out, 4096), put(out, code.size()), put(out, gpu.size()), out += gpu;
  out.resize(4096, 0);
  return out + code;
}

void stub_count() {}
void stub_lookup() {}
void stub_missing() {}
void stub_managed() {}
int shadow_counter, shadow_table[4];

char* text(const char* s) { return const_cast<char*>(s); }
const void* host(void (*f)()) { return reinterpret_cast<const void*>(f); }

} // namespace

TEST(Registration, kernels_and_variables_by_host_address) {
  std::string image = bundle("gfx90a:sramecc+:xnack-");
  Wrapper wrapper;
  wrapper.image = image.data();
  void** handle = __hipRegisterFatBinary(&wrapper);
  ASSERT_NE(nullptr, handle);
  // With -fgpu-rdc each translation unit registers the same image.
  EXPECT_EQ(handle, __hipRegisterFatBinary(&wrapper));
  for (auto [f, name] : {std::pair{&stub_count, "count"},
                         {&stub_lookup, "lookup"},
                         {&stub_missing, "missing"},
                         {&stub_managed, "write_managed"}})
    __hipRegisterFunction(handle, host(f), text(name), name, -1u, nullptr, nullptr, nullptr, nullptr,
                          nullptr);
  __hipRegisterVar(handle, &shadow_counter, text("counter"), text("counter"), 0, 4, 0, 0);
  __hipRegisterVar(handle, shadow_table, text("table"), text("table"), 0, 16, 1, 0);
  int* managed = nullptr;
  int init = 33;
  __hipRegisterManagedVar(handle, reinterpret_cast<void**>(&managed), &init, "managed_pointer", 4, 4);
  ASSERT_NE(nullptr, managed);
  EXPECT_EQ(33, *managed);

  // The configuration travels over a stack, as in <<<>>>.
  dim3 grid, block;
  size_t lds;
  hipStream_t stream;
  FAILS(hipErrorMissingConfiguration, __hipPopCallConfiguration(&grid, &block, &lds, &stream));
  OK(__hipPushCallConfiguration(dim3(2), dim3(64), 16, hipStreamPerThread));
  OK(__hipPopCallConfiguration(&grid, &block, &lds, &stream));
  EXPECT_EQ(2u, grid.x);
  EXPECT_EQ(64u, block.x);
  EXPECT_EQ(16u, lds);
  EXPECT_EQ(hipStreamPerThread, stream);

  int value = 0;
  OK(hipMemcpyFromSymbol(&value, shadow_counter, 4, 0, hipMemcpyDeviceToHost));
  EXPECT_EQ(7, value);
  OK(hipLaunchKernel(host(stub_count), grid, block, nullptr, lds, stream));
  OK(hipMemcpyFromSymbol(&value, shadow_counter, 4, 0, hipMemcpyDeviceToHost));
  EXPECT_EQ(8, value);
  value = 100;
  OK(hipMemcpyToSymbol(shadow_counter, &value, 4, 0, hipMemcpyHostToDevice));
  OK(hipLaunchKernel(host(stub_count), grid, block, nullptr, lds, stream));
  OK(hipMemcpyFromSymbol(&value, shadow_counter, 4, 0, hipMemcpyDeviceToHost));
  EXPECT_EQ(101, value);
  size_t size = 0;
  OK(hipGetSymbolSize(&size, shadow_table));
  EXPECT_EQ(16u, size);
  int* result = nullptr;
  OK(hipMalloc(&result, 4));
  value = 50;
  OK(hipMemcpyToSymbol(shadow_table, &value, 4, 8, hipMemcpyHostToDevice));
  int index = 2;
  void* args[] = {&result, &index};
  OK(hipLaunchKernel(host(stub_lookup), dim3(1), dim3(1), args, 0, nullptr));
  OK(hipMemcpy(&value, result, 4, hipMemcpyDeviceToHost));
  EXPECT_EQ(50, value);
  OK(hipFree(result));
  value = 77;
  void* one[] = {&value};
  OK(hipLaunchKernel(host(stub_managed), dim3(1), dim3(1), one, 0, nullptr));
  EXPECT_EQ(77, *managed);

  FAILS(hipErrorInvalidDeviceFunction, hipLaunchKernel(host(stub_missing), grid, block, nullptr, 0, nullptr));
  FAILS(hipErrorInvalidSymbol, hipMemcpyToSymbol(value, &value, 4, 0, hipMemcpyHostToDevice));
  FAILS(hipErrorInvalidValue, hipMemcpyToSymbol(shadow_table, shadow_table, 16, 4, hipMemcpyHostToDevice));
  FAILS(hipErrorInvalidMemcpyDirection,
        hipMemcpyToSymbol(shadow_counter, &value, 4, 0, hipMemcpyDeviceToHost));

  __hipUnregisterFatBinary(handle);
  OK(hipLaunchKernel(host(stub_count), grid, block, nullptr, 0, nullptr)); // still registered once
  __hipUnregisterFatBinary(handle);
  FAILS(hipErrorInvalidDeviceFunction, hipLaunchKernel(host(stub_count), grid, block, nullptr, 0, nullptr));
}

TEST(Registration, a_program_for_another_gpu_says_so_at_first_use) {
  std::string image = bundle("gfx1030");
  Wrapper wrapper;
  wrapper.image = image.data();
  void** handle = __hipRegisterFatBinary(&wrapper); // no complaint yet
  __hipRegisterFunction(handle, host(stub_count), text("count"), "count", -1u, nullptr, nullptr, nullptr,
                        nullptr, nullptr);
  testing::internal::CaptureStderr();
  FAILS(hipErrorNoBinaryForGpu, hipLaunchKernel(host(stub_count), dim3(1), dim3(1), nullptr, 0, nullptr));
  std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(std::string::npos, said.find("gfx1030")) << said;
  EXPECT_NE(std::string::npos, said.find("--offload-arch=gfx90a")) << said;
  __hipUnregisterFatBinary(handle);
  wrapper.magic = 1;
  EXPECT_EQ(nullptr, __hipRegisterFatBinary(&wrapper));
}
