// One compile through the tool: lift each source that transforms something, compile the edited
// copies, put the dependency file right. Everything else passes straight through.
#pragma once

#include <string>
#include <vector>

#include "driver/command.h"
#include "driver/install.h"

namespace tlaloc::driver {

struct LaunchOptions {
  bool as_launcher = false;  ///< CMake's: add no include path and no library
  bool print = false;        ///< print the derivatives
  bool sites = false;        ///< list the sites, do not compile
  int explain_line = 0;      ///< explain what stands there in the only source, do not compile
  bool verbose = false;      ///< say what became of each source
};

/// The exit status of it all.
int launch(const LaunchOptions& options, const Words& words);

/// The folder for a source's copies and generated files: beside what is made of it.
std::string copies_folder(const Command& c, const std::string& source);

}  // namespace tlaloc::driver
