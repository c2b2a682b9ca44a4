// What an op answers for given operands and attributes: the sizes of its results, and the
// attributes as it reads them.
//
// Kept for each thread, so that a call with sizes that were seen before asks no type rule and
// allocates nothing. Sizes and numbers of attributes are kept, never what a tensor holds.
#pragma once

#include <span>
#include <vector>

#include <tlaloc/detail/eager.h>

#include "ir/op_def.h"

namespace tlaloc::front {

struct Inferred {
  struct Result {
    DType dtype = DType::f32;
    std::vector<std::int64_t> sizes;
  };
  ir::Attrs attrs;
  std::vector<Result> results;
};

/// Valid until the thread's next call. Throws Error where the type rule refuses.
const Inferred& inferred(const ir::OpDef& def, std::span<const detail::Operand> x,
                         std::span<const detail::Attribute> attrs);

}  // namespace tlaloc::front
