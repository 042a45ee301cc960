// What each expression is derived from (facts.h, Flow): an analysis over all device functions of a unit at once,
// without regard to the order of statements, until nothing changes. What a function returns is that of all its calls, but a call
// that gives it nothing of lanes gets nothing of lanes from others' arguments. Memory is not followed: what is loaded
// from an array is derived from nothing.
#pragma once
#include "analysis/clang/constants.h"
#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>
#include <llvm/ADT/DenseMap.h>

namespace wavelift::analysis {

class FlowAnalysis {
 public:
  FlowAnalysis(const Constants& constants, const Places& places) : constants_(constants), places_(places) {}

  void run(std::span<const clang::FunctionDecl* const> functions);

  uint32_t of(const clang::Expr* e) const;
  // What decides a condition: comparisons and their combinations, through variables that keep its answer.
  uint32_t of_condition(const clang::Expr* e, int depth = 0) const;
  // What the arithmetic `op` makes of `left` and `right`.
  uint32_t combined(clang::BinaryOperatorKind op, const clang::Expr* left, const clang::Expr* right) const;

 private:
  friend struct Transfer;
  void settle(std::span<const clang::FunctionDecl* const> functions);
  bool join(const clang::Decl* d, uint32_t flow);
  uint32_t of_call(const clang::CallExpr* call) const;
  uint32_t of_member(const clang::Expr* base, llvm::StringRef member) const;

  const Constants& constants_;
  const Places& places_;
  llvm::DenseMap<const clang::Decl*, uint32_t> known_;  // variables, parameters, fields; a function: what it returns
  // What a function returns that is of lanes without its arguments being; while this is found out, parameters hold nothing.
  llvm::DenseMap<const clang::Decl*, uint32_t> own_;
  bool finding_own_ = false;
};

// threadIdx.x is a property of an object in our headers: the base and the member, or null.
struct CoordinateRef {
  const clang::Expr* base = nullptr;
  llvm::StringRef member;
};
CoordinateRef coordinate(const clang::Expr* e);

// `e` without parentheses, casts, temporaries and other wrapping that does not change the value.
const clang::Expr* bare(const clang::Expr* e);

// The name of the function that is called, also where overloads are not resolved yet. Empty: none.
llvm::StringRef called_name(const clang::CallExpr* call);

// The function of which `f` is an instantiation, or itself.
const clang::FunctionDecl* pattern_of(const clang::FunctionDecl* f);

}  // namespace wavelift::analysis
