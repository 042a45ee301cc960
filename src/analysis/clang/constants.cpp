#include "analysis/clang/constants.h"
#include <algorithm>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

// Marks what is assigned, counted, or whose address or reference goes somewhere; `moved` is what is not only scaled.
struct Changes : DynamicRecursiveASTVisitor {
  llvm::DenseSet<const VarDecl*>&changed, &moved;
  Changes(llvm::DenseSet<const VarDecl*>& c, llvm::DenseSet<const VarDecl*>& m) : changed(c), moved(m) {}

  static const VarDecl* variable(const Expr* e) {
    e = e->IgnoreParenCasts();
    while (const auto* member = dyn_cast<MemberExpr>(e)) e = member->getBase()->IgnoreParenCasts();
    const auto* ref = dyn_cast<DeclRefExpr>(e);
    return ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
  }
  void mark(const Expr* e, bool scaled = false) {
    if (const VarDecl* v = variable(e)) {
      changed.insert(v);
      if (!scaled) moved.insert(v);
    }
  }
  // o >>= 1, o = o / 2
  static bool scales(const BinaryOperator* e) {
    if (e->getOpcode() != BO_Assign) return e->isShiftAssignOp() || e->getOpcode() == BO_MulAssign || e->getOpcode() == BO_DivAssign;
    const auto* by = dyn_cast<BinaryOperator>(e->getRHS()->IgnoreParenCasts());
    return by && (by->isShiftOp() || by->getOpcode() == BO_Mul || by->getOpcode() == BO_Div) && variable(by->getLHS()) == variable(e->getLHS());
  }
  bool VisitBinaryOperator(BinaryOperator* e) override {
    if (e->isAssignmentOp()) mark(e->getLHS(), scales(e));
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr* e) override {
    if (e->isAssignmentOp() && e->getNumArgs() > 0) mark(e->getArg(0));
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator* e) override {
    if (e->isIncrementDecrementOp() || e->getOpcode() == UO_AddrOf) mark(e->getSubExpr());
    return true;
  }
  bool VisitCallExpr(CallExpr* e) override {
    const FunctionDecl* f = e->getDirectCallee();
    if (!f || isa<CXXOperatorCallExpr>(e)) return true;
    for (unsigned i = 0; i < e->getNumArgs() && i < f->getNumParams(); ++i) {
      QualType t = f->getParamDecl(i)->getType();
      if (t->isReferenceType() && !t.getNonReferenceType().isConstQualified()) mark(e->getArg(i));
    }
    return true;
  }
};

bool speaks_of_warps(llvm::StringRef name) {
  std::string low = name.lower();
  return low.find("warp") != low.npos || low.find("wave") != low.npos || low.find("lane") != low.npos || low == "ws";
}

bool holds_number(const Expr* e) { return !e->getType().isNull() && e->getType()->isIntegralOrEnumerationType(); }

}  // namespace

void Constants::note_changes(const Stmt* body) { Changes(changed_, moved_).TraverseStmt(const_cast<Stmt*>(body)); }

bool Constants::changes_in(const Stmt* s, const VarDecl* v) {
  llvm::DenseSet<const VarDecl*> changed, moved;
  Changes(changed, moved).TraverseStmt(const_cast<Stmt*>(s));
  return changed.contains(v);
}

const Expr* Constants::only_value(const VarDecl* v) const {
  if (isa<ParmVarDecl>(v) || v->isInvalidDecl() || changed_.contains(v)) return nullptr;
  const Expr* init = v->getAnyInitializer();
  return init && !init->containsErrors() ? init : nullptr;
}

std::optional<int64_t> Constants::value(const Expr* e) const { return value(e, 0); }

std::optional<int64_t> Constants::value(const Expr* e, int depth) const {
  if (!e || depth > 16 || e->isValueDependent() || e->isTypeDependent() || e->containsErrors() || !holds_number(e)) return {};
  e = e->IgnoreParens();
  Expr::EvalResult result;
  if (e->EvaluateAsInt(result, context_, Expr::SE_NoSideEffects)) {
    const llvm::APSInt& n = result.Val.getInt();
    return n.isSigned() ? n.getSExtValue() : static_cast<int64_t>(n.getZExtValue());
  }
  if (const auto* cast = dyn_cast<CastExpr>(e)) return value(cast->getSubExpr(), depth + 1);
  if (const auto* ref = dyn_cast<DeclRefExpr>(e)) {
    const auto* v = dyn_cast<VarDecl>(ref->getDecl());
    return v ? value(only_value(v), depth + 1) : std::nullopt;
  }
  if (const auto* sign = dyn_cast<UnaryOperator>(e)) {
    auto n = value(sign->getSubExpr(), depth + 1);
    if (!n) return {};
    switch (sign->getOpcode()) {
    case UO_Minus: return -*n;
    case UO_Not: return ~*n;
    case UO_Plus: return n;
    default: return {};
    }
  }
  if (const auto* op = dyn_cast<BinaryOperator>(e)) {
    if (op->isAssignmentOp() || op->isComparisonOp() || op->isLogicalOp()) return {};
    auto a = value(op->getLHS(), depth + 1), b = value(op->getRHS(), depth + 1);
    if (!a || !b) return {};
    int64_t out = 0;
    switch (op->getOpcode()) {
    case BO_Add: return __builtin_add_overflow(*a, *b, &out) ? std::nullopt : std::optional(out);
    case BO_Sub: return __builtin_sub_overflow(*a, *b, &out) ? std::nullopt : std::optional(out);
    case BO_Mul: return __builtin_mul_overflow(*a, *b, &out) ? std::nullopt : std::optional(out);
    case BO_Div: return *b > 0 ? std::optional(*a / *b) : std::nullopt;
    case BO_Rem: return *b > 0 ? std::optional(*a % *b) : std::nullopt;
    case BO_And: return *a & *b;
    case BO_Or: return *a | *b;
    case BO_Xor: return *a ^ *b;
    case BO_Shl: return *b >= 0 && *b < 32 && *a >= 0 && *a < (int64_t(1) << 31) ? std::optional(*a << *b) : std::nullopt;
    case BO_Shr: return *b >= 0 && *b < 63 ? std::optional(*a >> *b) : std::nullopt;
    default: return {};
    }
  }
  return {};
}

// Names in the order in which they are written.
void Constants::names(const Stmt* s, std::vector<Constant>& out, int depth) const {
  if (!s || depth > 24) return;
  auto add = [&](int64_t n, Constant::Source source, llvm::StringRef name, Place declared) {
    out.push_back({n, source, name.str(), std::move(declared), source == Constant::Source::width || speaks_of_warps(name), false});
  };
  if (const auto* e = dyn_cast<Expr>(s)) {
    if (const auto* literal = dyn_cast<IntegerLiteral>(e)) {
      std::string name = places_.macro(literal->getLocation());
      const MacroInfo* macro = nullptr;
      if (!name.empty())
        if (IdentifierInfo* id = preprocessor_.getIdentifierInfo(name)) macro = preprocessor_.getMacroInfo(id);
      // A macro that is more than a number, like `threadIdx.x & 31`, is no name of the number.
      if (macro && macro->isObjectLike() && macro->getNumTokens() <= 5)
        add(*value(literal), Constant::Source::macro, name, places_.at(macro->getDefinitionLoc()));
      return;
    }
    if (const auto* parameter = dyn_cast<SubstNonTypeTemplateParmExpr>(e)) {
      if (auto n = value(parameter->getReplacement()))
        add(*n, Constant::Source::parameter, parameter->getParameter()->getName(), places_.at(parameter->getParameter()->getLocation()));
      return;
    }
    if (const auto* ref = dyn_cast<DeclRefExpr>(e)) {
      if (const auto* constant = dyn_cast<EnumConstantDecl>(ref->getDecl()))
        if (auto n = value(e)) add(*n, Constant::Source::variable, constant->getName(), places_.at(constant->getLocation()));
      const auto* v = dyn_cast<VarDecl>(ref->getDecl());
      if (!v) return;
      if (v->getName() == "warpSize" && !places_.is_users(v->getLocation())) {
        add(value(e).value_or(0), Constant::Source::width, "warpSize", {});
        return;
      }
      // A computed variable has the names that it is computed from, too.
      if (const Expr* init = only_value(v)) {
        if (auto n = value(e)) add(*n, Constant::Source::variable, v->getIdentifier() ? v->getName() : "", places_.at(v->getLocation()));
        names(init, out, depth + 1);
      }
      return;
    }
    // A function without arguments that is a constant is a name, too.
    if (const auto* call = dyn_cast<CallExpr>(e)) {
      const FunctionDecl* f = call->getDirectCallee();
      if (f && f->isConstexpr() && f->getNumParams() == 0 && f->getIdentifier() && places_.is_users(f->getLocation())) {
        if (auto n = value(e)) add(*n, Constant::Source::variable, f->getName(), places_.at(f->getLocation()));
        return;
      }
    }
    if (const auto* member = dyn_cast<MemberExpr>(e)) {
      const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
      if (field && field->getName() == "warpSize" && !places_.is_users(field->getLocation())) {
        add(0, Constant::Source::width, "warpSize", {});
        return;
      }
    }
  }
  for (const Stmt* child : s->children()) names(child, out, depth + 1);
}

// Whether the value comes from more than one number.
bool Constants::computed(const Expr* e, int depth) const {
  if (!e || depth > 16) return true;
  e = e->IgnoreParenCasts();
  if (const auto* full = dyn_cast<FullExpr>(e)) return computed(full->getSubExpr(), depth + 1);
  if (const auto* sign = dyn_cast<UnaryOperator>(e)) return computed(sign->getSubExpr(), depth + 1);
  if (const auto* op = dyn_cast<BinaryOperator>(e)) {
    auto one = value(op->getRHS());
    return op->getOpcode() != BO_Sub || one != 1 || computed(op->getLHS(), depth + 1);
  }
  if (const auto* list = dyn_cast<InitListExpr>(e)) return list->getNumInits() != 1 || computed(list->getInit(0), depth + 1);
  if (const auto* ref = dyn_cast<DeclRefExpr>(e)) {
    if (isa<EnumConstantDecl>(ref->getDecl())) return false;
    const auto* v = dyn_cast<VarDecl>(ref->getDecl());
    return !v || computed(only_value(v), depth + 1);
  }
  return !isa<IntegerLiteral, SubstNonTypeTemplateParmExpr>(e);
}

std::optional<Constant> Constants::constant(const Expr* e) const {
  auto n = value(e);
  if (!n) return {};
  std::vector<Constant> found;
  names(e, found, 0);
  Constant out = found.empty() ? Constant() : found[0];
  out.value = *n;
  out.warp_name = std::any_of(found.begin(), found.end(), [](const Constant& c) { return c.warp_name; });
  out.computed = computed(e, 0);
  return out;
}

std::vector<Constant> Constants::width_names(const Expr* e) const {
  std::vector<Constant> found;
  names(e, found, 0);
  std::erase_if(found, [](const Constant& c) { return c.source != Constant::Source::width && c.value != 32 && c.value != 64; });
  return found;
}

}  // namespace wavelift::analysis
