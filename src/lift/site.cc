#include "lift/site.h"

#include <algorithm>
#include <filesystem>

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PreprocessorOptions.h"

#include "lift/hash.h"
#include "lift/locations.h"

namespace tlaloc::lift {

bool is_in_macro_body(const Unit& unit, clang::SourceLocation at) {
  while (at.isMacroID()) {
    if (!unit.sources.isMacroArgExpansion(at)) return true;
    at = unit.sources.getImmediateSpellingLoc(at);
  }
  return false;
}

unsigned tie_index(Site& site, const std::string& name) {
  const auto it = std::find(site.tied.begin(), site.tied.end(), name);
  if (it != site.tied.end()) return static_cast<unsigned>(it - site.tied.begin());
  site.tied.push_back(name);
  return static_cast<unsigned>(site.tied.size() - 1);
}

std::string SiteTable::stem(clang::SourceLocation at) const {
  const base::Location where = location(unit_.sources, at);
  std::string name = std::filesystem::path(where.file).filename();
  std::replace_if(name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  if (std::isdigit(static_cast<unsigned char>(name[0]))) name.insert(0, "file_");
  return name + "_" + std::to_string(where.line);
}

// Two units of one program may compile the same text under other macros: then their sites differ
// too.
const std::string& SiteTable::unit_key() {
  if (unit_key_.empty()) {
    std::string all =
        unit_.source + "|" + unit_.sources.getBufferData(unit_.sources.getMainFileID()).str();
    for (const auto& [macro, is_undef] : unit_.compiler.getPreprocessorOpts().Macros)
      all += (is_undef ? "|U" : "|D") + macro;
    unit_key_ = short_hash(all, 16);
  }
  return unit_key_;
}

// By content, never by path: the same on every machine.
std::string SiteTable::place_hash(clang::SourceLocation at, bool everywhere_the_same,
                                  const std::string& more) {
  const auto [file, offset] = unit_.sources.getDecomposedLoc(at);
  std::string all = std::to_string(offset) + "|" + more + "|";
  if (everywhere_the_same && !is_main(unit_.sources, file))
    all += unit_.sources.getBufferData(file);
  else
    all += unit_key();
  return short_hash(all, 6);
}

Site& SiteTable::make(Key key, const std::string& name) {
  Site& s = sites_[key];
  s.name = name;
  order_.push_back(&s);
  return s;
}

Site& SiteTable::at(clang::SourceLocation place) {
  const clang::SourceLocation spelled = unit_.sources.getSpellingLoc(place);
  const auto [file, offset] = unit_.sources.getDecomposedLoc(spelled);
  unsigned invocation = 0;
  if (is_in_macro_body(unit_, place))
    invocation = 1 + unit_.sources.getDecomposedExpansionLoc(place).second;
  const Key key{unit_.sources.getFileEntryForID(file), offset, invocation};
  const auto found = sites_.find(key);
  if (found != sites_.end()) return found->second;
  return make(key,
              "at_" + stem(place) + "_" + place_hash(spelled, true, std::to_string(invocation)));
}

Site& SiteTable::of_closure(const clang::CXXRecordDecl& closure) {
  Site& s = at(closure.getLocation());
  if (!s.closure) s.closure = &closure;
  return s;
}

Site& SiteTable::of_place(clang::SourceLocation name) { return at(name); }

Site& SiteTable::of_declaration(const clang::NamedDecl& d) {
  std::string what = d.getQualifiedNameAsString();
  if (const auto* v = llvm::dyn_cast<clang::ValueDecl>(&d))
    what += "|" + v->getType().getAsString();
  if (const auto* t = llvm::dyn_cast<clang::TypeDecl>(&d))
    what = unit_.ast.getTypeDeclType(t).getCanonicalType().getAsString();
  Site& s = declared_[what];
  if (!s.name.empty()) return s;
  const clang::SourceLocation spelled = unit_.sources.getSpellingLoc(d.getLocation());
  const bool shared = d.isExternallyVisible();
  s.name = "of_" + stem(d.getLocation()) + "_" + place_hash(spelled, shared, what);
  order_.push_back(&s);
  return s;
}

}  // namespace tlaloc::lift
