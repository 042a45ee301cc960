// The numbers of the time model that are no figures of share/hardware: one table, each with its reason. Some were chosen in view of
// the suite's baselines on an H200 and say so; none in view of the kernels of bench/model, by which the model is judged.
#pragma once

namespace wavelift::model {

// How bounds add up: (sum of t^p)^(1/p). 4 lets two equal bounds cost a fifth more than one.
inline constexpr double kNorm = 4;

// Part of the peak bandwidth that a copy reaches where share/hardware has no copy_gbs: 4300 of 4800 GB/s on an H200, about the same on MI200.
inline constexpr double kAchievedBandwidth = 0.87;

// Cycles of a SIMD's issue for a wave, as multiples of a pass of f32 (16 lanes a cycle on GCN and CDNA, 32 else).
struct IssueCost {
  double integer, convert, transcendental, move;
};
inline constexpr IssueCost kAmdIssue = {1, 1, 4, 1};            // transcendental units are a quarter as wide
inline constexpr IssueCost kNvidiaIssue = {2, 2, 8, 2};         // 64 integer lanes, 64 conversions, 16 special functions a multiprocessor and cycle (CUDA's guide, table of throughputs)

// Cycles from an instruction to one that needs its result, with one wave on the SIMD; of independent instructions there are about two at a time.
inline constexpr double kAmdDependent = 4, kNvidiaDependent = 4, kRdnaDependent = 5;
inline constexpr double kIndependent = 2;

// Address units: cycles that a request takes at least. 4 on GCN and CDNA (16 addresses a cycle), 1 elsewhere.
inline constexpr double kGcnAddressCycles = 4;

// A barrier costs the last wave's way to it and all waves' way from it.
inline constexpr double kBarrierCycles = 30;

// From the end of a workgroup to the first instruction of the next in its place. On an H200 a kernel of one load a thread takes 1600 cycles for each round of resident workgroups
// (bench/results, devices: 1 GiB in 0.80 ms), of which the load is 690, and more under load: 500 of the other 900, by judgement.
inline constexpr double kGroupStart = 500;

// Cycles of a slice of the L2 for the atomic of one lane: on an H200 the suite's histogram takes 0.22 ms for 2^24 keys on 2048 lines and 8.3 ms, at best, for 2^26 on 8
// (bench/results, suite).
inline constexpr double kAtomicCycles = 2;

// Where share/hardware says nothing of them.
inline constexpr double kLdsLatency = 64, kL1Latency = 120, kL2Latency = 300, kMemoryLatency = 800;
inline constexpr double kFillBytesPerClock = 64;                // from L2 to one compute unit's L1

// From the end of a launch to the start of the next of a stream, and its first workgroups' way to the compute units. An empty kernel takes 3.5 us of 1000 in a row on an H200
// (bench/results), most of it the host's.
inline constexpr double kLaunchSeconds = 2.5e-6;

// Of a slice of the L2, from which the number of slices follows.
inline constexpr double kSliceBytesPerClock = 64;

// Interval of a prediction by a factor either way, where no calibration says better: a card of the kind has been measured with the pilot's
// kernels (mean error 20 %, worst a factor of 2), or none has.
inline constexpr double kWidthMeasured = 1.6, kWidthUnmeasured = 2.5;

// Of a ratio of two predictions of alike kernels, before any was measured: the pilot's pairs that were 10 % apart came out in the predicted order in 92 to 94 of 100.
inline constexpr double kRatioAssumed = 1.3;

// What takes from the confidence, each as a factor.
inline constexpr double kDoubtStatic = 0.2, kDoubtForeign = 0.7, kDoubtUnverified = 0.3, kDoubtStep = 0.8, kDoubtTie = 0.9, kDoubtCaches = 0.8, kDoubtRate = 0.6,
                        kDoubtAtomics = 0.6, kDoubtUnmeasured = 0.7;

}  // namespace wavelift::model
