#include "ir/type.h"

#include <algorithm>

#include "ir/scanner.h"

namespace tlaloc::ir {

Type make_type(DType dtype, Sizes sizes, std::vector<std::string> names) {
  if (std::all_of(names.begin(), names.end(), [](const std::string& n) { return n.empty(); }))
    names.clear();
  return {dtype, std::move(sizes), std::move(names)};
}

std::string text(const Type& t) {
  std::string out(name_of(t.dtype));
  out += '[';
  for (int i = 0; i < t.rank(); ++i) {
    if (i > 0) out += ", ";
    if (!t.name(i).empty()) out += quote(t.name(i)) + "=";
    out += t.sizes[i].text();
  }
  return out + "]";
}

base::Result<Type> parse_type(std::string_view text) {
  Scanner s(text);
  Type out = s.type();
  if (!s.at_end()) s.fail("unexpected text after the type");
  if (s.failed()) return base::fail(s.error());
  return out;
}

}  // namespace tlaloc::ir
