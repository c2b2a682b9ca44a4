// One function on its whole way: as it was lifted, as its gradient, for a device, and as a number.
#include <tlaloc/tlaloc.h>

int main() {
  // snippet: function
  auto f = [](tlaloc::Matrix<float> a) { return tlaloc::sum(tlaloc::matmul(a, a)); };
  auto g = tlaloc::grad(f);
  // end snippet
  fmt::print("== lifted\n{}\n", tlaloc::program(f).text());
  fmt::print("== gradient\n{}\n", tlaloc::program(g).text());
  fmt::print("== stablehlo\n{}\n", tlaloc::program(g).stablehlo({{2, 2}}));
  fmt::print("== value\n{}\n", g({{1, 2}, {3, 4}}));
}
