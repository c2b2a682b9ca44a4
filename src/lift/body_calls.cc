// Calls: known functions become nodes, all others are lifted in place of the call.
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

#include "lift/body_instantiate.h"
#include "lift/body_lifter.h"
#include "lift/derived_type.h"
#include "lift/locations.h"

namespace tlaloc::lift {
namespace {

constexpr std::size_t kDepth = 200;

bool is_library(const clang::FunctionDecl& f) { return is_in_std(f) || is_in_tlaloc(f); }

}  // namespace

const clang::FunctionDecl* Lifter::body_of(const clang::FunctionDecl& f) {
  return definition_of(sema_, f);
}

bool Lifter::is_in_system_header(const clang::Decl& d) {
  const auto& sources = context_.getSourceManager();
  return sources.isInSystemHeader(sources.getExpansionLoc(d.getLocation()));
}

/// The object that a member function is called on.
Place Lifter::object_argument(const clang::CallExpr& e) {
  const Expr* object = nullptr;
  if (const auto* m = llvm::dyn_cast<clang::CXXMemberCallExpr>(&e))
    object = m->getImplicitObjectArgument();
  else
    object = e.getArg(0);
  if (object->getType()->isPointerType()) return pointee(value(*object), *object);
  return place(*object);
}

Outcome Lifter::call(const clang::CallExpr& e) {
  const clang::FunctionDecl* f = e.getDirectCallee();
  if (!f && llvm::isa<clang::CXXPseudoDestructorExpr>(e.getCallee()->IgnoreParens())) return {};
  if (!f) {
    if (llvm::isa<clang::CXXMemberCallExpr>(e)) refuse(e, "lift.member_pointer");
    const Object pointer = value(*e.getCallee());
    if (pointer.kind != Object::Kind::function) refuse(e, "lift.indirect_call");
    f = pointer.function;
  }
  if (is_transformation(*f)) return {transformation(e), {}, false};
  const auto* m = llvm::dyn_cast<clang::CXXMethodDecl>(f);
  if (m && derived_type(context_.getRecordType(m->getParent()))) return derived_call(e, *m);
  if (m && (is_custom(*m->getParent()) || is_checkpoint(*m->getParent())))
    return custom_call(e, *m);
  Outcome out;
  if (m && assigns_whole(e, *m, out)) return out;
  if (!f->isNoReturn() && known_call(e, *f, out)) return out;
  if (f->isNoReturn()) {
    fail(e);
    if (!e.getType()->isVoidType()) out.object = zero(e.getType());
    return out;
  }
  const bool is_member = m && m->isInstance();
  if (is_member && m->isVirtual() && !m->getParent()->isEffectivelyFinal())
    refuse(e, "lift.virtual");
  Arguments args(e.getArgs(), e.getNumArgs());
  if (!is_member) return inlined(*f, nullptr, args, e);
  const Place self = object_argument(e);
  if (llvm::isa<clang::CXXOperatorCallExpr>(e)) args = args.drop_front();
  return inlined(*f, &self, args, e);
}

/// x = y of a class that is copied member by member.
bool Lifter::assigns_whole(const clang::CallExpr& e, const clang::CXXMethodDecl& m, Outcome& out) {
  if (!m.isCopyAssignmentOperator() && !m.isMoveAssignmentOperator()) return false;
  const Shape shape = shape_of(context_, context_.getRecordType(m.getParent()));
  const bool is_plain_copy = m.isTrivial() || m.isDefaulted() || shape == Shape::tensor ||
                             shape == Shape::list || shape == Shape::span ||
                             shape == Shape::records;
  if (!is_plain_copy || shape == Shape::pair || shape == Shape::tuple) return false;
  const bool is_operator = llvm::isa<clang::CXXOperatorCallExpr>(e);
  Object v = value(*e.getArg(is_operator ? 1 : 0));
  const Place p = object_argument(e);
  const Expr& target = is_operator ? *e.getArg(0) : e;
  if (shape == Shape::span) {
    put(p, std::move(v));
  } else {
    write(target, p, std::move(v));
  }
  out = {{}, p, true};
  return true;
}

/// An argument for a reference parameter.
Place Lifter::reference_argument(const Expr& a, QualType parameter) {
  const bool reads_only =
      parameter->isRValueReferenceType() || parameter->getPointeeType().isConstQualified();
  const Expr* inside = a.IgnoreParenImpCasts();
  if (reads_only && llvm::isa<clang::AbstractConditionalOperator>(inside))
    return temporary(value(a));
  return place(a);
}

void Lifter::bind_arguments(Frame& frame, const clang::FunctionDecl& f, Arguments args) {
  if (f.isVariadic()) refuse_here("lift.va_arg");
  for (unsigned i = 0; i < f.getNumParams(); ++i) {
    const clang::ParmVarDecl* p = f.getParamDecl(i);
    const Expr& a = i < args.size() ? *args[i] : *p->getDefaultArg();
    if (p->getType()->isReferenceType()) {
      frame.variables[p] = reference_argument(a, p->getType());
      continue;
    }
    Object v = value(a);
    v.type = p->getType().getCanonicalType().getUnqualifiedType();
    name_after(v, *p);
    frame.variables[p] = temporary(std::move(v));
  }
}

/// The frame of a call of `f`, ready to lift its body.
Frame Lifter::frame_of(const clang::FunctionDecl& f, const Place* self, Arguments args,
                       const Expr& at) {
  if (frames_.size() > kDepth) refuse(at, "lift.depth");
  Frame frame;
  frame.function = &f;
  lifted_.functions.push_back(&f);
  bind_arguments(frame, f, args);
  if (self) {
    frame.self = *self;
    frame.has_self = true;
    if (const auto* m = llvm::dyn_cast<clang::CXXMethodDecl>(&f)) bind_closure(frame, *m);
  }
  frame.regions = bound_.size();
  frame.returned = new_cell(known(context_.BoolTy, 0));
  const QualType t = f.getReturnType();
  frame.result = new_cell(t->isReferenceType() || t->isVoidType() ? Object() : unset(t));
  return frame;
}

Outcome Lifter::inlined(const clang::FunctionDecl& f, const Place* self, Arguments args,
                        const Expr& at) {
  const clang::FunctionDecl* body = body_of(f);
  if (!body && (f.getBuiltinID() != 0 || is_library(f) || is_in_system_header(f)))
    refuse(at, "lift.function", f.getQualifiedNameAsString() + " is not known to the tool");
  if (!body)
    refuse(at, "lift.call_body",
           "the body of " + f.getQualifiedNameAsString() + " is not visible here");
  if (body->isInvalidDecl()) refuse(at, "lift.invalid");
  if (calls_itself(*body) && !goes_down(*body, self, args)) return called(*body, self, args, at);
  const clang::FunctionDecl* caller = frames_.back().function;
  frames_.push_back(frame_of(*body, self, args, at));
  try {
    statement(*body->getBody());
  } catch (Refused& inner) {
    blame_call(f, caller, at, inner);
  }
  const Frame frame = std::move(frames_.back());
  frames_.pop_back();
  stand_at(at);
  Object result = cells_[static_cast<std::size_t>(frame.result)];
  const QualType t = body->getReturnType();
  if (t->isVoidType()) return {};
  if (t->isReferenceType()) {
    if (result.kind != Object::Kind::address) refuse(at, "lift.no_return");
    return {{}, target_of(result), true};
  }
  if (result.kind == Object::Kind::unset) refuse(at, "lift.no_return");
  return {std::move(result), {}, false};
}

/// A refusal inside a library's function is the call's: nobody wants to read about the inside. One
/// inside a function of the user's that a library calls stays where it is.
void Lifter::blame_call(const clang::FunctionDecl& f, const clang::FunctionDecl* caller,
                        const Expr& at, Refused& inner) {
  const auto here = location(context_.getSourceManager(), at.getExprLoc());
  if (inner.fault == Refused::Fault::unknown)
    inner.fault = is_library(f) ? Refused::Fault::library : Refused::Fault::user;
  if (inner.fault == Refused::Fault::user || !is_library(f)) {
    const bool is_seen = !caller || !is_library(*caller);
    if (is_seen)
      inner.error.notes.push_back({"in a call of " + f.getNameAsString() + " here", here});
    throw;
  }
  const std::string what = f.getQualifiedNameAsString() + " is not known to the tool";
  if (inner.error.id == "lift.function") {
    inner.error.what = what;
    inner.error.where = here;
    throw;
  }
  const base::Note inside{"inside it: " + inner.error.what, inner.error.where};
  try {
    refuse(at, "lift.function", what);
  } catch (Refused& outer) {
    outer.fault = inner.fault;
    outer.error.notes.push_back(inside);
    throw;
  }
}

Object Lifter::lambda(const clang::LambdaExpr& e) {
  Object o = unset(context_.getRecordType(e.getLambdaClass()));
  std::size_t child = 0;
  auto init = e.capture_init_begin();
  for (const clang::LambdaCapture& c : e.captures()) {
    const Expr& from = **init++;
    Object& held = o.children[child++];
    const bool by_reference = c.capturesVariable() && c.getCaptureKind() == clang::LCK_ByRef;
    if (by_reference) {
      held = pointing_to(place(from), held.type);
    } else {
      const QualType t = held.type;
      held = value(from);
      held.type = t;
    }
  }
  return o;
}

}  // namespace tlaloc::lift
