// The program's own definitions of what HIP's headers define too: they are set aside where they do the same.
#include "port/passes.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::port {

bool port_definition(Pass&, size_t) { return false; }

}  // namespace wavelift::port
