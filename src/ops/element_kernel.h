// Kernels of element-wise ops: one step of the kernel folder's block interpreter, which has the
// bits of a fused map.
#pragma once

#include <array>

#include "kernel/interpret.h"
#include "ops/define.h"
#include "pen/host_call.h"

namespace tlaloc::ops {

/// `op` on operands of `operand_type` as a program of one step; empty where the interpreter does
/// not compute in that dtype. `to` is the dtype of a cast's result.
kernel::ElementProgram one_step(kernel::ElementOp op, DType operand_type, DType to);
/// Runs a program on dense buffers, as one row.
void run_elements(const kernel::ElementProgram& p, pen::HostCall& c);

/// The programs of an op, one for each dtype of its operands.
template <kernel::ElementOp Op>
const kernel::ElementProgram& element_program(DType t) {
  static const std::array<kernel::ElementProgram, kAllDTypes.size()> programs = [] {
    std::array<kernel::ElementProgram, kAllDTypes.size()> out;
    for (DType each : kAllDTypes) out[static_cast<std::size_t>(each)] = one_step(Op, each, each);
    return out;
  }();
  return programs[static_cast<std::size_t>(t)];
}

/// The op by the interpreter, by `Otherwise` in dtypes that it does not have.
template <kernel::ElementOp Op, ir::HostRule Otherwise>
void element_kernel(pen::HostCall& c) {
  const kernel::ElementProgram& p = element_program<Op>(c.x.back().dtype);
  if (p.steps.empty()) return Otherwise(c);
  run_elements(p, c);
}

}  // namespace tlaloc::ops
