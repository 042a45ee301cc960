#include "soft/machine/threads.h"
#include "soft/machine/schedule.h"
#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

namespace wavelift::soft {

namespace {

// Host threads that live as long as the process. One launch at a time has them.
class Pool {
public:
  explicit Pool(unsigned n) {
    for (unsigned i = 0; i < n; ++i) threads_.emplace_back([this] { work(); });
  }
  bool start(const std::function<void()>& job, unsigned n) {
    {
      std::lock_guard lock(mutex_);
      if (job_) return false;
      job_ = &job;
      tickets_ = busy_ = std::min<unsigned>(n, static_cast<unsigned>(threads_.size()));
    }
    wake_.notify_all();
    return true;
  }
  void finish() {
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
      wake_.wait(lock, [this] { return tickets_ != 0; });
      --tickets_;
      auto* job = job_;
      lock.unlock();
      (*job)();
      lock.lock();
      if (--busy_ == 0) done_.notify_all();
    }
  }
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  const std::function<void()>* job_ = nullptr;
  unsigned tickets_ = 0, busy_ = 0;
};

// Never destroyed: a program may launch from its own static destructors.
Pool& pool() {
  static Pool* p = new Pool(worker_count() - 1);
  return *p;
}

}  // namespace

unsigned worker_count() {
  static const unsigned n = [] {
    if (schedule_seed()) return 1u;
    if (const char* e = std::getenv("WAVELIFT_THREADS"))
      if (int k = std::atoi(e); k > 0) return static_cast<unsigned>(std::min(k, 1024));
    return std::max(1u, std::thread::hardware_concurrency());
  }();
  return n;
}

bool Helpers::wake(unsigned n) {
  if (!woken_) woken_ = pool().start(job_, n);
  return woken_;
}

Helpers::~Helpers() {
  if (woken_) pool().finish();
}

}  // namespace wavelift::soft
