// Integers as rows of bits: and, or, xor, shifts.
#include "ops/build.h"
#include "ops/families.h"
#include "ops/messages.h"
#include "ops/pointwise.h"
#include "ops/source_args.h"
#include "ops/table.h"

namespace tlaloc::ops {
namespace {

using pen::CppPen;
using pen::Dtypes;
using pen::HloPen;

constexpr ir::Zero kBits{"bits of integers have no derivative"};

/// The call for tensors, the operator for scalars; a map has no lanes for it.
template <Literal Name, Literal Symbol>
void bits_cpp(CppPen& pen, const Node& n) {
  if (pen.place() == CppPen::Place::element) return;
  if (pen.is_tensor()) return pen.call(Name.view());
  const auto tight = pen::Precedence::unary;
  const std::string text =
      pen.x(0, tight) + " " + std::string(Symbol.view()) + " " + pen.x(1, tight);
  const DType t = pen.type(n.results[0]).dtype;
  pen.write(size_of(t) >= 4 ? "(" + text + ")"
                            : "static_cast<" + std::string(cpp_name_of(t)) + ">(" + text + ")");
}

constexpr OpDef kBitAnd = pointwise_op<"bit_and", 2, Takes::integers>({
    .name = "bit_and",
    .doc = "The bits that both operands have.",
    .derivative = kBits,
    .reference = pen::each2<Dtypes::integers,
                            [](auto x, auto y) { return static_cast<decltype(x)>(x & y); }>,
    .hlo = hlo_same<"and">,
    .cpp = bits_cpp<"bit_and", "&">,
});

constexpr OpDef kBitOr = pointwise_op<"bit_or", 2, Takes::integers>({
    .name = "bit_or",
    .doc = "The bits that one of the operands has.",
    .derivative = kBits,
    .reference = pen::each2<Dtypes::integers,
                            [](auto x, auto y) { return static_cast<decltype(x)>(x | y); }>,
    .hlo = hlo_same<"or">,
    .cpp = bits_cpp<"bit_or", "|">,
});

constexpr OpDef kBitXor = pointwise_op<"bit_xor", 2, Takes::integers>({
    .name = "bit_xor",
    .doc = "The bits that exactly one of the operands has.",
    .derivative = kBits,
    .reference = pen::each2<Dtypes::integers,
                            [](auto x, auto y) { return static_cast<decltype(x)>(x ^ y); }>,
    .hlo = hlo_same<"xor">,
    .cpp = bits_cpp<"bit_xor", "^">,
});

/// Shifting by a negative number or by all bits is undefined in C++, and 0 or -1 here: the samples
/// stay away from it.
constexpr auto kLeft = [](auto x, auto y) {
  using T = decltype(x);
  const bool all = static_cast<std::uint64_t>(y) >= 8 * sizeof(T);
  return all ? T{0} : static_cast<T>(static_cast<std::uint64_t>(x) << y);
};
constexpr auto kRight = [](auto x, auto y) {
  using T = decltype(x);
  const bool all = static_cast<std::uint64_t>(y) >= 8 * sizeof(T);
  return static_cast<T>(x >> (all ? 8 * sizeof(T) - 1 : static_cast<std::uint64_t>(y)));
};

constexpr OpDef kShiftLeft = pointwise_op<"shift_left", 2, Takes::integers, ir::Domain::positive>({
    .name = "shift_left",
    .doc = "x times 2 to the power y, wrapped.",
    .derivative = kBits,
    .reference = pen::each2<Dtypes::integers, kLeft>,
    .hlo = hlo_same<"shift_left">,
    .cpp = bits_cpp<"shift_left", "<<">,
});

constexpr OpDef kShiftRight =
    pointwise_op<"shift_right", 2, Takes::integers, ir::Domain::positive>({
        .name = "shift_right",
        .doc = "x by 2 to the power y, rounded down.",
        .derivative = kBits,
        .reference = pen::each2<Dtypes::integers, kRight>,
        .hlo =
            [](HloPen& pen, const Node& n) {
              const Type t = pen.type(n.results[0]);
              const bool is_signed = is_signed_integer(t.dtype);
              pen.result(pen.simple(is_signed ? "shift_right_arithmetic" : "shift_right_logical",
                                    {pen.x(0), pen.x(1)}, t));
            },
        .cpp = bits_cpp<"shift_right", ">>">,
    });

constexpr const OpDef* kOps[] = {&kBitAnd, &kBitOr, &kBitXor, &kShiftLeft, &kShiftRight};

/// ~x as x ^ -1.
Built complement_source(Builder& b, const SourceCall& call) {
  if (auto ok = arguments(call, 1, 1); !ok) return base::fail(ok.error());
  auto x = value_at(b, call, 0);
  if (!x) return base::fail(x.error());
  const Type t = b.type(*x);
  if (!is_integer(t.dtype)) return not_lifted(call, "the operand is no integer");
  return Values{
      b.add(kBitXor, {*x, build::broadcast_scalar(b, build::integer(b, -1, t.dtype), t)})};
}

/// Of truth values the logical op, of integers the one on their bits.
template <const OpDef& Bits, Literal Truth>
Built either_source(Builder& b, const SourceCall& call) {
  if (auto ok = arguments(call, 2, 2); !ok) return base::fail(ok.error());
  auto x = value_at(b, call, 0);
  if (!x) return base::fail(x.error());
  const bool truth = b.type(*x).dtype == DType::b1;
  return pointwise_source(b, call, truth ? *find(Truth.view()) : Bits, 2);
}

constexpr Source kSources[] = {
    {"operator&", either_source<kBitAnd, "logical_and">},
    {"operator|", either_source<kBitOr, "logical_or">},
    {"operator^", either_source<kBitXor, "logical_xor">},
    {"operator<<", pointwise_source<kShiftLeft, 2>},
    {"operator>>", pointwise_source<kShiftRight, 2>},
    {"operator~", complement_source},
};

constexpr Door kDoors[] = {{"bit_and", &kBitAnd},
                           {"bit_or", &kBitOr},
                           {"bit_xor", &kBitXor},
                           {"shift_left", &kShiftLeft},
                           {"shift_right", &kShiftRight}};

}  // namespace

const Family kBitsFamily{kOps, kSources, kDoors};

}  // namespace tlaloc::ops
