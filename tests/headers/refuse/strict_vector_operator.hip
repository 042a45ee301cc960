// A compound operator of the program's own on a vector type is ambiguous with HIP's.
// refused: use of overloaded operator '+=' is ambiguous
#define WAVELIFT_STRICT_HIP
#include <hip/hip_runtime.h>
inline __host__ __device__ void operator+=(float4& a, float4 b) { a.x += b.x; }
__global__ void k(float4* p) { p[0] += p[1]; }
