// A generated kernel as a tree, so that the reducer can take parts away. Every variable is declared and initialised at
// the top: what is left after any statement is removed is still a valid kernel.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wavelift::exactness {

enum class Type : uint8_t { i8, u8, i16, u16, i32, u32, i64, u64, f16, f32, f64, h2, f2, s2, condition };
inline constexpr int kValueTypes = 14;   // all but condition
const char* name_of(Type t);

// `text` with $0, $1, ... replaced by the arguments and $T by the type's name.
struct Expr {
  Type type = Type::u32;
  std::string text;
  std::vector<Expr> args;
};

// A simple statement: `head` with $0, $1, ... replaced by `exprs`. A compound one has bodies, each in braces behind
// `head` (the first) or behind `else` (the second).
struct Statement {
  std::string head;
  std::vector<Expr> exprs = {};
  std::vector<std::vector<Statement>> bodies = {};
  bool fixed = false;   // belongs to its neighbours, never removed alone
};

struct Function {
  std::string head;     // "static u32 f0(u32 a, f32 b)"
  std::vector<std::string> locals;
  std::vector<Statement> body;
  Expr result;
};

struct Kernel {
  std::string name;
  uint32_t threads = 64, blocks = 2;      // of one dimension; threads is a multiple of 32
  uint32_t results = 0;                   // 64-bit words a thread
  std::string preamble;                   // structs and tables
  std::vector<Function> functions;
  std::vector<std::string> locals;
  std::vector<Statement> body;
  std::vector<std::string> stores;        // of the results
};

// Words of input: kUniformWords for all, then kThreadWords a thread. Output: `results` words a thread, then, each starting
// at zero, kBlockWords a block for atomics and kPrivateBytes a thread as private global memory.
inline constexpr uint32_t kUniformWords = 16, kThreadWords = 16, kBlockWords = 16, kPrivateBytes = 64;
inline uint64_t input_words(const Kernel& k) { return kUniformWords + uint64_t(k.threads) * k.blocks * kThreadWords; }
inline uint64_t output_words(const Kernel& k) {
  return uint64_t(k.threads) * k.blocks * (k.results + kPrivateBytes / 8) + k.blocks * kBlockWords;
}

std::string render(const Kernel& k);
// A source file of kernels. `prelude`: path of prelude.h.
std::string render(std::span<const Kernel> kernels, const std::string& prelude);

}  // namespace wavelift::exactness
