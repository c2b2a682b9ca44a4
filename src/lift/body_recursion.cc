// Recursion. Where a constant counts it down it is unrolled; else the function becomes one of the
// graph's, and its calls `call`s.
#include <algorithm>

#include "clang/AST/ASTContext.h"

#include "lift/body_instantiate.h"
#include "lift/body_lifter.h"
#include "ops/table.h"

namespace tlaloc::lift {
namespace {

constexpr int kUnrolled = 64;  ///< activations of one function inside one another

/// Whether a parameter could not be an operand of a call in the graph.
bool needs_its_object(const clang::ParmVarDecl& p) {
  const clang::QualType t = p.getType();
  return t->isPointerType() ||
         (t->isLValueReferenceType() && !t->getPointeeType().isConstQualified());
}
/// Whether calls of it may be calls in the graph, as far as its signature says.
bool may_stay_a_call(const clang::FunctionDecl& f, const Place* self) {
  return !self && !f.isVariadic() && f.getReturnType()->isArithmeticType() &&
         std::none_of(f.param_begin(), f.param_end(),
                      [](const clang::ParmVarDecl* p) { return needs_its_object(*p); });
}

bool calls(const clang::Stmt* s, const clang::FunctionDecl& f) {
  if (!s) return false;
  if (const auto* c = llvm::dyn_cast<clang::CallExpr>(s))
    if (const clang::FunctionDecl* d = c->getDirectCallee();
        d && d->getCanonicalDecl() == f.getCanonicalDecl())
      return true;
  for (const clang::Stmt* c : s->children())
    if (calls(c, f)) return true;
  return false;
}

}  // namespace

/// Whether the function calls itself, or is active already.
bool Lifter::calls_itself(const clang::FunctionDecl& f) {
  for (const Frame& outer : frames_)
    if (outer.function == &f) return true;
  return calls(f.getBody(), f);
}

/// Whether an integer argument is known, and differs from what it is in the activation around.
/// Where a run-time condition stands between the two, constants do not end it.
bool Lifter::goes_down(const clang::FunctionDecl& f, const Place* self, Arguments args) {
  const Frame* outer = nullptr;
  int active = 0;
  for (const Frame& frame : frames_)
    if (frame.function == &f) {
      outer = &frame;
      ++active;
    }
  if (active >= kUnrolled) return false;
  if (outer && bound_.size() > outer->regions && may_stay_a_call(f, self)) return false;
  for (unsigned i = 0; i < f.getNumParams() && i < args.size(); ++i) {
    const clang::ParmVarDecl* p = f.getParamDecl(i);
    if (!p->getType()->isIntegerType()) continue;
    const std::vector<Object> cells = cells_;
    const Object now = value(*args[i]);
    cells_ = cells;
    if (!now.known) continue;
    if (!outer) return true;
    const auto at = outer->variables.find(p);
    if (at == outer->variables.end()) continue;
    const Object then = load(at->second);
    if (then.known && *then.known != *now.known) return true;
  }
  return false;
}

/// The name of the graph's function that `f` became.
std::string Lifter::function_of(const clang::FunctionDecl& f, const Expr& at) {
  const clang::FunctionDecl* key = f.getCanonicalDecl();
  if (const auto known = called_->names.find(key); known != called_->names.end())
    return known->second;
  std::string name = f.getNameAsString();
  for (const auto& [_, other] : called_->names)
    if (other == name) name += "_" + std::to_string(called_->names.size());
  called_->names[key] = name;
  Lifter inner(sema_, f);
  inner.called_ = called_;
  inner.function_.name = name;
  Lifted lifted;
  try {
    lifted = inner.run();
  } catch (Refused& refused) {
    blame_call(f, frames_.back().function, at, refused);
  }
  if (!lifted.captures.empty())
    refuse(at, "lift.recursion", "a recursive function reads a global or a capture");
  called_->functions.push_back(std::move(lifted.program.graph.functions[0]));
  lifted_.functions.insert(lifted_.functions.end(), lifted.functions.begin(),
                           lifted.functions.end());
  return name;
}

Outcome Lifter::called(const clang::FunctionDecl& f, const Place* self, Arguments args,
                       const Expr& at) {
  if (self || f.isVariadic() || f.getReturnType()->isReferenceType()) refuse(at, "lift.recursion");
  const auto tree_of = [&](QualType t, std::vector<Leaf>& leaves) {
    TypeReader probe(context_);
    auto tree = probe.tree(t, "x", 0, leaves);
    if (!tree) refuse(at, "lift.recursion");
    return std::move(*tree);
  };
  std::vector<Leaf> results;
  const ir::Tree result = tree_of(f.getReturnType(), results);
  std::vector<ir::Type> types;
  for (const Leaf& l : results) {
    if (!l.type.is_scalar()) refuse(at, "lift.recursion", "a recursive function returns a tensor");
    types.push_back(l.type);
  }
  ir::Values operands;
  for (unsigned i = 0; i < f.getNumParams(); ++i) {
    const clang::ParmVarDecl* p = f.getParamDecl(i);
    if (needs_its_object(*p)) refuse(at, "lift.recursion");
    std::vector<Leaf> leaves;
    const ir::Tree tree = tree_of(p->getType(), leaves);
    Object v = value(i < args.size() ? *args[i] : *p->getDefaultArg());
    collect_leaves(tree, resolve(std::move(v)), operands);
  }
  const std::string name = function_of(f, at);
  stand_at(at);
  const ir::Values out = builder_.add_structural(
      ops::structural(ir::Control::call), std::move(operands), {{"callee", name}}, {}, types);
  return {object_of(result, f.getReturnType(), out), {}, false};
}

}  // namespace tlaloc::lift
