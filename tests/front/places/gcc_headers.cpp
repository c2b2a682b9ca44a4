// Headers that only GCC has, and what they declare, beside what is lifted.
// compilers: g++
// flags: -fopenmp
#include <omp.h>
#include <quadmath.h>
#include <tlaloc/tlaloc.h>

#include "check.h"

double with_threads(double x) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 4; ++i) sum += tlaloc::grad([](double y) { return y * y; })(x);
  return sum + 0 * omp_get_max_threads();
}

int main() {
  cases::check("grad beside OpenMP", with_threads(1.5), 12.0);
  cases::check("quadmath's types", FLT128_MANT_DIG, 113);
  return cases::summary("gcc_headers");
}
