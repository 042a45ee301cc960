// Under which conditions the statements of a function run: Clang's control flow graph with what its conditions say about
// the threads of a block.
#pragma once
#include "analysis/clang/index_form.h"
#include "analysis/clang/unit.h"
#include <clang/AST/ParentMap.h>
#include <clang/Analysis/Analyses/Dominators.h>
#include <clang/Analysis/CFG.h>
#include <set>

namespace wavelift::analysis {

// What the conditions around a statement leave of the block's threads.
struct Guards {
  std::set<std::pair<std::string, int64_t>> equal;  // a form's text and the one value that it has
  bool one_warp = false;                            // threads of one warp only
  bool not_first = false;                           // threads from some one on, or all but some: not the first
  bool moving = false;                              // threads below a bound that changes
  bool unclear = false;                             // a choice that is no comparison of sums
};

class ControlFlow {
 public:
  // Null where there is no graph: a template's pattern, a body with gotos into the unknown.
  static std::unique_ptr<ControlFlow> of(const Unit& unit, const clang::FunctionDecl* function);

  const clang::CFG& graph() const { return *graph_; }
  const clang::CFGBlock* block_of(const clang::Stmt* s) const;
  const Guards& guards(const clang::CFGBlock* block) const { return guards_[block->getBlockID()]; }
  const IndexForms& forms() const { return forms_; }

  // A condition that differs between threads and decides whether `at` runs.
  struct Decision {
    const clang::Expr* condition;
    BarrierDivergence::Kind kind;
  };
  std::vector<Decision> divergent_decisions(const clang::Stmt* at) const;

  const clang::Stmt* parent(const clang::Stmt* s) const { return parents_.getParent(const_cast<clang::Stmt*>(s)); }
  bool inside(const clang::Stmt* s, const clang::Stmt* outer) const;

 private:
  ControlFlow(const Unit& unit, std::unique_ptr<clang::CFG> graph, clang::Stmt* body);
  bool counts_alike(const clang::ForStmt* loop, const clang::Expr* condition) const;
  void add_guard(Guards& out, const clang::Expr* condition, bool holds, int depth = 0) const;

  const Unit& unit_;
  IndexForms forms_;
  std::unique_ptr<clang::CFG> graph_;
  clang::ParentMap parents_;
  mutable clang::ControlDependencyCalculator dependencies_;
  llvm::DenseMap<const clang::Stmt*, const clang::CFGBlock*> blocks_;
  std::vector<Guards> guards_;
};

// What a statement does for the order of memory accesses of the block's threads.
enum class Sync : uint8_t {
  none,
  fence,  // orders this thread's own accesses
  warp,   // the lanes of a warp or of a group wait for each other
  block,  // the threads of a block wait for each other
};
Sync sync_of(const Unit& unit, const clang::Stmt* s);

}  // namespace wavelift::analysis
