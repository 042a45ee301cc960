#include "soft/device.h"
#include <cstring>
#include <gtest/gtest.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Compression.h>
#include <string>

using namespace wavelift;
using wavelift::soft::find_code_object;

namespace {

template <class T> void put(std::string& to, T value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

struct Entry {
  std::string id, code;
};

std::string bundle(const std::vector<Entry>& entries) {
  std::string out = "__CLANG_OFFLOAD_BUNDLE__", body;
  size_t head = out.size() + 8;
  for (const Entry& e : entries) head += 24 + e.id.size();
  put<uint64_t>(out, entries.size());
  for (const Entry& e : entries) {
    put<uint64_t>(out, head + body.size());
    put<uint64_t>(out, e.code.size());
    put<uint64_t>(out, e.id.size());
    out += e.id;
    body += e.code;
  }
  return out + body;
}

const std::string kHip = "hipv4-amdgcn-amd-amdhsa--";

std::string find(const std::string& bytes, const std::string& arch) {
  auto r = find_code_object(std::as_bytes(std::span(bytes)), arch);
  return r ? std::string(reinterpret_cast<const char*>(r->data()), r->size())
           : "error: " + r.error().sentence();
}

std::string compressed(const std::string& plain, int version, bool zstd) {
  auto in = llvm::ArrayRef(reinterpret_cast<const uint8_t*>(plain.data()), plain.size());
  llvm::SmallVector<uint8_t, 0> packed;
  zstd ? llvm::compression::zstd::compress(in, packed) : llvm::compression::zlib::compress(in, packed);
  std::string body(packed.begin(), packed.end()), out = "CCOB";
  put<uint16_t>(out, version);
  put<uint16_t>(out, zstd);
  size_t head = version == 1 ? 20 : version == 2 ? 24 : 32;
  if (version == 2) put<uint32_t>(out, head + body.size());
  if (version == 3) put<uint64_t>(out, head + body.size());
  version == 3 ? put<uint64_t>(out, plain.size()) : put<uint32_t>(out, plain.size());
  put<uint64_t>(out, std::hash<std::string>()(plain));
  return out + body;
}

} // namespace

TEST(Bundle, finds_the_entry_of_a_target) {
  std::string b = bundle(
      {{"host-x86_64-unknown-linux-gnu-", ""}, {kHip + "gfx906", "nine"}, {kHip + "gfx90a", "ninety"}});
  EXPECT_EQ("ninety", find(b, "gfx90a"));
  EXPECT_EQ("ninety", find(b, "gfx90a:sramecc+:xnack-"));
  EXPECT_EQ("nine", find(b + "what follows in memory", "gfx906"));
  std::string said = find(b, "gfx1100");
  EXPECT_NE(std::string::npos, said.find("no device code for gfx1100; it has code for gfx906, gfx90a"))
      << said;
  EXPECT_NE(std::string::npos, said.find("--offload-arch=gfx1100")) << said;
}

TEST(Bundle, features_decide_between_entries) {
  std::string b = bundle({{kHip + "gfx90a:xnack+", "on"}, {kHip + "gfx90a:xnack-", "off"}});
  EXPECT_EQ("off", find(b, "gfx90a:sramecc+:xnack-"));
  EXPECT_EQ("on", find(b, "gfx90a:sramecc+:xnack+"));
  EXPECT_EQ("off", find(b, "gfx90a"));
  EXPECT_NE(std::string::npos, find(bundle({{kHip + "gfx90a:xnack+", "on"}}), "gfx90a:xnack-").find("error"));
}

TEST(Bundle, compressed_in_all_versions) {
  std::string plain = bundle({{kHip + "gfx90a", std::string(5000, 'x')}});
  for (int version : {1, 2, 3})
    for (bool zstd : {false, true}) {
      if (!(zstd ? llvm::compression::zstd::isAvailable() : llvm::compression::zlib::isAvailable())) continue;
      std::string c = compressed(plain, version, zstd);
      EXPECT_EQ(std::string(5000, 'x'), find(c, "gfx90a")) << version << zstd;
      EXPECT_EQ(std::string(5000, 'x'), find(c + std::string(100, '\x7f'), "gfx90a")) << version << zstd;
    }
}

TEST(Bundle, damage_is_an_error_and_no_crash) {
  std::string plain = bundle({{"host-x86_64--", ""}, {kHip + "gfx90a", std::string(100, 'y')}});
  for (size_t n = 0; n < plain.size(); ++n) {
    std::string r = find(plain.substr(0, n), "gfx90a");
    EXPECT_EQ(0u, r.find("error: ")) << n << r;
  }
  std::string c = compressed(plain, 2, llvm::compression::zstd::isAvailable());
  for (size_t n = 0; n < c.size(); ++n) EXPECT_EQ(0u, find(c.substr(0, n), "gfx90a").find("error: ")) << n;
  c[4] = 9;
  EXPECT_NE(std::string::npos, find(c, "gfx90a").find("version 9")) << find(c, "gfx90a");
  std::string many = plain;
  many[31] = '\x7f'; // the count's highest byte
  EXPECT_EQ(0u, find(many, "gfx90a").find("error: "));
  EXPECT_NE(std::string::npos, find("plain text", "gfx90a").find("neither"));
}
