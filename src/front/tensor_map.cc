// Sizes, strides and buffers of a fused map.
#include <tlaloc/tensor_map.h>

#include <algorithm>
#include <cstring>

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

/// `kept` steps from one place to another that may overlap, behind `missing` zeros.
void move_row(const std::int64_t* from, std::int64_t* to, std::size_t kept, std::size_t missing) {
  std::memmove(to + missing, from, kept * sizeof *to);
  std::fill_n(to, missing, 0);
}

/// The first `kept` of `rank` axes, behind as many of size 1 as make them two.
std::size_t lay_out(std::size_t kept, std::size_t rank, std::size_t count, std::int64_t* sizes,
                    std::int64_t* strides) {
  const std::size_t axes = std::max<std::size_t>(kept, 2), missing = axes - kept;
  if (axes <= rank) {  // rows move to the left
    for (std::size_t i = 0; i < count; ++i)
      move_row(strides + i * rank, strides + i * axes, kept, missing);
  } else {  // to the right
    for (std::size_t i = count; i-- > 0;)
      move_row(strides + i * rank, strides + i * axes, kept, missing);
  }
  move_row(sizes, sizes, kept, missing);
  std::fill_n(sizes, missing, 1);
  return axes;
}

/// Axes that every operand runs through in one stride become one. `strides` gets those of each
/// operand in turn, as many as axes are left, which it returns: at least two.
std::size_t plan_map(std::span<const Operand> x, std::size_t rank, std::int64_t* sizes,
                     std::int64_t* strides) {
  // `strides` has room for each operand's steps along all axes; axes that run on in one stride in
  // every operand are joined where they stand, and moved together at the end.
  const std::size_t count = x.size();
  for (std::size_t i = 0; i < count; ++i) dense_strides(x[i], {sizes, rank}, strides + i * rank);
  auto joins = [&](std::size_t a, std::size_t b) {  // a, then b: one run in every operand
    for (std::size_t i = 0; i < count; ++i)
      if (strides[i * rank + a] != strides[i * rank + b] * sizes[b]) return false;
    return true;
  };
  std::size_t kept = 0;  // runs so far; each stands where its innermost axis is moved to
  for (std::size_t a = 0; a < rank; ++a) {
    if (sizes[a] == 1) continue;
    const bool joined = kept > 0 && joins(kept - 1, a);
    const std::size_t to = joined ? kept - 1 : kept++;
    const std::int64_t before = joined ? sizes[to] : 1, here = sizes[a];
    for (std::size_t i = 0; i < count; ++i) strides[i * rank + to] = strides[i * rank + a];
    sizes[to] = before * here;
  }
  return lay_out(kept, rank, count, sizes, strides);
}

/// Whether nothing is repeated: then everything is one row.
bool are_whole(std::span<const Operand> x, std::span<const std::int64_t> sizes) {
  return std::all_of(x.begin(), x.end(), [&](const Operand& o) {
    return std::equal(o.sizes, o.sizes + o.rank, sizes.begin(), sizes.end());
  });
}
void run_row(const MapCode& code, const void* f, std::span<const std::int64_t> sizes,
             std::span<Strided> operands) {
  Extent e{1, 1};
  for (std::int64_t s : sizes) e.cols *= static_cast<std::size_t>(s);
  for (Strided& o : operands) o.row = static_cast<std::ptrdiff_t>(e.cols), o.col = 1;
  run_map(code, f, e, operands.data(), operands.size());
}

/// The next place along the axes but the last two.
void next_place(std::int64_t* at, const std::int64_t* sizes, std::size_t axes) {
  for (std::size_t a = axes - 2; a-- > 0;) {
    if (++at[a] < sizes[a]) return;
    at[a] = 0;
  }
}

}  // namespace

void walk_map(const MapCode& code, const void* f, std::span<const Operand> x, std::size_t rank,
              std::int64_t* sizes, std::int64_t* at, std::int64_t* strides,
              std::span<Strided> operands) {
  if (are_whole(x, {sizes, rank})) return run_row(code, f, {sizes, rank}, operands);
  const std::size_t axes = plan_map(x, rank, sizes, strides);
  const Extent e{static_cast<std::size_t>(sizes[axes - 2]),
                 static_cast<std::size_t>(sizes[axes - 1])};
  for (std::size_t k = 0; k < operands.size(); ++k) {
    Strided& o = operands[k];
    o.row = k < x.size() ? strides[k * axes + axes - 2] : static_cast<std::ptrdiff_t>(e.cols);
    o.col = k < x.size() ? strides[k * axes + axes - 1] : 1;
  }
  std::int64_t turns = 1;
  for (std::size_t a = 0; a + 2 < axes; ++a) turns *= sizes[a];
  std::fill_n(at, axes, 0);
  for (std::int64_t turn = 0; turn < turns; ++turn, next_place(at, sizes, axes)) {
    for (std::size_t k = 0; k < x.size(); ++k) {
      std::int64_t offset = 0;
      for (std::size_t a = 0; a + 2 < axes; ++a) offset += at[a] * strides[k * axes + a];
      operands[k].data = const_cast<std::byte*>(static_cast<const std::byte*>(x[k].data)) +
                         offset * static_cast<std::int64_t>(operands[k].size);
    }
    run_map(code, f, e, operands.data(), operands.size());
    for (std::size_t k = x.size(); k < operands.size(); ++k)
      operands[k].data += e.rows * e.cols * operands[k].size;
  }
}

}  // namespace tlaloc::detail
