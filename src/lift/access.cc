#include "lift/access.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

#include "lift/diagnostics.h"
#include "lift/hash.h"
#include "lift/locations.h"
#include "lift/spelling.h"

namespace tlaloc::lift {
namespace {

/// An element of a captured pack: its number and the pack's name.
bool is_pack_element(const clang::ValueDecl& v, unsigned& index) {
  const auto* p = llvm::dyn_cast<clang::ParmVarDecl>(&v);
  const auto* f = p ? llvm::dyn_cast<clang::FunctionDecl>(p->getDeclContext()) : nullptr;
  const auto* pattern = f ? f->getTemplateInstantiationPattern() : nullptr;
  if (!pattern) return false;
  unsigned fixed = 0;
  for (const clang::ParmVarDecl* q : pattern->parameters()) {
    if (q->isParameterPack() && q->getName() == p->getName()) {
      index = p->getFunctionScopeIndex() - fixed;
      return true;
    }
    ++fixed;
  }
  return false;
}

std::string element(const std::string& tuple, unsigned i) {
  return "std::get<" + std::to_string(i) + ">(" + tuple + ")";
}

bool is_static(const clang::ValueDecl& v) {
  const auto* d = llvm::dyn_cast<clang::VarDecl>(&v);
  return d && d->hasGlobalStorage();
}

/// A static as the lambda's own place can name it.
std::string name_of_static(const clang::ASTContext& ast, const clang::ValueDecl& v) {
  return v.getDeclContext()->isFunctionOrMethod() ? v.getNameAsString()
                                                  : "::" + qualified_name(ast, v);
}

}  // namespace

std::string Accesses::tied(Site& site, const AccessStep& s, const std::string& reader) {
  const clang::ValueDecl& v = *s.variable;
  site.needs_edit = true;
  unsigned index = 0;
  if (is_pack_element(v, index))
    return element(
        element(reader, tie_index(site, "::tlaloc::detail::tie(" + v.getNameAsString() + "...)")),
        index);
  if (llvm::isa<clang::FieldDecl>(v))
    return element(reader, tie_index(site, "this->" + v.getNameAsString()));
  if (is_static(v)) return element(reader, tie_index(site, name_of_static(unit_.ast, v)));
  return element(reader, tie_index(site, v.getNameAsString()));
}

base::Result<Access> Accesses::step(const AccessStep& s, Access from) {
  if (s.holder && s.holder->isLambda()) {
    Site& inner = sites_.of_closure(*s.holder);
    from.text = tied(inner, s, from.text + ".tlaloc_read()");
    return from;
  }
  const auto* field = llvm::dyn_cast<clang::FieldDecl>(s.variable);
  if (!field)
    return base::fail(
        refusal("site.name", "", {}, location(unit_.sources, s.variable->getLocation())));
  const clang::CXXRecordDecl& owner = *llvm::cast<clang::CXXRecordDecl>(field->getParent());
  const bool is_open =
      field->getAccess() == clang::AS_public || field->getAccess() == clang::AS_none;
  if (is_open) {
    from.text += "." + field->getNameAsString();
    return from;
  }
  if (is_local(owner))
    return base::fail(refusal("site.name", "", {}, location(unit_.sources, field->getLocation())));
  const std::string member =
      "&::" + qualified_name(unit_.ast, owner) + "::" + field->getNameAsString();
  const std::string key = "private_" + field->getNameAsString() + "_" + short_hash(member);
  from.declarations += "namespace tlaloc_gen {\nstruct " + key +
                       " {};\n}\n"
                       "namespace tlaloc::detail {\nconstexpr auto tlaloc_private(::tlaloc_gen::" +
                       key +
                       ");\n"
                       "template struct OpenPrivate<::tlaloc_gen::" +
                       key + ", " + member + ">;\n}\n";
  from.text = "(" + from.text + ".*tlaloc_private(::tlaloc_gen::" + key + "{}))";
  from.names_user_code = true;
  return from;
}

/// The derivative takes a std::array where the user has T[N].
base::Result<Access> Accesses::as_value(const Capture& c, Access a) {
  const clang::ValueDecl& v = *c.path.back().variable;
  const auto* array = unit_.ast.getAsConstantArrayType(v.getType().getNonReferenceType());
  if (!array) return a;
  if (array->getElementType()->isArrayType())
    return base::fail(refusal("lift.type", "",
                              "'" + v.getNameAsString() + "' is an array of arrays",
                              location(unit_.sources, v.getLocation())));
  a.text = "std::to_array(" + a.text + ")";
  return a;
}

base::Result<Access> Accesses::read(const Capture& c, const std::string& callable,
                                    const std::string& reader, Site* site) {
  Access a{callable, "", false};
  std::size_t first = 0;
  const AccessStep& start = c.path.front();
  if (!reader.empty() && (!start.holder || start.holder->isLambda())) {
    a.text = tied(*site, start, reader);
    first = 1;
  } else if (!start.holder) {
    if (start.variable->getDeclContext()->isFunctionOrMethod())
      return base::fail(
          refusal("site.name", "",
                  "'" + start.variable->getNameAsString() +
                      "' is local to a function and cannot be read from the generated code",
                  location(unit_.sources, start.variable->getLocation())));
    a.text = "::" + qualified_name(unit_.ast, *start.variable);
    a.names_user_code = true;
    first = 1;
  }
  for (std::size_t i = first; i < c.path.size(); ++i) {
    auto next = step(c.path[i], std::move(a));
    if (!next) return next;
    a = std::move(*next);
  }
  return as_value(c, std::move(a));
}

}  // namespace tlaloc::lift
