// Calls in reverse: of functions, of functions that call themselves, of those with a rule.
#include <algorithm>

#include "ops/arithmetic.h"
#include "ops/turns.h"
#include "transform/call_once.h"
#include "transform/cotangents.h"
#include "transform/inline_calls.h"
#include "transform/rules.h"
#include "transform/words.h"

namespace tlaloc::transform {

namespace {

void append(Values& to, const Values& more) { to.insert(to.end(), more.begin(), more.end()); }

}  // namespace

// The user's own derivative of a call. A forward rule is linear in its tangents: transposed.
Result<void> Cotangents::ruled_call(const Node& n, const Values& cts) {
  std::vector<bool> is_active;
  for (Value v : n.operands) is_active.push_back(active(v));
  if (auto ok = check_captures(from_, n, is_active); !ok) return ok;
  const bool reverse = n.attrs.has(kVjpRule);
  Values operands = y_.at(n.operands), wanted, seeds;
  for (std::int64_t i = 0; i < n.attrs.integer(kArguments); ++i)
    if (is_floating(from_.type(n.operands[i]).dtype)) wanted.push_back(n.operands[i]);
  for (std::size_t i = 0; i < cts.size(); ++i)
    if (is_floating(from_.type(n.results[i]).dtype))
      seeds.push_back(cts[i] ? cts[i] : ops::zeros(b_, from_.type(n.results[i])));
  std::string callee;
  if (reverse) {
    callee = n.attrs.string(kVjpRule);
  } else {
    std::vector<bool> linear(n.operands.size(), false);
    linear.resize(n.operands.size() + wanted.size(), true);
    callee =
        variants_.name(n.attrs.string(kJvpRule), linear, std::vector<bool>(seeds.size(), true));
    for (Value v : wanted) operands.push_back(ops::zeros(b_, from_.type(v)));
  }
  operands.insert(operands.end(), seeds.begin(), seeds.end());
  std::vector<Type> result_types = types(wanted);
  if (!reverse && recursive_.count(n.attrs.string(kJvpRule))) {
    for (Value v : wanted)
      if (!from_.type(v).is_scalar()) operands.push_back(ops::zeros(b_, from_.type(v)));
    const std::vector<Type> values = types(seeds_of(n));
    result_types.insert(result_types.begin(), values.begin(), values.end());
  }
  Values given = b_.add_structural(*n.op, operands, {{"callee", callee}}, {}, result_types);
  given.erase(given.begin(), given.end() - static_cast<std::ptrdiff_t>(wanted.size()));
  for (std::size_t i = 0; i < wanted.size(); ++i) accumulate(wanted[i], given[i]);
  return {};
}

Values Cotangents::seeds_of(const Node& n) const {
  Values out;
  for (Value v : n.results)
    if (is_floating(from_.type(v).dtype)) out.push_back(v);
  return out;
}

Result<void> Cotangents::call(const Node& n, const Values& cts) {
  if (has_rule(n)) return ruled_call(n, cts);
  const bool is_found = n.attrs.has(kFoundOf);
  const std::string callee = n.attrs.string(is_found ? kFoundOf : "callee");
  const std::size_t passed =
      is_found ? n.operands.size() - 2 - (cts.size() - 1) : n.operands.size();
  std::vector<bool> params, results;
  Values operands = y_.at(n.operands), wanted;
  for (std::size_t i = 0; i < passed; ++i) {
    params.push_back(active(n.operands[i]));
    if (params.back()) wanted.push_back(n.operands[i]);
  }
  if (!is_found && kept_.count(callee)) append(operands, run_keeping(n, kept_.at(callee)));
  for (std::size_t i = 0; i < cts.size() - (is_found ? 1 : 0); ++i) {
    results.push_back(static_cast<bool>(cts[i]));
    if (cts[i]) operands.push_back(cts[i]);
  }
  ir::Attrs attrs = n.attrs;
  std::vector<bool> added(wanted.size(), true);
  std::vector<Type> result_types = types(wanted);
  if (kept_.count(callee)) {
    attrs = {};
    added = hand_over(wanted, operands, attrs, 0);
  } else if (recursive_.count(callee)) {
    added = hand_over(wanted, operands, attrs, n.results.size());
    attrs.set(std::string(kValueOf), callee);
    const std::vector<Type> values = types(n.results);
    result_types.insert(result_types.begin(), values.begin(), values.end());
  }
  attrs.set("callee", variants_.name(callee, params, results));
  Values given = b_.add_structural(*n.op, operands, attrs, {}, result_types);
  given.erase(given.begin(), given.end() - static_cast<std::ptrdiff_t>(wanted.size()));
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (added[i])
      accumulate(wanted[i], given[i]);
    else
      replace(wanted[i], given[i]);
  return {};
}

// Runs a function for what its activations give. Gives the number of the first, and the tables.
Values Cotangents::run_keeping(const Node& n, const Activations& a) {
  const Values x = y_.at(n.operands);
  std::vector<Type> result_types = types(n.results);
  result_types.push_back(ir::scalar_type(DType::i64));
  const Value count = b_.add_structural(*n.op, x, {{"callee", a.counted}}, {}, result_types).back();
  const ir::Size all = ops::turns(b_, count, from_);
  Values more{ops::integer(b_, 0), ops::new_stack(b_, ir::scalar_type(DType::i64), all)};
  for (Value y : n.results) more.push_back(ops::new_stack(b_, from_.type(y), all));
  Values operands = x;
  append(operands, more);
  ir::Ints handed, back;
  for (std::size_t k = 1; k < more.size(); ++k) {
    handed.push_back(static_cast<std::int64_t>(x.size() + k));
    back.push_back(static_cast<std::int64_t>(n.results.size() + k));
    result_types.push_back(b_.type(more[k]));
  }
  const Values given = b_.add_structural(*n.op, operands,
                                         {{"callee", a.kept},
                                          {std::string(kHandedOver), handed},
                                          {std::string(kGivenBack), back},
                                          {std::string(kValueOf), n.attrs.string("callee")}},
                                         {}, result_types);
  std::copy(given.end() - static_cast<std::ptrdiff_t>(more.size() - 1), given.end(),
            more.begin() + 1);
  return more;
}

// A function that calls itself adds to the cotangents of tensors that it gets: were they made
// anew by each call, its work would not be linear in the primal's. Gives which are still to be
// added up here. `values`: how many results come before the cotangents.
std::vector<bool> Cotangents::hand_over(const Values& wanted, Values& operands, ir::Attrs& attrs,
                                        std::size_t values) {
  std::vector<std::int64_t> handed, back;
  std::vector<bool> added(wanted.size(), true);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (from_.type(wanted[i]).is_scalar()) continue;
    added[i] = std::find(wanted.begin(), wanted.begin() + i, wanted[i]) != wanted.begin() + i;
    handed.push_back(static_cast<std::int64_t>(operands.size()));
    back.push_back(static_cast<std::int64_t>(values + i));
    operands.push_back(added[i] ? ops::zeros(b_, from_.type(wanted[i]))
                                : cotangent_or_zeros(wanted[i]));
  }
  attrs.set(std::string(kHandedOver), handed);
  attrs.set(std::string(kGivenBack), back);
  return added;
}

}  // namespace tlaloc::transform
