// Constants that Clang can compute: literals, constexpr variables, sizeof, template arguments.
#include <algorithm>

#include "clang/AST/APValue.h"
#include "clang/AST/ASTContext.h"

#include "lift/body_lifter.h"
#include "ops/arithmetic.h"

namespace tlaloc::lift {

/// The value of a scalar expression that needs nothing from run time.
namespace {

/// Whether `s` asks if it is evaluated at compile time.
bool asks_when(const clang::Stmt* s) {
  if (!s) return false;
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(s))
    if (const auto* f = call->getDirectCallee(); f && f->getIdentifier())
      if (f->getName().ends_with("is_constant_evaluated")) return true;
  return std::any_of(s->child_begin(), s->child_end(), asks_when);
}

}  // namespace

/// Algorithms of the standard library have a plain way, for compile time, beside those by builtins
/// that no graph can say; they give the same.
bool Lifter::is_plain_way(const Expr& e) const {
  const clang::FunctionDecl* f = frames_.empty() ? nullptr : frames_.back().function;
  return f && is_in_std(*f) && asks_when(&e);
}

bool Lifter::fold(const Expr& e, Object& out) {
  if (is_plain_way(e)) {
    if (!llvm::isa<clang::CallExpr>(e.IgnoreParenImpCasts())) return false;
    out = known(e.getType(), 1);
    return true;
  }
  if (e.isValueDependent() || e.isGLValue() || e.containsErrors()) return false;
  if (!scalar_dtype(context_, e.getType()) || e.getType()->isRecordType()) return false;
  Expr::EvalResult r;
  if (!e.EvaluateAsRValue(r, context_) || r.HasSideEffects || r.HasUndefinedBehavior) return false;
  return constant(r.Val, e.getType(), out);
}

bool Lifter::constant(const clang::APValue& v, QualType t, Object& out) {
  if (v.isInt()) {
    out = known(t, v.getInt().isUnsigned() ? static_cast<std::int64_t>(v.getInt().getZExtValue())
                                           : v.getInt().getSExtValue());
    return true;
  }
  if (v.isFloat()) {
    out = leaf(t, ops::constant(builder_, v.getFloat().convertToDouble(), dtype(t)));
    return true;
  }
  if (v.isArray() && shape_of(context_, t) == Shape::array) {
    out = unset(t);
    for (std::size_t i = 0; i < out.children.size(); ++i) {
      const bool given = i < v.getArrayInitializedElts();
      if (!given && !v.hasArrayFiller()) return false;
      const clang::APValue& e =
          given ? v.getArrayInitializedElt(static_cast<unsigned>(i)) : v.getArrayFiller();
      if (!constant(e, out.children[i].type, out.children[i])) return false;
    }
    return true;
  }
  return v.isStruct() && constant_struct(v, t, out);
}

bool Lifter::constant_struct(const clang::APValue& v, QualType t, Object& out) {
  out = unset(t);
  if (out.kind != Object::Kind::aggregate) return false;
  if (std_class(out.type) == "array" && v.getStructNumFields() == 1)
    return constant(v.getStructField(0), out.type->getAsCXXRecordDecl()->field_begin()->getType(),
                    out) &&
           (out.type = t.getCanonicalType().getUnqualifiedType(), true);
  if (shape_of(context_, t) != Shape::record) return false;
  const unsigned bases = v.getStructNumBases();
  for (unsigned i = 0; i < out.children.size(); ++i) {
    const clang::APValue& part = i < bases ? v.getStructBase(i) : v.getStructField(i - bases);
    if (!constant(part, out.children[i].type, out.children[i])) return false;
  }
  return true;
}

}  // namespace tlaloc::lift
