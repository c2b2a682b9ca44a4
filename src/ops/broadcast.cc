// broadcast and its adjoint sum_to. An axis of x that has size 1 is repeated; where only run time
// can tell whether it has, both ops decide there, by the same comparison.
#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"
#include "ops/build.h"
#include "ops/families.h"
#include "ops/messages.h"
#include "ops/pointwise.h"
#include "ops/shape_kernel.h"
#include "ops/source_args.h"
#include "ops/squares.h"
#include "ops/strides.h"

namespace tlaloc::ops {
namespace {

using pen::HostCall;

// ---- types ----

/// c1: one result axis an x axis, growing. c2: x's size is the result's, or 1.
base::Result<void> check_stretch(ir::TypeQuery& q, const Type& small, const Sizes& large,
                                 const Ints& axes, std::string_view from) {
  const int rank = static_cast<int>(large.size());
  if (static_cast<int>(axes.size()) != small.rank())
    return refuse(
        q, 1, fmt::format("{} axes are placed, {} has rank {}", axes.size(), from, small.rank()));
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i] < 0 || axes[i] >= rank || (i > 0 && axes[i] <= axes[i - 1]))
      return refuse(
          q, 1, fmt::format("axes {} do not grow within rank {}", pen::CppPen::ints(axes), rank));
  for (int i = 0; i < small.rank(); ++i) {
    const Size &s = small.sizes[i], &l = large[axes[i]];
    if (s == l || s == Size(1)) continue;
    auto what = fmt::format("{} is neither {} nor 1", axis_text(small, i), l.text());
    if (s.constant() && l.constant()) return refuse(q, 2, what);
    const auto label = fmt::format("{}.c2", q.op);
    // What only run time can tell was checked where the two sizes met (ir::CommonSize).
    if (!s.constant()) continue;
    if (auto ok = q.equal(s, l, q.op, label, what); !ok) return ok;
  }
  return {};
}

base::Result<std::vector<Type>> broadcast_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 1); !ok) return base::fail(ok.error());
  const Sizes& sizes = q.attrs.sizes("sizes");
  const Ints& axes = q.attrs.ints("axes");
  if (auto ok = check_stretch(q, q.x[0], sizes, axes, "the operand"); !ok)
    return base::fail(ok.error());
  std::vector<std::string> names(sizes.size());
  for (std::size_t i = 0; i < axes.size(); ++i) names[axes[i]] = q.x[0].name(static_cast<int>(i));
  return one({q.x[0].dtype, sizes, names});
}

base::Result<std::vector<Type>> sum_to_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 1); !ok) return base::fail(ok.error());
  if (!takes(Takes::numbers, q.x[0].dtype))
    return refuse(q, 3, "the operand is b1, numbers are expected");
  Type y{q.x[0].dtype, q.attrs.sizes("sizes"), {}};
  const Ints& axes = q.attrs.ints("axes");
  if (auto ok = check_stretch(q, y, q.x[0].sizes, axes, "the result"); !ok)
    return base::fail(ok.error());
  for (std::int64_t a : axes) y.names.push_back(q.x[0].name(static_cast<int>(a)));
  return one(std::move(y));
}

// ---- running ----

/// Calls visit(position in large, position in small) for every element of large.
template <class F>
void each_pair(const pen::HostBuffer& small, const pen::HostBuffer& large, const Ints& axes,
               F visit) {
  std::vector<std::int64_t> step(large.sizes.size(), 0);
  const std::vector<std::int64_t> dense = strides_of(small.sizes);
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (small.sizes[i] == large.sizes[axes[i]]) step[axes[i]] = dense[i];
  Counter at(large.sizes);
  for (std::int64_t i = 0, n = large.count(); i < n; ++i, at.next()) visit(i, at.offset(step));
}

void broadcast_reference(HostCall& c) {
  pen::with_dtype<pen::Dtypes::all>(c.y[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* x = c.x[0].as<T>();
    T* y = c.y[0].as<T>();
    each_pair(c.x[0], c.y[0], c.attrs.ints("axes"),
              [&](std::int64_t l, std::int64_t s) { y[l] = x[s]; });
  });
}

void sum_to_reference(HostCall& c) {
  pen::with_dtype<pen::Dtypes::numbers>(c.y[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* x = c.x[0].as<T>();
    std::vector<Wide<T>> sums(c.y[0].count(), Wide<T>{0});
    each_pair(c.y[0], c.x[0], c.attrs.ints("axes"), [&](std::int64_t l, std::int64_t s) {
      sums[s] += static_cast<Wide<T>>(pen::load(x[l]));
    });
    for (std::size_t i = 0; i < sums.size(); ++i)
      pen::store(c.y[0].as<T>()[i], static_cast<pen::Computed<T>>(sums[i]));
  });
}

// ---- texts ----

void broadcast_hlo(pen::HloPen& pen, const Node& n) {
  pen.result(pen.broadcast(pen.x(0), pen.type(n.operands[0]), pen.type(n.results[0]),
                           n.attrs.ints("axes")));
}

void sum_to_hlo(pen::HloPen& pen, const Node& n) {
  const Type from = pen.type(n.operands[0]), to = pen.type(n.results[0]);
  const Ints& axes = n.attrs.ints("axes");
  Ints gone = other_axes(axes, from.rank());
  Type kept{from.dtype, {}, {}};
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (from.sizes[axes[i]] == to.sizes[i])
      kept.sizes.push_back(to.sizes[i]);
    else
      gone.push_back(axes[i]);
  }
  std::sort(gone.begin(), gone.end());
  std::string sum = pen.x(0);
  if (!gone.empty())
    sum = pen.reduce("add", sum, pen.constant(std::int64_t{0}, ir::scalar_type(from.dtype)), from,
                     gone, kept);
  pen.result(kept == to ? sum : pen.general("reshape", {sum}, "", {kept}, to));
}

/// tlaloc::broadcast(x, {n, 3}, {1})
void stretch_cpp(pen::CppPen& pen, const Node& n, std::string_view name) {
  pen.call(name, {pen.sizes(n.attrs.sizes("sizes")), pen::CppPen::ints(n.attrs.ints("axes"))});
}

// ---- batching ----

/// The new axis goes in front of both sides.
base::Result<Values> stretch_batch(Builder& b, const Node& node, const Values& x,
                                   const std::vector<bool>&, const Size& batch) {
  Attrs attrs{{"sizes", with_front(batch, node.attrs.sizes("sizes"))},
              {"axes", with_front(std::int64_t{0}, shifted(node.attrs.ints("axes")))}};
  return Values{b.add(*node.op, x, attrs)};
}

// ---- derivatives ----

Values broadcast_transpose(Builder& b, const Node& node, Value ct) {
  const Type& x = b.type(node.operands[0]);
  return {build::sum_to(b, ct, Sizes(x.sizes), Ints(node.attrs.ints("axes")))};
}
Values sum_to_transpose(Builder& b, const Node& node, Value ct) {
  const Type& x = b.type(node.operands[0]);
  return {build::broadcast(b, ct, Sizes(x.sizes), Ints(node.attrs.ints("axes")))};
}

// ---- algebra ----

std::optional<Values> broadcast_of_same(ir::RewriteQuery& q) {
  const Value x = q.node.operands[0];
  if (q.build.type(x).sizes != q.node.attrs.sizes("sizes")) return std::nullopt;
  return Values{x};
}
/// Whether no axis of x waits for run time.
bool decided(const Type& x, const Sizes& sizes, const Ints& axes) {
  for (int i = 0; i < x.rank(); ++i)
    if (!(x.sizes[i] == sizes[axes[i]]) && !(x.sizes[i] == Size(1))) return false;
  return true;
}
std::optional<Values> broadcast_of_broadcast(ir::RewriteQuery& q) {
  const Node* inner = defined_by(q, q.node.operands[0], "broadcast");
  if (inner == nullptr) return std::nullopt;
  const Type x = q.build.type(inner->operands[0]);
  if (!decided(x, inner->attrs.sizes("sizes"), inner->attrs.ints("axes"))) return std::nullopt;
  Ints axes;
  for (std::int64_t a : inner->attrs.ints("axes")) axes.push_back(q.node.attrs.ints("axes")[a]);
  return Values{build::broadcast(q.build, inner->operands[0], q.node.attrs.sizes("sizes"), axes)};
}
/// Sizes that became numbers decide what was left to run time.
std::optional<Values> sum_to_decided(ir::RewriteQuery& q) {
  const Type& x = q.build.type(q.node.operands[0]);
  const Sizes& sizes = q.node.attrs.sizes("sizes");
  const Ints& axes = q.node.attrs.ints("axes");
  if (!decided({x.dtype, sizes, {}}, x.sizes, axes)) return std::nullopt;
  return Values{build::sum_to(q.build, q.node.operands[0], Sizes(sizes), Ints(axes))};
}

constexpr ir::Rewrite kBroadcastRewrites[] = {broadcast_of_same, broadcast_of_broadcast};
constexpr ir::Rewrite kSumToRewrites[] = {sum_to_decided};

// ---- samples ----

ir::Sample stretch_sample(DType t, Sizes x, Sizes sizes, Ints axes) {
  return {{{t, std::move(x), {}}},
          {{"sizes", std::move(sizes)}, {"axes", std::move(axes)}},
          {t == DType::b1 ? ir::Domain::boolean : ir::Domain::real},
          0};
}
std::vector<ir::Sample> broadcast_samples() {
  return {stretch_sample(DType::f64, {}, {2, 3}, {}),
          stretch_sample(DType::f64, {3}, {2, 3}, {1}),
          stretch_sample(DType::f64, {2}, {2, 3}, {0}),
          stretch_sample(DType::f32, {2, 1}, {2, 3}, {0, 1}),
          stretch_sample(DType::f64, {1}, {0}, {0}),
          stretch_sample(DType::f64, {1, 3}, {4, 2, 3}, {1, 2}),
          stretch_sample(DType::i32, {2}, {2, 1, 2, 2}, {3}),
          stretch_sample(DType::b1, {1}, {3}, {0})};
}
std::vector<ir::Sample> sum_to_samples() {
  return {stretch_sample(DType::f64, {2, 3}, {}, {}),
          stretch_sample(DType::f64, {2, 3}, {3}, {1}),
          stretch_sample(DType::f32, {2, 3}, {2, 1}, {0, 1}),
          stretch_sample(DType::f64, {0}, {1}, {0}),
          stretch_sample(DType::f64, {4, 2, 3}, {1, 3}, {1, 2}),
          stretch_sample(DType::i32, {2, 3}, {2, 3}, {0, 1})};
}
ir::RefusedSample refused(Sizes x, Sizes sizes, Ints axes, std::string id) {
  return {{{DType::f32, std::move(x), {}}},
          {{"sizes", std::move(sizes)}, {"axes", std::move(axes)}},
          std::move(id)};
}

constexpr OpDef kBroadcast = define({
    .name = "broadcast",
    .doc = "Repeats x into a larger shape. x's axis i becomes axis axes[i] of the result, axes "
           "that x lacks are new, "
           "and an axis of size 1 is repeated. Attributes: sizes, axes.",
    .infer = broadcast_types,
    .derivative = ir::Linear{broadcast_transpose},
    .batch = stretch_batch,
    .reference = broadcast_reference,
    .kernel = broadcast_kernel,
    .rewrites = kBroadcastRewrites,
    .hlo = broadcast_hlo,
    .cpp = [](pen::CppPen& pen, const Node& n) { stretch_cpp(pen, n, "broadcast"); },
    .samples = broadcast_samples,
    .refuses =
        [] {
          return std::vector<ir::RefusedSample>{refused({2}, {2, 3}, {}, "broadcast.c1"),
                                                refused({2}, {2, 3}, {2}, "broadcast.c1"),
                                                refused({2, 3}, {2, 3}, {1, 0}, "broadcast.c1"),
                                                refused({2}, {2, 3}, {1}, "broadcast.c2")};
        },
    .element = Element::stretch,
});

constexpr OpDef kSumTo = define({
    .name = "sum_to",
    .doc = "Sums x into a smaller shape, the adjoint of broadcast: axes that the result lacks, and "
           "those where the "
           "result has size 1, are summed. Attributes: sizes, axes.",
    .infer = sum_to_types,
    .derivative = ir::Linear{sum_to_transpose},
    .batch = stretch_batch,
    .reference = sum_to_reference,
    .kernel = sum_to_kernel,
    .rewrites = kSumToRewrites,
    .hlo = sum_to_hlo,
    .cpp = [](pen::CppPen& pen, const Node& n) { stretch_cpp(pen, n, "sum_to"); },
    .samples = sum_to_samples,
    .refuses =
        [] {
          return std::vector<ir::RefusedSample>{refused({2, 3}, {2}, {0, 1}, "sum_to.c1"),
                                                refused({2, 3}, {2}, {1}, "sum_to.c2")};
        },
});

constexpr const OpDef* kOps[] = {&kBroadcast, &kSumTo};
constexpr SquareRule kSquares[] = {{&kBroadcast, of_sums}, {&kSumTo, of_sums}};

// ---- calls ----

/// f(x, {sizes}, {axes}); without axes they align from the right.
Built stretch_source(Builder& b, const SourceCall& call, const OpDef& op, int larger) {
  if (auto ok = arguments(call, 2, 3); !ok) return base::fail(ok.error());
  auto x = value_at(b, call, 0);
  if (!x) return base::fail(x.error());
  auto sizes = sizes_from(b, call, 1, call.x.size() - 2);
  if (!sizes) return base::fail(sizes.error());
  const auto given = static_cast<std::int64_t>(sizes->size()),
             own = std::int64_t{b.type(*x).rank()};
  const std::int64_t small = std::min(own, given), large = larger == 0 ? own : given;
  Ints axes = iota_ints(small, large - small);
  if (call.x.size() == 3) {
    auto listed = sizes_from(b, call, 2, 0);
    if (!listed) return base::fail(listed.error());
    axes.clear();
    for (const Size& s : *listed) {
      if (!s.constant())
        return not_lifted(call, "the number of an axis is not known when the program is built");
      axes.push_back(*s.constant());
    }
  }
  return b.try_add(op, {*x}, {{"sizes", *sizes}, {"axes", axes}});
}
Built broadcast_source(Builder& b, const SourceCall& call) {
  return stretch_source(b, call, kBroadcast, 1);
}
Built sum_to_source(Builder& b, const SourceCall& call) {
  return stretch_source(b, call, kSumTo, 0);
}

constexpr Source kSources[] = {
    {"broadcast", broadcast_source},
    {"sum_to", sum_to_source},
};

}  // namespace

namespace build {

Value broadcast(Builder& b, Value x, const Sizes& sizes, const Ints& axes) {
  if (b.type(x).sizes == sizes) return x;
  return b.add(kBroadcast, {x}, {{"sizes", sizes}, {"axes", axes}});
}

Value broadcast_scalar(Builder& b, Value x, const Type& like) {
  return broadcast(b, x, like.sizes, {});
}

Value sum_to(Builder& b, Value x, const Sizes& sizes, const Ints& axes) {
  const Type t = b.type(x);
  if (t.sizes == sizes) return x;
  Ints gone = other_axes(axes, t.rank());
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const Size &s = sizes[i], &l = t.sizes[axes[i]];
    if (s == l) continue;
    if (!(s == Size(1)))
      return b.add(kSumTo, {x}, {{"sizes", sizes}, {"axes", axes}});  // run time decides
    gone.push_back(axes[i]);
  }
  std::sort(gone.begin(), gone.end());
  return reshape(b, sum(b, x, gone), sizes);
}

}  // namespace build

const Family kBroadcastFamily{kOps, kSources, {}, kSquares};

}  // namespace tlaloc::ops
