// One side (host or device) of a translation unit while its AST is there, and the collectors that read facts from it.
#pragma once
#include "analysis/clang/flow.h"
#include <set>

namespace wavelift::analysis {

struct Unit {
  Unit(clang::ASTContext& c, clang::Preprocessor& p, Facts& f, bool is_device)
      : context(c), places(c), constants(c, p, places), flow(constants, places), facts(f), device(is_device) {}

  clang::ASTContext& context;
  Places places;
  Constants constants;
  FlowAnalysis flow;
  Facts& facts;
  bool device;
  std::vector<const clang::FunctionDecl*> bodies;                    // the user's, instantiations instead of their templates
  llvm::DenseMap<const clang::FunctionDecl*, uint32_t> numbers;      // pattern -> position in facts.functions
  std::set<Place> varying;                                           // arithmetic with a number that is no width, in some instantiation

  uint32_t number_of(const clang::FunctionDecl* f) const {
    auto it = numbers.find(pattern_of(f)->getCanonicalDecl());
    return it == numbers.end() ? UINT32_MAX : it->second;
  }
};

// Fills bodies, numbers and facts.functions.
void collect_functions(Unit& unit);
// Lane arithmetic, masks, shared arrays, names of widths, of one function.
void collect_lanes(Unit& unit, const clang::FunctionDecl* function, uint32_t number);
// Calls of warp intrinsics of one function.
void collect_warp_calls(Unit& unit, const clang::FunctionDecl* function, uint32_t number);
// Barriers that not all threads reach, accesses to shared memory with no barrier between.
void collect_synchronisation(Unit& unit);
// Loops that wait: for a lock, for memory that others change.
void collect_spins(Unit& unit);
// Names, includes and asm statements of the user's files, whichever branch of an #if they are in.
void collect_mentions(clang::ASTContext& context, const Places& places, Facts& facts);
// Launches in host code, and host values of width names.
void collect_launches(Unit& unit, const clang::FunctionDecl* function);
// Kernels whose address goes somewhere, in host code.
void collect_kernel_names(Unit& unit);
// warpSize as a constant, in declarations and functions.
void collect_constant_widths(Unit& unit);
// Calls of the run time, launches and the like of all host code, and texts of machine code.
void collect_host_calls(Unit& unit);
// Kernels that are called as functions in host code.
void collect_kernel_calls(Unit& unit);
// Comparisons of error codes, memory types and the compute capability in all host code.
void collect_comparisons(Unit& unit);
// What one function of device code uses that is other on an AMD GPU.
void collect_device_uses(Unit& unit, const clang::FunctionDecl* function, uint32_t number);

// Whether the kernels that call warp intrinsics can have warps of any width; after lanes and warp calls.
void collect_wave_forms(Unit& unit);

// Facts of both sides as one: functions matched by place, each fact once.
Facts merge(Facts host, Facts device);

}  // namespace wavelift::analysis
