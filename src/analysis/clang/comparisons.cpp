// Values of the run time's that are compared with numbers and names: error codes, memory types, the compute capability; and
// what min and max of int cut.
#include "analysis/clang/memory_origins.h"
#include "analysis/clang/unit.h"
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

// Variables, fields, parameters and functions (what they return) that hold a device property.
struct Holders {
  enum Property : uint32_t { capability = 1, multiprocessors = 2 };
  llvm::DenseMap<const Decl*, uint32_t> known;
  bool grown = false;

  void add(const Decl* d, uint32_t properties) {
    if (!d || !properties) return;
    uint32_t& all = known[d->getCanonicalDecl()];
    grown |= (all | properties) != all;
    all |= properties;
  }
  uint32_t of_decl(const Decl* d) const {
    auto it = known.find(d->getCanonicalDecl());
    return it == known.end() ? 0 : it->second;
  }
  uint32_t of(const Expr* e) const {
    e = bare(e);
    if (const auto* member = dyn_cast<MemberExpr>(e)) {
      const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
      if (field && field->getIdentifier() && field->getParent()->getName().starts_with("hipDeviceProp")) {
        if (field->getName() == "major") return capability;
        if (field->getName() == "multiProcessorCount") return multiprocessors;
      }
      return field ? of_decl(field) : 0;
    }
    if (const auto* ref = dyn_cast<DeclRefExpr>(e)) return of_decl(ref->getDecl());
    // major * 10 + minor is the capability still, a number of blocks no number of multiprocessors.
    if (const auto* op = dyn_cast<BinaryOperator>(e); op && (op->getOpcode() == BO_Mul || op->getOpcode() == BO_Add || op->getOpcode() == BO_Or || op->getOpcode() == BO_Shl))
      return (of(op->getLHS()) | of(op->getRHS())) & capability;
    if (const auto* call = dyn_cast<CallExpr>(e))
      if (const FunctionDecl* f = call->getDirectCallee()) return of_decl(f);
    return 0;
  }
};

struct Spread : RecursiveASTVisitor<Spread> {
  Unit& unit;
  Holders& holders;
  const FunctionDecl* function = nullptr;
  Spread(Unit& u, Holders& h) : unit(u), holders(h) {}

  bool VisitVarDecl(VarDecl* v) {
    if (v->hasInit() && v->getType()->isIntegralOrEnumerationType()) holders.add(v, holders.of(v->getInit()));
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator* e) {
    if (e->getOpcode() == BO_Assign && e->getLHS()->getType()->isIntegralOrEnumerationType())
      if (const ValueDecl* v = variable_behind(e->getLHS())) holders.add(v, holders.of(e->getRHS()));
    return true;
  }
  bool VisitReturnStmt(ReturnStmt* s) {
    if (s->getRetValue() && function->getReturnType()->isIntegralOrEnumerationType()) holders.add(function, holders.of(s->getRetValue()));
    return true;
  }
  bool VisitCallExpr(CallExpr* e) {
    std::string name = api_name(e, unit.places);
    auto fill = [&](unsigned argument, uint32_t property) {
      if (argument < e->getNumArgs())
        if (const ValueDecl* v = variable_behind(e->getArg(argument))) holders.add(v, property);
    };
    if (name == "hipDeviceComputeCapability") fill(0, Holders::capability);
    if (name == "hipDeviceGetAttribute" && e->getNumArgs() >= 2)
      if (const auto* which = dyn_cast<DeclRefExpr>(bare(e->getArg(1)))) {
        if (which->getDecl()->getName() == "hipDeviceAttributeComputeCapabilityMajor") fill(0, Holders::capability);
        if (which->getDecl()->getName() == "hipDeviceAttributeMultiprocessorCount") fill(0, Holders::multiprocessors);
      }
    const FunctionDecl* f = e->getDirectCallee();
    if (!f || unit.number_of(f) == UINT32_MAX) return true;
    for (unsigned i = 0; i < e->getNumArgs() && i < f->getNumParams(); ++i) {
      const ParmVarDecl* parameter = f->getParamDecl(i);
      if (parameter->getType()->isIntegralOrEnumerationType()) holders.add(parameter, holders.of(e->getArg(i)));
    }
    return true;
  }
};

// Whether device code makes floating-point numbers, rather than moving and comparing those that it is given.
struct Computes : RecursiveASTVisitor<Computes> {
  const Places& places;
  bool found = false;
  explicit Computes(const Places& p) : places(p) {}

  static bool floats(QualType type) { return type->isRealFloatingType() || type->isRecordType(); }
  bool VisitBinaryOperator(BinaryOperator* e) {
    const auto* compound = dyn_cast<CompoundAssignOperator>(e);
    found |= (compound ? floats(compound->getComputationResultType()) : floats(e->getType())) && (e->isMultiplicativeOp() || e->isAdditiveOp() || e->isCompoundAssignmentOp());
    return !found;
  }
  bool VisitUnaryOperator(UnaryOperator* e) {
    found |= e->isIncrementDecrementOp() && floats(e->getType());
    return !found;
  }
  // A function of the user's is looked at itself; what the headers' make of numbers is known of few.
  bool VisitCallExpr(CallExpr* e) {
    const FunctionDecl* f = e->getDirectCallee();
    if (f && places.is_users(f->getLocation())) return true;
    llvm::StringRef name = called_name(e);
    if (name.starts_with("__shfl") || name.starts_with("make_") || name.starts_with("__ld") || name.starts_with("__st") || name == "fabs" || name == "fabsf" || name == "fmax" || name == "fmaxf" || name == "fmin" || name == "fminf") return true;
    found |= !f || floats(e->getType()) || std::ranges::any_of(e->arguments(), [](const Expr* a) { return floats(a->getType()); });
    return !found;
  }
};

// Whether a library's function computes; some only bring numbers into another order.
bool library_computes(const FunctionDecl* f) {
  const std::string name = f->getQualifiedNameAsString();
  auto begins = [&](std::initializer_list<const char*> starts) { return std::ranges::any_of(starts, [&](const char* s) { return name.starts_with(s); }); };
  auto has = [&](std::initializer_list<const char*> parts) { return std::ranges::any_of(parts, [&](const char* s) { return name.find(s) != name.npos; }); };
  if (begins({"hipsparse", "cusparse"})) return !has({"DenseToSparse", "SparseToDense", "Create", "Destroy", "SetPointers", "GetSize", "SetStream", "GetErrorString"});
  return begins({"thrust::", "cub::", "hipcub::", "rocprim::", "hipblas", "cublas", "hipfft", "cufft", "hipsolver", "cusolver", "hiprand", "curand", "cudnn", "nccl"});
}

// Host memory that the device's results are copied to, and where they come from.
struct Results : RecursiveASTVisitor<Results> {
  Unit& unit;
  llvm::DenseMap<const ValueDecl*, std::vector<const ValueDecl*>> found;  // host memory: the device's
  bool computes = false;  // something in the unit may make floating-point numbers on the device
  explicit Results(Unit& u) : unit(u) {}

  // Whether what was copied to `v` was only moved before: it is the same to the last bit. What comes from elsewhere is not known.
  bool only_moved(const ValueDecl* v) const {
    auto it = found.find(v);
    return it != found.end() && !computes && std::ranges::none_of(it->second, [](const ValueDecl* from) { return !from || isa<ParmVarDecl>(from) || from->hasExternalFormalLinkage(); });
  }
  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr* e) {
    const FunctionDecl* kernel = e->getDirectCallee();
    computes |= !kernel || !kernel->getDefinition();
    return true;
  }
  bool VisitCallExpr(CallExpr* e) {
    std::string name = api_name(e, unit.places);
    const FunctionDecl* f = e->getDirectCallee();
    if (f && unit.places.is_users(f->getLocation())) computes |= !f->getDefinition() && std::ranges::any_of(e->arguments(), [](const Expr* a) { return a->getType()->isAnyPointerType(); });
    else if (f) computes |= library_computes(f) || name.find("Launch") != name.npos;
    bool back = name == "hipMemcpyDtoH" || name == "hipMemcpyDtoHAsync";
    // hipMemcpyDeviceToHost
    if ((name == "hipMemcpy" || name == "hipMemcpyAsync") && e->getNumArgs() >= 4) back = unit.constants.value(e->getArg(3)) == 2;
    if (back)
      if (const ValueDecl* v = variable_behind(e->getArg(0))) found[v].push_back(variable_behind(e->getArg(1)));
    return true;
  }
};

struct Comparisons : RecursiveASTVisitor<Comparisons> {
  Unit& unit;
  const Holders& holders;
  const Results& results;
  uint32_t number;
  Comparisons(Unit& u, const Holders& h, const Results& r, uint32_t n) : unit(u), holders(h), results(r), number(n) {}

  std::optional<Comparison::Of> subject(const Expr* e) const {
    const Expr* inner = e->IgnoreParenCasts();
    if (const auto* ref = dyn_cast<DeclRefExpr>(inner); ref && isa<EnumConstantDecl>(ref->getDecl())) return {};
    if (const auto* type = inner->getType()->getAs<EnumType>()) {
      if (type->getDecl()->getName() == "hipError_t") return Comparison::Of::error;
      if (type->getDecl()->getName() == "hipMemoryType") return Comparison::Of::memory_type;
    }
    if (holders.of(e) & Holders::capability) return Comparison::Of::capability;
    return {};
  }

  void add(SourceLocation at, Comparison::Of of, const Expr* other, llvm::StringRef operation, SourceRange range) {
    Comparison c{unit.places.at(at), number, of, Comparison::With::number, operation.str(), 0, {}, unit.places.text(range)};
    other = other->IgnoreParenCasts();
    if (const auto* full = dyn_cast<FullExpr>(other)) other = full->getSubExpr()->IgnoreParenCasts();
    const auto* ref = dyn_cast<DeclRefExpr>(other);
    auto value = unit.constants.value(other);
    if (!value) return;
    c.value = *value;
    if (const auto* name = ref ? dyn_cast<EnumConstantDecl>(ref->getDecl()) : nullptr) {
      c.name = name->getNameAsString();
      if (!unit.places.is_users(name->getLocation())) c.with = Comparison::With::name;
    }
    unit.facts.comparisons.push_back(std::move(c));
  }
  void keep(SourceLocation at, const Expr* value, SourceRange range) {
    if (subject(value) != Comparison::Of::memory_type) return;
    unit.facts.comparisons.push_back({unit.places.at(at), number, Comparison::Of::memory_type, Comparison::With::nothing, "", 0, {}, unit.places.text(range)});
  }

  bool VisitBinaryOperator(BinaryOperator* e) {
    if (e->isComparisonOp()) {
      if (auto of = subject(e->getLHS())) add(e->getOperatorLoc(), *of, e->getRHS(), e->getOpcodeStr(), e->getSourceRange());
      else if (auto right = subject(e->getRHS()))
        add(e->getOperatorLoc(), *right, e->getLHS(), BinaryOperator::getOpcodeStr(e->isRelationalOp() ? BinaryOperator::reverseComparisonOp(e->getOpcode()) : e->getOpcode()), e->getSourceRange());
    }
    if (e->getOpcode() == BO_Assign && e->getLHS()->getType()->isIntegerType() && !e->getLHS()->getType()->isEnumeralType()) keep(e->getOperatorLoc(), e->getRHS(), e->getSourceRange());
    if (e->getOpcode() == BO_Mul) product(e);
    if (e->isEqualityOp()) exact(e);
    return true;
  }
  // An element of what the device computed against an element of something else.
  void exact(const BinaryOperator* e) {
    const Expr *a = bare(e->getLHS()), *b = bare(e->getRHS());
    if (!a->getType()->isRealFloatingType() || !b->getType()->isRealFloatingType()) return;
    const ValueDecl *left = variable_behind(a), *right = variable_behind(b);
    if (!left || !right || left == right || results.found.contains(left) == results.found.contains(right)) return;
    if (!isa<DeclRefExpr>(a) && !isa<DeclRefExpr>(b) && !results.only_moved(results.found.contains(left) ? left : right))
      unit.facts.exact_comparisons.push_back({unit.places.at(e->getOperatorLoc()), number, unit.places.text(e->getSourceRange())});
  }
  bool VisitVarDecl(VarDecl* v) {
    if (v->hasInit() && v->getType()->isIntegerType() && !v->getType()->isEnumeralType() && !v->getType()->isBooleanType()) keep(v->getLocation(), v->getInit(), v->getSourceRange());
    return true;
  }
  bool VisitSwitchStmt(SwitchStmt* s) {
    auto of = subject(s->getCond());
    if (!of) return true;
    for (const SwitchCase* c = s->getSwitchCaseList(); c; c = c->getNextSwitchCase())
      if (const auto* one = dyn_cast<CaseStmt>(c)) add(one->getBeginLoc(), *of, one->getLHS(), "==", SourceRange(one->getBeginLoc(), one->getColonLoc()));
    return true;
  }

  bool VisitCallExpr(CallExpr* e) {
    const FunctionDecl* f = e->getDirectCallee();
    llvm::StringRef name = called_name(e);
    if (!f || (name != "min" && name != "max") || e->getNumArgs() != 2 || !f->getDeclContext()->getRedeclContext()->isTranslationUnit() || unit.places.is_users(f->getLocation())) return true;
    for (const Expr* argument : e->arguments()) {
      if (!argument->getType()->isSpecificBuiltinType(BuiltinType::Int)) continue;
      const Expr* own = argument->IgnoreParenImpCasts();
      QualType type = own->getType();
      const bool cut = type->isRealFloatingType() || (type->isIntegerType() && unit.context.getTypeSize(type) > 32 && !fits(own));
      if (!cut) continue;
      unit.facts.cut_numbers.push_back({unit.places.at(e->getBeginLoc()), number, name.str(), type.getUnqualifiedType().getAsString()});
      break;
    }
    return true;
  }
  // A constant such as sizeof(x) loses nothing.
  bool fits(const Expr* e) const {
    auto value = unit.constants.value(e);
    return value && *value >= INT32_MIN && *value <= INT32_MAX;
  }

  void product(const BinaryOperator* e) {
    for (auto [a, b] : {std::pair(e->getLHS(), e->getRHS()), std::pair(e->getRHS(), e->getLHS())})
      if (holders.of(a) & Holders::multiprocessors)
        if (auto n = unit.constants.value(b))
          unit.facts.property_products.push_back({unit.places.at(e->getOperatorLoc()), number, "multiProcessorCount", *n, unit.places.text(e->getSourceRange())});
  }
};

}  // namespace

void collect_comparisons(Unit& unit) {
  Holders holders;
  Spread spread(unit, holders);
  // As often as something goes on: through variables, fields, results and parameters.
  for (int round = 0; round < 8; ++round) {
    holders.grown = false;
    for (const FunctionDecl* f : unit.bodies) {
      spread.function = f;
      spread.TraverseStmt(f->getBody());
    }
    if (!holders.grown) break;
  }
  Results results(unit);
  for (const FunctionDecl* f : unit.bodies) results.TraverseStmt(f->getBody());
  for (const FunctionDecl* f : unit.bodies) {
    if (!unit.facts.functions[unit.number_of(f)].device) continue;
    Computes device(unit.places);
    device.TraverseStmt(f->getBody());
    results.computes |= device.found;
  }
  for (const FunctionDecl* f : unit.bodies) {
    uint32_t number = unit.number_of(f);
    if (unit.facts.functions[number].host) Comparisons(unit, holders, results, number).TraverseStmt(f->getBody());
  }
}

}  // namespace wavelift::analysis
