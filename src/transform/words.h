// The words of other folders that every transform is written in. For sources alone: a header says
// ir::Value.
#pragma once

#include "base/error.h"
#include "ir/builder.h"
#include "ir/op_def.h"

namespace tlaloc::transform {

using base::Result;
using ir::Builder;
using ir::Control;
using ir::Function;
using ir::Graph;
using ir::Node;
using ir::Region;
using ir::Size;
using ir::Type;
using ir::Value;
using ir::Values;

}  // namespace tlaloc::transform
