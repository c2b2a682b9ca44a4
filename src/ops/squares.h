// Which values are sums of squares: what stands under the root of a norm.
//
// Such a value is 0 only where every square that is added up in it is, as far as its definition
// shows: x * x, pow(x, 2), dot(x, x), sums of such in expressions and loops, also scaled, moved or
// converted. Each op says in its family's file when it gives one; what is not known is none.
//
// A loop's result is one if it begins as one and every turn makes one of it: while a loop is looked
// at, the value that it carries counts as one.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "ops/define.h"

namespace tlaloc::ops {

/// What a SquareRule asks, of values that `b` has made.
class Squares {
 public:
  explicit Squares(const Builder& b) : b_(b) {}

  bool sum(Value v);
  /// Whether both are the same number: made alike of the same, or carried by one loop that begins
  /// and goes on with the same, as two iterators through one range are.
  bool same(Value x, Value y);
  /// Of a product, whose factors may be products by the same op: every factor stands in it twice,
  /// is a sum of squares itself, or a number; no number below 0.
  bool product(const Node& n);
  /// The number that v is in all its elements, if it is a constant.
  std::optional<double> number(Value v) const;
  const Type& type(Value v) const { return b_.type(v); }

 private:
  struct Loop {
    const Node* node;
    const ir::Region* body;
    std::size_t skip;  ///< parameters before what is carried, and operands too
  };
  static std::optional<Loop> as_loop(const Node& n);
  static std::optional<std::size_t> carried(const Loop& l, Value v);
  const Node* definition(Value v) const;
  bool find(Value v);
  bool loop(const Loop& l, std::size_t k);
  bool branch(const Node& n, Value v);
  bool within(const ir::Region& r, std::size_t k);
  bool alike(const Node& a, const Node& b);
  bool goes_alike(const Loop& l, std::size_t i, std::size_t k);
  bool left_alike(const Node& n, Value x, Value y);

  const Builder& b_;
  std::vector<Value> carried_;
  std::map<Value, bool> known_;
  std::vector<const ir::Region*> inside_;
  std::vector<Loop> loops_;
  std::vector<std::pair<Value, Value>> alike_;  ///< values that count as the same
  int compared_ = 0;
};

// ---- rules that several families share ----

inline constexpr std::size_t kAll = static_cast<std::size_t>(-1);
/// The op adds up, moves or converts sums of squares: `Most` operands from `First` on.
template <std::size_t First = 0, std::size_t Most = 1>
bool of_sums(Squares& s, const Node& n) {
  const std::size_t end = std::min(Most, n.operands.size() - First) + First;
  for (std::size_t i = First; i < end; ++i)
    if (!s.sum(n.operands[i])) return false;
  return true;
}

/// A product of two factors that are the same.
inline bool of_same(Squares& s, const Node& n) { return s.same(n.operands[0], n.operands[1]); }

}  // namespace tlaloc::ops
