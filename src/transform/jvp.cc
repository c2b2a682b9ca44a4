#include "transform/jvp.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"
#include "ops/arithmetic.h"
#include "ops/table.h"
#include "transform/activity.h"
#include "transform/rules.h"
#include "transform/variants.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

// One function and its tangents.
class Tangents {
 public:
  Tangents(const Function& from, const std::vector<bool>& params, Variants& variants)
      : from_(from),
        activity_(from, params, std::vector<bool>(from.body.results.size(), true)),
        params_(params),
        variants_(variants),
        b_(to_, ops::require_op()) {}

  Result<Function> run(std::string name) {
    to_.name = std::move(name);
    to_.where = from_.where;
    to_.requirements = from_.requirements;
    to_.common_sizes = from_.common_sizes;
    for (Value p : from_.body.params) y_[p] = to_.add_param(from_.type(p), from_.values[p.id].name);
    for (std::size_t i = 0; i < params_.size(); ++i) {
      const Value p = from_.body.params[i];
      if (params_[i] && is_floating(from_.type(p).dtype))
        t_[p] = to_.add_param(from_.type(p), tangent_name(p));
    }
    if (auto ok = nodes(from_.body); !ok) return base::fail(ok.error());
    for (Value v : from_.body.results) to_.body.results.push_back(y_.at(v));
    for (Value v : from_.body.results)
      if (is_floating(from_.type(v).dtype)) to_.body.results.push_back(tangent_or_zeros(v));
    return std::move(to_);
  }

 private:
  std::string tangent_name(Value v) const {
    const std::string& name = from_.values[v.id].name;
    return name.empty() ? name : "d" + name;
  }
  bool moves(Value v) const { return activity_.varied(v); }
  Value tangent(Value v) const {
    const auto at = t_.find(v);
    return at == t_.end() ? Value{} : at->second;
  }
  Value tangent_or_zeros(Value v) {
    const Value t = tangent(v);
    return t ? t : ops::zeros(b_, Type(b_.type(y_.at(v))));
  }
  Values primals(const Values& vs) const {
    Values out;
    for (Value v : vs) out.push_back(y_.at(v));
    return out;
  }
  // The values, then the tangents of those that move.
  Values with_tangents(const Values& vs, const Values& movers) {
    Values out = primals(vs);
    for (Value v : movers) out.push_back(tangent_or_zeros(v));
    return out;
  }
  std::vector<Type> types_with_tangents(const Values& vs, const std::vector<bool>& also) const {
    std::vector<Type> out;
    for (Value v : vs) out.push_back(from_.type(v));
    for (std::size_t i = 0; i < vs.size(); ++i)
      if (also[i]) out.push_back(from_.type(vs[i]));
    return out;
  }
  std::vector<bool> moving(const Values& vs) const {
    std::vector<bool> out;
    for (Value v : vs) out.push_back(moves(v));
    return out;
  }
  static Values pick(const Values& vs, const std::vector<bool>& which) {
    Values out;
    for (std::size_t i = 0; i < vs.size(); ++i)
      if (which[i]) out.push_back(vs[i]);
    return out;
  }
  // What a node with results (y..., t...) gave.
  void take(const Values& results, const std::vector<bool>& movers, const Values& given) {
    std::size_t next = results.size();
    for (std::size_t i = 0; i < results.size(); ++i) {
      y_[results[i]] = given[i];
      b_.name(given[i], from_.values[results[i].id].name);
      if (!movers[i]) continue;
      b_.name(given[next], tangent_name(results[i]));
      t_[results[i]] = given[next++];
    }
  }

  Result<void> nodes(const Region& r) {
    for (const Node& n : r.nodes) {
      b_.at(n.where);
      if (auto ok = node(n); !ok) return ok;
    }
    return {};
  }

  Result<void> node(const Node& n) {
    switch (n.op->control) {
      case Control::none:
        return plain(n);
      case Control::branch:
        return branch(n);
      case Control::loop:
        return loop(n);
      case Control::while_loop:
        return loop(n);
      case Control::call:
        return call(n);
      case Control::map:
      case Control::bind_size:
      case Control::size:
      case Control::require:
        b_.copy(from_, n, y_);
        return {};
    }
    base::bug("an unknown kind of control", __FILE__, __LINE__);
  }

  Result<void> plain(const Node& n) {
    b_.copy(from_, n, y_);
    if (pick(n.results, moving(n.results)).empty()) return {};
    Values t;
    bool any = false;
    for (std::size_t i = 0; i < n.operands.size(); ++i) {
      t.push_back(depends_on(n, static_cast<int>(i)) ? tangent(n.operands[i]) : Value{});
      any |= static_cast<bool>(t.back());
    }
    if (!any) return {};
    const Node here{n.op, primals(n.operands), n.attrs, {}, primals(n.results), n.where};
    const Values dy = std::visit([&](const auto& d) { return rule(d, here, t); }, n.op->derivative);
    if (dy.empty())
      return base::fail(
          base::Error{std::string(n.op->name), "has no derivative", "ad.derivative", n.where, {}});
    for (std::size_t i = 0; i < n.results.size(); ++i) {
      if (!dy[i] || !moves(n.results[i])) continue;
      t_[n.results[i]] = dy[i];
      if (b_.function().values[dy[i].id].name.empty()) b_.name(dy[i], tangent_name(n.results[i]));
    }
    return {};
  }

  // t_y = sum of t_i * slope_i
  Values rule(const ir::Pointwise& d, const Node& n, const Values& t) {
    const Values slopes = d.slopes(b_, n.operands, n.results[0]);
    Value sum;
    for (std::size_t i = 0; i < t.size(); ++i) {
      if (!t[i] || !slopes[i]) continue;
      sum = ops::add(
          b_, sum,
          d.singular ? ops::mul_masked(b_, t[i], slopes[i]) : ops::mul(b_, t[i], slopes[i]));
    }
    return {sum};
  }
  // t_y = op(t), zeros beside it where only some operands move
  Values rule(const ir::Linear& d, const Node& n, const Values& t) {
    Values x = n.operands;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (d.in >> i & 1) x[i] = t[i] ? t[i] : ops::zeros(b_, Type(b_.type(x[i])));
    return b_.add_all(*n.op, x, n.attrs);
  }
  // t_y = op(t_0, x_1) + op(x_0, t_1)
  Values rule(const ir::Bilinear&, const Node& n, const Values& t) {
    Value sum;
    for (int i : {0, 1}) {
      if (!t[i]) continue;
      Values x = n.operands;
      x[i] = t[i];
      sum = ops::add(b_, sum, b_.add(*n.op, x, n.attrs));
    }
    return {sum};
  }
  Values rule(const ir::Custom& d, const Node& n, const Values& t) { return d.jvp(b_, n, t); }
  Values rule(const ir::Zero&, const Node& n, const Values&) { return Values(n.results.size()); }
  Values rule(const ir::Structural&, const Node&, const Values&) { return {}; }

  Result<void> branch(const Node& n) {
    const std::vector<bool> movers = moving(n.results);
    std::vector<Region> regions;
    for (const Region& r : n.regions) {
      b_.open_region({});
      if (auto ok = nodes(r); !ok) return ok;
      regions.push_back(b_.close_region(with_tangents(r.results, pick(r.results, movers))));
    }
    b_.at(n.where);
    take(n.results, movers,
         b_.add_structural(*n.op, primals(n.operands), n.attrs, std::move(regions),
                           types_with_tangents(n.results, movers)));
    return {};
  }

  // A region of a loop, its parameters and results followed by the tangents of those that move.
  Result<Region> turn(const Region& r, std::size_t skip, const std::vector<bool>& movers,
                      bool gives_tangents) {
    const Values carried(r.params.begin() + skip, r.params.end());
    std::vector<Type> types = types_with_tangents(carried, movers);
    types.insert(types.begin(), skip, ir::scalar_type(DType::i64));
    const Values params = b_.open_region(types);
    for (std::size_t i = 0; i < skip; ++i) {
      y_[r.params[i]] = params[i];
      b_.name(params[i], from_.values[r.params[i].id].name);
    }
    take(carried, movers, Values(params.begin() + skip, params.end()));
    if (auto ok = nodes(r); !ok) return base::fail(ok.error());
    return b_.close_region(
        with_tangents(r.results, gives_tangents ? pick(r.results, movers) : Values{}));
  }

  Result<void> loop(const Node& n) {
    const std::size_t skip = n.op->control == Control::loop ? 1 : 0;
    const Region& body = n.regions.back();
    const Values carried(body.params.begin() + skip, body.params.end());
    const std::vector<bool> movers = moving(carried);
    const Values initial(n.operands.begin() + skip, n.operands.end());
    Values operands = with_tangents(n.operands, pick(initial, movers));
    std::vector<Region> regions;
    for (const Region& r : n.regions) {
      auto made = turn(r, skip, movers, &r == &body);
      if (!made) return base::fail(made.error());
      regions.push_back(std::move(*made));
    }
    b_.at(n.where);
    take(n.results, movers,
         b_.add_structural(*n.op, std::move(operands), n.attrs, std::move(regions),
                           types_with_tangents(n.results, movers)));
    return {};
  }

  // The user's own derivative of a call.
  Result<void> ruled_call(const Node& n) {
    const std::vector<bool> with = moving(n.operands);
    if (auto ok = check_captures(from_, n, with); !ok) return ok;
    b_.copy(from_, n, y_);
    const auto arguments = static_cast<std::size_t>(n.attrs.integer(kArguments));
    if (std::find(with.begin(), with.begin() + arguments, true) == with.begin() + arguments)
      return {};
    if (!n.attrs.has(kJvpRule))
      return base::fail(
          base::Error{"forward mode",
                      "the function has a reverse rule only (custom_vjp): give it a forward one as "
                      "well, with custom_vjp_jvp",
                      "custom.forward",
                      n.where,
                      {}});
    Values operands = primals(n.operands), results;
    for (std::size_t i = 0; i < arguments; ++i)
      if (is_floating(from_.type(n.operands[i]).dtype))
        operands.push_back(tangent_or_zeros(n.operands[i]));
    std::vector<Type> types;
    for (Value y : n.results)
      if (is_floating(from_.type(y).dtype)) results.push_back(y), types.push_back(from_.type(y));
    const Values given = b_.add_structural(*n.op, operands, {{"callee", n.attrs.string(kJvpRule)}},
                                           {}, std::move(types));
    for (std::size_t i = 0; i < results.size(); ++i)
      if (moves(results[i])) t_[results[i]] = given[i];
    return {};
  }

  // Operands that are handed over, and their tangents.
  static ir::Ints with_their_tangents(ir::Ints handed, const std::vector<bool>& with) {
    std::int64_t tangent = static_cast<std::int64_t>(with.size());
    const ir::Ints primals = handed;
    for (std::size_t i = 0; i < with.size(); ++i) {
      if (!with[i]) continue;
      if (std::count(primals.begin(), primals.end(), static_cast<std::int64_t>(i)))
        handed.push_back(tangent);
      ++tangent;
    }
    return handed;
  }

  // The results that operands which are handed over become, then those of their tangents.
  static ir::Ints tangents_given_back(const Node& n, const std::vector<bool>& with,
                                      const std::vector<bool>& movers) {
    const ir::Ints &handed = n.attrs.ints(kHandedOver), &back = n.attrs.ints(kGivenBack);
    ir::Ints out = back;
    for (std::size_t i = 0; i < with.size(); ++i)
      for (std::size_t k = 0; k < handed.size(); ++k)
        if (with[i] && handed[k] == static_cast<std::int64_t>(i))
          out.push_back(static_cast<std::int64_t>(movers.size()) +
                        std::count(movers.begin(), movers.begin() + back[k], true));
    return out;
  }

  Result<void> call(const Node& n) {
    if (has_rule(n)) return ruled_call(n);
    const std::vector<bool> with = moving(n.operands);
    const std::vector<bool> movers = moving(n.results);
    if (pick(n.operands, with).empty()) {
      b_.copy(from_, n, y_);
      return {};
    }
    ir::Attrs attrs = n.attrs;
    attrs.set("callee", variants_.name(n.attrs.string("callee"), with, {}));
    if (attrs.has(kHandedOver)) {
      attrs.set(std::string(kHandedOver), with_their_tangents(n.attrs.ints(kHandedOver), with));
      attrs.set(std::string(kGivenBack), tangents_given_back(n, with, movers));
    }
    take(n.results, movers,
         b_.add_structural(*n.op, with_tangents(n.operands, pick(n.operands, with)), attrs, {},
                           types_with_tangents(n.results, movers)));
    return {};
  }

  const Function& from_;
  Activity activity_;
  std::vector<bool> params_;
  Variants& variants_;
  Function to_;
  Builder b_;
  std::map<Value, Value> y_, t_;
};

}  // namespace

Result<ir::Graph> jvp(const ir::Graph& g, const std::vector<bool>& active) {
  Variants variants(g, "jvp");
  auto main = Tangents(g.main(), active, variants).run(variants.main_name());
  if (!main) return base::fail(main.error());
  ir::Graph out;
  out.functions.push_back(std::move(*main));
  Variants::Request request;
  while (variants.next(request)) {
    auto made = Tangents(*g.find(request.callee), request.params, variants).run(request.name);
    if (!made) return base::fail(made.error());
    out.functions.push_back(std::move(*made));
  }
  variants.append_originals(out);
  return out;
}

}  // namespace tlaloc::transform
