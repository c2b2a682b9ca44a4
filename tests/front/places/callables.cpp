// Every kind of callable: lambdas with and without a name, functions, objects, results of others.
#include <tlaloc/tlaloc.h>

#include <functional>

#include "check.h"

using cases::check;
using tlaloc::grad;
using tlaloc::value_and_grad;

auto make(double k) {
  return [k](double x) { return k * x * x; };
}
struct Poly {
  double c;
  double operator()(double x) const { return c * x * x; }
};
class Hidden {
 public:
  explicit Hidden(double w) : w_(w) {}
  double operator()(double x) const { return w_ * x; }

 private:
  double w_;
};
template <class T, int N>
struct Power {
  T c;
  T operator()(T x) const {
    T y = c;
    for (int i = 0; i < N; ++i) y *= x;
    return y;
  }
};
namespace {
struct Anonymous {
  double c;
  double operator()(double x) const { return c * x * x * x; }
};
}  // namespace
double cube(double x) { return x * x * x; }
static double twice(double x) { return 2 * cube(x); }
namespace inner {
double square(double x) { return x * x; }
}  // namespace inner
template <class T>
T quad(T x) {
  return x * x * x * x;
}
double factor = 3;
double with_global(double x) { return factor * x * x; }
template <class T>
T slope_of_instance(T x) {
  auto g = grad(quad<T>);
  return g(x) + grad(g)(x);
}
double overloaded(double x) { return x * x; }
float overloaded(float x) { return x * x * x; }

void lambdas(double k) {
  auto f = [k](double x) { return k * x * x; };
  auto g = grad(f);
  auto vg = value_and_grad(f);
  auto h = grad(g);
  check("the callable itself", f(2), 12);
  check("named", g(2), 12);
  check("value", vg(2).first, 12);
  check("gradient", vg(2).second, 12);
  check("second", h(2), 6);
  auto copy = f;
  check("copied closure", grad(copy)(3), 18);
  check("made by a function", grad(make(4))(2), 16);
  auto made = make(k + 2);
  check("made by a function, named", grad(made)(2), 20);
  check("generic", grad([k](auto x) { return k * x * x; })(2.0), 12);
  auto generic = [](auto x) { return x * x; };
  auto gg = grad(generic);
  check("generic at double", gg(2.0), 4);
  check("generic at float", gg(3.f), 6);
  check("noexcept", grad([k](double x) noexcept { return k * x; })(2), 3);
  check("trailing type", grad([](double x) -> double { return x * x; })(2), 4);
  check("template lambda", grad([]<class T>(T x) { return x * x; })(2.0), 4);
  check("default argument", grad<0>([k](double x, double y = 2) { return k * x * y; })(1, 5), 15);
}

void objects() {
  check("object", grad(Poly{2})(3), 12);
  Poly p{3};
  check("object with a name", grad(p)(2), 12);
  check("in an anonymous namespace", grad(Anonymous{2})(2), 24);
  check("of a class template", grad(Power<double, 2>{3})(2), 12);
  check("with private members", grad(Hidden{5})(2), 5);
  struct Local {
    double c;
    double operator()(double x) const { return c * x; }
  };
  check("local class", grad(Local{4})(2), 4);
}

void functions() {
  check("function", grad(cube)(2), 12);
  check("address of a function", grad(&twice)(2), 24);
  check("in a namespace", grad(inner::square)(3), 6);
  check("instance of a template", grad(quad<double>)(2), 32);
  check("overload after a cast", grad(static_cast<float (*)(float)>(overloaded))(2), 12);
  auto g = grad(cube);
  check("second, through a variable", grad(g)(2), 12);
  check("reads a global", grad(with_global)(2), 12);
  check("named in a template", slope_of_instance(2.0), 32 + 48);
  check("named in a template, again", slope_of_instance(1.f), 4 + 12);
  check("fn<>", grad(tlaloc::fn<cube>)(2), 12);
}

int main(int argc, char**) {
  lambdas(2.0 + argc);
  objects();
  functions();
  std::function<double(double)> erased = grad([](double x) { return x * x * x; });
  check("erased afterwards", erased(2), 12);
  return cases::summary("callables");
}
