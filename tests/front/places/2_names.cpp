// With both namespaces opened, names that only generated code needs are still the user's own; and
// the name of this file begins with a digit.
#include <tlaloc/tlaloc.h>

#include <map>
#include <random>
#include <string>

#include "check.h"

using namespace std;
using namespace tlaloc;
using cases::check;

static mt19937 gen(42);
static double lanes(double x) { return x * x; }
static int room = 3;

int main() {
  map<string, double> slopes;
  slopes["lanes"] = grad([](double x) { return lanes(x) * room; })(2.0);
  check("a map of the standard library", slopes["lanes"], 12);
  const uniform_real_distribution<double> around(1, 2);
  auto draw = around;
  const double at = draw(gen);
  check("a generator called gen", grad([](double x) { return lanes(x); })(at), 2 * at);
  const Vector<float> x{1, 2};
  check("an element-wise function",
        grad([](Vector<float> u) { return tlaloc::sum(tlaloc::tanh(u) * u); })(x)(0), 1.1815685,
        1e-6);
  return cases::summary("names");
}
