// Assignment, compound assignment, increment.
#include "clang/AST/ASTContext.h"

#include "lift/body_lifter.h"

namespace tlaloc::lift {

/// Gives a value the name of the variable that it is put into, unless it has one.
void Lifter::name_after(const Object& o, const clang::NamedDecl& d) {
  if (!o.is_leaf() || !o.value || !d.getIdentifier()) return;
  if (function_.values[static_cast<std::size_t>(o.value.id)].name.empty())
    builder_.name(o.value, d.getName().str());
}

void Lifter::write(const Expr& target, const Place& p, Object v) {
  if (target.getType().isVolatileQualified()) refuse(target, "lift.volatile");
  stand_at(target);
  if (const auto* d = llvm::dyn_cast<clang::DeclRefExpr>(target.IgnoreParens()))
    name_after(v, *d->getDecl());
  store(p, std::move(v));
}

Place Lifter::assign(const clang::BinaryOperator& e) {
  if (const auto* c = llvm::dyn_cast<clang::CompoundAssignOperator>(&e)) return compound(*c);
  Object v = value(*e.getRHS());
  const Place p = place(*e.getLHS());
  write(*e.getLHS(), p, std::move(v));
  return p;
}

Place Lifter::compound(const clang::CompoundAssignOperator& e) {
  const Object y = value(*e.getRHS());
  const Place p = place(*e.getLHS());
  const Object old = load(p);
  if (e.getType()->isPointerType()) {
    stand_at(e);
    write(*e.getLHS(), p, moved(old, y, e.getOpcode() == clang::BO_AddAssign));
    return p;
  }
  if (old.kind == Object::Kind::unset) refuse(*e.getLHS(), "lift.unset");
  stand_at(e);
  const Object x = convert(old, e.getComputationLHSType());
  const auto op = clang::BinaryOperator::getOpForCompoundAssignment(e.getOpcode());
  const Object z = binary(op, x, y, e.getComputationResultType());
  write(*e.getLHS(), p, convert(z, e.getType()));
  return p;
}

Place Lifter::increment(const clang::UnaryOperator& e) {
  const QualType t = e.getSubExpr()->getType();
  const Place p = place(*e.getSubExpr());
  const Object old = load(p);
  if (t->isPointerType()) {
    stand_at(e);
    write(*e.getSubExpr(), p, moved(old, known(context_.LongTy, 1), e.isIncrementOp()));
    return p;
  }
  if (old.kind == Object::Kind::unset) refuse(*e.getSubExpr(), "lift.unset");
  stand_at(e);
  const auto op = e.isIncrementOp() ? clang::BO_Add : clang::BO_Sub;
  const Object one = convert(known(context_.IntTy, 1), t);
  write(*e.getSubExpr(), p, binary(op, old, one, t.getUnqualifiedType()));
  return p;
}

}  // namespace tlaloc::lift
