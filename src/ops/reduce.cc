// sum over axes.
#include <algorithm>

#include <fmt/format.h>

#include "ops/build.h"
#include "ops/families.h"
#include "ops/messages.h"
#include "ops/pointwise.h"
#include "ops/reduction.h"
#include "ops/shape_kernel.h"
#include "ops/source_args.h"
#include "ops/squares.h"

namespace tlaloc::ops {
namespace {

using Replacement = std::optional<Values>;

void sum_reference(pen::HostCall& c) {
  pen::with_dtype<pen::Dtypes::numbers>(c.y[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* x = c.x[0].as<T>();
    std::vector<Wide<T>> sums(c.y[0].count(), Wide<T>{0});
    each_reduced(c.x[0], c.y[0], c.attrs.ints("axes"), [&](std::int64_t from, std::int64_t to) {
      sums[to] += static_cast<Wide<T>>(pen::load(x[from]));
    });
    for (std::size_t i = 0; i < sums.size(); ++i)
      pen::store(c.y[0].as<T>()[i], static_cast<pen::Computed<T>>(sums[i]));
  });
}

/// y = sum x;  ct_x = ct everywhere
Values sum_transpose(Builder& b, const Node& n, Value ct) {
  return {build::unreduce(b, ct, Type(b.type(n.operands[0])), Ints(n.attrs.ints("axes")))};
}

Replacement sum_over_nothing(ir::RewriteQuery& q) {
  if (!q.node.attrs.ints("axes").empty()) return std::nullopt;
  return Values{q.node.operands[0]};
}
/// The sum over axes of size 1 is a reshape.
Replacement sum_of_ones(ir::RewriteQuery& q) {
  const Type& x = q.build.type(q.node.operands[0]);
  for (std::int64_t a : q.node.attrs.ints("axes"))
    if (!(x.sizes[a] == Size(1))) return std::nullopt;
  const Sizes sizes = q.build.type(q.node.results[0]).sizes;
  return Values{build::reshape(q.build, q.node.operands[0], sizes)};
}
Replacement sum_of_sum(ir::RewriteQuery& q) {
  const Node* inner = defined_by(q, q.node.operands[0], "sum");
  if (inner == nullptr) return std::nullopt;
  const Ints& first = inner->attrs.ints("axes");
  const Ints left = other_axes(first, q.build.type(inner->operands[0]).rank());
  Ints axes = first;
  for (std::int64_t a : q.node.attrs.ints("axes")) axes.push_back(left[a]);
  std::sort(axes.begin(), axes.end());
  return Values{build::sum(q.build, inner->operands[0], axes)};
}
constexpr ir::Rewrite kSumRewrites[] = {sum_over_nothing, sum_of_ones, sum_of_sum};

void sum_hlo(pen::HloPen& pen, const Node& n) {
  const Type from = pen.type(n.operands[0]);
  const std::string zero = pen.constant(std::int64_t{0}, ir::scalar_type(from.dtype));
  pen.result(pen.reduce("add", pen.x(0), zero, from, n.attrs.ints("axes"), pen.type(n.results[0])));
}

constexpr OpDef kSum = define({
    .name = "sum",
    .doc = "Sum over axes, which go away. Integers wrap; the sum of nothing is 0. Attribute: axes.",
    .infer = reduction_types,
    .derivative = ir::Linear{sum_transpose},
    .batch = reduction_batch,
    .reference = sum_reference,
    .kernel = sum_kernel,
    .rewrites = kSumRewrites,
    .hlo = sum_hlo,
    .cpp = reduction_cpp<"sum">,
    .samples = [] { return reduction_samples(true); },
    .refuses = [] { return reduction_refusals("sum"); },
});

constexpr const OpDef* kOps[] = {&kSum};
constexpr SquareRule kSquares[] = {{&kSum, of_sums}};

// ---- calls ----

/// sum(x) over everything, sum<0, 2>(x) over some axes.
Built sum_source(Builder& b, const SourceCall& call) {
  auto x = value_at(b, call, 0);
  if (!x) return base::fail(x.error());
  auto axes = axes_of(b, call, 1, b.type(*x).rank());
  if (!axes) return base::fail(axes.error());
  std::sort(axes->begin(), axes->end());
  return b.try_add(kSum, {*x}, {{"axes", *axes}});
}
/// The sum, divided by how many there are.
Built mean_source(Builder& b, const SourceCall& call) {
  auto y = sum_source(b, call);
  if (!y) return y;
  const Node* n = b.def((*y)[0]);
  const Type x = b.type(n->operands[0]), t = b.type((*y)[0]);
  if (!is_floating(t.dtype)) return not_lifted(call, "the mean of integers is not lifted");
  Sizes gone;
  for (std::int64_t a : n->attrs.ints("axes")) gone.push_back(x.sizes[a]);
  const Size count = ir::product(gone);
  const auto known = count.constant();
  const Value divisor = known ? build::number(b, static_cast<double>(*known), t.dtype)
                              : build::convert(b, build::size_of(b, count), t.dtype);
  return Values{build::div(b, (*y)[0], build::broadcast_scalar(b, divisor, t))};
}

constexpr Source kSources[] = {{"sum", sum_source}, {"mean", mean_source}};

constexpr Door kDoors[] = {{"sum", &kSum, Door::Kind::reduction}};

}  // namespace

base::Result<std::vector<Type>> reduction_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 1); !ok) return base::fail(ok.error());
  const Type& x = q.x[0];
  const Ints& axes = q.attrs.ints("axes");
  // c1: numbers; c2: the axes exist, once each, and grow.
  if (x.dtype == DType::b1) return refuse(q, 1, "the operand is b1, numbers are expected");
  if (auto ok = check_axes(q, 2, axes, x.rank()); !ok) return base::fail(ok.error());
  if (!std::is_sorted(axes.begin(), axes.end()))
    return refuse(q, 2, fmt::format("axes {} do not grow", pen::CppPen::ints(axes)));
  Type y{x.dtype, {}, {}};
  for (std::int64_t a : other_axes(axes, x.rank())) {
    y.sizes.push_back(x.sizes[a]);
    y.names.push_back(x.name(static_cast<int>(a)));
  }
  return one(std::move(y));
}

base::Result<Values> reduction_batch(Builder& b, const Node& node, const Values& x,
                                     const std::vector<bool>&, const Size&) {
  return b.add_all(*node.op, x, {{"axes", shifted(node.attrs.ints("axes"))}});
}

void reduction_call(pen::CppPen& pen, const Node& n, std::string_view name) {
  const Ints& axes = n.attrs.ints("axes");
  if (axes.empty()) return pen.same();
  const bool all = static_cast<int>(axes.size()) == pen.type(n.operands[0]).rank();
  pen.call(all ? std::string(name) : fmt::format("{}<{}>", name, fmt::join(axes, ", ")));
}

std::vector<ir::Sample> reduction_samples(bool of_nothing) {
  auto sample = [](DType t, Sizes sizes, Ints axes) {
    return ir::Sample{
        {{t, std::move(sizes), {}}}, {{"axes", std::move(axes)}}, {ir::Domain::real}, 0};
  };
  std::vector<ir::Sample> out = {sample(DType::f64, {}, {}),
                                 sample(DType::f64, {4}, {0}),
                                 sample(DType::f64, {2, 3}, {0}),
                                 sample(DType::f64, {2, 3}, {1}),
                                 sample(DType::f32, {2, 3}, {0, 1}),
                                 sample(DType::f64, {2, 1, 3}, {1}),
                                 sample(DType::f64, {2, 2, 2, 3}, {0, 2}),
                                 sample(DType::i32, {2, 3}, {1}),
                                 sample(DType::bf16, {4}, {0})};
  if (of_nothing) out.push_back(sample(DType::f64, {0, 2}, {0}));
  out.push_back(sample(DType::f64, {0, 2}, {1}));
  return out;
}

std::vector<ir::RefusedSample> reduction_refusals(std::string_view op) {
  auto refused = [&](DType t, Ints axes, const char* label) {
    return ir::RefusedSample{
        {{t, {2, 3}, {}}}, {{"axes", std::move(axes)}}, std::string(op) + label};
  };
  return {refused(DType::b1, {0}, ".c1"), refused(DType::f32, {2}, ".c2"),
          refused(DType::f32, {0, 0}, ".c2"), refused(DType::f32, {1, 0}, ".c2")};
}

namespace build {

Value sum(Builder& b, Value x, const Ints& axes) {
  return axes.empty() ? x : b.add(kSum, {x}, {{"axes", axes}});
}

Value unreduce(Builder& b, Value reduced, const Type& like, const Ints& axes) {
  return broadcast(b, reduced, like.sizes, other_axes(axes, like.rank()));
}

}  // namespace build

const Family kReduceFamily{kOps, kSources, kDoors, kSquares};

}  // namespace tlaloc::ops
