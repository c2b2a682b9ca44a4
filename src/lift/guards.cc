#include "lift/guards.h"

#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/DenseMap.h"

namespace tlaloc::lift {
namespace {

class GuardWatcher : public clang::PPCallbacks {
 public:
  GuardWatcher(const clang::SourceManager& sources, std::vector<Guard>& out)
      : sources_(sources), out_(out) {}

  void If(clang::SourceLocation at, clang::SourceRange condition, ConditionValueKind) override {
    condition_of(at, condition);
  }
  void Elif(clang::SourceLocation, clang::SourceRange condition, ConditionValueKind,
            clang::SourceLocation first) override {
    condition_of(first, condition);
  }
  void Ifdef(clang::SourceLocation at, const clang::Token& name,
             const clang::MacroDefinition&) override {
    name_of(at, name);
  }
  void Ifndef(clang::SourceLocation at, const clang::Token& name,
              const clang::MacroDefinition&) override {
    name_of(at, name);
  }
  void Endif(clang::SourceLocation at, clang::SourceLocation first) override {
    if (telling_.count(first.getRawEncoding())) out_.push_back({first, at});
  }

 private:
  void note(clang::SourceLocation first, std::string_view condition) {
    if (tells_compilers_apart(condition) && !sources_.isInSystemHeader(first))
      telling_[first.getRawEncoding()] = true;
  }
  void name_of(clang::SourceLocation at, const clang::Token& name) {
    note(at, name.getIdentifierInfo()->getName());
  }
  void condition_of(clang::SourceLocation first, clang::SourceRange condition) {
    const auto begin = sources_.getDecomposedLoc(sources_.getFileLoc(condition.getBegin()));
    const auto end = sources_.getDecomposedLoc(sources_.getFileLoc(condition.getEnd()));
    if (begin.first != end.first || end.second < begin.second) return;
    llvm::StringRef text = sources_.getBufferData(begin.first).substr(begin.second);
    text = text.take_front(text.find('\n'));
    note(first, text);
  }

  const clang::SourceManager& sources_;
  std::vector<Guard>& out_;
  llvm::DenseMap<unsigned, bool> telling_;
};

}  // namespace

bool tells_compilers_apart(std::string_view condition) {
  for (const char* word :
       {"__clang", "__GNUC", "__GNUG__", "__VERSION__", "__has_builtin", "__has_feature",
        "__has_attribute", "__has_extension", "__INTEL_COMPILER"})
    if (condition.find(word) != std::string_view::npos) return true;
  return false;
}

std::unique_ptr<clang::PPCallbacks> watch_guards(const clang::SourceManager& sources,
                                                 std::vector<Guard>& out) {
  return std::make_unique<GuardWatcher>(sources, out);
}

const Guard* guard_around(const Unit& unit, const clang::FunctionDecl& f) {
  const clang::FunctionDecl* pattern = f.getTemplateInstantiationPattern();
  const clang::SourceRange range = (pattern ? *pattern : f).getSourceRange();
  const auto begin = unit.sources.getDecomposedExpansionLoc(range.getBegin());
  const auto end = unit.sources.getDecomposedExpansionLoc(range.getEnd());
  for (const Guard& g : unit.guards) {
    const auto from = unit.sources.getDecomposedLoc(g.begin);
    const auto to = unit.sources.getDecomposedLoc(g.end);
    if (from.first == begin.first && from.second <= end.second && begin.second <= to.second &&
        end.first == begin.first)
      return &g;
  }
  return nullptr;
}

}  // namespace tlaloc::lift
