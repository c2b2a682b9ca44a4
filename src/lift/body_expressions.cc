// Expressions as values.
#include "clang/AST/ASTContext.h"
#include "clang/AST/ComparisonCategories.h"

#include "base/check.h"
#include "lift/body_forms.h"
#include "lift/body_lifter.h"
#include "ops/arithmetic.h"

namespace tlaloc::lift {

/// The expression that a transparent node stands for.
const clang::Expr& Lifter::seen_through(const Expr& e) {
  if (const auto* x = llvm::dyn_cast<clang::ParenExpr>(&e)) return *x->getSubExpr();
  if (const auto* x = llvm::dyn_cast<clang::FullExpr>(&e)) return *x->getSubExpr();
  if (const auto* x = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(&e)) return *x->getSubExpr();
  if (const auto* x = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(&e)) return *x->getSubExpr();
  if (const auto* x = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(&e))
    return *x->getReplacement();
  if (const auto* x = llvm::dyn_cast<clang::ChooseExpr>(&e)) return *x->getChosenSubExpr();
  if (const auto* x = llvm::dyn_cast<clang::GenericSelectionExpr>(&e)) return *x->getResultExpr();
  if (const auto* x = llvm::dyn_cast<clang::OpaqueValueExpr>(&e)) {
    if (!x->getSourceExpr()) refuse(e, "lift.pattern");
    return *x->getSourceExpr();
  }
  if (const auto* x = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&e)) return *x->getExpr();
  if (const auto* x = llvm::dyn_cast<clang::CXXDefaultInitExpr>(&e)) return *x->getExpr();
  if (const auto* x = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(&e)) return *x->getSubExpr();
  if (const auto* x = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(&e))
    return *x->getSemanticForm();
  if (const auto* x = llvm::dyn_cast<clang::PackIndexingExpr>(&e)) return *x->getSelectedExpr();
  base::bug("a transparent expression without an inside", __FILE__, __LINE__);
}

Object Lifter::value(const Expr& e) {
  check_no_errors(e);
  Object folded;
  if (fold(e, folded)) return folded;
  stand_at(e);
  if (e.isGLValue()) return glvalue(e);
  switch (form_of(e)) {
    case Form::see_through: {
      const auto* r = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(&e);
      if (r && shape_of(context_, r->getLHS()->getType()) == Shape::pointer) {
        const Object x = value(*r->getLHS());
        return pointer_operator(r->getOperator(), x, value(*r->getRHS()), e, e.getType());
      }
      return value(seen_through(e));
    }
    case Form::cast:
      return cast(llvm::cast<clang::CastExpr>(e));
    case Form::unary:
      return unary(llvm::cast<clang::UnaryOperator>(e));
    case Form::binary:
      return binary_operator(llvm::cast<clang::BinaryOperator>(e));
    case Form::conditional: {
      const auto& c = llvm::cast<clang::ConditionalOperator>(e);
      if (const Expr* only = checked_choice(c)) return value(*only);
      return conditional(
          truth(value(*c.getCond())), [&] { return value(*c.getTrueExpr()); }, *c.getFalseExpr(),
          e.getType());
    }
    case Form::elvis: {
      const auto& c = llvm::cast<clang::BinaryConditionalOperator>(e);
      const Object x = value(*c.getCommon());
      return conditional(truth(x), [&] { return x; }, *c.getFalseExpr(), e.getType());
    }
    case Form::call:
      return value_of_outcome(call(llvm::cast<clang::CallExpr>(e)));
    case Form::construct:
      return construct(llvm::cast<clang::CXXConstructExpr>(e));
    case Form::zero:
      return zero(e.getType());
    case Form::init_list:
      return init_list(llvm::cast<clang::InitListExpr>(e));
    case Form::paren_list: {
      const auto& p = llvm::cast<clang::CXXParenListInitExpr>(e);
      return aggregate(e.getType(), p.getInitExprs(), p.getArrayFiller(), e);
    }
    case Form::lambda:
      return lambda(llvm::cast<clang::LambdaExpr>(e));
    case Form::this_:
      return this_pointer(e);
    case Form::array_loop:
      return value(*llvm::cast<clang::ArrayInitLoopExpr>(e).getCommonExpr()->getSourceExpr());
    case Form::statement_expression:
      return statement_expression(llvm::cast<clang::StmtExpr>(e));
    case Form::compound_literal:
      return value(*llvm::cast<clang::CompoundLiteralExpr>(e).getInitializer());
    case Form::null_pointer:
      return null_pointer(e.getType());
    case Form::text: {
      Object o;
      o.kind = Object::Kind::opaque;
      o.type = e.getType().getCanonicalType();
      return o;
    }
    case Form::literal:  // folded above, or of a type that is not lifted
    case Form::constant:
    case Form::array_index:
      refuse_type(e.getType());
    case Form::name:  // an enumerator or a template parameter: folded above
    case Form::member:
    case Form::subscript:
    case Form::compound_assign:
      return glvalue(e);
    case Form::throw_:
      fail(e);
      return {};
    case Form::refused:
      refuse(e, refusal_of(e));
    case Form::null:
    case Form::compound:
    case Form::declaration:
    case Form::return_:
    case Form::if_:
    case Form::for_:
    case Form::while_:
    case Form::do_:
    case Form::range_for:
    case Form::break_:
    case Form::continue_:
    case Form::switch_:
    case Form::case_:
    case Form::attributed:
      break;
  }
  base::bug("a statement where an expression stands", __FILE__, __LINE__);
}

/// What a place holds.
Object Lifter::glvalue(const Expr& e) {
  const Expr* inside = e.IgnoreParenNoopCasts(context_);  // to const, where a reference is taken
  if (const auto* c = llvm::dyn_cast<clang::ConditionalOperator>(inside)) {
    if (const Expr* only = checked_choice(*c)) return value(*only);
    const Object condition = truth(value(*c->getCond()));
    return conditional(
        condition, [&] { return value(*c->getTrueExpr()); }, *c->getFalseExpr(), e.getType());
  }
  Object o = load(place(e));
  if (o.kind == Object::Kind::unset && shape_of(context_, o.type) == Shape::scalar)
    refuse(e, "lift.unset");
  return o;
}

Object Lifter::conditional(const Object& condition, const std::function<Object()>& yes,
                           const Expr& no, QualType t) {
  const int cell = new_cell(t->isVoidType() ? Object() : unset(t));
  const auto keep = [&](Object o) {
    if (!t->isVoidType()) cells_[static_cast<std::size_t>(cell)] = std::move(o);
  };
  branch(condition, [&] { keep(yes()); }, [&] { keep(value(no)); });
  return cells_[static_cast<std::size_t>(cell)];
}

/// Whether evaluating `e` costs next to nothing and cannot fail: then && and || need no branch.
bool Lifter::is_cheap(const Expr& e) {
  switch (form_of(e)) {
    case Form::name:
    case Form::literal:
    case Form::constant:
      return true;
    case Form::see_through:
      return is_cheap(seen_through(e));
    case Form::cast:
      return is_cheap(*llvm::cast<clang::CastExpr>(e).getSubExpr());
    case Form::member:
      return !llvm::cast<clang::MemberExpr>(e).isArrow() &&
             is_cheap(*llvm::cast<clang::MemberExpr>(e).getBase());
    case Form::unary: {
      const auto& u = llvm::cast<clang::UnaryOperator>(e);
      return u.isArithmeticOp() && is_cheap(*u.getSubExpr());
    }
    case Form::binary: {
      const auto& b = llvm::cast<clang::BinaryOperator>(e);
      if (b.isAssignmentOp() || b.isCommaOp() || b.isPtrMemOp()) return false;
      if (b.isMultiplicativeOp() && !b.getType()->isFloatingType() &&
          b.getOpcode() != clang::BO_Mul)
        return false;
      return is_cheap(*b.getLHS()) && is_cheap(*b.getRHS());
    }
    default:
      return false;
  }
}

Object Lifter::logical(const clang::BinaryOperator& e) {
  const bool is_and = e.getOpcode() == clang::BO_LAnd;
  const Object x = truth(value(*e.getLHS()));
  if (!x.known && is_cheap(*e.getRHS()))
    return binary(e.getOpcode(), x, truth(value(*e.getRHS())), e.getType());
  const Object settled = known(context_.BoolTy, is_and ? 0 : 1);
  const int cell = new_cell(settled);
  const auto rest = [&] {
    Object y = truth(value(*e.getRHS()));
    cells_[static_cast<std::size_t>(cell)] = std::move(y);
  };
  const auto done = [] {};
  branch(x, is_and ? Action(rest) : Action(done), is_and ? Action(done) : Action(rest));
  return cells_[static_cast<std::size_t>(cell)];
}

/// x <=> y of numbers: the number in the object of std::strong_ordering or std::partial_ordering.
Object Lifter::three_way(const clang::BinaryOperator& e) {
  const Object x = value(*e.getLHS()), y = value(*e.getRHS());
  stand_at(e);
  const auto* category = context_.CompCategories.lookupInfoForType(e.getType());
  Object out = unset(e.getType());
  const bool is_number = x.is_leaf() && y.is_leaf();
  if (!category || !is_number || out.children.size() != 1) refuse(e, "lift.three_way");
  const QualType t = out.children[0].type;
  const auto number = [&](clang::ComparisonCategoryResult r) {
    const auto* info = category->getValueInfo(category->makeWeakResult(r));
    if (!info || !info->hasValidIntValue()) refuse(e, "lift.three_way");
    return known(t, info->getIntValue().getSExtValue());
  };
  const auto choose = [&](clang::BinaryOperatorKind op, const Object& yes, const Object& no) {
    const Object c = binary(op, x, y, context_.BoolTy);
    if (c.known) return *c.known ? yes : no;
    return leaf(t, ops::select(builder_, value_of(c), value_of(yes), value_of(no)));
  };
  using Result = clang::ComparisonCategoryResult;
  Object rest = number(Result::Greater);
  if (category->isPartial()) rest = choose(clang::BO_GT, rest, number(Result::Unordered));
  rest = choose(clang::BO_EQ, number(Result::Equal), rest);
  out.children[0] = choose(clang::BO_LT, number(Result::Less), rest);
  return out;
}

Object Lifter::binary_operator(const clang::BinaryOperator& e) {
  switch (e.getOpcode()) {
    case clang::BO_Comma:
      discard(*e.getLHS());
      return value(*e.getRHS());
    case clang::BO_LAnd:
    case clang::BO_LOr:
      return logical(e);
    case clang::BO_Cmp:
      return three_way(e);
    case clang::BO_PtrMemD:
    case clang::BO_PtrMemI:
      refuse(e, "lift.member_pointer");
    default:
      break;
  }
  const Object x = value(*e.getLHS());
  const Object y = value(*e.getRHS());
  stand_at(e);
  for (const Expr* side : {e.getLHS(), e.getRHS()})
    if (shape_of(context_, side->getType()) == Shape::pointer)
      return pointer_operator(e.getOpcode(), x, y, e, e.getType());
  return binary(e.getOpcode(), x, y, e.getType());
}

Object Lifter::unary(const clang::UnaryOperator& e) {
  const Expr& x = *e.getSubExpr();
  switch (e.getOpcode()) {
    case clang::UO_Plus:
    case clang::UO_Extension:
      return value(x);
    case clang::UO_Minus:
      return negate(value(x));
    case clang::UO_LNot:
      return invert(truth(value(x)));
    case clang::UO_Not:
      return complement(value(x));
    case clang::UO_AddrOf:
      return address_of(x, e.getType());
    case clang::UO_PostInc:
    case clang::UO_PostDec: {
      const Object before = value(x);
      increment(e);
      return before;
    }
    case clang::UO_PreInc:
    case clang::UO_PreDec:
      return load(increment(e));
    case clang::UO_Deref:
      return load(place(e));
    case clang::UO_Real:
    case clang::UO_Imag:
      refuse(e, "lift.complex");
    case clang::UO_Coawait:
      refuse(e, "lift.coroutine");
  }
  base::bug("an unknown unary operator", __FILE__, __LINE__);
}

/// For its effects alone.
void Lifter::discard(const Expr& e) {
  check_no_errors(e);
  if (form_of(e) == Form::see_through && !e.getType()->isRecordType())
    return discard(seen_through(e));
  if (form_of(e) == Form::call) {
    stand_at(e);
    call(llvm::cast<clang::CallExpr>(e));
  } else if (e.isGLValue()) {
    place(e);
  } else {
    value(e);
  }
}

Object Lifter::statement_expression(const clang::StmtExpr& e) {
  const auto body = e.getSubStmt()->body();
  Object result;
  for (const clang::Stmt* s : body) {
    const auto* last = llvm::dyn_cast<Expr>(s);
    if (s == e.getSubStmt()->body_back() && last && !last->getType()->isVoidType())
      result = value(*last);
    else
      statement(*s);
  }
  return result;
}

}  // namespace tlaloc::lift
