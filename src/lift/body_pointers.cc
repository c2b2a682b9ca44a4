// Pointers into arrays, lists and views, and iterators: the array's place and a number.
#include "clang/AST/ASTContext.h"

#include "lift/body_lifter.h"
#include "ops/build.h"

namespace tlaloc::lift {

Object Lifter::pointer_into(const Place& array, const Object& offset, QualType t) {
  Object o;
  o.kind = Object::Kind::address;
  o.type = t.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  o.target = array_at(array);
  o.children.push_back(convert(offset, context_.LongTy));
  if (const Object view = load(array); is_window(view))
    o.children[0] = binary(clang::BO_Add, view.children[0], o.children[0], context_.LongTy);
  return o;
}

/// The view of `count` elements from number `first` of what is at `array`.
Object Lifter::window(const Place& array, const Object& first, const Object& count, QualType t) {
  Object o = pointer_into(array, first, t);
  o.children.push_back(convert(count, context_.LongTy));
  return o;
}

/// Members of std::span that give a part of it.
bool Lifter::span_member(const clang::CallExpr& e, const clang::CXXMethodDecl& f,
                         llvm::StringRef name, const Place& self, Outcome& out) {
  if (name != "subspan" && name != "first" && name != "last") return false;
  const QualType t = context_.LongTy;
  std::vector<Object> numbers;  // as template arguments or as arguments
  if (const auto* args = f.getTemplateSpecializationArgs())
    for (const auto& a : args->asArray())
      numbers.push_back(known(t, static_cast<std::int64_t>(a.getAsIntegral().getRawData()[0])));
  for (const Expr* a : e.arguments()) numbers.push_back(convert(value(*a), t));
  stand_at(e);
  const Object whole = count_of(self, t);
  const bool from_end = name == "last";
  Object first = known(t, 0), count = numbers[0];
  if (name == "subspan") {
    first = numbers[0];
    const bool rest = numbers.size() < 2 || numbers[1].is_known(-1);  // std::dynamic_extent
    count = rest ? binary(clang::BO_Sub, whole, first, t) : numbers[1];
  }
  if (from_end) first = binary(clang::BO_Sub, whole, count, t);
  out.object = window(self, first, count, e.getType());
  return true;
}

/// The list behind views of it.
Place Lifter::array_at(const Place& p) {
  const Object o = load(p);
  const bool is_view = o.kind == Object::Kind::address && !is_into_array(o);
  return is_view ? array_at(o.target) : p;
}

/// The address of an element as the array and the element's number; other pointers as they are.
Object Lifter::into_array(const Object& pointer) {
  if (pointer.kind != Object::Kind::address || is_into_array(pointer) || is_among(pointer))
    return pointer;
  Place array = pointer.target;
  if (array.steps.empty()) return pointer;
  const Step last = array.steps.back();
  array.steps.pop_back();
  if (last.kind == Step::Kind::element && last.index.size() > 1) {
    Step row = last;
    row.index.pop_back();
    array.steps.push_back(row);
  }
  if (last.kind == Step::Kind::element)
    return pointer_into(
        array, leaf(context_.LongTy, ops::build::convert(builder_, last.index.back(), DType::i64)),
        pointer.type);
  const Object holder = load(array);
  const bool is_array =
      last.kind == Step::Kind::child && shape_of(context_, holder.type) == Shape::array;
  return is_array ? pointer_into(array, known(context_.LongTy, last.child), pointer.type) : pointer;
}

Object Lifter::moved(const Object& pointer, const Object& by, bool forward) {
  Object out = into_array(pointer);
  if (!is_into_array(out)) {
    if (by.is_known(0)) return pointer;
    refuse_here("lift.pointer");
  }
  const QualType t = context_.LongTy;
  out.children[0] =
      binary(forward ? clang::BO_Add : clang::BO_Sub, out.children[0], convert(by, t), t);
  return out;
}

/// p + n, p - n, p - q and comparisons; one of the two is a pointer.
Object Lifter::pointer_operator(clang::BinaryOperatorKind op, const Object& x, const Object& y,
                                const Expr& at, QualType t) {
  stand_at(at);
  if (is_among(x) || is_among(y)) return compare_among(op, x, y, at, t);
  const bool x_points = x.kind == Object::Kind::address, y_points = y.kind == Object::Kind::address;
  const bool equality = op == clang::BO_EQ || op == clang::BO_NE;
  if (x_points && y_points) {
    const Object a = into_array(x), b = into_array(y);
    if (is_into_array(a) && is_into_array(b) && a.target == b.target)
      return binary(op, a.children[0], b.children[0], t);
    if (equality && !is_into_array(a) && !is_into_array(b))
      return known(t, (a.target == b.target) == (op == clang::BO_EQ));
    refuse(at, "lift.pointer");
  }
  const bool null = x.kind == Object::Kind::opaque || y.kind == Object::Kind::opaque;
  if (equality && null && (x_points || y_points)) return known(t, op == clang::BO_NE);
  if (equality && null && x.kind == y.kind) return known(t, op == clang::BO_EQ);
  if (x_points && y.is_leaf() && (op == clang::BO_Add || op == clang::BO_Sub))
    return moved(x, y, op == clang::BO_Add);
  if (y_points && x.is_leaf() && op == clang::BO_Add) return moved(y, x, true);
  refuse(at, "lift.pointer");
}

/// Members of the iterators of vectors and spans.
bool Lifter::iterator_member(const clang::CallExpr& e, const clang::CXXMethodDecl& f,
                             Outcome& out) {
  const Place self = object_argument(e);
  const unsigned skip = llvm::isa<clang::CXXOperatorCallExpr>(e) ? 1 : 0;
  const bool postfix = skip == 1 && e.getNumArgs() == 2;  // x++ has an int behind it
  const Object one = known(context_.LongTy, 1);
  const auto argument = [&] { return value(*e.getArg(skip)); };
  const auto change = [&](const Object& by, bool forward) {
    const Object old = load(self);
    stand_at(e);
    store(self, moved(old, by, forward));
    return old;
  };
  switch (f.getOverloadedOperator()) {
    case clang::OO_Star:
      out = {{}, pointee(load(self), e), true};
      return true;
    case clang::OO_Arrow:
      out.object = load(self);
      return true;
    case clang::OO_Subscript:
      out = {{}, element_at(load(self), argument(), e), true};
      return true;
    case clang::OO_PlusPlus:
    case clang::OO_MinusMinus: {
      const Object old = change(one, f.getOverloadedOperator() == clang::OO_PlusPlus);
      if (postfix)
        out.object = old;
      else
        out = {{}, self, true};
      return true;
    }
    case clang::OO_PlusEqual:
    case clang::OO_MinusEqual:
      change(argument(), f.getOverloadedOperator() == clang::OO_PlusEqual);
      out = {{}, self, true};
      return true;
    case clang::OO_Plus:
    case clang::OO_Minus: {
      const Object by = argument();
      stand_at(e);
      out.object = moved(load(self), by, f.getOverloadedOperator() == clang::OO_Plus);
      return true;
    }
    default:
      if (f.getNameAsString() != "base") return false;
      out = {{}, self, true};
      return true;
  }
}

}  // namespace tlaloc::lift
