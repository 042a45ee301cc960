#include "soft/machine/threads.h"
#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

namespace wavelift::soft {

namespace {

// Host threads that live as long as the process.
class Pool {
public:
  explicit Pool(unsigned n) {
    for (unsigned i = 1; i < n; ++i) threads_.emplace_back([this] { work(); });
  }
  ~Pool() {
    {
      std::lock_guard lock(mutex_);
      quit_ = true;
    }
    wake_.notify_all();
    for (auto& t : threads_) t.join();
  }
  // Runs `job` on up to `n` threads, the caller's among them; returns when all are done.
  void run(unsigned n, const std::function<void()>& job) {
    std::lock_guard one_at_a_time(run_mutex_);
    unsigned helpers = std::min<unsigned>(n ? n - 1 : 0, static_cast<unsigned>(threads_.size()));
    {
      std::lock_guard lock(mutex_);
      job_ = &job;
      tickets_ = helpers;
      busy_ = helpers;
    }
    if (helpers) wake_.notify_all();
    job();
    std::unique_lock lock(mutex_);
    // Tickets that nobody has taken are withdrawn: the work is done.
    busy_ -= tickets_;
    tickets_ = 0;
    done_.wait(lock, [this] { return busy_ == 0; });
    job_ = nullptr;
  }

private:
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [this] { return quit_ || tickets_; });
      if (quit_) return;
      --tickets_;
      auto* job = job_;
      lock.unlock();
      (*job)();
      lock.lock();
      if (--busy_ == 0) done_.notify_all();
    }
  }
  std::vector<std::thread> threads_;
  std::mutex mutex_, run_mutex_;
  std::condition_variable wake_, done_;
  const std::function<void()>* job_ = nullptr;
  unsigned tickets_ = 0, busy_ = 0;
  bool quit_ = false;
};

// Never destroyed: a program may launch from its own static destructors.
Pool& pool() {
  static Pool* p = new Pool(worker_count());
  return *p;
}

}  // namespace

unsigned worker_count() {
  static const unsigned n = [] {
    if (const char* e = std::getenv("WAVELIFT_THREADS"))
      if (int k = std::atoi(e); k > 0) return static_cast<unsigned>(std::min(k, 1024));
    return std::max(1u, std::thread::hardware_concurrency());
  }();
  return n;
}

void run_on_threads(unsigned n, const std::function<void()>& job) { pool().run(n, job); }

}  // namespace wavelift::soft
