// A function of one variable under vmap, at three shifted points, against three single calls:
// values, and derivatives of both modes, inside and outside.
#pragma once

#include <cmath>
#include <string>

#include <tlaloc/tlaloc.h>

#include "check.h"

namespace cases {

template <class F>
void check_lanes(const std::string& what, F f, double x, double tolerance = 1e-9) {
  const tlaloc::Vector<double> xs = {x, x + 0.25, x - 0.5}, ts = {1, -2, 0.5};
  const auto y = tlaloc::vmap<tlaloc::Any>(f)(xs);
  const auto g = tlaloc::vmap<tlaloc::Any>(tlaloc::grad(f))(xs);
  const auto t = tlaloc::vmap<tlaloc::Any>(tlaloc::jvp(f))(xs, ts);
  const auto along = tlaloc::jvp(tlaloc::vmap<tlaloc::Any>(f))(xs, ts);
  for (int i = 0; i < 3; ++i) {
    const std::string lane = what + ", lane " + std::to_string(i);
    check(lane, y(i), f(xs(i)), tolerance);
    check(lane + ", vmap of grad", g(i), tlaloc::grad(f)(xs(i)), tolerance);
    const double want = tlaloc::jvp(f)(xs(i), ts(i));
    check(lane + ", vmap of jvp", t(i), want, tolerance);
    check(lane + ", jvp of vmap", along(i), want, tolerance);
  }
}

}  // namespace cases
