// Must not compile: these numbers are no batch, they stand along a sequence.
#include <tlaloc/tlaloc.h>

using namespace tlaloc;

float twice(float x) { return 2 * x; }

int main() {
  const Tensor<float, Axis<"seq">> xs = {1, 2, 3};
  const auto y = vmap<Axis<"batch">>(twice)(xs);
}
