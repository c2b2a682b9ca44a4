// Refusals of the body lifter: an entry of diagnostics.def at the expression at fault.
#include "clang/AST/ASTContext.h"

#include "lift/body_lifter.h"
#include "lift/diagnostics.h"
#include "lift/locations.h"

namespace tlaloc::lift {

void Lifter::refuse(clang::SourceLocation at, std::string_view id, std::string what) {
  throw Refused{refusal(id, "lift", std::move(what), location(context_.getSourceManager(), at))};
}

void Lifter::refuse(const clang::Stmt& at, std::string_view id, std::string what) {
  const auto* e = llvm::dyn_cast<Expr>(&at);
  refuse(e ? e->getExprLoc() : at.getBeginLoc(), id, std::move(what));
}

void Lifter::refuse_here(std::string_view id, std::string what) {
  throw Refused{refusal(id, "lift", std::move(what), builder_.where())};
}

/// A value of a type that no graph holds.
void Lifter::refuse_type(QualType t) {
  if (t->isUnionType()) refuse_here("lift.union");
  if (t->isVectorType()) refuse_here("lift.vector_extension");
  if (t->isAnyComplexType()) refuse_here("lift.complex");
  if (t->isAtomicType()) refuse_here("lift.atomic");
  refuse_here("lift.type", "a value of type " + spelled(context_, t) + " cannot be lifted");
}

/// Nodes built from here on come from `s`.
void Lifter::stand_at(const clang::Stmt& s) {
  const auto* e = llvm::dyn_cast<Expr>(&s);
  builder_.at(location(context_.getSourceManager(), e ? e->getExprLoc() : s.getBeginLoc()));
}

void Lifter::check_no_errors(const Expr& e) {
  if (e.containsErrors()) refuse(e, "lift.invalid");
}

}  // namespace tlaloc::lift
