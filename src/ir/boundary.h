// How a program's flat parameters and results look to C++: structs, tuples, arrays, flattened to
// leaves.
//
// A graph knows leaves only. The lifter makes a Boundary from the user's types; transforms that
// change the signature make a new one; the C++ printer spells it. Nothing here refers to Clang.
#pragma once

#include <string>
#include <vector>

#include "ir/type.h"

namespace tlaloc::ir {

/// One level of a C++ value.
struct Tree {
  enum class Kind {
    scalar,    ///< arithmetic C++ type; leaf
    tensor,    ///< tlaloc::Tensor<T, Axes...>; leaf
    span,      ///< std::span<const T> parameter; leaf of rank 1
    vector,    ///< std::vector<T> of arithmetic T; leaf of rank 1 (a span's gradient is one)
    record,    ///< plain struct: children are its fields in order
    tuple,     ///< std::tuple: children in order
    pair,      ///< std::pair: two children
    array,     ///< std::array<T, N> or T[N]: N children
    optional,  ///< std::optional<T>: whether there is a value, a bool leaf, and the value
    list,      ///< std::vector<S> or std::span<const S> of structs or enums: one child, the tree of
               ///< S, whose leaves (`column`) hold that member of all rows
    constant,  ///< no derivative and no place in the graph (string, enum, bool or integer member of
               ///< a struct): copied from the argument at `from` into a gradient; no leaf
  };
  Kind kind = Kind::scalar;
  std::string field;  ///< the name in the record that holds it; "" otherwise
  std::string
      cpp_type;  ///< as C++ spells it ("float", "tlaloc::Tensor<float, tlaloc::Any>"); for a record
                 ///< the user's short name, which becomes a template parameter ("Model")
  int record = -1;  ///< equal for records of the same C++ type: one template parameter each
  std::vector<Tree> children;
  int leaf = -1;                ///< index into the flat parameters (or results); -1: none
  bool differentiable = false;  ///< of a leaf: floating
  bool column = false;          ///< of a leaf: one member of all rows of a list; a vector
  bool enumerated = false;  ///< of a leaf: an enum to C++, handed over as its integer `cpp_type`;
                            ///< `record` as for records
  std::string enum_name;    ///< of an enum, the user's short name
  std::string from;  ///< of a constant or a list of constants in a result: the C++ path to copy
                     ///< from ("model.heads")
  bool operator==(const Tree&) const = default;
};

/// A parameter of the C++ function.
struct Parameter {
  std::string name;  ///< the user's, made unique
  Tree tree;
  bool by_value = false;  ///< an rvalue argument belongs to the program
  bool captured = false;  ///< came from a capture: no gradient flows to it, trails the others
};

struct Boundary {
  std::vector<Parameter> params;  ///< leaves numbered 0.. in order
  Tree result;                    ///< leaves number the function's results
};

/// The row's number in paths that lead into a list: "bodies[row].mass".
inline constexpr const char* kRow = "row";

/// How C++ reads child i of the value called `path`: "model.l1", "xs[2]", "std::get<1>(p)".
std::string child_path(const Tree& t, std::size_t i, const std::string& path);
/// The leaves of a tree, in order.
std::vector<const Tree*> leaves(const Tree& t);
/// "model.l1.w", "xs[2]", "std::get<1>(p)": how C++ reads a leaf of the parameter called `root`;
/// one for each leaf.
std::vector<std::string> leaf_paths(const Tree& t, const std::string& root);

}  // namespace tlaloc::ir
