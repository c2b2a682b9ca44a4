// What the debugger looks at.
#include <tlaloc/dyn_tensor.h>
#include <tlaloc/make.h>

using namespace tlaloc;

[[gnu::noinline]] void stop_here() { asm volatile(""); }

int main() {
  const Matrix<float> matrix = {{1, 2.5}, {-3, 4}};
  const Tensor<int, Axis<"batch">, Dim<2>> named = {{1, 2}};
  const Vector<bool> truth = {true, false};
  const Vector<bfloat16> halves = {0.5, 3};
  const Vector<std::int8_t> bytes = {65, -1};
  const Matrix<double> empty = zeros<double>(0, 3);
  const Vector<int> many = arange<int>(1000);
  const DynTensor<float> dynamic = matrix;
  const Vector<float> nothing;
  stop_here();
  return static_cast<int>(matrix.count() + named.count() + truth.count() + halves.count() +
                          bytes.count() + empty.count() + many.count() + dynamic.count() +
                          nothing.count()) *
         0;
}
