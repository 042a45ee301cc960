// How much of a project's device code is done when it is ported: its kernels, and which of them a person must look at.
#pragma once
#include "port/source.h"

namespace wavelift::port {

// A function of device code as the text has it.
struct DeviceFunction {
  std::string name, file;
  uint32_t line = 0;
  bool kernel = false;
  std::vector<std::string> calls = {};  // names that are called in it, not only of the program's functions
  std::vector<int> codes = {};          // of what a person must see in it
};

// The functions that `source` defines, with what was found in them.
std::vector<DeviceFunction> device_functions(const Source& source);

struct KernelEffort {
  std::string name, file;
  uint32_t line = 0;
  std::vector<int> codes = {};  // ordered; of the kernel and of all that it calls; empty: done
};

// Every kernel of the project. A name that several functions have stands for all of them.
std::vector<KernelEffort> effort_of(const std::vector<DeviceFunction>& functions);

}  // namespace wavelift::port
