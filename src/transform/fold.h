// Constants as numbers, and nodes whose operands are all constants.
#pragma once

#include <array>
#include <functional>
#include <optional>

#include "ir/builder.h"

namespace tlaloc::transform {

/// A scalar that is known when the program is built.
struct Constant {
  DType dtype = DType::f32;
  alignas(8) std::array<std::byte, 8> bytes{};  // ops read and write it as what it is
  /// Of a boolean or an integer.
  std::int64_t integer() const;
  double number() const;
};

using Definition = std::function<const ir::Node*(ir::Value)>;

/// The value of a constant: a node without operands that gives a scalar.
std::optional<Constant> constant(const ir::Builder& b, const Definition& def, ir::Value v);
/// Runs a scalar node on constants through its reference and writes the result as one; none if that
/// cannot be done.
std::optional<ir::Value> fold(ir::Builder& b, const Definition& def, const ir::Node& n);

}  // namespace tlaloc::transform
