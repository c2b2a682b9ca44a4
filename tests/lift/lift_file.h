// Lifts functions of a C++ file by name, for tests of the lifter without transforms and printers.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "lift/body.h"

namespace tlaloc::tests {

struct LiftedFunction {
  std::string name;
  base::Result<lift::Lifted> lifted;
};

/// Every function or lambda at namespace scope whose name is `f` or begins with `f_`.
base::Result<std::vector<LiftedFunction>> lift_file(const std::string& file,
                                                    std::vector<std::string> args);

}  // namespace tlaloc::tests
