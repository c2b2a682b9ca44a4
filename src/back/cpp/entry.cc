// Where a function begins and ends: the sizes of its parameters, their checks, its result.
#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "back/cpp/function_printer.h"
#include "back/words.h"
#include "base/check.h"

namespace tlaloc::back {

using ir::Tree;
using pen::CppPen;

/// A leaf inside a list becomes a vector of its own: "bodies[row].mass" is bodies_mass.
void FunctionPrinter::add_column(int leaf, const std::string& path) {
  const std::string row = fmt::format("[{}]", ir::kRow);
  const std::size_t at = path.find(row);
  if (at == std::string::npos) return;
  std::string name = path;
  name.erase(at, row.size());
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  name = names_.fresh(name);
  names_of_[vars_.of(f_.body.params[leaf])] = name;
  std::string part = ir::kRow + path.substr(at + row.size());
  for (const ir::Parameter& p : signature_.boundary().params)
    for (const Tree* t : ir::leaves(p.tree))
      if (t->leaf == leaf && t->enumerated)
        part = fmt::format("static_cast<{}>({})", cpp_name_of(f_.type(f_.body.params[leaf]).dtype),
                           part);
  columns_[leaf] = {name, path.substr(0, at), std::move(part)};
}

void FunctionPrinter::print_columns() {
  for (const auto& [leaf, column] : columns_) {
    if (!is_used(column.name)) continue;
    const int variable = vars_.of(f_.body.params[leaf]);
    out_.line(
        fmt::format("{} {} = tlaloc::generated::column({}, [](const auto& {}) {{ return {}; }});",
                    declaration(variable), column.name, column.list, ir::kRow, column.part));
  }
}

std::string FunctionPrinter::axis_size(int leaf, int axis) const {
  if (const auto at = columns_.find(leaf); at != columns_.end())
    return fmt::format("std::ssize({})", at->second.list);
  const std::string& path = names_of_[vars_.of(f_.body.params[leaf])];
  return outside_.params[leaf] == Form::tensor ? fmt::format("{}.size({})", path, axis)
                                               : fmt::format("std::ssize({})", path);
}

std::string FunctionPrinter::axis_label(int leaf, int axis) const {
  const Value v = f_.body.params[leaf];
  const std::string name = f_.type(v).name(axis);
  const std::string& path = names_of_[vars_.of(v)];
  if (!name.empty()) return fmt::format("axis {} of {}", name, path);
  return outside_.params[leaf] == Form::tensor ? fmt::format("axis {} of {}", axis, path)
                                               : fmt::format("the length of {}", path);
}

/// A symbol is born at the first axis that is nothing else.
void FunctionPrinter::bind_symbols() {
  for (std::size_t leaf = 0; leaf < f_.body.params.size(); ++leaf) {
    const ir::Type& t = f_.type(f_.body.params[leaf]);
    for (int axis = 0; axis < t.rank(); ++axis) {
      const auto symbol = t.sizes[axis].lone_symbol();
      if (!symbol || symbols_.contains(*symbol) || f_.is_common_size(*symbol)) continue;
      const std::string name = symbols_[*symbol] = names_.fresh(*symbol);
      if (is_used(name))
        out_.line(fmt::format("const std::int64_t {} = {};", name,
                              axis_size(static_cast<int>(leaf), axis)));
    }
  }
}

std::string FunctionPrinter::check_arguments(const std::string& got, const std::string& expected,
                                             const std::string& op, const std::string& what,
                                             const std::string& id,
                                             const base::Location& where) const {
  std::string out = fmt::format("{}, {}, {}, {}, {}", got, expected, CppPen::quoted(op),
                                CppPen::quoted(what), CppPen::quoted(id));
  out += CppPen::last(where);
  return out;
}

void FunctionPrinter::check_size(const std::string& got, const std::string& expected,
                                 const std::string& op, const std::string& what,
                                 const std::string& id, const base::Location& where) {
  out_.line(fmt::format("tlaloc::generated::check_size({});",
                        check_arguments(got, expected, op, what, id, where)));
}

/// Sizes that only run time can tell to be equal or 1, and the symbols that they bear.
void FunctionPrinter::bind_common_sizes() {
  for (const ir::CommonSize& c : f_.common_sizes) {
    const std::string call =
        fmt::format("tlaloc::generated::common_size({})",
                    check_arguments(size(c.left), size(c.right), c.op, c.text, c.id, c.where));
    if (c.symbol.empty()) {
      out_.line(call + ";");
      continue;
    }
    const std::string name = symbols_[c.symbol] = names_.fresh(c.symbol);
    out_.line(is_used(name) ? fmt::format("const std::int64_t {} = {};", name, call) : call + ";");
  }
}

/// The later of the two axes is the one at fault; a right side of -1 is the number in the left
/// one's type.
void FunctionPrinter::check_requirement(const ir::Requirement& r, Stage stage,
                                        std::set<std::pair<int, int>>& checked) {
  std::pair later{r.left_param, r.left_axis}, sooner{r.right_param, r.right_axis};
  if (sooner > later) std::swap(later, sooner);
  checked.insert(later);
  const bool number = sooner.first < 0;
  const ir::Size& expected = f_.type(f_.body.params[later.first]).sizes[later.second];
  if ((number ? stage_of(expected) : Stage::of_parameters) != stage) return;
  check_size(axis_size(later.first, later.second),
             number ? size(expected) : axis_size(sooner.first, sooner.second), r.op,
             fmt::format("{} is not {}", axis_label(later.first, later.second),
                         number ? expected.text() : axis_label(sooner.first, sooner.second)),
             r.id, r.where);
}

FunctionPrinter::Stage FunctionPrinter::stage_of(const ir::Size& s) const {
  const auto names = s.symbols();
  return std::any_of(names.begin(), names.end(),
                     [&](const auto& n) { return f_.is_common_size(n); })
             ? Stage::with_common
             : Stage::of_parameters;
}

/// Every size that a parameter's type says and that is not the birth of its symbol.
void FunctionPrinter::check_entry(Stage stage) {
  std::set<std::pair<int, int>> checked;
  for (const ir::Requirement& r : f_.requirements) check_requirement(r, stage, checked);
  std::set<std::string> born;
  for (const ir::CommonSize& c : f_.common_sizes) born.insert(c.symbol);
  for (int leaf = 0; leaf < static_cast<int>(f_.body.params.size()); ++leaf) {
    const ir::Type& t = f_.type(f_.body.params[leaf]);
    for (int axis = 0; axis < t.rank(); ++axis) {
      const auto symbol = t.sizes[axis].lone_symbol();
      if (symbol && born.insert(*symbol).second) continue;
      const bool fixed_by_type = t.sizes[axis].constant() && outside_.params[leaf] == Form::tensor;
      const auto column = columns_.find(leaf), before = columns_.find(leaf - 1);
      const bool same_list = column != columns_.end() && before != columns_.end() &&
                             column->second.list == before->second.list;
      if (same_list || fixed_by_type || checked.contains({leaf, axis}) ||
          stage_of(t.sizes[axis]) != stage)
        continue;
      check_size(axis_size(leaf, axis), size(t.sizes[axis]), "call",
                 fmt::format("{} is not {}", axis_label(leaf, axis), t.sizes[axis].text()),
                 "size.c1", f_.where);
    }
  }
}

/// Whether the result's type has an axis "row'", which no value inside has: a name that stands
/// twice in a Jacobian.
bool FunctionPrinter::gains_prime(std::size_t i) const {
  for (const Tree* leaf : ir::leaves(signature_.boundary().result))
    if (leaf->leaf == static_cast<int>(i)) return leaf->cpp_type.find("'\"") != std::string::npos;
  return false;
}

std::string FunctionPrinter::result_leaf(std::size_t i) const {
  const Value y = f_.body.results[i];
  if (gains_prime(i))
    return fmt::format("{}({})", spell({f_.type(y).dtype, f_.type(y).sizes, {}}), text(y));
  const Form form = vars_.form(y), wanted = outside_.results[i];
  const std::string name = text(y);
  if (form == wanted || wanted == Form::scalar) return name;
  if (wanted == Form::tensor) return fmt::format("tlaloc::from({})", name);
  if (form == Form::tensor) return fmt::format("tlaloc::to_vector({})", name);
  return fmt::format("std::vector<{}>({}.begin(), {}.end())", element(f_.type(y).dtype), name,
                     name);
}

/// A column of a list in the result, as a name.
std::string FunctionPrinter::result_column(std::size_t i) {
  const Value y = f_.body.results[i];
  const std::string value = result_leaf(i);
  if (vars_.has(y) && value == text(y)) return value;
  const std::string name = names_.fresh("");
  out_.line(fmt::format("const auto {} = {};", name, value));
  return name;
}

/// Parameters that the function writes for its caller become the results that they stand for.
void FunctionPrinter::write_parameters() {
  Copies copies;
  for (const auto& [param, result] : signature_.written()) {
    const Value p = f_.body.params[static_cast<std::size_t>(param)];
    const Value y = f_.body.results[static_cast<std::size_t>(result)];
    for (Value other : f_.body.results)
      TLALOC_CHECK(other == y || !vars_.same(other, p), "a result is where a parameter is written");
    copies.emplace_back(p, y);
  }
  copy_all(std::move(copies), live_.end(f_.body));
}

void FunctionPrinter::print_return() {
  write_parameters();
  if (signature_.gives_nothing()) return;
  const ir::Values& results = f_.body.results;
  const int end = live_.end(f_.body);
  const bool alone = signature_.boundary().result.leaf >= 0;
  std::set<int> columns;
  for (const Tree* leaf : ir::leaves(signature_.boundary().result))
    if (leaf->column) columns.insert(leaf->leaf);
  std::vector<std::string> leaves;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const bool once = std::count(results.begin(), results.end(), results[i]) == 1;
    const bool as_is = vars_.form(results[i]) == outside_.results[i] && !gains_prime(i);
    if (columns.contains(static_cast<int>(i))) {
      leaves.push_back(result_column(i));
      continue;
    }
    // A local that is returned alone moves by itself.
    leaves.push_back(once && as_is && !alone ? taken(results[i], end) : result_leaf(i));
  }
  out_.line(fmt::format("return {};", signature_.result(leaves)));
}

}  // namespace tlaloc::back
