#include "pen/hlo_pen.h"

#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "base/check.h"

namespace tlaloc::pen {
namespace {

/// A value that has no decimal form, as the bits of its type.
std::string bits(double v, DType t) {
  if (t == DType::f64) return fmt::format("0x{:016X}", std::bit_cast<std::uint64_t>(v));
  const auto narrow = std::bit_cast<std::uint32_t>(static_cast<float>(v));
  return t == DType::f32 ? fmt::format("0x{:08X}", narrow) : fmt::format("0x{:04X}", narrow >> 16);
}

}  // namespace

void HloPen::start(std::vector<std::string> operands) {
  x_ = std::move(operands);
  results_.clear();
}

std::string HloPen::text(int indent) const {
  std::string out;
  for (const std::string& l : lines_) out += std::string(indent, ' ') + l + "\n";
  return out;
}

std::vector<std::string> HloPen::cut(std::size_t mark) {
  std::vector<std::string> out(lines_.begin() + mark, lines_.end());
  lines_.resize(mark);
  return out;
}

const std::string& HloPen::x(int i) const {
  TLALOC_CHECK(i >= 0 && i < operands(), "an op's StableHLO asks for an operand it does not have");
  return x_[i];
}

ir::Type HloPen::concrete(const ir::Type& t) const {
  ir::Type out{t.dtype, {}, {}};
  for (const ir::Size& s : t.sizes) out.sizes.emplace_back(number(s));
  return out;
}

std::int64_t HloPen::number(const ir::Size& s) const {
  const auto n = s.evaluate(symbols_);
  TLALOC_CHECK(n.has_value(), "StableHLO is written with a size that has no number: " + s.text());
  return *n;
}

std::vector<std::int64_t> HloPen::numbers(const ir::Sizes& s) const {
  std::vector<std::int64_t> out;
  for (const ir::Size& one : s) out.push_back(number(one));
  return out;
}

std::string HloPen::line(std::string_view statement) {
  std::string name = fmt::format("%{}", next_++);
  lines_.push_back(fmt::format("{} = {}", name, statement));
  return name;
}

std::string HloPen::simple(std::string_view op, const std::vector<std::string>& x,
                           const ir::Type& type) {
  return line(fmt::format("stablehlo.{} {} : {}", op, fmt::join(x, ", "), type_text(type)));
}

std::string HloPen::general(std::string_view op, const std::vector<std::string>& x,
                            std::string_view more, const std::vector<ir::Type>& operand_types,
                            const ir::Type& type) {
  return line(fmt::format("stablehlo.{} {}{}{} : {}", op, fmt::join(x, ", "),
                          more.empty() ? "" : ", ", more, type_text(operand_types, type)));
}

std::string HloPen::constant(double v, const ir::Type& type) {
  return line(
      fmt::format("stablehlo.constant dense<{}> : {}", literal(v, type.dtype), type_text(type)));
}

std::string HloPen::constant(std::int64_t v, const ir::Type& type) {
  if (is_floating(type.dtype)) return constant(static_cast<double>(v), type);
  const std::string digits = type.dtype == DType::b1 ? (v ? "true" : "false")
                             : type.dtype == DType::u64
                                 ? fmt::format("{}", static_cast<std::uint64_t>(v))
                                 : fmt::format("{}", v);
  return line(fmt::format("stablehlo.constant dense<{}> : {}", digits, type_text(type)));
}

std::string HloPen::broadcast(const std::string& x, const ir::Type& from, const ir::Type& to,
                              const ir::Ints& axes) {
  return general("broadcast_in_dim", {x}, "dims = " + ints(axes), {from}, to);
}

std::string HloPen::reduce(std::string_view by, const std::string& x, const std::string& init,
                           const ir::Type& from, const ir::Ints& axes, const ir::Type& to) {
  return line(
      fmt::format("stablehlo.reduce({} init: {}) applies stablehlo.{} across dimensions = {} : {}",
                  x, init, by, ints(axes), type_text({from, ir::scalar_type(from.dtype)}, to)));
}

std::string HloPen::compare(std::string_view direction, const std::string& a, const std::string& b,
                            const ir::Type& type) {
  const std::string_view kind = is_floating(type.dtype)         ? "FLOAT"
                                : is_signed_integer(type.dtype) ? "SIGNED"
                                                                : "UNSIGNED";
  return line(fmt::format("stablehlo.compare {}, {}, {}, {} : {}", direction, a, b, kind,
                          type_text({type, type}, {DType::b1, type.sizes, {}})));
}

std::string HloPen::select(const std::string& condition, const std::string& a, const std::string& b,
                           const ir::Type& type) {
  return line(fmt::format("stablehlo.select {}, {}, {} : {}, {}", condition, a, b,
                          type_text(ir::Type{DType::b1, type.sizes, {}}), type_text(type)));
}

std::string HloPen::convert(const std::string& x, const ir::Type& from, const ir::Type& to) {
  return general("convert", {x}, "", {from}, to);
}

std::string HloPen::type_text(const ir::Type& t) {
  std::string out = "tensor<";
  for (const ir::Size& s : t.sizes) out += fmt::format("{}x", s.constant().value());
  return out + std::string(element(t.dtype)) + ">";
}

std::string HloPen::type_text(const std::vector<ir::Type>& from, const ir::Type& to) {
  std::string out = "(";
  for (std::size_t i = 0; i < from.size(); ++i) out += (i ? ", " : "") + type_text(from[i]);
  return out + ") -> " + type_text(to);
}

std::string HloPen::ints(const ir::Ints& v) { return fmt::format("[{}]", fmt::join(v, ", ")); }

std::string HloPen::literal(double v, DType t) {
  if (!is_floating(t)) return fmt::format("{}", static_cast<std::int64_t>(v));
  if (!std::isfinite(v) || (t != DType::f64 && !std::isfinite(static_cast<float>(v))))
    return bits(v, t);
  // Seventeen digits read back exactly and are a form that MLIR's lexer takes.
  return t == DType::f64 ? fmt::format("{:.17e}", v) : fmt::format("{:.9e}", static_cast<float>(v));
}

std::string_view HloPen::element(DType t) {
  constexpr std::string_view names[] = {"i1",   "i8",   "i16",  "i32",  "i64", "ui8",
                                        "ui16", "ui32", "ui64", "bf16", "f32", "f64"};
  return names[static_cast<std::size_t>(t)];
}

}  // namespace tlaloc::pen
