#include "lift/locations.h"

#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"

namespace tlaloc::lift {
namespace {

/// A precompiled preamble knows its headers by absolute names. Where the source was named from the
/// folder that the compiler runs in, so are they.
std::string as_named(const clang::SourceManager& sources, std::string file) {
  if (file.starts_with("./")) file.erase(0, 2);
  const auto main = sources.getFileEntryRefForID(sources.getMainFileID());
  if (!main || llvm::sys::path::is_absolute(main->getName())) return file;
  const auto folder = sources.getFileManager().getVirtualFileSystem().getCurrentWorkingDirectory();
  if (folder && file.starts_with(*folder + "/")) file.erase(0, folder->size() + 1);
  return file;
}

}  // namespace

base::Location location(const clang::SourceManager& sources, clang::SourceLocation at) {
  if (at.isInvalid()) return {};
  const clang::PresumedLoc p = sources.getPresumedLoc(sources.getExpansionLoc(at));
  if (p.isInvalid()) return {};
  return {as_named(sources, p.getFilename()), static_cast<int>(p.getLine()),
          static_cast<int>(p.getColumn())};
}

}  // namespace tlaloc::lift
