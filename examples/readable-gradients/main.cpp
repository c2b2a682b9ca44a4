// What a derivative looks like, and that what is printed is what runs.
#include "functions.h"
#include "recompiled.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

using namespace tlaloc;

int main() {
  // snippet: calls
  const auto slope = grad(gate<float>);
  const auto by_error = grad<0>(huber);
  const auto by_x = grad<0>(squares);
  const auto by_weights = grad<1>(layer);
  // end snippet

  fmt::print("gate'(0) = {:.8f}\n", slope(0.0f));
  bool same = true;
  double gap = 0;
  for (const float x : {-3.0f, -1.0f, -0.25f, 0.0f, 0.5f, 1.75f, 4.0f}) {
    same &=
        std::bit_cast<std::uint32_t>(slope(x)) == std::bit_cast<std::uint32_t>(recompiled_gate(x));
    const double h = 1e-5, difference = (gate<double>(x + h) - gate<double>(x - h)) / (2 * h);
    gap = std::max(gap, std::fabs(slope(x) - difference));
    same &= std::bit_cast<std::uint64_t>(by_error(x, 1)) ==
            std::bit_cast<std::uint64_t>(recompiled_huber(x, 1));
  }
  const std::vector<double> x = {0.1, -0.2, 0.3};
  same &= by_x(x, 0.7) == recompiled_squares(x, 0.7);
  fmt::print("printed and compiled again: {}\n", same ? "the same bits" : "OTHER BITS");
  fmt::print("against central differences in double: {:.1e}{}\n", gap,
             gap < 6e-8 ? "" : ", TOO FAR");
  const Matrix<float> w = by_weights({{1, 2}}, {{0.5f, -1}, {0.25f, 0.75f}});
  fmt::print("layer by its weights: {:.4f} {:.4f} {:.4f} {:.4f}\n", w(0, 0), w(0, 1), w(1, 0),
             w(1, 1));
}
