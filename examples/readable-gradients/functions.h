// The functions of this example. main.cpp differentiates them and knows nothing else of them.
#pragma once

#include <tlaloc/tlaloc.h>

#include <cmath>
#include <span>

// snippet: gate
// x σ(x) / √(1 + log(1 + eˣ))
template <class T>
T gate(T x) {
  const T sigmoid = 1 / (1 + std::exp(-x));
  const T softplus = std::log(1 + std::exp(x));
  return x * sigmoid / std::sqrt(1 + softplus);
}
// end snippet

// snippet: huber
inline double huber(double error, double width) {
  const double size = std::fabs(error);
  if (size < width) return 0.5 * error * error;
  return width * (size - 0.5 * width);
}
// end snippet

// snippet: squares
inline double squares(std::span<const double> x, double scale) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) s += x[i] * x[i];
  return s * scale;
}
// end snippet

// snippet: layer
inline float layer(const tlaloc::Matrix<float>& x, const tlaloc::Matrix<float>& w) {
  return tlaloc::sum(tlaloc::tanh(tlaloc::matmul(x, w)));
}
// end snippet
