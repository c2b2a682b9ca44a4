#include "transform/loop_reads.h"

#include <algorithm>

#include "ops/turns.h"
#include "transform/words.h"

namespace tlaloc::transform {

std::vector<Counter> counters(const Node& loop, const Function& f) {
  const Region& body = loop.regions[0];
  std::map<Value, const Node*> def;
  std::set<Value> changing(body.params.begin(), body.params.end());
  for (const Node& n : body.nodes)
    for (Value v : n.results) {
      def[v] = &n;
      if (!n.operands.empty() || !n.regions.empty()) changing.insert(v);
    }
  std::vector<Counter> out;
  for (std::size_t i = 0; i < loop.results.size(); ++i) {
    const Value p = body.params[i + 1];
    const auto at = def.find(body.results[i]);
    if (at == def.end() || is_floating(f.type(p).dtype) || !f.type(p).is_scalar()) continue;
    const Value step = ops::added_to(*at->second, p);
    if (step && !changing.count(step)) out.push_back({i, step});
  }
  return out;
}

std::set<Value> defined_in(const Region& r) {
  std::set<Value> out(r.params.begin(), r.params.end());
  ir::for_each_node(r, [&](const Node& n) {
    out.insert(n.results.begin(), n.results.end());
    for (const Region& inner : n.regions) out.insert(inner.params.begin(), inner.params.end());
  });
  return out;
}

std::set<std::string> born_in(const Region& r) {
  std::set<std::string> out;
  ir::for_each_node(r, [&](const Node& n) {
    if (n.op->control == Control::bind_size) out.insert(n.attrs.string("symbol"));
  });
  return out;
}

bool mentions(const ir::Type& t, const std::set<std::string>& symbols) {
  for (const ir::Size& s : t.sizes)
    for (const std::string& name : s.symbols())
      if (symbols.count(name)) return true;
  return false;
}

namespace {

class FindReads {
 public:
  FindReads(const Node& loop, const Function& f, const std::map<Value, const Node*>& def,
            const std::set<Value>& wanted)
      : f_(f),
        def_(def),
        wanted_(wanted),
        inside_(defined_in(loop.regions[0])),
        born_(born_in(loop.regions[0])) {
    std::set<Value> changing;
    const Region& body = loop.regions[0];
    for (std::size_t i = 0; i < loop.results.size(); ++i)
      if (body.results[i] != body.params[i + 1]) add_tensor(changing, body.params[i + 1]);
    region(body, changing);
  }
  Reads take() { return std::move(reads_); }

 private:
  void add_tensor(std::set<Value>& to, Value v) const {
    if (!f_.type(v).is_scalar()) to.insert(v);
  }

  void region(const Region& r, std::set<Value> changing) {
    for (const Node& n : r.nodes) {
      bool here = false;
      for (Value y : n.results)
        if (wanted_.count(y)) here = reads_.values.insert(y).second;
      if (here && n.regions.empty()) continue;
      if (touches(n, changing) || holds_wanted(n)) node(n, changing);
    }
  }
  bool holds_wanted(const Node& n) const {
    bool found = false;
    for (const Region& r : n.regions)
      ir::for_each_node(r, [&](const Node& inner) {
        for (Value y : inner.results) found |= wanted_.count(y) > 0;
      });
    return found;
  }

  static bool touches(const Node& n, const std::set<Value>& changing) {
    const auto in = [&](Value v) { return changing.count(v) > 0; };
    if (std::any_of(n.operands.begin(), n.operands.end(), in)) return true;
    for (const Region& r : n.regions)
      for (Value v : ir::captures(r))
        if (in(v)) return true;
    return false;
  }

  void node(const Node& n, std::set<Value>& changing) {
    if (n.op->access == ir::Access::load && !mentions(f_.type(n.results[0]), born_)) {
      reads_.values.insert(n.results[0]);
      return;
    }
    const bool changes = touches(n, changing);
    if (n.op->control == Control::branch) branch(n, changing);
    if (n.op->control == Control::loop) loop(n, changing, changes);
    if (changes)
      for (Value v : n.results) add_tensor(changing, v);
  }

  // Only one side runs: a read of one takes the room of a read of the other that has its type.
  void branch(const Node& n, const std::set<Value>& changing) {
    for (const Region& r : n.regions) region(r, changing);
    ir::Values room = direct_reads(n.regions[0]);
    for (Value v : direct_reads(n.regions[1])) {
      const auto same =
          std::find_if(room.begin(), room.end(), [&](Value w) { return f_.type(w) == f_.type(v); });
      if (same == room.end()) continue;
      reads_.shares[v] = *same;
      reads_.values.erase(v);
      room.erase(same);
    }
  }
  ir::Values direct_reads(const Region& r) const {
    ir::Values out;
    for (const Node& n : r.nodes)
      if (n.results.size() == 1 && reads_.values.count(n.results[0])) out.push_back(n.results[0]);
    return out;
  }
  void loop(const Node& n, std::set<Value> changing, bool changes) {
    const bool inside = inside_.count(n.operands[0]) > 0;
    std::optional<ir::Size> turns;
    if (inside) turns = known(n.operands[0]);
    if (inside && !turns) return;  // it differs from turn to turn
    if (changes)
      for (Value p : n.regions[0].params) add_tensor(changing, p);
    const std::size_t before = reads_.values.size();
    region(n.regions[0], changing);
    if (reads_.values.size() > before) reads_.trips[&n] = turns;
  }
  std::optional<ir::Size> known(Value trip) const {
    const auto at = def_.find(trip);
    if (at == def_.end()) return std::nullopt;
    const auto size = ops::known_turns(*at->second);
    if (!size || mentions({DType::i64, {*size}, {}}, born_)) return std::nullopt;
    return size;
  }

  const Function& f_;
  const std::map<Value, const Node*>& def_;
  const std::set<Value>& wanted_;
  const std::set<Value> inside_;
  const std::set<std::string> born_;
  Reads reads_;
};

}  // namespace

Reads reads(const Node& loop, const Function& f, const std::map<Value, const Node*>& def,
            const std::set<Value>& wanted) {
  return FindReads(loop, f, def, wanted).take();
}

}  // namespace tlaloc::transform
