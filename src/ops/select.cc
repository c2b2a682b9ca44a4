// select, convert, stop_gradient.
#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "ops/build.h"
#include "ops/element_kernel.h"
#include "ops/families.h"
#include "ops/messages.h"
#include "ops/pointwise.h"
#include "ops/source_args.h"
#include "ops/squares.h"

namespace tlaloc::ops {
namespace {

using pen::HostCall;
using Replacement = std::optional<Values>;

// ---- select ----

base::Result<std::vector<Type>> select_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 3); !ok) return base::fail(ok.error());
  const Type &condition = q.x[0], &x = q.x[1], &y = q.x[2];
  if (condition.dtype != DType::b1)
    return refuse(q, 1,
                  fmt::format("the condition is {}, b1 is expected", name_of(condition.dtype)));
  if (x.dtype != y.dtype)
    return refuse(q, 2,
                  fmt::format("the choices are {} and {}, which must be equal", name_of(x.dtype),
                              name_of(y.dtype)));
  if (auto ok = same_sizes(q, x, y); !ok) return base::fail(ok.error());
  if (auto ok = same_sizes(q, condition, x); !ok) return base::fail(ok.error());
  return one({x.dtype, x.sizes, joined_names(x, y)});
}

void select_reference(HostCall& c) {
  pen::with_dtype<pen::Dtypes::all>(c.y[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const bool* condition = c.x[0].as<bool>();
    const T *a = c.x[1].as<T>(), *b = c.x[2].as<T>();
    for (std::int64_t i = 0, n = c.y[0].count(); i < n; ++i)
      c.y[0].as<T>()[i] = condition[i] ? a[i] : b[i];
  });
}

/// Chooses between the cotangent and zero: what was not chosen gets an exact zero, whatever the
/// cotangent.
Values select_transpose(Builder& b, const Node& n, Value ct) {
  const Value zero = build::full(b, 0, Type(b.type(ct)));
  return {build::select(b, n.operands[0], ct, zero), build::select(b, n.operands[0], zero, ct)};
}

Replacement select_constant(ir::RewriteQuery& q) {
  const Values& x = q.node.operands;
  if (x[1] == x[2]) return Values{x[1]};
  if (const auto u = uniform(q, x[0])) return Values{x[*u != 0 ? 1 : 2]};
  return std::nullopt;
}
Replacement select_not(ir::RewriteQuery& q) {
  const Values& x = q.node.operands;
  if (const Node* n = defined_by(q, x[0], "logical_not"))
    return Values{build::select(q.build, n->operands[0], x[2], x[1])};
  return std::nullopt;
}
constexpr ir::Rewrite kSelectRewrites[] = {select_constant, select_not};

void select_cpp(pen::CppPen& pen, const Node&) {
  using pen::Precedence;
  if (pen.place() != pen::CppPen::Place::scalar) return pen.call("where");
  pen.write(fmt::format("{} ? {} : {}", pen.x(0, Precedence::logical_or),
                        pen.x(1, Precedence::logical_or), pen.x(2, Precedence::conditional)),
            Precedence::conditional);
}

ir::Sample select_sample(DType t, Sizes sizes) {
  return {{{DType::b1, sizes, {}}, {t, sizes, {}}, {t, sizes, {}}},
          {},
          {ir::Domain::boolean, ir::Domain::real, ir::Domain::real},
          0};
}

constexpr OpDef kSelect = define({
    .name = "select",
    .doc = "The second operand where the first is true, the third elsewhere. A cotangent of what "
           "was not chosen is an "
           "exact 0.",
    .infer = select_types,
    .derivative = ir::Linear{select_transpose, 0b110},
    .batch = pointwise_batch,
    .reference = select_reference,
    .kernel = element_kernel<kernel::ElementOp::select, select_reference>,
    .rewrites = kSelectRewrites,
    .hlo =
        [](pen::HloPen& pen, const Node& n) {
          pen.result(pen.select(pen.x(0), pen.x(1), pen.x(2), pen.type(n.results[0])));
        },
    .cpp = select_cpp,
    .samples =
        [] {
          return std::vector<ir::Sample>{
              select_sample(DType::f64, {}), select_sample(DType::f64, {3}),
              select_sample(DType::f64, {0}), select_sample(DType::f32, {2, 1, 3}),
              select_sample(DType::i32, {4})};
        },
    .refuses =
        [] {
          auto refused = [](DType c, DType x, DType y, Sizes last, const char* id) {
            return ir::RefusedSample{
                {{c, {2}, {}}, {x, {2}, {}}, {y, std::move(last), {}}}, {}, id};
          };
          return std::vector<ir::RefusedSample>{
              refused(DType::f32, DType::f32, DType::f32, {2}, "select.c1"),
              refused(DType::b1, DType::f32, DType::f64, {2}, "select.c2"),
              refused(DType::b1, DType::f32, DType::f32, {2, 2}, "select.c3"),
              refused(DType::b1, DType::f32, DType::f32, {3}, "select.c4")};
        },
    .element = Element::pointwise,
});

// ---- convert ----

base::Result<std::vector<Type>> convert_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 1); !ok) return base::fail(ok.error());
  return one({q.attrs.get<DType>("dtype"), q.x[0].sizes, q.x[0].names});
}

/// As static_cast; a float that the integer cannot hold gives its nearest one, and NaN gives 0.
template <class To, class From>
To converted(From v) {
  if constexpr (std::is_same_v<To, bool>) {
    return v != From(0);
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    if (v != v) return 0;
    if (v <= static_cast<From>(std::numeric_limits<To>::min()))
      return std::numeric_limits<To>::min();
    if (v >= static_cast<From>(std::numeric_limits<To>::max()))
      return std::numeric_limits<To>::max();
    return static_cast<To>(v);
  } else {
    return static_cast<To>(v);
  }
}

void convert_reference(HostCall& c) {
  pen::with_dtype<pen::Dtypes::all>(c.x[0].dtype, [&](auto from) {
    pen::with_dtype<pen::Dtypes::all>(c.y[0].dtype, [&](auto to) {
      using From = typename decltype(from)::type;
      using To = typename decltype(to)::type;
      for (std::int64_t i = 0, n = c.y[0].count(); i < n; ++i)
        pen::store(c.y[0].as<To>()[i],
                   converted<pen::Computed<To>>(pen::load(c.x[0].as<From>()[i])));
    });
  });
}

/// By the interpreter where it has both dtypes.
void convert_kernel(HostCall& c) {
  using Programs =
      std::array<std::array<kernel::ElementProgram, kAllDTypes.size()>, kAllDTypes.size()>;
  static const Programs programs = [] {
    Programs out;
    for (DType from : kAllDTypes)
      for (DType to : kAllDTypes)
        if (!is_floating(from) ||
            is_floating(to))  // floats that an integer cannot hold are the reference's
          out[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)] =
              one_step(kernel::ElementOp::cast, from, to);
    return out;
  }();
  const kernel::ElementProgram& p =
      programs[static_cast<std::size_t>(c.x[0].dtype)][static_cast<std::size_t>(c.y[0].dtype)];
  if (p.steps.empty() || c.x[0].dtype == c.y[0].dtype) return convert_reference(c);
  run_elements(p, c);
}

Values convert_transpose(Builder& b, const Node& n, Value ct) {
  return {build::convert(b, ct, b.type(n.operands[0]).dtype)};
}

Replacement convert_same(ir::RewriteQuery& q) {
  const Value x = q.node.operands[0];
  if (q.build.type(x).dtype != q.node.attrs.get<DType>("dtype")) return std::nullopt;
  return Values{x};
}
constexpr ir::Rewrite kConvertRewrites[] = {convert_same};

void convert_cpp(pen::CppPen& pen, const Node& n) {
  const std::string_view to = cpp_name_of(n.attrs.get<DType>("dtype"));
  if (pen.place() == pen::CppPen::Place::scalar)
    return pen.write(fmt::format("static_cast<{}>({})", to, pen.x(0)));
  pen.call(fmt::format("cast<{}>", to));
}

ir::Sample convert_sample(DType from, DType to, Sizes sizes) {
  return {{{from, std::move(sizes), {}}},
          {{"dtype", to}},
          {from == DType::b1 ? ir::Domain::boolean : ir::Domain::real},
          0};
}

constexpr OpDef kConvert = define({
    .name = "convert",
    .doc = "Another dtype, element by element, as static_cast. Between floating dtypes the "
           "derivative is the "
           "conversion back; an integer or b1 cuts it. Attribute: dtype.",
    .infer = convert_types,
    .derivative = ir::Linear{convert_transpose},
    .batch = pointwise_batch,
    .reference = convert_reference,
    .kernel = convert_kernel,
    .rewrites = kConvertRewrites,
    .hlo =
        [](pen::HloPen& pen, const Node& n) {
          pen.result(pen.convert(pen.x(0), pen.type(n.operands[0]), pen.type(n.results[0])));
        },
    .cpp = convert_cpp,
    .samples =
        [] {
          return std::vector<ir::Sample>{convert_sample(DType::f32, DType::f64, {2, 3}),
                                         convert_sample(DType::f64, DType::f32, {}),
                                         convert_sample(DType::f64, DType::f64, {3}),
                                         convert_sample(DType::f64, DType::i32, {4}),
                                         convert_sample(DType::i64, DType::f32, {0}),
                                         convert_sample(DType::b1, DType::f32, {4}),
                                         convert_sample(DType::f32, DType::bf16, {2, 1, 2})};
        },
    .refuses =
        [] { return std::vector<ir::RefusedSample>{{{}, {{"dtype", DType::f32}}, "convert.c0"}}; },
    .element = Element::pointwise,
});

// ---- stop_gradient ----

void copy_reference(HostCall& c) {
  const auto* from = c.x[0].as<unsigned char>();
  std::copy(from, from + c.x[0].count() * static_cast<std::int64_t>(size_of(c.x[0].dtype)),
            c.y[0].as<unsigned char>());
}

constexpr OpDef kStopGradient = pointwise_op<"stop_gradient", 1, Takes::anything>({
    .name = "stop_gradient",
    .doc = "x itself, seen as a constant by derivatives.",
    .derivative = ir::Zero{"stop_gradient asks for it"},
    .reference = copy_reference,
    .hlo = [](pen::HloPen& pen, const Node&) { pen.result(pen.x(0)); },
    .cpp = cpp_call<"stop_gradient">,
});

constexpr const OpDef* kOps[] = {&kSelect, &kConvert, &kStopGradient};
constexpr SquareRule kSquares[] = {{&kSelect, of_sums<1, 2>}, {&kConvert, of_sums}};

// ---- calls ----

/// where(condition, x, y)
Built where_source(Builder& b, const SourceCall& call) {
  if (auto ok = arguments(call, 3, 3); !ok) return base::fail(ok.error());
  auto c = value_at(b, call, 0), x = value_at(b, call, 1), y = value_at(b, call, 2);
  for (const auto* v : {&c, &x, &y})
    if (!*v) return base::fail(v->error());
  Values choices = {*x, *y};
  if (call.result && b.type(*x).is_scalar() && b.type(*y).is_scalar())
    for (Value& v : choices) v = in_dtype(b, v, call.result->dtype);
  same_dtypes(b, call, choices);
  auto all = broadcast_together(b, call.name, {*c, choices[0], choices[1]});
  if (!all) return all;
  return b.try_add(kSelect, *all);
}
/// cast<T>(x), whose dtype the result's type says
Built cast_source(Builder& b, const SourceCall& call) {
  auto x = value_at(b, call, 0);
  if (!x) return base::fail(x.error());
  if (!call.result) return not_lifted(call, "the element type of the result is not known");
  return Values{build::convert(b, *x, call.result->dtype)};
}

constexpr Source kSources[] = {{"where", where_source},
                               {"cast", cast_source},
                               {"convert", cast_source},
                               {"stop_gradient", pointwise_source<kStopGradient, 1>}};

}  // namespace

namespace build {
Value select(Builder& b, Value condition, Value x, Value y) {
  return b.add(kSelect, {condition, x, y});
}
Value convert(Builder& b, Value x, DType t) {
  return b.type(x).dtype == t ? x : b.add(kConvert, {x}, {{"dtype", t}});
}
Value stop_gradient(Builder& b, Value x) { return b.add(kStopGradient, {x}); }
}  // namespace build

const Family kSelectFamily{kOps, kSources, {}, kSquares};

}  // namespace tlaloc::ops
