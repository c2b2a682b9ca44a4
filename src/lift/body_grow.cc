// Vectors that change their length. A grown vector is {data, length}: a list of its final capacity
// and how much of it there is. A loop knows on entry how often its body pushes, at most, and makes
// room for that; outside of loops a vector grows by one element at a time.
#include <algorithm>

#include "clang/AST/ASTContext.h"

#include "lift/body_lifter.h"
#include "lift/body_pushes.h"
#include "ops/arithmetic.h"
#include "ops/build.h"

namespace tlaloc::lift {
namespace {

using clang::Stmt;

bool jumps(const Stmt* s) {
  if (!s || llvm::isa<clang::LambdaExpr>(s)) return false;
  if (llvm::isa<clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt>(s)) return true;
  return std::any_of(s->child_begin(), s->child_end(), jumps);
}

/// How often every turn of a loop pushes, where that is written plainly: else -1.
std::int64_t pushes_plainly(const Stmt& body, const VectorChanges& all, const Spot& v) {
  if (jumps(&body)) return -1;
  const CallScope here;
  const auto* list = llvm::dyn_cast<clang::CompoundStmt>(&body);
  std::int64_t n = 0;
  const auto count = [&](const Stmt& s) {
    const auto* clean = llvm::dyn_cast<clang::ExprWithCleanups>(&s);
    const Stmt& call = clean ? *clean->getSubExpr() : s;
    if (all.changed(call, here) == v && VectorChanges::is_push(call)) {
      ++n;
      return true;
    }
    return !all.changes(&s, here, v);
  };
  if (!list) return count(body) ? n : -1;
  for (const Stmt* s : list->body())
    if (!count(*s)) return -1;
  return n;
}

}  // namespace

bool Lifter::is_grown(const Object& o) {
  if (o.kind != Object::Kind::aggregate || o.children.size() != 2) return false;
  const Shape shape = shape_of(context_, o.type);
  return shape == Shape::list || shape == Shape::records;
}

Object Lifter::grown(const Object& list) {
  if (is_grown(list)) return list;
  Object o;
  o.kind = Object::Kind::aggregate;
  o.type = list.type;
  const Object length = list.kind == Object::Kind::table
                            ? row_count(list, context_.LongTy)
                            : sized(context_.LongTy, builder_.type(value_of(list)).sizes[0]);
  o.children = {list, length};
  return o;
}

/// The part of a grown vector that is there, as a plain list.
Object Lifter::trimmed(const Object& grown) {
  if (!is_grown(grown)) return grown;
  const Object whole = this->grown(grown.children[0]);
  Object out = grown.children[0];
  out.type = grown.type;
  if (same_number(whole.children[1], grown.children[1])) return out;
  const ir::Size n = size_of(grown.children[1]);
  const std::function<void(Object&)> cut = [&](Object& column) {
    for (Object& c : column.children) cut(c);
    if (!column.is_leaf()) return;
    ir::Sizes limits = builder_.type(value_of(column)).sizes;
    limits[0] = n;
    column.value =
        ops::build::slice(builder_, value_of(column), ir::Sizes(limits.size(), ir::Size(0)), limits,
                          ir::Sizes(limits.size(), ir::Size(1)));
  };
  cut(out);
  return out;
}

/// A list with zeros behind it.
Object Lifter::extended(const Object& data, const ir::Size& by) {
  Object out = data;
  for (Object& c : out.children) c = extended(c, by);
  if (!out.is_leaf()) return out;
  ir::Type more = builder_.type(value_of(data));
  const bool is_empty = more.sizes[0].constant() == 0;
  more.sizes[0] = by;
  const ir::Value zeros = ops::zeros(builder_, more);
  out.value = is_empty ? zeros : ops::build::concat(builder_, {value_of(data), zeros}, 0);
  return out;
}

void Lifter::push_back(const Place& p, const Object& v, const Expr& at) {
  const Object o = load(p);
  if (o.kind == Object::Kind::unset) refuse(at, "lift.unset");
  const QualType t = context_.LongTy;
  stand_at(at);
  const bool full = !is_grown(o) || same_number(grown(o.children[0]).children[1], o.children[1]);
  const auto is_in = [&](const std::vector<Place>& places) {
    return std::find(places.begin(), places.end(), p) != places.end();
  };
  if (!full) {
    const Object length = o.children[1];
    if (!is_in(growing_)) {
      const Object room = grown(o.children[0]).children[1];
      if (stands_before_loop(p) || is_in(reserved_))
        check_index(length, room, at);
      else if (!length.known || !room.known || *length.known >= *room.known)
        store(p.child(0), extended(o.children[0], ir::Size(1)));
    }
    store(subscript(p.child(0), length), v);
    store(p.child(1), binary(clang::BO_Add, length, known(t, 1), t));
    return;
  }
  if (stands_before_loop(p)) refuse(at, "lift.growing");
  const Object list = trimmed(o);
  const Object length = grown(list).children[1];
  Object longer = extended(list, ir::Size(1));
  longer.type = o.type;
  store(p, std::move(longer));
  store(subscript(p, length), v);
}

/// Whether it is older than the innermost loop that is being lifted: that one hands it on.
bool Lifter::stands_before_loop(const Place& p) const {
  return !loop_cells_.empty() && p.cell < loop_cells_.back();
}

/// A new element of the arguments of emplace_back: a pair, a tuple, an aggregate.
bool Lifter::emplaced(const clang::CallExpr& e, QualType element, Object& out) {
  if (e.getNumArgs() == 0) {
    out = zero(element);
    return true;
  }
  const Shape shape = shape_of(context_, element);
  const auto* r = element->getAsCXXRecordDecl();
  const bool is_plain = shape == Shape::pair || shape == Shape::tuple ||
                        (shape == Shape::record && r && r->isAggregate() && r->getNumBases() == 0);
  const auto types = child_types(context_, element);
  if (!is_plain || types.size() != e.getNumArgs()) return false;
  out = unset(element);
  for (std::size_t i = 0; i < types.size(); ++i) {
    const Object v = value(*e.getArg(static_cast<unsigned>(i)));
    out.children[i] = shape_of(context_, types[i]) == Shape::scalar ? convert(v, types[i]) : v;
    out.children[i].type = types[i].getCanonicalType().getUnqualifiedType();
  }
  return true;
}

/// The members of std::vector that change its length.
bool Lifter::growing_member(const clang::CallExpr& e, llvm::StringRef name, const Place& self,
                            Outcome& out) {
  const QualType t = context_.LongTy;
  const Object o = load(self);
  if (name == "push_back" || name == "emplace_back") {
    const QualType element = element_type(context_, o.type);
    Object v;
    if (e.getNumArgs() == 1)
      v = value(*e.getArg(0));
    else if (!emplaced(e, element, v))
      return false;
    if (shape_of(context_, element) == Shape::scalar) v = convert(v, element);
    push_back(self, v, e);
    if (name == "push_back") return true;
    const Object last = binary(clang::BO_Sub, count_of(self, t), known(t, 1), t);
    out = {{}, subscript(self, last), true};
    return true;
  }
  if (name == "pop_back" || name == "clear") {
    Object shorter = grown(o);
    shorter.children[1] =
        name == "clear" ? known(t, 0) : binary(clang::BO_Sub, shorter.children[1], known(t, 1), t);
    store(self, std::move(shorter));
    return true;
  }
  if (name == "reserve") {
    const Object n = value(*e.getArg(0));
    const Object list = trimmed(o), length = grown(list).children[1];
    if (!length.is_known(0)) return true;  // room for more than there is: grows when it must
    Object room = grown(list);
    room.children[0] = extended(list, size_of(convert(n, t)));
    store(self, std::move(room));
    reserved_.push_back(self);
    return true;
  }
  return splicing_member(e, name, self, out);
}

/// How often `s`, a part of the loop `all`, pushes to `v` at most, where that is known before it
/// runs.
bool Lifter::pushes(const Stmt* s, const PushCount& of, const CallScope& in, Object& count) {
  const QualType t = context_.LongTy;
  if (!s || !of.changes.changes(s, in, of.vector, VectorChanges::Which::pushes)) return true;
  if (llvm::isa<clang::LambdaExpr, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(s))
    return false;
  if (of.changes.changed(*s, in) == of.vector && VectorChanges::is_push(*s))
    count = binary(clang::BO_Add, count, known(t, 1), t);
  if (const auto scope = of.changes.entered(*s, in)) {
    if (!pushes(scope->function->getBody(), of, *scope, count)) return false;
  } else if (of.changes.hands_over(*s, in, of.vector)) {
    return false;
  }
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(s)) {
    Object inner = known(t, 0), first;
    const auto c = counted(*loop);
    const auto* d = llvm::dyn_cast_or_null<clang::DeclStmt>(loop->getInit());
    const auto* i =
        d && d->isSingleDecl() ? llvm::dyn_cast<clang::VarDecl>(d->getSingleDecl()) : nullptr;
    Object bound;
    if (!c || c->counter != i || !i->getInit() || !fixed_value(*i->getInit(), of, in, first) ||
        !fixed_value(*c->bound, of, in, bound) || !goes_straight(*c, first, bound) ||
        !pushes(loop->getBody(), of, in, inner))
      return false;
    const Object all = binary(clang::BO_Mul, trip_count(*c, first, bound), inner, t);
    count = binary(clang::BO_Add, count, all, t);
    return true;
  }
  for (const Stmt* c : s->children())
    if (!pushes(c, of, in, count)) return false;
  return true;
}

/// The value of an integer that no turn of the loop changes: a constant, or a size.
bool Lifter::fixed_value(const Expr& e, const PushCount& of, const CallScope& in, Object& out) {
  if (fold(e, out)) return true;
  const Expr* inside = e.IgnoreParenImpCasts();
  const auto* d = llvm::dyn_cast<clang::DeclRefExpr>(inside);
  const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(inside);
  if (call && call->getMethodDecl()->getNameAsString() == "size")
    d = llvm::dyn_cast<clang::DeclRefExpr>(
        call->getImplicitObjectArgument()->IgnoreParenImpCasts());
  if (d && !call && in.around)
    if (const auto at = in.values.find(d->getDecl()); at != in.values.end())
      return fixed_value(*at->second, of, *in.around, out);
  if (!d || !frames_.back().variables.contains(d->getDecl())) return false;
  const clang::ValueDecl* v = d->getDecl();
  const bool is_fixed = call ? !of.changes.changes(&of.all, CallScope(), {v, {}})
                             : v->getType().isConstQualified() ||
                                   (llvm::isa<clang::ParmVarDecl>(v) && !may_write(&of.all, v));
  if (!is_fixed) return false;
  out = value(e);
  return out.is_leaf();
}

bool Lifter::fixed_in(const Expr& e, const Stmt& body, Object& out) {
  const VectorChanges changes([this](const clang::FunctionDecl& f) { return body_of(f); });
  CallScope here;
  here.function = frames_.back().function;
  return fixed_value(e, {changes, {}, body}, here, out);
}

/// Where a spot is; none: it is made in the statement, or no plain member.
std::optional<Place> Lifter::place_of_spot(const Spot& v) {
  std::optional<Place> p;
  for (auto frame = frames_.rbegin(); frame != frames_.rend() && !p; ++frame) {
    const auto* m = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(frame->function);
    const bool in_lambda = m && m->getParent()->isLambda();
    if (const auto at = frame->variables.find(v.root); v.root && at != frame->variables.end())
      p = at->second;
    else if (!v.root && frame->has_self && !in_lambda)
      p = frame->self;
    else if (const auto held = frame->captured.find(v.root); held != frame->captured.end())
      p = held->second;
    if (!v.root) break;
  }
  if (!p) return std::nullopt;
  if (const Object o = load(*p); o.kind == Object::Kind::address) {
    if (is_window(o) || !o.among.empty()) return std::nullopt;
    p = target_of(o);
  }
  for (const clang::FieldDecl* f : v.fields) {
    const Shape owner = shape_of(context_, context_.getRecordType(f->getParent()));
    if (owner != Shape::pair && owner != Shape::record) return std::nullopt;
    const auto i = owner == Shape::pair ? f->getFieldIndex() : child_number(*f);
    p = followed(p->child(static_cast<int>(i)), f->getType());
  }
  return p;
}

/// The vectors that become longer or shorter in `s`.
std::vector<Spot> Lifter::resized_in(const Stmt& s) {
  const VectorChanges changes([this](const clang::FunctionDecl& f) { return body_of(f); });
  CallScope here;
  here.function = frames_.back().function;
  std::vector<Spot> vectors;
  changes.collect(&s, here, vectors);
  return vectors;
}

/// Makes room for what a loop pushes, and says how. A branch leaves the room that the user
/// reserved.
std::vector<Lifter::Pushed> Lifter::grow_before(const Stmt& body, const Object& trips,
                                                bool is_branch) {
  const QualType t = context_.LongTy;
  const VectorChanges changes([this](const clang::FunctionDecl& f) { return body_of(f); });
  CallScope here;
  here.function = frames_.back().function;
  std::vector<Pushed> out;
  for (const Spot& v : resized_in(body)) {
    const std::optional<Place> at = place_of_spot(v);
    if (!at) continue;
    const Place p = *at;
    const bool has_room = std::find(growing_.begin(), growing_.end(), p) != growing_.end();
    if (!has_room && stands_before_loop(p)) continue;  // a push refuses it, with its own line
    const auto told = std::find(reserved_.begin(), reserved_.end(), p);
    if (!has_room && told != reserved_.end() && is_branch) continue;
    Object count = known(t, 0);
    if (!has_room && !pushes(&body, {changes, v, body}, here, count)) continue;
    const Object o = load(p);
    if (o.kind == Object::Kind::unset) continue;
    Object room = grown(has_room ? o : trimmed(o));
    const Pushed pushed{p, room.children[1], pushes_plainly(body, changes, v)};
    if (!has_room) {
      const Object more = binary(clang::BO_Mul, convert(trips, t), count, t);
      if (!more.is_known(0)) room.children[0] = extended(room.children[0], size_of(more));
      growing_.push_back(p);
      if (told != reserved_.end()) reserved_.erase(told);
    }
    put(p, std::move(room));
    out.push_back(pushed);
  }
  return out;
}

/// A loop that only makes a vector shorter hands its length from turn to turn.
void Lifter::shrink_in(const Stmt& loop) {
  const VectorChanges changes([this](const clang::FunctionDecl& f) { return body_of(f); });
  CallScope here;
  here.function = frames_.back().function;
  for (const Spot& v : resized_in(loop)) {
    const std::optional<Place> p = place_of_spot(v);
    if (!p || stands_before_loop(*p)) continue;
    if (changes.changes(&loop, here, v, VectorChanges::Which::pushes)) continue;
    if (const Object o = load(*p); o.kind != Object::Kind::unset) put(*p, grown(o));
  }
}

/// Makes room for what either side of a branch pushes: both leave one capacity.
void Lifter::with_room_for(const clang::IfStmt& s, const Action& branch) {
  const std::size_t growing = growing_.size();
  grow_before(s, known(context_.LongTy, 1), true);
  branch();
  growing_.resize(growing);
}

/// At the start of a turn: the lengths that follow from its number.
void Lifter::set_lengths(const std::vector<Pushed>& pushed, const Object& turn) {
  const QualType t = context_.LongTy;
  for (const Pushed& p : pushed) {
    if (p.turns < 0) continue;
    const Object more = binary(clang::BO_Mul, convert(turn, t), known(t, p.turns), t);
    put(p.place.child(1), p.start.is_known(0) ? more : binary(clang::BO_Add, p.start, more, t));
  }
}

/// At the end of a turn: such a length is not carried.
void Lifter::reset_lengths(const std::vector<Pushed>& pushed) {
  for (const Pushed& p : pushed)
    if (p.turns >= 0) put(p.place.child(1), p.start);
}

void Lifter::finish_lengths(const std::vector<Pushed>& pushed, const Object& trips) {
  set_lengths(pushed, trips);
  for (const Pushed& p : pushed) {
    const Object o = load(p.place);
    const Object whole = grown(o.children[0]);
    if (same_number(whole.children[1], o.children[1])) put(p.place, trimmed(o));
  }
}

}  // namespace tlaloc::lift
