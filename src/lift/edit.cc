#include "lift/edit.h"

#include <algorithm>
#include <tuple>

namespace tlaloc::lift {
namespace {

class Editor {
 public:
  Editor(std::string_view text, const std::string& file) : text_(text), file_(file) {
    out_ = line_directive(1, file) + "\n";
  }

  void apply(const Edit& e) {
    if (e.offset < at_) return;  // inside what an earlier edit replaced
    copy_to(e.offset);
    if (e.place == Place::in_line) {
      out_ += e.text;
      skip(e.length);
      return;
    }
    const std::string before = directive(e);
    out_ += "\n" + before + "\n" + e.text;
    skip(e.length);
    out_ += "\n" + (e.length > 0 ? line_directive(line_, file_) : before) + "\n" +
            padding(line_so_far());
  }

  std::string finish() && {
    copy_to(text_.size());
    return std::move(out_);
  }

 private:
  void copy_to(std::size_t end) {
    out_ += text_.substr(at_, end - at_);
    skip(end - at_);
  }
  void skip(std::size_t n) {
    line_ +=
        static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                    text_.begin() + static_cast<std::ptrdiff_t>(at_ + n), '\n'));
    at_ += n;
  }
  std::string directive(const Edit& e) const {
    return e.line > 0 ? line_directive(e.line, e.file) : line_directive(line_, file_);
  }
  std::string_view line_so_far() const {
    const std::size_t newline = at_ == 0 ? std::string_view::npos : text_.rfind('\n', at_ - 1);
    const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
    return text_.substr(begin, at_ - begin);
  }

  std::string_view text_;
  const std::string& file_;
  std::string out_;
  std::size_t at_ = 0;
  int line_ = 1;
};

bool is_plain(char c) { return static_cast<unsigned char>(c) < 0x80; }

}  // namespace

std::string line_directive(int line, const std::string& file) {
  std::string out = "#line " + std::to_string(line) + " \"";
  for (char c : file) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string padding(std::string_view text) {
  std::string out;
  bool plain = true;
  for (char c : text) {
    plain = plain && is_plain(c);
    out += c == '\t' ? '\t' : is_plain(c) ? ' ' : c;
  }
  if (plain) return out;
  // Letters beyond ASCII are wider in bytes than on the screen; only a comment can be as wide in
  // both.
  const auto blank = [&](std::size_t i) { return out[i] == ' '; };
  const std::size_t n = out.size();
  if (n >= 4 && blank(0) && blank(1) && blank(n - 2) && blank(n - 1)) {
    out.replace(0, 2, "/*");
    out.replace(n - 2, 2, "*/");
    return out;
  }
  std::replace_if(out.begin(), out.end(), [](char c) { return !is_plain(c); }, ' ');
  return out;
}

std::string edit_text(std::string_view text, const std::string& file, std::vector<Edit> edits) {
  // At one place in the order asked for, else in that of arrival, which their addresses tell.
  std::vector<const Edit*> ordered;
  for (const Edit& e : edits) ordered.push_back(&e);
  std::sort(ordered.begin(), ordered.end(), [](const Edit* a, const Edit* b) {
    return std::tie(a->offset, a->order, a) < std::tie(b->offset, b->order, b);
  });
  Editor editor(text, file);
  for (const Edit* e : ordered) editor.apply(*e);
  return std::move(editor).finish();
}

}  // namespace tlaloc::lift
