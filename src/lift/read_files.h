// What a parse read and what it looked for in vain: with it, one can say later whether the same
// parse would read the same again. A header that newly stands earlier on the search path counts as
// well.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "llvm/Support/VirtualFileSystem.h"

namespace tlaloc::lift {

struct ReadFile {
  std::string path;  ///< as it was opened
  std::uint64_t size = 0;
  std::int64_t modified = 0;  ///< in nanoseconds; 0: too young to be told by it
  std::uint64_t content = 0;  ///< a hash
};

struct ReadFiles {
  std::vector<ReadFile> read;
  std::vector<std::string> missing;

  /// Whether all are as they were. A file that was only touched is.
  bool are_fresh() const;
};

/// The real files, watched.
class WatchedFiles : public llvm::vfs::ProxyFileSystem {
 public:
  WatchedFiles();
  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override;

  /// What was seen so far. False if a file has changed since, or cannot be told apart from the
  /// next.
  bool seen(ReadFiles& out) const;

 private:
  std::int64_t began_;
  std::set<std::string> opened_, missing_;
};

}  // namespace tlaloc::lift
