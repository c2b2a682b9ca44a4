#include "driver/launch.h"

#include <cstdio>
#include <cstring>
#include <filesystem>

#include "base/own_folder.h"
#include "driver/depfile.h"
#include "driver/files.h"
#include "driver/process.h"
#include "driver/scan.h"

#include <tlaloc/version.h>

namespace tlaloc::driver {
namespace {

namespace fs = std::filesystem;

// How tlaloc-lift ends (src/driver/lift_main.cc says the same).
constexpr int kDone = 0;
constexpr int kParseHadErrors = 3;
constexpr int kEndedBySignal = 128;  // and the signal's number (process.h)

std::string absolute(const std::string& path) { return fs::absolute(path).lexically_normal(); }

/// A source with edited copies.
struct Edited {
  std::size_t index;  ///< in Command::args
  std::string source, copy;
  CopyMap copies;
};

class Launch {
 public:
  Launch(const LaunchOptions& options, const Words& words)
      : options_(options), command_(parse_command(words)), install_(find_install()) {}

  int operator()() {
    add_own_flags();
    if (command_.sources.empty() || command_.stage == Stage::preprocess) return pass_through();
    if (int status = lift_sources()) return status;
    if (options_.sites || options_.explain_line > 0) return 0;
    return edited_.empty() ? pass_through() : compile_copies();
  }

 private:
  void add_own_flags() {
    if (command_.has_cxx()) extra_.push_back("-DTLALOC_ACTIVE=" + std::to_string(TLALOC_VERSION));
    if (options_.as_launcher) return;
    if (command_.has_cxx())
      for (std::string& w : install_.flags("compile.rsp")) extra_.push_back(std::move(w));
    const bool links =
        command_.stage == Stage::link && command_.has_inputs && !command_.makes_header;
    if (links) link_ = install_.flags("link.rsp");
  }

  Words compiler() const {
    Words words = command_.wrappers;
    words.push_back(command_.compiler);
    return words;
  }

  Words with_flags(const Words& args) const {
    Words words = compiler();
    words.insert(words.end(), extra_.begin(), extra_.end());
    words.insert(words.end(), args.begin(), args.end());
    words.insert(words.end(), link_.begin(), link_.end());
    return words;
  }

  int pass_through() const { return become(with_flags(command_.args)); }

  int lift_sources() {
    Command whole = command_;
    whole.args.insert(whole.args.begin(), extra_.begin(), extra_.end());
    Scan scan(whole);
    for (std::size_t index : command_.sources) {
      const std::string& source = command_.args[index];
      if (options_.explain_line == 0 && !scan.names_transformation(source)) {
        if (options_.verbose) std::fprintf(stderr, "tlaloc: %s: passed through\n", source.c_str());
        continue;
      }
      if (int status = lift(index, source)) return status;
    }
    return 0;
  }

  int lift(std::size_t index, const std::string& source) {
    const std::string folder = absolute(copies_folder(command_, source));
    if (const std::string own = absolute(base::own_temporary_folder());
        (folder + "/").starts_with(own + "/") && !base::make_own_folder(own)) {
      std::fprintf(stderr,
                   "tlaloc: error: %s is no folder that you alone may write to: name an output "
                   "with -o, or set TMPDIR\n",
                   own.c_str());
      return 1;
    }
    const int status = run(lift_words(source, folder));
    if (status == kParseHadErrors) return explain_parse_errors(folder);
    if (status >= kEndedBySignal) return explain_crash(source, status - kEndedBySignal);
    if (status != kDone) return status;
    std::string map;
    if (!read_file(folder + "/map.txt", map)) return 0;
    const std::string copy = folder + "/" + fs::path(source).filename().string();
    edited_.push_back({index, source, copy, {folder, parse_copy_map(map)}});
    return 0;
  }

  Words lift_words(const std::string& source, const std::string& folder) const {
    Words words = {install_.lift(), "--out=" + folder, "--compiler=" + command_.compiler};
    if (options_.print) words.push_back("--print");
    if (options_.sites) words.push_back("--sites");
    if (options_.explain_line > 0)
      words.push_back("--explain=" + std::to_string(options_.explain_line));
    if (options_.verbose) words.push_back("--verbose");
    words.push_back("--source=" + source);
    words.push_back("--");
    words.insert(words.end(), extra_.begin(), extra_.end());
    words.insert(words.end(), command_.args.begin(), command_.args.end());
    return words;
  }

  /// The user's compiler knows best what is wrong with the user's file; only if it accepts the file
  /// are ours shown. A derivative in a constant expression is no mistake of the user's: it is there
  /// once the file is transformed.
  int explain_parse_errors(const std::string& folder) {
    if (const int status = say_what_the_compiler_says()) return status;
    std::string ours;
    read_file(folder + "/messages.txt", ours);
    std::fputs(ours.c_str(), stderr);
    return 1;
  }

  /// The compiler's verdict on the file as it is, and its messages if it finds a mistake.
  int say_what_the_compiler_says() {
    link_.clear();
    Words words = with_flags(command_.args);
    words.push_back("-fsyntax-only");
    std::string said;
    const int status = run_quietly(words, said);
    if (!status || said.find("/tlaloc/derived.h") != std::string::npos) return 0;
    std::fputs(said.c_str(), stderr);
    return status;
  }

  /// Ours is the mistake, unless the file has one that led to it.
  int explain_crash(const std::string& source, int signal) {
    if (const int status = say_what_the_compiler_says()) return status;
    std::fprintf(
        stderr,
        "%s: error: bug in tlaloc: it was ended by signal %d (%s) while it read this file; "
        "please report it\n",
        source.c_str(), signal, strsignal(signal));
    return 1;
  }

  int compile_copies() {
    Words args = command_.args;
    for (const Edited& e : edited_) {
      args[e.index] = e.copy;
      extra_.push_back("-ffile-prefix-map=" + e.copy + "=" + e.source);
    }
    const int status = run(with_flags(args));
    if (command_.writes_dependencies)
      for (const Edited& e : edited_) rewrite(e);
    return status;
  }

  void rewrite(const Edited& e) const {
    const std::string path = command_.dependency_file.empty()
                                 ? default_dependency_file(command_, e.source)
                                 : command_.dependency_file;
    std::string text;
    if (read_file(path, text)) write_file(path, rewrite_dependencies(text, e.copies, absolute));
  }

  LaunchOptions options_;
  Command command_;
  Install install_;
  Words extra_, link_;
  std::vector<Edited> edited_;
};

}  // namespace

std::string copies_folder(const Command& c, const std::string& source) {
  const std::string name = fs::path(source).filename().string();
  if (c.output.empty()) {
    const std::size_t key =
        std::hash<std::string>{}(absolute(source) + "|" + fs::current_path().string());
    return (fs::path(base::own_temporary_folder()) / (name + "-" + std::to_string(key))).string();
  }
  const std::string beside = c.output == "/dev/null" ? fs::path(base::own_temporary_folder())
                                                     : fs::path(c.output + ".tlaloc");
  return c.sources.size() > 1 ? beside + "/" + name : beside;
}

int launch(const LaunchOptions& options, const Words& words) { return Launch(options, words)(); }

}  // namespace tlaloc::driver
