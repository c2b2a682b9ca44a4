// Sizes, strides and buffers of a fused map.
#include <tlaloc/tensor_map.h>

#include <algorithm>

#include <fmt/format.h>

#include <tlaloc/error.h>

namespace tlaloc::detail {

void common_sizes(std::span<const Operand> x, std::span<std::int64_t> sizes) {
  std::fill(sizes.begin(), sizes.end(), 1);
  for (const Operand& o : x) {
    const std::size_t skip = sizes.size() - o.rank;
    for (std::size_t a = 0; a < o.rank; ++a) {
      std::int64_t& s = sizes[skip + a];
      if (s == 1)
        s = o.sizes[a];
      else if (o.sizes[a] != s && o.sizes[a] != 1)
        throw_error("map", fmt::format("an axis of size {} meets one of size {}", o.sizes[a], s),
                    "broadcast.c1");
    }
  }
}

Storage map_result(std::span<Operand> x, DType dtype, std::span<const std::int64_t> sizes) {
  for (Operand& o : x) {
    const bool fits = o.reusable != nullptr && size_of(o.dtype) == size_of(dtype) &&
                      !o.reusable->is_shared() &&
                      std::equal(sizes.begin(), sizes.end(), o.sizes, o.sizes + o.rank);
    if (fits) return std::move(*std::exchange(o.reusable, nullptr));
  }
  return Storage(bytes_of(dtype, sizes.data(), sizes.size()));
}

namespace {

/// Row-major steps of one operand along the result's axes; 0 where it is repeated.
void dense_strides(const Operand& o, std::span<const std::int64_t> sizes, std::int64_t* strides) {
  std::fill(strides, strides + sizes.size(), 0);
  std::int64_t step = 1;
  for (std::size_t a = o.rank; a-- > 0;) {
    if (o.sizes[a] != 1) strides[sizes.size() - o.rank + a] = step;
    step *= o.sizes[a];
  }
}

}  // namespace

std::size_t plan_map(std::span<const Operand> x, std::size_t rank, std::int64_t* sizes,
                     std::int64_t* strides) {
  const std::size_t count = x.size();
  std::vector<std::int64_t> steps(rank * count);
  for (std::size_t i = 0; i < count; ++i) dense_strides(x[i], {sizes, rank}, &steps[i * rank]);
  auto joins = [&](std::size_t a, std::size_t b) {  // a, then b: one run in every operand
    for (std::size_t i = 0; i < count; ++i)
      if (steps[i * rank + a] != steps[i * rank + b] * sizes[b]) return false;
    return true;
  };
  std::vector<std::size_t> kept;  // the innermost axis of each run
  std::vector<std::int64_t> extents;
  for (std::size_t a = 0; a < rank; ++a) {
    if (sizes[a] == 1) continue;
    if (!kept.empty() && joins(kept.back(), a)) {
      kept.back() = a;
      extents.back() *= sizes[a];
    } else {
      kept.push_back(a);
      extents.push_back(sizes[a]);
    }
  }
  const std::size_t axes = std::max<std::size_t>(kept.size(), 2), missing = axes - kept.size();
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t a = 0; a < axes; ++a)
      strides[i * axes + a] = a < missing ? 0 : steps[i * rank + kept[a - missing]];
  std::fill(sizes, sizes + axes, 1);
  std::copy(extents.begin(), extents.end(), sizes + missing);
  return axes;
}

}  // namespace tlaloc::detail
