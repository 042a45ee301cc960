// Expressions of a kernel as values.
#include "analysis/clang/c_types.h"
#include "analysis/clang/nest_reader.h"
#include "analysis/clang/wave_shapes.h"
#include <algorithm>
#include <clang/Lex/Lexer.h>
#include <fmt/format.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

// Functions of the device's library that depend on their arguments alone; with and without the f of single precision.
constexpr std::string_view real_functions[] = {"acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos", "cosh", "cospi", "erf", "erfc", "erfcinv", "erfinv", "exp", "exp10", "exp2", "expm1", "fabs", "fdim", "fdividef", "floor", "fma", "fmax", "fmin", "fmod", "hypot", "lgamma", "log", "log10", "log1p", "log2", "nearbyint", "pow", "rcbrt", "remainder", "rint", "round", "rsqrt", "sin", "sinh", "sinpi", "sqrt", "tan", "tanh", "tgamma", "trunc"};
constexpr std::string_view other_functions[] = {"abs", "min", "max", "umin", "umax", "isnan", "isinf", "isfinite", "__expf", "__exp10f", "__logf", "__log2f", "__log10f", "__powf", "__sinf", "__cosf", "__tanf", "__fdividef", "__frcp_rn", "__fsqrt_rn", "__frsqrt_rn", "__fmaf_rn", "__fadd_rn", "__fmul_rn", "__fdiv_rn", "__saturatef", "__mul24", "__umul24", "__mulhi", "__umulhi", "__popc", "__popcll", "__clz", "__clzll", "__ffs", "__ffsll", "__brev", "__brevll",
                                                "__float2half", "__float2half_rn", "__half2float", "__float2bfloat16", "__float2bfloat16_rn", "__bfloat162float", "__int2float_rn", "__uint2float_rn", "__float2int_rn", "__float2int_rz", "__float2uint_rn", "__float2uint_rz", "__float_as_int", "__int_as_float", "__float_as_uint", "__uint_as_float", "__hadd", "__hsub", "__hmul", "__hfma", "__hmax", "__hmin", "__habs", "__hneg", "hexp", "hsqrt", "hrsqrt", "hlog"};

struct CheckedName {
  std::string_view start, reason;
};
constexpr CheckedName refused_functions[] = {{"atomic", "it changes memory that other threads change too ({})"}, {"__atomic", "it changes memory that other threads change too ({})"}, {"__shfl", "a shuffle ({}) is not part of a reduction"}, {"__ballot", "{} asks the other lanes of the wave"}, {"__any", "{} asks the other lanes of the wave"}, {"__all", "{} asks the other lanes of the wave"}, {"__syncthreads_", "{} asks the other threads of the workgroup"}};

std::string op_of(OverloadedOperatorKind kind) {
  switch (kind) {
  case OO_Plus: return "+";
  case OO_Minus: return "-";
  case OO_Star: return "*";
  case OO_Slash: return "/";
  case OO_Less: return "<";
  case OO_Greater: return ">";
  case OO_LessEqual: return "<=";
  case OO_GreaterEqual: return ">=";
  case OO_EqualEqual: return "==";
  case OO_ExclaimEqual: return "!=";
  default: return "";
  }
}

}  // namespace

bool is_pure(llvm::StringRef name) {
  const std::string_view n = name;
  if (std::ranges::find(other_functions, n) != std::end(other_functions) || std::ranges::find(real_functions, n) != std::end(real_functions)) return true;
  return n.ends_with('f') && std::ranges::find(real_functions, n.substr(0, n.size() - 1)) != std::end(real_functions);
}

std::string choice_name(llvm::StringRef f) {
  if (f == "max" || f == "fmax" || f == "fmaxf" || f == "umax" || f == "__hmax") return "max";
  if (f == "min" || f == "fmin" || f == "fminf" || f == "umin" || f == "__hmin") return "min";
  return "";
}

Value NestReader::constant(const Expr* e) {
  const std::string type = type_of(e->getType());
  if (e->isValueDependent() || e->containsErrors() || type.empty()) return {};
  Expr::EvalResult result;
  if (is_whole_type(type)) {
    if (!e->EvaluateAsInt(result, unit_.context, Expr::SE_NoSideEffects)) return {};
    const llvm::APSInt& n = result.Val.getInt();
    return n.isUnsigned() && n.getActiveBits() > 63 ? Value{Value::Kind::number, std::to_string(n.getZExtValue()) + "u", type, {}, {}} : whole_value(n.getExtValue(), type);
  }
  llvm::APFloat number(0.0);
  if (!e->getType()->isRealFloatingType() || !e->EvaluateAsFloat(number, unit_.context, Expr::SE_NoSideEffects)) return {};
  if (number.isNaN()) return {Value::Kind::number, "NAN", type, {}, {}};
  if (number.isInfinity()) return {Value::Kind::number, number.isNegative() ? "-INFINITY" : "INFINITY", type, {}, {}};
  const Expr* written = e->IgnoreParenImpCasts();
  const auto* literal = dyn_cast<FloatingLiteral>(written);
  std::string text;
  if (literal && literal->getBeginLoc().isFileID() && type == type_of(literal->getType()))
    text = Lexer::getSourceText(CharSourceRange::getTokenRange(literal->getSourceRange()), unit_.context.getSourceManager(), unit_.context.getLangOpts()).str();
  if (text.empty()) {
    llvm::SmallString<32> digits;
    number.toString(digits);
    text = digits.str().str();
    if (text.find_first_of(".eE") == text.npos) text += ".0";
    if (type == "float") text += "f";
  }
  return {Value::Kind::number, text, type, {}, {}};
}

// threadIdx.x, blockIdx.y, blockDim.x, gridDim.x
Value NestReader::coordinate_value(const Expr* e, const CoordinateRef& c) {
  const auto* base = dyn_cast<DeclRefExpr>(bare(c.base));
  if (!base || c.member.size() != 1 || c.member[0] < 'x' || c.member[0] > 'z') return refuse(e->getExprLoc(), "the members of structures are not followed");
  const auto d = static_cast<size_t>(c.member[0] - 'x');
  const llvm::StringRef name = base->getDecl()->getName();
  if (name == "blockDim") return whole_value(raw_.block[d], "unsigned int");
  if (name == "gridDim") return cast_value(raw_.grid[d], "unsigned int");
  if (name == "threadIdx") return raw_.block[d] == 1 ? whole_value(0, "unsigned int") : named_value(thread_names[d], "unsigned int");
  if (name == "blockIdx") return whole_number(raw_.grid[d]) == 1 ? whole_value(0, "unsigned int") : named_value(block_names[d], "unsigned int");
  return refuse(e->getExprLoc(), "the members of structures are not followed");
}

// block * blockIdx.x + threadIdx.x is the thread's number in the grid.
Value NestReader::over_the_grid(Value v) {
  auto p = polynomial_of(v);
  if (!p || p->constant()) return v;
  bool changed = false;
  for (size_t d = 0; d < 3; ++d) {
    if (!p->reads(block_names[d]) || !p->reads(thread_names[d])) continue;
    const auto block = p->factor_of(block_names[d]), thread = p->factor_of(thread_names[d]);
    if (!block || !thread || *block != Polynomial(raw_.block[d]) * *thread) continue;
    p = *thread * Polynomial::name(global_names[d]) + p->with(block_names[d], 0).with(thread_names[d], 0);
    changed = true;
  }
  return changed ? value_of(*p, v.type, [&](const std::string& n) { return n.starts_with('@') ? v.type : types()(n); }) : v;
}

Value NestReader::arithmetic(const std::string& op, const std::string& type, Value a, Value b) {
  Value v = operation_value(op, type, {std::move(a), std::move(b)});
  if (op == "+" || op == "-" || op == "*") v = over_the_grid(std::move(v));
  return v;
}

Value NestReader::converted(const Value& v, const CastExpr* e) {
  const std::string type = type_of(e->getType());
  if (type.empty()) return refuse(e->getExprLoc(), fmt::format("values of type {} are not followed", e->getType().getAsString()));
  // A coordinate has the type of the variable that holds it.
  if (is_coordinate(v) && bits_of_whole(type) >= 32) return named_value(v.text, type);
  return cast_value(v, type);
}

// Conversions within arithmetic are C's own and need not be written down.
Value NestReader::eval_operand(const Expr* e) {
  e = e->IgnoreParens();
  if (const auto* c = dyn_cast<ImplicitCastExpr>(e)) {
    const CastKind kind = c->getCastKind();
    if ((kind == CK_IntegralCast || kind == CK_IntegralToFloating || kind == CK_FloatingCast) && constant(e).type.empty()) return eval_operand(c->getSubExpr());
  }
  return eval(e);
}

Value NestReader::eval_condition(const Expr* e) {
  Value v = eval(e);
  return refused() ? v : cast_value(std::move(v), "bool");
}

Value NestReader::eval(const Expr* e) {
  if (refused()) return whole_value(0);
  e = e->IgnoreParens();
  if (e->containsErrors()) return refuse(e->getExprLoc(), "the source has an error here");
  if (Value n = constant(e); !n.type.empty()) return n;
  if (const auto* full = dyn_cast<FullExpr>(e)) return eval(full->getSubExpr());
  if (const auto* made = dyn_cast<MaterializeTemporaryExpr>(e)) return eval(made->getSubExpr());
  if (const auto* bound = dyn_cast<CXXBindTemporaryExpr>(e)) return eval(bound->getSubExpr());
  if (const auto* other = dyn_cast<SubstNonTypeTemplateParmExpr>(e)) return eval(other->getReplacement());
  if (const auto* given = dyn_cast<CXXDefaultArgExpr>(e)) return eval(given->getExpr());
  if (const CoordinateRef c = coordinate(e); c.base) return coordinate_value(e, c);
  if (const auto* o = dyn_cast<OpaqueValueExpr>(e); o && o->getSourceExpr()) return eval(o->getSourceExpr());
  if (const auto* p = dyn_cast<PseudoObjectExpr>(e)) return eval(p->getSyntacticForm());
  if (const auto* c = dyn_cast<CastExpr>(e)) switch (c->getCastKind()) {
    case CK_NoOp:
    case CK_LValueToRValue:
    case CK_ConstructorConversion:
    case CK_UserDefinedConversion: return eval(c->getSubExpr());
    case CK_IntegralCast:
    case CK_BooleanToSignedIntegral:
    case CK_IntegralToBoolean:
    case CK_IntegralToFloating:
    case CK_FloatingToIntegral:
    case CK_FloatingToBoolean:
    case CK_FloatingCast: return converted(eval(c->getSubExpr()), c);
    default: return refuse(e->getExprLoc(), "a conversion of pointers or structures is not followed");
    }
  if (const auto* made = dyn_cast<CXXConstructExpr>(e)) {
    if (made->getNumArgs() == 1 && !type_of(made->getType()).empty()) {
      Value v = eval(made->getArg(0));
      return refused() ? v : cast_value(std::move(v), type_of(made->getType()));
    }
    return refuse(e->getExprLoc(), "objects are not followed");
  }
  if (const auto* c = dyn_cast<CXXMemberCallExpr>(e)) {
    const auto* conversion = dyn_cast_or_null<CXXConversionDecl>(c->getMethodDecl());
    if (conversion && !type_of(c->getImplicitObjectArgument()->getType()).empty() && !type_of(e->getType()).empty()) return cast_value(eval(c->getImplicitObjectArgument()), type_of(e->getType()));
    return refuse(e->getExprLoc(), "objects are not followed");
  }
  const std::string type = type_of(e->getType());
  if (const auto* ref = dyn_cast<DeclRefExpr>(e)) {
    const auto* v = dyn_cast<VarDecl>(ref->getDecl());
    return v ? variable(v, e) : refuse(e->getExprLoc(), "a name here is not a variable");
  }
  if (isa<ArraySubscriptExpr>(e) || (isa<UnaryOperator>(e) && cast<UnaryOperator>(e)->getOpcode() == UO_Deref)) {
    const auto t = target(e);
    return t ? load(*t, e->getType(), e->getExprLoc()) : whole_value(0);
  }
  if (const auto* op = dyn_cast<UnaryOperator>(e)) {
    if (op->getOpcode() == UO_LNot) return negation_of(eval_condition(op->getSubExpr()));
    if (op->getOpcode() == UO_Plus) return eval(op->getSubExpr());
    if (op->getOpcode() == UO_Minus || op->getOpcode() == UO_Not) {
      Value a = eval(op->getSubExpr());
      return refused() ? a : operation_value(UnaryOperator::getOpcodeStr(op->getOpcode()).str(), type, {std::move(a)});
    }
    return refuse(e->getExprLoc(), "a value that is changed within an expression is not followed");
  }
  if (const auto* op = dyn_cast<BinaryOperator>(e)) {
    if (op->isAssignmentOp() || op->getOpcode() == BO_Comma || op->isPtrMemOp() || type.empty()) return refuse(e->getExprLoc(), "an assignment or a pointer within an expression is not followed");
    const std::string name = op->getOpcodeStr().str();
    if (op->isLogicalOp()) {
      Value a = eval_condition(op->getLHS()), b = eval_condition(op->getRHS());
      return refused() ? a : operation_value(name, "bool", {std::move(a), std::move(b)});
    }
    if (op->getLHS()->getType()->isPointerType()) return refuse(e->getExprLoc(), "pointers are compared or subtracted");
    Value a = eval_operand(op->getLHS()), b = eval_operand(op->getRHS());
    return refused() ? a : arithmetic(name, op->isComparisonOp() ? "bool" : type, std::move(a), std::move(b));
  }
  if (const auto* c = dyn_cast<ConditionalOperator>(e)) {
    Value test = eval_condition(c->getCond());
    if (refused()) return test;
    if (const auto n = whole_number(test)) return eval(*n != 0 ? c->getTrueExpr() : c->getFalseExpr());
    Value a = eval(c->getTrueExpr()), b = eval(c->getFalseExpr());
    return refused() ? a : operation_value("?:", type, {std::move(test), std::move(a), std::move(b)});
  }
  if (const auto* c = dyn_cast<CXXOperatorCallExpr>(e)) {
    const std::string op = op_of(c->getOperator());
    if (op.empty() || type.empty() || c->getNumArgs() > 2) return refuse(e->getExprLoc(), "operators of objects are not followed");
    std::vector<Value> operands;
    for (const Expr* a : c->arguments()) operands.push_back(eval(a));
    return refused() ? whole_value(0) : operation_value(op, type, std::move(operands));
  }
  if (const auto* list = dyn_cast<InitListExpr>(e); list && list->getNumInits() == 1) return eval(list->getInit(0));
  if (const auto* call = dyn_cast<CallExpr>(e)) return called(call);
  return refuse(e->getExprLoc(), "an expression of this kind is not followed");
}

Value NestReader::called(const CallExpr* e) {
  const FunctionDecl* f = e->getDirectCallee();
  const llvm::StringRef name = called_name(e);
  if (!f || name.empty()) return refuse(e->getExprLoc(), "a call through a pointer is not followed");
  for (const CheckedName& c : refused_functions)
    if (name.starts_with(llvm::StringRef(c.start))) return refuse(e->getExprLoc(), fmt::format(fmt::runtime(c.reason), name.str()));
  if (unit_.places.is_users(f->getLocation()) && f->getDefinition()) {
    const Bound b = inlined(e, f->getDefinition());
    if (refused()) return whole_value(0);
    return b.parts ? settled(*b.parts, e->getExprLoc()) : b.value;
  }
  if (name == "__ldg" && e->getNumArgs() == 1) {
    const auto p = pointer(e->getArg(0));
    return p ? load({nullptr, nullptr, p->array, p->read_only, p->value}, e->getType(), e->getExprLoc()) : whole_value(0);
  }
  const std::string type = type_of(e->getType());
  if (!is_pure(name) || type.empty()) return refuse(e->getExprLoc(), fmt::format("what {} does is not known", name.str()));
  Value call{Value::Kind::call, name.str(), type, {}, {}};
  for (const Expr* a : e->arguments()) call.operands.push_back(eval_operand(a));
  return call;
}

Value NestReader::variable(const VarDecl* v, const Expr* e) {
  if (const auto alias = aliases_.find(v); alias != aliases_.end()) v = alias->second;
  const auto it = env_.find(v);
  if (it != env_.end()) {
    if (it->second.parts) return settled(*it->second.parts, e->getExprLoc());
    if (!it->second.array.empty()) return refuse(e->getExprLoc(), fmt::format("the pointer {} is used as a value", v->getNameAsString()));
    return it->second.value;
  }
  if (v->getName() == "warpSize") return whole_value(warp_);
  return refuse(e->getExprLoc(), fmt::format("{} is no variable of the kernel that is known here", v->getNameAsString()));
}

const VarDecl* NestReader::shared_array(const Expr* e) const {
  const auto* ref = dyn_cast<DeclRefExpr>(e->IgnoreParenImpCasts());
  const auto* v = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
  return v && v->hasAttr<CUDASharedAttr>() ? v : nullptr;
}

std::optional<Bound> NestReader::pointer(const Expr* e) {
  e = e->IgnoreParens();
  if (const auto* c = dyn_cast<CastExpr>(e); c && (c->getCastKind() == CK_NoOp || c->getCastKind() == CK_LValueToRValue)) return pointer(c->getSubExpr());
  if (const auto* full = dyn_cast<FullExpr>(e)) return pointer(full->getSubExpr());
  if (const auto* ref = dyn_cast<DeclRefExpr>(e))
    if (const auto* v = dyn_cast<VarDecl>(ref->getDecl())) {
      const auto alias = aliases_.find(v);
      const auto it = env_.find(alias == aliases_.end() ? v : alias->second);
      if (it != env_.end() && !it->second.array.empty()) return it->second;
    }
  if (const auto* op = dyn_cast<UnaryOperator>(e); op && op->getOpcode() == UO_AddrOf) {
    const auto t = target(op->getSubExpr());
    if (t && !t->array.empty()) return Bound{t->index, t->array, t->read_only};
  }
  if (const auto* op = dyn_cast<BinaryOperator>(e); op && op->isAdditiveOp()) {
    const bool first = op->getLHS()->getType()->isPointerType();
    const auto p = pointer(first ? op->getLHS() : op->getRHS());
    if (!p) return {};
    Value offset = eval(first ? op->getRHS() : op->getLHS());
    if (refused()) return {};
    const std::string type = bits_of_whole(p->value.type) > bits_of_whole(offset.type) && !whole_number(p->value) ? p->value.type : offset.type;
    return Bound{arithmetic(op->getOpcodeStr().str(), type, p->value, offset), p->array, p->read_only};
  }
  refuse(e->getExprLoc(), "a pointer that is no offset from a parameter is not followed");
  return {};
}

std::optional<NestReader::Target> NestReader::target(const Expr* e) {
  e = e->IgnoreParens();
  if (const auto* full = dyn_cast<FullExpr>(e)) return target(full->getSubExpr());
  if (const auto* ref = dyn_cast<DeclRefExpr>(e)) {
    const auto* v = dyn_cast<VarDecl>(ref->getDecl());
    if (v && v->hasAttr<CUDASharedAttr>()) return Target{nullptr, v, "", false, whole_value(0)};
    const auto alias = aliases_.find(v);
    if (alias != aliases_.end()) v = alias->second;
    if (v && (v->isLocalVarDeclOrParm())) return Target{v, nullptr, "", false, {}};
    refuse(e->getExprLoc(), "a variable that is not the kernel's is not followed");
    return {};
  }
  const Expr *base = nullptr, *index = nullptr;
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(e)) base = element->getBase(), index = element->getIdx();
  if (const auto* op = dyn_cast<UnaryOperator>(e); op && op->getOpcode() == UO_Deref) base = op->getSubExpr();
  if (!base) {
    refuse(e->getExprLoc(), "what is read or written here is neither a variable nor an element of an array");
    return {};
  }
  Value at = index ? eval_operand(index) : whole_value(0);
  if (refused()) return {};
  if (const VarDecl* shared = shared_array(base)) return Target{nullptr, shared, "", false, std::move(at)};
  if (base->IgnoreParenImpCasts()->getType()->isArrayType()) {
    refuse(e->getExprLoc(), "arrays of the thread's own, and shared ones of more dimensions, are not followed");
    return {};
  }
  const auto p = pointer(base);
  if (!p) return {};
  const std::string type = bits_of_whole(p->value.type) > bits_of_whole(at.type) && whole_number(p->value) != 0 ? p->value.type : at.type;
  return Target{nullptr, nullptr, p->array, p->read_only, arithmetic("+", type, p->value, at)};
}

Value NestReader::load(const Target& t, QualType type, SourceLocation at) {
  if (t.shared) {
    const auto parts = shared_parts(t.shared, t.index);
    return parts ? settled(*parts, at) : refuse(at, "an element of shared memory is read that the kernel has not written in a known way");
  }
  if (t.array.empty()) return refuse(at, "a variable is read through a pointer");
  const std::string name = type_of(type);
  if (name.empty()) return refuse(at, fmt::format("elements of type {} are not followed", type.getAsString()));
  return {Value::Kind::load, t.array, name, {t.index}, {}};
}

}  // namespace wavelift::analysis
