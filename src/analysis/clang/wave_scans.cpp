// Scans: each lane joins what the lanes before it have.
#include "analysis/clang/wave_reader.h"

namespace wavelift::analysis {
using namespace clang;
using Is = WidthValue::Is;

// for (d = 1; d < W; d *= 2) { t = shuffle_up(v, d); if (lane >= d) v JOIN= t; }, several variables at once. Over the warps' results the
// distances may end at the number of warps.
bool WaveReader::scan(const ForStmt* s, const CountedLoop& head) {
  const bool doubles = (head.step == BO_Shl && unit_.constants.value(head.by) == 1) || (head.step == BO_Mul && unit_.constants.value(head.by) == 2) ||
                       (head.step == BO_Add && head.by && named_variable(head.by) == head.variable);
  if (!doubles || unit_.constants.value(head.first) != 1 || !head.end) return false;

  std::map<const VarDecl*, Shuffle> fetched;
  std::vector<JoinStep> steps;
  const Expr* lane = nullptr;
  for (const Stmt* one : statements_of(s->getBody())) {
    if (const auto* decls = dyn_cast<DeclStmt>(one)) {
      for (const Decl* d : decls->decls()) {
        const auto* v = dyn_cast<VarDecl>(d);
        auto shuffle = v && v->hasInit() ? shuffle_of(v->getInit(), unit_.places) : std::nullopt;
        if (!shuffle || shuffle->kind != WarpCall::Kind::shuffle_up || named_variable(shuffle->distance) != head.variable) return false;
        fetched[v] = *shuffle;
      }
      continue;
    }
    const auto* branch = dyn_cast<IfStmt>(one);
    const auto* test = branch && !branch->getElse() && branch->getCond() ? dyn_cast<BinaryOperator>(bare(branch->getCond())) : nullptr;
    if (!test || test->getOpcode() != BO_GE || named_variable(test->getRHS()) != head.variable || lane) return false;
    lane = test->getLHS();
    for (const Stmt* inner : statements_of(branch->getThen())) {
      auto step = join_step(inner, unit_.context);
      auto it = step ? fetched.find(named_variable(step->other)) : fetched.end();
      if (it == fetched.end() || named_variable(it->second.value) != step->into) return false;
      steps.push_back(*step);
    }
  }
  if (!lane || steps.empty() || steps.size() != fetched.size()) return false;

  const SourceLocation at = s->getBeginLoc();
  if (eval(lane).is != Is::lane) return block(at, "a scan over other lanes than the whole warp's"), true;
  bool to_warps = false;
  if (head.compare == BO_LT && !is_width(head.end)) {
    to_warps = eval(head.end).is == Is::warps;
    if (!to_warps) return block(at, "a scan over other lanes than the whole warp's"), true;
  } else if (head.compare != BO_LT && (head.compare != BO_LE || !is_half(head.end))) {
    return block(at, "a scan over other lanes than the whole warp's"), true;
  }
  for (const auto& [v, shuffle] : fetched)
    if (!takes_whole_warp(shuffle)) return true;
  for (const JoinStep& step : steps) scan(step.into, step.join, to_warps, at);
  return true;
}

void WaveReader::scan(const VarDecl* v, Join join, bool to_warps, SourceLocation at) {
  WidthValue& x = state_.values[root(v)];
  if (stopped()) return;
  if (guard_.lane0 || guard_.vague() || guard_.on || per_warp_) return void(block(at, "a scan that not all lanes reach"));
  if (x.is == Is::plain && !to_warps) {
    if (guard_.warp0 || x.lane0 || x.warp0 || (x.on & (on_item | on_element))) return void(block(at, "a scan that not all threads reach"));
    x = {.is = Is::prefix, .join = join};
  } else if ((x.is == Is::totals || x.is == Is::loose_totals) && x.join == join && !x.lane0) {
    x = {.is = Is::prefixes, .join = join, .warp0 = x.warp0};
  } else {
    return void(block(at, "a scan of what depends on the width already"));
  }
  QualType type = v->getType().getNonReferenceType();
  form_.float_order |= !type->isIntegerType() && (join == Join::add || join == Join::multiply);
}

}  // namespace wavelift::analysis
