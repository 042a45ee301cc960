// Columns as SARIF and editors count them.
#pragma once
#include <cstdint>
#include <string_view>

namespace wavelift {

// The column, from 1 and in UTF-16 units, of what follows `before` in its line. `first_line`: the line is the file's first, whose byte
// order mark has no column. What is no UTF-8 counts one unit a byte that cannot continue a character.
constexpr uint32_t column_after(std::string_view before, bool first_line) {
  if (first_line && before.starts_with("\xef\xbb\xbf")) before.remove_prefix(3);
  uint32_t column = 1;
  for (char ch : before) {
    const auto c = static_cast<unsigned char>(ch);
    // One unit for each character, two for those of four bytes.
    column += (c & 0xc0) == 0x80 ? 0 : c >= 0xf0 ? 2 : 1;
  }
  return column;
}

}  // namespace wavelift
