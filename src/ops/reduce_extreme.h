// What extreme.cc knows of reductions to the largest and smallest.
#pragma once

#include "ops/source_args.h"

namespace tlaloc::ops {

Built reduce_max_source(Builder& b, const SourceCall& call);
Built reduce_min_source(Builder& b, const SourceCall& call);

}  // namespace tlaloc::ops
