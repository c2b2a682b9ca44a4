// Must not compile: seq is not feature.
#include <tlaloc/tlaloc.h>

using namespace tlaloc;

int main() {
  const Tensor<float, Axis<"batch">, Axis<"seq", 3>> x;
  const Tensor<float, Axis<"feature", 3>, Axis<"head", 2>> w;
  // snippet: wrong
  const auto y = matmul(x, w);
  // end snippet
}
