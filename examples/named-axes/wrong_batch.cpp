// Must not compile: these numbers are no batch, they stand along a sequence.
#include <tlaloc/tlaloc.h>

using namespace tlaloc;

float twice(float x) { return 2 * x; }

int main() {
  const Tensor<float, Axis<"seq">> xs = {1, 2, 3};
  // snippet: wrong
  const auto y = vmap<Axis<"batch">>(twice)(xs);
  // end snippet
}
