// Statements of a kernel, and what holds after they have parted the threads.
#include "analysis/clang/wave_reader.h"
#include <utility>

namespace wavelift::analysis {
using namespace clang;
using Is = WidthValue::Is;

namespace {

bool leaves(const Stmt* s) {
  auto all = statements_of(s);
  return !all.empty() && isa<ReturnStmt>(all.back());
}

}  // namespace

// What holds after a branch: where both sides differ, the value of a chosen set of lanes holds in those alone.
WaveReader::State WaveReader::joined(const State& before, const State& yes, const State& no, const Split& split) const {
  State out = before;
  for (const auto& [v, a] : yes.values) {
    auto it = no.values.find(v);
    const WidthValue b = it == no.values.end() ? WidthValue() : it->second;
    auto only = [&](const WidthValue& value, const Guard& who) -> WidthValue {
      WidthValue held = value;
      held.lane0 |= who.lane0, held.warp0 |= who.warp0;
      if (who.vague() || (who.on && value.is != Is::plain)) return {.is = Is::other};
      held.on |= who.on;
      held.number = {};
      return held;
    };
    auto old = before.values.find(v);
    const WidthValue was = old == before.values.end() ? WidthValue() : old->second;
    WidthValue& to = out.values[v];
    if (a == b) to = a;
    else if (split.yes.later_warps && !split.yes.on && a.is == Is::block_prefix && b == was && b.is == Is::prefix && b.join == a.join && !b.on)
      to = {.on = on_thread};
    else if (split.yes.special() && b == was) to = only(a, split.yes);
    else if (split.no.special() && a == was) to = only(b, split.no);
    else if (!split.yes.special() && !split.no.special() && a.is == Is::plain && b.is == Is::plain)
      to = {.on = static_cast<uint8_t>(a.on | b.on | split.yes.on), .lane0 = a.lane0 || b.lane0, .warp0 = a.warp0 || b.warp0};
    else to = {.is = Is::other};
  }
  for (const auto& [v, b] : no.values)
    if (!yes.values.contains(v)) out.values[v] = {.is = Is::other};
  auto at = [](const State& s, const VarDecl* v) {
    auto it = s.shared.find(v);
    return it == s.shared.end() ? Shared() : it->second;
  };
  for (const State* s : {&yes, &no})
    for (const auto& [v, unused] : s->shared) {
      Shared a = at(yes, v), b = at(no, v), was = at(before, v);
      if (a == b) out.shared[v] = a;
      else if (split.yes.special() && !split.yes.on && b == was) out.shared[v] = a;
      else if (split.one_thread && a.is == Shared::Is::single && b == was) out.shared[v] = a;
      else if (split.no.special() && !split.no.on && a == was) out.shared[v] = b;
      else out.shared[v] = {Shared::Is::mixed, Join::none, {}};
    }
  return out;
}

// From here to the end of the function these threads are left.
void WaveReader::leave(const Guard& who) {
  frames_.back().left += who;
  guard_ += who;
}

// After a branch or a loop in which some have left the function: who is left is known by name no more.
void WaveReader::after(const Guard& before, const Guard& left_before, uint8_t on) {
  Guard& left = frames_.back().left;
  if (!(left == left_before)) {
    if (left.special() && !left_before.special()) left.unknown = true;
    left.on |= on;
  }
  guard_ = before;
  guard_ += left;
  guard_ += loop_left_;
}

void WaveReader::declare(const VarDecl* v) {
  if (v->hasAttr<CUDASharedAttr>()) return;
  const VarDecl* to = v->hasInit() ? named_variable(v->getInit()) : nullptr;
  if (v->getType()->isReferenceType() && to && to->hasLocalStorage() && !to->hasAttr<CUDASharedAttr>()) {
    references_[v] = root(to);
    return;
  }
  if (v->getType()->isReferenceType() && !v->getType().getNonReferenceType().isConstQualified())
    return void(block(v->getLocation(), "a reference to memory in a kernel that uses warps"));
  if (v->getType()->isPointerType() && to && to->hasLocalStorage() && to->getType()->isArrayType() && !to->hasAttr<CUDASharedAttr>())
    return void(block(v->getLocation(), "the address of a variable is kept"));
  // A number of warps that is computed from a constant is one for blocks of that size.
  if (const auto* op = v->hasInit() ? dyn_cast_or_null<BinaryOperator>(bare(v->getInit())) : nullptr; op && op->getOpcode() == BO_Div && !per_warp_)
    if (auto threads = unit_.constants.value(op->getLHS()); threads && *threads > 32 && *threads % 64 == 0 && (!form_.block_threads || form_.block_threads == threads) && is_width(op->getRHS())) {
      form_.block_threads = threads;
      state_.values[v] = {.is = Is::warps};
      return;
    }
  WidthValue value = v->hasInit() ? eval(v->getInit()) : WidthValue();
  if (!stopped()) state_.values[v] = value;
}

void WaveReader::exec(const Stmt* s) {
  s = without_attributes(s);
  if (!s || stopped()) return;
  if (gathering_ && gathered(s)) return;
  if (const auto* all = dyn_cast<CompoundStmt>(s)) {
    for (const Stmt* child : all->body()) exec(child);
  } else if (const auto* decls = dyn_cast<DeclStmt>(s)) {
    for (const Decl* d : decls->decls())
      if (const auto* v = dyn_cast<VarDecl>(d); v && !stopped()) declare(v);
  } else if (const auto* e = dyn_cast<Expr>(s)) {
    eval(e);
  } else if (const auto* b = dyn_cast<IfStmt>(s)) {
    branch(b);
  } else if (const auto* f = dyn_cast<ForStmt>(s)) {
    for_loop(f);
  } else if (const auto* w = dyn_cast<WhileStmt>(s)) {
    loop(w->getCond(), nullptr, w->getBody());
  } else if (const auto* d = dyn_cast<DoStmt>(s)) {
    loop(d->getCond(), nullptr, d->getBody());
  } else if (const auto* r = dyn_cast<ReturnStmt>(s)) {
    if (r->getRetValue()) give_back(eval(r->getRetValue()));
  } else if (isa<BreakStmt>(s) || isa<ContinueStmt>(s)) {
    // What follows in the loop is for those that have not left it.
    if (guard_.special()) block(s->getBeginLoc(), "only some lanes or warps leave the loop");
    loop_left_.on |= guard_.on;
    guard_ += loop_left_;
  } else if (const auto* sw = dyn_cast<SwitchStmt>(s)) {
    WidthValue v = plain(sw->getCond());
    if (!covered(v)) block(s->getBeginLoc(), "the lanes of a warp decide otherwise");
    const Guard before = guard_, left_before = frames_.back().left, outer = std::exchange(loop_left_, {});
    guard_.on |= v.on;
    State old = state_;
    exec(sw->getBody());
    state_ = joined(old, state_, old, {{.on = v.on}, {.on = v.on}});
    loop_left_ = outer;
    after(before, left_before, v.on);
  } else if (const auto* c = dyn_cast<SwitchCase>(s)) {
    exec(c->getSubStmt());
  } else if (isa<AsmStmt>(s)) {
    block(s->getBeginLoc(), "inline PTX");
  } else if (!isa<NullStmt>(s)) {
    block(s->getBeginLoc(), "a statement of no known form");
  }
}

void WaveReader::give_back(const WidthValue& v) {
  std::optional<WidthValue>& result = frames_.back().result;
  const bool all = guard_ == frames_.back().entry, chosen = guard_.special() && !frames_.back().entry.special();
  if (stopped() || (result && *result == v)) return;
  if (!result && all) result = v;
  else if ((!result || result->is == Is::plain) && v.is == Is::plain && !chosen) {
    const WidthValue was = result.value_or(WidthValue());
    result = WidthValue{.on = static_cast<uint8_t>(was.on | v.on | guard_.on), .lane0 = was.lane0 || v.lane0, .warp0 = was.warp0 || v.warp0};
  } else result = WidthValue{.is = Is::other};
}

void WaveReader::branch(const IfStmt* s) {
  if (s->getInit()) exec(s->getInit());
  // Of an instantiation's if constexpr one side is left.
  if (s->isConstexpr())
    if (auto chosen = s->getNondiscardedCase(unit_.context)) return *chosen ? exec(*chosen) : void();
  warp_bounds_ = holds_warps(s->getThen());
  Split split = condition(s->getCond());
  warp_bounds_ = false;
  if (stopped() || pick_totals(s, split)) return;
  const Guard before = guard_, left_before = frames_.back().left;
  const State old = state_;
  guard_ += split.yes;
  exec(s->getThen());
  State yes = std::exchange(state_, old);
  guard_ = before;
  guard_ += split.no;
  if (s->getElse()) exec(s->getElse());
  const bool yes_leaves = leaves(s->getThen()), no_leaves = s->getElse() && leaves(s->getElse());
  if (no_leaves) state_ = yes;
  else if (!yes_leaves) state_ = joined(old, yes, state_, split);
  after(before, left_before, split.yes.on);
  if (yes_leaves) leave(split.no);
  if (no_leaves) leave(split.yes);
}

// `if (lane < warps) v = totals[lane];`, with another value in the other lanes, or the one that v had.
bool WaveReader::pick_totals(const IfStmt* s, const Split& split) {
  if (!split.yes.below_warps) return false;
  auto assignment = [](const Stmt* side) -> const BinaryOperator* {
    auto all = statements_of(side);
    const auto* set = all.size() == 1 && isa<Expr>(all[0]) ? dyn_cast<BinaryOperator>(bare(cast<Expr>(all[0]))) : nullptr;
    return set && set->getOpcode() == BO_Assign && named_variable(set->getLHS()) ? set : nullptr;
  };
  const BinaryOperator *yes = assignment(s->getThen()), *no = s->getElse() ? assignment(s->getElse()) : nullptr;
  if (!yes || (s->getElse() && (!no || named_variable(no->getLHS()) != named_variable(yes->getLHS())))) return false;
  const Guard before = guard_;
  guard_ += split.yes;
  WidthValue v = eval(yes->getRHS());
  guard_ = before;
  WidthValue rest = no ? eval(no->getRHS()) : state_.values[root(named_variable(yes->getLHS()))];
  if (stopped()) return true;
  if (v.is != Is::totals) return block(s->getBeginLoc(), "lanes choose what they read by the number of warps"), true;
  assign(yes->getLHS(), with_rest(v, rest, yes->getRHS()->getType(), s->getBeginLoc(), split), s->getBeginLoc());
  return true;
}

// The warps' totals with what stands in the lanes beyond them.
WidthValue WaveReader::with_rest(WidthValue totals, const WidthValue& rest, QualType type, SourceLocation at, const Split& split) {
  const bool neutral = rest.number && is_neutral(totals.join, *rest.number, type.getNonReferenceType(), unit_.context);
  if (rest.is != Is::plain || rest.on || rest.lane0 || rest.warp0 || (!neutral && !is_idempotent(totals.join)))
    return block(at, "what stands for the missing warps is not neutral");
  // With 32 warps of 32 lanes no lane is beyond.
  if (!neutral) form_.below_1024 = true;
  totals.warp0 |= split.yes.warp0;
  return totals;
}

}  // namespace wavelift::analysis
