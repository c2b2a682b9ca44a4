#include "lift/body_pushes.h"

#include <algorithm>

#include "lift/body_types.h"
#include "lift/derived_type.h"

namespace tlaloc::lift {
namespace {

constexpr int kCallsInCalls = 8;

bool names_length_change(const clang::CXXMemberCallExpr& call) {
  const clang::CXXMethodDecl* m = call.getMethodDecl();
  if (!m || !m->getIdentifier()) return false;
  if (m->getParent()->getName() != "vector" || !is_in_std(*m->getParent())) return false;
  const llvm::StringRef name = m->getName();
  return name == "push_back" || name == "emplace_back" || name == "pop_back" || name == "clear";
}

const clang::Expr& bare(const clang::Expr& e) {
  const clang::Expr* x = e.IgnoreParenImpCasts();
  if (const auto* t = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(x))
    return bare(*t->getSubExpr());
  const auto* c = llvm::dyn_cast<clang::CXXConstructExpr>(x);
  if (c && c->getNumArgs() == 1 && c->getConstructor()->isCopyOrMoveConstructor())
    return bare(*c->getArg(0));
  return *x;
}

const clang::CXXMethodDecl* call_of_lambda(const clang::Expr& e) {
  const auto* r = bare(e).getType()->getAsCXXRecordDecl();
  return r && r->isLambda() ? r->getLambdaCallOperator() : nullptr;
}

bool is_copied_into(const clang::FunctionDecl* f, const clang::ValueDecl& d) {
  const auto* m = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(f);
  if (!m || !m->getParent()->isLambda()) return false;
  const auto captures = m->getParent()->captures();
  return std::any_of(captures.begin(), captures.end(), [&](const clang::LambdaCapture& c) {
    return c.capturesVariable() && c.getCapturedVar() == &d &&
           c.getCaptureKind() == clang::LCK_ByCopy;
  });
}

bool is_entered_already(const clang::FunctionDecl& f, const CallScope* s) {
  for (; s; s = s->around)
    if (s->function && s->function->getCanonicalDecl() == f.getCanonicalDecl()) return true;
  return false;
}

/// *this in a lambda that the function of the scope made.
std::optional<Spot> self_in_lambda(const clang::CXXMethodDecl& call, const CallScope& in) {
  const bool is_own = in.function && call.getParent()->getDeclContext() ==
                                         static_cast<const clang::DeclContext*>(in.function);
  if (!is_own) return std::nullopt;
  return in.around ? in.self : Spot{};
}

/// A lambda that is only given a name: what it does counts where it is called.
const clang::Stmt* past_named_lambdas(const clang::Stmt* s) {
  const auto* d = llvm::dyn_cast<clang::DeclStmt>(s);
  const auto* v =
      d && d->isSingleDecl() ? llvm::dyn_cast<clang::VarDecl>(d->getSingleDecl()) : nullptr;
  return v && v->getInit() && llvm::isa<clang::LambdaExpr>(bare(*v->getInit())) ? nullptr : s;
}

}  // namespace

bool Spot::holds(const Spot& inner) const {
  return root == inner.root && fields.size() <= inner.fields.size() &&
         std::equal(fields.begin(), fields.end(), inner.fields.begin());
}

std::optional<Spot> VectorChanges::named(const clang::ValueDecl& d, const CallScope& in) const {
  if (const auto at = in.names.find(&d); at != in.names.end()) return at->second;
  const auto* v = llvm::dyn_cast<clang::VarDecl>(&d);
  const bool is_own =
      in.function && d.getDeclContext() == static_cast<const clang::DeclContext*>(in.function);
  if (v && (is_own || !in.around) && !llvm::isa<clang::ParmVarDecl>(v) &&
      v->getType()->isReferenceType() && v->getInit())
    if (auto to = spot_of(*v->getInit(), in)) return to;
  if (!in.around) return Spot{&d, {}};
  if (is_own || is_copied_into(in.function, d)) return std::nullopt;
  return named(d, *in.around);
}

std::optional<Spot> VectorChanges::spot_of(const clang::Expr& e, const CallScope& in) const {
  const clang::Expr& x = *e.IgnoreParenImpCasts();
  if (const auto* d = llvm::dyn_cast<clang::DeclRefExpr>(&x)) return named(*d->getDecl(), in);
  if (llvm::isa<clang::CXXThisExpr>(x)) return in.around ? in.self : Spot{};
  const auto* m = llvm::dyn_cast<clang::MemberExpr>(&x);
  const auto* f = m ? llvm::dyn_cast<clang::FieldDecl>(m->getMemberDecl()) : nullptr;
  if (!f || (m->isArrow() && !llvm::isa<clang::CXXThisExpr>(m->getBase()->IgnoreParenImpCasts())))
    return std::nullopt;
  auto base = spot_of(*m->getBase(), in);
  if (base) base->fields.push_back(f);
  return base;
}

std::optional<Spot> VectorChanges::changed(const clang::Stmt& s, const CallScope& in) const {
  const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(&s);
  if (!call || !names_length_change(*call)) return std::nullopt;
  return spot_of(*call->getImplicitObjectArgument(), in);
}

bool VectorChanges::is_push(const clang::Stmt& s) {
  const llvm::StringRef name = llvm::cast<clang::CXXMemberCallExpr>(s).getMethodDecl()->getName();
  return name == "push_back" || name == "emplace_back";
}

std::unique_ptr<CallScope> VectorChanges::entered(const clang::Stmt& s, const CallScope& in) const {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(&s);
  const clang::FunctionDecl* f = call ? call->getDirectCallee() : nullptr;
  if (!f || is_in_std(*f) || is_in_tlaloc(*f) || in.depth >= kCallsInCalls) return nullptr;
  const auto* m = llvm::dyn_cast<clang::CXXMethodDecl>(f);
  if (m && m->isStatic()) m = nullptr;
  auto scope = std::make_unique<CallScope>();
  scope->around = &in;
  scope->depth = in.depth + 1;
  llvm::ArrayRef<const clang::Expr*> args(call->getArgs(), call->getNumArgs());
  bool may = false;
  if (m && m->getParent()->isLambda()) {
    may = true;
    scope->self = self_in_lambda(*m, in);
  } else if (m && !m->isConst()) {
    const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
    const clang::Expr* object = member          ? member->getImplicitObjectArgument()
                                : !args.empty() ? args[0]
                                                : nullptr;
    if (object) scope->self = spot_of(*object, in);
    may = scope->self.has_value();
  }
  if (m && llvm::isa<clang::CXXOperatorCallExpr>(call)) args = args.drop_front();
  for (unsigned i = 0; i < f->getNumParams() && i < args.size(); ++i) {
    const clang::QualType t = f->getParamDecl(i)->getType();
    may |= t->isLValueReferenceType() && !t->getPointeeType().isConstQualified() &&
           t->getPointeeType()->isRecordType();
    may |= call_of_lambda(*args[i]) != nullptr;
  }
  if (!may) return nullptr;
  const clang::FunctionDecl* body = body_of_(*f);
  if (!body || !body->hasBody() || is_entered_already(*body, &in)) return nullptr;
  scope->function = body;
  for (unsigned i = 0; i < body->getNumParams() && i < args.size(); ++i) {
    const clang::ParmVarDecl* p = body->getParamDecl(i);
    scope->names[p] = p->getType()->isReferenceType() ? spot_of(*args[i], in) : std::nullopt;
    if (!may_write(body->getBody(), p)) scope->values[p] = args[i];
  }
  return scope;
}

bool VectorChanges::hands_over(const clang::Stmt& s, const CallScope& in, const Spot& v) const {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(&s);
  const clang::FunctionDecl* f = call ? call->getDirectCallee() : nullptr;
  if (!f || llvm::isa<clang::CXXMemberCallExpr, clang::CXXOperatorCallExpr>(call)) return false;
  for (unsigned i = 0; i < f->getNumParams() && i < call->getNumArgs(); ++i) {
    const clang::Expr& a = *call->getArg(i);
    const clang::QualType t = f->getParamDecl(i)->getType();
    if (const auto* op = call_of_lambda(a); op && op->hasBody()) {
      CallScope scope{&in, op, {}, self_in_lambda(*op, in), in.depth + 1};
      if (scope.depth <= kCallsInCalls && !is_entered_already(*op, &in) &&
          changes(op->getBody(), scope, v))
        return true;
    }
    if (!t->isLValueReferenceType() || t->getPointeeType().isConstQualified()) continue;
    if (const auto spot = spot_of(a, in); spot && spot->holds(v)) return true;
  }
  return false;
}

void VectorChanges::collect(const clang::Stmt* s, const CallScope& in,
                            std::vector<Spot>& out) const {
  if (!s || !past_named_lambdas(s)) return;
  if (const auto v = changed(*s, in); v && std::find(out.begin(), out.end(), *v) == out.end())
    out.push_back(*v);
  if (const auto scope = entered(*s, in)) collect(scope->function->getBody(), *scope, out);
  for (const clang::Stmt* c : s->children()) collect(c, in, out);
}

bool VectorChanges::changes(const clang::Stmt* s, const CallScope& in, const Spot& v,
                            Which which) const {
  if (!s || !past_named_lambdas(s)) return false;
  if (changed(*s, in) == v && (which == Which::all || is_push(*s))) return true;
  if (const auto scope = entered(*s, in)) {
    if (changes(scope->function->getBody(), *scope, v, which)) return true;
  } else if (hands_over(*s, in, v)) {
    return true;
  }
  return std::any_of(s->child_begin(), s->child_end(),
                     [&](const clang::Stmt* c) { return changes(c, in, v, which); });
}

bool may_write(const clang::Stmt* s, const clang::ValueDecl* d) {
  if (!s) return false;
  const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(s);
  if (cast && cast->getCastKind() == clang::CK_LValueToRValue &&
      llvm::isa<clang::DeclRefExpr>(cast->getSubExpr()->IgnoreParens()))
    return false;
  if (const auto* r = llvm::dyn_cast<clang::DeclRefExpr>(s)) return r->getDecl() == d;
  return std::any_of(s->child_begin(), s->child_end(),
                     [&](const clang::Stmt* c) { return may_write(c, d); });
}

}  // namespace tlaloc::lift
