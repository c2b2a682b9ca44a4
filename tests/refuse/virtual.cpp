// refuse: lift.virtual
#include <tlaloc/grad.h>

struct Shape {
  virtual double area(double x) const { return x * x; }
  virtual ~Shape() = default;
};

double use(double x) {
  auto g = tlaloc::grad([](double x) {
    Shape s;
    const Shape& r = s;
    return r.area(x);  // <- here
  });
  return g(x);
}
