#include "device/driver.h"
#include <charconv>
#include <fmt/format.h>

namespace wavelift::device {

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::software: return "software";
    case Kind::hip: return "hip";
    case Kind::cuda: return "cuda";
  }
  return "";
}

Result<std::unique_ptr<Device>> open(const std::string& address) {
  const size_t colon = address.find(':');
  const std::string kind = address.substr(0, colon);
  const std::string rest = colon == address.npos ? "" : address.substr(colon + 1);
  auto unknown = [&] {
    return fail(Exit::usage, fmt::format("'{}' is no device", address), "devices are software, software:ARCH, hip, hip:N, cuda, cuda:N");
  };
  if (colon != address.npos && rest.empty()) return unknown();
  int index = 0;
  if (kind != name_of(Kind::software) && !rest.empty()) {
    auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), index);
    if (error != std::errc() || end != rest.data() + rest.size() || index < 0) return unknown();
  }
  Result<std::unique_ptr<Driver>> driver;
  if (kind == name_of(Kind::software))
    driver = load_hip(Kind::software, rest);
  else if (kind == name_of(Kind::hip))
    driver = load_hip(Kind::hip, "");
  else if (kind == name_of(Kind::cuda))
    driver = load_cuda();
  else
    return unknown();
  if (!driver) return std::unexpected(driver.error());
  return open_device(std::move(*driver), index);
}

}  // namespace wavelift::device
