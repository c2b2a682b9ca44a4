#include "transform/specialize.h"

#include "ops/arithmetic.h"
#include "transform/fold.h"
#include "transform/inline_calls.h"
#include "transform/optimise.h"
#include "transform/rebuild.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

using Symbols = std::map<std::string, Size>;

// Writes sizes that are numbers as constants, and collects the symbols that constants give.
class Numbers : public Rebuild {
 public:
  const Symbols& born() const { return born_; }
  bool changed() const { return changed_; }

 protected:
  std::optional<Values> replace(const Node& n) override {
    if (n.op->control == Control::size) {
      const auto number = n.attrs.get<Size>("size").constant();
      if (!number) return std::nullopt;
      changed_ = true;
      return Values{ops::integer(*b_, *number)};
    }
    if (n.op->control != Control::bind_size) return std::nullopt;
    const auto known = constant(*b_, [&](ir::Value v) { return b_->def(v); }, at(n.operands[0]));
    if (!known || known->integer() < 0) return std::nullopt;
    changed_ = true;
    born_.emplace(n.attrs.string("symbol"), known->integer());
    return Values{};
  }

 private:
  Symbols born_;
  bool changed_ = false;
};

}  // namespace

ir::Graph specialize(const ir::Graph& g, const std::map<std::string, std::int64_t>& sizes) {
  ir::Graph out = inline_calls(g);
  Symbols known;
  for (const auto& [symbol, number] : sizes) known.emplace(symbol, number);
  for (bool more = true; more;) {
    ir::substitute(out.main(), known);
    out = optimise(std::move(out));
    Numbers pass;
    out.main() = pass.run(out.main());
    known = pass.born();
    more = pass.changed();
  }
  return out;
}

}  // namespace tlaloc::transform
