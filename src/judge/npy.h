// NumPy's .npy files: one array each. Hand-written, as the files may be hostile.
#pragma once
#include "base/error.h"
#include "judge/element.h"
#include <filesystem>
#include <vector>

namespace wavelift::judge {

// The elements in the order of C, whatever the array's shape is, as the given type. Read are versions 1 to 3 with <f2, <f4, <f8, whole numbers of 8 to
// 64 bits and bool, little-endian. Errors: no_input with the file and what is wrong: no such file, cut short, another count than `elements`,
// Fortran's order, a type that is not read, an element that the type does not hold as it is.
Result<std::vector<std::byte>> read_npy(const std::filesystem::path& file, Element as, size_t elements);

}  // namespace wavelift::judge
