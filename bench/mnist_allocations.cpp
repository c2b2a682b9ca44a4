// MNIST step (a) asks the system for no memory after the first: neither malloc nor operator new.
// Prints it as a ratio to nothing; exits with 1 if it does.
#include <tlaloc/tlaloc.h>

#include <cstdio>
#include <vector>

#include "adam.h"
#include "asked.h"
#include "model.h"
#include "ratio.h"

using namespace tlaloc;

int main() {
  const bench::Asked itself = bench::asked_by([] {
    ::operator delete(::operator new(1000));
    void* volatile p = malloc(1000);
    free(p);
  });
  if (itself.ours != 2) return std::printf("the count of two is %ld\n", itself.ours), 1;

  constexpr std::int64_t kImages = 4096;
  const Images x = uniform<float>(Key(1), kImages, 784);
  const Scores y = uniform<float>(Key(2), kImages, 10);
  const auto gradient = value_and_grad<0>(squared_error);
  Model model = initial_model(1);
  Adam adam(model);
  const auto step = [&] {
    const auto [loss, by_model] = gradient(model, x, y);
    adam.step(model, by_model, 1e-3f);
  };
  step();
  const bench::Asked asked = bench::asked_by([&] {
    for (int i = 0; i < 5; ++i) step();
  });
  std::printf(
      "mnist_step asked %ld times in 5 steps after the first, libraries inside it %ld times\n",
      asked.ours, asked.libraries);
  bench::print("mnist_step_allocations", {double(asked.ours), 0}, 0);
  return asked.ours == 0 ? 0 : 1;
}
