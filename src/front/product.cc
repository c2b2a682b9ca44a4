// Products of operands that are matrices as they lie: sizes, storage, kernel, and nothing else. The
// op in the table computes the same by the same kernel, after it has asked and remembered more than
// a product of a few numbers takes.
#include <tlaloc/ops/product.h>

#include "front/visit.h"
#include "kernel/matmul.h"

namespace tlaloc::detail {

namespace {

using List = ProductAxes::List;

bool meet(const Operand& x, List left, const Operand& y, List right) {
  for (std::size_t i = 0; i < left.size(); ++i)
    if (x.sizes[left[i]] != y.sizes[right[i]]) return false;
  return true;
}
std::size_t count(const Operand& x, List axes) {
  std::size_t n = 1;
  for (std::int64_t a : axes) n *= static_cast<std::size_t>(x.sizes[a]);
  return n;
}

/// Gives the result its sizes and its storage; its first element.
void* place(const Operand& x, const Operand& y, const ProductAxes& axes, const Slot& result) {
  if (result.rank == 0) return result.scalar;
  std::int64_t* to = result.sizes;
  for (std::int64_t a : axes.left_batch) *to++ = x.sizes[a];
  for (std::int64_t a : axes.left_free) *to++ = x.sizes[a];
  for (std::int64_t a : axes.right_free) *to++ = y.sizes[a];
  *result.storage = Storage(bytes_of(result.dtype, result.sizes, result.rank));
  return result.storage->data();
}

}  // namespace

bool run_product(const Operand& x, const Operand& y, const ProductAxes& axes, const Slot& result) {
  if (!meet(x, axes.left_summed, y, axes.right_summed) ||
      !meet(x, axes.left_batch, y, axes.right_batch))
    return false;
  kernel::MatmulShape s;
  s.m = count(x, axes.left_free);
  s.n = count(y, axes.right_free);
  s.k = count(x, axes.left_summed);
  s.a_transposed = axes.left_turned;
  s.b_transposed = axes.right_turned;
  s.batch = count(x, axes.left_batch);
  s.a_stride = s.m * s.k;
  s.b_stride = s.k * s.n;
  s.c_stride = s.m * s.n;
  void* const to = place(x, y, axes, result);
  front::with_type(result.dtype, [&]<class T>(T) {
    if constexpr (!std::is_same_v<T, bool>)
      kernel::matmul(s, static_cast<const T*>(x.data), static_cast<const T*>(y.data),
                     static_cast<T*>(to));
  });
  return true;
}

}  // namespace tlaloc::detail
