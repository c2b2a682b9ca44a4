// Expressions as places (lvalues): variables, members, elements, references.
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

#include "base/check.h"
#include "lift/body_forms.h"
#include "lift/body_lifter.h"

namespace tlaloc::lift {

Place Lifter::place(const Expr& e) {
  check_no_errors(e);
  if (!e.isGLValue()) return temporary(value(e));
  stand_at(e);
  switch (form_of(e)) {
    case Form::see_through:
      return place(seen_through(e));
    case Form::name:
      return variable(*llvm::cast<clang::DeclRefExpr>(e).getDecl(), e);
    case Form::member:
      return member(llvm::cast<clang::MemberExpr>(e));
    case Form::subscript: {
      const auto& s = llvm::cast<clang::ArraySubscriptExpr>(e);
      const Object pointer = value(*s.getBase());
      return element_at(pointer, value(*s.getIdx()), e);
    }
    case Form::unary: {
      const auto& u = llvm::cast<clang::UnaryOperator>(e);
      if (e.getType()->isFunctionType()) return temporary(value(*u.getSubExpr()));  // *pointer
      if (u.getOpcode() == clang::UO_Deref) return pointee(value(*u.getSubExpr()), e);
      if (u.isIncrementDecrementOp()) return increment(u);
      if (u.getOpcode() == clang::UO_Extension) return place(*u.getSubExpr());
      refuse(e, "lift.complex");
    }
    case Form::binary: {
      const auto& b = llvm::cast<clang::BinaryOperator>(e);
      if (b.isAssignmentOp()) return assign(b);
      if (!b.isCommaOp()) refuse(e, "lift.member_pointer");
      discard(*b.getLHS());
      return place(*b.getRHS());
    }
    case Form::compound_assign:
      return compound(llvm::cast<clang::CompoundAssignOperator>(e));
    case Form::cast: {
      const auto& c = llvm::cast<clang::CastExpr>(e);
      switch (c.getCastKind()) {
        case clang::CK_NoOp:
          return place(*c.getSubExpr());
        case clang::CK_DerivedToBase:
        case clang::CK_UncheckedDerivedToBase:
          return base_of(place(*c.getSubExpr()), c);
        case clang::CK_BaseToDerived:
          return derived_of(place(*c.getSubExpr()), c);
        case clang::CK_UserDefinedConversion:
          return place(*c.getSubExpr());
        default:
          return temporary(cast(c));
      }
    }
    case Form::call:
      return place_of(call(llvm::cast<clang::CallExpr>(e)));
    case Form::conditional: {
      const auto& c = llvm::cast<clang::ConditionalOperator>(e);
      if (const Expr* only = checked_choice(c)) return place(*only);
      const Object condition = truth(value(*c.getCond()));
      if (!condition.known) return chosen_place(condition, *c.getTrueExpr(), *c.getFalseExpr());
      return place(*condition.known ? *c.getTrueExpr() : *c.getFalseExpr());
    }
    case Form::compound_literal:
      return temporary(value(*llvm::cast<clang::CompoundLiteralExpr>(e).getInitializer()));
    case Form::init_list:
      return place(*llvm::cast<clang::InitListExpr>(e).getInit(0));
    case Form::text: {
      Object o;
      o.kind = Object::Kind::opaque;
      o.type = e.getType().getCanonicalType();
      return temporary(std::move(o));
    }
    case Form::elvis:
      return temporary(value(e));
    case Form::refused:
      refuse(e, refusal_of(e));
    default:
      break;
  }
  base::bug("an expression that is no place", __FILE__, __LINE__);
}

/// Follows a reference that is stored in an object.
Place Lifter::followed(const Place& p, QualType t) {
  if (!t->isReferenceType()) return p;
  const Object o = load(p);
  return o.kind == Object::Kind::address ? target_of(o) : p;
}

Place Lifter::variable(const clang::ValueDecl& d, const Expr& at) {
  Frame& frame = frames_.back();
  if (const auto v = frame.variables.find(&d); v != frame.variables.end()) return v->second;
  if (const auto c = frame.captured.find(&d); c != frame.captured.end()) {
    const auto* r = llvm::cast<clang::CXXMethodDecl>(frame.function)->getParent();
    const int child = c->second.steps.back().child;
    return followed(c->second, (*std::next(r->field_begin(), child))->getType());
  }
  if (const auto* b = llvm::dyn_cast<clang::BindingDecl>(&d)) {
    if (const auto* h = b->getHoldingVar()) return variable(*h, at);
    return place(*b->getBinding());
  }
  if (const auto* p = llvm::dyn_cast<clang::TemplateParamObjectDecl>(&d)) {
    Object o;
    if (!constant(p->getValue(), d.getType(), o)) refuse(at, "lift.type");
    return temporary(std::move(o));
  }
  if (const auto* f = llvm::dyn_cast<clang::FunctionDecl>(&d)) {
    Object o;
    o.kind = Object::Kind::function;
    o.type = f->getType().getCanonicalType();
    o.function = f;
    return temporary(std::move(o));
  }
  const auto* v = llvm::dyn_cast<clang::VarDecl>(&d);
  if (!v)
    refuse(at, "lift.type",
           "a value of type " + spelled(context_, d.getType()) + " cannot be lifted");
  return outer_variable(*v, at);
}

/// A variable of no activation: a constant, a global or static, or a capture of the whole body.
Place Lifter::outer_variable(const clang::VarDecl& v, const Expr& at) {
  const bool is_constant = v.isConstexpr() || v.getType().isConstQualified();
  Object o;
  if (is_constant && v.getAnyInitializer() && !v.getAnyInitializer()->isValueDependent())
    if (const clang::APValue* c = v.evaluateValue(); c && constant(*c, v.getType(), o))
      return temporary(std::move(o));
  if (!v.hasGlobalStorage()) refuse(at, "lift.capture_type");
  for (const Frame& f : frames_)  // one of the function around a lambda is read like a global
    if (v.isStaticLocal() && !is_constant &&
        clang::Decl::castFromDeclContext(v.getDeclContext())->getCanonicalDecl() ==
            f.function->getCanonicalDecl())
      refuse(at, "lift.static_local");
  if (v.getTLSKind() != clang::VarDecl::TLS_None) refuse(at, "lift.thread_local");
  if (v.getType().isVolatileQualified()) refuse(at, "lift.volatile");
  return temporary(capture({{nullptr, v.getCanonicalDecl()}}, v.getType()));
}

Object Lifter::this_pointer(const Expr& e) {
  Frame& frame = frames_.back();
  Object o;
  o.kind = Object::Kind::address;
  o.type = e.getType().getCanonicalType();
  const auto* m = llvm::dyn_cast<clang::CXXMethodDecl>(frame.function);
  const bool in_lambda = m && m->getParent()->isLambda();
  if (!in_lambda && frame.has_self) {
    o.target = frame.self;
    return o;
  }
  const auto c = frame.captured.find(nullptr);
  if (c == frame.captured.end()) refuse(e, "lift.capture_type");
  const Object held = load(c->second);
  if (held.kind == Object::Kind::address) return held;
  o.target = c->second;
  return o;
}

Place Lifter::member(const clang::MemberExpr& e) {
  if (const auto* v = llvm::dyn_cast<clang::VarDecl>(e.getMemberDecl()))
    return variable(*v, e);  // a static member
  const auto* f = llvm::dyn_cast<clang::FieldDecl>(e.getMemberDecl());
  if (!f) refuse(e, "lift.member_pointer");
  const Place base = e.isArrow() ? pointee(value(*e.getBase()), e) : place(*e.getBase());
  const QualType owner = context_.getRecordType(f->getParent());
  const Shape shape = shape_of(context_, owner);
  if (f->getParent()->isUnion()) refuse(e, "lift.union");
  if (shape == Shape::pair) return base.child(static_cast<int>(f->getFieldIndex()));
  if (shape == Shape::array || shape == Shape::wrapper) return base;
  if (shape != Shape::record)
    refuse(e, "lift.private_parts",
           "the inside of " + spelled(context_, owner) + " cannot be lifted");
  return followed(base.child(child_number(*f)), f->getType());
}

Place Lifter::pointee(const Object& pointer, const Expr& at) {
  if (pointer.kind != Object::Kind::address) refuse(at, "lift.pointer");
  stand_at(at);
  if (is_into_array(pointer)) return subscript(pointer.target, pointer.children[0]);
  return target_of(pointer);
}

/// base[index], of an array, list or view.
Place Lifter::subscript(const Place& base, const Object& index) {
  const Object list = load(base);
  if (is_window(list))
    return subscript(list.target, binary(clang::BO_Add, list.children[0],
                                         convert(index, context_.LongTy), context_.LongTy));
  if (list.kind == Object::Kind::address) return subscript(list.target, index);
  if (list.kind == Object::Kind::unset) refuse_here("lift.unset");
  if (is_grown(list)) return subscript(base.child(0), index);
  if (list.kind == Object::Kind::table)
    return base.step({Step::Kind::element, -1, {index_value(index)}});
  if (list.kind == Object::Kind::aggregate) {
    if (index.known) {
      if (*index.known < 0 || *index.known >= static_cast<std::int64_t>(list.children.size()))
        refuse_here("lift.out_of_range");
      return base.child(static_cast<int>(*index.known));
    }
    if (cells_[static_cast<std::size_t>(base.cell)].kind == Object::Kind::capture)
      return temporary(indexed(list)).step({Step::Kind::element, -1, {index_value(index)}});
    make_dense(base);
  }
  const ir::Value i = index_value(index);
  if (!base.steps.empty() && base.steps.back().kind == Step::Kind::element) {
    Place p = base;  // a[i][j]: one access with two indices
    p.steps.back().index.push_back(i);
    return p;
  }
  return base.step({Step::Kind::element, -1, {i}});
}

/// pointer[index]
Place Lifter::element_at(const Object& pointer, const Object& index, const Expr& at) {
  if (pointer.kind != Object::Kind::address) refuse(at, "lift.pointer");
  stand_at(at);
  const Object from = into_array(pointer);
  if (!is_into_array(from)) refuse(at, "lift.pointer");
  return pointee(moved(from, index, true), at);
}

Object Lifter::decayed(const Expr& array, QualType t) {
  if (llvm::isa<clang::StringLiteral>(array.IgnoreParens())) return value(*array.IgnoreParens());
  return pointer_into(place(array), known(context_.LongTy, 0), t);
}

Object Lifter::address_of(const Expr& e, QualType t) {
  if (e.getType()->isFunctionType()) return function_pointer(e);
  if (t->isMemberPointerType()) refuse(e, "lift.member_pointer");
  return into_array(pointing_to(place(e), t));
}

Place Lifter::place_of(const Outcome& o) { return o.is_place ? o.place : temporary(o.object); }

Object Lifter::value_of_outcome(const Outcome& o) { return o.is_place ? load(o.place) : o.object; }

}  // namespace tlaloc::lift
