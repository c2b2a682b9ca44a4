// refuse: lift.branch_size
#include <tlaloc/make.h>
#include <tlaloc/tensor.h>

#include <tlaloc/grad.h>

auto use(double x) {
  auto g = tlaloc::grad([](double x) {
    auto a = tlaloc::zeros<double>(2);
    if (x > 0) a = tlaloc::zeros<double>(3);  // <- here
    return x * a(0);
  });
  return g(x);
}
