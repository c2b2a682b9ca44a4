// throw, assert and calls that never return: checks. Where one fails the derivative stops there,
// and its caller calls the user's own function with the same arguments; so nothing on the way to a
// failure is lifted but the condition.
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"

#include "lift/body_forms.h"
#include "lift/body_lifter.h"
#include "ops/table.h"

namespace tlaloc::lift {
namespace {

constexpr std::size_t kLongest = 72;  ///< of a quoted text

/// Whether control can leave `s` otherwise than at its end or by failing.
bool may_jump(const clang::Stmt* s) {
  if (!s || llvm::isa<clang::LambdaExpr>(s)) return false;
  if (llvm::isa<clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt, clang::GotoStmt>(s))
    return true;
  for (const clang::Stmt* c : s->children())
    if (may_jump(c)) return true;
  return false;
}

}  // namespace

/// Whether running `s` does nothing but fail: what it does before, nobody sees from here.
bool Lifter::fails(const clang::Stmt* s) {
  if (!s) return false;
  if (const auto* a = llvm::dyn_cast<clang::AttributedStmt>(s)) return fails(a->getSubStmt());
  if (const auto* c = llvm::dyn_cast<clang::CompoundStmt>(s))
    return !c->body_empty() && fails(c->body_back()) && !may_jump(s);
  if (const auto* i = llvm::dyn_cast<clang::IfStmt>(s))
    return fails(i->getThen()) && fails(i->getElse());
  const auto* e = llvm::dyn_cast<Expr>(s);
  if (!e) return false;
  e = e->IgnoreParenImpCasts();
  if (const auto* f = llvm::dyn_cast<clang::FullExpr>(e)) return fails(f->getSubExpr());
  if (llvm::isa<clang::CXXThrowExpr>(e)) return true;
  const auto* call = llvm::dyn_cast<clang::CallExpr>(e);
  const clang::FunctionDecl* f = call ? call->getDirectCallee() : nullptr;
  return f && f->isNoReturn();
}

/// What the user wrote, on one line.
std::string Lifter::source_text(const clang::Stmt& s) {
  const auto& sources = context_.getSourceManager();
  const auto range = sources.getExpansionRange(s.getSourceRange());
  const auto text = clang::Lexer::getSourceText(range, sources, context_.getLangOpts());
  std::string out;
  for (char c : text) {
    const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (space && (out.empty() || out.back() == ' ')) continue;
    out += space ? ' ' : c;
  }
  if (out.size() > kLongest) out = out.substr(0, kLongest) + "...";
  return out;
}

/// From here on `holds` is true.
void Lifter::check(const Object& holds, const clang::Stmt& at) {
  if (holds.is_known(1)) return;
  stand_at(at);
  builder_.add_structural(ops::check_op(), {value_of(holds)}, {{"text", source_text(at)}}, {}, {});
}

/// Control never comes past here. Outside of loops that is as good as a return.
void Lifter::fail(const clang::Stmt& at) {
  check(known(context_.BoolTy, 0), at);
  if (frames_.back().exits.empty()) set_flag(frames_.back().returned, true);
}

/// if (bad) throw ...;  and its like: the condition is a check, and the other side always runs.
bool Lifter::checked_if(const clang::IfStmt& s, const Object& condition) {
  const bool then_fails = fails(s.getThen()), else_fails = fails(s.getElse());
  if (then_fails == else_fails) return false;
  check(then_fails ? invert(condition) : condition, then_fails ? *s.getThen() : *s.getElse());
  if (const clang::Stmt* other = then_fails ? s.getElse() : s.getThen()) statement(*other);
  return true;
}

/// The side of c ? a : b that runs wherever control comes out of it, c being checked; or null. An
/// assert is such a choice.
const clang::Expr* Lifter::checked_choice(const clang::AbstractConditionalOperator& e) {
  const bool yes_fails = fails(e.getTrueExpr()), no_fails = fails(e.getFalseExpr());
  if (yes_fails == no_fails || llvm::isa<clang::BinaryConditionalOperator>(e)) return nullptr;
  const Object condition = truth(value(*e.getCond()));
  check(yes_fails ? invert(condition) : condition, e);
  return yes_fails ? e.getFalseExpr() : e.getTrueExpr();
}

/// 0 <= index < count, as x.at(index) checks it.
void Lifter::check_index(const Object& index, const Object& count, const clang::Stmt& at) {
  const QualType t = context_.LongTy;
  const Object i = convert(index, t), n = convert(count, t);
  const Object low = binary(clang::BO_GE, i, known(t, 0), context_.BoolTy);
  const Object high = binary(clang::BO_LT, i, n, context_.BoolTy);
  if (low.known && high.known) return check(known(context_.BoolTy, *low.known && *high.known), at);
  check(low.is_known(1) ? high : binary(clang::BO_LAnd, low, high, context_.BoolTy), at);
}

}  // namespace tlaloc::lift
