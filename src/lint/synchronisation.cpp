// Barriers, fences and waiting between threads (group D of the hazards).
#include "lint/check.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace wavelift::lint {
using namespace analysis;

namespace {

// Each condition once, at the first barrier that it decides about.
void diverging(Context& c, BarrierDivergence::Kind kind, const char* message) {
  std::map<Place, const BarrierDivergence*> first;
  for (const BarrierDivergence& d : c.facts.barrier_divergences) {
    if (d.kind != kind) continue;
    auto [it, is_new] = first.try_emplace(d.condition, &d);
    if (!is_new && d.place < it->second->place) it->second = &d;
  }
  for (const auto& [condition, at] : first) {
    const BarrierDivergence& d = *at;
    c.find_always(d.place, fmt::format(fmt::runtime(message), d.name, d.text, d.condition.line), d.name);
  }
}

void barrier_in_branch(Context& c) {
  diverging(c, BarrierDivergence::Kind::branch, "{0} is reached only by the threads for which '{1}' in line {2} decides so: all threads of the block must come to it");
}

void barrier_after_exit(Context& c) {
  diverging(c, BarrierDivergence::Kind::exit, "threads leave at '{1}' in line {2} and never come to {0}: let them skip the work instead, and come to the barrier");
}

void barrier_in_loop(Context& c) {
  diverging(c, BarrierDivergence::Kind::loop, "{0} is in a loop that threads may leave in different rounds, by '{1}' in line {2}: it is right only where that is the same for the whole block");
}

// What comes between the accesses of a race, as a person would say it.
std::string between(const SharedRace& r) {
  const std::string element = r.text.find(r.name) == r.text.npos ? fmt::format("'{}' (in {})", r.text, r.name) : fmt::format("'{}'", r.text);
  const std::string line = r.first.line == r.second.line ? "in the same line" : fmt::format("in line {}", r.first.line);
  return fmt::format("{} {} {}", element, r.store_first ? "reads what another thread stores" : "overwrites what another thread reads", line);
}

bool in_lockstep(const SharedRace& r) { return r.store_first && r.is_volatile && !r.through_call; }

const Rewrite* barrier(const Context& c, const SharedRace& r) { return r.one_warp ? nullptr : c.rewrite(Rewrite::Kind::barrier, r.second); }

void unordered(Context& c) {
  for (const SharedRace& r : c.facts.shared_races)
    if (r.store_first && !r.fenced && !in_lockstep(r))
      c.find_always(r.second, fmt::format("{}, with no barrier between: {} is needed", between(r), r.one_warp ? "__syncwarp()" : "__syncthreads()"), r.name, barrier(c, r));
}

void lockstep(Context& c) {
  for (const SharedRace& r : c.facts.shared_races)
    if (!r.fenced && in_lockstep(r))
      c.find_always(r.second, fmt::format("{}: 'volatile' alone orders the two, and only as long as the lanes of one wave run in step", between(r)), r.name);
}

void fence_for_barrier(Context& c) {
  for (const SharedRace& r : c.facts.shared_races)
    if (r.store_first && r.fenced && !r.one_warp && !r.is_volatile)
      c.find_always(r.second, fmt::format("{}; the fence between orders the accesses of one thread and waits for no other: __syncthreads() is needed", between(r)), r.name, barrier(c, r));
}

void scratch_reused(Context& c) {
  for (const SharedRace& r : c.facts.shared_races)
    if (!r.store_first)
      c.find_always(r.second, fmt::format("{}, with no barrier between: {} is needed before it is used again", between(r), r.one_warp ? "__syncwarp()" : "__syncthreads()"), r.name, barrier(c, r));
}

void lock_between_lanes(Context& c) {
  for (const SpinLock& l : c.facts.spin_locks)
    c.find_always(l.place, fmt::format("each lane waits here for the lock of '{}', which is given back after the loop (line {}): the lane that has it waits for the others of its wave, for ever", l.text, l.release.line), l.text);
}

void spins(Context& c, bool is_volatile, bool mapped) {
  for (const Spin& s : c.facts.spins) {
    if ((s.memory == Spin::Memory::mapped) != mapped || (!mapped && s.is_volatile != is_volatile)) continue;
    const char* where = s.memory == Spin::Memory::shared ? "shared memory" : "global memory";
    if (mapped)
      c.find_always(s.place, fmt::format("the host waits with '{}' for what a running kernel stores: that needs coherent memory (hipHostMallocCoherent) and a __threadfence_system() or a system-wide atomic in the kernel", s.text), s.text);
    else if (!is_volatile)
      c.find_always(s.place, fmt::format("'{}' waits for {} with a plain load, which the compiler may do once: use an atomic load", s.text, where), s.text);
    else if (s.memory == Spin::Memory::global)
      c.find_always(s.place, fmt::format("'{}' waits for {} with a volatile load, which promises no order with what it protects: use an atomic load with acquire order (__hip_atomic_load)", s.text, where), s.text);
  }
}

void plain_spin(Context& c) { spins(c, false, false); }
void volatile_spin(Context& c) { spins(c, true, false); }
void host_spin(Context& c) { spins(c, false, true); }

using enum Severity;

constexpr Check checks[] = {
    {{1901, warning, "Barrier that some threads of the block do not reach"}, barrier_in_branch},
    {{1902, warning, "Threads that return before a barrier"}, barrier_after_exit},
    {{1903, info, "Barrier in a loop that threads leave in different rounds"}, barrier_in_loop},
    {{1904, warning, "Shared memory read without a barrier after the store", "puts __syncthreads() before a statement of a kernel to which the whole block comes"}, unordered},
    {{1905, info, "Shared memory ordered by volatile alone"}, lockstep},
    {{1906, warning, "Fence in the place of a barrier", "puts __syncthreads() before a statement of a kernel to which the whole block comes"}, fence_for_barrier},
    {{1907, warning, "Shared memory used again without a barrier", "puts __syncthreads() before a statement of a kernel to which the whole block comes"}, scratch_reused},
    {{1908, error, "Lock that lanes of a wave wait for"}, lock_between_lanes},
    {{1909, warning, "Waiting with a plain load"}, plain_spin},
    {{1910, info, "Waiting with a volatile load"}, volatile_spin},
    {{1911, warning, "Host that waits for memory of a running kernel"}, host_spin},
};

}  // namespace

std::span<const Check> synchronisation_checks() { return checks; }

}  // namespace wavelift::lint
