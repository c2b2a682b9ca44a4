#include "lift/parse.h"

#include <cstdlib>
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
#include "lift/header_directories.h"
#include "lift/locations.h"
#include "lift/preamble.h"
#include "lift/preprocess.h"
#include "lift/record.h"
#include "lift/unit.h"

namespace tlaloc::lift {
namespace {

using Work = std::function<void(Unit&)>;

/// Clang's messages, and beside them what the static_asserts of our headers say, at the user's line
/// that asked for what they refuse.
class Messages : public clang::TextDiagnosticBuffer {
 public:
  std::vector<ParseError> misuses;

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& info) override {
    clang::TextDiagnosticBuffer::HandleDiagnostic(level, info);
    if (level == clang::DiagnosticsEngine::Error) begin(info);
    if (level == clang::DiagnosticsEngine::Note && open_ && is_users(info)) {
      misuses.back().at = info.getLocation();
      open_ = false;
    }
  }

 private:
  void begin(const clang::Diagnostic& info) {
    if (open_) misuses.pop_back();  // nobody's line
    llvm::SmallString<256> text;
    info.FormatDiagnostic(text);
    open_ = text.starts_with("static assertion failed") && text.str().contains("tlaloc: ");
    if (open_) misuses.push_back({{}, text.str().str()});
  }
  static bool is_users(const clang::Diagnostic& info) {
    if (info.getLocation().isInvalid()) return false;
    const auto& sources = info.getSourceManager();
    const auto at = sources.getExpansionLoc(info.getLocation());
    return !sources.isInSystemHeader(at) && !sources.getFilename(at).contains("include/tlaloc/");
  }
  bool open_ = false;
};

class Consumer : public clang::ASTConsumer {
 public:
  Consumer(clang::CompilerInstance& compiler, Preprocessed& seen, const Messages& said,
           const Preamble& preamble, const ParseJob& job, const Work& work)
      : compiler_(compiler),
        seen_(seen),
        said_(said),
        preamble_(preamble),
        job_(job),
        work_(work) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef) override {
    if (job_.lazy) put_aside_system_instantiations(compiler_.getSema(), aside_);
    return true;
  }

  void HandleTranslationUnit(clang::ASTContext& ast) override {
    if (compiler_.getDiagnostics().hasFatalErrorOccurred()) return;
    if (!add_preamble()) return;
    Unit unit{compiler_,
              compiler_.getSema(),
              ast,
              ast.getSourceManager(),
              seen_.includes,
              seen_.macros,
              seen_.guards,
              {},
              {},
              job_.source,
              job_.for_gcc};
    // Sema forgets the scope at the end of the file; instantiations that come later declare
    // builtins in it.
    unit.sema.TUScope = unit.sema.getCurScope();
    for (auto e = said_.err_begin(); e != said_.err_end(); ++e)
      unit.errors.push_back({e->first, e->second});
    unit.misuses = said_.misuses;
    wake_dormant_templates(unit);
    work_(unit);
  }

 private:
  /// What was seen in the preamble comes first.
  bool add_preamble() {
    if (preamble_.use == PreambleUse::none) return true;
    Preprocessed all;
    if (!read_seen(preamble_.seen, compiler_.getSourceManager(), all)) return false;
    all.includes.insert(all.includes.end(), seen_.includes.begin(), seen_.includes.end());
    all.macros.merge(seen_.macros);
    all.guards.insert(all.guards.end(), seen_.guards.begin(), seen_.guards.end());
    seen_ = std::move(all);
    return true;
  }

  void wake_dormant_templates(Unit& unit) {
    if (aside_.empty() || !has_dormant_transformation(unit.ast)) return;
    unit.sema.PendingInstantiations.swap(aside_);
    unit.sema.PerformPendingInstantiations();
  }

  clang::CompilerInstance& compiler_;
  Preprocessed& seen_;
  const Messages& said_;
  const Preamble& preamble_;
  const ParseJob& job_;
  const Work& work_;
  Pending aside_;
};

class Action : public clang::ASTFrontendAction {
 public:
  Action(const Messages& said, const Preamble& preamble, const ParseJob& job, const Work& work)
      : said_(said), preamble_(preamble), job_(job), work_(work) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    watch(compiler, seen_);
    return std::make_unique<Consumer>(compiler, seen_, said_, preamble_, job_, work_);
  }

 private:
  Preprocessed seen_;
  const Messages& said_;
  const Preamble& preamble_;
  const ParseJob& job_;
  const Work& work_;
};

base::Result<Words> clang_arguments(const ParseJob& job) {
  auto directories = header_directories(job.compiler, job.args, job.builtin, job.cache);
  if (!directories) return base::fail(std::move(directories.error()));
  Words words = {"clang++"};
  for (std::string& w : flags_for_parse(job.args)) words.push_back(std::move(w));
  words.insert(words.end(), {"-nostdinc", "-nostdinc++"});
  for (std::string& d : directories->searched)
    words.insert(words.end(), {"-isystem", std::move(d)});
  if (!directories->for_gcc
           .empty())  // they name the function that frees, which Clang does not know
    words.insert(words.end(), {"-idirafter", directories->for_gcc, "-D__malloc__(...)="});
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

/// Everything that decides what a preamble means, its text apart.
std::string preamble_key(const Words& words) {
  std::string key;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) key += words[i] + "\n";  // all but the source
  for (const char* name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "SOURCE_DATE_EPOCH"})
    if (const char* value = std::getenv(name)) key += std::string(name) + "=" + value + "\n";
  return key;
}

/// One run of Clang. Fails, and has not called `work`, if it did not come to the end of the file.
base::Result<void> run_clang(std::shared_ptr<clang::CompilerInvocation> invocation,
                             const Preamble& preamble, const ParseJob& job, const Work& work) {
  auto& compiler = *new clang::CompilerInstance;  // never freed: the process ends soon
  compiler.setInvocation(std::move(invocation));
  auto* said = new Messages;
  compiler.createDiagnostics(said, /*ShouldOwnClient=*/true);
  compiler.getDiagnostics().setErrorLimit(0);
  compiler.getFrontendOpts().DisableFree = true;
  compiler.getDiagnosticOpts().ShowCarets = false;  // or it counts errors on the terminal
  bool worked = false;
  const Work once = [&](Unit& unit) {
    worked = true;
    work(unit);
  };
  Action action(*said, preamble, job, once);
  compiler.ExecuteAction(action);
  if (!worked) return base::fail(fatal_error(compiler, *said));
  return {};
}

}  // namespace

base::Result<void> parse(const ParseJob& job, const Work& work, PreambleUse* used) {
  auto words = clang_arguments(job);
  if (!words) return base::fail(std::move(words.error()));
  std::vector<const char*> pointers;
  for (const std::string& w : *words) pointers.push_back(w.c_str());

  clang::CreateInvocationOptions options;
  options.Diags = clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions);
  std::shared_ptr<clang::CompilerInvocation> invocation =
      clang::createInvocation(pointers, options);
  if (!invocation) return base::fail("", "cannot read the compiler's command line");

  if (job.lazy) {
    const Preamble preamble =
        find_preamble(*invocation, job.cache, job.source, preamble_key(*words));
    if (preamble.use != PreambleUse::none) {
      auto behind = std::make_shared<clang::CompilerInvocation>(*invocation);
      use_preamble(*behind, preamble);
      if (run_clang(std::move(behind), preamble, job, work)) {
        if (used) *used = preamble.use;
        return {};
      }
    }
  }
  return run_clang(std::move(invocation), {}, job, work);
}

}  // namespace tlaloc::lift
