// Every function that the headers declare is in the library, and nothing but the API is. What answers
// hipErrorNotSupported is listed in the runtime's README.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <regex>
#include <set>
#include <string>

namespace {

std::string text(const std::string& file) {
  std::ifstream in(file);
  EXPECT_TRUE(in) << file;
  return {std::istreambuf_iterator<char>(in), {}};
}

std::set<std::string> matches(const std::string& in, const std::string& pattern) {
  std::set<std::string> out;
  std::regex re(pattern);
  for (std::sregex_iterator it(in.begin(), in.end(), re), end; it != end; ++it) out.insert((*it)[1]);
  return out;
}

std::set<std::string> declared() {
  std::set<std::string> out;
  for (const char* file :
       {"hip_runtime_api.h", "channel_descriptor.h", "detail/runtime_graph.h", "detail/runtime_per_thread.h"})
    out.merge(matches(text(std::string(HEADERS) + "/" + file),
                      "(?:^|\n)(?:extern \"C\" )?(?:hipError_t|const char\\*|int|hipChannelFormatDesc) "
                      "((?:__)?hip\\w+)\\("));
  // The release that changed their structure is in their names.
  for (const char* name : {"hipGetDeviceProperties", "hipChooseDevice"}) {
    out.erase(name);
    out.insert(std::string(name) + "R0600");
  }
  return out;
}

std::set<std::string> exported() {
  std::string out;
  FILE* nm = popen("nm -D --defined-only " LIBRARY, "r");
  char buffer[4096];
  while (size_t n = fread(buffer, 1, sizeof buffer, nm)) out.append(buffer, n);
  pclose(nm);
  return matches(out, " [A-Za-z] (\\S+)");
}

} // namespace

TEST(ApiTable, every_declared_function_is_there) {
  std::set<std::string> want = declared(), have = exported();
  EXPECT_GT(want.size(), 490u);
  for (const std::string& name : want) EXPECT_TRUE(have.contains(name)) << name;
}

TEST(ApiTable, nothing_else_is_visible) {
  // Besides: what the host libraries (src/libraries) tell the checks.
  for (const std::string& name : exported())
    EXPECT_TRUE(name.starts_with("hip") || name.starts_with("__hip") || name == "wavelift_host_writes_device_memory") << name;
}

TEST(ApiTable, what_is_not_supported_is_listed) {
  std::set<std::string> unsupported = matches(text(SOURCES "/unsupported.cpp"), "\nUNSUPPORTED\\((\\w+)");
  std::set<std::string> listed = matches(text(SOURCES "/README.md"), "- `(hip\\w+)`");
  EXPECT_GT(unsupported.size(), 10u);
  EXPECT_EQ(unsupported, listed);
}
