// Objects as values of the graph: constants, sizes, arrays.
#include "clang/AST/ASTContext.h"

#include <fmt/format.h>

#include "base/check.h"
#include "lift/body_lifter.h"
#include "ops/arithmetic.h"
#include "ops/build.h"
#include "ops/table.h"

namespace tlaloc::lift {

DType Lifter::dtype(QualType t) {
  const auto d = scalar_dtype(context_, t);
  if (!d) refuse_type(t);
  return *d;
}

Object Lifter::leaf(QualType t, ir::Value v) {
  Object o;
  o.kind = Object::Kind::leaf;
  o.type = t.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  o.value = v;
  return o;
}

Object Lifter::known(QualType t, std::int64_t v) {
  Object o = leaf(t, {});
  o.known = v;
  return o;
}

Object Lifter::sized(QualType t, ir::Size s) {
  if (const auto c = s.constant()) return known(t, *c);
  Object o = leaf(t, {});
  o.size = std::move(s);
  return o;
}

Object Lifter::zero(QualType t) {
  t = t.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  if (shape_of(context_, t) == Shape::scalar) {
    const DType d = dtype(t);
    return is_floating(d) ? leaf(t, ops::constant(builder_, 0, d)) : known(t, 0);
  }
  if (std_class(t) == "vector" && shape_of(context_, t) == Shape::list)
    return leaf(
        t, ops::zeros(builder_, ir::Type{dtype(element_type(context_, t)), {ir::Size(0)}, {}}));
  if (std_class(t) == "vector" && shape_of(context_, t) == Shape::records)
    return zero_table(t, ir::Size(0));
  Object o = unset(t);
  for (Object& c : o.children) c = zero(c.type);
  return o;
}

ir::Value Lifter::value_of(const Object& o) {
  switch (o.kind) {
    case Object::Kind::leaf: {
      if (o.value) return o.value;
      const DType d = dtype(o.type);
      if (o.known) return ops::integer(builder_, *o.known, d);
      const ir::Value v = ops::size_value(builder_, *o.size);
      return d == DType::i64 ? v : value_of(convert(leaf(context_.LongTy, v), o.type));
    }
    case Object::Kind::aggregate:
      if (is_grown(o)) return value_of(trimmed(o));
      if (shape_of(context_, o.type) == Shape::array) return value_of(dense(o));
      break;
    case Object::Kind::table:
      break;
    case Object::Kind::capture:
      return value_of(read_capture(o));
    case Object::Kind::address:
      if (shape_of(context_, o.type) != Shape::span) break;
      return is_window(o) ? windowed(o) : value_of(load(o.target));
    case Object::Kind::unset:
      refuse_here("lift.unset");
    case Object::Kind::function:
    case Object::Kind::choice:
    case Object::Kind::opaque:
      break;
  }
  refuse_type(o.type);
}

/// The part that a view shows.
ir::Value Lifter::windowed(const Object& view) {
  const QualType t = context_.LongTy;
  const ir::Value list = value_of(dense(trimmed(load(view.target))));
  const Object last = binary(clang::BO_Add, view.children[0], view.children[1], t);
  return ops::build::slice(builder_, list, {size_of(view.children[0])}, {size_of(last)},
                           {ir::Size(1)});
}

/// The integer as a size; a run-time value bears a new symbol.
ir::Size Lifter::size_of(const Object& o) {
  if (o.is_leaf() && o.known) return ir::Size(*o.known);
  if (o.is_leaf() && o.size) return *o.size;
  const ir::Value v = value_of(o);
  for (const auto& scope : bound_)
    if (const auto at = scope.find(v); at != scope.end()) return at->second;
  const std::string& name = function_.values[static_cast<std::size_t>(v.id)].name;
  const std::string symbol = new_symbol(name.empty() ? "n" : name);
  builder_.add_structural(ops::structural(ir::Control::bind_size), {v}, {{"symbol", symbol}}, {},
                          {});
  return bound_.back()[v] = ir::Size::symbol(symbol);
}

std::string Lifter::new_symbol(const std::string& stem) {
  std::string clean;
  for (char c : stem) clean += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return function_.fresh_symbol(symbols_++ == 0 ? clean : fmt::format("{}_{}", clean, symbols_));
}

/// An array of scalars (or of arrays of them) as one value.
Object Lifter::dense(const Object& array) {
  if (array.kind != Object::Kind::aggregate) return array;
  QualType element = element_type(context_, array.type);
  ir::Type t = ir::scalar_type(DType::f32);
  t.sizes.push_back(static_cast<std::int64_t>(array.children.size()));
  while (shape_of(context_, element) == Shape::array) {
    t.sizes.push_back(element_count(context_, element));
    element = element_type(context_, element);
  }
  if (shape_of(context_, element) != Shape::scalar) refuse_here("lift.array_index");
  t.dtype = dtype(element);
  ir::Value v = ops::zeros(builder_, t);
  ir::Values index;
  const std::function<void(const Object&)> fill = [&](const Object& o) {
    if (o.kind == Object::Kind::unset || o.is_known(0)) return;
    if (o.kind != Object::Kind::aggregate) {
      const bool is_zero = o.value && ops::is_zeros(builder_, o.value);
      if (!is_zero) v = access(ir::Access::store, v, index, {value_of(o)});
      return;
    }
    for (std::size_t i = 0; i < o.children.size(); ++i) {
      index.push_back(ops::integer(builder_, static_cast<std::int64_t>(i)));
      fill(o.children[i]);
      index.pop_back();
    }
  };
  fill(array);
  return leaf(array.type, v);
}

/// The elements of an array that is one value.
Object Lifter::sparse(const Object& list, QualType t) {
  const bool is_table = list.kind == Object::Kind::table && shape_of(context_, t) == Shape::array;
  if (list.kind != Object::Kind::leaf && !is_table) return list;
  Object o = unset(t);
  for (std::size_t i = 0; i < o.children.size(); ++i) {
    const Step s{Step::Kind::child, static_cast<int>(i), {}};
    o.children[i] = sparse(part(list, s), o.children[i].type);
  }
  return o.children.empty() ? list : o;
}

/// A read or write of a part, by the op that says it does that.
ir::Value Lifter::access(ir::Access how, ir::Value list, const ir::Values& index,
                         const ir::Values& part) {
  const ir::OpDef* op = nullptr;
  for (const ir::OpDef* o : ops::table())
    if (o->access == how && op == nullptr) op = o;
  TLALOC_CHECK(op, "no op reads or writes an element");
  ir::Values x{list};
  x.insert(x.end(), index.begin(), index.end());
  x.insert(x.end(), part.begin(), part.end());
  auto r = builder_.try_add(*op, std::move(x));
  if (!r) throw_error(std::move(r.error()));
  return r->front();
}

ir::Values Lifter::open(const std::vector<ir::Type>& params,
                        const std::vector<std::string>& names) {
  bound_.emplace_back();
  return builder_.open_region(params, names);
}

ir::Region Lifter::close(ir::Values results) {
  bound_.pop_back();
  return builder_.close_region(std::move(results));
}

/// A tensor as a list of all its elements, and back.
Object Lifter::flattened(const Object& x) {
  const ir::Value v = value_of(x);
  const ir::Type& t = builder_.type(v);
  if (t.rank() == 1) return x;
  return leaf(x.type, reshaped(v, {ir::product(t.sizes)}));
}

Object Lifter::unflattened(const Object& x, const Object& list) {
  const ir::Sizes sizes = builder_.type(value_of(x)).sizes;
  const ir::Value v = value_of(list);
  return sizes.size() == 1 ? leaf(x.type, v) : leaf(x.type, reshaped(v, sizes));
}

ir::Value Lifter::reshaped(ir::Value v, ir::Sizes sizes) {
  return ops::build::reshape(builder_, v, sizes);
}

}  // namespace tlaloc::lift
