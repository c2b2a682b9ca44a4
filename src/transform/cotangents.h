// How reverse mode is written for one function: the forward sweep again, as far as the reverse
// sweep needs it, then each node's cotangents, last node first. vjp.cc has the walk and the plain
// nodes, vjp_control.cc branches and loops, vjp_calls.cc calls.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "ir/builder.h"
#include "ir/op_def.h"
#include "transform/activations.h"
#include "transform/activity.h"
#include "transform/primals.h"
#include "transform/variants.h"
#include "transform/vjp.h"

namespace tlaloc::transform {

/// One function and its reverse sweep.
class Cotangents {
 public:
  Cotangents(const ir::Function& from, const std::vector<bool>& params,
             const std::vector<bool>& results, Variants& variants,
             const std::set<std::string>& recursive, const ActivationsOf& kept,
             const Keeping& keeping = {});
  /// `with_primals`: the results come first. `takes_sums`: behind the seeds come the cotangents
  /// that tensors have so far.
  base::Result<ir::Function> run(std::string name, bool with_primals, bool takes_sums);

 private:
  static ir::Function counted(const ir::Function& from, const Activity& activity,
                              const std::set<std::string>& recursive, const Keeping& keeping);
  bool active(ir::Value v) const { return activity_.active(v); }
  bool active_loop(const ir::Node& n) const;
  ir::Values active_captures(const ir::Node& n) const;
  void collect_given(const ir::Region& r, const ir::Values& passed,
                     std::set<ir::Value>& given) const;
  std::vector<ir::Type> types(const ir::Values& vs) const;
  std::string name(ir::Value v) const { return from_.values[v.id].name; }
  std::string cotangent_name(ir::Value v) const { return name(v).empty() ? "" : "d" + name(v); }
  ir::Value cotangent(ir::Value v) const;
  ir::Value cotangent_or_zeros(ir::Value v);
  void accumulate(ir::Value v, ir::Value ct);
  void replace(ir::Value v, ir::Value ct);
  base::Result<void> reverse(const ir::Region& r);
  base::Result<void> reverse(const ir::Node& n);
  base::Result<void> plain(const ir::Node& n, const ir::Values& cts);
  ir::Values rule(const ir::Pointwise& d, const ir::Node& n, const ir::Node& from,
                  const ir::Values& cts);
  ir::Values rule(const ir::Linear& d, const ir::Node& n, const ir::Node&, const ir::Values& cts);
  ir::Values rule(const ir::Bilinear& d, const ir::Node& n, const ir::Node& from,
                  const ir::Values& cts);
  ir::Values rule(const ir::Custom& d, const ir::Node& n, const ir::Node&, const ir::Values& cts);
  ir::Values rule(const ir::Zero&, const ir::Node&, const ir::Node&, const ir::Values&);
  ir::Values rule(const ir::Structural&, const ir::Node&, const ir::Node&, const ir::Values&);

  // vjp_control.cc
  base::Result<void> branch(const ir::Node& n, const ir::Values& cts);
  base::Result<void> loop(const ir::Node& n, const ir::Values& cts);
  bool is_chosen(const ir::Node& n, const ir::Values& cts) const;
  /// What a loop carries backwards: cotangents of carried values, counters, cotangents of values
  /// from outside, in this order.
  struct Backwards {
    std::vector<std::size_t> carried;  ///< of the loop's values, by number
    ir::Values outside;
    ir::Values operands;    ///< the trip count, then what each starts with
    ir::Values stands_for;  ///< whose cotangent each is, or whose value
  };
  Backwards backwards(const ir::Node& n, const ir::Values& cts);
  base::Result<void> turns(const ir::Node& n, const ir::Values& cts);
  base::Result<ir::Region> turn(const ir::Node& n, const Backwards& back);

  // vjp_calls.cc
  base::Result<void> ruled_call(const ir::Node& n, const ir::Values& cts);
  ir::Values seeds_of(const ir::Node& n) const;
  base::Result<void> call(const ir::Node& n, const ir::Values& cts);
  ir::Values run_keeping(const ir::Node& n, const Activations& a);
  std::vector<bool> hand_over(const ir::Values& wanted, ir::Values& operands, ir::Attrs& attrs,
                              std::size_t values);

  const ir::Function from_;
  const std::set<ir::Value> chosen_;  // what branches give on
  Activity activity_;
  std::vector<bool> params_, results_;
  Variants& variants_;
  const std::set<std::string>& recursive_;
  const ActivationsOf& kept_;
  ir::Function to_;
  ir::Builder b_;
  Primals y_;
  std::map<ir::Value, ir::Value> ct_;  ///< cotangents so far, in the open region
};

}  // namespace tlaloc::transform
