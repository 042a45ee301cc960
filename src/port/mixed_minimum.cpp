// min and max of a signed and an unsigned integer in device code: CUDA has overloads for them. HIP's headers have none, so
// that the call is that of two doubles: no index, and not exact above 2^53.
#include "port/passes.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::port {

namespace {

enum class Sign : uint8_t { unknown, is_unsigned, other };

// What the tokens of an argument say of its type, where they do.
Sign sign_of(const Source& s, size_t first, size_t last) {
  static constexpr std::string_view built_in[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
  static constexpr std::string_view named[] = {"sizeof", "size_t", "uint32_t", "uint64_t", "unsigned"};
  static constexpr std::string_view others[] = {"char", "double", "float", "int", "int64_t", "long", "short"};
  Sign sign = Sign::unknown;
  for (size_t k = first; k <= last; ++k) {
    const std::string_view word = s.str(k);
    if (s.is(k, Tok::identifier)) {
      if (std::ranges::find(others, word) != std::end(others)) return Sign::other;
      if (std::ranges::find(named, word) != std::end(named) || (std::ranges::find(built_in, word) != std::end(built_in) && s.is(k + 1, "."))) sign = Sign::is_unsigned;
    } else if (s.is(k, Tok::number)) {
      if (word.find_first_of("uU") != word.npos) sign = Sign::is_unsigned;
      else if (word.find_first_of(".") != word.npos || (word.find_first_of("eEpP") != word.npos && !word.starts_with("0x") && !word.starts_with("0X"))) return Sign::other;
    }
  }
  return sign;
}

}  // namespace

bool port_mixed_minimum(Pass& p, size_t i, std::string_view name) {
  if (name != "min" && name != "max") return false;
  Source& s = p.source;
  const std::string_view before = s.before(i);
  if (!s.is(i + 1, "(") || before == "::" || before == "." || before == "->" || s.token(i).directive || declares(s, i)) return false;
  const auto args = s.arguments(i + 1);
  if (args.size() != 2 || args[0].first > args[0].last || args[1].first > args[1].last) return false;
  const Sign a = sign_of(s, args[0].first, args[0].last), b = sign_of(s, args[1].first, args[1].last);
  if ((a == Sign::is_unsigned) == (b == Sign::is_unsigned) || a == Sign::other || b == Sign::other || side_of(s, i) == Side::host) return false;
  s.find(1309, s.token(i).at, "", fmt::format("one number is unsigned: HIP takes {} of it and a signed one in double, CUDA in unsigned, and so does wlcuda::{}", name, name));
  s.replace(i, fmt::format("wlcuda::{}", name));
  p.used.set(cuda_support);
  ++p.summary.names;
  return true;
}

}  // namespace wavelift::port
