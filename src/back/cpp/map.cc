// Fused maps: one pass over buffers, the body a lambda on lanes.
#include <fmt/format.h>

#include "back/cpp/function_printer.h"
#include "base/check.h"

namespace tlaloc::back {

using ir::Node;
using ir::Value;
using pen::CppPen;

namespace {

/// The lambda of a map: its parameters are the region's, then one output a result.
class MapBody {
 public:
  MapBody(const ir::Function& f, const Node& n, Writer& out) : f_(f), n_(n), out_(out) {}

  /// "const auto& x, const auto& w, auto& y"
  std::string parameters(const std::vector<std::string>& wanted,
                         const std::vector<std::string>& results) {
    const ir::Region& r = n_.regions[0];
    std::string list;
    for (std::size_t i = 0; i < r.params.size(); ++i) {
      const std::string name = names_.fresh(wanted[i]);
      texts_[r.params[i]] = {name};
      list += fmt::format("const auto& {}, ", name);
    }
    for (const std::string& y : results) outputs_.push_back(names_.fresh(y));
    for (std::size_t i = 0; i < outputs_.size(); ++i)
      list += fmt::format("{}auto& {}", i ? ", " : "", outputs_[i]);
    return list;
  }

  void print(const std::map<std::string, std::string>& symbols) {
    const ir::Region& r = n_.regions[0];
    for (const Node& n : r.nodes) {
      out_.source(n.where);
      std::vector<CppPen::Operand> x;
      for (Value v : n.operands) x.push_back(texts_.at(v));
      CppPen pen(CppPen::Place::element, std::move(x), f_);
      pen.symbols = symbols;
      n.op->cpp(pen, n);
      TLALOC_CHECK(n.results.size() == 1, "an op of a fused map has one result");
      place(n, pen);
    }
    for (std::size_t i = 0; i < outputs_.size(); ++i)
      if (const std::string text = texts_.at(r.results[i]).text; text != outputs_[i])
        out_.line(fmt::format("{} = {};", outputs_[i], text));
  }

 private:
  /// A literal stays one; a result is assigned to its output; anything else is a local.
  void place(const Node& n, const CppPen& pen) {
    const Value y = n.results[0];
    if (n.operands.empty()) {
      texts_[y] = {pen.text(), pen.precedence()};
      return;
    }
    const ir::Values& results = n_.regions[0].results;
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (results[i] != y) continue;
      out_.line(fmt::format("{} = {};", outputs_[i], pen.text()));
      texts_[y] = {outputs_[i]};
      return;
    }
    const std::string name = names_.fresh(f_.values[y.id].name);
    out_.line(fmt::format("const auto {} = {};", name, pen.text()));
    texts_[y] = {name};
  }

  const ir::Function& f_;
  const Node& n_;
  Writer& out_;
  Names names_;
  std::vector<std::string> outputs_;
  std::map<Value, CppPen::Operand> texts_;
};

/// "w" of "model.l1.w", "" of what is no path.
std::string last_word(const std::string& path) {
  const std::size_t dot = path.find_last_of(".>");
  const std::string word = dot == std::string::npos ? path : path.substr(dot + 1);
  return word.find_first_of("([ ") == std::string::npos ? word : std::string();
}

}  // namespace

void FunctionPrinter::map(const Node& n) {
  std::string arguments, types;
  std::vector<std::string> wanted, results;
  for (std::size_t i = 0; i < n.operands.size(); ++i) {
    wanted.push_back(last_word(vars_.has(n.operands[i]) ? text(n.operands[i]) : "x"));
    arguments += ", " + argument(n, i).text;
  }
  for (Value y : n.results) {
    types += (types.empty() ? "" : ", ") + std::string(cpp_name_of(f_.type(y).dtype));
    results.push_back(f_.values[y.id].name.empty() ? "y" : f_.values[y.id].name);
  }
  Writer inner = out_.nested(2);
  MapBody body(f_, n, inner);
  const std::string parameters = body.parameters(wanted, results);
  body.print(symbols_);
  const std::string call =
      fmt::format("tlaloc::map<{}>([]({}) TLALOC_LANE_BODY {{", types, parameters);
  define_all(
      n, call + "\n" + inner.text() + std::string(out_.indent() + 4, ' ') + "}" + arguments + ")");
}

}  // namespace tlaloc::back
