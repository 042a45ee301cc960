// The parts of the lexical layer. Each looks at one token that may be its own and edits or reports.
#pragma once
#include "apimap/apimap.h"
#include "port/lexical.h"
#include <optional>

namespace wavelift::port {

// Where code runs.
enum class Side : uint8_t { host, device, both };

// What a text calls cooperative_groups.
struct GroupNames {
  bool all_used = false;                   // using namespace cooperative_groups
  std::set<std::string_view> aliases = {};
};

// How many tokens of arguments of min and max are looked at in a text, as calls nest.
constexpr size_t most_min_max_tokens = 1 << 22;

struct Pass {
  Source& source;
  const LexicalOptions& options;
  LexicalSummary summary;
  std::string_view directive;   // "if", "define", ... while inside one
  int if_depth = 0;
  uint32_t first_use = ~0u;     // offset of the first token that needs the HIP runtime header
  uint32_t first_runtime = ~0u; // offset of the first unconditional include that brings it
  uint32_t after_runtime = 0;   // where that line ends
  uint32_t first_local = ~0u;   // offset of the first include of a file of the program
  SupportSet included{}, used{};  // support headers: there already, and needed by what was edited
  bool math_included = false, math_used = false;
  bool libcu = false;           // the text includes headers of libcu++'s
  uint32_t first_min_max = ~0u; // offset of the first call of min or max
  std::set<std::string_view> dim3_variables = {};
  size_t min_max_budget = most_min_max_tokens;
  bool min_max_macros = false;  // the text has macros of them
  std::set<std::string_view> thrust_included{}, thrust_used{};  // Thrust's headers, without folder and .h
  size_t skip_to = 0;           // names before this token are dealt with

  // Made when first asked for, so that no question costs more for being asked often.
  std::optional<std::vector<std::pair<size_t, Side>>> sides{};           // after which token the code runs where
  std::optional<GroupNames> groups{};
  std::optional<std::set<std::string_view>> locations{};                 // variables of cudaMemLocation and CUmemLocation
  // Noted on the way.
  std::map<std::pair<std::string_view, std::string_view>, std::string_view> texture_fields{};  // (object, field) -> value
  std::map<std::string_view, std::string_view> solve_buffers{};          // of cusparseSpSM_analysis: descriptor -> buffer

  bool is_macro(std::string_view name) const { return options.facts && options.facts->macros.contains(name); }
};

// includes.cpp: the header or string token at i, after #include.
void port_include(Pass& p, size_t i);
// The name at i, after thrust::, belongs to a header of Thrust's.
void note_thrust(Pass& p, size_t i);
// At the end: the headers that the text needs and does not include.
void add_includes(Pass& p);

// torch.cpp: whether an include names a header of PyTorch's, what becomes of it, and a name at i in a program that includes one. True when
// the name is PyTorch's.
bool is_torch_header(std::string_view path);
std::string torch_header(Pass& p, size_t i, std::string_view path);
bool port_torch(Pass& p, size_t i);

// guards.cpp: a predefined macro of nvcc's at i.
void port_guard(Pass& p, size_t i, const apimap::Entry& entry);

// shapes.cpp: calls whose arguments change with the name. True when the name itself is edited too.
bool port_shape(Pass& p, size_t i, const apimap::Entry& entry);
// Names that mean more than themselves: namespaces, CUB's warp primitives, cooperative groups, wmma.
bool port_context(Pass& p, size_t i, std::string_view name);

// Mathematical functions that HIP lacks on the host, used there. True when the name was edited.
bool port_host_math(Pass& p, size_t i, std::string_view name);

// The classifications of numbers, which nvcc's own include of <math.h> puts into the global namespace for the host.
void note_math(Pass& p, size_t i, std::string_view name);

// versions.cpp: the name at i needs a HIP that the port may not be for.
void wants_version(Pass& p, size_t i, const apimap::Entry& entry);
// The form that a call has in the HIP that the port is for. True when the name itself is edited.
bool port_by_version(Pass& p, size_t i, const apimap::Entry& entry);
// What is to be defined before hipBLAS's header, so that it has cuBLAS's types.
std::vector<std::string_view> hipblas_macros(int version);

// textures.cpp: the field at i of a description of a texture.
void note_texture_field(Pass& p, size_t i);
// The call of cudaCreateTextureObject at i makes a texture that AMD GPUs refuse.
void refused_texture(Pass& p, size_t i);

// fast_math.cpp: a call in device code that -use_fast_math makes fast. True when it was edited.
bool port_fast_math(Pass& p, size_t i, std::string_view name);
bool is_fast_math(std::string_view name);

// min_max.cpp: the min or max at i is a call of CUDA's own. `budget` is what is left of most_min_max_tokens; without
// any, every call counts.
bool calls_min_max(const Source& s, size_t i, size_t& budget);
void note_min_max(Pass& p, size_t i);
// At the end: whether the text needs CUDA's overloads.
void want_min_max(Pass& p);

// accepted.cpp: what nvcc takes and HIP's compiler does not. True when the name at i was edited.
bool port_register(Pass& p, size_t i);
// A variable of type dim3 that is given a uint3, from which HIP's dim3 has no constructor; dim3 at i may declare some.
bool port_dim3(Pass& p, size_t i);
void note_dim3(Pass& p, size_t i);

// definitions.cpp: the program's own definitions that clash with what HIP defines; `i` is the name or `operator`.
// True when the definition was dealt with.
bool port_definition(Pass& p, size_t i);

// array_pointers.cpp: the ( of a pointer to arrays at i, declared and set with a cast.
void port_array_pointer(Pass& p, size_t i);

// ptx.cpp: an asm statement at i.
void port_asm(Pass& p, size_t i);

// Where the function around token i runs; code outside functions counts as the host's.
Side side_of(Pass& p, size_t i);

// The tokens from `first` to `last` as they read when ported, for a replacement that holds them.
std::string ported_text(Pass& p, size_t first, size_t last);

// True when the token before i makes `name` at i a declaration: "int name", not "return name".
bool declares(const Source& s, size_t i);

}  // namespace wavelift::port
