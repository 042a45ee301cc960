// Facts of a source that a test writes down.
#pragma once
#include "analysis/analyze.h"
#include "base/files.h"
#include "build/toolchain.h"
#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <unistd.h>

namespace wavelift::test {

// The question that is asked about `source`, as `wl lint` asks it; the file is there until the next one.
inline analysis::Request request_of(const std::string& source, bool cuda = true, std::vector<std::string> options = {}) {
  namespace fs = std::filesystem;
  fs::path dir = fs::path(testing::TempDir()) / ("wl-analysis-" + std::to_string(::getpid()));
  std::string file = (dir / (cuda ? "unit.cu" : "unit.hip")).string();
  EXPECT_TRUE(write_file(file, source));
  auto tools = build::find_toolchain();
  EXPECT_TRUE(tools) << tools.error().sentence();
  auto never = [](const fs::path&) { return false; };
  build::Facts machine{.exists = never, .waits_for_link = never, .is_device_link = never, .temporary = [](const std::string& s, const char*) { return s; }};
  std::vector<std::string> args = {"-c", file};
  args.insert(args.end(), options.begin(), options.end());
  auto t = build::translate(cuda ? build::Mode::nvcc : build::Mode::hipcc, args, *tools, machine);
  EXPECT_TRUE(t) << t.error().sentence();
  return {t->commands[0], cuda, true};
}

// `source` analysed.
inline analysis::Facts facts_of(const std::string& source, bool cuda = true, std::vector<std::string> options = {}) {
  const auto request = request_of(source, cuda, std::move(options));
  auto facts = analysis::analyze(request);
  EXPECT_TRUE(facts) << facts.error().sentence();
  std::filesystem::remove_all(std::filesystem::path(testing::TempDir()) / ("wl-analysis-" + std::to_string(::getpid())));
  return facts ? *facts : analysis::Facts();
}

}  // namespace wavelift::test
