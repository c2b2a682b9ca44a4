// The words on the command line.
#pragma once

#include <optional>
#include <string>

struct Options {
  std::string data;          ///< the folder of the idx files; empty: look for it
  bool a = true, b = true;   ///< which of the two runs
  std::optional<int> steps;  ///< fewer steps than a full run; then no accuracy is demanded
};

/// Throws std::runtime_error with the usage.
Options read_options(int argc, char** argv);
