// What an op is told besides its operands: a few named, typed values in one fixed order (by name).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "ir/type.h"

namespace tlaloc::ir {

using Ints = std::vector<std::int64_t>;
using AttrValue = std::variant<bool, std::int64_t, double, std::string, DType, Size, Ints, Sizes>;

class Attrs {
 public:
  Attrs() = default;
  Attrs(std::initializer_list<std::pair<std::string, AttrValue>> entries);

  void set(std::string name, AttrValue value);
  bool has(std::string_view name) const { return find(name) != nullptr; }
  const AttrValue* find(std::string_view name) const;

  /// The attribute; a missing or differently typed one is a bug of ours.
  template <class T>
  const T& get(std::string_view name) const {
    const AttrValue* v = find(name);
    if (v == nullptr || !std::holds_alternative<T>(*v)) missing(name);
    return std::get<T>(*v);
  }
  std::int64_t integer(std::string_view name) const { return get<std::int64_t>(name); }
  bool flag(std::string_view name) const { return has(name) && get<bool>(name); }
  const Ints& ints(std::string_view name) const { return get<Ints>(name); }
  const Sizes& sizes(std::string_view name) const { return get<Sizes>(name); }
  const std::string& string(std::string_view name) const { return get<std::string>(name); }

  const std::vector<std::pair<std::string, AttrValue>>& entries() const { return entries_; }
  /// Every Size in it replaced.
  Attrs substitute(const std::map<std::string, Size>& by) const;
  bool operator==(const Attrs&) const = default;

 private:
  [[noreturn]] static void missing(std::string_view name);
  std::vector<std::pair<std::string, AttrValue>> entries_;
};

/// "{axes = [0, 1], value = 2.5}"; "" when there is none. Doubles print with the shortest digits
/// that read back, sizes in quotes-free expression form behind "size", so that parse can tell them
/// apart.
std::string text(const Attrs& a);

}  // namespace tlaloc::ir
