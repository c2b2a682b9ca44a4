// refuse: lift.thread_local
#include <tlaloc/grad.h>

inline thread_local double scale = 2;

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    return x * scale;  // <- here
  });
  return g(x);
}
