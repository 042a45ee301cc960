// What the pointers of host code point to: device memory, pinned, pageable ... An analysis over the whole unit, without
// regard to the order of statements: a pointer that is made in two ways is unknown.
#pragma once
#include "analysis/clang/places.h"
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <llvm/ADT/DenseMap.h>

namespace wavelift::analysis {

class MemoryOrigins {
 public:
  // Takes in what one function says.
  void read(const clang::FunctionDecl* function, const Places& places);

  Memory of(const clang::Expr* e) const;

 private:
  friend struct Makers;
  void add(const clang::ValueDecl* v, Memory kind);

  llvm::DenseMap<const clang::ValueDecl*, uint32_t> made_;  // one bit a kind
};

// The variable or field behind a pointer: `p`, `&p`, `p + 4`, `&p[i]`, `v.data()`. Null: none.
const clang::ValueDecl* variable_behind(const clang::Expr* e);

// The name that HIP has for a function of the run time or the driver; empty for others. The user's own functions are none.
std::string api_name(const clang::CallExpr* call, const Places& places);

}  // namespace wavelift::analysis
