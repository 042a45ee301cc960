// Inline PTX.
#include "port/passes.h"

namespace wavelift::port {

void port_asm(Pass&, size_t) {}

}  // namespace wavelift::port
