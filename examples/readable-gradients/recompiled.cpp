// No tool reads this file: derivative.h is what the build printed of main.cpp.
#include "recompiled.h"

#include "derivative.h"

float recompiled_gate(float x) { return tlaloc_gen::functions_h_12_grad(x); }
double recompiled_huber(double error, double width) {
  return tlaloc_gen::functions_h_20_grad_0(error, width);
}
std::vector<double> recompiled_squares(std::span<const double> x, double scale) {
  return tlaloc_gen::functions_h_28_grad_0(x, scale);
}
