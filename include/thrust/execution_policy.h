// thrust::host, thrust::device, thrust::seq and the policies of the systems.
#ifndef THRUST_EXECUTION_POLICY_H
#define THRUST_EXECUTION_POLICY_H
#include "detail/system.h"
#endif
