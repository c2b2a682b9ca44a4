// Loops: what the body changes is carried from turn to turn.
//
// Which places a body changes is found by lifting it: a pass that changes a place it does not carry
// is thrown away and made again with that place carried. What was found is remembered for the
// statement, so that nested loops need few passes.
#include <algorithm>

#include "clang/AST/ASTContext.h"

#include "lift/body_lifter.h"
#include "ops/arithmetic.h"
#include "ops/table.h"

namespace tlaloc::lift {
namespace {

void replace(ir::Region& r, const std::map<ir::Value, ir::Value>& by) {
  const auto swap = [&](ir::Values& vs) {
    for (ir::Value& v : vs)
      if (const auto at = by.find(v); at != by.end()) v = at->second;
  };
  for (ir::Node& n : r.nodes) {
    swap(n.operands);
    for (ir::Region& inner : n.regions) replace(inner, by);
  }
  swap(r.results);
}

}  // namespace

/// The carried places as values on entry; a place that holds nothing yet holds zeros.
ir::Values Lifter::carried_in(Carried& carried) {
  ir::Values in;
  for (std::size_t i = 0; i < carried.places.size(); ++i) {
    const Object o = *find(cells_, carried.places[i]);
    if (o.kind == Object::Kind::unset && shape_of(context_, o.type) != Shape::scalar)
      in.push_back(ops::zeros(builder_, carried.types[i]));
    else
      in.push_back(merged_value(o, o));
  }
  return in;
}

/// Opens a region whose parameters (after `more`) are the carried places, and puts them there.
ir::Values Lifter::open_carried(const Carried& carried, const ir::Values& in,
                                std::vector<ir::Type> more) {
  std::vector<std::string> names(more.size());
  for (ir::Value v : in) {
    more.push_back(builder_.type(v));
    names.push_back(function_.values[static_cast<std::size_t>(v.id)].name);
  }
  const ir::Values params = open(more, names);
  const std::size_t first = params.size() - in.size();
  for (std::size_t i = 0; i < in.size(); ++i)
    put(carried.places[i], leaf(find(cells_, carried.places[i])->type, params[first + i]));
  return params;
}

/// Adds what changed since `start` to the carried places; true if there was anything new.
bool Lifter::carry_more(Carried& carried, const std::vector<Object>& start) {
  std::vector<Object> first_alike = start;
  point_alike(first_alike, cells_);  // what a pointer means is told as it was on entry
  std::vector<Place> changed;
  for (std::size_t i = 0; i < start.size(); ++i)
    differences(start[i], cells_[i], {static_cast<int>(i), {}}, changed);
  bool more = false;
  for (const Place& p : changed) {
    if (std::find(carried.places.begin(), carried.places.end(), p) != carried.places.end())
      continue;
    const Object& end = *find(cells_, p);
    more = true;
    if (end.kind == Object::Kind::table && find(start, p)->kind == Object::Kind::aggregate)
      continue;  // rewind makes it a table from the start
    Object first = *find(start, p), last = end;
    if (pointed_alike(first, last) || choose_alike(first, last))
      continue;  // rewind points it into the array, or at all that it may mean, from the start
    const bool is_value = end.is_leaf() || end.kind == Object::Kind::unset ||
                          shape_of(context_, end.type) == Shape::array;
    if (!is_value) refuse_here("lift.reference_choice");
    // An array of which parts were carried becomes one value: its parts are dropped.
    std::erase_if(carried.places, [&](const Place& q) {
      return q.cell == p.cell && q.steps.size() > p.steps.size() &&
             std::equal(p.steps.begin(), p.steps.end(), q.steps.begin());
    });
    carried.places.push_back(p);
  }
  carried.types.clear();
  for (const Place& p : carried.places) {
    const Object& end = *find(cells_, p);
    carried.types.push_back(end.is_leaf() && end.value ? builder_.type(end.value) : ir::Type{});
  }
  return more;
}

/// What the carried places hold at the end of a turn.
ir::Values Lifter::carried_out(const Carried& carried, const ir::Values& in) {
  ir::Values out;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const Object end = *find(cells_, carried.places[i]);
    out.push_back(merged_value(end, end));
    if (builder_.type(out.back()) != builder_.type(in[i])) refuse_here("lift.carried_size");
  }
  return out;
}

/// Takes a region apart from what it only hands on: parameter `first + i` that is also result i.
void Lifter::drop_unchanged(Carried& carried, ir::Values& in, std::vector<ir::Region*> regions,
                            std::size_t first) {
  const ir::Region& body = *regions.back();
  std::vector<bool> drop(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) drop[i] = body.results[i] == body.params[first + i];
  for (ir::Region* r : regions) {
    const std::size_t skip = r == regions.back() ? first : 0;
    std::map<ir::Value, ir::Value> by;
    for (std::size_t i = 0; i < in.size(); ++i)
      if (drop[i]) by[r->params[skip + i]] = in[i];
    for (std::size_t i = in.size(); i-- > 0;) {
      if (!drop[i]) continue;
      r->params.erase(r->params.begin() + static_cast<std::ptrdiff_t>(skip + i));
      if (r == regions.back())
        r->results.erase(r->results.begin() + static_cast<std::ptrdiff_t>(i));
    }
    replace(*r, by);
  }
  for (std::size_t i = in.size(); i-- > 0;) {
    if (!drop[i]) continue;
    in.erase(in.begin() + static_cast<std::ptrdiff_t>(i));
    carried.places.erase(carried.places.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

/// Adds the loop node; the carried places hold its results afterwards.
void Lifter::finish_loop(ir::Control kind, ir::Values operands, std::vector<ir::Region> regions,
                         const Carried& carried, const ir::Values& in) {
  std::vector<ir::Type> types;
  for (ir::Value v : in) types.push_back(builder_.type(v));
  operands.insert(operands.end(), in.begin(), in.end());
  const ir::Values out = builder_.add_structural(ops::structural(kind), std::move(operands), {},
                                                 std::move(regions), std::move(types));
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::string name = function_.values[static_cast<std::size_t>(in[i].id)].name;
    if (!name.empty()) builder_.name(out[i], std::move(name));
    put(carried.places[i], leaf(find(cells_, carried.places[i])->type, out[i]));
  }
}

/// Places remembered from an earlier pass over the same statement, where they still exist.
Lifter::Carried Lifter::remembered(const clang::Stmt& s) {
  Carried carried;
  for (const Place& p : carried_before_[&s]) {
    const Object* o = find(cells_, p);
    const bool is_value = o && (o->is_leaf() || (o->kind == Object::Kind::unset &&
                                                 shape_of(context_, o->type) == Shape::scalar));
    if (is_value) carried.places.push_back(p);
  }
  carried.types.resize(carried.places.size());
  return carried;
}

/// After a pass that carried too little: the state before it, with arrays that the body indexes
/// made values.
void Lifter::rewind(const Carried& carried, const std::vector<Object>& before) {
  const std::vector<Object> end = std::move(cells_);
  cells_ = before;
  for (const Place& p : new_tables(before, end)) put(p, tabled(*find(cells_, p)));
  std::vector<Object> last(end.begin(), end.begin() + static_cast<std::ptrdiff_t>(cells_.size()));
  point_alike(cells_, last);
  for (const Place& p : carried.places)
    if (find(cells_, p)->kind == Object::Kind::aggregate && find(end, p)->is_leaf())
      put(p, dense(*find(cells_, p)));
}

bool Lifter::loop(const clang::Stmt& s, const Object& trips,
                  const std::function<bool(const Object&)>& turn) {
  const base::Location where = builder_.where();
  const ir::Value n = value_of(convert(trips, context_.LongTy));
  Carried carried = remembered(s);
  for (;;) {
    ir::Values in = carried_in(carried);
    const std::vector<Object> before = cells_;
    const ir::Values params = open_carried(carried, in, {ir::scalar_type(DType::i64)});
    const std::vector<Object> start = cells_;
    loop_cells_.push_back(static_cast<int>(before.size()));
    const bool counted = turn(leaf(context_.LongTy, params[0]));
    loop_cells_.pop_back();
    cells_.resize(before.size());
    builder_.at(where);
    if (!counted) {
      close({});
      cells_ = before;
      return false;
    }
    if (carry_more(carried, start)) {
      close({});
      rewind(carried, before);
      continue;
    }
    carried_before_[&s] = carried.places;
    std::vector<ir::Region> regions;
    regions.push_back(close(carried_out(carried, in)));
    cells_ = before;
    drop_unchanged(carried, in, {&regions[0]}, 1);
    finish_loop(ir::Control::loop, {n}, std::move(regions), carried, in);
    return true;
  }
}

/// False if the condition changes something: then it cannot stand in a region of its own.
bool Lifter::while_loop(const clang::Stmt& s, const std::function<Object()>& condition,
                        const Action& turn) {
  const base::Location where = builder_.where();
  shrink_in(s);
  Carried carried = remembered(s);
  for (;;) {
    ir::Values in = carried_in(carried);
    const std::vector<Object> before = cells_;
    std::vector<ir::Region> regions;
    open_carried(carried, in, {});
    std::vector<Object> start = cells_;
    const Object c = condition();
    cells_.resize(before.size());
    builder_.at(where);
    for (std::size_t i = 0; i < start.size(); ++i)
      if (!same(start[i], cells_[i])) {
        close({});
        cells_ = before;
        return false;
      }
    regions.push_back(close({value_of(c)}));
    cells_ = before;
    open_carried(carried, in, {});
    start = cells_;
    loop_cells_.push_back(static_cast<int>(before.size()));
    turn();
    loop_cells_.pop_back();
    cells_.resize(before.size());
    builder_.at(where);
    if (carry_more(carried, start)) {
      close({});
      rewind(carried, before);
      continue;
    }
    carried_before_[&s] = carried.places;
    regions.push_back(close(carried_out(carried, in)));
    cells_ = before;
    drop_unchanged(carried, in, {&regions[0], &regions[1]}, 0);
    finish_loop(ir::Control::while_loop, {}, std::move(regions), carried, in);
    return true;
  }
}

}  // namespace tlaloc::lift
