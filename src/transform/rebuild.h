// Walks a function and writes it anew, node by node; a pass says what takes a node's place.
//
// Values keep their names, nodes their places in the source, parameters and requirements stay as
// they are.
#pragma once

#include <map>
#include <optional>

#include "ir/builder.h"
#include "ir/graph.h"

namespace tlaloc::transform {

class Rebuild {
 public:
  virtual ~Rebuild() = default;
  ir::Function run(const ir::Function& from);

 protected:
  /// The values for the node's results, if the pass puts something else in its place. Otherwise it
  /// is copied, and its regions are walked (but that of a fused map, which sees nothing from
  /// outside). `map_` holds its operands already.
  virtual std::optional<ir::Values> replace(const ir::Node& n) = 0;
  /// Called after a node was copied: may give other values for its results.
  virtual std::optional<ir::Values> after(ir::Value first_result) {
    (void)first_result;
    return std::nullopt;
  }

  /// The node itself with these operands, its regions walked.
  ir::Values copied(const ir::Node& n, ir::Values operands);

  ir::Value at(ir::Value v) const;
  ir::Values at(const ir::Values& v) const;
  /// Opens a region with the parameters of `r`, walks it and closes it.
  virtual ir::Region region(const ir::Region& r);
  /// Walks the nodes of `r` into the open region; gives its results.
  ir::Values inline_nodes(const ir::Region& r);
  /// The nodes of `r`, in the order in which they are to be written.
  virtual void nodes(const ir::Region& r);
  void node(const ir::Node& n);

  const ir::Function* from_ = nullptr;
  ir::Builder* b_ = nullptr;
  std::map<ir::Value, ir::Value> map_;
};

/// Runs a pass on each function; the pass says whether it changed one.
template <class Pass>
bool any_changed(ir::Graph& g) {
  bool changed = false;
  for (ir::Function& f : g.functions) {
    Pass pass;
    f = pass.run(f);
    changed |= pass.changed();
  }
  return changed;
}

/// The same for a pass that looks at a function first, and says then whether there is anything to
/// change in it.
template <class Pass>
bool any_found(ir::Graph& g) {
  bool changed = false;
  for (ir::Function& f : g.functions) {
    Pass pass(f);
    if (!pass.changed()) continue;
    f = pass.run(f);
    changed = true;
  }
  return changed;
}

}  // namespace tlaloc::transform
