// What a task's reference.cpp includes: it defines
//
//   void reference(wavelift::Case& c)
//
// which computes in double precision what the kernel must compute, and how large the numbers were on the way. A task with residuals
// defines beside it
//
//   void residual(wavelift::Case& c)
//
// which computes from what a candidate wrote, c.got("x"), what must be 0 if that is right. The program that it becomes reads one case from
// its standard input and writes the answer to its standard output; it is never on the device.
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

// An output or a residual. Of each element: its value; `scale`, the sum of the magnitudes that were added up to it (|a*b| for products); `terms`,
// how many those were. A kernel may be off by some sqrt(terms) roundings of scale, and half a unit of its type. Scale 0: exactly
// the value, rounded to the type. A residual's value is what is left of 0.
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
  // In residual(): what a candidate wrote, and what must be 0. It may hold anything, NaNs and indices out of range too.
  const Input& got(const std::string& buffer) const { return written.at(buffer); }
  Output& residual(const std::string& name) { return residuals.at(name); }

  std::map<std::string, int64_t> parameters;
  std::map<std::string, double> constants;
  std::map<std::string, Input> inputs;     // of an inout buffer: what it held before
  std::map<std::string, Output> outputs;
  std::map<std::string, Input> written;
  std::map<std::string, Output> residuals;
};

}  // namespace wavelift

void reference(wavelift::Case& c);
__attribute__((weak)) void residual(wavelift::Case& c);   // not there: null

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
inline Input input(bool is_float, uint64_t size) {
  Input i;
  i.is_float = is_float;
  if (is_float) i.reals = many<double>(size);
  else i.wholes = many<int64_t>(size);
  return i;
}
inline Output output(uint64_t size) {
  Output o;
  o.values.resize(size);
  o.scales.resize(size);
  o.counts.assign(size, 1);
  return o;
}
inline void give(const std::vector<double>& v) {
  if (std::fwrite(v.data(), sizeof(double), v.size(), stdout) != v.size()) std::exit(4);
}

}  // namespace wavelift::detail

// The case as judge/reference.cpp writes it: what is asked for, parameters, constants, each buffer's name, kind and contents, and the
// residuals' names and sizes where they are asked for.
int main() {
  using namespace wavelift::detail;
  wavelift::Case c;
  const bool of_residuals = one<uint64_t>() == 1;
  for (uint64_t n = one<uint64_t>(); n > 0; --n) {
    const std::string key = name();
    c.parameters[key] = one<int64_t>();
  }
  for (uint64_t n = one<uint64_t>(); n > 0; --n) {
    const std::string key = name();
    c.constants[key] = one<double>();
  }
  std::vector<const wavelift::Output*> order;
  for (uint64_t n = one<uint64_t>(); n > 0; --n) {
    const std::string key = name();
    const uint64_t is_float = one<uint64_t>(), in = one<uint64_t>(), out = one<uint64_t>(), size = one<uint64_t>();
    if (in) c.inputs[key] = input(is_float != 0, size);
    if (out && of_residuals) c.written[key] = input(is_float != 0, size);
    if (out && !of_residuals) order.push_back(&(c.outputs[key] = output(size)));
  }
  for (uint64_t n = of_residuals ? one<uint64_t>() : 0; n > 0; --n) {
    const std::string key = name();
    order.push_back(&(c.residuals[key] = output(one<uint64_t>())));
  }
  if (of_residuals && !residual) return std::fprintf(stderr, "reference.cpp defines no residual()\n"), 5;
  (of_residuals ? residual : reference)(c);
  for (const wavelift::Output* o : order) {
    give(o->values);
    give(o->scales);
    give(o->counts);
  }
  return std::fflush(stdout) == 0 ? 0 : 4;
}
