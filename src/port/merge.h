// Three-way merge of a text: a person's edits and the new port, both against what the last port wrote.
#pragma once
#include "base/error.h"
#include <string>
#include <string_view>

namespace wavelift::port {

struct Merge {
  std::string text;
  size_t conflicts = 0;  // places where both changed the same lines; all three versions stand there between markers
};

// diff3 does it (diffutils). Errors: tool_missing; output, when there is no place for temporaries or the texts are not lines of text.
Result<Merge> merge(std::string_view edited, std::string_view last, std::string_view fresh);

}  // namespace wavelift::port
