// Callables in templates of every kind, and templates that take callables.
#include <tlaloc/tlaloc.h>

#include "check.h"

using cases::check;
using tlaloc::grad;

template <class T>
T of_type(T x) {
  return grad([](T y) { return y * y; })(x);
}
template <int N>
double of_number(double x) {
  auto g = grad([](double y) {
    double r = 1;
    for (int i = 0; i < N; ++i) r *= y;
    return r;
  });
  return g(x);
}
template <class F>
double slope(F f, double x) {
  auto d = grad(f);
  return d(x);
}
template <class M>
double times(M m, double x) {
  auto g = grad([m](double y) { return m(y) * y; });
  return g(x);
}
struct Linear {
  double w;
  double operator()(double x) const { return w * x; }
};
struct Square {
  double w;
  double operator()(double x) const { return w * x * x; }
};
namespace ns {
namespace {
struct Cube {
  double w;
  double operator()(double x) const { return w * x * x * x; }
};
}  // namespace
}  // namespace ns
template <class T, int N>
struct Trainer {
  T k;
  double step(double x) {
    auto g = grad([this](double y) { return k * y * N; });
    return g(x);
  }
  template <class U>
  double member_template(U u) {
    return grad([this, u](double y) { return k * y * u; })(1.0);
  }
};
template <bool B>
double constant_if(double x) {
  if constexpr (B) {
    return grad([](double y) { return y * y; })(x);
  } else {
    return grad([](double y) { return y * y * y; })(x);
  }
}
template <class T>
concept Number = requires(T t) { t* t; };
template <Number T>
T constrained(T x) {
  return grad([](T y) { return y * y * y; })(x);
}
auto abbreviated(auto x) {
  return grad([](decltype(x) y) { return y * y; })(x);
}
template <class T>
inline constexpr auto variable = [](T x) { return x * x; };
template <class T>
struct Holder {
  static double call(double x) {
    struct Local {
      double w;
      double operator()(double y) const { return w * y * sizeof(T); }
    };
    return times(Local{2}, x);
  }
};
template <auto F>
double non_type(double x) {
  return grad(F)(x);
}

int main(int argc, char**) {
  const double k = 2.0 + argc;
  check("T = double", of_type(3.0), 6);
  check("T = float", of_type(3.f), 6);
  check("N = 2", of_number<2>(3), 6);
  check("N = 3", of_number<3>(2), 12);
  check("F a lambda", slope([k](double x) { return k * x * x; }, 2), 12);
  check("F another lambda", slope([](double x) { return x * x * x; }, 2), 12);
  check("F an object", slope(Square{2}, 3), 12);
  check("F an anonymous object", slope(ns::Cube{1}, 2), 12);
  check("M = Linear", times(Linear{2}, 3), 12);
  check("M = Square", times(Square{2}, 3), 54);
  check("M anonymous", times(ns::Cube{1}, 2), 32);
  check("M a lambda", times([k](double x) { return k * x; }, 2), 12);
  struct Local {
    double w;
    double operator()(double x) const { return w * x; }
  };
  check("M a local class", times(Local{2}, 3), 12);
  check("M a local class of a template, 1", Holder<char>::call(3), 12);
  check("M a local class of a template, 8", Holder<double>::call(3), 96);
  check("class template", Trainer<double, 2>{3}.step(1), 6);
  check("class template, again", Trainer<double, 3>{3}.step(1), 9);
  check("member template", Trainer<double, 3>{3}.member_template(2.0), 6);
  check("member template at int", Trainer<double, 3>{3}.member_template(2), 6);
  check("if constexpr", constant_if<true>(3) + constant_if<false>(2), 18);
  check("constrained", constrained(2.0), 12);
  check("abbreviated", abbreviated(3.0), 6);
  check("variable template", grad(variable<double>)(3), 6);
  check("variable template, again", grad(variable<float>)(3), 6);
  check("non-type parameter", non_type<[](double x) { return x * x; }>(3), 6);
  auto generic = [k](auto y) { return grad([k, y](double x) { return k * x * x * y; })(2.0); };
  check("inside a generic lambda", generic(1.0), 12);
  check("inside a generic lambda at float", generic(2.f), 24);
  return cases::summary("templates");
}
