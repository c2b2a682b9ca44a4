// refuse: lift.type
#include <tlaloc/grad.h>
#include <vector>

double use(double x) {
  auto g = tlaloc::grad([](double y) {
    std::vector<bool> mask(4, false);  // <- here
    mask[1] = y > 0;
    return mask[1] ? y : 2 * y;
  });
  return g(x);
}
