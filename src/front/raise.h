// From errors that are values to the exception of the front door.
#pragma once

#include "base/error.h"

namespace tlaloc::front {

/// Throws tlaloc::Error with the same op, text, id and notes.
[[noreturn]] void raise(const base::Error& e);

}  // namespace tlaloc::front
