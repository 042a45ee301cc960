// Sums over what a profile counted: of a kernel, of a source line, of an instruction. All are the same kind of number.
#pragma once
#include "soft/observe/profile.h"

namespace wavelift::soft {

// Fields that come from analysed workgroups are scaled up to all of them.
struct Totals {
  // Wave instructions.
  double insts = 0, valu = 0, matrix = 0, salu = 0, smem = 0, vmem_read = 0, vmem_write = 0, vmem_atomic = 0, flat = 0, lds = 0,
         branch = 0, barrier = 0, wait = 0, message = 0, other = 0;
  double arithmetic[8][9] = {};        // VALU instructions by Arithmetic and Number
  double matrix_by_number[9] = {};
  double valu_lanes = 0;               // active lanes of VALU instructions
  double lanes = 0;                    // of all vector instructions
  double vector_insts = 0;             // that `lanes` is of
  double flops[9] = {}, matrix_flops[9] = {};   // by Number

  // Memory. Bytes asked for: active lanes times the size of their elements.
  double global_requests = 0, contiguous = 0, scalar_bytes = 0;
  double load_bytes = 0, store_bytes = 0, atomic_bytes = 0, lds_bytes = 0, scratch_bytes = 0;
  double vector_bytes = 0;             // of the requests that sectors and lines are counted for
  double sectors = 0, lines64 = 0, lines128 = 0;
  double l1_lookups = 0, l1_hits = 0, scalar_lookups = 0, scalar_hits = 0;
  double l2_read_requests = 0, l2_write_requests = 0, l2_atomic_requests = 0;
  double l2_read_lines = 0, l2_written_lines = 0;
  double lds_requests = 0, lds_cycles = 0, lds_conflict_cycles = 0, lds_wide_passes = 0, lds_paired_passes = 0;
  double atomic_requests = 0, same_address = 0, distinct = 0;

  // Lower bounds of the time that parts of the GPU need, in cycles: of a SIMD for simd, of a compute unit for l1 and lds.
  double simd_cycles = 0, l1_cycles = 0;

  void add(const Totals& other);
};

struct SiteTotals {
  const CountedSite* site = nullptr;
  uint64_t executions = 0, lanes = 0;
  MemoryCount memory;                  // as counted, not scaled
  double scale = 0;                    // of the counts in `memory` that are of analysed workgroups; 0: none was
  Totals totals;
};

// One row an instruction that was executed, in the order of their addresses. The source's lines must be resolved.
std::vector<SiteTotals> site_totals(const KernelProfile& kernel, int wave_size);

}  // namespace wavelift::soft
