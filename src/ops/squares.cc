// Sums of squares, found by how a value is made. What is not known is none.
//
// A loop's result is one if it begins as one and every turn makes one of it: while a loop is looked
// at, the value that it carries counts as one.
#include "ops/squares.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tlaloc::ops {

using ir::Builder;
using ir::Node;
using ir::Value;
using ir::Values;

namespace {

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class Squares {
 public:
  explicit Squares(const Builder& b) : b_(b) {}

  bool sum(Value v) {
    if (std::find(carried_.begin(), carried_.end(), v) != carried_.end()) return true;
    const auto known = known_.find(v);
    if (known != known_.end()) return known->second;
    const bool is = find(v);
    known_[v] = is;
    return is;
  }

  /// The number that v is in all its elements, if it is a constant.
  std::optional<double> number(Value v) const {
    const Node* n = definition(v);
    if (n == nullptr) return std::nullopt;
    if (is_one_of(n->op->name, {"broadcast", "convert"})) return number(n->operands[0]);
    if (n->op->name != "constant") return std::nullopt;
    const ir::AttrValue& value = *n->attrs.find("value");
    if (const auto* d = std::get_if<double>(&value)) return *d;
    if (const auto* i = std::get_if<std::int64_t>(&value)) return static_cast<double>(*i);
    return std::nullopt;
  }

 private:
  bool find(Value v) {
    const Node* n = definition(v);
    if (n == nullptr) return false;
    if (const auto l = as_loop(*n)) return loop(*l, place(*n, v));
    if (n->op->control == ir::Control::branch) return branch(*n, v);
    return is_square(*n) || scaled(*n) || joined(*n);
  }

  const Node* definition(Value v) const {
    for (auto r = inside_.rbegin(); r != inside_.rend(); ++r)
      for (const Node& n : (*r)->nodes)
        if (std::find(n.results.begin(), n.results.end(), v) != n.results.end()) return &n;
    return b_.def(v);
  }

  bool is_square(const Node& n) {
    if (n.op->name == "constant") return number(n.results[0]) == 0.0;
    if (n.op->name == "pow") return number(n.operands[1]) == 2.0;
    if (is_one_of(n.op->name, {"mul", "dot"})) return same(n.operands[0], n.operands[1]);
    if (n.op->name != "contract" || !same(n.operands[0], n.operands[1])) return false;
    // Each element with itself: no axis is left that only one side has.
    const auto& pairs = n.attrs.ints("left_contract");
    const auto& common = n.attrs.ints("left_batch");
    return pairs == n.attrs.ints("right_contract") && common == n.attrs.ints("right_batch") &&
           static_cast<int>(pairs.size() + common.size()) == b_.type(n.operands[0]).rank();
  }

  struct Loop {
    const Node* node;
    const ir::Region* body;
    std::size_t skip;  ///< parameters before what is carried, and operands too
  };
  static std::optional<Loop> as_loop(const Node& n) {
    if (n.op->control == ir::Control::loop) return Loop{&n, &n.regions[0], 1};
    if (n.op->control == ir::Control::while_loop) return Loop{&n, &n.regions[1], 0};
    return std::nullopt;
  }

  /// Whether both are the same number: made alike of the same, or carried by one loop that begins
  /// and goes on with the same, as two iterators through one range are.
  bool same(Value x, Value y) {
    if (x == y) return true;
    if (std::find(alike_.begin(), alike_.end(), std::pair(x, y)) != alike_.end()) return true;
    if (++compared_ > kMostCompared) return false;
    for (const Loop& l : loops_)
      if (const auto i = carried(l, x), k = carried(l, y); i && k) return goes_alike(l, *i, *k);
    const Node *a = definition(x), *b = definition(y);
    if (a == nullptr || b == nullptr) return false;
    if (a == b) return left_alike(*a, x, y);
    if (a->op != b->op || a->op->has_effect || a->op->control != ir::Control::none ||
        a->results.size() != 1 || !(a->attrs == b->attrs) ||
        a->operands.size() != b->operands.size())
      return false;
    for (std::size_t i = 0; i < a->operands.size(); ++i)
      if (!same(a->operands[i], b->operands[i])) return false;
    return true;
  }
  /// Which of the carried values v is in a turn.
  static std::optional<std::size_t> carried(const Loop& l, Value v) {
    const Values& all = l.body->params;
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(l.skip);
    const auto at = std::find(first, all.end(), v);
    if (at == all.end()) return std::nullopt;
    return static_cast<std::size_t>(at - first);
  }
  /// While the turn is looked at, both count as the same.
  bool goes_alike(const Loop& l, std::size_t i, std::size_t k) {
    if (!same(l.node->operands[l.skip + i], l.node->operands[l.skip + k])) return false;
    alike_.emplace_back(l.body->params[l.skip + i], l.body->params[l.skip + k]);
    const bool goes_on = same(l.body->results[i], l.body->results[k]);
    alike_.pop_back();
    return goes_on;
  }
  /// Two results of one node.
  bool left_alike(const Node& n, Value x, Value y) {
    const auto l = as_loop(n);
    if (!l) return false;
    loops_.push_back(*l);
    inside_.push_back(l->body);
    const bool is = goes_alike(*l, place(n, x), place(n, y));
    inside_.pop_back();
    loops_.pop_back();
    return is;
  }

  /// Divided by anything: where the sum is 0, so is the quotient, and its slopes.
  bool scaled(const Node& n) {
    if (n.op->name == "div") return sum(n.operands[0]);
    return n.op->name == "mul" && product(n);
  }

  /// Every factor stands in it twice, is a sum of squares itself, or a number; no number below 0.
  bool product(const Node& n) {
    std::vector<Value> alone;
    double numbers = 1;
    std::vector<Value> left(n.operands.begin(), n.operands.end());
    for (std::size_t looked = 0; !left.empty(); ++looked) {
      const Value v = left.back();
      left.pop_back();
      const Node* made = definition(v);
      if (looked == kMostFactors) return false;
      if (const auto x = number(v)) {
        numbers *= *x;
      } else if (made != nullptr && made->op->name == "mul") {
        left.insert(left.end(), made->operands.begin(), made->operands.end());
      } else if (const auto twin =
                     std::find_if(alone.begin(), alone.end(), [&](Value u) { return same(u, v); });
                 twin != alone.end()) {
        alone.erase(twin);
      } else {
        alone.push_back(v);
      }
    }
    return numbers >= 0 && std::all_of(alone.begin(), alone.end(), [&](Value v) { return sum(v); });
  }

  bool joined(const Node& n) {
    if (is_one_of(n.op->name, {"add", "concat"}))
      return std::all_of(n.operands.begin(), n.operands.end(), [&](Value x) { return sum(x); });
    if (n.op->name == "select") return sum(n.operands[1]) && sum(n.operands[2]);
    return is_one_of(n.op->name, {"sum", "sum_to", "convert", "broadcast", "reshape", "transpose",
                                  "reverse", "slice", "index", "take"}) &&
           sum(n.operands[0]);
  }

  static std::size_t place(const Node& n, Value v) {
    return static_cast<std::size_t>(std::find(n.results.begin(), n.results.end(), v) -
                                    n.results.begin());
  }

  bool loop(const Loop& l, std::size_t k) {
    if (!sum(l.node->operands[l.skip + k])) return false;
    carried_.push_back(l.body->params[l.skip + k]);
    loops_.push_back(l);
    const auto outside = std::exchange(known_, {});  // inside, answers depend on what is carried
    const bool stays = within(*l.body, k);
    known_ = outside;
    loops_.pop_back();
    carried_.pop_back();
    return stays;
  }
  bool branch(const Node& n, Value v) {
    const std::size_t k = place(n, v);
    return std::all_of(n.regions.begin(), n.regions.end(),
                       [&](const ir::Region& r) { return within(r, k); });
  }
  bool within(const ir::Region& r, std::size_t k) {
    inside_.push_back(&r);
    const bool is = sum(r.results[k]);
    inside_.pop_back();
    return is;
  }

  static constexpr std::size_t kMostFactors = 32;
  static constexpr int kMostCompared = 1000;

  const Builder& b_;
  std::vector<Value> carried_;
  std::map<Value, bool> known_;
  std::vector<const ir::Region*> inside_;
  std::vector<Loop> loops_;
  std::vector<std::pair<Value, Value>> alike_;  // values that count as the same
  int compared_ = 0;
};

}  // namespace

bool is_sum_of_squares(const Builder& b, Value v) { return Squares(b).sum(v); }
std::optional<double> number_everywhere(const Builder& b, Value v) { return Squares(b).number(v); }

}  // namespace tlaloc::ops
