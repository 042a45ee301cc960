// Loops that wait for others: for a lock that another lane of the same wave may hold, for memory that is read without an
// atomic operation.
#include "analysis/clang/control_flow.h"
#include <algorithm>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

// An atomic operation or a store that moves a lock from one constant to another.
struct LockStep {
  const Stmt* at = nullptr;
  std::string lock;               // as written, without & and parentheses
  std::optional<int64_t> from;    // what must be there before, of a compare-and-swap
  int64_t to = 0;
  bool answers = false;           // it says what was there: a try
};

std::string lock_text(const Places& places, const Expr* pointer) {
  pointer = bare(pointer);
  if (const auto* address = dyn_cast<UnaryOperator>(pointer); address && address->getOpcode() == UO_AddrOf) pointer = bare(address->getSubExpr());
  return places.text(pointer->getSourceRange(), 200);
}

struct Steps : DynamicRecursiveASTVisitor {
  const Unit& unit;
  std::vector<LockStep> found;
  explicit Steps(const Unit& u) : unit(u) {}

  bool VisitCallExpr(CallExpr* e) override {
    llvm::StringRef name = called_name(e);
    bool swap = name.starts_with("atomicCAS"), exchange = name.starts_with("atomicExch");
    if (e->getNumArgs() != (swap ? 3u : 2u) || !(swap || exchange)) return true;
    auto to = unit.constants.value(e->getArg(swap ? 2 : 1));
    auto from = swap ? unit.constants.value(e->getArg(1)) : std::nullopt;
    if (to && (!swap || (from && from != to))) found.push_back({e, lock_text(unit.places, e->getArg(0)), from, *to, true});
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator* e) override {
    if (e->getOpcode() != BO_Assign) return true;
    const Expr* target = bare(e->getLHS());
    if (auto to = unit.constants.value(e->getRHS())) {
      if (const auto* deref = dyn_cast<UnaryOperator>(target); deref && deref->getOpcode() == UO_Deref) target = bare(deref->getSubExpr());
      found.push_back({e, unit.places.text(target->getSourceRange(), 200), {}, *to, false});
    }
    return true;
  }
};

const Stmt* loop_around(const ControlFlow& flow, const Stmt* s) {
  while (s && !isa<ForStmt, WhileStmt, DoStmt>(s)) s = flow.parent(s);
  return s;
}

bool one_lane(const ControlFlow& flow, const Stmt* s) {
  const CFGBlock* block = flow.block_of(s);
  return block && !flow.guards(block).equal.empty();
}

// Locks of one function; `elsewhere` is what the unit's other functions do to locks.
struct Locks {
  Unit& unit;
  std::map<const FunctionDecl*, std::vector<LockStep>> steps;
  std::map<const FunctionDecl*, std::unique_ptr<ControlFlow>> flows;
  explicit Locks(Unit& u) : unit(u) {}

  static bool gives_back(const LockStep& release, const LockStep& attempt) {
    return release.lock == attempt.lock && release.to != attempt.to && (!attempt.from || release.to == *attempt.from) && (!release.from || *release.from == attempt.to);
  }

  void run() {
    for (const FunctionDecl* f : unit.bodies) {
      if (!unit.facts.functions[unit.number_of(f)].device) continue;
      Steps s(unit);
      s.TraverseStmt(f->getBody());
      if (s.found.empty()) continue;
      if (auto flow = ControlFlow::of(unit, f)) {
        flows[f] = std::move(flow);
        steps[f] = std::move(s.found);
      }
    }
    for (const auto& [f, all] : steps)
      for (const LockStep& attempt : all) look(f, attempt);
  }

  void look(const FunctionDecl* f, const LockStep& attempt) {
    const ControlFlow& flow = *flows[f];
    const Stmt* loop = attempt.answers ? loop_around(flow, attempt.at) : nullptr;
    if (!loop || one_lane(flow, attempt.at)) return;
    const SourceManager& sources = unit.context.getSourceManager();
    const LockStep* release = nullptr;
    for (const LockStep& s : steps[f]) {
      if (!gives_back(s, attempt)) continue;
      if (flow.inside(s.at, loop)) return;
      if (!release && sources.isBeforeInTranslationUnit(loop->getBeginLoc(), s.at->getBeginLoc())) release = &s;
    }
    if (!release && !called_by_lanes(f)) return;
    for (const auto& [other, all] : steps)
      for (const LockStep& s : all)
        if (!release && other != f && gives_back(s, attempt)) release = &s;
    if (!release) return;
    unit.facts.spin_locks.push_back({unit.places.at(loop->getBeginLoc()), unit.places.at(release->at->getBeginLoc()), unit.number_of(f),
                                     unit.places.text(attempt.at->getSourceRange())});
  }

  // Whether some call of `f` is not of one lane alone.
  bool called_by_lanes(const FunctionDecl* f) {
    struct Calls : DynamicRecursiveASTVisitor {
      const FunctionDecl* callee;
      std::vector<const CallExpr*> found;
      bool VisitCallExpr(CallExpr* e) override {
        const FunctionDecl* g = e->getDirectCallee();
        if (g && g->getCanonicalDecl() == callee->getCanonicalDecl()) found.push_back(e);
        return true;
      }
    };
    for (const FunctionDecl* caller : unit.bodies) {
      Calls calls;
      calls.callee = f;
      calls.TraverseStmt(caller->getBody());
      if (calls.found.empty()) continue;
      auto flow = ControlFlow::of(unit, caller);
      if (flow && std::ranges::any_of(calls.found, [&](const CallExpr* c) { return !one_lane(*flow, c); })) return true;
    }
    return false;
  }
};

// The reading of threadIdx.x and its like, which the headers make a call.
bool reads_coordinate(const CallExpr* e) { return isa<CXXMemberCallExpr>(e) && called_name(e).starts_with("__get_"); }

// What a loop's condition reads, and whether anything in the loop can change its answer.
struct Waits : DynamicRecursiveASTVisitor {
  Unit& unit;
  uint32_t number;
  const std::set<const VarDecl*>& mapped;
  Waits(Unit& u, uint32_t n, const std::set<const VarDecl*>& m) : unit(u), number(n), mapped(m) {}

  struct Reads : DynamicRecursiveASTVisitor {
    const Unit& unit;
    std::set<const VarDecl*> variables;
    const VarDecl* memory = nullptr;   // the variable that leads to memory
    bool loads = false, calls = false, is_volatile = false, shared = false;
    explicit Reads(const Unit& u) : unit(u) {}
    bool VisitCallExpr(CallExpr* e) override {
      calls |= !reads_coordinate(e);
      return true;
    }
    bool VisitExpr(Expr* e) override {
      if (e->isGLValue() && e->getType().isVolatileQualified()) is_volatile = true;
      const auto* deref = dyn_cast<UnaryOperator>(e);
      const auto* member = dyn_cast<MemberExpr>(e);
      if (const auto* element = dyn_cast<ArraySubscriptExpr>(e)) points(element->getBase());
      else if (deref && deref->getOpcode() == UO_Deref) points(deref->getSubExpr());
      else if (member && member->isArrow()) points(member->getBase());
      return true;
    }
    void points(const Expr* pointer) {
      pointer = pointer->IgnoreParenCasts();
      while (const auto* op = dyn_cast<BinaryOperator>(pointer)) {
        if (!op->isAdditiveOp()) return;
        pointer = (op->getLHS()->getType()->isPointerType() ? op->getLHS() : op->getRHS())->IgnoreParenCasts();
      }
      bool array = false;
      if (const auto* address = dyn_cast<UnaryOperator>(pointer); address && address->getOpcode() == UO_AddrOf) pointer = address->getSubExpr()->IgnoreParenCasts(), array = true;
      if (const auto* ref = dyn_cast<DeclRefExpr>(pointer)) {
        const auto* v = dyn_cast<VarDecl>(ref->getDecl());
        if (!v) return;
        // An array of the thread's own is not memory that others change.
        if ((array || v->getType()->isArrayType()) && v->hasLocalStorage()) return;
        memory = v;
      }
      loads = true;
    }
    bool VisitDeclRefExpr(DeclRefExpr* e) override {
      const auto* v = dyn_cast<VarDecl>(e->getDecl());
      if (!v) return true;
      variables.insert(v);
      bool shared_variable = v->hasAttr<CUDASharedAttr>(), device_variable = v->hasGlobalStorage() && v->hasAttr<CUDADeviceAttr>();
      shared |= shared_variable;
      if ((shared_variable || device_variable) && !v->getType()->isPointerType() && !v->getType()->isArrayType() && !v->getType().isConstQualified()) loads = true, memory = v;
      return true;
    }
  };

  // A local variable that the loop tests and gives a value from memory in each round: `do { x = *flag; } while (x < 0)`.
  struct Fetch : DynamicRecursiveASTVisitor {
    const Reads& tested;
    const BinaryOperator* found = nullptr;
    bool once = true;
    explicit Fetch(const Reads& r) : tested(r) {}
    static const VarDecl* variable(const BinaryOperator* e) {
      const auto* ref = e->getOpcode() == BO_Assign ? dyn_cast<DeclRefExpr>(e->getLHS()->IgnoreParens()) : nullptr;
      return ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
    }
    bool VisitBinaryOperator(BinaryOperator* e) override {
      const VarDecl* v = variable(e);
      if (!v || !v->hasLocalStorage() || v->getType()->isReferenceType() || !tested.variables.contains(v)) return true;
      once &= !found;
      found = e;
      return true;
    }
  };

  // Whatever may end the loop, or change what it waits for, other than the memory itself and `fetch`.
  struct Acts : DynamicRecursiveASTVisitor {
    const Unit& unit;
    const std::set<const VarDecl*>& variables;
    const BinaryOperator* fetch = nullptr;
    bool found = false;
    Acts(const Unit& u, const std::set<const VarDecl*>& v) : unit(u), variables(v) {}
    bool act() {
      found = true;
      return false;
    }
    void changed(const Expr* e) {
      const auto* ref = dyn_cast<DeclRefExpr>(e->IgnoreParenCasts());
      const auto* v = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
      found |= !v || !v->hasLocalStorage() || v->getType()->isReferenceType() || variables.contains(v);
    }
    bool VisitBinaryOperator(BinaryOperator* e) override {
      if (e->isAssignmentOp() && e != fetch) changed(e->getLHS());
      return !found;
    }
    bool VisitUnaryOperator(UnaryOperator* e) override {
      if (e->isIncrementDecrementOp()) changed(e->getSubExpr());
      return !found;
    }
    bool VisitCallExpr(CallExpr* e) override {
      llvm::StringRef name = called_name(e);
      bool waits = name.starts_with("__threadfence") || name == "__nanosleep" || name.contains("sleep") || name == "sched_yield" || name == "yield" || name.starts_with("__builtin_amdgcn_s_sleep");
      return waits || reads_coordinate(e) || act();
    }
    bool VisitBreakStmt(BreakStmt*) override { return act(); }
    bool VisitReturnStmt(ReturnStmt*) override { return act(); }
    bool VisitGotoStmt(GotoStmt*) override { return act(); }
    bool VisitGCCAsmStmt(GCCAsmStmt*) override { return act(); }
    bool VisitCXXThrowExpr(CXXThrowExpr*) override { return act(); }
  };

  void loop(Stmt* s, Expr* condition, Stmt* step) {
    if (!condition || condition->isTypeDependent() || condition->isValueDependent()) return;
    Reads reads(unit);
    reads.TraverseStmt(condition);
    Fetch fetch(reads);
    fetch.TraverseStmt(s);
    Acts acts(unit, reads.variables);
    if (fetch.found && fetch.once) {
      Reads from(unit);
      from.TraverseStmt(fetch.found->getRHS());
      // A list is walked along: the next round looks elsewhere.
      if (!from.variables.contains(Fetch::variable(fetch.found))) {
        acts.fetch = fetch.found;
        reads.TraverseStmt(fetch.found->getRHS());
      }
    }
    if (!reads.loads || reads.calls) return;
    acts.TraverseStmt(s);
    if (step && !acts.found) acts.TraverseStmt(step);
    if (acts.found) return;
    Spin fact{unit.places.at(s->getBeginLoc()), number, Spin::Memory::global, reads.is_volatile, unit.places.text(condition->getSourceRange())};
    if (reads.shared) fact.memory = Spin::Memory::shared;
    if (!unit.device) {
      if (!reads.memory || !mapped.contains(reads.memory)) return;
      fact.memory = Spin::Memory::mapped;
    }
    unit.facts.spins.push_back(std::move(fact));
  }
  bool VisitWhileStmt(WhileStmt* s) override {
    loop(s, s->getCond(), nullptr);
    return true;
  }
  bool VisitDoStmt(DoStmt* s) override {
    loop(s, s->getCond(), nullptr);
    return true;
  }
  bool VisitForStmt(ForStmt* s) override {
    loop(s, s->getCond(), s->getInc());
    return true;
  }
};

// Variables of the host's that are given memory which a kernel can write while the host reads it.
struct Mapped : DynamicRecursiveASTVisitor {
  std::set<const VarDecl*> found;
  bool VisitCallExpr(CallExpr* e) override {
    llvm::StringRef name = called_name(e);
    static constexpr std::string_view allocators[] = {"cudaHostAlloc", "cudaMallocHost", "cudaMallocManaged", "hipHostMalloc", "hipHostAlloc", "hipMallocManaged", "hipMallocHost"};
    if (std::ranges::find(allocators, std::string_view(name)) == std::end(allocators) || e->getNumArgs() == 0) return true;
    const Expr* to = e->getArg(0)->IgnoreParenCasts();
    if (const auto* address = dyn_cast<UnaryOperator>(to); address && address->getOpcode() == UO_AddrOf) to = address->getSubExpr()->IgnoreParenCasts();
    if (const auto* ref = dyn_cast<DeclRefExpr>(to))
      if (const auto* v = dyn_cast<VarDecl>(ref->getDecl())) found.insert(v);
    return true;
  }
};

}  // namespace

void collect_spins(Unit& unit) {
  if (unit.device) Locks(unit).run();
  Mapped mapped;
  if (!unit.device)
    for (const FunctionDecl* f : unit.bodies) mapped.TraverseStmt(f->getBody());
  if (!unit.device && mapped.found.empty()) return;
  for (const FunctionDecl* f : unit.bodies) {
    uint32_t number = unit.number_of(f);
    if (f->isDependentContext() || !(unit.device ? unit.facts.functions[number].device : unit.facts.functions[number].host)) continue;
    Waits(unit, number, mapped.found).TraverseStmt(f->getBody());
  }
}

}  // namespace wavelift::analysis
