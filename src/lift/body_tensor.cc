// Tensors: their members, and calls of tlaloc's functions.
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

#include "lift/body_lifter.h"
#include "lift/derived_type.h"
#include "ops/arithmetic.h"
#include "ops/build.h"

namespace tlaloc::lift {
namespace {

clang::QualType unqualified(clang::QualType t) {
  return t.getNonReferenceType().getCanonicalType().getUnqualifiedType();
}

/// The axis types of a Tensor type.
std::vector<clang::QualType> axes_of(clang::QualType tensor) {
  std::vector<clang::QualType> out;
  const auto* s = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      unqualified(tensor)->getAsCXXRecordDecl());
  if (!s || s->getTemplateArgs().size() < 2) return out;
  const auto& pack = s->getTemplateArgs()[1];
  if (pack.getKind() == clang::TemplateArgument::Pack)
    for (const auto& a : pack.pack_elements()) out.push_back(a.getAsType().getCanonicalType());
  return out;
}

/// The name's template argument of Axis<"name", extent>, or none.
const clang::TemplateArgument* axis_name(clang::QualType axis) {
  const auto* s =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(axis->getAsCXXRecordDecl());
  if (!s || !s->getIdentifier() || s->getName() != "Axis" || s->getTemplateArgs().size() == 0)
    return nullptr;
  return &s->getTemplateArgs()[0];
}

bool is_axis(clang::QualType t) {
  const auto* r = t->getAsCXXRecordDecl();
  return r && r->getIdentifier() && is_in_tlaloc(*r) &&
         (r->getName() == "Axis" || r->getName() == "Any" || r->getName() == "Dim");
}

/// The last argument of functions whose errors name a place.
bool names_a_place(const clang::Expr& a) {
  return a.getType()->isPointerType() && a.getType()->getPointeeType()->isCharType();
}

/// Which axis of `tensor` is `axis`: the same type, else the same name.
std::int64_t axis_number(clang::QualType tensor, clang::QualType axis) {
  const auto axes = axes_of(tensor);
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i] == axis) return static_cast<std::int64_t>(i);
  const auto* name = axis_name(axis);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const auto* other = axis_name(axes[i]);
    if (name && other && name->structurallyEquals(*other)) return static_cast<std::int64_t>(i);
  }
  return -1;
}

}  // namespace

/// The number of elements along an axis of a tensor, list or array.
Object Lifter::size_along(const Place& p, int axis, QualType t) {
  const Object o = load(p);
  if (is_window(o)) return convert(o.children[1], t);
  if (o.kind == Object::Kind::address) return size_along(o.target, axis, t);
  if (o.kind == Object::Kind::table && axis == 0) return row_count(o, t);
  if (is_grown(o)) return convert(o.children[1], t);
  if (o.kind == Object::Kind::aggregate)
    return known(t, static_cast<std::int64_t>(o.children.size()));
  const ir::Type& type = builder_.type(value_of(o));
  if (axis < 0) axis += type.rank();
  if (axis < 0 || axis >= type.rank()) refuse_here("lift.out_of_range");
  return sized(t, type.sizes[static_cast<std::size_t>(axis)]);
}

Object Lifter::count_of(const Place& p, QualType t) {
  const Object o = load(p);
  if (is_window(o)) return convert(o.children[1], t);
  if (o.kind == Object::Kind::address) return count_of(o.target, t);
  if (o.kind == Object::Kind::table) return row_count(o, t);
  if (is_grown(o)) return convert(o.children[1], t);
  if (o.kind == Object::Kind::aggregate)
    return known(t, static_cast<std::int64_t>(o.children.size()));
  return sized(t, ir::product(builder_.type(value_of(o)).sizes));
}

bool Lifter::tensor_member(const clang::CallExpr& e, const clang::CXXMethodDecl& f, Outcome& out) {
  const std::string name = f.getOverloadedOperator() == clang::OO_Call ? "()" : f.getNameAsString();
  if (f.isStatic()) refuse(e, "lift.function");
  const Place self = object_argument(e);
  const unsigned skip = llvm::isa<clang::CXXOperatorCallExpr>(e) ? 1 : 0;
  stand_at(e);
  if (name == "()") {
    out.object = load(self.step(element_step(e, skip)));
  } else if (name == "set") {
    Object v = value(*e.getArg(0));
    const Step s = element_step(e, 1);
    store(self.step(s), std::move(v));
  } else if (name == "size") {
    const Object axis = value(*e.getArg(0));
    if (!axis.known) refuse(e, "lift.axis");
    out.object = size_along(self, static_cast<int>(*axis.known), e.getType());
  } else if (name == "count") {
    out.object = count_of(self, e.getType());
  } else if (name == "empty") {
    out.object = binary(clang::BO_EQ, count_of(self, context_.LongTy), known(context_.LongTy, 0),
                        context_.BoolTy);
  } else if (name == "shape") {
    out.object = unset(e.getType());
    for (std::size_t i = 0; i < out.object.children.size(); ++i)
      out.object.children[i] = size_along(self, static_cast<int>(i), out.object.children[i].type);
  } else if (name == "span" || name == "mutable_span") {
    out.object.kind = Object::Kind::address;
    out.object.type = unqualified(e.getType());
    out.object.target = self.step({Step::Kind::flat, -1, {}});
  } else if (name == "to_vector") {
    out.object = load(self.step({Step::Kind::flat, -1, {}}));
    out.object.type = unqualified(e.getType());
  } else {
    refuse(e, "lift.function", f.getQualifiedNameAsString() + " is not known to the tool");
  }
  return true;
}

/// The arguments from `first` on as an index.
Step Lifter::element_step(const clang::CallExpr& e, unsigned first) {
  Step s{Step::Kind::element, -1, {}};
  for (unsigned i = first; i < e.getNumArgs(); ++i)
    s.index.push_back(index_value(value(*e.getArg(i))));
  stand_at(e);
  return s;
}

/// An argument of a tensor function, in every form that it has.
ops::SourceArgument Lifter::source_argument(const Object& o, bool bind) {
  ops::SourceArgument a;
  if (o.kind == Object::Kind::aggregate) {  // {2, 3}, x.shape(), or nothing in braces
    ir::Ints ints;
    bool sized = true;
    for (const Object& c : o.children) {
      if (c.is_leaf() && c.known) ints.push_back(*c.known);
      sized = sized && c.is_leaf() && (c.known || c.size);
    }
    if (ints.size() == o.children.size()) a.ints = std::move(ints);
    for (const Object& c : o.children)
      if (!sized && c.is_leaf()) a.indices.push_back(index_value(c));
    if (!sized && !bind) return a;
    a.sizes.emplace();
    for (const Object& c : o.children) a.sizes->push_back(size_of(c));
    return a;
  }
  a.value = value_of(o);
  if (o.known) a.ints = ir::Ints{*o.known};
  const bool is_integer_scalar =
      shape_of(context_, o.type) == Shape::scalar && !is_floating(dtype(o.type));
  if (o.known || o.size || (bind && is_integer_scalar)) a.sizes = ir::Sizes{size_of(o)};
  return a;
}

/// What the C++ type of a result says about the graph's type.
std::optional<ir::Type> Lifter::type_of_result(QualType t) {
  if (const auto d = scalar_dtype(context_, t)) return ir::scalar_type(*d);
  std::vector<Leaf> leaves;
  const std::string name = "n" + std::to_string(++symbols_);
  auto tree = types_.tree(t, name, 0, leaves);
  if (!tree || tree->leaf < 0) return std::nullopt;
  return leaves[0].type;
}

/// sum<0, 1>, sum<Batch>: the numbers and axes among the template arguments.
std::vector<ops::SourceArgument> Lifter::template_numbers(const clang::CallExpr& e,
                                                          const clang::FunctionDecl& f) {
  std::vector<ops::SourceArgument> out;
  const auto add = [&](std::int64_t v) {
    ops::SourceArgument a;
    a.ints = ir::Ints{v};
    out.push_back(std::move(a));
  };
  const std::function<void(const clang::TemplateArgument&)> take =
      [&](const clang::TemplateArgument& a) {
        if (a.getKind() == clang::TemplateArgument::Pack)
          for (const auto& p : a.pack_elements()) take(p);
        if (a.getKind() == clang::TemplateArgument::Integral &&
            context_.hasSameType(a.getIntegralType(), context_.IntTy))
          add(a.getAsIntegral().getExtValue());  // a std::size_t is the length of some braces
        if (a.getKind() == clang::TemplateArgument::Type && is_axis(a.getAsType()) &&
            e.getNumArgs() > 0)
          if (const auto i = axis_number(e.getArg(0)->getType(), a.getAsType().getCanonicalType());
              i >= 0)
            add(i);
      };
  if (const auto* args = f.getTemplateSpecializationArgs())
    for (const auto& a : args->asArray()) take(a);
  return out;
}

bool Lifter::tensor_call(const clang::CallExpr& e, const clang::FunctionDecl& f, Outcome& out) {
  std::string name = f.getNameAsString();
  const clang::OverloadedOperatorKind op = f.getOverloadedOperator();
  const bool compound = op == clang::OO_PlusEqual || op == clang::OO_MinusEqual ||
                        op == clang::OO_StarEqual || op == clang::OO_SlashEqual;
  if (compound) name.pop_back();
  if (!ops::is_source_function(name)) return false;
  std::vector<Object> x;
  for (const Expr* a : e.arguments())
    if (!names_a_place(*a)) x.push_back(argument_value(*a));
  stand_at(e);
  Object result = tensor_source(name, x, e, f);
  if (!compound) {
    out.object = std::move(result);
    return true;
  }
  const Place p = place(*e.getArg(0));
  write(*e.getArg(0), p, std::move(result));
  out = {{}, p, true};
  return true;
}

/// An argument of a tensor function; Numbers<0, 1> and the like count as numbers in braces.
Object Lifter::argument_value(const Expr& a) {
  const auto* s = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      a.getType()->getAsCXXRecordDecl());
  const bool numbers = s && s->getIdentifier() && s->getName() == "Numbers" && is_in_tlaloc(*s);
  if (!numbers) return value(a);
  Object o;
  o.kind = Object::Kind::aggregate;
  for (const auto& n : s->getTemplateArgs()[0].pack_elements())
    o.children.push_back(known(context_.LongTy, n.getAsIntegral().getExtValue()));
  return o;
}

Object Lifter::tensor_source(const std::string& name, const std::vector<Object>& x,
                             const clang::CallExpr& e, const clang::FunctionDecl& f) {
  ops::SourceCall call{name, {}, template_numbers(e, f), type_of_result(e.getType())};
  for (const Object& o : x) call.x.push_back(source_argument(o, false));
  auto r = ops::build_source_call(builder_, call);
  if (!r && r.error().id == "lift.form") {  // perhaps it wants its integers as sizes
    call.x.clear();
    for (const Object& o : x) call.x.push_back(source_argument(o, true));
    r = ops::build_source_call(builder_, call);
  }
  if (!r) throw_error(std::move(r.error()));
  return leaf(e.getType(), r->front());
}

/// Nested braces as one tensor.
Object Lifter::literal(const Object& braces) {
  ir::Type t = ir::scalar_type(DType::f32);
  const Object* level = &braces;
  for (; level->kind == Object::Kind::aggregate; level = &level->children[0]) {
    t.sizes.push_back(static_cast<std::int64_t>(level->children.size()));
    if (level->children.empty()) refuse_here("lift.construct");
  }
  t.dtype = dtype(level->type);
  ir::Value v = ops::zeros(builder_, t);
  ir::Values index;
  const std::function<void(const Object&)> fill = [&](const Object& o) {
    if (o.kind != Object::Kind::aggregate) {
      v = access(ir::Access::store, v, index, {value_of(o)});
      return;
    }
    if (o.children.size() != static_cast<std::size_t>(*t.sizes[index.size()].constant()))
      refuse_here("lift.construct");
    for (std::size_t i = 0; i < o.children.size(); ++i) {
      index.push_back(ops::integer(builder_, static_cast<std::int64_t>(i)));
      fill(o.children[i]);
      index.pop_back();
    }
  };
  fill(braces);
  return leaf(braces.type, v);
}

ir::Value Lifter::filled(ir::Value v, const ir::Type& t) {
  return ops::build::broadcast(builder_, v, t.sizes, {});
}

}  // namespace tlaloc::lift
