// One function, differentiated; docs/tour.md follows it through the house.
#include <tlaloc/tlaloc.h>

// snippet: function
float f(const tlaloc::Matrix<float>& a) { return tlaloc::sum(tlaloc::matmul(a, a)); }
// end snippet

int main() {
  // snippet: gradient
  auto g = tlaloc::grad(f);
  fmt::print("{}\n", g({{1, 2}, {3, 4}}));
  // end snippet
}
