// What depends on the HIP that the port is for: names that it lacks, calls and records that have another form in it.
#include "port/passes.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::port {

namespace {

std::string text_of(int version) { return fmt::format("{}.{}", version / 100, version % 100); }

// Calls in which a device's number became a cudaMemLocation in CUDA 13. HIP has those of locations under the name ..._v2 from 7.1 on, and from
// 10.2 on hipMemAdvise takes nothing but a location, too.
struct Located {
  std::string_view cuda, hip;
  size_t argument;
  int no_number;  // the first version in which the name without _v2 takes no device's number; 0: it always does
};
constexpr Located located[] = {
    {"cudaMemPrefetchAsync", "hipMemPrefetchAsync", 2, 0}, {"cuMemPrefetchAsync", "hipMemPrefetchAsync", 2, 0}, {"cudaMemAdvise", "hipMemAdvise", 3, 1002}, {"cuMemAdvise", "hipMemAdvise", 3, 1002}};
constexpr int with_locations = 701;

bool is_location(Pass& p, Source::Argument a) {
  const Source& s = p.source;
  // A location is a few words; what is longer is code.
  for (size_t k = a.first; k <= a.last && k < a.first + 16; ++k)
    if (s.is(k, "cudaMemLocation") || s.is(k, "CUmemLocation") || s.is(k, "{")) return true;
  if (a.first != a.last) return false;
  if (!p.locations) {
    p.locations.emplace();
    for (size_t k = 0; k + 1 < s.count(); ++k)
      if (s.is(k, "cudaMemLocation") || s.is(k, "CUmemLocation")) p.locations->insert(s.str(k + 1));
  }
  return p.locations->contains(s.str(a.first));
}

bool memory_location(Pass& p, size_t i, const Located& l) {
  Source& s = p.source;
  if (!s.is(i + 1, "(")) return false;
  auto args = s.arguments(i + 1);
  if (args.size() <= l.argument || args[l.argument].first > args[l.argument].last) return false;
  const int version = p.options.hip_version;
  if (is_location(p, args[l.argument])) {
    if (version < with_locations)
      s.find(1002, s.token(i).at, l.cuda, fmt::format("{} with a location is {}_v2 in HIP, from version {} on; the port is for {}", l.cuda, l.hip, text_of(with_locations), text_of(version)));
    s.replace(i, fmt::format("{}_v2", l.hip));
    ++p.summary.names;
    return true;
  }
  if (!l.no_number || version < l.no_number) return false;
  const Token& last = s.token(args[l.argument].last);
  s.edits.insert(s.token(args[l.argument].first).at, "wlcuda::memory_location(");
  s.edits.insert(last.at + last.size, ")");
  p.used.set(cuda_support);
  return false;
}

// Before 7.0 these took a pointer to plain memory as what is only read.
constexpr std::string_view plain_sources[] = {"cuMemcpyHtoD", "cuMemcpyHtoDAsync"};

void plain_source(Pass& p, size_t i) {
  Source& s = p.source;
  if (!s.is(i + 1, "(")) return;
  auto args = s.arguments(i + 1);
  if (args.size() < 3 || args[1].first > args[1].last) return;
  const Token& last = s.token(args[1].last);
  s.edits.insert(s.token(args[1].first).at, "const_cast<void*>(static_cast<const void*>(");
  s.edits.insert(last.at + last.size, "))");
}

// The record's fields stood in another order before 7.0: values without names go to others.
void memset_record(Pass& p, size_t i) {
  Source& s = p.source;
  if (!s.is(i + 1, Tok::identifier)) return;
  const size_t open = i + 2 + s.is(i + 2, "=");
  if (!s.is(open, "{") || s.is(open + 1, ".") || s.close(open) <= open + 2) return;
  s.find(1002, s.token(i).at, "cudaMemsetParams", "the fields of hipMemsetParams stand in another order before HIP 7.0 (dst, elementSize, height, pitch, value, width): name them, or set one by one");
}

}  // namespace

void wants_version(Pass& p, size_t i, const apimap::Entry& e) {
  const int version = p.options.hip_version;
  auto say = [&](const char* when, int limit) {
    p.source.find(1002, p.source.token(i).at, e.cuda, fmt::format("{} is {} in HIP, {} version {} on; the port is for {}", e.cuda, e.hip, when, text_of(limit), text_of(version)));
  };
  if (e.since > version) say("from", e.since);
  if (e.until && e.until <= version) say("gone from", e.until);
}

bool port_by_version(Pass& p, size_t i, const apimap::Entry& entry) {
  for (const Located& l : located)
    if (l.cuda == entry.cuda) return memory_location(p, i, l);
  if (p.options.hip_version >= 700) return false;
  if (std::ranges::find(plain_sources, entry.cuda) != std::end(plain_sources)) plain_source(p, i);
  if (entry.cuda == "cudaMemsetParams") memset_record(p, i);
  return false;
}

std::vector<std::string_view> hipblas_macros(int version) {
  std::vector<std::string_view> out = {"HIPBLAS_USE_HIP_HALF"};
  // In 6.x both forms are there; from 7.0 on cuBLAS's is the only one.
  if (version >= 600 && version < 700) out.push_back("HIPBLAS_V2");
  return out;
}

}  // namespace wavelift::port
