// The store: what is appended is there again, damage is found, kills and other processes do no harm. Files are damaged
// and held through SQLite itself, behind the store's back.
#include "store/store.h"
#include "base/files.h"
#include "base/temporary_folder.h"
#include "store/hash.h"
#include <chrono>
#include <csignal>
#include <fmt/format.h>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <sqlite3.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace wavelift;
using store::Store;

namespace {

class StoreTest : public testing::Test {
protected:
  TemporaryFolder folder = TemporaryFolder::make("store").value();
  std::filesystem::path path = folder.path() / "runs.db";
};

// Runs SQL on the file as any program may; the first column of the last row, as a number.
int64_t sql(const std::filesystem::path& path, const std::string& text) {
  sqlite3* db = nullptr;
  int64_t number = 0;
  const auto keep = [](void* out, int columns, char** values, char**) {
    if (columns > 0 && values[0]) *static_cast<int64_t*>(out) = std::strtoll(values[0], nullptr, 10);
    return 0;
  };
  EXPECT_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(db, text.c_str(), keep, &number, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
  sqlite3_close(db);
  return number;
}

// A child process, and a pipe from it.
struct Child {
  pid_t pid = 0;
  int from = -1;

  explicit Child(const std::function<void(int to)>& work) {
    int ends[2];
    if (::pipe(ends) != 0) std::abort();
    pid = ::fork();
    if (pid == 0) {
      ::close(ends[0]);
      work(ends[1]);
      ::_exit(0);
    }
    ::close(ends[1]);
    from = ends[0];
  }
  Child(const Child&) = delete;
  ~Child() {
    ::close(from);
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
  }
};

// The end of a child that could not do its work.
[[noreturn]] void die(const Error& error) {
  fmt::print(stderr, "child: {}\n", error.sentence());
  ::_exit(1);
}

void tell(int to, int64_t number) {
  if (::write(to, &number, sizeof number) != sizeof number) ::_exit(3);
}

// The numbers that the child told, until it ended.
std::vector<int64_t> told(const Child& child) {
  std::vector<int64_t> all;
  for (int64_t number; ::read(child.from, &number, sizeof number) == sizeof number;) all.push_back(number);
  return all;
}

int64_t next(const Child& child) {
  int64_t number = -1;
  return ::read(child.from, &number, sizeof number) == sizeof number ? number : -1;
}

// Three events, the second of them with two blobs, and a blob that none names.
void fill(const std::filesystem::path& path) {
  auto s = Store::open(path);
  ASSERT_TRUE(s) << s.error().sentence();
  const std::string_view blobs[] = {"source of a kernel", std::string_view("\0\xff", 2)};
  ASSERT_EQ(s->append("begin", R"({"seed":1})", {}, 1000), 1);
  ASSERT_EQ(s->append("try", R"({"id":7})", blobs, 2000), 2);
  ASSERT_EQ(s->append("end", "{}", {}, 3000), 3);
  ASSERT_TRUE(s->put("of no event"));
}

const std::string kSound = "sound";

// What verify says, "SEQ: WHAT", or kSound.
std::string first_fault(const std::filesystem::path& path) {
  auto s = Store::open(path);
  if (!s) return s.error().sentence();
  auto fault = s->verify();
  if (!fault) return fault.error().sentence();
  return *fault ? fmt::format("{}: {}", (*fault)->seq, (*fault)->what) : kSound;
}

TEST_F(StoreTest, GivesBackWhatWasAppended) {
  fill(path);
  auto s = Store::open(path);
  auto all = s->events();
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 3u);
  const store::Event& second = (*all)[1];
  EXPECT_EQ(second.seq, 2);
  EXPECT_EQ(second.kind, "try");
  EXPECT_EQ(second.payload, R"({"id":7})");
  EXPECT_EQ(second.wall_ms, 2000);
  ASSERT_EQ(second.blobs.size(), 2u);
  EXPECT_EQ(s->get(second.blobs[0]), "source of a kernel");
  EXPECT_EQ(s->get(second.blobs[1]), std::string("\0\xff", 2));
  EXPECT_TRUE((*all)[2].blobs.empty());
  EXPECT_EQ(s->hash(), (*all)[2].hash);
  EXPECT_EQ(s->events(2)->size(), 2u);
  EXPECT_EQ(s->events(2, 1)->at(0).kind, "try");
  EXPECT_EQ(first_fault(path), kSound);
}

TEST_F(StoreTest, TheHashesAreSha256OfTheDocumentedText) {
  // FIPS 180-2's example.
  EXPECT_EQ(store::content_hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  auto s = Store::open(path);
  EXPECT_EQ(s->hash(), std::string(64, '0'));
  const std::string_view blobs[] = {"abc"};
  ASSERT_TRUE(s->append("try", "{}", blobs));
  EXPECT_EQ(s->hash(), store::content_hash(fmt::format("{} 1 3:try {} {}", std::string(64, '0'), store::content_hash("{}"), store::content_hash("abc"))));
}

TEST_F(StoreTest, EqualEventsGiveEqualHashesWheneverTheyRan) {
  const auto run = [&](const char* name, std::initializer_list<const char*> payloads, std::string_view kind, std::string_view blob, int64_t wall) {
    auto s = Store::open(folder.path() / name);
    const std::string_view blobs[] = {blob};
    for (const char* payload : payloads) EXPECT_TRUE(s->append(kind, payload, blobs, wall++));
    return s->hash().value();
  };
  const std::string first = run("a", {"1", "2"}, "k", "b", 5);
  EXPECT_EQ(run("b", {"1", "2"}, "k", "b", 500), first);
  EXPECT_NE(run("c", {"2", "1"}, "k", "b", 5), first);
  EXPECT_NE(run("d", {"1", "2"}, "K", "b", 5), first);
  EXPECT_NE(run("e", {"1", "2"}, "k", "B", 5), first);
  EXPECT_NE(run("f", {"1"}, "k", "b", 5), first);
}

TEST_F(StoreTest, VerifyFindsDamageAndWhereItBegins) {
  const std::string blob = store::content_hash("source of a kernel");
  const std::string alone = store::content_hash("of no event");
  const std::string lost = "the blob " + blob + " of event 2 is missing or damaged";
  struct Damage {
    std::string sql;
    std::string fault;
  };
  const Damage damages[] = {
      {"UPDATE events SET payload = '{\"id\":8}' WHERE seq = 2", "2: event 2 is not what was appended"},
      {"UPDATE events SET kind = 'Try' WHERE seq = 2", "2: event 2 is not what was appended"},
      {"UPDATE events SET hash = 'x' || substr(hash, 2) WHERE seq = 3", "3: event 3 is not what was appended"},
      {"UPDATE events SET blobs = '' WHERE seq = 2", "2: event 2 is not what was appended"},
      {"UPDATE blobs SET bytes = CAST('Source of a kernel' AS BLOB) WHERE hash = '" + blob + "'", "2: " + lost},
      {"DELETE FROM blobs WHERE hash = '" + blob + "'", "2: " + lost},
      {"UPDATE blobs SET bytes = x'00' WHERE hash = '" + alone + "'", "0: the blob " + alone + ", which no event names, is damaged"},
      {"DELETE FROM events WHERE seq = 1", "1: event 1 is missing"},
      {"DELETE FROM events WHERE seq = 2", "2: event 2 is missing"},
      {"DELETE FROM events WHERE seq = 3", "3: event 3 is missing"},
      {"INSERT INTO events VALUES(0, 'k', '', '', 0, '')", "0: event 0 was not appended by wavelift"},
      {"UPDATE head SET seq = 2", "3: event 3 was not appended by wavelift"},
      {"UPDATE head SET hash = 'x'", "3: the store's last hash is not that of its events"},
      {"UPDATE events SET wall_ms = 0", kSound},   // not in the chain
  };
  int n = 0;
  for (const Damage& damage : damages) {
    const auto file = folder.path() / fmt::format("{}.db", n++);
    fill(file);
    ASSERT_EQ(first_fault(file), kSound);
    sql(file, damage.sql);
    EXPECT_EQ(first_fault(file), damage.fault) << damage.sql;
  }
}

TEST_F(StoreTest, DamageToTheFilesOwnBytesIsFound) {
  fill(path);
  const std::string whole = read_file(path).value();
  const std::pair<std::string, std::string> places[] = {
      {"{\"seed\":1}", "1: event 1 is not what was appended"},
      {"source of a kernel", "2: the blob " + store::content_hash("source of a kernel") + " of event 2 is missing or damaged"},
  };
  for (const auto& [text, fault] : places) {
    std::string bytes = whole;
    ASSERT_NE(bytes.find(text), std::string::npos);
    bytes[bytes.find(text) + 3] ^= 1;
    ASSERT_TRUE(write_file(path, bytes));
    EXPECT_EQ(first_fault(path), fault);
  }
  ASSERT_TRUE(write_file(path, whole.substr(0, 2 * 4096)));
  auto s = Store::open(path);
  ASSERT_TRUE(!s || !s->verify());
  const Error error = s ? s->verify().error() : s.error();
  EXPECT_EQ(error.exit, Exit::no_input);
  EXPECT_EQ(error.sentence(), "the store " + path.string() + " is damaged (database disk image is malformed); restore it from a copy, or begin another one");
}

TEST_F(StoreTest, ADamagedBlobIsASentenceUntilItsContentComesAgain) {
  auto s = Store::open(path);
  auto hash = s->put("abc");
  ASSERT_TRUE(hash);
  EXPECT_EQ(s->put("abc"), *hash);
  EXPECT_EQ(sql(path, "SELECT count(*) FROM blobs"), 1);
  sql(path, "UPDATE blobs SET bytes = x'616264'");
  auto got = s->get(*hash);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().exit, Exit::no_input);
  EXPECT_EQ(got.error().what, fmt::format("the blob {} of the store {} is damaged", *hash, path.string()));
  EXPECT_EQ(s->put("abc"), *hash);
  EXPECT_EQ(s->get(*hash), "abc");
  EXPECT_EQ(s->get("12").error().what, fmt::format("the store {} has no blob 12", path.string()));
}

TEST_F(StoreTest, AKilledProcessLeavesWholeEvents) {
  for (int kill = 0; kill < 20; ++kill) {
    int64_t acknowledged = 0;
    {
      Child child([&](int to) {
        auto s = Store::open(path);
        if (!s) die(s.error());
        for (int64_t i = 0;; ++i) {
          const std::string blob = fmt::format("{} {} {}", kill, i, std::string(20'000, 'x'));
          const std::string_view blobs[] = {blob};
          auto seq = s->append("try", store::content_hash(blob), blobs);
          if (!seq) die(seq.error());
          tell(to, *seq);
        }
      });
      ASSERT_GT(next(child), 0);
      std::this_thread::sleep_for(std::chrono::microseconds(317 * kill));
      ::kill(child.pid, SIGKILL);
      for (int64_t seq : told(child)) acknowledged = seq;
    }
    auto s = Store::open(path);
    ASSERT_TRUE(s) << s.error().sentence();
    ASSERT_EQ(first_fault(path), kSound);
    auto all = s->events();
    ASSERT_TRUE(all);
    ASSERT_GE(static_cast<int64_t>(all->size()), acknowledged);
    ASSERT_EQ(sql(path, "SELECT count(*) FROM blobs"), static_cast<int64_t>(all->size()));
    for (const store::Event& event : *all) ASSERT_EQ(event.blobs, std::vector{event.payload});
  }
}

TEST_F(StoreTest, TwoProcessesThatMakeAndFillOneStoreAtOnceLoseNothing) {
  for (int round = 0; round < 10; ++round) {
    const auto file = folder.path() / fmt::format("{}.db", round);
    const auto work = [&](int) {
      auto s = Store::open(file);
      if (!s) die(s.error());
      for (int i = 0; i < 10; ++i)
        if (auto seq = s->append("try", "{}"); !seq) die(seq.error());
    };
    Child a(work), b(work);
    told(a);
    told(b);
    auto s = Store::open(file);
    ASSERT_TRUE(s) << s.error().sentence();
    EXPECT_EQ(s->events()->size(), 20u);
    EXPECT_EQ(first_fault(file), kSound);
  }
}

TEST_F(StoreTest, OfTwoProcessesOneGetsALease) {
  ASSERT_TRUE(Store::open(path));
  const auto work = [&](const char* owner) {
    return [&, owner](int to) {
      auto s = Store::open(path);
      if (!s) die(s.error());
      for (int64_t key = 0; key < 1000; ++key) {
        auto got = s->claim(fmt::format("{}", key), owner, 1000);
        if (!got) die(got.error());
        if (*got) tell(to, key);
      }
    };
  };
  Child a(work("a")), b(work("b"));
  std::map<int64_t, int> given;
  for (const Child* child : {&a, &b})
    for (int64_t key : told(*child)) ++given[key];
  EXPECT_EQ(given.size(), 1000u);
  for (auto [key, times] : given) EXPECT_EQ(times, 1) << key;
}

TEST_F(StoreTest, LeasesEndRenewAndReturn) {
  auto s = Store::open(path);
  const int64_t t = 1'000'000;
  EXPECT_EQ(s->claim("k", "a", 10, t), true);
  EXPECT_EQ(s->claim("k", "b", 10, t + 9'999), false);
  EXPECT_EQ(s->claim("k", "a", 10, t + 9'999), false);   // renew is for that
  EXPECT_EQ(s->claim("other", "b", 10, t), true);
  EXPECT_EQ(s->renew("k", "b", 10, t + 5'000), false);
  EXPECT_EQ(s->renew("k", "a", 10, t + 5'000), true);
  EXPECT_EQ(s->claim("k", "b", 10, t + 14'999), false);
  EXPECT_EQ(s->renew("k", "a", 10, t + 15'000), false);   // over, though nobody has taken it
  EXPECT_EQ(s->claim("k", "b", 10, t + 15'000), true);
  EXPECT_EQ(s->release("k", "a", t + 16'000), false);
  EXPECT_EQ(s->claim("k", "a", 10, t + 16'000), false);
  EXPECT_EQ(s->release("k", "b", t + 16'000), true);
  EXPECT_EQ(s->claim("k", "a", 10, t + 16'000), true);
  EXPECT_EQ(s->claim("k2", "a", 0).error().exit, Exit::usage);
}

TEST_F(StoreTest, AFileThatIsNoStoreIsRefusedAndLeftAsItIs) {
  const std::string text = "This is a letter and no data base; it is longer than an SQLite header, which has 100 bytes, I believe.\n";
  ASSERT_TRUE(write_file(path, text));
  auto s = Store::open(path);
  ASSERT_FALSE(s);
  EXPECT_EQ(s.error().exit, Exit::no_input);
  EXPECT_EQ(s.error().sentence(), path.string() + " is not a store: it is no SQLite database; give another path, or move that file away");
  EXPECT_EQ(read_file(path), text);

  const auto foreign = folder.path() / "foreign.db";
  sql(foreign, "CREATE TABLE t(x)");
  const auto before = read_file(foreign);
  EXPECT_EQ(Store::open(foreign).error().sentence(), foreign.string() + " is not a store: it is another program's SQLite database; give another path");
  EXPECT_EQ(read_file(foreign), *before);

  EXPECT_EQ(Store::open(folder.path()).error().sentence(), folder.path().string() + " is a folder, not a store; give the path of a file in it");
}

TEST_F(StoreTest, AnotherFormatIsRefused) {
  ASSERT_TRUE(Store::open(path));
  sql(path, "PRAGMA user_version = 2");
  auto s = Store::open(path);
  ASSERT_FALSE(s);
  EXPECT_EQ(s.error().exit, Exit::unsupported);
  EXPECT_EQ(s.error().sentence(), "the store " + path.string() + " has format 2, this wavelift reads format 1; use the wavelift that wrote it, or begin another store");
}

TEST_F(StoreTest, AHeldStoreIsWaitedForAndThenSaysByWhom) {
  ASSERT_TRUE(Store::open(path));
  Child holder([&](int to) {
    sqlite3* db = nullptr;
    sqlite3_open(path.c_str(), &db);
    if (sqlite3_exec(db, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr) != SQLITE_OK) ::_exit(1);
    tell(to, 1);
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    sqlite3_exec(db, "COMMIT", nullptr, nullptr, nullptr);
    tell(to, 2);
    std::this_thread::sleep_for(std::chrono::seconds(60));
  });
  ASSERT_EQ(next(holder), 1);
  auto hasty = Store::open(path, 0.2);
  ASSERT_TRUE(hasty) << hasty.error().sentence();   // to read needs no lock
  auto seq = hasty->append("try", "{}");
  ASSERT_FALSE(seq);
  EXPECT_EQ(seq.error().exit, Exit::output);
  EXPECT_EQ(seq.error().sentence(), fmt::format("the store {} was held by process {} (store_test) for 0.2 s; try again when that is done", path.string(), holder.pid));
  EXPECT_EQ(Store::open(path, 10)->append("try", "{}"), 1);
}

}  // namespace
