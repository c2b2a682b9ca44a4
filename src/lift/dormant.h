// Templates that would transform something and have no instance yet. Instantiation is lazy: what
// only a library template calls (a generic lambda in std::for_each) is met when everything put
// aside is instantiated after all.
#pragma once

#include "lift/unit.h"

namespace tlaloc::lift {

/// Whether a template of the user's names a transformation and has no instance.
bool has_dormant_transformation(const Unit& unit);

}  // namespace tlaloc::lift
