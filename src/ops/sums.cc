#include "ops/sums.h"

#include <algorithm>
#include <cmath>

#include "ops/build.h"
#include "ops/table.h"

namespace tlaloc::ops {

using ir::Builder;
using ir::Node;
using ir::Value;

std::vector<Term> terms_of_sum(const Node& n) {
  if (n.op == find("add")) return {{1, n.operands[0]}, {1, n.operands[1]}};
  if (n.op == find("sub")) return {{1, n.operands[0]}, {-1, n.operands[1]}};
  if (n.op == find("neg")) return {{-1, n.operands[0]}};
  return {};
}

std::vector<Term> term_of_product(const Node& n, const std::function<const Node*(Value)>& def) {
  if (n.op != find("mul")) return {};
  for (int i : {0, 1}) {
    const Node* c = def(n.operands[i]);
    if (c == nullptr || c->op != find("constant")) continue;
    const auto* number = std::get_if<double>(c->attrs.find("value"));
    if (number != nullptr && std::isfinite(*number) && *number != 0)
      return {{*number, n.operands[1 - i]}};
  }
  return {};
}

Value sum_of_terms(Builder& b, std::vector<Term> terms) {
  const auto first =
      std::find_if(terms.begin(), terms.end(), [](const Term& t) { return t.factor > 0; });
  if (first != terms.end()) std::rotate(terms.begin(), first, first + 1);
  const auto scaled = [&](const Term& t) {
    const double size = std::abs(t.factor);
    return size == 1 ? t.value
                     : build::mul(b, build::full(b, size, ir::Type(b.type(t.value))), t.value);
  };
  Value sum;
  for (const Term& t : terms) {
    const Value v = scaled(t);
    if (!sum)
      sum = t.factor > 0 ? v : build::neg(b, v);
    else
      sum = t.factor > 0 ? build::add(b, sum, v) : build::sub(b, sum, v);
  }
  return sum;
}

Value any_not_zero(Builder& b, const ir::Values& x) {
  Value any;
  for (Value v : x) {
    if (!v) continue;
    const Value here = build::ne(b, v, build::full(b, 0, ir::Type(b.type(v))));
    any = any ? build::logical_or(b, any, here) : here;
  }
  return any;
}

}  // namespace tlaloc::ops
