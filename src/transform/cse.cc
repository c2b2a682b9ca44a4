#include "transform/cse.h"

#include <fmt/format.h>

#include "ir/op_def.h"
#include "transform/rebuild.h"

namespace tlaloc::transform {
namespace {

using ir::Control;
using ir::Node;
using ir::Value;
using ir::Values;

class Cse : public Rebuild {
 protected:
  std::optional<Values> replace(const Node& n) override {
    key_.clear();
    if (n.op->control == Control::map) {  // its body sees nothing from outside
      b_->copy(*from_, n, map_);
      return at(n.results);
    }
    const bool plain = n.op->control == Control::none || n.op->control == Control::size;
    if (!plain || n.op->has_effect) return std::nullopt;
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
    ir::Region out = Rebuild::region(r);
    seen_ = outside;
    key_.clear();
    return out;
  }

 private:
  std::string key(const Node& n) const {
    std::string out(n.op->name);
    for (Value v : n.operands) out += fmt::format(" {}", at(v).id);
    return out + ir::text(n.attrs);
  }

  std::map<std::string, Values> seen_;
  std::string key_;
};

}  // namespace

ir::Graph cse(ir::Graph g) {
  for (ir::Function& f : g.functions) f = Cse().run(f);
  return g;
}

}  // namespace tlaloc::transform
