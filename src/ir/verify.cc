#include "ir/verify.h"

#include <set>

#include <fmt/format.h>

#include "base/check.h"
#include "ir/builder.h"
#include "ir/op_def.h"
#include "ir/text.h"

namespace tlaloc::ir {
namespace {

using base::Result;

class Verifier {
 public:
  Verifier(const Graph& g, const Function& f)
      : g_(g), f_(f), defined_(f.values.size(), false), seen_(f.values.size(), false) {}

  Result<void> run() {
    for (const Requirement& r : f_.requirements)
      if (!is_axis(r.left_param, r.left_axis) ||
          (r.right_param >= 0 && !is_axis(r.right_param, r.right_axis)))
        return wrong("a requirement names no axis of a parameter");
    if (auto ok = common_sizes(); !ok) return ok;
    for (Value p : f_.body.params)
      for (const Size& s : f_.type(p).sizes) born(s.symbols());
    for (const CommonSize& c : f_.common_sizes) sizes_.insert(c.symbol);
    return region(f_.body);
  }

 private:
  Result<void> wrong(std::string what) const {
    return base::fail("verify", fmt::format("@{}: {}", f_.name, what), "verify");
  }
  // Each hangs only on what is born at entry before it.
  Result<void> common_sizes() const {
    std::set<std::string> born;
    for (Value p : f_.body.params)
      for (const Size& s : f_.type(p).sizes)
        if (const auto symbol = s.lone_symbol(); symbol && !f_.is_common_size(*symbol))
          born.insert(*symbol);
    for (const CommonSize& c : f_.common_sizes) {
      for (const Size& side : {c.left, c.right})
        for (const std::string& s : side.symbols())
          if (!born.count(s))
            return wrong(
                fmt::format("common size {} hangs on {}, which is not born yet", c.symbol, s));
      if (!c.symbol.empty() && !born.insert(c.symbol).second)
        return wrong(fmt::format("symbol {} is born twice", c.symbol));
    }
    return {};
  }
  bool is_axis(int param, int axis) const {
    return param >= 0 && param < static_cast<int>(f_.body.params.size()) && axis >= 0 &&
           axis < f_.type(f_.body.params[param]).rank();
  }
  bool in_range(Value v) const { return v.id >= 0 && v.id < static_cast<int>(f_.values.size()); }

  Result<void> define(Value v) {
    if (!in_range(v)) return wrong("a value is out of range");
    if (seen_[v.id]) return wrong(fmt::format("value {} is defined twice", v.id));
    defined_[v.id] = seen_[v.id] = true;
    return {};
  }
  Result<void> use(Value v, std::string_view by) const {
    if (in_range(v) && defined_[v.id]) return {};
    return wrong(fmt::format("{} reads value {} which is not defined there", by, v.id));
  }

  // ---- symbols of sizes: each lives in the region of its birth and in those inside ----

  void born(const std::vector<std::string>& symbols) {
    sizes_.insert(symbols.begin(), symbols.end());
  }
  Result<void> in_scope(const Size& s, std::string_view where) const {
    for (const std::string& symbol : s.symbols())
      if (!sizes_.count(symbol))
        return wrong(
            fmt::format("{} has size {}, and {} is not born there", where, s.text(), symbol));
    return {};
  }
  Result<void> in_scope(const Sizes& sizes, std::string_view where) const {
    for (const Size& s : sizes)
      if (auto ok = in_scope(s, where); !ok) return ok;
    return {};
  }
  Result<void> sizes_of(const Node& n) {
    if (n.op->control == Control::bind_size)
      if (const std::string& symbol = n.attrs.string("symbol"); !sizes_.insert(symbol).second)
        return wrong(fmt::format("symbol {} is born where it stands already", symbol));
    for (const auto& [key, value] : n.attrs.entries()) {
      const auto* one = std::get_if<Size>(&value);
      const auto* all = std::get_if<Sizes>(&value);
      if (auto ok = one   ? in_scope(*one, n.op->name)
                    : all ? in_scope(*all, n.op->name)
                          : Result<void>{};
          !ok)
        return ok;
    }
    for (Value v : n.results)
      if (auto ok = in_scope(f_.type(v).sizes, n.op->name); !ok) return ok;
    return {};
  }

  Result<void> region(const Region& r) {
    for (Value p : r.params)
      if (auto ok = define(p); !ok) return ok;
    for (Value p : r.params)
      if (auto ok = in_scope(f_.type(p).sizes, "a parameter of a region"); !ok) return ok;
    for (const Node& n : r.nodes)
      if (auto ok = node(n); !ok) return ok;
    for (Value v : r.results)
      if (auto ok = use(v, "the end of a region"); !ok) return ok;
    return {};
  }

  // A region's values are out of scope behind it.
  Result<void> inner(const Region& r, bool closed) {
    std::vector<bool> before = defined_;
    const std::set<std::string> sizes = sizes_;
    if (closed) {
      const Values outside = captures(r);
      if (!outside.empty())
        return wrong(fmt::format("the body of a map reads value {} from outside", outside[0].id));
    }
    if (auto ok = region(r); !ok) return ok;
    defined_ = std::move(before);
    sizes_ = sizes;
    return {};
  }

  Result<void> node(const Node& n) {
    if (n.op == nullptr) return wrong("a node has no op");
    for (Value v : n.operands)
      if (auto ok = use(v, n.op->name); !ok) return ok;
    for (const Region& r : n.regions)
      if (auto ok = inner(r, n.op->control == Control::map); !ok) return ok;
    if (auto ok = n.op->control == Control::none ? plain(n) : structural(n); !ok) return ok;
    for (Value v : n.results)
      if (auto ok = define(v); !ok) return ok;
    return sizes_of(n);
  }

  Result<void> plain(const Node& n) const {
    std::vector<Type> x;
    for (Value v : n.operands) x.push_back(f_.type(v));
    std::vector<Equality> needs;
    auto types = infer(*n.op, x, n.attrs, needs);
    if (!types) return base::fail(types.error());
    if (types->size() != n.results.size())
      return wrong(fmt::format("{} has a wrong number of results", n.op->name));
    for (std::size_t i = 0; i < types->size(); ++i)
      if ((*types)[i].dtype != f_.type(n.results[i]).dtype ||
          (*types)[i].sizes != f_.type(n.results[i]).sizes)
        return wrong(fmt::format("{} gives {}, its result says {}", n.op->name, text((*types)[i]),
                                 text(f_.type(n.results[i]))));
    return {};
  }

  bool same(Value a, Value b) const {
    return f_.type(a).dtype == f_.type(b).dtype && f_.type(a).sizes == f_.type(b).sizes;
  }
  bool same(const Values& a, const Values& b) const {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!same(a[i], b[i])) return false;
    return true;
  }
  bool is_scalar(Value v, DType t) const { return f_.type(v) == scalar_type(t); }

  Result<void> structural(const Node& n) const {
    const auto need = [&](bool ok, std::string_view what) -> Result<void> {
      return ok ? Result<void>{} : wrong(fmt::format("{}: {}", n.op->name, what));
    };
    const Values tail(n.operands.begin() + (n.operands.empty() ? 0 : 1), n.operands.end());
    switch (n.op->control) {
      case Control::branch:
        return need(n.operands.size() == 1 && is_scalar(n.operands[0], DType::b1) &&
                        n.regions.size() == 2 && n.regions[0].params.empty() &&
                        n.regions[1].params.empty() && same(n.regions[0].results, n.results) &&
                        same(n.regions[1].results, n.results),
                    "needs a b1[] and two regions with its result types");
      case Control::loop:
        return need(
            !n.operands.empty() && is_scalar(n.operands[0], DType::i64) && n.regions.size() == 1 &&
                !n.regions[0].params.empty() && is_scalar(n.regions[0].params[0], DType::i64) &&
                same(Values(n.regions[0].params.begin() + 1, n.regions[0].params.end()), tail) &&
                same(n.regions[0].results, tail) && same(n.results, tail),
            "needs an i64[] and a region from (i64[], carried) to carried");
      case Control::while_loop:
        return need(n.regions.size() == 2 && same(n.regions[0].params, n.operands) &&
                        n.regions[0].results.size() == 1 &&
                        is_scalar(n.regions[0].results[0], DType::b1) &&
                        same(n.regions[1].params, n.operands) &&
                        same(n.regions[1].results, n.operands) && same(n.results, n.operands),
                    "needs regions from carried to b1[] and from carried to carried");
      case Control::call:
        return call(n);
      case Control::map:
        return need(n.regions.size() == 1 && n.regions[0].params.size() == n.operands.size() &&
                        n.regions[0].results.size() == n.results.size(),
                    "needs a region with one parameter an operand and one result a result");
      case Control::size:
        return need(n.results.size() == 1 && is_scalar(n.results[0], DType::i64), "gives an i64[]");
      default:
        return {};
    }
  }

  Result<void> call(const Node& n) const {
    const Function* callee = g_.find(n.attrs.string("callee"));
    if (callee == nullptr)
      return wrong(fmt::format("calls @{}, which is not there", n.attrs.string("callee")));
    if (callee->body.params.size() != n.operands.size() ||
        callee->body.results.size() != n.results.size())
      return wrong(fmt::format("calls @{} with a wrong number of values", callee->name));
    for (std::size_t i = 0; i < n.operands.size(); ++i) {
      const Type &p = callee->type(callee->body.params[i]), &x = f_.type(n.operands[i]);
      if (p.dtype != x.dtype || p.rank() != x.rank())
        return wrong(fmt::format("calls @{} with {} for {}", callee->name, text(x), text(p)));
    }
    return {};
  }

  const Graph& g_;
  const Function& f_;
  std::vector<bool> defined_;    // in scope here
  std::vector<bool> seen_;       // defined anywhere so far
  std::set<std::string> sizes_;  // symbols in scope here
};

}  // namespace

Result<void> verify(const Graph& g) {
  for (const Function& f : g.functions)
    if (auto ok = Verifier(g, f).run(); !ok) return ok;
  return {};
}

void check_valid(const Graph& g, std::string_view after) {
  if (auto ok = verify(g); !ok)
    base::bug(fmt::format("after {}: {}\n{}", after, base::text(ok.error()), print(g)), __FILE__,
              __LINE__);
}

}  // namespace tlaloc::ir
