// Branches and loops in reverse.
#include <algorithm>
#include <utility>

#include "ops/arithmetic.h"
#include "ops/sums.h"
#include "ops/table.h"
#include "transform/call_once.h"
#include "transform/cotangents.h"
#include "transform/forward_order.h"
#include "transform/words.h"

namespace tlaloc::transform {

Result<void> Cotangents::branch(const Node& n, const Values& cts) {
  const Values outside = active_captures(n);
  if (outside.empty()) return {};
  std::map<Value, Value> before;
  for (Value c : outside)
    if (cotangent(c)) before[c] = cotangent(c);
  std::vector<Region> regions;
  for (const Region& r : n.regions) {
    b_.open_region({});
    const std::map<Value, Value> around = std::exchange(ct_, before);
    y_.forward(r);
    for (std::size_t i = 0; i < cts.size(); ++i) accumulate(r.results[i], cts[i]);
    if (auto ok = reverse(r); !ok) return ok;
    Values results;
    for (Value c : outside) results.push_back(cotangent_or_zeros(c));
    regions.push_back(b_.close_region(std::move(results)));
    ct_ = around;
  }
  b_.at(n.where);
  const Values given =
      b_.add_structural(*n.op, {y_.at(n.operands[0])}, n.attrs, std::move(regions), types(outside));
  for (std::size_t i = 0; i < outside.size(); ++i) replace(outside[i], given[i]);
  return {};
}

// Where all that a loop gives goes to branches, its cotangents are often zero: then the turns are
// left out.
Result<void> Cotangents::loop(const Node& n, const Values& cts) {
  if (!is_chosen(n, cts)) return turns(n, cts);
  const Value moves = ops::any_not_zero(b_, cts);
  Values touched = active_captures(n);
  for (std::size_t i = 0; i < n.results.size(); ++i)
    if (const Value x = n.operands[i + 1];
        active(x) && std::find(touched.begin(), touched.end(), x) == touched.end())
      touched.push_back(x);
  std::map<Value, Value> before;
  for (Value v : touched)
    if (cotangent(v)) before[v] = cotangent(v);
  std::vector<Region> regions;
  for (const bool runs : {true, false}) {
    b_.open_region({});
    const std::map<Value, Value> around = std::exchange(ct_, before);
    if (runs)
      if (auto ok = turns(n, cts); !ok) return ok;
    Values results;
    for (Value v : touched) results.push_back(cotangent_or_zeros(v));
    regions.push_back(b_.close_region(std::move(results)));
    ct_ = around;
  }
  b_.at(n.where);
  const Values given =
      b_.add_structural(ops::structural(Control::branch), {moves}, {{std::string(kSpares), true}},
                        std::move(regions), types(touched));
  for (std::size_t i = 0; i < touched.size(); ++i) replace(touched[i], given[i]);
  return {};
}

bool Cotangents::is_chosen(const Node& n, const Values& cts) const {
  bool any = false;
  for (std::size_t i = 0; i < cts.size(); ++i) {
    if (!active(n.results[i])) continue;
    if (!from_.type(n.results[i]).is_scalar() || !chosen_.count(n.results[i])) return false;
    any |= static_cast<bool>(cts[i]);
  }
  return any;
}

Cotangents::Backwards Cotangents::backwards(const Node& n, const Values& cts) {
  const Region& body = n.regions[0];
  Backwards back{{}, active_captures(n), {y_.at(n.operands[0])}, {}};
  const auto carry = [&](Value start, Value stands_for) {
    back.operands.push_back(start);
    back.stands_for.push_back(stands_for);
  };
  for (std::size_t i = 0; i < n.results.size(); ++i) {
    if (!active(body.params[i + 1])) continue;
    back.carried.push_back(i);
    carry(cts[i] ? cts[i] : ops::zeros(b_, from_.type(n.results[i])), body.params[i + 1]);
  }
  for (const Counter& c : y_.counters(n))
    carry(y_.at(n.results[c.carried]), body.params[c.carried + 1]);
  for (Value c : back.outside) carry(cotangent_or_zeros(c), c);
  return back;
}

// One turn backwards: its values again, then its cotangents.
Result<Region> Cotangents::turn(const Node& n, const Backwards& back) {
  const Region& body = n.regions[0];
  const std::vector<std::size_t>& carried = back.carried;
  const Values& outside = back.outside;
  const Value last = ops::sub(b_, back.operands[0], ops::integer(b_, 1));
  std::vector<Type> region_types = types(back.stands_for);
  region_types.insert(region_types.begin(), ir::scalar_type(DType::i64));
  const Values params = b_.open_region(region_types);

  const std::map<Value, Value> around = std::exchange(ct_, {});
  const auto recorded = y_.turn_again(n, ops::sub(b_, last, params[0]),
                                      Values(params.begin() + 1 + carried.size(), params.end()));
  for (std::size_t i = 0; i < outside.size(); ++i)
    replace(outside[i], params[params.size() - outside.size() + i]);
  for (std::size_t i = 0; i < carried.size(); ++i) {
    b_.name(params[1 + i], cotangent_name(body.params[carried[i] + 1]));
    accumulate(body.results[carried[i]], params[1 + i]);
  }
  if (auto ok = reverse(body); !ok) return base::fail(ok.error());
  Values results;
  for (std::size_t i : carried) results.push_back(cotangent_or_zeros(body.params[i + 1]));
  for (const Counter& c : y_.counters(n)) results.push_back(y_.at(body.params[c.carried + 1]));
  for (Value c : outside) results.push_back(ct_.at(c));
  ct_ = around;
  y_.leave_turn(recorded);
  return b_.close_region(std::move(results));
}

Result<void> Cotangents::turns(const Node& n, const Values& cts) {
  const Backwards back = backwards(n, cts);
  auto region = turn(n, back);
  if (!region) return base::fail(region.error());
  std::vector<Region> regions;
  regions.push_back(std::move(*region));
  ir::Attrs attrs = n.attrs;
  attrs.set(kBackwards, true);
  b_.at(n.where);
  const Values given =
      b_.add_structural(*n.op, back.operands, attrs, std::move(regions), types(back.stands_for));
  const std::size_t first = given.size() - back.outside.size();
  for (std::size_t i = 0; i < back.outside.size(); ++i) replace(back.outside[i], given[first + i]);
  for (std::size_t i = 0; i < back.carried.size(); ++i)
    accumulate(n.operands[back.carried[i] + 1], given[i]);
  return {};
}

}  // namespace tlaloc::transform
