// Derivatives of corpus programs as numbers: through the pipeline, and by differences.
#pragma once

#include <span>
#include <vector>

#include "back/eval/eval.h"
#include "corpus/programs.h"
#include "transform/pipeline.h"

namespace tlaloc::transform_test {

using Numbers = std::vector<double>;
using Steps = std::vector<transform::Step::Kind>;
using Kind = transform::Step::Kind;

/// The graph with a C++ signature of scalars and tensors; further results are auxiliary.
transform::Program with_signature(const ir::Graph& g);
/// The graph after `steps`, innermost first. Fails the test if it cannot be had.
ir::Graph derive(const ir::Graph& g, const Steps& steps);

/// All results of a run as numbers, one after the other. Fails the test on an error.
Numbers run(const ir::Graph& g, const std::vector<back::Array>& args,
            back::Counters* counters = nullptr);

/// The floating arguments, flattened; and the arguments with these numbers instead.
Numbers floating(const std::vector<back::Array>& args);
std::vector<back::Array> with_floating(std::vector<back::Array> args, const Numbers& x);
/// The arguments followed by one floating array for each floating argument, holding t.
std::vector<back::Array> with_tangents(const std::vector<back::Array>& args, const Numbers& t);

/// The first result of g along t, by central differences of fourth order.
Numbers difference(const ir::Graph& g, const std::vector<back::Array>& args, const Numbers& t,
                   double step = 1e-4);

double dot(const Numbers& x, const Numbers& y);
/// Numbers that look random, the same in every run.
Numbers direction(std::size_t n, unsigned seed);

void expect_close(const Numbers& got, const Numbers& expected, double tolerance,
                  const std::string& what);

}  // namespace tlaloc::transform_test
