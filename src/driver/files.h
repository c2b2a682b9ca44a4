// Reading and writing whole files, for programs that must start in a millisecond.
#pragma once

#include <string>

namespace tlaloc::driver {

/// False if `path` is no readable regular file.
bool read_file(const std::string& path, std::string& text);
bool write_file(const std::string& path, const std::string& text);

}  // namespace tlaloc::driver
