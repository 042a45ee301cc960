// What the emitters of the forms "rows" and "elements" write alike: values of the elements of packs, moves of packs, the points of rows.
#pragma once
#include "tune/emit/rows.h"

namespace wavelift::tune {

class RowText {
 public:
  RowText(const Subject& subject, size_t launch, const Plan& plan, const RowShape& shape);

  // A name of the emitter's own that the nest does not have: "packs", "packs_".
  std::string fresh(std::string name) const;
  // All of them for fill(): "${packs}".
  std::map<std::string, std::string> texts() const;

  std::string type(const std::string& nest_type) const { return type_text(nest_type, subject_.target.language); }
  // A value of element e of the packs; `in_packs` false: of the row.
  std::string value(const analysis::Value& v, bool in_packs) const;
  // The text in place of a value of elements.
  void replace(const analysis::Value& value, std::string text) { replaced_[shape_.key(value)] = std::move(text); }
  void replace_no_more() { replaced_.clear(); }
  // "const float sum_inverse = 1 / sum;" for what the step's elements are divided by, once for each.
  std::string inverses(const analysis::Step& step);
  // "__expf" for "expf" where that was asked for.
  std::string function(const std::string& name) const;
  // "const float scale = ...;" for a step of the row.
  std::string let(const analysis::Step& step, bool in_packs) const;
  // Whether a value or its guard reads the row's dimension outside of packs.
  bool reads_k(const analysis::Step& step) const;

  // "x_row", or "w" where the row begins with the array; and "const float* __restrict__ x_row = x + ...;" lines.
  std::string row_of(const RowArray& array) const;
  std::string row_pointers() const;
  // A pack of the array at the element of that number, and its store.
  std::string load(const RowArray& array, const std::string& first) const;
  std::string declare(const RowArray& array, const std::string& first) const;   // "const auto w_at = ...;"
  std::string store(const RowArray& array, const std::string& first) const;
  std::string pack(const RowArray& array) const { return array.name + "_at"; }

  // Whether arrays begin where the first one does, in each class: "a == b && ..."; empty: there is none.
  std::string agree(bool beside) const;
  bool any_beside() const;
  // The call of a function with packs as wide as the arrays' rows allow.
  std::string dispatch(const std::string& function, const std::string& arguments) const;

  std::string index_type() const;        // of the row's dimension
  std::string length() const;            // of the row, as the nest has it
  // Declarations of the dimensions that number the row `row`, an expression.
  std::string decode(const std::string& row) const;
  std::string points() const;            // rows, for the contract

  std::map<std::string, std::string> helpers(bool joins) const;
  // "const float* x, int cols" of those variables that the text reads, and "x, cols".
  struct Passed {
    std::string parameters, arguments;
  };
  Passed passed(const std::string& text) const;

 private:
  const Subject& subject_;
  size_t launch_;
  const Plan& plan_;
  const RowShape& shape_;
  analysis::Value rewritten(const analysis::Value& v) const;
  std::string inverse_of(const analysis::Value& divisor) const;

  std::set<std::string> taken_;
  std::map<std::string, std::string> replaced_, inverses_;   // by key
};

// Joining: what a thread begins with, `a` and `b` joined, and "sum += x;".
std::string neutral_of(const analysis::Step& reduce);
std::string joined_of(const analysis::Step& reduce, const std::string& a, const std::string& b);
std::string folded(const analysis::Step& reduce, const std::string& into, const std::string& value);
// Whether the text has that word, other than as a member.
bool has_word(std::string_view text, std::string_view word);
bool is_name(std::string_view text);     // one word, and no more
std::string with_word(std::string text, std::string_view word, std::string_view other);

}  // namespace wavelift::tune
