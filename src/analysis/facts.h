// What one translation unit says about its kernels, launches and lanes. Plain values: no Clang type, no opinion.
// README.md tells each fact's meaning.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wavelift::analysis {

// Where something is written. In a macro this is where its text is spelled, and `macro` names the macro that was
// expanded at `expanded_line` of `expanded_file`.
struct Place {
  std::string file;
  uint32_t line = 0, column = 0;  // from 1
  std::string macro;
  std::string expanded_file;
  uint32_t expanded_line = 0, expanded_column = 0;

  friend auto operator<=>(const Place&, const Place&) = default;
};

// What a value is derived from; a set of bits.
enum Flow : uint32_t {
  from_nothing = 0,
  from_thread_x = 1u << 0,   // threadIdx.x and what arithmetic makes of it
  from_thread_yz = 1u << 1,  // threadIdx.y, .z
  from_lane = 1u << 2,       // a position in the warp: thread % width, laneid
  from_warp = 1u << 3,       // a warp's number: thread / width
  from_block_size = 1u << 4, // blockDim
  from_warp_count = 1u << 5, // blockDim / width
  from_width = 1u << 6,      // warpSize, wavefront size
  from_mask = 1u << 7,       // a set of lanes as bits: ballot, activemask, match
  from_vote = 1u << 8,       // the answer of a vote: any, all
  from_lane_bit = 1u << 9,   // 1 << lane and masks made of it
  from_stride = 1u << 10,    // counted on from there in a loop: an index of data rather than of threads
};
constexpr uint32_t from_thread = from_thread_x | from_thread_yz;

// A whole number that the source writes as a literal or under a name.
struct Constant {
  enum class Source : uint8_t { literal, macro, variable, parameter, width };  // width: warpSize itself
  int64_t value = 0;
  Source source = Source::literal;
  std::string name;               // the macro's, variable's or template parameter's
  Place declared;                 // where that name is given its value; empty for literals
  bool warp_name = false;         // a name on the way to the value speaks of warps, waves or lanes
  bool computed = false;          // by arithmetic from other numbers, W - 1 and ~W aside: 32 may be chance
};

// Which intrinsics the source calls: CUDA's (32 lanes), HIP's (as wide as the wave) or the port's (wl32, 32 lanes).
enum class Meaning : uint8_t { cuda, hip, port };

struct Function {
  std::string name;               // qualified, without template arguments
  Place place;
  bool kernel = false, device = false, host = false, is_template = false;
  bool has_errors = false;        // parts of it could not be understood: facts of it are incomplete
  int64_t max_threads = 0;        // __launch_bounds__, 0: none
  int64_t min_waves = 0;          // its second argument, which HIP takes for waves a SIMD; 0: none
  uint32_t largest_object = 0;    // bytes of the largest object of a class that a kernel is given by value
  std::vector<uint32_t> calls;    // device functions that it calls, as positions in Facts::functions
};

// A piece of a file: its bytes. Empty: it cannot be named, as it is part of a macro.
struct Span {
  std::string file;
  uint32_t at = 0, size = 0;

  friend auto operator<=>(const Span&, const Span&) = default;
};

// A launch's size in one direction.
struct Extent {
  std::optional<int64_t> value;        // where it is known
  std::vector<Constant> width;         // named constants of 32 or 64, or a device property, that it is computed from
};

struct Launch {
  Place place;
  std::string kernel;             // qualified name; empty when it is called through a pointer
  uint32_t function = UINT32_MAX; // the kernel's position in Facts::functions, UINT32_MAX: not in this unit
  std::string launcher;           // the function that launches
  Extent grid[3], block[3];
  Extent shared;                  // dynamic shared memory, bytes
  std::optional<int64_t> threads_at_64;  // in a block, when each name of the width in its sizes is 64
  Span grid_text;                 // the expression that gives the grid
};

// Dynamic shared memory that a kernel is allowed by a call of cudaFuncSetAttribute.
struct SharedRequest {
  Place place;
  std::optional<int64_t> bytes;
};

// A group of lanes of a fixed size, made by tiled_partition<size>.
struct Tile {
  Place place;
  uint32_t function = 0;
  int64_t size = 0;
};

// A kernel that is named other than to launch it: its address goes somewhere.
struct KernelName {
  Place place;
  std::string kernel;             // qualified name
};

// A number or a name that changes when a kernel's warps become as wide as the wave.
struct WidthEdit {
  enum class To : uint8_t {
    width,                        // 32
    half,                         // 16, the first distance of a reduction that halves
    last,                         // 31, the mask of a lane's number
    shift,                        // 5
    full_mask,                    // 0xffffffff
    name,                         // the warp function that is called
  };
  Span span;
  uint32_t function = 0;          // in which it stands
  To to = To::width;

  friend auto operator<=>(const WidthEdit&, const WidthEdit&) = default;
};

// Whether a kernel computes the same with warps of any width once these edits are made, as far as forms are known that
// prove it. One for each kernel that calls warp intrinsics, itself or through others.
struct WaveForm {
  uint32_t function = 0;          // the kernel
  std::vector<WidthEdit> edits;   // in order
  std::optional<Place> blocked;   // the first thing that has no known form
  std::string reason;             // what it is, in words
  bool float_order = false;       // floating-point numbers are added or multiplied in another order
  bool block_totals = false;      // warps' totals are joined one after the other, by atomics or a loop: fewer warps are fewer steps
  bool items = false;             // warps take their items in turn: one item a warp at a time
  bool more_blocks = false;       // each warp has one item: half as many warps a block need twice as many blocks
  bool below_1024 = false;        // right only for blocks of less than 1024 threads
  std::optional<int64_t> block_threads = {};  // right only for blocks of that size: the number of warps is computed from it
};

// A thread, lane, warp or block size combined with a number that is the warp's width, or made of it.
struct LaneArithmetic {
  enum class Kind : uint8_t {
    lane_index,   // t & 31, t % 32
    warp_index,   // t / 32, t >> 5
    warp_base,    // t & ~31, warp * 32, warp << 5
    partner,      // lane ^ 16
    bound,        // lane < 32, lane == 31
    warp_count,   // blockDim / 32
  };
  Place place;
  uint32_t function = 0;
  Kind kind = Kind::lane_index;
  uint32_t flow = 0;              // of the other side
  Constant width;                 // its value as written: 31, 32, 5 ...
  int64_t lanes = 32;             // the width that is meant: 32 or 64
  std::string text;               // the expression as written
};

// The values that a shuffle's distance takes: one, or those of the loop around it.
struct Distance {
  std::optional<int64_t> smallest, largest;
  bool loop = false;
  bool from_width = false;        // computed from warpSize
  uint32_t flow = 0;              // of the distance, or of the lane that a plain shuffle reads
};

struct WarpCall {
  enum class Kind : uint8_t { shuffle, shuffle_up, shuffle_down, shuffle_xor, any, all, uni, ballot, active_mask, sync, match_any, match_all, reduce };
  Place place;
  uint32_t function = 0;
  Kind kind = Kind::shuffle;
  std::string name;               // as called: __shfl_xor_sync
  Meaning meaning = Meaning::cuda;
  bool has_mask = false;
  std::optional<int64_t> mask;    // its value where known
  uint32_t mask_bits = 0;         // size of the mask's type
  bool mask_from_lanes = false;   // the mask comes from a vote
  bool mask_from_active = false;  // it is what __activemask() answered
  bool has_width = false;         // given in the call, not defaulted
  std::optional<int64_t> width;
  bool width_from_wave = false;   // given as warpSize
  Distance distance;              // shuffles
  bool lanes_chosen = false;      // only where the thread's or the lane's number fulfils a condition
  bool guarded = false;           // the lane is compared in the same statement group, so that foreign values are dropped
};

// A mask of lanes used in a way that counts its bits.
struct MaskUse {
  enum class Kind : uint8_t {
    narrowed,     // stored in a variable of 32 bits
    counted,      // __popc, __ffs, __clz, __brev of 32 bits
    lane_bit,     // 1 << lane in 32 bits
    compared,     // == 0xffffffff
    escaped,      // stored in memory that outlives the function
  };
  Place place;
  uint32_t function = 0;
  Kind kind = Kind::narrowed;
  Meaning meaning = Meaning::cuda;
  std::string text;
};

// Elements of a shared array that are read or written as a wider vector.
struct VectorAccess {
  Place place;
  uint32_t function = 0;
  std::string name;               // the array's
  std::string type;               // the vector's
  int64_t row_bytes = 0, alignment = 0;
};

struct SharedArray {
  Place place;
  uint32_t function = 0;
  std::string name;
  std::vector<int64_t> extents;
  int64_t bytes = 0;
  bool indexed_by_warp = false, indexed_by_lane = false;  // in the first dimension
  Place index;                    // first such index
  bool width_named = false;       // the extent is warpSize or computed from it
};

// A name that has a warp's width as its value, and what it is used for.
struct WidthName {
  Constant constant;
  uint32_t lane_uses = 0;         // in lane arithmetic and shuffles
  uint32_t bit_uses = 0;          // as the number of bits of a word
  Place first_lane_use, first_bit_use;
};

// warpSize where the language wants a constant: a constexpr, an array's extent, a template argument.
struct ConstantWidth {
  Place place;
  uint32_t function = UINT32_MAX;
  std::string text;
};

// A local constant that hides an outer one of the same name.
struct Shadow {
  Place place, outer;
  std::string name;
  int64_t value = 0;
};

// What a name's value is in host code where device code has another.
struct SplitName {
  Constant host, device;
};

// A barrier of the block that some of its threads may not reach, by a condition that differs between them.
struct BarrierDivergence {
  enum class Kind : uint8_t {
    branch,   // the barrier is in one side of it
    exit,     // who takes it leaves, by a return, before the barrier
    loop,     // threads go round a different number of times
  };
  Place place, condition;
  uint32_t function = 0;
  Kind kind = Kind::branch;
  std::string name;               // what is called: __syncthreads, or the function that has it
  std::string text;               // the condition as written
};

// Two accesses of different threads to the same shared memory, one of them a store, with no barrier on some path between.
struct SharedRace {
  Place first, second;
  uint32_t function = 0;
  std::string name;               // the shared array or variable
  std::string text;               // the second access as written
  bool store_first = false;       // a store that is read, or a load that is overwritten
  bool through_call = false;      // an access is in a function that is called here
  bool fenced = false;            // there is a fence on every path, which is no barrier
  bool is_volatile = false;       // both accesses are
  bool one_warp = false;          // both are under conditions that leave the threads of one warp
};

// A loop of every lane that takes a lock, which is given back only after the loop.
struct SpinLock {
  Place place, release;
  uint32_t function = 0;
  std::string text;               // the attempt as written
};

// A loop that waits until others change memory that it reads without an atomic operation.
struct Spin {
  enum class Memory : uint8_t { global, shared, mapped };  // mapped: the host waits for memory that a kernel can write
  Place place;
  uint32_t function = 0;
  Memory memory = Memory::global;
  bool is_volatile = false;
  std::string text;
};

// A name that stands for something of NVIDIA's machine, or of AMD's, that others do not have.
struct Mention {
  Place place;
  std::string name;               // with the namespaces that are written before it
  std::string text;               // a template's arguments; the statement where an element of a fragment is used
};

struct InlineAsm {
  Place place;
  std::string text;
  std::string condition;          // the innermost #if around it that asks for __CUDA_ARCH__, as written; empty: none
  uint32_t condition_line = 0;
  bool alternative = false;       // that #if has another branch, or its branch returns, so that what follows is one
};

// What a pointer points to, as far as the unit says how it was made. Memory that is made in several ways is unknown.
enum class Memory : uint8_t { unknown, device, pool, managed, managed_variable, pinned, registered, pageable };

struct HostArgument {
  std::string text;               // as written
  std::optional<int64_t> value;   // of a whole number, where known
  std::string variable;           // the variable that it is or whose address it is, with its place: equal for equal variables
  Memory memory = Memory::unknown;
  bool points_to_const = false;
  bool is_number = false;
};

// What host code asks of the GPU, in the order in which a function has it.
struct HostCall {
  enum class Kind : uint8_t {
    api,                          // of the run time or the driver; the name is HIP's, whichever the source has
    launch,                       // of a kernel with <<<>>>
    user,                         // of a function of the user's
  };
  Place place;
  uint32_t function = 0;          // in which it stands
  Kind kind = Kind::api;
  std::string name;
  std::string written;            // the name as the source has it
  uint32_t callee = UINT32_MAX;   // kernel or function of the user's, as a position in Facts::functions
  std::vector<HostArgument> arguments;  // those that are given
  bool in_loop = false;
  bool tested = false;            // what it returns is used
};

// A value of the run time's that is compared with a number or a name of its own, or a number is made of it.
struct Comparison {
  enum class Of : uint8_t {
    error,                        // hipError_t
    memory_type,                  // hipMemoryType
    capability,                   // the major number of the compute capability, and what arithmetic makes of it
  };
  enum class With : uint8_t { number, name, nothing };  // nothing: it is kept as a number
  Place place;
  uint32_t function = 0;
  Of of = Of::error;
  With with = With::number;
  std::string operation;          // == != < <= > >= switch, as if the value stood on the left
  int64_t value = 0;
  std::string name;               // the enumerator's
  std::string text;
};

// A device property met by a number in a multiplication.
struct PropertyProduct {
  Place place;
  uint32_t function = 0;
  std::string property;
  int64_t factor = 0;
  std::string text;
};

// A function of the headers in device code whose meaning, rounding or cost is another on an AMD GPU; new and delete, too.
struct DeviceCall {
  Place place;
  uint32_t function = 0;
  std::string name;
};

// long double in a kernel's parameters or in device code.
struct LongDouble {
  Place place;
  uint32_t function = 0;
  std::string text;
};

// An array in shared memory that is read through a pointer to a wider type than its own alignment allows.
struct WideRead {
  Place place;
  uint32_t function = 0;
  std::string array;
  uint32_t alignment = 0, needed = 0;  // bytes
};

// A variable or function of device code that is used and not defined in the unit.
struct ForeignSymbol {
  Place place;
  uint32_t function = 0;
  std::string name;
  bool variable = false;
};

// An #if that asks for one of CUDA's own macros, on a side that is compiled.
struct MacroTest {
  Place place;
  std::string macro, text;
  bool value = false;             // what came out
};

// Floating-point numbers that came from the device, compared for equality with others.
struct ExactComparison {
  Place place;
  uint32_t function = 0;
  std::string text;
};

// A number that host code gives to min or max of the headers, which are of int there, so that its fraction or its upper
// half is lost.
struct CutNumber {
  Place place;                    // of the call
  uint32_t function = 0;
  std::string called, type;       // "max", the number's own type
};

// A kernel that is called as a function, through what holds its address: no launch was configured.
struct UnconfiguredCall {
  Place place;
  uint32_t function = 0;          // in which the call stands
  std::string kernel;             // qualified name
  Place named;                    // where the kernel is named
  std::string text;               // what is called, as written
};

// A literal of the user's that speaks of NVIDIA's machine code.
struct MachineText {
  enum class Kind : uint8_t { ptx, option, file };  // a program in PTX, -arch=sm_80, the name of a .ptx or .cubin
  Place place;
  Kind kind = Kind::ptx;
  std::string text;
};

// A condition of the preprocessor that asks for GPUs, for the platform or for the wave's size.
struct GpuTest {
  Place place;
  uint32_t last_line = 0;           // of its #endif, which the tests of one #if ... #elif share
  std::vector<std::string> macros;  // in order: __gfx90a__, __GFX9__, __HIP_PLATFORM_AMD__, __AMDGCN_WAVEFRONT_SIZE ...

  // Whether the place is in one of the condition's branches.
  bool is_around(const Place& at) const { return place.file == at.file && place.line <= at.line && at.line <= last_line; }
};

// A line between the branches of a condition that asks for GPUs or the platform, which gives FP8 a largest value.
struct Fp8Limit {
  Place place;
  int value = 0;                    // 240 or 224: those of the FNUZ encoding
};

// Another way to write what a fact speaks of: edits after which the source means the same where a warp has 32 lanes. Whether
// they make it right on an AMD GPU is for who knows what is around.
struct Rewrite {
  enum class Kind : uint8_t {
    explicit_width,   // a shuffle that is given its width of 32
    wide_variable,    // a variable of 64 bits for a mask of lanes
    wide_count,       // bits of a mask counted in 64 bits
    wide_bit,         // a lane's bit made in 64 bits, and the variables that it goes to
    local_const,      // const for a local constexpr
    family_condition, // __GFX9__ in a condition of the preprocessor
    aligned,          // a shared array with the alignment that it is read with
    device_double,    // double for a long double in device code
    ordered,          // __hne by two comparisons that are false for NaN
    exact_min_max,    // min or max of the arguments' own type
    without_const,    // a copy's source without its const
    named,            // an enumerator for its number
    barrier,          // a barrier of the block before a statement that the whole block comes to
    include,          // where another header can be included: the edit has the end of the line
  };
  struct Edit {
    Span span;                    // what is replaced; without size, where the text is put in
    std::string text;

    friend auto operator<=>(const Edit&, const Edit&) = default;
  };
  Kind kind = Kind::explicit_width;
  Place place;                    // the fact's
  std::vector<Edit> edits;        // in one file; none: there is no such way

  friend auto operator<=>(const Rewrite&, const Rewrite&) = default;
};

struct Problem {
  Place place;
  std::string message;            // the compiler's, with its note that a function of the host's was no candidate
};

struct SourceFile {
  std::string path;
  uint32_t lines = 0;
  std::string text;               // its bytes, where a rewrite is in it
};

struct Facts {
  bool cuda = true;               // CUDA source, or HIP
  std::vector<Function> functions;
  std::vector<Launch> launches;
  std::vector<KernelName> kernel_names;  // with wave_forms
  std::vector<WaveForm> wave_forms;      // where the request asks for them
  std::vector<LaneArithmetic> lane_arithmetic;
  std::vector<WarpCall> warp_calls;
  std::vector<MaskUse> mask_uses;
  std::vector<SharedArray> shared_arrays;
  std::vector<WidthName> width_names;
  std::vector<ConstantWidth> constant_widths;
  std::vector<Shadow> shadows;
  std::vector<SplitName> split_names;
  std::vector<SharedRequest> shared_requests;
  std::vector<Tile> tiles;
  std::vector<VectorAccess> vector_accesses;
  std::vector<BarrierDivergence> barrier_divergences;
  std::vector<SharedRace> shared_races;
  std::vector<SpinLock> spin_locks;
  std::vector<Spin> spins;
  std::vector<Mention> mentions;
  std::vector<InlineAsm> inline_asm;
  std::vector<GpuTest> gpu_tests;
  std::vector<Fp8Limit> fp8_limits;
  std::vector<HostCall> host_calls;
  std::vector<Comparison> comparisons;
  std::vector<PropertyProduct> property_products;
  std::vector<ExactComparison> exact_comparisons;
  std::vector<CutNumber> cut_numbers;
  std::vector<UnconfiguredCall> unconfigured_calls;
  std::vector<DeviceCall> device_calls;
  std::vector<LongDouble> long_doubles;
  std::vector<WideRead> wide_reads;
  std::vector<ForeignSymbol> foreign_symbols;
  std::vector<MacroTest> macro_tests;
  std::vector<MachineText> machine_texts;
  bool relocatable = false;       // device code is linked with that of other units (-fgpu-rdc)
  bool finite_math = false;       // device code is compiled as if there were no infinity and no NaN
  std::vector<Rewrite> rewrites;  // of each kind and place one
  std::vector<Problem> problems;  // errors of either side, in order, each place once
  std::vector<SourceFile> files;  // the user's that were read, system headers left out
};

}  // namespace wavelift::analysis
