#include "lift/copies.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"

#include "lift/hash.h"

namespace tlaloc::lift {
namespace {

namespace fs = std::filesystem;

class Copies {
 public:
  Copies(const Unit& unit, Edits& edits, const std::string& folder)
      : unit_(unit), edits_(edits), folder_(folder) {
    main_ = real_path(unit, unit.sources.getMainFileID());
    files_[main_] = unit.sources.getMainFileID();
    chosen_.insert(main_);
    for (const auto& [path, file] : edits.files()) choose(path, file.id);
    for (const IncludeDirective& i : unit.includes) files_.emplace(i.from_real, i.from);
    for (const IncludeDirective& i : unit.includes) found_as_.emplace(i.real, i.path);
    for (const IncludeDirective& i : unit.includes)
      if (i.is_read() && !stands_below_main(i.from)) forced_.insert(i.real);
  }

  /// Puts `#include "sites.h"` where tlaloc is first reached, or at the top when that is a forced
  /// include's doing.
  void place_early() {
    for (const IncludeDirective& i : unit_.includes) {
      if (!i.is_read() || !is_ours(i.real) || is_ours(i.from_real)) continue;
      if (!stands_below_main(i.from)) break;
      const llvm::StringRef text = unit_.sources.getBufferData(i.from);
      const std::size_t end_of_line = text.find('\n', i.name_offset);
      insert_early(i.from, end_of_line == llvm::StringRef::npos ? text.size() : end_of_line);
      return;
    }
    insert_early(unit_.sources.getMainFileID(), 0);
  }

  base::Result<void> write(bool has_late) {
    close_over_includes();
    std::string map;
    for (const std::string& path : chosen_) {
      const std::string name = user_name(path);
      if (auto done = write_if_changed(copy_path(path), text_of(path, name, has_late)); !done)
        return done;
      map += copy_path(path) + "\t" + name + "\n";
    }
    return write_if_changed(folder_ + "/map.txt", map);
  }

 private:
  static bool is_ours(const std::string& path) {
    return path.find("/include/tlaloc/") != std::string::npos;  // not lib/tlaloc/clang/include
  }

  bool stands_below_main(clang::FileID file) const {
    while (file.isValid() && !is_main(unit_.sources, file)) {
      const clang::SourceLocation at = unit_.sources.getIncludeLoc(file);
      if (at.isInvalid()) return false;
      file = unit_.sources.getFileID(at);
      if (!unit_.sources.getFileEntryForID(file)) return false;
    }
    return file.isValid();
  }

  void choose(const std::string& path, clang::FileID id) {
    chosen_.insert(path);
    files_.emplace(path, id);
  }

  void insert_early(clang::FileID file, std::size_t offset) {
    Edit e;
    e.offset = offset;
    e.order = -1;
    e.text = "#include \"sites.h\"";
    const std::string path = real_path(unit_, file);
    edits_.files()[path].edits.push_back(std::move(e));
    choose(path, file);
  }

  /// A copy's includer must include the copy; what a copy includes with quotes was found beside the
  /// original. A file that a forced include or a precompiled header reads stays the original: read
  /// there and as a copy, it would be two files to #pragma once.
  void close_over_includes() {
    bool grew = true;
    while (grew) {
      grew = false;
      for (const IncludeDirective& i : unit_.includes) {
        const std::string& from = i.from_real;
        if (from.empty() || !i.is_read()) continue;
        if (chosen_.count(i.real) && chosen_.insert(from).second) grew = true;
        if (!i.angled && chosen_.count(from) && !forced_.count(i.real) &&
            chosen_.insert(i.real).second)
          grew = true;
      }
    }
  }

  std::string copy_path(const std::string& path) const {
    const std::string name = fs::path(path).filename();
    return folder_ + "/" +
           (path == main_ ? fs::path(unit_.source).filename().string()
                          : short_hash(path) + "_" + name);
  }

  std::string user_name(const std::string& path) const {
    if (path == main_) return unit_.source;
    const auto found = found_as_.find(path);
    return found != found_as_.end() ? spelled_path(unit_, found->second) : path;
  }

  clang::FileID file_of(const std::string& path) {
    const auto it = files_.find(path);
    if (it != files_.end()) return it->second;
    const auto entry = unit_.compiler.getFileManager().getOptionalFileRef(found_as_[path]);
    return files_[path] = entry ? unit_.sources.translateFile(*entry) : clang::FileID();
  }

  std::string text_of(const std::string& path, const std::string& name, bool has_late) {
    const clang::FileID file = file_of(path);
    std::vector<Edit> edits = edits_.files()[path].edits;
    add_include_edits(path, edits);
    std::string out;
    if (path == main_ && unit_.for_gcc && !has_global_fragment(file))
      out += "#pragma GCC diagnostic ignored \"-Wsubobject-linkage\"\n";
    if (file.isInvalid()) return out + line_directive(1, name) + "\n" + whole_file(path);
    if (path != main_ && unit_.sources.isInSystemHeader(unit_.sources.getLocForStartOfFile(file)))
      out += "#pragma GCC system_header\n";
    out += edit_text(unit_.sources.getBufferData(file), name, std::move(edits));
    if (path == main_ && has_late) out += "\n#include \"sites_late.h\"\n";
    return out;
  }

  /// Whether it begins with `module;`, before which nothing may stand and behind which only
  /// includes.
  bool has_global_fragment(clang::FileID file) const {
    const llvm::StringRef text = unit_.sources.getBufferData(file);
    clang::Lexer lexer(clang::SourceLocation(), unit_.compiler.getLangOpts(), text.begin(),
                       text.begin(), text.end());
    clang::Token first, second;
    lexer.LexFromRawLexer(first);
    lexer.LexFromRawLexer(second);
    return first.is(clang::tok::raw_identifier) && first.getRawIdentifier() == "module" &&
           second.is(clang::tok::semi);
  }

  void add_include_edits(const std::string& path, std::vector<Edit>& edits) {
    std::set<std::size_t> done;
    for (const IncludeDirective& i : unit_.includes) {
      // From where the copy lies, neither "the next" nor "beside me" would be found again.
      const bool to_copy = i.is_read() && chosen_.count(i.real);
      const bool to_original = !to_copy && (i.kind == IncludeDirective::Kind::next || !i.angled);
      if ((!to_copy && !to_original) || i.from_real != path || !done.insert(i.name_offset).second)
        continue;
      Edit e;
      e.offset = i.name_offset;
      e.length = i.name_length;
      e.text = "\"" + (to_copy ? fs::path(copy_path(i.real)).filename().string() : i.real) + "\"";
      e.place = Place::in_line;
      edits.push_back(std::move(e));
    }
  }

  /// A file that was skipped by its include guard the only time its text could have been kept.
  static std::string whole_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }

  const Unit& unit_;
  Edits& edits_;
  std::string folder_, main_;
  std::map<std::string, clang::FileID> files_;
  std::map<std::string, std::string> found_as_;
  std::set<std::string> chosen_;
  std::set<std::string> forced_;  ///< what is read before the main file begins
};

}  // namespace

base::Result<void> write_if_changed(const std::string& path, const std::string& text) {
  {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream old;
    if (in && old << in.rdbuf() && old.str() == text) return {};
  }
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) return base::fail("", "cannot write '" + path + "'");
  return {};
}

base::Result<void> write_copies(const Unit& unit, Edits& edits, const std::string& folder,
                                const std::vector<GeneratedFile>& derivatives,
                                const std::string& early, const std::string& late) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return base::fail("", "cannot make the folder '" + folder + "': " + error.message());
  for (const GeneratedFile& f : derivatives)
    if (auto done = write_if_changed(folder + "/" + f.name, f.text); !done) return done;
  if (auto done = write_if_changed(folder + "/sites.h", early); !done) return done;
  if (!late.empty())
    if (auto done = write_if_changed(folder + "/sites_late.h", late); !done) return done;
  Copies copies(unit, edits, folder);
  copies.place_early();
  return copies.write(!late.empty());
}

}  // namespace tlaloc::lift
