// wl profile: runs a program on the software GPU with counters on, prints what its kernels did.
#include "base/files.h"
#include "base/process.h"
#include "cli/profile_text.h"
#include "cli/start.h"
#include "cli/verb.h"
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

namespace wavelift::cli {

namespace {

namespace fs = std::filesystem;

void help() {
  fmt::print("usage: wl profile [OPTIONS] PROGRAM [ARGUMENTS]\n"
             "       wl profile [OPTIONS] --from FILE\n\n"
             "Runs a linked program on the software GPU and counts, for every kernel, source line and instruction: instructions\n"
             "by class, active lanes, floating-point operations, memory requests and their sectors, cache reuse, LDS bank\n"
             "conflicts, contended atomics, scratch traffic, and what limits occupancy. Prints a table when the program has\n"
             "ended; source lines need a program that was compiled with -gline-tables-only or -g. There are no times: the\n"
             "machine executes, it does not simulate a clock.\n\n"
             "  --json FILE      also write everything to FILE (docs/profile.md describes it)\n"
             "  --from FILE      print what an earlier --json wrote; runs nothing\n"
             "  --annotate       print the source with its counters instead of the table\n"
             "  --kernel TEXT    only kernels whose name contains TEXT\n"
             "  --top N          at most N kernels (10)\n"
             "  --lines N        at most N source lines of each (8)\n"
             "  --target NAME    as in wl run\n\n"
             "The exit code is the program's. A program that ends by a signal or by _exit leaves no profile.\n");
}

struct Options {
  std::string json, from, target;
  bool annotate = false;
  ProfileView view;
};

Result<nlohmann::ordered_json> read_profile(const std::string& path) {
  auto text = read_file(path);
  if (!text) return std::unexpected(text.error());
  auto j = nlohmann::ordered_json::parse(*text, nullptr, false);
  if (j.is_discarded() || !j.is_object() || j.value("format", "") != "wavelift-profile")
    return fail(Exit::no_input, fmt::format("{} is no profile", path), "wl profile --json FILE PROGRAM writes one");
  if (j.value("version", 0) != 1)
    return fail(Exit::no_input, fmt::format("{} is a profile of version {}, version 1 is understood", path, j.value("version", 0)));
  return j;
}

void print(const nlohmann::ordered_json& profile, const Options& o) {
  fmt::print("{}", o.annotate ? annotated_source(profile, o.view) : profile_table(profile, o.view));
}

// Reads the options; returns the index of the program.
Result<size_t> parse(Args args, Options& o) {
  size_t i = 0;
  for (; i < args.size() && args[i].starts_with("-"); ++i) {
    const std::string& name = args[i];
    if (name == "--") return i + 1;
    if (name == "--annotate") {
      o.annotate = true;
      continue;
    }
    std::string* text = name == "--json"     ? &o.json
                        : name == "--from"   ? &o.from
                        : name == "--target" ? &o.target
                        : name == "--kernel" ? &o.view.kernel
                                             : nullptr;
    size_t* number = name == "--top" ? &o.view.kernels : name == "--lines" ? &o.view.lines : nullptr;
    if (!text && !number) return fail(Exit::usage, fmt::format("profile knows no option '{}'", name), "wl profile --help lists them");
    if (++i == args.size()) return fail(Exit::usage, fmt::format("{} needs a value", name));
    if (text) *text = args[i];
    if (number) {
      const char* end = args[i].data() + args[i].size();
      if (auto [p, error] = std::from_chars(args[i].data(), end, *number); error != std::errc() || p != end)
        return fail(Exit::usage, fmt::format("{} needs a number, not '{}'", name, args[i]));
    }
  }
  return i;
}

int run(Args args) {
  if (!args.empty() && (args[0] == "--help" || args[0] == "-h")) return help(), 0;
  Options o;
  auto at = parse(args, o);
  if (!at) return report(at.error());
  if (!o.from.empty()) {
    if (*at != args.size() || !o.json.empty())
      return report({Exit::usage, "--from prints an earlier profile; it takes no program and no --json", ""});
    auto profile = read_profile(o.from);
    if (!profile) return report(profile.error());
    print(*profile, o);
    return 0;
  }
  if (*at == args.size()) return report({Exit::usage, "profile needs a program", "wl profile ./main"});
  auto file = make_ready(args[*at], o.target);
  if (!file) return report(file.error());

  std::error_code ignored;
  fs::path scratch = fs::temp_directory_path(ignored) / fmt::format("wl-profile-{}.json", ::getpid());
  std::string out = o.json.empty() ? scratch.string() : fs::absolute(o.json, ignored).string();
  fs::remove(out, ignored);
  std::vector<std::string> argv = {*file};
  argv.insert(argv.end(), args.begin() + static_cast<std::ptrdiff_t>(*at) + 1, args.end());
  RunOptions options;
  options.capture = false;
  options.env = {"WAVELIFT_PROFILE=" + out};
  auto ran = run_process(argv, options);
  if (!ran) return report(ran.error());
  if (!fs::exists(out, ignored)) {
    report({Exit::failed, fmt::format("{} left no profile: it launched no kernel, or did not end by exit or return from main", args[*at]), ""});
    return ran->exit_code ? ran->exit_code : static_cast<int>(Exit::failed);
  }
  auto profile = read_profile(out);
  if (o.json.empty()) fs::remove(scratch, ignored);
  if (!profile) return report(profile.error());
  std::fflush(stdout);
  print(*profile, o);
  return ran->exit_code;
}

}  // namespace

extern const Verb profile_verb{"profile", "PROGRAM [ARGUMENTS]", "count what a program's kernels do, by source line", run};

}  // namespace wavelift::cli
