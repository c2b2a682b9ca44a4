#include "transform/vmap_masks.h"

#include "ops/arithmetic.h"
#include "ops/live.h"
#include "transform/words.h"

namespace tlaloc::transform {

Value Masks::replaced(Value x, bool is_batched, double by) {
  if (!is_batched) x = ops::stretch(b_, x, batch_);
  return ops::choose(b_, live_, x, ops::everywhere(b_, by, ir::Type(b_.type(x))));
}

void Masks::protect(const Node& n, Values& x, std::vector<bool>& batched) {
  if (!live_) return;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const DType t = b_.type(x[i]).dtype;
    const auto by = ops::harmless(n, i, t);
    if (!is_floating(t)) {
      // Shared integers are what the live lanes need, and there is one.
      if (by && batched[i]) x[i] = replaced(x[i], true, *by);
      continue;
    }
    if (made_.contains(x[i])) {
      if (by) x[i] = replaced(x[i], true, *by);
      continue;
    }
    if (!batched[i] && ops::is_moderate(b_.def(x[i]))) continue;
    Value& known = harmless_[x[i]];
    if (!known) known = replaced(x[i], batched[i], 1);
    x[i] = by && *by != 1 ? replaced(x[i], batched[i], *by) : known;
    batched[i] = true;
  }
}

void Masks::made(const Values& y) {
  if (live_) made_.insert(y.begin(), y.end());
}

Masks::Scope::Scope(Masks& m, Value live)
    : m_(m), live_(m.live_), harmless_(m.harmless_), made_(m.made_) {
  if (live == m.live_) return;
  m.live_ = live;
  m.harmless_.clear();
  m.made_.clear();
}

Masks::Scope::~Scope() {
  m_.live_ = live_;
  m_.harmless_ = std::move(harmless_);
  m_.made_ = std::move(made_);
}

}  // namespace tlaloc::transform
