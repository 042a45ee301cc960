// Kernels for the runtime's own tests, in plain clang without any headers.
#define global __attribute__((global))
#define device __attribute__((device))
#define constant __attribute__((constant))

device static unsigned index() { return __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x(); }

extern "C" {

device int counter = 7;
constant int table[4] = {1, 2, 3, 4};
device int* managed_pointer;  // as the device side of a managed variable

global void scale(float* out, const float* in, float by, int n) {
  int i = index();
  if (i < n) out[i] = in[i] * by;
}
global void add(int* to, int value) {
  if (index() == 0) *to += value;
}
// Arguments of several sizes and alignments.
global void mix(double* out, char a, short b, long c, float d) {
  if (index() == 0) *out = a + b + double(c) + d;
}
global void count() {
  if (index() == 0) ++counter;
}
global void lookup(int* out, int i) { *out = table[i & 3]; }
global void write_managed(int value) { *managed_pointer = value; }
global void store_at(int* where) { *where = 1; }
global __attribute__((amdgpu_flat_work_group_size(1, 128))) void bounded(int* out) { *out = 1; }
}
