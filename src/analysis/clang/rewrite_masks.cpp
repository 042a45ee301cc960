// Masks of lanes that are kept, made and counted in 32 bits, and could be in 64: which variables can be wider, because all that is
// done with them means the same then where a warp has 32 lanes and the upper half is zero.
#include "analysis/clang/rewrites.h"
#include "analysis/clang/warp_names.h"
#include <algorithm>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/ParentMap.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

using Edit = Rewrite::Edit;
using Kind = Rewrite::Kind;

// What an expression is once its masks have 64 bits.
struct Wide {
  bool full = false;   // a bit for each lane
  bool clear = false;  // without bits above the 32nd where a warp has 32 lanes
};

struct Counter {
  std::string_view name, wide;
};
// __clz and __brev count from the upper end, which moves.
constexpr Counter counters[] = {
    {"__popc", "__popcll"}, {"__ffs", "__ffsll"}, {"__builtin_popcount", "__builtin_popcountll"}, {"__builtin_ffs", "__builtin_ffsll"}, {"__builtin_ctz", "__builtin_ctzll"}};
const Counter* counter_of(const CallExpr* call) {
  auto row = std::ranges::find(counters, std::string_view(called_name(call)), &Counter::name);
  return row == std::end(counters) || call->getNumArgs() != 1 ? nullptr : row;
}
bool counts_wide(const CallExpr* call) { return std::ranges::find(counters, std::string_view(called_name(call)), &Counter::wide) != std::end(counters); }

struct Names : DynamicRecursiveASTVisitor {
  llvm::DenseMap<const VarDecl*, std::vector<const DeclRefExpr*>> uses;
  std::vector<const DeclStmt*> declarations;
  std::vector<const BinaryOperator*> operations;
  std::vector<const CallExpr*> calls;
  bool lambdas = false;

  bool VisitDeclRefExpr(DeclRefExpr* e) override {
    if (const auto* v = dyn_cast<VarDecl>(e->getDecl())) uses[v].push_back(e);
    return true;
  }
  bool VisitDeclStmt(DeclStmt* s) override { return declarations.push_back(s), true; }
  bool VisitBinaryOperator(BinaryOperator* e) override { return operations.push_back(e), true; }
  bool VisitCallExpr(CallExpr* e) override { return calls.push_back(e), true; }
  bool VisitLambdaExpr(LambdaExpr*) override { return lambdas = true; }
};

class Masks {
 public:
  Masks(Unit& u, const FunctionDecl* f) : unit_(u), parents_(f->getBody()) { names_.TraverseStmt(f->getBody()); }

  void run() {
    if (names_.lambdas) return;
    for (const DeclStmt* s : names_.declarations)
      if (s->isSingleDecl())
        if (const auto* v = dyn_cast<VarDecl>(s->getSingleDecl()); v && can_have_64_bits(v)) wide_.insert(v);
    // A variable that cannot be wider takes those with it that it is made of, or that are made of it.
    for (bool changed = true; changed;) {
      changed = false;
      for (const VarDecl* v : std::vector<const VarDecl*>(wide_.begin(), wide_.end()))
        if (!holds(v)) wide_.erase(v), changed = true;
    }
    variables();
    for (const BinaryOperator* e : names_.operations)
      if (is_lane_bit(e) && bits(e->getLHS()) == 32) lane_bit(e);
    for (const CallExpr* call : names_.calls)
      if (const Counter* c = counter_of(call); c && !masks_nothing(call->getArg(0))) count(call, *c);
  }

 private:
  uint64_t bits(const Expr* e) const {
    QualType t = e->getType();
    return t->isDependentType() || !t->isIntegerType() ? 0 : unit_.context.getTypeSize(t);
  }
  static const Expr* inner(const Expr* e) {
    for (;;) {
      const Expr* next = e->IgnoreParenImpCasts();
      if (const auto* full = dyn_cast<FullExpr>(next)) next = full->getSubExpr();
      if (next == e) return e;
      e = next;
    }
  }
  static const VarDecl* variable(const Expr* e) {
    const auto* ref = dyn_cast<DeclRefExpr>(inner(e));
    return ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
  }
  bool masks_nothing(const Expr* e) const { return !(unit_.flow.of(e) & (from_mask | from_lane_bit)); }

  // The type that a variable's declaration names, where it is one of 32 bits by its own word.
  Span type_of(const VarDecl* v) const {
    TypeSourceInfo* info = v->getTypeSourceInfo();
    if (!info) return {};
    const SourceRange range = info->getTypeLoc().getUnqualifiedLoc().getSourceRange();
    const std::string text = raw_text(unit_, range);
    static constexpr std::string_view words[] = {"unsigned", "unsigned int", "uint", "uint32_t", "std::uint32_t", "int", "int32_t", "std::int32_t"};
    return std::ranges::find(words, text) == std::end(words) ? Span() : spelled(unit_, range);
  }
  bool can_have_64_bits(const VarDecl* v) const {
    QualType t = v->getType();
    return v->isLocalVarDecl() && !v->isStaticLocal() && !v->hasAttrs() && !v->isConstexpr() && !t.isVolatileQualified() && !t->isDependentType() && t->isIntegerType() && !t->isEnumeralType() &&
           unit_.context.getTypeSize(t) == 32 && !type_of(v).file.empty();
  }

  // 1 << lane, or 2 << lane, of a literal.
  bool is_lane_bit(const BinaryOperator* e) const {
    if (e->getOpcode() != BO_Shl || !(unit_.flow.of(e->getRHS()) & from_lane)) return false;
    const auto* literal = dyn_cast<IntegerLiteral>(inner(e->getLHS()));
    return literal && (literal->getValue() == 1 || literal->getValue() == 2);
  }

  Wide wide(const Expr* e) const {
    e = inner(e);
    if (const auto* call = dyn_cast<CallExpr>(e)) {
      const WarpName* warp = find_warp_name(std::string_view(called_name(call)));
      const FunctionDecl* f = call->getDirectCallee();
      using enum WarpCall::Kind;
      const bool answers = warp && (warp->kind == ballot || warp->kind == active_mask || warp->kind == match_any || warp->kind == match_all);
      return answers && f && !unit_.places.is_users(f->getLocation()) ? Wide{true, true} : Wide{};
    }
    if (const VarDecl* v = variable(e)) {
      if (wide_.contains(v)) return {true, true};
      const Expr* only = bits(e) == 64 ? unit_.constants.only_value(v) : nullptr;
      return only ? wide(only) : Wide{};
    }
    if (const auto* op = dyn_cast<UnaryOperator>(e)) return op->getOpcode() == UO_Not ? Wide{wide(op->getSubExpr()).full, false} : Wide{};
    const auto* op = dyn_cast<BinaryOperator>(e);
    if (!op) return {};
    if (is_lane_bit(op)) return {true, cast<IntegerLiteral>(inner(op->getLHS()))->getValue() == 1};
    const Wide left = wide(op->getLHS());
    switch (op->getOpcode()) {
    case BO_And: return {left.full && wide(op->getRHS()).full, left.clear || wide(op->getRHS()).clear};
    case BO_Or:
    case BO_Xor: return {left.full && wide(op->getRHS()).full, left.clear && wide(op->getRHS()).clear};
    case BO_Shr: return {left.full && left.clear, left.clear};
    case BO_Sub: {
      // The lanes before, those up to a lane; m - 1 takes the lowest bit of a mask away.
      if (unit_.constants.value(op->getRHS()) != 1) return {};
      const auto* shift = dyn_cast<BinaryOperator>(inner(op->getLHS()));
      return {left.full, shift && is_lane_bit(shift)};
    }
    default: return {};
    }
  }

  const Stmt* parent(const Stmt* s) const { return parents_.getParent(const_cast<Stmt*>(s)); }
  // Parents without what leaves the value alone.
  const Stmt* user(const Expr*& e) const {
    const Stmt* s = parent(e);
    while (s && isa<ParenExpr, ImplicitCastExpr, FullExpr>(s)) e = cast<Expr>(s), s = parent(s);
    return s;
  }
  bool is_small(const Expr* e) const {
    auto n = unit_.constants.value(e);
    return n && *n >= 0 && *n <= INT32_MAX;
  }

  // The largest expression of masks around `e`.
  const Expr* whole(const Expr* e) const {
    for (;;) {
      const Expr* here = e;
      const Stmt* s = user(here);
      const auto* negation = dyn_cast_or_null<UnaryOperator>(s);
      const auto* op = dyn_cast_or_null<BinaryOperator>(s);
      bool goes_on = negation && negation->getOpcode() == UO_Not;
      if (op) {
        const bool left = op->getLHS() == here;
        switch (op->getOpcode()) {
        case BO_And: goes_on = !is_small(left ? op->getRHS() : op->getLHS()); break;
        case BO_Or:
        case BO_Xor: goes_on = true; break;
        case BO_Shr: goes_on = left; break;
        case BO_Sub: goes_on = left && unit_.constants.value(op->getRHS()) == 1; break;
        default: break;
        }
      }
      if (!goes_on) return here;
      e = cast<Expr>(s);
    }
  }

  // Whether what uses the value takes 64 bits for the same as 32; `kept`: the variable of 32 bits in which it is kept.
  bool fits(const Expr* e, const VarDecl** kept = nullptr) const {
    const Stmt* s = user(e);
    if (!s) return false;
    if (e->getType()->isBooleanType()) return true;
    if (const auto* call = dyn_cast<CallExpr>(s)) {
      if (counter_of(call) || counts_wide(call)) return true;
      const WarpName* warp = find_warp_name(std::string_view(called_name(call)));
      return warp && warp->mask >= 0 && static_cast<unsigned>(warp->mask) < call->getNumArgs() && call->getArg(static_cast<unsigned>(warp->mask)) == e;
    }
    if (const auto* declared = dyn_cast<DeclStmt>(s)) {
      for (const Decl* d : declared->decls())
        if (const auto* v = dyn_cast<VarDecl>(d); v && v->getInit() && inner(v->getInit()) == inner(e)) return takes(v, kept);
      return false;
    }
    const auto* op = dyn_cast<BinaryOperator>(s);
    if (!op) return false;
    const Expr* other = inner(op->getLHS()) == inner(e) ? op->getRHS() : op->getLHS();
    switch (op->getOpcode()) {
    case BO_EQ:
    case BO_NE: return unit_.constants.value(other) == 0 || (wide(other).full && wide(other).clear);
    case BO_And: return is_small(other) && is_counted_on(op);
    case BO_Assign:
    case BO_AndAssign:
    case BO_OrAssign:
    case BO_XorAssign: {
      const VarDecl* v = variable(op->getLHS());
      return inner(op->getRHS()) == inner(e) && v && takes(v, kept);
    }
    default: return false;
    }
  }
  bool takes(const VarDecl* v, const VarDecl** kept) const {
    if (wide_.contains(v)) {
      if (kept) *kept = v;
      return true;
    }
    QualType t = v->getType();
    return !t->isDependentType() && t->isIntegerType() && unit_.context.getTypeSize(t) == 64;
  }
  // Bits below the 32nd, which any number takes.
  bool is_counted_on(const Expr* e) const {
    const Stmt* s = user(e);
    if (e->getType()->isBooleanType()) return true;
    if (const auto* declared = dyn_cast_or_null<DeclStmt>(s))
      return std::ranges::all_of(declared->decls(), [](const Decl* d) { return isa<VarDecl>(d) && cast<VarDecl>(d)->getType()->isIntegerType() && !cast<VarDecl>(d)->getTypeSourceInfo()->getType()->getContainedAutoType(); });
    const auto* op = dyn_cast_or_null<BinaryOperator>(s);
    return op && (op->isEqualityOp() || (op->isAssignmentOp() && op->getLHS()->getType()->isIntegerType()));
  }

  bool is_statement(const Expr* e) const {
    const Stmt* s = parent(e);
    return s && !isa<Expr, DeclStmt, ReturnStmt>(s);
  }

  // Whether the variable means the same with 64 bits, as things stand with the others.
  bool holds(const VarDecl* v) const {
    if (v->getInit() && !(wide(v->getInit()).full && wide(v->getInit()).clear)) return false;
    auto it = names_.uses.find(v);
    return it == names_.uses.end() || std::ranges::all_of(it->second, [&](const DeclRefExpr* e) { return holds(v, e); });
  }
  bool holds(const VarDecl* v, const DeclRefExpr* ref) const {
    const Expr* e = ref;
    if (const auto* op = dyn_cast_or_null<BinaryOperator>(user(e)); op && op->isAssignmentOp() && op->getLHS() == e) {
      if (!is_statement(op)) return false;
      const Wide given = wide(op->getRHS());
      switch (op->getOpcode()) {
      case BO_AndAssign: return given.full;
      case BO_Assign:
      case BO_OrAssign:
      case BO_XorAssign: return given.full && given.clear;
      case BO_ShrAssign: return v->getType()->isUnsignedIntegerType();
      default: return false;
      }
    }
    const Expr* all = whole(ref);
    if (!v->getType()->isUnsignedIntegerType() && shifts(all)) return false;
    const Wide made = wide(all);
    return made.full && made.clear && fits(all);
  }
  static bool shifts(const Stmt* s) {
    const auto* op = dyn_cast<BinaryOperator>(s);
    return (op && op->getOpcode() == BO_Shr) || std::ranges::any_of(s->children(), [](const Stmt* c) { return c && shifts(c); });
  }

  // With the calls that count its bits: some have no way to take 64.
  void widen(const VarDecl* v, std::vector<Edit>& edits) const {
    edits.push_back({type_of(v), "unsigned long long"});
    if (auto it = names_.uses.find(v); it != names_.uses.end())
      for (const DeclRefExpr* ref : it->second) widen_count(whole(ref), edits);
  }
  void widen_count(const Expr* counted, std::vector<Edit>& edits) const {
    const auto* call = dyn_cast_or_null<CallExpr>(user(counted));
    if (const Counter* c = call ? counter_of(call) : nullptr) edits.push_back(other_count(call, *c));
  }
  Edit other_count(const CallExpr* call, const Counter& c) const {
    const auto* callee = dyn_cast<DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
    return {callee && !callee->hasQualifier() ? spelled(unit_, callee->getLocation()) : Span(), std::string(c.wide)};
  }

  // At each place where analysis says that a mask is kept in 32 bits, or given as one.
  void variables() {
    auto say = [&](SourceLocation at, const VarDecl* v) {
      std::vector<Edit> edits;
      if (wide_.contains(v)) widen(v, edits);
      add_rewrite(unit_, Kind::wide_variable, unit_.places.at(at), std::move(edits));
    };
    for (const DeclStmt* s : names_.declarations)
      for (const Decl* d : s->decls())
        if (const auto* v = dyn_cast<VarDecl>(d); v && v->getInit() && (unit_.flow.of(v->getInit()) & from_mask)) say(v->getLocation(), v);
    for (const BinaryOperator* op : names_.operations)
      if (const VarDecl* v = op->getOpcode() == BO_Assign && (unit_.flow.of(op->getRHS()) & from_mask) ? variable(op->getLHS()) : nullptr) say(op->getOperatorLoc(), v);
    for (const CallExpr* call : names_.calls) {
      const WarpName* warp = find_warp_name(std::string_view(called_name(call)));
      if (!warp || warp->mask < 0 || static_cast<unsigned>(warp->mask) >= call->getNumArgs()) continue;
      if (const VarDecl* v = variable(call->getArg(static_cast<unsigned>(warp->mask)))) say(call->getBeginLoc(), v);
    }
  }

  // The variables of 32 bits that `v` goes to, itself among them.
  void follow(const VarDecl* v, std::vector<const VarDecl*>& all) const {
    if (std::ranges::find(all, v) != all.end()) return;
    all.push_back(v);
    auto it = names_.uses.find(v);
    if (it == names_.uses.end()) return;
    for (const DeclRefExpr* ref : it->second) {
      const VarDecl* next = nullptr;
      if (fits(whole(ref), &next) && next) follow(next, all);
    }
  }

  void lane_bit(const BinaryOperator* e) {
    const auto* literal = cast<IntegerLiteral>(inner(e->getLHS()));
    const Expr* all = whole(e);
    const Wide made = wide(all);
    const VarDecl* kept = nullptr;
    std::vector<Edit> edits;
    if (made.full && made.clear && fits(all, &kept)) {
      edits.push_back({spelled(unit_, literal->getSourceRange()), literal->getValue() == 1 ? "1ull" : "2ull"});
      std::vector<const VarDecl*> variables;
      if (kept) follow(kept, variables);
      for (const VarDecl* v : variables) widen(v, edits);
      widen_count(all, edits);
    }
    add_rewrite(unit_, Kind::wide_bit, unit_.places.at(e->getOperatorLoc()), std::move(edits));
  }

  void count(const CallExpr* call, const Counter& c) {
    const Wide made = wide(call->getArg(0));
    add_rewrite(unit_, Kind::wide_count, unit_.places.at(call->getBeginLoc()), made.full && made.clear ? std::vector{other_count(call, c)} : std::vector<Edit>());
  }

  Unit& unit_;
  ParentMap parents_;
  Names names_;
  llvm::DenseSet<const VarDecl*> wide_;  // those that can have 64 bits
};

}  // namespace

void collect_mask_rewrites(Unit& unit, const FunctionDecl* function) {
  if (!function->isDependentContext() && !unit.facts.cuda) Masks(unit, function).run();
}

}  // namespace wavelift::analysis
