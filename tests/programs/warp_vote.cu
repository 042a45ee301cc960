// Covers: __ballot_sync, __any_sync, __all_sync, __activemask, lane masks by popcount, in whole and partial
// warps and inside divergent branches.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <type_traits>
#include <vector>

// Each of these ends the program at the first API call that failed or value that is wrong.
#define CHECK(call) succeeded((call), #call, __LINE__)
static void succeeded(cudaError_t status, const char* call, int line) {
  if (status == cudaSuccess) return;
  printf("FAIL: %s, line %d, got %s, expected cudaSuccess\n", call, line, cudaGetErrorName(status));
  exit(1);
}
template <class T>
static void expect(const char* what, long where, T got, std::common_type_t<T> expected,
                   double tolerance = 0) {
  if (got == expected || (tolerance > 0 && std::fabs(double(got) - double(expected)) <= tolerance)) return;
  printf("FAIL: %s, at %ld, got %.17g, expected %.17g\n", what, where, double(got), double(expected));
  exit(1);
}
template <class T> static T* to_device(const std::vector<T>& v) {
  T* d = nullptr;
  CHECK(cudaMalloc(&d, v.size() * sizeof(T)));
  CHECK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
  return d;
}
template <class T> static std::vector<T> to_host(const T* d, size_t n) {
  CHECK(cudaGetLastError());
  std::vector<T> v(n);
  CHECK(cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost));
  return v;
}

struct Out {
  unsigned ballot, odd_ballot, active, rank;
  int any_big, all_small, all_odd;
};

__global__ void vote(const int* in, Out* out) {
  int t = threadIdx.x, lane = t % 32, v = in[t];
  unsigned present = __ballot_sync(__activemask(), 1);
  Out o = {};
  o.ballot = __ballot_sync(present, v & 1);
  o.any_big = __any_sync(present, v > 900) != 0;
  o.all_small = __all_sync(present, v < 950) != 0;
  o.rank = __popc(o.ballot & ((1u << lane) - 1));
  if (v & 1) {
    o.odd_ballot = __ballot_sync(o.ballot, v % 3 == 0);
    o.all_odd = __all_sync(o.ballot, v % 2 == 1) != 0;
    o.active = __activemask();
  }
  out[t] = o;
}

int main() {
  for (int n : {32, 45, 64, 77, 96, 250}) {
    std::vector<int> in(n);
    for (int i = 0; i < n; i++) in[i] = (i * 7919 + n * 13) % 1000 - (i / 32 % 2) * 80;
    for (int& v : in) v = v < 0 ? -v : v;
    int* di = to_device(in);
    Out* d = to_device(std::vector<Out>(n));
    vote<<<1, n>>>(di, d);
    std::vector<Out> out = to_host(d, n);
    for (int t = 0; t < n; t++) {
      int first = t / 32 * 32, last = first + 32 < n ? first + 32 : n;
      unsigned odd = 0, odd_thirds = 0, rank = 0;
      int any = 0, all = 1;
      for (int k = first; k < last; k++) {
        odd += (in[k] % 2) * (1u << (k - first));
        odd_thirds += (in[k] % 6 == 3) * (1u << (k - first));
        rank += k < t ? in[k] % 2 : 0;
        any |= in[k] > 900;
        all &= in[k] < 950;
      }
      expect("ballot", t, out[t].ballot, odd);
      expect("rank below", t, out[t].rank, rank);
      expect("any", t, out[t].any_big, any);
      expect("all", t, out[t].all_small, all);
      bool mine = in[t] % 2;
      expect("ballot in a branch", t, out[t].odd_ballot, mine ? odd_thirds : 0u);
      expect("all in a branch", t, out[t].all_odd, int(mine));
      if (mine) expect("own bit of activemask", t, out[t].active >> (t % 32) & 1, 1u);
      expect("activemask within the branch", t, out[t].active & ~odd, 0u);
    }
  }
  printf("PASS\n");
}
