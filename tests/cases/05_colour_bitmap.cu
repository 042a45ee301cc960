// Case 5. One constant is the warp's width and the number of bits of a word: a warp finds the first colour that is free.
#include <cstdio>
#include <cuda_runtime.h>

const int WS = 32; // native: WL1212

// Each warp colours one vertex: used[] has a bit a colour, a word a lane.
__global__ void first_free(const int *used_colours, int count, int *colour)
{
    __shared__ unsigned used[8][WS];
    const int lane = threadIdx.x % WS, warp = threadIdx.x / WS; // native: WL1211
    used[warp][lane] = 0;
    __syncwarp();
    for (int i = lane; i < count; i += WS) {
        const int c = used_colours[warp * count + i];
        atomicOr(&used[warp][c / WS], 1u << (c % WS));
    }
    __syncwarp();
    const unsigned word = used[warp][lane];
    const unsigned has_room = __ballot_sync(0xffffffff, word != 0xffffffff); // native: WL1233
    const int first = __ffs(has_room) - 1;                                  // native: WL1234
    if (lane == first) colour[warp] = first * WS + __ffs(~word) - 1;
}

int main()
{
    const int vertices = 8, count = 100;
    int *used, *colour;
    cudaMallocManaged(&used, vertices * count * sizeof(int));
    cudaMallocManaged(&colour, vertices * sizeof(int));
    // Vertex v's neighbours have all colours but 11 v.
    for (int v = 0; v < vertices; ++v)
        for (int i = 0; i < count; ++i) used[v * count + i] = i < 11 * v ? i : i + 1;
    first_free<<<1, vertices * 32>>>(used, count, colour);
    cudaDeviceSynchronize();
    for (int v = 0; v < vertices; ++v)
        if (colour[v] != 11 * v) {
            printf("FAIL: vertex %d: colour %d instead of %d\n", v, colour[v], 11 * v);
            return 1;
        }
    puts("PASS");
}
