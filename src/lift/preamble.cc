#include "lift/preamble.h"

#include <unistd.h>
#include <filesystem>

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/TextDiagnosticBuffer.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

#include <tlaloc/version.h>

#include "lift/dormant.h"
#include "lift/hash.h"
#include "lift/record.h"

namespace tlaloc::lift {
namespace {

namespace fs = std::filesystem;

/// Reads directives one by one.
class Directives {
 public:
  Directives(llvm::StringRef text, const clang::LangOptions& language)
      : lexer_(clang::SourceLocation(), language, text.begin(), text.begin(), text.end()) {
    next();
  }
  bool at_directive() const { return token_.is(clang::tok::hash) && token_.isAtStartOfLine(); }
  /// Its name; goes on to what stands on the next line.
  std::string read() {
    next();
    std::string name;
    if (token_.is(clang::tok::raw_identifier) && !token_.isAtStartOfLine())
      name = token_.getRawIdentifier().str();
    if (name == "pragma") next(), name += " " + identifier();
    while (!token_.isAtStartOfLine() && token_.isNot(clang::tok::eof)) next();
    return name;
  }
  std::size_t offset() {
    return static_cast<std::size_t>(lexer_.getCurrentBufferOffset()) - token_.getLength();
  }

 private:
  void next() { lexer_.LexFromRawLexer(token_); }
  std::string identifier() const {
    return token_.is(clang::tok::raw_identifier) ? token_.getRawIdentifier().str() : "";
  }
  clang::Lexer lexer_;
  clang::Token token_;
};

bool opens(const std::string& name) { return name == "if" || name == "ifdef" || name == "ifndef"; }
bool may_stand_between(const std::string& name) {
  for (const char* n : {"", "define", "undef", "include", "include_next", "else", "elif", "elifdef",
                        "elifndef", "endif", "pragma once", "warning", "ident"})
    if (name == n) return true;
  return opens(name);
}

/// As parse.cc does after every declaration: instantiations of system templates are not for the end
/// of the file, unless one of them may bring a transformation to light.
class Forgetful : public clang::ASTConsumer {
 public:
  explicit Forgetful(clang::CompilerInstance& compiler) : compiler_(compiler) {}
  void HandleTranslationUnit(clang::ASTContext& ast) override {
    if (has_dormant_transformation(ast)) return compiler_.getSema().UndefinedButUsed.clear();
    Pending forgotten;
    put_aside_system_instantiations(compiler_.getSema(), forgotten);
  }

 private:
  clang::CompilerInstance& compiler_;
};

class Precompile : public clang::GeneratePCHAction {
 public:
  explicit Precompile(Preprocessed& seen) : seen_(seen) {}
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    watch(compiler, seen_);
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(std::make_unique<Forgetful>(compiler));
    consumers.push_back(GeneratePCHAction::CreateASTConsumer(compiler, file));
    if (!consumers.back()) return nullptr;
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

 private:
  Preprocessed& seen_;
};

std::shared_ptr<clang::CompilerInvocation> precompiling(const clang::CompilerInvocation& from,
                                                        const std::string& source,
                                                        llvm::StringRef text,
                                                        const std::string& output) {
  auto out = std::make_shared<clang::CompilerInvocation>(from);
  out->getFrontendOpts().ProgramAction = clang::frontend::GeneratePCH;
  out->getFrontendOpts().OutputFile = output;
  out->getFrontendOpts().DisableFree = true;
  out->getPreprocessorOpts().GeneratePreamble = true;
  out->getPreprocessorOpts().addRemappedFile(
      source, llvm::MemoryBuffer::getMemBufferCopy(text, source).release());
  out->getLangOpts().CompilingPCH = true;
  out->getLangOpts().PCHInstantiateTemplates = false;
  return out;
}

bool content_of(const std::string& path, std::uint64_t& size, std::uint64_t& content) {
  auto buffer = llvm::MemoryBuffer::getFile(path, false, /*RequiresNullTerminator=*/false);
  if (!buffer) return false;
  size = (*buffer)->getBufferSize();
  content = llvm::xxh3_64bits((*buffer)->getBuffer());
  return true;
}

class PreambleFinder {
 public:
  PreambleFinder(const clang::CompilerInvocation& invocation, const Cache& cache,
                 std::string source, llvm::StringRef text, const std::string& key)
      : invocation_(invocation), cache_(cache), source_(std::move(source)), text_(text) {
    name_ = "preamble-" + short_hash(key, 16) + short_hash(text.str() + key, 16);
  }

  Preamble operator()() {
    if (read()) return std::move(out_);
    build();
    return std::move(out_);
  }

 private:
  /// Whether the cache has an answer, be it that there is no preamble.
  bool read() {
    std::string text;
    if (!cache_.read(name_, text)) return false;
    std::string_view rest = text;
    Record r;
    if (!read_head(rest, r) || !r.files.are_fresh()) return false;
    if (r.precompiled.empty()) return true;
    std::uint64_t size = 0, content = 0;
    if (!content_of(cache_.path(r.precompiled), size, content) || size != r.size ||
        content != r.content)
      return false;
    cache_.used(r.precompiled);
    found(PreambleUse::read, r.precompiled, std::string(rest));
    return true;
  }

  void found(PreambleUse use, const std::string& precompiled, std::string seen) {
    out_ = {use, text_.size(), cache_.path(precompiled), std::move(seen)};
  }

  void build() {
    const std::string fresh = cache_.fresh_path(name_);
    // Never freed: faster, and the process ends soon.
    auto& compiler = *new clang::CompilerInstance;
    llvm::IntrusiveRefCntPtr<WatchedFiles> files(new WatchedFiles);
    compiler.setInvocation(precompiling(invocation_, source_, text_, fresh));
    compiler.createDiagnostics(new clang::TextDiagnosticBuffer, /*ShouldOwnClient=*/true);
    compiler.getDiagnosticOpts().ShowCarets = false;  // or it counts errors on the terminal
    compiler.createFileManager(files);
    Record r;
    Precompile action(r.seen);
    const bool done =
        compiler.ExecuteAction(action) && !compiler.getDiagnostics().hasErrorOccurred();
    if (!files->seen(r.files)) return discard(fresh);
    if (done && content_of(fresh, r.size, r.content)) {
      r.precompiled = name_ + "-" + short_hash(std::to_string(r.content), 16) + ".pch";
      if (!cache_.keep(fresh, r.precompiled)) return;
    } else {
      discard(fresh);
    }
    const std::string text = text_of(r, compiler.getSourceManager());
    if (!cache_.write(name_, text)) return;
    cache_.make_room();
    // One that is larger than the cache may be is gone again.
    if (r.precompiled.empty() || !fs::exists(cache_.path(r.precompiled))) return;
    std::string_view rest = text;
    Record again;
    if (read_head(rest, again)) found(PreambleUse::built, r.precompiled, std::string(rest));
  }

  static void discard(const std::string& path) { ::unlink(path.c_str()); }

  const clang::CompilerInvocation& invocation_;
  const Cache& cache_;
  std::string source_, name_;
  llvm::StringRef text_;
  Preamble out_;
};

/// This very program: what it makes of a file may change with it.
std::string own_identity() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return std::to_string(TLALOC_VERSION) + "|" + std::to_string(fs::file_size(self, error)) + "|" +
         std::to_string(fs::last_write_time(self, error).time_since_epoch().count());
}

}  // namespace

std::size_t preamble_size(std::string_view text, const clang::LangOptions& language) {
  Directives directives(llvm::StringRef(text.data(), text.size()), language);
  std::size_t size = 0;
  int depth = 0;
  bool has_include = false;
  while (directives.at_directive()) {
    const std::string name = directives.read();
    if (!may_stand_between(name)) break;
    has_include |= name.starts_with("include");
    depth += opens(name) ? 1 : name == "endif" ? -1 : 0;
    if (depth < 0) break;
    if (depth == 0 && has_include) size = directives.offset();
  }
  return size;
}

Preamble find_preamble(const clang::CompilerInvocation& invocation, const Cache& cache,
                       const std::string& source, const std::string& key) {
  if (!cache.is_on()) return {};
  auto buffer = llvm::MemoryBuffer::getFile(source);
  if (!buffer) return {};
  const llvm::StringRef text = (*buffer)->getBuffer();
  const std::size_t size = preamble_size(text, invocation.getLangOpts());
  if (size == 0) return {};
  // A quoted include is looked for beside the source.
  const std::string folder = fs::path(source).parent_path().string();
  std::error_code error;
  const std::string all =
      own_identity() + "|" + fs::current_path(error).string() + "|" + folder + "|" + key;
  return PreambleFinder(invocation, cache, source, text.substr(0, size), all)();
}

void use_preamble(clang::CompilerInvocation& invocation, const Preamble& preamble) {
  clang::PreprocessorOptions& options = invocation.getPreprocessorOpts();
  options.PrecompiledPreambleBytes = {static_cast<unsigned>(preamble.bytes), true};
  options.ImplicitPCHInclude = preamble.precompiled;
  options.UsePredefines = false;  // they are in it
  // Whether it is fresh has been found out already.
  options.DisablePCHOrModuleValidation = clang::DisableValidationForModuleKind::PCH;
}

}  // namespace tlaloc::lift
