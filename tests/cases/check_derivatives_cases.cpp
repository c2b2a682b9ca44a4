// check_derivatives says yes where the derivatives are right, and no at a kink, where they differ.
#include <tlaloc/check_derivatives.h>
#include <tlaloc/tlaloc.h>

#include <cmath>
#include <string>
#include <vector>

#include "check.h"

using cases::check;
using namespace tlaloc;

namespace {

struct Model {
  Matrix<double> w;
  double bias = 0;
  int kind = 1;
};

double energy(double x, double y) { return std::exp(x) * std::sin(y); }

}  // namespace

int main() {
  // snippet: check
  const DerivativeCheck scalar =
      check_derivatives([](double x, int n) { return std::pow(x, n) + std::sin(x); }, 1.3, 4);
  if (!scalar) fmt::print("{}", scalar.report);
  // end snippet
  check("scalar", scalar.agree, 1);
  check("the report says so", scalar.report.find("they agree") != std::string::npos, 1);
  const auto calls = [](double x, double y) { return energy(x, y); };
  check("function", check_derivatives(calls, 0.3, 0.7).agree, 1);
  const auto layer = [](const Model& m, Vector<double> x) {
    return tanh(sum<1>(m.w * x) + m.bias);
  };
  check("struct and tensors",
        check_derivatives(layer, Model{{{0.1, -0.2}, {0.3, 0.4}, {1, 2}}, 0.5, 2},
                          Vector<double>{1, -1})
            .agree,
        1);
  check("float",
        check_derivatives([](Vector<float> x) { return sum(x * x * x); }, Vector<float>{1, 2, 3})
            .agree,
        1);
  const auto cumulated = [](std::span<const double> x) {
    std::vector<double> y(x.size());
    double s = 0;
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = s += x[i] * x[i];
    return y;
  };
  check("span", check_derivatives(cumulated, std::vector<double>{1, 2, 3}).agree, 1);
  // |x| at 0 and a step: differences do not see what the modes say
  const DerivativeCheck step = check_derivatives([](double x) { return x + std::floor(x); }, 2.0);
  check("a step", step.agree, 0);
  check("the report points at it", step.report.find("<- they differ") != std::string::npos, 1);
  check("as a condition", step ? 1 : 0, 0);
  return cases::summary("check_derivatives");
}
