// Functions with a derivative of the user's own, and functions whose values are computed again:
// each becomes a function of the graph, and the call of it names its rules.
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

#include <fmt/format.h>

#include "base/check.h"
#include "lift/body_lifter.h"
#include "lift/transformed.h"
#include "ops/arithmetic.h"
#include "ops/basis.h"
#include "ops/table.h"
#include "transform/rules.h"
#include "transform/segments.h"
#include "transform/splice.h"

namespace tlaloc::lift {
namespace {

using clang::QualType;
using ir::Tree;

constexpr int kFunction = 0, kVjp = 1, kJvp = 2;  // children of CustomBase

QualType part_type(const clang::CXXRecordDecl& custom, int part) {
  const auto& s = llvm::cast<clang::ClassTemplateSpecializationDecl>(custom);
  return s.getTemplateArgs()[static_cast<unsigned>(part)].getAsType().getCanonicalType();
}

bool is_given(QualType rule) {
  const auto* r = rule->getAsCXXRecordDecl();
  return !(r && r->getName() == "NoRule" && is_in_tlaloc(*r));
}

const ir::OpDef& call_op() { return ops::structural(ir::Control::call); }

std::vector<bool> differentiable(const Tree& t) {
  std::vector<bool> out;
  for (const Tree* leaf : ir::leaves(t)) out.push_back(leaf->differentiable);
  return out;
}

}  // namespace

bool is_custom(const clang::CXXRecordDecl& r) {
  return r.getName() == "CustomBase" && is_in_tlaloc(r);
}
bool is_checkpoint(const clang::CXXRecordDecl& r) {
  return r.getName() == "CheckpointBase" && is_in_tlaloc(r);
}

/// The function of a part that takes `arguments` parameters, lifted by itself.
const InnerProgram& Lifter::part_program(const Place& part, QualType t, std::size_t arguments,
                                         const clang::Expr& at) {
  const auto* r = t->getAsCXXRecordDecl();
  const clang::FunctionDecl* f = nullptr;
  if (!r) {
    const Object pointer = load(part);
    if (pointer.kind != Object::Kind::function) refuse(at, "site.pointer");
    f = pointer.function;
  } else {
    for (const clang::FunctionDecl* c : call_operators(*r))
      if (c->getNumParams() == arguments) f = c;
  }
  if (!f) refuse(at, "site.body");
  DerivedType plain;
  plain.verb = "a function with a rule";
  return inner_program(plain, *f, at);
}

/// The first function of a graph, those that it calls put beside ours under names of their own.
ir::Function Lifter::imported(ir::Graph g) {
  std::map<std::string, std::string> names;
  for (std::size_t i = 1; i < g.functions.size(); ++i)
    names[g.functions[i].name] = unique_name(g.functions[i].name);
  for (ir::Function& f : g.functions) {
    ir::for_each_node(f.body, [&](ir::Node& n) {
      if (n.op->control == ir::Control::call) transform::rename_functions(n, names);
    });
    if (const auto at = names.find(f.name); at != names.end()) f.name = at->second;
  }
  for (std::size_t i = 1; i < g.functions.size(); ++i)
    called_->functions.push_back(std::move(g.functions[i]));
  return std::move(g.functions[0]);
}

/// The values that a part's body reads from what it captured.
ir::Values Lifter::captured_values(const Place& part, const InnerProgram& program,
                                   const clang::Expr& at) {
  ir::Values out;
  std::size_t next = 0;
  for (const ir::Parameter& p : program.program.boundary.params)
    if (p.captured)
      collect_leaves(p.tree, resolve(captured_value(part, program.captures[next++], at)), out);
  return out;
}

/// A rule as a function of all operands, then of the tangents or cotangents `more`; it gives one
/// value for each type of `wanted`.
std::string Lifter::rule_function(const ir::Function& f, const std::string& verb,
                                  const InnerProgram& rule, std::size_t arguments,
                                  std::size_t first_capture, const std::vector<ir::Type>& more,
                                  const std::vector<ir::Type>& wanted, const clang::Expr& at) {
  ir::Function to;
  to.name = unique_name(f.name + "_" + verb);
  to.where = f.where;
  to.requirements = f.requirements;
  to.common_sizes = f.common_sizes;
  for (ir::Value p : f.body.params)
    to.add_param(f.type(p), f.values[static_cast<std::size_t>(p.id)].name);
  ir::Values given;
  for (const ir::Type& t : more) given.push_back(to.add_param(t, "d"));
  ir::Builder b(to, ops::require_op());
  b.at(builder_.where());
  const ir::Function main = imported(rule.program.graph);
  ir::Values operands;
  std::size_t own = 0, next = 0, captured = first_capture;
  std::size_t seen = 0;
  for (const ir::Parameter& p : rule.program.boundary.params) {
    for (const Tree* leaf : ir::leaves(p.tree)) {
      if (p.captured)
        operands.push_back(to.body.params[captured++]);
      else if (seen < arguments)
        operands.push_back(to.body.params[own++]);
      else if (leaf->differentiable && next < given.size())
        operands.push_back(given[next++]);
      else
        operands.push_back(ops::zeros(b, ir::Type(main.type(main.body.params[operands.size()]))));
    }
    ++seen;
  }
  const ir::Values results = transform::splice(
      b, main, std::move(operands), [&](const std::string& stem) { return new_symbol(stem); });
  const std::vector<bool> moves = differentiable(rule.program.boundary.result);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (!moves[i]) continue;
    const std::size_t k = to.body.results.size();
    if (k >= wanted.size()) refuse(at, "lift.rule");
    const ir::Sizes got = b.type(results[i]).sizes;
    if (got.size() != wanted[k].sizes.size()) refuse(at, "lift.rule");
    to.body.results.push_back(ops::checked_sizes(b, ops::to_dtype(b, results[i], wanted[k].dtype),
                                                 wanted[k].sizes, "custom_" + verb, "custom.size",
                                                 "the rule gives a derivative of another size"));
  }
  if (to.body.results.size() != wanted.size()) refuse(at, "lift.rule");
  called_->functions.push_back(to);
  return to.name;
}

/// A call of custom_vjp(f, rule), custom_jvp(f, rule), custom_vjp_jvp(f, vjp_rule, jvp_rule).
Object Lifter::custom_value(const Place& self, const clang::CXXMethodDecl& m,
                            const std::vector<Object>& args, const clang::Expr& at) {
  const clang::CXXRecordDecl& custom = *m.getParent();
  const InnerProgram& f =
      part_program(self.child(kFunction), part_type(custom, kFunction), args.size(), at);
  ir::Function function = imported(f.program.graph);
  function.name = unique_name("custom");
  ir::Values operands;
  std::vector<ir::Type> x_types, y_types;
  std::size_t moving = 0;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const Tree& tree = f.program.boundary.params[i].tree;
    collect_leaves(tree, args[i], operands);
    bool any = false;
    for (const Tree* leaf : ir::leaves(tree)) {
      if (!leaf->differentiable) continue;
      x_types.push_back(function.type(function.body.params[static_cast<std::size_t>(leaf->leaf)]));
      any = true;
    }
    moving += any || tree.kind == Tree::Kind::record;
  }
  const std::size_t arguments = operands.size();
  for (ir::Value v : captured_values(self.child(kFunction), f, at)) operands.push_back(v);
  const std::size_t captures = operands.size() - arguments;
  for (ir::Value y : function.body.results)
    if (is_floating(function.type(y).dtype)) y_types.push_back(function.type(y));

  // What the rules capture is handed to the function as well, which does not read it.
  ir::Attrs attrs{{"callee", function.name},
                  {std::string(transform::kArguments), static_cast<std::int64_t>(arguments)},
                  {std::string(transform::kCaptures), static_cast<std::int64_t>(captures)}};
  struct Rule {
    const InnerProgram* program;
    std::string verb;
    std::size_t first_capture;
  };
  std::vector<Rule> rules;
  for (int part : {kVjp, kJvp}) {
    if (!is_given(part_type(custom, part))) continue;
    const std::size_t takes = args.size() + (part == kVjp ? 1 : moving);
    const InnerProgram& rule = part_program(self.child(part), part_type(custom, part), takes, at);
    rules.push_back({&rule, part == kVjp ? "vjp" : "jvp", operands.size()});
    for (ir::Value v : captured_values(self.child(part), rule, at)) {
      operands.push_back(v);
      ir::Type t = builder_.type(v);
      for (ir::Size& s : t.sizes) s = ir::Size::symbol(new_symbol("held"));
      function.add_param(t, function_.values[static_cast<std::size_t>(v.id)].name);
    }
  }
  stand_at(at);
  for (const Rule& r : rules) {
    const bool reverse = r.verb == "vjp";
    attrs.set(std::string(reverse ? transform::kVjpRule : transform::kJvpRule),
              rule_function(function, r.verb, *r.program, args.size(), r.first_capture,
                            reverse ? y_types : x_types, reverse ? x_types : y_types, at));
  }
  std::vector<ir::Type> types = transform::call_types(builder_, function, operands);
  called_->functions.push_back(function);
  const ir::Values results =
      builder_.add_structural(call_op(), std::move(operands), attrs, {}, std::move(types));
  return derived_result(f.program.boundary.result, m.getReturnType(), results, {});
}

/// A call of checkpoint(f).
Object Lifter::checkpoint_value(const Place& self, const clang::CXXMethodDecl& m,
                                const std::vector<Object>& args, const clang::Expr& at) {
  const InnerProgram& f =
      part_program(self.child(kFunction), part_type(*m.getParent(), kFunction), args.size(), at);
  ir::Function function = imported(f.program.graph);
  function.name = unique_name("checkpoint");
  ir::Values operands;
  for (std::size_t i = 0; i < args.size(); ++i)
    collect_leaves(f.program.boundary.params[i].tree, args[i], operands);
  for (ir::Value v : captured_values(self.child(kFunction), f, at)) operands.push_back(v);
  stand_at(at);
  std::vector<ir::Type> types = transform::call_types(builder_, function, operands);
  const ir::Attrs attrs{{"callee", function.name}, {std::string(transform::kRecompute), true}};
  const auto free_name = [&](const std::string& stem) { return unique_name(stem); };
  for (ir::Function& part : transform::in_segments(function, free_name))
    called_->functions.push_back(std::move(part));
  const ir::Values results =
      builder_.add_structural(call_op(), std::move(operands), attrs, {}, std::move(types));
  return derived_result(f.program.boundary.result, m.getReturnType(), results, {});
}

/// The callable is itself a function with rules: its body is one call, of which the rules are
/// known.
bool Lifter::custom_root(const clang::FunctionDecl& f) {
  const auto* m = llvm::dyn_cast<clang::CXXMethodDecl>(&f);
  if (!m || !(is_custom(*m->getParent()) || is_checkpoint(*m->getParent()))) return false;
  const auto* body = llvm::cast<clang::CompoundStmt>(f.getBody());
  const Expr& at = *llvm::cast<clang::ReturnStmt>(body->body_front())->getRetValue();
  Frame& frame = frames_.back();
  std::vector<Object> args;
  for (const clang::ParmVarDecl* p : root_.parameters())
    args.push_back(load(frame.variables.at(p)));
  const Place self = frame.self;
  const int result = frame.result;
  cells_[static_cast<std::size_t>(result)] = is_custom(*m->getParent())
                                                 ? custom_value(self, *m, args, at)
                                                 : checkpoint_value(self, *m, args, at);
  return true;
}

/// A call of an object whose class stands for a function with rules, or one to be computed again.
Outcome Lifter::custom_call(const clang::CallExpr& e, const clang::CXXMethodDecl& m) {
  const Place self = object_argument(e);
  Arguments list(e.getArgs(), e.getNumArgs());
  if (llvm::isa<clang::CXXOperatorCallExpr>(e)) list = list.drop_front();
  std::vector<Object> args;
  for (const Expr* a : list) args.push_back(resolve(value(*a)));
  stand_at(e);
  return {is_custom(*m.getParent()) ? custom_value(self, m, args, e)
                                    : checkpoint_value(self, m, args, e),
          {},
          false};
}

}  // namespace tlaloc::lift
