// One line for each class of Clang's tree. No default: -Wswitch says which class is missing.
#include "lift/body_forms.h"

#include "clang/AST/Stmt.h"

namespace tlaloc::lift {

using clang::Stmt;

namespace {

struct Entry {
  Form form;
  std::string_view refusal;
};
constexpr Entry refused(std::string_view id) { return {Form::refused, id}; }

Entry entry_of(const Stmt& s) {
  switch (s.getStmtClass()) {
    case Stmt::WhileStmtClass:
      return {Form::while_, {}};
    case Stmt::LabelStmtClass:
    case Stmt::AddrLabelExprClass:
    case Stmt::IndirectGotoStmtClass:
    case Stmt::GotoStmtClass:
      return refused("lift.goto");
    case Stmt::VAArgExprClass:
      return refused("lift.va_arg");
    case Stmt::UnaryOperatorClass:
      return {Form::unary, {}};
    case Stmt::UnaryExprOrTypeTraitExprClass:
    case Stmt::TypeTraitExprClass:
    case Stmt::SizeOfPackExprClass:
    case Stmt::RequiresExprClass:
    case Stmt::OffsetOfExprClass:
    case Stmt::ExpressionTraitExprClass:
    case Stmt::ConceptSpecializationExprClass:
    case Stmt::CXXNoexceptExprClass:
    case Stmt::ArrayTypeTraitExprClass:
      return {Form::constant, {}};
    case Stmt::TypoExprClass:
    case Stmt::RecoveryExprClass:
      return refused("lift.invalid");
    case Stmt::SubstNonTypeTemplateParmPackExprClass:
    case Stmt::ParenListExprClass:
    case Stmt::PackExpansionExprClass:
    case Stmt::UnresolvedMemberExprClass:
    case Stmt::UnresolvedLookupExprClass:
    case Stmt::NoInitExprClass:
    case Stmt::FunctionParmPackExprClass:
    case Stmt::EmbedExprClass:
    case Stmt::DesignatedInitUpdateExprClass:
    case Stmt::DesignatedInitExprClass:
    case Stmt::DependentScopeDeclRefExprClass:
    case Stmt::CXXUnresolvedConstructExprClass:
    case Stmt::CXXFoldExprClass:
    case Stmt::CXXDependentScopeMemberExprClass:
    case Stmt::MSDependentExistsStmtClass:
    case Stmt::CXXPseudoDestructorExprClass:  // only as what a call calls
      return refused("lift.pattern");
    case Stmt::SubstNonTypeTemplateParmExprClass:
    case Stmt::ParenExprClass:
    case Stmt::PackIndexingExprClass:
    case Stmt::OpaqueValueExprClass:
    case Stmt::MaterializeTemporaryExprClass:
    case Stmt::GenericSelectionExprClass:
    case Stmt::ExprWithCleanupsClass:
    case Stmt::ConstantExprClass:
    case Stmt::ChooseExprClass:
    case Stmt::CXXStdInitializerListExprClass:
    case Stmt::CXXRewrittenBinaryOperatorClass:
    case Stmt::CXXDefaultInitExprClass:
    case Stmt::CXXDefaultArgExprClass:
    case Stmt::CXXBindTemporaryExprClass:
      return {Form::see_through, {}};
    case Stmt::StringLiteralClass:
    case Stmt::SourceLocExprClass:
    case Stmt::PredefinedExprClass:
      return {Form::text, {}};
    case Stmt::StmtExprClass:
      return {Form::statement_expression, {}};
    case Stmt::ShuffleVectorExprClass:
    case Stmt::MatrixSubscriptExprClass:
    case Stmt::ExtVectorElementExprClass:
    case Stmt::ConvertVectorExprClass:
      return refused("lift.vector_extension");
    case Stmt::SYCLUniqueStableNameExprClass:
    case Stmt::PseudoObjectExprClass:
    case Stmt::ObjCSubscriptRefExprClass:
    case Stmt::ObjCStringLiteralClass:
    case Stmt::ObjCSelectorExprClass:
    case Stmt::ObjCProtocolExprClass:
    case Stmt::ObjCPropertyRefExprClass:
    case Stmt::ObjCMessageExprClass:
    case Stmt::ObjCIvarRefExprClass:
    case Stmt::ObjCIsaExprClass:
    case Stmt::ObjCIndirectCopyRestoreExprClass:
    case Stmt::ObjCEncodeExprClass:
    case Stmt::ObjCDictionaryLiteralClass:
    case Stmt::ObjCBoxedExprClass:
    case Stmt::ObjCAvailabilityCheckExprClass:
    case Stmt::ObjCArrayLiteralClass:
    case Stmt::MSPropertySubscriptExprClass:
    case Stmt::MSPropertyRefExprClass:
    case Stmt::ObjCBridgedCastExprClass:
    case Stmt::CXXAddrspaceCastExprClass:
    case Stmt::CUDAKernelCallExprClass:
    case Stmt::CXXUuidofExprClass:
    case Stmt::BlockExprClass:
    case Stmt::AsTypeExprClass:
    case Stmt::SEHTryStmtClass:
    case Stmt::SEHLeaveStmtClass:
    case Stmt::SEHFinallyStmtClass:
    case Stmt::SEHExceptStmtClass:
    case Stmt::OpenACCLoopConstructClass:
    case Stmt::OpenACCComputeConstructClass:
    case Stmt::ObjCForCollectionStmtClass:
    case Stmt::ObjCAutoreleasePoolStmtClass:
    case Stmt::ObjCAtTryStmtClass:
    case Stmt::ObjCAtThrowStmtClass:
    case Stmt::ObjCAtSynchronizedStmtClass:
    case Stmt::ObjCAtFinallyStmtClass:
    case Stmt::ObjCAtCatchStmtClass:
      return refused("lift.language");
    case Stmt::ObjCBoolLiteralExprClass:
    case Stmt::IntegerLiteralClass:
    case Stmt::FloatingLiteralClass:
    case Stmt::FixedPointLiteralClass:
    case Stmt::CharacterLiteralClass:
    case Stmt::CXXBoolLiteralExprClass:
      return {Form::literal, {}};
    case Stmt::OMPIteratorExprClass:
    case Stmt::OMPArrayShapingExprClass:
    case Stmt::ArraySectionExprClass:
    case Stmt::OMPTeamsDirectiveClass:
    case Stmt::OMPTaskyieldDirectiveClass:
    case Stmt::OMPTaskwaitDirectiveClass:
    case Stmt::OMPTaskgroupDirectiveClass:
    case Stmt::OMPTaskDirectiveClass:
    case Stmt::OMPTargetUpdateDirectiveClass:
    case Stmt::OMPTargetTeamsDirectiveClass:
    case Stmt::OMPTargetParallelForDirectiveClass:
    case Stmt::OMPTargetParallelDirectiveClass:
    case Stmt::OMPTargetExitDataDirectiveClass:
    case Stmt::OMPTargetEnterDataDirectiveClass:
    case Stmt::OMPTargetDirectiveClass:
    case Stmt::OMPTargetDataDirectiveClass:
    case Stmt::OMPSingleDirectiveClass:
    case Stmt::OMPSectionsDirectiveClass:
    case Stmt::OMPSectionDirectiveClass:
    case Stmt::OMPScopeDirectiveClass:
    case Stmt::OMPScanDirectiveClass:
    case Stmt::OMPParallelSectionsDirectiveClass:
    case Stmt::OMPParallelMasterDirectiveClass:
    case Stmt::OMPParallelMaskedDirectiveClass:
    case Stmt::OMPParallelDirectiveClass:
    case Stmt::OMPOrderedDirectiveClass:
    case Stmt::OMPMetaDirectiveClass:
    case Stmt::OMPMasterDirectiveClass:
    case Stmt::OMPMaskedDirectiveClass:
    case Stmt::OMPUnrollDirectiveClass:
    case Stmt::OMPTileDirectiveClass:
    case Stmt::OMPReverseDirectiveClass:
    case Stmt::OMPInterchangeDirectiveClass:
    case Stmt::OMPTeamsGenericLoopDirectiveClass:
    case Stmt::OMPTeamsDistributeSimdDirectiveClass:
    case Stmt::OMPTeamsDistributeParallelForSimdDirectiveClass:
    case Stmt::OMPTeamsDistributeParallelForDirectiveClass:
    case Stmt::OMPTeamsDistributeDirectiveClass:
    case Stmt::OMPTaskLoopSimdDirectiveClass:
    case Stmt::OMPTaskLoopDirectiveClass:
    case Stmt::OMPTargetTeamsGenericLoopDirectiveClass:
    case Stmt::OMPTargetTeamsDistributeSimdDirectiveClass:
    case Stmt::OMPTargetTeamsDistributeParallelForSimdDirectiveClass:
    case Stmt::OMPTargetTeamsDistributeParallelForDirectiveClass:
    case Stmt::OMPTargetTeamsDistributeDirectiveClass:
    case Stmt::OMPTargetSimdDirectiveClass:
    case Stmt::OMPTargetParallelGenericLoopDirectiveClass:
    case Stmt::OMPTargetParallelForSimdDirectiveClass:
    case Stmt::OMPSimdDirectiveClass:
    case Stmt::OMPParallelMasterTaskLoopSimdDirectiveClass:
    case Stmt::OMPParallelMasterTaskLoopDirectiveClass:
    case Stmt::OMPParallelMaskedTaskLoopSimdDirectiveClass:
    case Stmt::OMPParallelMaskedTaskLoopDirectiveClass:
    case Stmt::OMPParallelGenericLoopDirectiveClass:
    case Stmt::OMPParallelForSimdDirectiveClass:
    case Stmt::OMPParallelForDirectiveClass:
    case Stmt::OMPMasterTaskLoopSimdDirectiveClass:
    case Stmt::OMPMasterTaskLoopDirectiveClass:
    case Stmt::OMPMaskedTaskLoopSimdDirectiveClass:
    case Stmt::OMPMaskedTaskLoopDirectiveClass:
    case Stmt::OMPGenericLoopDirectiveClass:
    case Stmt::OMPForSimdDirectiveClass:
    case Stmt::OMPForDirectiveClass:
    case Stmt::OMPDistributeSimdDirectiveClass:
    case Stmt::OMPDistributeParallelForSimdDirectiveClass:
    case Stmt::OMPDistributeParallelForDirectiveClass:
    case Stmt::OMPDistributeDirectiveClass:
    case Stmt::OMPInteropDirectiveClass:
    case Stmt::OMPFlushDirectiveClass:
    case Stmt::OMPErrorDirectiveClass:
    case Stmt::OMPDispatchDirectiveClass:
    case Stmt::OMPDepobjDirectiveClass:
    case Stmt::OMPCriticalDirectiveClass:
    case Stmt::OMPCancellationPointDirectiveClass:
    case Stmt::OMPCancelDirectiveClass:
    case Stmt::OMPBarrierDirectiveClass:
    case Stmt::OMPAtomicDirectiveClass:
    case Stmt::OMPCanonicalLoopClass:
    case Stmt::CapturedStmtClass:
      return refused("lift.openmp");
    case Stmt::MemberExprClass:
      return {Form::member, {}};
    case Stmt::LambdaExprClass:
      return {Form::lambda, {}};
    case Stmt::InitListExprClass:
      return {Form::init_list, {}};
    case Stmt::ImplicitValueInitExprClass:
    case Stmt::CXXScalarValueInitExprClass:
      return {Form::zero, {}};
    case Stmt::ImaginaryLiteralClass:
      return refused("lift.complex");
    case Stmt::GNUNullExprClass:
    case Stmt::CXXNullPtrLiteralExprClass:
      return {Form::null_pointer, {}};
    case Stmt::DependentCoawaitExprClass:
    case Stmt::CoyieldExprClass:
    case Stmt::CoawaitExprClass:
    case Stmt::CoroutineBodyStmtClass:
    case Stmt::CoreturnStmtClass:
      return refused("lift.coroutine");
    case Stmt::DeclRefExprClass:
      return {Form::name, {}};
    case Stmt::CompoundLiteralExprClass:
      return {Form::compound_literal, {}};
    case Stmt::ImplicitCastExprClass:
    case Stmt::CXXStaticCastExprClass:
    case Stmt::CXXConstCastExprClass:
    case Stmt::CXXFunctionalCastExprClass:
    case Stmt::CStyleCastExprClass:
      return {Form::cast, {}};
    case Stmt::CXXReinterpretCastExprClass:
    case Stmt::BuiltinBitCastExprClass:
      return refused("lift.bits");
    case Stmt::CXXDynamicCastExprClass:
      return refused("lift.dynamic_cast");
    case Stmt::CallExprClass:
    case Stmt::UserDefinedLiteralClass:
    case Stmt::CXXOperatorCallExprClass:
    case Stmt::CXXMemberCallExprClass:
      return {Form::call, {}};
    case Stmt::CXXTypeidExprClass:
      return refused("lift.typeid");
    case Stmt::CXXThrowExprClass:
      return {Form::throw_, {}};
    case Stmt::CXXThisExprClass:
      return {Form::this_, {}};
    case Stmt::CXXParenListInitExprClass:
      return {Form::paren_list, {}};
    case Stmt::CXXNewExprClass:
    case Stmt::CXXDeleteExprClass:
      return refused("lift.new");
    case Stmt::CXXInheritedCtorInitExprClass:
      return refused("lift.inherited_constructor");
    case Stmt::CXXConstructExprClass:
    case Stmt::CXXTemporaryObjectExprClass:
      return {Form::construct, {}};
    case Stmt::BinaryOperatorClass:
      return {Form::binary, {}};
    case Stmt::CompoundAssignOperatorClass:
      return {Form::compound_assign, {}};
    case Stmt::AtomicExprClass:
      return refused("lift.atomic");
    case Stmt::ArraySubscriptExprClass:
      return {Form::subscript, {}};
    case Stmt::ArrayInitLoopExprClass:
      return {Form::array_loop, {}};
    case Stmt::ArrayInitIndexExprClass:
      return {Form::array_index, {}};
    case Stmt::ConditionalOperatorClass:
      return {Form::conditional, {}};
    case Stmt::BinaryConditionalOperatorClass:
      return {Form::elvis, {}};
    case Stmt::AttributedStmtClass:
      return {Form::attributed, {}};
    case Stmt::SwitchStmtClass:
      return {Form::switch_, {}};
    case Stmt::DefaultStmtClass:
    case Stmt::CaseStmtClass:
      return {Form::case_, {}};
    case Stmt::ReturnStmtClass:
      return {Form::return_, {}};
    case Stmt::NullStmtClass:
      return {Form::null, {}};
    case Stmt::IfStmtClass:
      return {Form::if_, {}};
    case Stmt::ForStmtClass:
      return {Form::for_, {}};
    case Stmt::DoStmtClass:
      return {Form::do_, {}};
    case Stmt::DeclStmtClass:
      return {Form::declaration, {}};
    case Stmt::ContinueStmtClass:
      return {Form::continue_, {}};
    case Stmt::CompoundStmtClass:
      return {Form::compound, {}};
    case Stmt::CXXTryStmtClass:
    case Stmt::CXXCatchStmtClass:
      return refused("lift.try");
    case Stmt::CXXForRangeStmtClass:
      return {Form::range_for, {}};
    case Stmt::BreakStmtClass:
      return {Form::break_, {}};
    case Stmt::MSAsmStmtClass:
    case Stmt::GCCAsmStmtClass:
      return refused("lift.asm");
    case Stmt::NoStmtClass:
      return refused("lift.language");
  }
  return refused("lift.language");
}

}  // namespace

Form form_of(const Stmt& s) { return entry_of(s).form; }

std::string_view refusal_of(const Stmt& s) { return entry_of(s).refusal; }

}  // namespace tlaloc::lift
