#include "lift/transformed.h"

#include <algorithm>
#include <map>
#include <set>

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

namespace tlaloc::lift {
namespace {

const clang::NamespaceDecl* own_namespace(const Unit& unit) {
  for (const clang::NamedDecl* d :
       unit.ast.getTranslationUnitDecl()->lookup(&unit.ast.Idents.get("tlaloc")))
    if (const auto* n = llvm::dyn_cast<clang::NamespaceDecl>(d)) return n;
  return nullptr;
}

bool same_type(clang::QualType a, clang::QualType b) {
  const auto bare = [](clang::QualType t) {
    return t.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  };
  return bare(a) == bare(b);
}

bool is_used(const clang::CXXRecordDecl& r) {
  const clang::CXXRecordDecl* definition = r.getDefinition();
  if (!definition) return false;
  for (const clang::FunctionDecl* f : call_operators(*definition))
    if (f->isUsed(false) || f->getPointOfInstantiation().isValid()) return true;
  for (const clang::CXXBaseSpecifier& base : definition->bases())
    if (const auto* b = base.getType()->getAsCXXRecordDecl(); b && is_used(*b)) return true;
  return false;
}

/// Where each Derived was first asked for: the transformations are function templates that return
/// one.
std::map<const clang::Decl*, clang::SourceLocation> asked_for(const Unit& unit,
                                                              const clang::NamespaceDecl& own) {
  std::map<const clang::Decl*, clang::SourceLocation> out;
  for (const clang::NamespaceDecl* n : own.redecls()) {
    for (const clang::Decl* d : n->decls()) {
      const auto* t = llvm::dyn_cast<clang::FunctionTemplateDecl>(d);
      if (!t) continue;
      for (const clang::FunctionDecl* f : t->specializations()) {
        if (!is_transformation(*f)) continue;
        const clang::Decl* derived =
            f->getReturnType().getCanonicalType()->getAsCXXRecordDecl()->getCanonicalDecl();
        const clang::SourceLocation at = f->getPointOfInstantiation();
        auto [it, is_new] = out.emplace(derived, at);
        if (!is_new && at.isValid() &&
            (it->second.isInvalid() || is_before(unit.sources, at, it->second)))
          it->second = at;
      }
    }
  }
  return out;
}

/// The (path, callable) pairs whose graph is asked for: the specialisations of detail::TextOf.
using PathAndCallable = std::pair<const void*, const void*>;
PathAndCallable path_and_callable(const clang::ClassTemplateSpecializationDecl& s) {
  const auto type = [&](unsigned i) {
    return s.getTemplateArgs()[i].getAsType().getCanonicalType().getAsOpaquePtr();
  };
  return {type(0), type(1)};
}
std::set<PathAndCallable> texts(const Unit& unit, const clang::NamespaceDecl& own) {
  std::set<PathAndCallable> out;
  for (const clang::NamedDecl* n : own.lookup(&unit.ast.Idents.get("detail"))) {
    const auto* detail = llvm::dyn_cast<clang::NamespaceDecl>(n);
    if (!detail) continue;
    for (const clang::NamedDecl* d : detail->lookup(&unit.ast.Idents.get("TextOf")))
      if (const auto* t = llvm::dyn_cast<clang::ClassTemplateDecl>(d))
        for (const clang::ClassTemplateSpecializationDecl* s : t->specializations())
          out.insert(path_and_callable(*s));
  }
  return out;
}

/// By place, those without one last; at one place in the order of arrival, which their addresses
/// tell.
std::vector<Transformed> in_order(const Unit& unit, std::vector<Transformed> all) {
  std::vector<Transformed*> ordered;
  for (Transformed& t : all) ordered.push_back(&t);
  std::sort(ordered.begin(), ordered.end(), [&](const Transformed* a, const Transformed* b) {
    if (a->at.isValid() != b->at.isValid()) return a->at.isValid();
    if (a->at == b->at) return a < b;
    return is_before(unit.sources, a->at, b->at);
  });
  std::vector<Transformed> out;
  for (Transformed* t : ordered) out.push_back(std::move(*t));
  return out;
}

}  // namespace

std::vector<const clang::FunctionDecl*> call_operators(const clang::CXXRecordDecl& r) {
  std::vector<const clang::FunctionDecl*> out;
  for (const clang::Decl* d : r.decls()) {
    if (const auto* m = llvm::dyn_cast<clang::CXXMethodDecl>(d);
        m && m->getOverloadedOperator() == clang::OO_Call)
      out.push_back(m);
    const auto* t = llvm::dyn_cast<clang::FunctionTemplateDecl>(d);
    if (!t || t->getTemplatedDecl()->getOverloadedOperator() != clang::OO_Call) continue;
    for (const clang::FunctionDecl* f : t->specializations()) out.push_back(f);
  }
  if (!out.empty() || !r.hasDefinition()) return out;
  for (const clang::CXXBaseSpecifier& base : r.bases())
    if (const auto* b = base.getType()->getAsCXXRecordDecl())
      for (const clang::FunctionDecl* f : call_operators(*b)) out.push_back(f);
  return out;
}

bool takes(const clang::FunctionDecl& f, const clang::FunctionDecl& call) {
  if (f.getNumParams() > call.getNumParams()) return false;
  for (unsigned i = 0; i < f.getNumParams(); ++i)
    if (!same_type(f.getParamDecl(i)->getType(), call.getParamDecl(i)->getType())) return false;
  return true;
}

std::vector<const clang::FunctionDecl*> called_with(
    const Transformed& t, std::vector<const clang::FunctionDecl*> bodies) {
  std::vector<const clang::FunctionDecl*> out;
  const auto calls = call_operators(*t.derived);
  for (const clang::FunctionDecl* f : bodies)
    if (std::any_of(calls.begin(), calls.end(), [&](const auto* call) { return takes(*f, *call); }))
      out.push_back(f);
  return out.empty() ? bodies : out;
}

std::vector<Transformed> transformed_callables(const Unit& unit) {
  std::vector<Transformed> out;
  const clang::NamespaceDecl* own = own_namespace(unit);
  if (!own) return out;
  const auto places = asked_for(unit, *own);
  const auto embedded = texts(unit, *own);
  for (const clang::NamedDecl* d : own->lookup(&unit.ast.Idents.get("Derived"))) {
    const auto* t = llvm::dyn_cast<clang::ClassTemplateDecl>(d);
    if (!t) continue;
    for (const clang::ClassTemplateSpecializationDecl* s : t->specializations()) {
      auto type = derived_type(*s);
      if (!type) continue;
      const auto place = places.find(s->getCanonicalDecl());
      const clang::SourceLocation at = place != places.end() && place->second.isValid()
                                           ? place->second
                                           : s->getPointOfInstantiation();
      const bool wants_text = embedded.contains(path_and_callable(*s));
      out.push_back({std::move(*type), s, at, wants_text || is_used(*s), wants_text});
    }
  }
  return in_order(unit, std::move(out));
}

}  // namespace tlaloc::lift
