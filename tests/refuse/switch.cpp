// refuse: lift.switch
#include <tlaloc/grad.h>

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    int k = static_cast<int>(x);
    switch (k) {
      case 0:
        if (x > 0) {
          case 1:  // <- here
            return x * x;
        }
    }
    return x;
  });
  return g(x);
}
