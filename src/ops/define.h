// How a family file defines its ops, and what it hands to the table.
//
//   constexpr OpDef kSin = define({.name = "sin", .doc = "…", .infer = …, …});
//
// `define` is consteval and refuses a missing field: an op without a derivative does not compile.
#pragma once

#include <span>
#include <string_view>

#include "ir/builder.h"
#include "ir/op_def.h"
#include "ops/source.h"

namespace tlaloc::ops {

using ir::Attrs;
using ir::Builder;
using ir::Control;
using ir::Element;
using ir::Ints;
using ir::Node;
using ir::OpDef;
using ir::Size;
using ir::Sizes;
using ir::Type;
using ir::Value;
using ir::Values;

consteval OpDef define(OpDef op) {
  if (op.name.empty()) throw "an op needs a name";
  if (op.doc.empty()) throw "an op needs a sentence that says what it does";
  const bool structural = op.control != Control::none;
  if (structural) return op;
  if (op.infer == nullptr) throw "an op needs a type rule";
  if (std::holds_alternative<ir::Structural>(op.derivative))
    throw "an op needs a derivative: Pointwise, Linear, Bilinear, Custom or Zero{because}";
  if (const auto* zero = std::get_if<ir::Zero>(&op.derivative); zero && zero->because.empty())
    throw "a zero derivative needs its reason";
  if (op.batch == nullptr) throw "an op needs a batching rule";
  if (op.reference == nullptr) throw "an op needs a reference";
  if (const auto* no = std::get_if<ir::Unsupported>(&op.hlo); no && no->because == "structural")
    throw "an op needs its StableHLO, or Unsupported{because}";
  if (op.cpp == nullptr) throw "an op needs its C++";
  if (op.samples == nullptr) throw "an op needs sample inputs";
  if (op.refuses == nullptr) throw "an op needs inputs that its type rule refuses";
  return op;
}

/// A function that user code may call, and how its call is built.
struct Source {
  std::string_view name;
  base::Result<Values> (*build)(Builder&, const SourceCall&);
};

/// An op's function on tensors that runs at once, which `regen` writes into include/tlaloc/ops.
/// Element-wise ops without attributes whose own name is a source function have one without being
/// listed. Where an op has an operator and a function, the operator is for integers and the
/// function for the rest.
struct Door {
  enum class Kind : std::uint8_t {
    element_wise,  ///< of one operand or two
    reduction,     ///< over the axes in "axes"; the element stays
    position,      ///< along the axis "axis"; gives an index
  };
  std::string_view name;
  const OpDef* op;
  Kind kind = Kind::element_wise;
};

class Squares;
/// When what an op gives is a sum of squares (squares.h). An op that has no such rule never does.
struct SquareRule {
  const OpDef* op;
  bool (*holds)(Squares&, const Node&);
};

/// What one file of this folder adds to the table.
struct Family {
  std::span<const OpDef* const> ops;
  std::span<const Source> sources;
  std::span<const Door> doors = {};
  std::span<const SquareRule> squares = {};
};

/// A string as a template argument: the name of an op, a spelling.
template <std::size_t N>
struct Literal {
  char text[N];
  constexpr Literal(const char (&s)[N]) {
    for (std::size_t i = 0; i < N; ++i) text[i] = s[i];
  }
  constexpr std::string_view view() const { return {text, N - 1}; }
};

}  // namespace tlaloc::ops
