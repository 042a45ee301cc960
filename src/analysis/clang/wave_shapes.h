// The statements that the reading of a kernel (wave_forms.cpp) knows by their shape: counted loops, shuffles, and steps that
// join one more value to a variable.
#pragma once
#include "analysis/clang/unit.h"
#include "analysis/clang/wave_values.h"
#include <clang/AST/ExprCXX.h>

namespace wavelift::analysis {

// The variable that the expression names, or null.
const clang::VarDecl* named_variable(const clang::Expr* e);

// The statements in a block, or the one that it is; without attributes and empty ones.
std::vector<const clang::Stmt*> statements_of(const clang::Stmt* s);
const clang::Stmt* without_attributes(const clang::Stmt* s);

// for (variable = first; variable COMPARE end; variable STEP= by)
struct CountedLoop {
  const clang::VarDecl* variable = nullptr;
  const clang::Expr *first = nullptr, *end = nullptr, *by = nullptr;  // by: null for ++ and --; end: null for a bare variable
  clang::BinaryOperatorKind compare = clang::BO_NE, step = clang::BO_Add;
};
std::optional<CountedLoop> counted_loop(const clang::ForStmt* loop);

// A shuffle by a distance. Arguments that are not given are null.
struct Shuffle {
  WarpCall::Kind kind = WarpCall::Kind::shuffle;
  const clang::CallExpr* call = nullptr;
  const clang::Expr *mask = nullptr, *value = nullptr, *distance = nullptr, *width = nullptr;
};
std::optional<Shuffle> shuffle_of(const clang::Expr* e, const Places& places);
bool holds_shuffle(const clang::Stmt* s, const Places& places);

// into = into JOIN other: `v += x`, `v = v + x`, `v = max(v, x)`, `if (x > v) v = x`, `v = x > v ? x : v`.
struct JoinStep {
  const clang::VarDecl* into = nullptr;
  Join join = Join::none;
  const clang::Expr* other = nullptr;
};
std::optional<JoinStep> join_step(const clang::Stmt* s, const clang::ASTContext& context);

// Whether `n` changes nothing when it is joined to a value of that type.
bool is_neutral(Join join, double n, clang::QualType type, const clang::ASTContext& context);
// Joining a value twice is joining it once.
bool is_idempotent(Join join);

}  // namespace wavelift::analysis
