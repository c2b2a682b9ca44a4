#include "lift/spelling.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/PrettyPrinter.h"
#include "llvm/Support/raw_ostream.h"

#include "lift/derived_type.h"

namespace tlaloc::lift {
namespace {

clang::PrintingPolicy policy(const clang::ASTContext& context) {
  clang::PrintingPolicy p = context.getPrintingPolicy();
  p.FullyQualifiedName = true;
  p.SuppressTagKeyword = true;
  p.Bool = true;
  return p;
}

const clang::ClassTemplateSpecializationDecl* own_template(clang::QualType t,
                                                           llvm::StringRef name) {
  const auto* s =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(t->getAsCXXRecordDecl());
  return s && s->getName() == name && is_in_tlaloc(*s) ? s : nullptr;
}

long field(const clang::APValue& v, unsigned i) {
  return static_cast<long>(v.getStructField(i).getInt().getExtValue());
}

std::string literal(const clang::APValue& name) {
  const clang::APValue& text = name.getStructField(0);
  std::string out;
  for (unsigned i = 0; i + 1 < text.getArraySize(); ++i) {
    const clang::APValue& c =
        i < text.getArrayInitializedElts() ? text.getArrayInitializedElt(i) : text.getArrayFiller();
    out += static_cast<char>(c.getInt().getExtValue());
  }
  return out;
}

/// The value of a template argument of class type.
const clang::APValue* object_value(const clang::TemplateArgument& a) {
  if (a.getKind() == clang::TemplateArgument::StructuralValue) return &a.getAsStructuralValue();
  if (a.getKind() != clang::TemplateArgument::Declaration) return nullptr;
  const auto* object = llvm::dyn_cast<clang::TemplateParamObjectDecl>(a.getAsDecl());
  return object ? &object->getValue() : nullptr;
}

std::string axis_text(const AxisSpelling& axis) {
  std::string out = "tlaloc::Axis<\"" + axis.name + "\"";
  if (axis.size >= 0) out += ", " + std::to_string(axis.size);
  if (axis.bound >= 0) out += ", tlaloc::up_to<" + std::to_string(axis.bound) + ">";
  return out + ">";
}

std::string arguments(const clang::ASTContext& context,
                      llvm::ArrayRef<clang::TemplateArgument> args) {
  std::string out;
  for (const clang::TemplateArgument& a : args) {
    const std::string one = a.getKind() == clang::TemplateArgument::Pack
                                ? arguments(context, a.pack_elements())
                                : spelled(context, a);
    if (!one.empty()) out += (out.empty() ? "" : ", ") + one;
  }
  return out;
}

/// Vector and Matrix have names of their own.
std::string tensor_name(const clang::ASTContext& context,
                        const clang::ClassTemplateSpecializationDecl& s) {
  const auto args = s.getTemplateArgs().asArray();
  const std::string element = spelled(context, args[0]);
  const auto axes = args.size() > 1 && args[1].getKind() == clang::TemplateArgument::Pack
                        ? args[1].pack_elements()
                        : args.drop_front(1);
  bool plain = true;
  for (const clang::TemplateArgument& a : axes)
    plain = plain && spelled(context, a) == "tlaloc::Any";
  if (plain && axes.size() == 1) return "tlaloc::Vector<" + element + ">";
  if (plain && axes.size() == 2) return "tlaloc::Matrix<" + element + ">";
  return "tlaloc::Tensor<" + arguments(context, args) + ">";
}

}  // namespace

std::optional<AxisSpelling> axis_spelling(clang::QualType t) {
  t = t.getCanonicalType();
  const auto* record = t->getAsCXXRecordDecl();
  if (!record || !is_in_tlaloc(*record)) return std::nullopt;
  if (record->getName() == "Any") return AxisSpelling{};
  if (const auto* fixed = own_template(t, "Dim"))
    return AxisSpelling{
        "", static_cast<long>(fixed->getTemplateArgs()[0].getAsIntegral().getExtValue()), -1};
  const auto* axis = own_template(t, "Axis");
  if (!axis) return std::nullopt;
  const auto& args = axis->getTemplateArgs();
  const clang::APValue* name = object_value(args[0]);
  const clang::APValue* extent = object_value(args[1]);
  if (!name || !extent) return std::nullopt;
  return AxisSpelling{literal(*name), field(*extent, 0), field(*extent, 1)};
}

std::string qualified_name(const clang::ASTContext& context, const clang::NamedDecl& d) {
  std::string out;
  for (const clang::DeclContext* c = d.getDeclContext(); c && !c->isTranslationUnit();
       c = c->getParent()) {
    if (const auto* n = llvm::dyn_cast<clang::NamespaceDecl>(c)) {
      if (!n->isAnonymousNamespace() && !n->isInline()) out = n->getNameAsString() + "::" + out;
    } else if (const auto* r = llvm::dyn_cast<clang::RecordDecl>(c)) {
      return qualified_name(context, *r) + "::" + out + d.getNameAsString();
    }
  }
  out += d.getNameAsString();
  if (const auto* s = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&d))
    return out + "<" + arguments(context, s->getTemplateArgs().asArray()) + ">";
  if (const auto* f = llvm::dyn_cast<clang::FunctionDecl>(&d))
    if (const auto* args = f->getTemplateSpecializationArgs())
      return out + "<" + arguments(context, args->asArray()) + ">";
  return out;
}

std::string spelled(const clang::ASTContext& context, const clang::TemplateArgument& a) {
  if (a.getKind() == clang::TemplateArgument::Type) return spelled(context, a.getAsType());
  std::string out;
  llvm::raw_string_ostream stream(out);
  a.print(policy(context), stream, /*IncludeType=*/true);
  return out;
}

std::string spelled(const clang::ASTContext& context, clang::QualType t) {
  t = t.getCanonicalType();
  if (t->isLValueReferenceType()) return spelled(context, t.getNonReferenceType()) + "&";
  if (t->isRValueReferenceType()) return spelled(context, t.getNonReferenceType()) + "&&";
  const std::string is_const = t.isConstQualified() ? "const " : "";
  if (const auto* s = own_template(t, "Tensor")) return is_const + tensor_name(context, *s);
  if (own_template(t, "Axis"))
    if (const auto axis = axis_spelling(t)) return is_const + axis_text(*axis);
  if (const auto* tag = t->getAsTagDecl()) return is_const + qualified_name(context, *tag);
  if (t->isPointerType() && !t->isFunctionPointerType())
    return spelled(context, t->getPointeeType()) + "*" + (t.isConstQualified() ? " const" : "");
  return t.getAsString(policy(context));
}

}  // namespace tlaloc::lift
