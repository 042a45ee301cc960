// Seeded bugs of the check `init`, each with its clean twin.
#include "cases.h"

constexpr int kThreads = 64;

template <class T> T* maybe(size_t n, bool is_undefined) { return is_undefined ? undefined<T>(n) : device<T>(n); }
template <class T> void fetch(const T* from, size_t n = 1) {
  std::vector<T> host(n);
  (void)hipMemcpy(host.data(), from, n * sizeof(T), hipMemcpyDeviceToHost);
}

// --- Global memory ---

__global__ void mark_positive(const int* in, int* out) {
  if (in[threadIdx.x] > 0) atomicAdd(out, 1);  // BUG init-branch branch_on_memory
}
CASE(branch_on_memory) {
  mark_positive<<<1, kThreads>>>(maybe<int>(kThreads, bug), device<int>(1));
  (void)hipDeviceSynchronize();
}

__global__ void repeat(const int* count, int* out) {
  for (int i = 0; i < *count; ++i) atomicAdd(out, i);  // BUG init-branch loop_bound
}
CASE(loop_bound) {
  repeat<<<1, kThreads>>>(maybe<int>(1, bug), device<int>(1));
  (void)hipDeviceSynchronize();
}

__global__ void gather(const int* index, const float* in, float* out) {
  out[threadIdx.x] = in[index[threadIdx.x]];  // BUG init-address undefined_index
}
CASE(undefined_index) {
  gather<<<1, kThreads>>>(maybe<int>(kThreads, bug), device<float>(kThreads), device<float>(kThreads));
  (void)hipDeviceSynchronize();
}

__global__ void scatter(const int* index, float* out) {
  out[index[threadIdx.x]] = 1.0f;  // BUG init-address undefined_store_index
}
CASE(undefined_store_index) {
  scatter<<<1, kThreads>>>(maybe<int>(kThreads, bug), device<float>(kThreads));
  (void)hipDeviceSynchronize();
}

struct Node {
  int value;
  const Node* next;
};
__global__ void walk(const Node* node, int* out) {
  out[threadIdx.x] = node[threadIdx.x].next->value;  // BUG init-address undefined_pointer
}
__global__ void link(Node* node) { node[threadIdx.x].next = node; }
CASE(undefined_pointer) {
  Node* nodes = undefined<Node>(kThreads);
  int* out = device<int>(kThreads);
  if (!bug) link<<<1, kThreads>>>(nodes);
  walk<<<1, kThreads>>>(nodes, out);
  (void)hipDeviceSynchronize();
}

__global__ void accumulate(const float* x, float* y) {
  y[threadIdx.x] += x[threadIdx.x];  // BUG init-host-copy accumulate_into_undefined
}
CASE(accumulate_into_undefined) {
  float* y = maybe<float>(kThreads, bug);
  accumulate<<<1, kThreads>>>(device<float>(kThreads), y);
  fetch(y, kThreads);
}

__global__ void count_all(int* counter) {
  atomicAdd(counter, 1);  // BUG init-host-copy undefined_counter
}
CASE(undefined_counter) {
  int* counter = maybe<int>(1, bug);
  count_all<<<1, kThreads>>>(counter);
  fetch(counter);
}

struct Item {
  int key, weight;
};
__global__ void make_items(Item* items, int all) {
  items[threadIdx.x].key = threadIdx.x;
  if (all) items[threadIdx.x].weight = 1;
}
__global__ void heavy(const Item* items, int* out) {
  if (items[threadIdx.x].weight > 2) atomicAdd(out, items[threadIdx.x].key);  // BUG init-branch undefined_member
}
CASE(undefined_member) {
  Item* items = undefined<Item>(kThreads);
  make_items<<<1, kThreads>>>(items, !bug);
  heavy<<<1, kThreads>>>(items, device<int>(1));
  (void)hipDeviceSynchronize();
}

__global__ void any_set(const int* in, int* out) {
  if (in[threadIdx.x]) *out = 1;  // BUG init-branch copied_undefined
}
CASE(copied_undefined) {
  int *from = maybe<int>(kThreads, bug), *to = undefined<int>(kThreads);
  (void)hipMemcpy(to, from, kThreads * sizeof(int), hipMemcpyDeviceToDevice);
  any_set<<<1, kThreads>>>(to, device<int>(1));
  (void)hipDeviceSynchronize();
}

__global__ void pool_flags(const int* in, int* out) {
  if (in[threadIdx.x] == 3) *out = 1;  // BUG init-branch pool_memory
}
CASE(pool_memory) {
  int* in = nullptr;
  (void)hipMallocAsync(&in, kThreads * sizeof(int), nullptr);
  if (!bug) (void)hipMemsetAsync(in, 0, kThreads * sizeof(int), nullptr);
  pool_flags<<<1, kThreads>>>(in, device<int>(1));
  (void)hipDeviceSynchronize();
}

__global__ void find_negative(const float* in, int* out) {
  if (in[threadIdx.x] < 0) *out = threadIdx.x;  // BUG init-branch half_filled
}
CASE(half_filled) {
  float* in = undefined<float>(kThreads);
  (void)hipMemset(in, 0, bug ? kThreads * sizeof(float) / 2 : kThreads * sizeof(float));
  find_negative<<<1, kThreads>>>(in, device<int>(1));
  (void)hipDeviceSynchronize();
}

__global__ void threshold(const int* in, int* out) {
  if (in[threadIdx.x] > 7) *out = threadIdx.x;  // BUG init-branch count_without_size
}
CASE(count_without_size) {
  int* in = undefined<int>(kThreads);
  std::vector<int> host(kThreads, 1);
  (void)hipMemcpy(in, host.data(), bug ? kThreads : kThreads * sizeof(int), hipMemcpyHostToDevice);
  threshold<<<1, kThreads>>>(in, device<int>(1));
  (void)hipDeviceSynchronize();
}

__global__ void compare_doubles(const double* a, int* out) {
  if (a[threadIdx.x] != 1.0) atomicAdd(out, 1);  // BUG init-branch undefined_double
}
CASE(undefined_double) {
  compare_doubles<<<1, kThreads>>>(maybe<double>(kThreads, bug), device<int>(1));
  (void)hipDeviceSynchronize();
}

__global__ void count_letter(const char* text, int* out) {
  if (text[threadIdx.x] == 'e') atomicAdd(out, 1);  // BUG init-branch undefined_bytes
}
CASE(undefined_bytes) {
  count_letter<<<1, kThreads>>>(maybe<char>(kThreads, bug), device<int>(1));
  (void)hipDeviceSynchronize();
}

__global__ void take_lock(int* lock, int* out) {
  if (atomicCAS(lock, 0, 1) == 0) out[0] += 1;  // BUG init-branch undefined_lock
}
CASE(undefined_lock) {
  take_lock<<<1, 1>>>(maybe<int>(1, bug), device<int>(1));
  (void)hipDeviceSynchronize();
}

// --- Shared memory ---

__global__ void flags_in_shared(int* out, int clear) {
  __shared__ int flag[kThreads];
  if (clear) flag[threadIdx.x] = 0;
  __syncthreads();
  if (flag[threadIdx.x ^ 1]) out[threadIdx.x] = 1;  // BUG init-branch shared_never_written
}
CASE(shared_never_written) {
  flags_in_shared<<<1, kThreads>>>(device<int>(kThreads), !bug);
  (void)hipDeviceSynchronize();
}

__global__ void half_a_table(const int* in, int* out, int n) {
  __shared__ int table[kThreads];
  if (threadIdx.x < n) table[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[table[threadIdx.x]] = 1;  // BUG init-address shared_half_written
}
CASE(shared_half_written) {
  half_a_table<<<1, kThreads>>>(device<int>(kThreads), device<int>(kThreads), bug ? kThreads / 2 : kThreads);
  (void)hipDeviceSynchronize();
}

__global__ void stencil(const int* in, int* out, int halo) {
  __shared__ int tile[kThreads + 2];
  tile[threadIdx.x + 1] = in[threadIdx.x];
  if (halo && threadIdx.x < 2) tile[threadIdx.x * (kThreads + 1)] = 0;
  __syncthreads();
  int left = tile[threadIdx.x], right = tile[threadIdx.x + 2];
  if (left + right > 3) out[threadIdx.x] = 1;  // BUG init-branch missing_halo
}
CASE(missing_halo) {
  stencil<<<1, kThreads>>>(device<int>(kThreads), device<int>(kThreads), !bug);
  (void)hipDeviceSynchronize();
}

// Through a pointer of which the compiler does not know that it is one of shared memory.
__global__ void generic_half(const int* in, int* out, int n) {
  __shared__ int table[kThreads];
  int* p = table;
  asm volatile("" : "+v"(p));
  if (threadIdx.x < n) p[threadIdx.x ^ 1] = in[threadIdx.x];
  __syncthreads();
  if (p[threadIdx.x]) out[threadIdx.x] = 1;  // BUG init-branch shared_through_pointer
}
CASE(shared_through_pointer) {
  generic_half<<<1, kThreads>>>(device<int>(kThreads), device<int>(kThreads), bug ? kThreads / 2 : kThreads);
  (void)hipDeviceSynchronize();
}

// One of three numbers of each structure is written, and that one or another is looked at.
struct Triple {
  int x, y, z;
};
__global__ void one_of_three(Triple* t) { t[threadIdx.x].y = 1; }
__global__ void look_at_one(const Triple* t, int* out, int which) {
  const int* numbers = &t[threadIdx.x].x;
  if (numbers[which]) out[threadIdx.x] = 1;  // BUG init-branch member_not_written
}
CASE(member_not_written) {
  Triple* t = undefined<Triple>(kThreads);
  one_of_three<<<1, kThreads>>>(t);
  look_at_one<<<1, kThreads>>>(t, device<int>(kThreads), bug ? 2 : 1);
  (void)hipDeviceSynchronize();
}

__global__ void bins_in_shared(const unsigned char* in, int* out, int clear) {
  __shared__ int bins[kThreads];
  if (clear) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[in[threadIdx.x] & 63], 1);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];  // BUG init-host-copy bins_not_cleared
}
CASE(bins_not_cleared) {
  int* out = device<int>(kThreads);
  bins_in_shared<<<1, kThreads>>>(device<unsigned char>(kThreads), out, !bug);
  fetch(out, kThreads);
}

__global__ void reduce(const float* in, float* out, int n, int pad) {
  __shared__ float part[kThreads];
  if (threadIdx.x < n) part[threadIdx.x] = in[threadIdx.x];
  else if (pad) part[threadIdx.x] = 0;
  __syncthreads();
  for (int step = kThreads / 2; step > 0; step /= 2) {
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = part[0];  // BUG init-host-copy tail_not_padded
}
CASE(tail_not_padded) {
  float* out = device<float>(1);
  reduce<<<1, kThreads>>>(device<float>(kThreads), out, 50, !bug);
  fetch(out);
}

// --- Values that wander ---

__global__ void neighbour(const int* in, int* out) {
  int x = __shfl_xor(in[threadIdx.x], 1);
  if (x > 10) out[threadIdx.x] = 1;  // BUG init-branch shuffled
}
CASE(shuffled) {
  neighbour<<<1, kThreads>>>(maybe<int>(kThreads, bug), device<int>(kThreads));
  (void)hipDeviceSynchronize();
}

__global__ void vote(const int* in, int* out) {
  if (__popcll(__ballot(in[threadIdx.x] > 0)) > 3) out[threadIdx.x] = 1;  // BUG init-branch voted
}
CASE(voted) {
  vote<<<1, kThreads>>>(maybe<int>(kThreads, bug), device<int>(kThreads));
  (void)hipDeviceSynchronize();
}

__global__ void private_slots(const int* in, int* out, int n) {
  int slot[256];
  for (int i = 0; i < n; ++i) slot[i] = in[i & 63];
  if (slot[in[threadIdx.x] & 255] > 2) out[threadIdx.x] = 1;  // BUG init-branch private_half_written
}
CASE(private_half_written) {
  int* in = device<int>(kThreads);
  std::vector<int> host(kThreads, 0);
  host[20] = 240;
  (void)hipMemcpy(in, host.data(), kThreads * sizeof(int), hipMemcpyHostToDevice);
  private_slots<<<1, kThreads>>>(in, device<int>(kThreads), bug ? 230 : 256);
  (void)hipDeviceSynchronize();
}

__global__ void heap_value(int* out, int fill) {
  int* p = static_cast<int*>(malloc(4 * sizeof(int)));
  if (fill) p[1] = 0;
  if (*const_cast<volatile int*>(p + 1) > 5) out[threadIdx.x] = 1;  // BUG init-branch device_malloc
  free(p);
}
CASE(device_malloc) {
  heap_value<<<1, 4>>>(device<int>(4), !bug);
  (void)hipDeviceSynchronize();
}

using Operation = int (*)(int);
__device__ int plus_one(int x) { return x + 1; }
__global__ void choose(Operation* table) { table[threadIdx.x] = plus_one; }
__global__ void call(Operation* table, int* out) {
  out[threadIdx.x] = table[0](threadIdx.x);  // BUG init-jump undefined_function
}
CASE(undefined_function) {
  Operation* table = undefined<Operation>(4);
  choose<<<1, 4>>>(table);
  // A copy from undefined memory over the one that is called.
  if (bug) (void)hipMemcpy(table, undefined<Operation>(4), sizeof(Operation), hipMemcpyDeviceToDevice);
  call<<<1, 4>>>(table, device<int>(4));
  (void)hipDeviceSynchronize();
}

// --- What is correct either way ---

// Structures are copied with their padding, and come back to the host. CLEAN padding
struct Padded {
  char c;
  int i;
  short s;
};
__global__ void copy_padded(const Padded* in, Padded* out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void make_padded(Padded* p) {
  p[threadIdx.x].c = 1;
  p[threadIdx.x].i = 2;
  p[threadIdx.x].s = 3;
}
CASE(padding) {
  Padded *a = undefined<Padded>(kThreads), *b = undefined<Padded>(kThreads);
  make_padded<<<1, kThreads>>>(a);
  copy_padded<<<1, kThreads>>>(a, b);
  fetch(b, kThreads);
}

// Bit fields that share a byte with undefined bits. CLEAN bit_fields
struct Bits {
  unsigned a : 3, b : 7, c : 9;
};
__global__ void set_bits(Bits* x) {
  x[threadIdx.x].a = threadIdx.x & 7;
  x[threadIdx.x].c = 5;
}
__global__ void use_bits(const Bits* x, int* out) {
  if (x[threadIdx.x].a > 3) out[threadIdx.x] = x[threadIdx.x].c;
}
CASE(bit_fields) {
  Bits* x = undefined<Bits>(kThreads);
  set_bits<<<1, kThreads>>>(x);
  use_bits<<<1, kThreads>>>(x, device<int>(kThreads));
  (void)hipDeviceSynchronize();
}

// Part of a buffer is written, all of it copied to the host. CLEAN partly_written
__global__ void fill_some(int* x, int n) {
  if (threadIdx.x < n) x[threadIdx.x] = 1;
}
CASE(partly_written) {
  int* x = undefined<int>(1000);
  fill_some<<<1, kThreads>>>(x, 40);
  fetch(x, 1000);
}

// Only lanes with a value branch on it. CLEAN guarded
__global__ void guarded_lanes(const int* in, int* out, int n) {
  int x;
  if (threadIdx.x < n) x = in[threadIdx.x];
  if (threadIdx.x < n && x > 0) out[threadIdx.x] = 1;
}
CASE(guarded) {
  guarded_lanes<<<1, kThreads>>>(device<int>(20), device<int>(kThreads), 20);
  (void)hipDeviceSynchronize();
}

// Halves and bytes that are put together in a register. CLEAN assembled
__global__ void assemble(const unsigned char* in, const short* halves, unsigned* out) {
  unsigned x = in[threadIdx.x] | in[threadIdx.x + 1] << 8 | unsigned(halves[threadIdx.x]) << 16;
  if (x & 0x10001) out[threadIdx.x] = __builtin_bswap32(x);
}
CASE(assembled) {
  assemble<<<1, kThreads>>>(device<unsigned char>(kThreads + 1), device<short>(kThreads), device<unsigned>(kThreads));
  (void)hipDeviceSynchronize();
}
