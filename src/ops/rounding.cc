// Rounding, remainders and pieces of a number.
#include "ops/libm.h"

namespace tlaloc::ops {
namespace {

using pen::Dtypes;
using pen::HloPen;

// ---- to whole numbers ----

constexpr OpDef kCeil = pointwise_op<"ceil", 1, Takes::floating>({
    .name = "ceil",
    .doc = "The least whole number that is not below x.",
    .derivative = ir::Zero{"ceil is constant between whole numbers"},
    .reference = pen::each1<Dtypes::floating, [](auto x) { return std::ceil(x); }>,
    .hlo = hlo_same<"ceil">,
    .cpp = cpp_without_lanes<"ceil">,
});

constexpr OpDef kTrunc = pointwise_op<"trunc", 1, Takes::floating>({
    .name = "trunc",
    .doc = "x without its fraction.",
    .derivative = ir::Zero{"trunc is constant between whole numbers"},
    .reference = pen::each1<Dtypes::floating, [](auto x) { return std::trunc(x); }>,
    .hlo =
        [](HloPen& pen, const Node& n) {
          HloFormula f(pen, n);
          const std::string up = f.one("ceil", f.x()), down = f.one("floor", f.x());
          f.result(f.choose("LT", f.x(), f.number(0), up, down));
        },
    .cpp = cpp_without_lanes<"trunc">,
});

constexpr OpDef kRound = pointwise_op<"round", 1, Takes::floating>({
    .name = "round",
    .doc = "The nearest whole number, halves away from 0.",
    .derivative = ir::Zero{"round is constant between halves"},
    .reference = pen::each1<Dtypes::floating, [](auto x) { return std::round(x); }>,
    .hlo = hlo_same<"round_nearest_afz">,
    .cpp = cpp_without_lanes<"round">,
});

constexpr OpDef kRint = pointwise_op<"rint", 1, Takes::floating>({
    .name = "rint",
    .doc = "The nearest whole number, halves to the even one.",
    .derivative = ir::Zero{"rint is constant between halves"},
    .reference = pen::each1<Dtypes::floating, [](auto x) { return std::rint(x); }>,
    .hlo = hlo_same<"round_nearest_even">,
    .cpp = cpp_without_lanes<"rint">,
});

// ---- pieces ----

/// y = a - k b for a whole k;  dy/db = -k = (y - a)/b
Values remainder_slopes(Builder& b, const Values& x, Value y) {
  return {number_like(b, 1, y), build::div(b, build::sub(b, y, x[0]), x[1])};
}

constexpr OpDef kRemainder = pointwise_op<"remainder", 2, Takes::floating, ir::Domain::nonzero>({
    .name = "remainder",
    .doc = "x minus the multiple of y that is nearest to it; at a jump the slope is as beside it.",
    .derivative = ir::Pointwise{remainder_slopes, true},
    .reference = pen::each2<Dtypes::floating, [](auto x, auto y) { return std::remainder(x, y); }>,
    .hlo =
        [](HloPen& pen, const Node& n) {
          HloFormula f(pen, n);
          const std::string k = f.one("round_nearest_even", f.div(f.x(0), f.x(1)));
          f.result(f.sub(f.x(0), f.mul(k, f.x(1))));
        },
    .cpp = cpp_without_lanes<"remainder">,
});

/// dy/dx = ±1, as the signs are equal or not.
Values copysign_slopes(Builder& b, const Values& x, Value y) {
  const Value one = number_like(b, 1, y);
  return {build::mul(b, build::copysign(b, one, x[0]), build::copysign(b, one, x[1])),
          number_like(b, 0, y)};
}

void copysign_hlo(HloPen& pen, const Node& n) {  // 1 / -0 tells the zeros apart
  HloFormula f(pen, n);
  const std::string zero = f.number(0), size = f.one("abs", f.x(0));
  const std::string probe = f.choose("EQ", f.x(1), zero, f.div(f.number(1), f.x(1)), f.x(1));
  f.result(f.choose("LT", probe, zero, f.one("negate", size), size));
}

constexpr OpDef kCopysign = pointwise_op<"copysign", 2, Takes::floating, ir::Domain::nonzero>({
    .name = "copysign",
    .doc = "|x| with the sign of y. Its slope in y is 0.",
    .derivative = ir::Pointwise{copysign_slopes},
    .reference = pen::each2<Dtypes::floating, [](auto x, auto y) { return std::copysign(x, y); }>,
    .hlo = copysign_hlo,
    .cpp = cpp_without_lanes<"copysign">,
});

/// 1 and -1 where x is above y, else 0.
Values fdim_slopes(Builder& b, const Values& x, Value y) {
  const Value one = number_like(b, 1, y), zero = number_like(b, 0, y);
  const Value by_x = build::select(b, build::gt(b, x[0], x[1]), one, zero);
  return {by_x, build::neg(b, by_x)};
}

constexpr OpDef kFdim = pointwise_op<"fdim", 2, Takes::floating, ir::Domain::nonzero>({
    .name = "fdim",
    .doc = "x - y where that is positive, else 0. Where x is y the slopes are 0.",
    .derivative = ir::Pointwise{fdim_slopes},
    .reference = pen::each2<Dtypes::floating, [](auto x, auto y) { return std::fdim(x, y); }>,
    .hlo =
        [](HloPen& pen, const Node& n) {
          HloFormula f(pen, n);
          f.result(f.choose("LE", f.x(0), f.x(1), f.number(0), f.sub(f.x(0), f.x(1))));
        },
    .cpp = cpp_without_lanes<"fdim">,
});

// ---- calls ----

/// fma(x, y, z) as x y + z.
Built fma_source(Builder& b, const SourceCall& call) {
  if (auto ok = arguments(call, 3, 3); !ok) return base::fail(ok.error());
  Values x;
  for (std::size_t i = 0; i < 3; ++i) {
    auto v = value_at(b, call, i);
    if (!v) return base::fail(v.error());
    x.push_back(*v);
  }
  same_dtypes(b, call, x);
  auto same = broadcast_together(b, call.name, std::move(x));
  if (!same) return same;
  return Values{build::add(b, build::mul(b, (*same)[0], (*same)[1]), (*same)[2])};
}

/// lround and its like: rounded, then an integer of the call's type.
template <const OpDef& Op>
Built whole_source(Builder& b, const SourceCall& call) {
  SourceCall inner = call;
  inner.result.reset();
  auto y = pointwise_source(b, inner, Op, 1);
  if (!y || !call.result) return y;
  return Values{build::convert(b, y->front(), call.result->dtype)};
}

constexpr const OpDef* kOps[] = {&kCeil, &kTrunc, &kRound, &kRint, &kRemainder, &kCopysign, &kFdim};

constexpr Source kSources[] = {
    {"ceil", pointwise_source<kCeil, 1>},
    {"trunc", pointwise_source<kTrunc, 1>},
    {"round", pointwise_source<kRound, 1>},
    {"rint", pointwise_source<kRint, 1>},
    {"nearbyint", pointwise_source<kRint, 1>},
    {"lround", whole_source<kRound>},
    {"llround", whole_source<kRound>},
    {"lrint", whole_source<kRint>},
    {"llrint", whole_source<kRint>},
    {"remainder", pointwise_source<kRemainder, 2>},
    {"copysign", pointwise_source<kCopysign, 2>},
    {"fdim", pointwise_source<kFdim, 2>},
    {"fma", fma_source},
};

}  // namespace

namespace build {
Value copysign(Builder& b, Value x, Value y) { return b.add(kCopysign, {x, y}); }
}  // namespace build

const Family kRoundingFamily{kOps, kSources};

}  // namespace tlaloc::ops
