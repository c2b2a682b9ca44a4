// Values out of nothing: constant, iota, room.
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "base/check.h"
#include "ops/build.h"
#include "ops/families.h"
#include "ops/messages.h"
#include "ops/pointwise.h"

namespace tlaloc::ops {
namespace {

using pen::HostCall;

// ---- constant ----

base::Result<std::vector<Type>> constant_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 0); !ok) return base::fail(ok.error());
  const DType t = q.attrs.get<DType>("dtype");
  const ir::AttrValue* v = q.attrs.find("value");
  // constant.c1: the number is of the dtype's kind.
  const bool fits = v != nullptr && (t == DType::b1   ? std::holds_alternative<bool>(*v)
                                     : is_floating(t) ? std::holds_alternative<double>(*v)
                                                      : std::holds_alternative<std::int64_t>(*v));
  if (!fits) return refuse(q, 1, fmt::format("the value is not a number of dtype {}", name_of(t)));
  return one(ir::scalar_type(t));
}

void constant_reference(HostCall& c) {
  const ir::AttrValue& v = *c.attrs.find("value");
  if (const auto* flag = std::get_if<bool>(&v)) {
    *c.y[0].as<bool>() = *flag;
  } else if (const auto* d = std::get_if<double>(&v)) {
    pen::with_dtype<pen::Dtypes::floating>(c.y[0].dtype, [&](auto tag) {
      using T = typename decltype(tag)::type;
      pen::store(*c.y[0].as<T>(), static_cast<pen::Computed<T>>(*d));
    });
  } else {
    pen::with_dtype<pen::Dtypes::integers>(c.y[0].dtype, [&](auto tag) {
      using T = typename decltype(tag)::type;
      *c.y[0].as<T>() = static_cast<T>(std::get<std::int64_t>(v));
    });
  }
}

void constant_hlo(pen::HloPen& pen, const Node& n) {
  const Type t = pen.type(n.results[0]);
  const ir::AttrValue& v = *n.attrs.find("value");
  if (const auto* flag = std::get_if<bool>(&v))
    return pen.result(pen.constant(std::int64_t{*flag}, t));
  if (const auto* d = std::get_if<double>(&v)) return pen.result(pen.constant(*d, t));
  pen.result(pen.constant(std::get<std::int64_t>(v), t));
}

void constant_cpp(pen::CppPen& pen, const Node& n) {
  const DType t = n.attrs.get<DType>("dtype");
  const ir::AttrValue& v = *n.attrs.find("value");
  std::string text = t == DType::b1   ? (std::get<bool>(v) ? "true" : "false")
                     : is_floating(t) ? pen::CppPen::number(std::get<double>(v), t)
                                      : pen::CppPen::number(std::get<std::int64_t>(v), t);
  const auto binds = text[0] == '-' ? pen::Precedence::unary : pen::Precedence::primary;
  pen.write(std::move(text), binds);
}

/// Without operands nothing can be batched; the value is repeated.
base::Result<Values> repeat(Builder& b, const Node& node, const Values&, const std::vector<bool>&,
                            const Size& batch) {
  return Values{stretch(b, b.add(*node.op, {}, node.attrs), batch)};
}

std::vector<ir::Sample> constant_samples() {
  return {{{}, {{"dtype", DType::f64}, {"value", 2.5}}, {}, 0},
          {{}, {{"dtype", DType::f32}, {"value", 0.1}}, {}, 0},
          {{}, {{"dtype", DType::bf16}, {"value", -3.0}}, {}, 0},
          {{}, {{"dtype", DType::f32}, {"value", -INFINITY}}, {}, 0},
          {{}, {{"dtype", DType::f64}, {"value", -0.0}}, {}, 0},
          {{}, {{"dtype", DType::i64}, {"value", std::int64_t{-7}}}, {}, 0},
          {{}, {{"dtype", DType::u8}, {"value", std::int64_t{200}}}, {}, 0},
          {{}, {{"dtype", DType::b1}, {"value", true}}, {}, 0}};
}

constexpr OpDef kConstant = define({
    .name = "constant",
    .doc = "A number that is known when the program is built. Attributes: dtype, value.",
    .infer = constant_types,
    .derivative = ir::Zero{"a constant does not change"},
    .batch = repeat,
    .reference = constant_reference,
    .hlo = constant_hlo,
    .cpp = constant_cpp,
    .samples = constant_samples,
    .refuses =
        [] {
          return std::vector<ir::RefusedSample>{
              {{}, {{"dtype", DType::f32}, {"value", std::int64_t{1}}}, "constant.c1"},
              {{}, {{"dtype", DType::b1}, {"value", 1.0}}, "constant.c1"}};
        },
    .element = Element::pointwise,
});

// ---- iota ----

base::Result<std::vector<Type>> iota_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 0); !ok) return base::fail(ok.error());
  const DType t = q.attrs.get<DType>("dtype");
  const Sizes& sizes = q.attrs.sizes("sizes");
  // iota.c1: numbers; iota.c2: the axis exists.
  if (t == DType::b1) return refuse(q, 1, "counts in b1, a numeric dtype is expected");
  if (auto ok = check_axes(q, 2, {q.attrs.integer("axis")}, static_cast<int>(sizes.size())); !ok)
    return base::fail(ok.error());
  return one({t, sizes, {}});
}

void iota_reference(HostCall& c) {
  const std::int64_t axis = c.attrs.integer("axis");
  std::int64_t inner = 1;
  for (std::size_t i = axis + 1; i < c.y[0].sizes.size(); ++i) inner *= c.y[0].sizes[i];
  pen::with_dtype<pen::Dtypes::numbers>(c.y[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* y = c.y[0].as<T>();
    for (std::int64_t i = 0, n = c.y[0].count(); i < n; ++i)
      pen::store(y[i], static_cast<pen::Computed<T>>(i / inner % c.y[0].sizes[axis]));
  });
}

void iota_hlo(pen::HloPen& pen, const Node& n) {
  pen.result(pen.line(fmt::format("stablehlo.iota dim = {} : {}", n.attrs.integer("axis"),
                                  pen::HloPen::type_text(pen.type(n.results[0])))));
}

void iota_cpp(pen::CppPen& pen, const Node& n) {
  pen.write(fmt::format("tlaloc::iota<{}, {}>({})", cpp_name_of(n.attrs.get<DType>("dtype")),
                        n.attrs.integer("axis"), pen.sizes(n.attrs.sizes("sizes"))));
}

constexpr OpDef kIota = define({
    .name = "iota",
    .doc = "Counts 0, 1, 2, … along one axis. Attributes: dtype, sizes, axis.",
    .infer = iota_types,
    .derivative = ir::Zero{"a count does not change"},
    .batch = repeat,
    .reference = iota_reference,
    .hlo = iota_hlo,
    .cpp = iota_cpp,
    .samples =
        [] {
          auto iota = [](DType t, Sizes sizes, std::int64_t axis) {
            return ir::Sample{
                {}, {{"dtype", t}, {"sizes", std::move(sizes)}, {"axis", axis}}, {}, 0};
          };
          return std::vector<ir::Sample>{iota(DType::i64, {4}, 0), iota(DType::f32, {2, 3}, 1),
                                         iota(DType::f64, {2, 3, 2}, 0), iota(DType::i32, {0}, 0),
                                         iota(DType::bf16, {1}, 0)};
        },
    .refuses =
        [] {
          return std::vector<ir::RefusedSample>{
              {{},
               {{"dtype", DType::b1}, {"sizes", Sizes{2}}, {"axis", std::int64_t{0}}},
               "iota.c1"},
              {{},
               {{"dtype", DType::f32}, {"sizes", Sizes{2}}, {"axis", std::int64_t{1}}},
               "iota.c2"}};
        },
});

// ---- room ----

base::Result<std::vector<Type>> room_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 0); !ok) return base::fail(ok.error());
  const Sizes& sizes = q.attrs.sizes("sizes");
  // room.c1: there is an axis.
  if (sizes.empty()) return refuse(q, 1, "a scalar needs no room, at least one axis is expected");
  return one({q.attrs.get<DType>("dtype"), sizes, {}});
}
/// Any numbers would do; zeros are the same every time.
void room_reference(HostCall& c) {
  const auto size = static_cast<std::size_t>(c.y[0].count()) * size_of(c.y[0].dtype);
  if (size > 0) std::memset(c.y[0].data, 0, size);  // no elements may have no address
}
Value zeros_for_room(Builder& b, const Node& n, Sizes sizes) {
  return build::full(b, 0, Type{n.attrs.get<DType>("dtype"), std::move(sizes), {}});
}
/// Lanes that stand still may leave places out: they find zeros there.
base::Result<Values> room_batch(Builder& b, const Node& n, const Values&, const std::vector<bool>&,
                                const Size& batch) {
  return Values{zeros_for_room(b, n, with_front(batch, n.attrs.sizes("sizes")))};
}
void room_hlo(pen::HloPen& pen, const Node& n) {
  const Type t = pen.type(n.results[0]);
  pen.result(is_floating(t.dtype) ? pen.constant(0.0, t) : pen.constant(std::int64_t{0}, t));
}
void room_cpp(pen::CppPen& pen, const Node& n) {
  const DType t = n.attrs.get<DType>("dtype");
  pen.write(fmt::format("tlaloc::broadcast({}, {}, {{}})",
                        t == DType::b1   ? "false"
                        : is_floating(t) ? pen::CppPen::number(0.0, t)
                                         : pen::CppPen::number(std::int64_t{0}, t),
                        pen.sizes(n.attrs.sizes("sizes"))));
}

constexpr OpDef kRoom = define({
    .name = "room",
    .doc = "A buffer whose elements are written before they are read. Attributes: dtype, sizes.",
    .infer = room_types,
    .derivative = ir::Zero{"what is not written yet does not change"},
    .batch = room_batch,
    .reference = room_reference,
    .hlo = room_hlo,
    .cpp = room_cpp,
    .samples =
        [] {
          auto room = [](DType t, Sizes sizes) {
            return ir::Sample{{}, {{"dtype", t}, {"sizes", std::move(sizes)}}, {}, 0};
          };
          return std::vector<ir::Sample>{room(DType::f64, {4}), room(DType::f32, {2, 3}),
                                         room(DType::i64, {0}), room(DType::b1, {2})};
        },
    .refuses =
        [] {
          return std::vector<ir::RefusedSample>{
              {{}, {{"dtype", DType::f64}, {"sizes", Sizes{}}}, "room.c1"}};
        },
});

constexpr const OpDef* kOps[] = {&kConstant, &kIota, &kRoom};

}  // namespace

namespace build {

Value number(Builder& b, double v, DType t) {
  if (t == DType::b1) return b.add(kConstant, {}, {{"dtype", t}, {"value", v != 0}});
  if (!is_floating(t)) return integer(b, static_cast<std::int64_t>(v), t);
  return b.add(kConstant, {}, {{"dtype", t}, {"value", v}});
}

Value integer(Builder& b, std::int64_t v, DType t) {
  if (t == DType::b1 || is_floating(t)) return number(b, static_cast<double>(v), t);
  return b.add(kConstant, {}, {{"dtype", t}, {"value", v}});
}

Value full(Builder& b, double v, const Type& t) {
  return broadcast_scalar(b, number(b, v, t.dtype), t);
}

Value iota(Builder& b, const Type& t, int axis) {
  return b.add(kIota, {}, {{"dtype", t.dtype}, {"sizes", t.sizes}, {"axis", std::int64_t{axis}}});
}

}  // namespace build

const Family kConstantFamily{kOps, {}};

}  // namespace tlaloc::ops
