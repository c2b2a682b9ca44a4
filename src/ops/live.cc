#include "ops/live.h"

#include <cmath>
#include <map>
#include <mutex>

#include "ops/build.h"
#include "ops/messages.h"

namespace tlaloc::ops {

using ir::Builder;
using ir::Domain;
using ir::Node;
using ir::Type;
using ir::Value;

namespace {

// A value of each lane, for all elements of a tensor of lanes.
Value for_elements(Builder& b, Value of_lanes, const Type& t) {
  return build::broadcast(b, of_lanes, t.sizes, {0});
}

// What the table says of the numbers that an op takes.
const std::vector<Domain>& domains(const ir::OpDef& op) {
  static std::mutex mutex;
  static std::map<const ir::OpDef*, std::vector<Domain>> known;
  const std::lock_guard lock(mutex);
  const auto found = known.find(&op);
  if (found != known.end()) return found->second;
  const auto samples = op.samples == nullptr ? std::vector<ir::Sample>() : op.samples();
  return known[&op] = samples.empty() ? std::vector<Domain>() : samples.front().domains;
}

Domain domain(const Node& n, std::size_t i) {
  const std::vector<Domain>& all = domains(*n.op);
  if (i < all.size()) return all[i];
  // As many indices as there are axes: the sample may have fewer.
  for (Domain d : all)
    if (d == Domain::index) return d;
  return Domain::real;
}

}  // namespace

Value both(Builder& b, Value mask, Value other) { return build::logical_and(b, mask, other); }
Value without(Builder& b, Value mask, Value other) { return both(b, mask, others(b, other)); }
Value others(Builder& b, Value mask) { return build::logical_not(b, mask); }

Value any_live(Builder& b, Value mask) {
  const Value many = build::sum(b, build::convert(b, mask, DType::i64), {0});
  return build::ne(b, many, build::integer(b, 0, DType::i64));
}

Value choose(Builder& b, Value mask, Value x, Value y) {
  if (x == y) return x;
  return build::select(b, for_elements(b, mask, Type(b.type(x))), x, y);
}

Value everywhere(Builder& b, double v, const Type& t) { return build::full(b, v, t); }

Value largest(Builder& b, Value counts) {
  if (b.type(counts).dtype != DType::i64) counts = build::convert(b, counts, DType::i64);
  const Value none = build::full(b, 0, Type{DType::i64, {1}, {}});
  return build::reduce_max(b, build::concat(b, {counts, none}, 0), {0});
}

Value still_turning(Builder& b, Value turn, Value counts) {
  return build::lt(b, build::broadcast_scalar(b, turn, Type(b.type(counts))), counts);
}

std::optional<double> harmless(const Node& n, std::size_t i, DType t) {
  switch (domain(n, i)) {
    case Domain::index:
      if (is_integer(t)) return 0;
      break;
    case Domain::unit:
      return 0.5;
    case Domain::positive:
    case Domain::nonzero:
      return 1;
    default:
      break;
  }
  // Linear in its operands: finite where they are.
  const bool tame = std::holds_alternative<ir::Linear>(n.op->derivative) ||
                    std::holds_alternative<ir::Bilinear>(n.op->derivative);
  if (is_floating(t) && !tame) return 1;
  return std::nullopt;
}

bool is_light(const ir::Function& f, const Node& n) {
  if (n.op->control != ir::Control::none || n.op->has_effect) return false;
  if (n.operands.empty()) return true;
  if (n.op->element != ir::Element::pointwise) return false;
  for (std::size_t i = 0; i < n.operands.size(); ++i)
    if (is_integer(f.type(n.operands[i]).dtype) && domain(n, i) == Domain::nonzero) return false;
  return true;
}

bool is_harmless(const ir::Function& f, const Node& n,
                 const std::function<const Node*(Value)>& def) {
  if (n.op->control != ir::Control::none || n.op->has_effect || n.results.size() != 1) return false;
  if (is_light(f, n)) {
    // A number too large for an integer is nobody's to convert before its turn.
    const bool to_integer = is_integer(f.type(n.results[0]).dtype);
    return !to_integer || n.operands.empty() || !is_floating(f.type(n.operands[0]).dtype);
  }
  if (n.op->element != ir::Element::pointwise || n.operands.size() != 2) return false;
  const Node* divisor = def(n.operands[1]);
  const ir::AttrValue* value =
      divisor == nullptr || !divisor->operands.empty() ? nullptr : divisor->attrs.find("value");
  const auto* number = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
  return number != nullptr && *number > 0;
}

bool is_moderate(const Node* def) {
  if (def == nullptr || !def->operands.empty()) return false;
  const ir::AttrValue* value = def->attrs.find("value");
  const auto* d = value == nullptr ? nullptr : std::get_if<double>(value);
  return d != nullptr && std::isfinite(*d) && std::fabs(*d) < 1e6;
}

}  // namespace tlaloc::ops
