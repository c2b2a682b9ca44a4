// allclose(x, y, rtol, atol): a composition, true or false.
#include <limits>

#include "ops/basis.h"
#include "ops/build.h"
#include "ops/families.h"
#include "ops/source_args.h"
#include "ops/table.h"

namespace tlaloc::ops {
namespace {

/// x and y have the same sizes. Nothing is too far where there is no element.
Value all_close(Builder& b, Value x, Value y, Value rtol, Value atol) {
  x = build::convert(b, x, DType::f64);
  y = build::convert(b, y, DType::f64);
  const Type t = b.type(y);
  const auto everywhere = [&](Value v) {
    return build::broadcast_scalar(b, build::convert(b, v, DType::f64), t);
  };
  const Value size = build::abs(b, y);
  const Value bound = build::add(b, everywhere(atol), build::mul(b, everywhere(rtol), size));
  const Value near = build::le(b, build::abs(b, build::sub(b, x, y)), bound);
  const Value finite =
      build::lt(b, size, build::full(b, std::numeric_limits<double>::infinity(), t));
  const Value far = build::logical_and(b, build::ne(b, x, y),
                                       build::logical_not(b, build::logical_and(b, near, finite)));
  Ints axes;
  for (int i = 0; i < t.rank(); ++i) axes.push_back(i);
  const Value count = build::sum(b, build::convert(b, far, DType::i64), axes);
  return build::eq(b, count, build::integer(b, 0, DType::i64));
}

/// Whether the sizes are equal when the program runs; no value where that is known to be so.
Value same_sizes(Builder& b, const Sizes& x, const Sizes& y) {
  Value all;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] == y[i]) continue;
    const Value same = build::eq(b, build::size_of(b, x[i]), build::size_of(b, y[i]));
    all = all ? build::logical_and(b, all, same) : same;
  }
  return all;
}

Built allclose_source(Builder& b, const SourceCall& call) {
  if (auto ok = arguments(call, 4, 4); !ok) return base::fail(ok.error());
  Values x;
  for (std::size_t i = 0; i < 4; ++i) {
    auto v = value_at(b, call, i);
    if (!v) return base::fail(v.error());
    x.push_back(*v);
  }
  const Sizes sizes = b.type(x[0]).sizes;
  const Value same = same_sizes(b, sizes, b.type(x[1]).sizes);
  if (!same) return Values{all_close(b, x[0], x[1], x[2], x[3])};
  std::vector<ir::Region> sides;
  b.open_region({});
  const Value y = checked_sizes(b, x[1], sizes, "allclose", "size.c1", "the sizes differ");
  sides.push_back(b.close_region({all_close(b, x[0], y, x[2], x[3])}));
  b.open_region({});
  sides.push_back(b.close_region(
      {b.add_all(*find("constant"), {}, {{"dtype", DType::b1}, {"value", false}})[0]}));
  return b.add_structural(structural(ir::Control::branch), {same}, {}, std::move(sides),
                          {ir::scalar_type(DType::b1)});
}

constexpr Source kSources[] = {{"allclose", allclose_source}};

}  // namespace

const Family kCloseFamily{{}, kSources};

}  // namespace tlaloc::ops
