// Twenty steps of the MNIST example on the native path and through PJRT, each on its own
// parameters: the loss and every leaf of the gradient agree at 1e-5. Arguments: the plugin's path,
// the folder of the digits.
#include <tlaloc/tlaloc.h>

#include <cmath>
#include <string>

#include "check.h"
#include "digits.h"
#include "model.h"

using namespace tlaloc;

namespace {

// The largest difference, as a part of the largest element.
double distance(const Model& a, const Model& b) {
  double worst = 0;
  for_each_leaf(
      [&](const auto& x, const auto& y) {
        double most = 1e-30, apart = 0;
        for (std::size_t i = 0; i < x.span().size(); ++i) {
          most = std::fmax(most, std::fabs(x.span()[i]));
          apart = std::fmax(apart, std::fabs(x.span()[i] - y.span()[i]));
        }
        worst = std::fmax(worst, apart / most);
      },
      a, b);
  return worst;
}

Model descend(const Model& m, const Model& g) {
  return map_leaves([](const auto& w, const auto& d) { return w - 0.1f * d; }, m, g);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const Digits digits = read_digits(argv[2], "t10k");
  const Images x = slice<0>(digits.images, 0, 512);
  const Labels y = slice<0>(digits.labels, 0, 512);
  const auto step = value_and_grad<0>(cross_entropy_loss);
  const auto fast = Session::open("pjrt:" + std::string(argv[1])).compile(step);
  Model here = initial_model(1), there = here;
  for (int i = 0; i < 20; ++i) {
    const auto [l, g] = step(here, x, y);
    const auto [l2, g2] = fast(there, x, y);
    cases::check("loss", l2, l, 1e-5);
    cases::check("gradient", distance(g, g2), 0, 1e-5);
    here = descend(here, g);
    there = descend(there, g2);
  }
  return cases::summary("mnist through pjrt");
}
