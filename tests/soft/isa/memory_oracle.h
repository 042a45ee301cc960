// An oracle of memory instructions that knows bytes only: each lane's element is `bytes` bytes, and a case
// says where byte k of lane i lies in an arena, or that it lies nowhere (reads 0, is not written). The arena
// ends at an unmapped page, and so does everything before it, so that an access outside of it traps.
#pragma once
#include "harness.h"
#include <bit>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <sys/mman.h>

namespace wavelift::soft::test {

class Arena {
public:
  explicit Arena(size_t pages = 4) : size_(pages * 4096) {
    void* p = mmap(nullptr, size_ + 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) abort();
    map_ = static_cast<uint8_t*>(p);
    if (mprotect(data(), size_, PROT_READ | PROT_WRITE) != 0) abort();
  }
  ~Arena() { munmap(map_, size_ + 8192); }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  uint8_t* data() { return map_ + 4096; }
  size_t size() const { return size_; }
  uint64_t address() { return reinterpret_cast<uint64_t>(data()); }
  void fill(std::mt19937_64& rng) {
    for (size_t i = 0; i < size_; ++i) data()[i] = static_cast<uint8_t>(rng());
  }
  std::vector<uint8_t> copy() { return {data(), data() + size_}; }

private:
  size_t size_;
  uint8_t* map_;
};

// Operands of an atomic named `name`: those of packed sums below 2, so that no sum is a NaN, whose payload would depend on the
// order of the operands.
inline uint64_t draw_for(const std::string& name, Values& values, Draw d) {
  const uint64_t x = values.draw(d);
  return name.find("pk_") == name.npos ? x : x & 0xbfffbfff;
}

// The sums of two halves each; of bfloat16 when T is float.
template <class T> uint64_t packed_sum(uint64_t m, uint64_t x, uint64_t) {
  auto half = [](uint32_t a, uint32_t b) -> uint32_t {
    if constexpr (sizeof(T) == 2) {
      const auto sum = static_cast<_Float16>(std::bit_cast<_Float16>(static_cast<uint16_t>(a)) + std::bit_cast<_Float16>(static_cast<uint16_t>(b)));
      return std::bit_cast<uint16_t>(sum);
    } else {
      const float sum = std::bit_cast<float>(a << 16) + std::bit_cast<float>(b << 16);
      const uint32_t u = std::bit_cast<uint32_t>(sum), rest = u & 0xffff, top = u >> 16;
      if (std::isnan(sum)) return top | 0x40;
      return rest > 0x8000 || (rest == 0x8000 && (top & 1)) ? top + 1 : top;
    }
  };
  const uint32_t a = static_cast<uint32_t>(m), b = static_cast<uint32_t>(x);
  return half(a & 0xffff, b & 0xffff) | half(a >> 16, b >> 16) << 16;
}

// What an instruction moves a lane. part: 0 the whole dword (extended when shorter), 1 the low half, 2 the
// high half.
struct Moves {
  const char* mnemonic;
  int bytes;
  bool is_signed = false;
  int part = 0;
  bool store = false;
  int rows() const { return bytes < 4 ? 1 : bytes / 4; }
};

// Where byte k of lane i is in the arena.
using Where = std::function<std::optional<size_t>(int lane, int k)>;

// Runs `fn` and compares registers and memory with the oracle. `reg` is the first data row.
inline void check_move(TestWave& tw, Arena& arena, const Moves& m, Handler fn, const Op& op, int reg,
                       const Where& where) {
  const uint64_t exec = tw.wave().exec();
  const auto before = tw.snapshot();
  std::vector<uint8_t> memory = arena.copy();
  std::vector<Row> rows(before.rows.begin() + reg, before.rows.begin() + reg + m.rows());
  for (int i = 0; i < kLanes; ++i) {
    if (!(exec >> i & 1)) continue;
    if (m.store) {
      for (int k = 0; k < m.bytes; ++k) {
        uint32_t x = rows[static_cast<size_t>(k / 4)].lane[i];
        if (m.part == 2) x >>= 16;
        if (auto at = where(i, k)) memory[*at] = static_cast<uint8_t>(x >> (8 * (k % 4)));
      }
      continue;
    }
    uint8_t b[16] = {};
    for (int k = 0; k < m.bytes; ++k)
      if (auto at = where(i, k)) b[k] = memory[*at];
    if (m.bytes < 4) {
      const bool minus = m.is_signed && (b[m.bytes - 1] & 0x80);
      uint32_t x = minus ? ~0u : 0u;
      for (int k = m.bytes - 1; k >= 0; --k) x = x << 8 | b[k];
      uint32_t& d = rows[0].lane[i];
      if (m.part == 0) d = x;
      if (m.part == 1) d = (d >> 16 << 16) + x % 65536;
      if (m.part == 2) d = d % 65536 + (x << 16);
    } else {
      for (int r = 0; r < m.rows(); ++r) {
        uint32_t x = 0;
        for (int k = 3; k >= 0; --k) x = x << 8 | b[4 * r + k];
        rows[static_cast<size_t>(r)].lane[i] = x;
      }
    }
  }
  tw.run(fn, op);
  EXPECT_NE(tw.wave().pc, nullptr) << "w.pc is not recorded";
  for (int r = 0; r < kRows; ++r) {
    const Row& now = *reinterpret_cast<const Row*>(tw.wave().v + r);
    const bool mine = !m.store && r >= reg && r < reg + m.rows();
    const Row& want = mine ? rows[static_cast<size_t>(r - reg)] : before.rows[static_cast<size_t>(r)];
    if (std::memcmp(&now, &want, sizeof now) == 0) continue;
    for (int i = 0; i < kLanes; ++i)
      ASSERT_EQ(now.lane[i], want.lane[i]) << "row " << r << " lane " << i << " exec " << std::hex << exec;
  }
  const auto now = arena.copy();
  if (now == memory) return;
  for (size_t i = 0; i < now.size(); ++i)
    ASSERT_EQ(now[i], memory[i]) << "memory byte " << i << " exec " << std::hex << exec;
}

// EXEC patterns: full, empty, prefixes (the tail's addresses are garbage), one lane, a few, holes, random.
inline std::vector<uint64_t> exec_patterns(std::mt19937_64& rng) {
  std::vector<uint64_t> patterns{~0ull,
                                 0,
                                 0x7fffffff,
                                 0x00ffffffffffffff,
                                 0xffffffff00000000 >> (64 - kLanes) / 2,
                                 1,
                                 1ull << (kLanes - 1),
                                 0x1000200040000804,
                                 0xaaaaaaaaaaaaaaaa,
                                 rng(),
                                 rng() & rng()};
  for (uint64_t& p : patterns) p &= kAllLanes;
  return patterns;
}

// tiles: rows of 16 lanes with a gap between them, the last row from right to left.
enum class Pattern { consecutive, same, strided, tiles, aligned, unaligned };
inline constexpr Pattern kPatterns[] = {Pattern::consecutive, Pattern::same, Pattern::strided, Pattern::tiles,
                                        Pattern::aligned, Pattern::unaligned};

// Byte offsets of the lanes' elements within `room` bytes. Consecutive ones end where the room does, for the
// last active lane.
inline std::array<uint32_t, kLanes> lane_offsets(std::mt19937_64& rng, Pattern p, uint32_t bytes,
                                                 uint32_t room, uint64_t exec, uint32_t step = 1) {
  std::array<uint32_t, kLanes> o{};
  const uint32_t last = exec ? 63u - static_cast<uint32_t>(std::countl_zero(exec)) : kLanes - 1u;
  const uint32_t any = static_cast<uint32_t>(rng() % (room - bytes + 1)) / step * step;
  for (uint32_t i = 0; i < kLanes; ++i) {
    switch (p) {
    case Pattern::consecutive:
      o[i] = (room - (last + 1) * bytes) / step * step + i * bytes;
      break;
    case Pattern::same:
      o[i] = any;
      break;
    case Pattern::strided:
      o[i] = i * 2 * bytes;
      break;
    case Pattern::tiles: {
      const uint32_t row = i / 16, column = row == kLanes / 16 - 1 ? 15 - i % 16 : i % 16;
      o[i] = (row * 18 + column) * bytes;
      break;
    }
    case Pattern::aligned:
      o[i] = static_cast<uint32_t>(rng() % (room / bytes)) * bytes;
      break;
    case Pattern::unaligned:
      o[i] = static_cast<uint32_t>(rng() % (room - bytes + 1)) / step * step;
      break;
    }
  }
  return o;
}

} // namespace wavelift::soft::test
