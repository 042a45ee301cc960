// The fake libraries as a test sees them.
#pragma once
#include "device/device.h"
#include <cstdlib>
#include <dlfcn.h>
#include <gtest/gtest.h>

namespace wavelift::device {

// Every library of devices is the fake one, with two cards; what a test changes is undone.
class WithFakes : public testing::Test {
 protected:
  static constexpr const char* kVariables[] = {"WAVELIFT_CUDA_LIBRARY", "WAVELIFT_HIP_LIBRARY", "WAVELIFT_NVML_LIBRARY",
                                               "WAVELIFT_AMDSMI_LIBRARY", "WAVELIFT_ROCM_SMI_LIBRARY"};
  void SetUp() override {
    for (const char* v : kVariables) ::setenv(v, FAKE_GPU, 1);
    reset(2);
  }
  void TearDown() override {
    for (const char* v : kVariables) ::unsetenv(v);
  }
  void reset(int devices, int hip_version = 60342134, bool newer_frequencies = true) {
    function<void(int, int, int)>("fake_reset")(devices, hip_version, newer_frequencies);
  }
  std::string log() { return function<const char*()>("fake_log")(); }

 private:
  template <class F> F* function(const char* name) {
    void* library = ::dlopen(FAKE_GPU, RTLD_NOW | RTLD_LOCAL);
    return reinterpret_cast<F*>(::dlsym(library, name));
  }
};

}  // namespace wavelift::device
