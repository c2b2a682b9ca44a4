// Cells and places: reading and writing parts of what C++ variables hold.
#include "clang/AST/ASTContext.h"

#include "lift/body_lifter.h"
#include "ops/arithmetic.h"

namespace tlaloc::lift {

int Lifter::new_cell(Object o) {
  cells_.push_back(std::move(o));
  return static_cast<int>(cells_.size()) - 1;
}

Place Lifter::temporary(Object o) { return {new_cell(std::move(o)), {}}; }

/// An object of this type before anything is written to it.
Object Lifter::unset(QualType t) {
  Object o;
  o.type = t.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  const Shape shape = shape_of(context_, o.type);
  if (shape == Shape::array || shape == Shape::pair || shape == Shape::tuple ||
      shape == Shape::optional || shape == Shape::record) {
    o.kind = Object::Kind::aggregate;
    for (QualType c : child_types(context_, o.type)) o.children.push_back(unset(c));
  }
  return o;
}

/// A capture becomes a parameter here, when all of it is read.
Object Lifter::resolve(Object o) {
  if (o.kind != Object::Kind::capture || !is_plain(o.type)) return o;
  // The object behind a captured `this` is never read whole: only some of its fields may be plain.
  const bool is_this = o.path->empty() || o.path->back().variable == nullptr;
  return is_this ? o : read_capture(o);
}

Object Lifter::load(const Place& p) {
  if (is_chosen(p)) return load_chosen(p);
  Object o = cells_[static_cast<std::size_t>(p.cell)];
  for (const Step& s : p.steps) o = part(o, s);
  return resolve(std::move(o));
}

Object Lifter::part(const Object& o, const Step& s) {
  if (o.kind == Object::Kind::capture) {
    if (s.kind == Step::Kind::child) return captured_child(o, s.child);
    return part(read_capture(o), s);
  }
  if (s.kind == Step::Kind::offset || s.kind == Step::Kind::column)
    return o.children[static_cast<std::size_t>(s.child)];
  if (o.kind == Object::Kind::address) return load(target_of(o).step(s));
  if (o.kind == Object::Kind::table) return row(o, indices(o, s));
  if (o.kind == Object::Kind::aggregate && s.kind == Step::Kind::child)
    return o.children[static_cast<std::size_t>(s.child)];
  if (o.kind == Object::Kind::aggregate) return part(indexed(o), s);
  return loaded(o, s);
}

/// The indices of a step into a list, array or tensor, as scalars of the graph.
ir::Values Lifter::indices(const Object& list, const Step& s) {
  if (list.kind == Object::Kind::unset) refuse_here("lift.unset");
  if (s.kind == Step::Kind::element) return s.index;
  return {ops::integer(builder_, s.child)};
}

Object Lifter::loaded(const Object& list, const Step& s) {
  if (s.kind == Step::Kind::flat) return flattened(list);
  const ir::Values index = indices(list, s);
  const ir::Value x = value_of(list);
  const bool whole = static_cast<int>(index.size()) == builder_.type(x).rank();
  QualType t = element_type(context_, list.type);
  if (!whole && shape_of(context_, list.type) == Shape::tensor) t = list.type;
  for (std::size_t i = 1; i < index.size() && shape_of(context_, t) == Shape::array; ++i)
    t = element_type(context_, t);
  return leaf(t, access(ir::Access::load, x, index, {}));
}

Object Lifter::stored(const Object& list, const Step& s, const Object& v) {
  if (s.kind == Step::Kind::flat) return unflattened(list, v);
  const ir::Values index = indices(list, s);
  return leaf(list.type, access(ir::Access::store, value_of(list), index, {value_of(v)}));
}

void Lifter::store(const Place& p, Object v) {
  if (is_chosen(p)) return with_chosen(p, [&](const Place& one) { store(one, v); });
  if (read_only_.count(p.cell)) refuse_here("lift.argument_write");
  assign_into(cells_[static_cast<std::size_t>(p.cell)], p.steps, std::move(v));
}

void Lifter::assign_into(Object& o, llvm::ArrayRef<Step> steps, Object v) {
  if (o.kind == Object::Kind::capture) refuse_here("lift.capture_write");
  if (steps.empty()) {
    const QualType t = o.type;
    o = std::move(v);
    if (!t.isNull()) o.type = t;
    return;
  }
  const Step& s = steps.front();
  if (s.kind == Step::Kind::offset || s.kind == Step::Kind::column)
    return assign_into(o.children[static_cast<std::size_t>(s.child)], steps.drop_front(),
                       std::move(v));
  if (o.kind == Object::Kind::address) {
    Place p = target_of(o);
    p.steps.insert(p.steps.end(), steps.begin(), steps.end());
    return store(p, std::move(v));
  }
  if (o.kind == Object::Kind::aggregate && s.kind == Step::Kind::child)
    return assign_into(o.children[static_cast<std::size_t>(s.child)], steps.drop_front(),
                       std::move(v));
  if (o.kind == Object::Kind::aggregate) o = indexed(o);
  if (o.kind == Object::Kind::table) return assign_row(o, steps, std::move(v));
  Object inner = v;
  if (steps.size() > 1) {
    inner = part(o, s);
    assign_into(inner, steps.drop_front(), std::move(v));
  }
  o = stored(o, s, inner);
}

/// Makes the array at `p` one value of the graph, so that it can be indexed at run time.
void Lifter::make_dense(const Place& p) {
  if (is_chosen(p)) return each_chosen(p, [&](const Place& one) { make_dense(one); });
  const Object o = load(p);
  if (o.kind != Object::Kind::aggregate) return;
  const bool is_argument = read_only_.erase(p.cell) > 0;
  store(p, indexed(o));
  if (is_argument) read_only_.insert(p.cell);
}

}  // namespace tlaloc::lift
