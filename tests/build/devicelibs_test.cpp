#include "build/devicelibs.h"
#include <filesystem>
#include <gtest/gtest.h>

using namespace wavelift;
using namespace wavelift::build;

namespace {

TEST(DeviceLibs, VersionNumberOfATarget) {
  EXPECT_EQ(isa_version("gfx90a"), 9010);
  EXPECT_EQ(isa_version("gfx90a:xnack-"), 9010);
  EXPECT_EQ(isa_version("gfx942"), 9402);
  EXPECT_EQ(isa_version("gfx1030"), 10300);
  EXPECT_EQ(isa_version("gfx1100"), 11000);
  EXPECT_EQ(isa_version("gfx9"), 0);
  EXPECT_EQ(isa_version("sm_80"), 0);
  EXPECT_EQ(isa_version("gfxxyz"), 0);
}

TEST(DeviceLibs, FolderIsMadeOnceAndGrowsByTarget) {
  auto cache = std::filesystem::path(testing::TempDir()) / "wl-device-libs";
  std::filesystem::remove_all(cache);
  ::setenv("WAVELIFT_CACHE", cache.c_str(), 1);
  auto first = ensure_device_libs({"gfx90a"});
  ASSERT_TRUE(first) << first.error().sentence();
  EXPECT_TRUE(std::filesystem::exists(device_libs_folder() / "ocml.bc"));
  EXPECT_TRUE(std::filesystem::exists(device_libs_folder() / "oclc_isa_version_90a.bc"));
  EXPECT_FALSE(std::filesystem::exists(device_libs_folder() / "oclc_isa_version_1100.bc"));
  auto time = std::filesystem::last_write_time(device_libs_folder() / "oclc_isa_version_90a.bc");
  ASSERT_TRUE(ensure_device_libs({"gfx90a:xnack-", "gfx1100"}));
  EXPECT_TRUE(std::filesystem::exists(device_libs_folder() / "oclc_isa_version_1100.bc"));
  EXPECT_EQ(std::filesystem::last_write_time(device_libs_folder() / "oclc_isa_version_90a.bc"), time);
  EXPECT_FALSE(ensure_device_libs({"rdna9"}));
  // Nothing temporary stays.
  int entries = 0;
  for ([[maybe_unused]] const auto& e : std::filesystem::directory_iterator(cache)) ++entries;
  EXPECT_EQ(entries, 1);
  std::filesystem::remove_all(cache);
  ::unsetenv("WAVELIFT_CACHE");
}

}  // namespace
