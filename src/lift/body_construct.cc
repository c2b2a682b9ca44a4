// Objects of classes: aggregates, constructors, the classes that are known.
#include "clang/AST/ASTContext.h"

#include "lift/body_lifter.h"
#include "ops/arithmetic.h"
#include "ops/build.h"

namespace tlaloc::lift {

Object Lifter::construct(const clang::CXXConstructExpr& e) {
  const clang::CXXConstructorDecl& c = *e.getConstructor();
  const QualType t = e.getType();
  Object out;
  if (c.isCopyOrMoveConstructor() && !copies_by_hand(c)) {
    out = value(*e.getArg(0));
    out.type = t.getCanonicalType().getUnqualifiedType();
    return out;
  }
  if (known_construct(e, out)) return out;
  if (e.requiresZeroInitialization() && c.isTrivial()) return zero(t);
  if (c.isDefaultConstructor() && c.isTrivial()) return unset(t);
  return run_constructor(c, Arguments(e.getArgs(), e.getNumArgs()), t, e);
}

/// Whether a copy runs code that the class's author wrote.
bool Lifter::copies_by_hand(const clang::CXXConstructorDecl& c) {
  const QualType t = context_.getRecordType(c.getParent());
  return c.isUserProvided() && shape_of(context_, t) == Shape::record;
}

Object Lifter::run_constructor(const clang::CXXConstructorDecl& c, Arguments args, QualType t,
                               const Expr& at) {
  const auto* body = llvm::dyn_cast_or_null<clang::CXXConstructorDecl>(body_of(c));
  const Shape shape = shape_of(context_, t);
  stand_at(at);
  if (shape != Shape::record) refuse_type(t);
  if (!body)
    refuse(at, "lift.call_body",
           "the body of " + c.getQualifiedNameAsString() + " is not visible here");
  const Place self{new_cell(unset(t)), {}};
  const clang::FunctionDecl* caller = frames_.back().function;
  frames_.push_back(frame_of(*body, &self, args, at));
  try {
    for (const clang::CXXCtorInitializer* init : body->inits()) initialize(*init, self, at);
    statement(*body->getBody());
  } catch (Refused& inner) {
    blame_call(c, caller, at, inner);
  }
  frames_.pop_back();
  stand_at(at);
  return cells_[static_cast<std::size_t>(self.cell)];
}

void Lifter::initialize(const clang::CXXCtorInitializer& init, const Place& self, const Expr& at) {
  const Expr& from = *init.getInit();
  if (init.isDelegatingInitializer()) return put(self, value(from));
  if (init.isBaseInitializer()) {
    const auto* base = init.getBaseClass()->getAsCXXRecordDecl();
    const auto* derived = llvm::cast<clang::CXXMethodDecl>(frames_.back().function)->getParent();
    if (init.isBaseVirtual()) refuse(at, "lift.virtual_base");
    return put(self.child(base_number(*derived, *base)), value(from));
  }
  if (!init.isMemberInitializer()) refuse(at, "lift.union");
  const clang::FieldDecl* f = init.getMember();
  put(self.child(child_number(*f)), member_value(f->getType(), from));
}

/// What a member of this type holds when initialised from `from`.
Object Lifter::member_value(QualType t, const Expr& from) {
  Object v;
  if (t->isReferenceType()) {
    v = pointing_to(place(from), t.getNonReferenceType());
  } else {
    v = value(from);
  }
  v.type = t.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  return v;
}

Object Lifter::init_list(const clang::InitListExpr& e) {
  if (const auto* semantic = e.isSemanticForm() ? nullptr : e.getSemanticForm())
    return init_list(*semantic);
  const QualType t = e.getType();
  if (e.isTransparent()) return value(*e.getInit(0));
  if (shape_of(context_, t) == Shape::pointer)
    return e.getNumInits() == 0 ? null_pointer(t) : value(*e.getInit(0));
  if (shape_of(context_, t) == Shape::scalar)
    return e.getNumInits() == 0 ? zero(t) : value(*e.getInit(0));
  if (e.getInitializedFieldInUnion()) refuse(e, "lift.union");
  return aggregate(t, Arguments(e.getInits(), e.getNumInits()), e.getArrayFiller(), e);
}

Object Lifter::aggregate(QualType t, Arguments inits, const Expr* filler, const Expr& at) {
  Object o = unset(t);
  if (std_class(o.type) == "array") {
    // The one member is an array of the elements; it may also be left out.
    if (inits.empty()) return zero(t);
    const QualType type = o.type;
    o = value(*inits[0]);
    o.type = type;
    return o;
  }
  const auto types = child_types(context_, o.type);
  if (o.kind != Object::Kind::aggregate || inits.size() > types.size() ||
      shape_of(context_, t) == Shape::tuple) {
    stand_at(at);
    refuse_type(t);
  }
  for (std::size_t i = 0; i < types.size(); ++i) {
    const Expr* from = i < inits.size() ? inits[i] : filler;
    o.children[i] = from ? member_value(types[i], *from) : zero(types[i]);
  }
  return o;
}

/// Constructors of tensors, vectors, spans, tuples.
bool Lifter::known_construct(const clang::CXXConstructExpr& e, Object& out) {
  const QualType t = e.getType();
  const unsigned n = e.getNumArgs();
  switch (shape_of(context_, t)) {
    case Shape::wrapper:
    case Shape::scalar:  // bfloat16
      out = n == 0 ? zero(t) : convert(value(*e.getArg(0)), scalar_type_of(t));
      return true;
    case Shape::tensor:
      out = construct_tensor(e);
      return true;
    case Shape::list:
      out = construct_list(e);
      return true;
    case Shape::records:
      out = std_class(t.getCanonicalType()) == "vector" ? construct_records(e) : construct_span(e);
      return true;
    case Shape::span:
      out = construct_span(e);
      return true;
    case Shape::pointer:  // an iterator
      out = n == 0 ? unset(t) : value(*e.getArg(0));
      out.type = t.getCanonicalType().getUnqualifiedType();
      return true;
    case Shape::pair:
    case Shape::tuple:
      out = construct_tuple(e);
      return true;
    case Shape::optional:
      out = construct_optional(e);
      return true;
    default:
      return false;
  }
}

clang::QualType Lifter::scalar_type_of(QualType t) {
  return shape_of(context_, t) == Shape::wrapper ? element_type(context_, t) : t;
}

Object Lifter::construct_tensor(const clang::CXXConstructExpr& e) {
  Object o = unset(e.getType());
  if (e.getNumArgs() == 0) return o;
  const Object from = value(*e.getArg(0));
  if (e.getNumArgs() == 1 && shape_of(context_, from.type) == Shape::tensor) {
    o = from;  // axes gained or dropped: the same elements
  } else if (e.getNumArgs() == 1 && from.kind == Object::Kind::aggregate) {
    o = leaf(e.getType(), value_of(literal(from)));
  } else {
    refuse(e, "lift.construct");
  }
  o.type = e.getType().getCanonicalType().getUnqualifiedType();
  return o;
}

Object Lifter::construct_list(const clang::CXXConstructExpr& e) {
  const QualType t = e.getType();
  const ir::Type empty{dtype(element_type(context_, t)), {ir::Size(0)}, {}};
  unsigned n = e.getNumArgs();
  while (n > 0 && llvm::isa<clang::CXXDefaultArgExpr>(e.getArg(n - 1))) --n;  // the allocator
  if (n == 0) return leaf(t, ops::zeros(builder_, empty));
  const Object first = value(*e.getArg(0));
  if (n == 1 && first.kind == Object::Kind::aggregate) return listed(first, t);
  if (n == 2 && is_into_array(first)) return leaf(t, range_value(first, value(*e.getArg(1)), e));
  const bool is_count =
      shape_of(context_, first.type) == Shape::scalar && !is_floating(dtype(first.type));
  if (n > 2 || !is_count) refuse(e, "lift.construct");
  const ir::Type type{empty.dtype, {size_of(first)}, {}};
  if (n == 1) return leaf(t, ops::zeros(builder_, type));
  const Object fill = value(*e.getArg(1));
  return leaf(t, filled(value_of(fill), type));
}

/// The elements from `first` to before `last`.
ir::Value Lifter::range_value(const Object& first, const Object& last, const Expr& at) {
  if (!is_into_array(last) || !(first.target == last.target)) refuse(at, "lift.construct");
  stand_at(at);
  const ir::Value list = value_of(dense(trimmed(load(first.target))));
  if (builder_.type(list).rank() != 1) refuse(at, "lift.construct");
  const Object count = count_of(first.target, context_.LongTy);
  if (first.children[0].is_known(0) && same_number(last.children[0], count)) return list;
  return ops::build::slice(builder_, list, {size_of(first.children[0])},
                           {size_of(last.children[0])}, {ir::Size(1)});
}

/// A vector of structs.
Object Lifter::construct_records(const clang::CXXConstructExpr& e) {
  const QualType t = e.getType();
  unsigned n = e.getNumArgs();
  while (n > 0 && llvm::isa<clang::CXXDefaultArgExpr>(e.getArg(n - 1))) --n;  // the allocator
  if (n == 0) return zero_table(t, ir::Size(0));
  const Object first = value(*e.getArg(0));
  if (n == 1 && first.kind == Object::Kind::aggregate) return listed(first, t);
  if (shape_of(context_, first.type) != Shape::scalar || n > 2) refuse(e, "lift.construct");
  const QualType row_type = element_type(context_, t);
  const auto* record = row_type->getAsCXXRecordDecl();
  const bool zeros = n == 2 || !record || record->hasTrivialDefaultConstructor();
  if (!zeros) refuse(e, "lift.construct");
  Object o = zero_table(t, size_of(first));
  return n == 1 ? o : filled_table(std::move(o), value(*e.getArg(1)), size_of(first));
}

/// Every row of the table `v`.
Object Lifter::filled_table(Object column, const Object& v, const ir::Size& n) {
  if (column.is_leaf()) {
    column.value = filled(value_of(v), ir::Type{dtype(column.type), {n}, {}});
    return column;
  }
  for (std::size_t k = 0; k < column.children.size(); ++k)
    column.children[k] = filled_table(std::move(column.children[k]), v.children[k], n);
  return column;
}

/// A view of a list or array.
Object Lifter::construct_span(const clang::CXXConstructExpr& e) {
  Object o;
  o.kind = Object::Kind::address;
  o.type = e.getType().getCanonicalType().getUnqualifiedType();
  if (e.getNumArgs() == 2) return window_of(e);
  if (e.getNumArgs() != 1) refuse(e, "lift.construct");
  o.target = place(*e.getArg(0));
  const Object viewed = load(o.target);
  if (viewed.kind == Object::Kind::address) return viewed;
  const Shape shape = shape_of(context_, viewed.type);
  if (shape != Shape::list && shape != Shape::span && shape != Shape::array &&
      shape != Shape::records)
    refuse(e, "lift.construct");
  return o;
}

/// span(first, count) and span(first, last).
Object Lifter::window_of(const clang::CXXConstructExpr& e) {
  const QualType t = context_.LongTy;
  const Object first = value(*e.getArg(0)), second = value(*e.getArg(1));
  stand_at(e);
  if (!is_into_array(first)) refuse(e, "lift.construct");
  if (is_into_array(second) && !(second.target == first.target)) refuse(e, "lift.construct");
  const Object count = is_into_array(second)
                           ? binary(clang::BO_Sub, second.children[0], first.children[0], t)
                           : convert(second, t);
  return window(first.target, first.children[0], count, e.getType());
}

Object Lifter::construct_tuple(const clang::CXXConstructExpr& e) {
  Object o = unset(e.getType());
  const auto types = child_types(context_, o.type);
  if (e.getNumArgs() == 0) return zero(e.getType());
  if (e.getNumArgs() == types.size() &&
      (types.size() != 1 || shape_of(context_, e.getArg(0)->getType()) != Shape::tuple)) {
    for (std::size_t i = 0; i < types.size(); ++i)
      o.children[i] = fitted(member_value(types[i], *e.getArg(i)), *e.getArg(i), types[i]);
    return o;
  }
  Object from = e.getNumArgs() == 1 ? value(*e.getArg(0)) : Object();
  if (from.children.size() != types.size()) refuse(e, "lift.construct");
  for (std::size_t i = 0; i < types.size(); ++i) {
    Object part = from.children[i];
    if (part.kind == Object::Kind::address && !types[i]->isReferenceType())
      part = load(target_of(part));
    o.children[i] = fitted(std::move(part), *e.getArg(0), types[i]);
  }
  return o;
}

/// A member's value in the member's type, where a library converts on the way.
Object Lifter::fitted(Object v, const Expr&, QualType t) {
  if (!v.is_leaf() || shape_of(context_, t) != Shape::scalar || !v.value) return v;
  const DType have = builder_.type(v.value).dtype, want = dtype(t);
  return have == want ? v : leaf(t, converted(v.value, want));
}

}  // namespace tlaloc::lift
