#include "lift/locations.h"

#include "clang/Basic/SourceManager.h"

namespace tlaloc::lift {

base::Location location(const clang::SourceManager& sources, clang::SourceLocation at) {
  if (at.isInvalid()) return {};
  const clang::PresumedLoc p = sources.getPresumedLoc(sources.getExpansionLoc(at));
  if (p.isInvalid()) return {};
  std::string file = p.getFilename();
  if (file.starts_with("./")) file.erase(0, 2);
  return {std::move(file), static_cast<int>(p.getLine()), static_cast<int>(p.getColumn())};
}

}  // namespace tlaloc::lift
