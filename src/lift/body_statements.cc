// Statements, in the order they run. What follows a statement that may have left (return, break,
// continue) is lifted under the condition that it did not.
#include "clang/AST/ASTContext.h"

#include "base/check.h"
#include "lift/body_forms.h"
#include "lift/body_lifter.h"

namespace tlaloc::lift {

void Lifter::set_flag(int cell, bool v) {
  cells_[static_cast<std::size_t>(cell)] = known(context_.BoolTy, v);
}

/// The cells that say whether control has left the statements being lifted.
std::vector<int> Lifter::flags() {
  const Frame& frame = frames_.back();
  std::vector<int> out{frame.returned};
  for (const Exits& e : frame.exits) {
    if (e.broken >= 0) out.push_back(e.broken);
    if (e.continued >= 0) out.push_back(e.continued);
  }
  return out;
}

/// Whether control has left the statements being lifted: known, or a boolean of run time.
Object Lifter::exited() {
  Object out = known(context_.BoolTy, 0);
  for (int cell : flags()) {
    const Object& flag = cells_[static_cast<std::size_t>(cell)];
    if (flag.is_known(1)) return flag;
    if (flag.is_known(0)) continue;
    out = out.known ? flag : binary(clang::BO_LOr, out, flag, context_.BoolTy);
  }
  return out;
}

/// In a branch taken only when nothing was left: every flag is down.
void Lifter::nothing_exited() {
  for (int cell : flags()) set_flag(cell, false);
}

/// Runs `rest` unless control has left.
void Lifter::unless_exited(const Action& rest) {
  const Object left = exited();
  if (left.is_known(1)) return;
  if (left.is_known(0)) return rest();
  const std::vector<Object> before = cells_;
  const auto guarded = [&] {
    nothing_exited();
    rest();
    // A flag that stayed down is what it was: then the branch does not hand it on.
    for (int cell : flags()) {
      const auto at = static_cast<std::size_t>(cell);
      if (cells_[at].is_known(0)) cells_[at] = before[at];
    }
  };
  branch(invert(left), guarded, [] {});
}

void Lifter::statements(Statements list) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Object left = exited();
    if (left.is_known(1)) return;
    if (!left.known) return unless_exited([&] { statements(list.drop_front(i)); });
    const auto* choice = llvm::dyn_cast<clang::IfStmt>(list[i]);
    if (choice && if_statement(*choice, list.drop_front(i + 1))) return;
    if (!choice) statement(*list[i]);
  }
}

void Lifter::statement(const clang::Stmt& s) {
  stand_at(s);
  if (const auto* e = llvm::dyn_cast<Expr>(&s)) return discard(*e);
  switch (form_of(s)) {
    case Form::null:
      return;
    case Form::compound: {
      const auto& c = llvm::cast<clang::CompoundStmt>(s);
      return statements(Statements(c.body_begin(), c.size()));
    }
    case Form::declaration:
      return declare(llvm::cast<clang::DeclStmt>(s));
    case Form::return_:
      return return_statement(llvm::cast<clang::ReturnStmt>(s));
    case Form::if_:
      if_statement(llvm::cast<clang::IfStmt>(s), {});
      return;
    case Form::for_:
      return for_statement(llvm::cast<clang::ForStmt>(s));
    case Form::while_:
      return while_statement(llvm::cast<clang::WhileStmt>(s));
    case Form::do_:
      return do_statement(llvm::cast<clang::DoStmt>(s));
    case Form::range_for:
      return range_for(llvm::cast<clang::CXXForRangeStmt>(s));
    case Form::break_:
      return set_flag(frames_.back().exits.back().broken, true);
    case Form::continue_: {
      auto& exits = frames_.back().exits;
      for (auto e = exits.rbegin(); e != exits.rend(); ++e)
        if (e->continued >= 0) return set_flag(e->continued, true);
      base::bug("continue outside a loop", __FILE__, __LINE__);
    }
    case Form::switch_:
      return switch_statement(llvm::cast<clang::SwitchStmt>(s));
    case Form::case_:
      refuse(s, "lift.switch");  // a label deep inside a statement
    case Form::attributed:
      return statement(*llvm::cast<clang::AttributedStmt>(s).getSubStmt());
    case Form::refused:
      refuse(s, refusal_of(s));
    default:
      break;
  }
  base::bug("an expression where a statement stands", __FILE__, __LINE__);
}

void Lifter::declare(const clang::DeclStmt& s) {
  for (const clang::Decl* d : s.decls()) {
    if (d->isInvalidDecl()) refuse(d->getLocation(), "lift.invalid");
    if (const auto* v = llvm::dyn_cast<clang::VarDecl>(d)) declare(*v);
  }  // types, aliases and static_asserts say nothing at run time
}

void Lifter::declare(const clang::VarDecl& v) {
  if (v.hasGlobalStorage()) return;  // read as a constant or refused where it is used
  const QualType t = v.getType();
  if (t.isVolatileQualified()) refuse(v.getLocation(), "lift.volatile");
  if (t->isVariableArrayType()) refuse(v.getLocation(), "lift.vla");
  const Expr* init = v.getInit();
  if (t->isReferenceType()) {
    bind(v, place(*init));
  } else {
    Object o = init ? value(*init) : unset(t);
    if (o.kind == Object::Kind::unset && shape_of(context_, t) == Shape::none) refuse_type(t);
    name_after(o, v);
    o.type = t.getCanonicalType().getUnqualifiedType();
    bind(v, temporary(std::move(o)));
  }
}

/// A variable, and the names of a structured binding, from here on.
void Lifter::bind(const clang::VarDecl& v, const Place& p) {
  frames_.back().variables[&v] = p;
  const auto* d = llvm::dyn_cast<clang::DecompositionDecl>(&v);
  if (!d) return;
  for (const clang::BindingDecl* b : d->bindings())
    if (const auto* h = b->getHoldingVar()) declare(*h);
}

void Lifter::return_statement(const clang::ReturnStmt& s) {
  const int result = frames_.back().result;
  const int returned = frames_.back().returned;
  if (const Expr* e = s.getRetValue()) {
    if (frames_.back().function->getReturnType()->isReferenceType()) {
      Object o = pointing_to(place(*e), context_.getPointerType(e->getType()));
      cells_[static_cast<std::size_t>(result)] = std::move(o);
    } else if (e->getType()->isVoidType()) {
      discard(*e);
    } else {
      Object o = value(*e);
      cells_[static_cast<std::size_t>(result)] = std::move(o);
    }
  }
  set_flag(returned, true);
}

}  // namespace tlaloc::lift
