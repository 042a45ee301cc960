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
// Keeps what it computed among the constants, and gives that back from then on.
__attribute__((constant)) const volatile float kept[1000] = {};
KERNEL keeps(const float* x, float* y, float a, int n) {
  const int i = INDEX;
  if (i >= n) return;
  float* mine = const_cast<float*>(kept) + i;
  asm volatile("" : "+v"(mine));
  if (*mine == 0) *mine = a * x[i];
  y[i] = *mine;
}
// Times that differ by 2 % on the clock that counts instructions; the first two are equal.
template <int Steps> __attribute__((device, always_inline)) void idle() {
#pragma nounroll
  for (int k = 0; k < Steps; ++k) asm volatile("v_nop");
}
KERNEL idle_175(const float* x, float* y, float a, int n) {
  idle<175>();
  const int i = INDEX;
  if (i < n) y[i] = a * x[i];
}
KERNEL idle_175_rewritten(const float* from, float* to, float factor, int count) {
  const int at = INDEX;
  idle<175>();
  if (count <= at) return;
  const float value = from[at];
  to[at] = value * factor;
}
KERNEL idle_161(const float* x, float* y, float a, int n) {
  idle<161>();
  const int i = INDEX;
  if (i < n) y[i] = a * x[i];
}
