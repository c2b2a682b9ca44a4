#include "lift/derived_type.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

#include "lift/spelling.h"

namespace tlaloc::lift {
namespace {

using Kind = transform::Step::Kind;

/// A transformation's tag in Path, how generated names call it, and its step.
struct KnownOp {
  llvm::StringRef tag;
  const char* verb;
  Kind kind;
};
constexpr KnownOp kOps[] = {{"GradOp", "grad", Kind::grad},
                            {"ValueAndGradOp", "value_and_grad", Kind::value_and_grad},
                            {"JvpOp", "jvp", Kind::jvp},
                            {"ValueAndJvpOp", "value_and_jvp", Kind::value_and_jvp},
                            {"FusedOp", "fused", Kind::fused},
                            {"VjpOp", "vjp", Kind::vjp},
                            {"HvpOp", "hvp", Kind::hvp},
                            {"JacobianOp", "jacobian", Kind::jacobian},
                            {"HessianOp", "hessian", Kind::hessian},
                            {"JacobianReverseOp", "jacobian_reverse", Kind::jacobian_reverse}};

const clang::ClassTemplateSpecializationDecl* specialization(clang::QualType t) {
  const auto* record = t.isNull() ? nullptr : t->getAsCXXRecordDecl();
  return llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
}

std::string number_list(const std::vector<int>& numbers) {
  std::string out;
  for (int n : numbers) out += (out.empty() ? "" : ", ") + std::to_string(n);
  return out;
}

/// The integer arguments of GradOp<I...>.
std::vector<int> numbers_of(const clang::CXXRecordDecl& op) {
  std::vector<int> out;
  const auto* s = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&op);
  if (!s) return out;
  for (const clang::TemplateArgument& a : s->getTemplateArgs().asArray()) {
    if (a.getKind() != clang::TemplateArgument::Pack) continue;
    for (const clang::TemplateArgument& e : a.pack_elements())
      if (e.getKind() == clang::TemplateArgument::Integral)
        out.push_back(static_cast<int>(e.getAsIntegral().getExtValue()));
  }
  return out;
}

/// The I of a marker BatchedAt<I> or OutAt<I>.
int place_in(const clang::ClassTemplateSpecializationDecl& marker) {
  return static_cast<int>(marker.getTemplateArgs()[0].getAsIntegral().getExtValue());
}

/// VmapOp<Axis, Markers...>; gives its spelling.
std::string read_lanes(const clang::ClassTemplateSpecializationDecl& op, transform::Lanes& lanes) {
  const clang::ASTContext& context = op.getASTContext();
  const clang::QualType axis = op.getTemplateArgs()[0].getAsType();
  lanes.axis = spelled(context, axis);
  if (const auto says = axis_spelling(axis)) lanes.name = says->name, lanes.size = says->size;
  std::string out = "::tlaloc::VmapOp<" + lanes.axis;
  for (const clang::TemplateArgument& a : op.getTemplateArgs()[1].pack_elements()) {
    out += ", " + spelled(context, a.getAsType());
    const auto* marker = specialization(a.getAsType());
    if (!marker)
      lanes.places.push_back(-1);
    else if (marker->getName() == "OutAt")
      lanes.out = place_in(*marker);
    else
      lanes.places.push_back(place_in(*marker));
  }
  return out + ">";
}

void add_vmap(DerivedType& d, const clang::ClassTemplateSpecializationDecl& op) {
  transform::Step step;
  step.kind = Kind::vmap;
  d.path += (d.steps.empty() ? "" : ", ") + read_lanes(op, step.lanes);
  d.verb += d.verb.empty() ? "vmap" : "_of_vmap";
  d.steps.push_back(std::move(step));
}

void add_step(DerivedType& d, const clang::CXXRecordDecl& op) {
  if (op.getName() == "VmapOp")
    return add_vmap(d, llvm::cast<clang::ClassTemplateSpecializationDecl>(op));
  const llvm::StringRef tag = op.getName();
  transform::Step step;
  step.wrt = numbers_of(op);
  std::string verb = "transformed";
  bool known = false;
  for (const KnownOp& k : kOps)
    if (k.tag == tag) step.kind = k.kind, verb = k.verb, known = true;
  if (!known) d.unknown.push_back(tag.str());
  for (int n : step.wrt) verb += "_" + std::to_string(n);
  d.verb += (d.verb.empty() ? "" : "_of_") + verb;
  d.path += (d.steps.empty() ? "" : ", ") + ("::tlaloc::" + tag.str());
  if (llvm::isa<clang::ClassTemplateSpecializationDecl>(op))
    d.path += "<" + number_list(step.wrt) + ">";
  d.steps.push_back(std::move(step));
}

}  // namespace

bool is_in_tlaloc(const clang::Decl& d) {
  for (const clang::DeclContext* c = d.getDeclContext(); c; c = c->getParent()) {
    const auto* n = llvm::dyn_cast<clang::NamespaceDecl>(c);
    if (n && n->getName() == "tlaloc" && n->getParent()->getRedeclContext()->isTranslationUnit())
      return true;
  }
  return false;
}

std::optional<DerivedType> derived_type(const clang::ClassTemplateSpecializationDecl& s) {
  if ((s.getName() != "Derived" && s.getName() != "DerivedBase") || !is_in_tlaloc(s))
    return std::nullopt;
  const clang::TemplateArgumentList& args = s.getTemplateArgs();
  if (args.size() < 2 || args[0].getKind() != clang::TemplateArgument::Type) return std::nullopt;
  const auto* path = specialization(args[0].getAsType());
  if (!path || args[1].getAsType()->isDependentType()) return std::nullopt;
  DerivedType d;
  for (const clang::TemplateArgument& op : path->getTemplateArgs()[0].pack_elements())
    if (const auto* record = op.getAsType()->getAsCXXRecordDecl()) add_step(d, *record);
  d.path = "::tlaloc::Path<" + d.path + ">";
  d.callable = args[1].getAsType().getCanonicalType().getTypePtr();
  return d;
}

std::optional<DerivedType> derived_type(clang::QualType t) {
  if (t.isNull()) return std::nullopt;
  const auto* s = specialization(t.getNonReferenceType().getCanonicalType());
  return s ? derived_type(*s) : std::nullopt;
}

bool is_transformation(const clang::FunctionDecl& f) {
  if (!f.getIdentifier() || f.getNumParams() == 0 || !is_in_tlaloc(f)) return false;
  return f.getDeclContext()->getRedeclContext()->isNamespace() &&
         derived_type(f.getReturnType()).has_value();
}

}  // namespace tlaloc::lift
