#include "ops/squares.h"

#include <algorithm>

#include "ops/pointwise.h"
#include "ops/table.h"

namespace tlaloc::ops {

namespace {

constexpr std::size_t kMostFactors = 32;
constexpr int kMostCompared = 1000;

std::size_t place(const Node& n, Value v) {
  return static_cast<std::size_t>(std::find(n.results.begin(), n.results.end(), v) -
                                  n.results.begin());
}

}  // namespace

bool Squares::sum(Value v) {
  if (std::find(carried_.begin(), carried_.end(), v) != carried_.end()) return true;
  const auto known = known_.find(v);
  if (known != known_.end()) return known->second;
  const bool is = find(v);
  known_[v] = is;
  return is;
}

std::optional<double> Squares::number(Value v) const {
  return uniform([this](Value x) { return definition(x); }, v);
}

bool Squares::find(Value v) {
  const Node* n = definition(v);
  if (n == nullptr) return false;
  if (const auto l = as_loop(*n)) return loop(*l, place(*n, v));
  if (n->op->control == ir::Control::branch) return branch(*n, v);
  if (const auto x = number(v)) return *x == 0;
  const SquareRule* rule = square_rule(*n->op);
  return rule != nullptr && rule->holds(*this, *n);
}

const Node* Squares::definition(Value v) const {
  for (auto r = inside_.rbegin(); r != inside_.rend(); ++r)
    for (const Node& n : (*r)->nodes)
      if (std::find(n.results.begin(), n.results.end(), v) != n.results.end()) return &n;
  return b_.def(v);
}

std::optional<Squares::Loop> Squares::as_loop(const Node& n) {
  if (n.op->control == ir::Control::loop) return Loop{&n, &n.regions[0], 1};
  if (n.op->control == ir::Control::while_loop) return Loop{&n, &n.regions[1], 0};
  return std::nullopt;
}

bool Squares::same(Value x, Value y) {
  if (x == y) return true;
  if (std::find(alike_.begin(), alike_.end(), std::pair(x, y)) != alike_.end()) return true;
  if (++compared_ > kMostCompared) return false;
  for (const Loop& l : loops_)
    if (const auto i = carried(l, x), k = carried(l, y); i && k) return goes_alike(l, *i, *k);
  const Node *a = definition(x), *b = definition(y);
  if (a == nullptr || b == nullptr) return false;
  if (a == b) return left_alike(*a, x, y);
  return alike(*a, *b);
}

// Whether both make the same of the same.
bool Squares::alike(const Node& a, const Node& b) {
  if (a.op != b.op || a.op->has_effect || a.op->control != ir::Control::none ||
      a.results.size() != 1 || !(a.attrs == b.attrs) || a.operands.size() != b.operands.size())
    return false;
  for (std::size_t i = 0; i < a.operands.size(); ++i)
    if (!same(a.operands[i], b.operands[i])) return false;
  return true;
}

// Which of the carried values v is in a turn.
std::optional<std::size_t> Squares::carried(const Loop& l, Value v) {
  const Values& all = l.body->params;
  const auto first = all.begin() + static_cast<std::ptrdiff_t>(l.skip);
  const auto at = std::find(first, all.end(), v);
  if (at == all.end()) return std::nullopt;
  return static_cast<std::size_t>(at - first);
}

// While the turn is looked at, both count as the same.
bool Squares::goes_alike(const Loop& l, std::size_t i, std::size_t k) {
  if (!same(l.node->operands[l.skip + i], l.node->operands[l.skip + k])) return false;
  alike_.emplace_back(l.body->params[l.skip + i], l.body->params[l.skip + k]);
  const bool goes_on = same(l.body->results[i], l.body->results[k]);
  alike_.pop_back();
  return goes_on;
}

// Two results of one node.
bool Squares::left_alike(const Node& n, Value x, Value y) {
  const auto l = as_loop(n);
  if (!l) return false;
  loops_.push_back(*l);
  inside_.push_back(l->body);
  const bool is = goes_alike(*l, place(n, x), place(n, y));
  inside_.pop_back();
  loops_.pop_back();
  return is;
}

bool Squares::product(const Node& n) {
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
    } else if (made != nullptr && made->op == n.op) {
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

bool Squares::loop(const Loop& l, std::size_t k) {
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

bool Squares::branch(const Node& n, Value v) {
  const std::size_t k = place(n, v);
  return std::all_of(n.regions.begin(), n.regions.end(),
                     [&](const ir::Region& r) { return within(r, k); });
}

bool Squares::within(const ir::Region& r, std::size_t k) {
  inside_.push_back(&r);
  const bool is = sum(r.results[k]);
  inside_.pop_back();
  return is;
}

}  // namespace tlaloc::ops
