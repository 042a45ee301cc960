// Lane arithmetic, masks of lanes, shared arrays, and the names that stand for the width.
#include "analysis/clang/unit.h"
#include "analysis/clang/warp_names.h"
#include <algorithm>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

// The width that a number in lane arithmetic is made of, 0: none.
int64_t lanes_of(BinaryOperatorKind op, int64_t n) {
  switch (op) {
  case BO_And:
    if (n == 31 || n == ~int64_t(31) || n == 0xffffffe0) return 32;
    return n == 63 || n == ~int64_t(63) || n == 0xffffffc0 ? 64 : 0;
  case BO_Shr:
  case BO_Shl: return n == 5 ? 32 : n == 6 ? 64 : 0;
  case BO_Xor: return n == 16 ? 32 : n == 32 ? 64 : 0;
  case BO_Rem:
  case BO_Div:
  case BO_Mul: return n == 32 || n == 64 ? n : 0;
  default: return n == 32 || n == 31 ? 32 : n == 64 || n == 63 ? 64 : 0;
  }
}

struct Lanes : DynamicRecursiveASTVisitor {
  using Kind = LaneArithmetic::Kind;
  Unit& unit;
  const FunctionDecl* function;
  uint32_t number;
  Meaning meaning = Meaning::cuda;
  Lanes(Unit& u, const FunctionDecl* f, uint32_t n) : unit(u), function(f), number(n) {}

  // What `side op width` computes, if it is about lanes.
  std::optional<Kind> kind_of(BinaryOperatorKind op, uint32_t flow, int64_t n, bool by_width) const {
    if (flow & from_stride) return {};
    uint32_t thread = flow & from_thread;
    switch (op) {
    case BO_And:
      if (n == 31 || n == 63 || by_width) return thread ? std::optional(Kind::lane_index) : std::nullopt;
      return thread ? std::optional(Kind::warp_base) : std::nullopt;
    case BO_Rem: return thread ? std::optional(Kind::lane_index) : std::nullopt;
    case BO_Div:
    case BO_Shr:
      if (thread) return Kind::warp_index;
      return flow & from_block_size ? std::optional(Kind::warp_count) : std::nullopt;
    case BO_Mul:
    case BO_Shl: return (flow & from_warp) && !thread ? std::optional(Kind::warp_base) : std::nullopt;
    case BO_Xor: return flow & from_lane ? std::optional(Kind::partner) : std::nullopt;
    case BO_LT:
    case BO_LE:
    case BO_GT:
    case BO_GE:
    case BO_EQ:
    case BO_NE: return (flow & from_lane) || (flow & from_thread) == from_thread_x ? std::optional(Kind::bound) : std::nullopt;
    default: return {};
    }
  }

  void arithmetic(const BinaryOperator* e) {
    BinaryOperatorKind op = e->isCompoundAssignmentOp() ? BinaryOperator::getOpForCompoundAssignment(e->getOpcode()) : e->getOpcode();
    bool either_way = e->isComparisonOp() || op == BO_And || op == BO_Mul || op == BO_Xor;
    const Expr *side = e->getLHS(), *width = e->getRHS();
    for (int turn = 0; turn < (either_way ? 2 : 1); ++turn, std::swap(side, width)) {
      uint32_t flow = unit.flow.of(side);
      if (!(flow & (from_thread | from_lane | from_warp | from_block_size))) continue;
      auto constant = unit.constants.constant(width);
      bool by_width = !constant && (unit.flow.of(width) & from_width);
      int64_t lanes = constant ? lanes_of(op, constant->value) : 0;
      // Where another instantiation of a template has another number, it is no width.
      if (constant && !lanes) unit.varying.insert(unit.places.at(e->getOperatorLoc()));
      if (!lanes && !by_width) continue;
      if (constant && constant->computed && !constant->warp_name) continue;
      auto kind = kind_of(op, flow, constant ? constant->value : 0, by_width);
      if (!kind) continue;
      if (!constant) constant = Constant{0, Constant::Source::width, "warpSize", {}, true, false};
      LaneArithmetic fact{unit.places.at(e->getOperatorLoc()), number, *kind, flow, *constant, lanes, unit.places.text(e->getSourceRange())};
      unit.facts.lane_arithmetic.push_back(fact);
      if (lanes) name_use(width, fact.place, true);
      return;
    }
  }

  // Counts a use of every name in `e` that is a width.
  void name_use(const Expr* e, const Place& place, bool lanes) {
    for (const Constant& c : unit.constants.width_names(e)) {
      if (c.source == Constant::Source::width) continue;
      auto& names = unit.facts.width_names;
      auto it = std::find_if(names.begin(), names.end(), [&](const WidthName& w) { return w.constant.name == c.name && w.constant.declared == c.declared; });
      if (it == names.end()) it = names.insert(names.end(), WidthName{c, 0, 0, {}, {}});
      uint32_t& uses = lanes ? it->lane_uses : it->bit_uses;
      if (!uses++) (lanes ? it->first_lane_use : it->first_bit_use) = place;
    }
  }

  void mask_use(SourceLocation at, MaskUse::Kind kind, SourceRange range) {
    unit.facts.mask_uses.push_back({unit.places.at(at), number, kind, meaning, unit.places.text(range)});
  }
  uint64_t bits(const Expr* e) const {
    QualType t = e->getType();
    return t->isDependentType() || !t->isIntegerType() ? 0 : unit.context.getTypeSize(t);
  }
  bool is_mask(const Expr* e) const { return unit.flow.of(e) & from_mask; }

  // A shift by `x % W` or `x & (W - 1)` of something that is no lane: W is the number of bits of a word.
  void word_bits(const Expr* amount) {
    const auto* op = dyn_cast<BinaryOperator>(bare(amount));
    if (!op || (op->getOpcode() != BO_Rem && op->getOpcode() != BO_And)) return;
    if (unit.flow.of(op->getLHS()) & (from_thread | from_lane)) return;
    name_use(op->getRHS(), unit.places.at(op->getOperatorLoc()), false);
  }

  bool VisitBinaryOperator(BinaryOperator* e) override {
    arithmetic(e);
    BinaryOperatorKind op = e->getOpcode();
    if (op == BO_Shl || op == BO_Shr) word_bits(e->getRHS());
    if (op == BO_Shl && (unit.flow.of(e->getRHS()) & from_lane) && bits(e->getLHS()) == 32)
      if (auto n = unit.constants.value(e->getLHS()); n && (*n == 1 || *n == 2 || *n == -1 || *n == 0xffffffff))
        mask_use(e->getOperatorLoc(), MaskUse::Kind::lane_bit, e->getSourceRange());
    if (op == BO_EQ || op == BO_NE)
      for (auto [a, b] : {std::pair(e->getLHS(), e->getRHS()), std::pair(e->getRHS(), e->getLHS())})
        if (auto n = unit.constants.value(b); is_mask(a) && n && (*n == 0xffffffff || *n == -1))
          mask_use(e->getOperatorLoc(), MaskUse::Kind::compared, e->getSourceRange());
    if (op == BO_Assign && is_mask(e->getRHS())) {
      const Expr* to = bare(e->getLHS());
      bool memory = isa<ArraySubscriptExpr>(to) || (isa<UnaryOperator>(to) && cast<UnaryOperator>(to)->getOpcode() == UO_Deref) || isa<MemberExpr>(to);
      if (bits(e->getLHS()) <= 32) mask_use(e->getOperatorLoc(), memory ? MaskUse::Kind::escaped : MaskUse::Kind::narrowed, e->getSourceRange());
    }
    return true;
  }
  bool VisitVarDecl(VarDecl* v) override {
    QualType t = v->getType();
    if (!isa<ParmVarDecl>(v) && v->hasInit() && !t->isDependentType() && t->isIntegerType() && !t->isBooleanType() && unit.context.getTypeSize(t) <= 32 && is_mask(v->getInit()))
      mask_use(v->getLocation(), MaskUse::Kind::narrowed, v->getSourceRange());
    if (v->hasAttr<CUDASharedAttr>()) shared_array(v);
    if (const auto* tile = dyn_cast_or_null<ClassTemplateSpecializationDecl>(t->getAsCXXRecordDecl()); tile && tile->getName() == "thread_block_tile" && tile->getTemplateArgs().size() > 0)
      if (const TemplateArgument& size = tile->getTemplateArgs()[0]; size.getKind() == TemplateArgument::Integral)
        unit.facts.tiles.push_back({unit.places.at(v->getLocation()), number, size.getAsIntegral().getExtValue()});
    shadowing(v);
    return true;
  }
  bool VisitCallExpr(CallExpr* e) override {
    static constexpr std::string_view counters[] = {"__popc", "__ffs", "__clz", "__brev", "__builtin_popcount", "__builtin_ffs", "__builtin_clz", "__builtin_ctz"};
    llvm::StringRef name = called_name(e);
    if (std::ranges::find(counters, std::string_view(name)) != std::end(counters) && e->getNumArgs() == 1 && (unit.flow.of(e->getArg(0)) & (from_mask | from_lane_bit)))
      mask_use(e->getBeginLoc(), MaskUse::Kind::counted, e->getSourceRange());
    return true;
  }

  // A pointer to elements of rows that is made one to vectors: row after row must keep the vector's alignment.
  bool VisitExplicitCastExpr(ExplicitCastExpr* e) override {
    const Expr* from = e->getSubExpr()->IgnoreParenImpCasts();
    if (!e->getType()->isPointerType() || e->getType()->isDependentType()) return true;
    QualType vector = e->getType()->getPointeeType();
    if (vector->isDependentType() || vector->isIncompleteType() || !(vector->isRecordType() || vector->isVectorType())) return true;
    if (const auto* address = dyn_cast<UnaryOperator>(from); address && address->getOpcode() == UO_AddrOf) {
      const auto* element = dyn_cast<ArraySubscriptExpr>(address->getSubExpr()->IgnoreParenImpCasts());
      from = element ? element->getBase()->IgnoreParenImpCasts() : nullptr;
    }
    const auto* row = dyn_cast_or_null<ArraySubscriptExpr>(from);
    const auto* ref = row ? dyn_cast<DeclRefExpr>(row->getBase()->IgnoreParenImpCasts()) : nullptr;
    if (!ref || !ref->getDecl()->hasAttr<CUDASharedAttr>() || !row->getType()->isConstantArrayType() || row->getType()->isDependentType() || unit.constants.value(row->getIdx()) == 0) return true;
    int64_t bytes = unit.context.getTypeSizeInChars(row->getType()).getQuantity(), alignment = unit.context.getTypeAlignInChars(vector).getQuantity();
    if (bytes % alignment != 0)
      unit.facts.vector_accesses.push_back({unit.places.at(e->getBeginLoc()), number, ref->getDecl()->getNameAsString(), vector.getAsString(), bytes, alignment});
    return true;
  }

  void shared_array(const VarDecl* v) {
    SharedArray a;
    a.place = unit.places.at(v->getLocation());
    a.function = number;
    a.name = v->getNameAsString();
    QualType t = v->getType();
    while (const auto* array = dyn_cast_or_null<ConstantArrayType>(t->getAsArrayTypeUnsafe())) {
      a.extents.push_back(static_cast<int64_t>(array->getSize().getLimitedValue(INT64_MAX)));
      t = array->getElementType();
    }
    if (a.extents.empty()) return;
    // A template's own array, and one of a type that is not understood, have no size.
    if (!v->isInvalidDecl() && !t->isDependentType() && !t->isIncompleteType()) a.bytes = static_cast<int64_t>(unit.context.getTypeSizeInChars(v->getType()).getQuantity());
    if (TypeSourceInfo* info = v->getTypeSourceInfo())
      if (auto loc = info->getTypeLoc().getAs<ArrayTypeLoc>(); loc && loc.getSizeExpr())
        a.width_named = !unit.constants.width_names(loc.getSizeExpr()).empty();
    shared_.try_emplace(v->getCanonicalDecl(), unit.facts.shared_arrays.size());
    unit.facts.shared_arrays.push_back(std::move(a));
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr* e) override {
    const auto* ref = dyn_cast<DeclRefExpr>(e->getBase()->IgnoreParenImpCasts());
    auto it = ref ? shared_.find(ref->getDecl()->getCanonicalDecl()) : shared_.end();
    if (it == shared_.end()) return true;
    SharedArray& a = unit.facts.shared_arrays[it->second];
    uint32_t flow = unit.flow.of(e->getIdx());
    bool warp = (flow & from_warp) && !(flow & (from_thread | from_stride)), lane = (flow & from_lane) && !(flow & from_thread);
    if (warp && !a.indexed_by_warp) a.index = unit.places.at(e->getExprLoc());
    a.indexed_by_warp |= warp;
    a.indexed_by_lane |= lane;
    return true;
  }

  void shadowing(const VarDecl* v) {
    if (!v->isLocalVarDecl() || !v->getIdentifier() || !(v->isConstexpr() || v->getType().isConstQualified())) return;
    auto n = unit.constants.value(v->getInit());
    if (!n || (*n != 32 && *n != 64)) return;
    for (const DeclContext* c = function->getParent(); c; c = c->getParent()) {
      for (const NamedDecl* d : const_cast<DeclContext*>(c)->lookup(v->getDeclName())) {
        const auto* outer = dyn_cast<VarDecl>(d);
        if (!outer || !unit.places.is_users(outer->getLocation())) continue;
        unit.facts.shadows.push_back({unit.places.at(v->getLocation()), unit.places.at(outer->getLocation()), v->getNameAsString(), *n});
        return;
      }
    }
  }

 private:
  llvm::DenseMap<const Decl*, size_t> shared_;
};

}  // namespace

void collect_lanes(Unit& unit, const FunctionDecl* function, uint32_t number) {
  Lanes lanes(unit, function, number);
  lanes.TraverseStmt(function->getBody());
}

}  // namespace wavelift::analysis
