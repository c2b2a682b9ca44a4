// The four operations and their kin on two operands of one shape and dtype.
#include <cmath>

#include "ops/build.h"
#include "ops/element_kernel.h"
#include "ops/families.h"
#include "ops/index.h"
#include "ops/pointwise.h"
#include "ops/source_args.h"
#include "ops/squares.h"

namespace tlaloc::ops {
namespace {

using pen::Dtypes;
using pen::Precedence;

// Integers wrap: computed in 64 bits without sign, then cut to their width.
template <class T, class F>
T wrapped(T a, T b, F f) {
  if constexpr (std::is_floating_point_v<T>)
    return f(a, b);
  else
    return static_cast<T>(f(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b)));
}
constexpr auto kAddElement = [](auto a, auto b) {
  return wrapped(a, b, [](auto u, auto v) { return u + v; });
};
constexpr auto kSubElement = [](auto a, auto b) {
  return wrapped(a, b, [](auto u, auto v) { return u - v; });
};
constexpr auto kMulElement = [](auto a, auto b) {
  return wrapped(a, b, [](auto u, auto v) { return u * v; });
};
/// Integers round towards zero; by zero they give zero, and the least one by -1 gives itself.
constexpr auto kDivElement = [](auto a, auto b) -> decltype(a) {
  using T = decltype(a);
  if constexpr (std::is_floating_point_v<T>) {
    return a / b;
  } else {
    if (b == 0) return 0;
    if constexpr (std::is_signed_v<T>)
      if (b == T(-1)) return static_cast<T>(0u - static_cast<std::uint64_t>(a));
    return static_cast<T>(a / b);
  }
};
constexpr auto kRemElement = [](auto a, auto b) -> decltype(a) {
  using T = decltype(a);
  if constexpr (std::is_floating_point_v<T>) {
    return std::fmod(a, b);
  } else {
    if (b == 0) return 0;
    if constexpr (std::is_signed_v<T>)
      if (b == T(-1)) return 0;
    return static_cast<T>(a % b);
  }
};
constexpr auto kMaskedElement = [](auto x, auto slope) -> decltype(x) {
  return x == 0 ? decltype(x)(0) : x * slope;
};

// ---- kernels ----

/// x == 0 ? 0 : x * slope; the zero is an operand of the program.
kernel::ElementProgram masked_program(DType t) {
  using kernel::ElementOp;
  kernel::ElementProgram p{{t, t, t, t, DType::b1, t}, 3, {}, {5}};
  p.steps = {{ElementOp::multiply, t, 3, 0, 1, 0},
             {ElementOp::equal, t, 4, 0, 2, 0},
             {ElementOp::select, t, 5, 4, 2, 3}};
  return p;
}
void masked_kernel(pen::HostCall& c) {
  static const kernel::ElementProgram f32 = masked_program(DType::f32),
                                      f64 = masked_program(DType::f64);
  if (c.y[0].dtype == DType::bf16) return pen::each2<Dtypes::floating, kMaskedElement>(c);
  const double zero = 0;  // of f32 too: all bits are 0
  const kernel::ElementOperand x[] = {{c.x[0].data, 0, 1}, {c.x[1].data, 0, 1}, {&zero, 0, 0}};
  void* const y[] = {c.y[0].data};
  const auto n = static_cast<std::size_t>(c.y[0].count());
  if (n > 0) kernel::interpret(c.y[0].dtype == DType::f32 ? f32 : f64, 1, n, x, y);
}

// ---- algebra ----

using Replacement = std::optional<Values>;

/// y + 0 is y for integers; for floats only y + (-0) is, because -0 + 0 is 0.
Replacement add_zero(ir::RewriteQuery& q) {
  const Values& x = q.node.operands;
  const bool integers = is_integer(q.build.type(x[0]).dtype);
  for (int i : {0, 1})
    if (is_uniform(q, x[i], -0.0) || (integers && is_uniform(q, x[i], 0))) return Values{x[1 - i]};
  return std::nullopt;
}
Replacement add_negated(ir::RewriteQuery& q) {
  const Values& x = q.node.operands;
  if (const Node* n = defined_by(q, x[1], "neg"))
    return Values{build::sub(q.build, x[0], n->operands[0])};
  if (const Node* n = defined_by(q, x[0], "neg"))
    return Values{build::sub(q.build, x[1], n->operands[0])};
  return std::nullopt;
}
Replacement sub_zero(ir::RewriteQuery& q) {
  if (is_uniform(q, q.node.operands[1], 0.0)) return Values{q.node.operands[0]};
  return std::nullopt;
}
Replacement sub_negated(ir::RewriteQuery& q) {
  const Values& x = q.node.operands;
  if (const Node* n = defined_by(q, x[1], "neg"))
    return Values{build::add(q.build, x[0], n->operands[0])};
  return std::nullopt;
}
Replacement mul_one(ir::RewriteQuery& q) {
  const Values& x = q.node.operands;
  for (int i : {0, 1}) {
    if (is_uniform(q, x[i], 1)) return Values{x[1 - i]};
    if (is_uniform(q, x[i], -1)) return Values{build::neg(q.build, x[1 - i])};
  }
  return std::nullopt;
}
Replacement mul_integer_zero(ir::RewriteQuery& q) {
  const Values& x = q.node.operands;
  if (!is_integer(q.build.type(x[0]).dtype)) return std::nullopt;
  for (int i : {0, 1})
    if (is_uniform(q, x[i], 0)) return Values{x[i]};
  return std::nullopt;
}
Replacement mul_negated(ir::RewriteQuery& q) {
  const Values& x = q.node.operands;
  const Node *a = defined_by(q, x[0], "neg"), *c = defined_by(q, x[1], "neg");
  if (a == nullptr && c == nullptr) return std::nullopt;
  const Value product = build::mul(q.build, a ? a->operands[0] : x[0], c ? c->operands[0] : x[1]);
  return Values{a && c ? product : build::neg(q.build, product)};
}
Replacement div_one(ir::RewriteQuery& q) {
  if (is_uniform(q, q.node.operands[1], 1)) return Values{q.node.operands[0]};
  return std::nullopt;
}
/// No mask where the slope is a finite number or the factor is a number other than zero.
Replacement masked_by_number(ir::RewriteQuery& q) {
  const Values& x = q.node.operands;
  const auto factor = uniform(q, x[0]), slope = uniform(q, x[1]);
  const bool plain = (slope && std::isfinite(*slope)) || (factor && *factor != 0);
  if (!plain) return std::nullopt;
  return Values{build::mul(q.build, x[0], x[1])};
}

constexpr ir::Rewrite kAddRewrites[] = {add_zero, add_negated, add_placed};
constexpr ir::Rewrite kSubRewrites[] = {sub_zero, sub_negated};
constexpr ir::Rewrite kMulRewrites[] = {mul_one, mul_integer_zero, mul_negated};
constexpr ir::Rewrite kDivRewrites[] = {div_one};
constexpr ir::Rewrite kMaskedRewrites[] = {masked_by_number};

// ---- slopes ----

Value one_like(Builder& b, Value y) { return build::full(b, 1, Type(b.type(y))); }

/// y = a / b;  dy/da = 1/b,  dy/db = -(a/b)/b. One division gives both: slopes need no rounding of
/// their own, and y may not be wanted.
Values div_slopes(Builder& b, const Values& x, Value y) {
  const Value r = build::div(b, one_like(b, y), x[1]);
  return {r, build::neg(b, build::mul(b, build::mul(b, x[0], r), r))};
}
/// y = a - k b for a whole k;  dy/db = -k = (y - a)/b
Values rem_slopes(Builder& b, const Values& x, Value y) {
  return {one_like(b, y), build::div(b, build::sub(b, y, x[0]), x[1])};
}

// ---- texts ----

void rem_cpp(pen::CppPen& pen, const Node& n) {
  if (pen.place() == pen::CppPen::Place::element) return;  // no lanes for it
  if (is_floating(pen.type(n.results[0]).dtype)) return pen.call("fmod");
  cpp_arithmetic(pen, n, "%", Precedence::multiplicative);
}

// Where x is zero the result is, however the slope moves: x masks the slope's tangent, which may be
// NaN there.
Values masked_jvp(Builder& b, const Node& n, const Values& t) {
  const Value x = n.operands[0], slope = n.operands[1];
  return {ops::add(b, t[0] ? build::mul_masked(b, t[0], slope) : Value{},
                   t[1] ? build::mul_masked(b, x, t[1]) : Value{})};
}
Values masked_vjp(Builder& b, const Node& n, const Values& ct) {
  return {build::mul_masked(b, ct[0], n.operands[1]), build::mul_masked(b, n.operands[0], ct[0])};
}

void masked_hlo(pen::HloPen& pen, const Node& n) {
  const Type t = pen.type(n.results[0]);
  const std::string zero = pen.constant(0.0, t),
                    product = pen.simple("multiply", {pen.x(0), pen.x(1)}, t);
  pen.result(pen.select(pen.compare("EQ", pen.x(0), zero, t), pen.x(0), product, t));
}

// ---- the ops ----

constexpr OpDef kAdd = pointwise_op<"add", 2, Takes::numbers>({
    .name = "add",
    .doc = "Sum, element by element. Integers wrap.",
    .derivative = ir::Pointwise{[](Builder& b, const Values&, Value y) {
      return Values{one_like(b, y), one_like(b, y)};
    }},
    .reference = pen::each2<Dtypes::numbers, kAddElement>,
    .kernel = element_kernel<kernel::ElementOp::add, pen::each2<Dtypes::numbers, kAddElement>>,
    .rewrites = kAddRewrites,
    .hlo = hlo_same<"add">,
    .cpp = cpp_arith<"+", Precedence::additive>,
});

constexpr OpDef kSub = pointwise_op<"sub", 2, Takes::numbers>({
    .name = "sub",
    .doc = "Difference, element by element. Integers wrap.",
    .derivative = ir::Pointwise{[](Builder& b, const Values&, Value y) {
      return Values{one_like(b, y), build::full(b, -1, Type(b.type(y)))};
    }},
    .reference = pen::each2<Dtypes::numbers, kSubElement>,
    .kernel = element_kernel<kernel::ElementOp::subtract, pen::each2<Dtypes::numbers, kSubElement>>,
    .rewrites = kSubRewrites,
    .hlo = hlo_same<"subtract">,
    .cpp = cpp_arith<"-", Precedence::additive>,
});

constexpr OpDef kMul = pointwise_op<"mul", 2, Takes::numbers>({
    .name = "mul",
    .doc = "Product, element by element. Integers wrap.",
    .derivative =
        ir::Pointwise{[](Builder&, const Values& x, Value) { return Values{x[1], x[0]}; }},
    .reference = pen::each2<Dtypes::numbers, kMulElement>,
    .kernel = element_kernel<kernel::ElementOp::multiply, pen::each2<Dtypes::numbers, kMulElement>>,
    .rewrites = kMulRewrites,
    .hlo = hlo_same<"multiply">,
    .cpp = cpp_arith<"*", Precedence::multiplicative>,
});

constexpr OpDef kDiv = pointwise_op<"div", 2, Takes::numbers, ir::Domain::nonzero>({
    .name = "div",
    .doc = "Quotient, element by element. Integers round towards zero; in tensors x / 0 is 0 for "
           "them.",
    .derivative = ir::Pointwise{div_slopes, true},
    .reference = pen::each2<Dtypes::numbers, kDivElement>,
    .kernel = element_kernel<kernel::ElementOp::divide, pen::each2<Dtypes::numbers, kDivElement>>,
    .rewrites = kDivRewrites,
    .hlo = hlo_same<"divide">,
    .cpp = cpp_arith<"/", Precedence::multiplicative>,
});

constexpr OpDef kRem = pointwise_op<"rem", 2, Takes::numbers, ir::Domain::nonzero>({
    .name = "rem",
    .doc = "Remainder with the sign of the first operand, as C++'s % and fmod. In tensors of "
           "integers x % 0 is 0.",
    .derivative = ir::Pointwise{rem_slopes, true},
    .reference = pen::each2<Dtypes::numbers, kRemElement>,
    .kernel =
        element_kernel<kernel::ElementOp::remainder, pen::each2<Dtypes::numbers, kRemElement>>,
    .hlo = hlo_same<"remainder">,
    .cpp = rem_cpp,
});

constexpr OpDef kMulMasked = pointwise_op<"mul_masked", 2, Takes::floating>({
    .name = "mul_masked",
    .doc = "x * slope, but a zero wherever x is zero, even where the slope is infinite or NaN. "
           "Derivatives use it "
           "where an op's slope can be: an exactly zero cotangent stays zero.",
    .derivative = ir::Custom{masked_jvp, masked_vjp},
    .reference = pen::each2<Dtypes::floating, kMaskedElement>,
    .kernel = masked_kernel,
    .rewrites = kMaskedRewrites,
    .hlo = masked_hlo,
    .cpp = cpp_call<"mul_masked">,
});

bool mul_squares(Squares& s, const Node& n) { return of_same(s, n) || s.product(n); }

constexpr const OpDef* kOps[] = {&kAdd, &kSub, &kMul, &kDiv, &kRem, &kMulMasked};
/// Divided by anything: where the sum is 0, so is the quotient, and its slopes.
constexpr SquareRule kSquares[] = {{&kAdd, of_sums<0, 2>}, {&kMul, mul_squares}, {&kDiv, of_sums}};

// ---- calls ----

/// +x is x.
Built plus_source(Builder& b, const SourceCall& call) {
  if (call.x.size() != 1) return pointwise_source(b, call, kAdd, 2);
  auto x = value_at(b, call, 0);
  if (!x) return base::fail(x.error());
  return Values{*x};
}
Built minus_source(Builder& b, const SourceCall& call) {
  if (call.x.size() != 1) return pointwise_source(b, call, kSub, 2);
  auto x = value_at(b, call, 0);
  if (!x) return base::fail(x.error());
  return Values{build::neg(b, *x)};
}

constexpr Source kSources[] = {
    {"operator+", plus_source},
    {"operator-", minus_source},
    {"operator*", pointwise_source<kMul, 2>},
    {"operator/", pointwise_source<kDiv, 2>},
    {"operator%", pointwise_source<kRem, 2>},
    {"operator+=", pointwise_source<kAdd, 2>},
    {"operator-=", pointwise_source<kSub, 2>},
    {"operator*=", pointwise_source<kMul, 2>},
    {"operator/=", pointwise_source<kDiv, 2>},
    {"operator%=", pointwise_source<kRem, 2>},
    {"fmod", pointwise_source<kRem, 2>},
    {"mul_masked", pointwise_source<kMulMasked, 2>},
};

constexpr Door kDoors[] = {{"operator+", &kAdd}, {"operator-", &kSub}, {"operator*", &kMul},
                           {"operator/", &kDiv}, {"operator%", &kRem}, {"fmod", &kRem}};

}  // namespace

namespace build {
Value add(Builder& b, Value x, Value y) { return b.add(kAdd, {x, y}); }
Value sub(Builder& b, Value x, Value y) { return b.add(kSub, {x, y}); }
Value mul(Builder& b, Value x, Value y) { return b.add(kMul, {x, y}); }
Value div(Builder& b, Value x, Value y) { return b.add(kDiv, {x, y}); }
Value rem(Builder& b, Value x, Value y) { return b.add(kRem, {x, y}); }
Value mul_masked(Builder& b, Value x, Value slope) { return b.add(kMulMasked, {x, slope}); }
}  // namespace build

const Family kArithmeticFamily{kOps, kSources, kDoors, kSquares};

}  // namespace tlaloc::ops
