// What element-wise ops have in common: type rules, batching, algebra's view of constants, texts,
// samples.
//
// Operands have the same sizes, and unless said otherwise the same dtype; the result has them too.
// Labels:  op.c1  the dtype is one the op takes       op.c2  operands have one dtype
//          op.c3  operands have one rank              op.c4  operands have the same sizes
#pragma once

#include "ops/build.h"
#include "ops/define.h"
#include "pen/cpp_pen.h"
#include "pen/hlo_pen.h"
#include "pen/host_each.h"

namespace tlaloc::ops {

// ---- types ----

/// Which dtypes an element-wise op takes.
enum class Takes { floating, integers, numbers, booleans, anything };
bool takes(Takes which, DType t);
std::string_view words(Takes which);

base::Result<std::vector<Type>> pointwise_types(ir::TypeQuery& q, std::size_t operands,
                                                Takes which);
/// Adds the equalities of two types' sizes; c3 and c4.
base::Result<void> same_sizes(ir::TypeQuery& q, const Type& a, const Type& b);
/// The axis names of the first type that has a name there.
std::vector<std::string> joined_names(const Type& a, const Type& b);

template <std::size_t Operands, Takes Which>
base::Result<std::vector<Type>> pointwise(ir::TypeQuery& q) {
  return pointwise_types(q, Operands, Which);
}
/// As pointwise, with a result of dtype b1.
template <std::size_t Operands, Takes Which>
base::Result<std::vector<Type>> predicate(ir::TypeQuery& q) {
  auto types = pointwise_types(q, Operands, Which);
  if (types) types->front().dtype = DType::b1;
  return types;
}

// ---- batching ----

/// Operands that are not batched are stretched over the new axis.
base::Result<Values> pointwise_batch(Builder& b, const Node& node, const Values& x,
                                     const std::vector<bool>& batched, const Size& batch);

// ---- texts ----

template <Literal Op>
void hlo_same(pen::HloPen& pen, const Node& n) {
  std::vector<std::string> x;
  for (int i = 0; i < pen.operands(); ++i) x.push_back(pen.x(i));
  pen.result(pen.simple(Op.view(), x, pen.type(n.results[0])));
}
template <Literal Name>
void cpp_call(pen::CppPen& pen, const Node&) {
  pen.call(Name.view());
}
/// As cpp_call; the call is told the place, which its errors name.
template <Literal Name>
void cpp_call_at(pen::CppPen& pen, const Node& n) {
  pen.call_at(n, Name.view());
}
template <Literal Symbol, pen::Precedence Binds>
void cpp_infix(pen::CppPen& pen, const Node&) {
  pen.infix(Symbol.view(), Binds);
}
/// As cpp_infix; small integers, which C++ widens to int, are narrowed again.
void cpp_arithmetic(pen::CppPen& pen, const Node& n, std::string_view symbol,
                    pen::Precedence binds);
template <Literal Symbol, pen::Precedence Binds>
void cpp_arith(pen::CppPen& pen, const Node& n) {
  cpp_arithmetic(pen, n, Symbol.view(), Binds);
}

// ---- samples ----

std::vector<ir::Sample> pointwise_sample_list(int operands, Takes which, ir::Domain domain);
std::vector<ir::RefusedSample> pointwise_refusal_list(std::string_view op, int operands,
                                                      Takes which);

template <int Operands, Takes Which, ir::Domain Domain>
std::vector<ir::Sample> pointwise_samples() {
  return pointwise_sample_list(Operands, Which, Domain);
}
template <Literal Op, int Operands, Takes Which>
std::vector<ir::RefusedSample> pointwise_refusals() {
  return pointwise_refusal_list(Op.view(), Operands, Which);
}

// ---- definitions ----

/// The fields that all element-wise ops of one result dtype share.
template <Literal Op, int Operands, Takes Which, ir::Domain Domain = ir::Domain::real>
consteval OpDef pointwise_op(OpDef op) {
  if (op.name != Op.view()) throw "the label and the name differ";
  if (op.infer == nullptr) op.infer = pointwise<Operands, Which>;
  op.batch = pointwise_batch;
  op.samples = pointwise_samples<Operands, Which, Domain>;
  op.refuses = pointwise_refusals<Op, Operands, Which>;
  op.element = Element::pointwise;
  return define(op);
}

// ---- algebra ----

/// The number that every element of `v` is, seen through broadcasts. `def`: what defines a value.
std::optional<double> uniform(const std::function<const Node*(Value)>& def, Value v);
inline std::optional<double> uniform(const ir::RewriteQuery& q, Value v) {
  return uniform(q.def, v);
}
bool is_uniform(const ir::RewriteQuery& q, Value v, double number);
/// The node that defines operand i if it is of this op, else null.
const Node* defined_by(const ir::RewriteQuery& q, Value v, std::string_view op);

}  // namespace tlaloc::ops
