// Small programs that every transform and back end is held against.
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "back/eval/array.h"
#include "ir/graph.h"

namespace tlaloc::corpus {

struct Program {
  std::string name;
  ir::Graph graph;  ///< its first result is a scalar
  std::vector<back::Array> args;
  std::optional<std::vector<double>>
      gradient;        ///< of the first result by all floating arguments, flattened
  bool smooth = true;  ///< differences make sense around the arguments
  bool twice = true;   ///< and so does the second derivative
};

inline std::ostream& operator<<(std::ostream& out, const Program& p) { return out << p.name; }

/// Straight code and the rows of the public bug log.
std::vector<Program> straight_programs();
/// Functions that call themselves.
std::vector<Program> recursive_programs();
/// Branches, loops, calls, recursion.
std::vector<Program> control_programs();

/// A loop over n turns: what grows with n must grow in proportion.
struct Loop {
  std::string name;
  ir::Graph graph;
  std::vector<back::Array> (*args)(std::int64_t n);
};
inline std::ostream& operator<<(std::ostream& out, const Loop& l) { return out << l.name; }
std::vector<Loop> loops();

/// A recursion as deep as its last argument says: however deep, its gradient costs so many primals.
struct Recursion {
  std::string name;
  ir::Graph graph;
  std::vector<back::Array> args;  ///< the last is an integer
  /// So many; more where a level does less than it takes to store and find what it gives.
  double primals = 6;
};
inline std::ostream& operator<<(std::ostream& out, const Recursion& r) { return out << r.name; }
std::vector<Recursion> recursions();

}  // namespace tlaloc::corpus
