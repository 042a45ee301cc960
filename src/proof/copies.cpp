#include "proof/copies.h"
#include "base/files.h"
#include "proof/json_lines.h"
#include "proof/values.h"
#include <algorithm>
#include <fmt/format.h>
#include <fstream>

namespace wavelift::proof {
namespace fs = std::filesystem;

namespace {

std::vector<Copy> copies_of(const fs::path& log) {
  auto text = read_file(log);
  return text ? read_copy_log(*text) : std::vector<Copy>();
}

fs::path bytes_of(const fs::path& log) { return log.string() + ".bytes"; }

Result<std::vector<std::byte>> bytes(const fs::path& log, const Copy& copy) {
  std::ifstream in(bytes_of(log), std::ios::binary);
  std::vector<std::byte> data(copy.bytes);
  in.seekg(static_cast<std::streamoff>(*copy.kept_at));
  in.read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(data.size()));
  if (!in) return fail(Exit::no_input, fmt::format("cannot read {}", bytes_of(log).string()));
  return data;
}

const char* name_of(NumberType t) {
  switch (t) {
  case NumberType::float32: return "float";
  case NumberType::float64: return "double";
  case NumberType::integer: break;
  }
  return "whole number";
}

std::string where(size_t i, const Copy& c) {
  std::string s = fmt::format("copy {} to the host ({} bytes", i + 1, c.bytes);
  return s + (c.kernel.empty() ? ", before any kernel)" : fmt::format(", after launch {}, of {})", c.launches, c.kernel));
}

}  // namespace

std::vector<Copy> read_copy_log(std::string_view text) {
  std::vector<Copy> copies;
  for_each_object(text, [&](const nlohmann::json& j) {
    if (!j.contains("copy") || !j.contains("hash") || !j["hash"].is_string()) return;
    Copy c;
    auto number = [&](const char* name) { return j.contains(name) && j[name].is_number_unsigned() ? j[name].get<uint64_t>() : 0; };
    c.bytes = number("bytes");
    c.hash = j["hash"].get<std::string>();
    c.launches = number("launches");
    if (j.contains("kernel") && j["kernel"].is_string()) c.kernel = j["kernel"].get<std::string>();
    if (j.contains("kept_at")) c.kept_at = number("kept_at");
    copies.push_back(std::move(c));
  });
  return copies;
}

Result<CopyComparison> compare_copies(const fs::path& expected, const fs::path& got) {
  const std::vector<Copy> a = copies_of(expected), b = copies_of(got);
  CopyComparison c;
  c.expected = a.size();
  c.got = b.size();
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    std::string difference;
    if (a[i].bytes != b[i].bytes) {
      difference = fmt::format("{} has {} bytes in the other run", where(i, b[i]), a[i].bytes);
    } else if (a[i].hash == b[i].hash) {
      ++c.same;
      continue;
    } else if (!a[i].kept_at || !b[i].kept_at) {
      difference = fmt::format("{} differs; its bytes were not kept", where(i, b[i]));
    } else {
      auto x = bytes(expected, a[i]), y = bytes(got, b[i]);
      if (!x || !y) return std::unexpected(x ? y.error() : x.error());
      const Values v = compare_values(*x, *y);
      if (v.close) {
        ++c.close;
        continue;
      }
      difference = fmt::format("{} differs in {} of {} elements, taken for {}s: the first beyond rounding, element {}, is {}, expected {}", where(i, b[i]), v.differing, v.elements,
                               name_of(v.type), v.first, v.b, v.a);
    }
    ++c.different;
    if (c.first.empty()) c.first = std::move(difference);
  }
  if (c.first.empty() && a.size() != b.size()) c.first = fmt::format("{} copies come back to the host, expected {}", b.size(), a.size());
  return c;
}

}  // namespace wavelift::proof
