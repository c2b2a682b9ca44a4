// The programs whose printed derivatives are goldens, and what they are run with.
#pragma once

#include <string>
#include <vector>

#include "back/eval/array.h"
#include "transform/pipeline.h"

namespace tlaloc::golden {

struct Case {
  std::string name;            ///< of the function and of its file
  transform::Program program;  ///< after its transformations
  std::vector<std::vector<back::Array>> runs;
};

std::vector<Case> cases();

}  // namespace tlaloc::golden
