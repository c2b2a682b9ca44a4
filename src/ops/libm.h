// What the functions of <cmath> share that have neither a kernel nor lanes: eager calls run the
// reference, printed programs call the scalar function, and a fused map leaves them out.
#pragma once

#include <cmath>

#include "ops/build.h"
#include "ops/families.h"
#include "ops/pointwise.h"
#include "ops/source_args.h"

namespace tlaloc::ops {

/// A call by name of whole tensors and of scalars; nothing for an element of a map.
template <Literal Name>
void cpp_without_lanes(pen::CppPen& pen, const Node&) {
  if (pen.place() != pen::CppPen::Place::element) pen.call(Name.view());
}

inline Value number_like(Builder& b, double v, Value like) {
  return build::full(b, v, Type(b.type(like)));
}
/// 1 / v
inline Value reciprocal(Builder& b, Value v) { return build::div(b, number_like(b, 1, v), v); }
/// (1 - x) (1 + x), which does not cancel near 1.
inline Value one_less_square(Builder& b, Value x) {
  const Value one = number_like(b, 1, x);
  return build::mul(b, build::sub(b, one, x), build::add(b, one, x));
}
/// 1 + x x
inline Value one_more_square(Builder& b, Value x) {
  return build::add(b, number_like(b, 1, x), build::mul(b, x, x));
}

/// StableHLO text of a composition of element-wise statements on one type.
class HloFormula {
 public:
  HloFormula(pen::HloPen& pen, const Node& n) : pen_(pen), type_(pen.type(n.results[0])) {}
  const std::string& x(int i = 0) const { return pen_.x(i); }
  std::string number(double v) { return pen_.constant(v, type_); }
  std::string one(std::string_view op, const std::string& a) { return pen_.simple(op, {a}, type_); }
  std::string two(std::string_view op, const std::string& a, const std::string& b) {
    return pen_.simple(op, {a, b}, type_);
  }
  std::string add(const std::string& a, const std::string& b) { return two("add", a, b); }
  std::string sub(const std::string& a, const std::string& b) { return two("subtract", a, b); }
  std::string mul(const std::string& a, const std::string& b) { return two("multiply", a, b); }
  std::string div(const std::string& a, const std::string& b) { return two("divide", a, b); }
  std::string sqrt(const std::string& a) { return one("sqrt", a); }
  /// a where `direction` holds between p and q, else b.
  std::string choose(std::string_view direction, const std::string& p, const std::string& q,
                     const std::string& a, const std::string& b) {
    return pen_.select(pen_.compare(direction, p, q, type_), a, b, type_);
  }
  void result(std::string name) { pen_.result(std::move(name)); }

 private:
  pen::HloPen& pen_;
  Type type_;
};

}  // namespace tlaloc::ops
