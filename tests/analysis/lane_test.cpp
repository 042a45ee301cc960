// Where lanes come from and where a warp's width meets them. Each source is ours; the line that a fact is about is said
// beside it.
#include "unit.h"

using namespace wavelift;
using namespace wavelift::analysis;
using test::facts_of;
using Kind = LaneArithmetic::Kind;

namespace {

// Line and kind of all lane arithmetic, in order of place.
std::vector<std::pair<uint32_t, Kind>> lanes(const Facts& f) {
  std::vector<std::pair<uint32_t, Kind>> out;
  for (const auto& a : f.lane_arithmetic) out.emplace_back(a.place.line, a.kind);
  std::ranges::sort(out);
  return out;
}

using Expected = std::vector<std::pair<uint32_t, Kind>>;

TEST(LaneFlow, EveryFormOfWidth) {
  Facts f = facts_of(R"(constexpr int W = 32;
#define MASK 31
enum { shift = 5 };
__global__ void k(int* p) {
  int a = threadIdx.x & 31;
  int b = threadIdx.x % W;
  int c = threadIdx.x / 32u;
  int d = threadIdx.x >> shift;
  int e = threadIdx.x & MASK;
  int g = threadIdx.x & (W - 1);
  int h = threadIdx.x & ~(W - 1);
  int i = blockDim.x / W;
  p[a + b + c + d + e + g + h + i] = 0;
}
)");
  EXPECT_TRUE(f.problems.empty());
  EXPECT_EQ(lanes(f), (Expected{{5, Kind::lane_index}, {6, Kind::lane_index}, {7, Kind::warp_index}, {8, Kind::warp_index},
                                {9, Kind::lane_index}, {10, Kind::lane_index}, {11, Kind::warp_base}, {12, Kind::warp_count}}));
  for (const auto& a : f.lane_arithmetic) EXPECT_EQ(a.lanes, 32) << a.place.line;
  for (const auto& a : f.lane_arithmetic) {
    if (a.place.line == 6) EXPECT_EQ(a.width.name, "W");
    if (a.place.line == 9) EXPECT_EQ(a.width.source, Constant::Source::macro);
    if (a.place.line == 5) EXPECT_EQ(a.width.source, Constant::Source::literal);
  }
}

TEST(LaneFlow, ThroughLocalsHelpersTemplatesFieldsAndMacros) {
  Facts f = facts_of(R"(#define LANE (threadIdx.x & 31)
struct Place { int lane, warp; };
__device__ int lane_of(int t) { return t % 32; }
template <int W> __device__ int warp_of(int t) { return t / W; }
__device__ int last(int lane) { return lane == 31; }
__global__ void k(int* p) {
  Place at;
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  at.lane = lane_of(t);
  at.warp = warp_of<32>(t);
  p[at.warp * 32] = last(at.lane) + LANE;
  int partner = at.lane ^ 16;
  p[partner] = 1;
}
)");
  EXPECT_EQ(lanes(f), (Expected{{1, Kind::lane_index}, {3, Kind::lane_index}, {4, Kind::warp_index}, {5, Kind::bound},
                                {11, Kind::warp_base}, {12, Kind::partner}}));
  const auto& macro = *std::ranges::find(f.lane_arithmetic, 1u, [](const LaneArithmetic& a) { return a.place.line; });
  EXPECT_EQ(macro.place.macro, "LANE");
  EXPECT_EQ(macro.place.expanded_line, 11u);
}

TEST(LaneFlow, DataIsNoLane) {
  Facts f = facts_of(R"(constexpr int items = 8, columns = 4 * items;
template <int N> __device__ int part(int t) { return t % N; }
__global__ void k(int* p, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) p[i % 32] = i / 32;
  int column = threadIdx.x % columns;
  int loaded = p[threadIdx.x] & 31;
  int block = blockIdx.x % 32;
  int item = (threadIdx.x * items + 3) % 32;
  p[column + loaded + block + item] = part<32>(threadIdx.x) + part<8>(threadIdx.x);
}
)");
  EXPECT_TRUE(f.problems.empty());
  EXPECT_EQ(lanes(f), Expected{});
}

TEST(LaneFlow, SpecialRegistersAndSharedArrays) {
  Facts f = facts_of(R"(__device__ unsigned lane_id() { unsigned r; asm volatile("mov.u32 %0, %%laneid;" : "=r"(r)); return r; }
__global__ void k(float* p) {
  __shared__ float sums[32], tile[32][33];
  if (lane_id() < 32) sums[threadIdx.x / 32] = p[0];
  tile[threadIdx.y][threadIdx.x] = sums[lane_id()];
}
)");
  EXPECT_EQ(lanes(f), (Expected{{4, Kind::warp_index}, {4, Kind::bound}}));
  ASSERT_EQ(f.shared_arrays.size(), 2u);
  EXPECT_EQ(f.shared_arrays[0].name, "sums");
  EXPECT_TRUE(f.shared_arrays[0].indexed_by_warp);
  EXPECT_TRUE(f.shared_arrays[0].indexed_by_lane);
  EXPECT_EQ(f.shared_arrays[1].extents, (std::vector<int64_t>{32, 33}));
  EXPECT_FALSE(f.shared_arrays[1].indexed_by_warp);
}

TEST(WarpCalls, MaskWidthAndDistance) {
  Facts f = facts_of(R"(__global__ void k(float* p, int n) {
  float v = p[threadIdx.x];
  for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffff, v, o);
  for (int d = 1; d < 32; d <<= 1) { float u = __shfl_up_sync(~0u, v, d); if ((threadIdx.x & 31) >= d) v += u; }
  v += __shfl_down_sync(0xffffu, v, 4, 8);
  unsigned m = __ballot_sync(__activemask(), v > 0);
  v = __shfl_sync(m, v, n);
  p[threadIdx.x] = v;
}
)");
  EXPECT_TRUE(f.problems.empty());
  ASSERT_EQ(f.warp_calls.size(), 6u);
  auto at = [&](uint32_t line, WarpCall::Kind kind) {
    for (const auto& c : f.warp_calls)
      if (c.place.line == line && c.kind == kind) return c;
    ADD_FAILURE() << line;
    return WarpCall();
  };
  WarpCall butterfly = at(3, WarpCall::Kind::shuffle_xor);
  EXPECT_EQ(butterfly.mask, 0xffffffff);
  EXPECT_EQ(butterfly.mask_bits, 32u);
  EXPECT_FALSE(butterfly.has_width);
  EXPECT_TRUE(butterfly.distance.loop);
  EXPECT_EQ(butterfly.distance.largest, 16);
  EXPECT_EQ(butterfly.distance.smallest, 1);
  EXPECT_FALSE(butterfly.guarded);
  WarpCall scan = at(4, WarpCall::Kind::shuffle_up);
  EXPECT_EQ(scan.distance.smallest, 1);
  EXPECT_EQ(scan.distance.largest, 16);
  EXPECT_TRUE(scan.guarded);
  WarpCall segment = at(5, WarpCall::Kind::shuffle_down);
  EXPECT_EQ(segment.width, 8);
  EXPECT_EQ(segment.mask, 0xffff);
  EXPECT_TRUE(at(6, WarpCall::Kind::ballot).mask_from_lanes);
  WarpCall broadcast = at(7, WarpCall::Kind::shuffle);
  EXPECT_TRUE(broadcast.mask_from_lanes);
  EXPECT_FALSE(broadcast.distance.largest.has_value());
}

TEST(Masks, HowTheyAreUsed) {
  Facts f = facts_of(R"(__global__ void k(unsigned* p) {
  int lane = threadIdx.x & 31;
  unsigned b = __ballot_sync(~0u, p[lane] > 1);
  int before = __popc(b & ((1u << lane) - 1));
  if (b == 0xffffffff) p[before] = b;
  unsigned plain = p[1];
  p[2] = __popc(plain) + (1u << plain) + (plain == 0xffffffff);
  unsigned lowest = b & 1;
  p[3] = lowest;
}
)");
  std::vector<std::pair<uint32_t, MaskUse::Kind>> uses;
  for (const auto& m : f.mask_uses) uses.emplace_back(m.place.line, m.kind);
  std::ranges::sort(uses);
  EXPECT_EQ(uses, (std::vector<std::pair<uint32_t, MaskUse::Kind>>{{3, MaskUse::Kind::narrowed}, {4, MaskUse::Kind::counted}, {4, MaskUse::Kind::lane_bit},
                                                                  {5, MaskUse::Kind::compared}, {5, MaskUse::Kind::escaped}}));
}

TEST(Names, WidthAndWordInOne) {
  Facts f = facts_of(R"(const int WS = 32;
__global__ void k(unsigned* words, int n) {
  int lane = threadIdx.x % WS;
  for (int i = lane; i < n; i += WS) words[n / WS] |= 1u << (n % WS);
}
)");
  ASSERT_EQ(f.width_names.size(), 1u);
  EXPECT_EQ(f.width_names[0].constant.name, "WS");
  EXPECT_GE(f.width_names[0].lane_uses, 1u);
  EXPECT_EQ(f.width_names[0].bit_uses, 1u);
  EXPECT_EQ(f.width_names[0].first_bit_use.line, 4u);
}

}  // namespace
