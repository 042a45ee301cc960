#include "analysis/clang/wave_shapes.h"
#include "analysis/clang/warp_names.h"
#include <clang/AST/RecursiveASTVisitor.h>
#include <limits>

namespace wavelift::analysis {
using namespace clang;

const VarDecl* named_variable(const Expr* e) {
  const auto* ref = e ? dyn_cast_or_null<DeclRefExpr>(bare(e)) : nullptr;
  return ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
}

const Stmt* without_attributes(const Stmt* s) {
  while (const auto* a = dyn_cast_or_null<AttributedStmt>(s)) s = a->getSubStmt();
  return s;
}

std::vector<const Stmt*> statements_of(const Stmt* s) {
  s = without_attributes(s);
  std::vector<const Stmt*> out;
  if (const auto* block = dyn_cast_or_null<CompoundStmt>(s)) {
    for (const Stmt* child : block->body())
      for (const Stmt* inner : statements_of(child)) out.push_back(inner);
  } else if (s && !isa<NullStmt>(s)) {
    out.push_back(s);
  }
  return out;
}

std::optional<CountedLoop> counted_loop(const ForStmt* loop) {
  CountedLoop out;
  if (const auto* decls = dyn_cast_or_null<DeclStmt>(loop->getInit())) {
    if (!decls->isSingleDecl()) return {};
    out.variable = dyn_cast<VarDecl>(decls->getSingleDecl());
    if (out.variable) out.first = out.variable->getInit();
  } else if (const auto* set = dyn_cast_or_null<BinaryOperator>(loop->getInit()); set && set->getOpcode() == BO_Assign) {
    out.variable = named_variable(set->getLHS());
    out.first = set->getRHS();
  }
  if (!out.variable || !out.first || !loop->getInc() || !loop->getCond()) return {};

  const Expr* condition = bare(loop->getCond());
  if (const auto* test = dyn_cast<BinaryOperator>(condition); test && test->isComparisonOp() && named_variable(test->getLHS()) == out.variable) {
    out.compare = test->getOpcode();
    out.end = test->getRHS();
  } else if (named_variable(condition) != out.variable) {
    return {};
  }

  const Expr* step = bare(loop->getInc());
  if (const auto* count = dyn_cast<UnaryOperator>(step); count && count->isIncrementDecrementOp() && named_variable(count->getSubExpr()) == out.variable) {
    out.step = count->isIncrementOp() ? BO_Add : BO_Sub;
    return out;
  }
  const auto* set = dyn_cast<BinaryOperator>(step);
  if (!set || !set->isAssignmentOp() || named_variable(set->getLHS()) != out.variable) return {};
  if (set->isCompoundAssignmentOp()) {
    out.step = BinaryOperator::getOpForCompoundAssignment(set->getOpcode());
    out.by = set->getRHS();
    return out;
  }
  const auto* made = dyn_cast<BinaryOperator>(bare(set->getRHS()));
  if (!made || named_variable(made->getLHS()) != out.variable) return {};
  out.step = made->getOpcode();
  out.by = made->getRHS();
  return out;
}

std::optional<Shuffle> shuffle_of(const Expr* e, const Places& places) {
  const auto* call = e ? dyn_cast_or_null<CallExpr>(bare(e)) : nullptr;
  if (!call || isa<CXXMemberCallExpr>(call)) return {};
  llvm::StringRef name = called_name(call);
  const WarpName* warp = name.starts_with("__") ? find_warp_name(std::string_view(name)) : nullptr;
  if (!warp || warp->which < 0) return {};
  if (const FunctionDecl* f = call->getDirectCallee(); !f || places.is_users(f->getLocation())) return {};
  auto argument = [&](int at) -> const Expr* {
    if (at < 0 || static_cast<unsigned>(at) >= call->getNumArgs()) return nullptr;
    const Expr* a = call->getArg(static_cast<unsigned>(at));
    return isa<CXXDefaultArgExpr>(a) ? nullptr : a;
  };
  return Shuffle{warp->kind, call, argument(warp->mask), argument(warp->which - 1), argument(warp->which), argument(warp->width)};
}

bool holds_shuffle(const Stmt* s, const Places& places) {
  struct Finder : RecursiveASTVisitor<Finder> {
    const Places& places;
    bool found = false;
    explicit Finder(const Places& p) : places(p) {}
    bool VisitCallExpr(CallExpr* e) {
      found |= shuffle_of(e, places).has_value();
      return !found;
    }
  } finder(places);
  if (s) finder.TraverseStmt(const_cast<Stmt*>(s));
  return finder.found;
}

namespace {

Join join_of(BinaryOperatorKind op) {
  switch (op) {
  case BO_Add: return Join::add;
  case BO_Mul: return Join::multiply;
  case BO_And: return Join::bit_and;
  case BO_Or: return Join::bit_or;
  case BO_Xor: return Join::bit_xor;
  default: return Join::none;
  }
}

// For `a op b`, which of both is chosen where it holds: the larger or the smaller a.
Join choice_of(BinaryOperatorKind op) {
  if (op == BO_GT || op == BO_GE) return Join::largest;
  return op == BO_LT || op == BO_LE ? Join::smallest : Join::none;
}
Join opposite(Join j) { return j == Join::largest ? Join::smallest : j == Join::smallest ? Join::largest : j; }

bool same(const Expr* a, const Expr* b, const ASTContext& context) {
  llvm::FoldingSetNodeID x, y;
  bare(a)->Profile(x, context, true);
  bare(b)->Profile(y, context, true);
  return x == y;
}

// `v JOIN x` or `x JOIN v` as an expression.
std::optional<JoinStep> joined(const VarDecl* v, const Expr* e, const ASTContext& context) {
  e = bare(e);
  auto either = [&](Join join, const Expr* a, const Expr* b) -> std::optional<JoinStep> {
    if (join == Join::none) return {};
    if (named_variable(a) == v) return JoinStep{v, join, b};
    if (named_variable(b) == v) return JoinStep{v, join, a};
    return {};
  };
  if (const auto* op = dyn_cast<BinaryOperator>(e)) return either(join_of(op->getOpcode()), op->getLHS(), op->getRHS());
  if (const auto* op = dyn_cast<CXXOperatorCallExpr>(e); op && op->getNumArgs() == 2) {
    Join join = op->getOperator() == OO_Plus ? Join::add : op->getOperator() == OO_Star ? Join::multiply : Join::none;
    return either(join, op->getArg(0), op->getArg(1));
  }
  if (const auto* call = dyn_cast<CallExpr>(e); call && call->getNumArgs() == 2) {
    llvm::StringRef name = called_name(call);
    Join join = name == "max" || name == "fmax" || name == "fmaxf" || name == "umax" ? Join::largest
                : name == "min" || name == "fmin" || name == "fminf" || name == "umin" ? Join::smallest
                                                                                       : Join::none;
    return either(join, call->getArg(0), call->getArg(1));
  }
  if (const auto* either_one = dyn_cast<ConditionalOperator>(e)) {
    const auto* test = dyn_cast<BinaryOperator>(bare(either_one->getCond()));
    if (!test) return {};
    const Expr *a = test->getLHS(), *b = test->getRHS(), *t = either_one->getTrueExpr(), *f = either_one->getFalseExpr();
    Join join = choice_of(test->getOpcode());
    if (same(a, t, context) && same(b, f, context)) return either(join, a, b);
    if (same(a, f, context) && same(b, t, context)) return either(opposite(join), a, b);
  }
  return {};
}

}  // namespace

std::optional<JoinStep> join_step(const Stmt* s, const ASTContext& context) {
  s = without_attributes(s);
  if (const auto* block = dyn_cast_or_null<CompoundStmt>(s)) {
    auto inner = statements_of(block);
    return inner.size() == 1 ? join_step(inner[0], context) : std::nullopt;
  }
  if (const auto* branch = dyn_cast_or_null<IfStmt>(s)) {
    const auto* test = branch->getElse() || branch->getInit() || !branch->getCond() ? nullptr : dyn_cast<BinaryOperator>(bare(branch->getCond()));
    auto inner = statements_of(branch->getThen());
    const auto* set = inner.size() == 1 && isa<Expr>(inner[0]) ? dyn_cast<BinaryOperator>(bare(cast<Expr>(inner[0]))) : nullptr;
    if (!test || !set || set->getOpcode() != BO_Assign) return {};
    const VarDecl* into = named_variable(set->getLHS());
    Join join = choice_of(test->getOpcode());
    if (!into || join == Join::none) return {};
    if (named_variable(test->getRHS()) == into && same(test->getLHS(), set->getRHS(), context)) return JoinStep{into, join, set->getRHS()};
    if (named_variable(test->getLHS()) == into && same(test->getRHS(), set->getRHS(), context)) return JoinStep{into, opposite(join), set->getRHS()};
    return {};
  }
  const auto* e = dyn_cast_or_null<Expr>(s);
  if (!e) return {};
  e = bare(e);
  if (const auto* set = dyn_cast<BinaryOperator>(e); set && set->isAssignmentOp()) {
    const VarDecl* into = named_variable(set->getLHS());
    if (!into) return {};
    if (set->getOpcode() == BO_Assign) return joined(into, set->getRHS(), context);
    Join join = join_of(BinaryOperator::getOpForCompoundAssignment(set->getOpcode()));
    return join == Join::none ? std::nullopt : std::optional(JoinStep{into, join, set->getRHS()});
  }
  if (const auto* set = dyn_cast<CXXOperatorCallExpr>(e); set && set->getNumArgs() == 2) {
    const VarDecl* into = named_variable(set->getArg(0));
    if (!into) return {};
    if (set->getOperator() == OO_PlusEqual) return JoinStep{into, Join::add, set->getArg(1)};
    if (set->getOperator() == OO_Equal) return joined(into, set->getArg(1), context);
  }
  return {};
}

bool is_neutral(Join join, double n, QualType type, const ASTContext& context) {
  double largest = std::numeric_limits<double>::infinity(), smallest = -largest, ones = -1;
  if (type->isIntegerType()) {
    unsigned bits = static_cast<unsigned>(context.getTypeSize(type));
    if (bits > 32) return (join == Join::add || join == Join::bit_or || join == Join::bit_xor) ? n == 0 : join == Join::multiply && n == 1;
    bool is_signed = type->isSignedIntegerOrEnumerationType();
    largest = static_cast<double>((uint64_t(1) << (is_signed ? bits - 1 : bits)) - 1);
    smallest = is_signed ? -largest - 1 : 0;
    if (!is_signed) ones = largest;
  }
  switch (join) {
  case Join::add:
  case Join::bit_or:
  case Join::bit_xor: return n == 0;
  case Join::multiply: return n == 1;
  case Join::bit_and: return n == ones || (!type->isIntegerType() ? false : n == -1);
  case Join::largest: return n == smallest;
  case Join::smallest: return n == largest;
  case Join::none: return false;
  }
  return false;
}

bool is_idempotent(Join join) { return join == Join::smallest || join == Join::largest || join == Join::bit_and || join == Join::bit_or; }

}  // namespace wavelift::analysis
