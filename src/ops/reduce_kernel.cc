// Kernels that take axes away. Neighbouring axes that go are one; where what goes falls into
// several groups, they go one after the other, the last first.
#include "kernel/reduce.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "ops/scratch.h"
#include "ops/shape_kernel.h"

namespace tlaloc::ops {
namespace {

using kernel::ReduceShape;
using pen::HostBuffer;
using pen::HostCall;

/// Which axes of x go.
using Gone = std::array<bool, 64>;

Gone listed(const ir::Ints& axes) {
  Gone gone{};
  for (std::int64_t a : axes) gone[a] = true;
  return gone;
}

/// Sizes that need no memory of their own.
struct FewSizes {
  std::array<std::int64_t, 64> size;
  std::size_t rank = 0;
};

/// Takes the last group of neighbouring axes that go out of `sizes`.
ReduceShape last_group(FewSizes& all, Gone& gone) {
  auto& sizes = all.size;
  ReduceShape s;
  std::size_t end = all.rank;
  while (end > 0 && !gone[end - 1]) s.inner *= static_cast<std::size_t>(sizes[--end]);
  std::size_t begin = end;
  while (begin > 0 && gone[begin - 1]) s.reduce *= static_cast<std::size_t>(sizes[--begin]);
  for (std::size_t i = 0; i < begin; ++i) s.outer *= static_cast<std::size_t>(sizes[i]);
  for (std::size_t i = begin; i < end; ++i) gone[i] = false;
  std::int64_t behind = 1;
  for (std::size_t i = end; i < all.rank; ++i) behind *= sizes[i];
  sizes[begin] = behind;  // kept, as one axis
  all.rank = begin + 1;
  return s;
}

/// step(shape, from, to) reduces one group.
template <class T, class F>
void by_groups(const HostBuffer& x, Gone gone, T* y, F step) {
  FewSizes sizes;
  for (std::int64_t n : x.sizes) sizes.size[sizes.rank++] = n;
  const T* from = x.as<T>();
  Scratch rooms[8];
  for (int turn = 0;; ++turn) {
    const ReduceShape s = last_group(sizes, gone);
    const bool more = std::any_of(gone.begin(), gone.end(), [](bool g) { return g; });
    T* to = more ? rooms[turn].as<T>(static_cast<std::int64_t>(s.outer * s.inner)) : y;
    step(s, from, to);
    if (!more) return;
    from = to;
  }
}

/// A reduction with a kernel for each dtype but bf16, which is widened to f32 first.
template <class F>
void reduce(HostCall& c, const Gone& gone, F step) {
  pen::with_dtype<pen::Dtypes::numbers>(c.y[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<T, bfloat16>) {
      Scratch wide_x, wide_y;
      const std::int64_t n = c.x[0].count(), m = c.y[0].count();
      float *x = wide_x.as<float>(n), *y = wide_y.as<float>(m);
      for (std::int64_t i = 0; i < n; ++i) x[i] = pen::load(c.x[0].as<T>()[i]);
      by_groups<float>({DType::f32, c.x[0].sizes, x}, gone, y, step);
      for (std::int64_t i = 0; i < m; ++i) pen::store(c.y[0].as<T>()[i], y[i]);
    } else {
      by_groups<T>(c.x[0], gone, c.y[0].as<T>(), step);
    }
  });
}

constexpr auto kSum = [](const ReduceShape& s, const auto* x, auto* y) {
  kernel::reduce_sum(s, x, y);
};
constexpr auto kMax = [](const ReduceShape& s, const auto* x, auto* y) {
  kernel::reduce_max(s, x, y);
};
constexpr auto kMin = [](const ReduceShape& s, const auto* x, auto* y) {
  kernel::reduce_min(s, x, y);
};

template <class F>
void arg(HostCall& c, F step) {
  const auto axis = static_cast<std::size_t>(c.attrs.integer("axis"));
  ReduceShape s;
  for (std::size_t i = 0; i < c.x[0].sizes.size(); ++i)
    (i < axis    ? s.outer
     : i == axis ? s.reduce
                 : s.inner) *= static_cast<std::size_t>(c.x[0].sizes[i]);
  const std::int64_t n = c.y[0].count();
  if (n == 0) return;
  Scratch room, wide;
  std::int64_t* places = room.as<std::int64_t>(n);
  pen::with_dtype<pen::Dtypes::numbers>(c.x[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<T, bfloat16>) {
      float* x = wide.as<float>(c.x[0].count());
      for (std::int64_t i = 0; i < c.x[0].count(); ++i) x[i] = pen::load(c.x[0].as<T>()[i]);
      step(s, x, places);
    } else {
      step(s, c.x[0].as<T>(), places);
    }
  });
  for (std::int64_t i = 0; i < n; ++i)
    c.y[0].as<std::int32_t>()[i] = static_cast<std::int32_t>(places[i]);
}

}  // namespace

void sum_kernel(HostCall& c) { reduce(c, listed(c.attrs.ints("axes")), kSum); }
void reduce_max_kernel(HostCall& c) { reduce(c, listed(c.attrs.ints("axes")), kMax); }
void reduce_min_kernel(HostCall& c) { reduce(c, listed(c.attrs.ints("axes")), kMin); }

void sum_to_kernel(HostCall& c) {
  Gone gone{};
  for (std::size_t i = 0; i < c.x[0].sizes.size(); ++i) gone[i] = true;
  const ir::Ints& axes = c.attrs.ints("axes");
  for (std::size_t i = 0; i < axes.size(); ++i)
    gone[axes[i]] = c.y[0].sizes[i] != c.x[0].sizes[axes[i]];
  reduce(c, gone, kSum);
}

void argmax_kernel(HostCall& c) {
  arg(c, [](const ReduceShape& s, const auto* x, std::int64_t* y) { kernel::arg_max(s, x, y); });
}
void argmin_kernel(HostCall& c) {
  arg(c, [](const ReduceShape& s, const auto* x, std::int64_t* y) { kernel::arg_min(s, x, y); });
}

}  // namespace tlaloc::ops
