#include "back/explain/kept.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "back/words.h"

namespace tlaloc::back {
namespace {

std::string title(const Node& n) {
  return n.where.known() ? fmt::format("{}, line {}", n.op->name, n.where.line)
                         : std::string(n.op->name);
}

/// Which nodes read each value, at any depth.
std::map<Value, std::vector<const Node*>> readers_of(const ir::Region& r) {
  std::map<Value, std::vector<const Node*>> out;
  ir::for_each_node(r, [&](const Node& n) {
    for (Value v : n.operands) out[v].push_back(&n);
  });
  return out;
}

class Finder {
 public:
  Finder(const ir::Function& primal, const ir::Function& derivative)
      : primal_(primal), derivative_(derivative), readers_(readers_of(derivative.body)) {}

  std::vector<Kept> operator()() {
    match();
    for (const Node& n : derivative_.body.nodes)
      if (own_.count(&n)) straight(n);
    ir::for_each_node(primal_.body, [&](const Node& n) {
      if (n.op->access == ir::Access::store) stores_.insert(place(n));
    });
    ir::for_each_node(derivative_.body, [&](const Node& n) {
      if (n.op->control == ir::Control::loop) stacks(n);
    });
    return std::move(out_);
  }

 private:
  using Key = std::tuple<const ir::OpDef*, std::string, ir::Values, std::string>;

  /// The same op on the same values.
  static Key key(const Node& n, ir::Values operands, const ir::Function& f) {
    return {n.op, ir::text(n.attrs), std::move(operands),
            n.results.empty() ? std::string() : ir::text(f.type(n.results[0]))};
  }

  /// Finds the function's own nodes again among those of its derivative.
  void match() {
    std::map<Key, const Node*> there;
    for (const Node& n : derivative_.body.nodes)
      if (n.regions.empty()) there.emplace(key(n, n.operands, derivative_), &n);
    std::map<Value, Value> same;
    const std::size_t params = std::min(primal_.body.params.size(), derivative_.body.params.size());
    for (std::size_t i = 0; i < params; ++i)
      same[primal_.body.params[i]] = derivative_.body.params[i];
    for (const Node& n : primal_.body.nodes) {
      if (!n.regions.empty()) continue;
      ir::Values operands;
      for (Value v : n.operands) operands.push_back(same.count(v) ? same.at(v) : Value());
      const auto found = there.find(key(n, std::move(operands), primal_));
      if (found == there.end()) continue;
      own_.insert(found->second);
      for (std::size_t i = 0; i < n.results.size(); ++i)
        same[n.results[i]] = found->second->results[i];
    }
  }

  void straight(const Node& n) {
    if (n.operands.empty()) return;  // a constant
    for (Value v : n.results) {
      if (derivative_.type(v).is_scalar()) continue;
      Kept k{name_of(v, n), "", derivative_.type(v), {}};
      for (const Node* reader : readers_[v])
        if (!own_.count(reader)) add(k.readers, title(*reader));
      if (!k.readers.empty()) out_.push_back(std::move(k));
    }
  }

  void stacks(const Node& loop) {
    const ir::Region& body = loop.regions[0];
    for (std::size_t i = 0; i < loop.results.size(); ++i) {
      const Node* store = storing(body, body.params[i + 1], body.results[i]);
      if (!store || stores_.count(place(*store))) continue;
      Kept k{name_in(body, store->operands.back()),
             fmt::format("of each turn of the loop at line {}", loop.where.line),
             derivative_.type(loop.results[i]),
             {}};
      for (const Node* reader : readers_[loop.results[i]]) add_behind(k.readers, *reader);
      if (!k.readers.empty()) out_.push_back(std::move(k));
    }
  }

  /// The node that puts something into place `counter` of a carried value.
  static const Node* storing(const ir::Region& body, Value carried, Value result) {
    for (const Node& n : body.nodes)
      if (n.op->access == ir::Access::store && n.results[0] == result && n.operands[0] == carried &&
          n.operands.size() > 2 && n.operands[1] == body.params[0])
        return &n;
    return nullptr;
  }

  /// What is done with what a load gives.
  void add_behind(std::vector<std::string>& to, const Node& reader) {
    if (reader.op->access != ir::Access::load) return;
    for (Value v : reader.results)
      for (const Node* next : readers_[v]) add(to, title(*next));
  }

  static void add(std::vector<std::string>& to, std::string text) {
    if (std::find(to.begin(), to.end(), text) == to.end()) to.push_back(std::move(text));
  }

  std::string name_of(Value v, const Node& n) const {
    const std::string& name = derivative_.values[static_cast<std::size_t>(v.id)].name;
    return name.empty() ? title(n) : name;
  }
  std::string name_in(const ir::Region& body, Value v) const {
    const std::string& name = derivative_.values[static_cast<std::size_t>(v.id)].name;
    if (!name.empty()) return name;
    for (const Node& n : body.nodes)
      if (std::find(n.results.begin(), n.results.end(), v) != n.results.end()) return title(n);
    return "a value that the loop carries";
  }

  static std::pair<int, int> place(const Node& n) { return {n.where.line, n.where.column}; }

  const ir::Function& primal_;
  const ir::Function& derivative_;
  std::map<Value, std::vector<const Node*>> readers_;
  std::set<const Node*> own_;
  std::set<std::pair<int, int>> stores_;
  std::vector<Kept> out_;
};

}  // namespace

std::vector<Kept> kept(const ir::Function& primal, const ir::Function& derivative) {
  return Finder(primal, derivative)();
}

}  // namespace tlaloc::back
