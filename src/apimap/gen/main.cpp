// apimap_gen DATA OUT_TABLE OUT_NAMES OUT_LIBRARY_NAMES OUT_COVERAGE OUT_TORCH: turns the map's data into the C++ tables that are compiled
// into the program (CUDA's names, and PyTorch's), the #define headers that `wl nvcc` compiles CUDA source with (the run time's names, which every source
// gets, and the libraries'), and the coverage page.
#include "apimap/gen/coverage.h"
#include "apimap/gen/read_tsv.h"
#include "apimap/hash.h"
#include "base/files.h"
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace wavelift::apimap::gen {

namespace {

std::string quote(const std::string& s) {
  std::string out = "\"";
  for (char c : s) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"sv";
}

std::string table(const std::vector<Row>& rows) {
  std::string out = "using namespace std::string_view_literals;\nconstexpr Entry entries[] = {\n";
  size_t shortest = ~size_t{0}, longest = 0;
  for (const auto& r : rows) {
    out += fmt::format("{{{},{},{},Kind::{},Fate::{},{},{},{}}},\n", quote(r.cuda), quote(r.hip), quote(r.library),
                       r.kind == "enum" ? "enumerator" : r.kind, r.fate, r.since, r.until, quote(r.note));
    shortest = std::min(shortest, r.cuda.size());
    longest = std::max(longest, r.cuda.size());
  }
  size_t size = 1;
  while (size < rows.size() * 4) size *= 2;
  std::vector<unsigned> slots(size);
  for (size_t k = 0; k < rows.size(); ++k) {
    size_t at = hash_name(rows[k].cuda) & (size - 1);
    while (slots[at]) at = (at + 1) & (size - 1);
    slots[at] = static_cast<unsigned>(k + 1);
  }
  out += fmt::format("}};\nconstexpr size_t min_size = {}, max_size = {};\nconstexpr uint32_t slot_mask = {};\n", shortest,
                     longest, size - 1);
  out += "constexpr uint16_t slots[] = {";
  for (size_t k = 0; k < size; ++k) out += fmt::format("{}{},", k % 32 ? "" : "\n", slots[k]);
  return out + "\n};\n";
}

std::string torch_table(const std::vector<TorchRow>& rows) {
  std::string out = "using namespace std::string_view_literals;\nconstexpr TorchEntry torch_entries[] = {\n";
  for (const auto& r : rows) out += fmt::format("{{{},{},TorchKind::{},{},{},{}}},\n", quote(r.cuda), quote(r.hip), r.kind, r.since, r.until, quote(r.note));
  return out + "};\n";
}

std::string names_header(const std::vector<Row>& rows, const std::set<std::string>& libraries) {
  static const std::set<std::string> kinds = {"function", "type", "enum", "macro"};
  std::string out = "// Generated from share/apimap: CUDA's names as HIP's, for CUDA source that is compiled as it is.\n#pragma once\n";
  for (const auto& r : rows)
    if (r.fate == "renamed" && (kinds.contains(r.kind) || (r.kind == "device" && r.library == "curand")) && libraries.contains(r.library) && r.hip.find(':') == r.hip.npos)
      out += fmt::format("#define {} {}\n", r.cuda, r.hip);
  return out;
}

Status run(int argc, char** argv) {
  if (argc != 7) return fail(Exit::usage, "apimap_gen takes DATA TABLE NAMES LIBRARY_NAMES COVERAGE TORCH");
  auto rows = read_folder(argv[1]);
  if (!rows) return std::unexpected(rows.error());
  auto torch = read_torch(argv[1]);
  if (!torch) return std::unexpected(torch.error());
  if (rows->size() > 65000) return fail(Exit::internal, "the map has more rows than its table can number");
  if (auto s = write_file(argv[2], table(*rows)); !s) return s;
  if (auto s = write_file(argv[3], names_header(*rows, {"runtime", "driver", "types"})); !s) return s;
  if (auto s = write_file(argv[4], names_header(*rows, {"cublas", "cufft", "curand", "cusparse", "cusolver"})); !s) return s;
  if (auto s = write_file(argv[6], torch_table(*torch)); !s) return s;
  return write_file(argv[5], coverage_page(*rows, *torch));
}

}  // namespace
}  // namespace wavelift::apimap::gen

int main(int argc, char** argv) {
  auto status = wavelift::apimap::gen::run(argc, argv);
  if (status) return 0;
  fmt::print(stderr, "apimap_gen: {}\n", status.error().sentence());
  return static_cast<int>(status.error().exit);
}
