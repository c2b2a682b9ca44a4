// Powers of 2, logarithms to other bases, the cube root, hypot, the error function.
#include <numbers>

#include "ops/libm.h"

namespace tlaloc::ops {
namespace {

using pen::Dtypes;
using pen::HloPen;
using std::numbers::ln10;
using std::numbers::ln2;

constexpr OpDef kExp2 = pointwise_op<"exp2", 1, Takes::floating>({
    .name = "exp2",
    .doc = "2 to the power x.",
    .derivative = ir::Pointwise{[](Builder& b, const Values&, Value y) {
      return Values{build::mul(b, number_like(b, ln2, y), y)};
    }},
    .reference = pen::each1<Dtypes::floating, [](auto x) { return std::exp2(x); }>,
    .hlo =
        [](HloPen& pen, const Node& n) {
          HloFormula f(pen, n);
          f.result(f.two("power", f.number(2), f.x()));
        },
    .cpp = cpp_without_lanes<"exp2">,
    .costly = true,
});

/// dy = 1 / (x log(base))
template <double LogBase>
Values log_slopes(Builder& b, const Values& x, Value y) {
  return {build::div(b, number_like(b, 1 / LogBase, y), x[0])};
}
template <double LogBase>
void log_hlo(HloPen& pen, const Node& n) {
  HloFormula f(pen, n);
  f.result(f.div(f.one("log", f.x()), f.number(LogBase)));
}

constexpr OpDef kLog2 = pointwise_op<"log2", 1, Takes::floating, ir::Domain::positive>({
    .name = "log2",
    .doc = "Logarithm to base 2.",
    .derivative = ir::Pointwise{log_slopes<ln2>, true},
    .reference = pen::each1<Dtypes::floating, [](auto x) { return std::log2(x); }>,
    .hlo = log_hlo<ln2>,
    .cpp = cpp_without_lanes<"log2">,
    .costly = true,
});

constexpr OpDef kLog10 = pointwise_op<"log10", 1, Takes::floating, ir::Domain::positive>({
    .name = "log10",
    .doc = "Logarithm to base 10.",
    .derivative = ir::Pointwise{log_slopes<ln10>, true},
    .reference = pen::each1<Dtypes::floating, [](auto x) { return std::log10(x); }>,
    .hlo = log_hlo<ln10>,
    .cpp = cpp_without_lanes<"log10">,
    .costly = true,
});

constexpr OpDef kCbrt = pointwise_op<"cbrt", 1, Takes::floating, ir::Domain::nonzero>({
    .name = "cbrt",
    .doc = "Cube root, of negative numbers too. Its slope at 0 is infinite.",
    .derivative = ir::Pointwise{[](Builder& b, const Values&, Value y) {
                                  const Value three = number_like(b, 3, y);
                                  return Values{
                                      reciprocal(b, build::mul(b, three, build::mul(b, y, y)))};
                                },
                                true},
    .reference = pen::each1<Dtypes::floating, [](auto x) { return std::cbrt(x); }>,
    .hlo = hlo_same<"cbrt">,
    .cpp = cpp_without_lanes<"cbrt">,
    .costly = true,
});

/// dx = x / h,  dy = y / h; both 0 at the origin.
Values hypot_slopes(Builder& b, const Values& x, Value h) {
  const Value origin = build::eq(b, h, number_like(b, 0, h));
  const Value divisor = build::select(b, origin, number_like(b, 1, h), h);
  return {build::div(b, x[0], divisor), build::div(b, x[1], divisor)};
}

void hypot_hlo(HloPen& pen, const Node& n) {  // m sqrt(1 + (l / m)²) of the larger and the lesser
  HloFormula f(pen, n);
  const std::string a = f.one("abs", f.x(0)), b = f.one("abs", f.x(1));
  const std::string m = f.two("maximum", a, b), l = f.two("minimum", a, b);
  const std::string zero = f.number(0), one = f.number(1);
  const std::string ratio = f.div(l, f.choose("EQ", m, zero, one, m));
  const std::string h = f.mul(m, f.sqrt(f.add(one, f.mul(ratio, ratio))));
  f.result(f.choose("EQ", m, f.number(INFINITY), m, h));
}

constexpr OpDef kHypot = pointwise_op<"hypot", 2, Takes::floating, ir::Domain::nonzero>({
    .name = "hypot",
    .doc = "sqrt(x x + y y) without overflow on the way. Slopes are 0 at the origin.",
    .derivative = ir::Pointwise{hypot_slopes},
    .reference = pen::each2<Dtypes::floating, [](auto x, auto y) { return std::hypot(x, y); }>,
    .hlo = hypot_hlo,
    .cpp = cpp_without_lanes<"hypot">,
    .costly = true,
});

// ---- the error function ----

/// 2 / sqrt(pi) exp(-x²)
Value erf_slope(Builder& b, Value x) {
  const Value bell = build::exp(b, build::neg(b, build::mul(b, x, x)));
  return build::mul(b, number_like(b, 2 * std::numbers::inv_sqrtpi, x), bell);
}

constexpr ir::Unsupported kNoErf{"StableHLO has no error function"};

constexpr OpDef kErf = pointwise_op<"erf", 1, Takes::floating>({
    .name = "erf",
    .doc = "The error function.",
    .derivative = ir::Pointwise{[](Builder& b, const Values& x, Value) {
      return Values{erf_slope(b, x[0])};
    }},
    .reference = pen::each1<Dtypes::floating, [](auto x) { return std::erf(x); }>,
    .hlo = kNoErf,
    .cpp = cpp_without_lanes<"erf">,
    .costly = true,
});

constexpr OpDef kErfc = pointwise_op<"erfc", 1, Takes::floating>({
    .name = "erfc",
    .doc = "1 - erf(x), exact where erf is nearly 1.",
    .derivative = ir::Pointwise{[](Builder& b, const Values& x, Value) {
      return Values{build::neg(b, erf_slope(b, x[0]))};
    }},
    .reference = pen::each1<Dtypes::floating, [](auto x) { return std::erfc(x); }>,
    .hlo = kNoErf,
    .cpp = cpp_without_lanes<"erfc">,
    .costly = true,
});

constexpr const OpDef* kOps[] = {&kExp2, &kLog2, &kLog10, &kCbrt, &kHypot, &kErf, &kErfc};

/// hypot of two or three.
Built hypot_source(Builder& b, const SourceCall& call) {
  if (call.x.size() != 3) return pointwise_source(b, call, kHypot, 2);
  SourceCall inner = call, outer = call;
  inner.x.pop_back();
  auto h = pointwise_source(b, inner, kHypot, 2);
  if (!h) return h;
  outer.x = {{h->front(), {}, {}, {}}, call.x.back()};
  return pointwise_source(b, outer, kHypot, 2);
}

constexpr Source kSources[] = {
    {"exp2", pointwise_source<kExp2, 1>},
    {"log2", pointwise_source<kLog2, 1>},
    {"log10", pointwise_source<kLog10, 1>},
    {"cbrt", pointwise_source<kCbrt, 1>},
    {"hypot", hypot_source},
    {"erf", pointwise_source<kErf, 1>},
    {"erfc", pointwise_source<kErfc, 1>},
};

}  // namespace

const Family kSpecialFamily{kOps, kSources};

}  // namespace tlaloc::ops
