// References and pointers to one of several objects, which only run time tells apart.
//
// Such an address names every object that it may mean, and holds a flag for each; what a branch
// leaves in it is flags and indices, and these join as all values do. A place that stands on a
// choice reads and writes under the flags: the object that is not meant is not touched.
#include <algorithm>
#include <tuple>

#include "clang/AST/ASTContext.h"

#include "lift/body_lifter.h"
#include "ops/build.h"

namespace tlaloc::lift {
namespace {

/// The place without its indices, and those.
Place without_indices(Place p, ir::Values& indices) {
  for (Step& s : p.steps)
    for (ir::Value& i : s.index) {
      indices.push_back(i);
      i = {};
    }
  return p;
}

std::size_t count_indices(const Place& p) {
  std::size_t n = 0;
  for (const Step& s : p.steps) n += s.index.size();
  return n;
}

/// An order of places without indices.
bool before(const Place& a, const Place& b) {
  const auto key = [](const Step& s) { return std::tuple(s.kind, s.child, s.index.size()); };
  if (a.cell != b.cell) return a.cell < b.cell;
  return std::lexicographical_compare(
      a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(),
      [&](const Step& s, const Step& t) { return key(s) < key(t); });
}

}  // namespace

/// The objects that an address may mean. No node is made.
std::vector<Lifter::Alternative> Lifter::alternatives(const Object& address) {
  const auto plain = [&](const Place& p, const Object& is) {
    ir::Values indices;
    Alternative a{without_indices(p, indices), is, {}};
    for (ir::Value i : indices) a.indices.push_back(leaf(context_.LongTy, i));
    return a;
  };
  const Object yes = known(context_.BoolTy, 1);
  if (is_null(address)) return {plain({}, yes)};
  std::vector<Alternative> out;
  auto child = address.children.begin();
  for (const Place& p : address.among) {
    const auto indices = child + 1, end = indices + std::ptrdiff_t(count_indices(p));
    out.push_back({p, *child, {indices, end}});
    child = end;
  }
  if (!out.empty()) return out;
  Alternative one = plain(address.target, yes);
  if (is_into_array(address)) {
    one.place.steps.push_back({Step::Kind::element, -1, {ir::Value()}});
    one.indices.push_back(address.children[0]);
  }
  return {std::move(one)};
}

Object Lifter::address_among(const std::vector<Alternative>& all, QualType t) {
  Object o;
  o.kind = Object::Kind::address;
  o.type = t.getCanonicalType();
  for (const Alternative& a : all) {
    o.among.push_back(a.place);
    o.children.push_back(a.is);
    o.children.insert(o.children.end(), a.indices.begin(), a.indices.end());
  }
  return o;
}

/// The address of what is at `p`; of a choice, all that it may be.
Object Lifter::pointing_to(Place p, QualType t) {
  for (Step& s : p.steps)
    for (ir::Value& i : s.index) i = ops::build::convert(builder_, i, DType::i64);
  Object o;
  o.kind = Object::Kind::address;
  o.type = t.getCanonicalType();
  const Object& cell = cells_[static_cast<std::size_t>(p.cell)];
  if (cell.kind != Object::Kind::choice) {
    o.target = std::move(p);
    return o;
  }
  std::vector<Alternative> all = alternatives(address_of_choice(p));
  ir::Values indices;
  const Place rest = without_indices(p, indices);
  for (Alternative& a : all) {
    a.place.steps.insert(a.place.steps.end(), rest.steps.begin(), rest.steps.end());
    for (ir::Value i : indices) a.indices.push_back(leaf(context_.LongTy, i));
  }
  return address_among(all, t);
}

Place Lifter::placed(const Alternative& a) {
  Place p{a.place.cell, {}};
  auto index = a.indices.begin();
  for (const Step& s : a.place.steps) {
    if (s.index.empty()) p = p.step(s);
    for (std::size_t i = 0; i < s.index.size(); ++i) p = subscript(p, *index++);
  }
  return p;
}

/// What an address means.
Place Lifter::target_of(const Object& address) {
  if (!is_among(address)) return address.target;
  std::vector<Alternative> all = alternatives(address);
  // What is null is not read or written, so it is none of them.
  std::erase_if(all, [](const Alternative& a) { return a.place.cell < 0 || a.is.is_known(0); });
  if (all.empty()) refuse_here("lift.pointer");
  if (all.size() == 1) return placed(all[0]);
  Object o = address_among(all, address.type);
  o.kind = Object::Kind::choice;
  return temporary(std::move(o));
}

/// An address that is no view.
bool Lifter::is_pointer(const Object& o) {
  if (o.kind != Object::Kind::address || is_window(o)) return false;
  const Shape shape = o.type.isNull() ? Shape::pointer : shape_of(context_, o.type);
  return shape != Shape::span && shape != Shape::records;
}

/// Makes two addresses differ in flags and indices alone, if they are addresses of objects.
bool Lifter::choose_alike(Object& x, Object& y) {
  const auto fits = [&](const Object& o) {
    if (!is_null(o) && !is_pointer(o)) return false;
    for (const Alternative& a : alternatives(o))
      if (a.place.cell >= static_cast<int>(cells_.size())) return false;
    return true;
  };
  if (!fits(x) || !fits(y) || (is_null(x) && is_null(y))) return false;
  const std::vector<Alternative> of_x = alternatives(x), of_y = alternatives(y);
  const auto is_of = [](const std::vector<Alternative>& all, const Place& p) {
    return std::find_if(all.begin(), all.end(), [&](const Alternative& a) { return a.place == p; });
  };
  std::vector<Alternative> all = of_x;
  for (const Alternative& a : of_y)
    if (is_of(all, a.place) == all.end()) all.push_back(a);
  // In one order, whatever the way here: a loop goes on until nothing changes any more.
  std::sort(all.begin(), all.end(),
            [](const Alternative& a, const Alternative& b) { return before(a.place, b.place); });
  const auto told = [&](const std::vector<Alternative>& some, QualType t) {
    std::vector<Alternative> out = all;
    for (Alternative& a : out) {
      const auto at = is_of(some, a.place);
      a.is = known(context_.BoolTy, 0);
      for (Object& i : a.indices) i = known(context_.LongTy, 0);
      if (at != some.end()) a = *at;
    }
    return address_among(out, t);
  };
  const QualType t = is_null(x) ? y.type : x.type;
  x = told(of_x, t);
  y = told(of_y, t);
  return true;
}

bool Lifter::is_chosen(const Place& p) {
  return cells_[static_cast<std::size_t>(p.cell)].kind == Object::Kind::choice;
}

Object Lifter::address_of_choice(const Place& p) {
  Object o = cells_[static_cast<std::size_t>(p.cell)];
  o.kind = Object::Kind::address;
  return o;
}

/// Does `action` with the place that `p`, which stands on a choice, means.
void Lifter::with_chosen(const Place& p, const std::function<void(const Place&)>& action) {
  const std::vector<Alternative> all = alternatives(address_of_choice(p));
  const std::function<void(std::size_t)> from = [&](std::size_t i) {
    const auto take = [&] {
      Place one = placed(all[i]);
      one.steps.insert(one.steps.end(), p.steps.begin(), p.steps.end());
      action(one);
    };
    if (i + 1 == all.size()) return take();
    branch(all[i].is, take, [&] { from(i + 1); });
  };
  from(0);
}

/// The same with every place that it may mean.
void Lifter::each_chosen(const Place& p, const std::function<void(const Place&)>& action) {
  for (const Alternative& a : alternatives(address_of_choice(p))) {
    Place one = placed(a);
    one.steps.insert(one.steps.end(), p.steps.begin(), p.steps.end());
    action(one);
  }
}

Object Lifter::load_chosen(const Place& p) {
  const auto cell = static_cast<std::size_t>(new_cell({}));
  with_chosen(p, [&](const Place& one) {
    Object o = load(one);
    cells_[cell] = std::move(o);
  });
  return cells_[cell];
}

/// c ? a : b as a place.
Place Lifter::chosen_place(const Object& condition, const Expr& yes, const Expr& no) {
  const auto cell = static_cast<std::size_t>(new_cell({}));
  const auto take = [&](const Expr& e) {
    Object o = pointing_to(place(e), context_.getPointerType(e.getType()));
    cells_[cell] = std::move(o);
  };
  branch(condition, [&] { take(yes); }, [&] { take(no); });
  return target_of(cells_[cell]);
}

Object Lifter::null_pointer(QualType t) {
  Object o;
  o.kind = Object::Kind::opaque;
  o.type = t.getCanonicalType().getUnqualifiedType();
  o.known = 0;
  return o;
}

/// Whether a pointer points to something.
Object Lifter::not_null(const Object& pointer) {
  if (!is_among(pointer)) return known(context_.BoolTy, pointer.kind != Object::Kind::opaque);
  for (const Alternative& a : alternatives(pointer))
    if (a.place.cell < 0) return invert(a.is);
  return known(context_.BoolTy, 1);
}

/// == and != with the null pointer.
Object Lifter::compare_among(clang::BinaryOperatorKind op, const Object& x, const Object& y,
                             const Expr& at, QualType t) {
  const bool equality = op == clang::BO_EQ || op == clang::BO_NE;
  if (!equality || (!is_null(x) && !is_null(y))) refuse(at, "lift.pointer");
  const Object is_set = not_null(is_null(x) ? y : x);
  return convert(op == clang::BO_NE ? is_set : invert(is_set), t);
}

}  // namespace tlaloc::lift
