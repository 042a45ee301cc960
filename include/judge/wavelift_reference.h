// What a task's reference.cpp includes: it defines
//
//   void reference(wavelift::Case& c)
//
// which computes in double precision what the kernel must compute, and how large the numbers were on the way. The program that
// it becomes reads one case from its standard input and writes the answer to its standard output; it is never on the device.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace wavelift {

// An input: floating-point elements as doubles, whole ones as int64_t.
class Input {
public:
  double operator[](int64_t i) const { return is_float ? reals.at(static_cast<size_t>(i)) : static_cast<double>(wholes.at(static_cast<size_t>(i))); }
  int64_t whole(int64_t i) const { return wholes.at(static_cast<size_t>(i)); }
  int64_t size() const { return static_cast<int64_t>(is_float ? reals.size() : wholes.size()); }

  bool is_float = true;
  std::vector<double> reals;
  std::vector<int64_t> wholes;
};

// An output. Of each element: its value; `scale`, the sum of the magnitudes that were added up to it (|a*b| for products); `terms`,
// how many those were. A kernel may be off by some sqrt(terms) roundings of scale, and half a unit of its type. Scale 0: exactly
// the value, rounded to the type.
class Output {
public:
  void set(int64_t i, double value, double scale = 0, double terms = 1) {
    values.at(static_cast<size_t>(i)) = value;
    scales[static_cast<size_t>(i)] = scale;
    counts[static_cast<size_t>(i)] = terms;
  }
  int64_t size() const { return static_cast<int64_t>(values.size()); }

  std::vector<double> values, scales, counts;
};

class Case {
public:
  int64_t operator[](const std::string& parameter) const { return parameters.at(parameter); }
  double constant(const std::string& name) const { return constants.at(name); }
  const Input& input(const std::string& buffer) const { return inputs.at(buffer); }
  Output& output(const std::string& buffer) { return outputs.at(buffer); }

  std::map<std::string, int64_t> parameters;
  std::map<std::string, double> constants;
  std::map<std::string, Input> inputs;     // of an inout buffer: what it held before
  std::map<std::string, Output> outputs;
};

}  // namespace wavelift

void reference(wavelift::Case& c);

namespace wavelift::detail {

inline void take(void* to, size_t bytes) {
  if (std::fread(to, 1, bytes, stdin) != bytes) std::fprintf(stderr, "the case is cut short\n"), std::exit(3);
}
template <class T> T one() {
  T v;
  take(&v, sizeof v);
  return v;
}
inline std::string name() {
  std::string s(one<uint64_t>(), '\0');
  take(s.data(), s.size());
  return s;
}
template <class T> std::vector<T> many(uint64_t n) {
  std::vector<T> v(n);
  take(v.data(), n * sizeof(T));
  return v;
}
inline void give(const std::vector<double>& v) {
  if (std::fwrite(v.data(), sizeof(double), v.size(), stdout) != v.size()) std::exit(4);
}

}  // namespace wavelift::detail

// The case as judge/reference.cpp writes it: parameters, constants, then each buffer's name, kind and contents.
int main() {
  using namespace wavelift::detail;
  wavelift::Case c;
  for (uint64_t n = one<uint64_t>(); n > 0; --n) {
    const std::string key = name();
    c.parameters[key] = one<int64_t>();
  }
  for (uint64_t n = one<uint64_t>(); n > 0; --n) {
    const std::string key = name();
    c.constants[key] = one<double>();
  }
  std::vector<std::string> order;
  for (uint64_t n = one<uint64_t>(); n > 0; --n) {
    const std::string key = name();
    const uint64_t is_float = one<uint64_t>(), in = one<uint64_t>(), out = one<uint64_t>(), size = one<uint64_t>();
    if (in) {
      wavelift::Input& i = c.inputs[key];
      i.is_float = is_float != 0;
      if (is_float) i.reals = many<double>(size);
      else i.wholes = many<int64_t>(size);
    }
    if (out) {
      wavelift::Output& o = c.outputs[key];
      o.values.resize(size);
      o.scales.resize(size);
      o.counts.assign(size, 1);
      order.push_back(key);
    }
  }
  reference(c);
  for (const std::string& key : order) {
    const wavelift::Output& o = c.outputs[key];
    give(o.values);
    give(o.scales);
    give(o.counts);
  }
  return std::fflush(stdout) == 0 ? 0 : 4;
}
