// The words of src/ir that every back end is written in. For sources alone: a header says
// ir::Value.
#pragma once

#include "ir/op_def.h"

namespace tlaloc::back {

using ir::Access;
using ir::Control;
using ir::Node;
using ir::Region;
using ir::Size;
using ir::Value;

}  // namespace tlaloc::back
