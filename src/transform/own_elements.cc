#include "transform/own_elements.h"

#include "ops/turns.h"
#include "transform/rebuild.h"
#include "transform/uses.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

using ir::Access;

// The reads of one carried tensor of a loop, if each turn keeps to its own elements.
class OwnReads {
 public:
  explicit OwnReads(const Node& loop) : counter_(loop.regions[0].params[0]) {
    index(loop.regions[0]);
  }

  /// Fills `reads` and gives true if `p` is only read and replaced at the turn's own index on its
  /// way to `out`.
  bool of(const Region& body, Value p, Value out) {
    reads.clear();
    element_ = {};
    return chain(body, p, out, true);
  }
  Values reads;  ///< results of the reading nodes

 private:
  void index(const Region& r) {
    for (const Node& n : r.nodes) {
      for (Value v : n.results) def_[v] = &n;
      for (const Region& inner : n.regions) {
        inside_.insert(inside_.end(), inner.params.begin(), inner.params.end());
        index(inner);
      }
    }
    inside_.insert(inside_.end(), r.params.begin(), r.params.end());
  }
  bool is_outside(Value v) const { return def_.count(v) == 0 && uses(inside_, v) == 0; }

  // No two turns have the same: the counter, or it added to or taken from something fixed.
  bool is_own(Value c) const {
    if (c == counter_) return true;
    const auto at = def_.find(c);
    if (at == def_.end()) return false;
    Value other = ops::added_to(*at->second, counter_);
    if (!other) other = ops::taken_from(*at->second, counter_);
    return other && is_outside(other);
  }
  // At one and the same element in all of the turn.
  bool accesses_own(const Node& n, Value in, Access access) {
    if (n.op->access != access || n.operands.size() < 2 || n.operands[0] != in ||
        uses(n.operands, in) != 1)
      return false;
    if (!element_ && is_own(n.operands[1])) element_ = n.operands[1];
    return element_ == n.operands[1];
  }

  // `in` is read at the turn's own index, if reading is still allowed, and goes through
  // replacements there to `out`.
  bool chain(const Region& r, Value in, Value out, bool may_read) {
    const Node* user = nullptr;
    for (const Node& n : r.nodes) {
      if (uses(n.operands, in) + uses_inside(n, in) == 0) continue;
      if (may_read && accesses_own(n, in, Access::load)) {
        reads.push_back(n.results[0]);
        continue;
      }
      if (user != nullptr) return false;
      user = &n;
    }
    if (in == out) return user == nullptr && uses(r.results, in) == 1;
    if (user == nullptr || uses(r.results, in) != 0) return false;
    if (accesses_own(*user, in, Access::store) || accesses_own(*user, in, Access::accumulate))
      return chain(r, user->results[0], out, false);
    if (user->op->control != Control::branch || uses(user->operands, in) != 0) return false;
    for (std::size_t i = 0; i < user->results.size(); ++i) {
      const Values before = reads;
      if (chain(user->regions[0], in, user->regions[0].results[i], may_read) &&
          chain(user->regions[1], in, user->regions[1].results[i], may_read))
        return chain(r, user->results[i], out, false);
      reads = before;
    }
    return false;
  }

  Value counter_, element_;
  std::map<Value, const Node*> def_;
  Values inside_;
};

class OwnElements : public Rebuild {
 public:
  bool changed() const { return changed_; }

 protected:
  std::optional<Values> replace(const Node& n) override {
    if (n.op->control == Control::loop) note(n);
    if (n.op->control == Control::map) {
      b_->copy(*from_, n, map_);
      return at(n.results);
    }
    if (n.results.size() != 1) return std::nullopt;
    const auto before = before_.find(n.results[0]);
    if (before == before_.end()) return std::nullopt;
    changed_ = true;
    Values operands = at(n.operands);
    operands[0] = at(before->second);
    const Values y = b_->add_structural(*n.op, operands, n.attrs, {}, {from_->type(n.results[0])});
    b_->name(y[0], from_->values[n.results[0].id].name);
    return y;
  }

 private:
  void note(const Node& n) {
    const Region& body = n.regions[0];
    OwnReads own(n);
    for (std::size_t i = 0; i < n.results.size(); ++i) {
      // Where the tensor's end is read, it is better written in place than kept for reading.
      if (from_->type(n.results[i]).is_scalar() || uses(from_->body, n.results[i]) > 0) continue;
      if (!own.of(body, body.params[i + 1], body.results[i])) continue;
      for (Value read : own.reads) before_[read] = n.operands[i + 1];
    }
  }

  std::map<Value, Value> before_;  // of a read: the tensor before the loop
  bool changed_ = false;
};

}  // namespace

bool own_elements(ir::Graph& g) { return any_changed<OwnElements>(g); }

}  // namespace tlaloc::transform
