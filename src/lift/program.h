// One transformation of one callable, from its body to the text of its derivative.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "ir/boundary.h"
#include "lift/body.h"
#include "transform/pipeline.h"

namespace tlaloc::lift {

struct Request {
  std::vector<transform::Step> steps;         ///< outermost first, as in Path
  const clang::FunctionDecl* body = nullptr;  ///< a call operator or a function
  base::Location where;                       ///< of the transformation in the user's file
  std::string verb;                           ///< "grad": for messages
  std::string name;                           ///< of the function to print: "main_cpp_7_grad"
  std::string space;                          ///< the inline namespace it stands in
  Self self = Self::callable;                 ///< what the body's object is, if it has one
  bool with_graph = false;                    ///< the graph's text is wanted as well
  bool with_explanation = false;              ///< and an explanation
};

struct PrintedProgram {
  std::string text;         ///< the derivative
  std::string function;     ///< its qualified name
  std::string graph;        ///< the graph before fusing, in text form; "" if it is not wanted
  std::string explanation;  ///< the function, the derivative, what it keeps, what both cost
  ir::Boundary boundary;    ///< its parameters and its result
  std::vector<int> explicit_records;  ///< records that a call names
  int checked_arguments = -1;         ///< the function's own arguments, where it may throw; else -1
  std::vector<Capture> captures;      ///< what the captured parameters are, by name
  std::vector<const clang::FunctionDecl*> functions;  ///< whose bodies it was made from
};

/// Lifts, transforms and prints. An error stands at the transformation and has a note at the
/// expression at fault.
base::Result<PrintedProgram> print_program(clang::Sema& sema, const Request& request);

}  // namespace tlaloc::lift
