// What nvcc accepts and HIP's compiler refuses, where nothing of its meaning is lost.
#include "port/passes.h"

namespace wavelift::port {

// `register` is no longer C++ since C++17. It means nothing but with asm, which names a machine's register.
bool port_register(Pass& p, size_t i) {
  Source& s = p.source;
  if (s.str(i) != "register" || !s.is(i + 1, Tok::identifier) || s.is(i + 2, "(") || !(p.options.unit || p.summary.any_cuda)) return false;
  for (size_t k = i + 1; k < s.count() && !s.is(k, ";") && k < i + 64; ++k)
    if (s.is(k, "asm") || s.is(k, "__asm__") || s.is(k, "__asm")) return false;
  // With the blanks after it; a comment there stays.
  const uint32_t at = s.token(i).at, next = s.token(i + 1).at;
  uint32_t end = at + s.token(i).size;
  while (end < next && (s.text[end] == ' ' || s.text[end] == '\t')) ++end;
  if (s.text[end] == '/' && at > 0 && s.text[at - 1] == '/') return false;
  s.edits.replace(at, end - at, "");
  return true;
}

void note_dim3(Pass& p, size_t i) {
  const Source& s = p.source;
  if (!s.is(i, "dim3")) return;
  for (size_t k = i + 1; k < s.count() && k < i + 64 && !s.is(k, ";") && !s.is(k, "{"); ++k) {
    if (s.is(k, Tok::identifier) && (k == i + 1 || s.is(k - 1, ","))) p.dim3_variables.insert(s.str(k));
    if (s.is(k, "(")) k = s.close(k);
  }
}

bool port_dim3(Pass& p, size_t i) {
  Source& s = p.source;
  if (s.str(i) != "make_uint3" || i < 2 || !s.is(i - 1, "=") || !s.is(i + 1, "(") || !p.dim3_variables.contains(s.str(i - 2))) return false;
  s.replace(i, "dim3");
  ++p.summary.names;
  return true;
}

}  // namespace wavelift::port
