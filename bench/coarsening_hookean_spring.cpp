// HookeanSpring of the coarsening paper (Shen et al., OOPSLA 2021): the energy of springs between
// neighbouring vertices, differentiated by where the vertices are.
#include <tlaloc/tlaloc.h>

#include <cmath>
#include <vector>

#include "dual.h"
#include "ratio.h"
using namespace tlaloc;
namespace {

/// Two numbers a vertex; a spring from each vertex to the next and to the one after.
template <class T>
T energy(std::span<const T> vertices) {
  using std::sqrt;
  const int n = int(vertices.size()) / 2;
  const double stiffness = 3, gravity = 0.1;
  T sum = 0;
  for (int apart = 1; apart <= 2; ++apart)
    for (int i = 0; i + apart < n; ++i) {
      const T dx = vertices[2 * (i + apart)] - vertices[2 * i],
              dy = vertices[2 * (i + apart) + 1] - vertices[2 * i + 1];
      const T stretch = sqrt(dx * dx + dy * dy) - 0.5 * apart;
      sum += 0.5 * stiffness * stretch * stretch;
    }
  for (int i = 0; i < n; ++i) sum += gravity * vertices[2 * i + 1];
  return sum;
}

}  // namespace

int main() {
  const auto gradient = grad(energy<double>);
  std::vector<double> ratios;
  for (int n : {10, 20, 40}) {
    const std::vector<double> vertices = bench::numbers(std::size_t(2 * n), 1);
    if (!bench::agree("springs", gradient(vertices),
                      bench::dual_gradient(energy<bench::Dual>, vertices)))
      return 1;
    ratios.push_back(bench::compare([&] { bench::keep(gradient(vertices)[0]); },
                                    [&] { bench::keep(energy<double>(vertices)); }, 5)
                         .median);
  }
  bench::print_mean("coarsening_hookean_spring_gradient_over_primal", ratios);
}
