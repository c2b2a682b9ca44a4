// A folder in a place that all users share, as /tmp is: what is read back from it must be what was
// written. Header only, for the launcher, which links nothing.
#pragma once

#include <sys/stat.h>
#include <unistd.h>
#include <filesystem>
#include <string>
#include <system_error>

namespace tlaloc::base {

/// The user's folder among the temporary files of all.
inline std::string own_temporary_folder() {
  std::error_code error;
  const std::filesystem::path all = std::filesystem::temp_directory_path(error);
  return ((error ? "/tmp" : all) / ("tlaloc-" + std::to_string(::getuid()))).string();
}

/// Makes the folder if it is not there. False unless it is this user's own, no link, and nobody
/// else may write to it.
inline bool make_own_folder(const std::string& path) {
  ::mkdir(path.c_str(), 0700);
  struct stat status{};
  return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == ::getuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

}  // namespace tlaloc::base
