#include "transform/activity.h"

#include <algorithm>

#include "base/check.h"
#include "transform/words.h"

namespace tlaloc::transform {

bool depends_on(const Node& n, int i) {
  const ir::Derivative& d = n.op->derivative;
  if (std::holds_alternative<ir::Zero>(d)) return false;
  if (const auto* linear = std::get_if<ir::Linear>(&d)) return linear->in >> i & 1;
  if (std::holds_alternative<ir::Bilinear>(d)) return i < 2;
  return true;
}

namespace {

// An element-wise op with a condition hands a zero cotangent to what it does not choose.
bool chooses(const Node& n, const ir::Function& f) {
  return n.op->element == ir::Element::pointwise &&
         std::any_of(n.operands.begin(), n.operands.end(),
                     [&](Value v) { return f.type(v).dtype == DType::b1; });
}

}  // namespace

Activity::Activity(const ir::Function& f, const std::vector<bool>& params,
                   const std::vector<bool>& results)
    : f_(f),
      varied_(f.values.size(), false),
      useful_(f.values.size(), false),
      gated_(f.values.size(), false) {
  for (std::size_t i = 0; i < params.size(); ++i) vary(f.body.params[i], params[i]);
  forward(f.body);
  for (std::size_t i = 0; i < results.size(); ++i) use(f.body.results[i], results[i], false);
  backward(f.body);
}

bool Activity::vary(Value v, bool by) {
  if (!by || varied_[v.id] || !is_floating(f_.type(v).dtype)) return false;
  varied_[v.id] = true;
  return true;
}

bool Activity::use(Value v, bool by, bool gated) {
  if (!by || !varied_[v.id]) return false;
  const bool grown = !useful_[v.id] || (gated && !gated_[v.id]);
  useful_[v.id] = true;
  gated_[v.id] = gated_[v.id] || gated;
  return grown;
}

void Activity::forward(const Region& r) {
  for (const Node& n : r.nodes) forward(n);
}

// The carried values of a loop: operands and parameters of its body from `operand` and `param` on.
void Activity::forward(const Node& n) {
  switch (n.op->control) {
    case Control::none:
    case Control::call: {
      bool moves = false;
      for (std::size_t i = 0; i < n.operands.size(); ++i)
        moves |= varied(n.operands[i]) && depends_on(n, static_cast<int>(i));
      for (Value y : n.results) vary(y, moves);
      return;
    }
    case Control::branch:
      for (const Region& r : n.regions) {
        forward(r);
        for (std::size_t i = 0; i < n.results.size(); ++i) vary(n.results[i], varied(r.results[i]));
      }
      return;
    case Control::loop:
    case Control::while_loop: {
      const Region& body = n.regions.back();
      const std::size_t skip = n.op->control == Control::loop ? 1 : 0;
      for (bool grown = true; grown;) {
        grown = false;
        for (std::size_t i = 0; i < n.results.size(); ++i)
          grown |=
              vary(body.params[i + skip], varied(n.operands[i + skip]) || varied(body.results[i]));
        forward(body);
        for (std::size_t i = 0; i < n.results.size(); ++i)
          grown |= vary(body.params[i + skip], varied(body.results[i]));
      }
      for (std::size_t i = 0; i < n.results.size(); ++i)
        vary(n.results[i], varied(body.params[i + skip]));
      return;
    }
    case Control::map:
      base::bug("a fused map is not differentiated: fuse runs last", __FILE__, __LINE__);
    case Control::bind_size:
    case Control::size:
    case Control::require:
      return;
  }
}

void Activity::backward(const Region& r) {
  for (auto n = r.nodes.rbegin(); n != r.nodes.rend(); ++n) backward(*n);
}

void Activity::backward(const Node& n) {
  switch (n.op->control) {
    case Control::none:
    case Control::call: {
      const bool moves =
          std::any_of(n.results.begin(), n.results.end(), [&](Value y) { return active(y); });
      const bool gated = chooses(n, f_) || std::any_of(n.results.begin(), n.results.end(),
                                                       [&](Value y) { return gated_[y.id]; });
      for (std::size_t i = 0; i < n.operands.size(); ++i)
        use(n.operands[i], moves && depends_on(n, static_cast<int>(i)), gated);
      return;
    }
    case Control::branch:
      for (const Region& r : n.regions) {
        for (std::size_t i = 0; i < n.results.size(); ++i) use_like(r.results[i], n.results[i]);
        backward(r);
      }
      return;
    case Control::loop:
    case Control::while_loop: {
      const Region& body = n.regions.back();
      const std::size_t skip = n.op->control == Control::loop ? 1 : 0;
      for (std::size_t i = 0; i < n.results.size(); ++i) use_like(body.results[i], n.results[i]);
      for (bool grown = true; grown;) {
        backward(body);
        grown = false;
        for (std::size_t i = 0; i < n.results.size(); ++i)
          grown |= use_like(body.results[i], body.params[i + skip]);
      }
      for (std::size_t i = 0; i < n.results.size(); ++i) {
        use_like(body.params[i + skip], n.results[i]);  // no turns: the result is the operand
        use_like(n.operands[i + skip], body.params[i + skip]);
        use_like(n.results[i], body.params[i + skip]);
      }
      return;
    }
    case Control::map:
    case Control::bind_size:
    case Control::size:
    case Control::require:
      return;
  }
}

}  // namespace tlaloc::transform
