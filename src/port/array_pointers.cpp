// Pointers to arrays whose length is only known at run time: GCC, which nvcc gives the host's code to, takes
//   double (*u)[n2][n1] = (double (*)[n2][n1])p;
// while to Clang, in C++, the two types are not the same.
#include "port/passes.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace wavelift::port {

namespace {

// The token after the [..] that follow each other from i on.
size_t after_extents(const Source& s, size_t i) {
  while (s.is(i, "[")) i = s.close(i) + 1;
  return i;
}

// A name in the extents that does not look like a constant's: parameters and variables are written small.
bool is_variable(const Source& s, size_t first, size_t end) {
  for (size_t k = first; k < end; ++k) {
    if (s.is(k, Tok::identifier) && std::ranges::any_of(s.str(k), [](unsigned char c) { return std::islower(c); })) return true;
  }
  return false;
}

bool same(const Source& s, size_t a, size_t b, size_t count) {
  for (size_t k = 0; k < count; ++k)
    if (s.str(a + k) != s.str(b + k)) return false;
  return true;
}

}  // namespace

void port_array_pointer(Pass& p, size_t i) {
  Source& s = p.source;
  if (!s.is(i + 1, "*") || !s.is(i + 2, Tok::identifier) || !s.is(i + 3, ")") || !s.is(i + 4, "[")) return;
  const size_t extents = i + 4, equals = after_extents(s, extents);
  if (!s.is(equals, "=") || !s.is(equals + 1, "(") || !is_variable(s, extents, equals)) return;
  const size_t cast = equals + 1, cast_end = s.close(cast);
  if (cast_end >= s.count()) return;
  // (TYPE (*)[..]), with the declaration's TYPE before its own parenthesis.
  size_t star = cast + 1;
  while (star < cast_end && !s.is(star, "(")) ++star;
  const size_t type_size = star - cast - 1;
  if (!s.is(star + 1, "*") || !s.is(star + 2, ")") || after_extents(s, star + 3) != cast_end || cast_end - star - 3 != equals - extents) return;
  if (type_size == 0 || type_size > i || !same(s, i - type_size, cast + 1, type_size) || !same(s, extents, star + 3, equals - extents)) return;
  s.find(1308, s.token(cast).at, "",
         fmt::format("Clang takes '{}' twice for two types, since an extent is a variable: the cast names the variable's own type", s.str(cast + 1, cast_end - 1)));
  s.replace(cast, cast_end, fmt::format("(decltype({}))", s.str(i + 2)));
  p.skip_to = cast_end + 1;
  ++p.summary.names;
}

}  // namespace wavelift::port
