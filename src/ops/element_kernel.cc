#include "ops/element_kernel.h"

namespace tlaloc::ops {

using kernel::ElementOp;
using kernel::ElementProgram;

namespace {

std::size_t operands_of(ElementOp op) {
  if (op <= ElementOp::round_even || op == ElementOp::cast) return 1;
  return op == ElementOp::select || op == ElementOp::fma ? 3 : 2;
}
bool is_comparison(ElementOp op) { return op >= ElementOp::less && op <= ElementOp::not_equal; }

}  // namespace

ElementProgram one_step(ElementOp op, DType operand_type, DType to) {
  ElementProgram p;
  p.operands = operands_of(op);
  p.slots.assign(p.operands, operand_type);
  if (op == ElementOp::select) p.slots[0] = DType::b1;
  p.slots.push_back(is_comparison(op) ? DType::b1 : op == ElementOp::cast ? to : operand_type);
  const auto y = static_cast<std::uint16_t>(p.operands);
  p.steps.push_back({op, op == ElementOp::cast ? to : operand_type, y, 0, 1, 2});
  p.results = {y};
  if (!kernel::is_valid(p)) p.steps.clear();
  return p;
}

void run_elements(const ElementProgram& p, pen::HostCall& c) {
  std::array<kernel::ElementOperand, 4> x{};
  for (std::size_t i = 0; i < c.x.size(); ++i) x[i] = {c.x[i].data, 0, 1};
  void* const y[] = {c.y[0].data};
  const auto n = static_cast<std::size_t>(c.y[0].count());
  if (n > 0) kernel::interpret(p, 1, n, {x.data(), c.x.size()}, y);
}

}  // namespace tlaloc::ops
