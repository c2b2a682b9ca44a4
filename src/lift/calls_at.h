// Calls of transformed callables on one line of the main file: what a person points at.
#pragma once

#include <set>

#include "lift/unit.h"

namespace clang {
class Decl;
}

namespace tlaloc::lift {

/// Canonical declarations of the Derived that are called there.
std::set<const clang::Decl*> derived_called_at(const Unit& unit, int line);

}  // namespace tlaloc::lift
