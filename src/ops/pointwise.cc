#include "ops/pointwise.h"

#include <cmath>

#include <fmt/format.h>

#include "ops/messages.h"

namespace tlaloc::ops {

bool takes(Takes which, DType t) {
  switch (which) {
    case Takes::floating:
      return is_floating(t);
    case Takes::integers:
      return is_integer(t);
    case Takes::numbers:
      return t != DType::b1;
    case Takes::booleans:
      return t == DType::b1;
    case Takes::anything:
      return true;
  }
  return false;
}

std::string_view words(Takes which) {
  constexpr std::string_view names[] = {"floating", "integer", "numeric", "boolean", "any"};
  return names[static_cast<int>(which)];
}

base::Result<void> same_sizes(ir::TypeQuery& q, const Type& a, const Type& b) {
  if (a.rank() != b.rank()) {
    return base::fail(
        std::string(q.op),
        fmt::format("operands have ranks {} and {}, which must be equal", a.rank(), b.rank()),
        fmt::format("{}.c3", q.op));
  }
  for (int i = 0; i < a.rank(); ++i) {
    auto ok = q.equal(a.sizes[i], b.sizes[i], q.op, fmt::format("{}.c4", q.op),
                      fmt::format("{} of the first operand is not {} of the second",
                                  axis_text(a, i), axis_text(b, i)));
    if (!ok) return ok;
  }
  return {};
}

std::vector<std::string> joined_names(const Type& a, const Type& b) {
  std::vector<std::string> names;
  for (int i = 0; i < a.rank(); ++i)
    names.push_back(a.name(i).empty() && i < b.rank() ? b.name(i) : a.name(i));
  return names;
}

base::Result<std::vector<Type>> pointwise_types(ir::TypeQuery& q, std::size_t operands,
                                                Takes which) {
  if (auto ok = operand_count(q, operands); !ok) return base::fail(ok.error());
  Type y = q.x[0];
  if (!takes(which, y.dtype)) {
    return base::fail(
        std::string(q.op),
        fmt::format("the operand is {}, {} values are expected", name_of(y.dtype), words(which)),
        fmt::format("{}.c1", q.op));
  }
  for (std::size_t i = 1; i < operands; ++i) {
    if (q.x[i].dtype != y.dtype) {
      return base::fail(std::string(q.op),
                        fmt::format("operands are {} and {}, which must be equal", name_of(y.dtype),
                                    name_of(q.x[i].dtype)),
                        fmt::format("{}.c2", q.op));
    }
    if (auto ok = same_sizes(q, y, q.x[i]); !ok) return base::fail(ok.error());
    y.names = joined_names(y, q.x[i]);
  }
  return std::vector<Type>{ir::make_type(y.dtype, y.sizes, y.names)};
}

base::Result<Values> pointwise_batch(Builder& b, const Node& node, const Values& x,
                                     const std::vector<bool>& batched, const Size& batch) {
  Values full;
  for (std::size_t i = 0; i < x.size(); ++i)
    full.push_back(batched[i] ? x[i] : stretch(b, x[i], batch));
  return b.add_all(*node.op, full, node.attrs);
}

void cpp_arithmetic(pen::CppPen& pen, const Node& n, std::string_view symbol,
                    pen::Precedence binds) {
  const DType t = pen.type(n.results[0]).dtype;
  if (pen.is_tensor() || is_floating(t) || size_of(t) >= 4) return pen.infix(symbol, binds);
  const auto tighter = static_cast<pen::Precedence>(static_cast<int>(binds) + 1);
  pen.write(fmt::format("static_cast<{}>({} {} {})", cpp_name_of(t), pen.x(0, binds), symbol,
                        pen.x(1, tighter)));
}

namespace {

std::vector<DType> sample_dtypes(Takes which) {
  switch (which) {
    case Takes::floating:
      return {DType::f64, DType::f32, DType::bf16};
    case Takes::integers:
      return {DType::i64, DType::i32, DType::u8};
    case Takes::numbers:
      return {DType::f64, DType::f32, DType::bf16, DType::i32, DType::i8, DType::u64};
    case Takes::booleans:
      return {DType::b1};
    case Takes::anything:
      return {DType::f64, DType::f32, DType::i64, DType::b1};
  }
  return {};
}

}  // namespace

std::vector<ir::Sample> pointwise_sample_list(int operands, Takes which, ir::Domain domain) {
  std::vector<ir::Sample> out;
  auto add = [&](DType t, Sizes sizes) {
    ir::Sample s;
    for (int i = 0; i < operands; ++i) {
      s.x.push_back({t, sizes, {}});
      s.domains.push_back(t == DType::b1 ? ir::Domain::boolean : domain);
    }
    out.push_back(s);
  };
  const std::vector<DType> dtypes = sample_dtypes(which);
  for (Sizes sizes : {Sizes{}, Sizes{3}, Sizes{0}, Sizes{1, 4}, Sizes{2, 1, 3}, Sizes{2, 1, 2, 3}})
    add(dtypes[0], sizes);
  for (std::size_t i = 1; i < dtypes.size(); ++i) add(dtypes[i], {2, 3});
  return out;
}

std::vector<ir::RefusedSample> pointwise_refusal_list(std::string_view op, int operands,
                                                      Takes which) {
  std::vector<ir::RefusedSample> out;
  const std::string name(op);
  const DType good = sample_dtypes(which)[0];
  auto add = [&](DType first, Sizes first_sizes, DType other, Sizes other_sizes,
                 const char* label) {
    ir::RefusedSample s{{{first, first_sizes, {}}}, {}, name + label};
    for (int i = 1; i < operands; ++i) s.x.push_back({other, other_sizes, {}});
    out.push_back(s);
  };
  for (DType bad : {DType::b1, DType::i32, DType::f32})
    if (!takes(which, bad)) add(bad, {2}, bad, {2}, ".c1");
  if (operands > 1) {
    const DType other = good == DType::i64 || good == DType::b1 ? DType::f32 : DType::i64;
    add(good, {2}, other, {2}, ".c2");
    add(good, {2}, good, {2, 2}, ".c3");
    add(good, {2, 3}, good, {2, 4}, ".c4");
  } else if (out.empty()) {
    out.push_back({{}, {}, name + ".c0"});
  }
  return out;
}

std::optional<double> uniform(const std::function<const Node*(Value)>& def, Value v) {
  const Node* n = def(v);
  while (n != nullptr && n->op->element == Element::stretch) n = def(n->operands[0]);
  if (n == nullptr || n->op->name != "constant") return std::nullopt;
  const ir::AttrValue& value = *n->attrs.find("value");
  if (const auto* d = std::get_if<double>(&value)) return *d;
  if (const auto* i = std::get_if<std::int64_t>(&value)) return static_cast<double>(*i);
  return std::get<bool>(value) ? 1.0 : 0.0;
}

bool is_uniform(const ir::RewriteQuery& q, Value v, double number) {
  const auto u = uniform(q, v);
  return u && *u == number && std::signbit(*u) == std::signbit(number);
}

const Node* defined_by(const ir::RewriteQuery& q, Value v, std::string_view op) {
  const Node* n = q.def(v);
  return n != nullptr && n->op->name == op ? n : nullptr;
}

}  // namespace tlaloc::ops
