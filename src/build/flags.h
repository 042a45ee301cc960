// The options of hipcc and nvcc: one row each, with what becomes of it on clang's command line.
#pragma once
#include <span>
#include <string_view>

namespace wavelift::build {

enum class Mode { hipcc, nvcc };

// How an option takes its value.
enum class Value {
  none,      // -c
  word,      // -name V, -name=V
  equals,    // -name=V, or -name without one
  joined,    // -NV, -N V (one letter: -Idir, -DX=1)
};

// What an option means to the translation.
enum class Means {
  as,            // clang gets `clang`, with {} replaced by the value
  drop,          // nothing to do for this target
  arch,          // the value names targets
  gencode,       // the value is arch=...,code=...
  host,          // the value is a list of options for the host compiler
  linker,        // the value is a list of options for the linker
  language,      // the value is the language of the inputs that follow
  library,       // the value is a library's name
  optimize,      // the value is a level, perhaps empty
  output,        // the value is the output file
  output_folder, // the value is the folder of the objects
  stop,          // the work ends after this step; clang gets `clang`
  device_only,   // no host code; clang gets `clang`
  rdc,           // the value says whether device code is linked across files
  device_object, // compile with device code to be linked later
  device_link,   // link device code only, into an object
  archive,       // make a static library
  yes_no,        // the value is true or false; clang gets `clang` for false
  yes_true,      // the value is true or false; clang gets `clang` for true
  warning_error, // nvcc's -Werror, with or without a kind
  true16,        // device code for gfx11 may name 16-bit halves of registers
  options_file,  // the value is a file of more options
  show,          // print the commands and do not run them
  version,       // print the version
  help,          // print a short help
};

// Which of the two commands knows the option. Makefiles ported from nvcc keep some of its options, so most
// rows serve both.
enum class For { both, hipcc, nvcc };

struct Flag {
  std::string_view name;   // without dashes
  Value value;
  Means means;
  std::string_view clang;  // clang's spelling, words separated by one space
  For who = For::both;
};

// All rows. Names are unique for each mode.
std::span<const Flag> flags();

// The row for `word`, a command-line word that starts with a dash, or null when it is not in the table (clang
// then gets the word as it is). `value` is set to what the word itself holds of the value, `has_value` to
// whether it holds one.
const Flag* find_flag(Mode mode, std::string_view word, std::string_view& value, bool& has_value);

// A library that CUDA or ROCm programs ask for by -l, and what serves it here.
struct Library {
  std::string_view name;    // after -l
  std::string_view serves;  // our library's name; empty: nothing to link, the headers or the run time do it
};

std::span<const Library> libraries();

}  // namespace wavelift::build
