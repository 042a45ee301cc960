// Whole-number expressions of a source as texts that a task can hold: + - * / % <<, min, max, ceil_div, and the names that are given.
#pragma once
#include "analysis/clang/constants.h"
#include <clang/AST/Decl.h>
#include <llvm/ADT/DenseMap.h>
#include <string>

namespace wavelift::analysis {

class Symbolic {
 public:
  Symbolic(const clang::ASTContext& context, const Constants& constants) : context_(context), constants_(constants) {}

  // What a variable is called; a variable without a name is followed to what it is initialised with.
  void name(const clang::VarDecl* v, std::string text) { names_[v] = std::move(text); }
  // Empty: there is no such text.
  std::string text(const clang::Expr* e) const { return text(e, 0); }
  // Whether a name is in it.
  bool reads_names(const clang::Expr* e) const;

 private:
  std::string text(const clang::Expr* e, int depth) const;
  std::string quotient_rounded_up(const clang::Expr* e, int depth) const;
  std::string called(const clang::CallExpr* call, int depth) const;

  const clang::ASTContext& context_;
  const Constants& constants_;
  llvm::DenseMap<const clang::VarDecl*, std::string> names_;
};

}  // namespace wavelift::analysis
