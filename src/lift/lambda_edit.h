// The edit that gives a lambda its identity: a mark around it, or the lambda opened where it reads
// captures.
#pragma once

#include <map>
#include <string>

#include "base/error.h"
#include "lift/edits.h"
#include "lift/site.h"

namespace tlaloc::lift {

/// `site` is its type as the user's text names it. Lambdas spelled in a macro's body are gathered
/// in `macros`.
class MacroBodies;
base::Result<void> edit_lambda(const Unit& unit, const Site& s, const std::string& site,
                               Edits& edits, MacroBodies& macros);

/// Invocations of macros whose bodies spell lambdas: each is written out, token by token, with the
/// marks between.
class MacroBodies {
 public:
  explicit MacroBodies(const Unit& unit) : unit_(unit) {}

  /// False if the tokens of the invocation were not kept.
  bool knows(clang::SourceLocation in_expansion) const;
  void before(clang::SourceLocation token, const std::string& text);
  void behind(clang::SourceLocation token, const std::string& text);
  /// The token that ends the `[...]` that begins at `bracket`.
  clang::SourceLocation end_of_introducer(clang::SourceLocation bracket) const;

  /// Replaces each invocation.
  void write(Edits& edits) const;

 private:
  struct Pieces {
    std::string before, behind;
  };
  struct Invocation {
    clang::SourceLocation begin, end;
    std::map<unsigned, Pieces> at;  // by the token's location
  };
  Invocation& invocation(clang::SourceLocation token);
  std::string expanded(const Invocation& i, const std::vector<MacroToken>& tokens) const;

  const Unit& unit_;
  std::map<unsigned, Invocation> invocations_;
};

}  // namespace tlaloc::lift
