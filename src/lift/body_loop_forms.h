// What a loop statement says of itself, read off Clang's tree before it is lifted.
#pragma once

#include <cstdint>

#include "clang/AST/Expr.h"

namespace tlaloc::lift {

constexpr std::int64_t kUnroll = 4;  ///< turns that are always written out

/// The integer variable that `e` names, or null.
const clang::VarDecl* counter_in(const clang::Expr* e);

/// Whether `s` uses `v` other than by reading its value.
bool touches(const clang::Stmt* s, const clang::VarDecl* v);

struct Comparison {
  clang::BinaryOperatorKind op = clang::BO_Comma;  ///< a comma: no comparison
  const clang::Expr* left = nullptr;
  const clang::Expr* right = nullptr;
};

/// The comparison that `e` is, of pointers or of iterators.
Comparison compared(const clang::Expr& e);

/// The variable that `e` increments, or null.
const clang::VarDecl* incremented(const clang::Expr& e);

/// Whether `v` is declared by the first statement of a `for`, null if there is none.
bool declares(const clang::Stmt* init, const clang::VarDecl* v);

/// Whether `s` holds a return, or a break that leaves the statement that `s` is the body of.
bool may_leave(const clang::Stmt* s, bool breaks_count = true);

}  // namespace tlaloc::lift
