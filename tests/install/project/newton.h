#pragma once

#include <tlaloc/tlaloc.h>

/// A root of `f`, by Newton's method from `x`; `f` is any callable whose body can be seen.
template <class F>
double root(F f, double x) {
  const auto slope = tlaloc::grad(f);
  for (int i = 0; i < 20; ++i) x -= f(x) / slope(x);
  return x;
}
