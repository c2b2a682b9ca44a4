// What a body reads from outside: captured variables, fields of `this`, globals.
//
// A capture Object is the way to such a value. Reading it makes a parameter; the largest plain
// struct on the way becomes one parameter, whatever part of it is read.
#include <fmt/format.h>

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

#include "lift/body_lifter.h"

namespace tlaloc::lift {
namespace {

/// What a closure captures with its member number `child`: a variable, or null for `this`.
const clang::ValueDecl* captured_variable(const clang::CXXRecordDecl& closure, int child) {
  const auto captures = closure.captures();
  const auto& c = *(captures.begin() + child);
  return c.capturesVariable() ? c.getCapturedVar() : nullptr;
}

}  // namespace

bool Lifter::is_plain(QualType t) {
  switch (shape_of(context_, t)) {
    case Shape::record:
    case Shape::pair:
    case Shape::tuple:
    case Shape::array:
    case Shape::optional:
    case Shape::scalar:
    case Shape::tensor:
    case Shape::list:
    case Shape::span:
    case Shape::records: {
      TypeReader probe(context_);
      std::vector<Leaf> leaves;
      const auto* r = t->getAsCXXRecordDecl();
      return !(r && r->isLambda()) && probe.tree(t, "probe", 0, leaves).has_value();
    }
    default:
      return false;
  }
}

Object Lifter::capture(std::vector<AccessStep> path, QualType t) {
  Object o;
  o.kind = Object::Kind::capture;
  o.type = t.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  o.path = std::make_shared<const std::vector<AccessStep>>(std::move(path));
  return o;
}

/// Member number `child` of a captured object.
Object Lifter::captured_child(const Object& o, int child) {
  const bool is_root = o.path->empty() || o.path->back().variable == nullptr;
  if (!is_root && is_plain(o.type))
    return read_capture(o).children[static_cast<std::size_t>(child)];
  std::vector<AccessStep> path = *o.path;
  const auto* r = o.type->getAsCXXRecordDecl();
  if (!r)
    refuse_here("lift.capture_type",
                "a captured value of type " + spelled(context_, o.type) + " cannot be read");
  const QualType t = child_types(context_, o.type)[static_cast<std::size_t>(child)];
  if (r->isLambda()) {
    const auto* variable = captured_variable(*r, child);
    path.push_back({r, variable});
    const QualType of_this = t->isPointerType() ? t->getPointeeType() : t;  // [*this] holds a copy
    return capture(std::move(path), variable ? variable->getType() : of_this);
  }
  const int field = child - static_cast<int>(r->getNumBases());
  if (field < 0) return capture(std::move(path), t);  // a base: the same object
  const auto* f = *std::next(r->field_begin(), field);
  if (!path.empty() && path.back().variable == nullptr)
    path.back().variable = f;  // through the `this` that a closure captures
  else
    path.push_back({r, f});
  return capture(std::move(path), t);
}

std::string Lifter::capture_name(const std::vector<AccessStep>& path) {
  std::string name = path.back().variable->getNameAsString();
  while (name.size() > 1 && name.back() == '_') name.pop_back();
  return unique_name(std::move(name));
}

/// The parameter that a captured value becomes, made when it is first read.
Object Lifter::read_capture(const Object& o) {
  if (o.path->empty() || o.path->back().variable == nullptr || !is_plain(o.type))
    refuse_here("lift.capture_type",
                "a captured value of type " + spelled(context_, o.type) + " cannot be read");
  std::string key;
  for (const AccessStep& s : *o.path)
    key += fmt::format("{}.{};", static_cast<const void*>(s.holder),
                       static_cast<const void*>(s.variable));
  if (const auto at = captured_.find(key); at != captured_.end()) return at->second;
  const std::string name = capture_name(*o.path);
  std::vector<Leaf> leaves;
  auto tree = types_.tree(o.type, name, static_cast<int>(function_.body.params.size()), leaves);
  add_params(leaves);
  lifted_.program.boundary.params.push_back({name, *tree, false, true});
  lifted_.captures.push_back({*o.path, name});
  return captured_[key] = object_of(*tree, o.type, function_.body.params);
}

/// Where the variables that a closure captures are found during a call of it.
void Lifter::bind_closure(Frame& frame, const clang::CXXMethodDecl& f) {
  if (!f.getParent()->isLambda()) return;
  int child = 0;
  for (const auto& c : f.getParent()->captures()) {
    const Place p = frame.self.child(child++);
    if (c.capturesVariable()) frame.captured[c.getCapturedVar()] = p;
    if (c.capturesThis()) frame.captured[nullptr] = p;
  }
}

}  // namespace tlaloc::lift
