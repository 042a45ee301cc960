// wl bench: the project's speeds beside their limits, and beside peers where these are installed.
#include "base/files.h"
#include "base/paths.h"
#include "base/process.h"
#include "cli/verb.h"
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace wavelift::cli {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// The limits that the project sets itself, by the name of the benchmark; 0: none.
double limit_of(const std::string& name) {
  if (name == "lexical_port") return 20;                                  // MB/s, at least
  if (name.starts_with("launch_") && !name.starts_with("launch_100")) return 20;   // us, at most
  for (auto valu : {"valu_add_f32", "valu_fma_f32", "valu_int", "valu_scalar_operand", "valu_half_exec", "valu_cmp"})
    if (name == valu) return 6;                                           // ns, at most
  return name == "load_coalesced" ? 10 : 0;
}

struct Row {
  std::string name, unit;
  double value = 0, limit = 0;
  bool at_least = false;
  bool good() const { return limit == 0 || (at_least ? value >= limit : value <= limit); }
};

Result<json> run_one(const std::string& program) {
  fs::path exe = build_root() / "bin" / program;
  if (!fs::exists(exe)) return fail(Exit::tool_missing, fmt::format("{} is not built", exe.string()), "cmake --build --preset release");
  fmt::print(stderr, "wl: running {} ...\n", program);
  RunOptions options;
  options.timeout_s = 600;
  auto r = run_process({exe.string(), "--benchmark_format=json"}, options);
  if (!r) return std::unexpected(r.error());
  size_t at = r->out.find('{');
  json doc = at == std::string::npos ? json() : json::parse(r->out.substr(at), nullptr, false);
  if (!doc.is_object() || !doc.contains("benchmarks")) return fail(Exit::failed, fmt::format("{} gave no result", program));
  return doc["benchmarks"];
}

// hipify-perl on the same kind of text, MB/s, where it is installed; 0 otherwise.
double hipify_perl() {
  if (std::system("command -v hipify-perl >/dev/null 2>&1") != 0) return 0;
  fs::path file = fs::temp_directory_path() / fmt::format("wl-bench-{}.cu", ::getpid());
  std::string text = "#include <cuda_runtime.h>\n";
  while (text.size() < 100'000) text += "void f(float** p, int n) { cudaMalloc((void**)p, n); cudaMemset(*p, 0, n); }\n";
  if (!write_file(file, text)) return 0;
  RunOptions options;
  options.timeout_s = 120;
  auto r = run_process({"hipify-perl", "-quiet-warnings", file.string()}, options);
  fs::remove(file);
  return r && r->exit_code == 0 ? static_cast<double>(text.size()) / r->seconds / 1e6 : 0;
}

int bench(Args args) {
  bool as_json = false;
  for (const auto& a : args) {
    if (a == "--json") as_json = true;
    else if (a == "--help" || a == "-h") return fmt::print("usage: wl bench [--json]\n\nSpeeds, their limits, peers where installed. Exit code 1 when a limit is missed.\n"), 0;
    else return report({Exit::usage, fmt::format("wl bench does not know '{}'", a), "wl bench --help"});
  }
  std::vector<Row> rows;
  for (const char* program : {"interpreter_bench", "launch_bench", "lexical_bench"}) {
    auto benchmarks = run_one(program);
    if (!benchmarks) return report(benchmarks.error());
    for (const auto& b : *benchmarks) {
      std::string name = b.value("run_name", b.value("name", ""));
      name = name.substr(0, name.find('/'));
      if (b.contains("ns/instruction")) rows.push_back({name, "ns", b["ns/instruction"], limit_of(name), false});
      else if (b.contains("us/launch")) rows.push_back({name, "us", b["us/launch"], limit_of(name), false});
      else if (b.contains("bytes_per_second")) rows.push_back({name, "MB/s", b["bytes_per_second"].get<double>() / 1e6, limit_of(name), true});
    }
  }
  double peer = hipify_perl();
  bool good = std::ranges::all_of(rows, &Row::good);
  if (as_json) {
    json out = {{"peers", json::object()}, {"rows", json::array()}};
    for (const auto& r : rows) out["rows"].push_back({{"name", r.name}, {"value", r.value}, {"unit", r.unit}, {"limit", r.limit}, {"good", r.good()}});
    if (peer > 0) out["peers"]["hipify-perl"] = {{"value", peer}, {"unit", "MB/s"}};
    fmt::print("{}\n", out.dump(1));
  } else {
    fmt::print("{:24} {:>12}  {}\n", "one core", "measured", "limit");
    for (const auto& r : rows)
      fmt::print("{:24} {:>7.1f} {:4}  {}\n", r.name, r.value, r.unit,
                 r.limit == 0 ? std::string("-") : fmt::format("{} {} {}{}", r.at_least ? "at least" : "at most", r.limit, r.unit, r.good() ? "" : "  MISSED"));
    if (peer > 0) fmt::print("{:24} {:>7.2f} MB/s  peer of lexical_port\n", "hipify-perl", peer);
    else fmt::print("{:24} {:>12}  peer of lexical_port; it is not installed\n", "hipify-perl", "-");
  }
  return good ? 0 : static_cast<int>(Exit::failed);
}

}  // namespace

extern const Verb bench_verb{"bench", "[--json]", "speeds, their limits, peers where installed", bench};

}  // namespace wavelift::cli
