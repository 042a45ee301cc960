// Kernels whose waves wait for each other, in plain clang without any headers.
#define global __attribute__((global))
#define device __attribute__((device))
#define shared __attribute__((shared))

device static unsigned tid() { return __builtin_amdgcn_workitem_id_x(); }
device static unsigned bid() { return __builtin_amdgcn_workgroup_id_x(); }
template <class T> device static T load(T* p) { return __hip_atomic_load(p, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT); }
template <class T> device static void store(T* p, T x) { __hip_atomic_store(p, x, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT); }
device static void barrier() {
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
}

extern "C" {

// A running sum over workgroups: each waits for the one before it.
global void look_back(const unsigned* in, unsigned* sums, unsigned* ready) {
  if (tid() != 0) return;
  unsigned b = bid(), before = 0;
  if (b > 0) {
    while (load(ready + b - 1) == 0) {}
    before = load(sums + b - 1);
  }
  store(sums + b, before + in[b]);
  store(ready + b, 1u);
}

// All workgroups meet `rounds` times.
global void grid_sync(unsigned* arrived, unsigned* out, unsigned groups, unsigned rounds) {
  for (unsigned r = 1; r <= rounds; ++r) {
    barrier();
    if (tid() == 0) {
      __hip_atomic_fetch_add(arrived, 1u, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_AGENT);
      while (load(arrived) < r * groups) __builtin_amdgcn_s_sleep(1);
      out[bid()] += load(arrived) >= r * groups;
    }
    barrier();
  }
}

// The order in which waves pass, as a schedule makes it.
global void order(unsigned* next, unsigned* out) {
  if (tid() % 64 == 0) out[bid() * 4 + tid() / 64] = __hip_atomic_fetch_add(next, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

// Without a barrier between them, the second wave may read before the first has written, or after.
global void missing_barrier(unsigned* out) {
  shared unsigned s[1];
  if (tid() == 0) s[0] = 0;
  barrier();
  if (tid() == 0) s[0] = 1;
  if (tid() == 64) out[bid()] = *(volatile unsigned*)s;
}

// --- Deadlocks ---

// One wave at the barrier, the other waits for what comes after it.
global void barrier_never(unsigned* flag) {
  if (tid() >= 64)
    while (load(flag) == 0) {}
  barrier();
  if (tid() == 0) store(flag, 1u);
}
// Two workgroups, each waits for the other's flag before it sets its own.
global void two_flags(unsigned* flag) {
  if (tid() != 0) return;
  while (load(flag + (1 - bid())) == 0) {}
  store(flag + bid(), 1u);
}
// The lane that has the lock waits for the others to leave the loop.
global void lane_lock(unsigned* lock, unsigned* count) {
  unsigned zero = 0;
  while (!__hip_atomic_compare_exchange_strong(lock, &zero, 1u, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT)) zero = 0;
  *count += 1;
  store(lock, 0u);
}
// In LDS, and through a sleep.
global void lds_flag(unsigned* out) {
  shared unsigned s[1];
  if (tid() == 0) s[0] = 0;
  barrier();
  if (tid() < 64)
    while (*(volatile unsigned*)s == 0) __builtin_amdgcn_s_sleep(2);
  out[tid()] = 1;
}

// --- What only takes long ---

// Counts its attempts until the other workgroup comes, which takes its time.
global void patient(unsigned* flag, unsigned* out, unsigned work) {
  if (tid() != 0) return;
  if (bid() == 0) {
    unsigned tries = 0;
    while (load(flag) == 0) ++tries;
    out[0] = tries;
  } else {
    unsigned x = 1;
    for (unsigned i = 0; i < work; ++i) x = x * 1664525u + 1013904223u;
    out[1] = x;
    store(flag, 1u);
  }
}
// Spins on an unchanging flag while the other workgroup computes.
global void quiet_wait(unsigned* flag, unsigned* out, unsigned work) {
  if (tid() != 0) return;
  if (bid() == 0) {
    while (load(flag) == 0) {}
    out[0] = 1;
  } else {
    unsigned x = 1;
    for (unsigned i = 0; i < work; ++i) x = x * 1664525u + 1013904223u;
    out[1] = x;
    store(flag, 1u);
  }
}
}
