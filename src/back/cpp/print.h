// A program as C++ that a person would keep: the text called the derivative.
//
// One free function for the program and one for each function that it calls, in namespace
// tlaloc_gen. Only public names of tlaloc; one statement a value; the user's names where they
// exist. What it returns, compiled without the tool, has the same bits.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "transform/pipeline.h"

namespace tlaloc::back {

struct PrintOptions {
  std::string name;    ///< of the function: "mnist_cpp_7_value_and_grad"; a legal identifier
  std::string source;  ///< said in the first line: "value_and_grad of main.cpp:7"; may be empty
  std::string version_namespace = "v0_1";  ///< the inline namespace inside tlaloc_gen
};

struct Printed {
  /// The full text; compiles behind #include <tlaloc/tlaloc.h>.
  std::string derivative;
  /// "tlaloc_gen::mnist_cpp_7_value_and_grad".
  std::string function;
  /// Records (ir::Tree::record) whose types no argument tells: a call names them as explicit
  /// template arguments, in this order. All other template parameters are deduced.
  std::vector<int> explicit_records;
};

base::Result<Printed> print_cpp(const transform::Program& p, const PrintOptions& options);

}  // namespace tlaloc::back
