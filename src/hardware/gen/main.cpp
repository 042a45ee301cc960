// hardware_gen FOLDER OUT: share/hardware's files to a C++ table. Says of each fault the file, the line and what to do.
#include "hardware/figures.h"
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <toml++/toml.h>

namespace {

namespace fs = std::filesystem;
using namespace wavelift::hardware;

constexpr std::string_view kVendors[] = {"amd", "hygon", "nvidia"};

int faults = 0;

void fault(const fs::path& file, const toml::node* at, const std::string& what) {
  ++faults;
  std::cerr << fmt::format("{}:{}: {}\n", file.string(), at ? at->source().begin.line : 1u, what);
}

std::string literal(std::string_view s) {
  std::string out = "\"";
  for (char c : s) out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return out + "\"";
}

std::optional<toml::table> parse(const fs::path& file) {
  try {
    return toml::parse_file(file.string());
  } catch (const toml::parse_error& e) {
    ++faults;
    std::cerr << fmt::format("{}:{}: {}\n", file.string(), e.source().begin.line, e.description());
    return {};
  }
}

struct Sources {
  std::map<std::string, size_t> index;
  std::string text = "constexpr FigureSource kSources[] = {\n";
};

Sources read_sources(const fs::path& file) {
  Sources out;
  const auto all = parse(file);
  if (!all) return out;
  for (const auto& [name, node] : *all) {
    const toml::table* t = node.as_table();
    const auto grade = t ? (*t)["grade"].value<std::string>() : std::nullopt;
    const auto what = t ? (*t)["what"].value<std::string>() : std::nullopt;
    const auto* known = grade ? std::ranges::find(kGrades, *grade) : std::end(kGrades);
    if (!what || known == std::end(kGrades)) {
      fault(file, &node, fmt::format("{}: a source has a `grade` ({}) and says in `what` what it is", name.str(), fmt::join(kGrades, ", ")));
      continue;
    }
    const size_t number = out.index.size();
    out.index[std::string(name.str())] = number;
    out.text += fmt::format("    {{{}, Grade::{}, {}}},\n", literal(name.str()), *grade, literal(*what));
  }
  out.text += "};\n\n";
  return out;
}

struct Card {
  std::string name, vendor, spec, figures;
};

Card read_card(const fs::path& file, const Sources& sources) {
  Card c{file.stem().string(), "", "", ""};
  const auto all = parse(file);
  if (!all) return c;
  auto text = [&](std::string_view key) { return (*all)[key].value<std::string>().value_or(""); };
  c.vendor = text("vendor");
  const std::string executes = text("executes"), arch = text("arch");
  if (std::ranges::find(kVendors, c.vendor) == std::end(kVendors)) fault(file, nullptr, fmt::format("`vendor` is one of {}", fmt::join(kVendors, ", ")));
  if (text("product").empty()) fault(file, nullptr, "`product` names the card");
  for (const auto& [key, node] : *all)
    if (constexpr std::string_view known[] = {"product", "vendor", "arch", "executes", "not_modelled", "verified", "figures"}; std::ranges::find(known, key.str()) == std::end(known))
      fault(file, &node, fmt::format("nothing has the key {}; {} are known", key.str(), fmt::join(known, ", ")));
  const toml::table* figures = (*all)["figures"].as_table();
  if (!figures) {
    fault(file, nullptr, "[figures] is missing");
    return c;
  }
  for (const auto& [key, node] : *figures)
    if (std::ranges::find(kKeys, key.str(), &KeyInfo::name) == std::end(kKeys)) fault(file, &node, fmt::format("{} is no figure; src/hardware/figures.h has them", key.str()));
  for (const KeyInfo& k : kKeys) {
    const toml::node* node = figures->get(k.name);
    if (!node) {
      if (k.who == Who::all || (k.who == Who::targets && !executes.empty())) fault(file, figures, fmt::format("{} is missing: {}", k.name, k.meaning));
      continue;
    }
    const toml::array* pair = node->as_array();
    const auto value = pair && pair->size() == 2 ? pair->get(0)->value<double>() : std::nullopt;
    const auto source = pair && pair->size() == 2 ? pair->get(1)->value<std::string>() : std::nullopt;
    const auto known = source ? sources.index.find(*source) : sources.index.end();
    if (!value || *value < 0 || known == sources.index.end()) {
      fault(file, node, fmt::format("{} is [number, \"source\"] with a source of sources.toml", k.name));
      continue;
    }
    c.figures += fmt::format("    {{Key::{}, {}, &kSources[{}]}},\n", k.name, *value, known->second);
  }
  c.spec = fmt::format("    {{{}, {}, Vendor::{}, {}, {}, {}, {}, k_{}}},\n", literal(c.name), literal(text("product")), c.vendor, literal(arch.empty() ? c.name : arch), literal(executes),
                       literal(text("not_modelled")), (*all)["verified"].value_or(false), c.name);
  return c;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: hardware_gen FOLDER OUT\n";
    return 2;
  }
  const fs::path folder = argv[1];
  const Sources sources = read_sources(folder / "sources.toml");
  std::vector<Card> cards;
  for (const auto& e : fs::directory_iterator(folder))
    if (e.path().extension() == ".toml" && e.path().stem() != "sources") cards.push_back(read_card(e.path(), sources));
  if (faults) return 1;
  std::ranges::sort(cards, {}, [](const Card& c) { return std::pair(c.vendor, c.name); });
  std::string out = sources.text;
  for (const Card& c : cards) out += fmt::format("constexpr Figure k_{}[] = {{\n{}}};\n\n", c.name, c.figures);
  out += "constexpr Spec kSpecs[] = {\n";
  for (const Card& c : cards) out += c.spec;
  out += "};\n";
  std::ofstream file(argv[2], std::ios::binary);
  file << out;
  file.close();
  return file ? 0 : 1;
}
