// What a program is: functions of regions of nodes over typed values, in static single assignment.
//
// Invariants (verify.h checks them):
//  1. A value is defined once: as a region's parameter or a node's result.
//  2. A node's operands are defined before it in its region or in a region around it: regions see
//  the
//     values around them ("captures" are implicit), except the body of a Control::map, which is
//     closed.
//  3. A node's result types are what its op's type rule says.
//  4. Values are never mutated: `update(y, i, v)` is a new value; the C++ printer writes in place
//  where the
//     old one is dead.
// Everything here is a plain value: copying a Function copies all of it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "ir/attrs.h"
#include "ir/type.h"

namespace tlaloc::ir {

struct OpDef;

/// Names an entry of Function::values.
struct Value {
  std::int32_t id = -1;
  explicit operator bool() const {
    return id >= 0;
  }  ///< false: "no value", a zero tangent or cotangent
  bool operator==(const Value&) const = default;
  auto operator<=>(const Value&) const = default;
};
using Values = std::vector<Value>;

struct ValueInfo {
  Type type;
  std::string name;  ///< the user's name where there is one, else ""; need not be unique
};

struct Node;

/// A straight list of nodes. What its parameters and results mean is said by the node that holds
/// it.
struct Region {
  Values params;
  std::vector<Node> nodes;
  Values results;
};

/// One use of an op.
struct Node {
  const OpDef* op = nullptr;
  Values operands;
  Attrs attrs;
  std::vector<Region> regions;
  Values results;
  base::Location where;  ///< the user's expression it comes from
};

/// Two axes of parameters that an op needs to be equal; their sizes were made one when it was
/// built, so that the parameter types say it as well. Checked at entry; this says whose fault it
/// is. right_param -1: the left axis must have exactly the size that its type now says.
struct Requirement {
  int left_param = 0, left_axis = 0;
  int right_param = 0, right_axis = 0;
  std::string op, id;
  base::Location where;
  bool operator==(const Requirement&) const = default;
};

/// The common size of two axes that align under broadcasting, where only run time can tell whether
/// one of them is 1. It is a symbol of its own, so that types and texts stay short; born at entry,
/// in order, after the parameters' symbols. Entry fails if the two differ and neither is 1.
/// `symbol` "": nothing is born, only checked.
struct CommonSize {
  std::string symbol;
  Size left, right;
  std::string op, id, text;
  base::Location where;
  bool operator==(const CommonSize&) const = default;
};

struct Function {
  std::string name;
  std::vector<ValueInfo> values;
  Region body;
  std::vector<Requirement> requirements;
  std::vector<CommonSize> common_sizes;
  base::Location where;

  const Type& type(Value v) const { return values[v.id].type; }
  Value add_value(Type type, std::string name = {});
  /// Parameter types mention symbols; each symbol is born at its first mention. Bodies may bear
  /// more.
  Value add_param(Type type, std::string name = {});
  /// A symbol name that no type, attribute or parameter of this function mentions.
  std::string fresh_symbol(std::string_view stem) const;
  bool is_common_size(std::string_view symbol) const;
};

struct Graph {
  std::vector<Function> functions;  ///< the first is the program; the others are called from it
  Function& main() { return functions.front(); }
  const Function& main() const { return functions.front(); }
  const Function* find(std::string_view name) const;
};

/// Replaces symbols everywhere in the function: types and attributes, in every region.
void substitute(Function& f, const std::map<std::string, Size>& by);

/// Calls `visit` on every node, inner regions after the node that holds them.
void for_each_node(const Region& r, const std::function<void(const Node&)>& visit);
void for_each_node(Region& r, const std::function<void(Node&)>& visit);

/// Values that the region reads and does not define, in order of first use.
Values captures(const Region& r);

}  // namespace tlaloc::ir
