// The largest and smallest along axes, and where they stand: reduce_max, reduce_min, argmax,
// argmin.
//
// Elements that tie for the extreme share its slope equally (docs/ties.md).
#include "ops/reduce_extreme.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "ops/build.h"
#include "ops/families.h"
#include "ops/messages.h"
#include "ops/pointwise.h"
#include "ops/reduction.h"
#include "ops/shape_kernel.h"

namespace tlaloc::ops {
namespace {

using pen::HostCall;

// ---- reduce_max, reduce_min ----

/// c3: every reduced axis has an element.
base::Result<std::vector<Type>> extreme_types(ir::TypeQuery& q) {
  auto y = reduction_types(q);
  if (!y) return y;
  for (std::int64_t a : q.attrs.ints("axes")) {
    const auto what = fmt::format("{} has no elements", axis_text(q.x[0], static_cast<int>(a)));
    if (auto ok = at_most(q, 1, q.x[0].sizes[a], 3, what); !ok) return base::fail(ok.error());
  }
  return y;
}

/// Whether b stays the extreme no longer when a comes: a NaN beats all numbers, and the first of
/// equals stays.
template <bool Max>
bool beats(auto a, auto b) {
  if (b != b) return false;
  return a != a || (Max ? a > b : a < b);
}

template <bool Max>
void extreme_reference(HostCall& c) {
  pen::with_dtype<pen::Dtypes::numbers>(c.y[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* x = c.x[0].as<T>();
    T* y = c.y[0].as<T>();
    std::vector<bool> seen(c.y[0].count(), false);
    each_reduced(c.x[0], c.y[0], c.attrs.ints("axes"), [&](std::int64_t from, std::int64_t to) {
      if (!seen[to] || beats<Max>(pen::load(x[from]), pen::load(y[to]))) y[to] = x[from];
      seen[to] = true;
    });
  });
}

/// Which elements equal their extreme.
Value ties(Builder& b, const Node& n) {
  const Value x = n.operands[0];
  return build::eq(b, x, build::unreduce(b, n.results[0], Type(b.type(x)), n.attrs.ints("axes")));
}
Value how_many(Builder& b, const Node& n, Value tied) {
  return build::sum(b, build::convert(b, tied, b.type(n.operands[0]).dtype), n.attrs.ints("axes"));
}

Values extreme_jvp(Builder& b, const Node& n, const Values& t) {
  if (!t[0]) return {Value{}};
  const Value tied = ties(b, n), zero = build::full(b, 0, Type(b.type(t[0])));
  const Value picked = build::sum(b, build::select(b, tied, t[0], zero), n.attrs.ints("axes"));
  return {build::div(b, picked, how_many(b, n, tied))};
}
/// What the elements that are not tied get: 0, or NaN where the extreme is one, which no element
/// equals: forwards 0 / 0 says so too.
Value untied(Builder& b, Value extreme) {
  const Value zero = build::full(b, 0, Type(b.type(extreme)));
  return build::select(b, build::eq(b, extreme, extreme), zero, extreme);
}
Values extreme_vjp(Builder& b, const Node& n, const Values& ct) {
  if (!ct[0]) return {Value{}};
  const Value tied = ties(b, n);
  const auto everywhere = [&](Value v) {
    return build::unreduce(b, v, Type(b.type(n.operands[0])), n.attrs.ints("axes"));
  };
  const Value part = build::div(b, ct[0], how_many(b, n, tied));
  return {build::select(b, tied, everywhere(part), everywhere(untied(b, n.results[0])))};
}

/// The number that every other one beats.
std::string weakest(pen::HloPen& pen, DType t, bool max) {
  const Type scalar = ir::scalar_type(t);
  if (is_floating(t)) return pen.constant(max ? -INFINITY : INFINITY, scalar);
  const int bits = static_cast<int>(size_of(t)) * 8;
  if (is_unsigned_integer(t))
    return pen.constant(max ? 0 : static_cast<std::int64_t>(~std::uint64_t{0} >> (64 - bits)),
                        scalar);
  const auto high = static_cast<std::int64_t>((std::uint64_t{1} << (bits - 1)) - 1);
  return pen.constant(max ? -high - 1 : high, scalar);
}

template <bool Max>
void extreme_hlo(pen::HloPen& pen, const Node& n) {
  const Type from = pen.type(n.operands[0]);
  pen.result(pen.reduce(Max ? "maximum" : "minimum", pen.x(0), weakest(pen, from.dtype, Max), from,
                        n.attrs.ints("axes"), pen.type(n.results[0])));
}

std::optional<Values> over_nothing(ir::RewriteQuery& q) {
  if (!q.node.attrs.ints("axes").empty()) return std::nullopt;
  return Values{q.node.operands[0]};
}
constexpr ir::Rewrite kRewrites[] = {over_nothing};

std::vector<ir::RefusedSample> extreme_refusals(std::string_view op) {
  auto out = reduction_refusals(op);
  out.push_back({{{DType::f32, {2, 0}, {}}}, {{"axes", Ints{1}}}, std::string(op) + ".c3"});
  return out;
}

constexpr OpDef kReduceMax = define({
    .name = "reduce_max",
    .doc = "The largest element along axes, which go away; NaN if one is. Equal ones share the "
           "slope. Attribute: axes.",
    .infer = extreme_types,
    .derivative = ir::Custom{extreme_jvp, extreme_vjp},
    .batch = reduction_batch,
    .reference = extreme_reference<true>,
    .kernel = reduce_max_kernel,
    .rewrites = kRewrites,
    .hlo = extreme_hlo<true>,
    .cpp = reduction_cpp<"max">,
    .samples = [] { return reduction_samples(false); },
    .refuses = [] { return extreme_refusals("reduce_max"); },
});

constexpr OpDef kReduceMin = define({
    .name = "reduce_min",
    .doc = "The smallest element along axes, which go away; NaN if one is. Equal ones share the "
           "slope. Attribute: axes.",
    .infer = extreme_types,
    .derivative = ir::Custom{extreme_jvp, extreme_vjp},
    .batch = reduction_batch,
    .reference = extreme_reference<false>,
    .kernel = reduce_min_kernel,
    .rewrites = kRewrites,
    .hlo = extreme_hlo<false>,
    .cpp = reduction_cpp<"min">,
    .samples = [] { return reduction_samples(false); },
    .refuses = [] { return extreme_refusals("reduce_min"); },
});

// ---- argmax, argmin ----

base::Result<std::vector<Type>> arg_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 1); !ok) return base::fail(ok.error());
  const Type& x = q.x[0];
  const std::int64_t axis = q.attrs.integer("axis");
  // c1: numbers; c2: the axis exists; c3: it has an element.
  if (x.dtype == DType::b1) return refuse(q, 1, "the operand is b1, numbers are expected");
  if (auto ok = check_axes(q, 2, {axis}, x.rank()); !ok) return base::fail(ok.error());
  const auto what = fmt::format("{} has no elements", axis_text(x, static_cast<int>(axis)));
  if (auto ok = at_most(q, 1, x.sizes[axis], 3, what); !ok) return base::fail(ok.error());
  Type y{DType::i32, {}, {}};
  for (std::int64_t a : other_axes({axis}, x.rank())) {
    y.sizes.push_back(x.sizes[a]);
    y.names.push_back(x.name(static_cast<int>(a)));
  }
  return one(std::move(y));
}

template <bool Max>
void arg_reference(HostCall& c) {
  const std::int64_t axis = c.attrs.integer("axis"), size = c.x[0].sizes[axis];
  const std::int64_t step = strides_of(c.x[0].sizes)[axis];
  pen::with_dtype<pen::Dtypes::numbers>(c.x[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* x = c.x[0].as<T>();
    for (std::int64_t i = 0, n = c.y[0].count(); i < n; ++i) {
      const T* row = x + i / step * step * size + i % step;
      std::int64_t best = 0;
      for (std::int64_t k = 1; k < size; ++k)
        if (beats<Max>(pen::load(row[k * step]), pen::load(row[best * step]))) best = k;
      c.y[0].as<std::int32_t>()[i] = static_cast<std::int32_t>(best);
    }
  });
}

base::Result<Values> arg_batch(Builder& b, const Node& n, const Values& x, const std::vector<bool>&,
                               const Size&) {
  return Values{b.add(*n.op, x, {{"axis", n.attrs.integer("axis") + 1}})};
}

/// The least index whose element equals the extreme, or is NaN where one is.
template <bool Max>
void arg_hlo(pen::HloPen& pen, const Node& n) {
  const Type x = pen.type(n.operands[0]), y = pen.type(n.results[0]);
  const std::int64_t axis = n.attrs.integer("axis");
  const Type reduced{x.dtype, y.sizes, {}}, places{DType::i32, x.sizes, {}};
  const std::string best = pen.reduce(Max ? "maximum" : "minimum", pen.x(0),
                                      weakest(pen, x.dtype, Max), x, {axis}, reduced);
  const std::string wide = pen.broadcast(best, reduced, x, other_axes({axis}, x.rank()));
  std::string hit = pen.compare("EQ", pen.x(0), wide, x);
  if (is_floating(x.dtype))
    hit =
        pen.simple("or", {hit, pen.compare("NE", pen.x(0), pen.x(0), x)}, {DType::b1, x.sizes, {}});
  const std::string at =
      pen.line(fmt::format("stablehlo.iota dim = {} : {}", axis, pen::HloPen::type_text(places)));
  const std::string none = pen.constant(*x.sizes[axis].constant(), places);
  const std::string first = pen.select(hit, at, none, places);
  pen.result(pen.reduce("minimum", first,
                        pen.constant(std::int64_t{INT32_MAX}, ir::scalar_type(DType::i32)), places,
                        {axis}, y));
}

void arg_cpp(pen::CppPen& pen, const Node& n) {
  pen.call(fmt::format("{}<{}>", n.op->name, n.attrs.integer("axis")));
}

std::vector<ir::Sample> arg_samples() {
  auto sample = [](DType t, Sizes sizes, std::int64_t axis) {
    return ir::Sample{{{t, std::move(sizes), {}}}, {{"axis", axis}}, {ir::Domain::real}, 0};
  };
  return {sample(DType::f64, {4}, 0),       sample(DType::f32, {2, 3}, 1),
          sample(DType::f64, {3, 2, 2}, 0), sample(DType::f64, {2, 3, 2}, 1),
          sample(DType::i32, {5}, 0),       sample(DType::f64, {0, 2}, 1)};
}
std::vector<ir::RefusedSample> arg_refusals(std::string_view op) {
  auto refused = [&](DType t, std::int64_t axis, const char* label) {
    return ir::RefusedSample{{{t, {2, 0}, {}}}, {{"axis", axis}}, std::string(op) + label};
  };
  return {refused(DType::b1, 0, ".c1"), refused(DType::f32, 2, ".c2"),
          refused(DType::f32, 1, ".c3")};
}

constexpr ir::Zero kWhere{"an index does not change until it jumps"};

constexpr OpDef kArgmax = define({
    .name = "argmax",
    .doc = "Where the largest element stands along an axis, as i32; the first of equal ones, and "
           "of NaNs. Attribute: axis.",
    .infer = arg_types,
    .derivative = kWhere,
    .batch = arg_batch,
    .reference = arg_reference<true>,
    .kernel = argmax_kernel,
    .hlo = arg_hlo<true>,
    .cpp = arg_cpp,
    .samples = arg_samples,
    .refuses = [] { return arg_refusals("argmax"); },
});

constexpr OpDef kArgmin = define({
    .name = "argmin",
    .doc = "Where the smallest element stands along an axis, as i32; the first of equal ones, and "
           "of NaNs. Attribute: axis.",
    .infer = arg_types,
    .derivative = kWhere,
    .batch = arg_batch,
    .reference = arg_reference<false>,
    .kernel = argmin_kernel,
    .hlo = arg_hlo<false>,
    .cpp = arg_cpp,
    .samples = arg_samples,
    .refuses = [] { return arg_refusals("argmin"); },
});

constexpr const OpDef* kOps[] = {&kReduceMax, &kReduceMin, &kArgmax, &kArgmin};

// ---- calls ----

Built reduction_source(Builder& b, const SourceCall& call, const OpDef& op) {
  auto x = value_at(b, call, 0);
  if (!x) return base::fail(x.error());
  auto axes = axes_of(b, call, 1, b.type(*x).rank());
  if (!axes) return base::fail(axes.error());
  std::sort(axes->begin(), axes->end());
  return b.try_add(op, {*x}, {{"axes", *axes}});
}

/// Over one axis; without any, as if the tensor were one row.
Built arg_source(Builder& b, const SourceCall& call, const OpDef& op) {
  auto x = value_at(b, call, 0);
  if (!x) return base::fail(x.error());
  const Type t = b.type(*x);
  if (call.template_args.empty() && call.x.size() == 1)
    return b.try_add(op, {build::reshape(b, *x, {ir::product(t.sizes)})},
                     {{"axis", std::int64_t{0}}});
  auto axis = axis_of(b, call, 1, t.rank(), std::nullopt);
  if (!axis) return base::fail(axis.error());
  return b.try_add(op, {*x}, {{"axis", *axis}});
}
Built argmax_source(Builder& b, const SourceCall& call) { return arg_source(b, call, kArgmax); }
Built argmin_source(Builder& b, const SourceCall& call) { return arg_source(b, call, kArgmin); }

constexpr Source kSources[] = {{"argmax", argmax_source}, {"argmin", argmin_source}};

constexpr Door kDoors[] = {{"max", &kReduceMax, Door::Kind::reduction},
                           {"min", &kReduceMin, Door::Kind::reduction},
                           {"argmax", &kArgmax, Door::Kind::position},
                           {"argmin", &kArgmin, Door::Kind::position}};

}  // namespace

Built reduce_max_source(Builder& b, const SourceCall& call) {
  return reduction_source(b, call, kReduceMax);
}
Built reduce_min_source(Builder& b, const SourceCall& call) {
  return reduction_source(b, call, kReduceMin);
}

namespace build {
Value reduce_max(Builder& b, Value x, const Ints& axes) {
  return axes.empty() ? x : b.add(kReduceMax, {x}, {{"axes", axes}});
}
Value reduce_min(Builder& b, Value x, const Ints& axes) {
  return axes.empty() ? x : b.add(kReduceMin, {x}, {{"axes", axes}});
}
Value argmax(Builder& b, Value x, std::int64_t axis) {
  return b.add(kArgmax, {x}, {{"axis", axis}});
}
Value argmin(Builder& b, Value x, std::int64_t axis) {
  return b.add(kArgmin, {x}, {{"axis", axis}});
}
}  // namespace build

const Family kReduceExtremeFamily{kOps, kSources, kDoors};

}  // namespace tlaloc::ops
