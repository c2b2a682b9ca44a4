// The circle's and the hyperbola's functions, beyond sin, cos and tanh.
#include "ops/libm.h"

namespace tlaloc::ops {
namespace {

using pen::Dtypes;
using pen::HloPen;

// ---- angles ----

constexpr OpDef kTan = pointwise_op<"tan", 1, Takes::floating>({
    .name = "tan",
    .doc = "Tangent of an angle in radians.",
    .derivative = ir::Pointwise{[](Builder& b, const Values&, Value y) {
      return Values{one_more_square(b, y)};
    }},
    .reference = pen::each1<Dtypes::floating, [](auto x) { return std::tan(x); }>,
    .hlo =
        [](HloPen& pen, const Node& n) {
          HloFormula f(pen, n);
          f.result(f.div(f.one("sine", f.x()), f.one("cosine", f.x())));
        },
    .cpp = cpp_without_lanes<"tan">,
    .costly = true,
});

/// dy = 1 / sqrt(1 - x²)
Value asin_slope(Builder& b, Value x) {
  return reciprocal(b, build::sqrt(b, one_less_square(b, x)));
}
/// sqrt((1 - x) (1 + x)), the side beside x in a triangle whose long side is 1.
std::string other_side(HloFormula& f) {
  const std::string one = f.number(1);
  return f.sqrt(f.mul(f.sub(one, f.x()), f.add(one, f.x())));
}

constexpr OpDef kAsin = pointwise_op<"asin", 1, Takes::floating, ir::Domain::unit>({
    .name = "asin",
    .doc = "The angle in radians whose sine is x. Its slope at -1 and 1 is infinite.",
    .derivative =
        ir::Pointwise{
            [](Builder& b, const Values& x, Value) { return Values{asin_slope(b, x[0])}; }, true},
    .reference = pen::each1<Dtypes::floating, [](auto x) { return std::asin(x); }>,
    .hlo =
        [](HloPen& pen, const Node& n) {
          HloFormula f(pen, n);
          f.result(f.two("atan2", f.x(), other_side(f)));
        },
    .cpp = cpp_without_lanes<"asin">,
    .costly = true,
});

constexpr OpDef kAcos = pointwise_op<"acos", 1, Takes::floating, ir::Domain::unit>({
    .name = "acos",
    .doc = "The angle in radians whose cosine is x. Its slope at -1 and 1 is infinite.",
    .derivative = ir::Pointwise{[](Builder& b, const Values& x, Value) {
                                  return Values{build::neg(b, asin_slope(b, x[0]))};
                                },
                                true},
    .reference = pen::each1<Dtypes::floating, [](auto x) { return std::acos(x); }>,
    .hlo =
        [](HloPen& pen, const Node& n) {
          HloFormula f(pen, n);
          f.result(f.two("atan2", other_side(f), f.x()));
        },
    .cpp = cpp_without_lanes<"acos">,
    .costly = true,
});

constexpr OpDef kAtan = pointwise_op<"atan", 1, Takes::floating>({
    .name = "atan",
    .doc = "The angle in radians whose tangent is x.",
    .derivative = ir::Pointwise{[](Builder& b, const Values& x, Value) {
      return Values{reciprocal(b, one_more_square(b, x[0]))};
    }},
    .reference = pen::each1<Dtypes::floating, [](auto x) { return std::atan(x); }>,
    .hlo =
        [](HloPen& pen, const Node& n) {
          HloFormula f(pen, n);
          f.result(f.two("atan2", f.x(), f.number(1)));
        },
    .cpp = cpp_without_lanes<"atan">,
    .costly = true,
});

// ---- the hyperbola ----

constexpr OpDef kSinh = pointwise_op<"sinh", 1, Takes::floating>({
    .name = "sinh",
    .doc = "Hyperbolic sine.",
    .derivative = ir::Pointwise{[](Builder& b, const Values& x, Value) {
      return Values{build::cosh(b, x[0])};
    }},
    .reference = pen::each1<Dtypes::floating, [](auto x) { return std::sinh(x); }>,
    .hlo =
        [](HloPen& pen, const Node& n) {  // with t = expm1 |x|:  (t + t / (t + 1)) / 2
          HloFormula f(pen, n);
          const std::string t = f.one("exponential_minus_one", f.one("abs", f.x()));
          const std::string sum = f.add(t, f.div(t, f.add(t, f.number(1))));
          f.result(f.mul(f.one("sign", f.x()), f.mul(f.number(0.5), sum)));
        },
    .cpp = cpp_without_lanes<"sinh">,
    .costly = true,
});

constexpr OpDef kCosh = pointwise_op<"cosh", 1, Takes::floating>({
    .name = "cosh",
    .doc = "Hyperbolic cosine.",
    .derivative = ir::Pointwise{[](Builder& b, const Values& x, Value) {
      return Values{build::sinh(b, x[0])};
    }},
    .reference = pen::each1<Dtypes::floating, [](auto x) { return std::cosh(x); }>,
    .hlo =
        [](HloPen& pen, const Node& n) {
          HloFormula f(pen, n);
          const std::string up = f.one("exponential", f.x());
          const std::string down = f.one("exponential", f.one("negate", f.x()));
          f.result(f.mul(f.number(0.5), f.add(up, down)));
        },
    .cpp = cpp_without_lanes<"cosh">,
    .costly = true,
});

constexpr OpDef kAsinh = pointwise_op<"asinh", 1, Takes::floating>({
    .name = "asinh",
    .doc = "The inverse of sinh.",
    .derivative = ir::Pointwise{[](Builder& b, const Values& x, Value) {
      return Values{reciprocal(b, build::sqrt(b, one_more_square(b, x[0])))};
    }},
    .reference = pen::each1<Dtypes::floating, [](auto x) { return std::asinh(x); }>,
    .hlo =
        [](HloPen& pen, const Node& n) {  // of a = |x|:  log1p(a + a² / (1 + sqrt(1 + a²)))
          HloFormula f(pen, n);
          const std::string a = f.one("abs", f.x()), square = f.mul(a, a), one = f.number(1);
          const std::string root = f.add(one, f.sqrt(f.add(one, square)));
          const std::string y = f.one("log_plus_one", f.add(a, f.div(square, root)));
          f.result(f.mul(f.one("sign", f.x()), y));
        },
    .cpp = cpp_without_lanes<"asinh">,
    .costly = true,
});

constexpr OpDef kAcosh = pointwise_op<"acosh", 1, Takes::floating, ir::Domain::positive>({
    .name = "acosh",
    .doc = "The inverse of cosh; NaN below 1. Its slope at 1 is infinite.",
    .derivative = ir::Pointwise{[](Builder& b, const Values& x, Value y) {
                                  const Value one = number_like(b, 1, y);
                                  const Value low = build::sqrt(b, build::sub(b, x[0], one));
                                  const Value high = build::sqrt(b, build::add(b, x[0], one));
                                  return Values{reciprocal(b, build::mul(b, low, high))};
                                },
                                true},
    .reference = pen::each1<Dtypes::floating, [](auto x) { return std::acosh(x); }>,
    .hlo =
        [](HloPen& pen, const Node& n) {  // of t = x - 1:  log1p(t + sqrt(t (t + 2)))
          HloFormula f(pen, n);
          const std::string t = f.sub(f.x(), f.number(1));
          const std::string root = f.mul(f.sqrt(t), f.sqrt(f.add(t, f.number(2))));
          f.result(f.one("log_plus_one", f.add(t, root)));
        },
    .cpp = cpp_without_lanes<"acosh">,
    .costly = true,
});

constexpr OpDef kAtanh = pointwise_op<"atanh", 1, Takes::floating, ir::Domain::unit>({
    .name = "atanh",
    .doc = "The inverse of tanh; infinite at -1 and 1.",
    .derivative = ir::Pointwise{[](Builder& b, const Values& x, Value) {
                                  return Values{reciprocal(b, one_less_square(b, x[0]))};
                                },
                                true},
    .reference = pen::each1<Dtypes::floating, [](auto x) { return std::atanh(x); }>,
    .hlo =
        [](HloPen& pen, const Node& n) {
          HloFormula f(pen, n);
          const std::string high = f.one("log_plus_one", f.x());
          const std::string low = f.one("log_plus_one", f.one("negate", f.x()));
          f.result(f.mul(f.number(0.5), f.sub(high, low)));
        },
    .cpp = cpp_without_lanes<"atanh">,
    .costly = true,
});

constexpr const OpDef* kOps[] = {&kTan,  &kAsin,  &kAcos,  &kAtan, &kSinh,
                                 &kCosh, &kAsinh, &kAcosh, &kAtanh};

constexpr Source kSources[] = {
    {"tan", pointwise_source<kTan, 1>},     {"asin", pointwise_source<kAsin, 1>},
    {"acos", pointwise_source<kAcos, 1>},   {"atan", pointwise_source<kAtan, 1>},
    {"sinh", pointwise_source<kSinh, 1>},   {"cosh", pointwise_source<kCosh, 1>},
    {"asinh", pointwise_source<kAsinh, 1>}, {"acosh", pointwise_source<kAcosh, 1>},
    {"atanh", pointwise_source<kAtanh, 1>},
};

}  // namespace

namespace build {
Value sinh(Builder& b, Value x) { return b.add(kSinh, {x}); }
Value cosh(Builder& b, Value x) { return b.add(kCosh, {x}); }
}  // namespace build

const Family kCircleFamily{kOps, kSources};

}  // namespace tlaloc::ops
