// The host threads that run workgroups, of all launches and wave sizes.
#pragma once
#include <functional>

namespace wavelift::soft {

// Threads that run workgroups: $WAVELIFT_THREADS, else one for each core.
unsigned worker_count();

// Other threads that join the caller in a job. To wake one costs more than a small launch, so none comes before it is asked.
class Helpers {
public:
  // Each thread that comes calls `job` once; it must outlive this.
  explicit Helpers(const std::function<void()>& job) : job_(job) {}
  Helpers(const Helpers&) = delete;
  ~Helpers();   // waits for those that came
  // Calls up to `n` threads, once. False when they are busy with another launch: it may be asked again later.
  bool wake(unsigned n);

private:
  const std::function<void()>& job_;
  bool woken_ = false;
};

}  // namespace wavelift::soft
