#include "port/buildfile.h"
#include "port/flags.h"
#include "port/scripts.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <optional>

namespace wavelift::port {

namespace {

struct Word {
  uint32_t at, size;
  uint32_t line;
  bool opens = false;   // is the first of its line, backslashes joining lines
  bool recipe = false;  // is of a recipe's line
};

// Words of a makefile outside comments. $(...) and quoted blanks do not split; a backslash before a newline does.
std::vector<Word> words_of(std::string_view s) {
  std::vector<Word> words;
  uint32_t line = 1;
  bool opens = true, recipe = s.starts_with('\t');
  for (size_t i = 0; i < s.size();) {
    char c = s[i];
    if (c == '\n') {
      ++line;
      ++i;
      opens = true;
      recipe = s.substr(i).starts_with('\t');
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++i;
    } else if (c == '\\' && (s.substr(i).starts_with("\\\n") || s.substr(i).starts_with("\\\r\n"))) {
      ++line;
      i += s[i + 1] == '\n' ? 2 : 3;
    } else if (c == '#') {
      // A backslash goes on with the comment on the next line.
      while (i < s.size() && s[i] != '\n') {
        if (s[i] == '\\' && i + 1 < s.size() && s[i + 1] == '\n') {
          ++line;
          ++i;
        }
        ++i;
      }
    } else {
      size_t from = i;
      int depth = 0;
      char quote = 0;
      for (; i < s.size() && s[i] != '\n'; ++i) {
        if (quote) {
          if (s[i] == quote) quote = 0;
          continue;
        }
        if (s[i] == '"' || s[i] == '\'') quote = s[i];
        else if (s[i] == '$' && i + 1 < s.size() && (s[i + 1] == '(' || s[i + 1] == '{')) ++depth, ++i;
        else if ((s[i] == ')' || s[i] == '}') && depth > 0) --depth;
        else if (depth == 0 && (s[i] == ' ' || s[i] == '\t' || s[i] == '\r' || (s[i] == '#' && i > from))) break;
        else if (s[i] == '\\' && i + 1 < s.size() && (s[i + 1] == '\n' || s[i + 1] == '\r')) break;
      }
      words.push_back({static_cast<uint32_t>(from), static_cast<uint32_t>(i - from), line, opens, recipe});
      opens = false;
    }
  }
  return words;
}

// NAME = value lines, for the variables that paths are made of.
std::map<std::string, std::string, std::less<>> variables(std::string_view s) {
  std::map<std::string, std::string, std::less<>> vars;
  while (!s.empty()) {
    std::string_view line = s.substr(0, s.find('\n'));
    s.remove_prefix(std::min(s.size(), line.size() + 1));
    size_t eq = line.find('=');
    if (eq == std::string_view::npos || line.starts_with('\t')) continue;
    auto trim = [](std::string_view v) {
      while (!v.empty() && (v.front() == ' ' || v.front() == '\t')) v.remove_prefix(1);
      while (!v.empty() && (v.back() == ' ' || v.back() == '\t' || v.back() == '\r' || v.back() == ':' || v.back() == '?' || v.back() == '+')) v.remove_suffix(1);
      return v;
    };
    std::string_view name = trim(line.substr(0, eq)), value = line.substr(eq + 1);
    value = trim(value.substr(0, value.find('#')));
    if (name.find_first_of(" \t$(") == name.npos) vars.try_emplace(std::string(name), value);
  }
  return vars;
}

// `budget` is how many variables may yet be put in: they can name each other many times over.
std::string expand(std::string_view word, const std::map<std::string, std::string, std::less<>>& vars, int depth, int& budget) {
  std::string out;
  for (size_t i = 0; i < word.size();) {
    if (word[i] == '$' && i + 1 < word.size() && (word[i + 1] == '(' || word[i + 1] == '{')) {
      size_t end = word.find(word[i + 1] == '(' ? ')' : '}', i);
      if (end == word.npos) break;
      auto it = vars.find(word.substr(i + 2, end - i - 2));
      if (it != vars.end() && depth < 8 && --budget >= 0 && out.size() < 4096) out += expand(it->second, vars, depth + 1, budget);
      i = end + 1;
    } else {
      out += word[i++];
    }
  }
  return out;
}
std::string expand(std::string_view word, const std::map<std::string, std::string, std::less<>>& vars) {
  int budget = 1000;
  return expand(word, vars, 0, budget);
}

class Makefile {
public:
  Makefile(std::string_view text, const std::string& name, const BuildFileOptions& options)
      : s(text), name(name), options(options), words(words_of(text)), vars(variables(text)) {}

  BuildFileResult run() {
    for (size_t i = 0; i < words.size(); ++i) i += word(i);
    if (arch_used && !vars.contains("ARCH")) {
      bool crlf = s.find("\r\n") != s.npos;
      result.edits.insert(0, fmt::format("ARCH ?= {}{}", options.arch, crlf ? "\r\n" : "\n"));
      ++result.changes;
    }
    if (archiver && relocatable)
      find(1522, *archiver, std::string(str(*archiver)), "objects of -fgpu-rdc become a library that a program can link with hipcc -fgpu-rdc --emit-static-lib -o LIB OBJECTS, not with ar");
    result.edits.settle();
    return std::move(result);
  }

private:
  std::string_view s;
  const std::string& name;
  const BuildFileOptions& options;
  std::vector<Word> words;
  std::map<std::string, std::string, std::less<>> vars;
  BuildFileResult result;
  bool arch_used = false, arch_in_line = false, sdk_reported = false;
  bool relocatable = false;
  uint32_t replaced_to = 0;        // where the last word that was replaced ended
  std::optional<size_t> archiver;  // the first word that calls ar

  std::string_view str(size_t i) const { return i < words.size() ? s.substr(words[i].at, words[i].size) : std::string_view{}; }

  void find(int code, size_t i, std::string subject, std::string message) {
    result.findings.push_back(make_finding(code, name, words[i].line, 1, std::move(subject), std::move(message)));
  }

  void replace(size_t first, size_t last, std::string text) {
    uint32_t from = words[first].at, to = words[last].at + words[last].size;
    // A word that goes takes the blanks before it along; one that opens a line or a value those after it.
    if (text.empty()) {
      auto blank = [&](uint32_t k) { return k < s.size() && (s[k] == ' ' || s[k] == '\t'); };
      uint32_t b = from;
      while (b > 0 && blank(b - 1)) --b;
      if (b > 0 && s[b - 1] != '\n' && s[b - 1] != '=') from = b;
      else
        while (blank(to) && to + 1 < s.size() && s[to + 1] != '\\') ++to;
    }
    from = std::max(from, replaced_to);  // the blanks before may have gone already
    replaced_to = to;
    result.edits.replace(from, to - from, std::move(text));
    ++result.changes;
  }

  // Handles the word at i; returns how many words after it belong to it.
  size_t word(size_t i) {
    std::string_view w = str(i);
    if (words[i].opens) arch_in_line = false;
    if (w.find("/hpc_sdk/") != w.npos && !sdk_reported) {
      sdk_reported = true;
      find(1504, i, std::string(w), fmt::format("{} is a folder of NVIDIA's HPC SDK; give make this machine's for MPI and the like", w));
    }
    if (w.starts_with("$(shell") || w.find("=$(shell") != w.npos) return shell(i, w), 0;
    if (words[i].recipe && tool(i, w.substr(w.rfind('/') + 1))) return 0;
    if (compiler(i, w) || target(i, w) || include_dir(i, w)) return 0;
    if (words[i].recipe && !archiver && (w == "ar" || w == "$(AR)" || w == "${AR}")) archiver = i;
    if (w.size() < 2 || w[0] != '-') return 0;
    const bool alone = i + 1 >= words.size() || words[i + 1].opens;
    FlagResult f = port_flag(w, alone ? std::string_view{} : str(i + 1));
    relocatable |= f.text.starts_with("-fgpu-rdc");
    if (f.code) find(f.code, i, std::string(w), f.message);
    switch (f.action) {
    case FlagAction::keep: return 0;
    case FlagAction::replace: replace(i, i + f.takes, f.text); return f.takes;
    case FlagAction::drop: replace(i, i + f.takes, ""); return f.takes;
    case FlagAction::arch: {
      // Several -gencode on one line are one --offload-arch.
      replace(i, i + f.takes, arch_in_line ? "" : "--offload-arch=$(ARCH)");
      arch_used = arch_in_line = true;
      return f.takes;
    }
    }
    return 0;
  }

  bool compiler(size_t i, std::string_view w) {
    size_t from = 0;
    while (from < w.size() && (w[from] == '@' || w[from] == '=' || w[from] == ':' || w[from] == '?')) ++from;
    if (from == 0) {
      size_t eq = w.find('=');
      if (eq != w.npos && w[0] != '-') from = eq + 1;
    }
    std::string_view program = w.substr(from);
    bool cuda = false;
    for (std::string_view compiler : {"nvcc", "nvc++"})
      cuda |= program == compiler || (program.ends_with(compiler) && program[program.size() - compiler.size() - 1] == '/');
    if (!cuda) return false;
    result.edits.replace(words[i].at + static_cast<uint32_t>(from), static_cast<uint32_t>(program.size()), "hipcc");
    ++result.changes;
    return true;
  }

  // A tool of NVIDIA's that stays. (nvcc in a recipe is ported.)
  bool tool(size_t i, std::string_view name, bool asked = false) {
    const NvidiaTool* t = nvidia_tool(name);
    if (!t || (name == "nvcc" && !asked)) return false;
    find(1507, i, std::string(name), fmt::format("{} {}", name, t->instead));
    return true;
  }

  // $(shell ...): a search for nvcc becomes one for hipcc; other calls of NVIDIA's tools are said.
  void shell(size_t i, std::string_view w) {
    auto ends = [](char c) { return c == ' ' || c == '\t' || c == ')' || c == '(' || c == '|' || c == ';' || c == '/' || c == '"' || c == '`'; };
    std::string_view before;  // the word before
    for (size_t at = 0; at < w.size();) {
      if (ends(w[at])) {
        ++at;
        continue;
      }
      const size_t from = at;
      while (at < w.size() && !ends(w[at])) ++at;
      const std::string_view name = w.substr(from, at - from);
      if (name == "nvcc" && (before == "which" || before == "-v")) {
        result.edits.replace(words[i].at + static_cast<uint32_t>(from), 4, "hipcc");
        ++result.changes;
      } else {
        tool(i, name, true);
      }
      before = name;
    }
  }

  // The value of a variable that names a target: ARCH = sm_60.
  bool target(size_t i, std::string_view w) {
    size_t from = 0;
    if (size_t eq = w.find('='); eq != w.npos && w[0] != '-') from = eq + 1;
    std::string_view value = w.substr(from);
    for (std::string_view p : {"sm_", "compute_"}) {
      if (!value.starts_with(p) || value.size() < p.size() + 2) continue;
      if (!std::all_of(value.begin() + static_cast<long>(p.size()), value.end() - 1, [](char c) { return std::isdigit(static_cast<unsigned char>(c)); })) continue;
      result.edits.replace(words[i].at + static_cast<uint32_t>(from), static_cast<uint32_t>(value.size()), options.arch);
      ++result.changes;
      return true;
    }
    return false;
  }

  bool include_dir(size_t i, std::string_view w) {
    if (!w.starts_with("-I") || w.size() < 3) return false;
    std::string dir = expand(w.substr(2), vars);
    while (dir.size() > 1 && dir.ends_with('/')) dir.pop_back();
    auto it = options.include_dirs.find(dir);
    if (it != options.include_dirs.end()) {
      // The ported copies come first; a second port of the same makefile finds them there.
      if (i > 0 && str(i - 1) == "-I" + it->second) return true;
      result.edits.insert(words[i].at, fmt::format("-I{} ", it->second));
      ++result.changes;
      return true;
    }
    return false;
  }
};

}  // namespace

BuildFileResult port_makefile(std::string_view text, const std::string& name, const BuildFileOptions& options) {
  return Makefile(text, name, options).run();
}

std::vector<std::string> makefile_include_dirs(std::string_view text) {
  std::vector<std::string> out;
  auto vars = variables(text);
  auto words = words_of(text);
  for (size_t i = 0; i < words.size(); ++i) {
    std::string_view w = text.substr(words[i].at, words[i].size);
    if (!w.starts_with("-I")) continue;
    if (w == "-I" && i + 1 < words.size()) w = text.substr(words[i + 1].at, words[i + 1].size);
    else w.remove_prefix(2);
    std::string dir = expand(w, vars);
    while (dir.size() > 1 && dir.ends_with('/')) dir.pop_back();
    if (!dir.empty() && std::find(out.begin(), out.end(), dir) == out.end()) out.push_back(dir);
  }
  return out;
}

std::optional<std::vector<std::string>> makefile_macros(std::string_view text) {
  std::vector<std::string> out;
  const std::string taken = makefile_as_taken(text);
  text = taken;
  auto vars = variables(text);
  for (const Word& w : words_of(text)) {
    std::string_view word = text.substr(w.at, w.size);
    if (!word.starts_with("-D") || word.size() == 2) continue;
    std::string macro = expand(word, vars);
    if (macro.empty()) return {};
    if (std::ranges::find(out, macro) == out.end()) out.push_back(std::move(macro));
  }
  return out;
}

std::vector<std::string> makefile_includes(std::string_view text) {
  std::vector<std::string> out;
  auto vars = variables(text);
  uint32_t including = 0;  // the line of an include
  for (const Word& w : words_of(text)) {
    std::string_view word = text.substr(w.at, w.size);
    const size_t before = w.at == 0 ? text.npos : text.find_last_not_of(' ', w.at - 1);
    const bool opens_line = before == text.npos || text[before] == '\n';
    if (opens_line && (word == "include" || word == "-include" || word == "sinclude")) including = w.line;
    else if (w.line == including)
      if (std::string path = expand(word, vars); !path.empty()) out.push_back(std::move(path));
  }
  return out;
}

bool makefile_fast_math(std::string_view text) {
  return std::ranges::any_of(words_of(text), [&](const Word& w) { return asks_for_fast_math(text.substr(w.at, w.size)); });
}

bool makefile_links_torch(std::string_view text) {
  return std::ranges::any_of(words_of(text), [&](const Word& w) {
    const std::string_view word = text.substr(w.at, w.size);
    return word.starts_with("-ltorch") || word.starts_with("-lc10");
  });
}

bool makefile_forces_cuda(std::string_view text) {
  auto words = words_of(text);
  for (size_t i = 0; i < words.size(); ++i) {
    std::string_view w = text.substr(words[i].at, words[i].size);
    std::string_view next = i + 1 < words.size() ? text.substr(words[i + 1].at, words[i + 1].size) : std::string_view{};
    if (w == "-x=cu" || w == "--x=cu" || (w == "-x" && next == "cu")) return true;
  }
  return false;
}

}  // namespace wavelift::port
