// Calls of warp intrinsics: masks, widths, and the distances that the loop around a shuffle gives it.
#include "analysis/clang/unit.h"
#include "analysis/clang/warp_names.h"
#include <clang/AST/ExprCXX.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

// A loop that doubles or halves its variable, or counts it.
struct LoopRange {
  const VarDecl* variable = nullptr;
  std::optional<int64_t> smallest, largest;
  bool from_width = false;
};

const VarDecl* variable_of(const Expr* e) {
  const auto* ref = e ? dyn_cast<DeclRefExpr>(bare(e)) : nullptr;
  return ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
}

struct WarpCalls : DynamicRecursiveASTVisitor {
  Unit& unit;
  uint32_t number;
  std::vector<ForStmt*> loops;
  const Stmt* body;
  WarpCalls(Unit& u, const Stmt* b, uint32_t n) : unit(u), number(n), body(b) {}

  bool TraverseForStmt(ForStmt* s) override {
    loops.push_back(s);
    bool go = DynamicRecursiveASTVisitor::TraverseForStmt(s);
    loops.pop_back();
    return go;
  }

  // The values of the loop's variable, as far as its head says them.
  LoopRange range_of(const ForStmt* s) const {
    LoopRange out;
    const Expr* first = nullptr;
    if (const auto* decls = dyn_cast_or_null<DeclStmt>(s->getInit())) {
      for (const Decl* d : decls->decls())
        if (const auto* v = dyn_cast<VarDecl>(d); v && !out.variable) out.variable = v, first = v->getInit();
    } else if (const auto* set = dyn_cast_or_null<BinaryOperator>(s->getInit()); set && set->getOpcode() == BO_Assign) {
      out.variable = variable_of(set->getLHS());
      first = set->getRHS();
    }
    if (!out.variable || !first || !s->getInc()) return out;
    const auto* step = dyn_cast<BinaryOperator>(bare(s->getInc()));
    BinaryOperatorKind op = BO_Comma;
    if (step && step->isCompoundAssignmentOp()) op = BinaryOperator::getOpForCompoundAssignment(step->getOpcode());
    else if (step && step->getOpcode() == BO_Assign)
      if (const auto* made = dyn_cast<BinaryOperator>(bare(step->getRHS()))) op = made->getOpcode();
    auto start = unit.constants.value(first);
    out.from_width = unit.flow.of(first) & from_width;
    bool falls = op == BO_Shr || op == BO_Div || op == BO_Sub;
    if (const auto* count = dyn_cast<UnaryOperator>(bare(s->getInc()))) falls = count->isDecrementOp();
    if (falls) {
      out.largest = start;
      out.smallest = 1;
      return out;
    }
    out.smallest = start;
    const auto* test = s->getCond() ? dyn_cast<BinaryOperator>(bare(s->getCond())) : nullptr;
    if (!test || !test->isComparisonOp() || variable_of(test->getLHS()) != out.variable) return out;
    out.from_width |= (unit.flow.of(test->getRHS()) & from_width) != 0;
    auto end = unit.constants.value(test->getRHS());
    if (!end) return out;
    int64_t last = test->getOpcode() == BO_LE ? *end : *end - 1;
    if ((op == BO_Shl || op == BO_Mul) && start && *start > 0) {
      int64_t d = *start;
      while (d * 2 <= last) d *= 2;
      out.largest = d;
    } else {
      out.largest = last;
    }
    return out;
  }

  Distance distance_of(const Expr* e) const {
    Distance out;
    out.flow = unit.flow.of(e);
    out.from_width = out.flow & from_width;
    if (auto n = unit.constants.value(e)) {
      out.smallest = out.largest = n;
      return out;
    }
    const VarDecl* v = variable_of(e);
    for (auto it = loops.rbegin(); v && it != loops.rend(); ++it) {
      LoopRange r = range_of(*it);
      if (r.variable != v) continue;
      out.loop = true;
      out.smallest = r.smallest;
      out.largest = r.largest;
      out.from_width |= r.from_width;
      break;
    }
    return out;
  }

  // Whether a thread's or a lane's number is compared in it.
  bool compares_lanes(const Stmt* s) const {
    struct Compares : DynamicRecursiveASTVisitor {
      const Unit& unit;
      bool found = false;
      explicit Compares(const Unit& u) : unit(u) {}
      bool VisitBinaryOperator(BinaryOperator* e) override {
        constexpr uint32_t lanes = from_thread | from_lane;
        found |= e->isComparisonOp() && ((unit.flow.of(e->getLHS()) | unit.flow.of(e->getRHS())) & lanes);
        return !found;
      }
    } compares(unit);
    compares.TraverseStmt(const_cast<Stmt*>(s));
    return compares.found;
  }
  // Whether something near compares a lane, so that lanes without a partner can drop what they got.
  bool guarded() const { return compares_lanes(loops.empty() ? body : loops.back()->getBody()); }

  static bool leaves(const Stmt* s) {
    if (const auto* block = dyn_cast<CompoundStmt>(s)) s = block->body_empty() ? s : block->body_back();
    return isa<ReturnStmt>(s);
  }
  // What stands in the branches runs for chosen lanes alone, and what follows too when the others have left.
  bool TraverseIfStmt(IfStmt* s) override {
    const bool outer = lanes_chosen_, here = s->getCond() && compares_lanes(s->getCond());
    lanes_chosen_ |= here;
    bool go = DynamicRecursiveASTVisitor::TraverseIfStmt(s);
    lanes_chosen_ = outer || (here && leaves(s->getThen()));
    return go;
  }

  // __activemask() itself, or a variable that has kept it: from its beginning, or by the assignment that is written last before.
  bool is_active_mask(const Expr* e) const {
    if (const VarDecl* v = variable_of(e)) {
      if (active_.contains(v)) return true;
      e = unit.constants.only_value(v);
    }
    const auto* call = e ? dyn_cast<CallExpr>(bare(e)) : nullptr;
    return call && called_name(call) == "__activemask";
  }
  bool VisitBinaryOperator(BinaryOperator* e) override {
    const VarDecl* v = e->isAssignmentOp() ? variable_of(e->getLHS()) : nullptr;
    if (!v) return true;
    if (e->getOpcode() == BO_Assign && is_active_mask(e->getRHS())) active_.insert(v);
    else active_.erase(v);
    return true;
  }

  const Expr* argument(const CallExpr* e, int at) const {
    return at >= 0 && static_cast<unsigned>(at) < e->getNumArgs() ? e->getArg(static_cast<unsigned>(at)) : nullptr;
  }

  // Whose intrinsic it is, nothing when the name is one of the user's own.
  std::optional<Meaning> meaning_of(const CallExpr* e) const {
    const NamedDecl* d = e->getDirectCallee();
    if (!d)
      if (const auto* overloads = dyn_cast<OverloadExpr>(e->getCallee()->IgnoreParenImpCasts()); overloads && overloads->decls_begin() != overloads->decls_end())
        d = (*overloads->decls_begin())->getUnderlyingDecl();
    if (!d) return {};
    // A port brings its header along, among the user's files.
    if (d->getQualifiedNameAsString().starts_with("wl32::")) return Meaning::port;
    if (unit.places.is_users(d->getLocation())) return {};
    return unit.facts.cuda ? Meaning::cuda : Meaning::hip;
  }

  bool VisitCallExpr(CallExpr* e) override {
    llvm::StringRef name = called_name(e);
    const WarpName* warp = find_warp_name(std::string_view(name));
    if (!warp || isa<CXXMemberCallExpr>(e)) return true;
    auto meaning = meaning_of(e);
    // any, all and the like are names of functions of many kinds; without underscores they are the port's alone.
    if (!meaning || (!name.starts_with("__") && *meaning != Meaning::port)) return true;
    WarpCall c;
    c.place = unit.places.at(e->getBeginLoc());
    c.function = number;
    c.kind = warp->kind;
    c.name = name.str();
    c.meaning = *meaning;
    c.lanes_chosen = lanes_chosen_;
    if (const Expr* mask = argument(e, warp->mask); mask && !isa<CXXDefaultArgExpr>(mask)) {
      c.has_mask = true;
      c.mask = unit.constants.value(mask->IgnoreParenImpCasts());
      c.mask_from_lanes = unit.flow.of(mask) & (from_mask | from_lane_bit);
      c.mask_from_active = is_active_mask(mask);
      QualType t = mask->IgnoreParenImpCasts()->getType();
      if (!t->isDependentType() && t->isIntegerType()) c.mask_bits = static_cast<uint32_t>(unit.context.getTypeSize(t));
    }
    if (const Expr* width = argument(e, warp->width); width && !isa<CXXDefaultArgExpr>(width)) {
      c.has_width = true;
      c.width = unit.constants.value(width);
      c.width_from_wave = unit.flow.of(width) & from_width;
    }
    if (const Expr* which = argument(e, warp->which)) {
      c.distance = distance_of(which);
      c.guarded = guarded();
    }
    unit.facts.warp_calls.push_back(std::move(c));
    return true;
  }

 private:
  bool lanes_chosen_ = false;
  llvm::DenseSet<const VarDecl*> active_;  // variables that were assigned __activemask() last
};

}  // namespace

void collect_warp_calls(Unit& unit, const FunctionDecl* function, uint32_t number) {
  WarpCalls calls(unit, function->getBody(), number);
  calls.TraverseStmt(function->getBody());
}

}  // namespace wavelift::analysis
