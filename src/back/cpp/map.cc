// Fused maps: one pass over buffers, the body a lambda on lanes.
#include <fmt/format.h>

#include "back/cpp/function_printer.h"
#include "back/words.h"
#include "base/check.h"

namespace tlaloc::back {

using pen::CppPen;

namespace {

/// The lambda of a map: its parameters are the region's, then one output a result.
class MapBody {
 public:
  MapBody(const ir::Function& f, const Node& n, Names& names, Writer& out)
      : f_(f), n_(n), names_(names), out_(out) {}

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
  Names& names_;
  Writer& out_;
  std::vector<std::string> outputs_;
  std::map<Value, CppPen::Operand> texts_;
};

/// An element of x is called x_i.
std::string element_name(const std::string& tensor) {
  return (tensor.empty() ? "x" : tensor) + "_i";
}

}  // namespace

void FunctionPrinter::map(const Node& n) {
  std::string arguments, types;
  std::vector<std::string> wanted, results;
  for (std::size_t i = 0; i < n.operands.size(); ++i) {
    wanted.push_back(element_name(vars_.has(n.operands[i]) ? last_word(text(n.operands[i])) : "x"));
    arguments += (i ? ", " : "") + argument(n, i).text;
  }
  for (Value y : n.results) {
    types += (types.empty() ? "" : ", ") + std::string(cpp_name_of(f_.type(y).dtype));
    results.push_back(element_name(f_.values[y.id].name.empty() ? "y" : f_.values[y.id].name));
  }
  Writer inner = out_.nested(3);
  names_.open();
  MapBody body(f_, n, names_, inner);
  const std::string parameters = body.parameters(wanted, results);
  body.print(symbols_);
  names_.close();
  Writer head = out_.nested(2);
  head.line(fmt::format("[]({}) TLALOC_LANE_BODY {{", parameters));
  const std::string indent(out_.indent() + 4, ' ');
  define_all(n.results, fmt::format("tlaloc::generated::map<{0}>(\n{1}{2}{3}}},\n{3}{4})", types,
                                    head.text(), inner.text(), indent, arguments));
}

}  // namespace tlaloc::back
