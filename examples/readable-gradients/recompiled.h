// The printed derivatives, compiled by a compiler alone.
#pragma once

#include <span>
#include <vector>

float recompiled_gate(float x);
double recompiled_huber(double error, double width);
std::vector<double> recompiled_squares(std::span<const double> x, double scale);
