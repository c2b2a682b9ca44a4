// A private member of a class that only its function can name.
#include <tlaloc/tlaloc.h>

int main() {
  class Line {
   public:
    explicit Line(double slope) : slope_(slope) {}
    double operator()(double x) const { return slope_ * x; }

   private:
    // expect: [site.name]
    double slope_;
  };
  return static_cast<int>(tlaloc::grad(Line(3))(2.0));
}
