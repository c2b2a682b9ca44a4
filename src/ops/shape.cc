// reshape, transpose, reverse: the same elements elsewhere.
#include <algorithm>

#include <fmt/format.h>

#include "ops/build.h"
#include "ops/contract.h"
#include "ops/families.h"
#include "ops/messages.h"
#include "ops/permuted.h"
#include "ops/pointwise.h"
#include "ops/shape_kernel.h"
#include "ops/source_args.h"
#include "ops/squares.h"
#include "ops/strides.h"

namespace tlaloc::ops {
namespace {

using pen::HostCall;
using Replacement = std::optional<Values>;

// ---- reshape ----

base::Result<std::vector<Type>> reshape_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 1); !ok) return base::fail(ok.error());
  const Sizes& sizes = q.attrs.sizes("sizes");
  const Size from = ir::product(q.x[0].sizes), to = ir::product(sizes);
  // reshape.c1: as many elements.
  auto ok = q.equal(from, to, q.op, "reshape.c1",
                    fmt::format("{} has {} elements, {} has {}", ir::text(q.x[0]), from.text(),
                                ir::text(Type{q.x[0].dtype, sizes, {}}), to.text()));
  if (!ok) return base::fail(ok.error());
  return one(
      {q.x[0].dtype, sizes, sizes == q.x[0].sizes ? q.x[0].names : std::vector<std::string>{}});
}

void copy_elements(HostCall& c) {
  const auto* from = c.x[0].as<unsigned char>();
  std::copy(from, from + c.x[0].count() * static_cast<std::int64_t>(size_of(c.x[0].dtype)),
            c.y[0].as<unsigned char>());
}

Values reshape_transpose(Builder& b, const Node& n, Value ct) {
  return {build::reshape(b, ct, Sizes(b.type(n.operands[0]).sizes))};
}

Replacement reshape_same(ir::RewriteQuery& q) {
  if (q.build.type(q.node.operands[0]).sizes != q.node.attrs.sizes("sizes")) return std::nullopt;
  return Values{q.node.operands[0]};
}
Replacement reshape_of_reshape(ir::RewriteQuery& q) {
  const Node* inner = defined_by(q, q.node.operands[0], "reshape");
  if (inner == nullptr) return std::nullopt;
  return Values{build::reshape(q.build, inner->operands[0], Sizes(q.node.attrs.sizes("sizes")))};
}
constexpr ir::Rewrite kReshapeRewrites[] = {reshape_same, reshape_of_reshape};

ir::Sample shaped(DType t, Sizes x, Attrs attrs) {
  return {{{t, std::move(x), {}}},
          std::move(attrs),
          {t == DType::b1 ? ir::Domain::boolean : ir::Domain::real},
          0};
}
ir::Sample reshape_sample(DType t, Sizes x, Sizes sizes) {
  return shaped(t, std::move(x), {{"sizes", std::move(sizes)}});
}

constexpr OpDef kReshape = define({
    .name = "reshape",
    .doc = "The same elements in the same order, in another shape. Attribute: sizes.",
    .infer = reshape_types,
    .derivative = ir::Linear{reshape_transpose},
    .batch = [](Builder& b, const Node& n, const Values& x, const std::vector<bool>&,
                const Size& batch) -> base::Result<Values> {
      return Values{b.add(*n.op, x, {{"sizes", with_front(batch, n.attrs.sizes("sizes"))}})};
    },
    .reference = copy_elements,
    .rewrites = kReshapeRewrites,
    .hlo =
        [](pen::HloPen& pen, const Node& n) {
          pen.result(pen.general("reshape", {pen.x(0)}, "", {pen.type(n.operands[0])},
                                 pen.type(n.results[0])));
        },
    .cpp = [](pen::CppPen& pen,
              const Node& n) { pen.call("reshape", {pen.sizes(n.attrs.sizes("sizes"))}); },
    .samples =
        [] {
          return std::vector<ir::Sample>{reshape_sample(DType::f64, {}, {1, 1}),
                                         reshape_sample(DType::f64, {6}, {2, 3}),
                                         reshape_sample(DType::f32, {2, 1, 3}, {3, 2}),
                                         reshape_sample(DType::f64, {0, 2}, {0}),
                                         reshape_sample(DType::f64, {1}, {}),
                                         reshape_sample(DType::i32, {2, 2}, {4}),
                                         reshape_sample(DType::b1, {4}, {2, 2})};
        },
    .refuses =
        [] {
          return std::vector<ir::RefusedSample>{
              {{{DType::f32, {2, 3}, {}}}, {{"sizes", Sizes{5}}}, "reshape.c1"}};
        },
});

// ---- transpose ----

base::Result<std::vector<Type>> transpose_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 1); !ok) return base::fail(ok.error());
  const Type& x = q.x[0];
  const Ints& permutation = q.attrs.ints("permutation");
  // transpose.c1: as many numbers as axes; transpose.c2: each axis once.
  if (static_cast<int>(permutation.size()) != x.rank())
    return refuse(q, 1,
                  fmt::format("permutation {} is for rank {}, the operand has rank {}",
                              pen::CppPen::ints(permutation), permutation.size(), x.rank()));
  if (auto ok = check_axes(q, 2, permutation, x.rank()); !ok) return base::fail(ok.error());
  Type y{x.dtype, {}, {}};
  for (std::int64_t a : permutation) {
    y.sizes.push_back(x.sizes[a]);
    y.names.push_back(x.name(static_cast<int>(a)));
  }
  return one(std::move(y));
}

/// y[i] = x[index(i)], any dtype; `index` maps a position in y's shape to one in x.
template <class F>
void gather_elements(HostCall& c, F index) {
  pen::with_dtype<pen::Dtypes::all>(c.y[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    Counter at(c.y[0].sizes);
    for (std::int64_t i = 0, n = c.y[0].count(); i < n; ++i, at.next())
      c.y[0].as<T>()[i] = c.x[0].as<T>()[index(at)];
  });
}

void transpose_reference(HostCall& c) {
  std::vector<std::int64_t> steps;
  for (std::int64_t a : c.attrs.ints("permutation")) steps.push_back(strides_of(c.x[0].sizes)[a]);
  gather_elements(c, [&](const Counter& at) { return at.offset(steps); });
}

Ints inverse(const Ints& permutation) {
  Ints out(permutation.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[permutation[i]] = static_cast<std::int64_t>(i);
  return out;
}

Values transpose_transpose(Builder& b, const Node& n, Value ct) {
  return {build::transpose(b, ct, inverse(n.attrs.ints("permutation")))};
}

Replacement transpose_nothing(ir::RewriteQuery& q) {
  const Ints& p = q.node.attrs.ints("permutation");
  if (!std::is_sorted(p.begin(), p.end())) return std::nullopt;
  return Values{q.node.operands[0]};
}
Replacement transpose_of_transpose(ir::RewriteQuery& q) {
  const Node* inner = defined_by(q, q.node.operands[0], "transpose");
  if (inner == nullptr) return std::nullopt;
  Ints both;
  for (std::int64_t a : q.node.attrs.ints("permutation"))
    both.push_back(inner->attrs.ints("permutation")[a]);
  return Values{build::transpose(q.build, inner->operands[0], both)};
}
/// One number everywhere has no order of axes.
Replacement transpose_of_number(ir::RewriteQuery& q) {
  const Node* inner = defined_by(q, q.node.operands[0], "broadcast");
  if (inner == nullptr || !q.build.type(inner->operands[0]).is_scalar()) return std::nullopt;
  return Values{
      build::broadcast_scalar(q.build, inner->operands[0], q.build.type(q.node.results[0]))};
}
constexpr ir::Rewrite kTransposeRewrites[] = {transpose_nothing, transpose_of_transpose,
                                              transpose_of_contract, transpose_of_number};

void transpose_cpp(pen::CppPen& pen, const Node& n) {
  const Ints& p = n.attrs.ints("permutation");
  if (p.empty()) return pen.same();
  if (p == Ints{1, 0}) return pen.call("transpose");
  pen.call(fmt::format("transpose<{}>", fmt::join(p, ", ")));
}

ir::Sample transpose_sample(DType t, Sizes x, Ints permutation) {
  return shaped(t, std::move(x), {{"permutation", std::move(permutation)}});
}

constexpr OpDef kTranspose = define({
    .name = "transpose",
    .doc = "Axes in another order: axis i of the result is axis permutation[i] of x. Attribute: "
           "permutation.",
    .infer = transpose_types,
    .derivative = ir::Linear{transpose_transpose},
    .batch = [](Builder& b, const Node& n, const Values& x, const std::vector<bool>&,
                const Size&) -> base::Result<Values> {
      return Values{b.add(
          *n.op, x,
          {{"permutation", with_front(std::int64_t{0}, shifted(n.attrs.ints("permutation")))}})};
    },
    .reference = transpose_reference,
    .kernel = transpose_kernel,
    .rewrites = kTransposeRewrites,
    .hlo =
        [](pen::HloPen& pen, const Node& n) {
          pen.result(pen.general("transpose", {pen.x(0)},
                                 "dims = " + pen::HloPen::ints(n.attrs.ints("permutation")),
                                 {pen.type(n.operands[0])}, pen.type(n.results[0])));
        },
    .cpp = transpose_cpp,
    .samples =
        [] {
          return std::vector<ir::Sample>{transpose_sample(DType::f64, {}, {}),
                                         transpose_sample(DType::f64, {3}, {0}),
                                         transpose_sample(DType::f64, {2, 3}, {1, 0}),
                                         transpose_sample(DType::f32, {2, 1, 3}, {2, 0, 1}),
                                         transpose_sample(DType::f64, {2, 3, 1, 2}, {3, 1, 0, 2}),
                                         transpose_sample(DType::i32, {0, 2}, {1, 0})};
        },
    .refuses =
        [] {
          auto refused = [](Ints p, const char* id) {
            return ir::RefusedSample{
                {{DType::f32, {2, 3}, {}}}, {{"permutation", std::move(p)}}, id};
          };
          return std::vector<ir::RefusedSample>{refused({0}, "transpose.c1"),
                                                refused({0, 0}, "transpose.c2"),
                                                refused({0, 2}, "transpose.c2")};
        },
});

// ---- reverse ----

base::Result<std::vector<Type>> reverse_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 1); !ok) return base::fail(ok.error());
  // reverse.c1: the axes exist, once each.
  if (auto ok = check_axes(q, 1, q.attrs.ints("axes"), q.x[0].rank()); !ok)
    return base::fail(ok.error());
  return one(q.x[0]);
}

void reverse_reference(HostCall& c) {
  const std::vector<std::int64_t> steps = strides_of(c.x[0].sizes);
  gather_elements(c, [&](const Counter& at) {
    std::int64_t from = at.offset(steps);
    for (std::int64_t a : c.attrs.ints("axes"))
      from += (c.x[0].sizes[a] - 1 - 2 * at[a]) * steps[a];
    return from;
  });
}

constexpr OpDef kReverse = define({
    .name = "reverse",
    .doc = "The elements along some axes in opposite order. Attribute: axes.",
    .infer = reverse_types,
    .derivative = ir::Linear{[](Builder& b, const Node& n, Value ct) {
      return Values{build::reverse(b, ct, Ints(n.attrs.ints("axes")))};
    }},
    .batch = [](Builder& b, const Node& n, const Values& x, const std::vector<bool>&,
                const Size&) -> base::Result<Values> {
      return Values{b.add(*n.op, x, {{"axes", shifted(n.attrs.ints("axes"))}})};
    },
    .reference = reverse_reference,
    .kernel = reverse_kernel,
    .hlo =
        [](pen::HloPen& pen, const Node& n) {
          pen.result(pen.line(fmt::format("stablehlo.reverse {}, dims = {} : {}", pen.x(0),
                                          pen::HloPen::ints(n.attrs.ints("axes")),
                                          pen::HloPen::type_text(pen.type(n.results[0])))));
        },
    .cpp =
        [](pen::CppPen& pen, const Node& n) {
          pen.call(fmt::format("reverse<{}>", fmt::join(n.attrs.ints("axes"), ", ")));
        },
    .samples =
        [] {
          return std::vector<ir::Sample>{shaped(DType::f64, {3}, {{"axes", Ints{0}}}),
                                         shaped(DType::f64, {2, 3, 2}, {{"axes", Ints{0, 2}}}),
                                         shaped(DType::i32, {0, 2}, {{"axes", Ints{1}}})};
        },
    .refuses =
        [] {
          return std::vector<ir::RefusedSample>{
              {{{DType::f32, {2}, {}}}, {{"axes", Ints{1}}}, "reverse.c1"},
              {{{DType::f32, {2}, {}}}, {{"axes", Ints{0, 0}}}, "reverse.c1"}};
        },
});

constexpr const OpDef* kOps[] = {&kReshape, &kTranspose, &kReverse};
constexpr SquareRule kSquares[] = {
    {&kReshape, of_sums}, {&kTranspose, of_sums}, {&kReverse, of_sums}};

// ---- calls ----

/// reshape(x, 2, 3), reshape(x, {2, 3}), reshape<Y>(x, n)
Built reshape_source(Builder& b, const SourceCall& call) {
  auto x = value_at(b, call, 0);
  if (!x) return base::fail(x.error());
  auto given = sizes_from(b, call, 1, 0);
  if (!given) return base::fail(given.error());
  auto sizes = result_sizes(call, *given);
  if (!sizes) return base::fail(sizes.error());
  return b.try_add(kReshape, {*x}, {{"sizes", *sizes}});
}
/// transpose<1, 0, 2>(x); transpose(x) turns all axes around
Built transpose_source(Builder& b, const SourceCall& call) {
  auto x = value_at(b, call, 0);
  if (!x) return base::fail(x.error());
  auto axes = axes_of(b, call, 1, b.type(*x).rank());
  if (!axes) return base::fail(axes.error());
  if (call.template_args.empty() && call.x.size() == 1) std::reverse(axes->begin(), axes->end());
  return b.try_add(kTranspose, {*x}, {{"permutation", *axes}});
}
/// reverse<0, 2>(x)
Built reverse_source(Builder& b, const SourceCall& call) {
  auto x = value_at(b, call, 0);
  if (!x) return base::fail(x.error());
  auto axes = axes_of(b, call, 1, b.type(*x).rank());
  if (!axes) return base::fail(axes.error());
  return b.try_add(kReverse, {*x}, {{"axes", *axes}});
}

constexpr Source kSources[] = {
    {"reshape", reshape_source},
    {"transpose", transpose_source},
    {"reverse", reverse_source},
};

}  // namespace

namespace build {
Value reshape(Builder& b, Value x, const Sizes& sizes) {
  return b.type(x).sizes == sizes ? x : b.add(kReshape, {x}, {{"sizes", sizes}});
}
Value transpose(Builder& b, Value x, const Ints& permutation) {
  return std::is_sorted(permutation.begin(), permutation.end())
             ? x
             : b.add(kTranspose, {x}, {{"permutation", permutation}});
}
Value reverse(Builder& b, Value x, const Ints& axes) {
  return b.add(kReverse, {x}, {{"axes", axes}});
}
}  // namespace build

std::optional<Ints> axis_order(const Node& n) {
  return n.op == &kTranspose ? std::optional(n.attrs.ints("permutation")) : std::nullopt;
}
Value with_axis_order(Builder& b, Value x, const Ints& order) {
  return build::transpose(b, x, order);
}
Ints opposite_order(const Ints& order) { return inverse(order); }

const Family kShapeFamily{kOps, kSources, {}, kSquares};

}  // namespace tlaloc::ops
