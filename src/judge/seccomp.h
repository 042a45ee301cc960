// The system calls that nothing in a jail needs and that have let programs out of namespaces, or past their limits.
#pragma once
#include <linux/filter.h>
#include <vector>

namespace wavelift::judge {

// A seccomp program: those calls fail with EPERM (clone3 with ENOSYS, so that libc takes clone), all others are let
// through. Another architecture's calls kill the process. `gpu`: lets drivers make memory that processes share.
std::vector<sock_filter> seccomp_program(bool gpu);

}  // namespace wavelift::judge
