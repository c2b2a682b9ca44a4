// The goldens as functions of host values. Built once for any machine and once for this one: the
// same text, other flags.
#pragma once

#include <map>
#include <string>

#include "golden/adapt.h"

namespace tlaloc::golden {

const std::map<std::string, Runner>& runners();

}  // namespace tlaloc::golden
