// Rows of a tensor at indices held in another: take, and its adjoint scatter_add.
#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "base/check.h"
#include "ops/build.h"
#include "ops/families.h"
#include "ops/index.h"
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

/// c1: x has rows; c2: indices are integers.
base::Result<void> check_rows(const ir::TypeQuery& q) {
  if (q.x[0].is_scalar())
    return refuse(q, 1,
                  fmt::format("{} has no rows, rank 1 or more is expected", ir::text(q.x[0])));
  if (!is_integer(q.x[1].dtype))
    return refuse(q, 2,
                  fmt::format("the indices are {}, integers are expected", name_of(q.x[1].dtype)));
  return {};
}

/// The axes of the indices, then those of a row.
Type rows_type(const Type& x, const Type& i) {
  Type y{x.dtype, i.sizes, {}};
  for (int a = 0; a < i.rank(); ++a) y.names.push_back(i.name(a));
  for (int a = 1; a < x.rank(); ++a) {
    y.sizes.push_back(x.sizes[a]);
    y.names.push_back(x.name(a));
  }
  return ir::make_type(y.dtype, y.sizes, y.names);
}

base::Result<std::vector<Type>> take_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 2); !ok) return base::fail(ok.error());
  if (auto ok = check_rows(q); !ok) return base::fail(ok.error());
  return one(rows_type(q.x[0], q.x[1]));
}

base::Result<std::vector<Type>> scatter_add_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 3); !ok) return base::fail(ok.error());
  if (auto ok = check_rows(q); !ok) return base::fail(ok.error());
  const Type rows = rows_type(q.x[0], q.x[1]);
  // c3: the rows have the dtype and rank that take would give; c4: and its sizes; c5: numbers.
  if (q.x[0].dtype == DType::b1) return refuse(q, 5, "the tensor is b1, numbers are expected");
  if (q.x[2].dtype != rows.dtype || q.x[2].rank() != rows.rank())
    return refuse(q, 3,
                  fmt::format("the rows are {}, {} is expected", ir::text(q.x[2]), ir::text(rows)));
  for (int i = 0; i < rows.rank(); ++i) {
    auto ok =
        q.equal(q.x[2].sizes[i], rows.sizes[i], q.op, "scatter_add.c4",
                fmt::format("{} of the rows is not {}", axis_text(q.x[2], i), axis_text(rows, i)));
    if (!ok) return base::fail(ok.error());
  }
  return one(q.x[0]);
}

// ---- running ----

std::int64_t row_at(const pen::HostBuffer& indices, std::int64_t i, std::int64_t rows) {
  std::int64_t row = 0;
  pen::with_dtype<pen::Dtypes::integers>(indices.dtype, [&](auto tag) {
    row = static_cast<std::int64_t>(indices.as<typename decltype(tag)::type>()[i]);
  });
  TLALOC_CHECK(row >= 0 && row < rows, "an index outside reached an op; who runs it checks first");
  return row;
}

std::int64_t row_count(const pen::HostBuffer& x) {
  std::int64_t n = 1;
  for (std::size_t i = 1; i < x.sizes.size(); ++i) n *= x.sizes[i];
  return n;
}

void take_reference(HostCall& c) {
  const std::int64_t n = row_count(c.x[0]);
  const std::size_t bytes = n * size_of(c.y[0].dtype);
  for (std::int64_t i = 0, count = c.x[1].count(); i < count; ++i) {
    const std::int64_t row = row_at(c.x[1], i, c.x[0].sizes[0]);
    if (bytes > 0)
      std::memcpy(c.y[0].as<char>() + i * bytes, c.x[0].as<char>() + row * bytes, bytes);
  }
}

void scatter_add_reference(HostCall& c) {
  const std::int64_t n = row_count(c.y[0]);
  pen::with_dtype<pen::Dtypes::numbers>(c.y[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* y = c.y[0].as<T>();
    std::copy(c.x[0].as<T>(), c.x[0].as<T>() + c.x[0].count(), y);
    for (std::int64_t i = 0, count = c.x[1].count(); i < count; ++i) {
      T* row = y + row_at(c.x[1], i, c.y[0].sizes[0]) * n;
      for (std::int64_t k = 0; k < n; ++k)
        pen::store(row[k], static_cast<pen::Computed<T>>(pen::load(row[k]) +
                                                         pen::load(c.x[2].as<T>()[i * n + k])));
    }
  });
}

// ---- derivatives ----

Values take_transpose(Builder& b, const Node& n, Value ct) {
  return {build::scatter_add(b, zeros(b, Type(b.type(n.operands[0]))), n.operands[1], ct)};
}
/// Linear in what is added to and in what is added, together.
Values scatter_add_transpose(Builder& b, const Node& n, Value ct) {
  return {ct, build::take(b, ct, n.operands[1])};
}

// ---- batching ----

/// Rows of lane l are rows l * rows + i of x with its first two axes as one.
Value lane_rows(Builder& b, Value i, bool batched, const Size& batch, const Size& rows) {
  i = in_axis(b, build::convert(b, i, DType::i64), rows);
  if (!batched) i = stretch(b, i, batch);
  const Type t = b.type(i);
  const Value count = build::broadcast_scalar(b, build::size_of(b, rows), t);
  return build::add(b, build::mul(b, build::iota(b, t, 0), count), i);
}

Value merge_front(Builder& b, Value x) {
  const Sizes s = b.type(x).sizes;
  return build::reshape(b, x, with_front(s[0] * s[1], Sizes(s.begin() + 2, s.end())));
}

base::Result<Values> take_batch(Builder& b, const Node& n, const Values& x,
                                const std::vector<bool>& batched, const Size& batch) {
  if (!batched[0]) return b.add_all(*n.op, x);  // rows of one tensor
  const Size rows = b.type(x[0]).sizes[1];
  return Values{build::take(b, merge_front(b, x[0]), lane_rows(b, x[1], batched[1], batch, rows))};
}

base::Result<Values> scatter_add_batch(Builder& b, const Node&, const Values& x,
                                       const std::vector<bool>& batched, const Size& batch) {
  const Value acc = batched[0] ? x[0] : stretch(b, x[0], batch);
  const Value v = batched[2] ? x[2] : stretch(b, x[2], batch);
  const Sizes sizes = b.type(acc).sizes;
  const Value rows = lane_rows(b, x[1], batched[1], batch, sizes[1]);
  return Values{build::reshape(b, build::scatter_add(b, merge_front(b, acc), rows, v), sizes)};
}

// ---- texts ----

std::string hlo_indices(pen::HloPen& pen, const Type& t, const std::string& name, const Type& i64) {
  return t.dtype == DType::i64 ? name : pen.convert(name, t, i64);
}

/// "stablehlo.gather": one row for each index.
void take_hlo(pen::HloPen& pen, const Node& n) {
  const Type x = pen.type(n.operands[0]), i = pen.type(n.operands[1]), y = pen.type(n.results[0]);
  const Type i64{DType::i64, i.sizes, {}};
  const std::string at = hlo_indices(pen, i, pen.x(1), i64);
  Ints slice = {1};
  for (int a = 1; a < x.rank(); ++a) slice.push_back(*x.sizes[a].constant());
  pen.result(pen.line(fmt::format(
      "\"stablehlo.gather\"({}, {}) <{{dimension_numbers = #stablehlo.gather<offset_dims = {}, "
      "collapsed_slice_dims = "
      "[0], start_index_map = [0], index_vector_dim = {}>, slice_sizes = array<i64: {}>}}> : {}",
      pen.x(0), at, pen::HloPen::ints(iota_ints(x.rank() - 1, i.rank())), i.rank(),
      fmt::join(slice, ", "), pen::HloPen::type_text({x, i64}, y))));
}

void scatter_add_hlo(pen::HloPen& pen, const Node& n) {
  const Type x = pen.type(n.operands[0]), i = pen.type(n.operands[1]), v = pen.type(n.operands[2]);
  const Type i64{DType::i64, i.sizes, {}};
  const std::string at = hlo_indices(pen, i, pen.x(1), i64);
  const std::string element = pen::HloPen::type_text(ir::scalar_type(x.dtype));
  const std::string sum = fmt::format(
      "({{\n^bb0(%acc: {0}, %part: {0}):\n  %sum = stablehlo.add %acc, %part : {0}\n  "
      "stablehlo.return %sum : {0}\n}})",
      element);
  pen.result(pen.line(
      fmt::format("\"stablehlo.scatter\"({}, {}, {}) <{{scatter_dimension_numbers = "
                  "#stablehlo.scatter<update_window_dims = {}, "
                  "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
                  "index_vector_dim = {}>}}> {} : {}",
                  pen.x(0), at, pen.x(2), pen::HloPen::ints(iota_ints(x.rank() - 1, i.rank())),
                  i.rank(), sum, pen::HloPen::type_text({x, i64, v}, x))));
}

// ---- samples ----

ir::Sample take_sample(DType t, Sizes x, DType index, Sizes i, std::int64_t rows) {
  return {{{t, std::move(x), {}}, {index, std::move(i), {}}},
          {},
          {ir::Domain::real, ir::Domain::index},
          rows};
}
ir::Sample scatter_sample(DType t, Sizes x, Sizes i, Sizes v, std::int64_t rows) {
  return {{{t, std::move(x), {}}, {DType::i64, std::move(i), {}}, {t, std::move(v), {}}},
          {},
          {ir::Domain::real, ir::Domain::index, ir::Domain::real},
          rows};
}

constexpr OpDef kTake = define({
    .name = "take",
    .doc = "The rows of x at integer indices: axis 0 of x is replaced by the axes of the indices. "
           "An index outside is "
           "an error when the program runs.",
    .infer = take_types,
    .derivative = ir::Linear{take_transpose},
    .batch = take_batch,
    .reference = take_reference,
    .kernel = take_kernel,
    .hlo = take_hlo,
    .cpp = cpp_call_at<"take">,
    .samples =
        [] {
          return std::vector<ir::Sample>{take_sample(DType::f64, {4}, DType::i64, {3}, 4),
                                         take_sample(DType::f64, {4, 2}, DType::i32, {2, 3}, 4),
                                         take_sample(DType::f32, {3, 2}, DType::i64, {}, 3),
                                         take_sample(DType::f64, {3, 2}, DType::i64, {0}, 3),
                                         take_sample(DType::i32, {1, 1, 2}, DType::u8, {2}, 1)};
        },
    .refuses =
        [] {
          return std::vector<ir::RefusedSample>{
              {{ir::scalar_type(DType::f32), {DType::i64, {2}, {}}}, {}, "take.c1"},
              {{{DType::f32, {4}, {}}, {DType::f32, {2}, {}}}, {}, "take.c2"}};
        },
});

constexpr OpDef kScatterAdd = define({
    .name = "scatter_add",
    .doc = "x with rows added at integer indices of its axis 0; an index that stands twice adds "
           "twice. Operands: x, "
           "indices, rows.",
    .infer = scatter_add_types,
    .derivative = ir::Linear{scatter_add_transpose, 0b101},
    .batch = scatter_add_batch,
    .reference = scatter_add_reference,
    .kernel = scatter_add_kernel,
    .hlo = scatter_add_hlo,
    .cpp = cpp_call_at<"scatter_add">,
    .samples =
        [] {
          return std::vector<ir::Sample>{scatter_sample(DType::f64, {4}, {3}, {3}, 4),
                                         scatter_sample(DType::f64, {3, 2}, {2, 2}, {2, 2, 2}, 3),
                                         scatter_sample(DType::f32, {3, 2}, {}, {2}, 3),
                                         scatter_sample(DType::f64, {3, 2}, {0}, {0, 2}, 3),
                                         scatter_sample(DType::i32, {1, 2}, {3}, {3, 2}, 1)};
        },
    .refuses =
        [] {
          const Type x{DType::f32, {4, 2}, {}}, i{DType::i64, {3}, {}};
          return std::vector<ir::RefusedSample>{
              {{ir::scalar_type(DType::f32), i, i}, {}, "scatter_add.c1"},
              {{x, x, x}, {}, "scatter_add.c2"},
              {{x, i, {DType::f32, {3}, {}}}, {}, "scatter_add.c3"},
              {{x, i, {DType::f32, {3, 3}, {}}}, {}, "scatter_add.c4"},
              {{{DType::b1, {4}, {}}, i, {DType::b1, {3}, {}}}, {}, "scatter_add.c5"}};
        },
});

constexpr const OpDef* kOps[] = {&kTake, &kScatterAdd};
constexpr SquareRule kSquares[] = {{&kTake, of_sums}};

// ---- calls ----

/// take<I>(x, i): axis I goes to the front and what takes its place goes back.
Built take_source(Builder& b, const SourceCall& call) {
  if (auto ok = arguments(call, 2, 2); !ok) return base::fail(ok.error());
  auto x = value_at(b, call, 0), i = value_at(b, call, 1);
  if (!x) return base::fail(x.error());
  if (!i) return base::fail(i.error());
  const int rank = b.type(*x).rank();
  auto axis = axis_of(b, call, 2, rank, 0);
  if (!axis) return base::fail(axis.error());
  const auto front = build::transpose(b, *x, with_front(*axis, other_axes({*axis}, rank)));
  auto rows = b.try_add(kTake, {front, *i});
  if (!rows || *axis == 0) return rows;
  const int taken = b.type(*i).rank();
  Ints order = iota_ints(*axis, taken);
  for (std::int64_t a : iota_ints(taken)) order.push_back(a);
  for (std::int64_t a : iota_ints(rank - 1 - *axis, taken + *axis)) order.push_back(a);
  return Values{build::transpose(b, (*rows)[0], order)};
}
Built scatter_add_source(Builder& b, const SourceCall& call) {
  if (auto ok = arguments(call, 3, 3); !ok) return base::fail(ok.error());
  auto x = value_at(b, call, 0), i = value_at(b, call, 1), v = value_at(b, call, 2);
  for (const auto* one : {&x, &i, &v})
    if (!*one) return base::fail(one->error());
  return b.try_add(kScatterAdd, {*x, *i, *v});
}

constexpr Source kSources[] = {
    {"take", take_source},
    {"scatter_add", scatter_add_source},
};

}  // namespace

namespace build {
Value take(Builder& b, Value x, Value i) { return b.add(kTake, {x, i}); }
Value scatter_add(Builder& b, Value acc, Value i, Value v) {
  return b.add(kScatterAdd, {acc, i, v});
}
}  // namespace build

const Family kTakeFamily{kOps, kSources, {}, kSquares};

}  // namespace tlaloc::ops
