// Reads one kernel as a nest: its statements are followed one after the other with values for its variables, in one thread that stands for
// all of them. The first thing that is not understood ends the reading with a reason.
#pragma once
#include "analysis/clang/unit.h"
#include "analysis/nest_finish.h"
#include <clang/AST/Attr.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <memory>

namespace wavelift::analysis {

// What one thread of a workgroup has of a value that is being joined.
struct Part {
  int source = -1;                   // of NestReader::sources_; -1: nothing that is known
  std::string op;                    // that joined more than one
  std::vector<uint8_t> times;        // how often each thread's value is in it
  std::optional<Value> constant;     // instead of all that
};
using Parts = std::vector<Part>;     // one a thread

// What a variable holds.
struct Bound {
  Value value;                       // of a pointer: the offset in elements
  std::string array = {};            // of a pointer: the parameter that it points into
  bool read_only = false;            // what it points to, by the parameter's type
  std::shared_ptr<const Parts> parts = {};   // instead of a value: other in each thread
};

class NestReader {
 public:
  NestReader(const Unit& unit, const clang::FunctionDecl* kernel, int warp) : unit_(unit), kernel_(kernel), warp_(warp) {}
  Raised read(const NestLaunch& launch);

 private:
  using Environment = std::map<const clang::VarDecl*, Bound>;
  // Something that is assigned or loaded.
  struct Target {
    const clang::VarDecl* variable = nullptr;   // a local one
    const clang::VarDecl* shared = nullptr;     // an array in shared memory
    std::string array;                          // a parameter's
    bool read_only = false;
    Value index;
  };
  // A function that is being followed.
  struct Frame {
    size_t path = 0;                 // conditions before it
    int loops = 0;                   // loops around the statement, within the function
    std::vector<std::pair<std::vector<Value>, Bound>> results;
  };
  // What left a loop's iteration or a function early, and what variables held then.
  struct Skip {
    Value condition;
    Environment held;
  };

  // nest_reader.cpp
  bool refused() const { return !refusal_.reason.empty(); }
  Value refuse(clang::SourceLocation at, std::string reason);
  std::string unused(const std::string& name);
  std::string type_of(clang::QualType t) const;
  std::function<std::string(const std::string&)> types() const;
  bool is_coordinate(const Value& v) const;
  bool reads_threads(const Value& v) const;
  void emit(RawStep step, clang::SourceLocation at);
  void count_reads(const clang::Stmt* body);

  // nest_expressions.cpp
  Value eval(const clang::Expr* e);
  Value eval_operand(const clang::Expr* e);      // without the conversions that C makes by itself
  Value eval_condition(const clang::Expr* e);
  Value constant(const clang::Expr* e);
  Value coordinate_value(const clang::Expr* e, const CoordinateRef& c);
  Value converted(const Value& v, const clang::CastExpr* e);
  Value arithmetic(const std::string& op, const std::string& type, Value a, Value b);
  Value over_the_grid(Value v);
  Value called(const clang::CallExpr* e);
  Value load(const Target& t, clang::QualType type, clang::SourceLocation at);
  Value variable(const clang::VarDecl* v, const clang::Expr* e);
  std::optional<Bound> pointer(const clang::Expr* e);
  std::optional<Target> target(const clang::Expr* e);
  const clang::VarDecl* shared_array(const clang::Expr* e) const;

  // nest_statements.cpp
  bool run(const clang::Stmt* s);                // whether what follows it is run
  bool run_block(const std::vector<const clang::Stmt*>& all);
  void declare(const clang::VarDecl* v);
  void run_expression(const clang::Expr* e);
  void assign(const clang::Expr* to, Bound value, clang::SourceLocation at);
  void assign_value(const clang::Expr* to, const clang::Expr* from, clang::SourceLocation at);
  Value kept(const clang::VarDecl* v, Value value, bool declared, clang::SourceLocation at);

  // nest_branches.cpp
  bool run_if(const clang::IfStmt* s);
  bool run_return(const clang::ReturnStmt* s);
  Bound inlined(const clang::CallExpr* e, const clang::FunctionDecl* f);
  Bound either(const Value& condition, const std::optional<std::vector<bool>>& lanes, const Bound& a, const Bound& b, clang::SourceLocation at);
  void merge(const Value& condition, const std::optional<std::vector<bool>>& lanes, const Environment& holds, const Environment& holds_not, clang::SourceLocation at);
  void end_skips(size_t from, clang::SourceLocation at);

  // nest_loops.cpp
  struct Loop {
    const clang::VarDecl* variable = nullptr;
    Dimension dimension;
    Value value;                     // of the variable
  };
  void run_for(const clang::ForStmt* s);
  std::optional<Loop> loop_of(const clang::ForStmt* s);
  void run_unrolled(const clang::ForStmt* s);
  void reduce(const clang::VarDecl* v, const Bound& before, const std::string& carried, const Loop& loop, clang::SourceLocation at);
  bool match(const Value& after, const std::string& carried, Step& out) const;
  void check_order(size_t from, clang::SourceLocation at);

  // nest_lanes.cpp
  bool cooperates(const clang::Stmt* s);         // shared memory, shuffles, barriers, or variables that hold parts
  bool writes_memory(const clang::Stmt* s);
  std::optional<std::vector<bool>> lanes_of(const Value& condition) const;
  std::optional<int64_t> in_lane(const Value& v, int64_t lane) const;
  std::optional<Parts> parts_of(const clang::Expr* e);
  Parts parts_of(const Value& v);
  std::optional<Parts> shuffled(const clang::CallExpr* e);
  std::optional<Parts> shared_parts(const clang::VarDecl* array, const Value& index) const;
  void store_shared(const clang::VarDecl* array, const Value& index, const Parts& value, clang::SourceLocation at);
  static std::optional<Part> joined(const std::string& op, const Part& a, const Part& b);
  Value settled(const Parts& parts, clang::SourceLocation at);
  // A variable that is given parts: a value where all threads have all of them.
  Bound bound_of(Parts parts, clang::SourceLocation at);
  Value whole(int source, const std::string& op, clang::SourceLocation at);

  const Unit& unit_;
  const clang::FunctionDecl* kernel_;
  int warp_;
  RawNest raw_;
  Raised refusal_;
  Environment env_;
  std::map<const clang::VarDecl*, const clang::VarDecl*> aliases_;   // references
  std::map<const clang::VarDecl*, int> reads_;
  std::vector<Value> path_;          // conditions under which the statement is run
  std::vector<bool> active_;         // threads that run it, as far as that is decided by their number alone; empty: blocks of more dimensions
  std::vector<Dimension> loops_;
  std::vector<Skip> skips_;
  std::vector<Frame> frames_;
  int branches_ = 0;                 // ifs around the statement
  std::map<std::string, RawStep> pending_;   // "@reduce:N": reductions of loops within loops
  int numbers_ = 0;
  bool barrier_ = false, closed_ = false;    // closed: a loop over the grid was all
  std::set<std::string> used_;
  std::vector<Value> sources_;
  std::map<std::pair<int, std::string>, std::string> wholes_;
  std::map<const clang::VarDecl*, std::map<int64_t, Part>> shared_;
  std::map<const clang::Stmt*, bool> cooperates_;
};

// A library function that depends on its arguments alone.
bool is_pure(llvm::StringRef name);
// "max", "min" for fmaxf, max, fmin, ...; empty: none.
std::string choice_name(llvm::StringRef function);

}  // namespace wavelift::analysis
