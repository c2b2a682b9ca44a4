// Members of std::vector that fill it, cut it and put it together: assign, resize, insert, erase
// and assignment of a list in braces. The vector is a value, so each makes the new one from parts
// of the old; in a loop its length stays one, or the loop is refused.
#include "clang/AST/ASTContext.h"

#include "lift/body_lifter.h"
#include "ops/arithmetic.h"
#include "ops/build.h"

namespace tlaloc::lift {

/// The rows from number `first` to before `last` of a list or table.
Object Lifter::cut(Object column, const ir::Size& first, const ir::Size& last) {
  for (Object& c : column.children) c = cut(std::move(c), first, last);
  if (!column.is_leaf()) return column;
  ir::Sizes limits = builder_.type(value_of(column)).sizes;
  ir::Sizes starts(limits.size(), ir::Size(0));
  if (starts[0] == first && limits[0] == last) return column;
  starts[0] = first;
  limits[0] = last;
  column.value = ops::build::slice(builder_, value_of(column), starts, limits,
                                   ir::Sizes(limits.size(), ir::Size(1)));
  column.size.reset();
  return column;
}

/// One list or table after the other.
Object Lifter::joined(const Object& first, const Object& second) {
  Object out = first;
  for (std::size_t i = 0; i < out.children.size(); ++i)
    out.children[i] = joined(first.children[i], second.children[i]);
  if (!out.is_leaf()) return out;
  const ir::Value x = value_of(first), y = value_of(second);
  if (builder_.type(x).sizes[0].constant() == 0)
    out.value = y;
  else if (builder_.type(y).sizes[0].constant() != 0)
    out.value = ops::build::concat(builder_, {x, y}, 0);
  return out;
}

/// A vector of type t of n times `from`, or of zeros.
Object Lifter::filled_list(QualType t, const ir::Size& n, const Object* from) {
  const bool rows = shape_of(context_, t) == Shape::records;
  const QualType element = element_type(context_, t);
  if (rows) {
    const auto* record = element->getAsCXXRecordDecl();
    if (!from && record && !record->hasTrivialDefaultConstructor()) refuse_here("lift.construct");
    Object zeros = zero_table(t, n);
    return from ? filled_table(std::move(zeros), *from, n) : zeros;
  }
  const ir::Type type{dtype(element), {n}, {}};
  if (!from) return leaf(t, ops::zeros(builder_, type));
  return leaf(t, filled(value_of(convert(*from, element)), type));
}

/// A vector of type t of the elements in braces.
Object Lifter::listed(const Object& elements, QualType t) {
  if (shape_of(context_, t) == Shape::list) return leaf(t, value_of(dense(elements)));
  Object o = tabled(elements);
  o.type = t.getCanonicalType().getUnqualifiedType();
  return o;
}

/// What assign and insert are given: a list in braces, a count and a value, a range, or a value.
Object Lifter::list_from(QualType t, Arguments args, const Expr& at) {
  const Object first = value(*args[0]);
  stand_at(at);
  const bool is_list = std_class(args[0]->getType().getCanonicalType()) == "initializer_list";
  if (args.size() == 1 && is_list && first.kind == Object::Kind::aggregate) return listed(first, t);
  if (args.size() == 1 && !is_list) return filled_list(t, ir::Size(1), &first);
  if (args.size() != 2) refuse(at, "lift.construct");
  if (is_into_array(first)) {
    if (shape_of(context_, t) != Shape::list) refuse(at, "lift.construct");
    return leaf(t, range_value(first, value(*args[1]), at));
  }
  if (shape_of(context_, first.type) != Shape::scalar) refuse(at, "lift.construct");
  const Object each = value(*args[1]);
  stand_at(at);
  return filled_list(t, size_of(convert(first, context_.LongTy)), &each);
}

/// The number of the element that an iterator into the list points to.
ir::Size Lifter::position_in(const Place& list, const Object& at, const Expr& e) {
  if (!is_into_array(at) || !(at.target == array_at(list))) refuse(e, "lift.construct");
  return size_of(at.children[0]);
}

bool Lifter::splicing_member(const clang::CallExpr& e, llvm::StringRef name, const Place& self,
                             Outcome& out) {
  const Object list = trimmed(load(self));
  const QualType t = list.type;
  const unsigned n = e.getNumArgs();
  Arguments args(e.getArgs(), n);
  while (!args.empty() && llvm::isa<clang::CXXDefaultArgExpr>(args.back())) args = args.drop_back();
  const auto length = [&] { return size_of(grown(list).children[1]); };
  const auto rest_of_loops = [&] {
    if (!loop_cells_.empty() && self.cell < loop_cells_.back()) refuse(e, "lift.growing");
  };
  if (name == "operator=" && llvm::isa<clang::CXXOperatorCallExpr>(e)) {
    store(self, list_from(t, args.drop_front(), e));
    out = {{}, self, true};
  } else if (name == "assign") {
    store(self, list_from(t, args, e));
  } else if (name == "resize") {
    const ir::Size wanted = size_of(convert(value(*args[0]), context_.LongTy));
    const Object fill = args.size() > 1 ? value(*args[1]) : Object();
    stand_at(e);
    const auto have = length().constant(), want = wanted.constant();
    const bool shrinks = have && want && *want <= *have;
    // However long both are: so many more behind it, and as many as wanted of all.
    const ir::Size more = have && want ? ir::Size(*want - *have) : wanted;
    const Object all =
        shrinks ? list : joined(list, filled_list(t, more, args.size() > 1 ? &fill : nullptr));
    store(self, cut(all, ir::Size(0), wanted));
  } else if (name == "insert" && args.size() >= 2) {
    rest_of_loops();
    const Object at = value(*args[0]);
    const ir::Size first = position_in(self, at, e);
    const Object middle = list_from(t, args.drop_front(), e);
    const Object before = joined(cut(list, ir::Size(0), first), middle);
    store(self, joined(before, cut(list, first, length())));
    out.object = pointer_into(self, at.children[0], e.getType());
  } else if (name == "erase" && (args.size() == 1 || args.size() == 2)) {
    rest_of_loops();
    const Object at = value(*args[0]);
    const ir::Size first = position_in(self, at, e);
    const ir::Size last =
        args.size() == 1 ? first + ir::Size(1) : position_in(self, value(*args[1]), e);
    store(self, joined(cut(list, ir::Size(0), first), cut(list, last, length())));
    out.object = pointer_into(self, at.children[0], e.getType());
  } else {
    return name == "shrink_to_fit";
  }
  return true;
}

}  // namespace tlaloc::lift
