#include "driver/words.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <iterator>
#include <string>

namespace tlaloc::driver {
namespace {

constexpr const char* kWords[] = {"grad",
                                  "value_and_grad",
                                  "jvp",
                                  "value_and_jvp",
                                  "fused",
                                  "vjp",
                                  "vmap",
                                  "jacobian",
                                  "hessian",
                                  "hvp",
                                  "program",
                                  "compile",
                                  "custom_vjp",
                                  "custom_jvp",
                                  "custom_vjp_jvp",
                                  "checkpoint",
                                  "check_derivatives",
                                  "jacobian_reverse",
                                  "GradOp",
                                  "Derived"};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// As fast as memory: most files hold none of them anywhere.
bool has_letters_of_any(std::string_view text) {
  return std::any_of(std::begin(kWords), std::end(kWords), [&](std::string_view w) {
    return ::memmem(text.data(), text.size(), w.data(), w.size()) != nullptr;
  });
}

bool is_one(std::string_view word) {
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

/// Goes through the words of code. What it cannot make sense of, it steps over letter by letter.
class Code {
 public:
  explicit Code(std::string_view text) : text_(text) {}

  bool has_one() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (is_letter(c)) {
        if (is_one(identifier())) return true;
      } else if (is_digit(c)) {
        number();
      } else if (c == '"' || c == '\'') {
        quoted(c);
      } else if (c == '/' && peek() == '/') {
        line();
      } else if (c == '/' && peek() == '*') {
        behind("*/", at_ + 2);
      } else if (c == '#') {
        directive();
      } else {
        ++at_;
      }
    }
    return false;
  }

 private:
  char peek() const { return at_ + 1 < text_.size() ? text_[at_ + 1] : '\0'; }

  void behind(std::string_view end, std::size_t from) {
    const std::size_t found = text_.find(end, from);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }

  std::string_view identifier() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (at_ < text_.size() && text_[at_] == '"' && word.ends_with('R')) raw_string();
    return word;
  }

  void number() {
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]) ||
                                  text_[at_] == '.' || text_[at_] == '\''))
      ++at_;
  }

  void quoted(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_)
      if (text_[at_] == '\\') ++at_;
    ++at_;
  }

  void raw_string() {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos) return void(at_ = text_.size());
    const std::string end = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    behind(end, open);
  }

  /// To the end of the line; a backslash joins the next one to it.
  void line() {
    do behind("\n", at_);
    while (at_ < text_.size() && at_ >= 2 && text_[at_ - 2] == '\\');
  }

  /// The names of headers are no words of code.
  void directive() {
    at_ = std::min(text_.find_first_not_of(" \t", at_ + 1), text_.size());
    if (text_.substr(at_).starts_with("include") || text_.substr(at_).starts_with("import")) line();
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

bool has_transformation_word(std::string_view text) {
  return has_letters_of_any(text) && Code(text).has_one();
}

}  // namespace tlaloc::driver
