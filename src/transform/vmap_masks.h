// Lanes that do not count: inside a branch or a loop that not all lanes take, values of the others
// are replaced by harmless ones before an op could trap on them or make inf or NaN of them.
//
// Invariant: in a masked lane every floating value that an op reads is finite and of moderate size,
// so its slopes are too, and the exact zero that comes back as cotangent (or in as tangent) stays
// zero.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "ir/builder.h"

namespace tlaloc::transform {

class Masks {
 public:
  Masks(ir::Builder& b, ir::Size batch) : b_(b), batch_(std::move(batch)) {}

  /// b1[lanes], or no value where all lanes count.
  ir::Value live() const { return live_; }

  /// The operands of a node that differs by lane, made harmless; `batched` is updated where a
  /// shared one had to be repeated.
  void protect(const ir::Node& n, ir::Values& x, std::vector<bool>& batched);
  /// These results of an op are finite in masked lanes.
  void made(const ir::Values& y);

  /// While it lives, the lanes of `live` count, and what was made harmless for others is forgotten.
  class Scope {
   public:
    Scope(Masks& m, ir::Value live);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Masks& m_;
    ir::Value live_;
    std::map<ir::Value, ir::Value> harmless_;
    std::set<ir::Value> made_;
  };
  /// The same lanes, in a region: what it makes ends with it.
  Scope region() { return Scope(*this, live_); }

 private:
  ir::Value replaced(ir::Value x, bool is_batched, double by);
  ir::Builder& b_;
  const ir::Size batch_;
  ir::Value live_;
  std::map<ir::Value, ir::Value> harmless_;  // values from outside, as they are read here
  std::set<ir::Value> made_;
};

}  // namespace tlaloc::transform
