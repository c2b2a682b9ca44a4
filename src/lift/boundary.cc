#include "lift/boundary.h"

#include <algorithm>

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

#include "lift/body_types.h"
#include "lift/diagnostics.h"

namespace tlaloc::lift {
namespace {

using Kind = ir::Tree::Kind;

tl::unexpected<base::Error> no_value(const clang::ASTContext& context, clang::QualType t,
                                     const std::string& why) {
  return base::fail(refusal(
      "lift.type", "", "a value of type " + spelled(context, t) + " cannot be lifted: " + why));
}

/// std::string, std::string_view and their like.
bool is_text(clang::QualType t) { return std_class(t).starts_with("basic_string"); }

/// Members that take part in nothing: copied from an argument to a gradient as they are.
bool is_passenger(const clang::ASTContext& context, clang::QualType t) {
  return shape_of(context, t) == Shape::none || is_text(t);
}

bool holds_record(const ir::Tree& t) {
  return t.kind == Kind::record || std::any_of(t.children.begin(), t.children.end(), holds_record);
}

std::string indexed(Kind kind, const std::string& name, std::size_t i) {
  if (kind == Kind::optional) return name + (i == 0 ? ".has_value" : ".value");
  if (kind == Kind::pair) return name + (i == 0 ? ".first" : ".second");
  return kind == Kind::tuple ? name + "." + std::to_string(i)
                             : name + "[" + std::to_string(i) + "]";
}

std::int64_t fixed_extent(clang::QualType span) {
  const auto* s = llvm::cast<clang::ClassTemplateSpecializationDecl>(span->getAsCXXRecordDecl());
  const auto& a = s->getTemplateArgs();
  if (a.size() < 2 || a[1].getKind() != clang::TemplateArgument::Integral) return -1;
  const llvm::APSInt& n = a[1].getAsIntegral();
  return n.isMaxValue() ? -1 : n.getExtValue();
}

}  // namespace

base::Result<std::vector<const clang::FieldDecl*>> plain_fields(const clang::CXXRecordDecl& r) {
  const auto refuse = [](const char* why) { return base::fail(refusal("lift.type", "", why)); };
  if (r.isUnion()) return refuse("a union cannot be lifted");
  if (r.getNumBases() > 0) return refuse("a class with bases is no plain struct");
  if (r.isLambda()) return refuse("a lambda cannot be an argument");
  std::vector<const clang::FieldDecl*> out;
  for (const clang::FieldDecl* f : r.fields()) {
    if (f->getAccess() != clang::AS_public && f->getAccess() != clang::AS_none)
      return refuse("a class with private members is no plain struct");
    if (f->isBitField()) return refuse("a bit-field cannot be lifted");
    out.push_back(f);
  }
  return out;
}

ir::Size TypeReader::symbol(const std::string& name, int axis) {
  std::string s = name;
  std::replace_if(s.begin(), s.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  s += "_" + std::to_string(axis);
  while (!symbols_.insert(s).second) s += "_";
  return ir::Size::symbol(s);
}

base::Result<ir::Tree> TypeReader::leaf(Kind kind, clang::QualType t, ir::Type type,
                                        const std::string& name, int next_leaf,
                                        std::vector<Leaf>& leaves) {
  ir::Tree tree;
  tree.kind = kind;
  const auto* as_enum = t->getAs<clang::EnumType>();
  tree.enumerated = as_enum != nullptr;
  if (as_enum) {
    const auto* e = as_enum->getDecl();
    tree.enum_name = e->getName().empty() ? "Enum" : e->getName().str();
    tree.record = record_number(t);
  }
  tree.cpp_type =
      spelled(context_, as_enum ? as_enum->getDecl()->getIntegerType() : t.getUnqualifiedType());
  tree.leaf = next_leaf;
  tree.differentiable = is_floating(type.dtype);
  leaves.push_back({std::move(type), name});
  return tree;
}

base::Result<ir::Type> TypeReader::tensor_type(clang::QualType t, const std::string& name) {
  const auto* s = llvm::cast<clang::ClassTemplateSpecializationDecl>(t->getAsCXXRecordDecl());
  const auto dtype = scalar_dtype(context_, s->getTemplateArgs()[0].getAsType());
  if (!dtype) return no_value(context_, t, "its elements are no arithmetic type");
  ir::Sizes sizes;
  std::vector<std::string> names;
  for (const clang::TemplateArgument& a : s->getTemplateArgs()[1].pack_elements()) {
    const auto axis = axis_spelling(a.getAsType());
    if (!axis) return no_value(context_, t, "its rank is known only at run time");
    sizes.push_back(axis->size >= 0 ? ir::Size(axis->size)
                                    : symbol(name, static_cast<int>(sizes.size())));
    names.push_back(axis->name);
  }
  return ir::make_type(*dtype, std::move(sizes), std::move(names));
}

base::Result<ir::Tree> TypeReader::tree(clang::QualType t, const std::string& name, int next_leaf,
                                        std::vector<Leaf>& leaves) {
  t = t.getNonReferenceType().getCanonicalType();
  switch (shape_of(context_, t)) {
    case Shape::scalar:
      return leaf(Kind::scalar, t, ir::scalar_type(*scalar_dtype(context_, t)), name, next_leaf,
                  leaves);
    case Shape::tensor: {
      auto type = tensor_type(t, name);
      if (!type) return base::fail(std::move(type.error()));
      return leaf(Kind::tensor, t, std::move(*type), name, next_leaf, leaves);
    }
    case Shape::list:
    case Shape::span: {
      const bool is_span = shape_of(context_, t) == Shape::span;
      const auto n = is_span ? fixed_extent(t) : -1;
      if (element_type(context_, t)->isEnumeralType()) return list(t, name, next_leaf, leaves);
      const auto dtype = scalar_dtype(context_, element_type(context_, t));
      ir::Type type = ir::make_type(*dtype, {n >= 0 ? ir::Size(n) : symbol(name, 0)});
      return leaf(is_span ? Kind::span : Kind::vector, t, std::move(type), name, next_leaf, leaves);
    }
    case Shape::records:
      return list(t, name, next_leaf, leaves);
    case Shape::array:
      return several(Kind::array, t, name, next_leaf, leaves);
    case Shape::pair:
      return several(Kind::pair, t, name, next_leaf, leaves);
    case Shape::tuple:
      return several(Kind::tuple, t, name, next_leaf, leaves);
    case Shape::record:
      return record(*t->getAsCXXRecordDecl()->getDefinition(), t, name, next_leaf, leaves);
    case Shape::pointer:
      return base::fail(refusal("lift.pointer", "",
                                "'" + name + "' is a pointer (" + spelled(context_, t) + ")"));
    case Shape::optional:
      return optional(t, name, next_leaf, leaves);
    case Shape::wrapper:
    case Shape::none:
      break;
  }
  return no_value(context_, t, "it is none of the types that a program knows");
}

base::Result<ir::Tree> TypeReader::argument(clang::QualType t, const std::string& name,
                                            int next_leaf, std::vector<Leaf>& leaves) {
  const clang::QualType plain = t.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  if (!is_text(plain)) return tree(t, name, next_leaf, leaves);
  ir::Tree text;
  text.kind = Kind::constant;
  text.cpp_type = spelled(context_, plain);
  return text;
}

/// The leaves of a row's tree as those of all rows: each one axis of `n`.
base::Result<void> TypeReader::make_columns(ir::Tree& row, clang::QualType list, const ir::Size& n,
                                            std::vector<Leaf>& leaves, int first) {
  for (ir::Tree& child : row.children)
    if (auto ok = make_columns(child, list, n, leaves, first); !ok) return ok;
  if (row.leaf < 0) return {};
  if (row.kind != Kind::scalar)
    return no_value(context_, list, "the rows of a list hold numbers, structs and arrays of them");
  row.kind = Kind::vector;
  row.column = true;
  row.cpp_type = "std::vector<" + row.cpp_type + ">";
  leaves[static_cast<std::size_t>(row.leaf - first)].type.sizes = {n};
  return {};
}

base::Result<ir::Tree> TypeReader::list(clang::QualType t, const std::string& name, int next_leaf,
                                        std::vector<Leaf>& leaves) {
  ir::Tree out;
  out.kind = Kind::list;
  out.cpp_type = std_class(t) == "span" ? "std::span" : "std::vector";
  const int first = next_leaf - static_cast<int>(leaves.size());
  auto row = tree(element_type(context_, t), name, next_leaf, leaves);
  if (!row) return row;
  const bool is_text = std_class(t) != "vector" && std_class(t) != "span";
  if (ir::leaves(*row).empty()) return no_value(context_, t, "its rows hold no number");
  if (is_text || (row->leaf >= 0 && !row->enumerated))
    return no_value(context_, t, "it is no list of structs");
  if (auto ok = make_columns(*row, t, symbol(name, 0), leaves, first); !ok)
    return base::fail(std::move(ok.error()));
  out.children.push_back(std::move(*row));
  return out;
}

/// Numbers, and arrays, pairs and tuples of them: what has a zero without being asked.
base::Result<ir::Tree> TypeReader::optional(clang::QualType t, const std::string& name,
                                            int next_leaf, std::vector<Leaf>& leaves) {
  auto out = several(Kind::optional, t, name, next_leaf, leaves);
  if (!out) return out;
  for (const ir::Tree* leaf : ir::leaves(*out))
    if (leaf->kind != Kind::scalar || leaf->enumerated)
      return no_value(context_, t, "what it holds is no number, and no array or pair of them");
  if (holds_record(*out))
    return no_value(context_, t, "what it holds is no number, and no array or pair of them");
  return out;
}

int TypeReader::record_number(clang::QualType t) {
  return records_.emplace(t.getUnqualifiedType().getTypePtr(), static_cast<int>(records_.size()))
      .first->second;
}

base::Result<ir::Tree> TypeReader::several(Kind kind, clang::QualType t, const std::string& name,
                                           int next_leaf, std::vector<Leaf>& leaves) {
  ir::Tree out;
  out.kind = kind;
  out.cpp_type = spelled(context_, t.getUnqualifiedType());
  const std::size_t before = leaves.size();
  const auto types = child_types(context_, t);
  for (std::size_t i = 0; i < types.size(); ++i) {
    const int next = next_leaf + static_cast<int>(leaves.size() - before);
    auto child = tree(types[i], indexed(kind, name, i), next, leaves);
    if (!child) return child;
    out.children.push_back(std::move(*child));
  }
  return out;
}

base::Result<ir::Tree> TypeReader::record(const clang::CXXRecordDecl& r, clang::QualType t,
                                          const std::string& name, int next_leaf,
                                          std::vector<Leaf>& leaves) {
  auto fields = plain_fields(r);
  if (!fields) return no_value(context_, t, fields.error().what);
  ir::Tree out;
  out.kind = Kind::record;
  out.cpp_type = r.getName().empty() ? "Record" : r.getName().str();
  out.record = record_number(t);
  const std::size_t before = leaves.size();
  for (const clang::FieldDecl* f : *fields) {
    const std::string field = f->getNameAsString();
    const int next = next_leaf + static_cast<int>(leaves.size() - before);
    base::Result<ir::Tree> child = ir::Tree{};
    if (is_passenger(context_, f->getType()))
      child->kind = Kind::constant;
    else
      child = tree(f->getType(), name + "." + field, next, leaves);
    if (!child) return child;
    child->field = field;
    if (child->kind == Kind::constant)
      child->cpp_type = spelled(context_, f->getType().getUnqualifiedType());
    out.children.push_back(std::move(*child));
  }
  return out;
}

}  // namespace tlaloc::lift
