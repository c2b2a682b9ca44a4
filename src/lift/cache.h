// The tool's own cache: a folder of files named by a key, which several tools may use at once. A
// file is written beside its name and then renamed, so a reader sees all of it or none; whoever
// needs room removes what was not used for longest. Losing an entry costs time and nothing else.
//   TLALOC_CACHE_DIR   the folder; else $XDG_CACHE_HOME/tlaloc, else ~/.cache/tlaloc
//   TLALOC_CACHE       "off": no cache
//   TLALOC_CACHE_MB    how much it may hold (2048)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tlaloc::lift {

class Cache {
 public:
  /// The folder is made if need be. Without one (switched off, or nothing can be written) nothing
  /// is found and nothing is kept.
  static Cache from_environment();
  Cache() = default;
  explicit Cache(std::string folder, std::uint64_t limit = kLimit);

  bool is_on() const { return !folder_.empty(); }
  std::string path(std::string_view name) const { return folder_ + "/" + std::string(name); }

  /// A whole entry; false if there is none. It counts as used now.
  bool read(std::string_view name, std::string& text) const;
  bool write(std::string_view name, std::string_view text) const;
  /// A path in the folder that nobody else writes, to be handed to `keep`.
  std::string fresh_path(std::string_view name) const;
  /// Gives a file written at a fresh path its name.
  bool keep(const std::string& fresh, std::string_view name) const;
  void used(std::string_view name) const;

  /// Removes what was not used for longest until the limit is kept.
  void make_room() const;

  static constexpr std::uint64_t kLimit = std::uint64_t{2048} << 20;

 private:
  std::string folder_;
  std::uint64_t limit_ = kLimit;
};

}  // namespace tlaloc::lift
