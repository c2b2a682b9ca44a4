// std::optional: whether there is a value, and the value; a zero where there is none, so that both
// sides of a branch have one. Reading what is not there is undefined in C++, and gives that zero.
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

#include "lift/body_lifter.h"
#include "ops/arithmetic.h"

namespace tlaloc::lift {

namespace {

bool is_nullopt(clang::QualType t) {
  return std_class(t.getNonReferenceType().getCanonicalType()) == "nullopt_t";
}

}  // namespace

Object Lifter::no_value(QualType t) {
  Object o = unset(t);
  o.children = {known(context_.BoolTy, 0), zero(child_types(context_, t)[1])};
  return o;
}

/// An optional of type t that is made of, or assigned, `from`.
Object Lifter::optional_of(QualType t, const Expr& from) {
  if (is_nullopt(from.getType())) return no_value(t);
  if (shape_of(context_, from.getType()) == Shape::optional) {
    if (!context_.hasSameUnqualifiedType(from.getType().getNonReferenceType(), t))
      refuse(from, "lift.construct");
    return value(from);
  }
  const QualType held = child_types(context_, t)[1];
  Object v = value(from);
  if (shape_of(context_, held) == Shape::scalar)
    v = convert(v, held);
  else if (!context_.hasSameUnqualifiedType(from.getType().getNonReferenceType(), held))
    refuse(from, "lift.construct");
  Object o = unset(t);
  o.children = {known(context_.BoolTy, 1), std::move(v)};
  return o;
}

Object Lifter::construct_optional(const clang::CXXConstructExpr& e) {
  const QualType t = e.getType().getCanonicalType().getUnqualifiedType();
  if (e.getNumArgs() == 0) return no_value(t);
  if (e.getNumArgs() > 1) refuse(e, "lift.construct");
  return optional_of(t, *e.getArg(0));
}

bool Lifter::optional_member(const clang::CallExpr& e, const clang::CXXMethodDecl& f,
                             Outcome& out) {
  const bool is_operator = llvm::isa<clang::CXXOperatorCallExpr>(e);
  const clang::OverloadedOperatorKind op = f.getOverloadedOperator();
  const std::string name = op == clang::OO_None ? f.getNameAsString() : "";
  const Place self = object_argument(e);
  const QualType t = context_.getRecordType(f.getParent()).getCanonicalType();
  const auto arg = [&](unsigned i) -> const Expr& { return *e.getArg(i + (is_operator ? 1 : 0)); };
  stand_at(e);
  if (llvm::isa<clang::CXXConversionDecl>(f) || name == "has_value") {
    out.object = load(self.child(0));
  } else if (op == clang::OO_Star || name == "value") {
    if (name == "value") check(load(self.child(0)), e);
    out = {{}, self.child(1), true};
  } else if (op == clang::OO_Arrow) {
    out.object = pointing_to(self.child(1), e.getType().getUnqualifiedType());
  } else if (op == clang::OO_Equal || (name == "emplace" && e.getNumArgs() == 1)) {
    write(is_operator ? *e.getArg(0) : static_cast<const Expr&>(e), self, optional_of(t, arg(0)));
    out = {{}, op == clang::OO_Equal ? self : self.child(1), true};
  } else if (name == "reset") {
    write(e, self, no_value(t));
  } else if (name == "value_or" && shape_of(context_, e.getType()) == Shape::scalar) {
    const Object has = load(self.child(0)), held = load(self.child(1));
    const Object other = convert(value(arg(0)), e.getType());
    stand_at(e);
    if (has.known)
      out.object = *has.known ? held : other;
    else
      out.object =
          leaf(e.getType(), ops::select(builder_, value_of(has), value_of(held), value_of(other)));
  } else {
    refuse(e, "lift.function", f.getQualifiedNameAsString() + " is not known to the tool");
  }
  return true;
}

}  // namespace tlaloc::lift
