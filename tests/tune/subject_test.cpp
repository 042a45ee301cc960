// From tasks to what a search starts from.
#include "tune/subject.h"
#include "base/paths.h"
#include <gtest/gtest.h>

namespace wavelift::tune {
namespace {

judge::Task task_named(const std::string& name) {
  auto task = judge::read_task(home() / "share/tasks" / name);
  EXPECT_TRUE(task) << task.error().sentence();
  return task ? *task : judge::Task();
}

TEST(SubjectOf, RaisesEachLaunchOfTheContract) {
  const judge::Task task = task_named("reduction");
  for (const auto language : {judge::Language::hip, judge::Language::cuda}) {
    auto subject = subject_of(task, {"gfx90a", language, nullptr});
    ASSERT_TRUE(subject) << subject.error().sentence();
    EXPECT_EQ(subject->task, &task);
    EXPECT_EQ(subject->baseline.language, language);
    EXPECT_NE(subject->baseline.text.find("sum_of_block"), std::string::npos);
    ASSERT_EQ(subject->nests.size(), 2u);
    for (const auto& raised : subject->nests) ASSERT_TRUE(raised.nest) << raised.reason;
    EXPECT_EQ(subject->nests[0].nest->kernel, "sum_parts");
    EXPECT_EQ(text_of(*subject->nests[1].nest), "sum_all\n  float sum_2 = + over lane < 256 by lanes: parts[lane]\n  sum[0] = sum_2\n");
  }
}

// What cannot be raised is no error: a search may still try hints.
TEST(SubjectOf, SaysWhatIsInTheWay) {
  const judge::Task task = task_named("histogram");
  auto subject = subject_of(task, {"gfx90a", judge::Language::hip, nullptr});
  ASSERT_TRUE(subject) << subject.error().sentence();
  ASSERT_EQ(subject->nests.size(), 2u);
  EXPECT_TRUE(subject->nests[0].nest);
  EXPECT_FALSE(subject->nests[1].nest);
  EXPECT_NE(subject->nests[1].reason.find("atomicAdd"), std::string::npos) << subject->nests[1].reason;
}

TEST(SubjectOf, ObjectsHaveNoSource) {
  const judge::Task task = task_named("reduction");
  auto subject = subject_of(task, {"gfx90a", judge::Language::object, nullptr});
  ASSERT_FALSE(subject);
  EXPECT_EQ(subject.error().exit, Exit::no_input);
}

}  // namespace
}  // namespace wavelift::tune
