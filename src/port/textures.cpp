// Textures that CUDA makes and HIP does not: of pitched memory with filters or normalised coordinates, and filtered floats on gfx90a.
#include "port/passes.h"
#include <fmt/format.h>

namespace wavelift::port {

namespace {

// The variable in `&name` or `name`; empty for anything else.
std::string_view variable(const Source& s, Source::Argument a) {
  size_t k = a.first;
  if (s.is(k, "&")) ++k;
  return k == a.last && s.is(k, Tok::identifier) ? s.str(k) : std::string_view{};
}

// Token i's value in the last `object.field = value;` before the token `end`; empty when there is none.
std::string_view last_value(const Source& s, std::string_view object, std::string_view field, size_t end) {
  for (size_t k = end; k-- > 0;)
    if (s.is(k, field) && (s.before(k) == "." || s.before(k) == "->") && k >= 2 && s.is(k - 2, object) && s.is(k + 1, "=") && s.is(k + 3, ";")) return s.str(k + 2);
  return {};
}

}  // namespace

void refused_texture(Pass& p, size_t i) {
  Source& s = p.source;
  if (!s.is(i + 1, "(")) return;
  auto args = s.arguments(i + 1);
  if (args.size() < 3) return;
  std::string_view resource = variable(s, args[1]), sampling = variable(s, args[2]);
  if (resource.empty() || sampling.empty()) return;
  const bool linear = last_value(s, sampling, "filterMode", i) == "cudaFilterModeLinear";
  const std::string_view normalized = last_value(s, sampling, "normalizedCoords", i), type = last_value(s, resource, "resType", i);
  if (type == "cudaResourceTypePitch2D" && (linear || normalized == "1" || normalized == "true"))
    s.find(1421, s.token(i).at, sampling,
           fmt::format("a texture of pitched memory has no {} in HIP, which calls it out of memory: copy the data to an array (hipMallocArray), or compute the sample",
                       linear ? "linear filter" : "normalised coordinates"));
  else if (linear && last_value(s, sampling, "readMode", i) == "cudaReadModeElementType")
    s.find(1421, s.token(i).at, sampling,
           "gfx90a has no linear filter of floats, hipCreateTextureObject gives hipErrorNotSupported there: read the neighbouring texels and blend them");
}

}  // namespace wavelift::port
