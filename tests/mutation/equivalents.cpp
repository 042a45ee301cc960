// Mutants that are no faults: what is spoiled is not there.
#include "mutants.h"

namespace wavelift::soft::mutation {

namespace {

constexpr Equivalent kEquivalents[] = {
    {"s_nop", "*", "does nothing"},
};

}  // namespace

std::span<const Equivalent> equivalents() { return kEquivalents; }

}  // namespace wavelift::soft::mutation
