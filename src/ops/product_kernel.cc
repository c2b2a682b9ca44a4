// Kernels of products: a contract is a matrix product of operands whose axes stand in the order it
// wants, or are copied into it first.
#include <algorithm>
#include <array>

#include "kernel/matmul.h"
#include "kernel/move.h"
#include "ops/contract.h"
#include "ops/messages.h"
#include "ops/scratch.h"
#include "ops/shape_kernel.h"

namespace tlaloc::ops {
namespace {

using kernel::MatmulShape;
using pen::HostBuffer;
using pen::HostCall;

/// Axes in an order, without memory of their own: a kernel runs in every step of a program.
struct FewAxes {
  std::array<std::int64_t, kernel::kMostAxes> axis;
  std::size_t count = 0;

  template <class... Lists>
  static FewAxes of(const Lists&... lists) {
    FewAxes all;
    const auto add = [&](const auto& list) {
      for (std::int64_t a : list) all.axis[all.count++] = a;
    };
    (add(lists), ...);
    return all;
  }
  /// Those of a rank that are in neither list, as they stand.
  static FewAxes other(const Ints& a, const Ints& b, std::size_t rank) {
    FewAxes all;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(rank); ++i)
      if (std::find(a.begin(), a.end(), i) == a.end() &&
          std::find(b.begin(), b.end(), i) == b.end())
        all.axis[all.count++] = i;
    return all;
  }
  const std::int64_t* begin() const { return axis.data(); }
  const std::int64_t* end() const { return axis.data() + count; }
};

template <class List>
std::size_t product(std::span<const std::int64_t> sizes, const List& axes) {
  std::size_t n = 1;
  for (std::int64_t a : axes) n *= static_cast<std::size_t>(sizes[a]);
  return n;
}

/// One operand as a batch of dense matrices whose rows are `first` and whose columns are `second`.
struct Matrix {
  const void* data;
  bool transposed;
};
template <class First, class Second>
Matrix laid_out(const HostBuffer& x, const Ints& batch, const First& first, const Second& second,
                Scratch& room) {
  const FewAxes plain = FewAxes::of(batch, first, second);
  if (std::is_sorted(plain.begin(), plain.end())) return {x.data, false};
  const FewAxes turned = FewAxes::of(batch, second, first);
  if (std::is_sorted(turned.begin(), turned.end())) return {x.data, true};
  std::array<std::int64_t, kernel::kMostAxes> sizes{}, steps{}, dense{};
  std::int64_t step = 1;
  for (std::size_t i = x.sizes.size(); i-- > 0; step *= x.sizes[i]) dense[i] = step;
  for (std::size_t i = 0; i < plain.count; ++i)
    sizes[i] = x.sizes[plain.axis[i]], steps[i] = dense[plain.axis[i]];
  const std::size_t bytes = size_of(x.dtype);
  void* copy = room.as<std::byte>(x.count() * static_cast<std::int64_t>(bytes));
  kernel::gather_strided(bytes, {sizes.data(), plain.count}, x.data, {steps.data(), plain.count},
                         copy);
  return {copy, false};
}

void run(const MatmulShape& s, DType t, const void* x, const void* w, void* y) {
  pen::with_dtype<pen::Dtypes::numbers>(t, [&](auto tag) {
    using T = typename decltype(tag)::type;
    kernel::matmul(s, static_cast<const T*>(x), static_cast<const T*>(w), static_cast<T*>(y));
  });
}

}  // namespace

void contract_kernel(HostCall& c) {
  const HostBuffer &x = c.x[0], &w = c.x[1];
  const Ints &left_batch = c.attrs.ints("left_batch"), &left_summed = c.attrs.ints("left_contract"),
             &right_batch = c.attrs.ints("right_batch"),
             &right_summed = c.attrs.ints("right_contract");
  const FewAxes rows = FewAxes::other(left_batch, left_summed, x.sizes.size());
  const FewAxes columns = FewAxes::other(right_batch, right_summed, w.sizes.size());
  MatmulShape s;
  s.m = product(x.sizes, rows);
  s.n = product(w.sizes, columns);
  s.k = product(x.sizes, left_summed);
  s.batch = product(x.sizes, left_batch);
  s.a_stride = s.m * s.k;
  s.b_stride = s.k * s.n;
  s.c_stride = s.m * s.n;
  Scratch left_room, right_room;
  const Matrix left = laid_out(x, left_batch, rows, left_summed, left_room);
  const Matrix right = laid_out(w, right_batch, right_summed, columns, right_room);
  s.a_transposed = left.transposed;
  s.b_transposed = right.transposed;
  run(s, x.dtype, left.data, right.data, c.y[0].data);
}

namespace {

/// Where matrix i of the result finds its operand when leading axes were stretched.
std::size_t matrix_at(std::size_t i, const HostBuffer& y, const HostBuffer& x) {
  const std::size_t missing = y.sizes.size() - x.sizes.size();
  std::size_t at = 0, step = 1;
  for (std::size_t axis = y.sizes.size() - 2; axis-- > 0;) {
    const auto size = static_cast<std::size_t>(y.sizes[axis]), k = i % size;
    i /= size;
    if (axis < missing) continue;
    const auto own = static_cast<std::size_t>(x.sizes[axis - missing]);
    if (own != 1) at += k * step;
    step *= own;
  }
  return at;
}

}  // namespace

void matmul_kernel(HostCall& c) {
  const HostBuffer &x = c.x[0], &w = c.x[1], &y = c.y[0];
  const std::size_t rank = y.sizes.size();
  MatmulShape s;
  s.m = static_cast<std::size_t>(y.sizes[rank - 2]);
  s.n = static_cast<std::size_t>(y.sizes[rank - 1]);
  s.k = static_cast<std::size_t>(x.sizes.back());
  s.c_stride = s.m * s.n;
  std::size_t matrices = 1, left = 1, right = 1;
  for (std::size_t i = 0; i + 2 < rank; ++i) matrices *= static_cast<std::size_t>(y.sizes[i]);
  for (std::size_t i = 0; i + 2 < x.sizes.size(); ++i) left *= static_cast<std::size_t>(x.sizes[i]);
  for (std::size_t i = 0; i + 2 < w.sizes.size(); ++i)
    right *= static_cast<std::size_t>(w.sizes[i]);
  const std::size_t bytes = size_of(x.dtype);
  // One call where each side is one matrix or has one for each.
  if ((left == 1 || left == matrices) && (right == 1 || right == matrices)) {
    s.batch = matrices;
    s.a_stride = left == 1 ? 0 : s.m * s.k;
    s.b_stride = right == 1 ? 0 : s.k * s.n;
    return run(s, x.dtype, x.data, w.data, y.data);
  }
  for (std::size_t i = 0; i < matrices; ++i)
    run(s, x.dtype, x.as<std::byte>() + matrix_at(i, y, x) * s.m * s.k * bytes,
        w.as<std::byte>() + matrix_at(i, y, w) * s.k * s.n * bytes,
        y.as<std::byte>() + i * s.c_stride * bytes);
}

void dot_kernel(HostCall& c) {
  MatmulShape s;
  s.m = s.n = 1;
  s.k = static_cast<std::size_t>(c.x[0].count());
  run(s, c.x[0].dtype, c.x[0].data, c.x[1].data, c.y[0].data);
}

}  // namespace tlaloc::ops
