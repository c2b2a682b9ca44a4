// Lists of structs, and arrays of structs or tensors that are indexed at run time: tables, which
// hold one value for each member of all rows together.
#include "clang/AST/ASTContext.h"

#include "lift/body_lifter.h"
#include "ops/arithmetic.h"

namespace tlaloc::lift {
namespace {

/// Whether a row is one value: then the table has one column, which is it.
bool is_single(Shape row) { return row == Shape::tensor || row == Shape::scalar; }

Object opaque_like(clang::QualType t) {
  Object o;
  o.kind = Object::Kind::opaque;
  o.type = t;
  return o;
}

}  // namespace

/// The form in which an array can be indexed at run time.
Object Lifter::indexed(const Object& array) {
  QualType element = array.type;
  while (shape_of(context_, element) == Shape::array) element = element_type(context_, element);
  return shape_of(context_, element) == Shape::scalar ? dense(array) : tabled(array);
}

/// An array that holds one object an element as a table.
Object Lifter::tabled(const Object& array) {
  if (array.kind != Object::Kind::aggregate) return array;
  std::vector<const Object*> rows;
  for (const Object& row : array.children) rows.push_back(&row);
  return table_of(array.type, element_type(context_, array.type), rows);
}

Object Lifter::table_of(QualType type, QualType element, const std::vector<const Object*>& rows) {
  Object o;
  o.kind = Object::Kind::table;
  o.type = type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  o.element = element.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  if (is_single(shape_of(context_, o.element))) {
    o.children.push_back(column_of(o.element, rows));
    return o;
  }
  const auto types = child_types(context_, o.element);
  for (std::size_t k = 0; k < types.size(); ++k) {
    std::vector<const Object*> members;
    for (const Object* row : rows) {
      if (row->children.size() != types.size()) refuse_here("lift.array_index");
      members.push_back(&row->children[k]);
    }
    o.children.push_back(column_of(types[k], members));
  }
  return o;
}

/// One member of all rows.
Object Lifter::column_of(QualType t, const std::vector<const Object*>& rows) {
  const Shape shape = shape_of(context_, t);
  if (shape == Shape::record || shape == Shape::pair || shape == Shape::tuple ||
      shape == Shape::array)
    return table_of(t, t, rows);
  if (shape != Shape::scalar && shape != Shape::tensor) return opaque_like(t);
  ir::Values values;
  for (const Object* row : rows)
    values.push_back(row->kind == Object::Kind::unset ? ir::Value{} : value_of(*row));
  ir::Type type = ir::scalar_type(shape == Shape::scalar ? dtype(t) : DType::f32);
  for (ir::Value v : values)
    if (v) type = builder_.type(v);
  for (ir::Value v : values)
    if (v && builder_.type(v).sizes != type.sizes)
      refuse_here("lift.array_index",
                  "the tensors of an array that is indexed at run time differ in size");
  if (shape == Shape::tensor && rows.empty()) refuse_here("lift.array_index");
  type.sizes.insert(type.sizes.begin(), ir::Size(static_cast<std::int64_t>(rows.size())));
  type.names.clear();
  ir::Value v = ops::zeros(builder_, type);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i])
      v = access(ir::Access::store, v, {ops::integer(builder_, static_cast<std::int64_t>(i))},
                 {values[i]});
  return leaf(t, v);
}

/// Zeros, so many.
Object Lifter::zero_column(QualType t, const ir::Size& n) {
  const Shape shape = shape_of(context_, t);
  if (shape == Shape::scalar) return leaf(t, ops::zeros(builder_, ir::Type{dtype(t), {n}, {}}));
  if (shape == Shape::tensor) refuse_here("lift.construct");
  const auto types = child_types(context_, t);
  if (types.empty()) return opaque_like(t);
  Object o;
  o.kind = Object::Kind::table;
  o.type = o.element = t.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  for (QualType c : types) o.children.push_back(zero_column(c, n));
  return o;
}

/// A list of zeros.
Object Lifter::zero_table(QualType list, const ir::Size& n) {
  Object o = zero_column(element_type(context_, list), n);
  o.type = list.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  return o;
}

/// Row number `index` of a table or column.
Object Lifter::row(const Object& column, const ir::Values& index) {
  if (column.is_leaf()) return leaf(column.type, access(ir::Access::load, column.value, index, {}));
  if (column.kind != Object::Kind::table) return column;
  if (is_single(shape_of(context_, column.element))) return row(column.children[0], index);
  Object o = unset(column.element);
  for (std::size_t k = 0; k < column.children.size(); ++k)
    o.children[k] = row(column.children[k], index);
  return o;
}

/// The column with one row replaced. Members of the row that were never written leave it as it is.
Object Lifter::with_row(Object column, const ir::Values& index, const Object& value) {
  const Object v = value.kind == Object::Kind::capture ? read_capture(value) : value;
  if (v.kind == Object::Kind::unset) return column;
  if (column.is_leaf()) {
    column.value = access(ir::Access::store, column.value, index, {value_of(v)});
    return column;
  }
  if (column.kind != Object::Kind::table) return column;
  if (is_single(shape_of(context_, column.element))) {
    column.children[0] = with_row(std::move(column.children[0]), index, v);
    return column;
  }
  const Object parts = v.is_leaf() ? sparse(v, column.element) : v;
  for (std::size_t k = 0; k < column.children.size(); ++k)
    column.children[k] = with_row(std::move(column.children[k]), index, parts.children[k]);
  return column;
}

/// table[i]... = v. A member of a row is written in its own column.
void Lifter::assign_row(Object& table, llvm::ArrayRef<Step> steps, Object v) {
  const ir::Values index = indices(table, steps[0]);
  const bool member = steps.size() > 1 && steps[1].kind == Step::Kind::child &&
                      !is_single(shape_of(context_, table.element));
  if (member) {
    Object& column = table.children[static_cast<std::size_t>(steps[1].child)];
    if (steps.size() == 2) {
      column = with_row(std::move(column), index, v);
      return;
    }
    std::vector<Step> inner{steps[0]};
    inner.insert(inner.end(), steps.begin() + 2, steps.end());
    if (column.kind == Object::Kind::table) return assign_row(column, inner, std::move(v));
  }
  Object whole = std::move(v);
  if (steps.size() > 1) {
    Object old = row(table, index);
    assign_into(old, steps.drop_front(), std::move(whole));
    whole = std::move(old);
  }
  const QualType type = table.type;
  table = with_row(std::move(table), index, whole);
  table.type = type;
}

/// A value that has as many elements in front as the table has rows.
const Object* Lifter::first_column(const Object& table) {
  if (table.is_leaf()) return &table;
  for (const Object& c : table.children)
    if (const Object* found = first_column(c)) return found;
  return nullptr;
}

Object Lifter::row_count(const Object& table, QualType t) {
  const Object* column = first_column(table);
  if (!column) refuse_here("lift.type", "a list of structs without a number in them");
  return sized(t, builder_.type(column->value).sizes[0]);
}

/// Places that hold a table now and held one object a row before.
std::vector<Place> Lifter::new_tables(const std::vector<Object>& before,
                                      const std::vector<Object>& now) {
  std::vector<Place> out;
  for (std::size_t i = 0; i < before.size(); ++i)
    differences(before[i], now[i], {static_cast<int>(i), {}}, out);
  std::erase_if(out, [&](const Place& p) {
    const Object *a = find(before, p), *b = find(now, p);
    return !a || !b || a->kind != Object::Kind::aggregate || b->kind != Object::Kind::table;
  });
  return out;
}

}  // namespace tlaloc::lift
