// Sums as lists of terms, so that a transform can put like terms together and names no op.
#pragma once

#include <functional>
#include <vector>

#include "ir/builder.h"

namespace tlaloc::ops {

struct Term {
  double factor = 1;
  ir::Value value;
};

/// x + y, x - y, -x as terms; of any other node none.
std::vector<Term> terms_of_sum(const ir::Node& n);
/// The one term c * x of a product by a number; of any other node none. `def`: what defines a
/// value.
std::vector<Term> term_of_product(const ir::Node& n,
                                  const std::function<const ir::Node*(ir::Value)>& def);
/// factor * value + …, added up in this order, but for a positive term that comes first if there is
/// one. At least one term.
ir::Value sum_of_terms(ir::Builder& b, std::vector<Term> terms);

/// Whether any of these floating scalars is not zero; "no value" is zero. At least one is a value.
ir::Value any_not_zero(ir::Builder& b, const ir::Values& x);

}  // namespace tlaloc::ops
