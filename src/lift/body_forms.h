// What each of Clang's statement and expression classes is to the lifter.
#pragma once

#include <cstdint>
#include <string_view>

namespace clang {
class Stmt;
}

namespace tlaloc::lift {

enum class Form : std::uint8_t {
  null,
  compound,
  declaration,
  return_,
  if_,
  for_,
  while_,
  do_,
  range_for,
  break_,
  continue_,
  switch_,
  case_,
  attributed,
  literal,
  null_pointer,
  text,
  constant,
  see_through,
  name,
  member,
  subscript,
  this_,
  cast,
  unary,
  binary,
  compound_assign,
  conditional,
  elvis,
  call,
  construct,
  zero,
  init_list,
  paren_list,
  lambda,
  array_loop,
  array_index,
  statement_expression,
  compound_literal,
  throw_,
  refused,
};

/// The form of a node; every class is listed, so that a new one in Clang does not compile.
Form form_of(const clang::Stmt& s);

/// The id in diagnostics.def under which a node of form `refused` is refused.
std::string_view refusal_of(const clang::Stmt& s);

}  // namespace tlaloc::lift
