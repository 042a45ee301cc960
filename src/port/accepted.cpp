// What nvcc accepts and HIP's compiler refuses, where nothing of its meaning is lost.
#include "port/passes.h"

namespace wavelift::port {

// `register` is no longer C++ since C++17. It means nothing but with asm, which names a machine's register.
bool port_register(Pass& p, size_t i) {
  Source& s = p.source;
  if (s.str(i) != "register" || !s.is(i + 1, Tok::identifier) || !(p.options.unit || p.summary.any_cuda)) return false;
  for (size_t k = i + 1; k < s.count() && !s.is(k, ";") && k < i + 64; ++k)
    if (s.is(k, "asm") || s.is(k, "__asm__") || s.is(k, "__asm")) return false;
  // With the blanks after it; a comment there stays.
  const uint32_t at = s.token(i).at, next = s.token(i + 1).at;
  uint32_t end = at + s.token(i).size;
  while (end < next && (s.text[end] == ' ' || s.text[end] == '\t')) ++end;
  s.edits.replace(at, end - at, "");
  return true;
}

// Tokens that a declaration is looked for in, back from the use.
constexpr size_t reach = 4096;

// A variable of type dim3 that is given a uint3, from which HIP's dim3 has no constructor.
bool port_dim3(Pass& p, size_t i) {
  Source& s = p.source;
  if (s.str(i) != "make_uint3" || i < 2 || !s.is(i - 1, "=") || !s.is(i - 2, Tok::identifier) || !s.is(i + 1, "(")) return false;
  const std::string_view variable = s.str(i - 2);
  bool is_dim3 = false;
  for (size_t k = i - 2; k > 0 && k + reach > i && !is_dim3; --k) {
    if (s.str(k) != variable || (!s.is(k - 1, "dim3") && !s.is(k - 1, ","))) continue;
    // The first token of the declaration, back over others that it declares.
    size_t first = k;
    while (first > 0 && !s.is(first - 1, ";") && !s.is(first - 1, "{") && !s.is(first - 1, "}") && !s.token(first - 1).directive && k - first < 64) --first;
    while (s.is(first, "const") || s.is(first, "static")) ++first;
    is_dim3 = s.is(first, "dim3") && first < k;
  }
  if (!is_dim3) return false;
  s.replace(i, "dim3");
  ++p.summary.names;
  return true;
}

}  // namespace wavelift::port
