// mutation: how many faults in the instructions' handlers the unit tests of tests/soft/isa notice.
//
//   mutation                       every row of the tables with every fault that makes sense for it
//   mutation --every 12            each twelfth row
//   mutation --mnemonic v_add_u32  one, with what kills or misses it
//
// All unit tests are linked in. A first run learns which tests ask for which row; then a process a row learns what the
// row's handler does, and a process a mutant runs the row's tests until one fails (killed) or none does (survived).
// Prints the score and the survivors; exit 1 when it is below --least percent.
#include "../soft/isa/harness.h"
#include "mutants.h"
#include <CLI/CLI.hpp>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <map>
#include <set>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace wavelift::soft;
using namespace wavelift::soft::WAVE;
using namespace wavelift::soft::mutation;

namespace {

using Clock = std::chrono::steady_clock;
double since(Clock::time_point t) { return std::chrono::duration<double>(Clock::now() - t).count(); }

// Row by name: the tests that ask for it.
std::map<std::string, std::set<std::string>, std::less<>> tests_of;

std::string current_test() {
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  return info ? fmt::format("{}.{}", info->test_suite_name(), info->name()) : "";
}

const Semantics* note_row(const Semantics& row) {
  if (auto test = current_test(); !test.empty()) tests_of[std::string(row.mnemonic)].insert(test);
  return &row;
}

// --- In the child ---

const Semantics* wanted = nullptr;    // the row under test
const Mutant* fault = nullptr;
Facts* facts_of_child = nullptr;

const Semantics* spoiled_row(const Semantics& row) { return row.mnemonic == wanted->mnemonic ? wrap(row, fault, facts_of_child) : &row; }
bool is_wanted(std::string_view mnemonic) { return mnemonic == wanted->mnemonic; }

class StopAtFailure : public testing::EmptyTestEventListener {
  void OnTestPartResult(const testing::TestPartResult& r) override {
    if (!r.failed()) return;
    if (::getenv("MUTATION_VERBOSE")) fmt::print(stderr, "killed in {}: {}\n", current_test(), r.summary());
    ::_exit(1);
  }
};

[[noreturn]] void run_child(const Semantics& row, const Mutant* mutant, Facts* facts, double seconds) {
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  for (int s : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL}) ::signal(s, SIG_DFL);
  int null = ::open("/dev/null", O_WRONLY);
  ::dup2(null, 1);
  if (!::getenv("MUTATION_VERBOSE")) ::dup2(null, 2);
  ::alarm(static_cast<unsigned>(seconds));
  wanted = &row;
  fault = mutant;
  facts_of_child = facts;
  test::replace_row = spoiled_row;
  test::wants = is_wanted;
  std::string filter;
  for (const std::string& t : tests_of[std::string(row.mnemonic)]) filter += (filter.empty() ? "" : ":") + t;
  testing::GTEST_FLAG(filter) = filter;
  testing::UnitTest::GetInstance()->listeners().Append(new StopAtFailure);
  ::_exit(RUN_ALL_TESTS());
}

// --- In the parent ---

struct Outcome {
  const Semantics* row;
  const Mutant* mutant;     // null: the observing run
  bool passed = false;
};

// Runs children, `jobs` at a time.
class Children {
public:
  explicit Children(unsigned jobs) : jobs_(jobs) {}
  void start(const Outcome& o, Facts* facts, double seconds, std::vector<Outcome>& done) {
    if (running_.size() >= jobs_) wait_one(done);
    pid_t pid = ::fork();
    if (pid == 0) run_child(*o.row, o.mutant, facts, seconds);
    running_[pid] = o;
  }
  void finish(std::vector<Outcome>& done) {
    while (!running_.empty()) wait_one(done);
  }

private:
  void wait_one(std::vector<Outcome>& done) {
    int status = 0;
    pid_t pid = ::wait(&status);
    auto it = running_.find(pid);
    if (it == running_.end()) return;
    it->second.passed = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    done.push_back(it->second);
    running_.erase(it);
  }
  unsigned jobs_;
  std::map<pid_t, Outcome> running_;
};

struct Score {
  int killed = 0, survived = 0, equivalent = 0;
  double percent() const { return killed + survived ? 100.0 * killed / (killed + survived) : 100.0; }
};

}  // namespace

int main(int argc, char** argv) {
  unsigned jobs = 2, every = 1, first = 0;
  double least = 95;
  std::string only, only_mutant;
  bool list_equivalents = false;
  CLI::App app("How many faults in the instructions' handlers the unit tests notice.");
  app.add_option("--jobs", jobs);
  app.add_option("--every", every, "only each n-th row")->check(CLI::PositiveNumber);
  app.add_option("--first", first, "with --every: the number of the first row");
  app.add_option("--least", least, "percent that must be killed");
  app.add_option("--mnemonic", only);
  app.add_option("--mutant", only_mutant);
  app.add_flag("--equivalents", list_equivalents, "print the mutants that are no faults, and why");
  CLI11_PARSE(app, argc, argv);

  const auto begin = Clock::now();
  int test_argc = 1;
  char name[] = "mutation", brief[] = "--gtest_brief=1";
  char* test_argv[] = {name, brief, nullptr};
  test_argc = 2;
  testing::InitGoogleTest(&test_argc, test_argv);
  test::replace_row = note_row;
  if (RUN_ALL_TESTS() != 0) {
    fmt::print("the unit tests fail without any fault\n");
    return 1;
  }
  test::replace_row = nullptr;
  const double once = since(begin);

  struct Item {
    const Family* family;
    const Semantics* row;
    Facts* facts;
  };
  std::vector<Item> items;
  std::set<std::string_view> seen;
  unsigned number = 0;
  for (const Family& f : instruction_families())
    for (const Semantics& row : f.rows)
      if (seen.insert(row.mnemonic).second && (only.empty() ? number++ % every == first % every : row.mnemonic == only))
        items.push_back({&f, &row, nullptr});
  auto* facts = static_cast<Facts*>(::mmap(nullptr, (items.size() + 1) * sizeof(Facts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));

  std::vector<Outcome> done;
  Children children(jobs);
  std::map<std::string_view, Facts*> facts_of;
  for (size_t i = 0; i < items.size(); ++i) {
    items[i].facts = new (facts + i) Facts;
    facts_of[items[i].row->mnemonic] = items[i].facts;
    if (tests_of.contains(items[i].row->mnemonic)) children.start({items[i].row, nullptr}, items[i].facts, 60, done);
  }
  children.finish(done);
  std::set<std::string_view> unwrappable;   // their tests look at the function itself: nothing can be measured
  for (const Outcome& o : done)
    if (!o.passed) unwrappable.insert(o.row->mnemonic);
  done.clear();

  std::map<std::string_view, Score> families;
  Score all;
  std::vector<std::string> survivors;
  std::map<std::string_view, std::string_view> family_of;
  for (const Item& item : items) {
    family_of[item.row->mnemonic] = item.family->name;
    if (!tests_of.contains(item.row->mnemonic) || unwrappable.contains(item.row->mnemonic)) {
      if (find_equivalent(item.row->mnemonic, "*")) continue;
      ++families[item.family->name].survived, ++all.survived;
      survivors.push_back(fmt::format("{}: {}", item.row->mnemonic, tests_of.contains(item.row->mnemonic) ? "cannot be measured" : "no test"));
      continue;
    }
    for (const Mutant& m : mutants()) {
      if (!m.applies(*item.facts) || (!only_mutant.empty() && only_mutant != m.name)) continue;
      if (find_equivalent(item.row->mnemonic, m.name)) {
        ++families[item.family->name].equivalent, ++all.equivalent;
        continue;
      }
      children.start({item.row, &m}, nullptr, std::max(10.0, once * 2), done);
    }
  }
  children.finish(done);
  for (const Outcome& o : done) {
    Score& f = families[family_of[o.row->mnemonic]];
    ++(o.passed ? f.survived : f.killed);
    ++(o.passed ? all.survived : all.killed);
    if (o.passed) survivors.push_back(fmt::format("{}: {} ({})", o.row->mnemonic, o.mutant->name, o.mutant->what));
    else if (!only.empty()) fmt::print("{}: {} killed\n", o.row->mnemonic, o.mutant->name);
  }

  if (list_equivalents)
    for (const Equivalent& e : equivalents()) fmt::print("equivalent: {} {}: {}\n", e.mnemonic, e.mutant, e.reason);
  std::sort(survivors.begin(), survivors.end());
  for (const std::string& s : survivors) fmt::print("survived: {}\n", s);
  for (const auto& [family, s] : families)
    fmt::print("{:34} {:5} killed {:4} survived {:4} equivalent  {:5.1f} %\n", family, s.killed, s.survived, s.equivalent, s.percent());
  fmt::print("mutation score {:.1f} %: {} of {} mutants of {} instructions killed, {} equivalent, {:.0f} s\n", all.percent(), all.killed,
             all.killed + all.survived, items.size(), all.equivalent, since(begin));
  return all.percent() >= least ? 0 : 1;
}
