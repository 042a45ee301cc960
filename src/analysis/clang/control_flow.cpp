#include "analysis/clang/control_flow.h"
#include "analysis/clang/warp_names.h"
#include <algorithm>
#include <clang/AST/ExprCXX.h>

namespace wavelift::analysis {
using namespace clang;

std::unique_ptr<ControlFlow> ControlFlow::of(const Unit& unit, const FunctionDecl* function) {
  if (function->isDependentContext() || function->isInvalidDecl()) return nullptr;
  CFG::BuildOptions options;
  options.setAllAlwaysAdd();
  auto* body = const_cast<Stmt*>(function->getBody());
  std::unique_ptr<CFG> graph = CFG::buildCFG(function, body, &unit.context, options);
  if (!graph) return nullptr;
  return std::unique_ptr<ControlFlow>(new ControlFlow(unit, std::move(graph), body));
}

ControlFlow::ControlFlow(const Unit& unit, std::unique_ptr<CFG> graph, Stmt* body)
    : unit_(unit), forms_(unit.constants, unit.flow, unit.places), graph_(std::move(graph)), parents_(body), dependencies_(graph_.get()), guards_(graph_->getNumBlockIDs()) {
  for (const CFGBlock* block : *graph_)
    for (const CFGElement& element : *block)
      if (auto s = element.getAs<CFGStmt>()) blocks_.try_emplace(s->getStmt(), block);
  // What guards a block guards all that it dominates; a branch of which one side alone leads to a block guards it.
  CFGDomTree dominators(graph_.get());
  std::vector<const DomTreeNode*> open = {dominators.getBase().getRootNode()};
  while (!open.empty()) {
    const DomTreeNode* node = open.back();
    open.pop_back();
    const CFGBlock* block = node->getBlock();
    Guards& here = guards_[block->getBlockID()];
    if (node->getIDom()) here = guards_[node->getIDom()->getBlock()->getBlockID()];
    // The one block from which it is entered; what comes round in a loop has been in it before.
    const CFGBlock* above = nullptr;
    unsigned entries = 0;
    for (const CFGBlock::AdjacentBlock& from : block->preds())
      if (const CFGBlock* p = from.getReachableBlock(); p && !dominators.dominates(block, p)) above = p, ++entries;
    if (entries == 1 && above->succ_size() == 2) {
      bool taken = above->succ_begin()->getReachableBlock() == block, other = (above->succ_begin() + 1)->getReachableBlock() == block;
      if (const Expr* condition = above->getLastCondition(); condition && taken != other) add_guard(here, condition, taken);
    }
    open.insert(open.end(), node->begin(), node->end());
  }
}

const CFGBlock* ControlFlow::block_of(const Stmt* s) const {
  for (; s; s = parents_.getParent(const_cast<Stmt*>(s)))
    if (auto it = blocks_.find(s); it != blocks_.end()) return it->second;
  return nullptr;
}

bool ControlFlow::inside(const Stmt* s, const Stmt* outer) const {
  for (; s; s = parent(s))
    if (s == outer) return true;
  return false;
}

void ControlFlow::add_guard(Guards& out, const Expr* condition, bool holds, int depth) const {
  condition = bare(condition);
  while (const auto* negation = dyn_cast<UnaryOperator>(condition)) {
    if (negation->getOpcode() != UO_LNot) break;
    condition = bare(negation->getSubExpr());
    holds = !holds;
  }
  // A variable that keeps the answer, and the parts that must all hold for it.
  if (const auto* ref = dyn_cast<DeclRefExpr>(condition); ref && depth < 8)
    if (const auto* v = dyn_cast<VarDecl>(ref->getDecl()))
      if (const Expr* answer = forms_.only_value(v)) return add_guard(out, answer, holds, depth + 1);
  if (const auto* both = dyn_cast<BinaryOperator>(condition); both && both->isLogicalOp() && depth < 8 && holds == (both->getOpcode() == BO_LAnd)) {
    add_guard(out, both->getLHS(), holds, depth + 1);
    return add_guard(out, both->getRHS(), holds, depth + 1);
  }
  Form left, right;
  BinaryOperatorKind op = BO_NE;  // `if (x)` is x != 0
  if (const auto* compare = dyn_cast<BinaryOperator>(condition); compare && compare->isComparisonOp()) {
    left = forms_.of(compare->getLHS());
    right = forms_.of(compare->getRHS());
    op = compare->getOpcode();
  } else {
    left = forms_.of(condition);
  }
  if (!holds) op = BinaryOperator::negateComparisonOp(op);
  // tid < warpSize
  if (const auto* compare = dyn_cast<BinaryOperator>(condition); compare && op == BO_LT && holds && (unit_.flow.of(compare->getRHS()) & from_width)) {
    out.one_warp = true;
    return;
  }
  Form difference = left - right;
  bool known = difference.known && difference.of_threads();
  out.unclear |= !difference.known || (!known && (unit_.flow.of_condition(condition) & differs_in_block));
  if (!known) return;
  bool single = difference.terms.size() == 1;
  if (single && difference.terms.begin()->second.factor == -1) {
    difference = scaled(difference, -1);
    op = BinaryOperator::isEqualityOp(op) ? op : BinaryOperator::reverseComparisonOp(op);
  }
  const Term& first = difference.terms.begin()->second;
  single &= first.factor == 1;
  // The difference has this one value.
  auto only = [&](int64_t value) {
    if (single) out.equal.emplace(difference.terms.begin()->first, value - difference.constant);
    else out.equal.emplace(difference.text(), value);
    out.one_warp |= single && ((first.flow & differs_in_block) == from_warp || (first.flow & differs_in_block) == from_thread_x);
  };
  int64_t below = op == BO_LT ? 0 : 1;  // x + constant < below
  if (op == BO_EQ) only(0);
  // A sum of numbers that are not negative is 0 when each of them is.
  if (op == BO_EQ && !single && difference.constant == 0 && std::ranges::all_of(difference.terms, [](const auto& t) { return t.second.factor > 0; }))
    for (const auto& [name, t] : difference.terms)
      if (t.flow & differs_in_block) out.equal.emplace(name, 0);
  if ((op == BO_LT || op == BO_LE) && single) {
    int64_t threads = below - difference.constant;
    if (threads == 1) only(below - 1);
    out.one_warp |= threads <= 64 && (first.flow & differs_in_block) == from_thread_x;
  }
  // Threads below a bound, or others?
  int sign = op == BO_LT || op == BO_LE ? 1 : op == BO_GT || op == BO_GE ? -1 : 0;
  for (const auto& [name, t] : difference.terms) {
    bool of_thread = t.flow & differs_in_block;
    out.not_first |= of_thread && op != BO_EQ && t.factor * sign <= 0;
    out.moving |= !of_thread && t.changes;
  }
}

// Whether `s` has a way out of what comes after it. What ends the whole program, as an assertion does, is none.
static bool leaves(const Stmt* s) {
  if (!s || isa<LambdaExpr>(s)) return false;
  return isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt>(s) || std::ranges::any_of(s->children(), leaves);
}

// Whether a loop's counter is the same in all threads, whatever it held before: it begins with what they share, and the head alone
// counts it on; and whether the rest of the condition is the same, too.
bool ControlFlow::counts_alike(const ForStmt* loop, const Expr* condition) const {
  const auto* begin = dyn_cast_or_null<BinaryOperator>(loop->getInit());
  if (!begin || begin->getOpcode() != BO_Assign) return false;
  const auto* ref = dyn_cast<DeclRefExpr>(bare(begin->getLHS()));
  const auto* counter = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
  if (!counter || !counter->hasLocalStorage() || counter->getType()->isReferenceType()) return false;
  auto alike = [&](const Expr* e) {
    const auto* name = dyn_cast<DeclRefExpr>(bare(e));
    return (name && name->getDecl() == counter) || !(unit_.flow.of_condition(e) & differs_in_block);
  };
  const auto* test = dyn_cast<BinaryOperator>(bare(condition));
  if (!test || !test->isComparisonOp() || !alike(test->getLHS()) || !alike(test->getRHS()) || !alike(begin->getRHS())) return false;
  const Expr* step = loop->getInc() ? bare(loop->getInc()) : nullptr;
  const auto* by = dyn_cast_or_null<CompoundAssignOperator>(step);
  const auto* count = dyn_cast_or_null<UnaryOperator>(step);
  if (!(by && alike(by->getRHS())) && !(count && count->isIncrementDecrementOp())) return false;
  return !Constants::changes_in(loop->getBody(), counter) && !Constants::changes_in(condition, counter);
}

std::vector<ControlFlow::Decision> ControlFlow::divergent_decisions(const Stmt* at) const {
  std::vector<Decision> out;
  const CFGBlock* block = block_of(at);
  if (!block) return out;
  for (const CFGBlock* above : dependencies_.getControlDependencies(const_cast<CFGBlock*>(block))) {
    const Expr* condition = above->getLastCondition();
    if (!condition || !(unit_.flow.of_condition(condition) & differs_in_block)) continue;
    const Stmt* owner = condition;
    while (owner && !isa<IfStmt, ForStmt, WhileStmt, DoStmt, SwitchStmt, AbstractConditionalOperator>(owner)) owner = parent(owner);
    if (!owner) continue;
    auto kind = isa<ForStmt, WhileStmt, DoStmt>(owner) ? BarrierDivergence::Kind::loop : inside(at, owner) ? BarrierDivergence::Kind::branch : BarrierDivergence::Kind::exit;
    if (kind == BarrierDivergence::Kind::exit && !leaves(owner)) continue;
    if (const auto* loop = dyn_cast<ForStmt>(owner); loop && counts_alike(loop, condition)) continue;
    out.push_back({condition, kind});
  }
  return out;
}

namespace {

bool begins_with_any(llvm::StringRef s, std::initializer_list<llvm::StringRef> starts) {
  return std::ranges::any_of(starts, [&](llvm::StringRef start) { return s.starts_with(start); });
}

Sync sync_of_group(const CXXRecordDecl* group) {
  llvm::StringRef name = group && group->getIdentifier() ? group->getName() : "";
  return name == "thread_block" || name == "grid_group" || name == "cluster_group" ? Sync::block : Sync::warp;
}

}  // namespace

Sync sync_of(const Unit& unit, const Stmt* s) {
  if (const auto* text = dyn_cast<GCCAsmStmt>(s)) {
    std::string code = text->getAsmString();
    if (code.find("bar.sync") != code.npos || code.find("barrier.sync") != code.npos) return Sync::block;
    return code.find("membar") != code.npos || code.find("fence") != code.npos ? Sync::fence : Sync::none;
  }
  const auto* call = dyn_cast<CallExpr>(s);
  if (!call) return Sync::none;
  llvm::StringRef name = called_name(call);
  if (name.empty()) return Sync::none;
  const FunctionDecl* f = call->getDirectCallee();
  if (f && f->getQualifiedNameAsString().starts_with("wl32::")) return find_warp_name(std::string_view(name)) ? Sync::warp : Sync::none;
  if (f && unit.places.is_users(f->getLocation())) return Sync::none;
  // A block's sync() is static, so that calls of it have no object.
  if (const auto* method = dyn_cast_or_null<CXXMethodDecl>(f); method && !isa<CXXOperatorCallExpr>(call)) {
    const auto* of_object = dyn_cast<CXXMemberCallExpr>(call);
    if (name == "sync" || name == "barrier_wait") return sync_of_group(of_object ? of_object->getRecordDecl() : method->getParent());
    return name == "arrive_and_wait" || name == "wait" ? Sync::warp : Sync::none;
  }
  if (name == "sync" && call->getNumArgs() == 1) return sync_of_group(bare(call->getArg(0))->getType()->getAsCXXRecordDecl());
  if (begins_with_any(name, {"__syncthreads", "__barrier_sync", "__builtin_amdgcn_s_barrier"})) return Sync::block;
  if (begins_with_any(name, {"__threadfence", "__builtin_amdgcn_fence", "__atomic_thread_fence", "__scoped_atomic_thread_fence"})) return Sync::fence;
  const WarpName* warp = find_warp_name(std::string_view(name));
  return warp && name.ends_with("_sync") ? Sync::warp : name == "__syncwarp" ? Sync::warp : Sync::none;
}

}  // namespace wavelift::analysis
