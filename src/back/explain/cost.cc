#include "back/explain/cost.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "back/words.h"

namespace tlaloc::back {
namespace {

class Counter {
 public:
  explicit Counter(const ir::Graph& g) : graph_(g) {}

  Cost function(const ir::Function& f) {
    if (!open_.insert(&f).second) return {};
    const ir::Function* outer = std::exchange(f_, &f);
    Cost out = region(f.body);
    f_ = outer;
    open_.erase(&f);
    return out;
  }

 private:
  Cost region(const ir::Region& r) {
    Cost out;
    for (const Node& n : r.nodes) {
      for (ir::Value v : n.results) def_[v] = &n;
      out += node(n);
    }
    return out;
  }

  Cost node(const Node& n) {
    switch (n.op->control) {
      case Control::branch:
        return branch(n);
      case Control::loop:
        return times(turns(n), region(n.regions[0]));
      case Control::while_loop: {
        Cost turn = region(n.regions[0]);
        turn += region(n.regions[1]);
        return times(unknown_turns(n), turn);
      }
      case Control::call: {
        const ir::Function* callee = graph_.find(n.attrs.string("callee"));
        const auto outer = def_;
        Cost out = callee ? function(*callee) : Cost();
        def_ = outer;
        return out;
      }
      case Control::map:
        return map(n);
      case Control::none:
        return plain(n);
      default:
        return {};
    }
  }

  Cost branch(const Node& n) {
    const Cost a = region(n.regions[0]), b = region(n.regions[1]);
    return {Size::max(a.flops, b.flops), Size::max(a.read, b.read),
            Size::max(a.written, b.written)};
  }

  Cost map(const Node& n) {
    Cost out = moved(n);
    for (const Node& inner : n.regions[0].nodes)
      if (is_arithmetic(inner)) out.flops = out.flops + count(n.results[0]);
    return out;
  }

  Cost plain(const Node& n) {
    if (n.operands.empty()) return {};  // a constant
    Cost out = moved(n);
    if (!is_floating(type(n.results[0]).dtype) && !is_floating(type(n.operands[0]).dtype))
      return out;
    if (n.op->access == ir::Access::accumulate)
      out.flops = count(n.operands.back());
    else if (n.attrs.has("left_contract"))
      out.flops = Size(2) * count(n.results[0]) * contracted(n);
    else if (n.op->element == ir::Element::pointwise)
      out.flops = is_arithmetic(n) ? count(n.results[0]) : Size(0);
    else if (is_reduction(n))
      out.flops = count(n.operands[0]);
    return out;
  }

  static bool is_arithmetic(const Node& n) {
    return n.op->element == ir::Element::pointwise && !n.operands.empty();
  }
  bool is_reduction(const Node& n) const {
    return n.attrs.has("axes") && type(n.results[0]).rank() < type(n.operands[0]).rank();
  }

  Size contracted(const Node& n) const {
    Size out = 1;
    for (std::int64_t axis : n.attrs.ints("left_contract"))
      out = out * type(n.operands[0]).sizes[static_cast<std::size_t>(axis)];
    return out;
  }

  /// In place, only the part is touched.
  Cost moved(const Node& n) const {
    Cost out;
    const bool is_part = n.op->access != ir::Access::none;
    for (std::size_t i = is_part ? 1 : 0; i < n.operands.size(); ++i)
      out.read = out.read + bytes(n.operands[i]);
    if (n.op->access == ir::Access::load) out.read = out.read + part_bytes(n.results[0]);
    if (n.op->access == ir::Access::store || n.op->access == ir::Access::accumulate)
      out.written = part_bytes(n.operands.back());
    else
      for (ir::Value v : n.results) out.written = out.written + bytes(v);
    return out;
  }

  Size bytes(ir::Value v) const { return type(v).is_scalar() ? Size(0) : part_bytes(v); }
  Size part_bytes(ir::Value v) const {
    return count(v) * Size(static_cast<std::int64_t>(size_of(type(v).dtype)));
  }
  Size count(ir::Value v) const { return ir::product(type(v).sizes); }
  const ir::Type& type(ir::Value v) const { return f_->type(v); }

  Size turns(const Node& n) {
    const auto at = def_.find(n.operands[0]);
    if (at == def_.end()) return unknown_turns(n);
    const Node& d = *at->second;
    if (d.op->control == Control::size) return std::get<Size>(*d.attrs.find("size"));
    if (d.operands.empty() && d.attrs.has("value"))
      if (const auto* number = std::get_if<std::int64_t>(d.attrs.find("value"))) return *number;
    return unknown_turns(n);
  }
  static Size unknown_turns(const Node& n) {
    return Size::symbol("turns_" + std::to_string(n.where.line));
  }

  static Cost times(const Size& turns, const Cost& c) {
    return {turns * c.flops, turns * c.read, turns * c.written};
  }

  const ir::Graph& graph_;
  const ir::Function* f_ = nullptr;
  std::map<ir::Value, const Node*> def_;
  std::set<const ir::Function*> open_;
};

}  // namespace

Cost& Cost::operator+=(const Cost& o) {
  flops = flops + o.flops;
  read = read + o.read;
  written = written + o.written;
  return *this;
}

Cost cost(const ir::Graph& g) { return Counter(g).function(g.main()); }

}  // namespace tlaloc::back
