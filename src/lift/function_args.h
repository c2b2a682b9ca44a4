// Functions handed to transformations. A function pointer's type does not say which function it is,
// so the arguments of the calls are looked at, through variables and transformations, back to the
// function's name.
#pragma once

#include <vector>

#include "lift/unit.h"

namespace clang {
class CallExpr;
class Decl;
class Expr;
class FunctionDecl;
}  // namespace clang

namespace tlaloc::lift {

/// A call of a transformation whose callable is a pointer.
struct FunctionArg {
  const clang::Decl* derived = nullptr;  ///< canonical declaration of the Derived it returns
  const clang::FunctionDecl* function = nullptr;  ///< null: not found
  const clang::Expr* named =
      nullptr;  ///< where the call itself names it; null: it came through a variable
  const clang::Decl* inside = nullptr;  ///< the function that holds the call; null: none
  clang::SourceLocation at;
  clang::SourceLocation name_at;  ///< of the function's name, wherever it was found
};

std::vector<FunctionArg> function_args(const Unit& unit);

}  // namespace tlaloc::lift
