// Right and wrong ways of y = a x, for the harness.
// Without headers: builtins give the ids.
#define KERNEL extern "C" __attribute__((global, visibility("protected"))) void
#define INDEX static_cast<int>(__builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x())

KERNEL right(const float* x, float* y, float a, int n) {
  const int i = INDEX;
  if (i < n) y[i] = a * x[i];
}
KERNEL zeros(const float*, float* y, float, int n) {
  const int i = INDEX;
  if (i < n) y[i] = 0;
}
KERNEL last_left_out(const float* x, float* y, float a, int n) {
  const int i = INDEX;
  if (i < n - 1) y[i] = a * x[i];
}
KERNEL changes_input(float* x, float* y, float a, int n) {
  const int i = INDEX;
  if (i < n) y[i] = a * x[i];
  if (i == 3) x[i] = 0;
}
KERNEL beyond(const float* x, float* y, float a, int n) {
  const int i = INDEX;
  if (i <= n) y[i] = i < n ? a * x[i] : 1;
}
KERNEL before(const float* x, float* y, float a, int n) {
  const int i = INDEX;
  if (i < n) y[i] = a * x[i];
  if (i == 0) y[-2] = 1;
}
KERNEL crashes(const float* x, float* y, float a, int n) {
  const int i = INDEX;
  if (i < n) y[i] = a * x[i];
  if (i == 0) *reinterpret_cast<volatile int*>(16) = 1;
}
KERNEL for_ever(const float*, volatile float* y, float, int) {
  while (y[0] != 1) y[0] = 2;
}
// Right, by way of a thousand steps.
KERNEL slow(const float* x, float* y, float a, int n) {
  const int i = INDEX;
  float s = 0;
  for (int k = 0; k < 1000; ++k) {
    s += x[i < n ? i : 0];
    asm volatile("" : "+v"(s));
  }
  if (i < n) y[i] = a * x[i];
}
