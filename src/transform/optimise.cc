#include "transform/optimise.h"

#include "ir/verify.h"
#include "transform/cse.h"
#include "transform/dce.h"
#include "transform/inline_calls.h"
#include "transform/own_elements.h"
#include "transform/simplify.h"
#include "transform/written_whole.h"

namespace tlaloc::transform {
namespace {

constexpr int kMostRounds = 30;

ir::Graph checked(ir::Graph g, std::string_view after) {
  ir::check_valid(g, after);
  return g;
}

}  // namespace

ir::Graph optimise(ir::Graph g) {
  g = checked(inline_calls(std::move(g)), "inline_calls");
  g = checked(dce(std::move(g)), "dce");
  bool changed = true;
  for (int round = 0; changed && round < kMostRounds; ++round) {
    changed = simplify(g);
    ir::check_valid(g, "simplify");
    g = checked(cse(std::move(g)), "cse");
    changed |= own_elements(g);
    changed |= written_whole(g);
    g = checked(dce(std::move(g)), "dce");
  }
  return g;
}

}  // namespace tlaloc::transform
