// The body of a C++ function as a graph. The only part of the lifter that understands statements
// and expressions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "ir/boundary.h"
#include "ir/graph.h"
#include "transform/pipeline.h"

namespace clang {
class CXXRecordDecl;
class FunctionDecl;
class Sema;
class ValueDecl;
}  // namespace clang

namespace tlaloc::lift {

/// One step from a value to a value inside it, as the generated glue has to go.
///   holder: a closure     variable: what it captures (VarDecl, BindingDecl), or a field read
///   through the
///                         `this` that it captures (FieldDecl of another class)
///   holder: another class variable: its field
///   holder: null          variable: a static or global that the body reads (first and only step)
struct AccessStep {
  const clang::CXXRecordDecl* holder = nullptr;
  const clang::ValueDecl* variable = nullptr;
  bool operator==(const AccessStep&) const = default;
};

/// A run-time value that the body reads and does not get as an argument. A captured closure or
/// function object is never a Capture itself: what its body reads is, one step further in.
struct Capture {
  std::vector<AccessStep> path;  ///< the first step starts at the callable
  std::string name;              ///< its parameter name in the derivative
};

struct Lifted {
  transform::Program program;     ///< params: the function's own, then the captures that it reads
  std::vector<Capture> captures;  ///< in the order of the captured parameters
  std::vector<const clang::FunctionDecl*>
      functions;  ///< whose bodies the program is made of, itself among them
};

/// What the object of a member function is: the callable itself, whose parts are captures, or the
/// first argument.
enum class Self : std::uint8_t { callable, argument };

/// Lifts `f` (an instantiated, non-dependent function with a body: a call operator, a member
/// function or a plain function). Bodies of callees are instantiated on demand through `sema`.
/// Errors carry the location of the expression at fault and an id of diagnostics.def; nothing is
/// skipped.
base::Result<Lifted> lift_function(clang::Sema& sema, const clang::FunctionDecl& f,
                                   Self self = Self::callable);

}  // namespace tlaloc::lift
