// wl nvcc: nvcc's command line, for an AMD target.
#include "build/drive.h"
#include "cli/verb.h"

namespace wavelift::cli {

extern const Verb nvcc_verb{"nvcc", "ARGS", "compile and link CUDA for an AMD target, with nvcc's options",
                            [](Args args) { return build::drive(build::Mode::nvcc, args); }};

}  // namespace wavelift::cli
