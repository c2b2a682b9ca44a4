// One operand, element by element: signs, rounding, roots, the circle.
#include <cmath>

#include "ops/build.h"
#include "ops/element_kernel.h"
#include "ops/families.h"
#include "ops/pointwise.h"
#include "ops/source_args.h"
#include "ops/squares.h"

namespace tlaloc::ops {
namespace {

using pen::Dtypes;
using Replacement = std::optional<Values>;

constexpr auto kNegElement = [](auto x) -> decltype(x) {
  if constexpr (std::is_floating_point_v<decltype(x)>)
    return -x;
  else
    return static_cast<decltype(x)>(0u - static_cast<std::uint64_t>(x));
};
constexpr auto kAbsElement = [](auto x) -> decltype(x) {
  if constexpr (std::is_floating_point_v<decltype(x)>)
    return std::fabs(x);
  else if constexpr (std::is_signed_v<decltype(x)>)
    return x < 0 ? kNegElement(x) : x;
  else
    return x;
};
/// -1, 0 or 1; a zero keeps its sign and a NaN stays one.
constexpr auto kSignElement = [](auto x) -> decltype(x) {
  return x > 0 ? decltype(x)(1) : x < 0 ? static_cast<decltype(x)>(-1) : x;
};
constexpr auto kReluElement = [](auto x) -> decltype(x) { return x <= 0 ? decltype(x)(0) : x; };

// ---- algebra ----

Replacement neg_of_neg(ir::RewriteQuery& q) {
  if (const Node* n = defined_by(q, q.node.operands[0], "neg")) return Values{n->operands[0]};
  return std::nullopt;
}
Replacement abs_of_neg(ir::RewriteQuery& q) {
  if (const Node* n = defined_by(q, q.node.operands[0], "neg"))
    return Values{build::abs(q.build, n->operands[0])};
  return std::nullopt;
}
template <Literal Op>
Replacement twice_is_once(ir::RewriteQuery& q) {
  if (defined_by(q, q.node.operands[0], Op.view())) return Values{q.node.operands[0]};
  return std::nullopt;
}

constexpr ir::Rewrite kNegRewrites[] = {neg_of_neg};
constexpr ir::Rewrite kAbsRewrites[] = {abs_of_neg, twice_is_once<"abs">};
constexpr ir::Rewrite kFloorRewrites[] = {twice_is_once<"floor">};
constexpr ir::Rewrite kReluRewrites[] = {twice_is_once<"relu">};

// ---- derivatives ----

/// The tangent or cotangent where y > 0, zero elsewhere: never a product, so an infinite one is
/// masked too.
Values relu_masked(Builder& b, const Node& n, const Values& t) {
  if (!t[0]) return {Value{}};
  const Value y = n.results[0], zero = build::full(b, 0, Type(b.type(y)));
  return {build::select(b, build::gt(b, y, zero), t[0], zero)};
}

void relu_hlo(pen::HloPen& pen, const Node& n) {
  const Type t = pen.type(n.results[0]);
  pen.result(pen.simple("maximum", {pen.x(0), pen.constant(0.0, t)}, t));
}

// ---- the ops ----

constexpr OpDef kNeg = pointwise_op<"neg", 1, Takes::numbers>({
    .name = "neg",
    .doc = "-x. Integers wrap.",
    .derivative =
        ir::Linear{[](Builder& b, const Node&, Value ct) { return Values{build::neg(b, ct)}; }},
    .reference = pen::each1<Dtypes::numbers, kNegElement>,
    .kernel = element_kernel<kernel::ElementOp::negate, pen::each1<Dtypes::numbers, kNegElement>>,
    .rewrites = kNegRewrites,
    .hlo = hlo_same<"negate">,
    .cpp =
        [](pen::CppPen& pen, const Node& n) {
          const DType t = pen.type(n.results[0]).dtype;
          if (pen.is_tensor() || is_floating(t) || size_of(t) >= 4) return pen.prefix("-");
          pen.write("static_cast<" + std::string(cpp_name_of(t)) + ">(-" +
                    pen.x(0, pen::Precedence::primary) + ")");
        },
});

constexpr OpDef kAbs = pointwise_op<"abs", 1, Takes::numbers>({
    .name = "abs",
    .doc = "Absolute value. Its slope at 0 is 0.",
    .derivative = ir::Pointwise{[](Builder& b, const Values& x, Value) {
      return Values{build::sign(b, x[0])};
    }},
    .reference = pen::each1<Dtypes::numbers, kAbsElement>,
    .kernel = element_kernel<kernel::ElementOp::abs, pen::each1<Dtypes::numbers, kAbsElement>>,
    .rewrites = kAbsRewrites,
    .hlo =
        [](pen::HloPen& pen, const Node& n) {
          const Type t = pen.type(n.results[0]);
          pen.result(is_unsigned_integer(t.dtype) ? pen.x(0) : pen.simple("abs", {pen.x(0)}, t));
        },
    .cpp = cpp_call<"abs">,
});

constexpr OpDef kSign = pointwise_op<"sign", 1, Takes::numbers>({
    .name = "sign",
    .doc = "-1, 0 or 1 as x is below, at or above 0.",
    .derivative = ir::Zero{"sign is constant on each side of 0"},
    .reference = pen::each1<Dtypes::numbers, kSignElement>,
    .kernel = element_kernel<kernel::ElementOp::sign, pen::each1<Dtypes::numbers, kSignElement>>,
    .hlo =
        [](pen::HloPen& pen, const Node& n) {
          const Type t = pen.type(n.results[0]);
          if (!is_unsigned_integer(t.dtype)) return pen.result(pen.simple("sign", {pen.x(0)}, t));
          pen.result(pen.simple("minimum", {pen.x(0), pen.constant(std::int64_t{1}, t)}, t));
        },
    .cpp = cpp_call<"sign">,
});

constexpr auto kFloorElement = [](auto x) { return std::floor(x); };

constexpr OpDef kFloor = pointwise_op<"floor", 1, Takes::floating>({
    .name = "floor",
    .doc = "The greatest whole number that is not above x.",
    .derivative = ir::Zero{"floor is constant between whole numbers"},
    .reference = pen::each1<Dtypes::floating, kFloorElement>,
    .kernel = element_kernel<kernel::ElementOp::floor, pen::each1<Dtypes::floating, kFloorElement>>,
    .rewrites = kFloorRewrites,
    .hlo = hlo_same<"floor">,
    .cpp = cpp_call<"floor">,
});

/// A norm has slope 0 at 0 in both modes: forwards it is 0 anyhow, because the squares' slopes are.
Values sqrt_slopes(Builder& b, const Values& x, Value y) {
  const Type t = b.type(y);
  const Value slope = build::div(b, build::full(b, 0.5, t), y);
  if (!Squares(b).sum(x[0])) return {slope};
  const Value zero = build::full(b, 0, t);
  return {build::select(b, build::eq(b, y, zero), zero, slope)};
}

constexpr auto kSqrtElement = [](auto x) { return std::sqrt(x); };

constexpr OpDef kSqrt = pointwise_op<"sqrt", 1, Takes::floating, ir::Domain::positive>({
    .name = "sqrt",
    .doc = "Square root. Its slope at 0 is infinite, and counts as 0 where the cotangent is "
           "exactly 0, or where x is a sum of squares: a norm.",
    .derivative = ir::Pointwise{sqrt_slopes, true},
    .reference = pen::each1<Dtypes::floating, kSqrtElement>,
    .kernel = element_kernel<kernel::ElementOp::sqrt, pen::each1<Dtypes::floating, kSqrtElement>>,
    .hlo = hlo_same<"sqrt">,
    .cpp = cpp_call<"sqrt">,
});

constexpr OpDef kRelu = pointwise_op<"relu", 1, Takes::floating>({
    .name = "relu",
    .doc = "x where x is above 0, else 0; a NaN stays. Its slope at 0 is 0.",
    .derivative = ir::Custom{relu_masked, relu_masked},
    .reference = pen::each1<Dtypes::floating, kReluElement>,
    .kernel = element_kernel<kernel::ElementOp::relu, pen::each1<Dtypes::floating, kReluElement>>,
    .rewrites = kReluRewrites,
    .hlo = relu_hlo,
    .cpp = cpp_call<"relu">,
});

constexpr auto kSinElement = [](auto x) { return std::sin(x); };

constexpr OpDef kSin = pointwise_op<"sin", 1, Takes::floating>({
    .name = "sin",
    .doc = "Sine of an angle in radians.",
    .derivative = ir::Pointwise{[](Builder& b, const Values& x, Value) {
      return Values{build::cos(b, x[0])};
    }},
    .reference = pen::each1<Dtypes::floating, kSinElement>,
    .kernel = element_kernel<kernel::ElementOp::sin, pen::each1<Dtypes::floating, kSinElement>>,
    .hlo = hlo_same<"sine">,
    .cpp = cpp_call<"sin">,
});

constexpr auto kCosElement = [](auto x) { return std::cos(x); };

constexpr OpDef kCos = pointwise_op<"cos", 1, Takes::floating>({
    .name = "cos",
    .doc = "Cosine of an angle in radians.",
    .derivative = ir::Pointwise{[](Builder& b, const Values& x, Value) {
      return Values{build::neg(b, build::sin(b, x[0]))};
    }},
    .reference = pen::each1<Dtypes::floating, kCosElement>,
    .kernel = element_kernel<kernel::ElementOp::cos, pen::each1<Dtypes::floating, kCosElement>>,
    .hlo = hlo_same<"cosine">,
    .cpp = cpp_call<"cos">,
});

constexpr const OpDef* kOps[] = {&kNeg, &kAbs, &kSign, &kFloor, &kSqrt, &kRelu, &kSin, &kCos};

constexpr Source kSources[] = {
    {"abs", pointwise_source<kAbs, 1>},   {"fabs", pointwise_source<kAbs, 1>},
    {"sign", pointwise_source<kSign, 1>}, {"floor", pointwise_source<kFloor, 1>},
    {"sqrt", pointwise_source<kSqrt, 1>}, {"relu", pointwise_source<kRelu, 1>},
    {"sin", pointwise_source<kSin, 1>},   {"cos", pointwise_source<kCos, 1>},
};

constexpr Door kDoors[] = {{"operator-", &kNeg}};

}  // namespace

namespace build {
Value neg(Builder& b, Value x) { return b.add(kNeg, {x}); }
Value abs(Builder& b, Value x) { return b.add(kAbs, {x}); }
Value sign(Builder& b, Value x) { return b.add(kSign, {x}); }
Value floor(Builder& b, Value x) { return b.add(kFloor, {x}); }
Value sqrt(Builder& b, Value x) { return b.add(kSqrt, {x}); }
Value relu(Builder& b, Value x) { return b.add(kRelu, {x}); }
Value sin(Builder& b, Value x) { return b.add(kSin, {x}); }
Value cos(Builder& b, Value x) { return b.add(kCos, {x}); }
}  // namespace build

const Family kUnaryFamily{kOps, kSources, kDoors};

}  // namespace tlaloc::ops
