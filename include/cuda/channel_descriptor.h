// Channel formats.
#ifndef WAVELIFT_CUDA_CHANNEL_DESCRIPTOR_H
#define WAVELIFT_CUDA_CHANNEL_DESCRIPTOR_H

#include "cuda_runtime.h"

#endif
