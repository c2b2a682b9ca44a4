#include "transform/cse.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "ops/room.h"
#include "ops/turns.h"
#include "transform/rebuild.h"
#include "transform/rules.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

using ir::Access;

class Cse : public Rebuild {
 public:
  explicit Cse(const ir::Function& f) {
    ir::for_each_node(f.body, [&](const Node& n) {
      if (n.op->control == Control::bind_size) ++births_[n.attrs.string("symbol")];
      if (n.op->access == Access::store || n.op->access == Access::accumulate)
        written_.insert(n.operands[0]);
      if (n.op->control == Control::loop || n.op->control == Control::while_loop)
        written_.insert(n.operands.begin(), n.operands.end());
    });
  }
  /// Symbols whose births went, and those that were born before with the same value.
  const std::map<std::string, ir::Size>& aliases() const { return aliases_; }

 protected:
  std::optional<Values> replace(const Node& n) override {
    key_.clear();
    if (n.op->control == Control::bind_size) return born_before(n);
    if (n.op->control == Control::map) {  // its body sees nothing from outside
      b_->copy(*from_, n, map_);
      return at(n.results);
    }
    if (!is_pure(n) || begins_a_buffer(n)) return std::nullopt;
    key_ = key(n);
    const auto seen = seen_.find(key_);
    if (seen == seen_.end()) return std::nullopt;
    return seen->second;
  }

  std::optional<Values> after(Value first_result) override {
    if (!key_.empty()) seen_[key_] = b_->def(first_result)->results;
    return std::nullopt;
  }

  ir::Region region(const ir::Region& r) override {
    const auto outside = seen_;
    const auto symbols = symbols_;
    const std::string around = key_;
    ir::Region out = Rebuild::region(r);
    seen_ = outside;
    symbols_ = symbols;
    key_ = around;
    return out;
  }

 private:
  // A size that is born twice in one value's scope has two symbols for it; one that is born in
  // several scopes keeps them. What is only room does not stand for a size that has to be right.
  std::optional<Values> born_before(const Node& n) {
    const std::string& symbol = n.attrs.string("symbol");
    if (births_.at(symbol) > 1) return std::nullopt;
    const bool exact = !n.attrs.has(ops::kRoomOnly);
    const auto [first, is_new] = symbols_.try_emplace(at(n.operands[0]), Birth{symbol, exact});
    if (is_new || (exact && !first->second.exact)) return std::nullopt;
    aliases_.emplace(symbol, ir::Size::symbol(first->second.symbol));
    return Values{};
  }

  // Straight code, calls, and branches with nothing else inside.
  static bool is_pure(const Node& n) {
    const Control c = n.op->control;
    if (c == Control::call) return !stays_a_call(n);
    if (n.op->has_effect || (c != Control::none && c != Control::size && c != Control::branch))
      return false;
    for (const ir::Region& r : n.regions)
      if (!std::all_of(r.nodes.begin(), r.nodes.end(), is_pure)) return false;
    return true;
  }

  // A buffer in which something is written before the rest of it is: two that begin alike go
  // different ways, and one that both share would have to be copied.
  bool begins_a_buffer(const Node& n) const {
    const bool is_written_on = std::any_of(n.results.begin(), n.results.end(), [&](Value y) {
      return !from_->type(y).is_scalar() && written_.contains(y);
    });
    if (!is_written_on) return false;
    if (n.op->control != Control::branch) return n.op->access != Access::none;
    return std::all_of(n.regions.begin(), n.regions.end(), [&](const ir::Region& r) {
      return std::all_of(r.nodes.begin(), r.nodes.end(), [&](const Node& inner) {
        return inner.op->access != Access::none || inner.op->element == ir::Element::stretch ||
               ops::is_room(inner) || is_scalar_step(inner);
      });
    });
  }

  bool is_scalar_step(const Node& n) const {
    return n.regions.empty() && std::all_of(n.results.begin(), n.results.end(),
                                            [&](Value y) { return from_->type(y).is_scalar(); });
  }

  /// `inside`: values of the regions around, by order of birth; the others are what they are here.
  using Inside = std::map<Value, std::size_t>;
  std::string key(const Node& n) const {
    Inside inside;
    return key(n, inside);
  }
  std::string key(const Node& n, Inside& inside) const {
    std::string out(n.op->name);
    for (Value v : n.operands) out += name(v, inside);
    out += ir::text(n.attrs);
    for (const ir::Region& r : n.regions) {
      out += " {";
      for (const Node& inner : r.nodes) {
        out += key(inner, inside) + ";";
        for (Value y : inner.results) inside.emplace(y, inside.size());
      }
      for (Value v : r.results) out += name(v, inside);
      out += "}";
    }
    return out;
  }
  std::string name(Value v, const Inside& inside) const {
    const auto found = inside.find(v);
    return found == inside.end() ? fmt::format(" {}", at(v).id)
                                 : fmt::format(" #{}", found->second);
  }

  std::map<std::string, Values> seen_;
  struct Birth {
    std::string symbol;
    bool exact = true;
  };
  std::map<Value, Birth> symbols_;  // of an integer whose size was born
  std::map<std::string, int> births_;
  std::set<Value> written_;  // in place, as far as a printer can
  std::map<std::string, ir::Size> aliases_;
  std::string key_;
};

}  // namespace

ir::Graph cse(ir::Graph g) {
  for (ir::Function& f : g.functions) {
    Cse pass(f);
    f = pass.run(f);
    if (!pass.aliases().empty()) ir::substitute(f, pass.aliases());
  }
  return g;
}

}  // namespace tlaloc::transform
