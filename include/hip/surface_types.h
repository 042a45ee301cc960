// Surface objects as host code holds them.
#ifndef HIP_INCLUDE_HIP_SURFACE_TYPES_H
#define HIP_INCLUDE_HIP_SURFACE_TYPES_H

#include "driver_types.h"

struct __hip_surface;
typedef struct __hip_surface* hipSurfaceObject_t;

typedef struct surfaceReference {
  hipSurfaceObject_t surfaceObject;
} surfaceReference;

typedef enum hipSurfaceBoundaryMode {
  hipBoundaryModeZero, hipBoundaryModeTrap, hipBoundaryModeClamp
} hipSurfaceBoundaryMode;

#endif
