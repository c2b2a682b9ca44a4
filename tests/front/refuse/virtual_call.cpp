// Which function a virtual call reaches is known at run time only.
#include <tlaloc/tlaloc.h>

struct Shape {
  virtual double area(double x) const { return x; }
  virtual ~Shape() = default;
};
struct Square : Shape {
  double area(double x) const override { return x * x; }
};

int main() {
  Square square;
  const Shape& shape = square;
  // expect: [lift.virtual]
  return static_cast<int>(tlaloc::grad([&shape](double x) {
    // expect-note: this is the expression at fault
    return shape.area(x);
  })(2));
}
