// Reads a kernel as if its warps had any width: each value gets what is known of it (wave_values.h), and the first thing that
// depends on the width in no known way ends the reading. What is read to the end computes the same at every width once the
// edits are made.
#pragma once
#include "analysis/clang/wave_shapes.h"
#include <clang/AST/Attr.h>
#include <map>
#include <set>
#include <utility>

namespace wavelift::analysis {

// What a function, or one that it calls, uses: numbers of threads and blocks or barriers; warp intrinsics.
struct WaveUse {
  bool threads = false, warps = false;
};

class WaveReader {
 public:
  // per_warp: each warp has one item of its own, so that the grid grows as the warps get wider; else blocks stay what they are.
  WaveReader(Unit& unit, const std::vector<WaveUse>& uses, bool per_warp) : unit_(unit), uses_(uses), per_warp_(per_warp) {}

  WaveForm read(const clang::FunctionDecl* kernel, uint32_t number);
  // The kernel takes a warp's number in the grid for an item's.
  bool numbers_warps() const { return numbers_warps_; }

 private:
  // An array in shared memory: what its elements are.
  struct Shared {
    // written: totals, before the barrier; scanned: totals joined with all before; single: one element.
    enum class Is : uint8_t { data, written, totals, scanned_written, scanned, single, mixed };
    Is is = Is::data;
    Join join = Join::none;
    std::optional<int64_t> element;
    friend bool operator==(const Shared&, const Shared&) = default;
  };
  struct State {
    std::map<const clang::VarDecl*, WidthValue> values;
    std::map<const clang::VarDecl*, Shared> shared;
    friend bool operator==(const State&, const State&) = default;
  };
  // A call that is being read: what it returns and who has left it early.
  struct Frame {
    Guard entry;                     // of the call
    std::optional<WidthValue> result = {};
    Guard left = {};
    std::set<WidthEdit> edits = {};
  };

  bool stopped() const { return form_.blocked.has_value(); }
  WidthValue block(clang::SourceLocation at, std::string reason);
  void change(clang::SourceRange range, WidthEdit::To to);

  // wave_expressions.cpp: what expressions are.
  WidthValue eval(const clang::Expr* e);
  WidthValue eval_whole(const clang::Expr* e);
  WidthValue arithmetic(const clang::BinaryOperator* e);
  WidthValue combined(clang::BinaryOperatorKind op, WidthValue a, const clang::Expr* l, WidthValue b, const clang::Expr* r);
  WidthValue name(const clang::DeclRefExpr* e);
  WidthValue plain(const clang::Expr* e);
  WidthValue as_plain(WidthValue v, const clang::Expr* e);
  WidthValue children(const clang::Expr* e);
  WidthValue element(const clang::ArraySubscriptExpr* e);
  WidthValue either(const clang::ConditionalOperator* e);
  Split condition(const clang::Expr* e);
  Split comparison(const clang::BinaryOperator* e);
  bool is_width(const clang::Expr* e);
  bool is_last(const clang::Expr* e);
  bool is_shift(const clang::Expr* e);
  bool is_half(const clang::Expr* e);
  bool rounds_up(const clang::Expr* e);
  bool is_one_before(const clang::Expr* e, WidthValue::Is what);
  bool holds_a_wave(const clang::VarDecl* array);
  const clang::VarDecl* root(const clang::VarDecl* v) const;
  const clang::VarDecl* shared_array(const clang::Expr* e) const;

  // wave_effects.cpp: calls, and what is written.
  WidthValue call(const clang::CallExpr* e);
  WidthValue inlined(const clang::CallExpr* e, const clang::FunctionDecl* f);
  WidthValue atomic(const clang::CallExpr* e, llvm::StringRef name);
  WidthValue assign(const clang::Expr* target, WidthValue v, clang::SourceLocation at);
  void store_shared(const clang::VarDecl* array, const clang::Expr* index, WidthValue v, clang::SourceLocation at);
  void barrier(clang::SourceLocation at);
  // `once`: it counts how often it happens.
  void effect(uint8_t on, clang::SourceLocation at, bool once);
  bool covered(const WidthValue& v) const { return (!v.lane0 || guard_.lane0) && (!v.warp0 || guard_.warp0); }
  bool in_item() const { return per_warp_ || (guard_.on & on_item); }

  // wave_statements.cpp
  void exec(const clang::Stmt* s);
  void declare(const clang::VarDecl* v);
  void branch(const clang::IfStmt* s);
  void give_back(const WidthValue& v);
  bool pick_totals(const clang::IfStmt* s, const Split& split);
  WidthValue with_rest(WidthValue totals, const WidthValue& rest, clang::QualType type, clang::SourceLocation at, const Split& split);
  State joined(const State& before, const State& yes, const State& no, const Split& split) const;
  void leave(const Guard& who);
  void after(const Guard& before, const Guard& left_before, uint8_t on);

  // wave_forms.cpp: loops.
  void loop(const clang::Expr* test, const clang::Expr* step, const clang::Stmt* body);
  void for_loop(const clang::ForStmt* s);
  bool reduction(const clang::ForStmt* s, const CountedLoop& head);
  bool totals_loop(const clang::ForStmt* s, const CountedLoop& head);
  bool scan(const clang::ForStmt* s, const CountedLoop& head);
  void scan(const clang::VarDecl* v, Join join, bool to_warps, clang::SourceLocation at);
  bool lane_loop(const clang::ForStmt* s, const CountedLoop& head);
  bool item_loop(const clang::ForStmt* s, const CountedLoop& head);
  bool gathered(const clang::Stmt* s);
  void reduce(const clang::VarDecl* v, Join join, WarpCall::Kind by, clang::SourceLocation at);
  bool takes_whole_warp(const Shuffle& s);
  bool holds_warps(const clang::Stmt* s) const;
  bool inside_function(uint32_t number) const { return number != UINT32_MAX && (uses_[number].threads || uses_[number].warps); }

  Unit& unit_;
  const std::vector<WaveUse>& uses_;
  const bool per_warp_;
  bool numbers_warps_ = false;
  WaveForm form_;
  State state_;
  Guard guard_;
  std::map<const clang::VarDecl*, const clang::VarDecl*> references_;  // parameters that are references
  std::vector<Frame> frames_;                // the innermost last
  Guard loop_left_;                          // who has left the round of the loop
  size_t gathering_ = 0;                     // the number of frames where a loop over lanes is read; with these variables of its own
  std::set<const clang::VarDecl*> inside_;
  std::map<uint32_t, std::set<WidthEdit>> edits_of_;  // of functions that have been read: each call must change the same
  bool warp_bounds_ = false;                 // a bound of 32 threads is the first warp's
  std::vector<const clang::FunctionDecl*> reading_;
  std::vector<uint32_t> numbers_;            // of the functions that are being read
};

}  // namespace wavelift::analysis
