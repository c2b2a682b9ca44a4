// refuse: lift.depth
#include <tlaloc/grad.h>

template <int N>
double deep(double x) {
  if constexpr (N == 0)
    return x;
  else
    return deep<N - 1>(x);  // <- here
}

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    return deep<300>(x);
  });
  return g(x);
}
