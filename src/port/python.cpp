// setup.py of PyTorch extensions. PyTorch for ROCm builds a CUDAExtension with hipcc, gives the GPUs of PYTORCH_ROCM_ARCH itself and
// renames its own CUDA interface in the sources: so CUDAExtension and the lists of .cu files stay, and what changes are nvcc's flags, the
// libraries and the list of architectures.
#include "port/buildfile.h"
#include "port/flags.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace wavelift::port {

namespace {

enum class Kind : uint8_t { name, string, punct, newline };

struct Token {
  uint32_t at, size, line;
  Kind kind;
  uint32_t begin = 0, end = 0;  // of a string: its characters
  bool plain = false;           // of a string: on one line, without a prefix but f
};

bool in_name(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)); }

std::vector<Token> tokens_of(std::string_view s) {
  std::vector<Token> out;
  uint32_t line = 1;
  for (uint32_t i = 0; i < s.size();) {
    const char c = s[i];
    if (c == '\n') {
      out.push_back({i++, 1, line++, Kind::newline});
    } else if (c == '\\' && s.substr(i).starts_with("\\\n")) {
      i += 2;
      ++line;
    } else if (c == '#') {
      i = static_cast<uint32_t>(std::min(s.find('\n', i), s.size()));
    } else if (c == '"' || c == '\'') {
      const std::string_view quote = s.substr(i).starts_with(std::string(3, c)) ? s.substr(i, 3) : s.substr(i, 1);
      // A prefix is the name before.
      uint32_t at = i;
      bool prefixed = false, formats = false;
      if (!out.empty() && out.back().kind == Kind::name && out.back().at + out.back().size == i && out.back().size <= 2) {
        at = out.back().at;
        formats = s.substr(at, i - at) == "f";
        prefixed = true;
        out.pop_back();
      }
      Token t{at, 0, line, Kind::string, i + static_cast<uint32_t>(quote.size())};
      i = t.begin;
      while (i < s.size() && !s.substr(i).starts_with(quote) && (quote.size() == 3 || s[i] != '\n')) {
        if (s[i] == '\n') ++line;
        i += s[i] == '\\' && i + 1 < s.size() && s[i + 1] != '\n' ? 2 : 1;
      }
      t.end = std::min(i, static_cast<uint32_t>(s.size()));
      const bool closed = s.substr(t.end).starts_with(quote);
      i = t.end + (closed ? static_cast<uint32_t>(quote.size()) : 0);
      t.size = i - t.at;
      t.plain = closed && quote.size() == 1 && (!prefixed || formats);
      out.push_back(t);
    } else if (in_name(c)) {
      const uint32_t from = i;
      while (i < s.size() && in_name(s[i])) ++i;
      out.push_back({from, i - from, line, Kind::name});
    } else {
      if (c != ' ' && c != '\t' && c != '\r') out.push_back({i, 1, line, Kind::punct});
      ++i;
    }
  }
  return out;
}

constexpr std::string_view arch_note = "PyTorch for ROCm names the GPUs itself: those of PYTORCH_ROCM_ARCH";

class Script {
public:
  Script(std::string_view text, const std::string& name, const BuildFileOptions& options) : s(text), name(name), options(options), tokens(tokens_of(text)) {}

  BuildFileResult run() {
    const bool knows_rocm = s.find("ROCM_HOME") != s.npos || s.find("version.hip") != s.npos || s.find("IS_HIP_EXTENSION") != s.npos;
    bool importing = false;
    for (size_t i = 0; i < tokens.size(); ++i) {
      const std::string_view w = str(i);
      if (i == 0 || is(i - 1, Kind::newline)) importing = w == "from" || w == "import" || (importing && open > 0);
      if (w == "(" || w == "[" || w == "{") ++open;
      if ((w == ")" || w == "]" || w == "}") && open > 0) --open;
      if (value(i) == "TORCH_CUDA_ARCH_LIST") architectures(i);
      if (names_nvcc(i) || value(i) == "cxx") flags(i, value(i) == "cxx");
      if (w == "libraries" && str(i + 1) == "=" && str(i + 2) == "[") libraries(i + 2);
      if (!knows_rocm && !importing && !said_home && (w == "CUDA_HOME" || (w == "cuda" && before(i, ".") && i >= 2 && str(i - 2) == "version"))) {
        said_home = true;
        find(1508, i, fmt::format("{} is None in PyTorch for ROCm, and what asks for it is left out or fails: ask for torch.version.hip or ROCM_HOME, too", w == "cuda" ? "torch.version.cuda" : w));
      }
    }
    result.edits.settle();
    return std::move(result);
  }

private:
  std::string_view s;
  const std::string& name;
  const BuildFileOptions& options;
  std::vector<Token> tokens;
  BuildFileResult result;
  size_t open = 0, done = 0;  // brackets open here; flags before this token are dealt with
  bool said_home = false, said_arch = false;

  std::string_view str(size_t i) const { return i < tokens.size() ? s.substr(tokens[i].at, tokens[i].size) : std::string_view{}; }
  bool is(size_t i, Kind k) const { return i < tokens.size() && tokens[i].kind == k; }
  bool before(size_t i, std::string_view what) const { return i > 0 && str(i - 1) == what; }
  // The characters of the string at i; empty for other tokens.
  std::string_view value(size_t i) const { return is(i, Kind::string) && tokens[i].plain ? s.substr(tokens[i].begin, tokens[i].end - tokens[i].begin) : std::string_view{}; }

  void find(int code, size_t i, std::string message) {
    result.findings.push_back(make_finding(code, name, tokens[i].line, 1, std::string(is(i, Kind::string) ? value(i) : str(i)), std::move(message)));
  }
  void replace(uint32_t from, uint32_t to, std::string text) {
    result.edits.replace(from, to - from, std::move(text));
    ++result.changes;
  }

  bool names_nvcc(size_t i) const {
    if (value(i) == "nvcc") return true;
    return is(i, Kind::name) && (str(i).find("nvcc") != s.npos || str(i).find("NVCC") != s.npos);
  }

  // os.environ["TORCH_CUDA_ARCH_LIST"] = "8.0" and os.environ.setdefault("TORCH_CUDA_ARCH_LIST", "8.0")
  void architectures(size_t i) {
    const bool set = (str(i + 1) == "]" && str(i + 2) == "=" && !value(i + 3).empty()) || (before(i, "(") && i >= 2 && str(i - 2) == "setdefault" && str(i + 1) == "," && !value(i + 2).empty());
    if (!set) {
      find(1508, i, "PyTorch for ROCm reads PYTORCH_ROCM_ARCH, with names such as gfx90a;gfx942, not TORCH_CUDA_ARCH_LIST");
      return;
    }
    const size_t v = str(i + 1) == "," ? i + 2 : i + 3;
    replace(tokens[i].begin, tokens[i].end, "PYTORCH_ROCM_ARCH");
    replace(tokens[v].begin, tokens[v].end, options.arch);
  }

  // The items of the list or of the call after `i`, which names what they are for: 'nvcc': [...], nvcc_flags += [...], nvcc.append(...).
  void flags(size_t i, bool host) {
    if (i < done) return;
    size_t k = i + 1;
    if (str(k) == "]") ++k;
    bool call = false;
    if (str(k) == ".") {
      if ((str(k + 1) != "append" && str(k + 1) != "extend") || str(k + 2) != "(") return;
      call = str(k + 1) == "append";
      k += 2;
    } else {
      if (str(k) == "+") ++k;
      if (str(k) != ":" && str(k) != "=") return;
      ++k;
    }
    const size_t first = k;
    int depth = 0;
    for (; k < tokens.size(); ++k) {
      const std::string_view w = str(k);
      if (w == "(" || w == "[" || w == "{") ++depth;
      if (w == ")" || w == "]" || w == "}") --depth;
      if (depth < 0 || (depth == 0 && (w == "," || is(k, Kind::newline)))) break;
      if (depth == 0 && w == ")") break;
    }
    done = k;
    for (size_t j = first; j < k; ++j)
      if (value(j).starts_with("-")) j += flag(j, k, call, host);
  }

  size_t skip_newlines(size_t i) const {
    while (is(i, Kind::newline)) ++i;
    return i;
  }

  // Deals with the flag at i; returns how many tokens after it belong to it.
  size_t flag(size_t i, size_t end, bool append, bool host) {
    std::string_view word = value(i), next;
    size_t taken = 0;
    if (const size_t blank = word.find(' '); blank != word.npos) {
      next = word.substr(blank + 1);
      word = word.substr(0, blank);
    } else if (const size_t comma = skip_newlines(i + 1), after = skip_newlines(comma + 1); str(comma) == "," && after < end && !value(after).empty()) {
      next = value(after);
      taken = after - i;
    }
    if (host) return 0;
    // What PyTorch 2.7 and later do to the flags of nvcc. USE_CUDA is changed in the sources as well, and __CUDA_NO_HALF... is meant to be.
    const std::string_view macro = word.substr(0, word.find('='));
    if (options.torch_release >= 207 && macro.starts_with("-D") && macro.find("CUDA") != word.npos && !macro.starts_with("-D__CUDA") && macro != "-DUSE_CUDA") {
      find(1509, i, fmt::format("PyTorch for ROCm puts HIP in CUDA's place in the flags of nvcc: {} becomes another, and what tests the old name is left out", word));
      return 0;
    }
    FlagResult f = port_flag(word, next);
    const bool own_blank = value(i).find(' ') != s.npos;
    if (f.action == FlagAction::keep || (own_blank && !f.takes)) return 0;
    const size_t last = own_blank || !f.takes ? i : i + taken;
    const bool arch = f.action == FlagAction::arch;
    if (!put(i, last, arch ? std::string_view{} : f.text, append)) {
      find(1501, i, fmt::format("{} is chosen by an expression and stays: hipcc does not take it, take it out", word));
    } else if (arch) {
      if (!said_arch) find(1501, i, fmt::format("{}: {}", word, arch_note));
      said_arch = true;
    } else if (f.code) {
      find(f.code, i, f.message);
    }
    return last - i;
  }

  // The items from `first` to `last` become the words of `text`, which may be none. False where an expression stands about them.
  bool put(size_t first, size_t last, std::string_view text, bool append) {
    const size_t after = skip_newlines(last + 1);
    size_t previous = first - 1;
    while (previous > 0 && is(previous, Kind::newline)) --previous;
    const std::string_view a = str(previous), b = str(after);
    const char quote = s[tokens[first].end];
    std::string items;
    size_t count = 0;
    while (!text.empty()) {
      const std::string_view one = text.substr(0, text.find(' '));
      text.remove_prefix(std::min(text.size(), one.size() + 1));
      items += fmt::format("{}{}{}{}", count++ ? ", " : "", quote, one, quote);
    }
    const uint32_t from = tokens[first].at, to = tokens[last].at + tokens[last].size;
    const bool item = (a == "[" || a == "," || a == "(") && (b == "," || b == "]" || b == ")");
    if (!item && (count != 1 || first != last)) return false;
    if (count == 1 && first == last) {
      replace(from, to, items);
    } else if (append) {
      if (a != "(" || b != ")") return false;
      replace(tokens[previous - 1].at, tokens[previous].at, "extend");
      replace(from, to, fmt::format("[{}]", items));
    } else if (count) {
      replace(from, to, items);
    } else if (b == ",") {
      // With the comma and the blanks after it; a line of its own goes whole.
      uint32_t end = tokens[after].at + 1, begin = from;
      while (end < s.size() && (s[end] == ' ' || s[end] == '\t')) ++end;
      while (begin > 0 && (s[begin - 1] == ' ' || s[begin - 1] == '\t')) --begin;
      const bool line = end < s.size() && s[end] == '\n' && begin > 0 && s[begin - 1] == '\n';
      replace(line ? begin : from, line ? end + 1 : end, "");
    } else {
      replace(a == "," ? std::max(tokens[previous].at, replaced_to()) : from, to, "");
    }
    return true;
  }
  uint32_t replaced_to() const { return result.edits.settled().empty() ? 0 : result.edits.settled().back().at + result.edits.settled().back().size; }

  void libraries(size_t list) {
    for (size_t i = list + 1; i < tokens.size() && str(i) != "]"; ++i) {
      if (value(i).empty()) continue;
      FlagResult f = port_flag(fmt::format("-l{}", value(i)), {});
      if (f.code) find(f.code, i, f.message);
      if (f.action == FlagAction::replace) replace(tokens[i].begin, tokens[i].end, f.text.substr(2));
      if (f.action == FlagAction::drop) put(i, i, {}, false);
    }
  }
};

}  // namespace

bool builds_extensions(std::string_view text) { return text.find("CUDAExtension") != text.npos || text.find("torch.utils.cpp_extension") != text.npos; }

BuildFileResult port_setup_script(std::string_view text, const std::string& name, const BuildFileOptions& options) { return Script(text, name, options).run(); }

}  // namespace wavelift::port
