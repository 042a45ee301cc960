// CMakeLists.txt: the languages, packages, variables and targets of CUDA.
#include "port/buildfile.h"
#include <fmt/format.h>

namespace wavelift::port {

BuildFileResult port_cmake(std::string_view, const std::string&, const BuildFileOptions&) { return {}; }

}  // namespace wavelift::port
