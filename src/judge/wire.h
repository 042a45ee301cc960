// Messages between the judge and its worker: a request's number, then its fields; an answer's fields. Both run on the same
// machine and are built together. A reader never trusts a size: it takes what is there and says when that was not all.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace wavelift::judge {

// In front of every message.
struct WireHead {
  uint32_t kind = 0;               // a Request, or 0 and 1 of an answer: done, error
  uint32_t reserved = 0;
  uint64_t size = 0;               // bytes that follow
};
constexpr uint64_t kLongestMessage = 1ull << 36;

enum class Request : uint32_t { info, allocate, release, write, read, fill, copy, load, unload, kernel, launch, wait, time, telemetry, protect };

class WireWriter {
public:
  std::vector<std::byte> bytes;
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void put(const T& v) {
    raw(&v, sizeof v);
  }
  void put(const std::string& s) {
    put<uint64_t>(s.size());
    raw(s.data(), s.size());
  }
  void put(std::span<const std::byte> s) {
    put<uint64_t>(s.size());
    raw(s.data(), s.size());
  }

private:
  void raw(const void* p, size_t n) {
    auto* b = static_cast<const std::byte*>(p);
    bytes.insert(bytes.end(), b, b + n);
  }
};

class WireReader {
public:
  explicit WireReader(std::span<const std::byte> bytes) : left_(bytes) {}
  template <class T>
    requires std::is_trivially_copyable_v<T>
  T get() {
    T v{};
    if (left_.size() < sizeof v) return good_ = false, v;
    std::memcpy(&v, left_.data(), sizeof v);
    left_ = left_.subspan(sizeof v);
    return v;
  }
  std::span<const std::byte> block() {
    const auto n = get<uint64_t>();
    if (n > left_.size()) return good_ = false, std::span<const std::byte>();
    auto s = left_.first(n);
    left_ = left_.subspan(n);
    return s;
  }
  std::string text() {
    auto b = block();
    return {reinterpret_cast<const char*>(b.data()), b.size()};
  }
  // Everything was there so far.
  bool good() const { return good_; }

private:
  std::span<const std::byte> left_;
  bool good_ = true;
};

}  // namespace wavelift::judge
