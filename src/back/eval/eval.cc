#include "back/eval/eval.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "back/eval/frame.h"
#include "back/eval/last_uses.h"
#include "back/words.h"
#include "base/check.h"
#include "ir/text.h"
#include "pen/host_call.h"

namespace tlaloc::back {
namespace {

using base::Result;
using ir::Function;

using LastUses = std::vector<Dying>;

class Evaluator {
 public:
  Evaluator(const ir::Graph& g, Live& live) : g_(g), live_(live) {}

  std::int64_t element_ops() const { return element_ops_; }

  Ref box(Array a) { return std::make_shared<const Box>(std::move(a), live_); }

  Result<Refs> function(const Function& f, Refs args) {
    if (++depth_ > kDeepest) return base::fail(f.name, "calls itself too often", "eval.depth");
    Frame frame(f);
    if (auto ok = bind(frame, args); !ok) return base::fail(ok.error());
    auto results = region(frame, f.body, std::move(args));
    --depth_;
    return results;
  }

 private:
  static constexpr int kDeepest = 2000;

  // Gives each symbol the size of the first axis that is exactly it, then checks every axis.
  static Result<void> bind(Frame& frame, const Refs& args) {
    const Function& f = frame.f;
    if (args.size() != f.body.params.size())
      return base::fail(
          f.name, fmt::format("got {} arguments, expected {}", args.size(), f.body.params.size()),
          "eval.arguments");
    for (std::size_t i = 0; i < args.size(); ++i) {
      const ir::Type& t = f.type(f.body.params[i]);
      const Array& a = args[i]->array;
      if (a.dtype != t.dtype || static_cast<int>(a.sizes.size()) != t.rank())
        return base::fail(f.name,
                          fmt::format("argument {} is {}, expected {}", i, text(a), ir::text(t)),
                          "eval.arguments");
      for (int axis = 0; axis < t.rank(); ++axis)
        if (const auto symbol = t.sizes[axis].lone_symbol(); symbol && !f.is_common_size(*symbol))
          frame.symbols.try_emplace(*symbol, a.sizes[axis]);
    }
    if (auto ok = bind_common_sizes(frame); !ok) return ok;
    if (auto ok = check_requirements(frame, args); !ok) return ok;
    for (std::size_t i = 0; i < args.size(); ++i) {
      const ir::Type& t = f.type(f.body.params[i]);
      for (int axis = 0; axis < t.rank(); ++axis) {
        const auto n = frame.size(t.sizes[axis]);
        if (!n) return base::fail(n.error());
        if (*n != args[i]->array.sizes[axis])
          return base::fail(f.name,
                            fmt::format("argument {} has size {} at axis {}, expected {} = {}", i,
                                        args[i]->array.sizes[axis], axis, t.sizes[axis].text(), *n),
                            "eval.arguments");
      }
    }
    return {};
  }

  static Result<void> bind_common_sizes(Frame& frame) {
    for (const ir::CommonSize& c : frame.f.common_sizes) {
      const auto left = frame.size(c.left), right = frame.size(c.right);
      if (!left) return base::fail(left.error());
      if (!right) return base::fail(right.error());
      if (*left != *right && *left != 1 && *right != 1) {
        base::Error e{
            c.op, fmt::format("{}: got sizes {} and {}", c.text, *left, *right), c.id, c.where, {}};
        return base::fail(std::move(e));
      }
      if (!c.symbol.empty()) frame.symbols[c.symbol] = *left == 1 ? *right : *left;
    }
    return {};
  }

  static Result<void> check_requirements(const Frame& frame, const Refs& args) {
    for (const ir::Requirement& r : frame.f.requirements) {
      const std::int64_t left = args[r.left_param]->array.sizes[r.left_axis];
      std::int64_t right = 0;
      if (r.right_param >= 0) {
        right = args[r.right_param]->array.sizes[r.right_axis];
      } else {
        const auto n =
            frame.size(frame.f.type(frame.f.body.params[r.left_param]).sizes[r.left_axis]);
        if (!n) return base::fail(n.error());
        right = *n;
      }
      if (left == right) continue;
      base::Error e{r.op,
                    fmt::format("got sizes {} and {}, expected equal ones", left, right),
                    r.id,
                    r.where,
                    {}};
      return base::fail(std::move(e));
    }
    return {};
  }

  const LastUses& uses(const Region& r, const ir::Values& inherited = {}) {
    const auto [at, is_new] = last_uses_.try_emplace(&r);
    if (is_new) at->second = last_uses(r, inherited);
    return at->second;
  }

  Result<Refs> region(Frame& frame, const Region& r, Refs params,
                      const ir::Values& inherited = {}) {
    for (std::size_t i = 0; i < params.size(); ++i)
      frame.values[r.params[i].id] = std::move(params[i]);
    const LastUses& dying = uses(r, inherited);
    for (std::size_t i = 0; i < r.nodes.size(); ++i)
      if (auto ok = node(frame, r.nodes[i], dying[i]); !ok) {
        base::Error e = std::move(ok.error());
        if (!e.where.known()) e.where = r.nodes[i].where;
        return base::fail(std::move(e));
      }
    Refs out;
    for (Value v : r.results) out.push_back(frame.values[v.id]);
    for (Value v : r.params) frame.values[v.id] = nullptr;
    for (const Node& n : r.nodes)
      for (Value v : n.results) frame.values[v.id] = nullptr;
    return out;
  }

  Result<void> node(Frame& frame, const Node& n, const Dying& dying) {
    Refs x;
    for (Value v : n.operands) {
      TLALOC_CHECK(frame.values[v.id] != nullptr,
                   fmt::format("{} reads a value that is gone", n.op->name));
      x.push_back(frame.values[v.id]);
    }
    for (Value v : dying.before) frame.values[v.id] = nullptr;
    auto y = run(frame, n, std::move(x), dying.after);
    if (!y) return base::fail(std::move(y.error()));
    TLALOC_CHECK(y->size() == n.results.size(),
                 fmt::format("{} gave a wrong number of results", n.op->name));
    for (std::size_t i = 0; i < y->size(); ++i) frame.values[n.results[i].id] = std::move((*y)[i]);
    for (Value v : dying.before)
      frame.values[v.id] = nullptr;  // among them results that nobody reads
    for (Value v : dying.after) frame.values[v.id] = nullptr;
    return {};
  }

  Result<Refs> run(Frame& frame, const Node& n, Refs x, const ir::Values& dying_inside) {
    switch (n.op->control) {
      case Control::none:
        return plain(frame, n, std::move(x));
      case Control::branch:
        return region(frame, n.regions[x[0]->array.integer() ? 0 : 1], {}, dying_inside);
      case Control::loop:
        return loop(frame, n, std::move(x));
      case Control::while_loop:
        return while_loop(frame, n, std::move(x));
      case Control::call:
        return call(n, std::move(x));
      case Control::map:
        return map(frame, n, x);
      case Control::bind_size:
        return bind_size(frame, n, x);
      case Control::size:
        return size(frame, n);
      case Control::require:
        return x.empty() ? require(frame, n) : check(n, x);
    }
    base::bug("an unknown kind of control", __FILE__, __LINE__);
  }

  Result<Refs> plain(Frame& frame, const Node& n, Refs x) {
    TLALOC_CHECK(n.op->reference != nullptr, fmt::format("{} has no reference", n.op->name));
    if (auto ok = check_indices(n, x); !ok) return base::fail(ok.error());
    std::map<std::string, ir::Size> by;
    for (const auto& [symbol, value] : frame.symbols) by.emplace(symbol, ir::Size(value));
    const ir::Attrs attrs = by.empty() ? n.attrs : n.attrs.substitute(by);
    std::vector<pen::HostBuffer> in, out;
    for (const Ref& r : x)
      in.push_back({r->array.dtype, r->array.sizes, const_cast<std::byte*>(r->array.bytes.data())});
    std::vector<Array> y;
    for (Value v : n.results) {
      auto sizes = frame.sizes(frame.f.type(v).sizes);
      if (!sizes) return base::fail(sizes.error());
      y.push_back(Array::zeros(frame.f.type(v).dtype, std::move(*sizes)));
    }
    for (Array& a : y) out.push_back({a.dtype, a.sizes, a.bytes.data()});
    pen::HostCall host{in, out, attrs};
    n.op->reference(host);
    count(n, x, y);
    if (in_place(n, x)) x.clear();
    Refs refs;
    for (Array& a : y) refs.push_back(box(std::move(a)));
    return refs;
  }

  // The indices of an access stand behind the buffer, before the part if there is one.
  static Result<void> check_indices(const Node& n, const Refs& x) {
    if (n.op->access == ir::Access::none) return {};
    const std::size_t last = n.op->access == ir::Access::load ? x.size() : x.size() - 1;
    for (std::size_t i = 1; i < last; ++i) {
      const std::int64_t at = x[i]->array.integer(), size = x[0]->array.sizes[i - 1];
      if (at < 0 || at >= size)
        return base::fail(
            base::Error{std::string(n.op->name),
                        fmt::format("got index {}, expected one of {} elements", at, size),
                        "index.range",
                        n.where,
                        {}});
    }
    return {};
  }

  static bool in_place(const Node& n, const Refs& x) {
    const bool writes = n.op->access == ir::Access::store || n.op->access == ir::Access::accumulate;
    return writes && x[0].use_count() == 1;
  }

  void count(const Node& n, const Refs& x, const std::vector<Array>& y) {
    if (n.operands.empty() && y[0].sizes.empty()) return;
    if (y[0].sizes.empty() && !is_floating(y[0].dtype)) return;
    if (n.op->access == ir::Access::load) {
      element_ops_ += y[0].count();
    } else if (in_place(n, x)) {
      element_ops_ += x.back()->array.count();
    } else {
      std::int64_t read = 0, written = 0;
      for (const Ref& r : x) read = std::max(read, r->array.count());
      for (const Array& a : y) written += a.count();
      element_ops_ += std::max(read, written);
    }
  }

  Result<Refs> loop(Frame& frame, const Node& n, Refs x) {
    const std::int64_t turns = x[0]->array.integer();
    Refs carried(std::make_move_iterator(x.begin() + 1), std::make_move_iterator(x.end()));
    x.clear();
    for (std::int64_t i = 0; i < turns; ++i) {
      carried.insert(carried.begin(), box(Array::scalar(i)));
      auto next = region(frame, n.regions[0], std::move(carried));
      if (!next) return next;
      carried = std::move(*next);
    }
    return carried;
  }

  Result<Refs> while_loop(Frame& frame, const Node& n, Refs carried) {
    for (;;) {
      auto goes_on = region(frame, n.regions[0], carried);
      if (!goes_on) return goes_on;
      if (!(*goes_on)[0]->array.integer()) return carried;
      auto next = region(frame, n.regions[1], std::move(carried));
      if (!next) return next;
      carried = std::move(*next);
    }
  }

  Result<Refs> call(const Node& n, Refs x) {
    const Function* callee = g_.find(n.attrs.string("callee"));
    TLALOC_CHECK(callee != nullptr, "a call of a function that is not there");
    return function(*callee, std::move(x));
  }

  // Element i of x, or of x repeated to `sizes` as NumPy repeats it.
  static Array element(const Array& x, const std::vector<std::int64_t>& sizes, std::int64_t i) {
    std::int64_t from = 0, stride = 1;
    for (std::size_t back = 1; back <= sizes.size(); ++back) {
      const std::int64_t size = sizes[sizes.size() - back], at = i % size;
      i /= size;
      if (back > x.sizes.size()) continue;
      const std::int64_t own = x.sizes[x.sizes.size() - back];
      from += (own == 1 ? 0 : at) * stride;
      stride *= own;
    }
    Array e = Array::zeros(x.dtype, {});
    std::copy_n(x.bytes.begin() + from * size_of(x.dtype), e.bytes.size(), e.bytes.begin());
    return e;
  }

  Result<Refs> map(Frame& frame, const Node& n, const Refs& x) {
    std::vector<Array> y;
    for (Value v : n.results) {
      auto sizes = frame.sizes(frame.f.type(v).sizes);
      if (!sizes) return base::fail(sizes.error());
      y.push_back(Array::zeros(frame.f.type(v).dtype, std::move(*sizes)));
    }
    const std::int64_t count = y.empty() ? 0 : y[0].count();
    for (std::int64_t i = 0; i < count; ++i) {
      Refs elements;
      for (const Ref& r : x) elements.push_back(box(element(r->array, y[0].sizes, i)));
      auto out = region(frame, n.regions[0], std::move(elements));
      if (!out) return out;
      for (std::size_t k = 0; k < y.size(); ++k) {
        const auto& e = (*out)[k]->array.bytes;
        std::copy(e.begin(), e.end(), y[k].bytes.begin() + i * e.size());
      }
    }
    Refs refs;
    for (Array& a : y) refs.push_back(box(std::move(a)));
    return refs;
  }

  Result<Refs> bind_size(Frame& frame, const Node& n, const Refs& x) {
    const std::int64_t v = x[0]->array.integer();
    if (v < 0)
      return base::fail(base::Error{"size",
                                    fmt::format("got {}, expected a size that is not negative", v),
                                    "size.negative",
                                    n.where,
                                    {}});
    frame.symbols[n.attrs.string("symbol")] = v;
    return Refs{};
  }

  Result<Refs> size(Frame& frame, const Node& n) {
    const auto v = frame.size(n.attrs.get<ir::Size>("size"));
    if (!v) return base::fail(v.error());
    return Refs{box(Array::scalar(*v))};
  }

  static Result<Refs> check(const Node& n, const Refs& x) {
    if (x[0]->array.integer() != 0) return Refs{};
    return base::fail("check", n.attrs.string("text"), "check.failed");
  }

  Result<Refs> require(Frame& frame, const Node& n) {
    const auto left = frame.size(n.attrs.get<ir::Size>("left"));
    const auto right = frame.size(n.attrs.get<ir::Size>("right"));
    if (!left) return base::fail(left.error());
    if (!right) return base::fail(right.error());
    if (*left == *right) return Refs{};
    return base::fail(n.attrs.string("op"),
                      fmt::format("{} (got {} and {})", n.attrs.string("text"), *left, *right),
                      n.attrs.string("id"));
  }

  const ir::Graph& g_;
  Live& live_;
  std::unordered_map<const Region*, LastUses> last_uses_;
  std::int64_t element_ops_ = 0;
  int depth_ = 0;
};

}  // namespace

Result<std::vector<Array>> eval(const ir::Graph& g, std::vector<Array> args, Counters* counters) {
  Live live;
  Evaluator e(g, live);
  Refs boxed;
  for (Array& a : args) boxed.push_back(e.box(std::move(a)));
  auto results = e.function(g.main(), std::move(boxed));
  if (!results) return base::fail(std::move(results.error()));
  std::vector<Array> out;
  for (const Ref& r : *results) out.push_back(r->array);
  if (counters != nullptr) *counters = {e.element_ops(), live.peak};
  return out;
}

}  // namespace tlaloc::back
