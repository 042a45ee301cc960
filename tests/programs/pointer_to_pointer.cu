// Covers: arrays of device pointers, pointer chasing in a linked list built on the device, pointers stored
// and compared, jagged rows.
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

struct Node {
  int value;
  Node* next;
};

__global__ void fill(float** rows, const int* lengths) {
  float* row = rows[blockIdx.x];
  for (int i = threadIdx.x; i < lengths[blockIdx.x]; i += blockDim.x) row[i] = blockIdx.x * 100.0f + i;
}

__global__ void link(Node* nodes, Node** heads, int n, int step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  nodes[i].value = i * i;
  nodes[i].next = i + step < n ? &nodes[i + step] : nullptr;
  if (i < step) heads[i] = &nodes[i];
}

__global__ void walk(Node* const* heads, long long* sums, int* lengths, int step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= step) return;
  long long sum = 0;
  int length = 0;
  for (const Node* p = heads[i]; p; p = p->next) sum += p->value, length++;
  sums[i] = sum;
  lengths[i] = length;
}

int main() {
  const int rows = 9;
  std::vector<float*> row(rows);
  std::vector<int> length(rows);
  for (int r = 0; r < rows; r++)
    length[r] = r * 37 % 101 + 1, row[r] = to_device(std::vector<float>(length[r], -1));
  fill<<<rows, 64>>>(to_device(row), to_device(length));
  for (int r = 0; r < rows; r++) {
    std::vector<float> got = to_host(row[r], length[r]);
    for (int i = 0; i < length[r]; i++) expect("jagged row", r * 1000 + i, got[i], float(r * 100 + i));
  }
  const int n = 2000, step = 77;
  Node *nodes, **heads;
  CHECK(cudaMalloc(&nodes, n * sizeof(Node)));
  CHECK(cudaMalloc(&heads, step * sizeof(Node*)));
  link<<<(n + 127) / 128, 128>>>(nodes, heads, n, step);
  long long* ds = to_device(std::vector<long long>(step));
  int* dl = to_device(std::vector<int>(step));
  walk<<<2, 64>>>(heads, ds, dl, step);
  std::vector<long long> sums = to_host(ds, step);
  std::vector<int> lengths = to_host(dl, step);
  for (int i = 0; i < step; i++) {
    long long sum = 0;
    int count = 0;
    for (int k = n - 1; k >= 0; k--)
      if (k % step == i) sum += (long long)k * k, count++;
    expect("list sum", i, sums[i], sum);
    expect("list length", i, lengths[i], count);
  }
  std::vector<Node*> first = to_host(heads, step);
  for (int i = 0; i < step; i++) expect("stored pointer", i, int(first[i] == nodes + i), 1);
  printf("PASS\n");
}
