// Kernels that copy elements elsewhere: a walk with strides.
#include <array>

#include "base/check.h"
#include "kernel/index.h"
#include "kernel/move.h"
#include "ops/scratch.h"
#include "ops/shape_kernel.h"

namespace tlaloc::ops {
namespace {

using pen::HostBuffer;
using pen::HostCall;

using Steps = std::array<std::int64_t, kernel::kMostAxes>;

Steps dense(std::span<const std::int64_t> sizes) {
  Steps out{};
  std::int64_t step = 1;
  for (std::size_t i = sizes.size(); i-- > 0; step *= sizes[i]) out[i] = step;
  return out;
}

void gather(const HostBuffer& x, std::int64_t offset, const Steps& steps, const HostBuffer& y) {
  const std::size_t bytes = size_of(x.dtype);
  kernel::gather_strided(bytes, y.sizes,
                         x.as<std::byte>() + offset * static_cast<std::int64_t>(bytes),
                         {steps.data(), y.sizes.size()}, y.data);
}

std::int64_t number(const ir::Size& s) {
  const auto n = s.constant();
  TLALOC_CHECK(n.has_value(), "a size without a number reached a kernel");
  return *n;
}

/// The indices as i64, converted into scratch where they are narrower.
const std::int64_t* wide_indices(const HostBuffer& i, Scratch& room) {
  if (i.dtype == DType::i64) return i.as<std::int64_t>();
  auto* out = room.as<std::int64_t>(i.count());
  pen::with_dtype<pen::Dtypes::integers>(i.dtype, [&](auto tag) {
    const auto* from = i.as<typename decltype(tag)::type>();
    for (std::int64_t k = 0, n = i.count(); k < n; ++k) out[k] = static_cast<std::int64_t>(from[k]);
  });
  return out;
}

std::int64_t row_elements(const HostBuffer& x) {
  std::int64_t n = 1;
  for (std::size_t i = 1; i < x.sizes.size(); ++i) n *= x.sizes[i];
  return n;
}

}  // namespace

void broadcast_kernel(HostCall& c) {
  const Steps from = dense(c.x[0].sizes);
  const ir::Ints& axes = c.attrs.ints("axes");
  Steps steps{};
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (c.x[0].sizes[i] == c.y[0].sizes[axes[i]]) steps[axes[i]] = from[i];
  gather(c.x[0], 0, steps, c.y[0]);
}

void transpose_kernel(HostCall& c) {
  const ir::Ints& p = c.attrs.ints("permutation");
  const auto& x = c.x[0];
  if (p.size() == 2 && p[0] == 1)
    return kernel::transpose(size_of(x.dtype), x.sizes[0], x.sizes[1], x.data, c.y[0].data);
  const Steps from = dense(x.sizes);
  Steps steps{};
  for (std::size_t i = 0; i < p.size(); ++i) steps[i] = from[p[i]];
  gather(x, 0, steps, c.y[0]);
}

void reverse_kernel(HostCall& c) {
  Steps steps = dense(c.x[0].sizes);
  std::int64_t last = 0;
  if (c.y[0].count() == 0) return;
  for (std::int64_t a : c.attrs.ints("axes")) {
    last += (c.x[0].sizes[a] - 1) * steps[a];
    steps[a] = -steps[a];
  }
  gather(c.x[0], last, steps, c.y[0]);
}

void slice_kernel(HostCall& c) {
  Steps steps = dense(c.x[0].sizes);
  std::int64_t first = 0;
  for (std::size_t i = 0; i < c.y[0].sizes.size(); ++i) {
    first += number(c.attrs.sizes("starts")[i]) * steps[i];
    steps[i] *= number(c.attrs.sizes("strides")[i]);
  }
  if (c.y[0].count() > 0) gather(c.x[0], first, steps, c.y[0]);
}

void pad_kernel(HostCall& c) {
  Steps low{}, step{};
  const std::size_t rank = c.x[0].sizes.size();
  for (std::size_t i = 0; i < rank; ++i) {
    low[i] = number(c.attrs.sizes("low")[i]);
    step[i] = number(c.attrs.sizes("strides")[i]);
  }
  const std::uint64_t zero = 0;
  kernel::pad(size_of(c.x[0].dtype), c.x[0].sizes, c.x[0].data, {low.data(), rank},
              {step.data(), rank}, c.y[0].sizes, &zero, c.y[0].data);
}

void take_kernel(HostCall& c) {
  Scratch room;
  const std::size_t bytes = row_elements(c.x[0]) * size_of(c.x[0].dtype);
  kernel::take_rows(c.x[0].data, bytes, wide_indices(c.x[1], room), c.x[1].count(), c.y[0].data);
}

void scatter_add_kernel(HostCall& c) {
  Scratch room;
  const std::int64_t width = row_elements(c.y[0]);
  pen::with_dtype<pen::Dtypes::numbers>(c.y[0].dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    std::copy_n(c.x[0].as<T>(), c.x[0].count(), c.y[0].as<T>());
    if constexpr (std::is_same_v<T, bfloat16>) {
      const std::int64_t* rows = wide_indices(c.x[1], room);
      for (std::int64_t i = 0, n = c.x[1].count() * width; i < n; ++i) {
        T& to = c.y[0].as<T>()[rows[i / width] * width + i % width];
        pen::store(to, pen::load(to) + pen::load(c.x[2].as<T>()[i]));
      }
    } else {
      kernel::scatter_add_rows(c.x[2].as<T>(), wide_indices(c.x[1], room), c.x[1].count(),
                               c.y[0].sizes[0], width, c.y[0].as<T>());
    }
  });
}

}  // namespace tlaloc::ops
