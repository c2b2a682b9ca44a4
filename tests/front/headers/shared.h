// Callables in a header that several units and two spellings of its name reach.
#pragma once

#include <tlaloc/tlaloc.h>

inline double in_header(double k, double x) {
  return tlaloc::grad([k](double y) { return k * y * y; })(x);
}

template <class T>
struct Trainer {
  T k;
  T step(T x) const {
    return tlaloc::grad([this](T y) { return k * y * y; })(x);
  }
  template <class F>
  static T slope(F f, T x) {
    return tlaloc::grad(f)(x);
  }
};
extern template struct Trainer<float>;

class Hidden {
 public:
  explicit Hidden(double w) : w_(w) {}
  double slope(double x) const {
    return tlaloc::grad([this](double y) { return w_ * y * y; })(x);
  }

 private:
  double w_;
};

inline constexpr auto constant = tlaloc::grad([](double x) { return x * x * x; });

static inline double same_name(double x) { return x * SCALE; }
