// Indexing over a batch. Where all lanes use the same indices, the batch axis moves behind the
// indexed ones. Where each lane has its own, reading takes rows of a flattened tensor, and writing
// goes lane by lane in a loop, in place.
#include "ops/build.h"
#include "ops/index.h"
#include "ops/messages.h"
#include "ops/table.h"

namespace tlaloc::ops {
namespace {

bool any_of(const std::vector<bool>& batched, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i)
    if (batched[i]) return true;
  return false;
}

/// {1, …, k, 0, k + 1, …}: the batch axis behind k indexed axes.
Ints batch_behind(std::size_t k, int rank) {
  Ints out = iota_ints(static_cast<std::int64_t>(k), 1);
  out.push_back(0);
  for (int i = static_cast<int>(k) + 1; i < rank; ++i) out.push_back(i);
  return out;
}
/// Its inverse.
Ints batch_in_front(std::size_t k, int rank) {
  Ints out = {static_cast<std::int64_t>(k)};
  for (int i = 0; i < rank; ++i)
    if (i != static_cast<int>(k)) out.push_back(i);
  return out;
}

/// Rows of x flattened over the batch and k axes, at each lane's own place.
Value index_by_lane(Builder& b, Value x, const Values& i, const std::vector<bool>& batched,
                    const Size& batch) {
  const Type t = b.type(x);
  const Type lanes{DType::i64, {batch}, {}};
  Value flat = build::iota(b, lanes, 0);
  Size rows = batch;
  for (std::size_t k = 0; k < i.size(); ++k) {
    const Size& size = t.sizes[k + 1];
    Value at = in_axis(b, build::convert(b, i[k], DType::i64), size);
    if (!batched[k + 1]) at = build::broadcast_scalar(b, at, lanes);
    flat = build::add(
        b, build::mul(b, flat, build::broadcast_scalar(b, build::size_of(b, size), lanes)), at);
    rows = rows * size;
  }
  const Sizes part(t.sizes.begin() + 1 + i.size(), t.sizes.end());
  return build::take(b, build::reshape(b, x, with_front(rows, part)), flat);
}

/// For each lane l: y = op(y, l, i(l)…, v(l)).
Value store_by_lane(Builder& b, const OpDef& op, Value x, const Values& i, Value v,
                    const std::vector<bool>& batched, const Size& batch) {
  const Value turns = build::size_of(b, batch);
  const Values params = b.open_region({ir::scalar_type(DType::i64), b.type(x)});
  Values operands = {params[1], params[0]};
  for (std::size_t k = 0; k < i.size(); ++k)
    operands.push_back(batched[k] ? build::index(b, i[k], {params[0]}) : i[k]);
  operands.push_back(build::index(b, v, {params[0]}));
  const Value stored = b.add(op, operands);
  ir::Region body = b.close_region({stored});
  return b.add_structural(structural(Control::loop), {turns, x}, {}, {std::move(body)},
                          {Type(b.type(x))})[0];
}

}  // namespace

base::Result<Values> index_batch(Builder& b, const Node& n, const Values& x,
                                 const std::vector<bool>& batched, const Size& batch) {
  const std::size_t k = x.size() - 1;
  const Values i(x.begin() + 1, x.end());
  if (!any_of(batched, 1, x.size())) {
    const int rank = b.type(x[0]).rank();
    return Values{b.add(*n.op, with_front(build::transpose(b, x[0], batch_behind(k, rank)), i))};
  }
  const Value whole = batched[0] ? x[0] : stretch(b, x[0], batch);
  return Values{index_by_lane(b, whole, i, batched, batch)};
}

base::Result<Values> place_batch(Builder& b, const Node& n, const Values& x,
                                 const std::vector<bool>& batched, const Size& batch) {
  const std::size_t k = x.size() - 1;
  const Values i(x.begin(), x.end() - 1);
  const Sizes& sizes = n.attrs.sizes("sizes");
  const Value v = batched.back() ? x.back() : stretch(b, x.back(), batch);
  if (!any_of(batched, 0, k)) {
    Sizes moved(sizes.begin(), sizes.begin() + k);
    moved.push_back(batch);
    moved.insert(moved.end(), sizes.begin() + k, sizes.end());
    return Values{build::transpose(b, build::place(b, moved, i, v),
                                   batch_in_front(k, static_cast<int>(moved.size())))};
  }
  const Value zeros = build::full(b, 0, Type{b.type(v).dtype, with_front(batch, sizes), {}});
  return Values{store_by_lane(b, *find("update"), zeros, i, v, batched, batch)};
}

base::Result<Values> part_batch(Builder& b, const Node& n, const Values& x,
                                const std::vector<bool>& batched, const Size& batch) {
  const std::size_t k = x.size() - 2;
  const Values i(x.begin() + 1, x.end() - 1);
  const Value whole = batched[0] ? x[0] : stretch(b, x[0], batch);
  const Value v = batched.back() ? x.back() : stretch(b, x.back(), batch);
  if (any_of(batched, 1, x.size() - 1)) {
    const std::vector<bool> by_index(batched.begin() + 1, batched.end() - 1);
    return Values{store_by_lane(b, *n.op, whole, i, v, by_index, batch)};
  }
  const int rank = b.type(whole).rank();
  Values operands = with_front(build::transpose(b, whole, batch_behind(k, rank)), i);
  operands.push_back(v);
  return Values{build::transpose(b, b.add(*n.op, operands), batch_in_front(k, rank))};
}

}  // namespace tlaloc::ops
