// Branches and loops over lanes: where lanes differ in the way they go, all ways are gone, each
// with the lanes of the others masked.
#include <algorithm>

#include "ops/arithmetic.h"
#include "ops/live.h"
#include "ops/table.h"
#include "transform/batching.h"
#include "transform/words.h"

namespace tlaloc::transform {

Result<void> Batching::branch(const Node& n) {
  if (lanes_(n.operands[0])) return branch_by_lane(n);
  std::vector<Region> regions;
  for (const Region& r : n.regions) {
    const Masks::Scope scope = masks_.region();
    b_.open_region({});
    if (auto ok = nodes(r); !ok) return ok;
    regions.push_back(b_.close_region(all_lanes(r.results, flags(n.results))));
  }
  b_.at(n.where);
  bind(n.results,
       b_.add_structural(*n.op, mapped(n.operands), n.attrs, std::move(regions), types(n.results)));
  return {};
}

// Both sides, each for its own lanes; then each lane takes its own.
Result<void> Batching::branch_by_lane(const Node& n) {
  const Value condition = y_.at(n.operands[0]);
  const Value live = masks_.live();
  const Value yes = live ? ops::both(b_, live, condition) : condition;
  auto taken = side(n, n.regions[0], yes);
  if (!taken) return base::fail(taken.error());
  const Value no = live ? ops::without(b_, live, condition) : ops::others(b_, condition);
  auto other = side(n, n.regions[1], no);
  if (!other) return base::fail(other.error());
  Values y;
  for (std::size_t i = 0; i < n.results.size(); ++i)
    y.push_back(ops::choose(b_, condition, (*taken)[i], (*other)[i]));
  bind(n.results, y);
  return {};
}

// A side of a branch, or zeros if no lane goes there; what costs nothing is simply computed.
Result<Values> Batching::side(const Node& n, const Region& r, Value live) {
  const std::vector<bool> every(r.results.size(), true);
  const Masks::Scope scope(masks_, live);
  if (std::all_of(r.nodes.begin(), r.nodes.end(),
                  [&](const Node& inner) { return ops::is_light(from_, inner); })) {
    if (auto ok = nodes(r); !ok) return base::fail(ok.error());
    b_.at(n.where);
    return all_lanes(r.results, every);
  }
  const Value any = ops::any_live(b_, live);
  std::vector<Region> regions;
  b_.open_region({});
  if (auto ok = nodes(r); !ok) return base::fail(ok.error());
  b_.at(n.where);
  regions.push_back(b_.close_region(all_lanes(r.results, every)));
  b_.open_region({});
  Values zeros;
  std::vector<Type> result_types;
  for (Value v : r.results) {
    result_types.push_back(type(v, true));
    zeros.push_back(ops::zeros(b_, result_types.back()));
  }
  regions.push_back(b_.close_region(std::move(zeros)));
  return b_.add_structural(ops::structural(Control::branch), {any}, {}, std::move(regions),
                           result_types);
}

// What a loop starts with: all lanes of what will differ by lane.
Values Batching::carried(const Node& n, std::size_t skip) {
  const Values operands(n.operands.begin() + skip, n.operands.end());
  const Values& params = n.regions.back().params;
  return all_lanes(operands, flags(Values(params.begin() + skip, params.end())));
}

Result<void> Batching::loop(const Node& n, std::size_t skip) {
  if (skip == 1 && lanes_(n.operands[0])) return count_by_lane(n);
  if (skip == 0 && lanes_(n.regions[0].results[0])) return while_by_lane(n);
  Values operands = carried(n, skip);
  if (skip == 1) operands.insert(operands.begin(), y_.at(n.operands[0]));
  std::vector<Region> regions;
  for (const Region& r : n.regions) {
    const Masks::Scope scope = masks_.region();
    bind(r.params, b_.open_region(types(r.params)));
    if (auto ok = nodes(r); !ok) return ok;
    const bool is_body = &r == &n.regions.back();
    const std::vector<bool> wanted = is_body ? flags(n.results) : std::vector<bool>(1, false);
    regions.push_back(b_.close_region(all_lanes(r.results, wanted)));
  }
  b_.at(n.where);
  bind(n.results,
       b_.add_structural(*n.op, operands, n.attrs, std::move(regions), types(n.results)));
  return {};
}

// One turn's results: in lanes that have ended, what was there before.
Values Batching::unless_ended(const Region& body, std::size_t skip, Value live) {
  Values out =
      all_lanes(body.results, flags(Values(body.params.begin() + skip, body.params.end())));
  for (std::size_t i = 0; i < out.size(); ++i)
    if (const Value p = body.params[i + skip]; lanes_(p))
      out[i] = ops::choose(b_, live, out[i], y_.at(p));
  return out;
}

// As many turns as the lane with the most; in each, the lanes that have not had all of theirs.
Result<void> Batching::count_by_lane(const Node& n) {
  const Value counts = live_counts(n);
  Values operands = carried(n, 1);
  operands.insert(operands.begin(), ops::largest(b_, counts));
  const Region& body = n.regions[0];
  bind(body.params, b_.open_region(types(body.params)));
  const Value live = ops::still_turning(b_, y_.at(body.params[0]), counts);
  const Masks::Scope scope(masks_, live);
  if (auto ok = nodes(body); !ok) return ok;
  std::vector<Region> regions;
  regions.push_back(b_.close_region(unless_ended(body, 1, live)));
  b_.at(n.where);
  bind(n.results,
       b_.add_structural(*n.op, operands, n.attrs, std::move(regions), types(n.results)));
  return {};
}

// The lanes that go on, of those in `live`, after the carried values became `x`.
Result<Value> Batching::going_on(const Region& condition, const Values& x, Value live) {
  const Masks::Scope scope(masks_, live);
  for (std::size_t i = 0; i < x.size(); ++i) y_[condition.params[i]] = x[i];
  if (auto ok = nodes(condition); !ok) return base::fail(ok.error());
  const Value goes = y_.at(condition.results[0]);
  return live ? ops::both(b_, live, goes) : goes;
}

// Turns until no lane goes on. Which lanes do is carried in front of the user's values.
Result<void> Batching::while_by_lane(const Node& n) {
  const Region &condition = n.regions[0], &body = n.regions[1];
  Values operands = carried(n, 0);
  auto first = going_on(condition, operands, masks_.live());
  if (!first) return base::fail(first.error());
  operands.insert(operands.begin(), *first);
  std::vector<Type> all = types(body.params);
  all.insert(all.begin(), mask_type());
  std::vector<Region> regions;
  regions.push_back(b_.close_region({ops::any_live(b_, b_.open_region(all)[0])}));
  const Values params = b_.open_region(all);
  b_.name(params[0], "live");
  bind(body.params, Values(params.begin() + 1, params.end()));
  const Masks::Scope scope(masks_, params[0]);
  if (auto ok = nodes(body); !ok) return ok;
  b_.at(n.where);
  Values next = unless_ended(body, 0, params[0]);
  auto live = going_on(condition, next, params[0]);
  if (!live) return base::fail(live.error());
  next.insert(next.begin(), *live);
  regions.push_back(b_.close_region(std::move(next)));
  b_.at(n.where);
  const Values y = b_.add_structural(*n.op, operands, n.attrs, std::move(regions), all);
  bind(n.results, Values(y.begin() + 1, y.end()));
  return {};
}

}  // namespace tlaloc::transform
