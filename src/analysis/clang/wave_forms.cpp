// The loops of a kernel: those that join lanes, that walk over a warp's elements, items and results, and all others; and the
// kernels that are read.
#include "analysis/clang/wave_reader.h"
#include <algorithm>
#include <clang/AST/RecursiveASTVisitor.h>
#include <set>
#include <utility>

namespace wavelift::analysis {
using namespace clang;
using Is = WidthValue::Is;

namespace {

// Joins into variables that are declared outside.
struct Joins : RecursiveASTVisitor<Joins> {
  const ASTContext& context;
  std::vector<JoinStep> steps;
  std::set<const VarDecl*> declared;
  explicit Joins(const ASTContext& c) : context(c) {}
  bool VisitStmt(Stmt* s) {
    if (isa<IfStmt, BinaryOperator, CXXOperatorCallExpr>(s))
      if (auto step = join_step(s, context)) steps.push_back(*step);
    return true;
  }
  bool VisitVarDecl(VarDecl* v) {
    declared.insert(v);
    return true;
  }
};

// The variables that a loop changes.
std::set<const VarDecl*> changed_in(const Stmt* body, const Expr* step) {
  struct Changes : RecursiveASTVisitor<Changes> {
    std::set<const VarDecl*> found;
    void add(const Expr* e) {
      if (const VarDecl* v = named_variable(e)) found.insert(v);
    }
    bool VisitBinaryOperator(BinaryOperator* e) {
      if (e->isAssignmentOp()) add(e->getLHS());
      return true;
    }
    bool VisitUnaryOperator(UnaryOperator* e) {
      if (e->isIncrementDecrementOp()) add(e->getSubExpr());
      return true;
    }
  } changes;
  changes.TraverseStmt(const_cast<Stmt*>(body));
  if (step) changes.TraverseStmt(const_cast<Expr*>(step));
  return changes.found;
}

}  // namespace

bool WaveReader::holds_warps(const Stmt* s) const {
  struct Finder : RecursiveASTVisitor<Finder> {
    const WaveReader& reader;
    bool found = false;
    explicit Finder(const WaveReader& r) : reader(r) {}
    bool VisitCallExpr(CallExpr* e) {
      const FunctionDecl* f = e->getDirectCallee();
      uint32_t number = f ? reader.unit_.number_of(f) : UINT32_MAX;
      found |= (number != UINT32_MAX && reader.uses_[number].warps) || shuffle_of(e, reader.unit_.places).has_value();
      return !found;
    }
  } finder(*this);
  finder.TraverseStmt(const_cast<Stmt*>(s));
  return finder.found;
}

void WaveReader::loop(const Expr* test, const Expr* step, const Stmt* body) {
  const Guard before = guard_, left_before = frames_.back().left, outer = std::exchange(loop_left_, {});
  uint8_t on = 0;
  // What is counted on from a thread's number is no such number from the second round on.
  for (const VarDecl* v : changed_in(body, step))
    if (auto it = state_.values.find(root(v)); !per_warp_ && it != state_.values.end() && (it->second.is == Is::thread || it->second.is == Is::global_thread))
      it->second = {.on = on_thread};
  const auto edits = frames_.back().edits;
  const auto edits_of = edits_of_;
  // What is known of a variable only gets less from round to round.
  for (int round = 0;; ++round) {
    if (round == 8) return void(block(body->getBeginLoc(), "a loop in which values depend on the width"));
    const State old = state_;
    const Guard left = frames_.back().left, loop_left = loop_left_;
    frames_.back().edits = edits;
    edits_of_ = edits_of;
    Split split = test ? condition(test) : Split();
    if (split.yes.special() || split.no.special()) block(test->getBeginLoc(), "only some lanes or warps go on in the loop");
    if (stopped()) return;
    on |= split.yes.on;
    guard_ += split.yes;
    guard_ += loop_left_;
    exec(body);
    if (step) eval(step);
    if (stopped()) return;
    const uint8_t by = split.yes.on | loop_left_.on;
    state_ = joined(old, state_, old, {{.on = by}, {.on = by}});
    guard_ = before;
    if (state_ == old && left == frames_.back().left && loop_left == loop_left_) break;
  }
  on |= loop_left_.on;
  loop_left_ = outer;
  after(before, left_before, on);
}

void WaveReader::for_loop(const ForStmt* s) {
  if (auto head = counted_loop(s))
    if ((holds_shuffle(s->getBody(), unit_.places) && (reduction(s, *head) || scan(s, *head))) || totals_loop(s, *head) || lane_loop(s, *head) || item_loop(s, *head)) return;
  if (stopped()) return;
  exec(s->getInit());
  loop(s->getCond(), s->getInc(), s->getBody());
}

// The call takes all lanes, of that variable and by that distance; what says so is changed.
bool WaveReader::takes_whole_warp(const Shuffle& s) {
  const SourceLocation at = s.call->getBeginLoc();
  if (s.mask) {
    auto mask = unit_.constants.value(s.mask->IgnoreParenImpCasts());
    if (mask != 0xffffffff && mask != -1) return block(at, "a shuffle with a mask that is not known to be full"), false;
    change(s.mask->getSourceRange(), WidthEdit::To::full_mask);
  }
  if (s.width && !is_width(s.width)) return block(at, "a shuffle in parts of a warp"), false;
  change(s.call->getCallee()->getSourceRange(), WidthEdit::To::name);
  return !stopped();
}

// for (d = W / 2; d > 0; d /= 2) v JOIN= shuffle(v, d), or d from 1 to W / 2; several variables at once, and by way of temporaries.
bool WaveReader::reduction(const ForStmt* s, const CountedLoop& head) {
  const bool halves = (head.step == BO_Shr && unit_.constants.value(head.by) == 1) || (head.step == BO_Div && unit_.constants.value(head.by) == 2);
  const bool doubles = (head.step == BO_Shl && unit_.constants.value(head.by) == 1) || (head.step == BO_Mul && unit_.constants.value(head.by) == 2) ||
                       (head.step == BO_Add && head.by && named_variable(head.by) == head.variable);
  if (!halves && !doubles) return false;

  struct Step {
    JoinStep join;
    Shuffle shuffle;
  };
  std::vector<Step> steps;
  std::map<const VarDecl*, std::optional<Shuffle>> fetched;
  for (const Stmt* one : statements_of(s->getBody())) {
    if (const auto* decls = dyn_cast<DeclStmt>(one)) {
      for (const Decl* d : decls->decls()) {
        const auto* v = dyn_cast<VarDecl>(d);
        if (!v) return false;
        fetched[v] = v->hasInit() ? shuffle_of(v->getInit(), unit_.places) : std::nullopt;
        if (v->hasInit() && !fetched[v]) return false;
      }
      continue;
    }
    if (const auto* e = dyn_cast<Expr>(one))
      if (const auto* set = dyn_cast<BinaryOperator>(bare(e)); set && set->getOpcode() == BO_Assign && named_variable(set->getLHS()))
        if (auto shuffle = shuffle_of(set->getRHS(), unit_.places)) {
          fetched[named_variable(set->getLHS())] = shuffle;
          continue;
        }
    auto join = join_step(one, unit_.context);
    if (!join) return false;
    auto shuffle = shuffle_of(join->other, unit_.places);
    if (auto it = fetched.find(named_variable(join->other)); !shuffle && it != fetched.end()) shuffle = it->second;
    if (!shuffle || named_variable(shuffle->value) != join->into || named_variable(shuffle->distance) != head.variable) return false;
    if (shuffle->kind != WarpCall::Kind::shuffle_down && shuffle->kind != WarpCall::Kind::shuffle_xor) return false;
    steps.push_back({*join, *shuffle});
  }
  if (steps.empty()) return false;

  const SourceLocation at = s->getBeginLoc();
  if (halves) {
    auto end = head.end ? unit_.constants.value(head.end) : 0;
    const bool to_one = (head.compare == BO_GT && end == 0) || (head.compare == BO_GE && end == 1) || (head.compare == BO_NE && end == 0);
    if (!to_one || !is_half(head.first)) return block(at, "a shuffle over other lanes than the whole warp's"), true;
  } else {
    const bool to_half = head.end && ((head.compare == BO_LT && is_width(head.end)) || (head.compare == BO_LE && is_half(head.end)));
    if (unit_.constants.value(head.first) != 1 || !to_half) return block(at, "a shuffle over other lanes than the whole warp's"), true;
  }
  for (const Step& step : steps) {
    if (!takes_whole_warp(step.shuffle)) return true;
    reduce(step.join.into, step.join.join, step.shuffle.kind, step.shuffle.call->getBeginLoc());
  }
  // What was fetched last is of no use.
  for (const auto& [v, unused] : fetched) state_.values[root(v)] = {.is = Is::other};
  return true;
}

void WaveReader::reduce(const VarDecl* v, Join join, WarpCall::Kind by, SourceLocation at) {
  WidthValue& x = state_.values[root(v)];
  const bool first_lane = by == WarpCall::Kind::shuffle_down;
  if (stopped()) return;
  if (guard_.lane0 || guard_.vague()) return void(block(at, "a shuffle that not all lanes reach"));
  if (x.lane0 || x.warp0 > guard_.warp0) {
    if (x.is != Is::totals || x.lane0) return void(block(at, "a shuffle of a value that not all lanes have"));
  }
  QualType type = v->getType().getNonReferenceType();
  const bool reorders = !type->isIntegerType() && (join == Join::add || join == Join::multiply);
  switch (x.is) {
  case Is::part:
    if (x.join != join || (guard_.on & (on_thread | on_element)) || (guard_.warp0 && in_item())) return void(block(at, "a shuffle that joins by another operation than the lanes did"));
    x = {.on = x.on, .lane0 = first_lane};
    break;
  case Is::totals:
    if (x.join != join || guard_.on) return void(block(at, "the warps' results are joined by another operation than the lanes'"));
    x = {.lane0 = first_lane, .warp0 = x.warp0};
    break;
  case Is::plain:
    if (is_idempotent(join) && !(x.on & (on_thread | on_element))) return;
    if (in_item() || (x.on & (on_item | on_element))) return void(block(at, "each lane of a warp brings the same value"));
    if (guard_.warp0 || guard_.on) return void(block(at, "a shuffle that not all threads reach"));
    x = {.is = Is::total, .join = join, .lane0 = first_lane};
    break;
  default: block(at, "a shuffle of what depends on the width already"); return;
  }
  form_.float_order |= reorders;
}

// for (w = 0; w < warps; ++w) v JOIN= totals[w], or from 1 where v is totals[0].
bool WaveReader::totals_loop(const ForStmt* s, const CountedLoop& head) {
  auto step = join_step(s->getBody(), unit_.context);
  const auto* read = step ? dyn_cast<ArraySubscriptExpr>(bare(step->other)) : nullptr;
  const VarDecl* array = read ? shared_array(read->getBase()) : nullptr;
  if (!array || named_variable(read->getIdx()) != head.variable) return false;
  const Shared shared = state_.shared[array];
  auto first = unit_.constants.value(head.first);
  const bool counts = head.step == BO_Add && (!head.by || unit_.constants.value(head.by) == 1) && head.compare == BO_LT && (first == 0 || first == 1);
  if (shared.is != Shared::Is::totals || !counts) return false;
  if (eval(head.end).is != Is::warps) return stopped() ? true : (block(s->getBeginLoc(), "not all warps' results are joined"), true);
  const WidthValue x = state_.values[root(step->into)];
  const bool starts = first == 0 ? x.is == Is::plain : x.is == Is::first_total && x.join == shared.join;
  if (shared.join != step->join || !starts || guard_.vague()) return block(s->getBeginLoc(), "the warps' results are joined in no known way"), true;
  form_.block_totals = true;
  state_.values[root(step->into)] = {.on = x.on, .lane0 = x.lane0, .warp0 = x.warp0};
  return true;
}

// for (i = lane; i < n; i += W), also from `start + lane` on: the warp's lanes share out the elements.
bool WaveReader::lane_loop(const ForStmt* s, const CountedLoop& head) {
  auto is_lane = [&](const Expr* e) {
    const VarDecl* v = named_variable(e);
    auto it = v ? state_.values.find(root(v)) : state_.values.end();
    return it != state_.values.end() && it->second.is == Is::lane;
  };
  const Expr* start = nullptr;
  if (!is_lane(head.first)) {
    const auto* sum = dyn_cast<BinaryOperator>(bare(head.first));
    if (!sum || sum->getOpcode() != BO_Add) return false;
    if (is_lane(sum->getRHS())) start = sum->getLHS();
    else if (is_lane(sum->getLHS())) start = sum->getRHS();
    else return false;
  }
  const SourceLocation at = s->getBeginLoc();
  if (head.step != BO_Add || !head.by || !head.end || (head.compare != BO_LT && head.compare != BO_LE) || !is_width(head.by))
    return block(at, "a loop over lanes that does not go on by the width"), true;
  WidthValue from = start ? plain(start) : WidthValue(), to = plain(head.end);
  if (stopped()) return true;
  const uint8_t on = from.on | to.on | guard_.on;
  if (guard_.lane0 || guard_.vague() || (guard_.warp0 && in_item()) || (on & (on_thread | on_element)) || !covered(from) || !covered(to))
    return block(at, "a loop over lanes that not all lanes run"), true;
  Joins joins(unit_.context);
  joins.TraverseStmt(const_cast<Stmt*>(s->getBody()));
  joins.declared.insert(head.variable);
  for (const JoinStep& step : joins.steps) {
    if (joins.declared.contains(step.into) || !step.into->hasLocalStorage()) continue;
    WidthValue& x = state_.values[root(step.into)];
    if (x.is == Is::part && x.join == step.join) continue;
    const bool starts = x.is == Is::plain && !(x.on & (on_thread | on_element)) && !x.lane0 && !x.warp0 &&
                        (is_idempotent(step.join) || (x.number && is_neutral(step.join, *x.number, step.into->getType().getNonReferenceType(), unit_.context)));
    if (!starts) return block(at, "a lane's sum does not begin with a neutral value"), true;
    x = {.is = Is::part, .join = step.join, .on = static_cast<uint8_t>(in_item() ? on_item : on_nothing)};
    if (!step.into->getType().getNonReferenceType()->isIntegerType()) form_.float_order |= step.join == Join::add || step.join == Join::multiply;
  }
  const auto declared_before = std::exchange(inside_, joins.declared);
  const size_t gathering_before = std::exchange(gathering_, frames_.size());
  const Guard before = guard_, left_before = frames_.back().left, loop_left = std::exchange(loop_left_, {});
  guard_.on |= on | on_element;
  state_.values[head.variable] = {.on = static_cast<uint8_t>(on | on_element)};
  exec(s->getBody());
  gathering_ = gathering_before;
  inside_ = declared_before;
  if (!(frames_.back().left == left_before) || (loop_left_.on & ~uint8_t(on_element))) block(at, "a lane leaves its elements early");
  loop_left_ = loop_left;
  guard_ = before;
  return true;
}

// In a loop over lanes: one more element joined to what the lane has gathered.
bool WaveReader::gathered(const Stmt* s) {
  auto step = join_step(s, unit_.context);
  if (!step || inside_.contains(step->into)) return false;
  const WidthValue x = state_.values[root(step->into)];
  if (x.is != Is::part || x.join != step->join) return false;
  WidthValue other = plain(step->other);
  if (!stopped() && (!covered(other) || (other.on & on_thread))) block(s->getBeginLoc(), "a lane gathers what is no element of its own");
  return true;
}

// for (item = the warp's number in the grid; item < n; item += all warps)
bool WaveReader::item_loop(const ForStmt* s, const CountedLoop& head) {
  if (per_warp_ || head.step != BO_Add || !head.by || !head.end) return false;
  if (eval(head.first).is != Is::global_warp) return false;
  if (stopped()) return true;
  if ((head.compare != BO_LT && head.compare != BO_LE) || eval(head.by).is != Is::all_warps) return block(s->getBeginLoc(), "the warps do not take their items in turn"), true;
  WidthValue end = plain(head.end);
  if (stopped()) return true;
  if (guard_.special() || guard_.on || end.on || end.lane0 || end.warp0) return block(s->getBeginLoc(), "not all warps take their items in turn"), true;
  form_.items = true;
  const Guard before = guard_;
  guard_.on |= on_item;
  state_.values[head.variable] = {.on = on_item};
  loop(s->getCond(), nullptr, s->getBody());
  guard_ = before;
  guard_ += frames_.back().left;
  return true;
}

WaveForm WaveReader::read(const FunctionDecl* kernel, uint32_t number) {
  form_.function = number;
  numbers_ = {number};
  reading_ = {kernel};
  frames_.push_back({guard_});
  exec(kernel->getBody());
  form_.edits.assign(frames_.back().edits.begin(), frames_.back().edits.end());
  for (const auto& [function, edits] : edits_of_) form_.edits.insert(form_.edits.end(), edits.begin(), edits.end());
  for (const WidthEdit& e : form_.edits)
    if (unit_.facts.functions[e.function].host) block(kernel->getLocation(), unit_.facts.functions[e.function].name + " is a function of host and device");
  std::ranges::sort(form_.edits);
  form_.more_blocks = per_warp_ && numbers_warps_;
  return form_;
}

namespace {

// What a function, or one that it calls, uses.
struct Uses : RecursiveASTVisitor<Uses> {
  const Places& places;
  WaveUse use;
  explicit Uses(const Places& p) : places(p) {}
  bool VisitDeclRefExpr(DeclRefExpr* e) {
    const NamedDecl* d = e->getDecl();
    if (!d->getIdentifier() || places.is_users(d->getLocation())) return true;
    llvm::StringRef name = d->getName();
    use.threads |= name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim" || name == "warpSize" || name == "__syncthreads";
    return true;
  }
  bool VisitAsmStmt(AsmStmt*) {
    use.threads = true;
    return true;
  }
};

void add_form(std::vector<WaveForm>& forms, WaveForm form) {
  auto it = std::ranges::find(forms, form.function, &WaveForm::function);
  if (it == forms.end()) {
    forms.push_back(std::move(form));
    return;
  }
  // Instantiations of one template have one text.
  if (it->blocked) return;
  if (!form.blocked && form.edits != it->edits) form.blocked = Place(), form.reason = "its instantiations differ in what is the width";
  const bool below = it->below_1024 || form.below_1024, more = it->more_blocks, floats = it->float_order || form.float_order;
  if (!form.blocked && (more != form.more_blocks || it->block_threads != form.block_threads)) form.blocked = Place(), form.reason = "its instantiations differ in what is the width";
  *it = std::move(form);
  it->below_1024 = below, it->float_order = floats;
}

}  // namespace

void collect_wave_forms(Unit& unit) {
  Facts& facts = unit.facts;
  std::vector<WaveUse> uses(facts.functions.size());
  for (const FunctionDecl* f : unit.bodies) {
    Uses own(unit.places);
    own.TraverseStmt(f->getBody());
    uses[unit.number_of(f)].threads |= own.use.threads;
  }
  for (const WarpCall& c : facts.warp_calls) uses[c.function].warps = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < uses.size(); ++i)
      for (uint32_t c : facts.functions[i].calls) {
        WaveUse more{uses[i].threads || uses[c].threads, uses[i].warps || uses[c].warps};
        changed |= more.threads != uses[i].threads || more.warps != uses[i].warps;
        uses[i] = more;
      }
  }
  for (const FunctionDecl* f : unit.bodies) {
    const uint32_t number = unit.number_of(f);
    if (!facts.functions[number].kernel || !uses[number].warps) continue;
    WaveForm form;
    if (facts.functions[number].has_errors || f->isDependentContext()) {
      form.function = number;
      form.blocked = unit.places.at(f->getLocation());
      form.reason = f->isDependentContext() ? "a template of which no instantiation is seen" : "it cannot be parsed";
    } else {
      WaveReader blocks(unit, uses, false);
      form = blocks.read(f, number);
      if (form.blocked && blocks.numbers_warps()) form = WaveReader(unit, uses, true).read(f, number);
      if (form.blocked && form.blocked->line == 0) form.blocked = unit.places.at(f->getLocation());
    }
    add_form(facts.wave_forms, std::move(form));
  }
  for (WaveForm& form : facts.wave_forms)
    if (form.blocked && form.blocked->file.empty()) form.blocked = facts.functions[form.function].place;
}

}  // namespace wavelift::analysis
