// Which values share a C++ variable, and what that variable is.
//
// Values are single assignments; a loop-carried sum, or an array written element by element, should
// be one variable. Two values may share one if neither is read after the other appears
// (liveness.h): then the copy between them is nothing at all, and an update is a write in place.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "back/cpp/liveness.h"
#include "ir/boundary.h"
#include "ir/graph.h"

namespace tlaloc::back {

/// How C++ holds a value.
enum class Form : std::uint8_t {
  scalar,
  tensor,
  vector,  ///< std::vector<T>, row-major if it has several axes
  span,    ///< elements of somebody else: std::span<const T> or const std::vector<T>&
};

/// What is asked of a function's parameters and results.
struct Outside {
  std::vector<Form> params;
  std::vector<bool> owned;  ///< a parameter that may be written or moved from
  std::vector<Form> results;
};
/// For the program, as its C++ signature says; for a function that it calls, tensors.
Outside outside_of(const ir::Boundary& b);
/// The same of a function with so many results, of which those that the boundary lacks are tensors.
Outside outside_of(const ir::Boundary& b, std::size_t results);
Outside outside_of(const ir::Function& f);

struct Variable {
  Form form = Form::scalar;
  ir::Value first;     ///< gives it its type
  std::string wanted;  ///< the user's name, or ""
  int param = -1;      ///< the parameter it is
  bool owned = true;   ///< may be written in place and moved from
  bool room = false;   ///< a vector within the function, written before it is read: generated::Room
  std::vector<ir::Value> values;
};

class Variables {
 public:
  Variables(const ir::Function& f, const Liveness& live, const Outside& outside);

  /// The variable of a value; -1 for one that is written where it is used (a literal, a size).
  int of(ir::Value v) const { return variable_[v.id]; }
  bool has(ir::Value v) const { return variable_[v.id] >= 0; }
  const Variable& operator[](int i) const { return all_[i]; }
  Form form(ir::Value v) const;
  int count() const { return static_cast<int>(all_.size()); }
  /// Written anew wherever something begins with it: a buffer full of one number.
  bool is_fill(ir::Value v) const { return fills_.contains(v); }
  bool same(ir::Value a, ir::Value b) const { return has(a) && of(a) == of(b); }

 private:
  void add_values(const ir::Region& r);
  void add(ir::Value v);
  void join_all(const ir::Region& r);
  void join_node(const ir::Node& n);
  void join_handed_over(const ir::Node& call);
  void join(ir::Value a, ir::Value b);
  void find_sizes(const ir::Region& r);
  bool is_size(ir::Value v) const;
  void choose_forms(const Outside& outside);
  void force_tensors(const ir::Region& r);
  bool force_node(const ir::Node& n);
  bool force(ir::Value v);
  bool agree(ir::Value a, ir::Value b);

  // views.cc: parts of vectors that are looked at where they are
  void choose_views(const ir::Region& r, const std::vector<bool>& escapes);
  bool may_view(const ir::Node& load, const std::vector<bool>& escapes) const;
  void find_escapes(const ir::Region& r, std::vector<bool>& escapes) const;
  void escape_carried(const ir::Node& n, std::vector<bool>& escapes) const;

  // fills.cc: buffers that only begin something
  void find_fills(const ir::Region& r, std::set<ir::Value> literals);
  void drop_read_fills(const ir::Region& r);
  void find_rooms();
  void drop_rooms(const ir::Region& r);
  void drop_room(ir::Value v);
  void drop_unlike(ir::Value to, ir::Value from);

  const ir::Function& f_;
  const Liveness& live_;
  std::set<ir::Value> fills_;
  std::set<ir::Value> made_as_room_;
  std::set<ir::Value> sizes_;  ///< what sizes are written with: read wherever such a size is
  std::vector<int> variable_;
  std::vector<Variable> all_;
  bool changed_ = false;
};

/// Whether a node's result is written where it is used: a literal or a size.
bool is_inline(const ir::Function& f, const ir::Node& n);

}  // namespace tlaloc::back
