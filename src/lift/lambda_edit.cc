#include "lift/lambda_edit.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/SmallString.h"

#include "lift/diagnostics.h"
#include "lift/locations.h"

namespace tlaloc::lift {
namespace {

/// What stands before the introducer, behind it, and behind the body.
struct Pieces {
  std::string before, behind_introducer, behind;
};

bool has_default_arguments(const clang::CXXRecordDecl& closure) {
  for (const clang::ParmVarDecl* p : closure.getLambdaCallOperator()->parameters())
    if (p->hasDefaultArg()) return true;
  return false;
}

Pieces pieces_of(const Site& s, const std::string& site) {
  if (s.tied.empty()) return {"::tlaloc::detail::mark<" + site + ">(", "", ")"};
  std::string names;
  for (const std::string& n : s.tied) names += (names.empty() ? "" : ", ") + n;
  const std::string open = has_default_arguments(*s.closure) ? "open_with_defaults<" : "open<";
  return {"::tlaloc::detail::" + open + site + ">(",
          "() { return ::tlaloc::detail::both(::tlaloc::detail::tie(" + names + "), [&]", "); })"};
}

/// +1 for an opening bracket, -1 for a closing one.
int nesting(clang::tok::TokenKind kind) {
  switch (kind) {
    case clang::tok::l_square:
    case clang::tok::l_paren:
    case clang::tok::l_brace:
      return 1;
    case clang::tok::r_square:
    case clang::tok::r_paren:
    case clang::tok::r_brace:
      return -1;
    default:
      return 0;
  }
}

/// The location of the `]` that closes the introducer at a spelling location.
clang::SourceLocation end_of_introducer(const Unit& unit, clang::SourceLocation bracket) {
  const auto [file, offset] = unit.sources.getDecomposedLoc(bracket);
  const llvm::StringRef text = unit.sources.getBufferData(file);
  clang::Lexer lexer(unit.sources.getLocForStartOfFile(file), unit.ast.getLangOpts(), text.begin(),
                     text.begin() + offset, text.end());
  clang::Token t;
  int depth = 0;
  do {
    lexer.LexFromRawLexer(t);
    depth += nesting(t.getKind());
  } while (depth > 0 && t.isNot(clang::tok::eof));
  return t.getLocation();
}

}  // namespace

base::Result<void> edit_lambda(const Unit& unit, const Site& s, const std::string& site,
                               Edits& edits, MacroBodies& macros) {
  const clang::SourceLocation bracket = s.closure->getLocation();
  const clang::Stmt* body = s.closure->getLambdaCallOperator()->getBody();
  if (!body) return base::fail(refusal("site.place", "", {}, location(unit.sources, bracket)));
  const clang::SourceLocation brace = body->getEndLoc();
  const Pieces pieces = pieces_of(s, site);
  if (is_in_macro_body(unit, bracket)) {
    if (!macros.knows(bracket))
      return base::fail(refusal("site.place", "", {}, location(unit.sources, bracket)));
    macros.before(bracket, pieces.before);
    if (!pieces.behind_introducer.empty())
      macros.behind(macros.end_of_introducer(bracket), pieces.behind_introducer);
    macros.behind(brace, pieces.behind);
    return {};
  }
  const bool in_macro = bracket.isMacroID();
  edits.insert(bracket, 0, pieces.before, in_macro);
  if (!pieces.behind_introducer.empty()) {
    const clang::SourceLocation close =
        end_of_introducer(unit, unit.sources.getSpellingLoc(bracket));
    edits.insert_behind(close, 1, pieces.behind_introducer, in_macro);
  }
  edits.insert_behind(brace, 1, pieces.behind, in_macro);
  return {};
}

bool MacroBodies::knows(clang::SourceLocation token) const {
  return unit_.macros.count(unit_.sources.getExpansionRange(token).getBegin().getRawEncoding()) > 0;
}

MacroBodies::Invocation& MacroBodies::invocation(clang::SourceLocation token) {
  const clang::CharSourceRange range = unit_.sources.getExpansionRange(token);
  Invocation& i = invocations_[range.getBegin().getRawEncoding()];
  i.begin = range.getBegin();
  i.end = range.getEnd();
  return i;
}

void MacroBodies::before(clang::SourceLocation token, const std::string& text) {
  std::string& at = invocation(token).at[token.getRawEncoding()].before;
  at += text;
}

void MacroBodies::behind(clang::SourceLocation token, const std::string& text) {
  std::string& at = invocation(token).at[token.getRawEncoding()].behind;
  at += text;
}

clang::SourceLocation MacroBodies::end_of_introducer(clang::SourceLocation bracket) const {
  const auto tokens =
      unit_.macros.find(unit_.sources.getExpansionRange(bracket).getBegin().getRawEncoding());
  bool inside = false;
  int depth = 0;
  for (const MacroToken& t : tokens->second) {
    inside = inside || t.at == bracket;
    if (!inside) continue;
    depth += nesting(t.kind);
    if (depth == 0) return t.at;
  }
  return bracket;
}

std::string MacroBodies::expanded(const Invocation& i,
                                  const std::vector<MacroToken>& tokens) const {
  std::string out;
  llvm::SmallString<32> buffer;
  for (const MacroToken& t : tokens) {
    const auto pieces = i.at.find(t.at.getRawEncoding());
    if (pieces != i.at.end()) out += pieces->second.before;
    if (t.has_space_before) out += ' ';
    out += clang::Lexer::getSpelling(unit_.sources.getSpellingLoc(t.at), buffer, unit_.sources,
                                     unit_.ast.getLangOpts());
    if (pieces != i.at.end()) out += pieces->second.behind;
  }
  return out;
}

void MacroBodies::write(Edits& edits) const {
  for (const auto& [begin, i] : invocations_)
    edits.replace(i.begin, i.end, expanded(i, unit_.macros.at(begin)));
}

}  // namespace tlaloc::lift
