// refuse: lift.array_index
#include <array>
#include <tlaloc/tlaloc.h>

double use(double x, int n) {
  auto g = tlaloc::grad([](double x, int n) {
    const std::array<tlaloc::Vector<double>, 2> all{x * tlaloc::ones<double>(3),
                                                    x * tlaloc::ones<double>(4)};
    return tlaloc::sum(all[static_cast<unsigned>(n)]);  // <- here
  });
  return g(x, n);
}
