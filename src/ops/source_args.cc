#include "ops/source_args.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"
#include "ops/messages.h"
#include "ops/table.h"
#include "ops/turns.h"

namespace tlaloc::ops {

tl::unexpected<base::Error> not_lifted(const SourceCall& call, std::string what) {
  return base::fail(std::string(call.name), std::move(what), "lift.form");
}

base::Result<void> arguments(const SourceCall& call, std::size_t least, std::size_t most) {
  if (call.x.size() >= least && call.x.size() <= most) return {};
  return not_lifted(call, fmt::format("this form with {} arguments is not lifted", call.x.size()));
}

base::Result<Value> value_at(Builder& b, const SourceCall& call, std::size_t i) {
  if (i >= call.x.size()) return not_lifted(call, fmt::format("argument {} is missing", i + 1));
  const SourceArgument& a = call.x[i];
  if (a.value) return a.value;
  if (a.ints && a.ints->size() == 1) return build::integer(b, a.ints->front(), DType::i64);
  if (a.sizes && a.sizes->size() == 1) return build::size_of(b, a.sizes->front());
  return not_lifted(call, fmt::format("argument {} is not a number or a tensor", i + 1));
}

Size size_from(Builder& b, Value v) {
  const Node* n = b.def(v);
  while (n != nullptr && n->op->name == "convert" && is_integer(b.type(n->operands[0]).dtype) &&
         is_integer(b.type(n->results[0]).dtype))
    n = b.def(n->operands[0]);
  if (n != nullptr && n->op->control == Control::size) return n->attrs.get<Size>("size");
  if (n != nullptr && n->op->name == "constant")
    if (const auto* i = std::get_if<std::int64_t>(n->attrs.find("value"))) return *i;
  // A value that is a size already keeps its symbol: equal sizes are then seen to be equal.
  for (const Node& bound : b.function().body.nodes)
    if (bound.op->control == Control::bind_size && bound.operands[0] == v &&
        !bound.attrs.has(kRoomOnly))
      return Size::symbol(bound.attrs.string("symbol"));
  const std::string symbol = b.function().fresh_symbol("n");
  b.add_all(structural(Control::bind_size), {v}, {{"symbol", symbol}});
  return Size::symbol(symbol);
}

namespace {

base::Result<void> append_sizes(Builder& b, const SourceCall& call, const SourceArgument& a,
                                Sizes& out) {
  if (a.sizes) {
    out.insert(out.end(), a.sizes->begin(), a.sizes->end());
  } else if (a.ints) {
    out.insert(out.end(), a.ints->begin(), a.ints->end());
  } else if (a.value && b.type(a.value).is_scalar() && is_integer(b.type(a.value).dtype)) {
    out.push_back(size_from(b, a.value));
  } else {
    return not_lifted(call, "an argument is not an integer");
  }
  return {};
}

}  // namespace

base::Result<Sizes> sizes_from(Builder& b, const SourceCall& call, std::size_t first,
                               std::size_t after) {
  Sizes out;
  for (std::size_t i = first; i + after < call.x.size(); ++i)
    if (auto ok = append_sizes(b, call, call.x[i], out); !ok) return base::fail(ok.error());
  return out;
}

base::Result<Ints> ints_from(Builder& b, const SourceCall& call, std::size_t first) {
  Sizes sizes;
  for (const SourceArgument& a : call.template_args)
    if (auto ok = append_sizes(b, call, a, sizes); !ok) return base::fail(ok.error());
  for (std::size_t i = first; i < call.x.size(); ++i)
    if (auto ok = append_sizes(b, call, call.x[i], sizes); !ok) return base::fail(ok.error());
  Ints out;
  for (const Size& s : sizes) {
    if (!s.constant())
      return not_lifted(call, "the number of an axis is not known when the program is built");
    out.push_back(*s.constant());
  }
  return out;
}

base::Result<Values> indices_from(Builder& b, const SourceCall& call, std::size_t first,
                                  std::size_t after) {
  Values out;
  for (std::size_t i = first; i + after < call.x.size(); ++i) {
    const SourceArgument& a = call.x[i];
    if (a.value) {
      out.push_back(a.value);
      continue;
    }
    if (!a.indices.empty()) {
      out.insert(out.end(), a.indices.begin(), a.indices.end());
      continue;
    }
    Sizes sizes;
    if (auto ok = append_sizes(b, call, a, sizes); !ok) return base::fail(ok.error());
    for (const Size& s : sizes) out.push_back(build::size_of(b, s));
  }
  return out;
}

base::Result<Ints> axes_of(Builder& b, const SourceCall& call, std::size_t first, int rank) {
  auto axes = ints_from(b, call, first);
  if (!axes) return axes;
  if (axes->empty()) return iota_ints(rank);
  for (std::int64_t& a : *axes) {
    if (a < -rank || a >= rank)
      return base::fail(std::string(call.name),
                        fmt::format("there is no axis {} in rank {}", a, rank),
                        fmt::format("{}.c2", call.name));
    if (a < 0) a += rank;
  }
  return axes;
}

base::Result<std::int64_t> axis_of(Builder& b, const SourceCall& call, std::size_t first, int rank,
                                   std::optional<std::int64_t> otherwise) {
  auto axes = ints_from(b, call, first);
  if (!axes) return base::fail(axes.error());
  if (axes->empty() && otherwise) axes = Ints{*otherwise};
  if (axes->size() != 1)
    return not_lifted(call, fmt::format("{} axes are named, one is expected", axes->size()));
  const std::int64_t a = axes->front();
  if (a < -rank || a >= rank)
    return base::fail(std::string(call.name),
                      fmt::format("there is no axis {} in rank {}", a, rank),
                      fmt::format("{}.c2", call.name));
  return a < 0 ? a + rank : a;
}

Value in_dtype(Builder& b, Value v, DType t) {
  if (b.type(v).dtype == t) return v;
  const Node* n = b.def(v);
  if (n != nullptr && n->op->name == "constant" && b.type(v).dtype != DType::b1) {
    const ir::AttrValue& value = *n->attrs.find("value");
    if (const auto* d = std::get_if<double>(&value); d && is_floating(t))
      return build::number(b, *d, t);
    if (const auto* i = std::get_if<std::int64_t>(&value)) return build::integer(b, *i, t);
  }
  return build::convert(b, v, t);
}

void same_dtypes(Builder& b, const SourceCall& call, Values& x) {
  std::optional<DType> t;
  for (Value v : x)
    if (!b.type(v).is_scalar()) t = b.type(v).dtype;
  if (!t && call.result && is_floating(call.result->dtype)) t = call.result->dtype;
  if (!t)
    for (Value v : x)
      if (!t || is_floating(b.type(v).dtype)) t = b.type(v).dtype;
  for (Value& v : x)
    if (b.type(v).is_scalar()) v = in_dtype(b, v, *t);
}

namespace {

/// The sizes that t's axes, aligned from the right, must be stretched to. Axes of one name keep
/// their sizes: the op that follows needs them equal.
Sizes stretched_sizes(const Type& t, const Sizes& common, const std::vector<std::string>& names) {
  Sizes out = common;
  const int missing = static_cast<int>(common.size()) - t.rank();
  for (int i = 0; i < t.rank(); ++i)
    if (!t.name(i).empty() && t.name(i) == names[missing + i]) out[missing + i] = t.sizes[i];
  return out;
}

/// The size of two aligned axes together. One name on both: one size, which the op that follows
/// needs.
base::Result<Size> common_size(Builder& b, std::string_view op, const Type& x, int i, const Type& y,
                               int j) {
  const Size &left = x.sizes[i], &right = y.sizes[j];
  if (left == right || (!x.name(i).empty() && x.name(i) == y.name(j))) return left;
  if (left == Size(1)) return right;
  if (right == Size(1)) return left;
  const std::string what = fmt::format("{} does not meet {}", axis_text(x, i), axis_text(y, j));
  const std::string id = fmt::format("{}.c4", op);
  if (left.constant() && right.constant()) return base::fail(std::string(op), what, id);
  return b.common_size(left, right, op, id, what);
}

}  // namespace

base::Result<Values> broadcast_together(Builder& b, std::string_view op, Values x) {
  int rank = 0;
  for (Value v : x) rank = std::max(rank, b.type(v).rank());
  Sizes common(rank, Size(1));
  std::vector<std::string> names(rank);
  for (Value v : x) {
    const Type t = b.type(v);
    for (int i = 0, at = rank - t.rank(); i < t.rank(); ++i, ++at) {
      auto size = common_size(b, op, Type{t.dtype, common, names}, at, t, i);
      if (!size) return base::fail(size.error());
      common[at] = *size;
      if (names[at].empty()) names[at] = t.name(i);
    }
  }
  for (Value& v : x) {
    const Type t = b.type(v);
    v = build::broadcast(b, v, stretched_sizes(t, common, names),
                         iota_ints(t.rank(), rank - t.rank()));
  }
  return x;
}

Built pointwise_source(Builder& b, const SourceCall& call, const OpDef& op, std::size_t operands) {
  if (auto ok = arguments(call, operands, operands); !ok) return base::fail(ok.error());
  Values x;
  for (std::size_t i = 0; i < operands; ++i) {
    auto v = value_at(b, call, i);
    if (!v) return base::fail(v.error());
    x.push_back(*v);
  }
  same_dtypes(b, call, x);
  auto same = broadcast_together(b, op.name, std::move(x));
  if (!same) return same;
  return b.try_add(op, *same);
}

Built binary_source(Builder& b, const SourceCall& call, const OpDef& op) {
  if (auto ok = arguments(call, 2, 2); !ok) return base::fail(ok.error());
  auto x = value_at(b, call, 0), y = value_at(b, call, 1);
  if (!x) return base::fail(x.error());
  if (!y) return base::fail(y.error());
  return b.try_add(op, {*x, *y});
}

}  // namespace tlaloc::ops
