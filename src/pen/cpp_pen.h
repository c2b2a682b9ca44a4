// What an op's `cpp` facet writes with: one C++ expression for one node.
//
// The printer (back/cpp) sets up a pen for a node and asks the op to write. The same facet serves
// three places: whole tensors (public functions of namespace tlaloc), scalar code, and an element
// of a fused map. Where a tensor call, a scalar call and a lane call are spelled alike (tanh(x), a
// + b), the facet need not know which it is.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ir/graph.h"

namespace tlaloc::pen {

/// Binding strength of C++ expressions, weakest first: what an operand needs parentheses for.
enum class Precedence {
  conditional,
  logical_or,
  logical_and,
  equality,
  relational,
  additive,
  multiplicative,
  unary,
  primary
};

class CppPen {
 public:
  enum class Place { tensor, scalar, element };

  struct Operand {
    std::string text;
    Precedence precedence = Precedence::primary;
  };

  CppPen(Place place, std::vector<Operand> x, const ir::Function& f)
      : place_(place), x_(std::move(x)), f_(f) {}

  Place place() const { return place_; }
  bool is_tensor() const { return place_ == Place::tensor; }
  int operands() const { return static_cast<int>(x_.size()); }
  const ir::Type& type(ir::Value v) const { return f_.type(v); }

  /// Operand i, in parentheses if it binds weaker than `needs`.
  std::string x(int i, Precedence needs = Precedence::conditional) const;

  // Ways to write the expression; exactly one is called, once. An op that has no spelling for an
  // element of a fused map writes nothing there, and is not fused.
  void infix(std::string_view symbol, Precedence p);  ///< x0 symbol x1
  void prefix(std::string_view symbol);               ///< symbol x0
  void call(std::string_view name,
            const std::vector<std::string>& more = {});  ///< tlaloc::name(x0, x1, …, more…)
  /// call, with the place of the node last, which the function's errors name.
  void call_at(const ir::Node& n, std::string_view name, std::vector<std::string> more = {});
  void same();                                                       ///< x0 as it is
  void write(std::string text, Precedence p = Precedence::primary);  ///< anything

  // Spelling of what an expression may contain.
  static std::string ints(const std::vector<std::int64_t>& v);  ///< "{0, 1}"
  static std::string number(
      double v,
      DType t);  ///< shortest digits that read back; "2.5f", "-inf" spelled by std::numeric_limits
  static std::string number(std::int64_t v, DType t);
  static std::string quoted(std::string_view s);  ///< a string literal
  /// ", "main.cpp:7:12"": the place as a last argument; nothing where it is not known.
  static std::string last(const base::Location& where);
  std::string size(const ir::Size& s) const;    ///< as an expression of type std::int64_t
  std::string sizes(const ir::Sizes& s) const;  ///< "{n, 3}"
  /// How the function's symbols are spelled; the printer fills it ("n" -> "a.size(0)").
  std::map<std::string, std::string> symbols;

  const std::string& text() const { return text_; }
  Precedence precedence() const { return precedence_; }

 private:
  Place place_;
  std::vector<Operand> x_;
  const ir::Function& f_;
  std::string text_;
  Precedence precedence_ = Precedence::primary;
};

}  // namespace tlaloc::pen
