// What C++ objects are while a body is lifted: trees whose leaves are graph values or known
// constants, and the places (lvalues) that hold them.
//
// An Object is a value: copying it copies the whole tree. A Place names a cell and the way into it;
// references and pointers are Objects that hold a Place.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clang/AST/Type.h"

#include "ir/graph.h"
#include "lift/body.h"

namespace tlaloc::lift {

/// One step from an object into a part of it.
struct Step {
  enum class Kind : std::uint8_t {
    child,    ///< a base, field, tuple or array member of number `child`
    element,  ///< an element of an array, list or tensor: one index an axis
    flat,     ///< a tensor seen as a list of all its elements
    column,   ///< member number `child` of all rows of a table
    offset,   ///< the number that a pointer into an array holds; `child` is 0
  };
  Kind kind = Kind::child;
  int child = -1;
  ir::Values index;
  bool operator==(const Step&) const = default;
};

struct Place {
  int cell = -1;
  std::vector<Step> steps;
  bool operator==(const Place&) const = default;
  Place child(int i) const { return step({Step::Kind::child, i, {}}); }
  Place step(Step s) const {
    Place p = *this;
    p.steps.push_back(std::move(s));
    return p;
  }
};

struct Object {
  enum class Kind : std::uint8_t {
    unset,      ///< of a scalar, tensor or list: never written
    leaf,       ///< a scalar, tensor or list of scalars: a graph value or a known integer
    aggregate,  ///< class, tuple, array, closure: children are its bases, then its members
    table,      ///< a list whose elements are no scalars: children are what it has of each member
                ///< of `element`, leaves with one more axis in front, or tables
    address,    ///< a pointer or reference, or a view (std::span) of a list or array. With a child
                ///< it points into the array at `target`, to the element of that number; with two
                ///< it is a view from one number on, of as many elements as the other says
    function,   ///< a pointer to a function
    capture,    ///< read from outside the callable; becomes a parameter when something reads it
    choice,     ///< what a place stands on that only run time knows: `among`, as in an address
    opaque,  ///< a value that no graph holds (string, enum tag type): it can be passed on, not read
  };
  Kind kind = Kind::unset;
  clang::QualType type;  ///< canonical, without const

  // leaf: at least one of the three
  ir::Value value;
  std::optional<std::int64_t>
      known;                     ///< an integer or bool known when lifting, in its type's range
  std::optional<ir::Size> size;  ///< an integer that is this size

  std::vector<Object> children;  // aggregate, table, address
  clang::QualType element;       // table: of a row
  Place target;                  // address
  std::vector<Place> among;  ///< address: of one of these instead, their indices left out. Of each
                             ///< there is a child that says whether it is the one, then its indices
  const clang::FunctionDecl* function = nullptr;        // function
  std::shared_ptr<const std::vector<AccessStep>> path;  // capture

  bool is_leaf() const { return kind == Kind::leaf; }
  bool is_known(std::int64_t v) const { return is_leaf() && known == v; }
};

/// A pointer or reference to one of several objects.
inline bool is_among(const Object& o) {
  return o.kind == Object::Kind::address && !o.among.empty();
}

/// A pointer or iterator into an array, list or view.
inline bool is_into_array(const Object& o) {
  return o.kind == Object::Kind::address && o.among.empty() && o.children.size() == 1;
}

/// A view of a part of an array, list or view.
inline bool is_window(const Object& o) {
  return o.kind == Object::Kind::address && o.among.empty() && o.children.size() == 2;
}

/// A null pointer: `known` says so.
inline bool is_null(const Object& o) { return o.kind == Object::Kind::opaque && o.known == 0; }

/// The same tree with the same leaves.
bool same(const Object& a, const Object& b);

/// The places of the leaves (or whole subtrees) in which the two differ, below `at`.
void differences(const Object& a, const Object& b, const Place& at, std::vector<Place>& out);

/// What a place holds, where only members, columns and offsets lead; null if it is not there.
const Object* find(const std::vector<Object>& cells, const Place& p);

}  // namespace tlaloc::lift
