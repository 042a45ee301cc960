// A task written from a kernel's source: its launches and parameters are read, its buffers measured by a serial run, and its reference is
// that serial run in double precision, where all of it can be done; what cannot is for a person, and said.
#pragma once
#include "analysis/kernels.h"
#include "base/error.h"
#include <string>
#include <vector>

namespace wavelift::judge {

struct DraftOptions {
  std::string title;               // one line, for people
  bool cuda = false;
  std::string kernel;              // this one alone; empty: all that host code launches, or that there are
  std::string grid, block;         // of it, expressions with commas between; empty: as host code has them, or a thread an element
};

struct Draft {
  std::string task, reference, baseline;   // texts of task.toml, reference.cpp and baseline.hip or baseline.cu
  std::vector<std::string> by_hand;        // what is left to write, a sentence each; none: the task is whole
};

// Errors: unsupported, the source has no kernel that can be launched alone, or not all of a launch is known; failed, it does not compile.
Result<Draft> draft_task(const analysis::KernelSource& source, const DraftOptions& options);

// --- its parts ---

struct DraftParameter {
  std::string name;
  bool fixed = false;              // the source has a constant for it
  int64_t value = 0;
};
struct DraftBuffer {
  std::string name, type;          // "x"; "float", "half", "unsigned int", as analysis has them
  bool is_const = true;            // for all kernels that take it
  // Measured.
  std::string size, role;          // empty: not known
  std::string index_of;            // the buffer that its elements are positions in
};
struct DraftConstant {
  std::string name;
  double value = 0;
};
struct DraftLaunch {
  std::string kernel, parameters;  // as task.toml has them
  std::array<std::string, 3> grid, block;
  std::string group_memory = "0";
  std::vector<std::string> arguments;      // names, in order
};
struct DraftContract {
  std::vector<DraftParameter> parameters;
  std::vector<DraftBuffer> buffers;
  std::vector<DraftConstant> constants;
  std::vector<DraftLaunch> launches;
  std::string device_code;         // what the kernels are made of, without includes
  double work = 0;                 // accesses to buffers are about so many times the product of the parameters that are not fixed
};

// Launches and what they take, by the same names for the same things.
Result<DraftContract> draft_contract(const analysis::KernelSource& source, const DraftOptions& options);
// Why no serial run on the host can stand for the device code; empty: one may.
std::string obstacle(const DraftContract& contract, bool cuda);
// Runs the kernels with several values of the parameters and finds sizes and roles. Gives what could not be found, a sentence each.
Result<std::vector<std::string>> measure(DraftContract& contract);

// The device code and the launches as C++ that a serial run is made of (include/judge/wavelift_serial.h).
std::string serial_device_code(const DraftContract& contract);
std::string serial_launches(const DraftContract& contract, const std::string& indent);
std::string element_in_serial(const std::string& type);   // "f32" of "float"

std::string task_text(const DraftContract& contract, const DraftOptions& options);
std::string reference_text(const DraftContract& contract);
std::string unwritten_reference_text(const DraftContract& contract, const std::string& why);
std::string baseline_text(const DraftContract& contract, const analysis::KernelSource& source, bool cuda);

}  // namespace wavelift::judge
