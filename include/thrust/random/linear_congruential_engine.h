// thrust::linear_congruential_engine.
#ifndef THRUST_RANDOM_LINEAR_CONGRUENTIAL_ENGINE_H
#define THRUST_RANDOM_LINEAR_CONGRUENTIAL_ENGINE_H
#include "../random.h"
#endif
