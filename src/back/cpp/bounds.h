// What is certain about a size expression.
#pragma once

#include "ir/size.h"

namespace tlaloc::back {

/// True if the size is >= 0 whatever its symbols (>= 0) are. False says nothing.
bool never_negative(const ir::Size& s);

/// `s` where `positive` is known to be above 0: max(a, 0) is a then.
ir::Size where_positive(const ir::Size& s, const ir::Size& positive);

/// Short enough to stand between brackets.
bool is_short(const ir::Size& s);

}  // namespace tlaloc::back
