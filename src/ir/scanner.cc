#include "ir/scanner.h"

#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace tlaloc::ir {
namespace {

bool starts_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '\'';
}

}  // namespace

std::string quote(std::string_view s) {
  std::string out = "\"";
  for (char c : s) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out + "\"";
}

void Scanner::skip() {
  while (at_ < text_.size()) {
    if (std::isspace(static_cast<unsigned char>(text_[at_])))
      ++at_;
    else if (text_.compare(at_, 2, "//") == 0)
      at_ = std::min(text_.find('\n', at_), text_.size());
    else
      break;
  }
}

bool Scanner::at_end() {
  skip();
  return at_ >= text_.size();
}

bool Scanner::peek(std::string_view token) {
  skip();
  if (failed() || text_.compare(at_, token.size(), token) != 0) return false;
  const std::size_t after = at_ + token.size();
  return !(in_word(token.back()) && after < text_.size() && in_word(text_[after]));
}

bool Scanner::accept(std::string_view token) {
  if (!peek(token)) return false;
  at_ += token.size();
  return true;
}

bool Scanner::expect(std::string_view token) {
  if (accept(token)) return true;
  fail(fmt::format("expected '{}'", token));
  return false;
}

void Scanner::fail(std::string message) {
  if (failed()) return;
  message_ = std::move(message);
  failed_at_ = std::min(at_, text_.size());
}

base::Error Scanner::error() const {
  int line = 1, column = 1;
  for (char c : text_.substr(0, failed_at_)) {
    ++column;
    if (c == '\n') ++line, column = 1;
  }
  return {"dxir", fmt::format("{} at {}:{}", message_, line, column), "dxir.parse", {}, {}};
}

std::string Scanner::word() {
  skip();
  std::size_t end = at_;
  if (!failed() && end < text_.size() && starts_word(text_[end]))
    while (end < text_.size() && in_word(text_[end])) ++end;
  if (end == at_) fail("expected a name");
  const std::string out(text_.substr(at_, end - at_));
  if (!failed()) at_ = end;
  return out;
}

std::string Scanner::quoted() {
  if (!expect("\"")) return {};
  std::string out;
  while (at_ < text_.size() && text_[at_] != '"') {
    char c = text_[at_++];
    if (c == '\\' && at_ < text_.size()) {
      c = text_[at_++];
      if (c == 'n') c = '\n';
    }
    out += c;
  }
  if (at_ >= text_.size())
    fail("unterminated string");
  else
    ++at_;
  return out;
}

std::string Scanner::number_text() {
  skip();
  std::size_t end = at_;
  if (end < text_.size() && (text_[end] == '-' || text_[end] == '+')) ++end;
  while (end < text_.size()) {
    const char c = text_[end];
    const bool exponent_sign =
        (c == '-' || c == '+') && (text_[end - 1] == 'e' || text_[end - 1] == 'E');
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && !exponent_sign) break;
    ++end;
  }
  return std::string(text_.substr(at_, end - at_));
}

std::int64_t Scanner::integer() {
  const std::string s = number_text();
  std::int64_t v = 0;
  const auto r = std::from_chars(s.data(), s.data() + s.size(), v);
  if (failed() || s.empty() || r.ec != std::errc() || r.ptr != s.data() + s.size()) {
    fail("expected an integer");
    return 0;
  }
  at_ += s.size();
  return v;
}

double Scanner::floating() {
  const std::string s = number_text();
  double v = 0;
  const bool special = s == "nan" || s == "inf" || s == "-inf" || s == "-nan";
  if (special) {
    v = s.ends_with("nan") ? std::numeric_limits<double>::quiet_NaN()
                           : std::numeric_limits<double>::infinity();
    if (s[0] == '-') v = -v;
  } else {
    const auto r = std::from_chars(s.data(), s.data() + s.size(), v);
    if (s.empty() || r.ec != std::errc() || r.ptr != s.data() + s.size()) fail("expected a number");
  }
  if (!failed()) at_ += s.size();
  return v;
}

// size := ['-'] product {('+' | '-') product}; product := atom {'*' atom}
Size Scanner::size() {
  Size out = accept("-") ? Size(-1) * size_product() : size_product();
  while (!failed()) {
    if (accept("+"))
      out = out + size_product();
    else if (accept("-"))
      out = out - size_product();
    else
      break;
  }
  return out;
}

Size Scanner::size_product() {
  Size out = size_atom();
  while (accept("*")) out = out * size_atom();
  return out;
}

Size Scanner::size_atom() {
  skip();
  if (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_]))) return integer();
  if (accept("(")) {
    Size inner = size();
    expect(")");
    return inner;
  }
  const std::string name = word();
  if (failed() || !accept("(")) return Size::symbol(name);
  const Size a = size();
  expect(",");
  const Size b = size();
  expect(")");
  if (name == "floordiv") return Size::floor_div(a, b);
  if (name == "mod") return Size::mod(a, b);
  if (name == "min") return Size::min(a, b);
  if (name == "max") return Size::max(a, b);
  fail(fmt::format("'{}' is no function of sizes", name));
  return {};
}

Type Scanner::type() {
  const std::string name = word();
  const auto dtype = dtype_named(name);
  if (!dtype) {
    fail(fmt::format("'{}' is no dtype", name));
    return {};
  }
  Sizes sizes;
  std::vector<std::string> names;
  expect("[");
  while (!failed() && !accept("]")) {
    if (!sizes.empty() && !expect(",")) break;
    names.push_back(peek("\"") ? quoted() : std::string());
    if (!names.back().empty()) expect("=");
    sizes.push_back(size());
  }
  return make_type(*dtype, std::move(sizes), std::move(names));
}

AttrValue Scanner::attr_value() {
  if (accept("true")) return true;
  if (accept("false")) return false;
  if (peek("\"")) return quoted();
  if (accept("float")) return floating();
  if (accept("dtype")) return dtype_named(word()).value_or(DType::f32);
  if (accept("size")) return size();
  const bool sizes = accept("sizes");
  if (!accept("[")) return integer();
  Ints ints;
  Sizes list;
  while (!failed() && !accept("]")) {
    if (!(ints.empty() && list.empty()) && !expect(",")) break;
    if (sizes)
      list.push_back(size());
    else
      ints.push_back(integer());
  }
  if (sizes) return list;
  return ints;
}

Attrs Scanner::attrs() {
  Attrs out;
  expect("{");
  while (!failed() && !accept("}")) {
    if (!out.entries().empty() && !expect(",")) break;
    std::string name = word();
    expect("=");
    out.set(std::move(name), attr_value());
  }
  return out;
}

base::Result<Size> Size::parse(std::string_view text) {
  Scanner s(text);
  Size out = s.size();
  if (!s.at_end()) s.fail("unexpected text after the size");
  if (s.failed()) return base::fail(s.error());
  return out;
}

}  // namespace tlaloc::ir
