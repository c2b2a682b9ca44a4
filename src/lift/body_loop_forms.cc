#include "lift/body_loop_forms.h"

#include <algorithm>

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include "lift/body_types.h"

namespace tlaloc::lift {

using clang::Expr;
using clang::Stmt;

const clang::VarDecl* counter_in(const Expr* e) {
  const auto* d = llvm::dyn_cast<clang::DeclRefExpr>(e->IgnoreParenImpCasts());
  const auto* v = d ? llvm::dyn_cast<clang::VarDecl>(d->getDecl()) : nullptr;
  return v && v->getType()->isIntegerType() && !v->getType()->isBooleanType() ? v : nullptr;
}

namespace {

/// v.emplace_back(i): it takes i by reference, to make the element of it.
bool only_makes_an_element(const Stmt& s) {
  const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(&s);
  const auto* m = call ? call->getMethodDecl() : nullptr;
  return m && m->getIdentifier() && m->getName() == "emplace_back" && is_in_std(*m);
}

}  // namespace

bool touches(const Stmt* s, const clang::VarDecl* v) {
  if (!s) return false;
  if (only_makes_an_element(*s)) {
    const auto& call = llvm::cast<clang::CallExpr>(*s);
    return touches(call.getCallee(), v) ||
           std::any_of(call.arg_begin(), call.arg_end(), [&](const Expr* a) {
             return !llvm::isa<clang::DeclRefExpr>(a->IgnoreParens()) && touches(a, v);
           });
  }
  if (const auto* c = llvm::dyn_cast<clang::ImplicitCastExpr>(s))
    if (c->getCastKind() == clang::CK_LValueToRValue)
      if (const auto* d = llvm::dyn_cast<clang::DeclRefExpr>(c->getSubExpr()->IgnoreParens()))
        if (d->getDecl() == v) return false;
  if (const auto* c = llvm::dyn_cast<clang::ImplicitCastExpr>(s))  // a member that changes nothing
    if (c->getCastKind() == clang::CK_NoOp && c->getType().isConstQualified())
      if (const auto* d = llvm::dyn_cast<clang::DeclRefExpr>(c->getSubExpr()->IgnoreParens()))
        if (d->getDecl() == v) return false;
  if (const auto* d = llvm::dyn_cast<clang::DeclRefExpr>(s)) return d->getDecl() == v;
  for (const Stmt* c : s->children())
    if (touches(c, v)) return true;
  return false;
}

Comparison compared(const Expr& e) {
  if (const auto* f = llvm::dyn_cast<clang::ExprWithCleanups>(&e))
    return compared(*f->getSubExpr()->IgnoreParenImpCasts());
  if (const auto* b = llvm::dyn_cast<clang::BinaryOperator>(&e))
    return {b->getOpcode(), b->getLHS(), b->getRHS()};
  if (const auto* r = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(&e))
    return {r->getOperator(), r->getLHS(), r->getRHS()};
  const auto* c = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&e);
  if (!c || c->getNumArgs() != 2) return {};
  if (c->getOperator() == clang::OO_ExclaimEqual) return {clang::BO_NE, c->getArg(0), c->getArg(1)};
  if (c->getOperator() == clang::OO_Less) return {clang::BO_LT, c->getArg(0), c->getArg(1)};
  return {};
}

const clang::VarDecl* incremented(const Expr& e) {
  const Expr* inside = e.IgnoreParenImpCasts();
  if (const auto* f = llvm::dyn_cast<clang::ExprWithCleanups>(inside))
    inside = f->getSubExpr()->IgnoreParenImpCasts();
  const Expr* x = nullptr;
  if (const auto* u = llvm::dyn_cast<clang::UnaryOperator>(inside))
    x = u->isIncrementOp() ? u->getSubExpr() : nullptr;
  if (const auto* c = llvm::dyn_cast<clang::CXXOperatorCallExpr>(inside))
    x = c->getOperator() == clang::OO_PlusPlus ? c->getArg(0) : nullptr;
  const auto* d = x ? llvm::dyn_cast<clang::DeclRefExpr>(x->IgnoreParenImpCasts()) : nullptr;
  return d ? llvm::dyn_cast<clang::VarDecl>(d->getDecl()) : nullptr;
}

bool declares(const Stmt* init, const clang::VarDecl* v) {
  const auto* d = llvm::dyn_cast_or_null<clang::DeclStmt>(init);
  return d && std::find(d->decl_begin(), d->decl_end(), v) != d->decl_end();
}

bool may_leave(const Stmt* s, bool breaks_count) {
  if (!s || llvm::isa<clang::LambdaExpr>(s)) return false;
  if (llvm::isa<clang::ReturnStmt>(s)) return true;
  if (llvm::isa<clang::BreakStmt>(s)) return breaks_count;
  const bool holds_breaks = llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt,
                                      clang::CXXForRangeStmt, clang::SwitchStmt>(s);
  for (const Stmt* c : s->children())
    if (may_leave(c, breaks_count && !holds_breaks)) return true;
  return false;
}

}  // namespace tlaloc::lift
