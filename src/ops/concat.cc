// concat: tensors one after the other along an axis.
#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "ops/build.h"
#include "ops/families.h"
#include "ops/messages.h"
#include "ops/pointwise.h"
#include "ops/source_args.h"
#include "ops/squares.h"

namespace tlaloc::ops {
namespace {

base::Result<std::vector<Type>> concat_types(ir::TypeQuery& q) {
  if (q.x.empty()) return refuse(q, 0, "got no operand");
  Type y = q.x[0];
  const std::int64_t axis = q.attrs.integer("axis");
  // concat.c1: one dtype and rank; concat.c2: the axis exists; concat.c3: the other sizes are
  // equal.
  if (auto ok = check_axes(q, 2, {axis}, y.rank()); !ok) return base::fail(ok.error());
  for (std::size_t k = 1; k < q.x.size(); ++k) {
    const Type& x = q.x[k];
    if (x.dtype != y.dtype || x.rank() != y.rank())
      return refuse(q, 1, fmt::format("cannot join {} to {}", ir::text(x), ir::text(q.x[0])));
    for (int i = 0; i < y.rank(); ++i) {
      if (i == axis) continue;
      auto ok = q.equal(y.sizes[i], x.sizes[i], q.op, "concat.c3",
                        fmt::format("{} of the first operand is not {} of another",
                                    axis_text(q.x[0], i), axis_text(x, i)));
      if (!ok) return base::fail(ok.error());
    }
    y.sizes[axis] = y.sizes[axis] + x.sizes[axis];
    y.names = joined_names(y, x);
  }
  return one(std::move(y));
}

void concat_reference(pen::HostCall& c) {
  const std::int64_t axis = c.attrs.integer("axis");
  std::int64_t outer = 1, inner = static_cast<std::int64_t>(size_of(c.y[0].dtype));
  for (std::int64_t i = 0; i < axis; ++i) outer *= c.y[0].sizes[i];
  for (std::size_t i = axis + 1; i < c.y[0].sizes.size(); ++i) inner *= c.y[0].sizes[i];
  char* to = c.y[0].as<char>();
  for (std::int64_t row = 0; row < outer; ++row)
    for (const pen::HostBuffer& x : c.x) {
      const std::int64_t bytes = x.sizes[axis] * inner;
      if (bytes > 0) std::memcpy(to, x.as<char>() + row * bytes, bytes);
      to += bytes;
    }
}

/// Each operand gets its piece of ct.
Values concat_transpose(Builder& b, const Node& n, Value ct) {
  const std::int64_t axis = n.attrs.integer("axis");
  const Sizes whole = b.type(ct).sizes;
  Values out;
  Size start = 0;
  for (Value x : n.operands) {
    Sizes starts(whole.size(), Size(0)), limits = whole;
    starts[axis] = start;
    start = start + b.type(x).sizes[axis];
    limits[axis] = start;
    out.push_back(build::slice(b, ct, starts, limits, Sizes(whole.size(), Size(1))));
  }
  return out;
}

base::Result<Values> concat_batch(Builder& b, const Node& n, const Values& x,
                                  const std::vector<bool>& batched, const Size& batch) {
  Values full;
  for (std::size_t i = 0; i < x.size(); ++i)
    full.push_back(batched[i] ? x[i] : stretch(b, x[i], batch));
  return Values{build::concat(b, full, n.attrs.integer("axis") + 1)};
}

std::optional<Values> concat_of_one(ir::RewriteQuery& q) {
  if (q.node.operands.size() != 1) return std::nullopt;
  return q.node.operands;
}
constexpr ir::Rewrite kRewrites[] = {concat_of_one};

void concat_hlo(pen::HloPen& pen, const Node& n) {
  std::vector<std::string> x;
  std::vector<Type> types;
  for (int i = 0; i < pen.operands(); ++i) {
    x.push_back(pen.x(i));
    types.push_back(pen.type(n.operands[i]));
  }
  pen.result(pen.general("concatenate", x, fmt::format("dim = {}", n.attrs.integer("axis")), types,
                         pen.type(n.results[0])));
}

ir::Sample sample(DType t, std::vector<Sizes> x, std::int64_t axis) {
  ir::Sample out{{}, {{"axis", axis}}, {}, 0};
  for (Sizes& s : x) {
    out.x.push_back({t, std::move(s), {}});
    out.domains.push_back(ir::Domain::real);
  }
  return out;
}

constexpr OpDef kConcat = define({
    .name = "concat",
    .doc = "Operands one after the other along an axis. Attribute: axis.",
    .infer = concat_types,
    .derivative = ir::Linear{concat_transpose, 0xffffffffu},
    .batch = concat_batch,
    .reference = concat_reference,
    .rewrites = kRewrites,
    .hlo = concat_hlo,
    .cpp = [](pen::CppPen& pen,
              const Node& n) { pen.call(fmt::format("concat<{}>", n.attrs.integer("axis"))); },
    .samples =
        [] {
          return std::vector<ir::Sample>{sample(DType::f64, {{2}, {3}}, 0),
                                         sample(DType::f64, {{2, 1}, {2, 3}, {2, 2}}, 1),
                                         sample(DType::f32, {{1, 2, 2}, {2, 2, 2}}, 0),
                                         sample(DType::f64, {{2, 0}, {2, 2}}, 1),
                                         sample(DType::f64, {{3}}, 0),
                                         sample(DType::i32, {{1, 2}, {1, 2}}, 0)};
        },
    .refuses =
        [] {
          auto refused = [](Type x, Type y, std::int64_t axis, const char* id) {
            return ir::RefusedSample{{std::move(x), std::move(y)}, {{"axis", axis}}, id};
          };
          const Type x{DType::f32, {2, 3}, {}};
          return std::vector<ir::RefusedSample>{
              refused(x, {DType::f64, {2, 3}, {}}, 0, "concat.c1"),
              refused(x, {DType::f32, {2}, {}}, 0, "concat.c1"), refused(x, x, 2, "concat.c2"),
              refused(x, {DType::f32, {3, 3}, {}}, 1, "concat.c3")};
        },
});

constexpr const OpDef* kOps[] = {&kConcat};
constexpr SquareRule kSquares[] = {{&kConcat, of_sums<0, kAll>}};

/// concat<I>(x, y, …)
Built concat_source(Builder& b, const SourceCall& call) {
  if (call.x.empty()) return not_lifted(call, "nothing to join");
  Values x;
  for (std::size_t i = 0; i < call.x.size(); ++i) {
    auto v = value_at(b, call, i);
    if (!v) return base::fail(v.error());
    x.push_back(*v);
  }
  SourceCall axis_only = call;
  axis_only.x.clear();
  auto axis = axis_of(b, axis_only, 0, b.type(x[0]).rank(), std::nullopt);
  if (!axis) return base::fail(axis.error());
  return b.try_add(kConcat, x, {{"axis", *axis}});
}

constexpr Source kSources[] = {{"concat", concat_source}};

}  // namespace

namespace build {
Value concat(Builder& b, const Values& x, std::int64_t axis) {
  return b.add(kConcat, x, {{"axis", axis}});
}
}  // namespace build

const Family kConcatFamily{kOps, kSources, {}, kSquares};

}  // namespace tlaloc::ops
