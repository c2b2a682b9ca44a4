// See interpret.h.
#include "kernel/interpret.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "kernel/interpret_kernels.h"
#include "kernel/parallel.h"
#include "kernel/scratch.h"

namespace tlaloc::kernel {
namespace {

constexpr std::size_t kBlock = 512, kSlotBytes = kBlock * 8;
constexpr std::size_t kTogether = 16;  // blocks a thread takes at once

ElementKernel kernel_of(const ElementProgram& p, const ElementStep& s) {
  if (s.op == ElementOp::cast) return cast_kernel(p.slots[s.a], s.type);
  switch (s.type) {
    case DType::f32:
      return f32_kernel(s.op);
    case DType::f64:
      return f64_kernel(s.op);
    case DType::i32:
      return i32_kernel(s.op);
    case DType::i64:
      return i64_kernel(s.op);
    case DType::b1:
      return b1_kernel(s.op);
    default:
      return nullptr;
  }
}

bool is_comparison(ElementOp op) { return op >= ElementOp::less && op <= ElementOp::not_equal; }
int operands_of(ElementOp op) {
  if (op <= ElementOp::round_even || op == ElementOp::cast) return 1;
  return op == ElementOp::select || op == ElementOp::fma ? 3 : 2;
}

bool step_is_valid(const ElementProgram& p, const ElementStep& s) {
  const auto is = [&](std::uint16_t slot, DType t) {
    return slot < p.slots.size() && p.slots[slot] == t;
  };
  if (s.a >= p.slots.size() || s.y < p.operands || !kernel_of(p, s)) return false;
  if (!is(s.y, is_comparison(s.op) ? DType::b1 : s.type)) return false;
  if (s.op == ElementOp::cast) return true;
  const int n = operands_of(s.op);
  return is(s.a, s.op == ElementOp::select ? DType::b1 : s.type) && (n < 2 || is(s.b, s.type)) &&
         (n < 3 || is(s.c, s.type));
}

/// n elements of an operand from the flat place `at` on: in place if they are dense, else laid out.
template <class T>
const void* lay_out(const ElementOperand& x, std::size_t cols, std::size_t at, std::size_t n,
                    void* room) {
  const T* data = static_cast<const T*>(x.data);
  if (x.col == 1 && (x.row == std::ptrdiff_t(cols) || at + n <= cols)) return data + at;
  T* to = static_cast<T*>(room);
  std::size_t i = at / cols, j = at % cols;
  for (std::size_t k = 0; k < n; ++k) {
    to[k] = data[x.row * std::ptrdiff_t(i) + x.col * std::ptrdiff_t(j)];
    if (++j == cols) j = 0, ++i;
  }
  return to;
}
const void* operand_at(DType t, const ElementOperand& x, std::size_t cols, std::size_t at,
                       std::size_t n, void* room) {
  switch (size_of(t)) {
    case 1:
      return lay_out<std::uint8_t>(x, cols, at, n, room);
    case 2:
      return lay_out<std::uint16_t>(x, cols, at, n, room);
    case 4:
      return lay_out<std::uint32_t>(x, cols, at, n, room);
    default:
      return lay_out<std::uint64_t>(x, cols, at, n, room);
  }
}

struct Run {
  const ElementProgram& p;
  std::size_t cols;
  std::span<const ElementOperand> operands;
  std::span<void* const> results;
  const ElementKernel* kernels;

  /// Elements [at, at + n), with room for every slot.
  void block(std::size_t at, std::size_t n, unsigned char* room, const void** slot) const {
    for (std::size_t i = 0; i < p.slots.size(); ++i) slot[i] = room + i * kSlotBytes;
    for (std::size_t i = 0; i < p.operands; ++i)
      slot[i] = operand_at(p.slots[i], operands[i], cols, at, n, room + i * kSlotBytes);
    for (std::size_t i = 0; i < p.steps.size(); ++i) {
      const ElementStep& s = p.steps[i];
      kernels[i](n, slot[s.a], slot[s.b], slot[s.c], const_cast<void*>(slot[s.y]));
    }
    for (std::size_t i = 0; i < results.size(); ++i) {
      const std::size_t bytes = size_of(p.slots[p.results[i]]);
      std::memmove(static_cast<char*>(results[i]) + at * bytes, slot[p.results[i]], n * bytes);
    }
  }
};

/// Whether the program is one step that reads nothing but dense operands: its kernel then works on
/// the buffers themselves.
bool is_one_kernel(const ElementProgram& p, std::size_t rows, std::size_t cols,
                   std::span<const ElementOperand> operands) {
  return p.steps.size() == 1 && p.results.size() == 1 && p.results[0] == p.steps[0].y &&
         std::all_of(operands.begin(), operands.end(), [&](const ElementOperand& x) {
           return x.col == 1 && (rows == 1 || x.row == std::ptrdiff_t(cols));
         });
}
void run_kernel(const ElementProgram& p, std::size_t total,
                std::span<const ElementOperand> operands, void* y) {
  const ElementStep& s = p.steps[0];
  const ElementKernel kernel = kernel_of(p, s);
  const auto from = [&](std::uint16_t slot, std::size_t at) -> const void* {
    if (slot >= operands.size()) return nullptr;  // the op has fewer
    return static_cast<const char*>(operands[slot].data) + at * size_of(p.slots[slot]);
  };
  constexpr std::size_t kPiece = kBlock * kTogether;
  parallel_for((total + kPiece - 1) / kPiece, [&](std::size_t piece) {
    const std::size_t at = piece * kPiece;
    kernel(std::min(kPiece, total - at), from(s.a, at), from(s.b, at), from(s.c, at),
           static_cast<char*>(y) + at * size_of(p.slots[s.y]));
  });
}

}  // namespace

bool is_valid(const ElementProgram& p) noexcept {
  if (p.operands > p.slots.size() || p.slots.size() > 65535) return false;
  for (const auto& s : p.steps)
    if (!step_is_valid(p, s)) return false;
  return std::all_of(p.results.begin(), p.results.end(),
                     [&](auto r) { return r < p.slots.size(); });
}

void interpret(const ElementProgram& p, std::size_t rows, std::size_t cols,
               std::span<const ElementOperand> operands, std::span<void* const> results) noexcept {
  TLALOC_CHECK(operands.size() == p.operands && results.size() == p.results.size(),
               "interpret: buffers");
  const std::size_t total = rows * cols;
  if (total == 0) return;
  if (is_one_kernel(p, rows, cols, operands)) return run_kernel(p, total, operands, results[0]);
  Scratch<ElementKernel> kernels(p.steps.size());
  for (std::size_t i = 0; i < p.steps.size(); ++i) kernels.data[i] = kernel_of(p, p.steps[i]);
  const Run run{p, cols, operands, results, kernels.data};
  const std::size_t blocks = (total + kBlock - 1) / kBlock;
  parallel_for((blocks + kTogether - 1) / kTogether, [&](std::size_t b) {
    Scratch<unsigned char> room(p.slots.size() * kSlotBytes);
    Scratch<const void*> slot(p.slots.size());
    for (std::size_t i = b * kTogether; i < std::min(blocks, (b + 1) * kTogether); ++i)
      run.block(i * kBlock, std::min(kBlock, total - i * kBlock), room.data, slot.data);
  });
}

}  // namespace tlaloc::kernel
