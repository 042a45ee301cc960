// Source lines of many code addresses, from a code object's DWARF.
#pragma once
#include "soft/object/code_object.h"
#include <memory>
#include <string>

namespace wavelift::soft {

struct SourceLine {
  std::string file;      // absolute; empty without line information
  uint32_t line = 0;
};

// Reads the debug information once. Not thread-safe. `object` must live as long.
class LineTable {
public:
  explicit LineTable(const CodeObject& object);
  ~LineTable();
  // Of the instruction at `address` in the loaded image: the innermost of inlined functions.
  SourceLine at(uint64_t address) const;

private:
  struct Reader;
  std::unique_ptr<Reader> reader_;
  const CodeObject& object_;
};

}  // namespace wavelift::soft
