#include "lift/edits.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace tlaloc::lift {

unsigned Edits::token_length(clang::SourceLocation at) const {
  return clang::Lexer::MeasureTokenLength(at, unit_.sources, unit_.ast.getLangOpts());
}

void Edits::add(clang::SourceLocation at, Edit e) {
  const auto [file, offset] = unit_.sources.getDecomposedLoc(at);
  e.offset = offset;
  const clang::PresumedLoc said = unit_.sources.getPresumedLoc(at);
  const unsigned counted = unit_.sources.getLineNumber(file, offset);
  const auto entry = unit_.sources.getFileEntryRefForID(file);
  if (said.isValid() && entry &&
      (said.getLine() != counted || entry->getName() != said.getFilename())) {
    e.line = static_cast<int>(said.getLine());
    e.file = said.getFilename();
  }
  File& f = files_[real_path(unit_, file)];
  if (f.id.isInvalid()) f.id = file;
  f.edits.push_back(std::move(e));
}

void Edits::insert(clang::SourceLocation at, int order, std::string text, bool in_macro) {
  Edit e;
  e.order = order;
  e.text = std::move(text);
  e.place = in_macro ? Place::in_line : Place::own_lines;
  add(unit_.sources.getSpellingLoc(at), std::move(e));
}

void Edits::insert_behind(clang::SourceLocation at, int order, std::string text, bool in_macro) {
  const clang::SourceLocation spelled = unit_.sources.getSpellingLoc(at);
  insert(spelled.getLocWithOffset(static_cast<int>(token_length(spelled))), order, std::move(text),
         in_macro);
}

void Edits::replace(clang::SourceLocation begin, clang::SourceLocation end, std::string text) {
  const auto from = unit_.sources.getDecomposedLoc(begin);
  const auto to = unit_.sources.getDecomposedLoc(end);
  Edit e;
  e.length = to.second + token_length(end) - from.second;
  e.text = std::move(text);
  add(begin, std::move(e));
}

}  // namespace tlaloc::lift
