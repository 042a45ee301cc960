#include "build/translate.h"
#include "base/files.h"
#include "hardware/targets.h"
#include <algorithm>
#include <fmt/format.h>
#include <unordered_set>

namespace wavelift::build {
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

enum class Language { none, hip, cxx, c };

constexpr std::string_view language_names[] = {"none", "hip", "c++", "c"};

struct Input {
  std::string path;
  Language language = Language::none;
};

// What a file's name says it is. hipcc compiles every C++ file as HIP, nvcc only .cu.
Language language_of(Mode mode, const std::string& path) {
  static const std::unordered_set<std::string> cxx = {".cpp", ".cc", ".cxx", ".c++", ".C", ".cp", ".CPP"};
  std::string end = fs::path(path).extension().string();
  if (end == ".cu" || end == ".hip" || end == ".cuh") return Language::hip;
  if (cxx.contains(end)) return mode == Mode::hipcc ? Language::hip : Language::cxx;
  return end == ".c" ? Language::c : Language::none;
}

void split(std::string_view list, std::string_view separators, auto&& each) {
  while (!list.empty()) {
    size_t n = list.find_first_of(separators);
    if (n != 0) each(std::string(list.substr(0, n)));
    if (n == list.npos) break;
    list.remove_prefix(n + 1);
  }
}

// A link's word: an input, or an option that takes part in the order of inputs.
struct Item {
  bool is_input = false;
  Input input;
  std::string option;
};

struct Parser {
  Parser(Mode m, const Toolchain& t, const Facts& f) : mode(m), tools(t), facts(f) {}

  Mode mode;
  const Toolchain& tools;
  const Facts& facts;

  Words common;                  // options of every compilation and of the link
  std::vector<Item> items;       // inputs and libraries, in order
  std::vector<fs::path> folders; // -L
  Words targets;                 // as asked for
  std::string output, folder, stop, standard, optimize;
  Language forced = Language::none;
  bool is_forced = false, rdc = false, device_link = false, archive = false, true16 = false;
  Translation result;

  Status read(Words words, int depth);
  Status apply(const Flag& flag, const std::string& name, std::string value, bool given, int depth);
  Status add_targets(const std::string& list);
  Status add_library(const std::string& name);
  Status host_option(const std::string& word);
  void add_input(const std::string& path);

  std::string without_true16(const std::string& target) const;
  Words compile_options(Language language, std::string_view step) const;
  Words link_options() const;
  bool waits_for_device_link() const;
  Result<Translation> plan_device_link();
  Result<Translation> plan();
};

void push(Words& words, std::string_view text) {
  split(text, " ", [&](std::string w) { words.push_back(std::move(w)); });
}

// `pattern` split at blanks, {} replaced by the value as one word.
void push_pattern(Words& words, std::string_view pattern, const std::string& value) {
  split(pattern, " ", [&](std::string w) {
    if (size_t at = w.find("{}"); at != w.npos) w.replace(at, 2, value);
    words.push_back(std::move(w));
  });
}

Result<bool> truth(const std::string& name, const std::string& value) {
  if (value.empty() || value == "true" || value == "1") return true;
  if (value == "false" || value == "0") return false;
  return fail(Exit::usage, fmt::format("{} takes true or false, not '{}'", name, value));
}

Status Parser::read(Words words, int depth) {
  if (depth > 8) return fail(Exit::usage, "option files name each other without end");
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word.size() > 1 && word[0] == '@') {
      auto text = read_file(word.substr(1));
      if (!text) return std::unexpected(text.error());
      if (auto s = read(split_words(*text), depth + 1); !s) return s;
      continue;
    }
    if (word.size() < 2 || word[0] != '-') {
      add_input(word);
      continue;
    }
    std::string_view inside;
    bool given = false;
    const Flag* flag = find_flag(mode, word, inside, given);
    if (!flag) {
      common.push_back(word);
      continue;
    }
    std::string value(inside);
    bool needs = flag->value == Value::word || (flag->value == Value::joined && flag->means != Means::optimize);
    if (needs && !given) {
      if (i + 1 == words.size()) return fail(Exit::usage, fmt::format("{} needs a value", word));
      value = words[++i];
      given = true;
    }
    // nvcc: -O 2.
    if (flag->means == Means::optimize && !given && mode == Mode::nvcc && i + 1 < words.size() && words[i + 1].size() == 1 &&
        words[i + 1][0] >= '0' && words[i + 1][0] <= '3')
      value = words[++i];
    if (flag->means == Means::warning_error && !given && mode == Mode::nvcc && i + 1 < words.size() &&
        (words[i + 1] == "all-warnings" || words[i + 1] == "cross-execution-space-call"))
      ++i;
    if (auto s = apply(*flag, word, std::move(value), given, depth); !s) return s;
  }
  return {};
}

Status Parser::apply(const Flag& flag, const std::string& name, std::string value, bool given, int depth) {
  switch (flag.means) {
  case Means::as:
    if (flag.name == "L" || flag.name == "library-path") folders.push_back(value);
    if (flag.name == "std") {
      standard = value;
      return {};
    }
    push_pattern(common, flag.clang, value);
    // The macro, whatever its value, says it to the headers alone; launches are clang's.
    if (flag.clang == "-D {}" && mode == Mode::nvcc && value.substr(0, value.find('=')) == "CUDA_API_PER_THREAD_DEFAULT_STREAM")
      push(common, "-fgpu-default-stream=per-thread");
    return {};
  case Means::drop: return {};
  case Means::arch: return add_targets(value);
  case Means::gencode: {
    size_t at = value.find("arch=");
    if (at == value.npos) return fail(Exit::usage, fmt::format("{} {} names no arch=", name, value));
    return add_targets(value.substr(at + 5, value.find(',', at) - at - 5));
  }
  case Means::host: {
    Status s;
    split(value, ", ", [&](std::string w) {
      if (s) s = host_option(w);
    });
    return s;
  }
  case Means::linker:
    split(value, mode == Mode::nvcc ? "," : "", [&](std::string w) {
      items.push_back({false, {}, "-Xlinker"});
      items.push_back({false, {}, std::move(w)});
    });
    return {};
  case Means::language:
    is_forced = value != "none";
    if (value == "cu" || value == "cuda" || value == "hip")
      forced = Language::hip;
    else if (value == "c++")
      forced = Language::cxx;
    else if (value == "c")
      forced = Language::c;
    else if (is_forced)
      return fail(Exit::usage, fmt::format("{} does not know the language '{}'", name, value),
                  "cu, hip, c++, c or none");
    return {};
  case Means::library: return add_library(value);
  case Means::optimize: optimize = "-O" + value; return {};
  case Means::output: output = std::move(value); return {};
  case Means::output_folder: folder = std::move(value); return {};
  case Means::stop:
    if (stop.empty() || stop == "-c") stop = flag.clang;
    return {};
  case Means::device_only:
    push(common, flag.clang);
    if (stop.empty()) stop = "-c";
    return {};
  case Means::rdc: {
    auto yes = truth(name, value);
    if (!yes) return std::unexpected(yes.error());
    rdc = *yes;
    return {};
  }
  case Means::device_object:
    rdc = true;
    if (stop.empty()) stop = "-c";
    return {};
  case Means::device_link: device_link = true; return {};
  case Means::archive: archive = true; return {};
  case Means::yes_no:
  case Means::yes_true: {
    auto yes = truth(name, value);
    if (!yes) return std::unexpected(yes.error());
    if (*yes == (flag.means == Means::yes_true)) push(common, flag.clang);
    return {};
  }
  case Means::warning_error:
    // nvcc's kinds of errors are its own; clang's warnings are not what the author made errors of.
    if (mode == Mode::hipcc) common.push_back(given ? "-Werror=" + value : "-Werror");
    return {};
  case Means::options_file: {
    auto text = read_file(value);
    if (!text) return std::unexpected(text.error());
    return read(split_words(*text), depth + 1);
  }
  case Means::true16: true16 = true; return {};
  case Means::show: result.show = true; return {};
  case Means::version: result.version = true; return {};
  case Means::help: result.help = true; return {};
  }
  return {};
}

// Options that `-Xcompiler` hands to gcc. What changes host code only must not reach the device.
Status Parser::host_option(const std::string& word) {
  static const std::unordered_set<std::string> unknown_to_clang = {
      "-Werror", "-fpermissive", "-fno-gnu-unique", "-fno-tree-vectorize", "-ftree-vectorize", "-fdiagnostics-color"};
  if (unknown_to_clang.contains(word) || word.starts_with("-Werror=")) return {};
  if (word.starts_with("-l")) return add_library(word.substr(2));
  bool host_only = word.starts_with("-ffast-math") || word == "-Ofast" || word.starts_with("-fno-math") ||
                   word.starts_with("-funsafe-math") || word.starts_with("-fassociative-math") ||
                   word.starts_with("-ffp-contract") || word.starts_with("-funroll") ||
                   (word.starts_with("-m") && !word.starts_with("-march") && !word.starts_with("-mtune"));
  if (host_only) common.push_back("-Xarch_host");
  common.push_back(word);
  return {};
}

Status Parser::add_targets(const std::string& list) {
  Status s;
  split(list, ",[] ", [&](const std::string& name) {
    if (name.starts_with("gfx") || name == "amdgcnspirv")
      targets.push_back(name);
    else if (name.starts_with("sm_") || name.starts_with("compute_") || name.starts_with("lto_") ||
             name == "native" || name.starts_with("all") || name == "off")
      targets.push_back(tools.default_target);
    else if (s)
      s = fail(Exit::usage, fmt::format("there is no target '{}'", name),
               fmt::format("NVIDIA's (sm_80) stand for {}; AMD's and Hygon's are {}", tools.default_target,
                           hardware::target_names()));
  });
  return s;
}

Status Parser::add_library(const std::string& name) {
  for (const Library& l : libraries()) {
    if (l.name != name) continue;
    if (l.serves.empty()) return {};
    fs::path file = tools.build_root / "lib" / fmt::format("lib{}.so", l.serves);
    if (!facts.exists(file))
      return fail(Exit::unsupported, fmt::format("-l{} needs the library {}, which wavelift does not have", name, l.serves),
                  "leave out the calls to it, or link a library of your own under another name");
    items.push_back({false, {}, file.string()});
    return {};
  }
  items.push_back({false, {}, "-l" + name});
  return {};
}

void Parser::add_input(const std::string& path) {
  items.push_back({true, {path, is_forced ? forced : language_of(mode, path)}, {}});
}

// The words that keep device code for a gfx11 target from naming 16-bit halves of registers (v5.l, v5.h). LLVM 22 does that by
// default (real-true16) and gets it wrong: a part of a register pair is forgotten, so that results are wrong, and the
// expansion of pseudo instructions crashes on byte arrays that are kept in registers. The switch is cc1's alone. -Xclang would
// hand it to the host's cc1 too, which grumbles; -Xarch_ does not take -Xclang. But it takes -Wp, whose words cc1 gets as
// they are, if it reads source: with -save-temps it reads what is preprocessed, and the grumbling has to be borne.
std::string Parser::without_true16(const std::string& target) const {
  bool preprocessed = std::ranges::any_of(common, [](const std::string& w) { return w.starts_with("-save-temps"); });
  return preprocessed ? "-Xclang -target-feature -Xclang -real-true16"
                      : fmt::format("-Xarch_{} -Wp,-target-feature,-real-true16", target);
}

// The options that compile one language. `step` is -c, -S, ... or empty when a link follows.
Words Parser::compile_options(Language language, std::string_view step) const {
  Words w;
  std::string include = (tools.home / "include").string();
  if (!standard.empty() && (language == Language::c) == !(standard.find("++") != standard.npos))
    w.push_back("-std=" + standard);
  w.push_back(optimize.empty() ? "-O3" : optimize);
  // nvcc's -O speaks of host code; its device code is always optimised.
  if (mode == Mode::nvcc && language == Language::hip && !optimize.empty() && optimize != "-O3")
    push(w, "-Xarch_device -O3");
  if (language == Language::hip) {
    push(w, "-nogpuinc -include __clang_hip_runtime_wrapper.h");
    if (mode == Mode::nvcc) push(w, "-include wavelift_implicit.h");
    push(w, "-mcode-object-version=5");
    w.push_back("--rocm-device-lib-path=" + tools.device_libs.string());
    for (const auto& t : result.targets) w.push_back("--offload-arch=" + t);
    for (const auto& asked : targets)
      if (const auto* row = hardware::find_target(asked); row && row->compile_as != row->name)
        push(w, fmt::format("-Xarch_device -D__{}__=1", row->name));
    if (!true16)
      for (const auto& t : result.targets)
        if (t.starts_with("gfx11")) push(w, without_true16(t));
    if (rdc) push(w, "-fgpu-rdc --offload-new-driver");
    if (step == "-E" || step == "-M" || step == "-MM") push(w, "--cuda-host-only");
  }
  w.insert(w.end(), common.begin(), common.end());
  if (mode == Mode::nvcc) {
    w.insert(w.end(), {"-isystem", include + "/cuda", "-isystem", (tools.build_root / "include/cuda").string()});
  }
  w.insert(w.end(), {"-isystem", include});
  // Clang's headers that make the standard library's fit for device code. Clang 22.1.8 does not find them itself.
  const fs::path wrappers = tools.clang.parent_path().parent_path() / "lib/clang/22/include/cuda_wrappers";
  if (language == Language::hip && facts.exists(wrappers)) w.insert(w.end(), {"-isystem", wrappers.string()});
  push(w, "-Wno-unused-command-line-argument -Wno-unknown-warning-option");
  // What gcc and nvcc let pass: a port's build should fail on errors only.
  if (mode == Mode::nvcc && language != Language::c)
    push(w, "-Wno-unknown-pragmas -Wno-unused-result -Wno-unused-value -Wno-register -Wno-c++11-narrowing");
  return w;
}

// Whether the link is to link device code, too: not when an input is the outcome of an earlier -dlink.
bool Parser::waits_for_device_link() const {
  for (const Item& item : items)
    if (item.is_input && item.input.language == Language::none && facts.is_device_link(item.input.path)) return false;
  for (const Item& item : items) {
    if (item.is_input) {
      if (item.input.language == Language::none && facts.waits_for_link(item.input.path)) return true;
      if (item.input.language == Language::hip && rdc) return true;
    } else if (item.option.starts_with("-l")) {
      for (const auto& f : folders)
        if (facts.waits_for_link(f / fmt::format("lib{}.a", item.option.substr(2)))) return true;
    }
  }
  return false;
}

Words Parser::link_options() const {
  std::string lib = (tools.build_root / "lib").string();
  Words w = {lib + "/libamdhip64.so", "-Wl,-rpath," + lib, "-fuse-ld=lld", "-no-hip-rt"};
  if (waits_for_device_link()) push(w, "--offload-link --offload-new-driver");
  return w;
}

// -dlink: the device code of all objects linked into one image, and an object with the image and its registration.
// Any linker can then put it beside the objects.
Result<Translation> Parser::plan_device_link() {
  std::string image = facts.temporary("device", ".hipfb"), registration = facts.temporary("device", ".bc");
  fs::path bin = tools.clang.parent_path();
  constexpr const char* triple = "x86_64-pc-linux-gnu";
  // The host linker's part is skipped: there is no program yet.
  Words link = {(bin / "clang-linker-wrapper").string(), fmt::format("--host-triple={}", triple),
                "--linker-path=/bin/true", "--emit-fatbin-only"};
  for (const Item& item : items) {
    if (item.is_input && item.input.language != Language::none)
      return fail(Exit::usage, fmt::format("-dlink links objects; {} is a source file", item.input.path),
                  "compile it with -dc first");
    if (item.is_input) link.push_back(item.input.path);
  }
  link.insert(link.end(), {"-o", image});
  result.commands.push_back(std::move(link));
  result.commands.push_back({(bin / "llvm-offload-wrapper").string(), "--kind=hip", fmt::format("--triple={}", triple), image,
                             "-o", registration});
  result.commands.push_back({tools.clang.string(), fmt::format("--target={}", triple), "-c", "-fPIC", "-x", "ir", registration,
                             "-o", output.empty() ? "a_dlink.o" : output});
  return result;
}

Result<Translation> Parser::plan() {
  for (const auto& asked : targets) {
    const auto* row = hardware::find_target(asked);
    std::string as = row ? std::string(row->compile_as) + asked.substr(row->name.size()) : asked;
    if (std::ranges::find(result.targets, as) == result.targets.end()) result.targets.push_back(as);
  }
  std::vector<Input> sources;
  for (const Item& item : items)
    if (item.is_input && item.input.language != Language::none) sources.push_back(item.input);

  auto emit_input = [](Words& w, const Input& in) {
    w.push_back("-x");
    w.push_back(std::string(language_names[static_cast<int>(in.language)]));
    w.push_back(in.path);
  };
  auto compile = [&](const Input& in, const std::string& step, const std::string& to) {
    Words w = {tools.clang.string()};
    if (!step.empty()) push(w, step);
    Words options = compile_options(in.language, step);
    w.insert(w.end(), options.begin(), options.end());
    emit_input(w, in);
    if (!to.empty()) w.insert(w.end(), {"-o", to});
    result.commands.push_back(std::move(w));
  };
  auto object_name = [&](const Input& in) {
    fs::path name = fs::path(in.path).filename().replace_extension(".o");
    return (folder.empty() ? name : fs::path(folder) / name).string();
  };

  if (device_link) return plan_device_link();

  // Steps short of a link: each source by itself, so that each gets its own language's options.
  if (!stop.empty()) {
    if (sources.empty()) return fail(Exit::usage, fmt::format("{} has no source file to work on", stop));
    if (!output.empty() && sources.size() > 1 && stop == "-c")
      return fail(Exit::usage, fmt::format("-o {} cannot hold the objects of {} source files", output, sources.size()),
                  "leave out -o");
    for (const Input& in : sources)
      compile(in, stop, !output.empty() ? output : !folder.empty() ? object_name(in) : std::string());
    return result;
  }

  if (archive) {
    if (output.empty()) return fail(Exit::usage, "-lib needs -o FILE");
    Words w = {tools.archiver.string(), "rcs", output};
    for (const Item& item : items) {
      if (!item.is_input) continue;
      std::string object = item.input.path;
      if (item.input.language != Language::none) compile(item.input, "-c", object = object_name(item.input));
      w.push_back(object);
    }
    result.commands.push_back(std::move(w));
    return result;
  }

  if (items.empty() || std::ranges::none_of(items, &Item::is_input)) {
    result.commands.push_back({tools.clang.string()});
    result.commands.back().insert(result.commands.back().end(), common.begin(), common.end());
    return result;
  }

  if (fs::path runtime = tools.build_root / "lib" / "libamdhip64.so"; !facts.exists(runtime))
    return fail(Exit::tool_missing, fmt::format("there is no run-time library {}", runtime.string()),
                "./wl --version builds it");

  // A link, with its sources compiled by the same command. C beside C++ would get the wrong standard, so C
  // sources are compiled first.
  bool has_cxx = std::ranges::any_of(sources, [](const Input& in) { return in.language != Language::c; });
  bool has_hip = std::ranges::any_of(sources, [](const Input& in) { return in.language == Language::hip; });
  Words w = {tools.clang.string()};
  Words options = compile_options(has_hip ? Language::hip : has_cxx ? Language::cxx : Language::c, "");
  if (sources.empty()) {
    options = common;
    options.push_back("-Wno-unused-command-line-argument");
    options.push_back(optimize.empty() ? "-O3" : optimize);
  }
  w.insert(w.end(), options.begin(), options.end());
  bool in_language = false;
  for (const Item& item : items) {
    if (item.is_input && item.input.language == Language::c && has_cxx) {
      std::string object = facts.temporary(item.input.path, ".o");
      compile(item.input, "-c", object);
      if (in_language) push(w, "-x none");
      in_language = false;
      w.push_back(object);
    } else if (item.is_input && item.input.language != Language::none) {
      emit_input(w, item.input);
      in_language = true;
    } else if (item.is_input) {
      if (in_language) push(w, "-x none");
      in_language = false;
      w.push_back(item.input.path);
    } else {
      // A library that is given as a file is no source either.
      if (in_language && !item.option.starts_with("-")) push(w, "-x none"), in_language = false;
      w.push_back(item.option);
    }
  }
  if (in_language) push(w, "-x none");
  Words link = link_options();
  w.insert(w.end(), link.begin(), link.end());
  w.insert(w.end(), {"-o", output.empty() ? "a.out" : output});
  result.commands.push_back(std::move(w));
  return result;
}

}  // namespace

std::vector<std::string> split_words(std::string_view text) {
  Words words;
  std::string word;
  bool open = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      word += text[++i];
      open = true;
    } else if (quote) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      open = true;
    } else if (std::string_view(" \t\r\n").find(c) != std::string_view::npos) {
      if (open) words.push_back(std::move(word));
      word.clear();
      open = false;
    } else {
      word += c;
      open = true;
    }
  }
  if (open) words.push_back(std::move(word));
  return words;
}

Result<Translation> translate(Mode mode, std::span<const std::string> args, const Toolchain& tools, const Facts& facts) {
  Parser p(mode, tools, facts);
  if (auto s = p.read({args.begin(), args.end()}, 0); !s) return std::unexpected(s.error());
  if (p.targets.empty()) p.targets.push_back(tools.default_target);
  if (p.result.version || p.result.help) return p.result;
  return p.plan();
}

}  // namespace wavelift::build
