// snippet: hello
#include <tlaloc/tlaloc.h>
using namespace tlaloc;

int main() {
  // Rewritten when this file compiles: d/dA sum(A·A) = 1·Aᵀ + Aᵀ·1
  auto g = grad([](Matrix<float> a) { return sum(matmul(a, a)); });
  fmt::print("{}\n", g({{1, 2}, {3, 4}}));  // [[7, 11], [9, 13]]
}
// end snippet
