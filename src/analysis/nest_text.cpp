// Nests as a person reads them.
#include "analysis/nest.h"
#include <fmt/format.h>

namespace wavelift::analysis {

namespace {

using Kind = Value::Kind;

// How tightly an operator of two sides binds, as in C.
int rank_of(const std::string& op) {
  static constexpr std::pair<std::string_view, int> ranks[] = {{"?:", 1}, {"||", 2}, {"&&", 3}, {"|", 4}, {"^", 5}, {"&", 6}, {"==", 7}, {"!=", 7}, {"<", 8}, {"<=", 8}, {">", 8}, {">=", 8}, {"<<", 9}, {">>", 9}, {"+", 10}, {"-", 10}, {"*", 11}, {"/", 11}, {"%", 11}};
  for (const auto& [name, rank] : ranks)
    if (name == op) return rank;
  return 12;
}

std::string written(const Value& v, int around) {
  switch (v.kind) {
  case Kind::number:
  case Kind::name: return v.text;
  case Kind::load: return v.text + "[" + (v.index ? v.index->text() : written(v.operands[0], 0)) + "]";
  case Kind::cast: return fmt::format("({}){}", v.type, written(v.operands[0], 13));
  case Kind::call: {
    std::string out = v.text + "(";
    for (size_t i = 0; i < v.operands.size(); ++i) out += (i > 0 ? ", " : "") + written(v.operands[i], 0);
    return out + ")";
  }
  case Kind::operation: break;
  }
  if (v.operands.size() == 1) return v.text + written(v.operands[0], 13);
  const int rank = rank_of(v.text);
  std::string out = v.text == "?:" ? fmt::format("{} ? {} : {}", written(v.operands[0], 2), written(v.operands[1], 2), written(v.operands[2], 1))
                                   : fmt::format("{} {} {}", written(v.operands[0], rank), v.text, written(v.operands[1], rank + 1));
  return rank < around ? "(" + out + ")" : out;
}

std::string text_of(const Dimension& d) {
  std::string out = d.name + " < " + (d.size ? d.size->text() : written(d.extent, 9));
  if (d.sharing == Dimension::Sharing::lanes) out += " by lanes";
  if (d.sharing == Dimension::Sharing::grid) out += " by the grid";
  return out;
}

std::string text_of(const Step& s) {
  std::string loops, where = s.guard ? " where " + written(*s.guard, 0) : "";
  for (const Dimension& d : s.over) loops += (loops.empty() ? "" : ", ") + text_of(d);
  switch (s.kind) {
  case Step::Kind::let: return fmt::format("{} {} = {}{}", s.type, s.name, written(s.value, 0), where);
  case Step::Kind::reduce:
    return fmt::format("{} {} = {}{} over {}{}: {}", s.type, s.name, s.initial ? written(*s.initial, 0) + " and " : "", s.op, loops, where, written(s.value, 0));
  case Step::Kind::store: break;
  }
  return fmt::format("{}{}[{}] = {}{}", loops.empty() ? "" : "for " + loops + ": ", s.array, s.place ? s.place->text() : written(s.index, 0), written(s.value, 0), where);
}

}  // namespace

std::string text_of(const Value& value) { return written(value, 0); }

std::string text_of(const Nest& nest) {
  std::string out = nest.kernel + "\n";
  for (const Dimension& d : nest.parallel) out += fmt::format("{} {}\n", nest.by_groups ? "each group" : "each thread", text_of(d));
  for (const Step& s : nest.steps) out += "  " + text_of(s) + "\n";
  return out;
}

}  // namespace wavelift::analysis
