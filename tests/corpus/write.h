// Programs for tests, written like the C++ that they stand for: `x * sin(y)`, if_(...), for_(...),
// while_(...).
//
// Inside program(...) there is one builder that every expression appends to.
#pragma once

#include <functional>
#include <vector>

#include "ir/builder.h"
#include "ir/op_def.h"
#include "ops/arithmetic.h"
#include "ops/build.h"
#include "ops/table.h"

namespace tlaloc::corpus {

/// A value of the program that is being written.
struct E {
  ir::Value v;
};
using Es = std::vector<E>;

inline ir::Builder*& builder() {
  static thread_local ir::Builder* b = nullptr;
  return b;
}
inline ir::Builder& b() { return *builder(); }
inline ir::Type type(E x) { return b().type(x.v); }  // a copy: the function grows

/// f64 of these sizes, each a number or a symbol's name.
inline ir::Type f64(ir::Sizes sizes = {}) { return {DType::f64, std::move(sizes), {}}; }
inline ir::Type i64(ir::Sizes sizes = {}) { return {DType::i64, std::move(sizes), {}}; }
inline ir::Size n() { return ir::Size::symbol("n"); }
inline ir::Size m() { return ir::Size::symbol("m"); }

/// One function from parameters to results.
inline ir::Function function(std::string name, const std::vector<ir::Type>& params,
                             const std::function<Es(const Es&)>& body) {
  ir::Function f;
  f.name = std::move(name);
  Es x;
  for (std::size_t i = 0; i < params.size(); ++i)
    x.push_back({f.add_param(params[i], "x" + std::to_string(i))});
  ir::Builder build(f, ops::require_op());
  ir::Builder* outer = std::exchange(builder(), &build);
  ir::Values results;
  for (E y : body(x)) results.push_back(y.v);
  builder() = outer;
  f.body.results = std::move(results);
  return f;
}
inline ir::Graph program(const std::vector<ir::Type>& params,
                         const std::function<Es(const Es&)>& body) {
  return {{function("main", params, body)}};
}

inline E num(double v) { return {ops::constant(b(), v, DType::f64)}; }
inline E integer(std::int64_t v) { return {ops::integer(b(), v)}; }
inline E size_of(const ir::Size& s) { return {ops::size_value(b(), s)}; }
/// `like`'s shape, every element v.
inline E full_like(E like, double v) { return {ops::build::full(b(), v, type(like))}; }
inline E zeros(const ir::Type& t) { return {ops::zeros(b(), t)}; }

// Scalars beside tensors are stretched, numbers take the other side's type.
inline std::pair<ir::Value, ir::Value> meet(E x, E y) {
  if (type(x).is_scalar() && !type(y).is_scalar())
    return {ops::build::broadcast_scalar(b(), x.v, type(y)), y.v};
  if (type(y).is_scalar() && !type(x).is_scalar())
    return {x.v, ops::build::broadcast_scalar(b(), y.v, type(x))};
  return {x.v, y.v};
}
inline E like(E x, double v) { return {ops::constant(b(), v, type(x).dtype)}; }

#define TLALOC_CORPUS_BINARY(symbol, op)                                  \
  inline E operator symbol(E x, E y) {                                    \
    const auto [l, r] = meet(x, y);                                       \
    return {ops::build::op(b(), l, r)};                                   \
  }                                                                       \
  inline E operator symbol(E x, double y) { return x symbol like(x, y); } \
  inline E operator symbol(double x, E y) { return like(y, x) symbol y; }
TLALOC_CORPUS_BINARY(+, add)
TLALOC_CORPUS_BINARY(-, sub)
TLALOC_CORPUS_BINARY(*, mul)
TLALOC_CORPUS_BINARY(/, div)
TLALOC_CORPUS_BINARY(%, rem)
TLALOC_CORPUS_BINARY(<, lt)
TLALOC_CORPUS_BINARY(<=, le)
TLALOC_CORPUS_BINARY(>, gt)
TLALOC_CORPUS_BINARY(>=, ge)
TLALOC_CORPUS_BINARY(==, eq)
#undef TLALOC_CORPUS_BINARY

#define TLALOC_CORPUS_UNARY(op) \
  inline E op(E x) { return {ops::build::op(b(), x.v)}; }
TLALOC_CORPUS_UNARY(sin)
TLALOC_CORPUS_UNARY(cos)
TLALOC_CORPUS_UNARY(exp)
TLALOC_CORPUS_UNARY(log)
TLALOC_CORPUS_UNARY(sqrt)
TLALOC_CORPUS_UNARY(tanh)
TLALOC_CORPUS_UNARY(sigmoid)
TLALOC_CORPUS_UNARY(abs)
TLALOC_CORPUS_UNARY(stop_gradient)
#undef TLALOC_CORPUS_UNARY

#define TLALOC_CORPUS_CALL(op)          \
  inline E op(E x, E y) {               \
    const auto [l, r] = meet(x, y);     \
    return {ops::build::op(b(), l, r)}; \
  }
TLALOC_CORPUS_CALL(pow)
TLALOC_CORPUS_CALL(max)
TLALOC_CORPUS_CALL(atan2)
TLALOC_CORPUS_CALL(min)
#undef TLALOC_CORPUS_CALL

inline E where(E condition, E x, E y) {
  const auto [l, r] = meet(x, y);
  return {ops::select(b(), condition.v, l, r)};
}
inline E sum(E x) {
  ir::Ints axes;
  for (int i = 0; i < type(x).rank(); ++i) axes.push_back(i);
  return {ops::build::sum(b(), x.v, axes)};
}
inline E reduce_max(E x) { return {ops::build::reduce_max(b(), x.v, {0})}; }
inline E to(DType t, E x) { return {ops::build::convert(b(), x.v, t)}; }
inline E at(E x, E i) { return {ops::build::index(b(), x.v, {i.v})}; }
inline E set(E x, E i, E v) { return {ops::build::update(b(), x.v, {i.v}, v.v)}; }
inline E bind(E count, const std::string& symbol) {
  b().add_structural(ops::structural(ir::Control::bind_size), {count.v}, {{"symbol", symbol}}, {},
                     {});
  return count;
}

inline ir::Values values(const Es& x) {
  ir::Values out;
  for (E e : x) out.push_back(e.v);
  return out;
}
inline Es exprs(const ir::Values& x) {
  Es out;
  for (ir::Value v : x) out.push_back({v});
  return out;
}
inline std::vector<ir::Type> types(const Es& x) {
  std::vector<ir::Type> out;
  for (E e : x) out.push_back(type(e));
  return out;
}

inline Es if_(E condition, const std::function<Es()>& then, const std::function<Es()>& otherwise) {
  std::vector<ir::Region> regions;
  std::vector<ir::Type> results;
  for (const auto& side : {then, otherwise}) {
    b().open_region({});
    const Es y = side();
    results = types(y);
    regions.push_back(b().close_region(values(y)));
  }
  return exprs(b().add_structural(ops::structural(ir::Control::branch), {condition.v}, {},
                                  std::move(regions), results));
}

/// for (i = 0; i < turns; ++i) carried = body(i, carried)
inline Es for_(E turns, const Es& carried, const std::function<Es(E, const Es&)>& body) {
  const std::vector<ir::Type> results = types(carried);
  std::vector<ir::Type> params = results;
  params.insert(params.begin(), i64());
  Es x = exprs(b().open_region(params));
  const E i = x.front();
  x.erase(x.begin());
  std::vector<ir::Region> regions;
  const Es y = body(i, x);
  regions.push_back(b().close_region(values(y)));
  ir::Values operands = values(carried);
  operands.insert(operands.begin(), turns.v);
  return exprs(b().add_structural(ops::structural(ir::Control::loop), operands, {},
                                  std::move(regions), results));
}

/// while (condition(carried)) carried = body(carried)
inline Es while_(const Es& carried, const std::function<E(const Es&)>& condition,
                 const std::function<Es(const Es&)>& body) {
  const std::vector<ir::Type> results = types(carried);
  std::vector<ir::Region> regions;
  const Es c = exprs(b().open_region(results));
  const E goes_on = condition(c);
  regions.push_back(b().close_region({goes_on.v}));
  const Es x = exprs(b().open_region(results));
  const Es y = body(x);
  regions.push_back(b().close_region(values(y)));
  return exprs(b().add_structural(ops::structural(ir::Control::while_loop), values(carried), {},
                                  std::move(regions), results));
}

inline Es call(const std::string& callee, const Es& x, const std::vector<ir::Type>& results) {
  return exprs(b().add_structural(ops::structural(ir::Control::call), values(x),
                                  {{"callee", callee}}, {}, results));
}

}  // namespace tlaloc::corpus
