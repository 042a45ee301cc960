// Complex numbers.
#ifndef WAVELIFT_CUDA_CUCOMPLEX_H
#define WAVELIFT_CUDA_CUCOMPLEX_H

#include "cuda_runtime.h"

#include <hip/hip_complex.h>

#ifndef cuComplex
#define cuComplex hipComplex
#endif
#ifndef cuFloatComplex
#define cuFloatComplex hipFloatComplex
#endif
#ifndef cuDoubleComplex
#define cuDoubleComplex hipDoubleComplex
#endif
#ifndef make_cuComplex
#define make_cuComplex make_hipComplex
#endif
#ifndef make_cuFloatComplex
#define make_cuFloatComplex make_hipFloatComplex
#endif
#ifndef make_cuDoubleComplex
#define make_cuDoubleComplex make_hipDoubleComplex
#endif
#ifndef cuCreal
#define cuCreal hipCreal
#endif
#ifndef cuCimag
#define cuCimag hipCimag
#endif
#ifndef cuConj
#define cuConj hipConj
#endif
#ifndef cuCadd
#define cuCadd hipCadd
#endif
#ifndef cuCsub
#define cuCsub hipCsub
#endif
#ifndef cuCmul
#define cuCmul hipCmul
#endif
#ifndef cuCdiv
#define cuCdiv hipCdiv
#endif
#ifndef cuCabs
#define cuCabs hipCabs
#endif
#ifndef cuCrealf
#define cuCrealf hipCrealf
#endif
#ifndef cuCimagf
#define cuCimagf hipCimagf
#endif
#ifndef cuConjf
#define cuConjf hipConjf
#endif
#ifndef cuCaddf
#define cuCaddf hipCaddf
#endif
#ifndef cuCsubf
#define cuCsubf hipCsubf
#endif
#ifndef cuCmulf
#define cuCmulf hipCmulf
#endif
#ifndef cuCdivf
#define cuCdivf hipCdivf
#endif
#ifndef cuCabsf
#define cuCabsf hipCabsf
#endif
#ifndef cuCfma
#define cuCfma hipCfma
#endif
#ifndef cuCfmaf
#define cuCfmaf hipCfmaf
#endif
#ifndef cuComplexFloatToDouble
#define cuComplexFloatToDouble hipComplexFloatToDouble
#endif
#ifndef cuComplexDoubleToFloat
#define cuComplexDoubleToFloat hipComplexDoubleToFloat
#endif

#endif
