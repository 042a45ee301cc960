// What the threads of a workgroup do together: each thread's part of a reduction is followed through shared memory and shuffles, thread by
// thread, until one of them has all parts. Threads run in step here; a source without races gives the same in any other order.
#include "analysis/clang/nest_reader.h"
#include "analysis/clang/wave_shapes.h"
#include <algorithm>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <fmt/format.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

bool is_idempotent(const std::string& op) { return op == "max" || op == "min" || op == "&" || op == "|"; }

struct Finder : DynamicRecursiveASTVisitor {
  const Places& places;
  const std::function<bool(const VarDecl*)>& holds_parts;
  std::set<const FunctionDecl*>& seen;
  bool reads = false, writes = false;   // shared memory is read; it is written, or there is a shuffle or a barrier
  Finder(const Places& p, const std::function<bool(const VarDecl*)>& h, std::set<const FunctionDecl*>& s) : places(p), holds_parts(h), seen(s) {}
  static bool is_shared(const Expr* e) {
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(e->IgnoreParens())) e = element->getBase();
    const auto* ref = dyn_cast<DeclRefExpr>(e->IgnoreParenImpCasts());
    return ref && ref->getDecl()->hasAttr<CUDASharedAttr>();
  }
  bool VisitDeclRefExpr(DeclRefExpr* e) override {
    const auto* v = dyn_cast<VarDecl>(e->getDecl());
    reads |= v && (v->hasAttr<CUDASharedAttr>() || holds_parts(v));
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator* e) override {
    writes |= e->isAssignmentOp() && is_shared(e->getLHS());
    return true;
  }
  bool VisitCallExpr(CallExpr* e) override {
    const llvm::StringRef name = called_name(e);
    writes |= shuffle_of(e, places).has_value() || name == "__syncthreads" || name == "__syncwarp" || name == "__builtin_amdgcn_s_barrier";
    const FunctionDecl* f = e->getDirectCallee();
    if (f && (f = f->getDefinition()) && places.is_users(f->getLocation()) && seen.insert(f).second) TraverseStmt(f->getBody());
    return true;
  }
};

}  // namespace

bool NestReader::cooperates(const Stmt* s) {
  if (!s) return false;
  std::set<const FunctionDecl*> seen;
  const std::function<bool(const VarDecl*)> holds = [&](const VarDecl* v) {
    const auto it = env_.find(v);
    return it != env_.end() && it->second.parts;
  };
  Finder f(unit_.places, holds, seen);
  f.TraverseStmt(const_cast<Stmt*>(s));
  return f.reads || f.writes;
}

bool NestReader::writes_memory(const Stmt* s) {
  if (!s) return false;
  std::set<const FunctionDecl*> seen;
  const std::function<bool(const VarDecl*)> none = [](const VarDecl*) { return false; };
  Finder f(unit_.places, none, seen);
  f.TraverseStmt(const_cast<Stmt*>(s));
  return f.writes;
}

// The number in one thread, where it depends on nothing else.
std::optional<int64_t> NestReader::in_lane(const Value& v, int64_t lane) const { return whole_number(with_name(v, thread_names[0], whole_value(lane))); }

std::optional<std::vector<bool>> NestReader::lanes_of(const Value& condition) const {
  if (active_.empty()) return {};
  std::vector<bool> out;
  for (size_t t = 0; t < active_.size(); ++t) {
    const auto n = in_lane(condition, static_cast<int64_t>(t));
    if (!n) return {};
    out.push_back(*n != 0);
  }
  return out;
}

std::optional<Part> NestReader::joined(const std::string& op, const Part& a, const Part& b) {
  static constexpr std::string_view ops[] = {"+", "*", "max", "min", "&", "|", "^"};
  if (std::ranges::find(ops, op) == std::end(ops)) return {};
  // What is neutral: 0 for sums, -INFINITY for the largest.
  const auto neutral = [&](const Part& p) {
    if (!p.constant) return false;
    const std::string& t = p.constant->text;
    if (op == "max" || op == "min") return t == (op == "max" ? "-INFINITY" : "INFINITY");
    return (op == "+" || op == "|" || op == "^") && t.find('0') != t.npos && t.find_first_not_of("0.fF") == t.npos;
  };
  if (neutral(a)) return b;
  if (neutral(b)) return a;
  if (a.constant || b.constant || a.source < 0 || a.source != b.source) return {};
  if ((!a.op.empty() && a.op != op) || (!b.op.empty() && b.op != op)) return {};
  Part out = a;
  out.op = op;
  for (size_t t = 0; t < out.times.size(); ++t) out.times[t] = static_cast<uint8_t>(std::min(200, out.times[t] + b.times[t]));
  return out;
}

Parts NestReader::parts_of(const Value& v) {
  Parts out(active_.size());
  if (v.kind == Value::Kind::number) {
    for (Part& p : out) p.constant = v;
    return out;
  }
  auto it = std::ranges::find_if(sources_, [&](const Value& s) { return s.type == v.type && same_value(s, v); });
  if (it == sources_.end()) it = sources_.insert(sources_.end(), v);
  for (size_t t = 0; t < out.size(); ++t) {
    out[t].source = static_cast<int>(it - sources_.begin());
    out[t].times.assign(active_.size(), 0);
    out[t].times[t] = 1;
  }
  return out;
}

std::optional<Parts> NestReader::shared_parts(const VarDecl* array, const Value& index) const {
  const auto cells = shared_.find(array);
  if (cells == shared_.end() || active_.empty()) return {};
  Parts out(active_.size());
  for (size_t t = 0; t < out.size(); ++t) {
    if (!active_[t]) continue;
    const auto at = in_lane(index, static_cast<int64_t>(t));
    if (!at) return {};
    if (const auto cell = cells->second.find(*at); cell != cells->second.end()) out[t] = cell->second;
  }
  return out;
}

void NestReader::store_shared(const VarDecl* array, const Value& index, const Parts& value, SourceLocation at) {
  const auto no = [&] { refuse(at, fmt::format("the shared memory {} holds more than the parts of a reduction", array->getNameAsString())); };
  if (active_.empty() || !loops_.empty()) return no();
  for (const Value& c : path_)
    if (reads_threads(c) && !lanes_of(c)) return void(refuse(at, "only some threads, which are not known, write to shared memory"));
  std::map<int64_t, Part> written;
  for (size_t t = 0; t < active_.size(); ++t) {
    if (!active_[t]) continue;
    const auto cell = in_lane(index, static_cast<int64_t>(t));
    if (!cell || t >= value.size()) return no();
    written[*cell] = value[t];
  }
  for (auto& [cell, part] : written) shared_[array][cell] = std::move(part);
}

std::optional<Parts> NestReader::shuffled(const CallExpr* call) {
  const auto s = shuffle_of(call, unit_.places);
  if (!s || active_.empty() || !s->value || !s->distance) return {};
  auto from = parts_of(s->value);
  const Value distance = eval(s->distance), width = s->width ? eval(s->width) : whole_value(warp_);
  const auto w = whole_number(width);
  if (!from || refused() || !w || *w < 1 || *w > warp_) return {};
  Parts out(from->size());
  for (size_t t = 0; t < out.size(); ++t) {
    const auto d = in_lane(distance, static_cast<int64_t>(t));
    if (!d) return {};
    const int64_t lane = static_cast<int64_t>(t) % *w, first = static_cast<int64_t>(t) - lane;
    int64_t other = lane;
    switch (s->kind) {
    case WarpCall::Kind::shuffle: other = *d % *w; break;
    case WarpCall::Kind::shuffle_down: other = lane + *d < *w ? lane + *d : lane; break;
    case WarpCall::Kind::shuffle_up: other = lane - *d >= 0 ? lane - *d : lane; break;
    case WarpCall::Kind::shuffle_xor: other = (lane ^ *d) < *w ? lane ^ *d : lane; break;
    default: return {};
    }
    const auto source = static_cast<size_t>(first + other);
    // What a thread that is not there has is not known.
    if (source < out.size() && active_[source]) out[t] = (*from)[source];
  }
  return out;
}

// None: it is no expression that joins parts, and nothing was done for it.
std::optional<Parts> NestReader::parts_of(const Expr* e) {
  e = e->IgnoreParens();
  if (refused() || active_.empty() || e->getType()->isPointerType()) return {};
  if (const auto* full = dyn_cast<FullExpr>(e)) return parts_of(full->getSubExpr());
  if (const auto* made = dyn_cast<MaterializeTemporaryExpr>(e)) return parts_of(made->getSubExpr());
  if (const auto* c = dyn_cast<CastExpr>(e); c && (c->getCastKind() == CK_NoOp || c->getCastKind() == CK_LValueToRValue)) return parts_of(c->getSubExpr());
  if (const auto* ref = dyn_cast<DeclRefExpr>(e)) {
    const auto* v = dyn_cast<VarDecl>(ref->getDecl());
    if (v && v->hasAttr<CUDASharedAttr>()) return shared_parts(v, whole_value(0));
    const auto alias = aliases_.find(v);
    const auto it = env_.find(alias == aliases_.end() ? v : alias->second);
    if (it == env_.end() || !it->second.array.empty()) return {};
    return it->second.parts ? *it->second.parts : parts_of(it->second.value);
  }
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(e))
    if (const VarDecl* array = shared_array(element->getBase())) {
      const Value index = eval_operand(element->getIdx());
      return refused() ? std::nullopt : shared_parts(array, index);
    }
  if (const auto* call = dyn_cast<CallExpr>(e); call && !isa<CXXOperatorCallExpr>(call)) {
    if (shuffle_of(call, unit_.places)) return shuffled(call);
    const FunctionDecl* f = call->getDirectCallee();
    if (f && unit_.places.is_users(f->getLocation()) && f->getDefinition() && cooperates(call)) {
      const Bound b = inlined(call, f->getDefinition());
      if (refused()) return {};
      return b.parts ? *b.parts : parts_of(b.value);
    }
  }
  std::string op;
  const Expr *left = nullptr, *right = nullptr;
  if (const auto* both = dyn_cast<BinaryOperator>(e); both && !both->isAssignmentOp()) op = both->getOpcodeStr().str(), left = both->getLHS(), right = both->getRHS();
  if (const auto* call = dyn_cast<CallExpr>(e); call && call->getNumArgs() == 2 && !isa<CXXOperatorCallExpr>(call)) op = choice_name(called_name(call)), left = call->getArg(0), right = call->getArg(1);
  if (left && !op.empty() && cooperates(e)) {
    static constexpr std::string_view joining[] = {"+", "*", "max", "min", "&", "|", "^"};
    if (std::ranges::find(joining, op) == std::end(joining)) return {};
    const auto a = parts_of(left);
    const auto b = a ? parts_of(right) : std::nullopt;
    if (!a || !b) return {};
    Parts out(a->size());
    for (size_t t = 0; t < out.size(); ++t) {
      if (!active_[t]) continue;
      auto p = joined(op, (*a)[t], (*b)[t]);
      if (!p) return {};
      out[t] = std::move(*p);
    }
    return out;
  }
  if (const auto* c = dyn_cast<ConditionalOperator>(e); c && cooperates(e)) {
    const Value test = eval_condition(c->getCond());
    const auto lanes = refused() ? std::nullopt : lanes_of(test);
    if (!lanes) return {};
    Parts out(active_.size());
    const auto all = active_;
    for (const bool side : {true, false}) {
      for (size_t t = 0; t < active_.size(); ++t) active_[t] = all[t] && (*lanes)[t] == side;
      const auto parts = std::ranges::find(active_, true) == active_.end() ? std::optional(Parts(all.size())) : parts_of(side ? c->getTrueExpr() : c->getFalseExpr());
      for (size_t t = 0; t < active_.size() && parts; ++t)
        if (active_[t]) out[t] = (*parts)[t];
      active_ = all;
      if (!parts) return {};
    }
    return out;
  }
  if (cooperates(e)) return {};
  const Value v = eval(e);
  return refused() ? std::nullopt : std::optional(parts_of(v));
}

Bound NestReader::bound_of(Parts parts, SourceLocation at) {
  const Part& first = parts[0];
  const bool all = std::ranges::all_of(parts, [&](const Part& p) {
    return p.source >= 0 && p.source == first.source && !p.op.empty() && p.op == first.op && std::ranges::all_of(p.times, [&](uint8_t n) { return n == 1 || (n > 1 && is_idempotent(p.op)); });
  });
  if (all && std::ranges::count(active_, false) == 0) return {whole(first.source, first.op, at)};
  return {{}, "", false, std::make_shared<Parts>(std::move(parts))};
}

// The parts as one value that all threads which are here have.
Value NestReader::settled(const Parts& parts, SourceLocation at) {
  const Part* first = nullptr;
  bool own = true;                   // each thread has what it began with
  for (size_t t = 0; t < parts.size(); ++t) {
    if (!active_[t]) continue;
    const Part& p = parts[t];
    if (p.source < 0 && !p.constant) return refuse(at, "a value is used that shared memory or a shuffle gives, and it is not known what it is");
    if (first && (p.source != first->source || p.constant.has_value() != first->constant.has_value() || (p.constant && !same_value(*p.constant, *first->constant)))) return refuse(at, "threads use different values of shared memory or shuffles");
    own &= p.source >= 0 && p.op.empty() && p.times[t] == 1;
    first = first ? first : &p;
  }
  if (!first) return whole_value(0);
  if (first->constant) return *first->constant;
  if (own) {
    const Value& value = sources_[static_cast<size_t>(first->source)];
    each_value(value, [&](const Value& one) {
      for (const RawStep& s : raw_.steps)
        if (one.kind == Value::Kind::load && s.step.kind == Step::Kind::store && s.step.array == one.text) refuse(at, fmt::format("shared memory keeps what was loaded from {} before it was written", one.text));
    });
    return value;
  }
  for (size_t t = 0; t < parts.size(); ++t) {
    if (!active_[t]) continue;
    const Part& p = parts[t];
    const bool complete = !p.op.empty() && p.op == first->op && std::ranges::all_of(p.times, [&](uint8_t n) { return n == 1 || (n > 1 && is_idempotent(p.op)); });
    if (!complete) return refuse(at, "a thread uses what only some of the threads have joined");
  }
  return whole(first->source, first->op, at);
}

// The name of the step that joins what all threads have.
Value NestReader::whole(int source, const std::string& op, SourceLocation at) {
  const Value value = sources_[static_cast<size_t>(source)];
  std::string& name = wholes_[{source, op}];
  if (!name.empty()) return named_value(name, value.type);
  raw_.joined = true;
  if (value.kind == Value::Kind::name && value.text.starts_with("@part:")) {
    name = value.text.substr(std::string_view("@part:").size());
    for (RawStep& s : raw_.steps) {
      if (s.step.kind != Step::Kind::reduce || s.step.name != name) continue;
      if (s.step.op != op) return refuse(at, fmt::format("the threads' parts of {} are joined by another operation than they were made with", name));
      if (s.step.initial && !is_idempotent(op)) return refuse(at, fmt::format("each thread's part of {} begins with a value of its own", name));
      s.partial = false;
      return named_value(name, value.type);
    }
    return refuse(at, "parts of an unknown loop are joined");
  }
  RawStep raw;
  Step& step = raw.step;
  step.kind = Step::Kind::reduce;
  step.name = name = unused(op == "+" ? "sum" : op == "max" || op == "min" ? op : "all");
  step.type = value.type;
  step.op = op;
  const std::string lane = unused("lane");
  raw_.types[lane] = "int";
  Value own = value;
  own = with_name(own, global_names[0], operation_value("+", "int", {operation_value("*", "int", {named_value(block_names[0], "int"), whole_value(raw_.block[0])}), named_value(thread_names[0], "int")}));
  // What a thread has of its own is put in: the join reads it of every thread.
  own = replaced(own, [&](const Value& one) -> std::optional<Value> {
    if (one.kind != Value::Kind::name) return {};
    for (const RawStep& s : raw_.steps)
      if (s.step.kind == Step::Kind::let && s.step.name == one.text && reads_threads(s.step.value)) return s.step.value;
    return {};
  });
  own = with_name(own, global_names[0], operation_value("+", "int", {operation_value("*", "int", {named_value(block_names[0], "int"), whole_value(raw_.block[0])}), named_value(thread_names[0], "int")}));
  bool clear = true;
  each_value(own, [&](const Value& one) {
    for (const RawStep& s : raw_.steps) {
      clear &= !(one.kind == Value::Kind::load && s.step.kind == Step::Kind::store && s.step.array == one.text);
      clear &= !(one.kind == Value::Kind::name && s.step.name == one.text && s.step.kind == Step::Kind::let && reads_threads(s.step.value));
    }
  });
  if (!clear) return refuse(at, "what the threads join is loaded from what the kernel writes");
  step.value = with_name(own, thread_names[0], named_value(lane, "int"));
  step.over.push_back({lane, "int", whole_value(raw_.block[0]), {}, Dimension::Sharing::lanes});
  const Value out = named_value(step.name, step.type);
  const auto path = path_;
  std::erase_if(path_, [&](const Value& c) { return lanes_of(c).has_value(); });
  emit(std::move(raw), at);
  path_ = path;
  return out;
}

}  // namespace wavelift::analysis
