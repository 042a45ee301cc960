// Which elements of its buffers a kernel reads and writes, so that `wl judge --new` knows how large they are: the program is compiled with
// -fsanitize-coverage=trace-loads,trace-stores, which calls the functions below with each address.
#pragma once
#define WAVELIFT_MEASURE
#include <wavelift_serial.h>
#include <sys/mman.h>

#define WAVELIFT_QUIET __attribute__((no_sanitize("coverage")))

namespace wavelift::measure {

inline constexpr size_t area_bytes = 32 << 20, before = 1 << 20;   // what is below the buffer shows negative indices
inline constexpr int64_t filled = 1 << 16;                          // elements that hold something

struct Area {
  char* memory = nullptr;
  unsigned char* flags = nullptr;      // of each element: 1, read before it was written; 2, written
  size_t element = 1;
};
inline Area areas[64];
inline size_t area_count = 0;
inline unsigned long long accesses = 0;

WAVELIFT_QUIET inline void note(const void* address, bool store) {
  const char* at = static_cast<const char*>(address);
  for (size_t k = 0; k < area_count; ++k) {
    const Area& a = areas[k];
    if (at < a.memory || at >= a.memory + area_bytes) continue;
    ++accesses;
    unsigned char& f = a.flags[static_cast<size_t>(at - a.memory) / a.element];
    if (store) f |= 2;
    else if (!(f & 2)) f |= 1;
    return;
  }
}

// One buffer, anew for each run. What is written into it here is not the kernel's doing.
template <class T> WAVELIFT_QUIET T* place(size_t k, int64_t modulus) {
  Area& a = areas[k];
  const int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  if (a.memory) munmap(a.memory, area_bytes), munmap(a.flags, area_bytes / a.element);
  a.element = sizeof(T);
  void* memory = mmap(nullptr, area_bytes, PROT_READ | PROT_WRITE, how, -1, 0);
  void* flags = mmap(nullptr, area_bytes / sizeof(T), PROT_READ | PROT_WRITE, how, -1, 0);
  if (memory == MAP_FAILED || flags == MAP_FAILED) std::exit(3);
  a.memory = nullptr, a.flags = static_cast<unsigned char*>(flags);   // found by no address before it holds something
  if (k >= area_count) area_count = k + 1;
  T* first = reinterpret_cast<T*>(static_cast<char*>(memory) + before);
  for (int64_t i = 0; i < filled; ++i) {
    if constexpr (std::is_integral_v<T>) first[i] = static_cast<T>(modulus == 1 ? 1 : i % modulus);
    else first[i] = static_cast<T>(0.25f * static_cast<float>(i % 7) + 0.5f);
  }
  a.memory = static_cast<char*>(memory);
  return first;
}

// A line for each buffer: its number, the least and one more than the largest element, whether any was written, whether one was read that was
// not written before, whether all were written; then one with the number of accesses.
WAVELIFT_QUIET inline void print() {
  for (size_t k = 0; k < area_count; ++k) {
    const Area& a = areas[k];
    const int64_t shift = static_cast<int64_t>(before / a.element);
    int64_t least = 0, most = 0;
    bool written = false, read_first = false;
    for (int64_t i = 0; i < static_cast<int64_t>(area_bytes / a.element); ++i) {
      uint64_t eight = 0;
      if (i % 8 == 0) std::memcpy(&eight, a.flags + i, 8);
      if (i % 8 == 0 && eight == 0) i += 7;
      if (!a.flags[i]) continue;
      least = std::min(least, i - shift), most = std::max(most, i - shift + 1);
      written = written || (a.flags[i] & 2), read_first = read_first || (a.flags[i] & 1);
    }
    bool all = true;
    for (int64_t i = 0; i < most; ++i) all = all && (a.flags[i + shift] & 2);
    std::printf("%zu %lld %lld %d %d %d\n", k, static_cast<long long>(least), static_cast<long long>(most), written, read_first, all);
  }
  std::printf("accesses %llu\n", accesses);
  accesses = 0;
}

}  // namespace wavelift::measure

extern "C" {
#define WAVELIFT_CALLED(bytes)                                                                                                \
  WAVELIFT_QUIET void __sanitizer_cov_load##bytes(void* at) { wavelift::measure::note(at, false); }                           \
  WAVELIFT_QUIET void __sanitizer_cov_store##bytes(void* at) { wavelift::measure::note(at, true); }
WAVELIFT_CALLED(1)
WAVELIFT_CALLED(2)
WAVELIFT_CALLED(4)
WAVELIFT_CALLED(8)
WAVELIFT_CALLED(16)
#undef WAVELIFT_CALLED
}
