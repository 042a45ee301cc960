// The threads of a block on the host: fibers that run in turn, each until its next exchange. Since all threads reach the
// same exchanges in the same order, one round over the fibers is what a barrier is on the device.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

namespace wavelift::exactness {

// Runs `body` once for each of `threads` threads; `turn(i)` is called whenever thread i goes on. The body waits for the
// others with wait_for_others(). Returns what is wrong when some threads end earlier than others, else nothing.
std::string run_fibers(uint32_t threads, const std::function<void(uint32_t)>& turn, const std::function<void()>& body);
void wait_for_others();

}  // namespace wavelift::exactness
