// Kernels for the tests of devices, in plain clang without any headers.
#define global __attribute__((global))
#define device __attribute__((device))
#define shared __attribute__((shared))

extern "C" {

device static unsigned index() { return __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x(); }

// Arguments of several sizes and alignments: 0, 8, 16, 18, 24, 32, 36.
global void mix(double* out, double a, char b, short c, long d, float e, int n) {
  int i = index();
  if (i < n) out[i] = a + b * 10 + c * 100 + double(d) + e + i;
}
// Where each thread of a grid of workgroups of 2 x 3 x 1 is.
global void place(unsigned* out, unsigned blocks_x) {
  unsigned block = __builtin_amdgcn_workgroup_id_y() * blocks_x + __builtin_amdgcn_workgroup_id_x();
  unsigned thread = __builtin_amdgcn_workitem_id_y() * 2 + __builtin_amdgcn_workitem_id_x();
  out[block * 6 + thread] = block * 100 + thread;
}
// Reverses 64 values through memory of the group whose size the launch gives.
extern shared int dynamic[];
global void reverse(int* values) {
  int i = __builtin_amdgcn_workitem_id_x();
  dynamic[i] = values[i];
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
  values[i] = dynamic[63 - i];
}
global void fixed_group_memory(int* values) {
  static shared int kept[256];
  int i = __builtin_amdgcn_workitem_id_x();
  kept[i] = values[i];
  __builtin_amdgcn_s_barrier();
  values[i] = kept[i ^ 1];
}
device int counter = 7;
global void count(int* out) {
  if (index() == 0) *out = ++counter;
}
global void nothing() {}
global void spins(int* out, int rounds) {
  int x = 0;
  for (int i = 0; i < rounds; ++i) {
    x += i ^ (x << 1);
    asm volatile("" : "+v"(x));
  }
  out[index()] = x;
}
global void stores_at(int* where) { *where = 1; }
}
