// axis_indices: indices that are known to be in an axis from here on.
//
// A batch whose lanes have indices of their own reads rows of all lanes together; there an index
// that is outside of its lane would find the row of another one.
#include <fmt/format.h>

#include "base/check.h"
#include "ops/families.h"
#include "ops/index.h"
#include "ops/messages.h"
#include "ops/pointwise.h"
#include "ops/source_args.h"

namespace tlaloc::ops {
namespace {

using pen::HostCall;

base::Result<std::vector<Type>> axis_indices_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 1); !ok) return base::fail(ok.error());
  // c1: indices are integers.
  if (!is_integer(q.x[0].dtype))
    return refuse(q, 1,
                  fmt::format("the indices are {}, integers are expected", name_of(q.x[0].dtype)));
  return one(q.x[0]);
}

void axis_indices_reference(HostCall& c) {
  const std::int64_t n = c.x[0].count(), size = *c.attrs.get<Size>("size").constant();
  pen::with_dtype<pen::Dtypes::integers>(c.x[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (std::int64_t i = 0; i < n; ++i) {
      const auto at = static_cast<std::int64_t>(c.x[0].as<T>()[i]);
      TLALOC_CHECK(at >= 0 && at < size,
                   "an index outside reached an op; who runs it checks first");
      c.y[0].as<T>()[i] = c.x[0].as<T>()[i];
    }
  });
}

constexpr OpDef kAxisIndices = define({
    .name = "axis_indices",
    .doc = "The indices themselves; one that is not in an axis of this size is an error when the "
           "program runs. Attribute: size.",
    .infer = axis_indices_types,
    .derivative = ir::Zero{"indices are integers"},
    .batch = [](Builder& b, const Node& n, const Values& x, const std::vector<bool>&,
                const Size&) -> base::Result<Values> { return b.add_all(*n.op, x, n.attrs); },
    .reference = axis_indices_reference,
    .hlo = [](pen::HloPen& pen, const Node&) { pen.result(pen.x(0)); },
    .cpp =
        [](pen::CppPen& pen, const Node& n) {
          pen.call_at(n, "axis_indices", {pen.size(n.attrs.get<Size>("size"))});
        },
    .samples =
        [] {
          auto sample = [](DType t, Sizes sizes, Size size) {
            return ir::Sample{{{t, std::move(sizes), {}}},
                              {{"size", size}},
                              {ir::Domain::index},
                              *size.constant()};
          };
          return std::vector<ir::Sample>{sample(DType::i32, {3}, 4), sample(DType::i64, {}, 3),
                                         sample(DType::u8, {2, 2}, 2), sample(DType::i32, {0}, 3)};
        },
    .refuses =
        [] {
          return std::vector<ir::RefusedSample>{
              {{{DType::f32, {2}, {}}}, {{"size", Size(3)}}, "axis_indices.c1"}};
        },
    .composite = true,
});

constexpr const OpDef* kOps[] = {&kAxisIndices};

/// axis_indices(i, size)
Built axis_indices_source(Builder& b, const SourceCall& call) {
  auto i = value_at(b, call, 0);
  if (!i) return base::fail(i.error());
  auto sizes = sizes_from(b, call, 1, 0);
  if (!sizes) return base::fail(sizes.error());
  return b.try_add(kAxisIndices, {*i}, {{"size", sizes->front()}});
}

constexpr Source kSources[] = {{"axis_indices", axis_indices_source}};

}  // namespace

Value in_axis(Builder& b, Value i, const Size& size) {
  return b.add(kAxisIndices, {i}, {{"size", size}});
}

const Family kAxisIndicesFamily{kOps, kSources};

}  // namespace tlaloc::ops
