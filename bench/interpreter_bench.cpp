// Nanoseconds of one core for one wave64 instruction, by kind. The limits are in src/cli/bench.cpp.
#include "base/files.h"
#include "soft/device.h"
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <cstring>
#include <ctime>

using namespace wavelift;

namespace {

soft::Module& module() {
  static auto m = [] {
    auto bytes = read_file(KERNELS);
    if (!bytes) std::fprintf(stderr, "%s\n", bytes.error().sentence().c_str()), std::exit(3);
    auto loaded = soft::Module::load(std::as_bytes(std::span(*bytes)), "gfx90a");
    if (!loaded) std::fprintf(stderr, "%s\n", loaded.error().sentence().c_str()), std::exit(3);
    return std::move(*loaded);
  }();
  return *m;
}

// Time that this thread computed, not the time that others took from it.
double cpu_seconds() {
  timespec t{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

void run(benchmark::State& state, const char* kernel) {
  alignas(256) static char memory[4096];
  struct {
    void* out = memory;
    int n = 2000;
  } args;
  soft::Launch l;
  l.kernel = module().kernel(kernel);
  l.threads = {64};
  l.kernarg = &args;
  l.kernarg_size = 12;
  uint64_t instructions = 0;
  double seconds = 0;
  for (auto _ : state) {
    double start = cpu_seconds();
    auto r = module().launch(l);
    if (!r) {
      state.SkipWithError(r.error().sentence().c_str());
      return;
    }
    instructions += r->wave_instructions;
    seconds += cpu_seconds() - start;
  }
  state.counters["ns/instruction"] = seconds * 1e9 / static_cast<double>(instructions);
}

}  // namespace

int main(int argc, char** argv) {
  ::setenv("WAVELIFT_THREADS", "1", 1);
  for (const soft::Kernel* k : module().kernels()) benchmark::RegisterBenchmark(k->name.c_str(), run, k->name.c_str())->MinTime(0.2);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
