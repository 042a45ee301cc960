#include "analysis/clang/symbolic.h"
#include "analysis/clang/flow.h"
#include <clang/AST/ASTContext.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/ExprCXX.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

constexpr int most_depth = 24;

bool is_whole(const Expr* e) { return e && e->getType()->isIntegralOrEnumerationType(); }

// Without parentheses and casts from one whole number to another.
const Expr* same_number(const Expr* e) {
  for (;;) {
    e = e->IgnoreParens();
    if (const auto* full = dyn_cast<FullExpr>(e)) e = full->getSubExpr();
    else if (const auto* made = dyn_cast<MaterializeTemporaryExpr>(e)) e = made->getSubExpr();
    else if (const auto* cast = dyn_cast<CastExpr>(e); cast && (is_whole(cast->getSubExpr()) || cast->getCastKind() == CK_LValueToRValue || cast->getCastKind() == CK_NoOp)) e = cast->getSubExpr();
    else return e;
  }
}

// (a + b - 1) / b by its usual spellings: ceil_div.
std::string rounded_up(llvm::StringRef sum, llvm::StringRef by) {
  int64_t number = 0;
  const bool known = !by.getAsInteger(10, number);
  for (const std::string& end : {" + " + by.str() + ") - 1)", " + (" + by.str() + " - 1))", known ? " + " + std::to_string(number - 1) + ")" : " "})
    if (end.size() > 1 && sum.ends_with(end)) {
      const llvm::StringRef first = sum.drop_back(end.size()).drop_front(end.find(") - ") != end.npos ? 2 : 1);
      if (first.count('(') == first.count(')')) return "ceil_div(" + first.str() + ", " + by.str() + ")";
    }
  return {};
}

// What a function of one statement returns.
const Expr* only_return(const FunctionDecl* f) {
  const auto* body = f ? dyn_cast_or_null<CompoundStmt>(f->getBody()) : nullptr;
  const auto* back = body && body->size() == 1 ? dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
  return back ? back->getRetValue() : nullptr;
}

}  // namespace

bool Symbolic::reads_names(const Expr* e) const {
  struct Finder : DynamicRecursiveASTVisitor {
    const Symbolic& symbolic;
    int depth = 0;
    bool found = false;
    explicit Finder(const Symbolic& s) : symbolic(s) {}
    bool VisitDeclRefExpr(DeclRefExpr* ref) override {
      const auto* v = dyn_cast<VarDecl>(ref->getDecl());
      if (!v) return true;
      if (symbolic.names_.contains(v)) return !(found = true);
      if (const Expr* init = depth < most_depth ? symbolic.constants_.only_value(v) : nullptr) {
        ++depth;
        TraverseStmt(const_cast<Expr*>(init));
        --depth;
      }
      return !found;
    }
  } finder(*this);
  finder.TraverseStmt(const_cast<Expr*>(e));
  return finder.found;
}

// ceil(a / b), where the division is of floating-point numbers that were whole ones.
std::string Symbolic::quotient_rounded_up(const Expr* e, int depth) const {
  const auto* call = dyn_cast<CallExpr>(e->IgnoreParenCasts());
  if (!call || call->getNumArgs() != 1) return {};
  const llvm::StringRef name = called_name(call);
  if (name != "ceil" && name != "ceilf") return {};
  const auto* division = dyn_cast<BinaryOperator>(call->getArg(0)->IgnoreParenCasts());
  if (!division || division->getOpcode() != BO_Div || !division->getType()->isRealFloatingType()) return {};
  const Expr *left = division->getLHS()->IgnoreParenCasts(), *right = division->getRHS()->IgnoreParenCasts();
  if (!is_whole(left) || !is_whole(right)) return {};
  const std::string a = text(left, depth), b = text(right, depth);
  return a.empty() || b.empty() ? "" : "ceil_div(" + a + ", " + b + ")";
}

std::string Symbolic::called(const CallExpr* call, int depth) const {
  const llvm::StringRef name = called_name(call);
  if ((name == "min" || name == "max") && call->getNumArgs() == 2) {
    const std::string a = text(call->getArg(0), depth), b = text(call->getArg(1), depth);
    return a.empty() || b.empty() ? "" : name.str() + "(" + a + ", " + b + ")";
  }
  const FunctionDecl* f = call->getDirectCallee();
  const Expr* result = only_return(f);
  if (!result || f->getNumParams() != call->getNumArgs()) return {};
  Symbolic inside(context_, constants_);
  for (unsigned i = 0; i < call->getNumArgs(); ++i) {
    std::string argument = text(call->getArg(i), depth);
    if (argument.empty()) return {};
    inside.name(f->getParamDecl(i), std::move(argument));
  }
  return inside.text(result, depth);
}

std::string Symbolic::text(const Expr* e, int depth) const {
  if (!e || depth++ > most_depth || e->isValueDependent() || e->containsErrors()) return {};
  e = same_number(e);
  if (std::string up = quotient_rounded_up(e, depth); !up.empty()) return up;
  if (!is_whole(e)) return {};
  if (!reads_names(e))
    if (auto n = constants_.value(e)) return std::to_string(*n);
  if (const auto* ref = dyn_cast<DeclRefExpr>(e)) {
    const auto* v = dyn_cast<VarDecl>(ref->getDecl());
    if (!v) return {};
    if (auto it = names_.find(v); it != names_.end()) return it->second;
    return text(constants_.only_value(v), depth);
  }
  if (const auto* sign = dyn_cast<UnaryOperator>(e); sign && sign->getOpcode() == UO_Minus) {
    const std::string a = text(sign->getSubExpr(), depth);
    return a.empty() ? "" : "(0 - " + a + ")";
  }
  if (const auto* op = dyn_cast<BinaryOperator>(e)) {
    const BinaryOperatorKind kind = op->getOpcode();
    if (kind != BO_Add && kind != BO_Sub && kind != BO_Mul && kind != BO_Div && kind != BO_Rem && kind != BO_Shl) return {};
    const std::string a = text(op->getLHS(), depth), b = text(op->getRHS(), depth);
    if (a.empty() || b.empty()) return {};
    if (kind == BO_Div)
      if (std::string up = rounded_up(a, b); !up.empty()) return up;
    return "(" + a + " " + BinaryOperator::getOpcodeStr(kind).str() + " " + b + ")";
  }
  if (const auto* call = dyn_cast<CallExpr>(e)) return called(call, depth);
  return {};
}

}  // namespace wavelift::analysis
