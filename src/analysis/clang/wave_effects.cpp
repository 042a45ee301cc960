// Calls, and what is written: to variables, to shared memory, to memory that outlives the kernel.
#include "analysis/clang/warp_names.h"
#include "analysis/clang/wave_reader.h"
#include <utility>

namespace wavelift::analysis {
using namespace clang;
using Is = WidthValue::Is;

namespace {

Join join_of_atomic(llvm::StringRef name) {
  if (name == "atomicAdd") return Join::add;
  if (name == "atomicMin") return Join::smallest;
  if (name == "atomicMax") return Join::largest;
  if (name == "atomicAnd") return Join::bit_and;
  if (name == "atomicOr") return Join::bit_or;
  return name == "atomicXor" ? Join::bit_xor : Join::none;
}

bool prints_or_allocates(llvm::StringRef name) {
  return name == "printf" || name == "malloc" || name == "free" || name == "memcpy" || name == "memset" || name == "__assert_fail" || name == "__trap" || name == "abort";
}

bool can_write_through(QualType t) {
  if (t->isPointerType()) return !t->getPointeeType().isConstQualified();
  return t->isReferenceType() && !t.getNonReferenceType().isConstQualified();
}

bool is_local(const VarDecl* v) { return v && v->hasLocalStorage() && !v->hasAttr<CUDASharedAttr>(); }

// The local variable that the expression is a part of; null for memory behind a pointer.
const VarDecl* owner(const Expr* e) {
  e = bare(e);
  for (;;) {
    if (const auto* member = dyn_cast<MemberExpr>(e); member && !member->isArrow()) e = bare(member->getBase());
    else if (const auto* a = dyn_cast<ArraySubscriptExpr>(e); a && bare(a->getBase())->getType()->isArrayType()) e = bare(a->getBase());
    else break;
  }
  const VarDecl* v = named_variable(e);
  return is_local(v) ? v : nullptr;
}

}  // namespace

// Writes to memory and other effects must happen at every width as often, and for the same threads, items or elements.
void WaveReader::effect(uint8_t on, SourceLocation at, bool once) {
  if (stopped()) return;
  on |= guard_.on;
  if (guard_.vague()) return void(block(at, "only some lanes or warps do this, which at another width are others"));
  if ((on & on_thread) && (on & (on_item | on_element))) return void(block(at, "a thread's number meets its warp's item"));
  const bool first_thread = guard_.lane0 && guard_.warp0;
  if (on & on_element) {
    if (guard_.lane0 || (guard_.warp0 && in_item())) block(at, "only some lanes take their elements");
    else if (once && !in_item() && !guard_.warp0) block(at, "every warp does this with the same elements");
    return;
  }
  if (!in_item() && (on & on_item)) return void(block(at, "what is made of a warp's items is used outside their loop"));
  if (in_item()) {
    if (guard_.warp0) return void(block(at, "only the first warp does this with its item"));
    if (once && !guard_.lane0) block(at, "every lane does this for the warp's item");
    return;
  }
  if (first_thread) return;
  if ((guard_.lane0 || guard_.warp0) && (once || (on & on_thread)))
    block(at, guard_.lane0 ? "this happens once for each warp" : "this happens once for each thread of the first warp");
}

void WaveReader::barrier(SourceLocation at) {
  if (guard_.on || guard_.special()) return void(block(at, "a barrier that not all threads reach"));
  for (auto& [array, s] : state_.shared)
    if (s.is == Shared::Is::written) s.is = Shared::Is::totals;
    else if (s.is == Shared::Is::scanned_written) s.is = Shared::Is::scanned;
}

void WaveReader::store_shared(const VarDecl* array, const Expr* index, WidthValue v, SourceLocation at) {
  WidthValue i = eval(index);
  if (stopped()) return;
  Shared& s = state_.shared[array];
  if (i.is == Is::warp) {
    const bool last = v.is == Is::prefix && !v.on && guard_.last_lane;
    if (v.is != Is::total && !last) return void(block(at, "what a warp puts at its own number is no result of all its lanes"));
    if (guard_.warp0 || guard_.below_warps || guard_.later_warps || guard_.unknown || guard_.on || per_warp_ || !covered(v))
      return void(block(at, "not every warp puts its result at its number"));
    s = {Shared::Is::written, v.join, {}};
    return;
  }
  if (v.is == Is::prefixes && (i.is == Is::lane || i.is == Is::thread) && s.is == Shared::Is::totals) {
    if (!guard_.warp0 || guard_.lane0 || guard_.last_lane || guard_.later_warps || guard_.unknown || guard_.on)
      return void(block(at, "not the first warp alone puts back what it joined"));
    if (guard_.below_warps || holds_a_wave(array)) s = {Shared::Is::scanned_written, v.join, {}};
    return;
  }
  v = as_plain(v, index);
  i = as_plain(i, index);
  if (stopped()) return;
  if (!covered(v) || !covered(i)) return void(block(at, "lanes other than the first have another value"));
  if (s.is != Shared::Is::data) {
    if (s.is == Shared::Is::written || s.is == Shared::Is::scanned_written || s.is == Shared::Is::mixed || !i.number) return void(block(at, "the place of the warps' results is used for something else, too"));
    s = {Shared::Is::single, Join::none, static_cast<int64_t>(*i.number)};
  }
  effect(i.on | v.on, at, false);
}

WidthValue WaveReader::assign(const Expr* target, WidthValue v, SourceLocation at) {
  if (stopped()) return {};
  target = bare(target);
  if (const VarDecl* var = named_variable(target); is_local(var)) {
    const bool outer = frames_.size() == gathering_ || root(var) != var;
    if (gathering_ && outer && !inside_.contains(root(var))) return block(at, "a lane keeps something of its last element");
    return state_.values[root(var)] = v;
  }
  if (const auto* a = dyn_cast<ArraySubscriptExpr>(target))
    if (const VarDecl* array = shared_array(a->getBase())) {
      store_shared(array, a->getIdx(), v, at);
      return v;
    }
  if (const VarDecl* var = owner(target)) {
    // A part of it changes, the rest stays.
    WidthValue old = state_.values[root(var)], now = as_plain(v, target);
    if (stopped()) return {};
    old = as_plain(old, target);
    state_.values[root(var)] = {.on = static_cast<uint8_t>(old.on | now.on | plain(target).on), .lane0 = old.lane0 || now.lane0, .warp0 = old.warp0 || now.warp0};
    return v;
  }
  WidthValue now = as_plain(v, target), place = isa<DeclRefExpr>(target) ? WidthValue() : children(target);
  if (stopped()) return {};
  if (!covered(now) || !covered(place)) return block(at, "lanes other than the first have another value");
  effect(now.on | place.on, at, false);
  return v;
}

WidthValue WaveReader::atomic(const CallExpr* e, llvm::StringRef name) {
  WidthValue place = plain(e->getArg(0));
  WidthValue v = e->getNumArgs() > 1 ? eval(e->getArg(1)) : WidthValue();
  if (stopped()) return {};
  if (v.is == Is::total) {
    if (v.join != join_of_atomic(name)) return block(e->getBeginLoc(), "the warps' results are joined by another operation than the lanes'");
    if (!guard_.lane0 || guard_.warp0 || guard_.vague() || guard_.on || per_warp_ || place.on || !covered(place))
      return block(e->getBeginLoc(), "not every warp adds its result once, at one place");
    form_.block_totals = true;
    return {.is = Is::other};
  }
  v = as_plain(v, e);
  for (unsigned i = 2; i < e->getNumArgs(); ++i) {
    WidthValue more = plain(e->getArg(i));
    v.on |= more.on, v.lane0 |= more.lane0, v.warp0 |= more.warp0;
  }
  if (stopped()) return {};
  if (!covered(v) || !covered(place)) return block(e->getBeginLoc(), "lanes other than the first have another value");
  effect(v.on | place.on, e->getBeginLoc(), true);
  return {.on = static_cast<uint8_t>(in_item() ? v.on | place.on | on_item : on_thread), .lane0 = guard_.lane0, .warp0 = guard_.warp0};
}

WidthValue WaveReader::call(const CallExpr* e) {
  if (const auto* op = dyn_cast<CXXOperatorCallExpr>(e)) {
    const OverloadedOperatorKind kind = op->getOperator();
    if (kind == OO_Equal && op->getNumArgs() == 2) return assign(op->getArg(0), eval(op->getArg(1)), op->getOperatorLoc());
    WidthValue v = children(e);
    if (kind == OO_PlusEqual || kind == OO_MinusEqual || kind == OO_StarEqual || kind == OO_SlashEqual) return assign(op->getArg(0), v, op->getOperatorLoc());
    if (const FunctionDecl* f = op->getDirectCallee(); f && unit_.places.is_users(f->getLocation()) && inside_function(unit_.number_of(f)))
      return block(e->getBeginLoc(), "an operator that uses warps");
    return v;
  }
  llvm::StringRef name = called_name(e);
  const FunctionDecl* f = e->getDirectCallee();
  if (!f) return block(e->getBeginLoc(), "a call through a pointer");
  const bool users = unit_.places.is_users(f->getLocation());
  if (!users) {
    if (name.starts_with("atomic") && e->getNumArgs() > 0) return atomic(e, name);
    if (name == "__syncthreads") return barrier(e->getBeginLoc()), WidthValue();
    if (name == "__syncwarp" || name.starts_with("__threadfence")) return {};
    if (auto s = shuffle_of(e, unit_.places)) {
      // The first lane's value for all.
      if (s->kind == WarpCall::Kind::shuffle && s->distance && unit_.constants.value(s->distance) == 0) {
        WidthValue v = eval(s->value);
        const bool holds = v.is == Is::total || (v.is == Is::plain && !(v.on & (on_thread | on_element)));
        if (!stopped() && holds && !guard_.lane0 && !guard_.vague() && !(guard_.on & (on_thread | on_element)) && takes_whole_warp(*s)) {
          v.lane0 = false;
          return v;
        }
      }
      return block(e->getBeginLoc(), "a shuffle in no known form");
    }
    if (name.starts_with("__") && find_warp_name(std::string_view(name))) return block(e->getBeginLoc(), "a vote or a mask of lanes");
    if (name == "coalesced_threads") return block(e->getBeginLoc(), "a group of the lanes that happen to be active");
  }
  const uint32_t number = unit_.number_of(f);
  const FunctionDecl* body = f->getDefinition();
  if (users && body && inside_function(number)) return inlined(e, body);

  // What is given is plain, and so is what comes back, by value or through pointers to variables.
  WidthValue v;
  bool writes = false;
  const auto* method = dyn_cast<CXXMemberCallExpr>(e);
  std::vector<const Expr*> given(e->arg_begin(), e->arg_end());
  if (method) given.push_back(method->getImplicitObjectArgument());
  std::vector<const VarDecl*> set;
  for (size_t i = 0; i < given.size() && !stopped(); ++i) {
    const auto* pointer = dyn_cast<UnaryOperator>(bare(given[i]));
    WidthValue one = plain(pointer && pointer->getOpcode() == UO_AddrOf ? pointer->getSubExpr() : given[i]);
    v.on |= one.on, v.lane0 |= one.lane0, v.warp0 |= one.warp0;
    const bool object = method && i + 1 == given.size();
    const bool may = object ? !(method->getMethodDecl() && method->getMethodDecl()->isConst()) : i < f->getNumParams() && can_write_through(f->getParamDecl(static_cast<unsigned>(i))->getType());
    if (!may) continue;
    const auto* address = dyn_cast<UnaryOperator>(bare(given[i]));
    if (const VarDecl* local = owner(address && address->getOpcode() == UO_AddrOf ? address->getSubExpr() : given[i]); local && !local->getType()->isPointerType()) set.push_back(local);
    else writes = true;
  }
  if (stopped()) return {};
  if (method && name == "sync" && method->getRecordDecl() && method->getRecordDecl()->getName() == "thread_block") return barrier(e->getBeginLoc()), WidthValue();
  if (!users && (v.lane0 || v.warp0) && f->getQualifiedNameAsString().find("cooperative_groups") != std::string::npos)
    return block(e->getBeginLoc(), "a group joins lanes that have no result");
  if (writes || prints_or_allocates(name) || (users && f->getReturnType()->isVoidType() && set.empty())) {
    if (!covered(v)) return block(e->getBeginLoc(), "lanes other than the first have another value");
    effect(v.on, e->getBeginLoc(), true);
  }
  v.number = {};
  // A group knows the thread's number in it.
  if (!users && f->getQualifiedNameAsString().find("cooperative_groups") != std::string::npos) {
    if (per_warp_) return block(e->getBeginLoc(), "a cooperative group beside the warps' own numbers");
    v.on |= on_thread;
  }
  for (const VarDecl* local : set) state_.values[root(local)] = v;
  return v;
}

WidthValue WaveReader::inlined(const CallExpr* e, const FunctionDecl* f) {
  if (std::find(reading_.begin(), reading_.end(), f) != reading_.end() || reading_.size() > 8) return block(e->getBeginLoc(), "a function that uses warps calls itself");
  if (isa<CXXMethodDecl>(f)) return block(e->getBeginLoc(), "a member function uses warps");
  const uint32_t number = unit_.number_of(f);
  for (unsigned i = 0; i < f->getNumParams() && i < e->getNumArgs(); ++i) {
    const ParmVarDecl* p = f->getParamDecl(i);
    references_.erase(p);
    if (can_write_through(p->getType()) && p->getType()->isReferenceType()) {
      const VarDecl* v = named_variable(e->getArg(i));
      if (!is_local(v)) return block(e->getArg(i)->getBeginLoc(), "a function that uses warps is given a reference to memory");
      references_[p] = root(v);
    } else {
      WidthValue v = eval(e->getArg(i));
      if (p->getType()->isPointerType()) {
        const auto* address = dyn_cast<UnaryOperator>(bare(e->getArg(i)));
        if (owner(address && address->getOpcode() == UO_AddrOf ? address->getSubExpr() : e->getArg(i)) && !named_variable(e->getArg(i)))
          return block(e->getArg(i)->getBeginLoc(), "a function that uses warps is given a variable's address");
        if (shared_array(e->getArg(i))) return block(e->getArg(i)->getBeginLoc(), "a function that uses warps is given shared memory");
        if (const VarDecl* own = named_variable(e->getArg(i)); own && own->getType()->isArrayType())
          return block(e->getArg(i)->getBeginLoc(), "a function that uses warps is given an array");
      }
      state_.values[p] = v;
    }
  }
  if (stopped()) return {};
  reading_.push_back(f);
  numbers_.push_back(number);
  frames_.push_back({guard_});
  const Guard before = guard_, outer = std::exchange(loop_left_, {});
  exec(f->getBody());
  guard_ = before;
  loop_left_ = outer;
  WidthValue out = frames_.back().result.value_or(WidthValue());
  auto [known, is_new] = edits_of_.try_emplace(number, frames_.back().edits);
  if (known->second != frames_.back().edits) block(e->getBeginLoc(), "a function in which the width is something else at another call");
  frames_.pop_back();
  numbers_.pop_back();
  reading_.pop_back();
  return out;
}

}  // namespace wavelift::analysis
