// Conversions, by Clang's kind of cast.
#include <algorithm>

#include "clang/AST/ASTContext.h"

#include "lift/body_lifter.h"

namespace tlaloc::lift {

Object Lifter::cast(const clang::CastExpr& e) {
  const Expr& x = *e.getSubExpr();
  switch (e.getCastKind()) {
    case clang::CK_LValueToRValue:
      return value(x);
    case clang::CK_NoOp:
    case clang::CK_UserDefinedConversion:
    case clang::CK_ConstructorConversion:
      return value(x);
    case clang::CK_IntegralCast:
    case clang::CK_IntegralToFloating:
    case clang::CK_FloatingToIntegral:
    case clang::CK_FloatingCast:
    case clang::CK_BooleanToSignedIntegral: {
      const Object v = value(x);
      stand_at(e);
      return convert(v, e.getType());
    }
    case clang::CK_IntegralToBoolean:
    case clang::CK_FloatingToBoolean:
      return truth(value(x));
    case clang::CK_PointerToBoolean:
      return not_null(value(x));
    case clang::CK_ToVoid:
      discard(x);
      return {};
    case clang::CK_ArrayToPointerDecay:
      return decayed(x, e.getType());
    case clang::CK_FunctionToPointerDecay:
    case clang::CK_BuiltinFnToFnPtr:
      return function_pointer(x);
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase: {
      if (!e.getType()->isPointerType()) return load(base_of(temporary(value(x)), e));
      const Object p = value(x);
      return pointing_to(base_of(pointee(p, e), e), p.type);
    }
    case clang::CK_NullToPointer:
    case clang::CK_NullToMemberPointer:
      return null_pointer(e.getType());
    case clang::CK_BaseToDerived: {
      if (!e.getType()->isPointerType()) return load(derived_of(place(x), e));
      return pointing_to(derived_of(pointee(value(x), e), e), e.getType());
    }
    case clang::CK_Dynamic:
    case clang::CK_IntegralToPointer:
    case clang::CK_PointerToIntegral:
    case clang::CK_BitCast:
    case clang::CK_LValueBitCast:
    case clang::CK_LValueToRValueBitCast:
    case clang::CK_ToUnion:
    case clang::CK_AddressSpaceConversion:
      refuse(e, "lift.bits");
    case clang::CK_BaseToDerivedMemberPointer:
    case clang::CK_DerivedToBaseMemberPointer:
    case clang::CK_MemberPointerToBoolean:
    case clang::CK_ReinterpretMemberPointer:
      refuse(e, "lift.member_pointer");
    case clang::CK_FloatingRealToComplex:
    case clang::CK_FloatingComplexToReal:
    case clang::CK_FloatingComplexToBoolean:
    case clang::CK_FloatingComplexCast:
    case clang::CK_FloatingComplexToIntegralComplex:
    case clang::CK_IntegralRealToComplex:
    case clang::CK_IntegralComplexToReal:
    case clang::CK_IntegralComplexToBoolean:
    case clang::CK_IntegralComplexCast:
    case clang::CK_IntegralComplexToFloatingComplex:
      refuse(e, "lift.complex");
    case clang::CK_MatrixCast:
    case clang::CK_VectorSplat:
    case clang::CK_HLSLVectorTruncation:
    case clang::CK_HLSLArrayRValue:
      refuse(e, "lift.vector_extension");
    case clang::CK_AtomicToNonAtomic:
    case clang::CK_NonAtomicToAtomic:
      refuse(e, "lift.atomic");
    case clang::CK_Dependent:
      refuse(e, "lift.pattern");
    case clang::CK_FloatingToFixedPoint:
    case clang::CK_FixedPointToFloating:
    case clang::CK_FixedPointCast:
    case clang::CK_FixedPointToIntegral:
    case clang::CK_IntegralToFixedPoint:
    case clang::CK_FixedPointToBoolean:
    case clang::CK_CPointerToObjCPointerCast:
    case clang::CK_BlockPointerToObjCPointerCast:
    case clang::CK_AnyPointerToBlockPointerCast:
    case clang::CK_ObjCObjectLValueCast:
    case clang::CK_ARCProduceObject:
    case clang::CK_ARCConsumeObject:
    case clang::CK_ARCReclaimReturnedObject:
    case clang::CK_ARCExtendBlockObject:
    case clang::CK_CopyAndAutoreleaseBlockObject:
    case clang::CK_ZeroToOCLOpaqueType:
    case clang::CK_IntToOCLSampler:
      refuse(e, "lift.language");
  }
  refuse(e, "lift.language");
}

/// The base class part of the object at `p`.
Place Lifter::base_of(const Place& p, const clang::CastExpr& e) {
  QualType t = e.getSubExpr()->getType();
  if (t->isPointerType()) t = t->getPointeeType();
  const auto* r = t->getAsCXXRecordDecl();
  Place at = p;
  for (const clang::CXXBaseSpecifier* b : e.path()) {
    const auto* base = b->getType()->getAsCXXRecordDecl();
    if (b->isVirtual()) refuse(e, "lift.virtual_base");
    if (shape_of(context_, context_.getRecordType(r)) != Shape::record) return at;
    at = at.child(base_number(*r, *base));
    r = base;
  }
  return at;
}

/// The object that holds this one as its base: the way to the base, gone backwards.
Place Lifter::derived_of(const Place& p, const clang::CastExpr& e) {
  QualType t = e.getType().getNonReferenceType();
  if (t->isPointerType()) t = t->getPointeeType();
  const auto* r = t->getAsCXXRecordDecl();
  std::vector<Step> way;
  for (const clang::CXXBaseSpecifier* b : e.path()) {
    const auto* base = b->getType()->getAsCXXRecordDecl();
    if (b->isVirtual()) refuse(e, "lift.virtual_base");
    way.push_back(Place{}.child(base_number(*r, *base)).steps.front());
    r = base;
  }
  Place at = p;
  if (at.steps.size() < way.size() || !std::equal(way.rbegin(), way.rend(), at.steps.rbegin()))
    refuse(e, "lift.downcast");
  at.steps.resize(at.steps.size() - way.size());
  const QualType found = load(at).type;
  if (found.isNull() || !context_.hasSameUnqualifiedType(found, t)) refuse(e, "lift.downcast");
  return at;
}

Object Lifter::function_pointer(const Expr& e) {
  const Expr& inside = *e.IgnoreParenImpCasts();
  Object o;
  o.kind = Object::Kind::function;
  o.type = e.getType().getCanonicalType();
  const auto* d = llvm::dyn_cast<clang::DeclRefExpr>(&inside);
  o.function = d ? llvm::dyn_cast<clang::FunctionDecl>(d->getDecl()) : nullptr;
  if (!o.function && inside.getType()->isFunctionType()) o = load(place(inside));  // a reference
  if (o.kind != Object::Kind::function) refuse(e, "lift.indirect_call");
  return o;
}

}  // namespace tlaloc::lift
