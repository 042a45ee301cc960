// Reports: the names of checks, the collection, the written forms.
#include "soft/observe/report.h"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace wavelift;
using namespace wavelift::soft;

namespace {

Report example() {
  Report r;
  r.check = &check("memory-out-of-bounds");
  r.sentence = "a load of 4 bytes at 0x1000, 0 bytes after the end of an allocation of 400 bytes";
  r.site = Site{"copy(int*)", "", "/src/a.hip:12", {"/src/b.hip:3"}, "global_load_dword v1, v[0:1], off", 0x1234, 16,
                {1, 2, 3}, {4, 5, 6}, 7, 8};
  r.memory = {"global", 0x1000, 4};
  r.allocation = {"device memory", 0xe70, 400, {"hipMalloc", "a.hip:40 in main"}, HostSite{"hipFree", "a.hip:50 in main"}};
  r.other_text = "loaded at";
  r.other = r.site;
  r.notes = {"a note"};
  r.count = 3;
  return r;
}

}  // namespace

TEST(Checks, NamesAreParsed) {
  auto o = parse_checks("memory, race,leaks");
  ASSERT_TRUE(o);
  EXPECT_TRUE(o->wants(CheckKind::memory));
  EXPECT_FALSE(o->wants(CheckKind::init));
  EXPECT_TRUE(o->wants(CheckKind::race));
  EXPECT_TRUE(o->leaks);
  EXPECT_TRUE(parse_checks("all")->wants(CheckKind::sync));
  EXPECT_FALSE(parse_checks("")->any());
}

TEST(Checks, LaunchesAreChosen) {
  auto o = parse_checks("race,kernel=sum<int>,skip=2,launches=5");
  ASSERT_TRUE(o);
  EXPECT_EQ(o->kernel, "sum<int>");
  EXPECT_EQ(o->skip, 2u);
  EXPECT_EQ(o->launches, 5u);
  EXPECT_FALSE(o->all_launches());
  EXPECT_TRUE(parse_checks("race")->all_launches());
  EXPECT_FALSE(parse_checks("race,skip=1")->all_launches());
  EXPECT_FALSE(parse_checks("race,launches=-1"));
  EXPECT_FALSE(parse_checks("race,launches="));
}

TEST(Checks, AWrongNameIsOneSentence) {
  auto o = parse_checks("memory,rase");
  ASSERT_FALSE(o);
  EXPECT_EQ(o.error().exit, Exit::usage);
  EXPECT_NE(o.error().what.find("'rase'"), std::string::npos);
}

TEST(Reports, JsonIsReadBack) {
  ReportSet set{"/bin/prog", {example()}, 5, {7, 3}};
  auto back = read_json(json_of(set), "test");
  ASSERT_TRUE(back) << back.error().sentence();
  EXPECT_EQ(json_of(*back), json_of(set));
  EXPECT_EQ(back->reports[0].site->thread.y, 5u);
  EXPECT_EQ(back->reports[0].memory->address, 0x1000u);
  EXPECT_EQ(back->reports[0].allocation->freed->call, "hipFree");
  EXPECT_EQ(back->dropped, 5u);
  EXPECT_EQ(back->launches.all, 7u);
  EXPECT_EQ(back->launches.checked, 3u);
}

TEST(Reports, DamagedJsonIsRefused) {
  for (const char* text : {"", "{", "[]", "{\"format\":2,\"reports\":[]}", "{\"format\":1,\"reports\":[{\"check\":\"no\"}]}"})
    EXPECT_FALSE(read_json(text, "test")) << text;
}

TEST(Reports, SarifNamesRuleAndLine) {
  auto j = nlohmann::json::parse(sarif_of({"/bin/prog", {example()}, 0, {}}, "1.2"));
  EXPECT_EQ(j["version"], "2.1.0");
  const auto& run = j["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["rules"].size(), all_checks().size());
  const auto& result = run["results"][0];
  EXPECT_EQ(result["ruleId"], "memory-out-of-bounds");
  const auto& place = result["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["region"]["startLine"], 12);
  EXPECT_EQ(place["artifactLocation"]["uri"], "file:///src/a.hip");
  EXPECT_EQ(result["occurrenceCount"], 3);
}

TEST(Reports, RepeatsAreCountedAndTheirNumberIsLimited) {
  ::setenv("WAVELIFT_REPORT", (testing::TempDir() + "report_test.json").c_str(), 1);
  Reports& all = Reports::get();
  const Check& c = check("race-lds");
  EXPECT_TRUE(all.first(c, 1, 2));
  Report r = example();
  r.check = &c;
  all.add(r, 1, 2);
  EXPECT_FALSE(all.first(c, 1, 2));
  EXPECT_FALSE(all.first(c, 1, 2));
  for (uint64_t pc = 10; pc < 10 + 2 * Reports::kMost; ++pc)
    if (all.first(c, pc)) all.add(r, pc);
  const ReportSet set = all.snapshot();
  EXPECT_EQ(set.reports[0].count, 3u);
  EXPECT_EQ(set.reports.size(), Reports::kMost);
  EXPECT_EQ(set.dropped, Reports::kMost + 1);
}
