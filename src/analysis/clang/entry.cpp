// The one function that this library shows to load.cpp.
#include "analysis/clang/parse.h"
#include "analysis/clang/unit.h"

using namespace wavelift;
using namespace wavelift::analysis;

extern "C" __attribute__((visibility("default"))) void wavelift_analyze(const Request& request, Result<Facts>& out);

void wavelift_analyze(const Request& request, Result<Facts>& out) {
  auto sides = parse(request);
  if (sides) out = merge(std::move(sides->host), std::move(sides->device));
  else out = std::unexpected(sides.error());
}
