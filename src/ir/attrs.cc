#include "ir/attrs.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/check.h"
#include "ir/scanner.h"

namespace tlaloc::ir {
namespace {

std::string list(const Sizes& v) {
  std::string out;
  for (const Size& s : v) out += (out.empty() ? "" : ", ") + s.text();
  return "[" + out + "]";
}

std::string number(double v) {
  if (std::isnan(v)) return std::signbit(v) ? "-nan" : "nan";
  return fmt::format("{}", v);
}

struct Print {
  std::string operator()(bool v) const { return v ? "true" : "false"; }
  std::string operator()(std::int64_t v) const { return fmt::format("{}", v); }
  std::string operator()(double v) const { return "float " + number(v); }
  std::string operator()(const std::string& v) const { return quote(v); }
  std::string operator()(DType v) const { return fmt::format("dtype {}", name_of(v)); }
  std::string operator()(const Size& v) const { return "size " + v.text(); }
  std::string operator()(const Ints& v) const { return fmt::format("[{}]", fmt::join(v, ", ")); }
  std::string operator()(const Sizes& v) const { return "sizes " + list(v); }
};

}  // namespace

Attrs::Attrs(std::initializer_list<std::pair<std::string, AttrValue>> entries) {
  for (const auto& [name, value] : entries) set(name, value);
}

void Attrs::set(std::string name, AttrValue value) {
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), name,
                                   [](const auto& e, const std::string& n) { return e.first < n; });
  if (at != entries_.end() && at->first == name)
    at->second = std::move(value);
  else
    entries_.insert(at, {std::move(name), std::move(value)});
}

const AttrValue* Attrs::find(std::string_view name) const {
  for (const auto& [n, v] : entries_)
    if (n == name) return &v;
  return nullptr;
}

void Attrs::missing(std::string_view name) {
  base::bug(fmt::format("attribute '{}' is missing or has another type", name), __FILE__, __LINE__);
}

Attrs Attrs::substitute(const std::map<std::string, Size>& by) const {
  Attrs out = *this;
  for (auto& [name, value] : out.entries_) {
    if (auto* s = std::get_if<Size>(&value)) *s = s->substitute(by);
    if (auto* list = std::get_if<Sizes>(&value))
      for (Size& s : *list) s = s.substitute(by);
  }
  return out;
}

std::string text(const Attrs& a) {
  if (a.entries().empty()) return {};
  std::string out;
  for (const auto& [name, value] : a.entries())
    out += (out.empty() ? "" : ", ") + name + " = " + std::visit(Print{}, value);
  return "{" + out + "}";
}

}  // namespace tlaloc::ir
