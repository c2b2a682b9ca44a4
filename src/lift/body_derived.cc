// Transformations inside a body: grad(f)(x) where f is a callable that the body made or was given.
//
// The callable is lifted by a Lifter of its own, which knows its captures as parameters without a
// derivative; the program is transformed, and its graph stands in place of the call. What the
// callable captured is an operand like any other there, so that the outer derivative flows through
// it and the inner one does not.
#include <algorithm>

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

#include "base/check.h"
#include "lift/body_instantiate.h"
#include "lift/body_lifter.h"
#include "lift/locations.h"
#include "lift/transformed.h"
#include "transform/splice.h"

namespace tlaloc::lift {
namespace {

using clang::QualType;

constexpr int kNesting = 20;

/// The function that a tlaloc::Fn names.
const clang::FunctionDecl* named_function(const clang::CXXRecordDecl& r) {
  const auto* s = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&r);
  if (!s || s->getName() != "Fn" || !is_in_tlaloc(*s)) return nullptr;
  const clang::TemplateArgument& a = s->getTemplateArgs()[0];
  return a.getKind() == clang::TemplateArgument::Declaration
             ? llvm::dyn_cast<clang::FunctionDecl>(a.getAsDecl())
             : nullptr;
}

/// The way from a class to its base that declares a field, as numbers of children.
bool way_to(const clang::CXXRecordDecl& from, const clang::RecordDecl& to, std::vector<int>& way) {
  if (from.getCanonicalDecl() == to.getCanonicalDecl()) return true;
  const clang::CXXRecordDecl* definition = from.getDefinition();
  if (!definition) return false;
  int child = 0;
  for (const clang::CXXBaseSpecifier& base : definition->bases()) {
    way.push_back(child++);
    const auto* r = base.getType()->getAsCXXRecordDecl();
    if (r && way_to(*r, to, way)) return true;
    way.pop_back();
  }
  return false;
}

constexpr int kBase = 0, kCallable = 0;  // Derived is its base, which holds the callable

}  // namespace

/// grad(f): f itself, in an object whose type says what is asked for.
Object Lifter::transformation(const clang::CallExpr& e) {
  const Expr& from = *e.getArg(0);
  Object f = value(from);
  Object out = unset(e.getType());
  TLALOC_CHECK(out.children.size() == 1 && out.children[kBase].children.size() == 1,
               "a Derived holds more than its callable");
  if (derived_type(from.getType())) f = load(temporary(std::move(f)).child(kBase).child(kCallable));
  out.children[kBase].children[kCallable] = std::move(f);
  return out;
}

/// The function whose body a transformed callable's call runs.
const clang::FunctionDecl& Lifter::callee_of(const DerivedType& type, const Place& f,
                                             const clang::CXXMethodDecl& m, const Expr& at) {
  const QualType t(type.callable, 0);
  const auto* r = t->getAsCXXRecordDecl();
  if (!r) {
    const Object pointer = load(f);
    if (pointer.kind != Object::Kind::function) refuse(at, "site.pointer");
    return *pointer.function;
  }
  if (is_in_std(*r)) refuse(at, "site.erased");
  if (const auto* named = named_function(*r)) return *named;
  const auto operators = call_operators(*r);
  if (operators.size() == 1) return *operators[0];
  for (const clang::FunctionDecl* c : operators)
    if (takes(*c, m)) return *c;
  refuse(at, "site.body");
}

const InnerProgram& Lifter::inner_program(const DerivedType& type, const clang::FunctionDecl& f,
                                          const Expr& at) {
  const auto key = std::pair(&f, type.path);
  if (const auto known = inner_.find(key); known != inner_.end()) return known->second;
  int depth = 0;
  for (const Lifter* l = this; l; l = l->around_)
    if (l->root_.getCanonicalDecl() == f.getCanonicalDecl() || ++depth > kNesting)
      refuse(at, "lift.recursion");
  if (!type.unknown.empty()) refuse(at, "site.transformation");
  const base::Note here{"in " + type.verb + " here",
                        location(context_.getSourceManager(), at.getExprLoc())};
  Lifted lifted;
  try {
    lifted = Lifter(sema_, f, Self::callable, this).run();
  } catch (Refused& inner) {
    inner.error.notes.push_back(here);
    throw;
  }
  const std::vector<transform::Step> innermost_first(type.steps.rbegin(), type.steps.rend());
  auto program = transform::apply(std::move(lifted.program), innermost_first, /*keep_rules=*/true);
  if (!program) {
    program.error().notes.push_back(here);
    throw_error(std::move(program.error()));
  }
  return inner_[key] = {std::move(*program), std::move(lifted.captures),
                        std::move(lifted.functions)};
}

/// The place of a field in an object whose class has it, or a base of that class.
Place Lifter::inside(const Place& whole, const clang::FieldDecl& field) {
  Object o = cells_[static_cast<std::size_t>(whole.cell)];
  for (const Step& s : whole.steps) o = part(o, s);
  std::vector<int> way;
  const auto* r = o.type->getAsCXXRecordDecl();
  TLALOC_CHECK(r && way_to(*r, *field.getParent(), way), "a captured field has no way to it");
  Place p = whole;
  for (int base : way) p = p.child(base);
  return followed(p.child(child_number(field)), field.getType());
}

/// One step on the way from a callable to what its body reads.
Place Lifter::captured_by(const Place& from, const AccessStep& step, const Expr& at) {
  const auto* field = llvm::dyn_cast<clang::FieldDecl>(step.variable);
  if (!step.holder->isLambda()) return inside(from, *field);
  int child = 0;
  for (const auto& c : step.holder->captures()) {
    const Place p = from.child(child);
    const auto member = std::next(step.holder->field_begin(), child++);
    if (!field && c.capturesVariable() && c.getCapturedVar() == step.variable)
      return followed(p, member->getType());
    if (field && c.capturesThis())
      return inside(member->getType()->isPointerType() ? pointee(load(p), at) : p, *field);
  }
  base::bug("a closure without its capture", __FILE__, __LINE__);
}

Object Lifter::captured_value(const Place& f, const Capture& c, const Expr& at) {
  Place p = f;
  for (const AccessStep& step : c.path)
    p = step.holder ? captured_by(p, step, at)
                    : outer_variable(*llvm::cast<clang::VarDecl>(step.variable), at);
  return load(p);
}

/// Every part of an argument by the name that a result uses to copy from it.
void Lifter::name_parts(const ir::Tree& tree, const Object& o, const std::string& path,
                        std::map<std::string, Object>& out) {
  out[path] = o;
  if (tree.children.empty()) return;
  const Object whole = o.kind == Object::Kind::capture ? read_capture(o) : o;
  const Object parts = tree.kind == ir::Tree::Kind::array ? sparse(whole, whole.type) : whole;
  for (std::size_t i = 0; i < tree.children.size() && i < parts.children.size(); ++i)
    name_parts(tree.children[i], parts.children[i], ir::child_path(tree, i, path), out);
}

Object Lifter::derived_result(const ir::Tree& tree, QualType t, const ir::Values& leaves,
                              const std::map<std::string, Object>& arguments) {
  if (tree.leaf >= 0) return leaf(t, leaves[static_cast<std::size_t>(tree.leaf)]);
  Object o = unset(t);
  if (tree.kind == ir::Tree::Kind::constant) {
    const auto from = arguments.find(tree.from);
    if (from != arguments.end()) return from->second;
    o.kind = Object::Kind::opaque;
    return o;
  }
  const auto types = child_types(context_, o.type);
  TLALOC_CHECK(types.size() == tree.children.size(), "a derivative does not match its type");
  for (std::size_t i = 0; i < types.size(); ++i)
    o.children[i] = derived_result(tree.children[i], types[i], leaves, arguments);
  return o;
}

/// A call of a transformed callable.
Outcome Lifter::derived_call(const clang::CallExpr& e, const clang::CXXMethodDecl& m) {
  const DerivedType type = *derived_type(context_.getRecordType(m.getParent()));
  const Place f = object_argument(e).child(kCallable);
  const clang::FunctionDecl& callee = callee_of(type, f, m, e);
  const InnerProgram& inner = inner_program(type, callee, e);
  lifted_.functions.insert(lifted_.functions.end(), inner.functions.begin(), inner.functions.end());
  Arguments args(e.getArgs(), e.getNumArgs());
  if (llvm::isa<clang::CXXOperatorCallExpr>(e)) args = args.drop_front();
  ir::Values operands;
  std::map<std::string, Object> arguments;
  std::size_t next = 0, capture = 0;
  for (const ir::Parameter& p : inner.program.boundary.params) {
    const Object x = resolve(p.captured ? captured_value(f, inner.captures[capture++], e)
                                        : value(*args[next++]));
    stand_at(e);
    collect_leaves(p.tree, x, operands);
    name_parts(p.tree, x, p.name, arguments);
  }
  stand_at(e);
  const ir::Values results =
      transform::splice(builder_, imported(inner.program.graph), std::move(operands),
                        [&](const std::string& stem) { return new_symbol(stem); });
  return {derived_result(inner.program.boundary.result, m.getReturnType(), results, arguments),
          {},
          false};
}

}  // namespace tlaloc::lift
