#include "ops/basis.h"

#include "ops/build.h"
#include "ops/table.h"

namespace tlaloc::ops {

using ir::Builder;
using ir::Size;
using ir::Sizes;
using ir::Type;
using ir::Value;

Value basis(Builder& b, const Type& t) {
  if (t.is_scalar()) return build::number(b, 1, t.dtype);
  const Size n = ir::product(t.sizes);
  const Type square{DType::i64, {n, n}, {}};
  const Value diagonal = build::eq(b, build::iota(b, square, 0), build::iota(b, square, 1));
  Sizes sizes = t.sizes;
  sizes.insert(sizes.begin(), n);
  return resized(b, build::convert(b, diagonal, t.dtype), sizes);
}

Value lanes_last(Builder& b, Value x, const Sizes& sizes) {
  const Type t = b.type(x);
  if (sizes.empty()) return x;
  ir::Ints order;
  for (int i = 1; i < t.rank(); ++i) order.push_back(i);
  order.push_back(0);
  Sizes out(t.sizes.begin() + 1, t.sizes.end());
  out.insert(out.end(), sizes.begin(), sizes.end());
  return resized(b, t.rank() == 1 ? x : build::transpose(b, x, order), out);
}

Value lanes_first(Builder& b, Value x, const Sizes& sizes) {
  if (sizes.empty()) return x;
  const Type t = b.type(x);
  Sizes out = sizes;
  out.insert(out.end(), t.sizes.begin() + 1, t.sizes.end());
  return resized(b, x, out);
}

Value checked_sizes(Builder& b, Value x, const Sizes& sizes, std::string op, std::string id,
                    std::string text) {
  const Type t = b.type(x);
  if (t.sizes == sizes) return x;
  for (std::size_t axis = 0; axis < sizes.size(); ++axis)
    if (t.sizes[axis] != sizes[axis])
      b.add_structural(require_op(), {},
                       ir::Attrs{{"left", t.sizes[axis]},
                                 {"right", sizes[axis]},
                                 {"op", op},
                                 {"id", id},
                                 {"text", text}},
                       {}, {});
  return b.add_structural(*find("reshape"), {x}, ir::Attrs{{"sizes", sizes}}, {},
                          {Type{t.dtype, sizes, {}}})[0];
}

Value resized(Builder& b, Value x, const Sizes& sizes) {
  return b.type(x).sizes == sizes ? x : build::reshape(b, x, sizes);
}

Value to_dtype(Builder& b, Value x, DType t) {
  return b.type(x).dtype == t ? x : build::convert(b, x, t);
}

}  // namespace tlaloc::ops
