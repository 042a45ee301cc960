// Which branches of a makefile's conditions make takes, as far as the file itself says what they ask.
#include "port/buildfile.h"
#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace wavelift::port {

namespace {

enum class Taken : uint8_t { no, maybe, yes };

std::string_view trimmed(std::string_view s) {
  constexpr std::string_view blanks = " \t\r";
  const size_t first = s.find_first_not_of(blanks);
  return first == s.npos ? std::string_view() : s.substr(first, s.find_last_not_of(blanks) - first + 1);
}

class Branches {
 public:
  explicit Branches(std::string_view text) : text_(text), out_(text) {}

  std::string run() {
    for (size_t at = 0; at < text_.size();) {
      const size_t end = std::min(text_.find('\n', at), text_.size());
      // What stands in a line that goes on in the next one is read with the first of them.
      const bool joined = at > 1 && text_.substr(0, at - 1).ends_with('\\');
      if (!joined) line(text_.substr(at, end - at));
      if (now() == Taken::no) std::fill(out_.begin() + static_cast<ptrdiff_t>(at), out_.begin() + static_cast<ptrdiff_t>(end), ' ');
      at = end + 1;
    }
    return std::move(out_);
  }

 private:
  struct Condition {
    Taken outer, here;
    Taken before = Taken::no;  // whether one of the branches above is taken
  };

  Taken now() const { return open_.empty() ? Taken::yes : std::min(open_.back().outer, open_.back().here); }

  void line(std::string_view whole) {
    if (whole.starts_with('\t')) return;
    const std::string_view s = trimmed(whole.substr(0, whole.find('#')));
    const std::string_view word = s.substr(0, std::min(s.find_first_of(" \t("), s.size()));
    if (word == "ifeq" || word == "ifneq" || word == "ifdef" || word == "ifndef") {
      open_.push_back({now(), Taken::no});
      branch(answer(s));
    } else if (word == "else" && !open_.empty()) {
      Condition& c = open_.back();
      c.before = std::max(c.before, c.here);
      const std::string_view rest = trimmed(s.substr(4));
      branch(rest.empty() ? Taken::yes : answer(rest));
    } else if (word == "endif" && !open_.empty()) {
      open_.pop_back();
    } else if (word == "include" || word == "-include" || word == "sinclude") {
      includes_ = true;
      values_.clear();
    } else {
      assignment(s);
    }
  }

  void branch(Taken asked) {
    Condition& c = open_.back();
    c.here = c.before == Taken::yes ? Taken::no : c.before == Taken::maybe ? std::min(asked, Taken::maybe) : asked;
  }

  // Whether `ifeq (a,b)` and the like hold.
  Taken answer(std::string_view s) const {
    const size_t space = std::min(s.find_first_of(" \t("), s.size());
    const std::string_view word = s.substr(0, space), rest = trimmed(s.substr(space));
    const bool positive = word == "ifeq" || word == "ifdef";
    std::optional<bool> holds;
    if (word == "ifdef" || word == "ifndef") {
      if (auto value = variable(rest)) holds = !value->empty();
    } else if (auto pair = operands(rest); pair && (word == "ifeq" || word == "ifneq")) {
      auto a = expanded(pair->first), b = expanded(pair->second);
      if (a && b) holds = trimmed(*a) == trimmed(*b);
    }
    return !holds ? Taken::maybe : *holds == positive ? Taken::yes : Taken::no;
  }

  static std::optional<std::pair<std::string_view, std::string_view>> operands(std::string_view s) {
    if (s.starts_with('(') && s.ends_with(')')) {
      s = s.substr(1, s.size() - 2);
      int depth = 0;
      for (size_t i = 0; i < s.size(); ++i) {
        depth += s[i] == '(' || s[i] == '{' ? 1 : s[i] == ')' || s[i] == '}' ? -1 : 0;
        if (s[i] == ',' && depth == 0) return std::pair(trimmed(s.substr(0, i)), trimmed(s.substr(i + 1)));
      }
      return {};
    }
    auto quoted = [&]() -> std::optional<std::string_view> {
      if (s.empty() || (s[0] != '"' && s[0] != '\'')) return {};
      const size_t end = s.find(s[0], 1);
      if (end == s.npos) return {};
      const std::string_view inside = s.substr(1, end - 1);
      s = trimmed(s.substr(end + 1));
      return inside;
    };
    auto a = quoted(), b = quoted();
    return a && b ? std::optional(std::pair(*a, *b)) : std::nullopt;
  }

  void assignment(std::string_view s) {
    for (std::string_view prefix : {"export ", "override "})
      if (s.starts_with(prefix)) s = trimmed(s.substr(prefix.size()));
    const size_t equals = s.find('=');
    if (equals == s.npos || equals == 0 || now() == Taken::no) return;
    const char before = s[equals - 1];
    const std::string_view name = trimmed(s.substr(0, s.find_last_not_of(" \t:?+!", equals - 1) + 1));
    const std::string_view value = trimmed(s.substr(equals + 1));
    if (name.empty() || name.find_first_of(" \t$(:") != name.npos) return;
    auto it = values_.find(name);
    const bool is_known = it != values_.end();
    if (before == '?' && is_known) return;
    if (now() == Taken::maybe || before == '!' || value.ends_with('\\')) values_.insert_or_assign(std::string(name), std::nullopt);
    else if (before == '+' && is_known && it->second) *it->second += " " + std::string(value);
    else if (before != '+' || !includes_) values_.insert_or_assign(std::string(name), std::string(value));
  }

  // What make itself gives a value, or the environment does as a rule.
  static bool is_given(std::string_view name) {
    static constexpr std::string_view names[] = {"CC", "CXX", "CPP", "LD", "AR", "FC", "MAKE", "MAKEFLAGS", "MAKECMDGOALS", "MAKEFILE_LIST", "CURDIR", "SHELL", "HOME", "PATH", "USER", "PWD", "HOSTNAME"};
    return std::ranges::find(names, name) != std::end(names);
  }

  // The value as it is written. Nothing: it is not known. What nobody sets is empty.
  std::optional<std::string> variable(std::string_view name) const {
    if (auto it = values_.find(name); it != values_.end()) return it->second;
    if (includes_ || is_given(name) || name.find_first_of(" \t,:$") != name.npos) return {};
    return std::string();
  }

  std::optional<std::string> expanded(std::string_view s) const {
    int budget = 200;
    return expanded(s, budget);
  }
  std::optional<std::string> expanded(std::string_view s, int& budget) const {
    std::string out;
    for (size_t i = 0; i < s.size(); ++i) {
      if (s[i] != '$') {
        out += s[i];
        continue;
      }
      const char open = i + 1 < s.size() ? s[i + 1] : '\0';
      if (open != '(' && open != '{') return {};
      const size_t end = s.find(open == '(' ? ')' : '}', i);
      if (end == s.npos || --budget < 0 || out.size() > 4096) return {};
      auto value = variable(s.substr(i + 2, end - i - 2));
      auto inner = value ? expanded(*value, budget) : std::nullopt;
      if (!inner) return {};
      out += *inner;
      i = end;
    }
    return out;
  }

  std::string_view text_;
  std::string out_;
  std::vector<Condition> open_;
  std::map<std::string, std::optional<std::string>, std::less<>> values_;
  bool includes_ = false;  // other files may have set what this one does not
};

}  // namespace

std::string makefile_as_taken(std::string_view text) { return Branches(text).run(); }

}  // namespace wavelift::port
