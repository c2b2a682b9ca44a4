// Calls that make tensors or look at their sizes: compositions of constants, iota and broadcast.
#include <fmt/format.h>

#include "ops/build.h"
#include "ops/families.h"
#include "ops/messages.h"
#include "ops/source_args.h"

namespace tlaloc::ops {

base::Result<Sizes> result_sizes(const SourceCall& call, Sizes given) {
  if (!call.result || static_cast<int>(given.size()) == call.result->rank()) return given;
  Sizes out;
  std::size_t next = 0;
  for (const Size& s : call.result->sizes) {
    if (s.constant())
      out.push_back(s);
    else if (next < given.size())
      out.push_back(given[next++]);
    else
      return not_lifted(call, "a size of the result is not known");
  }
  if (next != given.size())
    return not_lifted(
        call, fmt::format("{} sizes are given for {}", given.size(), ir::text(*call.result)));
  return out;
}

namespace {

base::Result<Type> made_type(Builder& b, const SourceCall& call, std::size_t first) {
  if (!call.result) return not_lifted(call, "the element type of the result is not known");
  auto given = sizes_from(b, call, first, 0);
  if (!given) return base::fail(given.error());
  auto sizes = result_sizes(call, *given);
  if (!sizes) return base::fail(sizes.error());
  return Type{call.result->dtype, *sizes, {}};
}

template <int Value>
Built filled_source(Builder& b, const SourceCall& call) {
  auto t = made_type(b, call, 0);
  if (!t) return base::fail(t.error());
  return Values{build::full(b, Value, *t)};
}
/// full<T>(value, sizes…)
Built full_source(Builder& b, const SourceCall& call) {
  auto v = value_at(b, call, 0);
  if (!v) return base::fail(v.error());
  auto t = made_type(b, call, 1);
  if (!t) return base::fail(t.error());
  return Values{build::broadcast_scalar(b, in_dtype(b, *v, t->dtype), *t)};
}
template <int Value>
Built like_source(Builder& b, const SourceCall& call) {
  auto x = value_at(b, call, 0);
  if (!x) return base::fail(x.error());
  return Values{build::full(b, Value, Type(b.type(*x)))};
}
Built full_like_source(Builder& b, const SourceCall& call) {
  auto x = value_at(b, call, 0), v = value_at(b, call, 1);
  if (!x) return base::fail(x.error());
  if (!v) return base::fail(v.error());
  const Type t = b.type(*x);
  return Values{build::broadcast_scalar(b, in_dtype(b, *v, t.dtype), t)};
}

/// arange<T>(end), arange<T>(begin, end), arange<T>(begin, end, step): begin + step * iota
Built arange_source(Builder& b, const SourceCall& call) {
  if (!call.result) return not_lifted(call, "the element type of the result is not known");
  auto n = sizes_from(b, call, 0, 0);
  if (!n) return base::fail(n.error());
  if (n->empty() || n->size() > 3) return not_lifted(call, "one to three integers are expected");
  const Size begin = n->size() > 1 ? (*n)[0] : Size(0), end = n->size() > 1 ? (*n)[1] : (*n)[0];
  const Size step = n->size() > 2 ? (*n)[2] : Size(1);
  if (!step.constant() || *step.constant() == 0)
    return not_lifted(call, "the step is not a number known when the program is built");
  const std::int64_t by = *step.constant();
  const Size span = by > 0 ? end - begin + (by - 1) : begin - end + (-by - 1);
  const Type t{call.result->dtype, {Size::max(0, Size::floor_div(span, by > 0 ? by : -by))}, {}};
  Value y = build::iota(b, t, 0);
  if (by != 1) y = build::mul(b, y, build::full(b, static_cast<double>(by), t));
  if (!(begin == Size(0)))
    y = build::add(
        b, y, build::broadcast_scalar(b, build::convert(b, build::size_of(b, begin), t.dtype), t));
  return Values{y};
}
/// iota<T, I>({sizes})
Built iota_source(Builder& b, const SourceCall& call) {
  auto t = made_type(b, call, 0);
  if (!t) return base::fail(t.error());
  SourceCall axis_only = call;
  axis_only.x.clear();
  auto axis = axis_of(b, axis_only, 0, t->rank(), std::nullopt);
  if (!axis) return base::fail(axis.error());
  return Values{build::iota(b, *t, static_cast<int>(*axis))};
}
/// eye<T>(n), eye<T>(n, m)
Built eye_source(Builder& b, const SourceCall& call) {
  if (!call.result) return not_lifted(call, "the element type of the result is not known");
  auto n = sizes_from(b, call, 0, 0);
  if (!n) return base::fail(n.error());
  if (n->empty() || n->size() > 2) return not_lifted(call, "one or two sizes are expected");
  const Type places{DType::i64, {n->front(), n->back()}, {}};
  const Value diagonal = build::eq(b, build::iota(b, places, 0), build::iota(b, places, 1));
  return Values{build::convert(b, diagonal, call.result->dtype)};
}
/// linspace<T>(first, last, n): first + step * iota, the last one exact
Built linspace_source(Builder& b, const SourceCall& call) {
  if (auto ok = arguments(call, 3, 3); !ok) return base::fail(ok.error());
  if (!call.result) return not_lifted(call, "the element type of the result is not known");
  auto first = value_at(b, call, 0), last = value_at(b, call, 1);
  auto n = sizes_from(b, call, 2, 0);
  if (!first) return base::fail(first.error());
  if (!last) return base::fail(last.error());
  if (!n) return base::fail(n.error());
  const DType t = call.result->dtype;
  const Type y{t, {n->front()}, {}};
  const Value low = in_dtype(b, *first, t), high = in_dtype(b, *last, t);
  const Value gaps = build::convert(b, build::size_of(b, Size::max(1, n->front() - 1)), t);
  const Value step = build::broadcast_scalar(b, build::div(b, build::sub(b, high, low), gaps), y);
  const Value i = build::iota(b, y, 0), start = build::broadcast_scalar(b, low, y);
  const Value at_end = build::logical_and(b, build::eq(b, i, build::broadcast_scalar(b, gaps, y)),
                                          build::gt(b, i, build::full(b, 0, y)));
  return Values{build::select(b, at_end, build::broadcast_scalar(b, high, y),
                              build::add(b, start, build::mul(b, step, i)))};
}

/// from(values, sizes…) has the elements of a span in these sizes; without sizes it is the span.
Built from_source(Builder& b, const SourceCall& call) {
  auto x = value_at(b, call, 0);
  if (!x) return base::fail(x.error());
  auto given = sizes_from(b, call, 1, 0);
  if (!given) return base::fail(given.error());
  if (given->empty()) return Values{*x};
  auto sizes = result_sizes(call, *given);
  if (!sizes) return base::fail(sizes.error());
  return Values{build::reshape(b, *x, *sizes)};
}
Built to_vector_source(Builder& b, const SourceCall& call) {
  auto x = value_at(b, call, 0);
  if (!x) return base::fail(x.error());
  return Values{build::reshape(b, *x, {ir::product(b.type(*x).sizes)})};
}

Built as_integer(Builder& b, const SourceCall& call, const Size& s) {
  const DType t = call.result && is_integer(call.result->dtype) ? call.result->dtype : DType::i64;
  return Values{build::convert(b, build::size_of(b, s), t)};
}
/// x.size(i) of a tensor, x.size() of a span or vector
Built size_source(Builder& b, const SourceCall& call) {
  auto x = value_at(b, call, 0);
  if (!x) return base::fail(x.error());
  const Type t = b.type(*x);
  auto axis =
      axis_of(b, call, 1, t.rank(), t.rank() == 1 ? std::optional<std::int64_t>(0) : std::nullopt);
  if (!axis) return base::fail(axis.error());
  return as_integer(b, call, t.sizes[*axis]);
}
Built count_source(Builder& b, const SourceCall& call) {
  auto x = value_at(b, call, 0);
  if (!x) return base::fail(x.error());
  return as_integer(b, call, ir::product(b.type(*x).sizes));
}

constexpr Source kSources[] = {
    {"zeros", filled_source<0>},    {"ones", filled_source<1>},    {"full", full_source},
    {"zeros_like", like_source<0>}, {"ones_like", like_source<1>}, {"full_like", full_like_source},
    {"arange", arange_source},      {"iota", iota_source},         {"eye", eye_source},
    {"linspace", linspace_source},  {"from", from_source},         {"to_vector", to_vector_source},
    {"size", size_source},          {"count", count_source}};

}  // namespace

const Family kMakeFamily{{}, kSources};

}  // namespace tlaloc::ops
