// Integers of a function as size expressions, where none of their arithmetic wraps for certain.
#pragma once

#include <map>
#include <string>

#include "ir/graph.h"

namespace tlaloc::transform {

class Integers {
 public:
  explicit Integers(const ir::Function& f);

  /// The node that defines a value, or null.
  const ir::Node* maker(ir::Value v) const;
  /// An integer that is no expression is a symbol of its own.
  ir::Size of(ir::Value v) const;
  /// A size in symbols that are born at parameters alone, or that several births bear.
  ir::Size of(const ir::Size& s) const { return s.substitute(born_); }
  /// Whether a loop of so many turns has one for every place of an axis. Where the size was born
  /// it was not negative.
  bool counts(ir::Value trip, const ir::Size& axis) const;

 private:
  bool may_wrap(const ir::Node& n) const;

  const ir::Function& f_;
  std::map<ir::Value, const ir::Node*> makers_;
  std::map<std::string, ir::Size> born_;
};

}  // namespace tlaloc::transform
