// Whole-number expressions as sums: 4 * threadIdx.x + o + 16. Two indexes can be compared by what is left when one is
// taken from the other.
#pragma once
#include "analysis/clang/flow.h"
#include <map>
#include <string>

namespace wavelift::analysis {

// Something that a sum does not look into: a variable, a built-in coordinate, a quotient.
struct Term {
  int64_t factor = 0;
  uint32_t flow = 0;                       // facts.h, Flow
  const clang::VarDecl* variable = nullptr;
  bool changes = false;                    // its value may be another at the next evaluation
  bool scales = false;                     // it changes by doubling, halving and the like alone
};

struct Form {
  bool known = true;
  int64_t constant = 0;
  std::map<std::string, Term> terms = {};  // by the text that stands for the term

  bool is_constant() const { return known && terms.empty(); }
  bool same_as(const Form& o) const;       // equal at any time: known, no term that changes
  bool of_threads() const;                 // differs between the threads of a block
  std::string text() const;
};

Form operator+(const Form& a, const Form& b);
Form operator-(const Form& a, const Form& b);
Form scaled(const Form& a, int64_t by);

// What makes the threads of a block differ.
constexpr uint32_t differs_in_block = from_thread | from_lane | from_warp | from_lane_bit;

class IndexForms {
 public:
  IndexForms(const Constants& constants, const FlowAnalysis& flow, const Places& places) : constants_(constants), flow_(flow), places_(places) {}
  Form of(const clang::Expr* e, int depth = 0) const;
  // The name of a variable's term, and a form that is the term of that name alone.
  static std::string name_of(const clang::VarDecl* v);
  static Form named(const std::string& name);
  const clang::Expr* only_value(const clang::VarDecl* v) const { return constants_.only_value(v); }
  bool changes(const clang::VarDecl* v) const { return constants_.changes(v); }

 private:
  Form variable(const clang::Expr* e, const clang::VarDecl* v, int depth) const;
  Form term(std::string text, const clang::Expr* e, const clang::VarDecl* v, bool changes) const;

  const Constants& constants_;
  const FlowAnalysis& flow_;
  const Places& places_;
};

}  // namespace wavelift::analysis
