// wl hipcc: hipcc's command line, clang's work.
#include "build/drive.h"
#include "cli/verb.h"

namespace wavelift::cli {

extern const Verb hipcc_verb{"hipcc", "ARGS", "compile and link HIP, with hipcc's options",
                             [](Args args) { return build::drive(build::Mode::hipcc, args); }};

}  // namespace wavelift::cli
