// max and min of two operands, and what is made of them. Where both are equal, each gets half of
// the slope (docs/ties.md).
#include <cmath>

#include "ops/build.h"
#include "ops/element_kernel.h"
#include "ops/families.h"
#include "ops/pointwise.h"
#include "ops/reduce_extreme.h"
#include "ops/source_args.h"

namespace tlaloc::ops {
namespace {

using pen::Dtypes;
using Replacement = std::optional<Values>;

/// A NaN stays, and 0 is above -0.
constexpr auto kMaxElement = [](auto a, auto b) -> decltype(a) {
  if constexpr (std::is_floating_point_v<decltype(a)>) {
    if (a != a || b != b) return a + b;
    if (a == b) return std::signbit(a) ? b : a;
  }
  return a < b ? b : a;
};
constexpr auto kMinElement = [](auto a, auto b) -> decltype(a) {
  if constexpr (std::is_floating_point_v<decltype(a)>) {
    if (a != a || b != b) return a + b;
    if (a == b) return std::signbit(a) ? a : b;
  }
  return b < a ? b : a;
};

using Wins = Value (*)(Builder&, Value, Value);

/// v where x wins, half of it where x and y are equal, 0 elsewhere: chosen, never multiplied by a
/// mask.
Value share(Builder& b, Value v, Value x, Value y, Wins wins) {
  const Value half = build::full(b, 0.5, Type(b.type(v))),
              zero = build::full(b, 0, Type(b.type(v)));
  const Value tied = build::select(b, build::eq(b, x, y), build::mul(b, v, half), zero);
  return build::select(b, wins(b, x, y), v, tied);
}

template <Wins wins>
Values extreme_jvp(Builder& b, const Node& n, const Values& t) {
  const Value x = n.operands[0], y = n.operands[1];
  const Value left = t[0] ? share(b, t[0], x, y, wins) : Value{};
  const Value right = t[1] ? share(b, t[1], y, x, wins) : Value{};
  return {add(b, left, right)};
}
template <Wins wins>
Values extreme_vjp(Builder& b, const Node& n, const Values& ct) {
  if (!ct[0]) return {Value{}, Value{}};
  const Value x = n.operands[0], y = n.operands[1];
  return {share(b, ct[0], x, y, wins), share(b, ct[0], y, x, wins)};
}

Replacement of_same(ir::RewriteQuery& q) {
  if (q.node.operands[0] == q.node.operands[1]) return Values{q.node.operands[0]};
  return std::nullopt;
}
constexpr ir::Rewrite kRewrites[] = {of_same};

constexpr OpDef kMax = pointwise_op<"max", 2, Takes::numbers>({
    .name = "max",
    .doc = "The larger operand; NaN if either is. Equal ones share the slope in halves.",
    .derivative = ir::Custom{extreme_jvp<build::gt>, extreme_vjp<build::gt>},
    .reference = pen::each2<Dtypes::numbers, kMaxElement>,
    .kernel = element_kernel<kernel::ElementOp::max, pen::each2<Dtypes::numbers, kMaxElement>>,
    .rewrites = kRewrites,
    .hlo = hlo_same<"maximum">,
    .cpp = cpp_call<"max">,
});

constexpr OpDef kMin = pointwise_op<"min", 2, Takes::numbers>({
    .name = "min",
    .doc = "The smaller operand; NaN if either is. Equal ones share the slope in halves.",
    .derivative = ir::Custom{extreme_jvp<build::lt>, extreme_vjp<build::lt>},
    .reference = pen::each2<Dtypes::numbers, kMinElement>,
    .kernel = element_kernel<kernel::ElementOp::min, pen::each2<Dtypes::numbers, kMinElement>>,
    .rewrites = kRewrites,
    .hlo = hlo_same<"minimum">,
    .cpp = cpp_call<"min">,
});

constexpr const OpDef* kOps[] = {&kMax, &kMin};

// ---- calls ----

base::Result<Values> operands_of(Builder& b, const SourceCall& call, std::size_t count) {
  if (auto ok = arguments(call, count, count); !ok) return base::fail(ok.error());
  Values x;
  for (std::size_t i = 0; i < count; ++i) {
    auto v = value_at(b, call, i);
    if (!v) return base::fail(v.error());
    x.push_back(*v);
  }
  same_dtypes(b, call, x);
  return broadcast_together(b, call.name, std::move(x));
}

/// max(x, y) of two, max(x) and max<0>(x) over axes.
Built max_source(Builder& b, const SourceCall& call) {
  return call.x.size() == 2 ? pointwise_source(b, call, kMax, 2) : reduce_max_source(b, call);
}
Built min_source(Builder& b, const SourceCall& call) {
  return call.x.size() == 2 ? pointwise_source(b, call, kMin, 2) : reduce_min_source(b, call);
}

Value is_nan(Builder& b, Value x) { return build::ne(b, x, x); }
/// As max and min, but a NaN beside a number is ignored.
template <Value (*Extreme)(Builder&, Value, Value)>
Built quiet_source(Builder& b, const SourceCall& call) {
  auto x = operands_of(b, call, 2);
  if (!x) return x;
  const Value a = (*x)[0], c = (*x)[1], y = Extreme(b, a, c);
  if (!is_floating(b.type(a).dtype)) return Values{y};
  return Values{build::select(b, is_nan(b, a), c, build::select(b, is_nan(b, c), a, y))};
}

/// low below low, high above high, else x: on a bound the slope in x is 1.
Built clamp_source(Builder& b, const SourceCall& call) {
  auto x = operands_of(b, call, 3);
  if (!x) return x;
  const Value v = (*x)[0], low = (*x)[1], high = (*x)[2];
  return Values{build::select(b, build::lt(b, v, low), low,
                              build::select(b, build::lt(b, high, v), high, v))};
}

constexpr Source kSources[] = {{"max", max_source},
                               {"min", min_source},
                               {"fmax", quiet_source<build::max>},
                               {"fmin", quiet_source<build::min>},
                               {"clamp", clamp_source}};

}  // namespace

namespace build {
Value max(Builder& b, Value x, Value y) { return b.add(kMax, {x, y}); }
Value min(Builder& b, Value x, Value y) { return b.add(kMin, {x, y}); }
}  // namespace build

const Family kExtremeFamily{kOps, kSources};

}  // namespace tlaloc::ops
