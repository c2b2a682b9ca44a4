#include "lift/keys.h"

#include <algorithm>

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

#include "lift/hash.h"
#include "lift/spelling.h"

namespace tlaloc::lift {
namespace {

/// A template's parameters with the arguments of one instance.
struct Binding {
  const clang::TemplateParameterList* parameters = nullptr;
  const clang::TemplateArgumentList* arguments = nullptr;
};

Binding variable_template_of(const clang::CXXRecordDecl& closure) {
  const auto* v =
      llvm::dyn_cast_or_null<clang::VarTemplateSpecializationDecl>(closure.getLambdaContextDecl());
  if (!v) return {};
  return {v->getSpecializedTemplate()->getTemplateParameters(), &v->getTemplateArgs()};
}

Binding own_binding(const clang::Decl& d) {
  if (const auto* c = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&d)) {
    if (c->getSpecializationKind() == clang::TSK_ExplicitSpecialization) return {};
    return {c->getSpecializedTemplate()->getTemplateParameters(), &c->getTemplateArgs()};
  }
  const auto* f = llvm::dyn_cast<clang::FunctionDecl>(&d);
  const auto* info = f ? f->getTemplateSpecializationInfo() : nullptr;
  if (!info || info->isExplicitSpecialization()) return {};
  return {info->getTemplate()->getTemplateParameters(), info->TemplateArguments};
}

/// The parameter `x` of `auto x` whose invented template parameter this is, or "".
std::string parameter_of_auto(const clang::Decl& d, const clang::NamedDecl& invented,
                              unsigned index) {
  const auto* f = llvm::dyn_cast<clang::FunctionDecl>(&d);
  const auto* pattern = f ? f->getTemplateInstantiationPattern() : nullptr;
  if (!pattern) return {};
  for (const clang::ParmVarDecl* p : pattern->parameters()) {
    clang::QualType t = p->getType().getNonReferenceType();
    if (const auto* e = t->getAs<clang::PackExpansionType>())
      t = e->getPattern().getNonReferenceType();
    const auto* type = t->getAs<clang::TemplateTypeParmType>();
    if (type && (type->getDecl() == &invented || type->getIndex() == index))
      return p->getNameAsString();
  }
  return {};
}

bool is_invented(const clang::NamedDecl& p) {
  const std::string name = p.getNameAsString();
  return p.isImplicit() || name.empty() || name.find(':') != std::string::npos;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& p : parts) out += (out.empty() ? "" : ", ") + p;
  return out;
}

}  // namespace

bool is_local(const clang::CXXRecordDecl& r) {
  return r.isLocalClass() || r.getParentFunctionOrMethod();
}

// The class is given a tag to be known by; `#include`d twice, it is given it once.
std::string Keys::local_class_key(const clang::CXXRecordDecl& r) {
  const auto place = unit_.sources.getDecomposedLoc(unit_.sources.getSpellingLoc(r.getLocation()));
  const std::string hex =
      short_hash(spelled_path(unit_, place.first) + "|" + std::to_string(place.second), 7);
  const std::string number = std::to_string(std::stoul(hex, nullptr, 16));
  const auto tag = [&](const std::string& keys) {
    return "::tlaloc::detail::Tag<" + number +
           (keys.empty() ? "" : ", " + keys.substr(1, keys.size() - 2)) + ">";
  };
  if (edits_.once("tag " + hex)) {
    const clang::SourceLocation brace = r.getBraceRange().getBegin();
    edits_.insert_behind(brace, 0, " using tlaloc_tag [[maybe_unused]] = " + tag(in_text(r)) + ";",
                         brace.isMacroID());
  }
  return tag(of_instance(r));
}

std::string Keys::key_of(clang::QualType t) {
  t = t.getNonReferenceType().getUnqualifiedType().getCanonicalType();
  const auto* r = t->getAsCXXRecordDecl();
  if (r && r->isLambda()) {
    Site& s = sites_.of_closure(*r);
    s.needs_edit = true;
    return site_of_instance(s, *r);
  }
  if (r && is_local(*r)) return local_class_key(*r);
  const std::string name = spelled(unit_.ast, t);
  return "::tlaloc::detail::TypeKey<" + std::string(r || t->isEnumeralType() ? "::" : "") + name +
         ">";
}

std::string Keys::key_of(const clang::TemplateArgument& a) {
  if (a.getKind() == clang::TemplateArgument::Type) return key_of(a.getAsType());
  if (a.getKind() == clang::TemplateArgument::Pack) {
    std::vector<std::string> elements;
    for (const clang::TemplateArgument& e : a.pack_elements()) elements.push_back(key_of(e));
    return "::tlaloc::detail::Pack<" + joined(elements) + ">";
  }
  return "::tlaloc::detail::Val<" + spelled(unit_.ast, a) + ">";
}

void Keys::add_parameters(const clang::Decl& d, bool is_innermost, std::vector<Part>& out) {
  Binding b;
  if (const auto* r = llvm::dyn_cast<clang::CXXRecordDecl>(&d); r && r->isLambda())
    b = variable_template_of(*r);
  if (!b.parameters && !is_innermost) b = own_binding(d);
  if (!b.parameters) return;
  for (unsigned k = 0; k < b.parameters->size(); ++k) {
    const clang::NamedDecl& p = *b.parameters->getParam(k);
    const clang::TemplateArgument& a = b.arguments->get(k);
    const bool is_type = llvm::isa<clang::TemplateTypeParmDecl>(p);
    std::string name = p.getNameAsString();
    if (is_invented(p)) {
      name = is_type ? parameter_of_auto(d, p, k) : std::string();
      if (name.empty()) continue;
      name = "std::remove_cvref_t<decltype(" + name + ")>";
    }
    const bool is_pack = a.getKind() == clang::TemplateArgument::Pack;
    std::string text = std::string("::tlaloc::detail::") + (is_type ? "Key<" : "Val<") + name + ">";
    if (is_pack) text = "::tlaloc::detail::Pack<" + text + "...>";
    out.push_back({std::move(text), key_of(a)});
  }
}

std::vector<Keys::Part> Keys::parts(const clang::Decl& d, Scope scope) {
  std::vector<const clang::Decl*> around = {&d};
  for (const clang::DeclContext* c = d.getDeclContext(); c && !c->isTranslationUnit();
       c = c->getParent())
    around.push_back(clang::Decl::castFromDeclContext(c));
  std::vector<Part> out;
  for (auto it = around.rbegin(); it != around.rend(); ++it)
    add_parameters(**it, *it == &d && scope == Scope::around, out);
  return out;
}

std::string Keys::in_text(const clang::Decl& d, Scope scope) {
  std::vector<std::string> texts;
  for (Part& p : parts(d, scope)) texts.push_back(std::move(p.text));
  return texts.empty() ? "" : "<void(" + joined(texts) + ")>";
}

std::string Keys::of_instance(const clang::Decl& d, Scope scope) {
  std::vector<std::string> keys;
  for (Part& p : parts(d, scope)) keys.push_back(std::move(p.key));
  return keys.empty() ? "" : "<void(" + joined(keys) + ")>";
}

std::string Keys::site_in_text(Site& site) {
  if (site.closure && site.text_keys.empty()) site.text_keys = in_text(*site.closure);
  if (!site.text_keys.empty()) site.late = true;
  const std::string name = "::tlaloc_gen::" + site.name + site.text_keys;
  return site.late ? "::tlaloc::detail::Late<" + name + ">" : name;
}

std::string Keys::program_site(Site& site, const clang::Decl& d) {
  site_in_text(site);
  return "::tlaloc_gen::" + site.name + (site.text_keys.empty() ? "" : of_instance(d));
}

std::string Keys::site_of_instance(Site& site, const clang::Decl& d) {
  const std::string name = program_site(site, d);
  return site.late ? "::tlaloc::detail::Late<" + name + ">" : name;
}

}  // namespace tlaloc::lift
