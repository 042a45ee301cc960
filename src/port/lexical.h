// The lexical layer: CUDA source to HIP source without parsing it. Never fails; comments, strings and every byte
// that does not have to change stay as they are; porting the result again changes nothing.
#pragma once
#include "port/source.h"
#include <bitset>
#include <functional>

namespace wavelift::port {

// What is known of the program as a whole before its files are ported.
struct ProjectFacts {
  std::set<std::string, std::less<>> macros;    // names of the map that the program #defines itself
  std::set<std::string, std::less<>> declared;  // CUDA-like names outside the map that it defines itself
  std::set<std::string, std::less<>> own_math;  // functions of fast_math.cpp that it defines itself
  std::set<std::string, std::less<>> thrust;    // Thrust's headers that it includes anywhere, without folder and .h
  bool torch = false;                           // includes headers of PyTorch
  std::set<std::string, std::less<>> own_torch; // names of PyTorch's that it defines itself
  bool declares_warp_size = false;              // has a variable, field or parameter called warpSize
  bool header_min_max = false;                  // a header of it calls min or max
  bool fast_math = false;                       // its build files give nvcc -use_fast_math
};

// Adds what one file defines.
void gather_facts(const Source& source, ProjectFacts& facts);

// The HIP that a port is for, major * 100 + minor, when nobody says.
inline constexpr int default_hip_version = 700;

// How sources that use PyTorch are built: by its own build step, which renames its CUDA interface, or without.
enum class TorchBuild : uint8_t { unknown, extension, own };
struct TorchUse {
  int release = 215;  // of PyTorch, major * 100 + minor
  TorchBuild build = TorchBuild::unknown;
};

struct LexicalOptions {
  int hip_version = default_hip_version;
  TorchUse torch = {};
  bool unit = false;             // compiled by nvcc as CUDA, which includes cuda_runtime.h before the first line
  std::string support_prefix;    // path from the file's folder to where the support headers lie: "", "../"
  const ProjectFacts* facts = nullptr;
  const std::vector<Edit>* native = nullptr;  // edits for warps as wide as the wave, in order; what they replace is left alone
  // What an #include names, when it is a file of the program: empty for one outside (a system header), else the
  // path to include instead, or the path itself when it stays.
  std::function<std::string(std::string_view path, bool quoted)> local_header;
};

// The headers that lie beside a port and give what HIP lacks, and the namespace that each fills, if it does.
enum Support : size_t { warp_support, cuda_support, blaslt_support, fast_math_support, roctx_support, groups_support, min_max_support, wave_support, support_count };
struct SupportHeader {
  std::string_view name, space;
};
inline constexpr SupportHeader support_headers[support_count] = {
    {"wavelift_warp.h", "wl32::"},
    {"wavelift_cuda.h", "wlcuda::"},
    {"wavelift_blaslt.h", "wlblaslt::"},
    {"wavelift_fast_math.h", "wlfast::"},
    {"wavelift_roctx.h", ""},
    {"wavelift_groups.h", "wlgroups::"},
    {"wavelift_min_max.h", ""},
    {"wavelift_wave.h", "wlwave::"}};
using SupportSet = std::bitset<support_count>;

struct LexicalSummary {
  size_t names = 0, headers = 0;  // edits made
  SupportSet support;             // support headers that the text includes now
  bool any_cuda = false;          // the text has something of CUDA in it at all, ported or not
};

// Edits `source` (they are settled on return).
LexicalSummary port_lexical(Source& source, const LexicalOptions& options);

// The two together for one text on its own: returns the ported text. The options' facts are those of the text.
std::string port_text(std::string_view text, LexicalOptions options, std::vector<Finding>* findings = nullptr);
std::string port_text(std::string_view text, bool unit, std::vector<Finding>* findings = nullptr, int hip_version = default_hip_version);

}  // namespace wavelift::port
