// Users' structs whose derivatives are goldens.
#pragma once

#include "golden/adapt.h"

namespace tlaloc::golden {

inline void add_struct_runners(std::map<std::string, Runner>&) {}

}  // namespace tlaloc::golden
