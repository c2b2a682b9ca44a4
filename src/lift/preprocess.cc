#include "lift/preprocess.h"

#include <map>
#include <memory>

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include "lift/guards.h"

namespace tlaloc::lift {
namespace {

std::string real_path_of(llvm::StringRef path) {
  llvm::SmallString<256> real;
  return llvm::sys::fs::real_path(path, real) ? path.str() : real.str().str();
}

class IncludeWatcher : public clang::PPCallbacks {
 public:
  IncludeWatcher(const clang::SourceManager& sources, std::vector<IncludeDirective>& out)
      : sources_(sources), out_(out) {}

  void InclusionDirective(clang::SourceLocation, const clang::Token& directive, llvm::StringRef,
                          bool angled, clang::CharSourceRange range,
                          clang::OptionalFileEntryRef file, llvm::StringRef, llvm::StringRef,
                          const clang::Module*, bool, clang::SrcMgr::CharacteristicKind) override {
    if (!file) return;
    const auto begin = sources_.getDecomposedLoc(range.getBegin());
    const auto end = sources_.getDecomposedLoc(range.getEnd());
    const bool is_next =
        directive.getIdentifierInfo() && directive.getIdentifierInfo()->getName() == "include_next";
    add(*file, begin.first, begin.second, end.second - begin.second, angled,
        is_next ? IncludeDirective::Kind::next : IncludeDirective::Kind::include);
  }

  void HasInclude(clang::SourceLocation at, llvm::StringRef name, bool angled,
                  clang::OptionalFileEntryRef file, clang::SrcMgr::CharacteristicKind) override {
    if (!file || at.isMacroID()) return;
    const auto [id, offset] = sources_.getDecomposedLoc(at);
    const std::string spelled = (angled ? "<" : "\"") + name.str() + (angled ? ">" : "\"");
    const std::size_t found = sources_.getBufferData(id).find(spelled, offset);
    if (found != llvm::StringRef::npos)
      add(*file, id, found, spelled.size(), angled, IncludeDirective::Kind::test);
  }

 private:
  void add(clang::FileEntryRef file, clang::FileID from, std::size_t offset, std::size_t length,
           bool angled, IncludeDirective::Kind kind) {
    out_.push_back(
        {from, offset, length, file.getName().str(), real(file), from_real(from), angled, kind});
  }

  std::string from_real(clang::FileID from) {
    const auto entry = sources_.getFileEntryRefForID(from);
    return entry ? real(*entry) : std::string();
  }
  // Asked of the system: Clang knows the real path of a file only if it has opened it.
  const std::string& real(clang::FileEntryRef file) {
    auto [it, is_new] = real_.try_emplace(&file.getFileEntry());
    if (is_new) it->second = real_path_of(file.getName());
    return it->second;
  }

  const clang::SourceManager& sources_;
  std::vector<IncludeDirective>& out_;
  std::map<const clang::FileEntry*, std::string> real_;
};

}  // namespace

void watch(clang::CompilerInstance& compiler, Preprocessed& seen) {
  const clang::SourceManager& sources = compiler.getSourceManager();
  compiler.getPreprocessor().addPPCallbacks(
      std::make_unique<IncludeWatcher>(sources, seen.includes));
  compiler.getPreprocessor().addPPCallbacks(watch_guards(sources, seen.guards));
  compiler.getPreprocessor().setTokenWatcher([&sources, &seen](const clang::Token& token) {
    if (!token.getLocation().isMacroID() || token.isAnnotation()) return;
    const clang::SourceLocation begin = sources.getExpansionRange(token.getLocation()).getBegin();
    if (sources.isInSystemHeader(begin)) return;
    seen.macros[begin.getRawEncoding()].push_back(
        {token.getLocation(), token.getKind(), token.hasLeadingSpace() || token.isAtStartOfLine()});
  });
}

std::string real_path(const clang::SourceManager& sources, clang::FileID file) {
  const auto entry = sources.getFileEntryRefForID(file);
  return entry ? real_path_of(entry->getName()) : std::string();
}

std::string real_path(const Unit& unit, clang::FileID file) {
  return real_path(unit.sources, file);
}

bool is_main(const clang::SourceManager& sources, clang::FileID file) {
  return file.isValid() && (file == sources.getMainFileID() || file == sources.getPreambleFileID());
}

// A precompiled preamble comes first; Clang itself does not order the two.
bool is_before(const clang::SourceManager& sources, clang::SourceLocation a,
               clang::SourceLocation b) {
  const bool a_loaded = sources.isLoadedSourceLocation(a);
  const bool b_loaded = sources.isLoadedSourceLocation(b);
  return a_loaded != b_loaded ? a_loaded : sources.isBeforeInTranslationUnit(a, b);
}

std::string spelled_path(const Unit& unit, clang::FileID file) {
  if (is_main(unit.sources, file)) return unit.source;
  const auto entry = unit.sources.getFileEntryRefForID(file);
  return spelled_path(unit, entry ? entry->getName().str() : std::string());
}

std::string spelled_path(const Unit& unit, const std::string& found) {
  const bool plain = unit.for_gcc && !unit.source.starts_with("./");
  return plain && found.starts_with("./") ? found.substr(2) : found;
}

}  // namespace tlaloc::lift
