// Reverse mode transposes a forward rule: one that is not linear in its tangents has no transpose.
#include <tlaloc/tlaloc.h>

#include <cmath>

double squared_tangent(double point) {
  auto f = [](double x) {
    auto square = tlaloc::custom_jvp([](double y) { return y * y; },
                                     [](double y, double dy) { return 2 * y * dy * dy; });
    // expect-note: this is the expression at fault
    return square(x);
  };
  // expect: custom_jvp: the rule is not linear in its tangents, and reverse mode transposes it
  return tlaloc::grad(f)(point);
}

double sided(double point, int n) {
  auto f = [n](double x) {
    auto square = tlaloc::custom_jvp([](double y) { return y * y; },
                                     [n](double y, double dy) {
                                       double s = 0;
                                       for (int i = 0; i < n; ++i)
                                         s += dy > 0 ? y * dy : std::fabs(dy);
                                       return s;
                                     });
    // expect-note: this is the expression at fault
    return square(x);
  };
  // expect: custom_jvp: the rule is not linear in its tangents, and reverse mode transposes it
  return tlaloc::grad(f)(point);
}

// Forwards it is what the user says; linear ones may look at the primals as they like.
double forwards(double point) {
  auto f = [](double x) {
    auto square =
        tlaloc::custom_jvp([](double y) { return y * y; },
                           [](double y, double dy) { return dy > 0.1 ? 0.1 : 2 * y * dy; });
    auto own = tlaloc::custom_jvp([](double y) { return y * y; },
                                  [](double y, double dy) {
                                    double s = 0;
                                    for (int i = 0; i < 3; ++i) s += y > i ? y * dy : dy / 3;
                                    return s;
                                  });
    return square(x) + own(x);
  };
  auto reversed = [](double x) {
    return tlaloc::custom_jvp([](double y) { return y * y; },
                              [](double y, double dy) {
                                double s = 0, term = dy;
                                for (int i = 0; i < 3 && y > 0; ++i) {
                                  s += term;
                                  term *= y;
                                }
                                return y > 1 ? s : 2 * dy;
                              })(x);
  };
  return tlaloc::jvp(f)(point, 1.0) + tlaloc::grad(reversed)(point);
}
