// What is certain about a size expression.
#pragma once

#include "ir/size.h"

namespace tlaloc::back {

/// True if the size is >= 0 whatever its symbols (>= 0) are. False says nothing.
bool never_negative(const ir::Size& s);

}  // namespace tlaloc::back
