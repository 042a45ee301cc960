// Occupancy against what LLVM says of kernels that one resource limits each.
#include "base/process.h"
#include "hardware/limits.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <sstream>

using namespace wavelift;
using namespace wavelift::hardware;

namespace {

struct Remarks {
  std::map<std::string, int> values;   // "VGPRs" ...
  int operator[](const char* name) const {
    auto it = values.find(name);
    return it == values.end() ? 0 : it->second;
  }
};

// The remarks of every kernel, by its name.
std::map<std::string, Remarks> remarks(const std::string& arch) {
  RunOptions o;
  o.timeout_s = 60;
  auto r = run_process({CLANG, "-x", "hip", "--offload-arch=" + arch, "--offload-device-only", "--no-gpu-bundle-output", "-nogpuinc",
                        "-nogpulib", "-mcode-object-version=5", "-O3", "-Rpass-analysis=kernel-resource-usage", "-S", "-o", "/dev/null",
                        OCCUPANCY_KERNELS}, o);
  std::map<std::string, Remarks> all;
  if (!r || r->exit_code != 0) {
    ADD_FAILURE() << (r ? r->out : r.error().sentence());
    return all;
  }
  std::istringstream in(r->out);
  std::string line, kernel;
  while (std::getline(in, line)) {
    size_t at = line.find("remark: ");
    if (at == line.npos) continue;
    std::string text = line.substr(at + 8);
    text.erase(0, text.find_first_not_of(' '));
    size_t colon = text.find(": ");
    if (colon == text.npos) continue;
    std::string name = text.substr(0, colon), value = text.substr(colon + 2);
    if (name == "Function Name") kernel = value.substr(0, value.find(' '));
    else all[kernel].values[name.substr(0, name.find(" ["))] = std::atoi(value.c_str());
  }
  return all;
}

TEST(Occupancy, IsWhatTheCompilerSays) {
  const std::map<std::string, int> threads = {{"few", 64},      {"vgprs100", 256}, {"vgprs129", 256}, {"vgprs200", 64},
                                              {"sgprs", 256},   {"lds20", 256},    {"lds9", 64}};
  for (const char* arch : {"gfx906", "gfx908", "gfx90a", "gfx942", "gfx950", "gfx1030", "gfx1100", "gfx1201"}) {
    Target t = target_of(*find_spec(arch));
    t.lds_granule = 4;   // the compiler does not count what rounding up costs; it matters where a granule is large, on gfx950
    const Limits l = limits_of(*find_spec(arch));
    const auto all = remarks(arch);
    EXPECT_EQ(all.size(), threads.size()) << arch;
    for (const auto& [name, r] : all) {
      KernelNeeds needs;
      needs.vgprs = r["VGPRs"] + (l.unified_agprs ? r["AGPRs"] : 0);
      needs.agprs = r["AGPRs"];
      needs.sgprs = r["TotalSGPRs"];
      needs.lds = r["LDS Size"];
      needs.threads = threads.at(name);
      needs.wave_size = t.wave_size;
      const Occupancy o = occupancy(t, l, needs);
      // The compiler counts whole workgroups for LDS only.
      EXPECT_EQ(std::min({o.by_slots, o.by_vgprs, o.by_sgprs, o.by_lds}), r["Occupancy"]) << arch << " " << name << " limited by " << o.limiter;
    }
  }
}

TEST(Occupancy, NamesTheLimiter) {
  const Target& t = *find_target("gfx90a");
  const Limits& l = *find_limits("gfx90a");
  auto limiter = [&](KernelNeeds n) { return std::string(occupancy(t, l, n).limiter); };
  EXPECT_EQ(limiter({.vgprs = 32, .sgprs = 16, .threads = 256}), "waves");
  EXPECT_EQ(limiter({.vgprs = 200, .sgprs = 16, .threads = 256}), "VGPRs");
  EXPECT_EQ(limiter({.vgprs = 32, .sgprs = 16, .lds = 32 * 1024, .threads = 256}), "LDS");
  // One workgroup of four waves for each half of the LDS: two waves a SIMD.
  EXPECT_EQ(occupancy(t, l, {.vgprs = 32, .sgprs = 16, .lds = 32 * 1024, .threads = 256}).waves_per_simd, 2);
  EXPECT_EQ(occupancy(t, l, {.vgprs = 32, .sgprs = 16, .lds = 32 * 1024, .threads = 256}).groups_per_unit, 2);
}

}  // namespace
