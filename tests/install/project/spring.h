#pragma once

struct Spring {
  double stiffness;
  double rest;
};

inline double energy(const Spring& spring, double x) {
  const double stretch = x - spring.rest;
  return 0.5 * spring.stiffness * stretch * stretch;
}

/// Defined in the library: minus the slope of the energy.
double force(const Spring& spring, double x);
