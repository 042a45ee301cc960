// Accesses to shared memory with no barrier between, and barriers that not all threads reach. Each function is told in
// short to those that call it: what it touches before its first barrier, what after its last.
#include "analysis/clang/rewrites.h"
#include "analysis/clang/shared_accesses.h"
#include <algorithm>
#include <clang/AST/ExprCXX.h>
#include <fmt/format.h>

namespace wavelift::analysis {
using namespace clang;

namespace {

// What a call of a function does to shared memory.
struct Summary {
  std::vector<SharedAccess> head, tail;  // before the first barrier, after the last
  bool clears = false;                   // no way through without a barrier
  bool fences = false;                   // none without a fence
  bool has_barrier = false;              // of the block, somewhere
  bool known = false;
};

struct Event {
  enum class Kind : uint8_t { access, head, tail, clear, fence };
  Kind kind = Kind::access;
  SharedAccess access;
};

// How an access can be pending at a place: over a way without a fence, over one with.
enum : uint8_t { unfenced = 1, fenced = 2 };

class Races {
 public:
  explicit Races(Unit& unit) : unit_(unit) {}

  const Summary& summary(const FunctionDecl* f) {
    const FunctionDecl* definition = f->getDefinition();
    auto [it, is_new] = summaries_.try_emplace((definition ? definition : f)->getCanonicalDecl());
    if (!is_new) return *it->second;
    it->second = std::make_unique<Summary>();  // what a recursive call sees: unknown
    Summary& out = *it->second;
    // What the compiler did not understand may be anything.
    uint32_t number = definition ? unit_.number_of(definition) : UINT32_MAX;
    if (number != UINT32_MAX && definition->getBody() && !unit_.facts.functions[number].has_errors)
      if (auto flow = ControlFlow::of(unit_, definition)) Walk(*this, definition, *flow, out).run();
    return out;
  }

 private:
  // One function.
  struct Walk {
    Races& races;
    const FunctionDecl* function;
    const ControlFlow& flow;
    Summary& out;
    std::vector<std::vector<Event>> events;   // of each block
    std::vector<SharedAccess> all;            // accesses, in the order of `numbers`

    Walk(Races& r, const FunctionDecl* f, const ControlFlow& c, Summary& s) : races(r), function(f), flow(c), out(s), events(c.graph().getNumBlockIDs()) {}
    Unit& unit() { return races.unit_; }

    void run() {
      for (const CFGBlock* block : flow.graph())
        for (const CFGElement& element : *block)
          if (auto s = element.getAs<CFGStmt>()) read(s->getStmt(), block);
      solve();
      out.known = true;
    }

    void touch(const Expr* lvalue, bool store, const CFGBlock* block) {
      auto access = shared_access(flow.forms(), lvalue);
      // What a kernel is given is global memory.
      if (!access || (isa<ParmVarDecl>(access->root) && function->hasAttr<CUDAGlobalAttr>())) return;
      access->store = store;
      access->guards = flow.guards(block);
      access->text = unit().places.text(lvalue->getSourceRange());
      add(block, Event::Kind::access, std::move(*access));
    }
    void add(const CFGBlock* block, Event::Kind kind, SharedAccess access = {}) { events[block->getBlockID()].push_back({kind, std::move(access)}); }

    void read(const Stmt* s, const CFGBlock* block) {
      switch (sync_of(unit(), s)) {
      case Sync::block:
        out.has_barrier = true;
        barrier(s, called_by_name(s));
        [[fallthrough]];
      case Sync::warp: return add(block, Event::Kind::clear);
      case Sync::fence: return add(block, Event::Kind::fence);
      case Sync::none: break;
      }
      if (const auto* cast = dyn_cast<ImplicitCastExpr>(s); cast && cast->getCastKind() == CK_LValueToRValue) return touch(cast->getSubExpr(), false, block);
      if (const auto* op = dyn_cast<BinaryOperator>(s); op && op->isAssignmentOp()) {
        if (op->isCompoundAssignmentOp()) touch(op->getLHS(), false, block);
        return touch(op->getLHS(), true, block);
      }
      if (const auto* op = dyn_cast<UnaryOperator>(s); op && op->isIncrementDecrementOp()) {
        touch(op->getSubExpr(), false, block);
        return touch(op->getSubExpr(), true, block);
      }
      if (const auto* op = dyn_cast<CXXOperatorCallExpr>(s); op && op->isAssignmentOp() && op->getNumArgs() == 2) {
        if (op->getOperator() != OO_Equal) touch(op->getArg(0), false, block);
        return touch(op->getArg(0), true, block);
      }
      if (const auto* copy = dyn_cast<CXXConstructExpr>(s); copy && copy->getNumArgs() == 1 && copy->getArg(0)->isGLValue()) return touch(copy->getArg(0), false, block);
      if (const auto* call = dyn_cast<CallExpr>(s)) called(call, block);
    }

    static std::string called_by_name(const Stmt* s) {
      const auto* call = dyn_cast<CallExpr>(s);
      return call ? called_name(call).str() : "bar.sync";
    }

    // A barrier at `s`: under conditions that differ between the threads?
    void barrier(const Stmt* s, const std::string& name) {
      for (const auto& d : flow.divergent_decisions(s)) {
        BarrierDivergence fact;
        fact.place = unit().places.at(s->getBeginLoc());
        fact.condition = unit().places.at(d.condition->getExprLoc());
        fact.function = unit().number_of(function);
        fact.kind = d.kind;
        fact.name = name;
        fact.text = unit().places.text(d.condition->getSourceRange());
        unit().facts.barrier_divergences.push_back(std::move(fact));
      }
    }

    void called(const CallExpr* call, const CFGBlock* block) {
      const FunctionDecl* callee = call->getDirectCallee();
      if (!callee) return;
      // CUB's and the like have barriers inside.
      if (!unit().places.is_users(callee->getLocation())) {
        if (is_library(callee)) add(block, Event::Kind::clear);
        return;
      }
      const Summary& s = races.summary(callee);
      // Who knows what is in there: nothing is said about what comes before.
      if (!s.known) return add(block, Event::Kind::clear);
      if (s.has_barrier) {
        out.has_barrier = true;
        barrier(call, callee->getNameAsString());
      }
      auto hand_on = [&](const std::vector<SharedAccess>& accesses, Event::Kind kind) {
        for (const SharedAccess& a : accesses)
          if (auto here = in_caller(a, call, callee, block)) add(block, kind, std::move(*here));
      };
      const FunctionDecl* definition = callee->getDefinition();
      for (unsigned i = 0; i < definition->getNumParams(); ++i)
        if (definition->getParamDecl(i)->getType()->isPointerType())
          if (const Expr* given = argument(call, definition, definition->getParamDecl(i)))
            if (auto base = shared_pointer(flow.forms(), given)) races.given_[definition->getParamDecl(i)->getCanonicalDecl()].insert(base->root);
      hand_on(s.head, Event::Kind::head);
      if (s.clears) add(block, Event::Kind::clear);
      else if (s.fences) add(block, Event::Kind::fence);
      hand_on(s.tail, Event::Kind::tail);
    }

    static bool is_library(const FunctionDecl* f) {
      std::string name = f->getQualifiedNameAsString();
      return std::ranges::any_of(std::initializer_list<const char*>{"cub::", "hipcub::", "rocprim::", "thrust::"}, [&](const char* start) { return name.starts_with(start); });
    }

    static const Expr* argument(const CallExpr* call, const FunctionDecl* definition, const VarDecl* parameter) {
      unsigned skip = isa<CXXOperatorCallExpr>(call) && isa<CXXMethodDecl>(definition) ? 1 : 0;
      for (unsigned i = 0; i < definition->getNumParams() && i + skip < call->getNumArgs(); ++i)
        if (definition->getParamDecl(i)->getCanonicalDecl() == parameter->getCanonicalDecl()) return call->getArg(i + skip);
      return nullptr;
    }

    // An access of the callee's in the caller's terms.
    std::optional<SharedAccess> in_caller(const SharedAccess& a, const CallExpr* call, const FunctionDecl* callee, const CFGBlock* block) {
      const FunctionDecl* definition = callee->getDefinition();
      SharedAccess out_access = a;
      for (Form& f : out_access.index) f = in_caller(f, call, definition);
      out_access.guards.equal = flow.guards(block).equal;
      for (const auto& [name, value] : a.guards.equal) {
        Form f = in_caller(flow.forms().named(name), call, definition);
        if (f.known && f.terms.size() == 1 && f.terms.begin()->second.factor == 1) out_access.guards.equal.emplace(f.terms.begin()->first, value - f.constant);
        else out_access.guards.equal.emplace(name, value);
      }
      if (const auto* parameter = dyn_cast<ParmVarDecl>(a.root)) {
        const Expr* given = argument(call, definition, parameter);
        auto base = given ? shared_pointer(flow.forms(), given) : std::nullopt;
        if (!base || base->index.empty() || out_access.index.size() != 1) return {};
        out_access.root = base->root;
        Form& offset = base->index.back();
        if (!offset.of_threads() && !(offset.is_constant() && offset.constant == 0)) {
          base->path += "+" + offset.text();
          offset = Form();
        }
        out_access.path = base->path + a.path;
        offset = offset + out_access.index[0];
        out_access.index = base->index;
      }
      const Guards& around = flow.guards(block);
      out_access.guards.one_warp |= around.one_warp;
      out_access.guards.not_first |= around.not_first;
      out_access.guards.moving |= around.moving;
      out_access.guards.unclear |= around.unclear;
      out_access.at = call->getBeginLoc();
      out_access.text = unit().places.text(call->getSourceRange());
      out_access.in_call = true;
      return out_access;
    }

    // Parameters in `f` replaced by what the call gives for them.
    Form in_caller(const Form& f, const CallExpr* call, const FunctionDecl* definition) const {
      Form result;
      result.known = f.known;
      result.constant = f.constant;
      for (const auto& [name, t] : f.terms) {
        Form replaced;
        replaced.terms[name] = t;
        for (const ParmVarDecl* p : definition->parameters()) {
          std::string parameter = IndexForms::name_of(p);
          size_t at = name.find(parameter);
          if (at == name.npos) continue;
          const Expr* given = argument(call, definition, p);
          Form value = given ? flow.forms().of(given) : Form{.known = false};
          if (name == parameter) {
            replaced = scaled(value, t.factor);
            break;
          }
          // In a quotient or a product only a name can take the parameter's place.
          replaced.known &= value.known && value.terms.size() == 1 && value.constant == 0 && value.terms.begin()->second.factor == 1;
          if (!replaced.known) break;
          std::string text = replaced.terms.begin()->first;
          Term term = replaced.terms.begin()->second;
          for (at = text.find(parameter); at != text.npos; at = text.find(parameter, at + 1)) text.replace(at, parameter.size(), value.terms.begin()->first);
          replaced.terms.clear();
          replaced.terms[text] = term;
        }
        result = result + replaced;
      }
      return result;
    }

    // The one condition of a for or while loop.
    static bool tests_loop(const CFGBlock& block) {
      const Stmt* end = block.getTerminatorStmt();
      return end && isa<ForStmt, WhileStmt>(end) && block.succ_size() == 2 && block.getTerminatorCondition();
    }

    // What is pending at the begin of each block, until nothing changes; then what meets.
    using State = std::vector<uint8_t>;
    void solve() {
      size_t n = 1;  // 0 stands for what the caller did before
      std::vector<std::vector<size_t>> numbers(events.size());
      all.emplace_back();
      for (size_t b = 0; b < events.size(); ++b)
        for (Event& e : events[b]) {
          numbers[b].push_back(n++);
          all.push_back(e.access);
        }
      if (n > 4000) return;
      // What comes to a loop's condition from before the loop, and what comes round. A loop is taken to run at least once, so
      // that only what came round leaves it: that a barrier in it might be passed by would be said of every loop.
      std::vector<State> in(events.size(), State(n)), round(events.size(), State(n));
      in[flow.graph().getEntry().getBlockID()][0] = unfenced;
      auto apply = [&](State& s, size_t b, size_t i) {
        switch (events[b][i].kind) {
        case Event::Kind::clear: std::fill(s.begin(), s.end(), uint8_t(0)); break;
        case Event::Kind::fence:
          for (uint8_t& x : s) x = x ? fenced : 0;
          break;
        case Event::Kind::head: break;
        default: s[numbers[b][i]] = unfenced;
        }
      };
      for (bool changed = true; changed;) {
        changed = false;
        for (const CFGBlock* block : llvm::reverse(flow.graph())) {
          size_t b = block->getBlockID();
          State s = in[b], again = round[b];
          for (size_t i = 0; i < events[b].size(); ++i) apply(s, b, i), apply(again, b, i);
          for (const CFGBlock::AdjacentBlock& next : block->succs()) {
            const CFGBlock* after = next.getReachableBlock();
            if (!after) continue;
            State& to = (block->getLoopTarget() && tests_loop(*after) ? round : in)[after->getBlockID()];
            bool leaves = tests_loop(*block) && &next == &*(block->succ_begin() + 1);
            for (size_t k = 0; k < n; ++k)
              if (uint8_t all_ways = to[k] | again[k] | (leaves ? 0 : s[k]); all_ways != to[k]) to[k] = all_ways, changed = true;
          }
        }
      }
      for (const CFGBlock* block : llvm::reverse(flow.graph())) {
        size_t b = block->getBlockID();
        State s = in[b];
        for (size_t k = 0; k < n; ++k) s[k] |= round[b][k];
        for (size_t i = 0; i < events[b].size(); ++i) {
          const Event& e = events[b][i];
          bool touches = e.kind == Event::Kind::access || e.kind == Event::Kind::head;
          bool own = false;
          for (size_t k = 1; touches && k < n; ++k) own |= s[k] && all[k].root && reads_own(all[k], e.access);
          for (size_t k = 1; touches && !own && k < n; ++k)
            if (s[k]) meet(all[k], e.access, s[k]);
          if (touches && s[0] && e.access.root && out.head.size() < 32) out.head.push_back(e.access);
          apply(s, b, i);
        }
      }
      const State& end = in[flow.graph().getExit().getBlockID()];
      out.clears = !end[0];
      out.fences = end[0] == fenced;
      for (size_t k = 1; k < n && out.tail.size() < 32; ++k)
        if (end[k] && all[k].root) out.tail.push_back(all[k]);
    }

    void meet(const SharedAccess& first, const SharedAccess& second, uint8_t how) {
      if (!first.root || !second.root || !meets_other_thread(first, second)) return;
      SharedRace r;
      r.function = unit().number_of(function);
      r.first = unit().places.at(first.at);
      r.second = unit().places.at(second.at);
      r.name = second.root->getNameAsString();
      r.text = second.text;
      r.store_first = first.store;
      r.through_call = first.in_call || second.in_call;
      r.fenced = how == fenced;
      r.is_volatile = first.is_volatile && second.is_volatile;
      r.one_warp = first.guards.one_warp && second.guards.one_warp;
      races.found_.push_back({first.root, std::move(r), barrier_between(unit(), function, first.at, second.at)});
    }
  };

 public:
  // What was found. A pointer that is a parameter is shared memory where a call gives it some.
  void report() {
    std::map<std::tuple<uint32_t, const ValueDecl*, bool, bool>, std::vector<const Found*>> alike;
    for (const Found& f : found_) {
      if (!is_shared(f.root, 0)) continue;
      auto& group = alike[{f.race.function, f.root, f.race.store_first, f.race.fenced}];
      if (group.empty()) unit_.facts.shared_races.push_back(f.race);
      group.push_back(&f);
    }
    // One stands for all that are alike, so that its barriers are those of all.
    for (const auto& [key, group] : alike) {
      std::vector<Rewrite::Edit> barriers;
      const bool all = std::ranges::all_of(group, [&](const Found* f) {
        if (f->barrier && std::ranges::find(barriers, *f->barrier) == barriers.end()) barriers.push_back(*f->barrier);
        return f->barrier.has_value();
      });
      add_rewrite(unit_, Rewrite::Kind::barrier, group.front()->race.second, all ? std::move(barriers) : std::vector<Rewrite::Edit>());
    }
  }

 private:
  bool is_shared(const ValueDecl* root, int depth) const {
    if (!isa<ParmVarDecl>(root)) return true;
    auto it = given_.find(root);
    return it != given_.end() && depth < 8 && std::ranges::any_of(it->second, [&](const ValueDecl* d) { return is_shared(d, depth + 1); });
  }

  struct Found {
    const ValueDecl* root;
    SharedRace race;
    std::optional<Rewrite::Edit> barrier;
  };
  Unit& unit_;
  llvm::DenseMap<const FunctionDecl*, std::unique_ptr<Summary>> summaries_;
  std::map<const ValueDecl*, std::set<const ValueDecl*>> given_;  // to each parameter
  std::vector<Found> found_;
};

}  // namespace

void collect_synchronisation(Unit& unit) {
  Races races(unit);
  for (const FunctionDecl* f : unit.bodies)
    if (unit.facts.functions[unit.number_of(f)].device) races.summary(f);
  races.report();
}

}  // namespace wavelift::analysis
