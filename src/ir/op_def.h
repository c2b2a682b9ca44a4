// The record of an op: everything the project knows about it, in one constexpr definition in
// src/ops.
//
// Whoever works above src/ops reads this record and names no op. What is structural (regions,
// calls) is told by `control`, not by name. A missing mandatory field does not compile: see
// ops/define.h.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.h"
#include "ir/attrs.h"
#include "ir/graph.h"
#include "ir/type.h"

namespace tlaloc::pen {
class HloPen;     // StableHLO text
class CppPen;     // C++ text
struct HostCall;  // buffers
}  // namespace tlaloc::pen

namespace tlaloc::ir {

class Builder;

// ---- types -------------------------------------------------------------------------------------

/// Two sizes that the op needs to be equal. `id` labels the constraint ("matmul.c2"), `text`
/// explains it to a user: what was got, what was expected.
struct Equality {
  Size left, right;
  std::string id, text;
};

/// What a type rule sees.
struct TypeQuery {
  std::span<const Type> x;  ///< operand types
  const Attrs& attrs;
  std::vector<Equality>& needs;  ///< the rule adds here what it cannot decide; equal or constant
                                 ///< ones are decided at once
  std::string_view op;           ///< the op's name, for messages and labels
  /// Adds an equality, unless the sizes are the same; fails if both are constants and differ.
  base::Result<void> equal(const Size& a, const Size& b, std::string_view op, std::string_view id,
                           std::string text);
};
using TypeRule = base::Result<std::vector<Type>> (*)(TypeQuery&);

// ---- derivatives: one of five shapes -----------------------------------------------------------

/// y depends on x element by element; slopes[i] = dy/dx_i, no value where it is zero or x_i has no
/// derivative. JVP = sum of t_i * slope_i; VJP_i = ct * slope_i (operands have y's shape).
/// `singular`: a slope can be inf or NaN, so a product with an exactly zero tangent or cotangent is
/// zero.
struct Pointwise {
  Values (*slopes)(Builder&, const Values& x, Value y);
  bool singular = false;
};
/// y is linear in the operands listed in `in` (together). JVP = the op on tangents (zero for those
/// without). VJP: `transpose` gives one cotangent for each operand listed in `in`, in order (no
/// value = zero). A zero-filled operand may be dropped by `jvp` when given; otherwise zeros are
/// materialised.
struct Linear {
  Values (*transpose)(Builder&, const Node&, Value ct);
  std::uint32_t in = 1;  ///< bit i: linear in operand i
};
/// y is linear in operand 0 and in operand 1 separately. JVP by the product rule, VJP from two
/// transposes.
struct Bilinear {
  Value (*left)(Builder&, const Node&, Value ct);
  Value (*right)(Builder&, const Node&, Value ct);
};
/// Both modes written out. `jvp`: tangents of operands in, of results out (no value = zero). `vjp`:
/// cotangents of results in, of operands out. The node's results are available as values.
struct Custom {
  Values (*jvp)(Builder&, const Node&, const Values& t);
  Values (*vjp)(Builder&, const Node&, const Values& ct);
};
/// The result does not depend differentiably on any operand; `because` is a sentence for users.
struct Zero {
  std::string_view because;
};
/// Structural ops (regions, calls): each transform handles `control` itself.
struct Structural {};
using Derivative = std::variant<Pointwise, Linear, Bilinear, Custom, Zero, Structural>;

// ---- batching ----------------------------------------------------------------------------------

/// The op over a new axis 0 in the operands marked in `batched`; results have the new axis 0 as
/// well. `node` is the unbatched use; `x` its operands, batched ones with the axis in front.
/// Returns the results.
using BatchRule = base::Result<Values> (*)(Builder&, const Node& node, const Values& x,
                                           const std::vector<bool>& batched, const Size& batch);

// ---- running, printing -------------------------------------------------------------------------

using HostRule = void (*)(pen::HostCall&);
using HloRule = void (*)(pen::HloPen&, const Node&);
using CppRule = void (*)(pen::CppPen&, const Node&);
/// What a device cannot do, said in a sentence.
struct Unsupported {
  std::string_view because;
};

/// How the op runs inside a fused map and in scalar code.
enum class Element : std::uint8_t {
  none,       ///< not element-wise
  pointwise,  ///< each result element needs only the same element of each operand: fusible
  stretch,    ///< each result element is one element of operand 0, repeated as NumPy does
              ///< (broadcast): fusible
};

/// What the op does to a buffer, for back ends that read and write in place. Operands: the buffer,
/// one integer scalar for each of its first axes (all of them, or fewer), then the part where there
/// is one.
enum class Access : std::uint8_t {
  none,
  load,        ///< result: the part at these indices
  store,       ///< result: the buffer with the part replaced
  accumulate,  ///< result: the buffer with the part added
};

/// Structure that transforms and back ends treat by kind.
enum class Control : std::uint8_t {
  none,
  branch,  ///< operands: condition b1[]; regions: then, else, without parameters; results: the
           ///< region's results
  loop,  ///< operands: trip count i64[], carried...; region: (counter i64[], carried...) -> carried
  while_loop,  ///< operands: carried...; regions: (carried...) -> b1[], (carried...) -> carried
  call,        ///< attrs: callee (string); operands and results are the function's
  map,  ///< operands: tensors and scalars; region: closed, on their elements (rank 0); results:
        ///< `sizes` each
  bind_size,  ///< operand: integer scalar; attrs: symbol (string). Bears the symbol. No result
  size,       ///< attrs: size (Size). Result: its value, i64[]
  require,    ///< attrs: left, right (Size), op, id, text (string). Checks at run time. No result
};

// ---- algebra -----------------------------------------------------------------------------------

/// A rewrite of a node of this op: the replacement values for its results, or none if it does not
/// apply. Sound for NaN, +-0 and inf. May look at the definitions of its operands.
struct RewriteQuery {
  Builder& build;
  const Node& node;
  /// The node that defines a value in this region or around it, or null (a parameter).
  std::function<const Node*(Value)> def;
};
using Rewrite = std::optional<Values> (*)(RewriteQuery&);

// ---- samples -----------------------------------------------------------------------------------

/// Which numbers a sample is filled with.
enum class Domain : std::uint8_t { real, positive, unit, nonzero, boolean, index, distinct };

/// Inputs on which every_op_test runs the op. Concrete sizes. `index` operands count below
/// `index_bound`.
struct Sample {
  std::vector<Type> x;
  Attrs attrs;
  std::vector<Domain> domains;  ///< one an operand
  std::int64_t index_bound = 0;
};
using SampleRule = std::vector<Sample> (*)();

/// Inputs that the type rule must refuse, with the label it must give.
struct RefusedSample {
  std::vector<Type> x;
  Attrs attrs;
  std::string id;
};
using RefusalRule = std::vector<RefusedSample> (*)();

// ---- the record --------------------------------------------------------------------------------

struct OpDef {
  std::string_view name = {};  ///< snake_case, unique
  std::string_view doc = {};   ///< first sentence = summary
  TypeRule infer = nullptr;
  Derivative derivative = Structural{};
  BatchRule batch = nullptr;
  HostRule reference = nullptr;  ///< slow, obvious; null only for structural ops
  HostRule kernel = nullptr;     ///< fast; null = composed or structural
  std::span<const Rewrite> rewrites = {};
  std::variant<HloRule, Unsupported> hlo = Unsupported{"structural"};
  CppRule cpp = nullptr;  ///< one expression; null only for structural ops
  /// A scalar result takes longer to compute than to write to memory and read back: it is rather
  /// kept for the reverse sweep than computed again. (Not sin and cos: the slope of each is the
  /// other, and both together cost little more than one.)
  bool costly = false;
  SampleRule samples = nullptr;
  RefusalRule refuses = nullptr;
  Element element = Element::none;
  Access access = Access::none;
  Control control = Control::none;
  bool composite = false;  ///< a composition that keeps its name for recognisers
  bool has_effect =
      false;  ///< may fail at run time, so it is never removed as dead (require, bind_size)
};

}  // namespace tlaloc::ir
