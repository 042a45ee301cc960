// Device code's use of what is other, slow or not there on an AMD GPU: functions of the headers, long double, wide reads of
// shared arrays, symbols of other units.
#include "analysis/clang/memory_origins.h"
#include "analysis/clang/unit.h"
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <llvm/ADT/StringSwitch.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

// Conversions with a direction that early HIP headers round to nearest: those that can be inexact.
bool is_directed_conversion(llvm::StringRef name) {
  if (!name.ends_with("_rd") && !name.ends_with("_ru") && !name.ends_with("_rz")) return false;
  llvm::StringRef stem = name.drop_back(3);
  return stem == "__double2float" || stem == "__int2float" || stem == "__uint2float" || stem == "__ll2float" || stem == "__ull2float" || stem == "__ll2double" || stem == "__ull2double";
}

bool is_noted(llvm::StringRef name) {
  return is_directed_conversion(name) || llvm::StringSwitch<bool>(name)
                                             .Cases({"printf", "malloc", "free", "__assert_fail", "__assertfail"}, true)
                                             .Cases({"clock", "clock64", "__hne"}, true)
                                             .Cases({"isnan", "isinf", "isfinite", "__isnanf", "__isinff", "__isnan", "__isinf", "__finitef"}, true)
                                             .Cases({"__builtin_inff", "__builtin_inf", "__builtin_nanf", "__builtin_nan", "__builtin_huge_val", "__builtin_huge_valf"}, true)
                                             .Cases({"__builtin_isnan", "__builtin_isinf", "__builtin_isfinite"}, true)
                                             .Default(false);
}

bool holds_long_double(QualType type, int depth = 0) {
  if (type.isNull() || depth > 4) return false;
  type = type.getCanonicalType();
  if (type->isAnyPointerType() || type->isReferenceType()) return holds_long_double(type->getPointeeType(), depth + 1);
  if (const auto* array = type->getAsArrayTypeUnsafe()) return holds_long_double(array->getElementType(), depth + 1);
  if (const RecordDecl* record = type->getAsRecordDecl(); record && record->isCompleteDefinition())
    return std::any_of(record->field_begin(), record->field_end(), [&](const FieldDecl* f) { return !f->getType()->isAnyPointerType() && holds_long_double(f->getType(), depth + 1); });
  return type->isSpecificBuiltinType(BuiltinType::LongDouble);
}

struct DeviceUses : RecursiveASTVisitor<DeviceUses> {
  Unit& unit;
  uint32_t number;
  DeviceUses(Unit& u, uint32_t n) : unit(u), number(n) {}

  void call(SourceLocation at, llvm::StringRef name) { unit.facts.device_calls.push_back({unit.places.at(at), number, name.str()}); }

  bool VisitCallExpr(CallExpr* e) {
    llvm::StringRef name = called_name(e);
    const FunctionDecl* f = e->getDirectCallee();
    // Built-in functions are declared where they are used first.
    if (is_noted(name) && (name.starts_with("__builtin") || !f || !unit.places.is_users(f->getLocation()))) call(e->getBeginLoc(), name);
    return true;
  }
  bool VisitCXXNewExpr(CXXNewExpr* e) {
    if (e->getNumPlacementArgs() == 0) call(e->getBeginLoc(), "new");
    return true;
  }
  bool VisitVarDecl(VarDecl* v) {
    if (holds_long_double(v->getType())) unit.facts.long_doubles.push_back({unit.places.at(v->getLocation()), number, unit.places.text(v->getSourceRange())});
    return true;
  }
  bool VisitExplicitCastExpr(ExplicitCastExpr* e) {
    if (!e->getType()->isPointerType() || e->getType()->getPointeeType()->isDependentType() || e->getType()->getPointeeType()->isIncompleteType()) return true;
    const auto* ref = dyn_cast<DeclRefExpr>(bare(e->getSubExpr()));
    const auto* array = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
    // What the launch gives the size of starts where the GPU's allocation does.
    if (!array || !array->hasAttr<CUDASharedAttr>() || array->hasExternalStorage() || !array->getType()->isConstantArrayType()) return true;
    auto has = static_cast<uint32_t>(unit.context.getDeclAlign(array).getQuantity());
    auto needs = static_cast<uint32_t>(unit.context.getTypeAlignInChars(e->getType()->getPointeeType()).getQuantity());
    if (needs > has) unit.facts.wide_reads.push_back({unit.places.at(e->getBeginLoc()), number, array->getNameAsString(), has, needs});
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr* e) {
    const ValueDecl* d = e->getDecl();
    if (!unit.places.is_users(d->getLocation())) return true;
    if (const auto* v = dyn_cast<VarDecl>(d)) {
      bool on_device = v->hasAttr<CUDADeviceAttr>() || v->hasAttr<CUDAConstantAttr>();
      if (on_device && v->isFileVarDecl() && !v->isTemplated() && !const_cast<VarDecl*>(v)->getDefinition() && v->hasExternalStorage()) foreign(e, true);
    } else if (const auto* f = dyn_cast<FunctionDecl>(d)) {
      if (f->hasAttr<CUDADeviceAttr>() && !f->isDefined() && !f->isPureVirtual() && !f->isDeleted() && !f->isTemplated() && !f->isTemplateInstantiation() && !f->isDefaulted() && !f->getBuiltinID()) foreign(e, false);
    }
    return true;
  }
  void foreign(const DeclRefExpr* e, bool variable) {
    unit.facts.foreign_symbols.push_back({unit.places.at(e->getLocation()), number, e->getDecl()->getQualifiedNameAsString(), variable});
  }
};

}  // namespace

void collect_device_uses(Unit& unit, const FunctionDecl* function, uint32_t number) {
  DeviceUses uses(unit, number);
  if (unit.facts.functions[number].kernel)
    for (ParmVarDecl* p : function->parameters()) uses.VisitVarDecl(p);
  uses.TraverseStmt(function->getBody());
}

}  // namespace wavelift::analysis
