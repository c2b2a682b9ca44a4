// When values are read: what the printer asks before it lets two values share a variable, moves a
// tensor or writes into one in place.
//
// Every node, region begin and region end has a point; points count up in the order the code is
// printed in. A loop goes round: what it reads from outside is read again after each of its points.
#pragma once

#include <unordered_map>
#include <vector>

#include "ir/graph.h"

namespace tlaloc::back {

class Liveness {
 public:
  /// Keeps addresses into `f`, which must stay as it is.
  explicit Liveness(const ir::Function& f);

  int enter(const ir::Node& n) const { return nodes_.at(&n).enter; }  ///< reads its operands
  int leave(const ir::Node& n) const { return nodes_.at(&n).leave; }  ///< has its results
  int begin(const ir::Region& r) const { return regions_.at(&r).begin; }
  int end(const ir::Region& r) const { return regions_.at(&r).end; }  ///< reads the results

  /// Where `v` appears.
  int birth(ir::Value v) const { return births_[v.id]; }
  /// Whether some way from `point` (after it) leads to a reader of `v`, before v is born again.
  bool read_after(ir::Value v, int point) const;
  /// The same for a value that stands at `point`: born before it, in a region around it.
  bool live_after(ir::Value v, int point) const;
  /// Whether one variable cannot hold both.
  bool conflict(ir::Value a, ir::Value b) const;
  bool is_read(ir::Value v) const { return !reads_[v.id].empty(); }
  int reads(ir::Value v) const { return static_cast<int>(reads_[v.id].size()); }
  /// Whether `point` lies in a loop that does not contain `v`'s birth.
  bool in_loop_after(ir::Value v, int point) const;

 private:
  struct Span {
    int enter = 0, leave = 0;
  };
  struct Range {
    int begin = 0, end = 0;
  };
  struct Room {  // a region, as points see it
    int parent = -1;
    int node_enter = -1, node_leave = 0;
    bool loops = false, excludes = false;  // of a loop; of a branch
  };
  void number(const ir::Region& r, int room);
  int tick(int room);
  bool reaches(ir::Value v, int from, int to) const;
  bool exclusive(int a, int b) const;

  std::unordered_map<const ir::Node*, Span> nodes_;
  std::unordered_map<const ir::Region*, Range> regions_;
  std::vector<Room> rooms_;
  std::vector<int> room_of_;  // of a point
  std::vector<int> births_;
  std::vector<std::vector<int>> reads_;
};

}  // namespace tlaloc::back
