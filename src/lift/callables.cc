#include "lift/callables.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"

#include <tlaloc/version.h>

#include "lift/body_types.h"
#include "lift/diagnostics.h"
#include "lift/guards.h"
#include "lift/hash.h"
#include "lift/locations.h"
#include "lift/spelling.h"

namespace tlaloc::lift {
namespace {

std::string derivative_file(const std::string& text) {
  return "#pragma once\n#pragma GCC system_header\n" + text;
}

std::string inline_space(const std::string& program_site) {
  return "v" + std::to_string(TLALOC_VERSION) + "_" + short_hash(program_site);
}

/// Of a member function that is no callable's own: the object is an argument, and inputs are never
/// written.
bool may_change_its_object(const clang::FunctionDecl& f) {
  const auto* m = llvm::dyn_cast<clang::CXXMethodDecl>(&f);
  return m && m->isInstance() && (!m->isConst() || m->getRefQualifier() == clang::RQ_RValue);
}

}  // namespace

Callables::Callables(Unit& unit, int explain_line)
    : unit_(unit),
      edits_(unit),
      sites_(unit),
      keys_(unit, sites_, edits_),
      accesses_(unit, sites_),
      macros_(unit),
      explain_line_(explain_line) {}

void Callables::visit() {
  if (explain_line_ > 0) called_there_ = derived_called_at(unit_, explain_line_);
  for (const Transformed& t : transformed_callables(unit_)) visit(t);
  edit_all();
  for (Site* s : sites_.all()) glue_.declare_site(s->name, !s->text_keys.empty());
}

std::string Callables::early() const {
  std::vector<std::string> names;
  for (const GeneratedFile& f : derivatives_) names.push_back(f.name);
  return glue_.early(names);
}

void Callables::refuse(const Transformed& t, base::Error e) {
  if (!t.is_called) return;
  if (e.op.empty()) e.op = t.type.verb;
  if (!e.where.known()) e.where = location(unit_.sources, t.at);
  for (const base::Error& said : result_.refusals)
    if (base::text(said) == base::text(e)) return;
  result_.refusals.push_back(std::move(e));
}

void Callables::visit(const Transformed& t) {
  if (!t.type.unknown.empty()) {
    refuse(t, refusal("site.transformation", "",
                      "'" + t.type.unknown.front() + "' is not known to this tool"));
    return;
  }
  const clang::QualType f(t.type.callable, 0);
  const auto* r = f->getAsCXXRecordDecl();
  if (f->isFunctionPointerType() || f->isMemberPointerType())
    visit_pointer(t);
  else if (!r)
    refuse(t, refusal("site.pointer", "",
                      "a value of type " + spelled(unit_.ast, f) + " is no callable"));
  else if (r->isLambda())
    visit_lambda(t, *r);
  else if (is_in_std(*r))
    refuse(t, refusal("site.erased", "", spelled(unit_.ast, f) + " hides the function's body"));
  else if (derived_type(f))
    return;  // an overload of program() names it; nobody calls it
  else if (is_in_tlaloc(*r) && r->getName() == "Fn")
    visit_fn(t, *r);
  else if (is_in_tlaloc(*r) && (r->getName() == "Custom" || r->getName() == "Checkpoint"))
    visit_parts(t, *r);
  else
    visit_object(t, *r);
}

void Callables::visit_lambda(const Transformed& t, const clang::CXXRecordDecl& closure) {
  Site& site = sites_.of_closure(closure);
  if (add_programs({t, site, keys_.program_site(site, closure), "lambda", "captured"},
                   called_with(t, call_operators(closure))))
    site.needs_edit = true;
}

/// A function with rules: where it stands is told by its lambdas.
void Callables::visit_parts(const Transformed& t, const clang::CXXRecordDecl& r) {
  std::string name;
  Site* first = nullptr;
  const auto& args = llvm::cast<clang::ClassTemplateSpecializationDecl>(r).getTemplateArgs();
  for (const clang::TemplateArgument& a : args.asArray()) {
    const auto* part = a.getAsType()->getAsCXXRecordDecl();
    std::string key = "::tlaloc::detail::TypeKey<::tlaloc::NoRule>";
    if (!part || !part->isLambda()) {
      if (!part || part->getName() != "NoRule") {
        refuse(t, refusal("site.part", ""));
        return;
      }
    } else {
      Site& site = sites_.of_closure(*part);
      site.needs_edit = true;
      key = keys_.program_site(site, *part);
      if (!first) first = &site;
    }
    name += (name.empty() ? "" : ", ") + key;
  }
  if (!first) return;
  add_programs({t, *first, "::tlaloc::detail::Pack<" + name + ">", "object", ""},
               call_operators(r));
}

void Callables::visit_object(const Transformed& t, const clang::CXXRecordDecl& r) {
  Site& site = sites_.of_declaration(r);
  const std::string name = "::tlaloc_gen::" + site.name;
  if (!add_programs({t, site, name, "object", ""}, called_with(t, call_operators(r)))) return;
  if (!is_local(r)) {
    glue_.add_site_of("::" + spelled(unit_.ast, unit_.ast.getTypeDeclType(&r)), name);
  } else if (edits_.once("site " + site.name)) {
    local_.push_back({&site, &r});
  }
}

void Callables::edit_local_class(Site& site, const clang::CXXRecordDecl& r) {
  const clang::SourceLocation brace = r.getBraceRange().getBegin();
  const std::string text =
      " using tlaloc_site [[maybe_unused]] = " + keys_.site_in_text(site) + ";";
  edits_.insert_behind(brace, 0, text, brace.isMacroID());
}

void Callables::visit_fn(const Transformed& t, const clang::CXXRecordDecl& fn) {
  const auto& args = llvm::cast<clang::ClassTemplateSpecializationDecl>(fn).getTemplateArgs();
  const auto* f = args[0].getKind() == clang::TemplateArgument::Declaration
                      ? llvm::dyn_cast<clang::FunctionDecl>(args[0].getAsDecl())
                      : nullptr;
  if (!f || may_change_its_object(*f)) {
    refuse(t, refusal(f ? "site.member" : "site.pointer", ""));
    return;
  }
  Site& site = sites_.of_declaration(*f);
  const std::string name = "::tlaloc_gen::" + site.name;
  if (!add_programs({t, site, name, "function", ""}, {f})) return;
  const clang::QualType type = args[0].getParamTypeForDecl().getCanonicalType();
  const std::string pointer = "static_cast<" + type.getAsString(unit_.ast.getPrintingPolicy()) +
                              ">(&::" + qualified_name(unit_.ast, *f) + ")";
  glue_.add_site_of("::tlaloc::Fn<" + pointer + ">", name);
}

const std::vector<FunctionArg>& Callables::arguments() {
  if (!has_arguments_) arguments_ = function_args(unit_);
  has_arguments_ = true;
  return arguments_;
}

void Callables::visit_pointer(const Transformed& t) {
  for (const FunctionArg& a : arguments())
    if (a.derived == t.derived->getCanonicalDecl()) visit_argument(t, a);
}

void Callables::visit_argument(const Transformed& t, const FunctionArg& a) {
  if (!a.function) {
    refuse(t, refusal("site.pointer", "", {}, location(unit_.sources, a.at)));
    return;
  }
  if (may_change_its_object(*a.function)) {
    refuse(t, refusal("site.member", "", {}, location(unit_.sources, a.at)));
    return;
  }
  // In a template the name stands for one function an instance.
  const std::string keys = a.inside ? keys_.in_text(*a.inside, Keys::Scope::inside) : "";
  Site& site = keys.empty() ? sites_.of_declaration(*a.function) : sites_.of_place(a.name_at);
  std::string name = "::tlaloc_gen::" + site.name;
  if (!keys.empty()) {
    site.late = true;
    site.text_keys = keys;
    name += keys_.of_instance(*a.inside, Keys::Scope::inside);
  }
  if (add_programs({t, site, name, "function", ""}, {a.function}) && a.named)
    named_.push_back({&site, a});
}

void Callables::edit_argument(Site& site, const FunctionArg& a) {
  const clang::SourceLocation begin = a.named->getBeginLoc();
  if (is_in_macro_body(unit_, begin)) {
    macros_.before(begin, "::tlaloc::detail::named<" + keys_.site_in_text(site) + ">(");
    macros_.behind(a.named->getEndLoc(), ")");
    return;
  }
  const auto place = unit_.sources.getDecomposedLoc(unit_.sources.getSpellingLoc(begin));
  if (!edits_.once("argument " + real_path(unit_, place.first) + ":" +
                   std::to_string(place.second)))
    return;
  edits_.insert(begin, 0, "::tlaloc::detail::named<" + keys_.site_in_text(site) + ">(",
                begin.isMacroID());
  edits_.insert_behind(a.named->getEndLoc(), 1, ")", begin.isMacroID());
}

bool Callables::add_programs(const Use& use,
                             const std::vector<const clang::FunctionDecl*>& bodies) {
  const std::string key = use.program_site + " " + use.t.type.path;
  if (const auto asked = asked_.find(key); asked != asked_.end()) return asked->second;
  bool all = true;
  for (const clang::FunctionDecl* f : bodies) all = add_program(use, *f, bodies.size() > 1) && all;
  return asked_[key] = all && !bodies.empty();
}

bool Callables::add_program(const Use& use, const clang::FunctionDecl& body, bool is_generic) {
  Request request;
  request.steps = use.t.type.steps;
  request.body = &body;
  request.where = location(unit_.sources, use.t.at);
  request.verb = use.t.type.verb;
  request.name = fresh_name(
      sites_.stem(use.site.closure ? use.site.closure->getLocation() : body.getLocation()) + "_" +
      request.verb);
  request.space = inline_space(use.program_site);
  request.with_graph = use.t.wants_text;
  request.with_explanation = is_asked_about(use, body);
  request.self = use.kind == "function" ? Self::argument : Self::callable;
  say(use, request.name);
  auto program = print_program(unit_.sema, request);
  if (!program) {
    refuse(use.t, std::move(program.error()));
    return false;
  }
  if (is_guarded(use, *program)) return false;
  GlueCall call{use.program_site, use.t.type.path, use.site.late, is_generic, &*program, {}, {}};
  if (is_generic) tell_records_apart(body, call);
  for (const Capture& c : program->captures) {
    auto access = accesses_.read(c, "callable", use.reader, &use.site);
    if (!access) {
      refuse(use.t, std::move(access.error()));
      return false;
    }
    call.is_late = call.is_late || access->names_user_code;
    call.captures.push_back(std::move(*access));
  }
  use.site.late = use.site.late || call.is_late;
  glue_.add(call);
  result_.derivatives += program->text;
  result_.explanations +=
      (result_.explanations.empty() || program->explanation.empty() ? "" : "\n") +
      program->explanation;
  derivatives_.push_back({request.name + ".h", derivative_file(program->text)});
  return true;
}

/// The line is that of the transformation, one of the function's own, or one that calls the result.
bool Callables::is_asked_about(const Use& use, const clang::FunctionDecl& body) const {
  if (explain_line_ == 0) return false;
  if (called_there_.contains(use.t.derived->getCanonicalDecl())) return true;
  const auto line_in_main = [&](clang::SourceLocation at) {
    const auto place = unit_.sources.getDecomposedExpansionLoc(at);
    return is_main(unit_.sources, place.first)
               ? static_cast<int>(unit_.sources.getLineNumber(place.first, place.second))
               : 0;
  };
  const int begin = line_in_main(body.getBeginLoc()), end = line_in_main(body.getEndLoc());
  return line_in_main(use.t.at) == explain_line_ ||
         (begin > 0 && begin <= explain_line_ && explain_line_ <= end);
}

/// Calls of a generic callable differ by the types of their arguments; those of the user's own have
/// names, or keys, only behind their definition.
void Callables::tell_records_apart(const clang::FunctionDecl& body, GlueCall& call) {
  std::size_t number = 0;
  for (const ir::Parameter& p : call.program->boundary.params) {
    if (p.captured || number == body.getNumParams()) return;
    const clang::ParmVarDecl* given = body.getParamDecl(static_cast<unsigned>(number++));
    call.keys.emplace_back();
    if (has_plain_name(p.tree)) continue;
    call.keys.back() = keys_.key_of(given->getType());
    call.is_late = true;
  }
}

/// g++ may see another text than Clang where the text asks who reads it.
bool Callables::is_guarded(const Use& use, const PrintedProgram& p) {
  if (!unit_.for_gcc) return false;
  for (const clang::FunctionDecl* f : p.functions) {
    const Guard* g = guard_around(unit_, *f);
    if (!g) continue;
    base::Error e = refusal("site.compiler", "");
    e.notes.insert(e.notes.begin(), {"this block is the one", location(unit_.sources, g->begin)});
    refuse(use.t, std::move(e));
    return true;
  }
  return false;
}

// At the end: only then is it known what each site hands out, and whether its glue stands late.
void Callables::edit_all() {
  for (const auto& [site, argument] : named_) edit_argument(*site, argument);
  for (const auto& [site, record] : local_) edit_local_class(*site, *record);
  // Naming a site may bring others into being: those of closures among the keys.
  for (std::size_t i = 0; i < sites_.all().size(); ++i) {
    Site& s = *sites_.all()[i];
    if (!s.closure || !s.needs_edit) continue;
    auto done = edit_lambda(unit_, s, keys_.site_in_text(s), edits_, macros_);
    if (!done) result_.refusals.push_back(std::move(done.error()));
  }
  macros_.write(edits_);
}

void Callables::say(const Use& use, const std::string& name) {
  result_.sites.push_back(base::text(location(unit_.sources, use.t.at)) + ": " + use.kind + " " +
                          use.t.type.verb + " " + name);
}

std::string Callables::fresh_name(const std::string& stem) {
  std::string name = stem;
  for (int i = 2; !names_.insert(name).second; ++i) name = stem + "_" + std::to_string(i);
  return name;
}

}  // namespace tlaloc::lift
