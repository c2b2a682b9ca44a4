// The body of a C++ function as a graph. The only part of the lifter that understands statements and expressions.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "ir/boundary.h"
#include "ir/graph.h"
#include "transform/pipeline.h"

namespace clang {
class ASTContext;
class FunctionDecl;
class FieldDecl;
class QualType;
class Sema;
class ValueDecl;
}  // namespace clang

namespace tlaloc::lift {

/// A captured variable (or member of a function object, or field read through `this`) that the callable reads at run time.
struct Capture {
  const clang::ValueDecl* variable = nullptr;  ///< VarDecl, BindingDecl, or FieldDecl of `this`/the function object
  std::string name;                            ///< its parameter name in the derivative
};

struct Lifted {
  transform::Program program;      ///< params: the function's own, then the captures that it reads
  std::vector<Capture> captures;   ///< in the order of the captured parameters
};

/// Lifts `f` (an instantiated, non-dependent function with a body: a call operator or a plain function). Bodies of
/// callees are instantiated on demand through `sema`. Errors carry the location of the expression at fault and an id of
/// diagnostics.def; nothing is skipped.
base::Result<Lifted> lift_function(clang::Sema& sema, const clang::FunctionDecl& f);

}  // namespace tlaloc::lift
