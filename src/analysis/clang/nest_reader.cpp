#include "analysis/clang/nest_reader.h"
#include "analysis/clang/c_types.h"
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <fmt/format.h>

namespace wavelift::analysis {
using namespace clang;

Value NestReader::refuse(SourceLocation at, std::string reason) {
  if (!refused()) refusal_ = {std::nullopt, std::move(reason), unit_.places.at(at)};
  return whole_value(0);
}

std::string NestReader::unused(const std::string& name) {
  std::string out = name;
  for (int n = 2; !used_.insert(out).second; ++n) out = fmt::format("{}_{}", name, n);
  return out;
}

std::string NestReader::type_of(QualType t) const {
  t = t.getNonReferenceType();
  if (t->isBooleanType()) return "bool";
  if (const auto* e = t->getAs<EnumType>()) t = e->getDecl()->getIntegerType();
  return t.isNull() ? "" : c_type_name(t, unit_.context);
}

std::function<std::string(const std::string&)> NestReader::types() const {
  return [this](const std::string& name) {
    const auto it = raw_.types.find(name);
    return it == raw_.types.end() ? std::string("int") : it->second;
  };
}

bool NestReader::is_coordinate(const Value& v) const { return v.kind == Value::Kind::name && (v.text.starts_with("threadIdx.") || v.text.starts_with("blockIdx.") || v.text.starts_with("@x") || v.text.starts_with("@y") || v.text.starts_with("@z")); }

bool NestReader::reads_threads(const Value& v) const {
  bool found = false;
  each_value(v, [&](const Value& one) { found |= is_coordinate(one) && !one.text.starts_with("blockIdx."); });
  return found;
}

void NestReader::emit(RawStep step, SourceLocation at) {
  if (closed_) {
    refuse(at, "the kernel does more after a loop over the grid");
    return;
  }
  step.conditions.insert(step.conditions.begin(), path_.begin(), path_.end());
  step.place = unit_.places.at(at);
  if (step.step.kind != Step::Kind::store) raw_.types[step.step.name] = step.step.type;
  raw_.steps.push_back(std::move(step));
}

void NestReader::count_reads(const Stmt* body) {
  struct Counter : DynamicRecursiveASTVisitor {
    std::map<const VarDecl*, int>& reads;
    int by = 1;
    explicit Counter(std::map<const VarDecl*, int>& r) : reads(r) {}
    bool VisitDeclRefExpr(DeclRefExpr* e) override {
      if (const auto* v = dyn_cast<VarDecl>(e->getDecl())) reads[v] += by;
      return true;
    }
    // In a loop it is read more than once.
    bool TraverseForStmt(ForStmt* s) override {
      by += 1;
      const bool more = DynamicRecursiveASTVisitor::TraverseForStmt(s);
      by -= 1;
      return more;
    }
  } counter(reads_);
  counter.TraverseStmt(const_cast<Stmt*>(body));
}

Raised NestReader::read(const NestLaunch& launch) {
  const SourceLocation at = kernel_->getLocation();
  raw_.kernel = launch.kernel;
  for (size_t d = 0; d < 3; ++d) {
    const auto grid = parse_size(launch.grid[d].empty() ? "1" : launch.grid[d]), block = parse_size(launch.block[d].empty() ? "1" : launch.block[d]);
    const auto threads = block ? whole_number(*block) : std::nullopt;
    if (!grid) refuse(at, fmt::format("the grid \"{}\" of the launch is no expression", launch.grid[d]));
    else raw_.grid[d] = *grid;
    if (!threads || *threads < 1) refuse(at, fmt::format("the block \"{}\" of the launch is no number", launch.block[d]));
    else raw_.block[d] = *threads;
  }
  if (refused()) return refusal_;
  if (raw_.block[0] * raw_.block[1] * raw_.block[2] > 1024) refuse(at, "a workgroup of the launch has more than 1024 threads");
  if (raw_.block[1] == 1 && raw_.block[2] == 1) active_.assign(static_cast<size_t>(raw_.block[0]), true);
  for (const ParmVarDecl* p : kernel_->parameters()) {
    KernelParameter one;
    one.name = p->getNameAsString();
    QualType t = p->getType();
    one.pointer = t->isPointerType();
    if (one.pointer) t = t->getPointeeType(), one.is_const = t.isConstQualified();
    one.type = c_type_name(t, unit_.context);
    one.known = !one.type.empty();
    one.real = one.known && !is_whole_type(one.type);
    if (!one.known) one.type = p->getType().getAsString();
    used_.insert(one.name);
    raw_.types[one.name] = one.type;
    if (one.known) env_[p] = one.pointer ? Bound{whole_value(0), one.name, one.is_const} : Bound{named_value(one.name, one.type)};
    raw_.parameters.push_back(std::move(one));
  }
  // A template's instantiation has only what it was written with.
  for (const auto& names : {global_names, block_names, thread_names})
    for (const std::string& name : names) raw_.types[name] = "int";
  count_reads(kernel_->getBody());
  frames_.emplace_back();
  run(kernel_->getBody());
  if (refused()) return refusal_;
  if (barrier_ && !raw_.joined) {
    std::set<std::string> stored;
    for (const RawStep& s : raw_.steps)
      if (s.step.kind == Step::Kind::store) stored.insert(s.step.array);
    for (const RawStep& s : raw_.steps) {
      bool again = false;
      const auto look = [&](const Value& v) { each_value(v, [&](const Value& one) { again |= one.kind == Value::Kind::load && stored.contains(one.text); }); };
      look(s.step.value);
      for (const Value& c : s.conditions) look(c);
      if (again) return {std::nullopt, "threads read what others have written before a barrier", s.place};
    }
  }
  Raised out = finish_nest(std::move(raw_));
  if (!out.nest && out.place.file.empty()) out.place = unit_.places.at(at);
  return out;
}

}  // namespace wavelift::analysis
