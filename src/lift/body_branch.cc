// if, ?:, and whatever else runs one of two ways: two regions, then one state out of two.
#include <algorithm>
#include <utility>

#include "clang/AST/ASTContext.h"

#include "lift/body_forms.h"
#include "lift/body_lifter.h"
#include "ops/arithmetic.h"
#include "ops/table.h"

namespace tlaloc::lift {
namespace {

bool has_effects(const ir::Region& r) {
  bool found = false;
  ir::for_each_node(r, [&](const ir::Node& n) { found = found || n.op->has_effect; });
  return found;
}

/// Whether it is what a debugging libstdc++ (_GLIBCXX_DEBUG) asks of iterators before it uses them.
/// Where they point to is known here.
bool is_debugging_check(const clang::IfStmt& s) {
  const auto* e = llvm::dyn_cast<clang::Expr>(s.getThen());
  const auto* call = e ? llvm::dyn_cast<clang::CXXMemberCallExpr>(e->IgnoreImplicit()) : nullptr;
  const auto* of = call ? call->getRecordDecl() : nullptr;
  return of && of->getIdentifier() && of->getName() == "_Error_formatter";
}

}  // namespace

/// What a branch left in a place, as a value; `other` is what the other branch left there.
ir::Value Lifter::merged_value(const Object& o, const Object& other) {
  const bool is_value = o.kind == Object::Kind::leaf || o.kind == Object::Kind::unset ||
                        shape_of(context_, o.type) == Shape::array || is_grown(o);
  if (!is_value) refuse_here("lift.reference_choice");
  if (o.kind != Object::Kind::unset) return value_of(o);
  if (shape_of(context_, o.type) == Shape::scalar) return value_of(zero(o.type));
  if (!other.is_leaf() || !other.value) refuse_here("lift.unset");
  return ops::zeros(builder_, ir::Type(builder_.type(other.value)));
}

void Lifter::branch(const Object& condition, const Action& yes, const Action& no) {
  if (condition.known) return *condition.known ? yes() : no();
  const ir::Value c = value_of(condition);
  const base::Location where = builder_.where();
  const std::vector<Object> before = cells_;
  open({});
  yes();
  std::vector<Object> then = std::move(cells_);
  then.resize(before.size());
  cells_ = before;
  open({});  // inside the other one only until both are closed
  no();
  cells_.resize(before.size());
  builder_.at(where);
  // An array of structs that one side has indexed at run time is a table in the other one as well.
  std::vector<Place> tables = new_tables(before, then);
  for (Place& p : new_tables(before, cells_)) tables.push_back(std::move(p));
  if (!tables.empty()) {
    close({});
    close({});
    cells_ = before;
    for (const Place& p : tables)
      if (find(cells_, p)->kind == Object::Kind::aggregate) put(p, tabled(*find(cells_, p)));
    return branch(condition, yes, no);
  }
  join(c, then);
}

/// What `x` has to be so that it differs from `y` in numbers alone: a pointer that nothing has set
/// points into the other one's array (nobody reads it there), a view of a whole is one of a part.
bool Lifter::pointed_alike(Object& x, Object& y) {
  if (y.target.cell >= static_cast<int>(cells_.size())) return false;
  const QualType t = context_.LongTy;
  if (x.kind == Object::Kind::unset && is_into_array(y)) {
    x = y;
    x.children[0] = known(t, 0);
    return true;
  }
  if (x.kind == Object::Kind::unset && is_pointer(y)) {
    std::vector<Alternative> all = alternatives(y);
    for (Alternative& a : all) {
      if (a.place.cell >= static_cast<int>(cells_.size())) return false;
      a.is = known(context_.BoolTy, 0);
      for (Object& i : a.indices) i = known(t, 0);
    }
    x = address_among(all, y.type);
    y = address_among(alternatives(y), y.type);
    return true;
  }
  const bool is_whole = x.kind == Object::Kind::address && x.children.empty();
  if (!is_whole || !is_window(y) || !(array_at(x.target) == y.target)) return false;
  const Object count = count_of(y.target, t);
  if (!count.known && !count.size) return false;
  x.target = y.target;
  x.children = {known(t, 0), count};
  return true;
}

void Lifter::point_alike(std::vector<Object>& a, std::vector<Object>& b) {
  std::vector<Place> places;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
    differences(a[i], b[i], {static_cast<int>(i), {}}, places);
  for (const Place& p : places) {
    Object x = *find(a, p), y = *find(b, p);
    const auto at = static_cast<std::size_t>(p.cell);
    const bool alike = pointed_alike(x, y) || pointed_alike(y, x) || choose_alike(x, y);
    if (!alike) continue;
    assign_into(a[at], p.steps, std::move(x));
    assign_into(b[at], p.steps, std::move(y));
  }
}

void Lifter::refuse_lengths(const Object& list) {
  if (!list.type.isNull() && std_class(list.type) == "vector")
    refuse_here("lift.branch_size",
                "the two sides of a branch leave a std::vector in different lengths (reserve the "
                "most that it may hold, where it is made)");
  refuse_here("lift.branch_size");
}

/// Closes the two open regions of a branch and makes one state of `then` and the current one.
void Lifter::join(ir::Value condition, std::vector<Object>& then) {
  point_alike(then, cells_);
  std::vector<Place> places;
  for (std::size_t i = 0; i < then.size(); ++i)
    differences(then[i], cells_[i], {static_cast<int>(i), {}}, places);
  const std::vector<Object> otherwise = cells_;
  const auto at = [&](const std::vector<Object>& cells, const Place& p) {
    Object o = cells[static_cast<std::size_t>(p.cell)];
    for (const Step& s : p.steps) {
      Object part = o.children[static_cast<std::size_t>(s.child)];
      o = std::move(part);
    }
    return o;
  };
  std::vector<std::pair<Place, Object>> conditions;
  std::erase_if(places, [&](const Place& p) {
    Object c;
    if (!is_condition(condition, at(then, p), at(otherwise, p), c)) return false;
    conditions.emplace_back(p, std::move(c));
    return true;
  });
  ir::Values yes, no;
  for (const Place& p : places) no.push_back(merged_value(at(otherwise, p), at(then, p)));
  ir::Region second = close(no);
  for (const Place& p : places) yes.push_back(merged_value(at(then, p), at(otherwise, p)));
  ir::Region first = close(yes);
  std::vector<ir::Type> types;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (builder_.type(yes[i]) != builder_.type(no[i])) refuse_lengths(at(then, places[i]));
    types.push_back(builder_.type(yes[i]));
  }
  if (places.empty() && !has_effects(first) && !has_effects(second)) {
    for (auto& [p, o] : conditions) put(p, o.known ? invert(leaf(o.type, condition)) : o);
    return;
  }
  std::vector<ir::Region> regions;
  regions.push_back(std::move(first));
  regions.push_back(std::move(second));
  const ir::Values results = builder_.add_structural(
      ops::structural(ir::Control::branch), {condition}, {}, std::move(regions), std::move(types));
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Object either = at(then, places[i]);
    std::string name = function_.values[static_cast<std::size_t>(yes[i].id)].name;
    if (!name.empty()) builder_.name(results[i], std::move(name));
    put(places[i], leaf(either.type, results[i]));
  }
  for (auto& [p, o] : conditions) put(p, o.known ? invert(leaf(o.type, condition)) : o);
}

/// A flag that one side raised and the other did not is the condition itself. (Inverted where
/// `out` says so by a known 0.)
bool Lifter::is_condition(ir::Value condition, const Object& yes, const Object& no, Object& out) {
  if (!yes.is_leaf() || !no.is_leaf() || !yes.known || !no.known) return false;
  if (!yes.type->isBooleanType() || yes.known == no.known) return false;
  out = *yes.known ? leaf(yes.type, condition) : known(yes.type, 0);
  return true;
}

/// Writes where only members and children lead, argument or not.
void Lifter::put(const Place& p, Object o) {
  assign_into(cells_[static_cast<std::size_t>(p.cell)], p.steps, std::move(o));
}

/// Whether control never comes out at the end of `s`.
bool Lifter::always_exits(const clang::Stmt* s) {
  if (!s) return false;
  if (fails(s)) return true;
  switch (form_of(*s)) {
    case Form::return_:
    case Form::break_:
    case Form::continue_:
      return true;
    case Form::attributed:
      return always_exits(llvm::cast<clang::AttributedStmt>(s)->getSubStmt());
    case Form::compound: {
      for (const clang::Stmt* part : llvm::cast<clang::CompoundStmt>(s)->body())
        if (always_exits(part)) return true;
      return false;
    }
    case Form::if_: {
      const auto* i = llvm::cast<clang::IfStmt>(s);
      return always_exits(i->getThen()) && always_exits(i->getElse());
    }
    default:
      return false;
  }
}

Object Lifter::condition_of(const clang::IfStmt& s) {
  if (s.isConsteval()) return known(context_.BoolTy, s.isNegatedConsteval());
  if (s.getInit()) statement(*s.getInit());
  if (const auto* v = s.getConditionVariable()) declare(*v);
  return truth(value(*s.getCond()));
}

/// Lifts the statement; true if `rest`, what follows it, was lifted too: when one side always
/// leaves, what follows belongs to the other side.
bool Lifter::if_statement(const clang::IfStmt& s, Statements rest) {
  if (is_debugging_check(s)) return false;
  const Object condition = condition_of(s);
  if (!condition.known && checked_if(s, condition)) return false;
  const bool then_exits = always_exits(s.getThen()), else_exits = always_exits(s.getElse());
  const bool takes_rest = !condition.known && !rest.empty() && then_exits != else_exits;
  const auto side = [&](const clang::Stmt* part, bool exits) {
    if (part) statement(*part);
    if (takes_rest && !exits) statements(rest);
  };
  stand_at(s);
  const auto both = [&] {
    branch(
        condition, [&] { side(s.getThen(), then_exits); }, [&] { side(s.getElse(), else_exits); });
  };
  if (condition.known)
    both();
  else
    with_room_for(s, both);
  return takes_rest;
}

}  // namespace tlaloc::lift
