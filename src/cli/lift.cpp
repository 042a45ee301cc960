// wl lift: the main job. Ports a CUDA folder or file, builds the port, runs it on the software GPU, compares, and says
// in a few lines what was done, what was proved and what is left.
#include "base/files.h"
#include "base/paths.h"
#include "base/process.h"
#include "build/program.h"
#include "build/project.h"
#include "cli/proof_runs.h"
#include "cli/verb.h"
#include "hardware/targets.h"
#include "proof/output.h"
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>
#include <unistd.h>
#include <vector>

namespace wavelift::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* marker = ".wavelift-lift";  // in an output folder of ours; its time says when we left it

// Where the CUDA source runs as it is: its warps have as many lanes as CUDA's.
constexpr const char* kOriginalTarget = "gfx1100";

struct Options {
  fs::path path, output, expect;
  std::string target;
  std::vector<std::string> arguments;
  bool has_arguments = false, json = false, original = true;
  double timeout_s = 600;
  int schedules = -1;               // how many orders the port is run in beside the usual one; -1: as time allows
};

// A port whose run takes longer is run in other orders only if asked.
constexpr double kQuickRun = 10;
constexpr int kSchedules = 2;

void help() {
  fmt::print("usage: wl lift PATH [-o OUT] [--target NAME] [--expect FILE] [--timeout SECONDS] [--no-original]\n"
             "               [--schedules N] [--json] [-- ARGUMENTS]\n\n"
             "Ports the CUDA folder or .cu file PATH into the folder OUT (PATH-hip), builds it (with its Makefile where there is\n"
             "one), runs it on the software GPU with ARGUMENTS (or as its `make run` does), and compares: the exit code, and the\n"
             "output with FILE (or PATH/expected.txt), or else the words PASS and FAIL in it. Then the CUDA source itself is\n"
             "compiled for {} and run at its {} lanes a wave, unless --no-original says not to; what it prints and what it copies back\n"
             "from the device is compared with the port's. Last the port is run in N other orders of its waves and workgroups\n"
             "({}, unless its run takes longer than {:.0f} s). docs/proof.md says what is compared, and how.\n", kOriginalTarget, 32, kSchedules, kQuickRun);
}

Result<Options> parse(Args args) {
  Options o;
  for (size_t i = 0; i < args.size(); ++i) {
    const std::string& a = args[i];
    auto value = [&]() -> Result<std::string> {
      if (i + 1 == args.size()) return fail(Exit::usage, fmt::format("{} needs a value", a));
      return args[++i];
    };
    if (a == "--") {
      o.arguments.assign(args.begin() + static_cast<std::ptrdiff_t>(i) + 1, args.end());
      o.has_arguments = true;
      break;
    }
    if (a == "--json") {
      o.json = true;
    } else if (a == "--no-original") {
      o.original = false;
    } else if (a == "--schedules") {
      auto v = value();
      if (!v) return std::unexpected(v.error());
      auto [end, ec] = std::from_chars(v->data(), v->data() + v->size(), o.schedules);
      if (ec != std::errc() || *end || o.schedules < 0 || o.schedules > 1000)
        return fail(Exit::usage, fmt::format("--schedules takes a number from 0 to 1000, not '{}'", *v));
    } else if (a == "-o" || a == "--target" || a == "--expect" || a == "--timeout") {
      auto v = value();
      if (!v) return std::unexpected(v.error());
      if (a == "-o") o.output = *v;
      if (a == "--target") o.target = *v;
      if (a == "--expect") o.expect = *v;
      if (a == "--timeout" && (o.timeout_s = std::atof(v->c_str())) <= 0)
        return fail(Exit::usage, fmt::format("--timeout takes seconds, not '{}'", *v));
    } else if (a.starts_with("-")) {
      return fail(Exit::usage, fmt::format("lift knows no option '{}'", a), "wl lift --help lists them");
    } else if (o.path.empty()) {
      o.path = a;
    } else {
      return fail(Exit::usage, fmt::format("lift takes one PATH, and '{}' is a second", a), "program arguments follow --");
    }
  }
  if (o.path.empty()) return fail(Exit::usage, "lift needs a folder or a .cu file", "wl lift examples/vadd");
  return o;
}

bool is_cuda_source(const fs::path& p) {
  std::string end = p.extension().string();
  if (end == ".cu" || end == ".cuh") return true;
  static const std::set<std::string> others = {".cpp", ".cc", ".cxx", ".c", ".h", ".hpp"};
  if (!others.contains(end)) return false;
  auto text = read_file(p);
  return text && (text->find("cuda_runtime") != text->npos || text->find("<cuda.h>") != text->npos);
}

Status check_input(const fs::path& path) {
  std::error_code ec;
  if (!fs::exists(path, ec))
    return fail(Exit::no_input, fmt::format("there is no {}", path.string()), "give a folder with CUDA source or a .cu file");
  if (fs::is_directory(path, ec)) {
    for (auto it = fs::recursive_directory_iterator(path, ec); it != fs::recursive_directory_iterator(); it.increment(ec))
      if (!ec && it->is_regular_file(ec) && is_cuda_source(it->path())) return {};
    return fail(Exit::no_input, fmt::format("{} holds no CUDA source", path.string()),
                "it has neither a .cu file nor a source that includes cuda_runtime.h");
  }
  if (is_cuda_source(path)) return {};
  return fail(Exit::no_input, fmt::format("{} is no CUDA source", path.string()), "give a .cu file or a folder that holds some");
}

// Makes room for the output. A folder that an earlier lift left, and that nobody has touched since, is replaced.
Status clear_output(const fs::path& output) {
  std::error_code ec;
  if (!fs::exists(output, ec)) return {};
  if (fs::is_directory(output, ec) && fs::exists(output / marker, ec)) {
    auto left = fs::last_write_time(output / marker, ec);
    bool touched = false;
    for (auto it = fs::recursive_directory_iterator(output, ec); it != fs::recursive_directory_iterator(); it.increment(ec))
      touched = touched || (it->is_regular_file(ec) && it->last_write_time(ec) > left);
    if (!touched) {
      fs::remove_all(output, ec);
      if (!ec) return {};
      return fail(Exit::output, fmt::format("cannot replace {}: {}", output.string(), ec.message()));
    }
    return fail(Exit::output, fmt::format("{} has been changed since it was written", output.string()),
                "name another folder with -o, or remove it");
  }
  return fail(Exit::output, fmt::format("{} exists", output.string()), "name another folder with -o, or remove it");
}

// The CUDA source's own run at 32 lanes.
struct Original {
  bool ran = false, passed = false;
  std::string says;                 // one line: how it went
  std::string output;
  double build_s = 0, run_s = 0;
  bool compared = false;            // with the port's run
  proof::Difference text;
  proof::CopyComparison copies;
};

struct Summary {
  std::string path, output, target, note;
  std::string port_says, how, program, verdict, reason;
  double port_s = 0, build_s = 0, run_s = 0;
  int run_code = 0;
  bool passed = false;
  proof::KernelLog kernels;
  std::string program_output;
  Original original;
  std::vector<proof::Unreached> unreached;  // of the kernels' lines, in the first other order
  int schedules = 0;                // orders that the port was run in
  std::string order;                // what came out otherwise in one of them
};

// What the port's report says, its lines indented.
std::string indented(const std::string& text, size_t most) {
  std::string out;
  size_t lines = 0;
  for (size_t at = 0; at < text.size() && lines < most;) {
    size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) {
      out += fmt::format("         {}\n", text.substr(at, end - at));
      ++lines;
    }
    at = end + 1;
  }
  return out;
}

// A path as a person would write it: relative where that is shorter.
std::string shown(const fs::path& path) {
  std::string relative = path.lexically_proximate(fs::current_path()).string();
  return relative.starts_with("../..") ? path.string() : relative;
}

class Lift {
 public:
  explicit Lift(Options options) : o(std::move(options)) {}

  int run() {
    if (auto s = prepare(); !s) return report(s.error());
    if (auto s = port(); !s) return report(s.error());
    auto built = build_port();
    if (!built) return report(built.error());
    if (auto s = execute(*built); !s) return report(s.error());
    if (o.original) run_original();
    vary_order(*built);
    if (auto s = write_file(o.output / marker, "written by wl lift\n"); !s) return report(s.error());
    o.json ? print_json() : print_end();
    return s.passed ? 0 : static_cast<int>(Exit::failed);
  }

 private:
  Options o;
  Summary s;
  ProofRuns runs{o.timeout_s};
  std::string self = fs::read_symlink("/proc/self/exe").string();

  Status prepare() {
    if (auto ok = check_input(o.path); !ok) return ok;
    const hardware::Target* target = nullptr;
    if (o.target.empty()) {
      auto chosen = hardware::default_target();
      if (!chosen) return std::unexpected(chosen.error());
      target = *chosen;
    } else if (target = hardware::find_target(o.target); !target) {
      return fail(Exit::usage, fmt::format("there is no target '{}'", o.target), "one of " + hardware::target_names());
    }
    o.target = target->name;
    o.path = fs::absolute(o.path).lexically_normal();
    if (o.path.filename().empty()) o.path = o.path.parent_path();
    if (o.output.empty()) {
      fs::path stem = fs::is_directory(o.path) ? o.path : o.path.parent_path() / o.path.stem();
      o.output = stem.string() + "-hip";
    }
    o.output = fs::absolute(o.output).lexically_normal();
    if (o.expect.empty() && fs::is_directory(o.path) && fs::exists(o.path / "expected.txt")) o.expect = o.path / "expected.txt";
    if (!o.expect.empty()) {
      o.expect = fs::absolute(o.expect);
      if (auto text = read_file(o.expect); !text) return std::unexpected(text.error());
    }
    s.path = o.path.string();
    s.output = o.output.string();
    s.target = o.target;
    return clear_output(o.output);
  }

  void step(const char* name, const std::string& line) const {
    if (o.json) return;
    fmt::print("{:8} {}\n", name, line);
    std::fflush(stdout);
  }

  Status port() {
    // A single file is ported as a folder of one.
    fs::path from = o.path, staged;
    std::error_code ec;
    if (!fs::is_directory(from)) {
      staged = fs::temp_directory_path() / fmt::format("wl-lift-{}", ::getpid());
      fs::create_directories(staged, ec);
      fs::copy_file(from, staged / from.filename(), fs::copy_options::overwrite_existing, ec);
      if (ec) return fail(Exit::output, fmt::format("cannot copy {}: {}", from.string(), ec.message()));
      from = staged;
    }
    auto r = run_process({self, "port", shown(from), "-o", shown(o.output)});
    if (!staged.empty()) fs::remove_all(staged, ec);
    if (!r) return std::unexpected(r.error());
    s.port_s = r->seconds;
    s.port_says = r->out;
    if (r->exit_code != 0) {
      Exit code = r->exit_code < 100 ? static_cast<Exit>(r->exit_code) : Exit::internal;
      return fail(code, fmt::format("porting {} failed:\n{}", o.path.string(), r->out));
    }
    step("port", fmt::format("{} -> {} ({:.1f} s)", shown(o.path), shown(o.output), r->seconds));
    if (!o.json) fmt::print("{}", indented(r->out, 8));
    return {};
  }

  Result<build::Built> build_port() {
    build::BuildRequest request;
    request.folder = o.output;
    request.wl = self;
    request.target = o.target;
    request.timeout_s = o.timeout_s;
    if (!fs::is_directory(o.path)) request.options = {"-I", o.path.parent_path().string()};
    auto built = build::build_project(request);
    if (!built) return built;
    s.build_s = built->seconds;
    s.how = built->how;
    s.program = fs::relative(built->program, o.output).string();
    s.note = hardware::modelling_note(*hardware::find_target(o.target));
    if (!s.note.empty()) step("target", s.note);
    step("build", fmt::format("{} by {} for {} ({:.1f} s)", s.program, s.how, o.target, s.build_s));
    return built;
  }

  Status execute(const build::Built& built) {
    auto r = runs.run("port", command_of(built), o.output, {"WAVELIFT_ARCH=" + o.target});
    if (!r) return std::unexpected(r.error());
    s.kernels = runs.kernels("port");
    s.run_s = r->seconds;
    s.run_code = r->exit_code;
    s.program_output = r->out;
    judge(*r);
    step("run", fmt::format("exit code {} ({:.1f} s)", r->exit_code, r->seconds));
    if (!o.json) fmt::print("{}", indented(r->out, 12));
    return {};
  }

  // Builds and runs a copy of the CUDA source. Whatever fails here is told, and is no verdict on the port.
  void run_original() {
    Original& r = s.original;
    auto built = build_original();
    if (!built) {
      r.says = "not built: " + built.error().what.substr(0, built.error().what.find('\n'));
    } else {
      r.build_s = built->seconds;
      if (auto ended = runs.run("original", command_of(*built), built->program.parent_path(), {std::string("WAVELIFT_ARCH=") + kOriginalTarget})) {
        r.ran = !ended->timed_out && ended->exit_code == 0;
        r.run_s = ended->seconds;
        r.output = ended->out;
        r.passed = r.ran && proof::outcome_of(r.output) != proof::Says::fail;
        r.says = ended->timed_out   ? "did not end in time"
                 : !r.ran           ? fmt::format("exit code {}", ended->exit_code)
                 : !r.passed        ? "its own check failed"
                 : proof::outcome_of(r.output) == proof::Says::pass ? "its own check passed"
                                                                    : "it ran";
      } else {
        r.says = ended.error().what;
      }
    }
    std::error_code ec;
    fs::remove_all(original_folder(), ec);
    step("original", fmt::format("the CUDA source itself on {}, 32 lanes: {} ({:.1f} s)", kOriginalTarget, r.says, r.build_s + r.run_s));
    if (r.ran && s.run_code == 0) compare_with_original();
  }

  void compare_with_original() {
    Original& r = s.original;
    auto copies = runs.compare("original", "port");
    if (!copies) return step("copies", copies.error().sentence());
    r.compared = true;
    r.copies = *copies;
    r.text = proof::compare_output(r.output, s.program_output);
    step("copies", r.copies.expected + r.copies.got == 0 ? "nothing is copied back from the device" : told(r.copies));
    if (r.text.timings) step("", fmt::format("{} lines that speak of time or speed differ in their figures", r.text.timings));
    if (s.verdict != "ran") return;
    if (!r.text.first.empty()) {
      s.reason += "; against the CUDA source at 32 lanes, " + r.text.first;
    } else if (!r.copies.agree()) {
      s.reason = "it prints what the CUDA source prints at 32 lanes, but other data came back from the device";
    } else {
      s.verdict = "proved";
      s.reason = "its output is that of the CUDA source at 32 lanes";
    }
  }

  // What changes with the order of waves and workgroups was right by luck.
  void vary_order(const build::Built& built) {
    if (!s.passed) return;
    if (o.schedules < 0 && s.run_s > kQuickRun) return step("orders", fmt::format("not varied: the run took {:.0f} s; --schedules {} does it", s.run_s, kSchedules));
    const int count = o.schedules < 0 ? kSchedules : o.schedules;
    for (int n = 1; n <= count; ++n) {
      std::vector<std::string> environment = {"WAVELIFT_ARCH=" + o.target, fmt::format("WAVELIFT_SCHEDULE={}", n)};
      if (n == 1) environment.push_back(runs.profile_environment("order"));
      auto r = runs.run("order", command_of(built), o.output, environment);
      if (!r) return step("orders", r.error().sentence());
      if (r->timed_out) return step("orders", fmt::format("not finished: with WAVELIFT_SCHEDULE={} it did not end within {:.0f} s", n, o.timeout_s));
      if (n == 1) s.unreached = runs.unreached("order", o.output);
      ++s.schedules;
      if (r->exit_code != s.run_code || proof::outcome_of(r->out) != proof::outcome_of(s.program_output)) {
        s.passed = false;
        s.verdict = "wrong";
        s.reason = fmt::format("it depends on the order of waves and workgroups: WAVELIFT_SCHEDULE={} ends with exit code {}; wl check finds races", n, r->exit_code);
        s.order = s.reason;
        return step("orders", s.order);
      }
      auto copies = runs.compare("port", "order");
      if (copies && !copies->agree() && s.order.empty()) s.order = fmt::format("with WAVELIFT_SCHEDULE={}, {}", n, copies->first);
    }
    if (count > 0) step("orders", s.order.empty() ? fmt::format("{} others of waves and workgroups: the same outcome, the same data back", count) : fmt::format("the same outcome in {} others, but {}", count, s.order));
  }

  fs::path original_folder() const { return fs::temp_directory_path() / fmt::format("wl-original-{}", ::getpid()); }

  Result<build::Built> build_original() {
    std::error_code ec;
    fs::path copy = original_folder(), folder = copy / "src";
    fs::create_directories(copy, ec);
    if (fs::is_directory(o.path)) {
      fs::copy(o.path, folder, fs::copy_options::recursive | fs::copy_options::copy_symlinks, ec);
    } else {
      fs::create_directories(folder, ec);
      fs::copy_file(o.path, folder / o.path.filename(), ec);
    }
    if (ec) return fail(Exit::output, fmt::format("cannot copy {}: {}", o.path.string(), ec.message()));
    build::BuildRequest request;
    request.folder = folder;
    request.wl = self;
    request.compiler = "nvcc";
    request.target = kOriginalTarget;
    request.timeout_s = o.timeout_s;
    request.options = {"-I", (fs::is_directory(o.path) ? o.path : o.path.parent_path()).string()};
    return build::build_project(request);
  }

  // What starts the program: the arguments of the command line, else the Makefile's own line.
  std::vector<std::string> command_of(const build::Built& built) const {
    if (!o.has_arguments && !built.run_line.empty()) return {"/bin/sh", "-c", built.run_line};
    std::vector<std::string> command = {built.program.string()};
    command.insert(command.end(), o.arguments.begin(), o.arguments.end());
    return command;
  }

  // Right, wrong, or nothing to tell it by.
  void judge(const RunResult& r) {
    auto set = [&](bool passed, std::string verdict, std::string reason) {
      s.passed = passed;
      s.verdict = std::move(verdict);
      s.reason = std::move(reason);
    };
    if (r.timed_out) return set(false, "too long", fmt::format("it did not end within {:.0f} s (--timeout)", o.timeout_s));
    if (r.exit_code != 0)
      return set(false, "wrong", r.exit_code > 128 ? fmt::format("it was ended by signal {}", r.exit_code - 128)
                                                   : fmt::format("its exit code is {}", r.exit_code));
    if (!o.expect.empty()) {
      auto expected = read_file(o.expect);
      std::string difference = expected ? proof::compare_output(*expected, r.out).first : expected.error().sentence();
      if (difference.empty()) return set(true, "proved", fmt::format("its output is that of {}", o.expect.string()));
      return set(false, "wrong", difference);
    }
    switch (proof::outcome_of(r.out)) {
    case proof::Says::pass: return set(true, "proved", "the program's own check passed");
    case proof::Says::fail: return set(false, "wrong", "the program's own check failed");
    case proof::Says::nothing: break;
    }
    set(true, "ran", "its output says neither PASS nor FAIL; compare it with --expect FILE");
  }

  void print_end() const {
    fmt::print("{:8} {}\n", s.verdict, s.reason);
    if (!s.kernels.launched.empty()) {
      fmt::print("kernels  {:>10} {:>18} {:>10}\n", "launches", "wave instructions", "seconds");
      for (size_t i = 0; i < std::min<size_t>(s.kernels.launched.size(), 10); ++i) {
        const auto& k = s.kernels.launched[i];
        fmt::print("         {:>10} {:>18} {:>10.3f}  {}\n", k.launches, k.wave_instructions, k.seconds, k.kernel);
      }
      if (s.kernels.launched.size() > 10) fmt::print("         and {} more\n", s.kernels.launched.size() - 10);
    }
    // What was not run is not proved.
    std::string lines;
    for (size_t i = 0; i < std::min<size_t>(s.unreached.size(), 6); ++i) {
      const auto& u = s.unreached[i];
      lines += fmt::format("{}{}:{}", i ? ", " : "", u.file, u.first) + (u.last > u.first ? fmt::format("-{}", u.last) : "");
    }
    if (s.unreached.size() > 6) lines += fmt::format(" and {} places more", s.unreached.size() - 6);
    if (!lines.empty()) fmt::print("{:8} by any thread: {}\n", "not run", lines);
    for (size_t i = 0; i < std::min<size_t>(s.kernels.unlaunched.size(), 10); ++i) fmt::print("{:8} {}\n", i ? "" : "not run", "kernel " + s.kernels.unlaunched[i]);
    if (s.kernels.unlaunched.size() > 10) fmt::print("         and {} kernels more\n", s.kernels.unlaunched.size() - 10);
    if (s.passed)
      fmt::print("next     on a machine with ROCm: cd {} && {}\n", shown(o.output), s.how == "make" ? "make CC=hipcc" : "hipcc the sources");
    else
      fmt::print("next     the port is in {}; run it again with: wl run {}\n", shown(o.output), shown(o.output / s.program));
  }

  nlohmann::json comparison() const {
    const Original& r = s.original;
    if (!r.compared) return nullptr;
    return {{"output_difference", r.text.first},
            {"timing_lines", r.text.timings},
            {"copies", {{"expected", r.copies.expected}, {"got", r.copies.got}, {"same", r.copies.same}, {"close", r.copies.close}, {"different", r.copies.different}, {"first", r.copies.first}}}};
  }

  void print_json() const {
    auto kernels = nlohmann::json::array();
    for (const auto& k : s.kernels.launched)
      kernels.push_back(
          {{"kernel", k.kernel}, {"launches", k.launches}, {"wave_instructions", k.wave_instructions}, {"seconds", k.seconds}});
    nlohmann::json j = {{"path", s.path},
                        {"output", s.output},
                        {"target", s.target},
                        {"target_note", s.note},
                        {"passed", s.passed},
                        {"verdict", s.verdict},
                        {"reason", s.reason},
                        {"port", {{"seconds", s.port_s}, {"says", s.port_says}}},
                        {"build", {{"seconds", s.build_s}, {"how", s.how}, {"program", s.program}}},
                        {"run", {{"seconds", s.run_s}, {"exit_code", s.run_code}, {"output", s.program_output}}},
                        {"original",
                         {{"target", kOriginalTarget},
                          {"ran", s.original.ran},
                          {"passed", s.original.passed},
                          {"says", s.original.says},
                          {"seconds", s.original.build_s + s.original.run_s}}},
                        {"comparison", comparison()},
                        {"orders", {{"run", s.schedules}, {"difference", s.order}}},
                        {"kernels", std::move(kernels)},
                        {"not_launched", s.kernels.unlaunched},
                        {"not_reached", nlohmann::json::array()}};
    for (const auto& u : s.unreached) j["not_reached"].push_back({{"file", u.file}, {"first", u.first}, {"last", u.last}});
    // Program output may be any bytes.
    fmt::print("{}\n", j.dump(1, ' ', false, nlohmann::json::error_handler_t::replace));
  }
};

int lift(Args args) {
  if (!args.empty() && (args[0] == "--help" || args[0] == "-h")) return help(), 0;
  auto options = parse(args);
  if (!options) return report(options.error());
  return Lift(*options).run();
}

}  // namespace

extern const Verb lift_verb{"lift", "PATH [-o OUT] [-- ARGUMENTS]", "port, build, run on the software GPU, check, report",
                            lift};

}  // namespace wavelift::cli
