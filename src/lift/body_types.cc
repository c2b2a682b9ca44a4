#include "lift/body_types.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

#include "lift/derived_type.h"

namespace tlaloc::lift {
namespace {

using clang::QualType;

const clang::ClassTemplateSpecializationDecl* specialization(QualType t) {
  const auto* r = t->getAsCXXRecordDecl();
  return llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(r);
}

bool is_tlaloc_class(QualType t, llvm::StringRef name) {
  const auto* r = t->getAsCXXRecordDecl();
  return r && r->getIdentifier() && r->getName() == name && is_in_tlaloc(*r) &&
         r->getDeclContext()->getRedeclContext()->isNamespace() &&
         llvm::cast<clang::NamespaceDecl>(r->getDeclContext()->getEnclosingNamespaceContext())
                 ->getName() != "detail";
}

QualType type_argument(QualType t, unsigned i) {
  const auto* s = specialization(t);
  if (!s || s->getTemplateArgs().size() <= i) return {};
  const auto& a = s->getTemplateArgs()[i];
  return a.getKind() == clang::TemplateArgument::Type ? a.getAsType() : QualType();
}

std::vector<QualType> tuple_types(QualType t) {
  std::vector<QualType> out;
  const auto* s = specialization(t);
  if (!s) return out;
  for (const auto& a : s->getTemplateArgs().asArray()) {
    if (a.getKind() == clang::TemplateArgument::Type) out.push_back(a.getAsType());
    if (a.getKind() == clang::TemplateArgument::Pack)
      for (const auto& p : a.pack_elements()) out.push_back(p.getAsType());
  }
  return out;
}

/// The iterator of std::vector and std::span: a pointer in a class; a debugging libstdc++ puts
/// another class around it.
bool is_iterator(QualType t) {
  const auto* r = t->getAsCXXRecordDecl();
  return r && r->getIdentifier() &&
         (r->getName() == "__normal_iterator" || r->getName() == "_Safe_iterator");
}

Shape class_shape(const clang::ASTContext& c, QualType t) {
  const std::string s = std_class(t);
  if (s == "array") return Shape::array;
  if (s == "pair") return Shape::pair;
  if (s == "tuple") return Shape::tuple;
  if (s == "optional") return Shape::optional;
  if (s == "vector" || s == "span" || s == "initializer_list") {
    const QualType e = type_argument(t, 0);
    if (s == "vector" && !e.isNull() && e->isBooleanType()) return Shape::none;  // bits, no list
    const Shape of = e.isNull() ? Shape::none : shape_of(c, e);
    if (of == Shape::scalar) return s == "vector" ? Shape::list : Shape::span;
    const bool rows =
        of == Shape::record || of == Shape::array || of == Shape::pair || of == Shape::tuple;
    return rows ? Shape::records : Shape::none;
  }
  if (is_iterator(t)) return Shape::pointer;
  if (is_tlaloc_class(t, "Tensor")) return Shape::tensor;
  if (is_tlaloc_class(t, "Scalar")) return Shape::wrapper;
  const auto* r = t->getAsCXXRecordDecl();
  return r && r->hasDefinition() && !r->isUnion() ? Shape::record : Shape::none;
}

}  // namespace

bool is_in_std(const clang::Decl& d) {
  for (const auto* c = d.getDeclContext(); c; c = c->getParent())
    if (c->isStdNamespace()) return true;
  return false;
}

namespace {

/// Whether it is what a debugging libstdc++ (_GLIBCXX_DEBUG) puts its own containers before.
bool stands_behind_debugging(const clang::CXXRecordDecl& r) {
  const auto* inner = llvm::dyn_cast<clang::NamespaceDecl>(r.getDeclContext());
  return inner && inner->getName() == "__cxx1998" && inner->getParent()->isStdNamespace();
}

}  // namespace

std::string std_class(QualType t) {
  const auto* r = t->getAsCXXRecordDecl();
  if (!r || !r->getIdentifier()) return {};
  return r->isInStdNamespace() || stands_behind_debugging(*r) ? r->getName().str() : "";
}

Shape shape_of(const clang::ASTContext& c, QualType t) {
  if (t.isNull()) return Shape::none;
  t = t.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  if (scalar_dtype(c, t)) return Shape::scalar;
  if (t->isConstantArrayType()) return Shape::array;
  if (t->isPointerType() || t->isNullPtrType()) return Shape::pointer;
  return t->isRecordType() ? class_shape(c, t) : Shape::none;
}

std::optional<DType> scalar_dtype(const clang::ASTContext& c, QualType t) {
  t = t.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  if (const auto* e = t->getAs<clang::EnumType>()) {
    if (!e->getDecl()->isComplete()) return std::nullopt;
    t = e->getDecl()->getIntegerType().getCanonicalType();
  }
  if (is_tlaloc_class(t, "bfloat16")) return DType::bf16;
  const auto* b = t->getAs<clang::BuiltinType>();
  if (!b) return std::nullopt;
  if (b->getKind() == clang::BuiltinType::Float) return DType::f32;
  if (b->getKind() == clang::BuiltinType::Double) return DType::f64;
  if (b->getKind() == clang::BuiltinType::Bool) return DType::b1;
  if (!b->isInteger()) return std::nullopt;
  const bool is_signed = b->isSignedInteger();
  switch (c.getTypeSize(t)) {
    case 8:
      return is_signed ? DType::i8 : DType::u8;
    case 16:
      return is_signed ? DType::i16 : DType::u16;
    case 32:
      return is_signed ? DType::i32 : DType::u32;
    case 64:
      return is_signed ? DType::i64 : DType::u64;
    default:
      return std::nullopt;
  }
}

QualType element_type(const clang::ASTContext& c, QualType t) {
  t = t.getNonReferenceType().getCanonicalType();
  if (const auto* a = c.getAsConstantArrayType(t)) return a->getElementType();
  return type_argument(t, 0);
}

std::int64_t element_count(const clang::ASTContext& c, QualType t) {
  t = t.getNonReferenceType().getCanonicalType();
  if (const auto* a = c.getAsConstantArrayType(t)) return a->getSize().getSExtValue();
  if (std_class(t) == "array")
    return specialization(t)->getTemplateArgs()[1].getAsIntegral().getExtValue();
  return static_cast<std::int64_t>(tuple_types(t).size());
}

std::vector<QualType> child_types(const clang::ASTContext& c, QualType t) {
  t = t.getNonReferenceType().getCanonicalType();
  switch (shape_of(c, t)) {
    case Shape::array:
      return std::vector<QualType>(static_cast<std::size_t>(element_count(c, t)),
                                   element_type(c, t));
    case Shape::pair:
    case Shape::tuple:
      return tuple_types(t);
    case Shape::optional:
      return {c.BoolTy, type_argument(t, 0)};
    case Shape::record: {
      std::vector<QualType> out;
      const auto* r = t->getAsCXXRecordDecl()->getDefinition();
      for (const auto& b : r->bases()) out.push_back(b.getType());
      for (const auto* f : r->fields()) out.push_back(f->getType());
      return out;
    }
    default:
      return {};
  }
}

int child_number(const clang::FieldDecl& f) {
  const auto* r = llvm::dyn_cast<clang::CXXRecordDecl>(f.getParent());
  return static_cast<int>(f.getFieldIndex() + (r ? r->getNumBases() : 0));
}

int base_number(const clang::CXXRecordDecl& derived, const clang::CXXRecordDecl& base) {
  int i = 0;
  for (const auto& b : derived.bases()) {
    const auto* r = b.getType()->getAsCXXRecordDecl();
    if (r && r->getCanonicalDecl() == base.getCanonicalDecl()) return i;
    ++i;
  }
  return -1;
}

}  // namespace tlaloc::lift
