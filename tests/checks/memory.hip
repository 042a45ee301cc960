// Seeded bugs of the check `memory`, each with its clean twin.
#include "cases.h"

constexpr int kThreads = 64;

// --- Global memory ---

__global__ void copy_to(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int x = in[i];  // BUG memory-out-of-bounds read_past_end
    out[i] = x;     // BUG memory-out-of-bounds write_past_end
  }
}
CASE(read_past_end) {
  int *in = device<int>(100), *out = device<int>(200);
  copy_to<<<2, kThreads>>>(in, out, bug ? 101 : 100);
  (void)hipDeviceSynchronize();
}
CASE(write_past_end) {
  int *in = device<int>(200), *out = device<int>(100);
  copy_to<<<2, kThreads>>>(in, out, bug ? 101 : 100);
  (void)hipDeviceSynchronize();
}

__global__ void no_guard(float* x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] *= 2.0f;  // BUG memory-out-of-bounds grid_rounded_up
}
CASE(grid_rounded_up) {
  float* x = device<float>(bug ? 1000 : 1024);
  no_guard<<<1024 / kThreads, kThreads>>>(x);
  (void)hipDeviceSynchronize();
}

__global__ void left_neighbour(const float* in, float* out, int first) {
  int i = threadIdx.x;
  if (i >= first) out[i] = in[i - 1];  // BUG memory-out-of-bounds read_before_start
}
CASE(read_before_start) {
  float *in = device<float>(kThreads), *out = device<float>(kThreads);
  left_neighbour<<<1, kThreads>>>(in, out, bug ? 0 : 1);
  (void)hipDeviceSynchronize();
}

__global__ void add_vectors(const float4* a, float4* b, int n) {
  int i = threadIdx.x;
  if (i < n) b[i] = make_float4(a[i].x + 1, a[i].y, a[i].z, a[i].w);  // BUG memory-out-of-bounds vector_over_end
}
CASE(vector_over_end) {
  float* a = device<float>(bug ? 4 * 20 - 1 : 4 * 20);
  float4* b = device<float4>(20);
  add_vectors<<<1, kThreads>>>(reinterpret_cast<float4*>(a), b, 20);
  (void)hipDeviceSynchronize();
}

__global__ void count_values(const int* in, int* bins) {
  atomicAdd(&bins[in[threadIdx.x]], 1);  // BUG memory-out-of-bounds atomic_past_end
}
CASE(atomic_past_end) {
  int *in = device<int>(kThreads), *bins = device<int>(16);
  std::vector<int> host(kThreads, 3);
  host[40] = bug ? 16 : 15;
  (void)hipMemcpy(in, host.data(), kThreads * sizeof(int), hipMemcpyHostToDevice);
  count_values<<<1, kThreads>>>(in, bins);
  (void)hipDeviceSynchronize();
}

__global__ void last_byte(const char* text, char* out, int at) {
  if (threadIdx.x == 0) out[0] = text[at];  // BUG memory-out-of-bounds byte_past_end
}
CASE(byte_past_end) {
  char *text = device<char>(33), *out = device<char>(1);
  last_byte<<<1, kThreads>>>(text, out, bug ? 33 : 32);
  (void)hipDeviceSynchronize();
}

__global__ void scale_by(const float* factor, float* x, int at) {
  x[threadIdx.x] *= factor[at];  // BUG memory-out-of-bounds uniform_past_end
}
CASE(uniform_past_end) {
  float *factor = device<float>(8), *x = device<float>(kThreads);
  scale_by<<<1, kThreads>>>(factor, x, bug ? 64 : 7);
  (void)hipDeviceSynchronize();
}

__global__ void transpose(const double* in, double* out, int rows, int columns) {
  int x = threadIdx.x, y = threadIdx.y;
  out[x * rows + y] = in[y * columns + x];  // BUG memory-out-of-bounds wrong_extent
}
CASE(wrong_extent) {
  double *in = device<double>(8 * 4), *out = device<double>(8 * 8);
  transpose<<<1, dim3(bug ? 8 : 4, 8)>>>(in, out, 8, 4);
  (void)hipDeviceSynchronize();
}

__global__ void fill_managed(int* x, int n) {
  if (threadIdx.x < n) x[threadIdx.x] = 1;  // BUG memory-out-of-bounds managed_past_end
}
CASE(managed_past_end) {
  int* x = nullptr;
  (void)hipMallocManaged(&x, 40 * sizeof(int));
  fill_managed<<<1, kThreads>>>(x, bug ? 41 : 40);
  (void)hipDeviceSynchronize();
}

__global__ void far_away(int* x, long at) {
  x[at] = 1;  // BUG memory-out-of-bounds large_past_end
}
CASE(large_past_end) {
  int* x = device<int>(1 << 20);
  far_away<<<1, 1>>>(x, bug ? 1 << 20 : (1 << 20) - 1);
  (void)hipDeviceSynchronize();
}

__global__ void off_by_one(int* x, int by) {
  x[threadIdx.x + by] = 1;  // BUG memory-out-of-bounds abort_after
}
CASE(abort_after) {
  off_by_one<<<1, kThreads>>>(device<int>(kThreads), bug);
  (void)hipDeviceSynchronize();
  if (bug) std::abort();  // what was found until then is not lost
}

// --- Freed, null and foreign memory ---

__global__ void increment(int* x) {
  x[threadIdx.x] += 1;  // BUG memory-use-after-free use_after_free
}
CASE(use_after_free) {
  int* x = device<int>(kThreads);
  if (bug) (void)hipFree(x);
  increment<<<1, kThreads>>>(x);
  (void)hipDeviceSynchronize();
  if (!bug) (void)hipFree(x);
}

__global__ void decrement(int* x) {
  x[threadIdx.x] -= 1;  // BUG memory-use-after-free use_after_free_async
}
CASE(use_after_free_async) {
  int* x = nullptr;
  (void)hipMallocAsync(&x, kThreads * sizeof(int), nullptr);
  (void)hipMemsetAsync(x, 0, kThreads * sizeof(int), nullptr);
  if (bug) (void)hipFreeAsync(x, nullptr);
  decrement<<<1, kThreads>>>(x);
  if (!bug) (void)hipFreeAsync(x, nullptr);
  (void)hipDeviceSynchronize();
}

__global__ void read_flag(const int* flag, int* out) {
  if (flag[threadIdx.x] == 0) out[threadIdx.x] = 1;  // BUG memory-null-pointer null_pointer
}
CASE(null_pointer) {
  int *flag = bug ? nullptr : device<int>(kThreads), *out = device<int>(kThreads);
  read_flag<<<1, kThreads>>>(flag, out);
  (void)hipDeviceSynchronize();
}

struct Particles {
  float* x;
  float* v;
};
__global__ void move(Particles p, float dt) {
  p.x[threadIdx.x] += dt * p.v[threadIdx.x];  // BUG memory-null-pointer null_member
}
CASE(null_member) {
  Particles p{device<float>(kThreads), bug ? nullptr : device<float>(kThreads)};
  move<<<1, kThreads>>>(p, 0.1f);
  (void)hipDeviceSynchronize();
}

__global__ void sum_host(const int* in, int* out) {
  atomicAdd(out, in[threadIdx.x]);  // BUG memory-host-pointer host_heap
}
CASE(host_heap) {
  int *in = static_cast<int*>(std::calloc(kThreads, sizeof(int))), *out = device<int>(1), *copy = device<int>(kThreads);
  (void)hipMemcpy(copy, in, kThreads * sizeof(int), hipMemcpyHostToDevice);
  sum_host<<<1, kThreads>>>(bug ? in : copy, out);
  (void)hipDeviceSynchronize();
}

__global__ void store_result(int* out) {
  out[0] = 42;  // BUG memory-host-pointer host_stack
}
CASE(host_stack) {
  int result = 0;
  int* out = device<int>(1);
  store_result<<<1, 1>>>(bug ? &result : out);
  (void)hipDeviceSynchronize();
}

__global__ void truncated(unsigned long long address, int* out) {
  out[threadIdx.x] = reinterpret_cast<int*>(address)[threadIdx.x];  // BUG memory-wild-address truncated_pointer
}
CASE(truncated_pointer) {
  int *in = device<int>(kThreads), *out = device<int>(kThreads);
  auto address = reinterpret_cast<unsigned long long>(in);
  truncated<<<1, kThreads>>>(bug ? address & 0x7fffffff : address, out);
  (void)hipDeviceSynchronize();
}

// --- Shared, private and constant memory ---

__global__ void reverse(int* x, int n) {
  __shared__ int tile[kThreads];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = tile[n - 1 - threadIdx.x];  // BUG memory-lds-out-of-bounds shared_past_end
}
CASE(shared_past_end) {
  int* x = device<int>(kThreads);
  reverse<<<1, kThreads>>>(x, bug ? kThreads + 4 : kThreads);
  (void)hipDeviceSynchronize();
}

__global__ void dynamic_tile(float* x) {
  extern __shared__ float buffer[];
  buffer[threadIdx.x] = x[threadIdx.x];  // BUG memory-lds-out-of-bounds dynamic_shared_too_small
  __syncthreads();
  x[threadIdx.x] = buffer[threadIdx.x ^ 1];
}
CASE(dynamic_shared_too_small) {
  float* x = device<float>(kThreads);
  dynamic_tile<<<1, kThreads, (bug ? kThreads / 2 : kThreads) * sizeof(float)>>>(x);
  (void)hipDeviceSynchronize();
}

// Through a pointer of which the compiler does not know that it is one of shared memory.
__global__ void generic_tile(int* x, int n) {
  __shared__ int tile[kThreads];
  int* p = tile;
  asm volatile("" : "+v"(p));
  p[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = p[n - 1 - threadIdx.x];  // BUG memory-lds-out-of-bounds shared_through_pointer
}
CASE(shared_through_pointer) {
  int* x = device<int>(kThreads);
  generic_tile<<<1, kThreads>>>(x, bug ? kThreads + 4 : kThreads);
  (void)hipDeviceSynchronize();
}

__global__ void shift_left(int* x, int by) {
  __shared__ int line[kThreads];
  line[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  if (int(threadIdx.x) >= by) x[threadIdx.x] = line[int(threadIdx.x) - 1];  // BUG memory-lds-out-of-bounds shared_negative
}
CASE(shared_negative) {
  int* x = device<int>(kThreads);
  shift_left<<<1, kThreads>>>(x, bug ? 0 : 1);
  (void)hipDeviceSynchronize();
}

__global__ void shared_histogram(const int* in, int* out) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[in[threadIdx.x]], 1);  // BUG memory-lds-out-of-bounds shared_atomic
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}
CASE(shared_atomic) {
  int *in = device<int>(kThreads), *out = device<int>(16);
  std::vector<int> host(kThreads, 2);
  host[9] = bug ? 16 : 15;
  (void)hipMemcpy(in, host.data(), kThreads * sizeof(int), hipMemcpyHostToDevice);
  shared_histogram<<<1, kThreads>>>(in, out);
  (void)hipDeviceSynchronize();
}

__global__ void private_table(const int* in, int* out) {
  int table[256];
  for (int i = 0; i < 256; ++i) table[i] = in[i & 63] * i;
  out[threadIdx.x] = table[in[threadIdx.x]];  // BUG memory-scratch-out-of-bounds private_past_end
}
CASE(private_past_end) {
  int *in = device<int>(kThreads), *out = device<int>(kThreads);
  std::vector<int> host(kThreads, 5);
  host[33] = bug ? 5000 : 255;
  (void)hipMemcpy(in, host.data(), kThreads * sizeof(int), hipMemcpyHostToDevice);
  private_table<<<1, kThreads>>>(in, out);
  (void)hipDeviceSynchronize();
}

__constant__ float weights[16];
__global__ void weigh(const int* index, float* out) {
  out[threadIdx.x] = weights[index[threadIdx.x]];  // BUG memory-variable-out-of-bounds constant_past_end
}
CASE(constant_past_end) {
  int* index = device<int>(kThreads);
  float* out = device<float>(kThreads);
  std::vector<int> host(kThreads, 4);
  host[7] = bug ? 16 : 15;
  (void)hipMemcpy(index, host.data(), kThreads * sizeof(int), hipMemcpyHostToDevice);
  weigh<<<1, kThreads>>>(index, out);
  (void)hipDeviceSynchronize();
}

__global__ void keep(float* out) {
  float* mine = weights + threadIdx.x;
  asm volatile("" : "+v"(mine));                    // a compiler would not do it knowingly
  const float seen = *mine;
  out[threadIdx.x] = seen;
  if (seen == 0) *mine = 1;  // BUG memory-read-only constant_written
}
CASE(constant_written) {
  float* out = device<float>(16);
  const std::vector<float> ones(16, 1);
  if (!bug) (void)hipMemcpyToSymbol(HIP_SYMBOL(weights), ones.data(), 64);   // the host may
  keep<<<1, 16>>>(out);
  (void)hipDeviceSynchronize();
}

__device__ int counters[8];
__global__ void bump(int at) {
  atomicAdd(&counters[at + threadIdx.x], 1);  // BUG memory-variable-out-of-bounds variable_past_end
}
CASE(variable_past_end) {
  bump<<<1, 8>>>(bug ? 1 : 0);
  (void)hipDeviceSynchronize();
}

// A pointer that may be to any memory.
__device__ __attribute__((noinline)) void put(int* p, int at, int x) {
  p[at] = x;  // BUG memory-lds-out-of-bounds generic_shared
}
__global__ void through_generic(int* out, int at) {
  __shared__ int box[32];
  put(threadIdx.x & 1 ? box : out, at, 7);
  __syncthreads();
  out[threadIdx.x] = box[threadIdx.x & 31];
}
CASE(generic_shared) {
  int* out = device<int>(1 << 16);
  through_generic<<<1, kThreads>>>(out, bug ? 32000 : 31);
  (void)hipDeviceSynchronize();
}

// --- Alignment ---

__global__ void add_at(char* bytes, int at) {
  atomicAdd(reinterpret_cast<int*>(bytes + at), 1);  // BUG memory-misaligned-atomic misaligned_atomic
}
CASE(misaligned_atomic) {
  char* bytes = device<char>(64);
  add_at<<<1, 1>>>(bytes, bug ? 6 : 8);
  (void)hipDeviceSynchronize();
}

// --- Memory of the kernel's own ---

__global__ void device_heap(int* out, int n) {
  int* p = static_cast<int*>(malloc(8 * sizeof(int)));
  for (int i = 0; i < n; ++i) p[i] = i;  // BUG memory-out-of-bounds heap_past_end
  out[threadIdx.x] = p[threadIdx.x & 7];
  free(p);
}
CASE(heap_past_end) {
  int* out = device<int>(4);
  device_heap<<<1, 4>>>(out, bug ? 9 : 8);
  (void)hipDeviceSynchronize();
}

__global__ void freed_heap(int* out, int early) {
  int* p = static_cast<int*>(malloc(8 * sizeof(int)));
  p[0] = 5;
  if (early) free(p);
  out[threadIdx.x] = *const_cast<volatile int*>(p);  // BUG memory-use-after-free heap_after_free
  if (!early) free(p);
}
CASE(heap_after_free) {
  int* out = device<int>(4);
  freed_heap<<<1, 4>>>(out, bug);
  (void)hipDeviceSynchronize();
}

// --- Calls of the host ---

CASE(double_free) {
  int* x = device<int>(16);
  (void)hipFree(x);
  if (bug) (void)hipFree(x);  // BUG memory-double-free double_free
}
CASE(inner_free) {
  int* x = device<int>(16);
  (void)hipFree(bug ? x + 4 : x);  // BUG memory-invalid-free inner_free
}
CASE(host_free) {
  int *x = device<int>(16), *h = static_cast<int*>(std::malloc(64));
  (void)hipFree(bug ? h : x);  // BUG memory-invalid-free host_free
}
CASE(copy_past_end) {
  int* x = device<int>(16);
  int host[20] = {};
  (void)hipMemcpy(x, host, (bug ? 17 : 16) * sizeof(int), hipMemcpyHostToDevice);  // BUG memory-copy-out-of-bounds copy_past_end
}
CASE(fill_past_end) {
  int* x = device<int>(16);
  (void)hipMemset(x, 0, bug ? 65 : 64);  // BUG memory-copy-out-of-bounds fill_past_end
}
CASE(copy_after_free) {
  int* x = device<int>(16);
  int host[16];
  if (bug) (void)hipFree(x);
  (void)hipMemcpy(host, x, sizeof host, hipMemcpyDeviceToHost);  // BUG memory-use-after-free copy_after_free
  if (!bug) (void)hipFree(x);
}

// --- What is correct either way ---

// Unaligned words through memcpy, packed structures. CLEAN packed
struct __attribute__((packed)) Packed {
  char tag;
  int value;
};
__global__ void read_packed(const Packed* in, int* out) { out[threadIdx.x] = in[threadIdx.x].value + in[threadIdx.x].tag; }
CASE(packed) {
  Packed* in = device<Packed>(kThreads);
  int* out = device<int>(kThreads);
  read_packed<<<1, kThreads>>>(in, out);
  (void)hipDeviceSynchronize();
}
// Memory that the host and the device share. CLEAN shared_with_host
__global__ void twice(int* x) { x[threadIdx.x] *= 2; }
CASE(shared_with_host) {
  int *pinned = nullptr, *managed = nullptr, *plain = static_cast<int*>(std::calloc(kThreads, sizeof(int)));
  (void)hipHostMalloc(&pinned, kThreads * sizeof(int), hipHostMallocDefault);
  (void)hipMallocManaged(&managed, kThreads * sizeof(int));
  (void)hipHostRegister(plain, kThreads * sizeof(int), hipHostRegisterDefault);
  std::memset(pinned, 0, kThreads * sizeof(int));
  std::memset(managed, 0, kThreads * sizeof(int));
  twice<<<1, kThreads>>>(pinned);
  twice<<<1, kThreads>>>(managed);
  twice<<<1, kThreads>>>(plain);
  (void)hipDeviceSynchronize();
  (void)hipHostUnregister(plain);
  (void)hipHostFree(pinned);
  (void)hipFree(managed);
}
