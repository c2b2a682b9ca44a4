// Programs on elements that are built at run time: the same maps as map.h, step by step over blocks
// of 512 elements that stay in the first-level cache, each step one precompiled lane kernel.
// The bits are those of a compiled map with the same operations, at any level, on any team.
// Dtypes: f32, f64, i32, i64, b1; bf16 as the source or the result of a cast.
// Aliasing: a result may be the very buffer of an operand that has its dtype and is dense.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tlaloc/dtype.h>

namespace tlaloc::kernel {

/// What a step does, with operands a, b, c of one dtype unless said otherwise.
enum class ElementOp : std::uint8_t {
  copy,
  negate,
  abs,
  sign,
  logical_not,  // of a; not: b1
  exp,
  expm1,
  log,
  log1p,
  tanh,
  sigmoid,
  sqrt,
  sin,
  cos,
  relu,  // floating
  floor,
  ceil,
  trunc,
  round_even,  // floating
  add,
  subtract,
  multiply,
  divide,
  remainder,
  max,
  min,  // a op b
  power,
  copysign,  // floating
  bit_and,
  bit_or,
  bit_xor,
  shift_left,
  shift_right,  // integers; b1: logic
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,  // b1 of a, b
  select,     // a (b1) ? b : c
  fma,        // floating
  cast,       // from a's dtype to `type`
};
inline constexpr std::size_t kElementOps = std::size_t(ElementOp::cast) + 1;

/// slots[y] = op(slots[a], slots[b], slots[c]). `type` is the dtype of the operands, for select of
/// b and c, for cast of the result.
struct ElementStep {
  ElementOp op;
  DType type;
  std::uint16_t y = 0, a = 0, b = 0, c = 0;
};

/// The operands fill the first slots, in order; steps may overwrite any other slot.
struct ElementProgram {
  std::vector<DType> slots;
  std::size_t operands = 0;
  std::vector<ElementStep> steps;
  std::vector<std::uint16_t> results;
};

/// As detail::In of map.h: element (i, j) is at data[row * i + col * j].
struct ElementOperand {
  const void* data;
  std::ptrdiff_t row = 0;
  std::ptrdiff_t col = 1;
};

/// Whether every step exists for its dtypes and names slots of those dtypes.
bool is_valid(const ElementProgram& p) noexcept;

/// Runs a valid program for rows x cols elements; results are dense.
void interpret(const ElementProgram& p, std::size_t rows, std::size_t cols,
               std::span<const ElementOperand> operands, std::span<void* const> results) noexcept;

}  // namespace tlaloc::kernel
