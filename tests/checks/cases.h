// What the programs of this folder share. A case is a function that runs with its bug or, as its clean twin, without:
//
//   CASE(read_past_end) { ... bug ? n + 1 : n ... }
//
// The line that a report must name ends in a comment "BUG check-id case"; "CLEAN case" marks a case that is correct
// either way and must give no report. `program CASE bug` and `program CASE clean` run one.
#pragma once
#include <hip/hip_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

using Case = void (*)(bool bug);
inline std::map<std::string, Case>& cases() {
  static std::map<std::string, Case> all;
  return all;
}
struct Register {
  Register(const char* name, Case run) { cases()[name] = run; }
};
#define CASE(name)                                    \
  static void name(bool bug);                         \
  static Register register_##name(#name, name);       \
  static void name([[maybe_unused]] bool bug)


template <class T> T* device(size_t n, int fill = 0) {
  T* p = nullptr;
  if (hipMalloc(&p, n * sizeof(T)) != hipSuccess) std::exit(3);
  if (hipMemset(p, fill, n * sizeof(T)) != hipSuccess) std::exit(3);
  return p;
}
template <class T> T* undefined(size_t n) {
  T* p = nullptr;
  if (hipMalloc(&p, n * sizeof(T)) != hipSuccess) std::exit(3);
  return p;
}

int main(int argc, char** argv) {
  if (argc != 3 || !cases().count(argv[1])) {
    std::printf("usage: %s CASE bug|clean\n", argv[0]);
    for (auto& [name, run] : cases()) std::printf("  %s\n", name.c_str());
    return 2;
  }
  cases()[argv[1]](std::string(argv[2]) == "bug");
  return 0;
}
