// Texture objects, texture references and surfaces.
#include <hip/hip_runtime.h>

texture<float, 2, hipReadModeElementType> plane;
texture<uchar4, 1, hipReadModeNormalizedFloat> line;

__global__ void sample(hipTextureObject_t t, float* f, float4* q, unsigned char* u, hipSurfaceObject_t s) {
  f[0] = tex2D<float>(t, f[1], 1.0f) + tex1Dfetch<float>(t, 3) + tex3D<float>(t, 1, 2, 3) +
         tex1D<float>(t, 0.5f) + tex2DLayered<float>(t, 1, 2, 3) + texCubemap<float>(t, 1, 0, 0);
  q[0] = tex2D<float4>(t, 1, 2);
  q[1] = tex2Dgather<float4>(t, 1, 2);
  u[0] = tex2D<unsigned char>(t, 1, 2);
  u[1] = tex2DLod<uchar4>(t, 1, 2, 3).y;
  f[1] = tex2D(plane, 1, 2);
  q[2] = tex1Dfetch(line, 3);
  surf2Dwrite(f[2], s, 4, 1);
  f[2] = surf2Dread<float>(s, 3, 4);
  surf3Dread(f + 3, s, 1, 2, 3);
}
