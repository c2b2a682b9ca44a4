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

 private:
  bool find(Value v) {
    const Node* n = definition(v);
    if (n == nullptr) return false;
    if (n->op->control == ir::Control::loop) return loop(*n, v, 1, n->regions[0], 1);
    if (n->op->control == ir::Control::while_loop) return loop(*n, v, 0, n->regions[1], 0);
    if (n->op->control == ir::Control::branch) return branch(*n, v);
    return is_square(*n) || scaled(*n) || joined(*n);
  }

  const Node* definition(Value v) const {
    for (auto r = inside_.rbegin(); r != inside_.rend(); ++r)
      for (const Node& n : (*r)->nodes)
        if (std::find(n.results.begin(), n.results.end(), v) != n.results.end()) return &n;
    return b_.def(v);
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

  bool is_square(const Node& n) const {
    if (n.op->name == "constant") return number(n.results[0]) == 0.0;
    if (n.op->name == "pow") return number(n.operands[1]) == 2.0;
    if (is_one_of(n.op->name, {"mul", "dot"})) return n.operands[0] == n.operands[1];
    if (n.op->name != "contract" || n.operands[0] != n.operands[1]) return false;
    // Each element with itself: no axis is left that only one side has.
    const auto& pairs = n.attrs.ints("left_contract");
    const auto& common = n.attrs.ints("left_batch");
    return pairs == n.attrs.ints("right_contract") && common == n.attrs.ints("right_batch") &&
           static_cast<int>(pairs.size() + common.size()) == b_.type(n.operands[0]).rank();
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
      } else if (const auto twin = std::find(alone.begin(), alone.end(), v); twin != alone.end()) {
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

  /// `operands` and `params` stand before what the loop carries.
  bool loop(const Node& n, Value v, std::size_t operands, const ir::Region& body,
            std::size_t params) {
    const std::size_t k = place(n, v);
    if (!sum(n.operands[operands + k])) return false;
    carried_.push_back(body.params[params + k]);
    const auto outside = std::exchange(known_, {});  // inside, answers depend on what is carried
    const bool stays = within(body, k);
    known_ = outside;
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

  const Builder& b_;
  std::vector<Value> carried_;
  std::map<Value, bool> known_;
  std::vector<const ir::Region*> inside_;
};

}  // namespace

bool is_sum_of_squares(const Builder& b, Value v) { return Squares(b).sum(v); }

}  // namespace tlaloc::ops
