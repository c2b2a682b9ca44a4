// slice and its adjoint pad: every stride-th element of a box, and zeros with such a box in them.
#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "ops/build.h"
#include "ops/families.h"
#include "ops/messages.h"
#include "ops/pointwise.h"
#include "ops/shape_kernel.h"
#include "ops/source_args.h"
#include "ops/squares.h"
#include "ops/strides.h"

namespace tlaloc::ops {
namespace {

using pen::HostCall;
using Replacement = std::optional<Values>;

/// How many of start, start + stride, … are below limit.
Size count_of(const Size& start, const Size& limit, const Size& stride) {
  if (stride == Size(1)) return limit - start;
  // Nothing is added to the stride, which may be as large as an integer can be.
  return Size::floor_div(limit - start - 1, stride) + 1;
}
/// Where the last of `size` elements stands, plus one; `low` where there are none.
Size end_of(const Size& low, const Size& stride, const Size& size) {
  return size == Size(0) ? low : low + (size - 1) * stride + 1;
}

/// c1: one number an axis in each list; c2: strides are 1 or more.
base::Result<void> check_lists(const ir::TypeQuery& q,
                               std::initializer_list<std::string_view> lists) {
  for (std::string_view name : lists)
    if (static_cast<int>(q.attrs.sizes(name).size()) != q.x[0].rank())
      return refuse(q, 1,
                    fmt::format("{} {} are given for rank {}", q.attrs.sizes(name).size(), name,
                                q.x[0].rank()));
  for (const Size& s : q.attrs.sizes("strides"))
    if (s.constant() && *s.constant() < 1)
      return refuse(q, 2, fmt::format("a stride is {}, 1 or more is expected", s.text()));
  return {};
}

// ---- slice ----

base::Result<std::vector<Type>> slice_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 1); !ok) return base::fail(ok.error());
  if (auto ok = check_lists(q, {"starts", "limits", "strides"}); !ok) return base::fail(ok.error());
  Type y = q.x[0];
  for (int i = 0; i < y.rank(); ++i) {
    const Size &start = q.attrs.sizes("starts")[i], &limit = q.attrs.sizes("limits")[i];
    // slice.c3: start <= limit; slice.c4: limit <= size; slice.c5: start >= 0.
    const auto range =
        fmt::format("{} to {} of {}", start.text(), limit.text(), axis_text(q.x[0], i));
    if (auto ok = at_most(q, start, limit, 3, range + " runs backwards"); !ok)
      return base::fail(ok.error());
    if (auto ok = at_most(q, limit, y.sizes[i], 4, range + " is outside"); !ok)
      return base::fail(ok.error());
    if (auto ok = at_most(q, 0, start, 5, range + " is outside"); !ok)
      return base::fail(ok.error());
    y.sizes[i] = count_of(start, limit, q.attrs.sizes("strides")[i]);
  }
  return one(std::move(y));
}

std::vector<std::int64_t> numbers(const Sizes& sizes) {
  std::vector<std::int64_t> out;
  for (const Size& s : sizes) {
    TLALOC_CHECK(s.constant().has_value(), "a size without a number reached a buffer");
    out.push_back(*s.constant());
  }
  return out;
}

/// Calls visit(position in the box, position in the whole) for every element of the box.
template <class F>
void each_in_box(const pen::HostBuffer& box, const pen::HostBuffer& whole, const Sizes& low,
                 const Sizes& strides, F visit) {
  std::vector<std::int64_t> step = strides_of(whole.sizes);
  std::int64_t first = 0;
  for (std::size_t i = 0; i < step.size(); ++i) {
    first += numbers(low)[i] * step[i];
    step[i] *= numbers(strides)[i];
  }
  Counter at(box.sizes);
  for (std::int64_t i = 0, n = box.count(); i < n; ++i, at.next())
    visit(i, first + at.offset(step));
}

void slice_reference(HostCall& c) {
  pen::with_dtype<pen::Dtypes::all>(c.y[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    each_in_box(
        c.y[0], c.x[0], c.attrs.sizes("starts"), c.attrs.sizes("strides"),
        [&](std::int64_t i, std::int64_t from) { c.y[0].as<T>()[i] = c.x[0].as<T>()[from]; });
  });
}

Values slice_transpose(Builder& b, const Node& n, Value ct) {
  return {build::pad(b, ct, n.attrs.sizes("starts"), n.attrs.sizes("strides"),
                     Sizes(b.type(n.operands[0]).sizes))};
}

Replacement slice_everything(ir::RewriteQuery& q) {
  const Type& x = q.build.type(q.node.operands[0]);
  for (int i = 0; i < x.rank(); ++i)
    if (!(q.node.attrs.sizes("starts")[i] == Size(0)) ||
        !(q.node.attrs.sizes("limits")[i] == x.sizes[i]) ||
        !(q.node.attrs.sizes("strides")[i] == Size(1)))
      return std::nullopt;
  return Values{q.node.operands[0]};
}
constexpr ir::Rewrite kSliceRewrites[] = {slice_everything};

void slice_hlo(pen::HloPen& pen, const Node& n) {
  const auto starts = pen.numbers(n.attrs.sizes("starts")),
             limits = pen.numbers(n.attrs.sizes("limits")),
             strides = pen.numbers(n.attrs.sizes("strides"));
  std::string box;
  for (std::size_t i = 0; i < starts.size(); ++i)
    box += fmt::format("{}{}:{}:{}", i ? ", " : "", starts[i], limits[i], strides[i]);
  pen.result(pen.line(
      fmt::format("stablehlo.slice {} [{}] : {}", pen.x(0), box,
                  pen::HloPen::type_text({pen.type(n.operands[0])}, pen.type(n.results[0])))));
}

/// slice<1>(x, 2, 5) where one axis is cut, slice(x, {…}, {…}) where several are.
void slice_cpp(pen::CppPen& pen, const Node& n) {
  const Type& x = pen.type(n.operands[0]);
  const Sizes &starts = n.attrs.sizes("starts"), &limits = n.attrs.sizes("limits"),
              &strides = n.attrs.sizes("strides");
  Ints cut;
  for (int i = 0; i < x.rank(); ++i)
    if (!(starts[i] == Size(0)) || !(limits[i] == x.sizes[i]) || !(strides[i] == Size(1)))
      cut.push_back(i);
  const bool strided =
      std::any_of(strides.begin(), strides.end(), [](const Size& s) { return !(s == Size(1)); });
  if (x.is_scalar()) return pen.same();
  if (cut.size() == 1) {
    std::vector<std::string> more = {pen.size(starts[cut[0]]), pen.size(limits[cut[0]])};
    if (strided) more.push_back(pen.size(strides[cut[0]]));
    return pen.call(fmt::format("slice<{}>", cut[0]), more);
  }
  std::vector<std::string> more = {pen.sizes(starts), pen.sizes(limits)};
  if (strided) more.push_back(pen.sizes(strides));
  pen.call("slice", more);
}

/// The whole of the new axis.
base::Result<Values> slice_batch(Builder& b, const Node& n, const Values& x,
                                 const std::vector<bool>&, const Size& batch) {
  return Values{build::slice(b, x[0], with_front(Size(0), n.attrs.sizes("starts")),
                             with_front(batch, n.attrs.sizes("limits")),
                             with_front(Size(1), n.attrs.sizes("strides")))};
}

Attrs slice_attrs(Sizes starts, Sizes limits, Sizes strides) {
  return {{"starts", std::move(starts)},
          {"limits", std::move(limits)},
          {"strides", std::move(strides)}};
}
ir::Sample sample(DType t, Sizes x, Attrs attrs) {
  return {{{t, std::move(x), {}}},
          std::move(attrs),
          {t == DType::b1 ? ir::Domain::boolean : ir::Domain::real},
          0};
}

constexpr OpDef kSlice = define({
    .name = "slice",
    .doc = "The elements start, start + stride, … below limit along each axis. Attributes: starts, "
           "limits, strides.",
    .infer = slice_types,
    .derivative = ir::Linear{slice_transpose},
    .batch = slice_batch,
    .reference = slice_reference,
    .kernel = slice_kernel,
    .rewrites = kSliceRewrites,
    .hlo = slice_hlo,
    .cpp = slice_cpp,
    .samples =
        [] {
          return std::vector<ir::Sample>{
              sample(DType::f64, {}, slice_attrs({}, {}, {})),
              sample(DType::f64, {5}, slice_attrs({1}, {4}, {1})),
              sample(DType::f64, {6}, slice_attrs({1}, {6}, {2})),
              sample(DType::f32, {3, 4}, slice_attrs({0, 1}, {3, 3}, {2, 1})),
              sample(DType::f64, {2, 3, 2}, slice_attrs({1, 0, 0}, {2, 3, 2}, {1, 1, 1})),
              sample(DType::f64, {4}, slice_attrs({2}, {2}, {1})),
              sample(DType::i32, {4}, slice_attrs({0}, {4}, {3})),
              sample(DType::b1, {4}, slice_attrs({1}, {3}, {1}))};
        },
    .refuses =
        [] {
          auto refused = [](Sizes starts, Sizes limits, Sizes strides, const char* id) {
            return ir::RefusedSample{
                {{DType::f32, {4}, {}}},
                slice_attrs(std::move(starts), std::move(limits), std::move(strides)),
                id};
          };
          return std::vector<ir::RefusedSample>{
              refused({0, 0}, {4}, {1}, "slice.c1"), refused({0}, {4}, {0}, "slice.c2"),
              refused({3}, {2}, {1}, "slice.c3"), refused({0}, {5}, {1}, "slice.c4"),
              refused({-1}, {2}, {1}, "slice.c5")};
        },
});

// ---- pad ----

base::Result<std::vector<Type>> pad_types(ir::TypeQuery& q) {
  if (auto ok = operand_count(q, 1); !ok) return base::fail(ok.error());
  const Type& x = q.x[0];
  if (x.dtype == DType::b1) return refuse(q, 3, "the operand is b1, numbers are expected");
  if (auto ok = check_lists(q, {"low", "strides", "sizes"}); !ok) return base::fail(ok.error());
  Type y{x.dtype, q.attrs.sizes("sizes"), x.names};
  for (int i = 0; i < x.rank(); ++i) {
    const Size &low = q.attrs.sizes("low")[i], &stride = q.attrs.sizes("strides")[i];
    if (x.sizes[i] == count_of(low, y.sizes[i], stride)) continue;  // what slice gives back fits
    // pad.c4: the last element is inside.
    const auto what = fmt::format("{} does not fit into {} from {} by {}", axis_text(x, i),
                                  y.sizes[i].text(), low.text(), stride.text());
    if (auto ok = at_most(q, end_of(low, stride, x.sizes[i]), y.sizes[i], 4, what); !ok)
      return base::fail(ok.error());
  }
  return one(std::move(y));
}

void pad_reference(HostCall& c) {
  if (c.y[0].count() > 0) std::memset(c.y[0].data, 0, c.y[0].count() * size_of(c.y[0].dtype));
  pen::with_dtype<pen::Dtypes::numbers>(c.y[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    each_in_box(c.x[0], c.y[0], c.attrs.sizes("low"), c.attrs.sizes("strides"),
                [&](std::int64_t i, std::int64_t to) { c.y[0].as<T>()[to] = c.x[0].as<T>()[i]; });
  });
}

Values pad_transpose(Builder& b, const Node& n, Value ct) {
  const Sizes &low = n.attrs.sizes("low"), &strides = n.attrs.sizes("strides");
  const Sizes x = b.type(n.operands[0]).sizes;
  Sizes limits;
  for (std::size_t i = 0; i < low.size(); ++i)
    limits.push_back(x[i] == count_of(low[i], n.attrs.sizes("sizes")[i], strides[i])
                         ? n.attrs.sizes("sizes")[i]
                         : end_of(low[i], strides[i], x[i]));
  return {build::slice(b, ct, low, limits, strides)};
}

Replacement pad_nothing(ir::RewriteQuery& q) {
  if (q.build.type(q.node.operands[0]).sizes != q.node.attrs.sizes("sizes")) return std::nullopt;
  for (const Size& s : q.node.attrs.sizes("low"))
    if (!(s == Size(0))) return std::nullopt;
  for (const Size& s : q.node.attrs.sizes("strides"))
    if (!(s == Size(1))) return std::nullopt;
  return Values{q.node.operands[0]};
}
constexpr ir::Rewrite kPadRewrites[] = {pad_nothing};

void pad_hlo(pen::HloPen& pen, const Node& n) {
  const Type x = pen.type(n.operands[0]), y = pen.type(n.results[0]);
  const auto low = pen.numbers(n.attrs.sizes("low")),
             strides = pen.numbers(n.attrs.sizes("strides"));
  Ints high, interior;
  for (int i = 0; i < x.rank(); ++i) {
    const std::int64_t size = *x.sizes[i].constant();
    high.push_back(*y.sizes[i].constant() - low[i] - (size > 0 ? (size - 1) * strides[i] + 1 : 0));
    interior.push_back(strides[i] - 1);
  }
  const std::string zero = pen.constant(std::int64_t{0}, ir::scalar_type(x.dtype));
  pen.result(pen.general("pad", {pen.x(0), zero},
                         fmt::format("low = {}, high = {}, interior = {}", pen::HloPen::ints(low),
                                     pen::HloPen::ints(high), pen::HloPen::ints(interior)),
                         {x, ir::scalar_type(x.dtype)}, y));
}

base::Result<Values> pad_batch(Builder& b, const Node& n, const Values& x, const std::vector<bool>&,
                               const Size& batch) {
  return Values{build::pad(b, x[0], with_front(Size(0), n.attrs.sizes("low")),
                           with_front(Size(1), n.attrs.sizes("strides")),
                           with_front(batch, n.attrs.sizes("sizes")))};
}

Attrs pad_attrs(Sizes low, Sizes strides, Sizes sizes) {
  return {{"low", std::move(low)}, {"strides", std::move(strides)}, {"sizes", std::move(sizes)}};
}

constexpr OpDef kPad = define({
    .name = "pad",
    .doc = "Zeros of these sizes with x's elements at low, low + stride, … along each axis: the "
           "adjoint of slice. "
           "Attributes: low, strides, sizes.",
    .infer = pad_types,
    .derivative = ir::Linear{pad_transpose},
    .batch = pad_batch,
    .reference = pad_reference,
    .kernel = pad_kernel,
    .rewrites = kPadRewrites,
    .hlo = pad_hlo,
    .cpp =
        [](pen::CppPen& pen, const Node& n) {
          if (pen.type(n.operands[0]).is_scalar()) return pen.same();
          pen.call("pad", {pen.sizes(n.attrs.sizes("low")), pen.sizes(n.attrs.sizes("strides")),
                           pen.sizes(n.attrs.sizes("sizes"))});
        },
    .samples =
        [] {
          return std::vector<ir::Sample>{
              sample(DType::f64, {}, pad_attrs({}, {}, {})),
              sample(DType::f64, {3}, pad_attrs({1}, {1}, {5})),
              sample(DType::f64, {2}, pad_attrs({1}, {3}, {6})),
              sample(DType::f32, {2, 2}, pad_attrs({0, 1}, {2, 1}, {3, 4})),
              sample(DType::f64, {0, 2}, pad_attrs({2, 0}, {1, 1}, {3, 2})),
              sample(DType::i32, {2}, pad_attrs({0}, {1}, {2}))};
        },
    .refuses =
        [] {
          auto refused = [](DType t, Sizes low, Sizes strides, Sizes sizes, const char* id) {
            return ir::RefusedSample{
                {{t, {2}, {}}},
                pad_attrs(std::move(low), std::move(strides), std::move(sizes)),
                id};
          };
          return std::vector<ir::RefusedSample>{refused(DType::f32, {0, 0}, {1}, {4}, "pad.c1"),
                                                refused(DType::f32, {0}, {0}, {4}, "pad.c2"),
                                                refused(DType::b1, {0}, {1}, {4}, "pad.c3"),
                                                refused(DType::f32, {1}, {2}, {3}, "pad.c4")};
        },
});

constexpr const OpDef* kOps[] = {&kSlice, &kPad};
constexpr SquareRule kSquares[] = {{&kSlice, of_sums}};

// ---- calls ----

/// slice<I>(x, start, limit) and slice<I>(x, start, limit, stride): one axis.
Built slice_axis(Builder& b, const SourceCall& call, Value x) {
  const Type t = b.type(x);
  SourceCall axis_only = call;
  axis_only.x.clear();
  auto axis = axis_of(b, axis_only, 0, t.rank(), std::nullopt);
  if (!axis) return base::fail(axis.error());
  auto numbers = sizes_from(b, call, 1, 0);
  if (!numbers) return base::fail(numbers.error());
  if (numbers->size() < 2 || numbers->size() > 3)
    return not_lifted(call, "a start and a limit are expected");
  Sizes starts(t.rank(), Size(0)), limits = t.sizes, strides(t.rank(), Size(1));
  starts[*axis] = (*numbers)[0];
  limits[*axis] = (*numbers)[1];
  if (numbers->size() == 3) strides[*axis] = (*numbers)[2];
  return b.try_add(kSlice, {x}, slice_attrs(starts, limits, strides));
}
/// The sizes of one argument in braces.
base::Result<Sizes> list_at(Builder& b, const SourceCall& call, std::size_t i) {
  return sizes_from(b, call, i, call.x.size() - i - 1);
}
Built slice_source(Builder& b, const SourceCall& call) {
  auto x = value_at(b, call, 0);
  if (!x) return base::fail(x.error());
  if (!call.template_args.empty()) return slice_axis(b, call, *x);
  if (auto ok = arguments(call, 3, 4); !ok) return base::fail(ok.error());
  auto starts = list_at(b, call, 1), limits = list_at(b, call, 2);
  if (!starts) return base::fail(starts.error());
  if (!limits) return base::fail(limits.error());
  base::Result<Sizes> strides = Sizes(starts->size(), Size(1));
  if (call.x.size() == 4) strides = list_at(b, call, 3);
  if (!strides) return base::fail(strides.error());
  return b.try_add(kSlice, {*x}, slice_attrs(*starts, *limits, *strides));
}
Built pad_source(Builder& b, const SourceCall& call) {
  if (auto ok = arguments(call, 4, 4); !ok) return base::fail(ok.error());
  auto x = value_at(b, call, 0);
  if (!x) return base::fail(x.error());
  auto low = list_at(b, call, 1), strides = list_at(b, call, 2), sizes = list_at(b, call, 3);
  for (const auto* list : {&low, &strides, &sizes})
    if (!*list) return base::fail(list->error());
  return b.try_add(kPad, {*x}, pad_attrs(*low, *strides, *sizes));
}

constexpr Source kSources[] = {{"slice", slice_source}, {"pad", pad_source}};

}  // namespace

namespace build {
Value slice(Builder& b, Value x, const Sizes& starts, const Sizes& limits, const Sizes& strides) {
  return b.add(kSlice, {x}, slice_attrs(starts, limits, strides));
}
Value pad(Builder& b, Value x, const Sizes& low, const Sizes& strides, const Sizes& sizes) {
  return b.add(kPad, {x}, pad_attrs(low, strides, sizes));
}
}  // namespace build

const Family kSliceFamily{kOps, kSources, {}, kSquares};

}  // namespace tlaloc::ops
