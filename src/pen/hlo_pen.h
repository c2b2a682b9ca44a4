// What an op's `hlo` facet writes with: StableHLO text for one node, with concrete sizes.
//
// A driver (back/hlo) makes one pen for a function and the numbers its symbols stand for, calls
// `start` for each node with the names its operands have, lets the op write, and takes the names of
// the node's results. Invariant: an op calls `result` once for each of the node's results, in
// order.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ir/graph.h"

namespace tlaloc::pen {

class HloPen {
 public:
  HloPen(const ir::Function& f, std::map<std::string, std::int64_t> symbols)
      : f_(f), symbols_(std::move(symbols)) {}

  // For the driver.
  void start(std::vector<std::string> operands);
  const std::vector<std::string>& results() const { return results_; }
  /// Everything written so far, a line a statement, indented by `indent`.
  std::string text(int indent = 4) const;
  /// Takes what has been written since `mark` out of the text: the body of a region.
  std::size_t mark() const { return lines_.size(); }
  std::vector<std::string> cut(std::size_t mark);
  void put(std::string line) { lines_.push_back(std::move(line)); }

  // For ops.
  const std::string& x(int i) const;
  int operands() const { return static_cast<int>(x_.size()); }
  /// The value's type with numbers for sizes and without names.
  ir::Type type(ir::Value v) const { return concrete(f_.type(v)); }
  ir::Type concrete(const ir::Type& t) const;
  std::int64_t number(const ir::Size& s) const;
  std::vector<std::int64_t> numbers(const ir::Sizes& s) const;

  /// Writes "%n = statement" and returns "%n".
  std::string line(std::string_view statement);
  /// "stablehlo.op x0, x1 : type", all of one type.
  std::string simple(std::string_view op, const std::vector<std::string>& x, const ir::Type& type);
  /// "stablehlo.op x0, x1, more : (types) -> type"
  std::string general(std::string_view op, const std::vector<std::string>& x, std::string_view more,
                      const std::vector<ir::Type>& operand_types, const ir::Type& type);
  /// A splat of one number.
  std::string constant(double v, const ir::Type& type);
  std::string constant(std::int64_t v, const ir::Type& type);
  std::string broadcast(const std::string& x, const ir::Type& from, const ir::Type& to,
                        const ir::Ints& axes);
  /// Reduction over `axes` by "add", "maximum", "minimum", …, starting from the scalar `init`.
  std::string reduce(std::string_view by, const std::string& x, const std::string& init,
                     const ir::Type& from, const ir::Ints& axes, const ir::Type& to);
  std::string compare(std::string_view direction, const std::string& a, const std::string& b,
                      const ir::Type& type);
  std::string select(const std::string& condition, const std::string& a, const std::string& b,
                     const ir::Type& type);
  std::string convert(const std::string& x, const ir::Type& from, const ir::Type& to);
  void result(std::string name) { results_.push_back(std::move(name)); }

  /// "tensor<2x3xf32>"
  static std::string type_text(const ir::Type& t);
  /// "(tensor<f32>, tensor<f32>) -> tensor<f32>"
  static std::string type_text(const std::vector<ir::Type>& from, const ir::Type& to);
  static std::string ints(const ir::Ints& v);  ///< "[0, 1]"
  /// The number as MLIR reads it back exactly; NaN and infinities by their bits.
  static std::string literal(double v, DType t);
  /// "i1", "f32", "ui8"
  static std::string_view element(DType t);

 private:
  const ir::Function& f_;
  std::map<std::string, std::int64_t> symbols_;
  std::vector<std::string> x_, results_, lines_;
  int next_ = 0;
};

}  // namespace tlaloc::pen
