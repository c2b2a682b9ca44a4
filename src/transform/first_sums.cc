#include "transform/first_sums.h"

#include <set>

#include "ops/affine.h"
#include "ops/arithmetic.h"
#include "ops/room.h"
#include "transform/forward_order.h"
#include "transform/integers.h"
#include "transform/rebuild.h"
#include "transform/uses.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

using ir::Access;

/// x[i] alone: one index, along the only axis.
bool is_element(const Function& f, const Node& n, Access access) {
  const std::size_t count = access == Access::load ? 2 : 3;
  return n.op->access == access && n.operands.size() == count && f.type(n.operands[0]).rank() == 1;
}

class FirstSums : public Rebuild {
 public:
  explicit FirstSums(const Function& f) : f_(f), integers_(f) {
    ir::for_each_node(f.body, [&](const Node& n) {
      if (n.op->control == Control::loop && n.attrs.has(kBackwards)) note(n);
    });
  }
  bool changed() const { return !left_.empty() || !written_.empty(); }

 protected:
  std::optional<Values> replace(const Node& n) override {
    if (const auto rooms = rooms_.find(&n); rooms != rooms_.end())
      return with_rooms(n, rooms->second);
    if (n.results.size() != 1) return std::nullopt;
    if (const auto left = left_.find(n.results[0]); left != left_.end())
      return Values{at(left->second)};
    if (written_.count(n.results[0]) == 0) return std::nullopt;
    return Values{ops::store(*b_, at(n.operands[0]), at(n.operands[1]), at(n.operands[2]))};
  }

 private:
  void note(const Node& loop) {
    const Region& body = loop.regions[0];
    for (const Node& n : body.nodes) note_left(body, n);
    for (std::size_t i = 0; i < loop.results.size(); ++i) {
      const Node* sum = integers_.maker(body.results[i]);
      if (sum == nullptr || !is_element(f_, *sum, Access::accumulate)) continue;
      const Value t = body.params[i + 1];
      const Node* zeros = integers_.maker(loop.operands[i + 1]);
      if (sum->operands[0] != t || uses(body, t) != 1 || uses(body, sum->results[0]) != 1) continue;
      if (zeros == nullptr || !is_zeros(*zeros)) continue;
      if (!integers_.counts(loop.operands[0], f_.type(t).sizes[0])) continue;
      if (!takes_all(loop, sum->operands[1])) continue;
      rooms_[&loop].push_back(i);
      written_.insert(sum->results[0]);
    }
  }
  /// add(store(x, i, 0), i, load(x, i)) is x.
  void note_left(const Region& body, const Node& sum) {
    if (!is_element(f_, sum, Access::accumulate)) return;
    const Node* reset = integers_.maker(sum.operands[0]);
    const Node* read = integers_.maker(sum.operands[2]);
    if (reset == nullptr || read == nullptr || !is_element(f_, *reset, Access::store) ||
        !is_element(f_, *read, Access::load))
      return;
    const Value x = reset->operands[0], i = sum.operands[1];
    const Node* zero = integers_.maker(reset->operands[2]);
    if (read->operands[0] != x || reset->operands[1] != i || read->operands[1] != i) return;
    if (zero == nullptr || !zero->operands.empty() || !ops::is_positive_zero(*zero)) return;
    if (uses(body, reset->results[0]) == 1) left_[sum.results[0]] = x;
  }
  bool is_zeros(const Node& n) const {
    if (n.op->element != ir::Element::stretch || !f_.type(n.operands[0]).is_scalar()) return false;
    const Node* number = integers_.maker(n.operands[0]);
    return number != nullptr && number->operands.empty() && ops::is_positive_zero(*number);
  }
  /// The counter, or what is left of the turns behind it: every place once.
  bool takes_all(const Node& loop, Value index) const {
    const ir::Size counter = integers_.of(loop.regions[0].params[0]), at = integers_.of(index);
    return at == counter || at + counter + 1 == integers_.of(loop.operands[0]);
  }

  Values with_rooms(const Node& n, const std::vector<std::size_t>& rooms) {
    Values operands = at(n.operands);
    for (std::size_t i : rooms) {
      const ir::Type& t = from_->type(n.results[i]);
      operands[i + 1] = ops::make_room(*b_, {t.dtype, t.sizes, {}});
    }
    return copied(n, std::move(operands));
  }

  const Function& f_;
  const Integers integers_;
  std::map<Value, Value> left_;  // a sum that gives what was there -> what was there
  std::set<Value> written_;      // sums that are written instead
  std::map<const Node*, std::vector<std::size_t>> rooms_;
};

}  // namespace

bool first_sums(ir::Graph& g) { return any_found<FirstSums>(g); }

}  // namespace tlaloc::transform
