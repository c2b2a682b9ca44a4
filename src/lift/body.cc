// The boundary of a lifted function: its parameters become cells, what it returns the results.
#include "lift/body.h"

#include <fmt/format.h>

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

#include "base/check.h"
#include "ir/verify.h"
#include "lift/body_instantiate.h"
#include "lift/body_lifter.h"
#include "lift/diagnostics.h"
#include "lift/locations.h"
#include "ops/table.h"

namespace tlaloc::lift {
namespace {

/// Renumbers the values in order of definition and drops those that nothing defines.
class Compact {
 public:
  explicit Compact(const ir::Function& from) : from_(from) {}
  ir::Function run() {
    to_.name = from_.name;
    to_.where = from_.where;
    to_.requirements = from_.requirements;
    to_.common_sizes = from_.common_sizes;
    to_.body = region(from_.body);
    return std::move(to_);
  }

 private:
  ir::Value define(ir::Value v) {
    const ir::ValueInfo& info = from_.values[static_cast<std::size_t>(v.id)];
    return map_[v] = to_.add_value(info.type, info.name);
  }
  ir::Region region(const ir::Region& r) {
    ir::Region out;
    for (ir::Value p : r.params) out.params.push_back(define(p));
    for (const ir::Node& n : r.nodes) out.nodes.push_back(node(n));
    out.results = used(r.results);
    return out;
  }
  ir::Node node(const ir::Node& n) {
    ir::Node out{n.op, used(n.operands), n.attrs, {}, {}, n.where};
    for (const ir::Region& r : n.regions) out.regions.push_back(region(r));
    for (ir::Value v : n.results) out.results.push_back(define(v));
    return out;
  }
  ir::Values used(const ir::Values& vs) {
    ir::Values out;
    for (ir::Value v : vs) {
      const auto at = map_.find(v);
      TLALOC_CHECK(at != map_.end(), "a lifted node uses a value that is not defined before it");
      out.push_back(at->second);
    }
    return out;
  }

  const ir::Function& from_;
  ir::Function to_;
  std::map<ir::Value, ir::Value> map_;
};

}  // namespace

Lifter::Lifter(clang::Sema& sema, const clang::FunctionDecl& f, Self self, const Lifter* around)
    : sema_(sema),
      context_(context_of(sema)),
      root_(f),
      self_(self),
      around_(around),
      types_(context_),
      builder_(function_, ops::require_op()) {
  function_.name = "main";
  function_.where = location(context_.getSourceManager(), f.getLocation());
  builder_.at(function_.where);
}

std::string Lifter::unique_name(std::string name) {
  const int n = names_[name]++;
  return n == 0 ? name : unique_name(fmt::format("{}_{}", name, n + 1));
}

std::vector<ir::Value> Lifter::add_params(const std::vector<Leaf>& leaves) {
  std::vector<ir::Value> out;
  for (const Leaf& l : leaves) out.push_back(function_.add_param(l.type, l.name));
  return out;
}

/// The object whose leaves are `leaves`; indices count from the tree's first leaf.
Object Lifter::object_of(const ir::Tree& tree, QualType t, const std::vector<ir::Value>& leaves) {
  if (tree.leaf >= 0) return leaf(t, leaves[static_cast<std::size_t>(tree.leaf)]);
  if (tree.kind == ir::Tree::Kind::list) {
    Object o = object_of(tree.children[0], element_type(context_, t), leaves);
    make_table(o);
    o.type = t.getNonReferenceType().getCanonicalType().getUnqualifiedType();
    return o;
  }
  Object o = unset(t);
  if (tree.kind == ir::Tree::Kind::constant) {
    o.kind = Object::Kind::opaque;
    return o;
  }
  const auto types = child_types(context_, o.type);
  TLALOC_CHECK(types.size() == tree.children.size(), "a tree does not match its type");
  for (std::size_t i = 0; i < types.size(); ++i)
    o.children[i] = object_of(tree.children[i], types[i], leaves);
  return o;
}

/// A row whose leaves are columns, as the table that it stands for.
void Lifter::make_table(Object& row) {
  if (row.kind != Object::Kind::aggregate) return;
  row.kind = Object::Kind::table;
  row.element = row.type;
  for (Object& c : row.children) make_table(c);
}

void Lifter::collect_leaves(const ir::Tree& tree, const Object& o, ir::Values& out) {
  if (o.kind == Object::Kind::capture) return collect_leaves(tree, read_capture(o), out);
  if (tree.leaf >= 0) return out.push_back(value_of(o));
  if (tree.children.empty()) return;
  if (tree.kind == ir::Tree::Kind::list)
    return collect_leaves(tree.children[0],
                          tree.children[0].leaf >= 0 ? trimmed(o) : tabled(trimmed(o)), out);
  if (o.kind == Object::Kind::table && tree.kind != ir::Tree::Kind::array) {
    for (std::size_t i = 0; i < tree.children.size(); ++i)
      collect_leaves(tree.children[i], o.children[i], out);
    return;
  }
  const Object whole = tree.kind == ir::Tree::Kind::array ? sparse(o, o.type) : o;
  if (whole.children.size() != tree.children.size()) refuse(root_.getLocation(), "lift.type");
  for (std::size_t i = 0; i < tree.children.size(); ++i)
    collect_leaves(tree.children[i], whole.children[i], out);
}

/// A parameter's cell.
int Lifter::bind_argument(QualType t, const std::string& name, clang::SourceLocation at) {
  std::vector<Leaf> leaves;
  auto tree = types_.argument(t, name, static_cast<int>(function_.body.params.size()), leaves);
  if (!tree) refuse(at, tree.error().id, tree.error().what);
  add_params(leaves);
  const bool by_value = !t->isReferenceType();
  lifted_.program.boundary.params.push_back({name, *tree, by_value, false});
  const int cell = new_cell(object_of(*tree, t, function_.body.params));
  if (!by_value) read_only_.insert(cell);
  return cell;
}

void Lifter::bind_parameter(const clang::ParmVarDecl& p) {
  const std::string name = unique_name(
      p.getName().empty() ? fmt::format("x{}", p.getFunctionScopeIndex()) : p.getName().str());
  frames_.back().variables[&p] = {bind_argument(p.getType(), name, p.getLocation()), {}};
}

/// *this is the first argument.
void Lifter::bind_object_argument(const clang::CXXMethodDecl& method) {
  const QualType object = context_.getRecordType(method.getParent()).withConst();
  const int cell = bind_argument(context_.getLValueReferenceType(object), unique_name("self"),
                                 method.getLocation());
  frames_.back().self = {cell, {}};
  frames_.back().has_self = true;
}

/// *this is the callable.
void Lifter::bind_callable(const clang::CXXMethodDecl& method) {
  Object self;
  self.kind = Object::Kind::capture;
  self.type = context_.getRecordType(method.getParent());
  self.path = std::make_shared<const std::vector<AccessStep>>();
  frames_.back().self = temporary(std::move(self));
  frames_.back().has_self = true;
  bind_closure(frames_.back(), method);
}

void Lifter::bind_parameters() {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&root_);
  const bool has_object = method && !method->isStatic();
  if (has_object && self_ == Self::argument) bind_object_argument(*method);
  for (const clang::ParmVarDecl* p : root_.parameters()) bind_parameter(*p);
  if (has_object && self_ == Self::callable) bind_callable(*method);
}

void Lifter::finish() {
  Frame& frame = frames_.back();
  const QualType t = root_.getReturnType();
  if (t->isVoidType()) refuse(root_.getLocation(), "lift.void");
  Object result = cells_[static_cast<std::size_t>(frame.result)];
  if (t->isReferenceType()) {
    if (result.kind != Object::Kind::address) refuse(root_.getLocation(), "lift.no_return");
    result = load(target_of(result));
  }
  std::vector<Leaf> leaves;
  auto tree = types_.tree(t, "result", 0, leaves);
  if (!tree) refuse(root_.getLocation(), "lift.type", tree.error().what);
  if (result.kind == Object::Kind::unset) refuse(root_.getLocation(), "lift.no_return");
  ir::Values results;
  collect_leaves(*tree, resolve(std::move(result)), results);
  lifted_.program.boundary.result = std::move(*tree);
  function_.body.results = std::move(results);
}

Lifted Lifter::run() {
  const clang::FunctionDecl* body = body_of(root_);
  if (!body) refuse(root_.getLocation(), "site.body");
  Frame frame;
  frame.function = &root_;
  lifted_.functions.push_back(&root_);
  frame.returned = new_cell(known(context_.BoolTy, 0));
  const QualType t = root_.getReturnType();
  frame.result = new_cell(t->isReferenceType() || t->isVoidType() ? Object() : unset(t));
  frames_.push_back(std::move(frame));
  bind_parameters();
  if (!custom_root(*body)) statement(*body->getBody());
  finish();
  auto& functions = lifted_.program.graph.functions;
  functions.push_back(Compact(function_).run());
  if (called_ != &own_called_) return std::move(lifted_);
  for (ir::Function& f : own_called_.functions) functions.push_back(Compact(f).run());
  ir::check_valid(lifted_.program.graph, "lift");
  return std::move(lifted_);
}

base::Result<Lifted> lift_function(clang::Sema& sema, const clang::FunctionDecl& f, Self self) {
  try {
    return Lifter(sema, f, self).run();
  } catch (Refused& r) {
    return base::fail(std::move(r.error));
  }
}

}  // namespace tlaloc::lift
