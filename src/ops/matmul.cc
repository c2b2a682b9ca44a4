// matmul and dot: products as people write them. Each is a contract once sizes of leading axes are
// decided.
#include <fmt/format.h>

#include "ops/build.h"
#include "ops/contract.h"
#include "ops/families.h"
#include "ops/messages.h"
#include "ops/pointwise.h"
#include "ops/shape_kernel.h"
#include "ops/source_args.h"
#include "ops/squares.h"
#include "ops/strides.h"

namespace tlaloc::ops {
namespace {

using Replacement = std::optional<Values>;

// ---- types ----

base::Result<std::vector<Type>> matmul_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 2); !ok) return base::fail(ok.error());
  const Type &x = q.x[0], &y = q.x[1];
  if (auto ok = product_dtypes(q, 4); !ok) return base::fail(ok.error());
  for (const Type* t : {&x, &y})
    if (t->rank() < 2)
      return refuse(q, 1,
                    fmt::format("{} has rank {}, 2 or more is expected", ir::text(*t), t->rank()));
  if (auto ok = meets(q, x, x.rank() - 1, y, y.rank() - 2, 2, "contract"); !ok)
    return base::fail(ok.error());
  Type out{x.dtype, {}, {}};
  const int batch = std::max(x.rank(), y.rank()) - 2;
  for (int i = 0; i < batch; ++i) {
    const int a = i - batch + x.rank() - 2, c = i - batch + y.rank() - 2;
    if (a >= 0 && c >= 0) {
      const auto size = common_size(q, x, a, y, c, 3);
      if (!size) return base::fail(size.error());
      out.sizes.push_back(*size);
    } else {
      out.sizes.push_back(a >= 0 ? x.sizes[a] : y.sizes[c]);
    }
    const std::string name = a >= 0 ? x.name(a) : "";
    out.names.push_back(name.empty() && c >= 0 ? y.name(c) : name);
  }
  out.sizes.push_back(x.sizes[x.rank() - 2]);
  out.names.push_back(x.name(x.rank() - 2));
  out.sizes.push_back(y.sizes[y.rank() - 1]);
  out.names.push_back(y.name(y.rank() - 1));
  return one(std::move(out));
}

base::Result<std::vector<Type>> dot_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 2); !ok) return base::fail(ok.error());
  if (auto ok = product_dtypes(q, 3); !ok) return base::fail(ok.error());
  for (const Type& t : q.x)
    if (t.rank() != 1)
      return refuse(q, 1, fmt::format("{} has rank {}, 1 is expected", ir::text(t), t.rank()));
  if (auto ok = meets(q, q.x[0], 0, q.x[1], 0, 2, "contract"); !ok) return base::fail(ok.error());
  return one(ir::scalar_type(q.x[0].dtype));
}

// ---- as a contract ----

constexpr auto kDotAxes = [] { return build::ContractAxes{{}, {}, {0}, {0}}; };

build::ContractAxes matmul_axes(int rank) {
  return {iota_ints(rank - 2), iota_ints(rank - 2), {rank - 1}, {rank - 2}};
}

/// An operand with its leading axes stretched to those of the result.
Value with_batch(Builder& b, Value x, const Sizes& y, int rank) {
  const Type t = b.type(x);
  Sizes sizes(y.begin(), y.end() - 2);
  sizes.insert(sizes.end(), t.sizes.end() - 2, t.sizes.end());
  return build::broadcast(b, x, sizes, iota_ints(t.rank(), rank - t.rank()));
}

/// A matrix that meets a stack of them is not copied for each: the stack's leading axes are free
/// ones.
Value as_contract(Builder& b, Value x, Value y, const Sizes& result) {
  const int rank = static_cast<int>(result.size()), left = b.type(x).rank(),
            right = b.type(y).rank();
  if (right == 2) return build::contract(b, x, y, {{}, {}, {left - 1}, {0}});
  if (left == 2) {
    Ints order = iota_ints(rank - 2, 1);
    order.insert(order.end(), {0, rank - 1});
    return build::transpose(b, build::contract(b, x, y, {{}, {}, {1}, {right - 2}}), order);
  }
  return build::contract(b, with_batch(b, x, result, rank), with_batch(b, y, result, rank),
                         matmul_axes(rank));
}

Replacement matmul_is_contract(ir::RewriteQuery& q) {
  const Sizes sizes = q.build.type(q.node.results[0]).sizes;
  return Values{as_contract(q.build, q.node.operands[0], q.node.operands[1], sizes)};
}
Replacement dot_is_contract(ir::RewriteQuery& q) {
  return Values{build::contract(q.build, q.node.operands[0], q.node.operands[1], kDotAxes())};
}
constexpr ir::Rewrite kMatmulRewrites[] = {matmul_is_contract};
constexpr ir::Rewrite kDotRewrites[] = {dot_is_contract};

// ---- derivatives ----

Ints last_swapped(int rank) {
  Ints p = iota_ints(rank);
  std::swap(p[rank - 1], p[rank - 2]);
  return p;
}
Value transposed(Builder& b, Value x) {
  return build::transpose(b, x, last_swapped(b.type(x).rank()));
}

/// The cotangent of an operand whose leading axes were stretched.
Value unstretched(Builder& b, Value ct, Value x) {
  const Type t = b.type(x);
  const int rank = b.type(ct).rank();
  return build::sum_to(b, ct, t.sizes, iota_ints(t.rank(), rank - t.rank()));
}

/// y = x · w;  ct_x = ct · wᵀ
Value matmul_left(Builder& b, const Node& n, Value ct) {
  return unstretched(b, build::matmul(b, ct, transposed(b, n.operands[1])), n.operands[0]);
}
/// y = x · w;  ct_w = xᵀ · ct
Value matmul_right(Builder& b, const Node& n, Value ct) {
  return unstretched(b, build::matmul(b, transposed(b, n.operands[0]), ct), n.operands[1]);
}
Value dot_side(Builder& b, Value other, Value ct) {
  return build::mul(b, build::broadcast_scalar(b, ct, Type(b.type(other))), other);
}

// ---- batching ----

/// The new axis is one more leading axis; a side with fewer axes gets axes of size 1 behind it.
base::Result<Values> matmul_batch(Builder& b, const Node&, const Values& x,
                                  const std::vector<bool>& batched, const Size&) {
  const int rank = std::max(b.type(x[0]).rank() - batched[0], b.type(x[1]).rank() - batched[1]);
  Values full;
  for (int i : {0, 1}) {
    const Sizes s = b.type(x[i]).sizes;
    const int missing = rank + 1 - static_cast<int>(s.size());
    if (!batched[i] || missing == 0) {
      full.push_back(x[i]);
      continue;
    }
    Sizes wide = {s[0]};
    wide.insert(wide.end(), missing, Size(1));
    wide.insert(wide.end(), s.begin() + 1, s.end());
    full.push_back(build::reshape(b, x[i], wide));
  }
  return Values{build::matmul(b, full[0], full[1])};
}
base::Result<Values> dot_batch(Builder& b, const Node&, const Values& x,
                               const std::vector<bool>& batched, const Size&) {
  if (batched[0] && batched[1]) return Values{build::contract(b, x[0], x[1], {{0}, {0}, {1}, {1}})};
  const Ints one_axis = {1}, zero_axis = {0};
  return Values{build::contract(
      b, x[0], x[1],
      {{}, {}, batched[0] ? one_axis : zero_axis, batched[1] ? one_axis : zero_axis})};
}

// ---- running ----

void matmul_reference(pen::HostCall& c) {
  const std::size_t rank = c.y[0].sizes.size();
  auto steps =
      [&](const pen::HostBuffer& x) {  // along the result's leading axes; 0 where stretched
        std::vector<std::int64_t> out(rank, 0);
        const auto dense = strides_of(x.sizes);
        for (std::size_t i = 0; i + 2 < x.sizes.size(); ++i)
          if (x.sizes[i] == c.y[0].sizes[i + rank - x.sizes.size()])
            out[i + rank - x.sizes.size()] = dense[i];
        return out;
      };
  auto x_step = steps(c.x[0]), y_step = steps(c.x[1]);
  const std::int64_t inner = c.x[0].sizes.back(), columns = c.x[1].sizes.back();
  x_step[rank - 2] = inner;
  y_step[rank - 1] = 1;
  pen::with_dtype<pen::Dtypes::numbers>(c.y[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    Counter at(c.y[0].sizes);
    for (std::int64_t i = 0, n = c.y[0].count(); i < n; ++i, at.next()) {
      Wide<T> sum = 0;
      for (std::int64_t k = 0; k < inner; ++k)
        sum += static_cast<Wide<T>>(pen::load(c.x[0].as<T>()[at.offset(x_step) + k])) *
               static_cast<Wide<T>>(pen::load(c.x[1].as<T>()[at.offset(y_step) + k * columns]));
      pen::store(c.y[0].as<T>()[i], static_cast<pen::Computed<T>>(sum));
    }
  });
}
void dot_reference(pen::HostCall& c) {
  pen::with_dtype<pen::Dtypes::numbers>(c.y[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    Wide<T> sum = 0;
    for (std::int64_t k = 0, n = c.x[0].count(); k < n; ++k)
      sum += static_cast<Wide<T>>(pen::load(c.x[0].as<T>()[k])) *
             static_cast<Wide<T>>(pen::load(c.x[1].as<T>()[k]));
    pen::store(*c.y[0].as<T>(), static_cast<pen::Computed<T>>(sum));
  });
}

// ---- texts ----

std::string stretched_hlo(pen::HloPen& pen, int operand, const Node& n, Type& type) {
  const Type y = pen.type(n.results[0]), x = pen.type(n.operands[operand]);
  type = {x.dtype, Sizes(y.sizes.begin(), y.sizes.end() - 2), {}};
  type.sizes.insert(type.sizes.end(), x.sizes.end() - 2, x.sizes.end());
  return type == x
             ? pen.x(operand)
             : pen.broadcast(pen.x(operand), x, type, iota_ints(x.rank(), y.rank() - x.rank()));
}
void matmul_hlo(pen::HloPen& pen, const Node& n) {
  Type left, right;
  const std::string x = stretched_hlo(pen, 0, n, left), y = stretched_hlo(pen, 1, n, right);
  const build::ContractAxes a = matmul_axes(left.rank());
  std::string how;
  if (!a.left_batch.empty())
    how = fmt::format("batching_dims = {0} x {0}, ", pen::HloPen::ints(a.left_batch));
  how += fmt::format("contracting_dims = {} x {}", pen::HloPen::ints(a.left_contract),
                     pen::HloPen::ints(a.right_contract));
  pen.result(pen.general("dot_general", {x, y}, how, {left, right}, pen.type(n.results[0])));
}
void dot_hlo(pen::HloPen& pen, const Node& n) {
  const Type x = pen.type(n.operands[0]);
  pen.result(pen.general("dot_general", {pen.x(0), pen.x(1)}, "contracting_dims = [0] x [0]",
                         {x, x}, pen.type(n.results[0])));
}

// ---- samples ----

ir::Sample sample(DType t, Sizes x, Sizes y) {
  return {
      {{t, std::move(x), {}}, {t, std::move(y), {}}}, {}, {ir::Domain::real, ir::Domain::real}, 0};
}
std::vector<ir::RefusedSample> product_refusals(std::string_view op, Sizes good, Sizes bad,
                                                const char* dtype_label) {
  const std::string name(op);
  auto refused = [](DType s, DType t, Sizes x, Sizes y, std::string id) {
    return ir::RefusedSample{{{s, std::move(x), {}}, {t, std::move(y), {}}}, {}, std::move(id)};
  };
  const DType f = DType::f32;
  return {refused(f, f, {}, good, name + ".c1"), refused(f, f, good, bad, name + ".c2"),
          refused(f, DType::f64, good, good, name + dtype_label),
          refused(DType::b1, DType::b1, good, good, name + dtype_label)};
}

// ---- the ops ----

constexpr OpDef kMatmul = define({
    .name = "matmul",
    .doc = "Matrix product over the last two axes; axes before them are stretched to each other.",
    .infer = matmul_types,
    .derivative = ir::Bilinear{matmul_left, matmul_right},
    .batch = matmul_batch,
    .reference = matmul_reference,
    .kernel = matmul_kernel,
    .rewrites = kMatmulRewrites,
    .hlo = matmul_hlo,
    .cpp = cpp_call<"matmul">,
    .samples =
        [] {
          return std::vector<ir::Sample>{
              sample(DType::f64, {2, 3}, {3, 4}),       sample(DType::f32, {2, 3}, {3, 1}),
              sample(DType::f64, {2, 2, 3}, {2, 3, 2}), sample(DType::f64, {2, 2, 3}, {3, 2}),
              sample(DType::f64, {2, 3}, {3, 3, 2}),    sample(DType::f64, {2, 1, 2, 2}, {3, 2, 1}),
              sample(DType::f64, {2, 0}, {0, 3}),       sample(DType::i32, {2, 2}, {2, 2})};
        },
    .refuses =
        [] {
          auto out = product_refusals("matmul", {3, 3}, {2, 3}, ".c4");
          out.push_back(
              {{{DType::f32, {2, 3, 3}, {}}, {DType::f32, {4, 3, 3}, {}}}, {}, "matmul.c3"});
          return out;
        },
    .composite = true,
});

constexpr OpDef kDot = define({
    .name = "dot",
    .doc = "The sum of products of two vectors.",
    .infer = dot_types,
    .derivative =
        ir::Bilinear{
            [](Builder& b, const Node& n, Value ct) { return dot_side(b, n.operands[1], ct); },
            [](Builder& b, const Node& n, Value ct) { return dot_side(b, n.operands[0], ct); }},
    .batch = dot_batch,
    .reference = dot_reference,
    .kernel = dot_kernel,
    .rewrites = kDotRewrites,
    .hlo = dot_hlo,
    .cpp = cpp_call<"dot">,
    .samples =
        [] {
          return std::vector<ir::Sample>{sample(DType::f64, {3}, {3}), sample(DType::f32, {4}, {4}),
                                         sample(DType::f64, {0}, {0}),
                                         sample(DType::i32, {2}, {2})};
        },
    .refuses = [] { return product_refusals("dot", {3}, {2}, ".c3"); },
    .composite = true,
});

constexpr const OpDef* kOps[] = {&kMatmul, &kDot};
constexpr SquareRule kSquares[] = {{&kDot, of_same}};

base::Result<Values> matmul_source(Builder& b, const SourceCall& call) {
  return binary_source(b, call, kMatmul);
}
base::Result<Values> dot_source(Builder& b, const SourceCall& call) {
  return binary_source(b, call, kDot);
}

constexpr Source kSources[] = {{"matmul", matmul_source}, {"dot", dot_source}};

}  // namespace

namespace build {
Value matmul(Builder& b, Value x, Value y) { return b.add(kMatmul, {x, y}); }
}  // namespace build

const Family kMatmulFamily{kOps, kSources, {}, kSquares};

}  // namespace tlaloc::ops
