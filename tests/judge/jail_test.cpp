// What a process in a jail can and cannot do, tried by jail_prisoner.
#include "base/files.h"
#include "judge/jail.h"
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace wavelift::judge {
namespace {
namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::span<const std::byte> bytes_of(std::string_view s) { return std::as_bytes(std::span(s.data(), s.size())); }

class JailTest : public testing::Test {
protected:
  void SetUp() override {
    if (auto s = jail_works(); !s) GTEST_SKIP() << s.error().sentence();
    char name[] = "/tmp/jail-test-XXXXXX";
    folder_ = ::mkdtemp(name);
    jail_.limits = {.wall_s = 20, .cpu_s = 10, .memory = 1ull << 30, .file = 8 << 20, .processes = 16};
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }

  JailedRun run(std::vector<std::string> words, std::string_view input = {}) {
    words.insert(words.begin(), JAIL_PRISONER);
    auto r = run_jailed(words, jail_, bytes_of(input));
    EXPECT_TRUE(r) << r.error().sentence();
    return r ? *r : JailedRun{};
  }

  Jail jail_;
  fs::path folder_;
};

// Processes with this word among their arguments.
int count_marked(const std::string& mark) {
  int n = 0;
  for (const auto& e : fs::directory_iterator("/proc")) {
    std::string line = read_file(e.path() / "cmdline").value_or("");   // it may have ended by now
    n += line.find(mark) != line.npos;
  }
  return n;
}

bool comes_true(auto&& what) {
  for (int i = 0; i < 500; ++i) {
    if (what()) return true;
    std::this_thread::sleep_for(20ms);
  }
  return false;
}

TEST_F(JailTest, RunsAndTalks) {
  EXPECT_EQ(run({"echo"}, "ping").out, "ping");
  std::string much(3 << 20, 'x');
  auto r = run({"echo"}, much);
  EXPECT_EQ(r.end.exit_code, 0);
  EXPECT_TRUE(r.out == much);
  EXPECT_EQ(run({"nothing"}).end.exit_code, 99);
  EXPECT_EQ(run({"abort"}).end.exit_code, 128 + SIGABRT);
}

TEST_F(JailTest, IsNobodyWithoutEnvironment) {
  EXPECT_EQ(run({"who"}).out, "uid 65534 pid 2 session 1 core 0 host jail\n");
  ::setenv("JAIL_TEST_SECRET", "secret", 1);
  jail_.env = {"A=b=c"};
  std::string out = run({"environment"}).out;
  EXPECT_NE(out.find("A=b=c\n"), out.npos) << out;
  EXPECT_NE(out.find("PATH=/usr/bin:/bin\n"), out.npos) << out;
  EXPECT_EQ(out.find("secret"), out.npos) << out;
  EXPECT_EQ(run({"descriptors"}).out, "0\n1\n2\n");
}

TEST_F(JailTest, ReadsOnlyWhatIsNamed) {
  fs::path secret = folder_ / "secret", named = folder_ / "named", link = folder_ / "link";
  ASSERT_TRUE(write_file(secret, "secret"));
  ASSERT_TRUE(write_file(named, "named"));
  fs::create_symlink(named, link);
  jail_.readable = {named, link};
  EXPECT_EQ(run({"read", named}).out, "named");
  EXPECT_EQ(run({"read", link}).out, "named");
  for (const char* path : {secret.c_str(), "/etc/passwd", "/etc/hostname", "/proc/self/maps", "/proc/1/cmdline",
                           "/sys/kernel/notes", "/dev/mem", "/usr/bin/env", "/usr/include/stdio.h", __FILE__})
    EXPECT_EQ(run({"read", path}).out, "No such file or directory\n") << path;
  EXPECT_EQ(run({"write", named}).end.exit_code, 1);
  auto top = run({"list", "/"}).out;
  for (const char* name : {"home\n", "root\n", "proc\n", "sys\n", "var\n", "boot\n"}) EXPECT_EQ(top.find(name), top.npos) << top;
  EXPECT_EQ(run({"list", "/jail"}).out, "");
}

TEST_F(JailTest, WithAGpuItSeesItsOwnProcesses) {
  jail_.gpu = true;
  auto r = run_jailed({JAIL_PRISONER, "list", "/proc"}, jail_);
  if (!r) GTEST_SKIP() << r.error().sentence(); // in some containers nobody may mount /proc
  int processes = 0;
  for (size_t at = 0; at < r->out.size(); at = r->out.find('\n', at) + 1) processes += r->out[at] >= '0' && r->out[at] <= '9';
  EXPECT_EQ(processes, 2);
  EXPECT_EQ(run({"write", "/proc/sys/kernel/hostname"}).end.exit_code, 1);
}

TEST_F(JailTest, AFileBehindAClosedFolderCanBeNamed) {
  fs::create_directory(folder_ / "closed");
  ASSERT_TRUE(write_file(folder_ / "closed/file", "text"));
  fs::permissions(folder_ / "closed", fs::perms::owner_all);
  jail_.readable = {folder_ / "closed/file"};
  EXPECT_EQ(run({"read", folder_ / "closed/file"}).out, "text");
}

TEST_F(JailTest, WhatIsNamedMustExist) {
  jail_.readable = {folder_ / "nothing"};
  auto r = run_jailed({JAIL_PRISONER, "who"}, jail_);
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().exit, Exit::no_input);
  EXPECT_EQ(r.error().what, "cannot read " + (folder_ / "nothing").string() + ": No such file or directory");
}

TEST_F(JailTest, WritesOnlyItsFolder) {
  jail_.folder = folder_;
  EXPECT_EQ(run({"write", "/jail/here"}).end.exit_code, 0);
  EXPECT_TRUE(fs::exists(folder_ / "here"));
  for (const char* path : {"/here", "/dev/here", "/usr/lib/x86_64-linux-gnu/here", "/etc/here", "/lib64/here"})
    EXPECT_EQ(run({"write", path}).end.exit_code, 1) << path;
  EXPECT_EQ(run({"write", "/dev/null"}).end.exit_code, 0);
}

TEST_F(JailTest, CannotFillTheDisk) {
  for (const char* folder : {"/jail", "/tmp"}) {
    long long wrote = std::stoll("0" + run({"fill", folder}).out);
    EXPECT_GT(wrote, 4 << 20) << folder;
    EXPECT_LE(wrote, 8 << 20) << folder;
  }
  EXPECT_EQ(run({"fill", "/dev"}).out, "0\n");
  // A file of a folder on disk has the limit of a file.
  jail_.folder = folder_;
  jail_.limits.file = 1 << 19;
  EXPECT_EQ(run({"grow", "/jail/file"}).end.exit_code, 128 + SIGXFSZ);
  EXPECT_EQ(fs::file_size(folder_ / "file"), 1u << 19);
}

TEST_F(JailTest, OpensNoSockets) { EXPECT_EQ(run({"sockets"}).out, "0\n"); }

TEST_F(JailTest, DangerousCallsAreRefused) { EXPECT_EQ(run({"calls"}).out, ""); }

TEST_F(JailTest, AForkBombMeetsALimit) {
  auto r = run({"fork-bomb"});
  int forked = std::stoi("0" + r.out);
  EXPECT_GE(forked, 8);
  EXPECT_LE(forked, 16);
  EXPECT_LT(r.end.seconds, 10); // those that still slept did not keep it
}

TEST_F(JailTest, OfTwoJailsEachHasItsOwnProcesses) {
  auto first = start_jailed({JAIL_PRISONER, "fork-bomb"}, jail_);
  ASSERT_TRUE(first);
  EXPECT_GE(std::stoi("0" + run({"fork-bomb"}).out), 8);
  EXPECT_EQ(run({"signal-others"}).out, "still here\n");
}

TEST_F(JailTest, MemoryIsLimited) {
  long long mib = std::stoll("0" + run({"memory"}).out);
  EXPECT_GT(mib, 900);
  EXPECT_LE(mib, 1024);
}

TEST_F(JailTest, DoesNotOutliveItsLimit) {
  jail_.limits.wall_s = 0.5;
  for (const char* what : {"sleep", "family", "flood-errors"}) {
    auto r = run({what});
    EXPECT_TRUE(r.end.timed_out) << what;
    EXPECT_EQ(r.end.exit_code, 128 + SIGKILL) << what;
    EXPECT_GE(r.end.seconds, 0.5) << what;
    EXPECT_LT(r.end.seconds, 5) << what;
  }
  jail_.limits = {.wall_s = 20, .cpu_s = 1, .memory = 0, .file = 1 << 20, .processes = 4};
  auto r = run({"spin"});
  EXPECT_EQ(r.end.exit_code, 128 + SIGXCPU);
  EXPECT_FALSE(r.end.timed_out);
}

TEST_F(JailTest, WhoeverReadsOrWritesDoesNotWaitForEver) {
  jail_.limits.wall_s = 0.5;
  auto reads = start_jailed({JAIL_PRISONER, "sleep"}, jail_), writes = start_jailed({JAIL_PRISONER, "sleep"}, jail_);
  ASSERT_TRUE(reads && writes);
  std::byte one;
  auto s = (*reads)->read({&one, 1});
  ASSERT_FALSE(s);
  EXPECT_EQ(s.error().what, std::string(JAIL_PRISONER) + " ended in its jail before it had said all that it should");
  std::vector<std::byte> much(1 << 20);
  EXPECT_FALSE((*writes)->write(much));
  EXPECT_TRUE((*writes)->wait().timed_out);
}

TEST_F(JailTest, ADialogue) {
  auto j = start_jailed({JAIL_PRISONER, "echo"}, jail_);
  ASSERT_TRUE(j);
  for (std::string word : {"one", "two"}) {
    ASSERT_TRUE((*j)->write(bytes_of(word)));
    std::string answer(3, ' ');
    ASSERT_TRUE((*j)->read(std::as_writable_bytes(std::span(answer))));
    EXPECT_EQ(answer, word);
  }
  (*j)->close_input();
  EXPECT_EQ((*j)->wait().exit_code, 0);
}

TEST_F(JailTest, OutputIsBounded) {
  auto r = run({"flood"});
  EXPECT_EQ(r.end.exit_code, 128 + SIGXFSZ);
  EXPECT_EQ(r.out.size(), 8u << 20);
  jail_.limits.wall_s = 0.5;
  EXPECT_EQ(run({"flood-errors"}).errors.size(), 64u << 10);
}

TEST_F(JailTest, WhatAProcessLeavesBehindDiesWithIt) {
  std::string mark = "mark-left-" + std::to_string(::getpid());
  auto r = run({"leave-family", mark});
  EXPECT_EQ(r.end.exit_code, 7);
  EXPECT_LT(r.end.seconds, 10);
  EXPECT_EQ(count_marked(mark), 0);
}

TEST_F(JailTest, DiesWithItsObject) {
  std::string mark = "mark-object-" + std::to_string(::getpid());
  {
    auto j = start_jailed({JAIL_PRISONER, "family", mark}, jail_);
    ASSERT_TRUE(j);
    ASSERT_TRUE(comes_true([&] { return count_marked(mark) >= 3; }));
  }
  EXPECT_EQ(count_marked(mark), 0);
}

TEST_F(JailTest, DoesNotDieWithTheThreadThatAskedForIt) {
  Result<std::unique_ptr<Jailed>> j;
  std::thread([&] { j = start_jailed({JAIL_PRISONER, "echo"}, jail_); }).join();
  ASSERT_TRUE(j);
  std::this_thread::sleep_for(100ms);
  ASSERT_TRUE((*j)->write(bytes_of("x")));
  std::byte answer{};
  EXPECT_TRUE((*j)->read({&answer, 1}));
}

TEST_F(JailTest, AKilledJudgeLeavesNoProcess) {
  std::string mark = "mark-killed-" + std::to_string(::getpid());
  pid_t holder = ::fork();
  if (holder == 0) {
    ::dup2(::open("/dev/null", O_WRONLY), 1);
    ::execl(JAIL_HOLDER, "jail_holder", JAIL_PRISONER, mark.c_str(), nullptr);
    ::_exit(127);
  }
  // The holder, its guardian, bubblewrap inside and outside, the prisoner and its grandchild.
  EXPECT_TRUE(comes_true([&] { return count_marked(mark) >= 6; }));
  ::kill(holder, SIGKILL);
  ::waitpid(holder, nullptr, 0);
  EXPECT_TRUE(comes_true([&] { return count_marked(mark) == 0; }));
}

// Killed while the jail is being made, too.
TEST_F(JailTest, AJudgeKilledAtAnyTimeLeavesNoProcess) {
  std::string mark = "mark-early-" + std::to_string(::getpid());
  for (int i = 0; i < 60; ++i) {
    int begins[2];
    ASSERT_EQ(::pipe(begins), 0);
    pid_t holder = ::fork();
    if (holder == 0) {
      ::dup2(begins[1], 1);
      ::execl(JAIL_HOLDER, "jail_holder", JAIL_PRISONER, mark.c_str(), nullptr);
      ::_exit(127);
    }
    ::close(begins[1]);
    char byte;
    ASSERT_EQ(::read(begins[0], &byte, 1), 1);
    ::close(begins[0]);
    ::usleep(static_cast<useconds_t>(i) * 250);
    ::kill(holder, SIGKILL);
    ::waitpid(holder, nullptr, 0);
  }
  EXPECT_TRUE(comes_true([&] { return count_marked(mark) == 0; })) << count_marked(mark) << " are left";
}

// What holds without a jail.
class UnjailedTest : public JailTest {
protected:
  void SetUp() override {
    confine(Confinement::limits);
    JailTest::SetUp();
  }
  void TearDown() override {
    JailTest::TearDown();
    confine(Confinement::jail);
  }
};

TEST_F(UnjailedTest, NeedsNoBubblewrap) {
  const std::string path = ::getenv("PATH") ? ::getenv("PATH") : "";
  ::setenv("PATH", folder_.c_str(), 1);
  EXPECT_TRUE(jail_works());
  std::string much(3 << 20, 'x');
  auto r = run({"echo"}, much);
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_TRUE(r.out == much);
  EXPECT_EQ(run({"nothing"}).end.exit_code, 99);
  EXPECT_EQ(run({"abort"}).end.exit_code, 128 + SIGABRT);
  EXPECT_EQ(run({"descriptors"}).out, "0\n1\n2\n");
  EXPECT_EQ(run({"list", "."}).out, "");
}

TEST_F(UnjailedTest, StartsInTheFolderWithAnEnvironmentOfItsOwn) {
  ::setenv("JAIL_TEST_SECRET", "secret", 1);
  jail_.env = {"A=/jail/b", "B=of /jail"};
  jail_.folder = folder_;
  const std::string out = run({"environment"}).out;
  EXPECT_EQ(out, "PATH=/usr/bin:/bin\nA=" + folder_.string() + "/b\nB=of /jail\n");
  EXPECT_EQ(run({"write", "here"}).end.exit_code, 0);
  EXPECT_TRUE(fs::exists(folder_ / "here"));
}

TEST_F(UnjailedTest, TheLimitsHold) {
  const long long mib = std::stoll("0" + run({"memory"}).out);
  EXPECT_GT(mib, 900);
  EXPECT_LE(mib, 1024);
  EXPECT_EQ(run({"grow", "file"}).end.exit_code, 128 + SIGXFSZ);
  EXPECT_EQ(run({"flood"}).end.exit_code, 128 + SIGXFSZ);
  EXPECT_EQ(run({"sockets"}).out, "0\n");
  EXPECT_EQ(run({"calls"}).out, "stat\n");   // of /jail, which is not there
  jail_.limits.cpu_s = 1;
  EXPECT_EQ(run({"spin"}).end.exit_code, 128 + SIGXCPU);
}

TEST_F(UnjailedTest, AllOfItDies) {
  const std::string mark = "mark-unjailed-" + std::to_string(::getpid());
  auto r = run({"leave-family", mark});
  EXPECT_EQ(r.end.exit_code, 7);
  EXPECT_EQ(count_marked(mark), 0);
  jail_.limits.wall_s = 0.5;
  for (const char* what : {"sleep", "family"}) {
    r = run({what, mark});
    EXPECT_TRUE(r.end.timed_out) << what;
    EXPECT_LT(r.end.seconds, 5) << what;
    EXPECT_EQ(count_marked(mark), 0) << what;
  }
}

TEST_F(UnjailedTest, WhatCannotBeStartedIsSaid) {
  auto r = run_jailed({"/nothing/here"}, jail_);
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().what, "cannot start /nothing/here: it cannot be started");
}

// Without bubblewrap, and with one that says what it says where namespaces are forbidden.
TEST(JailMissing, IsSaid) {
  char name[] = "/tmp/jail-test-XXXXXX";
  fs::path folder = ::mkdtemp(name);
  std::string path = ::getenv("PATH") ? ::getenv("PATH") : "";
  ::setenv("PATH", folder.c_str(), 1);
  auto s = jail_works();
  ASSERT_FALSE(s);
  EXPECT_EQ(s.error().exit, Exit::tool_missing);
  EXPECT_EQ(s.error().sentence(), "there is no bubblewrap (bwrap), so nothing can be jailed; install the package bubblewrap");
  ASSERT_TRUE(write_file(folder / "bwrap", "#!/bin/sh\necho bwrap: No permissions to create new namespace >&2\nexit 1\n", 0755));
  fs::permissions(folder, fs::perms(0755));
  s = jail_works();
  ASSERT_FALSE(s);
  EXPECT_EQ(s.error().exit, Exit::tool_missing);
  EXPECT_EQ(s.error().what,
            "this system grants no namespaces, so nothing can be jailed (bwrap: No permissions to create new namespace)");
  EXPECT_EQ(s.error().advice,
            "allow unprivileged user namespaces (sysctl user.max_user_namespaces and kernel.unprivileged_userns_clone; in a "
            "container, its seccomp profile)");
  ::setenv("PATH", path.c_str(), 1);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace wavelift::judge
