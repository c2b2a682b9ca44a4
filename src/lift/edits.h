// The edits of a unit, gathered file by file; identity of a file is its real path.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "lift/edit.h"
#include "lift/unit.h"

namespace tlaloc::lift {

class Edits {
 public:
  explicit Edits(Unit& unit) : unit_(unit) {}

  /// Inserts at a spelling location. Text in a macro's arguments stays on its line; so does `text`
  /// if `macro`.
  void insert(clang::SourceLocation at, int order, std::string text, bool in_macro);
  /// Inserts behind the token that begins at `at`.
  void insert_behind(clang::SourceLocation at, int order, std::string text, bool in_macro);
  /// Replaces from the token at `begin` to the end of the token at `end`.
  void replace(clang::SourceLocation begin, clang::SourceLocation end, std::string text);

  /// True the first time it is asked for `key`.
  bool once(const std::string& key) { return done_.insert(key).second; }

  struct File {
    clang::FileID id;
    std::vector<Edit> edits;
  };
  std::map<std::string, File>& files() { return files_; }

 private:
  void add(clang::SourceLocation at, Edit e);
  unsigned token_length(clang::SourceLocation at) const;

  Unit& unit_;
  std::map<std::string, File> files_;
  std::set<std::string> done_;
};

}  // namespace tlaloc::lift
