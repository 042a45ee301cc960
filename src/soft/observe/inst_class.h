// What an instruction counts as in a profile: the unit that executes it, its arithmetic, its floating-point operations.
// All of it is read off the mnemonic.
#pragma once
#include "soft/isa/access.h"
#include <string_view>

namespace wavelift::soft {

enum class Unit : uint8_t { valu, matrix, salu, smem, vmem, flat, lds, branch, barrier, wait, message, other };
enum class Arithmetic : uint8_t { none, add, mul, fma, trans, dot, integer, convert };
enum class Number : uint8_t { none, f16, bf16, f32, f64, i8, i32, i64, f8 };

struct InstClass {
  Unit unit = Unit::other;
  Arithmetic arithmetic = Arithmetic::none;   // of valu and matrix
  Number number = Number::none;               // type of the arithmetic; of a matrix operation its sources'
  bool packed = false;                        // two operations a lane: v_pk_*, VOPD
  uint32_t lane_flops = 0;                    // floating-point operations of one active lane; a fused multiply-add is 2
  uint64_t wave_flops = 0;                    // of a matrix operation, whatever EXEC is; integer ones count too
};

InstClass classify(const Inst& inst);

std::string_view name_of(Unit unit);
std::string_view name_of(Arithmetic arithmetic);
std::string_view name_of(Number number);

}  // namespace wavelift::soft
