// What transformations do to a C++ signature: gradients, tangents and cotangents of parameters, as
// trees. They mirror include/tlaloc/result_type.h, which says the same to the C++ type system.
#pragma once

#include <string>
#include <vector>

#include "ir/boundary.h"

namespace tlaloc::transform {

/// True if an argument of this type has a gradient: floating leaves, and every record.
bool has_gradient(const ir::Tree& t);

/// The gradient with respect to the parameter called `path`: spans become vectors, members without
/// a derivative are copied from the argument. Its leaves, the differentiable ones, are numbered
/// from `next_leaf` on.
ir::Tree gradient_tree(const ir::Tree& t, const std::string& path, int& next_leaf);

/// The same type, its differentiable leaves numbered from `next_leaf` on; other members have no
/// place.
ir::Tree tangent_tree(const ir::Tree& t, int& next_leaf);

/// The same tree, its leaves numbered from `next_leaf` on.
ir::Tree renumbered(const ir::Tree& t, int& next_leaf);

/// One tree as it is, several as a std::tuple.
ir::Tree one_or_tuple(std::vector<ir::Tree> trees);
ir::Tree pair_of(ir::Tree first, ir::Tree second);

/// `wanted`, with as many '_' behind it as it takes to differ from every parameter and from C++'s
/// own words.
std::string unused_name(const std::vector<ir::Parameter>& params, std::string wanted);

}  // namespace tlaloc::transform
