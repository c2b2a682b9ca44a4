#pragma once
#include <tlaloc/grad.h>
inline double by_angle(double x) {
  return tlaloc::grad([](double y) { return y * y * y; })(x);
}
