// pow, atan2: slopes that need care at zeros.
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

Value number_like(Builder& b, double v, Value like) {
  return build::full(b, v, Type(b.type(like)));
}
Value is_zero(Builder& b, Value x) { return build::eq(b, x, number_like(b, 0, x)); }

// ---- pow ----

/// dy/dx = e x^(e-1), which is 0 for e = 0 even where x is 0: there 1 stands in for x.
/// dy/de = y log x, which is 0 where x is 0: there 1 stands in for x.
/// A norm, the power 1/2 of a sum of squares, has slope 0 at 0 as its root has; so has a power up
/// to 1, whose limit that is.
Values pow_slopes(Builder& b, const Values& x, Value y) {
  const Value base = x[0], e = x[1], one = number_like(b, 1, y);
  const Value zero_base = is_zero(b, base);
  const Value safe = build::select(b, build::logical_and(b, zero_base, is_zero(b, e)), one, base);
  Value by_base = build::mul(b, e, build::pow(b, safe, build::sub(b, e, one)));
  Squares squares(b);
  if (const auto power = squares.number(e);
      power && *power >= 0.5 && *power < 1 && squares.sum(base))
    by_base = build::select(b, zero_base, number_like(b, 0, y), by_base);
  const Value log = build::log(b, build::select(b, zero_base, one, base));
  return {by_base, build::select(b, zero_base, number_like(b, 0, y), build::mul(b, y, log))};
}

/// The power 1 is x itself, the power 0 is 1 whatever x is.
Replacement pow_trivial(ir::RewriteQuery& q) {
  const Values& x = q.node.operands;
  if (is_uniform(q, x[1], 1)) return Values{x[0]};
  const auto e = uniform(q, x[1]);
  if (e && *e == 0) return Values{build::full(q.build, 1, Type(q.build.type(q.node.results[0])))};
  return std::nullopt;
}
constexpr ir::Rewrite kPowRewrites[] = {pow_trivial};

constexpr auto kPowElement = [](auto x, auto e) { return std::pow(x, e); };

constexpr OpDef kPow = pointwise_op<"pow", 2, Takes::floating, ir::Domain::positive>({
    .name = "pow",
    .doc = "x to the power e. Slopes where x is 0: in x 0 for e = 0, 1 for e = 1, 0 above, "
           "infinite below 1; in e 0.",
    .derivative = ir::Pointwise{pow_slopes, true},
    .reference = pen::each2<Dtypes::floating, kPowElement>,
    .kernel = element_kernel<kernel::ElementOp::power, pen::each2<Dtypes::floating, kPowElement>>,
    .rewrites = kPowRewrites,
    .hlo = hlo_same<"power">,
    .cpp = cpp_call<"pow">,
    .costly = true,
});

// ---- atan2 ----

/// With m = max(|y|, |x|), u = y/m, v = x/m:  dy = v / (u² + v²) / m,  dx = -u / (u² + v²) / m,
/// which neither overflows nor underflows; (0, 0) at the origin, where 1 stands in for the
/// divisors.
Values atan2_slopes(Builder& b, const Values& operands, Value result) {
  const Value y = operands[0], x = operands[1], one = number_like(b, 1, result);
  const Value larger = build::stop_gradient(b, build::max(b, build::abs(b, y), build::abs(b, x)));
  const Value origin = is_zero(b, larger);
  const Value m = build::select(b, origin, one, larger);
  const Value u = build::div(b, y, m), v = build::div(b, x, m);
  const Value squares = build::add(b, build::mul(b, u, u), build::mul(b, v, v));
  const Value divisor = build::select(b, origin, one, squares);
  return {build::div(b, build::div(b, v, divisor), m),
          build::neg(b, build::div(b, build::div(b, u, divisor), m))};
}

constexpr OpDef kAtan2 = pointwise_op<"atan2", 2, Takes::floating, ir::Domain::nonzero>({
    .name = "atan2",
    .doc = "The angle of the point (x, y), between -pi and pi. Operands: y, x. Slopes are 0 at the "
           "origin.",
    .derivative = ir::Pointwise{atan2_slopes},
    .reference = pen::each2<Dtypes::floating, [](auto y, auto x) { return std::atan2(y, x); }>,
    .hlo = hlo_same<"atan2">,
    .cpp =
        [](pen::CppPen& pen, const Node&) {
          if (pen.place() != pen::CppPen::Place::element) pen.call("atan2");  // no lanes for it
        },
    .costly = true,
});

bool pow_squares(Squares& s, const Node& n) { return s.number(n.operands[1]) == 2.0; }

constexpr const OpDef* kOps[] = {&kPow, &kAtan2};
constexpr SquareRule kSquares[] = {{&kPow, pow_squares}};
constexpr Source kSources[] = {{"pow", pointwise_source<kPow, 2>},
                               {"atan2", pointwise_source<kAtan2, 2>}};

}  // namespace

namespace build {
Value pow(Builder& b, Value x, Value y) { return b.add(kPow, {x, y}); }
Value atan2(Builder& b, Value y, Value x) { return b.add(kAtan2, {y, x}); }
}  // namespace build

const Family kPowerFamily{kOps, kSources, {}, kSquares};

}  // namespace tlaloc::ops
