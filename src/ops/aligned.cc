#include "ops/aligned.h"

#include "ops/build.h"

namespace tlaloc::ops {

ir::Value aligned(ir::Builder& b, const ir::Node& stretch, ir::Value x) {
  const ir::Ints& axes = stretch.attrs.ints("axes");
  if (axes.empty()) return x;
  const auto rank = static_cast<std::int64_t>(stretch.attrs.sizes("sizes").size());
  ir::Sizes sizes;
  std::size_t next = 0;
  for (std::int64_t a = axes.front(); a < rank; ++a) {
    const bool own = next < axes.size() && axes[next] == a;
    sizes.push_back(own ? b.type(x).sizes[next++] : ir::Size(1));
  }
  return static_cast<int>(sizes.size()) == b.type(x).rank() ? x : build::reshape(b, x, sizes);
}

}  // namespace tlaloc::ops
