#include "transform/written_whole.h"

#include <algorithm>

#include "ops/room.h"
#include "transform/integers.h"
#include "transform/rebuild.h"
#include "transform/uses.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

using ir::Access;

/// Follows a tensor through the body of a loop: is its element at the counter written, and no
/// other touched, nor this one read before?
class OneElement {
 public:
  OneElement(const Integers& integers, Value counter)
      : integers_(integers), counter_(integers.of(counter)) {}

  bool is_written(const Region& r, Value in, Value out) const { return goes(r, in, out, false); }

 private:
  /// At the counter, along the first axis.
  bool is_own(const Node& n, Value x) const {
    const std::size_t others = n.op->access == Access::load ? 1 : 2;
    return n.operands.size() == others + 1 && n.operands[0] == x && uses(n.operands, x) == 1 &&
           integers_.of(n.operands[1]) == counter_;
  }
  bool only_reads(const Node& n, Value x) const {
    if (uses(n.operands, x) > 0) return n.op->access == Access::load && is_own(n, x);
    return std::all_of(n.regions.begin(), n.regions.end(), [&](const Region& r) {
      return uses(r.results, x) == 0 &&
             std::all_of(r.nodes.begin(), r.nodes.end(),
                         [&](const Node& inner) { return only_reads(inner, x); });
    });
  }

  bool goes(const Region& r, Value in, Value out, bool written) const {
    const Node* user = nullptr;
    for (const Node& n : r.nodes) {
      if (uses(n.operands, in) + uses_inside(n, in) == 0) continue;
      if (written && only_reads(n, in)) continue;
      if (user != nullptr) return false;
      user = &n;
    }
    if (in == out) return written && user == nullptr && uses(r.results, in) == 1;
    if (user == nullptr || uses(r.results, in) != 0) return false;
    const bool stores = user->op->access == Access::store;
    if (stores || (written && user->op->access == Access::accumulate))
      return is_own(*user, in) && goes(r, user->results[0], out, true);
    if (user->op->control == Control::branch) return through_branch(r, *user, in, out, written);
    return written && user->op->control == Control::loop && through_loop(r, *user, in, out);
  }
  bool through_branch(const Region& r, const Node& n, Value in, Value out, bool written) const {
    if (uses(n.operands, in) != 0) return false;
    for (std::size_t i = 0; i < n.results.size(); ++i)
      if (goes(n.regions[0], in, n.regions[0].results[i], written) &&
          goes(n.regions[1], in, n.regions[1].results[i], written))
        return goes(r, n.results[i], out, true);
    return false;
  }
  bool through_loop(const Region& r, const Node& n, Value in, Value out) const {
    if (uses(n.operands, in) != 1 || uses_inside(n, in) != 0) return false;
    const Region& body = n.regions[0];
    for (std::size_t i = 0; i < n.results.size(); ++i)
      if (n.operands[i + 1] == in)
        return goes(body, body.params[i + 1], body.results[i], true) &&
               goes(r, n.results[i], out, true);
    return false;
  }

  const Integers& integers_;
  const Size counter_;
};

class WrittenWhole : public Rebuild {
 public:
  explicit WrittenWhole(const Function& f) : integers_(f) {
    ir::for_each_node(f.body, [&](const Node& n) {
      if (n.op->control == Control::loop) note(f, n);
    });
  }
  bool changed() const { return !begin_with_room_.empty(); }

 protected:
  std::optional<Values> replace(const Node& n) override {
    const auto found =
        n.results.empty() ? begin_with_room_.end() : begin_with_room_.find(n.results[0]);
    if (found == begin_with_room_.end()) return std::nullopt;
    Values operands = at(n.operands);
    for (std::size_t i : found->second) operands[i + 1] = ops::make_room(*b_, plain(n.results[i]));
    return copied(n, std::move(operands));
  }

 private:
  ir::Type plain(Value v) const { return {from_->type(v).dtype, from_->type(v).sizes, {}}; }
  void note(const Function& f, const Node& n) {
    const Region& body = n.regions[0];
    const OneElement element(integers_, body.params[0]);
    for (std::size_t i = 0; i < n.results.size(); ++i) {
      const ir::Type& t = f.type(n.results[i]);
      if (t.is_scalar() || !t.names.empty() || !integers_.counts(n.operands[0], t.sizes[0]))
        continue;
      const Node* before = integers_.maker(n.operands[i + 1]);
      if (before != nullptr && ops::is_room(*before)) continue;
      if (element.is_written(body, body.params[i + 1], body.results[i]))
        begin_with_room_[n.results[0]].push_back(i);
    }
  }

  const Integers integers_;
  std::map<Value, std::vector<std::size_t>> begin_with_room_;  // of a loop's first result
};

}  // namespace

bool written_whole(ir::Graph& g) { return any_found<WrittenWhole>(g); }

}  // namespace tlaloc::transform
