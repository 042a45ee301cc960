// The compilers that candidates are compiled with: what is run, what it may read.
#pragma once
#include "judge/candidate.h"
#include "judge/jail.h"

namespace wavelift::judge {

struct CompileCommand {
  std::vector<std::string> argv;       // reads the source from its standard input, writes the object to its standard output
  std::vector<std::string> plain;      // the same without a precompiled header; empty: argv is
  std::vector<std::string> assembly;   // writes LLVM assembly before any optimisation; empty: there is none
  std::string file;                    // what it calls the source
  Jail jail;
  std::string identity;                // changes when the compiler or a header does
};

// Errors: tool_missing, usage (an arch, a wave size or a flag that may not be).
Result<CompileCommand> compile_command(Language language, const CompileFor& how);

}  // namespace wavelift::judge
