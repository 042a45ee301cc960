// Loads and stores of shared memory in the order in which they may happen, and which two of them can be of different
// threads at the same place.
#pragma once
#include "analysis/clang/control_flow.h"

namespace wavelift::analysis {

struct SharedAccess {
  const clang::ValueDecl* root = nullptr;  // the shared variable, or a parameter that points into one
  std::string path;                        // what leads from there to the elements: offsets of pointers, fields, the type
  std::vector<Form> index;                 // one for each dimension
  Guards guards;
  bool store = false, is_volatile = false;
  clang::SourceLocation at;
  std::string text;
  bool in_call = false;                    // of a function that is called at `at`
};

// The shared memory that an lvalue is in. Nothing: it is none, or cannot be told.
std::optional<SharedAccess> shared_access(const IndexForms& forms, const clang::Expr* lvalue);

// The shared memory that `pointer` leads to, as an access to its first element.
std::optional<SharedAccess> shared_pointer(const IndexForms& forms, const clang::Expr* pointer);

// Whether the two are certainly of the same memory and by different threads, `first` before `second`.
bool meets_other_thread(const SharedAccess& first, const SharedAccess& second);

// Whether a thread that loads stored the element itself, an element of its own.
bool reads_own(const SharedAccess& store, const SharedAccess& load);

}  // namespace wavelift::analysis
