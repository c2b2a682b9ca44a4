// The table of refusals in diagnostics.def.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace tlaloc::lift {

struct Refusal {
  std::string_view id, text, help;
};

/// The entry of this id, or null.
const Refusal* find_refusal(std::string_view id);

/// An error with the table's text (after `what`, if given) and its help as a note. `op` is what was
/// asked for.
base::Error refusal(std::string_view id, std::string op, std::string what = {},
                    base::Location where = {});

}  // namespace tlaloc::lift
