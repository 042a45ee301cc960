// Barriers, fences, locks and waiting: each fault with the line that is found, and its clean twin.
#include "found.h"

using namespace wavelift;
using namespace wavelift::test;

namespace {

Lines sync(const std::string& source) { return Lint{.first = 1901, .last = 1949}(source); }

TEST(Barriers, InABranchOfSomeThreads) {
  EXPECT_EQ(sync(R"(__global__ void k(float* p, int n) {
  __shared__ float s[256];
  if (threadIdx.x < n) {
    s[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = s[0];
  }
}
)"), Lines{"5:1901"});
  EXPECT_EQ(sync(R"(__global__ void k(float* p, int n) {
  __shared__ float s[256];
  if (threadIdx.x < n) s[threadIdx.x] = p[threadIdx.x];
  if (n > 7) __syncthreads();
  __syncthreads();
  p[threadIdx.x] = s[0];
}
)"), Lines{}) << "the same for the whole block";
}

TEST(Barriers, ThroughAHelperAndAVariable) {
  const std::string helper = "__device__ void wait() { __syncthreads(); }\n";
  EXPECT_EQ(sync(helper + "__global__ void k(int n) {\n  bool mine = threadIdx.x < n;\n  if (mine) wait();\n}\n"), Lines{"4:1901"});
  EXPECT_EQ(sync(helper + "__global__ void k(int n) {\n  bool all = blockIdx.x < n;\n  if (all) wait();\n}\n"), Lines{});
}

// What a helper answers to one caller is not what it answers to another.
TEST(Barriers, BehindAHelperThatOthersGiveTheThread) {
  const auto kernel = [](const std::string& argument) {
    return "__device__ int wrap(int i, int n) { return i < n ? i : i - n; }\n__device__ int next(int i, int n) { return wrap(i + 1, n); }\n"
           "__device__ int lane() { return threadIdx.x % 32; }\n__global__ void k(int* p, int n) {\n"
           "  for (int i = threadIdx.x; i < n; i += blockDim.x) p[wrap(i + n, n)] = 1;\n  if (next(" + argument + ", n) > 7) return;\n  __syncthreads();\n  p[0] = 2;\n}\n";
  };
  EXPECT_EQ(sync(kernel("blockIdx.x")), Lines{});
  EXPECT_EQ(sync(kernel("p[0]")), Lines{});
  EXPECT_EQ(sync(kernel("threadIdx.x")), Lines{"7:1902"});
  EXPECT_EQ(sync(kernel("lane()")), Lines{"7:1902"});
  EXPECT_EQ(sync(kernel("wrap(lane(), n)")), Lines{"7:1902"});
}

TEST(Barriers, AfterAReturn) {
  EXPECT_EQ(sync(R"(__global__ void k(float* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  p[i] = 0;
  __syncthreads();
}
)"), Lines{"5:1902"});
  EXPECT_EQ(sync(R"(__global__ void k(float* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __syncthreads();
  if (i >= n) return;
  p[i] = 0;
}
)"), Lines{});
  EXPECT_EQ(sync("__global__ void k(int n) {\n  if (threadIdx.x >= n) return;\n  __syncthreads();\n  __syncthreads();\n}\n"), Lines{"3:1902"}) << "once for each condition";
  EXPECT_EQ(sync("__device__ void stop() __attribute__((noreturn));\n__global__ void k(int* p) {\n  if (threadIdx.x == 0) {\n    if (p[0] < 0) stop();\n    p[0] = 1;\n  }\n  __syncthreads();\n}\n"), Lines{}) << "an assertion";
  EXPECT_EQ(sync(R"(__global__ void k(float* p, int n) {
  if (blockIdx.x >= n) return;
  __syncthreads();
}
)"), Lines{});
}

TEST(Barriers, InALoopOfTheThreads) {
  EXPECT_EQ(sync("__global__ void k(int n) {\n  for (int i = threadIdx.x; i < n; i += blockDim.x) __syncthreads();\n}\n"), Lines{"2:1903"});
  EXPECT_EQ(sync("__global__ void k(int n) {\n  for (int i = 0; i < n; i += blockDim.x) __syncthreads();\n}\n"), Lines{});
}

// What a variable held before does not matter to a loop that begins it anew.
TEST(Barriers, InALoopWhoseCounterIsUsedTwice) {
  const auto kernel = [](const std::string& loop) { return "__global__ void k(int* p, int n) {\n  int i = threadIdx.x;\n  p[i] = 0;\n  " + loop + "\n}\n"; };
  EXPECT_EQ(sync(kernel("for (i = 0; i < n; i++) __syncthreads();")), Lines{});
  EXPECT_EQ(sync(kernel("for (i = n; i > 0; i -= 2) __syncthreads();")), Lines{});
  EXPECT_EQ(sync(kernel("for (i = threadIdx.x / 32; i < n; i++) __syncthreads();")), Lines{"4:1903"}) << "begins with the warp's number";
  EXPECT_EQ(sync(kernel("for (i = 0; i < n; i += threadIdx.x) __syncthreads();")), Lines{"4:1903"}) << "steps by the thread's number";
  EXPECT_EQ(sync(kernel("for (i = 0; i < threadIdx.x; i++) __syncthreads();")), Lines{"4:1903"}) << "ends at the thread's number";
  EXPECT_EQ(sync(kernel("for (i = 0; i < n; i++) { __syncthreads(); if (p[i]) i += threadIdx.x; }")), Lines{"4:1903"}) << "the body counts, too";
}

TEST(Barriers, OfCooperativeGroups) {
  const std::string begin = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n__global__ void k(int n) {\n";
  EXPECT_EQ(sync(begin + "  auto block = cg::this_thread_block();\n  if (threadIdx.x < n) block.sync();\n}\n"), Lines{"5:1901"});
  EXPECT_EQ(sync(begin + "  auto tile = cg::tiled_partition<32>(cg::this_thread_block());\n  if (threadIdx.x / 32 < n) tile.sync();\n}\n"), Lines{});
}

TEST(Barriers, ThatAPorterPutForSyncwarp) {
  const Lint hip{.cuda = false, .first = 1901, .last = 1949};
  EXPECT_EQ(hip("__global__ void k(float* p) {\n  if (threadIdx.x < 64) {\n    p[0] = 1;\n    __syncthreads();\n  }\n}\n"), Lines{"4:1901"});
  EXPECT_EQ(hip("__global__ void k(float* p) {\n  if (threadIdx.x < 64) {\n    p[0] = 1;\n    __syncwarp();\n  }\n}\n"), Lines{});
}

const std::string tree_begin = R"(__global__ void k(float* p) {
  __shared__ float s[256];
  int tid = threadIdx.x;
  s[tid] = p[tid];
  __syncthreads();
  for (int o = blockDim.x / 2; o > 32; o >>= 1) {
    if (tid < o) s[tid] += s[tid + o];
    __syncthreads();
  }
)";

TEST(SharedMemory, TreeOfAWarpWithoutFences) {
  EXPECT_EQ(sync(tree_begin + R"(  if (tid < 32) {
    s[tid] += s[tid + 32];
    s[tid] += s[tid + 16];
    s[tid] += s[tid + 8];
  }
  if (tid == 0) p[0] = s[0];
}
)"), Lines{"12:1904"}) << "once for each array";
  EXPECT_EQ(sync(tree_begin + R"(  if (tid < 32) {
    s[tid] += s[tid + 32];
    __syncwarp();
    s[tid] += s[tid + 16];
    __syncwarp();
  }
  if (tid == 0) p[0] = s[0];
}
)"), Lines{});
  EXPECT_EQ(sync(tree_begin + R"(  for (int o = 32; o > 0; o >>= 1)
    if (tid < 32) s[tid] += s[tid + o];
  if (tid == 0) p[0] = s[0];
}
)"), Lines{"11:1904"});
}

TEST(SharedMemory, VolatileTreeOfAWarp) {
  EXPECT_EQ(sync(R"(__device__ void last_warp(volatile float* v, int tid) {
  v[tid] += v[tid + 32];
  v[tid] += v[tid + 16];
}
)" + tree_begin + "  if (tid < 32) last_warp(s, tid);\n  if (tid == 0) p[0] = s[0];\n}\n"), Lines{"3:1905"});
  EXPECT_EQ(sync("__global__ void k(volatile float* v) {\n  int tid = threadIdx.x;\n  v[tid] += v[tid + 32];\n  v[tid] += v[tid + 16];\n}\n"), Lines{}) << "not shared memory";
}

TEST(SharedMemory, TheThreadThatStoredMayRead) {
  EXPECT_EQ(sync(R"(__global__ void k(float* p) {
  __shared__ float s[256];
  int tid = threadIdx.x;
  s[tid] = p[tid];
  for (int o = blockDim.x / 2; o > 0; o >>= 1) {
    __syncthreads();
    if (tid < o) s[tid] += s[tid + o];
  }
  if (tid == 0) p[0] = s[0];
}
)"), Lines{}) << "the last round is of thread 0 alone";
  EXPECT_EQ(sync(R"(__global__ void k(float* p) {
  __shared__ float s[256];
  int tid = threadIdx.x;
  s[tid] = p[tid];
  for (int o = blockDim.x / 2; o > 0; o >>= 1) {
    __syncthreads();
    if (tid < o) s[tid] += s[tid + o];
  }
  p[tid] = s[0];
}
)"), Lines{"9:1904"});
  EXPECT_EQ(sync(R"(__global__ void k(float* p) {
  __shared__ float s[256];
  if (threadIdx.x == 0) {
    s[0] = 0;
    for (int i = 0; i < 256; ++i) s[0] += p[i];
    p[0] = s[0];
  }
}
)"), Lines{}) << "one thread";
  EXPECT_EQ(sync(R"(__global__ void k(float* p) {
  __shared__ float own[256 * 4];
  for (int i = 0; i < 4; ++i) own[threadIdx.x * 4 + i] = p[i];
  for (int j = 0; j < 4; ++j) p[j] += own[threadIdx.x * 4 + 3 - j];
}
)"), Lines{}) << "each thread has its own";
}

TEST(SharedMemory, OneThreadForAll) {
  EXPECT_EQ(sync("__global__ void k(int* p) {\n  __shared__ int n;\n  if (threadIdx.x == 0) n = p[0];\n  p[threadIdx.x] = n;\n}\n"), Lines{"4:1904"});
  EXPECT_EQ(sync("__global__ void k(int* p) {\n  __shared__ int n;\n  if (threadIdx.x == 0) n = p[0];\n  __syncthreads();\n  p[threadIdx.x] = n;\n}\n"), Lines{});
}

TEST(SharedMemory, FenceIsNoBarrier) {
  const std::string begin = "__global__ void k(float* p) {\n  __shared__ float s[256];\n  s[threadIdx.x] = p[threadIdx.x];\n";
  EXPECT_EQ(sync(begin + "  __threadfence_block();\n  p[threadIdx.x] = s[0];\n}\n"), Lines{"5:1906"});
  EXPECT_EQ(sync(begin + "  __threadfence_block();\n  __syncthreads();\n  p[threadIdx.x] = s[0];\n}\n"), Lines{});
}

const std::string block_sum = R"(__device__ float block_sum(float v) {
  static __shared__ float sums[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0) sums[warp] = v;
  __syncthreads();
  return sums[lane];
}
)";

TEST(SharedMemory, ScratchOfTwoReductions) {
  EXPECT_EQ(sync(block_sum + "__global__ void k(float* p) {\n  float a = block_sum(p[0]);\n  float b = block_sum(p[1]);\n  p[2] = a + b;\n}\n"), Lines{"10:1907"});
  EXPECT_EQ(sync(block_sum + "__global__ void k(float* p) {\n  float a = block_sum(p[0]);\n  __syncthreads();\n  float b = block_sum(p[1]);\n  p[2] = a + b;\n}\n"), Lines{});
}

TEST(SharedMemory, ScratchGivenToTwoReductions) {
  const std::string given = R"(__device__ float block_sum(float v, float* sums, int tid) {
  if (tid % 32 == 0) sums[tid / 32] = v;
  __syncthreads();
  return sums[tid % 32];
}
)";
  EXPECT_EQ(sync(given + "__global__ void k(float* p) {\n  __shared__ float s[32], t[32];\n  p[1] = block_sum(p[0], s, threadIdx.x);\n  p[2] = block_sum(p[1], s, threadIdx.x);\n}\n"), Lines{"9:1907"});
  EXPECT_EQ(sync(given + "__global__ void k(float* p) {\n  __shared__ float s[32], t[32];\n  p[1] = block_sum(p[0], s, threadIdx.x);\n  p[2] = block_sum(p[1], t, threadIdx.x);\n}\n"), Lines{});
}

TEST(SharedMemory, TilesOfALoop) {
  const std::string begin = R"(__global__ void k(float* p, const float* a, int n) {
  __shared__ float tile[16][16];
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    tile[threadIdx.y][threadIdx.x] = a[i * 256 + threadIdx.y * 16 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += tile[threadIdx.y][k];
)";
  EXPECT_EQ(sync(begin + "  }\n  p[threadIdx.x] = sum;\n}\n"), Lines{"5:1907"});
  EXPECT_EQ(sync(begin + "    __syncthreads();\n  }\n  p[threadIdx.x] = sum;\n}\n"), Lines{});
}

TEST(SharedMemory, ElementsThatNoOtherThreadStores) {
  const std::string begin = "__global__ void k(float* p, int n) {\n  __shared__ float s[512];\n  int tid = threadIdx.x;\n";
  EXPECT_EQ(sync(begin + "  s[2 * tid + 1] = p[tid];\n  p[tid] = s[0];\n}\n"), Lines{}) << "odd ones alone are stored";
  EXPECT_EQ(sync(begin + "  s[2 * tid + 1] = p[tid];\n  p[tid] = s[3];\n}\n"), Lines{"5:1904"});
  EXPECT_EQ(sync(begin + "  if (tid >= 32) s[tid] = p[tid];\n  p[tid] = s[0];\n}\n"), Lines{}) << "the first thread stores none";
  EXPECT_EQ(sync(begin + "  for (int i = 0; i < n; ++i)\n    if (tid > i)\n      for (int j = 0; j < i; ++j) s[tid] -= s[j];\n}\n"), Lines{}) << "threads behind i store, elements before it are read";
  EXPECT_EQ(sync(begin + "  s[tid] = p[tid];\n  s[tid + 32] = p[tid + 32];\n  p[tid] = s[tid + 32];\n}\n"), Lines{}) << "its own";
  EXPECT_EQ(sync(begin + "  for (int i = 1; i < n; ++i) {\n    s[i * 16 + tid] -= p[i] * s[i * 16 - 16 + tid];\n    p[i] = s[i * 16 + 3];\n    __syncthreads();\n    s[i * 16 + tid] += 1;\n  }\n}\n"), Lines{}) << "another row in each round";
  EXPECT_EQ(sync(begin + "  s[tid] = p[tid];\n  for (int i = 0; i < n; i += blockDim.x) p[tid] += s[tid + i];\n}\n"), Lines{}) << "columns of a thread";
}

TEST(SharedMemory, TheSameThreadUnderAnotherName) {
  const std::string begin = "__global__ void k(int* p) {\n  __shared__ int n;\n  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;\n  bool first = threadIdx.x == 0;\n  if (first) n = p[0];\n";
  EXPECT_EQ(sync(begin + "  if (lane == 0 && warp == 0) p[1] = n;\n}\n"), Lines{});
  EXPECT_EQ(sync(begin + "  if (!threadIdx.x) p[1] = n;\n}\n"), Lines{});
  EXPECT_EQ(sync(begin + "  p[threadIdx.x] = n;\n}\n"), Lines{"6:1904"});
  EXPECT_EQ(sync("__device__ void f(int* p, int tid) {\n  __shared__ int s[64];\n  s[tid] = p[0];\n  p[1] = s[threadIdx.x];\n}\n__global__ void k(int* p) { f(p, threadIdx.x); }\n"), Lines{});
}

TEST(SharedMemory, BarrierInALoopThatRuns) {
  const std::string begin = "__global__ void k(float* p, int n) {\n  __shared__ float s[256];\n  s[threadIdx.x] = p[threadIdx.x];\n  for (int i = 0; i < n; ++i) {\n";
  EXPECT_EQ(sync(begin + "    __syncthreads();\n    p[i] = i;\n  }\n  p[threadIdx.x] = s[0];\n}\n"), Lines{});
  EXPECT_EQ(sync(begin + "    p[i] = i;\n  }\n  p[threadIdx.x] = s[0];\n}\n"), Lines{"7:1904"});
}

TEST(SharedMemory, TwoBuffersInTurn) {
  EXPECT_EQ(sync(R"(__global__ void k(float* p, int n) {
  __shared__ float s[2][256];
  int now = 0;
  s[0][threadIdx.x] = p[threadIdx.x];
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    s[1 - now][threadIdx.x] = s[now][0];
    now = 1 - now;
  }
  p[threadIdx.x] = s[now][threadIdx.x];
}
)"), Lines{});
}

TEST(Locks, GivenBackAfterTheLoop) {
  EXPECT_EQ(sync(R"(__global__ void k(int* lock, int* sum) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  ++*sum;
  atomicExch(lock, 0);
}
)"), Lines{"2:1908"});
  EXPECT_EQ(sync(R"(__global__ void k(int* lock, int* sum) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      ++*sum;
      atomicExch(lock, 0);
      done = true;
    }
  }
}
)"), Lines{});
  EXPECT_EQ(sync("__global__ void k(int* lock, int* sum) {\n  if (threadIdx.x == 0) while (atomicCAS(lock, 0, 1)) {\n    }\n  __syncthreads();\n  ++*sum;\n  __syncthreads();\n  if (threadIdx.x == 0) *lock = 0;\n}\n"), Lines{}) << "for the block";
  EXPECT_EQ(sync(R"(__global__ void k(int* lock, int* sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    ++*sum;
    atomicExch(lock, 0);
  }
}
)"), Lines{}) << "one lane of the block";
}

TEST(Locks, OfAClass) {
  const std::string lock = "struct Lock {\n  int* mutex;\n  __device__ void take() { while (atomicCAS(mutex, 0, 1) != 0); }\n  __device__ void give() { atomicExch(mutex, 0); }\n};\n";
  EXPECT_EQ(sync(lock + "__global__ void k(Lock l, int* p) {\n  l.take();\n  ++*p;\n  l.give();\n}\n"), Lines{"3:1908"});
  EXPECT_EQ(sync(lock + "__global__ void k(Lock l, int* p) {\n  if (threadIdx.x == 0) {\n    l.take();\n    ++*p;\n    l.give();\n  }\n}\n"), Lines{});
}

TEST(Locks, UpdatesByCompareAndSwapAreNone) {
  EXPECT_EQ(sync(R"(__device__ void add(unsigned long long* p, double v) {
  unsigned long long old = *p, seen;
  do {
    seen = old;
    old = atomicCAS(p, seen, __double_as_longlong(v + __longlong_as_double(seen)));
  } while (seen != old);
}
__global__ void k(unsigned long long* p) { add(p, 1); }
)"), Lines{});
}

TEST(Waiting, OnFlags) {
  EXPECT_EQ(sync("__global__ void k(int* flag) {\n  while (flag[blockIdx.x] == 0) {\n  }\n}\n"), Lines{"2:1909"});
  EXPECT_EQ(sync("__global__ void k(volatile int* flag) {\n  while (flag[blockIdx.x] == 0) {\n  }\n}\n"), Lines{"2:1910"});
  EXPECT_EQ(sync("__global__ void k(int* flag) {\n  while (atomicAdd(flag, 0) == 0) {\n  }\n}\n"), Lines{});
  EXPECT_EQ(sync("__global__ void k(int* flag, int n) {\n  int i = 0;\n  while (i < n && flag[i] == 0) ++i;\n  flag[0] = i;\n}\n"), Lines{}) << "it goes on";
  EXPECT_EQ(sync("__device__ int ready;\n__global__ void k() {\n  while (!ready) __threadfence();\n}\n"), Lines{"3:1909"});
  EXPECT_EQ(sync("__global__ void k() {\n  __shared__ int turn;\n  while (turn != threadIdx.y) {\n  }\n}\n"), Lines{"3:1909"});
}

TEST(Waiting, ThroughAVariable) {
  const auto kernel = [](const std::string& loop, const std::string& type = "volatile int*") { return sync("struct Node { Node* next; int at; };\n__global__ void k(" + type + " flag, int* p, Node* n, int i) {\n  int x = 0;\n  " + loop + "\n  p[i] = x;\n}\n"); };
  EXPECT_EQ(kernel("do { x = flag[blockIdx.x]; } while (x < 0);"), Lines{"4:1910"});
  EXPECT_EQ(kernel("do { x = flag[blockIdx.x]; } while (x < 0);", "int*"), Lines{"4:1909"});
  EXPECT_EQ(kernel("while ((x = *flag) == 0) __threadfence();"), Lines{"4:1910"});
  EXPECT_EQ(kernel("do { x = flag[i]; ++i; } while (x < 0);"), Lines{}) << "it goes on";
  EXPECT_EQ(kernel("do { x = flag[x]; } while (x < 0);"), Lines{}) << "it looks elsewhere";
  EXPECT_EQ(kernel("while (n) n = n->next;"), Lines{}) << "a list";
  EXPECT_EQ(kernel("do { x = flag[i]; p[x] = 1; } while (x < 0);"), Lines{}) << "it works";
  EXPECT_EQ(kernel("do { x = atomicAdd(p, 0); } while (x < 0);"), Lines{});
}

TEST(Waiting, OfTheHost) {
  const std::string begin = "#include <cuda_runtime.h>\n__global__ void k(int* p) { *p = 1; }\nint main() {\n  int* p;\n";
  EXPECT_EQ(sync(begin + "  cudaHostAlloc((void**)&p, 4, cudaHostAllocMapped);\n  k<<<1, 1>>>(p);\n  while (*(volatile int*)p == 0) {\n  }\n}\n"), Lines{"7:1911"});
  EXPECT_EQ(sync(begin + "  cudaHostAlloc((void**)&p, 4, cudaHostAllocMapped);\n  k<<<1, 1>>>(p);\n  cudaDeviceSynchronize();\n  return *p;\n}\n"), Lines{});
}

}  // namespace
