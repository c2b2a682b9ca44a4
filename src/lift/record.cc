#include "lift/record.h"

#include <charconv>

#include "clang/Basic/SourceManager.h"

namespace tlaloc::lift {
namespace {

constexpr std::string_view kFormat = "tlaloc-preamble 1";

/// One item a line; numbers are written in full, with their sign.
class Writer {
 public:
  void line(std::string_view text) { (out_ += text) += '\n'; }
  template <class N>
  void number(N n) {
    line(std::to_string(n));
  }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}
  std::string_view line() {
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos) return ok_ = false, std::string_view();
    const std::string_view out = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return out;
  }
  template <class N>
  N number() {
    N n = 0;
    const std::string_view text = line();
    const auto read = std::from_chars(text.data(), text.data() + text.size(), n);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size()) ok_ = false;
    return n;
  }
  /// A count of what follows, at least a line each.
  std::size_t count() {
    const auto n = number<std::size_t>();
    if (n > rest_.size()) ok_ = false;
    return ok_ ? n : 0;
  }
  bool ok() const { return ok_; }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

unsigned start_of_main(const clang::SourceManager& sources) {
  const clang::FileID preamble = sources.getPreambleFileID();
  return sources.getLocForStartOfFile(preamble.isValid() ? preamble : sources.getMainFileID())
      .getRawEncoding();
}

void write(Writer& w, const IncludeDirective& i, unsigned start,
           const clang::SourceManager& sources) {
  w.number(sources.getLocForStartOfFile(i.from).getRawEncoding() - start);
  w.number(i.name_offset);
  w.number(i.name_length);
  w.line(i.path);
  w.line(i.real);
  w.line(i.from_real);
  w.number(static_cast<int>(i.angled));
  w.number(static_cast<int>(i.kind));
}

class Places {
 public:
  explicit Places(const clang::SourceManager& sources)
      : sources_(sources),
        start_(start_of_main(sources)),
        main_(real_path(sources, sources.getMainFileID())) {}
  clang::SourceLocation read(Reader& r) const {
    return clang::SourceLocation::getFromRawEncoding(r.number<unsigned>() + start_);
  }
  clang::FileID file(Reader& r) const {
    const clang::FileID file = sources_.getFileID(read(r));
    return is_main(sources_, file) ? sources_.getMainFileID() : file;
  }
  /// A file that is known to lie elsewhere: then nothing else is where it is thought to be.
  bool contradicts(const IncludeDirective& i) const {
    const auto entry = sources_.getFileEntryRefForID(i.from);
    return i.from_real.empty() != !entry;
  }
  /// The preamble may have been another file's.
  void name_main(IncludeDirective& i) const {
    if (i.from == sources_.getMainFileID()) i.from_real = main_;
  }

 private:
  const clang::SourceManager& sources_;
  unsigned start_;
  std::string main_;
};

IncludeDirective read_include(Reader& r, const Places& places) {
  IncludeDirective i;
  i.from = places.file(r);
  i.name_offset = r.number<std::size_t>();
  i.name_length = r.number<std::size_t>();
  i.path = r.line();
  i.real = r.line();
  i.from_real = r.line();
  i.angled = r.number<int>() != 0;
  i.kind = static_cast<IncludeDirective::Kind>(r.number<int>());
  return i;
}

}  // namespace

std::string text_of(const Record& r, const clang::SourceManager& sources) {
  Writer w;
  w.line(kFormat);
  w.line(r.precompiled);
  w.number(r.size);
  w.number(r.content);
  w.number(r.files.read.size());
  for (const ReadFile& f : r.files.read) {
    w.line(f.path);
    w.number(f.size);
    w.number(f.modified);
    w.number(f.content);
  }
  w.number(r.files.missing.size());
  for (const std::string& path : r.files.missing) w.line(path);
  if (r.precompiled.empty()) return w.take();

  const unsigned start = start_of_main(sources);
  w.number(r.seen.includes.size());
  for (const IncludeDirective& i : r.seen.includes) write(w, i, start, sources);
  w.number(r.seen.macros.size());
  for (const auto& [at, tokens] : r.seen.macros) {
    w.number(at - start);
    w.number(tokens.size());
    for (const MacroToken& t : tokens) {
      w.number(t.at.getRawEncoding() - start);
      w.number(static_cast<unsigned>(t.kind));
      w.number(static_cast<int>(t.has_space_before));
    }
  }
  w.number(r.seen.guards.size());
  for (const Guard& g : r.seen.guards) {
    w.number(g.begin.getRawEncoding() - start);
    w.number(g.end.getRawEncoding() - start);
  }
  w.line(kFormat);
  return w.take();
}

bool read_head(std::string_view& text, Record& r) {
  Reader in(text);
  if (in.line() != kFormat) return false;
  r.precompiled = in.line();
  r.size = in.number<std::uint64_t>();
  r.content = in.number<std::uint64_t>();
  r.files.read.resize(in.count());
  for (ReadFile& f : r.files.read) {
    f.path = in.line();
    f.size = in.number<std::uint64_t>();
    f.modified = in.number<std::int64_t>();
    f.content = in.number<std::uint64_t>();
  }
  r.files.missing.resize(in.count());
  for (std::string& path : r.files.missing) path = in.line();
  text = in.rest();
  return in.ok();
}

bool read_seen(std::string_view text, const clang::SourceManager& sources, Preprocessed& seen) {
  Reader in(text);
  const Places places(sources);
  seen.includes.resize(in.count());
  for (IncludeDirective& i : seen.includes) {
    i = read_include(in, places);
    if (!in.ok() || places.contradicts(i)) return false;
    places.name_main(i);
  }
  for (std::size_t n = in.count(); n > 0 && in.ok(); --n) {
    auto& tokens = seen.macros[places.read(in).getRawEncoding()];
    tokens.resize(in.count());
    for (MacroToken& t : tokens) {
      t.at = places.read(in);
      t.kind = static_cast<clang::tok::TokenKind>(in.number<unsigned>());
      t.has_space_before = in.number<int>() != 0;
    }
  }
  seen.guards.resize(in.count());
  for (Guard& g : seen.guards) {
    g.begin = places.read(in);
    g.end = places.read(in);
  }
  return in.line() == kFormat && in.ok();
}

}  // namespace tlaloc::lift
