// The loop statements: counted where the count is known on entry, else `while`.
#include <algorithm>

#include "clang/AST/ASTContext.h"

#include "lift/body_forms.h"
#include "lift/body_lifter.h"

namespace tlaloc::lift {
namespace {

using clang::Expr;
using clang::Stmt;

constexpr std::int64_t kUnroll = 4;      ///< turns that are always written out
constexpr std::int64_t kMayUnroll = 16;  ///< turns written out when a loop cannot be had

const clang::VarDecl* counter_in(const Expr* e) {
  const auto* d = llvm::dyn_cast<clang::DeclRefExpr>(e->IgnoreParenImpCasts());
  const auto* v = d ? llvm::dyn_cast<clang::VarDecl>(d->getDecl()) : nullptr;
  return v && v->getType()->isIntegerType() && !v->getType()->isBooleanType() ? v : nullptr;
}

/// Whether `s` uses `v` other than by reading its value.
bool touches(const Stmt* s, const clang::VarDecl* v) {
  if (!s) return false;
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

bool is_not_negative(const ir::Size::Atom& a) {
  return a.kind == ir::Size::Atom::Kind::symbol || a.kind == ir::Size::Atom::Kind::mod;
}
bool is_not_negative(const ir::Size::Term& t) {
  return t.coefficient >= 0 &&
         std::all_of(t.atoms.begin(), t.atoms.end(),
                     [](const ir::Size::Atom& a) { return is_not_negative(a); });
}
/// What is sure: symbols of sizes and of turns are never negative.
bool is_not_negative(const Object& o) {
  if (o.known) return *o.known >= 0;
  return o.size && std::all_of(o.size->terms().begin(), o.size->terms().end(),
                               [](const ir::Size::Term& t) { return is_not_negative(t); });
}

struct Comparison {
  clang::BinaryOperatorKind op = clang::BO_Comma;
  const Expr* left = nullptr;
  const Expr* right = nullptr;
};

/// The comparison that `e` is, of pointers or of iterators.
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

/// The variable that `e` increments, or null.
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

/// Whether `s` holds a return, or a break that leaves the statement that `s` is the body of.
bool may_leave(const Stmt* s, bool breaks_count = true) {
  if (!s || llvm::isa<clang::LambdaExpr>(s)) return false;
  if (llvm::isa<clang::ReturnStmt>(s)) return true;
  if (llvm::isa<clang::BreakStmt>(s)) return breaks_count;
  const bool holds_breaks = llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt,
                                      clang::CXXForRangeStmt, clang::SwitchStmt>(s);
  for (const Stmt* c : s->children())
    if (may_leave(c, breaks_count && !holds_breaks)) return true;
  return false;
}

}  // namespace

/// i = a; i < b; i += s, read off the statement.
std::optional<Lifter::Counted> Lifter::counted(const clang::ForStmt& s) {
  Counted c;
  const auto* condition =
      s.getCond() ? llvm::dyn_cast<clang::BinaryOperator>(s.getCond()->IgnoreParenImpCasts())
                  : nullptr;
  if (!condition || !condition->isComparisonOp() || !s.getInc() || s.getConditionVariable())
    return std::nullopt;
  c.compare = condition->getOpcode();
  c.counter = counter_in(condition->getLHS());
  c.bound = condition->getRHS();
  if (!c.counter || !steps_by(*s.getInc(), c)) {
    c.counter = counter_in(condition->getRHS());
    c.bound = condition->getLHS();
    c.compare = clang::BinaryOperator::reverseComparisonOp(c.compare);
    if (!c.counter || !steps_by(*s.getInc(), c)) return std::nullopt;
  }
  if (!c.bound->getType()->isIntegerType() || touches(c.bound, c.counter)) return std::nullopt;
  c.compared = condition->getLHS()->getType();
  // A small counter may run past its last number and begin again, on its way to the bound.
  const bool is_small = context_.getTypeSize(c.counter->getType()) < 32;
  if (is_small && (c.compare == clang::BO_NE || (c.step != 1 && c.step != -1))) return std::nullopt;
  const bool up = c.step > 0;
  switch (c.compare) {
    case clang::BO_LT:
    case clang::BO_LE:
      if (!up) return std::nullopt;
      break;
    case clang::BO_GT:
    case clang::BO_GE:
      if (up) return std::nullopt;
      break;
    case clang::BO_NE:
      if (c.step != 1 && c.step != -1) return std::nullopt;
      break;
    default:
      return std::nullopt;
  }
  if (touches(s.getBody(), c.counter) || may_leave(s.getBody())) return std::nullopt;
  return c;
}

/// Whether the increment moves `c.counter` by a constant, which it then notes.
bool Lifter::steps_by(const Expr& increment, Counted& c) {
  const Expr* e = increment.IgnoreParenImpCasts();
  if (const auto* u = llvm::dyn_cast<clang::UnaryOperator>(e)) {
    if (!u->isIncrementDecrementOp() || counter_in(u->getSubExpr()) != c.counter) return false;
    c.step = u->isIncrementOp() ? 1 : -1;
    return true;
  }
  const auto* b = llvm::dyn_cast<clang::CompoundAssignOperator>(e);
  if (!b || counter_in(b->getLHS()) != c.counter) return false;
  if (b->getOpcode() != clang::BO_AddAssign && b->getOpcode() != clang::BO_SubAssign) return false;
  Object by;
  if (!fold(*b->getRHS(), by) || !by.known || *by.known == 0) return false;
  c.step = b->getOpcode() == clang::BO_AddAssign ? *by.known : -*by.known;
  return true;
}

/// Whether a counter that has no sign goes straight to its bound, instead of past its last number.
bool Lifter::goes_straight(const Counted& c, const Object& first, const Object& bound) const {
  if (c.compare != clang::BO_NE || !c.counter->getType()->isUnsignedIntegerType() ||
      context_.getTypeSize(c.counter->getType()) > 32)
    return true;
  const Object &low = c.step > 0 ? first : bound, &high = c.step > 0 ? bound : first;
  return low.is_known(0) || (low.known && high.known && *low.known <= *high.known);
}

/// How many turns there are.
Object Lifter::trip_count(const Counted& c, const Object& first, const Object& bound) {
  const QualType t = context_.LongTy;
  // Compared without a sign, a negative number is a large one.
  const bool is_large = c.compared->isUnsignedIntegerType() && !is_not_negative(first) &&
                        c.counter->getType()->isSignedIntegerType() && c.compare != clang::BO_NE;
  Object a = convert(first, t);
  const Object b = convert(bound, t);
  if (is_large && context_.getTypeSize(c.compared) == 32) {
    a = convert(convert(first, c.compared), t);
    a.size.reset();
  }
  const std::int64_t width = c.step > 0 ? c.step : -c.step;
  Object n = c.step > 0 ? (a.is_known(0) ? b : binary(clang::BO_Sub, b, a, t))
                        : (b.is_known(0) ? a : binary(clang::BO_Sub, a, b, t));
  const bool inclusive = c.compare == clang::BO_LE || c.compare == clang::BO_GE;
  const std::int64_t round = inclusive ? width : width - 1;
  if (round != 0) n = binary(clang::BO_Add, n, known(t, round), t);
  if (width != 1) n = binary(clang::BO_Div, n, known(t, width), t);
  if (is_large && c.step > 0 && context_.getTypeSize(c.compared) > 32)  // beyond every bound
    n = binary(clang::BO_Mul, n, convert(binary(clang::BO_GE, a, known(t, 0), context_.BoolTy), t),
               t);
  if (n.known) return known(t, std::max<std::int64_t>(*n.known, 0));
  if (n.size && n.size->lone_symbol()) return n;  // a size is never negative
  return source("max", {n, known(t, 0)}, t);
}

/// The counter's value in turn number `turn`.
Object Lifter::counter_at(const Counted& c, const Object& first, const Object& turn) {
  const QualType t = context_.LongTy;
  Object i = c.step == 1 ? turn : binary(clang::BO_Mul, turn, known(t, c.step), t);
  if (!first.is_known(0)) i = binary(clang::BO_Add, convert(first, t), i, t);
  const Object out = convert(i, c.counter->getType());
  if (out.value && i.value && out.value != i.value) wide_[out.value] = i.value;
  return out;
}

/// The same number, as far as the graph tells.
bool Lifter::same_number(const Object& a, const Object& b) {
  if (a.known || b.known) return a.known == b.known;
  if (a.size && b.size) return *a.size == *b.size;
  return a.value && b.value && same_computation(a.value, b.value);
}

bool Lifter::same_computation(ir::Value a, ir::Value b) {
  if (a == b) return true;
  const ir::Node* x = builder_.def(a);
  const ir::Node* y = builder_.def(b);
  if (!x || !y || x->op != y->op || !(x->attrs == y->attrs) || !x->regions.empty() ||
      !y->regions.empty() || x->operands.size() != y->operands.size() || x->results.size() != 1)
    return false;
  for (std::size_t i = 0; i < x->operands.size(); ++i)
    if (!same_computation(x->operands[i], y->operands[i])) return false;
  return true;
}

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

bool Lifter::counted_for(const clang::ForStmt& s, const Counted& c) {
  const Place p = variable(*c.counter, *s.getCond());
  const Object first = load(p);
  if (first.kind != Object::Kind::leaf) return false;
  const Object bound = value(*c.bound);
  if (!goes_straight(c, first, bound)) return false;
  const Object trips = trip_count(c, first, bound);
  const bool is_short = trips.known && *trips.known <= kUnroll;
  const std::size_t growing = growing_.size();
  const auto pushed = is_short ? std::vector<Pushed>() : grow_before(*s.getBody(), trips);
  const auto one_turn = [&](const Object& number) {
    const Object i = counter_at(c, first, number);
    name_after(i, *c.counter);
    put(p, i);
    set_lengths(pushed, number);
    frames_.back().exits.push_back({});
    turn([&] { statement(*s.getBody()); }, [] {});
    frames_.back().exits.pop_back();
    reset_lengths(pushed);
    if (!same(load(p), i) || !same_number(bound, value(*c.bound))) return false;
    put(p, first);
    return true;
  };
  const auto unrolled = [&] {
    const std::vector<Object> before = cells_;
    for (std::int64_t k = 0; k < *trips.known; ++k)
      if (!one_turn(known(context_.LongTy, k))) {
        cells_ = before;
        return false;
      }
    return true;
  };
  const bool done = is_short ? unrolled() : loop_or(s, trips, one_turn, unrolled);
  growing_.resize(growing);
  if (done) finish_lengths(pushed, trips);
  if (done && !declares(s.getInit(), c.counter)) put(p, counter_at(c, first, trips));
  return done;
}

/// A loop; `unrolled` if that is refused and the turns are few.
bool Lifter::loop_or(const Stmt& s, const Object& trips,
                     const std::function<bool(const Object&)>& one_turn,
                     const std::function<bool()>& unrolled) {
  if (!trips.known || *trips.known > kMayUnroll) return loop(s, trips, one_turn);
  const std::size_t depth = bound_.size();
  const std::vector<Object> cells = cells_;
  const std::vector<Frame> frames = frames_;
  const std::vector<int> loops = loop_cells_;
  try {
    return loop(s, trips, one_turn);
  } catch (const Refused&) {
    loop_cells_ = loops;
    while (bound_.size() > depth) close({});
    cells_ = cells;
    frames_ = frames;
  }
  return unrolled();
}

/// How many elements there are from `first` to before `last`, which point into the same array.
Object Lifter::trips_between(const Object& first, const Object& last) {
  const QualType t = context_.LongTy;
  const Object trips = first.children[0].is_known(0)
                           ? last.children[0]
                           : binary(clang::BO_Sub, last.children[0], first.children[0], t);
  if (trips.size && trips.size->lone_symbol()) return trips;
  return trips.known ? known(t, std::max<std::int64_t>(*trips.known, 0))
                     : source("max", {trips, known(t, 0)}, t);
}

/// for (it = ...; it != last; ++it), of pointers and iterators: a counted loop as well.
bool Lifter::iterated_for(const clang::ForStmt& s) {
  const Expr *condition = s.getCond(), *step = s.getInc();
  if (!condition || !step || s.getConditionVariable() || may_leave(s.getBody())) return false;
  const Comparison c = compared(*condition->IgnoreParenImpCasts());
  if (!c.left || (c.op != clang::BO_NE && c.op != clang::BO_LT)) return false;
  const auto* d = llvm::dyn_cast<clang::DeclRefExpr>(c.left->IgnoreParenImpCasts());
  const auto* it = d ? llvm::dyn_cast<clang::VarDecl>(d->getDecl()) : nullptr;
  if (!it || shape_of(context_, it->getType()) != Shape::pointer) return false;
  if (incremented(*step) != it || touches(s.getBody(), it) || touches(c.right, it)) return false;
  const Place p = variable(*it, *condition);
  const Object first = load(p), last = value(*c.right);
  if (!is_into_array(first) || !is_into_array(last) || !(first.target == last.target)) return false;
  const QualType t = context_.LongTy;
  const Object trips = trips_between(first, last);
  const auto one_turn = [&](const Object& number) {
    const Object here = moved(first, number, true);
    put(p, here);
    frames_.back().exits.push_back({});
    turn([&] { statement(*s.getBody()); }, [] {});
    frames_.back().exits.pop_back();
    if (!same(load(p), here)) return false;
    put(p, first);
    return true;
  };
  const auto unrolled = [&] {
    for (std::int64_t k = 0; k < *trips.known; ++k)
      if (!one_turn(known(t, k))) return false;
    return true;
  };
  const std::vector<Object> before = cells_;
  const bool is_short = trips.known && *trips.known <= kUnroll;
  if (!(is_short ? unrolled() : loop_or(s, trips, one_turn, unrolled))) {
    cells_ = before;
    return false;
  }
  put(p, last);
  return true;
}

void Lifter::for_statement(const clang::ForStmt& s) {
  if (s.getInit()) statement(*s.getInit());
  stand_at(s);
  if (const auto c = counted(s); c && counted_for(s, *c)) return;
  if (iterated_for(s)) return;
  conditional_loop(s, s.getCond(), s.getConditionVariable(), s.getBody(), s.getInc(), false);
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

/// Makes the loop variable of a range-for the element at `place`.
void Lifter::bind_element(const clang::VarDecl& x, const Place& element) {
  if (x.getType()->isReferenceType()) return bind(x, element);
  Object v = load(element);
  name_after(v, x);
  bind(x, temporary(std::move(v)));
}

/// What a range-for goes over, or false if only its iterators can tell.
bool Lifter::elements_of(const clang::CXXForRangeStmt& s, Elements& out) {
  const auto* range = llvm::cast<clang::VarDecl>(s.getRangeStmt()->getSingleDecl());
  const QualType t = context_.LongTy;
  Place& list = out.list = place(*range->getInit());
  Object o = load(list);
  if (is_window(o)) {
    list = o.target;
    out.first = o.children[0];
    out.count = o.children[1];
    return true;
  }
  while (o.kind == Object::Kind::address && !is_into_array(o)) o = load(list = o.target);
  const Shape shape = shape_of(context_, o.type);
  const bool is_flat =
      shape == Shape::tensor && !list.steps.empty() && list.steps.back().kind == Step::Kind::flat;
  if (shape == Shape::list || shape == Shape::span || shape == Shape::array ||
      shape == Shape::records || is_flat) {
    out.first = known(t, 0);
    out.count = size_along(list, 0, t);
    return true;
  }
  if (shape != Shape::record) refuse(*range->getInit(), "lift.range");
  bind(*range, list);
  statement(*s.getBeginStmt());
  statement(*s.getEndStmt());
  const auto held = [&](const clang::DeclStmt& d) {
    return load(variable(*llvm::cast<clang::VarDecl>(d.getSingleDecl()), *s.getCond()));
  };
  const Object first = held(*s.getBeginStmt()), last = held(*s.getEndStmt());
  if (!is_into_array(first) || !is_into_array(last) || !(first.target == last.target)) return false;
  list = first.target;
  out.first = first.children[0];
  out.count = trips_between(first, last);
  return true;
}

/// for (x : range) of a class with iterators of its own.
void Lifter::range_by_iterators(const clang::CXXForRangeStmt& s) {
  const auto test = [&] { return truth(value(*s.getCond())); };
  const auto step = [&] { discard(*s.getInc()); };
  const auto run = [&] {
    declare(*s.getLoopVariable());
    statement(*s.getBody());
  };
  frames_.back().exits.push_back({new_cell(known(context_.BoolTy, 0)), -1});
  if (may_leave(s.getBody()) || !while_loop(s, test, [&] { turn(run, step); }))
    loop_until_exit(s, test(), test, run, step);
  frames_.back().exits.pop_back();
}

/// for (x : range), of a list, array or view.
void Lifter::range_for(const clang::CXXForRangeStmt& s) {
  if (s.getInit()) statement(*s.getInit());
  Elements elements;
  if (!elements_of(s, elements)) return range_by_iterators(s);
  const Object& trips = elements.count;
  const auto element = [&](const Object& number) {
    const bool at_start = elements.first.is_known(0);
    return subscript(
        elements.list,
        at_start ? number : binary(clang::BO_Add, elements.first, number, context_.LongTy));
  };
  const clang::VarDecl& x = *s.getLoopVariable();
  const bool is_short = trips.known && *trips.known <= kUnroll;
  const std::size_t growing = growing_.size();
  const bool counts = !is_short && !may_leave(s.getBody());
  const auto pushed = counts ? grow_before(*s.getBody(), trips) : std::vector<Pushed>();
  const auto one_turn = [&](const Object& number) {
    set_lengths(pushed, number);
    bind_element(x, element(number));
    frames_.back().exits.push_back({});
    turn([&] { statement(*s.getBody()); }, [] {});
    frames_.back().exits.pop_back();
    reset_lengths(pushed);
    return true;
  };
  const auto unrolled = [&] {
    for (std::int64_t k = 0; k < *trips.known; ++k) one_turn(known(context_.LongTy, k));
    return true;
  };
  if (may_leave(s.getBody()))
    range_until_exit(s, element, trips);
  else if (is_short)
    unrolled();
  else
    loop_or(s, trips, one_turn, unrolled);
  growing_.resize(growing);
  finish_lengths(pushed, trips);
}

/// A range-for that may be left: a loop over the number of the element.
void Lifter::range_until_exit(const clang::CXXForRangeStmt& s,
                              const std::function<Place(const Object&)>& element,
                              const Object& trips) {
  const QualType t = context_.LongTy;
  const int number = new_cell(known(t, 0));
  const auto at = static_cast<std::size_t>(number);
  const auto test = [&] { return binary(clang::BO_LT, cells_[at], trips, context_.BoolTy); };
  const auto step = [&] {
    Object next = binary(clang::BO_Add, cells_[at], known(t, 1), t);
    cells_[at] = std::move(next);
  };
  frames_.back().exits.push_back({new_cell(known(context_.BoolTy, 0)), -1});
  const auto run = [&] {
    bind_element(*s.getLoopVariable(), element(Object(cells_[at])));
    statement(*s.getBody());
  };
  loop_until_exit(s, test(), test, run, step);
  frames_.back().exits.pop_back();
}

}  // namespace tlaloc::lift
