// softmax and log_softmax: compositions that keep their names, so that back ends and kernels know
// them.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/check.h"
#include "kernel/reduce.h"
#include "ops/build.h"
#include "ops/families.h"
#include "ops/messages.h"
#include "ops/pointwise.h"
#include "ops/softmax.h"
#include "ops/source_args.h"
#include "ops/strides.h"

namespace tlaloc::ops {
namespace {

using pen::HostCall;

// ---- softmax, log_softmax ----

base::Result<std::vector<Type>> row_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 1); !ok) return base::fail(ok.error());
  // c1: floating; c2: the axis exists.
  if (!is_floating(q.x[0].dtype))
    return refuse(
        q, 1,
        fmt::format("the operand is {}, floating values are expected", name_of(q.x[0].dtype)));
  if (auto ok = check_axes(q, 2, {q.attrs.integer("axis")}, q.x[0].rank()); !ok)
    return base::fail(ok.error());
  return one(q.x[0]);
}

/// Calls visit(first element, step between elements, elements) for every row along an axis.
template <class F>
void each_row(std::span<const std::int64_t> sizes, std::int64_t axis, F visit) {
  const std::int64_t step = strides_of(sizes)[axis], size = sizes[axis];
  std::int64_t rows = 1;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (static_cast<std::int64_t>(i) != axis) rows *= sizes[i];
  for (std::int64_t r = 0; r < rows && size > 0; ++r)
    visit(r / step * step * size + r % step, step, size);
}

template <bool Log>
void row_reference(HostCall& c) {
  pen::with_dtype<pen::Dtypes::floating>(c.y[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* x = c.x[0].as<T>();
    each_row(c.y[0].sizes, c.attrs.integer("axis"),
             [&](std::int64_t first, std::int64_t step, std::int64_t size) {
               double most = -INFINITY, sum = 0;
               for (std::int64_t k = 0; k < size; ++k) {
                 const double v = pen::load(x[first + k * step]);
                 most = most != most || v != v ? NAN : std::max(most, v);
               }
               for (std::int64_t k = 0; k < size; ++k)
                 sum += std::exp(pen::load(x[first + k * step]) - most);
               for (std::int64_t k = 0; k < size; ++k) {
                 const double v = pen::load(x[first + k * step]) - most;
                 pen::store(
                     c.y[0].as<T>()[first + k * step],
                     static_cast<pen::Computed<T>>(Log ? v - std::log(sum) : std::exp(v) / sum));
               }
             });
  });
}

template <bool Log>
void row_kernel(HostCall& c) {
  const auto axis = static_cast<std::size_t>(c.attrs.integer("axis"));
  const DType t = c.y[0].dtype;
  if (axis + 1 != c.y[0].sizes.size() || t == DType::bf16) return row_reference<Log>(c);
  const auto columns = static_cast<std::size_t>(c.y[0].sizes[axis]);
  if (columns == 0) return;
  const std::size_t rows = static_cast<std::size_t>(c.y[0].count()) / columns;
  const auto run = [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* x = c.x[0].as<T>();
    T* y = c.y[0].as<T>();
    Log ? kernel::log_softmax(rows, columns, x, y) : kernel::softmax(rows, columns, x, y);
  };
  t == DType::f32 ? run(std::type_identity<float>{}) : run(std::type_identity<double>{});
}

Value row_sum(Builder& b, const Node& n, Value v) {
  const Ints axes = {n.attrs.integer("axis")};
  return build::unreduce(b, build::sum(b, v, axes), Type(b.type(v)), axes);
}

/// y = softmax x;  t_y = y (t - Σ y t), and so is ct_x.
Values softmax_both(Builder& b, const Node& n, const Values& t) {
  if (!t[0]) return {Value{}};
  const Value y = n.results[0], sum = row_sum(b, n, build::mul(b, y, t[0]));
  return {build::mul(b, y, build::sub(b, t[0], sum))};
}
/// y = log softmax x;  t_y = t - Σ exp(y) t
Values log_softmax_jvp(Builder& b, const Node& n, const Values& t) {
  if (!t[0]) return {Value{}};
  return {build::sub(b, t[0], row_sum(b, n, build::mul(b, build::exp(b, n.results[0]), t[0])))};
}
/// ct_x = ct - exp(y) Σ ct
Values log_softmax_vjp(Builder& b, const Node& n, const Values& ct) {
  if (!ct[0]) return {Value{}};
  return {build::sub(b, ct[0], build::mul(b, build::exp(b, n.results[0]), row_sum(b, n, ct[0])))};
}

base::Result<Values> row_batch(Builder& b, const Node& n, const Values& x, const std::vector<bool>&,
                               const Size&) {
  return Values{b.add(*n.op, x, {{"axis", n.attrs.integer("axis") + 1}})};
}

/// x less its row's largest, and the rows' sums of exponentials, stretched.
std::pair<std::string, std::string> shifted_rows(pen::HloPen& pen, const std::string& x,
                                                 const Type& t, std::int64_t axis,
                                                 std::string* exponentials) {
  Type reduced{t.dtype, {}, {}};
  const Ints kept = other_axes({axis}, t.rank());
  for (std::int64_t a : kept) reduced.sizes.push_back(t.sizes[a]);
  const Type scalar = ir::scalar_type(t.dtype);
  const std::string most =
      pen.reduce("maximum", x, pen.constant(-INFINITY, scalar), t, {axis}, reduced);
  const std::string v = pen.simple("subtract", {x, pen.broadcast(most, reduced, t, kept)}, t);
  *exponentials = pen.simple("exponential", {v}, t);
  const std::string sum =
      pen.reduce("add", *exponentials, pen.constant(0.0, scalar), t, {axis}, reduced);
  return {v, pen.broadcast(sum, reduced, t, kept)};
}
void softmax_hlo(pen::HloPen& pen, const Node& n) {
  const Type t = pen.type(n.results[0]);
  std::string e;
  const auto [v, sum] = shifted_rows(pen, pen.x(0), t, n.attrs.integer("axis"), &e);
  pen.result(pen.simple("divide", {e, sum}, t));
}
void row_cpp(pen::CppPen& pen, const Node& n) {
  pen.call(fmt::format("{}<{}>", n.op->name, n.attrs.integer("axis")));
}

std::vector<ir::Sample> row_samples() {
  auto sample = [](DType t, Sizes sizes, std::int64_t axis) {
    return ir::Sample{{{t, std::move(sizes), {}}}, {{"axis", axis}}, {ir::Domain::real}, 0};
  };
  return {sample(DType::f64, {4}, 0),    sample(DType::f64, {2, 3}, 1),
          sample(DType::f32, {2, 3}, 0), sample(DType::f64, {2, 3, 2}, 1),
          sample(DType::f64, {0, 3}, 1), sample(DType::f64, {2, 0}, 1),
          sample(DType::f64, {2, 1}, 1)};
}
std::vector<ir::RefusedSample> row_refusals(std::string_view op) {
  auto refused = [&](DType t, std::int64_t axis, const char* label) {
    return ir::RefusedSample{{{t, {2, 3}, {}}}, {{"axis", axis}}, std::string(op) + label};
  };
  return {refused(DType::i32, 0, ".c1"), refused(DType::f32, 2, ".c2"),
          refused(DType::f32, -1, ".c2")};
}

constexpr OpDef kSoftmax = define({
    .name = "softmax",
    .doc = "exp(x) divided by its sum along an axis; never overflows. Attribute: axis.",
    .infer = row_types,
    .derivative = ir::Custom{softmax_both, softmax_both},
    .batch = row_batch,
    .reference = row_reference<false>,
    .kernel = row_kernel<false>,
    .hlo = softmax_hlo,
    .cpp = row_cpp,
    .samples = row_samples,
    .refuses = [] { return row_refusals("softmax"); },
    .composite = true,
});

constexpr OpDef kLogSoftmax = define({
    .name = "log_softmax",
    .doc =
        "The logarithm of softmax along an axis, exact where softmax is nearly 0. Attribute: axis.",
    .infer = row_types,
    .derivative = ir::Custom{log_softmax_jvp, log_softmax_vjp},
    .batch = row_batch,
    .reference = row_reference<true>,
    .kernel = row_kernel<true>,
    .hlo =
        [](pen::HloPen& pen, const Node& n) {
          pen.result(
              log_softmax_hlo(pen, pen.x(0), pen.type(n.results[0]), n.attrs.integer("axis")));
        },
    .cpp = row_cpp,
    .samples = row_samples,
    .refuses = [] { return row_refusals("log_softmax"); },
    .composite = true,
});

constexpr const OpDef* kOps[] = {&kSoftmax, &kLogSoftmax};

/// softmax(x) along the last axis, softmax<I>(x) along another.
Built row_source(Builder& b, const SourceCall& call, const OpDef& op) {
  auto x = value_at(b, call, 0);
  if (!x) return base::fail(x.error());
  const int rank = b.type(*x).rank();
  auto axis = axis_of(b, call, 1, rank, rank - 1);
  if (!axis) return base::fail(axis.error());
  return b.try_add(op, {*x}, {{"axis", *axis}});
}
Built softmax_source(Builder& b, const SourceCall& call) { return row_source(b, call, kSoftmax); }
Built log_softmax_source(Builder& b, const SourceCall& call) {
  return row_source(b, call, kLogSoftmax);
}

constexpr Source kSources[] = {{"softmax", softmax_source}, {"log_softmax", log_softmax_source}};

}  // namespace

std::string log_softmax_hlo(pen::HloPen& pen, const std::string& x, const Type& t,
                            std::int64_t axis) {
  std::string e;
  const auto [v, sum] = shifted_rows(pen, x, t, axis, &e);
  return pen.simple("subtract", {v, pen.simple("log", {sum}, t)}, t);
}

namespace build {
Value softmax(Builder& b, Value x, std::int64_t axis) {
  return b.add(kSoftmax, {x}, {{"axis", axis}});
}
Value log_softmax(Builder& b, Value x, std::int64_t axis) {
  return b.add(kLogSoftmax, {x}, {{"axis", axis}});
}
}  // namespace build

const Family kSoftmaxFamily{kOps, kSources};

}  // namespace tlaloc::ops
