// Truth values, element by element. Both operands are computed: what C++ evaluates only sometimes
// is an `if`.
#include "ops/build.h"
#include "ops/element_kernel.h"
#include "ops/families.h"
#include "ops/pointwise.h"
#include "ops/source_args.h"

namespace tlaloc::ops {
namespace {

using pen::Precedence;
using Replacement = std::optional<Values>;

constexpr ir::Zero kTruth{"truth values have no derivative"};

template <auto F>
void each_truth(pen::HostCall& c) {
  const bool *a = c.x[0].as<bool>(), *b = c.x[1].as<bool>();
  bool* y = c.y[0].as<bool>();
  for (std::int64_t i = 0, n = c.y[0].count(); i < n; ++i) y[i] = F(a[i], b[i]);
}

// A constant operand decides, or falls away.
Replacement and_constant(ir::RewriteQuery& q) {
  for (int i : {0, 1})
    if (const auto u = uniform(q, q.node.operands[i]))
      return Values{q.node.operands[*u != 0 ? 1 - i : i]};
  return std::nullopt;
}
Replacement or_constant(ir::RewriteQuery& q) {
  for (int i : {0, 1})
    if (const auto u = uniform(q, q.node.operands[i]))
      return Values{q.node.operands[*u != 0 ? i : 1 - i]};
  return std::nullopt;
}
Replacement same_twice(ir::RewriteQuery& q) {
  if (q.node.operands[0] == q.node.operands[1]) return Values{q.node.operands[0]};
  return std::nullopt;
}
Replacement not_of_not(ir::RewriteQuery& q) {
  if (const Node* n = defined_by(q, q.node.operands[0], "logical_not"))
    return Values{n->operands[0]};
  return std::nullopt;
}

constexpr ir::Rewrite kAndRewrites[] = {and_constant, same_twice};
constexpr ir::Rewrite kOrRewrites[] = {or_constant, same_twice};
constexpr ir::Rewrite kNotRewrites[] = {not_of_not};

constexpr auto kLogicalAndElement = [](bool a, bool b) { return a && b; };

constexpr OpDef kAnd = pointwise_op<"logical_and", 2, Takes::booleans>({
    .name = "logical_and",
    .doc = "Whether both operands are true.",
    .derivative = kTruth,
    .reference = each_truth<kLogicalAndElement>,
    .kernel = element_kernel<kernel::ElementOp::bit_and, each_truth<kLogicalAndElement>>,
    .rewrites = kAndRewrites,
    .hlo = hlo_same<"and">,
    .cpp = cpp_infix<"&&", Precedence::logical_and>,
});

constexpr auto kLogicalOrElement = [](bool a, bool b) { return a || b; };

constexpr OpDef kOr = pointwise_op<"logical_or", 2, Takes::booleans>({
    .name = "logical_or",
    .doc = "Whether an operand is true.",
    .derivative = kTruth,
    .reference = each_truth<kLogicalOrElement>,
    .kernel = element_kernel<kernel::ElementOp::bit_or, each_truth<kLogicalOrElement>>,
    .rewrites = kOrRewrites,
    .hlo = hlo_same<"or">,
    .cpp = cpp_infix<"||", Precedence::logical_or>,
});

constexpr auto kLogicalXorElement = [](bool a, bool b) { return a != b; };

constexpr OpDef kXor = pointwise_op<"logical_xor", 2, Takes::booleans>({
    .name = "logical_xor",
    .doc = "Whether exactly one operand is true.",
    .derivative = kTruth,
    .reference = each_truth<kLogicalXorElement>,
    .kernel = element_kernel<kernel::ElementOp::bit_xor, each_truth<kLogicalXorElement>>,
    .hlo = hlo_same<"xor">,
    .cpp = cpp_infix<"!=", Precedence::equality>,
});

void not_reference(pen::HostCall& c) {
  for (std::int64_t i = 0, n = c.y[0].count(); i < n; ++i)
    c.y[0].as<bool>()[i] = !c.x[0].as<bool>()[i];
}

constexpr OpDef kNot = pointwise_op<"logical_not", 1, Takes::booleans>({
    .name = "logical_not",
    .doc = "Whether the operand is false.",
    .derivative = kTruth,
    .reference = not_reference,
    .kernel = element_kernel<kernel::ElementOp::logical_not, not_reference>,
    .rewrites = kNotRewrites,
    .hlo = hlo_same<"not">,
    .cpp = [](pen::CppPen& pen, const Node&) { pen.prefix("!"); },
});

constexpr const OpDef* kOps[] = {&kAnd, &kOr, &kXor, &kNot};

constexpr Source kSources[] = {
    {"operator&&", pointwise_source<kAnd, 2>},
    {"operator||", pointwise_source<kOr, 2>},
    {"operator!", pointwise_source<kNot, 1>},
};

constexpr Door kDoors[] = {{"operator&", &kAnd}, {"operator&&", &kAnd}, {"operator|", &kOr},
                           {"operator||", &kOr}, {"operator^", &kXor},  {"operator!", &kNot}};

}  // namespace

namespace build {
Value logical_and(Builder& b, Value x, Value y) { return b.add(kAnd, {x, y}); }
Value logical_or(Builder& b, Value x, Value y) { return b.add(kOr, {x, y}); }
Value logical_xor(Builder& b, Value x, Value y) { return b.add(kXor, {x, y}); }
Value logical_not(Builder& b, Value x) { return b.add(kNot, {x}); }
}  // namespace build

const Family kLogicFamily{kOps, kSources, kDoors};

}  // namespace tlaloc::ops
