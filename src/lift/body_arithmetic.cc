// Scalar arithmetic as C++ says: integers known when lifting are folded, sizes stay sizes.
#include "clang/AST/ASTContext.h"

#include "base/check.h"
#include "lift/body_lifter.h"
#include "ops/arithmetic.h"
#include "ops/source_args.h"

namespace tlaloc::lift {
namespace {

using BO = clang::BinaryOperatorKind;

std::string_view name_of_operator(BO op) {
  switch (op) {
    case clang::BO_Add:
      return "operator+";
    case clang::BO_Sub:
      return "operator-";
    case clang::BO_Mul:
      return "operator*";
    case clang::BO_Div:
      return "operator/";
    case clang::BO_Rem:
      return "operator%";
    case clang::BO_Shl:
      return "operator<<";
    case clang::BO_Shr:
      return "operator>>";
    case clang::BO_LT:
      return "operator<";
    case clang::BO_GT:
      return "operator>";
    case clang::BO_LE:
      return "operator<=";
    case clang::BO_GE:
      return "operator>=";
    case clang::BO_EQ:
      return "operator==";
    case clang::BO_NE:
      return "operator!=";
    case clang::BO_And:
      return "operator&";
    case clang::BO_Or:
      return "operator|";
    case clang::BO_Xor:
      return "operator^";
    case clang::BO_LAnd:
      return "operator&&";
    case clang::BO_LOr:
      return "operator||";
    default:
      return {};
  }
}

/// `v` as an integer of this type holds it.
std::int64_t wrapped(std::uint64_t v, DType t) {
  if (t == DType::b1) return v != 0;
  const unsigned bits = static_cast<unsigned>(size_of(t)) * 8;
  if (bits == 64) return static_cast<std::int64_t>(v);
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  const bool negative = is_signed_integer(t) && ((v >> (bits - 1)) & 1) != 0;
  return static_cast<std::int64_t>(negative ? v | ~mask : v & mask);
}

template <class I>
std::optional<std::int64_t> compared(BO op, I a, I b) {
  switch (op) {
    case clang::BO_LT:
      return a < b;
    case clang::BO_GT:
      return a > b;
    case clang::BO_LE:
      return a <= b;
    case clang::BO_GE:
      return a >= b;
    case clang::BO_EQ:
      return a == b;
    case clang::BO_NE:
      return a != b;
    default:
      return std::nullopt;
  }
}

/// The result where both operands are known; `t` is the operands' dtype.
std::optional<std::int64_t> folded(BO op, std::int64_t x, std::int64_t y, DType t) {
  const auto a = static_cast<std::uint64_t>(x), b = static_cast<std::uint64_t>(y);
  if (const auto c = is_unsigned_integer(t) ? compared(op, a, b) : compared(op, x, y)) return c;
  switch (op) {
    case clang::BO_Add:
      return wrapped(a + b, t);
    case clang::BO_Sub:
      return wrapped(a - b, t);
    case clang::BO_Mul:
      return wrapped(a * b, t);
    case clang::BO_And:
      return wrapped(a & b, t);
    case clang::BO_Or:
      return wrapped(a | b, t);
    case clang::BO_Xor:
      return wrapped(a ^ b, t);
    case clang::BO_LAnd:
      return x != 0 && y != 0;
    case clang::BO_LOr:
      return x != 0 || y != 0;
    case clang::BO_Div:
    case clang::BO_Rem:
      if (y == 0 || y == -1) return std::nullopt;
      if (is_unsigned_integer(t)) return wrapped(op == clang::BO_Div ? a / b : a % b, t);
      return op == clang::BO_Div ? x / y : x % y;
    case clang::BO_Shl:
      if (y < 0 || y >= 64) return std::nullopt;
      return wrapped(a << b, t);
    case clang::BO_Shr:
      if (y < 0 || y >= 64) return std::nullopt;
      return is_unsigned_integer(t) ? wrapped(a >> b, t) : x >> y;
    default:
      return std::nullopt;
  }
}

/// An integer known as a size, for arithmetic on sizes.
std::optional<ir::Size> as_size(const Object& o) {
  if (!o.is_leaf()) return std::nullopt;
  if (o.known) return ir::Size(*o.known);
  return o.size;
}

/// Sizes are 64 bits wide; arithmetic on narrower integers could wrap.
bool is_wide(DType t) { return t == DType::i64 || t == DType::u64; }

std::optional<ir::Size> on_sizes(BO op, const ir::Size& x, const ir::Size& y) {
  switch (op) {
    case clang::BO_Add:
      return x + y;
    case clang::BO_Sub:
      return x - y;
    case clang::BO_Mul:
      return x * y;
    case clang::BO_Div:
      if (y.constant() && *y.constant() > 0 && x.lone_symbol()) return ir::Size::floor_div(x, y);
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace

/// A call that the op table knows by its source name.
Object Lifter::source(std::string_view name, const std::vector<Object>& x, QualType result,
                      std::vector<ops::SourceArgument> template_args) {
  if (!ops::is_source_function(name))
    refuse_here("lift.function", std::string(name) + " is not known to the tool");
  ops::SourceCall call{name, {}, std::move(template_args), std::nullopt};
  for (const Object& o : x) {
    ops::SourceArgument a;
    a.value = value_of(o);
    if (o.is_leaf() && o.known) a.ints = ir::Ints{*o.known};
    if (const auto s = as_size(o)) a.sizes = ir::Sizes{*s};
    call.x.push_back(std::move(a));
  }
  if (const auto d = scalar_dtype(context_, result)) call.result = ir::scalar_type(*d);
  auto r = ops::build_source_call(builder_, call);
  if (!r) throw_error(std::move(r.error()));
  return leaf(result, r->front());
}

void Lifter::throw_error(base::Error e) {
  if (!e.where.known()) e.where = builder_.where();
  throw Refused{std::move(e)};
}

Object Lifter::binary(BO op, const Object& x, const Object& y, QualType t) {
  const std::string_view name = name_of_operator(op);
  TLALOC_CHECK(!name.empty(), "binary: not an operator on values");
  if (x.is_leaf() && y.is_leaf() && x.known && y.known)
    if (const auto v = folded(op, *x.known, *y.known, dtype(x.type))) return known(t, *v);
  if (const auto a = as_size(x), b = as_size(y); a && b && is_wide(dtype(x.type)))
    if (const auto s = on_sizes(op, *a, *b)) return sized(t, *s);
  if (op == clang::BO_Shl || op == clang::BO_Shr) return shift(op, x, y, t);
  return source(name, {x, y}, t);
}

Object Lifter::negate(const Object& x) {
  if (x.is_leaf() && x.known)
    return known(x.type, wrapped(-static_cast<std::uint64_t>(*x.known), dtype(x.type)));
  return source("operator-", {x}, x.type);
}

Object Lifter::invert(const Object& x) {
  if (x.is_leaf() && x.known) return known(x.type, *x.known == 0);
  return source("operator!", {x}, x.type);
}

Object Lifter::complement(const Object& x) {
  if (x.is_leaf() && x.known)
    return known(x.type, wrapped(~static_cast<std::uint64_t>(*x.known), dtype(x.type)));
  return source("operator~", {x}, x.type);
}

/// x != 0, as a condition.
Object Lifter::truth(const Object& x) {
  if (dtype(x.type) == DType::b1) return x;
  if (x.is_leaf() && x.known) return known(context_.BoolTy, *x.known != 0);
  return source("operator!=", {x, zero(x.type)}, context_.BoolTy);
}

Object Lifter::convert(const Object& x, QualType to) {
  if (x.kind == Object::Kind::capture) return convert(read_capture(x), to);
  const DType from = dtype(x.type), want = dtype(to);
  Object same_value = x;
  same_value.type = to.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  if (from == want) return same_value;
  if (want == DType::b1) return truth(x);
  if (x.is_leaf() && x.known && !is_floating(want))
    return known(to, wrapped(static_cast<std::uint64_t>(*x.known), want));
  if (x.is_leaf() && x.known && from != DType::u64)
    return leaf(to, ops::constant(builder_, static_cast<double>(*x.known), want));
  if (x.is_leaf() && x.size && !is_floating(want)) return same_value;
  return leaf(to, converted(value_of(x), want));
}

ir::Value Lifter::converted(ir::Value v, DType to) {
  const DType from = builder_.type(v).dtype;
  const ir::Value out = ops::in_dtype(builder_, v, to);
  const bool keeps =
      is_integer(from) && is_integer(to) && tlaloc::size_of(from) <= tlaloc::size_of(to);
  if (keeps && out != v) wide_[out] = v;
  return out;
}

/// An index as the widest form of its number: conversions between integers do not matter to it,
/// because an index that changed its value in one would be out of range.
ir::Value Lifter::index_value(const Object& index) {
  ir::Value v = value_of(index);
  for (auto at = wide_.find(v); at != wide_.end(); at = wide_.find(v)) v = at->second;
  return v;
}

/// A shift of a size by a known number is a product; every other one is its own op. The operands
/// are promoted each by itself.
Object Lifter::shift(BO op, const Object& x, const Object& y, QualType t) {
  const Object by = convert(y, t);
  const bool left = op == clang::BO_Shl;
  if (x.size && by.known && *by.known >= 0 && *by.known < 62) {
    const Object power = known(t, std::int64_t{1} << *by.known);
    return binary(left ? clang::BO_Mul : clang::BO_Div, x, power, t);
  }
  return source(left ? "operator<<" : "operator>>", {x, by}, t);
}

}  // namespace tlaloc::lift
