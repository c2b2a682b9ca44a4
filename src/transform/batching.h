// How batching is written for one function: vmap.cc has the walk, the plain nodes and the calls,
// vmap_control.cc branches and loops.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "ir/builder.h"
#include "ir/op_def.h"
#include "transform/variants.h"
#include "transform/vmap_masks.h"
#include "transform/vmap_values.h"

namespace tlaloc::transform {

/// One function over lanes.
class Batching {
 public:
  Batching(const ir::Function& from, const std::vector<bool>& params, const ir::Size& batch,
           Variants& variants);
  /// `masked`: the first parameter says which lanes count.
  base::Result<ir::Function> run(std::string name, bool masked);

 private:
  bool any(const ir::Values& vs) const;
  std::vector<bool> flags(const ir::Values& vs) const;
  ir::Type mask_type() const { return {DType::b1, {batch_}, {}}; }
  ir::Type type(ir::Value v) const { return type(v, lanes_(v)); }
  ir::Type type(ir::Value v, bool batched) const;
  std::vector<ir::Type> types(const ir::Values& vs) const;
  ir::Values mapped(const ir::Values& vs) const;
  ir::Values all_lanes(const ir::Values& vs, const std::vector<bool>& wanted);
  void bind(const ir::Values& vs, const ir::Values& to);
  tl::unexpected<base::Error> refused(const ir::Node& n, std::string what, std::string id) const;
  base::Result<void> nodes(const ir::Region& r);
  base::Result<void> node(const ir::Node& n);
  base::Result<void> plain(const ir::Node& n);
  ir::Value live_counts(const ir::Node& n);

  // sizes that differ by lane
  base::Result<void> bind_longest(const ir::Node& n);
  bool has_longest(const ir::Size& s) const;
  bool has_longest(ir::Value v) const;
  bool mentions_longest(const ir::Node& n) const;
  tl::unexpected<base::Error> size_differs(const ir::Node& n) const;

  // calls
  base::Result<void> call(const ir::Node& n);
  base::Result<void> ruled_call(const ir::Node& n);
  std::size_t moving(const ir::Values& vs) const;
  void batch_rule(ir::Attrs& attrs, std::string_view rule, std::size_t params);

  // vmap_control.cc
  base::Result<void> branch(const ir::Node& n);
  base::Result<void> branch_by_lane(const ir::Node& n);
  base::Result<ir::Values> side(const ir::Node& n, const ir::Region& r, ir::Value live);
  base::Result<void> loop(const ir::Node& n, std::size_t skip);
  ir::Values carried(const ir::Node& n, std::size_t skip);
  ir::Values unless_ended(const ir::Region& body, std::size_t skip, ir::Value live);
  base::Result<void> count_by_lane(const ir::Node& n);
  base::Result<ir::Value> going_on(const ir::Region& condition, const ir::Values& x,
                                   ir::Value live);
  base::Result<void> while_by_lane(const ir::Node& n);

  const ir::Function& from_;
  LaneValues lanes_;
  std::vector<bool> params_;
  const ir::Size batch_;
  Variants& variants_;
  ir::Function to_;
  ir::Builder b_;
  Masks masks_;
  std::map<ir::Value, ir::Value> y_;
  std::set<std::string> longest_;  ///< sizes that differ by lane, and matter
};

}  // namespace tlaloc::transform
