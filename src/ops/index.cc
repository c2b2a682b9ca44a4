// Parts of a tensor at indices known only when the program runs: index, place, update, add_at.
//
// Operands: the tensor, one integer scalar for each of its first axes (all of them, or fewer), then
// the part. An index outside is an error when the program runs.
#include <cstring>

#include <fmt/format.h>

#include "base/check.h"
#include "ops/build.h"
#include "ops/families.h"
#include "ops/index.h"
#include "ops/messages.h"
#include "ops/pointwise.h"
#include "ops/squares.h"
#include "ops/strides.h"

namespace tlaloc::ops {
namespace {

using pen::HostCall;
using Replacement = std::optional<Values>;

// ---- types ----

/// c1: there are at most as many indices as axes; c2: indices are integer scalars.
base::Result<void> check_indices(const ir::TypeQuery& q, const Sizes& sizes, std::size_t first,
                                 std::size_t count) {
  if (count > sizes.size())
    return refuse(q, 1, fmt::format("{} indices are given for rank {}", count, sizes.size()));
  for (std::size_t i = first; i < first + count; ++i)
    if (!is_integer(q.x[i].dtype) || !q.x[i].is_scalar())
      return refuse(q, 2,
                    fmt::format("index {} is {}, an integer scalar is expected", i - first,
                                ir::text(q.x[i])));
  return {};
}

/// c3: the part has the dtype and rank of what it replaces; c4: and its sizes.
base::Result<void> check_part(ir::TypeQuery& q, const Type& expected, const Type& part) {
  if (part.dtype != expected.dtype || part.rank() != expected.rank())
    return refuse(
        q, 3, fmt::format("the part is {}, {} is expected", ir::text(part), ir::text(expected)));
  for (int i = 0; i < part.rank(); ++i) {
    auto ok = q.equal(part.sizes[i], expected.sizes[i], q.op, fmt::format("{}.c4", q.op),
                      fmt::format("{} of the part is not {} of the tensor", axis_text(part, i),
                                  axis_text(expected, i)));
    if (!ok) return ok;
  }
  return {};
}

base::Result<std::vector<Type>> index_types(ir::TypeQuery& q) {
  if (q.x.empty()) return refuse(q, 0, "got no operand");
  if (auto ok = check_indices(q, q.x[0].sizes, 1, q.x.size() - 1); !ok)
    return base::fail(ok.error());
  return one(part_type(q.x[0], q.x.size() - 1));
}

base::Result<std::vector<Type>> place_types(ir::TypeQuery& q) {
  if (q.x.empty()) return refuse(q, 0, "got no operand");
  Type y{q.x.back().dtype, q.attrs.sizes("sizes"), {}};
  if (y.dtype == DType::b1) return refuse(q, 5, "the part is b1, numbers are expected");
  if (auto ok = check_indices(q, y.sizes, 0, q.x.size() - 1); !ok) return base::fail(ok.error());
  if (auto ok = check_part(q, part_type(y, q.x.size() - 1), q.x.back()); !ok)
    return base::fail(ok.error());
  return one(std::move(y));
}

base::Result<std::vector<Type>> update_types(ir::TypeQuery& q) {
  if (q.x.size() < 2) return refuse(q, 0, "got no part");
  if (auto ok = check_indices(q, q.x[0].sizes, 1, q.x.size() - 2); !ok)
    return base::fail(ok.error());
  if (auto ok = check_part(q, part_type(q.x[0], q.x.size() - 2), q.x.back()); !ok)
    return base::fail(ok.error());
  return one(q.x[0]);
}

base::Result<std::vector<Type>> add_at_types(ir::TypeQuery& q) {
  if (!q.x.empty() && q.x[0].dtype == DType::b1)
    return refuse(q, 5, "the tensor is b1, numbers are expected");
  return update_types(q);
}

// ---- running ----

std::int64_t scalar_index(const pen::HostBuffer& b) {
  std::int64_t i = 0;
  pen::with_dtype<pen::Dtypes::integers>(b.dtype, [&](auto tag) {
    i = static_cast<std::int64_t>(*b.as<typename decltype(tag)::type>());
  });
  return i;
}

/// Where the part at operands [first, last) begins in a tensor of these sizes.
std::int64_t part_offset(const HostCall& c, std::span<const std::int64_t> sizes, std::size_t first,
                         std::size_t last) {
  const std::vector<std::int64_t> steps = strides_of(sizes);
  std::int64_t at = 0;
  for (std::size_t i = first; i < last; ++i) {
    const std::int64_t k = scalar_index(c.x[i]);
    TLALOC_CHECK(k >= 0 && k < sizes[i - first],
                 "an index outside reached an op; who runs it checks first");
    at += k * steps[i - first];
  }
  return at;
}

void copy_part(void* to, std::int64_t to_at, const void* from, std::int64_t from_at,
               std::int64_t count, DType t) {
  const std::size_t bytes = size_of(t);
  if (count > 0)
    std::memmove(static_cast<char*>(to) + to_at * bytes,
                 static_cast<const char*>(from) + from_at * bytes, count * bytes);
}

void index_reference(HostCall& c) {
  const std::int64_t at = part_offset(c, c.x[0].sizes, 1, c.x.size());
  copy_part(c.y[0].data, 0, c.x[0].data, at, c.y[0].count(), c.y[0].dtype);
}
void place_reference(HostCall& c) {
  if (c.y[0].count() > 0) std::memset(c.y[0].data, 0, c.y[0].count() * size_of(c.y[0].dtype));
  const std::int64_t at = part_offset(c, c.y[0].sizes, 0, c.x.size() - 1);
  copy_part(c.y[0].data, at, c.x.back().data, 0, c.x.back().count(), c.y[0].dtype);
}
void update_reference(HostCall& c) {
  copy_part(c.y[0].data, 0, c.x[0].data, 0, c.y[0].count(), c.y[0].dtype);
  const std::int64_t at = part_offset(c, c.x[0].sizes, 1, c.x.size() - 1);
  copy_part(c.y[0].data, at, c.x.back().data, 0, c.x.back().count(), c.y[0].dtype);
}
void add_at_reference(HostCall& c) {
  copy_part(c.y[0].data, 0, c.x[0].data, 0, c.y[0].count(), c.y[0].dtype);
  const std::int64_t at = part_offset(c, c.x[0].sizes, 1, c.x.size() - 1);
  pen::with_dtype<pen::Dtypes::numbers>(c.y[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* y = c.y[0].as<T>() + at;
    const T* v = c.x.back().as<T>();
    for (std::int64_t i = 0, n = c.x.back().count(); i < n; ++i)
      pen::store(y[i], static_cast<pen::Computed<T>>(pen::load(y[i]) + pen::load(v[i])));
  });
}

// ---- derivatives ----

Values index_transpose(Builder& b, const Node& n, Value ct) {
  return {build::place(b, Sizes(b.type(n.operands[0]).sizes), indices(n, 1, 0), ct)};
}

Values place_jvp(Builder& b, const Node& n, const Values& t) {
  if (!t.back()) return {Value{}};
  return {build::place(b, Sizes(n.attrs.sizes("sizes")), indices(n, 0, 1), t.back())};
}
Values place_vjp(Builder& b, const Node& n, const Values& ct) {
  Values out(n.operands.size());
  if (ct[0]) out.back() = build::index(b, ct[0], indices(n, 0, 1));
  return out;
}

Value zeros_like(Builder& b, Value v) { return zeros(b, Type(b.type(v))); }

Values update_jvp(Builder& b, const Node& n, const Values& t) {
  if (!t[0] && !t.back()) return {Value{}};
  const Values i = indices(n, 1, 1);
  const Value v = t.back() ? t.back() : zeros_like(b, n.operands.back());
  if (!t[0]) return {build::place(b, Sizes(b.type(n.operands[0]).sizes), i, v)};
  return {build::update(b, t[0], i, v)};
}
Values update_vjp(Builder& b, const Node& n, const Values& ct) {
  Values out(n.operands.size());
  if (!ct[0]) return out;
  const Values i = indices(n, 1, 1);
  out.back() = build::index(b, ct[0], i);
  out[0] = build::update(b, ct[0], i, zeros_like(b, n.operands.back()));
  return out;
}

Values add_at_jvp(Builder& b, const Node& n, const Values& t) {
  const Values i = indices(n, 1, 1);
  if (!t.back()) return {t[0]};
  if (!t[0]) return {build::place(b, Sizes(b.type(n.operands[0]).sizes), i, t.back())};
  return {build::add_at(b, t[0], i, t.back())};
}
Values add_at_vjp(Builder& b, const Node& n, const Values& ct) {
  Values out(n.operands.size());
  if (!ct[0]) return out;
  out[0] = ct[0];
  out.back() = build::index(b, ct[0], indices(n, 1, 1));
  return out;
}

// ---- algebra ----

/// Reading back what was just stored there.
Replacement index_of_update(ir::RewriteQuery& q) {
  const Node* inner = q.def(q.node.operands[0]);
  if (inner == nullptr || inner->op->access != ir::Access::store) return std::nullopt;
  if (indices(*inner, 1, 1) != indices(q.node, 1, 0)) return std::nullopt;
  return Values{inner->operands.back()};
}
/// Without indices the part is everything.
Replacement index_nothing(ir::RewriteQuery& q) {
  if (q.node.operands.size() > 1) return std::nullopt;
  return Values{q.node.operands[0]};
}
constexpr ir::Rewrite kIndexRewrites[] = {index_nothing, index_of_update};

// ---- samples ----

ir::Sample sample(std::vector<Type> x, std::vector<ir::Domain> domains, std::int64_t bound,
                  Attrs attrs = {}) {
  return {std::move(x), std::move(attrs), std::move(domains), bound};
}
constexpr auto kReal = ir::Domain::real;
constexpr auto kAt = ir::Domain::index;
const Type kI64 = ir::scalar_type(DType::i64);

std::vector<ir::Sample> index_samples() {
  return {sample({{DType::f64, {4}, {}}, kI64}, {kReal, kAt}, 4),
          sample({{DType::f64, {2, 3}, {}}, kI64, kI64}, {kReal, kAt, kAt}, 2),
          sample({{DType::f32, {2, 3, 2}, {}}, ir::scalar_type(DType::i32)}, {kReal, kAt}, 2),
          sample({{DType::f64, {3, 0}, {}}, kI64}, {kReal, kAt}, 3),
          sample({{DType::i32, {1}, {}}, kI64}, {kReal, kAt}, 1)};
}
std::vector<ir::Sample> place_samples() {
  return {sample({kI64, ir::scalar_type(DType::f64)}, {kAt, kReal}, 4, {{"sizes", Sizes{4}}}),
          sample({kI64, {DType::f64, {3}, {}}}, {kAt, kReal}, 2, {{"sizes", Sizes{2, 3}}}),
          sample({kI64, kI64, {DType::f32, {2}, {}}}, {kAt, kAt, kReal}, 2,
                 {{"sizes", Sizes{2, 3, 2}}}),
          sample({kI64, {DType::i32, {}, {}}}, {kAt, kReal}, 1, {{"sizes", Sizes{1}}})};
}
std::vector<ir::Sample> part_samples() {
  return {
      sample({{DType::f64, {4}, {}}, kI64, ir::scalar_type(DType::f64)}, {kReal, kAt, kReal}, 4),
      sample({{DType::f64, {2, 3}, {}}, kI64, {DType::f64, {3}, {}}}, {kReal, kAt, kReal}, 2),
      sample({{DType::f32, {2, 3, 2}, {}}, kI64, kI64, {DType::f32, {2}, {}}},
             {kReal, kAt, kAt, kReal}, 2),
      sample({{DType::i32, {1}, {}}, kI64, ir::scalar_type(DType::i32)}, {kReal, kAt, kReal}, 1)};
}

std::vector<ir::RefusedSample> index_refusals() {
  return {{{{DType::f32, {4}, {}}, kI64, kI64}, {}, "index.c1"},
          {{{DType::f32, {4}, {}}, ir::scalar_type(DType::f32)}, {}, "index.c2"},
          {{{DType::f32, {4}, {}}, {DType::i64, {2}, {}}}, {}, "index.c2"}};
}
std::vector<ir::RefusedSample> place_refusals() {
  const Attrs four{{"sizes", Sizes{4}}}, square{{"sizes", Sizes{2, 3}}};
  const Type f = ir::scalar_type(DType::f32);
  return {{{kI64, kI64, f}, four, "place.c1"},
          {{f, f}, four, "place.c2"},
          {{kI64, f}, square, "place.c3"},
          {{kI64, {DType::f32, {2}, {}}}, square, "place.c4"},
          {{kI64, ir::scalar_type(DType::b1)}, four, "place.c5"}};
}
std::vector<ir::RefusedSample> part_refusals(std::string_view op) {
  const Type row{DType::f32, {4}, {}}, square{DType::f32, {2, 3}, {}},
      f = ir::scalar_type(DType::f32);
  const std::string name(op);
  return {{{row, kI64, kI64, f}, {}, name + ".c1"},
          {{row, f, f}, {}, name + ".c2"},
          {{row, kI64, ir::scalar_type(DType::f64)}, {}, name + ".c3"},
          {{square, kI64, {DType::f32, {2}, {}}}, {}, name + ".c4"}};
}

// ---- the ops ----

constexpr OpDef kIndex = define({
    .name = "index",
    .doc = "The part of x at indices of its first axes, which go away; an element where all are "
           "given. An index "
           "outside is an error when the program runs.",
    .infer = index_types,
    .derivative = ir::Linear{index_transpose},
    .batch = index_batch,
    .reference = index_reference,
    .rewrites = kIndexRewrites,
    .hlo = index_hlo,
    .cpp = index_cpp,
    .samples = index_samples,
    .refuses = index_refusals,
    .access = ir::Access::load,
});

constexpr OpDef kPlace = define({
    .name = "place",
    .doc = "Zeros, with a part at indices of the first axes: the adjoint of index. Operands: "
           "indices, part. Attribute: "
           "sizes.",
    .infer = place_types,
    .derivative = ir::Custom{place_jvp, place_vjp},
    .batch = place_batch,
    .reference = place_reference,
    .hlo = place_hlo,
    .cpp = place_cpp,
    .samples = place_samples,
    .refuses = place_refusals,
});

constexpr OpDef kUpdate = define({
    .name = "update",
    .doc = "x with the part at indices of its first axes replaced. Operands: x, indices, part.",
    .infer = update_types,
    .derivative = ir::Custom{update_jvp, update_vjp},
    .batch = part_batch,
    .reference = update_reference,
    .hlo = update_hlo,
    .cpp = part_cpp,
    .samples = part_samples,
    .refuses = [] { return part_refusals("update"); },
    .access = ir::Access::store,
});

constexpr OpDef kAddAt = define({
    .name = "add_at",
    .doc = "x with a part added at indices of its first axes. Operands: x, indices, part.",
    .infer = add_at_types,
    .derivative = ir::Custom{add_at_jvp, add_at_vjp},
    .batch = part_batch,
    .reference = add_at_reference,
    .hlo = add_at_hlo,
    .cpp = part_cpp,
    .samples = part_samples,
    .refuses = [] { return part_refusals("add_at"); },
    .access = ir::Access::accumulate,
});

constexpr const OpDef* kOps[] = {&kIndex, &kPlace, &kUpdate, &kAddAt};
constexpr SquareRule kSquares[] = {{&kIndex, of_sums}};

Value with_part(Builder& b, const OpDef& op, Value x, const Values& i, Value v) {
  Values operands = with_front(x, i);
  operands.push_back(v);
  return b.add(op, operands);
}

}  // namespace

Type part_type(const Type& x, std::size_t count) {
  Type part{x.dtype, Sizes(x.sizes.begin() + count, x.sizes.end()), {}};
  if (!x.names.empty()) part.names.assign(x.names.begin() + count, x.names.end());
  return ir::make_type(part.dtype, part.sizes, part.names);
}

std::optional<Values> add_placed(ir::RewriteQuery& q) {
  for (int k : {1, 0}) {
    const Node* n = defined_by(q, q.node.operands[k], "place");
    if (n == nullptr) continue;
    return Values{
        build::add_at(q.build, q.node.operands[1 - k], indices(*n, 0, 1), n->operands.back())};
  }
  return std::nullopt;
}

namespace build {
Value index(Builder& b, Value x, const Values& i) { return b.add(kIndex, with_front(x, i)); }
Value place(Builder& b, const Sizes& sizes, const Values& i, Value v) {
  Values operands = i;
  operands.push_back(v);
  return b.add(kPlace, operands, {{"sizes", sizes}});
}
Value update(Builder& b, Value x, const Values& i, Value v) {
  return with_part(b, kUpdate, x, i, v);
}
Value add_at(Builder& b, Value x, const Values& i, Value v) {
  return with_part(b, kAddAt, x, i, v);
}
}  // namespace build

const Family kIndexFamily{kOps, {}, {}, kSquares};

}  // namespace tlaloc::ops
