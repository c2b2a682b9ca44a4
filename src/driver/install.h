// Where this tool's own files are, found from its binary: in an installed tree and in a build tree
// alike.
//   <prefix>/bin/tlaloc, <prefix>/bin/tlaloc-lift
//   <prefix>/lib/tlaloc/compile.rsp, link.rsp   what a command adds to compile and to link;
//   {prefix} is replaced
#pragma once

#include <string>

#include "driver/command.h"

namespace tlaloc::driver {

struct Install {
  std::string prefix;
  std::string lift() const { return prefix + "/bin/tlaloc-lift"; }
  /// Words of lib/tlaloc/<name>; empty if there is none.
  Words flags(const std::string& name) const;
};

Install find_install();

}  // namespace tlaloc::driver
