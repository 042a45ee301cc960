// The host threads that run workgroups, of all launches and wave sizes.
#pragma once
#include <functional>

namespace wavelift::soft {

// Threads that run workgroups: $WAVELIFT_THREADS, else one for each core.
unsigned worker_count();

// Runs `job` on up to `n` threads at once, the caller's among them; returns when all are done. One call at a time.
void run_on_threads(unsigned n, const std::function<void()>& job);

}  // namespace wavelift::soft
