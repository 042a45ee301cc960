#include "analysis/clang/flow.h"
#include "analysis/clang/warp_names.h"
#include <clang/AST/ExprCXX.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>

namespace wavelift::analysis {
using namespace clang;

const Expr* bare(const Expr* e) {
  while (e) {
    const Expr* before = e;
    e = e->IgnoreParenCasts();
    if (const auto* x = dyn_cast<FullExpr>(e)) e = x->getSubExpr();
    else if (const auto* x = dyn_cast<MaterializeTemporaryExpr>(e)) e = x->getSubExpr();
    else if (const auto* x = dyn_cast<CXXBindTemporaryExpr>(e)) e = x->getSubExpr();
    else if (const auto* x = dyn_cast<CXXDefaultArgExpr>(e)) e = x->getExpr();
    else if (const auto* x = dyn_cast<PseudoObjectExpr>(e)) e = x->getSyntacticForm();
    else if (const auto* x = dyn_cast<OpaqueValueExpr>(e)) e = x->getSourceExpr() ? x->getSourceExpr() : e;
    else if (const auto* x = dyn_cast<CXXConstructExpr>(e)) e = x->getNumArgs() == 1 ? x->getArg(0) : e;
    else if (const auto* x = dyn_cast<InitListExpr>(e)) e = x->getNumInits() == 1 ? x->getInit(0) : e;
    else if (const auto* x = dyn_cast<CXXMemberCallExpr>(e)) {
      // dim3(threadIdx) and the like: conversions that are written as member functions.
      if (isa_and_nonnull<CXXConversionDecl>(x->getMethodDecl())) e = x->getImplicitObjectArgument();
    }
    if (e == before) return e;
  }
  return e;
}

CoordinateRef coordinate(const Expr* e) {
  if (const auto* property = dyn_cast<MSPropertyRefExpr>(e)) return {property->getBaseExpr(), property->getPropertyDecl()->getName()};
  if (const auto* member = dyn_cast<MemberExpr>(e))
    if (const IdentifierInfo* id = member->getMemberDecl()->getIdentifier()) return {member->getBase(), id->getName()};
  if (const auto* member = dyn_cast<CXXDependentScopeMemberExpr>(e))
    if (const IdentifierInfo* id = member->isImplicitAccess() ? nullptr : member->getMember().getAsIdentifierInfo())
      return {member->getBase(), id->getName()};
  return {};
}

llvm::StringRef called_name(const CallExpr* call) {
  if (const FunctionDecl* f = call->getDirectCallee()) return f->getIdentifier() ? f->getName() : llvm::StringRef();
  const Expr* callee = call->getCallee()->IgnoreParenImpCasts();
  if (const auto* overloads = dyn_cast<OverloadExpr>(callee))
    if (const IdentifierInfo* id = overloads->getName().getAsIdentifierInfo()) return id->getName();
  return {};
}

const FunctionDecl* pattern_of(const FunctionDecl* f) {
  if (const FunctionDecl* pattern = f->getTemplateInstantiationPattern()) return pattern;
  return f;
}

namespace {

bool is(std::optional<int64_t> n, std::initializer_list<int64_t> any_of) {
  if (n)
    for (int64_t x : any_of)
      if (*n == x) return true;
  return false;
}

}  // namespace

bool FlowAnalysis::join(const Decl* d, uint32_t flow) {
  uint32_t& known = known_[d->getCanonicalDecl()];
  uint32_t before = known;
  known |= flow;
  return known != before;
}

uint32_t FlowAnalysis::of_member(const Expr* base, llvm::StringRef member) const {
  uint32_t flow = of(base);
  if (member == "x") return flow & ~from_thread_yz;
  if (member == "y" || member == "z") return flow & ~from_thread_x;
  return from_nothing;
}

uint32_t FlowAnalysis::of_call(const CallExpr* call) const {
  llvm::StringRef name = called_name(call);
  const FunctionDecl* f = call->getDirectCallee();
  bool users = f && places_.is_users(f->getLocation());
  if (!users) {
    if (const WarpName* warp = find_warp_name(std::string_view(name))) {
      switch (warp->kind) {
      case WarpCall::Kind::ballot:
      case WarpCall::Kind::active_mask:
      case WarpCall::Kind::match_any:
      case WarpCall::Kind::match_all: return from_mask;
      case WarpCall::Kind::any:
      case WarpCall::Kind::all:
      case WarpCall::Kind::uni: return from_vote;
      case WarpCall::Kind::shuffle:
        return unsigned(warp->which) <= call->getNumArgs() && warp->which > 0 ? of(call->getArg(unsigned(warp->which) - 1)) & (from_mask | from_lane_bit) : 0;
      default: return from_nothing;
      }
    }
    if (name == "min" || name == "max" || name == "__builtin_amdgcn_readfirstlane") {
      uint32_t all = 0;
      for (const Expr* a : call->arguments()) all |= of(a);
      return all;
    }
    if (name == "lane_id" || name == "__lane_id" || name == "__laneid" || name == "__builtin_amdgcn_mbcnt_lo" || name == "__builtin_amdgcn_mbcnt_hi")
      return from_lane;
    if (name == "__builtin_amdgcn_wavefrontsize") return from_width;
    if (name == "__builtin_amdgcn_workitem_id_x") return from_thread_x;
    if (name == "thread_rank")
      if (const auto* method = dyn_cast<CXXMemberCallExpr>(call))
        if (const CXXRecordDecl* type = method->getRecordDecl(); type && type->getName() == "thread_block") return from_thread;
  }
  if (!f) return from_nothing;
  auto it = known_.find(f->getCanonicalDecl());
  const uint32_t flow = it == known_.end() ? 0u : it->second;
  // An object may have been given its values by other calls, and so may a global variable.
  if (isa<CXXMethodDecl>(f) || call->getNumArgs() == 0) return flow;
  constexpr uint32_t of_lanes = from_thread | from_lane | from_warp | from_lane_bit | from_stride | from_mask | from_vote;
  uint32_t given = from_nothing;
  for (const Expr* a : call->arguments()) given |= of(a) & of_lanes;
  if (finding_own_) return flow | given;
  if (given) return flow;
  auto own = own_.find(f->getCanonicalDecl());
  return flow & (~of_lanes | (own == own_.end() ? 0u : own->second));
}

uint32_t FlowAnalysis::combined(BinaryOperatorKind op, const Expr* left, const Expr* right) const {
  uint32_t a = of(left), b = of(right), both = a | b;
  auto n = constants_.value(right);
  bool by_width = is(n, {32, 64}) || (!n && (b & from_width)), by_mask = is(n, {31, 63}) || (!n && (b & from_width));
  bool by_shift = is(n, {5, 6});
  switch (op) {
  case BO_Rem:
    if ((a & from_thread) && by_width) return from_lane | (a & from_stride);
    return a & (from_thread | from_lane | from_warp | from_stride);
  case BO_Div:
  case BO_Shr: {
    bool wide = op == BO_Div ? by_width : by_shift;
    if ((a & from_thread) && wide) return from_warp | (a & from_stride);
    if ((a & from_block_size) && wide) return from_warp_count;
    if (op == BO_Shr) return a & (from_mask | from_lane_bit);
    return a & from_width;
  }
  case BO_And:
    if ((a & from_thread) && by_mask) return from_lane | (a & from_stride);
    // A few bits that are picked out fit any width.
    if (n && *n >= 0 && *n < 0xffffffff) return both & ~from_mask;
    return both;
  case BO_Shl:
    if ((b & from_lane) && !(a & (from_thread | from_lane | from_mask))) return from_lane_bit;
    return a;
  case BO_Mul:
    // A warp's number times its width is a thread's place again.
    if ((both & from_warp) && (by_width || is(constants_.value(left), {32, 64}))) return from_thread_x | (both & from_stride);
    // threadIdx.y * rows counts threads on; threadIdx.x * items walks over data.
    if ((both & from_thread) == from_thread_x && !(both & from_block_size)) return both | from_stride;
    return both;
  case BO_Add:
  case BO_Sub:
  case BO_Or:
  case BO_Xor: return both;
  default: return from_nothing;
  }
}

uint32_t FlowAnalysis::of(const Expr* e) const {
  e = bare(e);
  if (!e) return from_nothing;
  if (CoordinateRef c = coordinate(e); c.base) {
    if (const auto* member = dyn_cast<MemberExpr>(e))
      if (auto it = known_.find(member->getMemberDecl()->getCanonicalDecl()); it != known_.end()) return it->second;
    return of_member(c.base, c.member);
  }
  if (const auto* ref = dyn_cast<DeclRefExpr>(e)) {
    const ValueDecl* d = ref->getDecl();
    if (isa<VarDecl>(d) && d->getIdentifier() && !places_.is_users(d->getLocation())) {
      llvm::StringRef name = d->getName();
      if (name == "threadIdx") return from_thread;
      if (name == "blockDim") return from_block_size;
      if (name == "warpSize") return from_width;
    }
    auto it = known_.find(d->getCanonicalDecl());
    return it == known_.end() ? 0u : it->second;
  }
  if (const auto* op = dyn_cast<BinaryOperator>(e)) {
    if (op->getOpcode() == BO_Comma || op->getOpcode() == BO_Assign) return of(op->getRHS());
    if (op->isCompoundAssignmentOp())
      return combined(BinaryOperator::getOpForCompoundAssignment(op->getOpcode()), op->getLHS(), op->getRHS());
    return combined(op->getOpcode(), op->getLHS(), op->getRHS());
  }
  if (const auto* op = dyn_cast<UnaryOperator>(e)) {
    switch (op->getOpcode()) {
    case UO_Plus:
    case UO_Minus:
    case UO_Not:
    case UO_PreInc:
    case UO_PreDec:
    case UO_PostInc:
    case UO_PostDec:
    case UO_Extension: return of(op->getSubExpr());
    default: return from_nothing;
    }
  }
  if (const auto* either = dyn_cast<ConditionalOperator>(e)) return of(either->getTrueExpr()) | of(either->getFalseExpr());
  if (const auto* call = dyn_cast<CallExpr>(e)) return of_call(call);
  return from_nothing;
}

uint32_t FlowAnalysis::of_condition(const Expr* e, int depth) const {
  e = bare(e);
  if (!e || depth > 16) return from_nothing;
  if (const auto* op = dyn_cast<BinaryOperator>(e); op && (op->isComparisonOp() || op->isLogicalOp()))
    return of_condition(op->getLHS(), depth + 1) | of_condition(op->getRHS(), depth + 1);
  if (const auto* op = dyn_cast<UnaryOperator>(e); op && op->getOpcode() == UO_LNot) return of_condition(op->getSubExpr(), depth + 1);
  if (const auto* ref = dyn_cast<DeclRefExpr>(e); ref && e->getType()->isBooleanType())
    if (const auto* v = dyn_cast<VarDecl>(ref->getDecl()))
      if (const Expr* init = constants_.only_value(v)) return of_condition(init, depth + 1);
  return of(e);
}

// One round over a function: what flows into variables, fields, parameters and results.
struct Transfer : DynamicRecursiveASTVisitor {
  FlowAnalysis& flow;
  const FunctionDecl* function;
  bool changed = false;
  Transfer(FlowAnalysis& f, const FunctionDecl* of) : flow(f), function(of) {}

  void into(const Expr* target, uint32_t bits) {
    if (!bits) return;
    target = bare(target);
    if (const auto* ref = dyn_cast<DeclRefExpr>(target)) changed |= flow.join(ref->getDecl(), bits);
    if (const auto* member = dyn_cast<MemberExpr>(target)) {
      // t.x of a local uint3 is kept for t as a whole, a member of the user's own class for the member.
      const Expr* base = bare(member->getBase());
      const auto* ref = dyn_cast<DeclRefExpr>(base);
      if (flow.places_.is_users(member->getMemberDecl()->getLocation())) changed |= flow.join(member->getMemberDecl(), bits);
      else if (ref) changed |= flow.join(ref->getDecl(), bits);
    }
  }

  bool VisitVarDecl(VarDecl* v) override {
    if (!isa<ParmVarDecl>(v) && v->hasInit()) {
      if (uint32_t bits = flow.of(v->getInit())) changed |= flow.join(v, bits);
    }
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator* e) override {
    if (!e->isAssignmentOp()) return true;
    uint32_t bits = flow.of(e);
    // Counting on from a thread's place walks over data.
    if (e->getOpcode() == BO_AddAssign || e->getOpcode() == BO_SubAssign)
      if (bits & (from_thread | from_lane | from_warp)) bits |= from_stride;
    into(e->getLHS(), bits);
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator* e) override {
    if (e->isIncrementDecrementOp() && (flow.of(e->getSubExpr()) & (from_thread | from_lane | from_warp))) into(e->getSubExpr(), from_stride);
    return true;
  }
  bool VisitCallExpr(CallExpr* e) override {
    const FunctionDecl* callee = e->getDirectCallee();
    if (flow.finding_own_ || !callee || !flow.places_.is_users(callee->getLocation())) return true;
    const FunctionDecl* definition = callee->getDefinition();
    if (!definition) definition = callee;
    unsigned skip = isa<CXXOperatorCallExpr>(e) && isa<CXXMethodDecl>(callee) ? 1 : 0;
    for (unsigned i = skip; i < e->getNumArgs() && i - skip < definition->getNumParams(); ++i)
      if (uint32_t bits = flow.of(e->getArg(i))) changed |= flow.join(definition->getParamDecl(i - skip), bits);
    return true;
  }
  bool VisitReturnStmt(ReturnStmt* s) override {
    if (s->getRetValue())
      if (uint32_t bits = flow.of(s->getRetValue())) changed |= flow.join(function, bits);
    return true;
  }
  bool VisitGCCAsmStmt(GCCAsmStmt* s) override {
    std::string text = s->getAsmString();
    uint32_t bits = text.find("%laneid") != text.npos ? from_lane
                    : text.find("%lanemask_") != text.npos ? from_mask | from_lane_bit
                    : text.find("%warpid") != text.npos ? from_warp
                                                        : from_nothing;
    if (bits && s->getNumOutputs() == 1) into(s->getOutputExpr(0), bits);
    return true;
  }
};

void FlowAnalysis::run(std::span<const FunctionDecl* const> functions) {
  finding_own_ = true;
  settle(functions);
  own_ = std::move(known_);
  known_.clear();
  finding_own_ = false;
  settle(functions);
}

void FlowAnalysis::settle(std::span<const FunctionDecl* const> functions) {
  // Bits only grow, so this ends; the bound is a guard against deep chains of calls costing more than they tell.
  for (int round = 0; round < 12; ++round) {
    bool changed = false;
    for (const FunctionDecl* f : functions) {
      Transfer t(*this, f);
      t.TraverseStmt(f->getBody());
      changed |= t.changed;
    }
    if (!changed) return;
  }
}

}  // namespace wavelift::analysis
