#include "lift/parse.h"

#include <deque>
#include <memory>

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticBuffer.h"
#include "clang/Frontend/Utils.h"
#include "clang/Sema/Sema.h"

#include "lift/dormant.h"
#include "lift/locations.h"
#include "lift/preprocess.h"
#include "lift/unit.h"

namespace tlaloc::lift {
namespace {

using Work = std::function<void(Unit&)>;

using Pending = std::deque<clang::Sema::PendingImplicitInstantiation>;

/// Puts aside queued instantiations of system templates.
void put_aside_system_instantiations(clang::Sema& sema, Pending& aside) {
  const clang::SourceManager& sources = sema.getSourceManager();
  Pending kept;
  for (auto& pending : sema.PendingInstantiations) {
    const auto* f = llvm::dyn_cast<clang::FunctionDecl>(pending.first);
    const bool is_system = f && sources.isInSystemHeader(sources.getExpansionLoc(f->getLocation()));
    (is_system ? aside : kept).push_back(pending);
  }
  sema.PendingInstantiations.swap(kept);
  sema.UndefinedButUsed.clear();
}

class Consumer : public clang::ASTConsumer {
 public:
  Consumer(clang::CompilerInstance& compiler, const Preprocessed& seen,
           const clang::TextDiagnosticBuffer& said, const ParseJob& job, const Work& work)
      : compiler_(compiler), seen_(seen), said_(said), job_(job), work_(work) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef) override {
    if (job_.lazy) put_aside_system_instantiations(compiler_.getSema(), aside_);
    return true;
  }

  void HandleTranslationUnit(clang::ASTContext& ast) override {
    if (compiler_.getDiagnostics().hasFatalErrorOccurred()) return;
    Unit unit{compiler_,      compiler_.getSema(), ast,          ast.getSourceManager(),
              seen_.includes, seen_.macros,        seen_.guards, {},
              job_.source,    job_.for_gcc};
    // Sema forgets the scope at the end of the file; instantiations that come later declare
    // builtins in it.
    unit.sema.TUScope = unit.sema.getCurScope();
    for (auto e = said_.err_begin(); e != said_.err_end(); ++e)
      unit.errors.push_back({e->first, e->second});
    wake_dormant_templates(unit);
    work_(unit);
  }

 private:
  void wake_dormant_templates(Unit& unit) {
    if (aside_.empty() || !has_dormant_transformation(unit)) return;
    unit.sema.PendingInstantiations.swap(aside_);
    unit.sema.PerformPendingInstantiations();
  }

  clang::CompilerInstance& compiler_;
  const Preprocessed& seen_;
  const clang::TextDiagnosticBuffer& said_;
  const ParseJob& job_;
  const Work& work_;
  Pending aside_;
};

class Action : public clang::ASTFrontendAction {
 public:
  Action(const clang::TextDiagnosticBuffer& said, const ParseJob& job, const Work& work)
      : said_(said), job_(job), work_(work) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    watch(compiler, seen_);
    return std::make_unique<Consumer>(compiler, seen_, said_, job_, work_);
  }

 private:
  Preprocessed seen_;
  const clang::TextDiagnosticBuffer& said_;
  const ParseJob& job_;
  const Work& work_;
};

base::Result<Words> clang_arguments(const ParseJob& job) {
  auto directories = header_directories(job.compiler, job.args, job.builtin);
  if (!directories) return base::fail(std::move(directories.error()));
  Words words = {"clang++"};
  for (std::string& w : flags_for_parse(job.args)) words.push_back(std::move(w));
  words.insert(words.end(), {"-nostdinc", "-nostdinc++"});
  for (std::string& d : *directories) words.insert(words.end(), {"-isystem", std::move(d)});
  words.insert(words.end(), {"-DTLALOC_LIFTING", "-fsyntax-only", "-w", "-x", "c++", job.source});
  return words;
}

base::Error fatal_error(const clang::CompilerInstance& compiler,
                        const clang::TextDiagnosticBuffer& said) {
  base::Error e{"", "cannot parse the file", "", {}, {}};
  for (auto i = said.err_begin(); i != said.err_end(); ++i) {
    e.what = i->second;
    e.where = location(compiler.getSourceManager(), i->first);
  }
  return e;
}

}  // namespace

base::Result<void> parse(const ParseJob& job, const Work& work) {
  auto words = clang_arguments(job);
  if (!words) return base::fail(std::move(words.error()));
  std::vector<const char*> pointers;
  for (const std::string& w : *words) pointers.push_back(w.c_str());

  clang::CreateInvocationOptions options;
  options.Diags = clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions);
  std::shared_ptr<clang::CompilerInvocation> invocation =
      clang::createInvocation(pointers, options);
  if (!invocation) return base::fail("", "cannot read the compiler's command line");

  clang::CompilerInstance compiler;
  compiler.setInvocation(std::move(invocation));
  auto* said = new clang::TextDiagnosticBuffer;
  compiler.createDiagnostics(said, /*ShouldOwnClient=*/true);
  compiler.getDiagnostics().setErrorLimit(0);
  compiler.getFrontendOpts().DisableFree = true;
  compiler.getDiagnosticOpts().ShowCarets = false;  // or it counts errors on the terminal
  bool worked = false;
  const Work once = [&](Unit& unit) {
    worked = true;
    work(unit);
  };
  Action action(*said, job, once);
  compiler.ExecuteAction(action);
  if (!worked) return base::fail(fatal_error(compiler, *said));
  return {};
}

}  // namespace tlaloc::lift
