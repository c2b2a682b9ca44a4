// Loops whose turns are counted before the first: over integers, pointers and iterators.
#include <algorithm>

#include "clang/AST/ASTContext.h"

#include "lift/body_lifter.h"
#include "lift/body_loop_forms.h"

namespace tlaloc::lift {
namespace {

using clang::Expr;
using clang::Stmt;

constexpr std::int64_t kMayUnroll = 16;  ///< turns written out when a loop cannot be had

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

}  // namespace

/// i = a; i < b; i += s, read off the statement.
std::optional<Lifter::Counted> Lifter::counted(const clang::ForStmt& s, bool may_end_early) {
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
  if (touches(s.getBody(), c.counter)) return std::nullopt;
  if (!may_end_early && may_leave(s.getBody())) return std::nullopt;
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
  const std::vector<Place> growing = growing_, reserved = reserved_;
  try {
    return loop(s, trips, one_turn);
  } catch (const Refused&) {
    loop_cells_ = loops;
    growing_ = growing;
    reserved_ = reserved;
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

}  // namespace tlaloc::lift
