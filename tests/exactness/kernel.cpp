#include "kernel.h"
#include <fmt/format.h>

namespace wavelift::exactness {

const char* name_of(Type t) {
  static constexpr const char* names[] = {"i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64",
                                          "f16", "f32", "f64", "h2", "f2", "s2", "bool"};
  return names[static_cast<int>(t)];
}

namespace {

void put(std::string& out, const Expr& e);

void fill(std::string& out, std::string_view text, const std::vector<Expr>& args, Type type) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '$') {
      out += text[i];
    } else if (text[++i] == 'T') {
      out += name_of(type);
    } else {
      put(out, args[static_cast<size_t>(text[i] - '0')]);
    }
  }
}

void put(std::string& out, const Expr& e) { fill(out, e.text, e.args, e.type); }

void put(std::string& out, const std::vector<Statement>& body, int depth) {
  const std::string indent(static_cast<size_t>(depth) * 2, ' ');
  for (const Statement& s : body) {
    out += indent;
    fill(out, s.head, s.exprs, Type::u32);
    for (size_t k = 0; k < s.bodies.size(); ++k) {
      out += k ? " else {\n" : " {\n";
      put(out, s.bodies[k], depth + 1);
      out += indent + "}";
    }
    if (s.bodies.empty() && !s.head.ends_with(':')) out += ';';
    out += '\n';
  }
}

}  // namespace

std::string render(const Kernel& k) {
  std::string out = k.preamble;
  for (const Function& f : k.functions) {
    out += f.head + " {\n";
    for (const std::string& l : f.locals) out += "  " + l + ";\n";
    put(out, f.body, 1);
    out += "  return ";
    put(out, f.result);
    out += ";\n}\n";
  }
  out += fmt::format("KERNEL({}) {}(const u64* in, u64* out) {{\n", k.threads, k.name);
  out += fmt::format("  const u32 thread = thread_id(), block = block_id(), global = block * {} + thread;\n", k.threads);
  out += fmt::format("  const u64* mine = in + {} + global * {};\n", kUniformWords, kThreadWords);
  out += fmt::format("  u64* result = out + global * {};\n", k.results);
  out += fmt::format("  u64* shared_out = out + {} + block * {};\n", k.threads * k.blocks * k.results, kBlockWords);
  out += fmt::format("  u8* memory = (u8*)(out + {}) + global * {};\n",
                     k.threads * k.blocks * k.results + k.blocks * kBlockWords, kPrivateBytes);
  for (const std::string& l : k.locals) out += "  " + l + ";\n";
  put(out, k.body, 1);
  for (const std::string& s : k.stores) out += "  " + s + ";\n";
  out += "}\n";
  return out;
}

std::string render(std::span<const Kernel> kernels, const std::string& prelude) {
  std::string out = fmt::format("#include \"{}\"\n", prelude);
  for (const Kernel& k : kernels) out += "\n" + render(k);
  return out;
}

}  // namespace wavelift::exactness
