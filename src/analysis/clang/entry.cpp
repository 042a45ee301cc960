// The functions that this library shows to load.cpp.
#include "analysis/clang/kernel_sources.h"
#include "analysis/clang/nest_kernels.h"
#include "analysis/clang/parse.h"
#include "analysis/clang/unit.h"

using namespace wavelift;
using namespace wavelift::analysis;

extern "C" __attribute__((visibility("default"))) void wavelift_analyze(const Request& request, Result<Facts>& out);

extern "C" __attribute__((visibility("default"))) void wavelift_read_kernels(const Request& request, Result<KernelSource>& out);

extern "C" __attribute__((visibility("default"))) void wavelift_raise_nests(const Request& request, const std::vector<NestLaunch>& launches, Result<std::vector<Raised>>& out);

void wavelift_raise_nests(const Request& request, const std::vector<NestLaunch>& launches, Result<std::vector<Raised>>& out) { out = raise_kernels(request, launches); }

void wavelift_read_kernels(const Request& request, Result<KernelSource>& out) { out = read_kernel_sources(request); }

void wavelift_analyze(const Request& request, Result<Facts>& out) {
  auto sides = parse(request);
  if (sides) out = merge(std::move(sides->host), std::move(sides->device));
  else out = std::unexpected(sides.error());
}
