// The range-for: counted over lists, arrays and views, else by the iterators of the class.
#include "clang/AST/ASTContext.h"

#include "lift/body_lifter.h"
#include "lift/body_loop_forms.h"

namespace tlaloc::lift {

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
