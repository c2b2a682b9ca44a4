// Appends nodes to a function, running each op's type rule.
//
// A builder writes into the innermost open region. Rules and transforms use `add`, where a refusal
// by the type rule is a bug of ours; the lifter uses `try_add`, where it is the user's mistake.
// Equalities that a type rule cannot decide are settled here: a symbol born at a parameter is
// replaced by what it must equal and a Requirement is kept (checked at entry); anything else
// becomes a Control::require node, checked where it stands.
#pragma once

#include <functional>

#include "ir/graph.h"
#include "ir/op_def.h"

namespace tlaloc::ir {

class Builder {
 public:
  /// Appends to the end of `f.body`. `require` is the op with Control::require (ops::require_op()).
  Builder(Function& f, const OpDef& require);

  Function& function() { return function_; }
  const Type& type(Value v) const { return function_.type(v); }

  /// Where nodes come from, until set again.
  void at(base::Location where) { where_ = std::move(where); }
  const base::Location& where() const { return where_; }

  base::Result<Values> try_add(const OpDef& op, Values operands, Attrs attrs = {});
  Values add_all(const OpDef& op, Values operands, Attrs attrs = {});
  Value add(const OpDef& op, Values operands, Attrs attrs = {});  ///< of an op with one result

  /// A structural node: result types are given, regions were built with open/close.
  Values add_structural(const OpDef& op, Values operands, Attrs attrs, std::vector<Region> regions,
                        std::vector<Type> result_types);

  /// Opens a region with these parameters; nodes go into it until close_region, which returns it.
  Values open_region(const std::vector<Type>& params, const std::vector<std::string>& names = {});
  Region close_region(Values results);

  /// Copies a node of `from` (same or another function) with operands and captures mapped; adds its
  /// results to `map`.
  void copy(const Function& from, const Node& node, std::map<Value, Value>& map);
  /// Copies a whole region's nodes into the open region; the caller has put its parameters into
  /// `map`.
  Values inline_region(const Function& from, const Region& region, std::map<Value, Value>& map);

  /// The node that defines `v` in an open region, or null.
  const Node* def(Value v) const;

  void name(Value v, std::string name);

  /// Makes two sizes equal, as an op that needs it would; what only run time can tell is checked
  /// here.
  void need(const Equality& e, std::string_view op) { settle(e, op); }

  /// The size that broadcasting gives two axes of which one may turn out to have size 1: a
  /// CommonSize's symbol where both are known at entry; the written-out expression, checked where
  /// it stands, where they are not.
  Size common_size(const Size& a, const Size& b, std::string_view op, std::string_view id,
                   std::string text);

 private:
  void settle(const Equality& e, std::string_view op);
  void require(const Equality& e, std::string_view op);
  Region& current();
  Function& function_;
  const OpDef& require_;
  base::Location where_;
  std::vector<Region> open_;  // innermost last; empty: function_.body
  std::map<std::string, Size> last_settled_;
};

/// Runs a type rule on concrete or symbolic types outside a builder; undecided equalities land in
/// `needs`.
base::Result<std::vector<Type>> infer(const OpDef& op, std::span<const Type> x, const Attrs& attrs,
                                      std::vector<Equality>& needs);

}  // namespace tlaloc::ir
