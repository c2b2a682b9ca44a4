// Elements of tensors in loops: a span taken once before the outermost loop, so that what is inside
// is an array.
#include <fmt/format.h>

#include "back/cpp/function_printer.h"
#include "back/cpp/touches.h"
#include "back/words.h"

namespace tlaloc::back {

std::vector<int> FunctionPrinter::hoist(const Node& loop) {
  std::vector<int> hoisted;
  for (const auto& [variable, t] : touches_of(loop, f_, vars_)) {
    if (variable < 0 || vars_[variable].form != Form::tensor || spans_.contains(variable)) continue;
    if (names_of_[variable].empty() || !(t.reads || t.writes)) continue;
    if (t.is_made || (t.writes && t.is_read)) continue;
    const std::string& tensor = names_of_[variable];
    const std::string name = names_.fresh(last_word(tensor) + "_data");
    out_.line(
        fmt::format("const auto {} = {}.{}();", name, tensor, t.writes ? "mutable_span" : "span"));
    if (t.writes) learned_.written.insert(variable);
    spans_[variable] = name;
    hoisted.push_back(variable);
  }
  return hoisted;
}

void FunctionPrinter::unhoist(const std::vector<int>& variables) {
  for (int v : variables) spans_.erase(v);
}

}  // namespace tlaloc::back
