// What the seeded bugs of tests/checks/race and tests/checks/sync share: a case is a kernel with a bug and its clean twin,
// `program CASE bug` and `program CASE clean` run one of them. Lines that the report must name are marked
// `// BUG CASE CHECK`. See run.sh.
#pragma once
#include <hip/hip_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define REQUIRE(call)                                                                    \
  do {                                                                                   \
    if (hipError_t e = (call); e != hipSuccess) {                                        \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, hipGetErrorString(e));     \
      std::exit(1);                                                                      \
    }                                                                                    \
  } while (0)

// Device memory, all bytes zero.
template <class T> T* zeros(size_t n) {
  T* p = nullptr;
  REQUIRE(hipMalloc(&p, n * sizeof(T)));
  REQUIRE(hipMemset(p, 0, n * sizeof(T)));
  return p;
}

// Runs `kernel<true>` or `kernel<false>` with the given blocks, threads and arguments.
#define CASE(number, kernel, blocks, threads, ...)                                       \
  if (which == number) {                                                                 \
    if (bug) kernel<true><<<blocks, threads>>>(__VA_ARGS__);                             \
    else kernel<false><<<blocks, threads>>>(__VA_ARGS__);                                \
  }

#define CASES(...)                                                                       \
  int main(int argc, char** argv) {                                                      \
    if (argc != 3) return 2;                                                             \
    const int which = std::atoi(argv[1]);                                                \
    const bool bug = !std::strcmp(argv[2], "bug");                                       \
    __VA_ARGS__                                                                          \
    REQUIRE(hipGetLastError());                                                          \
    REQUIRE(hipDeviceSynchronize());                                                     \
    return 0;                                                                            \
  }
