// Comparisons, element by element. The result is b1; a NaN is unequal to everything and neither
// below nor above it.
#include "ops/build.h"
#include "ops/element_kernel.h"
#include "ops/families.h"
#include "ops/pointwise.h"
#include "ops/source_args.h"

namespace tlaloc::ops {
namespace {

using pen::Dtypes;
using pen::Precedence;

constexpr ir::Zero kJumps{"a comparison is constant wherever it does not jump"};

template <Literal Direction>
void compare_hlo(pen::HloPen& pen, const Node& n) {
  pen.result(pen.compare(Direction.view(), pen.x(0), pen.x(1), pen.type(n.operands[0])));
}

constexpr auto kAbove = [](auto a, auto b) { return a > b; };
constexpr auto kNotBelow = [](auto a, auto b) { return a >= b; };

constexpr auto kBoth = Takes::anything;
constexpr auto kOrdered = Takes::numbers;

constexpr auto kEqElement = [](auto a, auto b) { return a == b; };

constexpr OpDef kEq = pointwise_op<"eq", 2, kBoth>({
    .name = "eq",
    .doc = "Whether operands are equal.",
    .infer = predicate<2, kBoth>,
    .derivative = kJumps,
    .reference = pen::each_compared<Dtypes::all, kEqElement>,
    .kernel = element_kernel<kernel::ElementOp::equal, pen::each_compared<Dtypes::all, kEqElement>>,
    .hlo = compare_hlo<"EQ">,
    .cpp = cpp_infix<"==", Precedence::equality>,
});

constexpr auto kNeElement = [](auto a, auto b) { return a != b; };

constexpr OpDef kNe = pointwise_op<"ne", 2, kBoth>({
    .name = "ne",
    .doc = "Whether operands differ.",
    .infer = predicate<2, kBoth>,
    .derivative = kJumps,
    .reference = pen::each_compared<Dtypes::all, kNeElement>,
    .kernel =
        element_kernel<kernel::ElementOp::not_equal, pen::each_compared<Dtypes::all, kNeElement>>,
    .hlo = compare_hlo<"NE">,
    .cpp = cpp_infix<"!=", Precedence::equality>,
});

constexpr auto kLtElement = [](auto a, auto b) { return a < b; };

constexpr OpDef kLt = pointwise_op<"lt", 2, kOrdered>({
    .name = "lt",
    .doc = "Whether the first operand is below the second.",
    .infer = predicate<2, kOrdered>,
    .derivative = kJumps,
    .reference = pen::each_compared<Dtypes::numbers, kLtElement>,
    .kernel =
        element_kernel<kernel::ElementOp::less, pen::each_compared<Dtypes::numbers, kLtElement>>,
    .hlo = compare_hlo<"LT">,
    .cpp = cpp_infix<"<", Precedence::relational>,
});

constexpr auto kLeElement = [](auto a, auto b) { return a <= b; };

constexpr OpDef kLe = pointwise_op<"le", 2, kOrdered>({
    .name = "le",
    .doc = "Whether the first operand is not above the second.",
    .infer = predicate<2, kOrdered>,
    .derivative = kJumps,
    .reference = pen::each_compared<Dtypes::numbers, kLeElement>,
    .kernel = element_kernel<kernel::ElementOp::less_equal,
                             pen::each_compared<Dtypes::numbers, kLeElement>>,
    .hlo = compare_hlo<"LE">,
    .cpp = cpp_infix<"<=", Precedence::relational>,
});

constexpr OpDef kGt = pointwise_op<"gt", 2, kOrdered>({
    .name = "gt",
    .doc = "Whether the first operand is above the second.",
    .infer = predicate<2, kOrdered>,
    .derivative = kJumps,
    .reference = pen::each_compared<Dtypes::numbers, kAbove>,
    .kernel =
        element_kernel<kernel::ElementOp::greater, pen::each_compared<Dtypes::numbers, kAbove>>,
    .hlo = compare_hlo<"GT">,
    .cpp = cpp_infix<">", Precedence::relational>,
});

constexpr OpDef kGe = pointwise_op<"ge", 2, kOrdered>({
    .name = "ge",
    .doc = "Whether the first operand is not below the second.",
    .infer = predicate<2, kOrdered>,
    .derivative = kJumps,
    .reference = pen::each_compared<Dtypes::numbers, kNotBelow>,
    .kernel = element_kernel<kernel::ElementOp::greater_equal,
                             pen::each_compared<Dtypes::numbers, kNotBelow>>,
    .hlo = compare_hlo<"GE">,
    .cpp = cpp_infix<">=", Precedence::relational>,
});

constexpr const OpDef* kOps[] = {&kEq, &kNe, &kLt, &kLe, &kGt, &kGe};

constexpr Source kSources[] = {
    {"operator==", pointwise_source<kEq, 2>}, {"operator!=", pointwise_source<kNe, 2>},
    {"operator<", pointwise_source<kLt, 2>},  {"operator<=", pointwise_source<kLe, 2>},
    {"operator>", pointwise_source<kGt, 2>},  {"operator>=", pointwise_source<kGe, 2>},
};

constexpr Door kDoors[] = {{"operator==", &kEq}, {"operator!=", &kNe}, {"operator<", &kLt},
                           {"operator<=", &kLe}, {"operator>", &kGt},  {"operator>=", &kGe}};

}  // namespace

namespace build {
Value eq(Builder& b, Value x, Value y) { return b.add(kEq, {x, y}); }
Value ne(Builder& b, Value x, Value y) { return b.add(kNe, {x, y}); }
Value lt(Builder& b, Value x, Value y) { return b.add(kLt, {x, y}); }
Value le(Builder& b, Value x, Value y) { return b.add(kLe, {x, y}); }
Value gt(Builder& b, Value x, Value y) { return b.add(kGt, {x, y}); }
Value ge(Builder& b, Value x, Value y) { return b.add(kGe, {x, y}); }
}  // namespace build

const Family kCompareFamily{kOps, kSources, kDoors};

}  // namespace tlaloc::ops
