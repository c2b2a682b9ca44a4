// The loop statements `for`, `while` and `do`: counted where the count is known on entry
// (body_counted.cc), else `while`.
#include "clang/AST/ASTContext.h"

#include "lift/body_lifter.h"
#include "lift/body_loop_forms.h"

namespace tlaloc::lift {

using clang::Expr;
using clang::Stmt;

/// One turn of a loop: its body, then what comes before the next turn unless control has left.
void Lifter::turn(const Action& body, const Action& after) {
  const std::size_t level = frames_.back().exits.size() - 1;
  const int continued = new_cell(known(context_.BoolTy, 0));
  frames_.back().exits[level].continued = continued;
  body();
  set_flag(continued, false);
  frames_.back().exits[level].continued = -1;
  unless_exited(after);
}

void Lifter::for_statement(const clang::ForStmt& s) {
  if (s.getInit()) statement(*s.getInit());
  stand_at(s);
  if (const auto c = counted(s); c && counted_for(s, *c)) return;
  if (iterated_for(s)) return;
  const std::size_t growing = growing_.size();
  grow_at_most(s);
  conditional_loop(s, s.getCond(), s.getConditionVariable(), s.getBody(), s.getInc(), false);
  growing_.resize(growing);
}

/// Makes room for what a loop pushes that may end before its last turn.
void Lifter::grow_at_most(const clang::ForStmt& s) {
  if (resized_in(*s.getBody()).empty()) return;
  const auto c = counted(s, true);
  Object bound;
  if (!c || !fixed_in(*c->bound, *s.getBody(), bound)) return;
  const Object first = load(variable(*c->counter, *s.getCond()));
  if (first.kind != Object::Kind::leaf || !goes_straight(*c, first, bound)) return;
  grow_before(*s.getBody(), trip_count(*c, first, bound));
}

void Lifter::while_statement(const clang::WhileStmt& s) {
  conditional_loop(s, s.getCond(), s.getConditionVariable(), s.getBody(), nullptr, false);
}

void Lifter::do_statement(const clang::DoStmt& s) {
  conditional_loop(s, s.getCond(), nullptr, s.getBody(), nullptr, true);
}

/// while (condition) { body; increment; }, the first turn without a look at the condition if
/// `at_least_once`.
void Lifter::conditional_loop(const Stmt& s, const Expr* condition, const clang::VarDecl* variable,
                              const Stmt* body, const Expr* increment, bool at_least_once) {
  Object once;
  if (at_least_once && fold(*condition, once) && once.is_known(0)) {  // do { ... } while (0)
    frames_.back().exits.push_back({new_cell(known(context_.BoolTy, 0)), -1});
    turn([&] { statement(*body); }, [] {});
    frames_.back().exits.pop_back();
    return;
  }
  const auto test = [&] {
    if (variable) declare(*variable);
    return condition ? truth(value(*condition)) : known(context_.BoolTy, 1);
  };
  const auto step = [&] {
    if (increment) discard(*increment);
  };
  const int broken = new_cell(known(context_.BoolTy, 0));
  frames_.back().exits.push_back({broken, -1});
  const bool plain = !may_leave(body) && condition && !at_least_once && !variable;
  const auto run = [&] { statement(*body); };
  if (!plain || !while_loop(s, test, [&] { turn(run, step); })) {
    const Object first = at_least_once ? known(context_.BoolTy, 1) : test();
    loop_until_exit(s, first, test, run, step);
  }
  frames_.back().exits.pop_back();
}

/// A loop with a boolean of its own that says whether there is another turn: there is none after
/// an exit.
void Lifter::loop_until_exit(const Stmt& s, const Object& first,
                             const std::function<Object()>& test, const Action& body,
                             const Action& step) {
  const int broken = frames_.back().exits.back().broken;
  const int again = new_cell(first);
  const auto another = [&] {
    nothing_exited();
    set_flag(again, false);
    turn(body, [&] {
      step();
      Object c = test();
      cells_[static_cast<std::size_t>(again)] = std::move(c);
    });
    set_flag(broken, false);
  };
  while_loop(s, [&] { return cells_[static_cast<std::size_t>(again)]; }, another);
}

}  // namespace tlaloc::lift
