// See execution_policy.h.
#ifndef THRUST_SYSTEM_HIP_EXECUTION_POLICY_H
#define THRUST_SYSTEM_HIP_EXECUTION_POLICY_H
#include "../../detail/system.h"
#endif
