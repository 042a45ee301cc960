// Speed of the lexical layer: CUDA text of the usual density of names, bytes a second on one core.
#include "port/lexical.h"
#include <benchmark/benchmark.h>
#include <string>

namespace {

// About 1 MB: a kernel with comments, arithmetic and a shuffle, and the host code that calls it.
std::string program() {
  const std::string piece =
      "/* Sums the rows of a matrix: one block a row. */\n"
      "__global__ void row_sums(const float* __restrict__ in, float* __restrict__ out, int columns) {\n"
      "  extern __shared__ float partial[];\n"
      "  float sum = 0.0f;\n"
      "  for (int i = threadIdx.x; i < columns; i += blockDim.x) sum += in[blockIdx.x * columns + i];  // coalesced\n"
      "  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);\n"
      "  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;\n"
      "  __syncthreads();\n"
      "}\n"
      "static void run(const float* host, float* result, int rows, int columns) {\n"
      "  float *in, *out;\n"
      "  CHECK(cudaMalloc((void**)&in, sizeof(float) * rows * columns));\n"
      "  CHECK(cudaMalloc((void**)&out, sizeof(float) * rows));\n"
      "  CHECK(cudaMemcpy(in, host, sizeof(float) * rows * columns, cudaMemcpyHostToDevice));\n"
      "  row_sums<<<rows, 256, 8 * sizeof(float)>>>(in, out, columns);\n"
      "  CHECK(cudaDeviceSynchronize());\n"
      "  CHECK(cudaMemcpy(result, out, sizeof(float) * rows, cudaMemcpyDeviceToHost));\n"
      "  printf(\"%d rows of %d columns are done\\n\", rows, columns);\n"
      "  CHECK(cudaFree(in));\n  CHECK(cudaFree(out));\n}\n\n";
  std::string text = "#include <cuda_runtime.h>\n";
  while (text.size() < 1 << 20) text += piece;
  return text;
}

void lexical_port(benchmark::State& state) {
  const std::string text = program();
  for (auto _ : state) benchmark::DoNotOptimize(wavelift::port::port_text(text, true));
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) * static_cast<int64_t>(text.size()));
}
BENCHMARK(lexical_port);

}  // namespace

BENCHMARK_MAIN();
