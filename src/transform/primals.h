// The forward side of reverse mode: the values of a function as the reverse sweep finds them.
//
// Forwards, every loop that takes part keeps on stacks, one place a turn, its carried values and
// what its body reads out of tensors that change. Backwards, a turn is computed again from what was
// kept of it. dce drops the stacks that nobody reads, so that all may be kept here.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ir/builder.h"
#include "transform/keep_costly.h"
#include "transform/loop_reads.h"

namespace tlaloc::transform {

class Primals {
 public:
  /// Values of `from` are written with `b`. `takes_part`: loops that the reverse sweep goes
  /// through. `keeping`: which costly values are kept.
  Primals(const ir::Function& from, ir::Builder& b, std::function<bool(const ir::Node&)> takes_part,
          const Keeping& keeping);

  /// The value here; one of a region is that of its last copy.
  ir::Value at(ir::Value v) const { return y_.at(v); }
  ir::Values at(const ir::Values& vs) const;
  void bind(ir::Value v, ir::Value to);

  void forward(const ir::Region& r);

  /// The counters among the values that a loop carries. Known once it ran forwards.
  const std::vector<Counter>& counters(const ir::Node& loop) const {
    return kept_.at(&loop).counters;
  }

  /// Computes turn i of a loop again. `counters`: their values after the turn. Gives what
  /// leave_turn needs.
  using Recorded = std::map<ir::Value, ir::Value>;
  Recorded turn_again(const ir::Node& loop, ir::Value i, const ir::Values& counters);
  void leave_turn(Recorded around) { recorded_ = std::move(around); }

 private:
  // What the forward sweep of a loop left for the reverse sweep.
  struct Kept {
    std::map<ir::Value, ir::Value> stacks;  // of a value of the body: its values, one a turn
    std::vector<Counter> counters;
    std::set<ir::Value> reads;  // those of the stacks that hold what the body reads
  };
  using Handed = std::map<ir::Value, ir::Value>;

  std::vector<ir::Type> types(const ir::Values& vs) const;
  const std::string& name(ir::Value v) const { return from_.values[v.id].name; }
  void index(const ir::Region& r, const std::vector<const ir::Node*>& around);
  bool is_inside(ir::Value v, const ir::Node& n) const;
  ir::Values those_inside(const std::set<ir::Value>& vs, const ir::Node& n) const;
  ir::Value room(ir::Value read) const;
  bool holds_recorded(const ir::Node& n) const;
  ir::Type handed_type(ir::Value v, const ir::Node& outer) const;

  void forward(const ir::Node& n);
  void forward_loop(const ir::Node& n);
  ir::Values kept_values(const ir::Node& n, Kept& kept);
  std::set<ir::Value> wanted_of(const ir::Node& loop) const;
  const ir::Node* innermost_loop(ir::Value v) const;
  void copy(const ir::Node& n, const std::set<ir::Value>& wanted, Handed* handed);
  void use_recorded(const ir::Node& n);
  void copy_branch(const ir::Node& n, const ir::Values& inside, Handed* handed);
  void hand_out(const ir::Node& n, const ir::Values& inside, Handed* handed,
                const ir::Values& given);
  ir::Values keeping_loop(const ir::Node& n, const ir::Values& keep, const ir::Size& turns);
  Recorded enter_turn(const ir::Node& n, ir::Value k);

  const ir::Function& from_;
  ir::Builder& b_;
  std::function<bool(const ir::Node&)> takes_part_;
  std::map<ir::Value, int> costly_;  // to be kept, by a loop with so many others around it or more
  std::map<ir::Value, ir::Value> y_;
  std::map<const ir::Node*, Kept> kept_;
  std::map<const ir::Node*, ir::Size> inner_turns_;
  Recorded recorded_;                      // reads whose values are at hand, in the open region
  std::map<ir::Value, ir::Value> shares_;  // reads on two sides of a branch, recorded as one
  std::map<ir::Value, const ir::Node*> def_;
  std::map<ir::Value, std::vector<const ir::Node*>> around_;  // the nodes whose regions hold it
};

}  // namespace tlaloc::transform
