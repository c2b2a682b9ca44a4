// What the tool lifts where a transformed function calls std::sort and its kin, whose own bodies
// move elements through memory. Only the order is found by comparing: no derivative goes through
// that. The elements are then put in order, and their derivatives follow them. Merging keeps equal
// elements in their order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tlaloc::detail {

/// Sorts [first, last) by `less`.
template <class I, class Less>
void sort_range(I first, I last, Less less) {
  const auto n = static_cast<std::int64_t>(last - first);
  if (n < 2) return;
  std::vector<std::int64_t> order(static_cast<std::size_t>(n)), merged(static_cast<std::size_t>(n));
  for (std::int64_t k = 0; k < n; ++k) order[k] = k;
  for (std::int64_t width = 1; width < n; width *= 2) {
    std::int64_t left = 0, right = 0, middle = 0, end = 0;
    for (std::int64_t k = 0; k < n; ++k) {
      if (k % (2 * width) == 0) {  // the next two runs
        left = k;
        right = middle = k + width < n ? k + width : n;
        end = k + 2 * width < n ? k + 2 * width : n;
      }
      bool from_left = left < middle;
      if (from_left && right < end) from_left = !less(first[order[right]], first[order[left]]);
      merged[k] = order[from_left ? left : right];
      left += from_left;
      right += !from_left;
    }
    std::swap(order, merged);
  }
  std::vector sorted(static_cast<std::size_t>(n), *first);
  for (std::int64_t k = 0; k < n; ++k) sorted[k] = first[order[k]];
  for (std::int64_t k = 0; k < n; ++k) first[k] = sorted[k];
}

template <class I>
void sort_range(I first, I last) {
  sort_range(first, last, [](const auto& x, const auto& y) { return x < y; });
}

}  // namespace tlaloc::detail
