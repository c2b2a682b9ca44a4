// Programs over tensors and structs of them, for goldens.
#pragma once

#include <string>
#include <vector>

#include "back/eval/array.h"
#include "transform/pipeline.h"

namespace tlaloc::golden {

struct TensorProgram {
  std::string name;
  transform::Program program;  ///< as it was lifted
  std::vector<transform::Step> steps;
  std::vector<std::vector<back::Array>> runs;
};
std::vector<TensorProgram> tensor_programs();

}  // namespace tlaloc::golden
