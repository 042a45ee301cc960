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

}  // namespace

void note_texture_field(Pass& p, size_t i) {
  const Source& s = p.source;
  const std::string_view field = s.str(i);
  if (field != "filterMode" && field != "normalizedCoords" && field != "resType" && field != "readMode") return;
  if (i >= 2 && s.is(i + 1, "=") && s.is(i + 3, ";")) p.texture_fields[{s.str(i - 2), field}] = s.str(i + 2);
}

void refused_texture(Pass& p, size_t i) {
  Source& s = p.source;
  if (!s.is(i + 1, "(")) return;
  auto args = s.arguments(i + 1);
  if (args.size() < 3) return;
  std::string_view resource = variable(s, args[1]), sampling = variable(s, args[2]);
  if (resource.empty() || sampling.empty()) return;
  // The last that was assigned to a field before the call.
  auto value = [&](std::string_view object, std::string_view field) {
    auto it = p.texture_fields.find({object, field});
    return it == p.texture_fields.end() ? std::string_view{} : it->second;
  };
  const bool linear = value(sampling, "filterMode") == "cudaFilterModeLinear";
  const std::string_view normalized = value(sampling, "normalizedCoords"), type = value(resource, "resType");
  if (type == "cudaResourceTypePitch2D" && (linear || normalized == "1" || normalized == "true"))
    s.find(1421, s.token(i).at, sampling,
           fmt::format("a texture of pitched memory has no {} in HIP, which calls it out of memory: copy the data to an array (hipMallocArray), or compute the sample",
                       linear ? "linear filter" : "normalised coordinates"));
  else if (linear && value(sampling, "readMode") == "cudaReadModeElementType")
    s.find(1421, s.token(i).at, sampling,
           "gfx90a has no linear filter of floats, hipCreateTextureObject gives hipErrorNotSupported there: read the neighbouring texels and blend them");
}

}  // namespace wavelift::port
