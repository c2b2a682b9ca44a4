// Counts right and wrong answers of a program that the tool has compiled.
#pragma once

#include <cmath>
#include <cstdio>
#include <string_view>

namespace cases {

inline int right = 0, wrong = 0;

/// |got - want| <= tolerance * max(1, |want|); infinities and NaN must be the same.
inline void check(std::string_view what, double got, double want, double tolerance = 1e-9) {
  const bool same = std::isnan(want) ? std::isnan(got)
                    : std::isinf(want)
                        ? got == want
                        : std::fabs(got - want) <= tolerance * std::fmax(1.0, std::fabs(want));
  same ? ++right : ++wrong;
  if (!same)
    std::printf("wrong: %.*s: got %.17g, expected %.17g\n", int(what.size()), what.data(), got,
                want);
}

/// The runner's last line; the value of main.
inline int summary(const char* name) {
  std::printf("%s: %d right, %d wrong\n", name, right, wrong);
  return wrong != 0 || right == 0;
}

}  // namespace cases
