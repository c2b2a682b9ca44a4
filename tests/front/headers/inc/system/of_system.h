#pragma once
#include <tlaloc/grad.h>
template <class T>
T of_system(T x) {
  T unused = 0;  // a warning, were this no system header
  return tlaloc::grad([](T y) { return y * y * y; })(x);
}
