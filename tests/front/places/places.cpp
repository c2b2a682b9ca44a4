// Every place where a transformed lambda may stand.
#include <tlaloc/tlaloc.h>

#include <algorithm>
#include <functional>
#include <thread>
#include <vector>

#include "check.h"

using cases::check;
using tlaloc::grad;

double cube(double x) { return x * x * x; }
auto global = grad([](double x) { return x * x; });
static const auto global_with_capture = grad([k = 3.0](double x) { return k * x * x; });
inline constexpr auto constant = grad([](double x) { return x * x * x; });
using OfDecltype = decltype(grad([](float x) { return x * x; }));

struct Members {
  double w = 3;
  std::function<double(double)> initializer = grad([this](double x) { return w * x * x; });
  decltype(grad([](double x) { return x * x; })) of_decltype = {};
  decltype(grad(cube)) of_function = grad(cube);
  double constructed;
  Members() : constructed(grad([](double x) { return x * x; })(5)) {}
};
double default_argument(double x, double y = grad([](double t) { return t * t; })(4)) {
  return x + y;
}
template <class G = decltype(grad([](double x) { return x * x * 3; }))>
double default_template_argument(double x) {
  return G{}(x);
}
template <class T>
void sink(T&& t, double want) {
  check("passed to a template", t(2.0), want);
}

template <class T>
double required(T x)
  requires(sizeof(T) == 8 && requires { x* x; })
{
  return grad([](T y) { return y * y; })(x);
}

void statements(int argc, double k) {
  if (auto g = grad([&](double x) { return x * k; }); g(1) > 0) check("if, initialiser", g(1), 3);
  for (auto g = grad([&](double x) { return x * k; }); k < 4; k += 1)
    check("for, initialiser", g(1), 3);
  k = 3;
  check("?:", (argc > 0 ? grad([](double x) { return x * x; })(1) : 0), 2);
  static auto once = grad([](double x) { return x * x; });
  check("static local", once(3), 6);
  switch (argc) {
    case 1: {
      auto g = grad([=](double x) { return k * x; });
      check("case", g(0), 3);
    }
  }
}

void expressions(double k) {
  std::vector<std::function<double(double)>> list{grad([k](double x) { return k * x; }),
                                                  grad([](double x) { return x; })};
  check("initialiser list", list[0](1) + list[1](1), 4);
  // clang-format off
  check("two on a line", grad([](double x) { return x * x; })(2) + grad([](double x) { return x * x * x; })(2), 16);
  // clang-format on
  auto outer = [&](double z) { return grad([&](double x) { return k * x * x * z; })(2); };
  check("in a lambda", outer(2), 24);
  sink(grad([k](double x) { return k * x * x; }), 12);
  check("requires", required(3.0), 6);
  static_assert(grad([](double x) { return x * x; })(3.0) == 6.0);
  constexpr double folded = grad([](double x) { return x * x; })(3.0);
  check("a constant", folded, 6);
}

void callbacks(double k) {
  double from_thread = 0;
  std::thread t([&] { from_thread = grad([k](double x) { return k * x * x; })(2); });
  t.join();
  check("std::thread", from_thread, 12);
  std::vector<double> v{1, 2};
  std::for_each(v.begin(), v.end(),
                [&](double& x) { x = grad([k](double y) { return k * y * y; })(x); });
  check("std::for_each", v[0] + v[1], 18);
  std::for_each(v.begin(), v.end(), [&](auto& x) { x = grad([k](double y) { return k * y; })(x); });
  check("std::for_each, generic", v[0] + v[1], 6);
}

int main(int argc, char**) {
  const double k = 2.0 + argc;
  check("global", global(3), 6);
  check("global with a capture", global_with_capture(2), 12);
  check("inline constexpr", constant(2), 12);
  check("alias of decltype", OfDecltype{}(2.f), 4);
  Members m;
  check("member initialiser", m.initializer(2), 12);
  check("decltype member", m.of_decltype(3), 6);
  check("decltype member of a function", m.of_function(2), 12);
  check("constructor initialiser", m.constructed, 10);
  check("default argument", default_argument(1), 9);
  check("default template argument", default_template_argument(1), 6);
  statements(argc, k);
  expressions(k);
  callbacks(k);
  return cases::summary("places");
}
