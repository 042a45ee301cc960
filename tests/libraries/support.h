// What the libraries' tests share: random numbers and memory of the device, which the host may read and write.
#pragma once
#include <complex>
#include <cstdint>
#include <gtest/gtest.h>
#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>
#include <random>
#include <vector>

namespace test {

inline std::mt19937& random() {
  static std::mt19937 engine(12);
  return engine;
}
template <class T> T number() {
  std::uniform_real_distribution<double> d(-1, 1);
  if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>)
    return T(static_cast<typename T::value_type>(d(random())), static_cast<typename T::value_type>(d(random())));
  else
    return static_cast<T>(d(random()));
}

// An array in device memory.
template <class T> class Device {
public:
  explicit Device(size_t n) : size_(n) {
    EXPECT_EQ(hipMalloc(reinterpret_cast<void**>(&data_), n * sizeof(T) + 1), hipSuccess);
    for (size_t i = 0; i < n; ++i) data_[i] = T{};
  }
  explicit Device(const std::vector<T>& v) : Device(v.size()) { std::copy(v.begin(), v.end(), data_); }
  ~Device() { (void)hipFree(data_); }
  Device(const Device&) = delete;
  T* get() { return data_; }
  T& operator[](size_t i) { return data_[i]; }
  size_t size() const { return size_; }
  std::vector<T> copy() const { return {data_, data_ + size_}; }

private:
  T* data_ = nullptr;
  size_t size_;
};
template <class T> std::vector<T> numbers(size_t n) {
  std::vector<T> v(n);
  for (T& x : v) x = number<T>();
  return v;
}

// A stream that is being captured, as long as the object lives.
struct Capture {
  hipStream_t stream = nullptr;
  Capture() {
    EXPECT_EQ(hipStreamCreate(&stream), hipSuccess);
    EXPECT_EQ(hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed), hipSuccess);
  }
  ~Capture() {
    hipGraph_t graph = nullptr;
    EXPECT_EQ(hipStreamEndCapture(stream, &graph), hipSuccess);
    (void)hipGraphDestroy(graph);
    (void)hipStreamDestroy(stream);
  }
};

}  // namespace test
