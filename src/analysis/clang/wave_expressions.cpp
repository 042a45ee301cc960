// What expressions are, and which threads a condition chooses.
#include "analysis/clang/wave_reader.h"
#include <tuple>

namespace wavelift::analysis {
using namespace clang;
using Is = WidthValue::Is;

namespace {

WidthValue made(Is is) { return {.is = is}; }
WidthValue plain_on(uint8_t on) { return {.on = on}; }

// `a` and `b` in one plain value.
WidthValue both(const WidthValue& a, const WidthValue& b) {
  return {.on = static_cast<uint8_t>(a.on | b.on), .lane0 = a.lane0 || b.lane0, .warp0 = a.warp0 || b.warp0};
}

const char* described(Is is) {
  switch (is) {
  case Is::lane: return "a lane's number is used as data";
  case Is::warp:
  case Is::block_warps:
  case Is::global_warp: return "a warp's number is used as data";
  case Is::warps:
  case Is::all_warps: return "the number of warps is used as data";
  case Is::width: return "the warp's width is used as data";
  case Is::part: return "what one lane has gathered is used as it is";
  case Is::total:
  case Is::first_total: return "a warp's own result is used where it is not joined with the other warps'";
  case Is::totals:
  case Is::loose_totals: return "the warps' results are used before they are joined";
  case Is::prefix:
  case Is::prefixes:
  case Is::before:
  case Is::block_prefix: return "a sum over the lanes or warps before is used where it is not joined with the others";
  default: return "a value depends on the warp's width in no known way";
  }
}

bool holds_parameter(const Stmt* s) {
  if (!s) return false;
  if (isa<SubstNonTypeTemplateParmExpr>(s)) return true;
  for (const Stmt* child : s->children())
    if (holds_parameter(child)) return true;
  return false;
}

}  // namespace

WidthValue WaveReader::block(SourceLocation at, std::string reason) {
  if (!form_.blocked) form_.blocked = unit_.places.at(at), form_.reason = std::move(reason);
  return {};
}

void WaveReader::change(SourceRange range, WidthEdit::To to) {
  Span span = unit_.places.span(range);
  if (span.file.empty()) {
    block(range.getBegin(), "the width is written in a macro");
    return;
  }
  frames_.back().edits.insert({std::move(span), numbers_.back(), to});
}

const VarDecl* WaveReader::root(const VarDecl* v) const {
  for (auto it = references_.find(v); it != references_.end(); it = references_.find(v)) v = it->second;
  return v;
}

const VarDecl* WaveReader::shared_array(const Expr* e) const {
  const VarDecl* v = named_variable(e);
  return v && v->hasAttr<CUDASharedAttr>() && v->getType()->isArrayType() ? v : nullptr;
}

// The four ways to write the width. Each is changed where it stands.
bool WaveReader::is_width(const Expr* e) {
  if (unit_.constants.value(e) == 32) {
    if (holds_parameter(e)) return block(e->getBeginLoc(), "the width is a template's parameter"), true;
    change(e->getSourceRange(), WidthEdit::To::width);
    return true;
  }
  const auto* ref = dyn_cast_or_null<DeclRefExpr>(bare(e));
  return ref && name(ref).is == Is::width;
}

bool WaveReader::is_last(const Expr* e) {
  const auto* minus = dyn_cast_or_null<BinaryOperator>(bare(e));
  if (minus && minus->getOpcode() == BO_Sub && unit_.constants.value(minus->getRHS()) == 1 && !minus->getOperatorLoc().isMacroID()) return is_width(minus->getLHS());
  if (unit_.constants.value(e) != 31) return false;
  if (holds_parameter(e)) return block(e->getBeginLoc(), "the width is a template's parameter"), true;
  change(e->getSourceRange(), WidthEdit::To::last);
  return true;
}

bool WaveReader::is_shift(const Expr* e) {
  if (unit_.constants.value(e) != 5) return false;
  if (holds_parameter(e)) return block(e->getBeginLoc(), "the width is a template's parameter"), true;
  change(e->getSourceRange(), WidthEdit::To::shift);
  return true;
}

bool WaveReader::is_half(const Expr* e) {
  const auto* op = dyn_cast_or_null<BinaryOperator>(bare(e));
  if (op && !op->getOperatorLoc().isMacroID() &&
      ((op->getOpcode() == BO_Div && unit_.constants.value(op->getRHS()) == 2) || (op->getOpcode() == BO_Shr && unit_.constants.value(op->getRHS()) == 1)))
    return is_width(op->getLHS());
  if (unit_.constants.value(e) != 16) return false;
  if (holds_parameter(e)) return block(e->getBeginLoc(), "the width is a template's parameter"), true;
  change(e->getSourceRange(), WidthEdit::To::half);
  return true;
}

// blockDim.x + W - 1
bool WaveReader::rounds_up(const Expr* e) {
  const auto* op = dyn_cast_or_null<BinaryOperator>(bare(e));
  if (!op) return false;
  const auto is_size = [&](const Expr* x) { return (isa<DeclRefExpr>(bare(x)) || coordinate(bare(x)).base) && eval(x).is == Is::block_size; };
  if (op->getOpcode() == BO_Add) return is_size(op->getLHS()) && is_last(op->getRHS());
  const auto* sum = op->getOpcode() == BO_Sub && unit_.constants.value(op->getRHS()) == 1 ? dyn_cast<BinaryOperator>(bare(op->getLHS())) : nullptr;
  return sum && sum->getOpcode() == BO_Add && is_size(sum->getLHS()) && is_width(sum->getRHS());
}

// The number of the warp, or of warps, less one.
bool WaveReader::is_one_before(const Expr* e, Is what) {
  const auto* op = dyn_cast_or_null<BinaryOperator>(bare(e));
  if (!op || op->getOpcode() != BO_Sub || unit_.constants.value(op->getRHS()) != 1) return false;
  const VarDecl* v = named_variable(op->getLHS());
  if (v) return state_.values.contains(root(v)) && state_.values.at(root(v)).is == what;
  return eval(op->getLHS()).is == what;
}

// All lanes of the first warp reach into the array: it gets as many elements.
bool WaveReader::holds_a_wave(const VarDecl* array) {
  TypeSourceInfo* info = array->getTypeSourceInfo();
  auto loc = info ? info->getTypeLoc().getAs<ArrayTypeLoc>() : ArrayTypeLoc();
  if (loc && loc.getSizeExpr() && is_width(loc.getSizeExpr())) return true;
  block(array->getLocation(), "an array that all lanes of a warp reach into has not as many elements");
  return false;
}

WidthValue WaveReader::as_plain(WidthValue v, const Expr* e) {
  switch (v.is) {
  case Is::plain: return v;
  case Is::block_size: return {};
  case Is::block_index:
  case Is::grid_size:
  case Is::block_start:
  case Is::all_threads:
    if (per_warp_) return block(e->getBeginLoc(), "a block's number is used beside the warps' own");
    return {};
  case Is::thread:
  case Is::global_thread:
    if (per_warp_) return block(e->getBeginLoc(), "a thread's number is used beside the warp's");
    return plain_on(on_thread);
  case Is::global_warp:
    numbers_warps_ = true;
    if (per_warp_) return plain_on(on_item);
    return block(e->getBeginLoc(), described(v.is));
  default: return block(e->getBeginLoc(), described(v.is));
  }
}

WidthValue WaveReader::plain(const Expr* e) { return as_plain(eval(e), e); }

// Computed from what is in it.
WidthValue WaveReader::children(const Expr* e) {
  WidthValue out;
  for (const Stmt* child : e->children())
    if (const auto* x = dyn_cast_or_null<Expr>(child); x && !stopped()) out = both(out, plain(x));
  return out;
}

// A number that holds a sum of lanes may get wider, but what rounds it does not commute with the sum.
WidthValue WaveReader::eval(const Expr* e) {
  if (!e || stopped()) return {};
  WidthValue v = eval_whole(e);
  if (v.join == Join::none) return v;
  QualType from = bare(e)->getType().getNonReferenceType(), to = e->getType().getNonReferenceType();
  if (from->isBuiltinType() && to->isBuiltinType() && from.getCanonicalType().getUnqualifiedType() != to.getCanonicalType().getUnqualifiedType() &&
      (from->isIntegerType() != to->isIntegerType() || unit_.context.getTypeSize(to) < unit_.context.getTypeSize(from)))
    return block(e->getBeginLoc(), "a warp's result changes its type before it is joined with the others'");
  return v;
}

WidthValue WaveReader::eval_whole(const Expr* e) {
  e = bare(e);
  if (!e) return {};
  if (const VarDecl* v = named_variable(e); v && state_.values.contains(v) && state_.values.at(v).is == Is::warps) return made(Is::warps);
  if (auto n = unit_.constants.value(e)) return {.number = static_cast<double>(*n)};
  if (CoordinateRef c = coordinate(e); c.base)
    if (const auto* ref = dyn_cast<DeclRefExpr>(bare(c.base)); ref && ref->getDecl()->getIdentifier() && !unit_.places.is_users(ref->getDecl()->getLocation())) {
      llvm::StringRef of = ref->getDecl()->getName();
      bool x = c.member == "x";
      if (of == "threadIdx") return x ? made(Is::thread) : WidthValue{.number = 0};
      if (of == "blockDim") return x ? made(Is::block_size) : WidthValue{.number = 1};
      if (of == "blockIdx") return x ? made(Is::block_index) : WidthValue{};
      if (of == "gridDim") return x ? made(Is::grid_size) : WidthValue{};
    }
  if (const auto* ref = dyn_cast<DeclRefExpr>(e)) return name(ref);
  if (const auto* op = dyn_cast<BinaryOperator>(e)) {
    if (op->getOpcode() == BO_Comma) {
      eval(op->getLHS());
      return eval(op->getRHS());
    }
    if (op->getOpcode() == BO_Assign) return assign(op->getLHS(), eval(op->getRHS()), op->getOperatorLoc());
    if (op->isCompoundAssignmentOp()) {
      WidthValue l = eval(op->getLHS());
      WidthValue v = combined(BinaryOperator::getOpForCompoundAssignment(op->getOpcode()), l, op->getLHS(), eval(op->getRHS()), op->getRHS());
      return stopped() ? WidthValue() : assign(op->getLHS(), v, op->getOperatorLoc());
    }
    if (op->isComparisonOp() || op->isLogicalOp()) {
      Split s = condition(op);
      if (s.yes.special() || s.no.special()) return block(op->getOperatorLoc(), "a comparison of lanes or warps is kept as a value");
      return plain_on(s.yes.on);
    }
    return arithmetic(op);
  }
  if (const auto* op = dyn_cast<UnaryOperator>(e)) {
    if (op->getOpcode() == UO_LNot) {
      Split s = condition(op);
      if (s.yes.special() || s.no.special()) return block(op->getOperatorLoc(), "a comparison of lanes or warps is kept as a value");
      return plain_on(s.yes.on);
    }
    if (op->isIncrementDecrementOp()) return assign(op->getSubExpr(), plain(op->getSubExpr()), op->getOperatorLoc());
    if (op->getOpcode() == UO_Deref && !stopped()) {
      WidthValue at = plain(op->getSubExpr());
      if (!covered(at)) return block(op->getOperatorLoc(), "the lanes of a warp read at different places");
      return plain_on(at.on);
    }
    if (op->getOpcode() == UO_AddrOf)
      if (const VarDecl* local = named_variable(op->getSubExpr()); local && local->hasLocalStorage() && !local->hasAttr<CUDASharedAttr>())
        return block(op->getOperatorLoc(), "the address of a variable is kept");
    WidthValue v = plain(op->getSubExpr());
    v.number = {};
    if (op->getOpcode() == UO_Minus && !stopped()) {
      Expr::EvalResult result;
      if (e->EvaluateAsRValue(result, unit_.context) && result.Val.isFloat()) v.number = result.Val.getFloat().convertToDouble();
    }
    return v;
  }
  if (const auto* literal = dyn_cast<FloatingLiteral>(e)) return {.number = literal->getValueAsApproximateDouble()};
  if (const auto* c = dyn_cast<ConditionalOperator>(e)) return either(c);
  if (const auto* a = dyn_cast<ArraySubscriptExpr>(e)) return element(a);
  if (const auto* c = dyn_cast<CallExpr>(e)) return call(c);
  if (isa<LambdaExpr>(e)) return block(e->getBeginLoc(), "a lambda in a kernel that uses warps");
  if (isa<RecoveryExpr>(e) || e->isTypeDependent() || e->isValueDependent()) return block(e->getBeginLoc(), "this cannot be parsed");
  return children(e);
}

WidthValue WaveReader::name(const DeclRefExpr* e) {
  const auto* v = dyn_cast<VarDecl>(e->getDecl());
  if (!v) return {};
  if (v->getIdentifier() && v->getName() == "warpSize" && !unit_.places.is_users(v->getLocation())) {
    change(e->getSourceRange(), WidthEdit::To::width);
    return made(Is::width);
  }
  auto it = state_.values.find(root(v));
  return it == state_.values.end() ? WidthValue() : it->second;
}

WidthValue WaveReader::arithmetic(const BinaryOperator* e) {
  const Expr *l = e->getLHS(), *r = e->getRHS();
  BinaryOperatorKind op = e->getOpcode();
  if (op == BO_Div || op == BO_Shr)
    if (rounds_up(l)) return (op == BO_Div ? is_width(r) : is_shift(r)) ? made(Is::warps) : block(e->getOperatorLoc(), "the number of warps is computed in no known way");
  WidthValue a = eval(l);
  bool thread = a.is == Is::thread || a.is == Is::global_thread;
  switch (op) {
  case BO_Rem:
    if (thread && is_width(r)) return made(Is::lane);
    break;
  case BO_And:
    if (thread && is_last(r)) return made(Is::lane);
    break;
  case BO_Div:
  case BO_Shr:
    if (!thread && a.is != Is::block_size && a.is != Is::all_threads) break;
    if (op == BO_Div ? !is_width(r) : !is_shift(r)) break;
    return made(a.is == Is::thread ? Is::warp : a.is == Is::global_thread ? Is::global_warp : a.is == Is::block_size ? Is::warps : Is::all_warps);
  default: break;
  }
  if (stopped()) return {};
  return combined(op, a, l, eval(r), r);
}

WidthValue WaveReader::combined(BinaryOperatorKind op, WidthValue a, const Expr* l, WidthValue b, const Expr* r) {
  if (stopped()) return {};
  auto are = [&](Is x, Is y) { return (a.is == x && b.is == y) || (a.is == y && b.is == x); };
  if (op == BO_Mul) {
    if (are(Is::block_index, Is::block_size)) return made(Is::block_start);
    if (are(Is::grid_size, Is::block_size)) return made(Is::all_threads);
    if (are(Is::block_index, Is::warps)) return made(Is::block_warps);
    if (are(Is::grid_size, Is::warps)) return made(Is::all_warps);
  }
  if (op == BO_Add) {
    if (are(Is::block_start, Is::thread)) return made(Is::global_thread);
    if (are(Is::block_warps, Is::warp)) return made(Is::global_warp);
    // What all warps before have, and what the lanes before have, is what all threads before have.
    if (are(Is::prefix, Is::before) && a.join == Join::add && b.join == Join::add) {
      if ((a.on | b.on) & (on_item | on_element)) return block(l->getBeginLoc(), described(Is::before));
      if (guard_.later_warps) return a.on || b.on ? block(l->getBeginLoc(), described(Is::before)) : WidthValue{.is = Is::block_prefix, .join = a.join};
      return plain_on(on_thread);
    }
    if (a.is == Is::before && b.is == Is::plain && a.join == Join::add && !b.lane0 && !b.warp0) return a.on |= b.on | on_thread, a;
    if (b.is == Is::before && a.is == Is::plain && b.join == Join::add && !a.lane0 && !a.warp0) return b.on |= a.on | on_thread, b;
  }
  if ((op == BO_Add || op == BO_Sub) && a.is == Is::prefix && a.join == Join::add && b.is == Is::plain && !b.lane0 && !b.warp0) return a.on |= b.on | on_thread, a;
  return both(as_plain(a, l), as_plain(b, r));
}

WidthValue WaveReader::element(const ArraySubscriptExpr* e) {
  const VarDecl* array = shared_array(e->getBase());
  if (!array) {
    WidthValue v = both(plain(e->getBase()), plain(e->getIdx()));
    if (!covered(v)) return block(e->getExprLoc(), "the lanes of a warp read at different places");
    // An array of the thread's own has what was put into it.
    if (const VarDecl* own = named_variable(e->getBase()); own && own->getType()->isArrayType()) return v;
    return plain_on(v.on);
  }
  const Shared s = state_.shared[array];
  if (s.is == Shared::Is::scanned) {
    if (guard_.later_warps && is_one_before(e->getIdx(), Is::warp)) return {.is = Is::before, .join = s.join};
    if (is_one_before(e->getIdx(), Is::warps)) return {};
  }
  WidthValue at = eval(e->getIdx());
  if (stopped()) return {};
  if (s.is == Shared::Is::data) {
    at = as_plain(at, e->getIdx());
    if (!covered(at)) return block(e->getExprLoc(), "the lanes of a warp read at different places");
    return plain_on(at.on);
  }
  if (s.is == Shared::Is::single && at.number && *at.number == static_cast<double>(s.element.value_or(-1))) return {};
  if (s.is == Shared::Is::totals && at.number == 0.0) return {.is = Is::first_total, .join = s.join};
  if (s.is == Shared::Is::totals && !guard_.below_warps && guard_.warp0 && (at.is == Is::lane || at.is == Is::thread))
    return holds_a_wave(array) ? WidthValue{.is = Is::loose_totals, .join = s.join} : WidthValue();
  if (s.is == Shared::Is::totals && guard_.below_warps && (at.is == Is::lane || at.is == Is::thread)) return {.is = Is::totals, .join = s.join, .warp0 = at.is == Is::thread};
  if (s.is == Shared::Is::written) return block(e->getExprLoc(), "the warps' results are read with no barrier before");
  return block(e->getExprLoc(), "the warps' results are read in no known way");
}

WidthValue WaveReader::either(const ConditionalOperator* e) {
  Split split = condition(e->getCond());
  Guard before = guard_;
  guard_ += split.yes;
  WidthValue yes = eval(e->getTrueExpr());
  guard_ = before;
  guard_ += split.no;
  WidthValue no = eval(e->getFalseExpr());
  guard_ = before;
  if (stopped()) return {};
  if (split.yes.below_warps && yes.is == Is::totals) {
    return with_rest(yes, no, e->getTrueExpr()->getType(), e->getFalseExpr()->getBeginLoc(), split);
  }
  for (const auto& [side, rest, guard] : {std::tuple(yes, no, split.yes), std::tuple(no, yes, split.no)})
    if (guard.later_warps && side.is == Is::before && rest.number && is_neutral(side.join, *rest.number, e->getType().getNonReferenceType(), unit_.context)) return side;
  if (split.yes.special() || split.no.special()) return block(e->getQuestionLoc(), "lanes or warps choose between two values");
  WidthValue out = both(as_plain(yes, e->getTrueExpr()), as_plain(no, e->getFalseExpr()));
  out.on |= split.yes.on;
  return out;
}

Split WaveReader::condition(const Expr* e) {
  if (stopped()) return {};
  e = bare(e);
  if (const auto* op = dyn_cast<UnaryOperator>(e); op && op->getOpcode() == UO_LNot) {
    Split s = condition(op->getSubExpr());
    return {s.no, s.yes};
  }
  if (const auto* op = dyn_cast<BinaryOperator>(e)) {
    if (op->isLogicalOp()) {
      Split a = condition(op->getLHS());
      Guard before = guard_;
      guard_ += op->getOpcode() == BO_LAnd ? a.yes : a.no;
      Split b = condition(op->getRHS());
      guard_ = before;
      auto all = [](Guard x, const Guard& y) { return x += y; };
      auto one = [](const Guard& x, const Guard& y) { return Guard{.unknown = x.special() || y.special(), .on = static_cast<uint8_t>(x.on | y.on)}; };
      return op->getOpcode() == BO_LAnd ? Split{all(a.yes, b.yes), one(a.no, b.no)} : Split{one(a.yes, b.yes), all(a.no, b.no)};
    }
    if (op->isComparisonOp()) return comparison(op);
  }
  // A number that is not 0.
  WidthValue v = eval(e);
  switch (v.is) {
  case Is::lane: return {{.unknown = true}, {.lane0 = true}};
  case Is::warp: return {{.later_warps = true}, {.warp0 = true}};
  case Is::thread: return {{.on = on_thread}, {.lane0 = true, .warp0 = true}};
  default: break;
  }
  v = as_plain(v, e);
  if (!covered(v)) block(e->getBeginLoc(), "the lanes of a warp decide otherwise");
  return {{.on = v.on}, {.on = v.on}};
}

Split WaveReader::comparison(const BinaryOperator* e) {
  const Expr *l = e->getLHS(), *r = e->getRHS();
  BinaryOperatorKind op = e->getOpcode();
  WidthValue a = eval(l);
  auto zero = unit_.constants.value(r);
  // x == 0, x < 1, x <= 0, and their opposites.
  bool equal = (op == BO_EQ && zero == 0) || (op == BO_LT && zero == 1) || (op == BO_LE && zero == 0);
  bool unequal = (op == BO_NE && zero == 0) || (op == BO_GE && zero == 1) || (op == BO_GT && zero == 0);
  if (equal || unequal) {
    Split s;
    if (a.is == Is::lane) s = {{.lane0 = true}, {.unknown = true}};
    if (a.is == Is::warp) s = {{.warp0 = true}, {.later_warps = true}};
    if (a.is == Is::thread && !per_warp_) s = {{.lane0 = true, .warp0 = true}, {.on = on_thread}};
    if (s.yes.special()) return equal ? s : Split{s.no, s.yes};
  }
  if ((op == BO_EQ || op == BO_NE) && a.is == Is::lane && is_last(r)) {
    Split s{{.last_lane = true}, {.unknown = true}};
    return op == BO_EQ ? s : Split{s.no, s.yes};
  }
  // Blocks are no smaller than a wave.
  if (op == BO_EQ && a.is == Is::thread && !per_warp_ && zero && *zero > 0 && *zero < form_.block_threads.value_or(64))
    return {{.on = on_thread}, {.on = on_thread}, true};
  if (op == BO_LT || op == BO_GE) {
    if (a.is == Is::lane || a.is == Is::thread) {
      if (!zero || *zero == 32) {
        if (warp_bounds_ && a.is == Is::thread && is_width(r)) {
          Split s{{.warp0 = true}, {.unknown = true}};
          return op == BO_LT ? s : Split{s.no, s.yes};
        }
        WidthValue b = eval(r);
        if (b.is == Is::warps) {
          Split s{{.warp0 = a.is == Is::thread, .below_warps = true}, {.unknown = true}};
          return op == BO_LT ? s : Split{s.no, s.yes};
        }
        return Split{{.on = both(as_plain(a, l), as_plain(b, r)).on}, {.on = both(as_plain(a, l), as_plain(b, r)).on}};
      }
    }
  }
  WidthValue v = both(as_plain(a, l), plain(r));
  if (!stopped() && !covered(v)) block(e->getOperatorLoc(), "the lanes of a warp decide otherwise");
  return {{.on = v.on}, {.on = v.on}};
}

}  // namespace wavelift::analysis
