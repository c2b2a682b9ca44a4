// refuse: lift.carried_size
#include <tlaloc/ops.h>

#include <tlaloc/grad.h>

auto use(const tlaloc::Vector<double>& x, int n) {
  auto g = tlaloc::grad([](const tlaloc::Vector<double>& x, int n) {
    auto a = x;
    for (int i = 0; i < n; ++i) a = tlaloc::concat<0>(a, x);  // <- here
    return tlaloc::sum(a);
  });
  return g(x, n);
}
