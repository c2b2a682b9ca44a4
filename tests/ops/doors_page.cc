// The functions of include/tlaloc/ops that follow from an op's record alone: their constraint comes
// from the op's type rule, their comment from its doc.
#include <fmt/format.h>

#include "ops/pages.h"
#include "ops/table.h"

namespace tlaloc::ops_test {
namespace {

using ops::Door;

int operands(const ir::OpDef& op) { return static_cast<int>(op.samples().front().x.size()); }

/// The result's dtype on operands of dtype t, if the op takes them.
std::optional<DType> result_on(const ir::OpDef& op, DType t) {
  std::vector<ir::Equality> needs;
  const ir::Type x{t, {3}, {}};
  ir::Attrs attrs = op.samples().front().attrs;
  if (attrs.has("axes")) attrs.set("axes", ir::Ints{0});
  const auto y = ir::infer(op, std::vector<ir::Type>(operands(op), x), attrs, needs);
  if (!y) return std::nullopt;
  return y->front().dtype;
}

bool is_operator(std::string_view name) { return name.starts_with("operator"); }

/// Whether the op has an operator and a function: then one is for integers, the other for the rest.
bool is_shared(const ir::OpDef& op) {
  bool by_operator = false, by_name = false;
  for (const Door& d : ops::doors())
    if (d.op == &op) (is_operator(d.name) ? by_operator : by_name) = true;
  return by_operator && by_name;
}

std::string concept_of(const Door& d) {
  const bool shared = is_shared(*d.op);
  const bool f = result_on(*d.op, DType::f64) && !(shared && is_operator(d.name));
  const bool i = result_on(*d.op, DType::i64) && !(shared && !is_operator(d.name));
  const bool b = result_on(*d.op, DType::b1).has_value();
  if (f && i && b) return "TensorLike";
  if (f && i) return "NumberTensor";
  if (f) return "FloatingTensor";
  return i ? "IntegerTensor" : "BoolTensor";
}

/// Whether the result is bool whatever the operands are.
bool is_predicate(const ir::OpDef& op) {
  return result_on(op, DType::i64) == DType::b1 || result_on(op, DType::f64) == DType::b1;
}

/// The doc as a comment, without the sentence about attributes.
std::string comment(const ir::OpDef& op) {
  std::string_view doc = op.doc;
  doc = doc.substr(0, doc.find(" Attribute"));
  std::string out, line = "///";
  for (std::size_t at = 0; at < doc.size();) {
    const std::size_t end = std::min(doc.find(' ', at), doc.size());
    const std::string_view word = doc.substr(at, end - at);
    if (line.size() + 1 + word.size() > 100) {
      out += line + "\n";
      line = "///";
    }
    line += fmt::format(" {}", word);
    at = end + 1;
  }
  return out + line + "\n";
}

std::string unary(const Door& d) {
  return comment(*d.op) + fmt::format(
                              R"(template <{0} X>
std::remove_cvref_t<X> {1}(X&& x) {{
  return detail::pointwise<"{2}", std::remove_cvref_t<X>>(std::forward<X>(x));
}}

)",
                              concept_of(d), d.name, d.op->name);
}

std::string binary(const Door& d) {
  const auto element = [&](std::string_view x) {
    return is_predicate(*d.op) ? std::string("bool") : fmt::format("element_of<{}>", x);
  };
  return comment(*d.op) + fmt::format(
                              R"(template <{0} X, {0} Y>
  requires detail::Answer<detail::pointwise_t<{3}, X, Y>>
auto {1}(X&& x, Y&& y) -> detail::pointwise_t<{3}, X, Y> {{
  using Z = detail::pointwise_t<{3}, X, Y>;
  return detail::pointwise<"{2}", Z>(std::forward<X>(x), std::forward<Y>(y));
}}
template <{0} X>
tensor_of<{3}, axes_of<X>> {1}(X&& x, Scalar<element_of<X>> y) {{
  return detail::pointwise<"{2}", tensor_of<{3}, axes_of<X>>>(std::forward<X>(x), y);
}}
template <{0} Y>
tensor_of<{4}, axes_of<Y>> {1}(Scalar<element_of<Y>> x, Y&& y) {{
  return detail::pointwise<"{2}", tensor_of<{4}, axes_of<Y>>>(x, std::forward<Y>(y));
}}
template <{0} X, {0} Y>
  requires(!detail::Answer<detail::pointwise_t<{3}, X, Y>>)
detail::pointwise_t<{3}, X, Y> {1}(X&&, Y&&) = delete;

)",
                              concept_of(d), d.name, d.op->name, element("X"), element("Y"));
}

std::string reduction(const Door& d) {
  return comment(*d.op) + fmt::format(
                              R"(template <int... I, {0} X>
  requires detail::Answer<detail::reduced_t<element_of<X>, X, I...>>
auto {1}(X&& x) -> detail::reduced_t<element_of<X>, X, I...> {{
  using Y = detail::reduced_t<element_of<X>, X, I...>;
  return detail::reduce<"{2}", Y, I...>(std::forward<X>(x));
}}
template <AxisType A0, AxisType... A, {0} X>
  requires detail::Answer<detail::reduced_named_t<element_of<X>, X, A0, A...>>
auto {1}(X&& x) -> detail::reduced_named_t<element_of<X>, X, A0, A...> {{
  using Shape = axes_of<X>;
  return tlaloc::{1}<rules::axis_named<A0, Shape>, rules::axis_named<A, Shape>...>(
      std::forward<X>(x));
}}
template <int... I, {0} X>
  requires(!detail::Answer<detail::reduced_t<element_of<X>, X, I...>>)
auto {1}(X&& x) -> detail::reduced_t<element_of<X>, X, I...> = delete;
template <AxisType A0, AxisType... A, {0} X>
  requires(!detail::Answer<detail::reduced_named_t<element_of<X>, X, A0, A...>>)
auto {1}(X&& x) -> detail::reduced_named_t<element_of<X>, X, A0, A...> = delete;

)",
                              concept_of(d), d.name, d.op->name);
}

std::string position(const Door& d) {
  return comment(*d.op) + fmt::format(
                              R"(template <int I, {0} X>
  requires detail::Answer<detail::reduced_t<detail::index_t, X, I>>
auto {1}(X&& x) -> detail::reduced_t<detail::index_t, X, I> {{
  constexpr auto& axis = detail::axis_list<std::remove_cvref_t<X>::rank, I>;
  return detail::call<"{2}", detail::reduced_t<detail::index_t, X, I>>(
      {{{{"axis", detail::Attribute::Kind::integer, axis}}}}, std::forward<X>(x));
}}
template <AxisType A, {0} X>
  requires detail::Answer<detail::reduced_named_t<detail::index_t, X, A>>
auto {1}(X&& x) -> detail::reduced_named_t<detail::index_t, X, A> {{
  return tlaloc::{1}<rules::axis_named<A, axes_of<X>>>(std::forward<X>(x));
}}
/// The same as if the tensor were one row.
template <{0} X>
detail::index_t {1}(X&& x) {{
  const std::int64_t count = x.count();
  return tlaloc::{1}<0>(reshape(std::forward<X>(x), count));
}}
template <int I, {0} X>
  requires(!detail::Answer<detail::reduced_t<detail::index_t, X, I>>)
auto {1}(X&& x) -> detail::reduced_t<detail::index_t, X, I> = delete;
template <AxisType A, {0} X>
  requires(!detail::Answer<detail::reduced_named_t<detail::index_t, X, A>>)
auto {1}(X&& x) -> detail::reduced_named_t<detail::index_t, X, A> = delete;

)",
                              concept_of(d), d.name, d.op->name);
}

std::string header(std::string_view head, std::string_view includes, std::string_view body) {
  return fmt::format(
      "{}//\n// Written by `./dev regen` from the table in src/ops: do not edit.\n"
      "// clang-format off\n#pragma once\n\n{}\nnamespace tlaloc {{\n\n{}}}  // namespace tlaloc\n",
      head, includes, body);
}

/// The text of each door that `wanted` holds for.
template <class Wanted, class Text>
std::string all(Wanted wanted, Text text) {
  std::string out;
  for (const Door& d : ops::doors())
    if (wanted(d)) out += text(d);
  return out;
}

}  // namespace

std::map<std::string, std::string> door_headers() {
  constexpr auto is_element_wise = [](const Door& d) { return d.kind == Door::Kind::element_wise; };
  constexpr std::string_view eager = "#include <tlaloc/detail/eager.h>\n";
  std::map<std::string, std::string> out;
  out["include/tlaloc/ops/unary.h"] = header(
      "// Functions of one tensor, element by element. The same names exist for scalars "
      "(scalar.h).\n",
      eager, all([&](const Door& d) { return is_element_wise(d) && operands(*d.op) == 1; }, unary));
  out["include/tlaloc/ops/binary.h"] = header(
      "// Functions of two operands, element by element: two tensors of one element type, or a "
      "tensor\n// and a scalar.\n//\n// Shapes broadcast (type_rules.h). Shapes that do not meet "
      "select a deleted overload whose result\n// type names the two axes.\n",
      eager,
      all(
          [&](const Door& d) {
            return is_element_wise(d) && operands(*d.op) == 2 && !is_predicate(*d.op);
          },
          binary));
  out["include/tlaloc/ops/compare.h"] = header(
      "// Comparisons, element by element: a tensor of bool. NaN is unequal to everything and in "
      "no "
      "order.\n",
      eager,
      all(
          [&](const Door& d) {
            return is_element_wise(d) && operands(*d.op) == 2 && is_predicate(*d.op);
          },
          binary));
  out["include/tlaloc/ops/reduce.h"] = header(
      "// Functions that take axes away: over numbered axes (-1 is the last), over named ones, or "
      "over all.\n//\n//   sum<0>(x)   sum<0, 2>(x)   sum<Batch>(x)   sum(x)\n",
      "#include <tlaloc/detail/reduce.h>\n#include <tlaloc/ops/shape.h>\n",
      all([](const Door& d) { return d.kind == Door::Kind::reduction; }, reduction) +
          all([](const Door& d) { return d.kind == Door::Kind::position; }, position));
  return out;
}

}  // namespace tlaloc::ops_test
