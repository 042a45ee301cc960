// Values that are known before the program runs, and the names that they have in the source.
#pragma once
#include "analysis/clang/places.h"
#include <clang/AST/Expr.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/ADT/DenseSet.h>
#include <span>

namespace wavelift::analysis {

class Constants {
 public:
  Constants(clang::ASTContext& context, clang::Preprocessor& preprocessor, const Places& places)
      : context_(context), preprocessor_(preprocessor), places_(places) {}

  // Looks for variables that change after their initialisation; the others fold like constants.
  void note_changes(const clang::Stmt* body);

  // The value of a whole number, through constants and local variables that never change.
  std::optional<int64_t> value(const clang::Expr* e) const;

  // The value with the name that it has in the source; the first name when it is computed from several.
  std::optional<Constant> constant(const clang::Expr* e) const;

  // Every name in `e`, through local variables, whose value is a warp's width (32 or 64).
  std::vector<Constant> width_names(const clang::Expr* e) const;

  // What a variable that never changes is initialised with; null: it changes, or nobody knows.
  const clang::Expr* only_value(const clang::VarDecl* v) const;
  // Whether a statement gives it another value, or its address to someone.
  static bool changes_in(const clang::Stmt* s, const clang::VarDecl* v);
  // Whether it is given another value somewhere, or may be through its address.
  bool changes(const clang::VarDecl* v) const { return changed_.contains(v); }
  // Whether it changes by multiplication, division and shifts alone, as a distance does that is halved.
  bool scales(const clang::VarDecl* v) const { return changed_.contains(v) && !moved_.contains(v); }

 private:
  std::optional<int64_t> value(const clang::Expr* e, int depth) const;
  bool computed(const clang::Expr* e, int depth) const;
  void names(const clang::Stmt* e, std::vector<Constant>& out, int depth) const;

  clang::ASTContext& context_;
  clang::Preprocessor& preprocessor_;
  const Places& places_;
  llvm::DenseSet<const clang::VarDecl*> changed_, moved_;
};

}  // namespace wavelift::analysis
