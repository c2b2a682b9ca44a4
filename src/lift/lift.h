// A whole source through the tool: parsed, every transformed callable given a site and a program,
// copies written.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "lift/parse.h"

namespace tlaloc::lift {

struct LiftJob {
  ParseJob parse;
  std::string folder;       ///< for copies and generated files
  bool list_sites = false;  ///< only say what is there
  int explain_line =
      0;  ///< explain what the main file transforms there, or calls there; 0: nothing
};

struct LiftResult {
  std::vector<base::Error> refusals;
  std::vector<std::string> parse_errors;  ///< Clang's, when they may be why something was refused
  std::vector<std::string>
      sites;                 ///< one line a callable: "main.cpp:7:12: lambda grad main_cpp_7_grad"
  std::string derivatives;   ///< the printed texts, in order
  std::string explanations;  ///< of what stands on the line that was asked for
  PreambleUse preamble = PreambleUse::none;
  bool wrote = false;  ///< copies were written: something is transformed
};

LiftResult lift_source(const LiftJob& job);

}  // namespace tlaloc::lift
